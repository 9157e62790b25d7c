//! A table that is streamed into a file, with checkpoints while it is solved.
//!
//! A dimension a heap, in the order of the rule; a heap that `--fix` keeps has one size. In a game with
//! unordered heaps every arrangement has its cell, and in lines of JSON each position one line.

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{anyhow, bail};
use ishitori_core::ask::{
    AskedGame, Fact, Plan, Question, Refused, SolvedWindow, p_positions_from,
};
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::{AnyGame, Bounds, GameKind, HeapGame, Heaps};
use ishitori_core::solve::snapshot::EngineSession;
use ishitori_core::solve::table::TablePlan;
use ishitori_core::solve::{Outcome, PositionList, Reference, ValuePairSolver};
use ishitori_store::tables::TableSpec;

use super::{ShownFact, TableCell, TableView, heap_cells};
use crate::error::unanswered;
use crate::files::checkpoints::{RunCheckpoint, beside};
use crate::files::set_file::{self, SpooledRun};
use crate::files::stored::{N_CELL, P_CELL, StoredResult};
use crate::files::table_file::{self, CellPlaces, KeptTable, TableFile, write_lines};
use crate::files::{self, FileFormat, Keeping};
use crate::open::OpenedGame;
use crate::pieces::refuse_pieces;
use crate::planes::{FactSource, fixed_heaps};
use crate::positions::unfinished;

/// Why a table of pieces goes nowhere.
const NOT_STREAMED: &str = "their table is printed, not streamed: use --format csv or json";

/// A table that is to be streamed.
pub struct TableRequest<'a> {
    /// What it shows.
    pub view: TableView,
    /// The window.
    pub bounds: Bounds,
    /// Heaps kept at a size: `c=3`.
    pub fix: &'a [String],
    /// Where it goes.
    pub path: &'a Path,
    /// In which format.
    pub format: FileFormat,
    /// How the run is kept.
    pub keeping: &'a Keeping,
}

/// Only what is streamed has checkpoints.
///
/// # Errors
/// If one is asked for.
pub fn no_keeping(keeping: &Keeping) -> anyhow::Result<()> {
    if keeping.is_wanted() {
        bail!(
            "only a table that is streamed into a file has checkpoints: end its name in .zarr, .npy or .jsonl"
        );
    }
    Ok(())
}

/// Streams a table into a file, solved or as a file has it.
///
/// # Errors
/// If it cannot be found or written.
pub fn stream(
    opened: &OpenedGame,
    request: &TableRequest,
    stored: Option<StoredResult>,
    control: &Control,
) -> anyhow::Result<()> {
    if request.format == FileFormat::Parquet {
        bail!(
            "Parquet holds sets of positions: use `ishitori positions`, or end the file's name in .zarr"
        );
    }
    refuse_pieces(&opened.ruleset, NOT_STREAMED)?;
    let AnyGame::Heaps(game) = &opened.game else {
        bail!("a table of a board has too many dimensions for a file: use --format csv or json");
    };
    let (bounds, spec, places) = spec(opened, game, request.view, &request.bounds, request.fix)?;
    let file = TableFile { path: request.path, format: request.format, spec, places };
    let (view, keeping) = (request.view, request.keeping);
    match stored {
        Some(stored) => {
            no_keeping(keeping)?;
            from_file(game, &file, view, stored, &bounds, control)
        }
        None => TableSolve { game, file: &file, view, keeping, bounds: &bounds, control }.run(),
    }
}

/// Writes a table as lines of JSON, the same as in a file, with nothing kept on the way.
///
/// # Errors
/// If it cannot be found or written.
pub fn write_json_lines(
    opened: &OpenedGame,
    view: TableView,
    (asked, fix): (&Bounds, &[String]),
    stored: Option<StoredResult>,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    refuse_pieces(&opened.ruleset, NOT_STREAMED)?;
    let AnyGame::Heaps(game) = &opened.game else {
        bail!(
            "a table of a board or of single heaps has no lines of JSON: use --format csv or json"
        );
    };
    let (bounds, spec, places) = spec(opened, game, view, asked, fix)?;
    let mut cells = heap_cells(game, &bounds, view, stored, control)?;
    // Why it stopped, which passes the writer as an error of its own.
    let mut gave_up = None;
    let written = write_lines(out, &spec, &places, &mut |heaps| {
        let position = game.position(heaps).ok().filter(|heaps| game.is_within(&bounds, heaps));
        let cell = position.map(|position| cells(&position)).transpose().map_err(|why| {
            gave_up = Some(why);
            io::Error::other("a value is missing")
        })?;
        Ok(cell.map(|cell| match cell {
            TableCell::Number(number) => number,
            TableCell::Outcome(Outcome::P) => P_CELL,
            TableCell::Outcome(Outcome::N) => N_CELL,
        }))
    });
    match gave_up {
        Some(gave_up) => Err(gave_up.into()),
        None => written.map(drop),
    }
}

/// The window, what the table is, and how its cells stand for positions.
fn spec(
    opened: &OpenedGame,
    game: &HeapGame,
    view: TableView,
    asked: &Bounds,
    fix: &[String],
) -> anyhow::Result<(Bounds, TableSpec, CellPlaces)> {
    let rules = game.rules();
    let fixed = fixed_heaps(game, fix)?;
    // As in a grid, --to may bound the free heaps alone.
    let free: Vec<usize> = (0..fixed.len()).filter(|heap| fixed[*heap].is_none()).collect();
    let mut bounds = asked.clone();
    if asked.to.len() == free.len() && asked.to.len() > 1 && free.len() < fixed.len() {
        bounds.to = vec![0; fixed.len()];
        free.iter().zip(&asked.to).for_each(|(heap, to)| bounds.to[*heap] = *to);
    }
    let largest = bounds.to.iter().copied().max().unwrap_or(0);
    if fixed.iter().any(Option::is_some) {
        let upper = |heap: usize| match bounds.to.as_slice() {
            [] => bounds.total.unwrap_or(0),
            [one] => *one,
            each => each.get(heap).copied().unwrap_or(largest),
        };
        bounds.to = (0..fixed.len()).map(|heap| fixed[heap].unwrap_or(upper(heap))).collect();
    }
    // Sizes by heap in the order of the rule, not sorted as bounds of unordered heaps are.
    game.must_be_window(&bounds)?;
    let mut upper: Vec<u64> = match bounds.to.as_slice() {
        [] => game.upper_bounds(&bounds)?,
        [one] => vec![*one; fixed.len()],
        each => each.to_vec(),
    };
    // A window has all values of a state.
    upper.truncate(rules.heaps());
    upper.extend(&rules.states);
    for (up, fixed) in upper.iter_mut().zip(&fixed).skip(rules.heaps()) {
        *up = fixed.unwrap_or(*up);
    }
    let lower: Vec<u64> = (0..fixed.len()).map(|h| fixed[h].unwrap_or(rules.lower[h])).collect();
    if let Some(heap) = (0..lower.len()).find(|heap| lower[*heap] > upper[*heap]) {
        let (name, low) = (&rules.names[heap], lower[heap]);
        bail!("heap {name} is at least {low}: --to {} is too small", upper[heap]);
    }
    let mut about = files::about(&opened.ruleset, &bounds, view.convention);
    about.more.insert("fixed".into(), serde_json::json!(fix));
    let stones = upper.iter().fold(0u64, |sum, up| sum.saturating_add(*up));
    let most = match view.shows {
        ShownFact::Outcome => N_CELL,
        // Where stones may be added, a game may last longer.
        _ if !rules.measure.is_stones() => u32::MAX - 1,
        // No game lasts longer than its stones, and no value is larger than a game is long.
        // The misère value of a position without moves is 1.
        ShownFact::Grundy | ShownFact::Remoteness => {
            u32::try_from(stones.max(1)).unwrap_or(u32::MAX - 1)
        }
    };
    let shows = view.word().to_string();
    let spec = TableSpec { about, shows, heaps: rules.names.clone(), lower, upper, largest: most };
    let places = CellPlaces {
        fixed: fixed.iter().map(Option::is_some).collect(),
        unordered: rules.symmetry.identifies(),
    };
    Ok((bounds, spec, places))
}

fn from_file(
    game: &HeapGame,
    file: &TableFile,
    view: TableView,
    mut stored: StoredResult,
    bounds: &Bounds,
    control: &Control,
) -> anyhow::Result<()> {
    stored.window(bounds)?;
    match view.shows {
        ShownFact::Remoteness => {
            bail!("{} does not tell how long a game takes", stored.path.display())
        }
        ShownFact::Grundy if view.is_misere_grundy() => {
            bail!("{} does not tell the Grundy values of misère play", stored.path.display())
        }
        ShownFact::Grundy => {
            let mut source = FactSource::stored(stored, game)?;
            write(game, file, bounds, control, &mut |position| Ok(source.value(position)?))
        }
        ShownFact::Outcome if stored.is_table() => {
            write(game, file, bounds, control, &mut |position| {
                let missing = || GaveUp::new("a position is not in the file");
                let is_p = stored.is_p(game, position)?.ok_or_else(missing)?;
                Ok(if is_p { P_CELL } else { N_CELL })
            })
        }
        ShownFact::Outcome => {
            let mut p = CellBits::new(&file.spec, u128::MAX)?;
            stored.visit_p(game, &mut |position| p.mark(position))?;
            write(game, file, bounds, control, &mut |position| Ok(p.cell(position)))
        }
    }
}

/// A table that is solved.
struct TableSolve<'a> {
    game: &'a HeapGame,
    file: &'a TableFile<'a>,
    view: TableView,
    keeping: &'a Keeping,
    bounds: &'a Bounds,
    control: &'a Control,
}

impl TableSolve<'_> {
    fn run(&self) -> anyhow::Result<()> {
        let TableSolve { game, view, bounds, control, .. } = *self;
        match view.shows {
            ShownFact::Grundy if view.is_misere_grundy() => self.by_pairs(),
            ShownFact::Grundy => {
                let plan = game.plan(&Question::Values { window: bounds }, control)?;
                match plan.table() {
                    Some(table) => self.values(table),
                    None => self.walked(&plan),
                }
            }
            ShownFact::Outcome => {
                let question = Question::PPositions { window: bounds, convention: view.convention };
                let plan = game.plan(&question, control)?;
                if plan.is_reference() { self.by_reference() } else { self.outcomes(&plan) }
            }
            ShownFact::Remoteness => {
                let (to, fact) = (&game.upper_bounds(bounds)?, Fact::Remoteness(view.convention));
                match game.plan(&Question::LookUp { to, fact }, control) {
                    // A large box may hold few positions.
                    Err(Refused::TooLarge { .. }) => self.by_reference(),
                    plan => self.walked(&plan?),
                }
            }
        }
    }

    /// By one pass over the box, which is short enough to be made again if it is interrupted; or else by recursion.
    fn walked(&self, plan: &Plan) -> anyhow::Result<()> {
        let TableSolve { game, file, view, keeping, bounds, control } = *self;
        if plan.is_reference() {
            return self.by_reference();
        }
        let window = Bounds { to: game.upper_bounds(bounds)?, total: None };
        let about = &file.spec.about;
        let (solved, kept) = KeptTable::solve(file.path, keeping, about, control, &mut |_| {
            SolvedWindow::solve(game, &window, plan, control).map_err(unanswered)
        })?;
        let value = &mut |heaps: &[u64]| {
            let Some(position) = self.position(heaps) else { return Ok(None) };
            let told = match view.shows {
                ShownFact::Remoteness => solved.remoteness(game, &position, view.convention),
                _ => solved.grundy(game, &position),
            };
            let outside = || anyhow!("a position is outside of the window");
            told.map(Some).ok_or_else(outside)
        };
        kept.write(file, control, value, &|_| Ok(()))
    }

    fn values(&self, plan: &TablePlan) -> anyhow::Result<()> {
        let TableSolve { game, file, keeping, control, .. } = *self;
        let about = &file.spec.about;
        let (table, kept) = KeptTable::solve(file.path, keeping, about, control, &mut |session| {
            let control = control.planned(plan.positions, "positions");
            plan.solve_from(game, session, &control).map_err(unfinished)
        })?;
        let value = &mut |heaps: &[u64]| Ok(self.position(heaps).map(|p| table.get(&p)));
        kept.write(file, control, value, &|keeper| table.keep(game, plan, keeper))
    }

    /// P-positions go into a spool, and from there into a bit a cell.
    fn outcomes(&self, plan: &Plan) -> anyhow::Result<()> {
        let TableSolve { game, file, view, keeping, bounds, control } = *self;
        let spec = &file.spec;
        let mut p = CellBits::new(spec, control.memory() as u128)?;
        let kept = RunCheckpoint::new(Some(file.path), keeping, spec.about.clone(), control)?;
        let (spool, largest) = (beside(file.path, ".spool"), game.upper_bounds(bounds)?);
        let layout = set_file::layout(spec.heaps.len(), largest.into_iter().max().unwrap_or(0))?;
        let solve = &mut |session: EngineSession, visit: &mut dyn FnMut(&[u64])| {
            let control = plan.counting(control);
            let (convention, visit) = (view.convention, &mut |position: &Heaps| visit(position));
            p_positions_from(game, bounds, convention, plan, session, &control, visit)
                .map_err(unfinished)
        };
        let mut run = SpooledRun::solve(kept, &spool, layout, keeping, solve)?;
        let mut rows = run.spool().read()?;
        while let Some(row) = rows.next()? {
            p.mark(row);
        }
        let value = &mut |heaps: &[u64]| Ok(self.position(heaps).map(|h| p.cell(&h)));
        let written = table_file::write(file, control, value);
        run.used(written)
    }

    /// Misère Grundy values by plain recursion, which begins again if it is interrupted.
    fn by_pairs(&self) -> anyhow::Result<()> {
        let TableSolve { game, file, keeping, control, .. } = *self;
        let about = &file.spec.about;
        let control = &control.recursing();
        let (solver, kept) = KeptTable::solve(file.path, keeping, about, control, &mut |_| {
            Ok(ValuePairSolver::new(game))
        })?;
        let solver = RefCell::new(solver);
        let value = &mut |heaps: &[u64]| {
            let Some(position) = self.position(heaps) else { return Ok(None) };
            Ok(Some(solver.borrow_mut().pair(&position, control)?.misere))
        };
        kept.write(file, control, value, &|_| Ok(()))
    }

    /// Plain recursion knows everything of a position; its memo is the state.
    fn by_reference(&self) -> anyhow::Result<()> {
        let TableSolve { game, file, view, keeping, bounds, control } = *self;
        let about = &file.spec.about;
        let list = PositionList {
            bounds,
            convention: view.convention,
            wanted: &|heaps| self.is_shown(heaps),
        };
        let ((mut solver, end), kept) =
            KeptTable::solve(file.path, keeping, about, control, &mut |session| {
                let mut solver = Reference::new(game);
                let control = control.recursing();
                let end = solver.solve_from(&list, session, &control, &mut |_, _| {});
                Ok((solver, end.map_err(unfinished)?))
            })?;
        let (solver, left) = (RefCell::new(&mut solver), control.recursing());
        let value = &mut |heaps: &[u64]| {
            let Some(position) = self.position(heaps) else { return Ok(None) };
            let facts = solver.borrow_mut().facts(&position, &left)?;
            Ok(Some(match view.shows {
                ShownFact::Grundy => facts.grundy,
                ShownFact::Remoteness => facts.remoteness(view.convention),
                ShownFact::Outcome if facts.outcome(view.convention) == Outcome::P => P_CELL,
                ShownFact::Outcome => N_CELL,
            }))
        };
        kept.write(file, control, value, &|keeper| solver.borrow().keep(&list, end, keeper))
    }

    /// The position of a cell, if it is one of the window.
    fn position(&self, heaps: &[u64]) -> Option<Heaps> {
        self.game.position(heaps).ok().filter(|heaps| self.game.is_within(self.bounds, heaps))
    }

    /// Whether some cell shows a position: `--fix` may keep a heap at a size.
    fn is_shown(&self, heaps: &Heaps) -> bool {
        let TableSpec { lower, upper, .. } = &self.file.spec;
        let mut fixed = (0..lower.len()).filter(|at| lower[*at] == upper[*at]);
        match self.game.rules().symmetry.identifies() {
            true => fixed.all(|at| heaps.contains(&lower[at])),
            false => fixed.all(|at| heaps[at] == lower[at]),
        }
    }
}

/// Writes the value of every cell that is a position of the window.
fn write(
    game: &HeapGame,
    file: &TableFile,
    bounds: &Bounds,
    control: &Control,
    value: &mut dyn FnMut(&Heaps) -> anyhow::Result<u32>,
) -> anyhow::Result<()> {
    table_file::write(file, control, &mut |heaps| match game.position(heaps) {
        Ok(position) if game.is_within(bounds, &position) => value(&position).map(Some),
        _ => Ok(None),
    })
}

/// A bit for each cell of the table, in canonical order of its heaps.
struct CellBits {
    lower: Vec<u64>,
    sizes: Vec<u64>,
    words: Vec<u64>,
}

impl CellBits {
    fn new(spec: &TableSpec, memory: u128) -> anyhow::Result<CellBits> {
        let least = spec.lower.iter().copied().min().unwrap_or(0);
        let most = spec.upper.iter().copied().max().unwrap_or(0);
        // Sorted heaps stand in other places, so every place takes every size.
        let sizes = vec![most - least + 1; spec.lower.len()];
        let cells = sizes.iter().try_fold(1u128, |all, size| all.checked_mul((*size).into()));
        let words = cells.map(|cells| cells.div_ceil(64)).filter(|words| words * 8 <= memory);
        let words = words.and_then(|words| usize::try_from(words).ok()).ok_or_else(|| {
            anyhow!("a bit for each position does not fit into --memory: choose a smaller window, or `positions -o x.parquet`")
        })?;
        Ok(CellBits { lower: vec![least; spec.lower.len()], sizes, words: vec![0; words] })
    }

    fn index(&self, heaps: &[u64]) -> usize {
        let places = heaps.iter().zip(&self.lower).zip(&self.sizes);
        places.fold(0, |at, ((heap, low), size)| at * *size as usize + (heap - low) as usize)
    }

    fn mark(&mut self, heaps: &[u64]) {
        let inside = heaps.iter().zip(&self.lower).zip(&self.sizes);
        if inside.into_iter().all(|((heap, low), size)| heap >= low && heap - low < *size) {
            let at = self.index(heaps);
            self.words[at / 64] |= 1 << (at % 64);
        }
    }

    fn cell(&self, heaps: &[u64]) -> u32 {
        let at = self.index(heaps);
        if self.words[at / 64] >> (at % 64) & 1 == 1 { P_CELL } else { N_CELL }
    }
}
