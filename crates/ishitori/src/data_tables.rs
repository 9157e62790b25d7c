//! A table in a CSV file as a claim: every cell says what a position is worth, or who wins it.
//!
//! A grid has the sizes of one heap in its first line and those of the other in front of each line, as
//! printed tables have; a list has a position in each line and what is said of it at the end, below the
//! names of the heaps and the word `grundy` or `outcome`. Empty cells and `-` are for what is no position; of
//! a position they say nothing, and are not counted. The smallest wrong cell is shown, by number of stones, then in order.

use std::path::Path;

use anyhow::{Context, anyhow, bail};
use ishitori_core::ask::{AskedGame, Question, p_positions};
use ishitori_core::control::Control;
use ishitori_core::game::{AnyGame, Bounds, HeapGame, Heaps};
use ishitori_core::solve::{Convention, Outcome};
use ishitori_store::imports::{self, CsvCell};

use crate::files::stored::StoredResult;
use crate::open::{self, OpenedGame};
use crate::planes::FactSource;

/// A larger file is no table of a paper.
const MAX_FILE: u64 = 256 << 20;

/// What a cell says of a tuple of heaps; `None` that it is no position.
struct CellStatement {
    heaps: Vec<u64>,
    what: Option<StatedFact>,
}

/// What is said of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum StatedFact {
    Grundy(u32),
    Outcome(Outcome),
}

impl std::fmt::Display for StatedFact {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StatedFact::Grundy(value) => write!(f, "grundy {value}"),
            StatedFact::Outcome(outcome) => write!(f, "{outcome}"),
        }
    }
}

/// A cell that is wrong.
#[derive(Clone, Debug)]
pub struct WrongCell {
    /// The heaps.
    pub position: String,
    /// What the table says of them.
    pub said: String,
    /// What is true.
    pub truth: String,
}

/// A table, compared with the truth.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TableComparison {
    /// The game with its arguments.
    pub game: String,
    /// Who wins when nobody can move.
    pub convention: Convention,
    /// The cells that say something.
    pub cells: usize,
    /// The smallest that is wrong.
    pub wrong: Option<WrongCell>,
}

/// Compares the table in a file with a game, or with what is stored of one.
///
/// # Errors
/// If the table cannot be read, or the truth is out of reach.
pub fn compare_table(
    path: &Path,
    opened: &OpenedGame,
    stored: Option<StoredResult>,
    misere: bool,
    control: &Control,
) -> anyhow::Result<TableComparison> {
    let name = opened.ruleset.about.full_name();
    let AnyGame::Heaps(game) = &opened.game else {
        bail!("{name} is played on a board: tables are about heaps");
    };
    let misere = stored.as_ref().map_or(Ok(misere), |stored| stored.misere(misere))?;
    let file = path.display().to_string();
    let text = open::read_up_to(path, MAX_FILE, "256 MiB: this is no table")?;
    let said = read(game, &file, &text)?;
    if said.iter().all(|said| said.what.is_none()) {
        bail!("{file} says nothing: write a grid, or a line a position");
    }
    let bounds = window(game, &said)?;
    if let Some(stored) = &stored {
        stored.window(&bounds)?;
    }
    let convention = if misere { Convention::Misere } else { Convention::Normal };
    let wrong = compare(game, &said, &bounds, convention, stored, control)?;
    let cells = said.iter().filter(|said| said.what.is_some()).count();
    Ok(TableComparison { game: name, convention, cells, wrong })
}

/// The cells of a grid or a list.
fn read(game: &HeapGame, file: &str, text: &str) -> anyhow::Result<Vec<CellStatement>> {
    let names = &game.rules().names;
    let mut said = Vec::new();
    if is_grid(text) {
        let grid = imports::read_table(file, text)?;
        let swapped = is_swapped(file, &grid.corner, names)?;
        let one = grid.rows.iter().all(Option::is_none);
        let heaps = if one { 1 } else { 2 };
        if names.len() != heaps {
            bail!(
                "{file} is a grid of {heaps} heaps, and this game has {}: write a line a position instead, below \
                 the headings {},grundy",
                names.len(),
                names.join(",")
            );
        }
        for (row, cells) in grid.rows.iter().zip(&grid.cells) {
            for (column, cell) in grid.columns.iter().zip(cells) {
                let mut heaps: Vec<u64> = row.iter().copied().chain([*column]).collect();
                if swapped {
                    heaps.reverse();
                }
                said.push(CellStatement { heaps, what: what(file, cell.as_ref())? });
            }
        }
        return Ok(said);
    }
    let mut list = imports::read_list(file, text)?;
    let wanted = names.len() + 1;
    let order = order(file, &mut list, names)?;
    for (row, line) in list.rows.iter().zip(&list.lines) {
        if row.len() != wanted {
            bail!(
                "{file}: line {line}: a position of {} heaps and what is said of it are {wanted} cells, not {}",
                names.len(),
                row.len()
            );
        }
        let heap = |cell: &Option<CsvCell>| match cell {
            Some(CsvCell::Number(heap)) => Ok(*heap),
            _ => bail!("{file}: line {line}: a heap size is missing"),
        };
        let heaps = order.iter().map(|at| heap(&row[*at])).collect::<anyhow::Result<_>>()?;
        said.push(CellStatement { heaps, what: what(file, row[names.len()].as_ref())? });
    }
    Ok(said)
}

/// Whether a text is a grid, and not a list.
pub(crate) fn is_grid(text: &str) -> bool {
    let first = text.trim_start_matches('\u{feff}').lines().find(|line| !line.trim().is_empty());
    let headings: Vec<&str> = first.unwrap_or_default().split(',').map(str::trim).collect();
    let is_size = |cell: &&str| !cell.is_empty() && cell.bytes().all(|b| b.is_ascii_digit());
    headings.len() > 1 && headings[1..].iter().all(is_size) && !is_size(&headings[0])
}

/// Whether the corner of a grid, as `b\\a`, names the heaps the other way round.
fn is_swapped(file: &str, corner: &str, names: &[String]) -> anyhow::Result<bool> {
    let Some((down, along)) = corner.split_once('\\') else { return Ok(false) };
    let named = [down.trim(), along.trim()];
    let is = |order: [usize; 2]| {
        order.iter().zip(named).all(|(at, n)| names.get(*at).is_some_and(|name| name == n))
    };
    if !is([0, 1]) && !is([1, 0]) {
        bail!("{file}: the corner says {corner}, and the heaps are {}", names.join(", "));
    }
    Ok(!is([0, 1]))
}

/// In which cell of a line each heap stands. A first line that begins with heaps is no heading.
fn order(file: &str, list: &mut imports::CsvList, names: &[String]) -> anyhow::Result<Vec<usize>> {
    let plain = (0..names.len()).collect();
    if list.headings.is_empty() {
        return Ok(plain);
    }
    let is_number = |cell: &String| !cell.is_empty() && cell.bytes().all(|b| b.is_ascii_digit());
    let heads = &list.headings[..names.len().min(list.headings.len())];
    if heads.iter().any(is_number) {
        let cell = |cell: &String| match cell.as_str() {
            "" | "-" => None,
            text => Some(text.parse().map_or_else(|_| CsvCell::Word(text.into()), CsvCell::Number)),
        };
        list.rows.insert(0, list.headings.iter().map(cell).collect());
        list.lines.insert(0, 1);
        return Ok(plain);
    }
    let place = |name: &String| heads.iter().position(|head| head == name);
    let order: Option<Vec<usize>> = names.iter().map(place).collect();
    order.ok_or_else(|| {
        anyhow!(
            "{file}: the headings are {}, and the heaps are {}",
            heads.join(","),
            names.join(",")
        )
    })
}

/// What a cell says.
pub(crate) fn what(file: &str, cell: Option<&CsvCell>) -> anyhow::Result<Option<StatedFact>> {
    Ok(match cell {
        None => None,
        Some(CsvCell::Number(value)) => {
            let value = u32::try_from(*value);
            Some(StatedFact::Grundy(
                value.with_context(|| format!("{file}: a value is too large"))?,
            ))
        }
        Some(CsvCell::Word(word)) => match word.as_str() {
            "P" | "p" => Some(StatedFact::Outcome(Outcome::P)),
            "N" | "n" => Some(StatedFact::Outcome(Outcome::N)),
            other => bail!("{file}: `{other}` is neither a number nor P nor N"),
        },
    })
}

/// The smallest box that holds every position of the table.
fn window(game: &HeapGame, said: &[CellStatement]) -> anyhow::Result<Bounds> {
    let mut to = game.rules().lower.clone();
    for CellStatement { heaps, .. } in said {
        let mut heaps = heaps.clone();
        if game.rules().symmetry.identifies() {
            heaps.sort_unstable();
        }
        to.iter_mut().zip(heaps).for_each(|(to, heap)| *to = heap.max(*to));
    }
    let bounds = Bounds { to, total: None };
    game.upper_bounds(&bounds)?;
    Ok(bounds)
}

/// The smallest cell that is wrong.
fn compare(
    game: &HeapGame,
    said: &[CellStatement],
    bounds: &Bounds,
    convention: Convention,
    mut stored: Option<StoredResult>,
    control: &Control,
) -> anyhow::Result<Option<WrongCell>> {
    let asks =
        |wanted: fn(&StatedFact) -> bool| said.iter().any(|s| s.what.as_ref().is_some_and(wanted));
    let values = asks(|what| matches!(what, StatedFact::Grundy(_)));
    if values && convention == Convention::Misere {
        bail!("Grundy values are for normal play: in misère play a table says P or N");
    }
    // 1. Who wins, if that is said of any position.
    let mut p = std::collections::HashSet::new();
    if asks(|what| matches!(what, StatedFact::Outcome(_))) {
        let mut add = |position: &Heaps| {
            p.insert(position.clone());
        };
        match &mut stored {
            Some(stored) => stored.visit_p(game, &mut add)?,
            None => {
                let plan =
                    game.plan(&Question::PPositions { window: bounds, convention }, control)?;
                let control = plan.counting(control);
                p_positions(game, bounds, convention, &plan, &control, &mut add)?;
            }
        }
    }
    // 2. What positions are worth.
    let mut source = match (values, stored) {
        (false, _) => None,
        (true, Some(stored)) => Some(FactSource::stored(stored, game)?),
        (true, None) => Some(FactSource::grundy(game, bounds, control)?),
    };
    // 3. Every cell.
    let mut smallest: Option<(u64, Vec<u64>, WrongCell)> = None;
    for CellStatement { heaps, what } in said {
        let truth = match (game.position(heaps), what, &mut source) {
            (Err(_), ..) => None,
            (Ok(position), Some(StatedFact::Grundy(_)), Some(source)) => {
                Some(StatedFact::Grundy(source.value(&position)?))
            }
            (Ok(position), Some(_), _) => {
                let is_p = p.contains(&position);
                Some(StatedFact::Outcome(if is_p { Outcome::P } else { Outcome::N }))
            }
            // Nothing is said of it; a table may have holes.
            (Ok(_), None, _) => continue,
        };
        if truth != *what {
            let words =
                |what: &Option<StatedFact>| what.map_or("no position".into(), |w| w.to_string());
            let shown: Vec<String> = heaps.iter().map(u64::to_string).collect();
            let (said, truth) = (words(what), words(&truth));
            let stones = heaps.iter().sum();
            let key = (stones, heaps.clone());
            let first = smallest.as_ref().is_none_or(|(s, h, _)| key < (*s, h.clone()));
            if first {
                let wrong = WrongCell { position: shown.join(","), said, truth };
                smallest = Some((key.0, key.1, wrong));
            }
        }
    }
    Ok(smallest.map(|(_, _, wrong)| wrong))
}
