//! A table that is streamed into a file, with checkpoints while it is solved.
//!
//! A dimension a heap, in the order of the rule; a heap that `--fix` keeps has one size. In a game with
//! unordered heaps every arrangement has its cell.

use std::cell::RefCell;
use std::io::Write;

use anyhow::{anyhow, bail};
use ishitori::open::OpenedGame;
use ishitori_core::ask::{Plan, choose, choose_grundy, p_positions_from};
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::{AnyGame, Bounds, HeapGame, Heaps};
use ishitori_core::solve::snapshot::EngineSession;
use ishitori_core::solve::table::TablePlan;
use ishitori_core::solve::{Outcome, PositionList, Reference};
use ishitori_store::tables::TableSpec;

use super::super::plane::{FactSource, fixed_heaps};
use super::super::positions::unfinished;
use super::TableView;
use crate::args::{Shows, TableArgs};
use crate::format::Format;
use crate::progress;
use crate::results;
use crate::results::grid::{self, KeptTable, TableFile};
use crate::results::keeper::{RunCheckpoint, beside};
use crate::results::set::{self, SpooledRun};
use crate::results::stored::{N_CELL, P_CELL, StoredResult};

/// Only what is streamed has checkpoints.
pub fn no_keeping(args: &TableArgs) -> anyhow::Result<()> {
    if args.keeping.is_wanted() {
        bail!(
            "only a table that is streamed into a file has checkpoints: end its name in .zarr, .npy or .jsonl"
        );
    }
    Ok(())
}

pub fn run(
    opened: &OpenedGame,
    args: &TableArgs,
    view: TableView,
    stored: Option<StoredResult>,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let format = args.output.format();
    let Some(path) = &args.output.output else {
        bail!("{} is written into a file: name it with -o", format.word());
    };
    if format == Format::Parquet {
        bail!(
            "Parquet holds sets of positions: use `ishitori positions`, or end the file's name in .zarr"
        );
    }
    let AnyGame::Heaps(game) = &opened.game else {
        bail!("a table of a board has too many dimensions for a file: use --format csv or json");
    };
    let (bounds, spec) = spec(opened, game, args, view)?;
    let file = TableFile { path, format, spec };
    match stored {
        Some(stored) => {
            no_keeping(args)?;
            from_file(game, &file, view, stored, &bounds, control)?;
        }
        None => TableSolve { game, file: &file, view, args, bounds: &bounds, control }.run()?,
    }
    writeln!(out, "{} of {} in {}", view.shows.word(), file.spec.about.game, path.display())?;
    Ok(())
}

/// The window, and what the table is.
fn spec(
    opened: &OpenedGame,
    game: &HeapGame,
    args: &TableArgs,
    view: TableView,
) -> anyhow::Result<(Bounds, TableSpec)> {
    let rules = game.rules();
    let fixed = fixed_heaps(game, &args.fix)?;
    let asked = args.window.bounds();
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
    game.upper_bounds(&bounds)?;
    let upper: Vec<u64> = match bounds.to.as_slice() {
        [] => game.upper_bounds(&bounds)?,
        [one] => vec![*one; fixed.len()],
        each => each.to_vec(),
    };
    let lower: Vec<u64> = (0..fixed.len()).map(|h| fixed[h].unwrap_or(rules.lower[h])).collect();
    if let Some(heap) = (0..lower.len()).find(|heap| lower[*heap] > upper[*heap]) {
        let (name, low) = (&rules.names[heap], lower[heap]);
        bail!("heap {name} is at least {low}: --to {} is too small", upper[heap]);
    }
    let mut about = results::about(&opened.ruleset, &bounds, view.convention);
    about.more.insert("fixed".into(), serde_json::json!(args.fix));
    let stones = upper.iter().fold(0u64, |sum, up| sum.saturating_add(*up));
    let most = match view.shows {
        Shows::Outcome => N_CELL,
        // Where stones may be added, a game may last longer.
        _ if rules.measure.iter().any(|weight| *weight != 1) => u32::MAX - 1,
        // No game lasts longer than its stones, and no value is larger than a game is long.
        Shows::Grundy | Shows::Remoteness => u32::try_from(stones).unwrap_or(u32::MAX - 1),
    };
    let shows = view.shows.word().to_string();
    let spec = TableSpec { about, shows, heaps: rules.names.clone(), lower, upper, largest: most };
    Ok((bounds, spec))
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
        Shows::Remoteness => bail!("{} does not tell how long a game takes", stored.path.display()),
        Shows::Grundy => {
            let mut source = FactSource::stored(stored, game)?;
            write(game, file, bounds, control, &mut |position| Ok(source.value(position)?))
        }
        Shows::Outcome if stored.is_table() => {
            write(game, file, bounds, control, &mut |position| {
                let missing = || GaveUp::new("a position is not in the file");
                let is_p = stored.is_p(game, position)?.ok_or_else(missing)?;
                Ok(if is_p { P_CELL } else { N_CELL })
            })
        }
        Shows::Outcome => {
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
    args: &'a TableArgs,
    bounds: &'a Bounds,
    control: &'a Control,
}

impl TableSolve<'_> {
    fn run(&self) -> anyhow::Result<()> {
        let TableSolve { game, view, bounds, control, .. } = *self;
        match view.shows {
            Shows::Grundy => match choose_grundy(game, bounds, control)?.table() {
                Some(plan) => self.values(plan),
                None => self.by_reference(),
            },
            Shows::Outcome => {
                let plan = choose(game, bounds, view.convention, control)?;
                if plan.is_reference() { self.by_reference() } else { self.outcomes(&plan) }
            }
            Shows::Remoteness => self.by_reference(),
        }
    }

    fn values(&self, plan: &TablePlan) -> anyhow::Result<()> {
        let TableSolve { game, file, args, control, .. } = *self;
        let (about, keeping) = (&file.spec.about, &args.keeping);
        let (table, kept) = KeptTable::solve(file.path, keeping, about, &mut |session| {
            let control = progress::planned(control, plan.positions, "positions");
            plan.solve_from(game, session, &control).map_err(unfinished)
        })?;
        let value = &mut |heaps: &[u64]| Ok(self.position(heaps).map(|p| table.get(&p)));
        kept.write(file, control, value, &|keeper| table.keep(game, plan, keeper))
    }

    /// P-positions go into a spool, and from there into a bit a cell.
    fn outcomes(&self, plan: &Plan) -> anyhow::Result<()> {
        let TableSolve { game, file, view, args, bounds, control } = *self;
        let spec = &file.spec;
        let mut p = CellBits::new(spec, args.memory.bytes())?;
        let kept = RunCheckpoint::new(Some(file.path), &args.keeping, spec.about.clone())?;
        let (spool, largest) = (beside(file.path, ".spool"), game.upper_bounds(bounds)?);
        let layout = set::layout(spec.heaps.len(), largest.into_iter().max().unwrap_or(0))?;
        let solve = &mut |session: EngineSession, visit: &mut dyn FnMut(&[u64])| {
            let control = progress::of_plan(plan, control, args.work);
            let (convention, visit) = (view.convention, &mut |position: &Heaps| visit(position));
            p_positions_from(game, bounds, convention, plan, session, &control, visit)
                .map_err(unfinished)
        };
        let mut run = SpooledRun::solve(kept, &spool, layout, &args.keeping, solve)?;
        let mut rows = run.spool().read()?;
        while let Some(row) = rows.next()? {
            p.mark(row);
        }
        let value = &mut |heaps: &[u64]| Ok(self.position(heaps).map(|h| p.cell(&h)));
        let written = grid::write(file, control, value);
        run.used(written)
    }

    /// Plain recursion knows everything of a position; its memo is the state.
    fn by_reference(&self) -> anyhow::Result<()> {
        let TableSolve { game, file, view, args, bounds, control } = *self;
        let (about, keeping) = (&file.spec.about, &args.keeping);
        let list = PositionList {
            bounds,
            convention: view.convention,
            wanted: &|heaps| self.is_shown(heaps),
        };
        let ((mut solver, end), kept) =
            KeptTable::solve(file.path, keeping, about, &mut |session| {
                let mut solver = Reference::new(game);
                let control = progress::limited(control, args.work);
                let end = solver.solve_from(&list, session, &control, &mut |_, _| {});
                Ok((solver, end.map_err(unfinished)?))
            })?;
        let (solver, left) = (RefCell::new(&mut solver), progress::limited(control, args.work));
        let value = &mut |heaps: &[u64]| {
            let Some(position) = self.position(heaps) else { return Ok(None) };
            let facts = solver.borrow_mut().facts(&position, &left)?;
            Ok(Some(match view.shows {
                Shows::Grundy => facts.grundy,
                Shows::Remoteness => facts.remoteness(view.convention),
                Shows::Outcome if facts.outcome(view.convention) == Outcome::P => P_CELL,
                Shows::Outcome => N_CELL,
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
    value: &mut dyn FnMut(&ishitori_core::game::Heaps) -> anyhow::Result<u32>,
) -> anyhow::Result<()> {
    grid::write(file, control, &mut |heaps| match game.position(heaps) {
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
