//! Boards of cells, each full or empty, with moves that are drawn as patterns.
//!
//! What is left is a bit a cell: full or not. Where all moves fill cells (or all empty them), a full (an empty) cell never changes
//! again, and a place where it is in a pattern's way is dead for ever. So the cells that can still change, joined where a living place covers two
//! of them, fall into independent parts, and a part is known by these cells and the lasting ones in its places, wherever it lies and
//! however it is turned: every place within these cells lies on the board, and no other is alive. Boards with other moves, or with
//! an ending that the whole board shows, are one part, known up to the symmetries of the board that keep the moves.

use ishitori_rule::figure_rules::{CellPattern, CellRules, PatternCell};

use super::cells_text;
use super::{
    FigureEntry, FigureKind, FigureList, FigurePicture, Ground, KeyScope, NamedList, Remains,
    mask_at, members, of_mask,
};

/// Up to so many cells all boards are looked at if nobody names some.
const MAX_LISTED_CELLS: usize = 10;

/// The kind: a rule with its board.
#[derive(Debug)]
pub struct CellsKind {
    ground: CellsGround,
}

/// A pattern at a place of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PatternPlace {
    full: u128,
    empty: u128,
    fills: u128,
    empties: u128,
    /// All of its cells.
    covers: u128,
}

impl PatternPlace {
    fn is_seen(&self, board: u128) -> bool {
        board & self.full == self.full && board & self.empty == 0
    }
}

/// How cells change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CellChange {
    /// Moves fill cells only.
    Fills,
    /// Moves empty cells only.
    Empties,
    /// Both.
    Both,
}

/// A symmetry of a rectangle: first rows and columns exchanged, if it is a turn or a reflection that does that, then
/// upside down, then left and right.
type Turn = (bool, bool, bool);

#[derive(Clone, Debug)]
struct CellsGround {
    rows: usize,
    columns: usize,
    places: Vec<PatternPlace>,
    endings: Vec<PatternPlace>,
    change: CellChange,
    /// The symmetries that keep the patterns.
    turns: Vec<Turn>,
}

/// Left and right exchanged, half a turn, a quarter turn clockwise.
const IMAGES: [Turn; 3] = [(false, false, true), (false, true, true), (true, false, true)];

fn all_turns() -> impl Iterator<Item = Turn> {
    (0..8).map(|way| (way & 1 != 0, way & 2 != 0, way & 4 != 0))
}

/// Where a cell of a rectangle goes.
fn turned((r, c): (usize, usize), (rows, columns): (usize, usize), turn: Turn) -> (usize, usize) {
    let (exchange, down, left) = turn;
    let ((r, c), (rows, columns)) =
        if exchange { ((c, r), (columns, rows)) } else { ((r, c), (rows, columns)) };
    (if down { rows - 1 - r } else { r }, if left { columns - 1 - c } else { c })
}

fn turned_pattern(pattern: &CellPattern, turn: Turn) -> CellPattern {
    let size = (pattern.rows, pattern.columns);
    let (rows, columns) = if turn.0 { (size.1, size.0) } else { size };
    let mut cells = vec![PatternCell { is: None, becomes: None }; pattern.cells.len()];
    for (at, cell) in pattern.cells.iter().enumerate() {
        let (r, c) = turned((at / size.1, at % size.1), size, turn);
        cells[r * columns + c] = *cell;
    }
    CellPattern { rows, columns, cells }
}

impl CellsKind {
    pub fn new(rules: &CellRules) -> CellsKind {
        let CellRules { rows, columns, .. } = *rules;
        let places = |patterns: &[CellPattern]| {
            let mut places: Vec<PatternPlace> =
                patterns.iter().flat_map(|pattern| places(pattern, rows, columns)).collect();
            places.sort_unstable();
            places.dedup();
            places
        };
        let (moves, endings) = (places(&rules.moves), places(&rules.endings));
        let fills = moves.iter().any(|place| place.fills != 0);
        let empties = moves.iter().any(|place| place.empties != 0);
        let change = match (fills, empties) {
            (_, false) => CellChange::Fills,
            (false, true) => CellChange::Empties,
            (true, true) => CellChange::Both,
        };
        let keeps = |turn: &Turn| {
            // Images that do not fit on the board are not among the patterns.
            let within = |p: &CellPattern| p.rows <= rows && p.columns <= columns;
            let kept = |patterns: &[CellPattern]| {
                let mut images = patterns.iter().map(|pattern| turned_pattern(pattern, *turn));
                images.all(|image| !within(&image) || patterns.contains(&image))
            };
            kept(&rules.moves) && kept(&rules.endings)
        };
        let (whole, square) = (change == CellChange::Both || !endings.is_empty(), rows == columns);
        let turns = all_turns().filter(|turn| (!whole || square || !turn.0) && keeps(turn));
        let turns = turns.collect();
        let ground = CellsGround { rows, columns, places: moves, endings, change, turns };
        CellsKind { ground }
    }
}

fn places(pattern: &CellPattern, rows: usize, columns: usize) -> Vec<PatternPlace> {
    let mut places = Vec::new();
    for top in 0..(rows + 1).saturating_sub(pattern.rows) {
        for left in 0..(columns + 1).saturating_sub(pattern.columns) {
            let mask = |wanted: fn(&PatternCell) -> bool| {
                let cells = pattern.cells.iter().enumerate().filter(|(_, cell)| wanted(cell));
                cells.fold(0u128, |mask, (at, _)| {
                    let (r, c) = (top + at / pattern.columns, left + at % pattern.columns);
                    mask | 1 << (r * columns + c)
                })
            };
            places.push(PatternPlace {
                full: mask(|cell| cell.is == Some(true)),
                empty: mask(|cell| cell.is == Some(false)),
                fills: mask(|cell| cell.becomes == Some(true)),
                empties: mask(|cell| cell.becomes == Some(false)),
                covers: mask(|_| true),
            });
        }
    }
    places
}

impl FigureKind for CellsKind {
    fn read(&self, text: &str) -> Result<(Box<dyn Ground>, Remains), String> {
        let CellsGround { rows, columns, .. } = self.ground;
        let board = cells_text::read(text, rows, columns)?;
        Ok((Box::new(self.ground.clone()), of_mask(board)))
    }

    fn example(&self) -> String {
        let empty = self.ground.change != CellChange::Empties;
        if empty { "empty".to_string() } else { "full".to_string() }
    }

    fn default_list(&self) -> String {
        let cells = self.ground.rows * self.ground.columns;
        if cells <= MAX_LISTED_CELLS { "boards".to_string() } else { self.example() }
    }

    fn list_names(&self) -> &'static [&'static str] {
        &["boards"]
    }

    fn family_names(&self) -> &'static [&'static str] {
        &["empty", "full"]
    }

    fn number_names(&self) -> &'static [&'static str] {
        &["full", "empty", "rows", "columns"]
    }

    fn lists(&self) -> &'static [FigureList] {
        cells_text::LISTS
    }

    fn images(&self) -> &'static [&'static str] {
        match self.ground.rows == self.ground.columns {
            true => &["mirrored", "half_turned", "quarter_turned"],
            false => &["mirrored", "half_turned"],
        }
    }

    fn list(&self, list: &NamedList) -> Option<Result<Vec<String>, String>> {
        let NamedList { name, numbers, .. } = *list;
        if name != "boards" {
            return None;
        }
        let cells = self.ground.rows * self.ground.columns;
        if !numbers.is_empty() || cells > 2 * MAX_LISTED_CELLS {
            let why = "`boards` stands for all boards of the game's size, of at most 20 cells";
            return Some(Err(why.to_string()));
        }
        let is_first = |board: &u128| self.ground.images(*board).min() == Some(*board);
        let all = (0u128..1 << cells).filter(is_first);
        Some(Ok(all.map(|board| self.ground.write(&of_mask(board))).collect()))
    }
}

impl CellsGround {
    fn cell(&self, at: usize) -> (usize, usize) {
        (at / self.columns, at % self.columns)
    }

    /// The images of a board of this size under the symmetries that keep size and moves.
    fn images(&self, board: u128) -> impl Iterator<Item = u128> + '_ {
        let square = self.rows == self.columns;
        let turns = self.turns.iter().filter(move |turn| square || !turn.0);
        turns.map(move |turn| {
            members(board).fold(0, |image, at| {
                let (r, c) = turned(self.cell(at), (self.rows, self.columns), *turn);
                image | 1 << (r * self.columns + c)
            })
        })
    }

    fn is_whole(&self) -> bool {
        self.change == CellChange::Both || !self.endings.is_empty()
    }

    fn all(&self) -> u128 {
        let cells = self.rows * self.columns;
        1u128.checked_shl(cells as u32).map_or(u128::MAX, |bit| bit - 1)
    }

    /// The cells that may still change.
    fn open(&self, board: u128) -> u128 {
        if self.change == CellChange::Fills { self.all() & !board } else { board }
    }

    /// Whether a pattern may still be seen at a place, now or later.
    fn is_alive(&self, place: &PatternPlace, board: u128) -> bool {
        match self.change {
            CellChange::Fills => board & place.empty == 0,
            _ => board & place.full == place.full,
        }
    }

    fn visit_moves(&self, board: u128, add: &mut dyn FnMut(u128)) {
        if self.endings.iter().any(|place| place.is_seen(board)) {
            return;
        }
        for place in self.places.iter().filter(|place| place.is_seen(board)) {
            add(board & !place.empties | place.fills);
        }
    }

    fn can_move(&self, board: u128) -> bool {
        !self.endings.iter().any(|place| place.is_seen(board))
            && self.places.iter().any(|place| place.is_seen(board))
    }
}

impl Ground for CellsGround {
    fn visit_options(&self, of: &Remains, add: &mut dyn FnMut(Remains)) {
        self.visit_moves(mask_at(of, 0), &mut |board| add(of_mask(board)));
    }

    fn visit_parts(&self, of: &Remains, add: &mut dyn FnMut(Remains)) {
        let board = mask_at(of, 0);
        if self.is_whole() {
            if self.can_move(board) {
                add(of.clone());
            }
            return;
        }
        let open = self.open(board);
        // Components of open cells, joined by living places.
        let mut parts: Vec<u128> = Vec::new();
        for place in self.places.iter().filter(|place| self.is_alive(place, board)) {
            let mut joined = place.covers & open;
            parts.retain(|part| {
                let apart = part & joined == 0;
                joined |= if apart { 0 } else { *part };
                apart
            });
            parts.push(joined);
        }
        for part in parts {
            // Everything else is settled: nothing there can change any more.
            let rest = match self.change {
                CellChange::Fills => self.all() & !part,
                _ => part,
            };
            if self.can_move(rest) {
                add(of_mask(rest));
            }
        }
    }

    fn key(&self, part: &Remains, key: &mut Vec<u8>) -> KeyScope {
        let board = mask_at(part, 0);
        if self.is_whole() {
            let least = self.images(board).min().unwrap_or(board);
            key.extend_from_slice(&least.to_le_bytes());
            return KeyScope::Kind;
        }
        let open = self.open(board);
        let alive = self.places.iter().filter(|place| self.is_alive(place, board));
        let covered = alive.fold(0, |covered, place| covered | place.covers);
        let cells: Vec<(usize, usize, bool)> = members(covered)
            .map(|at| {
                let (r, c) = self.cell(at);
                (r, c, open >> at & 1 == 1)
            })
            .collect();
        let (top, left) = (cells[0].0, cells.iter().map(|cell| cell.1).min().unwrap_or(0));
        let bottom = cells.iter().map(|cell| cell.0).max().unwrap_or(0);
        let right = cells.iter().map(|cell| cell.1).max().unwrap_or(0);
        let size = (bottom - top + 1, right - left + 1);
        let image = |turn: &Turn| {
            let (rows, columns) = if turn.0 { (size.1, size.0) } else { size };
            let (mut covered, mut open) = (0u128, 0u128);
            for (r, c, is_open) in &cells {
                let (r, c) = turned((r - top, c - left), size, *turn);
                covered |= 1 << (r * columns + c);
                open |= u128::from(*is_open) << (r * columns + c);
            }
            (rows as u8, columns as u8, covered, open)
        };
        let (rows, columns, covered, open) =
            self.turns.iter().map(image).min().expect("a part is its own image");
        let bytes = (usize::from(rows) * usize::from(columns)).div_ceil(8);
        key.extend([rows, columns]);
        key.extend_from_slice(&open.to_le_bytes()[..bytes]);
        // Lasting cells are rare: most parts are known by their open cells alone.
        if covered != open {
            key.extend_from_slice(&covered.to_le_bytes()[..bytes]);
        }
        KeyScope::Kind
    }

    fn size(&self, of: &Remains) -> u64 {
        let board = mask_at(of, 0);
        let left = if self.change == CellChange::Fills { self.all() & !board } else { board };
        u64::from(left.count_ones())
    }

    fn write(&self, of: &Remains) -> String {
        cells_text::write(mask_at(of, 0), self.rows, self.columns)
    }

    fn numbers(&self, of: &Remains) -> Vec<i64> {
        let full = mask_at(of, 0).count_ones() as i64;
        let (rows, columns) = (self.rows as i64, self.columns as i64);
        vec![full, rows * columns - full, rows, columns]
    }

    fn list(&self, of: &Remains, at: usize) -> Vec<FigureEntry> {
        cells_text::list(mask_at(of, 0), self.rows, self.columns, at)
    }

    fn image(&self, of: &Remains, at: usize) -> Remains {
        let turn = IMAGES[at];
        let size = (self.rows, self.columns);
        of_mask(members(mask_at(of, 0)).fold(0, |image, cell| {
            let (r, c) = turned(self.cell(cell), size, turn);
            image | 1 << (r * self.columns + c)
        }))
    }

    fn picture(&self, of: &Remains) -> FigurePicture {
        cells_text::picture(mask_at(of, 0), self.rows, self.columns)
    }
}
