//! Games on boards: two-dimensional Nim and Turning Turtles, on bit masks.
//!
//! A board of up to 64 cells is one word. The cell at the top left is the highest bit in use, so
//! a larger word comes first when boards are read as text, `#` before `.`. Moves on lines are
//! made by walking rows and columns; that is a few dozen steps, and no table has to be right.

use std::ops::ControlFlow;

use ishitori_rule::checksum::fnv1a;
use ishitori_rule::{BoardMoves, BoardRules};

use super::kind::GameKind;
use super::position::PositionError;
use super::window::{Bounds, WindowError};

/// Up to how many cells all positions of a board can be listed.
const MAX_LISTED_CELLS: usize = 30;

/// The stones (or heads) on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board(u64);

impl Board {
    /// The bit mask: the cell at the top left is the highest bit in use.
    pub fn mask(self) -> u64 {
        self.0
    }
}

/// In the order of their texts.
impl Ord for Board {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other.0.cmp(&self.0)
    }
}

impl PartialOrd for Board {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// A game on a board.
#[derive(Clone, Debug)]
pub struct BoardGame {
    rules: BoardRules,
    /// The rows and columns, each as its cells from one end to the other.
    lines: Vec<Vec<u64>>,
}

impl BoardGame {
    /// Prepares the game of `rules` for playing.
    pub fn new(rules: BoardRules) -> BoardGame {
        let cell = |row, column| cell(&rules, row, column);
        let rows = (0..rules.rows).map(|r| (0..rules.columns).map(|c| cell(r, c)).collect());
        let columns = (0..rules.columns).map(|c| (0..rules.rows).map(|r| cell(r, c)).collect());
        let lines = rows.chain(columns).collect();
        BoardGame { rules, lines }
    }

    /// The rules.
    pub fn rules(&self) -> &BoardRules {
        &self.rules
    }

    /// The board with the cell in `row` and `column`, from 0 at the top left, taken or turned.
    pub fn toggled(&self, board: Board, row: usize, column: usize) -> Option<Board> {
        let inside = row < self.rules.rows && column < self.rules.columns;
        inside.then(|| Board(board.0 ^ cell(&self.rules, row, column)))
    }

    /// Whether there is a stone (or head) in `row` and `column`, from 0 at the top left.
    pub fn has(&self, board: Board, row: usize, column: usize) -> bool {
        row < self.rules.rows
            && column < self.rules.columns
            && board.0 & cell(&self.rules, row, column) != 0
    }

    /// The board with every cell set.
    pub fn full(&self) -> Board {
        Board(self.upward_cells().sum())
    }

    /// The board with this mask, if it has no bits outside; see [`Board::mask`].
    pub fn with_mask(&self, mask: u64) -> Option<Board> {
        (mask & !self.full().0 == 0).then_some(Board(mask))
    }

    /// All cells, row by row from the bottom, each row from the left.
    pub(crate) fn upward_cells(&self) -> impl Iterator<Item = u64> {
        let rows = (0..self.rules.rows).rev();
        rows.flat_map(move |row| (0..self.rules.columns).map(move |c| cell(&self.rules, row, c)))
    }

    fn cells(&self) -> usize {
        self.rules.rows * self.rules.columns
    }

    fn take(
        &self,
        board: u64,
        visit: &mut dyn FnMut(&Board) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for line in &self.lines {
            for taken in self.takes(line, board) {
                visit(&Board(board & !taken))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The rows and columns, each as its cells from one end to the other.
    pub(crate) fn lines(&self) -> &[Vec<u64>] {
        &self.lines
    }

    /// What may be taken from a line in one move, as masks.
    pub(crate) fn takes(&self, line: &[u64], board: u64) -> Vec<u64> {
        let mut takes = Vec::new();
        for run in runs(line, board) {
            for (start, end) in self.blocks(line, run, board) {
                takes.push(line[start..end].iter().fold(0, |mask, cell| mask | cell));
            }
        }
        takes
    }

    /// The board with this mask.
    pub(crate) fn board(&self, mask: u64) -> Board {
        Board(mask)
    }

    /// The blocks that may be taken from a run, as half-open intervals of the line.
    fn blocks(&self, line: &[u64], run: (usize, usize), board: u64) -> Vec<(usize, usize)> {
        let (start, end) = run;
        let outermost = |cells: &[u64]| cells.iter().all(|cell| board & cell == 0);
        let (from_start, from_end) = match self.rules.moves {
            BoardMoves::LineEnds => (outermost(&line[..start]), outermost(&line[end..])),
            _ => (true, true),
        };
        let mut blocks = Vec::new();
        for low in start..end {
            for high in low + 1..=end {
                let at_start = low == start && from_start;
                let at_end = high == end && from_end;
                if at_start || at_end || self.rules.moves == BoardMoves::RunBlocks {
                    blocks.push((low, high));
                }
            }
        }
        blocks
    }

    fn turn(
        &self,
        board: u64,
        visit: &mut dyn FnMut(&Board) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.each_corner(&mut |corner, mask| {
            if board & corner != 0 {
                visit(&Board(board ^ mask))
            } else {
                ControlFlow::Continue(())
            }
        })
    }

    /// Calls `visit` with the coin `(a, b)` and the distinct corners of every rectangle that has it
    /// at the upper right.
    pub(crate) fn each_corner(
        &self,
        visit: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let cell = |row, column| cell(&self.rules, row, column);
        for row in 0..self.rules.rows {
            for column in 0..self.rules.columns {
                for lower in row..self.rules.rows {
                    for left in 0..=column {
                        let corner = cell(row, column);
                        let mask =
                            corner | cell(lower, column) | cell(row, left) | cell(lower, left);
                        visit(corner, mask)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn error(&self, text: &str, why: impl Into<String>) -> PositionError {
        PositionError::Board {
            text: text.to_string(),
            rows: self.rules.rows,
            columns: self.rules.columns,
            why: why.into(),
        }
    }

    /// `###/.##/#..`
    fn parse_rows(&self, text: &str) -> Result<Board, PositionError> {
        let rows: Vec<&str> = text.split('/').map(str::trim).collect();
        if rows.len() != self.rules.rows {
            return Err(self.error(text, format!("it has {} rows", rows.len())));
        }
        let mut board = 0;
        for (r, row) in rows.iter().enumerate() {
            let count = row.chars().count();
            if count != self.rules.columns {
                return Err(self.error(text, format!("row {} has {count} cells", r + 1)));
            }
            for (c, symbol) in row.chars().enumerate() {
                match symbol {
                    '#' => board |= cell(&self.rules, r, c),
                    '.' => {}
                    other => {
                        return Err(self.error(text, format!("`{other}` is neither # nor .")));
                    }
                }
            }
        }
        Ok(Board(board))
    }

    /// `7,5,3`: a Young diagram by its row lengths.
    fn parse_lengths(&self, text: &str) -> Result<Board, PositionError> {
        let lengths: Vec<&str> = text.split([',', ' ']).filter(|p| !p.is_empty()).collect();
        if lengths.len() > self.rules.rows {
            return Err(self.error(text, format!("it has {} rows", lengths.len())));
        }
        let mut board = 0;
        for (r, length) in lengths.iter().enumerate() {
            let length: usize = length.parse().map_err(|_| {
                self.error(text, "write rows such as ##./#.. or row lengths such as 3,2,1")
            })?;
            if length > self.rules.columns {
                return Err(self.error(text, format!("row {} has {length} cells", r + 1)));
            }
            board |= (0..length).fold(0, |mask, c| mask | cell(&self.rules, r, c));
        }
        Ok(Board(board))
    }

    /// The images of a board under the symmetries of the game.
    fn images(&self, board: Board) -> Vec<Board> {
        let BoardRules { rows, columns, moves } = self.rules;
        let square = rows == columns;
        type Map = fn(usize, usize, usize, usize) -> (usize, usize);
        let maps: &[Map] = match (moves, square) {
            // Turning Turtles knows up from down; only exchanging the coordinates is left.
            (BoardMoves::TurnCorners, true) => {
                &[|r, c, _, _| (r, c), |r, c, h, w| (w - 1 - c, h - 1 - r)]
            }
            (BoardMoves::TurnCorners, false) => &[|r, c, _, _| (r, c)],
            (_, false) => &[
                |r, c, _, _| (r, c),
                |r, c, h, _| (h - 1 - r, c),
                |r, c, _, w| (r, w - 1 - c),
                |r, c, h, w| (h - 1 - r, w - 1 - c),
            ],
            (_, true) => &[
                |r, c, _, _| (r, c),
                |r, c, h, _| (h - 1 - r, c),
                |r, c, _, w| (r, w - 1 - c),
                |r, c, h, w| (h - 1 - r, w - 1 - c),
                |r, c, _, _| (c, r),
                |r, c, h, _| (c, h - 1 - r),
                |r, c, _, w| (w - 1 - c, r),
                |r, c, h, w| (w - 1 - c, h - 1 - r),
            ],
        };
        let image = |map: &Map| {
            let mut image = 0;
            for r in 0..rows {
                for c in 0..columns {
                    if self.has(board, r, c) {
                        let (r, c) = map(r, c, rows, columns);
                        image |= cell(&self.rules, r, c);
                    }
                }
            }
            Board(image)
        };
        maps.iter().map(image).collect()
    }
}

fn cell(rules: &BoardRules, row: usize, column: usize) -> u64 {
    1 << (rules.rows * rules.columns - 1 - row * rules.columns - column)
}

/// The maximal runs of stones in a line, as half-open intervals.
fn runs(line: &[u64], board: u64) -> Vec<(usize, usize)> {
    let mut runs = Vec::new();
    let mut start = None;
    for (at, cell) in line.iter().enumerate() {
        match (board & cell != 0, start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                runs.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    runs.extend(start.map(|from| (from, line.len())));
    runs
}

impl GameKind for BoardGame {
    type Position = Board;

    fn visit_options(&self, position: &Board, visit: &mut dyn FnMut(&Board) -> ControlFlow<()>) {
        let _ = match self.rules.moves {
            BoardMoves::TurnCorners => self.turn(position.0, visit),
            _ => self.take(position.0, visit),
        };
    }

    fn predecessors(
        &self,
        position: &Board,
        bounds: &Bounds,
        limit: usize,
    ) -> Result<Vec<Board>, WindowError> {
        if !bounds.to.is_empty() {
            return Err(WindowError::NoHeaps);
        }
        let mut before = Vec::new();
        if self.rules.moves == BoardMoves::TurnCorners {
            // Turning twice changes nothing, so before the move the same coins lay the other way.
            let _ = self.each_corner(&mut |corner, mask| {
                if position.0 & corner == 0 {
                    before.push(Board(position.0 ^ mask));
                }
                ControlFlow::Continue(())
            });
        } else {
            // Every move takes a block of a line: put back any block of empty cells and see.
            for line in &self.lines {
                for start in 0..line.len() {
                    let mut back = 0;
                    for cell in &line[start..] {
                        if position.0 & cell != 0 {
                            break;
                        }
                        back |= cell;
                        before.push(Board(position.0 | back));
                    }
                }
            }
            before = self.arranged(before);
            before.retain(|board| self.options(board).contains(position));
        }
        before.retain(|board| bounds.total.is_none_or(|total| self.stones(board) <= total));
        let before = self.arranged(before);
        if before.len() > limit { Err(WindowError::TooMany(limit)) } else { Ok(before) }
    }

    fn visit_positions(
        &self,
        bounds: &Bounds,
        visit: &mut dyn FnMut(&Board) -> ControlFlow<()>,
    ) -> Result<(), WindowError> {
        if !bounds.to.is_empty() {
            return Err(WindowError::NoHeaps);
        }
        let cells = self.cells();
        if cells > MAX_LISTED_CELLS {
            return Err(WindowError::TooManyCells { cells, limit: MAX_LISTED_CELLS });
        }
        let most = bounds.total.unwrap_or(u64::MAX).min(cells as u64);
        for stones in 0..=most {
            if visit_subsets(cells, stones, visit).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn stones(&self, position: &Board) -> u64 {
        u64::from(position.0.count_ones())
    }

    fn fingerprint(&self) -> u64 {
        fnv1a(self.rules.canonical().as_bytes())
    }

    fn canonical(&self, position: &Board) -> Board {
        self.images(*position).into_iter().min().expect("a board is its own image")
    }

    fn parse(&self, text: &str) -> Result<Board, PositionError> {
        let text = text.trim();
        if text.contains(['#', '.', '/']) {
            self.parse_rows(text)
        } else {
            self.parse_lengths(text)
        }
    }

    fn write(&self, position: &Board) -> String {
        let row = |r| -> String {
            let symbol = |c| if self.has(*position, r, c) { '#' } else { '.' };
            (0..self.rules.columns).map(symbol).collect()
        };
        let rows: Vec<String> = (0..self.rules.rows).map(row).collect();
        rows.join("/")
    }
}

/// All boards with `stones` of `cells` cells set, in the order of their texts.
fn visit_subsets(
    cells: usize,
    stones: u64,
    visit: &mut dyn FnMut(&Board) -> ControlFlow<()>,
) -> ControlFlow<()> {
    fn go(
        board: u64,
        bit: usize,
        left: u64,
        visit: &mut dyn FnMut(&Board) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if left == 0 {
            return visit(&Board(board));
        }
        if bit as u64 > left {
            go(board | 1 << (bit - 1), bit - 1, left - 1, visit)?;
            go(board, bit - 1, left, visit)
        } else if bit as u64 == left {
            visit(&Board(board | ((1 << left) - 1)))
        } else {
            ControlFlow::Continue(())
        }
    }
    go(0, cells, stones, visit)
}
