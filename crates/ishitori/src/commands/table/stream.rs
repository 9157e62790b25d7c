//! A table that is streamed into a file, with checkpoints while it is solved.
//!
//! A dimension a heap, in the order of the rule; a heap that `--fix` keeps has one size. In a game with
//! unordered heaps every arrangement has its cell.

use std::io::Write;

use anyhow::{anyhow, bail};
use ishitori_core::game::{AnyGame, Bounds, HeapGame};
use ishitori_core::solve::choose::{Engine, choose, choose_grundy, p_positions_from};
use ishitori_core::solve::{GaveUp, Outcome, Reference};
use ishitori_store::tables::TableSpec;

use super::super::plane::{Source, fixed_heaps};
use super::super::positions::unfinished;
use super::View;
use crate::args::{Shows, TableArgs};
use crate::format::Format;
use crate::open::Opened;
use crate::progress;
use crate::results::grid::{self, TableFile};
use crate::results::keeper::Kept;
use crate::results::stored::{N_CELL, P_CELL, StoredResult};
use crate::results::{self};

/// Only what is streamed has checkpoints.
pub fn no_keeping(args: &TableArgs) -> anyhow::Result<()> {
    let keeping = &args.keeping;
    if keeping.resume || keeping.restart || keeping.checkpoint.is_some() {
        bail!(
            "only a table that is streamed into a file has checkpoints: end its name in .zarr, .npy or .jsonl"
        );
    }
    Ok(())
}

pub fn run(
    opened: &Opened,
    args: &TableArgs,
    view: View,
    stored: Option<StoredResult>,
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
    let kept = match stored {
        Some(stored) => {
            no_keeping(args)?;
            from_file(game, &file, view, stored, &bounds)?;
            None
        }
        None => solve(game, &file, view, args, &bounds)?,
    };
    kept.map_or(Ok(()), |kept| kept.remove())?;
    writeln!(out, "{} of {} in {}", view.shows.word(), file.spec.about.game, path.display())?;
    Ok(())
}

/// The window, and what the table is.
fn spec(
    opened: &Opened,
    game: &HeapGame,
    args: &TableArgs,
    view: View,
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
    view: View,
    mut stored: StoredResult,
    bounds: &Bounds,
) -> anyhow::Result<()> {
    stored.window(bounds)?;
    match view.shows {
        Shows::Remoteness => bail!("{} does not tell how long a game takes", stored.path.display()),
        Shows::Grundy => {
            let mut source = Source::stored(stored, game)?;
            write(game, file, bounds, &mut |position| Ok(source.value(position)?))
        }
        Shows::Outcome if stored.is_table() => write(game, file, bounds, &mut |position| {
            let missing = || GaveUp::new("a position is not in the file");
            let is_p = stored.is_p(game, position)?.ok_or_else(missing)?;
            Ok(if is_p { P_CELL } else { N_CELL })
        }),
        Shows::Outcome => {
            let mut p = Bits::new(&file.spec, u128::MAX)?;
            stored.visit_p(game, &mut |position| p.mark(position))?;
            write(game, file, bounds, &mut |position| Ok(p.cell(position)))
        }
    }
}

fn solve(
    game: &HeapGame,
    file: &TableFile,
    view: View,
    args: &TableArgs,
    bounds: &Bounds,
) -> anyhow::Result<Option<Kept>> {
    let (keeping, about) = (&args.keeping, &file.spec.about);
    match view.shows {
        Shows::Grundy => {
            if let Some(plan) = choose_grundy(game, bounds, args.memory.limits())? {
                let (table, kept) = grid::kept(file.path, keeping, about, &mut |session| {
                    let mut budget = progress::planned(plan.positions, "positions");
                    plan.solve_from(game, session, &mut budget).map_err(unfinished)
                })?;
                write(game, file, bounds, &mut |position| Ok(table.get(position)))?;
                return Ok(Some(kept));
            }
            by_reference(game, file, view, args, bounds)
        }
        Shows::Outcome => {
            let plan = choose(game, bounds, view.convention, args.memory.limits())?;
            if matches!(plan.engine, Engine::Reference) {
                return by_reference(game, file, view, args, bounds);
            }
            let mut p = Bits::new(&file.spec, args.memory.bytes())?;
            let no = "a table of outcomes has no checkpoints: store the P-positions, as in `positions -o x.parquet`";
            if keeping.resume || keeping.checkpoint.is_some() {
                bail!(no);
            }
            let session = ishitori_core::solve::snapshot::Session {
                from: None,
                keeper: &mut ishitori_core::solve::snapshot::NoKeeper,
            };
            let mut budget = progress::of_plan(&plan, args.work);
            let budget = &mut budget;
            p_positions_from(
                game,
                bounds,
                view.convention,
                &plan,
                session,
                budget,
                &mut |position| {
                    p.mark(position);
                },
            )
            .map_err(unfinished)?;
            write(game, file, bounds, &mut |position| Ok(p.cell(position)))?;
            Ok(None)
        }
        Shows::Remoteness => by_reference(game, file, view, args, bounds),
    }
}

fn by_reference(
    game: &HeapGame,
    file: &TableFile,
    view: View,
    args: &TableArgs,
    bounds: &Bounds,
) -> anyhow::Result<Option<Kept>> {
    if args.keeping.resume || args.keeping.checkpoint.is_some() {
        bail!("plain recursion has no checkpoints for tables: store the P-positions instead");
    }
    let mut solver = Reference::new(game);
    let mut budget = progress::budget(args.work);
    write(game, file, bounds, &mut |position| {
        let facts = solver.facts(position, &mut budget)?;
        Ok(match view.shows {
            Shows::Grundy => facts.grundy,
            Shows::Remoteness => facts.remoteness(view.convention),
            Shows::Outcome if facts.outcome(view.convention) == Outcome::P => P_CELL,
            Shows::Outcome => N_CELL,
        })
    })?;
    Ok(None)
}

/// Writes the value of every cell that is a position of the window.
fn write(
    game: &HeapGame,
    file: &TableFile,
    bounds: &Bounds,
    value: &mut dyn FnMut(&ishitori_core::game::Heaps) -> anyhow::Result<u32>,
) -> anyhow::Result<()> {
    grid::write(file, &mut |heaps| match game.position(heaps) {
        Ok(position) if game.is_within(bounds, &position) => value(&position).map(Some),
        _ => Ok(None),
    })
}

/// A bit for each cell of the table, in canonical order of its heaps.
struct Bits {
    lower: Vec<u64>,
    sizes: Vec<u64>,
    words: Vec<u64>,
}

impl Bits {
    fn new(spec: &TableSpec, memory: u128) -> anyhow::Result<Bits> {
        let least = spec.lower.iter().copied().min().unwrap_or(0);
        let most = spec.upper.iter().copied().max().unwrap_or(0);
        // Sorted heaps stand in other places, so every place takes every size.
        let sizes = vec![most - least + 1; spec.lower.len()];
        let cells = sizes.iter().try_fold(1u128, |all, size| all.checked_mul((*size).into()));
        let words = cells.map(|cells| cells.div_ceil(64)).filter(|words| words * 8 <= memory);
        let words = words.and_then(|words| usize::try_from(words).ok()).ok_or_else(|| {
            anyhow!("a bit for each position does not fit into --memory: choose a smaller window, or `positions -o x.parquet`")
        })?;
        Ok(Bits { lower: vec![least; spec.lower.len()], sizes, words: vec![0; words] })
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
