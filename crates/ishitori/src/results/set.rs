//! A set of positions, streamed into a file: spool, sort, file.
//!
//! Never is the whole set in memory. While the engine works, positions go to `FILE.spool` in its order; at
//! the end they are sorted into the file, by the first heap, then by the second, so its bytes
//! are the same however the run went. Killed at any point, a run goes on from its checkpoint; if
//! everything was solved, from the spool.

use std::cell::RefCell;
use std::path::Path;

use anyhow::{Context, bail};
use ishitori_core::game::{Board, BoardGame, Bounds, Game, HeapGame, Heaps, SingleGame};
use ishitori_core::solve::GaveUp;
use ishitori_core::solve::snapshot::{Saved, Session};
use ishitori_store::exports::{JsonLines, NpyRows};
use ishitori_store::positions::{PositionsWriter, SetSpec};
use ishitori_store::{About, Layout, Mark, Spool, SpoolError, WholeFile, sort};
use serde_json::Value;

use super::keeper::{self, Begin, Collected, FileKeeper, Kept, beside};
use crate::args::Keeping;
use crate::format::Format;
use crate::progress;

/// Sorting takes at most so many bytes of memory.
const SORT_MEMORY: u64 = 256 << 20;

/// A game whose positions are rows of numbers.
pub trait Columns: Game {
    /// The names of the columns.
    fn columns(&self) -> Vec<String>;

    /// No number in a window is larger.
    fn largest(&self, bounds: &Bounds) -> anyhow::Result<u64>;

    /// The numbers of a position.
    fn numbers(&self, position: &Self::Position, row: &mut Vec<u64>);

    /// The position with these numbers.
    fn with_numbers(&self, row: &[u64]) -> anyhow::Result<Self::Position>;
}

impl Columns for HeapGame {
    fn columns(&self) -> Vec<String> {
        self.rules().names.clone()
    }

    fn largest(&self, bounds: &Bounds) -> anyhow::Result<u64> {
        Ok(self.upper_bounds(bounds)?.into_iter().max().unwrap_or(0))
    }

    fn numbers(&self, position: &Heaps, row: &mut Vec<u64>) {
        row.clear();
        row.extend_from_slice(position);
    }

    fn with_numbers(&self, row: &[u64]) -> anyhow::Result<Heaps> {
        Ok(self.position(row)?)
    }
}

/// A position has any number of heaps, so there are no columns.
impl Columns for SingleGame {
    fn columns(&self) -> Vec<String> {
        Vec::new()
    }

    fn largest(&self, bounds: &Bounds) -> anyhow::Result<u64> {
        Ok(bounds.to.first().copied().or(bounds.total).unwrap_or(0))
    }

    fn numbers(&self, position: &Vec<u64>, row: &mut Vec<u64>) {
        row.clone_from(position);
    }

    fn with_numbers(&self, row: &[u64]) -> anyhow::Result<Vec<u64>> {
        Ok(row.to_vec())
    }
}

/// A row of a board is a number: its first cell is the bit of value 1, the next of value 2, and so on.
impl Columns for BoardGame {
    fn columns(&self) -> Vec<String> {
        (1..=self.rules().rows).map(|row| format!("row{row}")).collect()
    }

    fn largest(&self, _: &Bounds) -> anyhow::Result<u64> {
        Ok((1 << self.rules().columns) - 1)
    }

    fn numbers(&self, board: &Board, row: &mut Vec<u64>) {
        let (rows, columns) = (self.rules().rows, self.rules().columns);
        let number =
            |row| (0..columns).map(|c| u64::from(self.has(*board, row, c)) << c).sum::<u64>();
        row.clear();
        row.extend((0..rows).map(number));
    }

    fn with_numbers(&self, row: &[u64]) -> anyhow::Result<Board> {
        let cells = row.iter().enumerate().flat_map(|(r, number)| {
            (0..64).filter(move |c| number >> c & 1 == 1).map(move |c| (r, c))
        });
        let empty = self.with_mask(0).expect("an empty board is one");
        let board = cells.into_iter().try_fold(empty, |board, (r, c)| self.toggled(board, r, c));
        board.ok_or_else(|| anyhow::anyhow!("{row:?} is no board of this game"))
    }
}

/// A set that is to be written.
pub struct SetFile<'a> {
    /// Where.
    pub path: &'a Path,
    /// In which format.
    pub format: Format,
    /// What it is about.
    pub about: About,
    /// The names of its columns.
    pub columns: Vec<String>,
    /// No number is larger.
    pub largest: u64,
    /// Whether of symmetric positions only one is in it.
    pub canonical: bool,
}

/// Finds the positions, from the beginning or in a session, and tells them.
pub type Solve<'s> = dyn FnMut(Option<Session>, &mut dyn FnMut(&[u64])) -> anyhow::Result<()> + 's;

/// Writes a set; how many positions it has. What is not `resumable` has no checkpoints.
pub fn write(
    set: &SetFile,
    keeping: &Keeping,
    resumable: bool,
    solve: &mut Solve,
) -> anyhow::Result<u64> {
    let Some(layout) = Layout::new(set.columns.len(), set.largest) else {
        bail!("positions of {} heaps are too many for a file", set.columns.len());
    };
    let target = keeper::plain_file(set.path)?;
    let set =
        &SetFile { path: &target, about: set.about.clone(), columns: set.columns.clone(), ..*set };
    let kept = Kept::new(Some(set.path), keeping, set.about.clone())?;
    let spool = beside(set.path, ".spool");
    if [set.path, &spool].contains(&kept.path()) {
        bail!(
            "--checkpoint {}: this is where the result goes; name another file",
            kept.path().display()
        );
    }
    if !resumable {
        if keeping.resume || keeping.checkpoint.is_some() {
            bail!(
                "this cannot be resumed: N-positions, and --canonical in a window that is not symmetric, are \
                 collected in memory"
            );
        }
        let mut spooled = Spooled::new(Spool::create(&spool, layout)?);
        let solved = solve(None, &mut |row| spooled.append(row));
        let written = solved.and_then(|()| spooled.sorted_into(set));
        let removed = spooled.spool.remove();
        let rows = written?;
        removed?;
        return Ok(rows);
    }
    // 1. From the beginning, or from a checkpoint.
    let mut checkpoint = match kept.begin(keeping)? {
        Begin::Fresh => None,
        Begin::From(checkpoint) => Some(checkpoint),
    };
    let opened = match &mut checkpoint {
        None => Spool::create(&spool, layout)?,
        Some(checkpoint) => {
            let mark: Mark = serde_json::from_value(keeper::collected(checkpoint)?)?;
            Spool::reopen(&spool, layout, &mark)?
        }
    };
    let spooled = RefCell::new(Spooled::new(opened));
    // 2. Solve what is left.
    let mut section = checkpoint.as_deref_mut().map(keeper::state).transpose()?;
    let solved = matches!(section, Some(None));
    if !solved {
        let from = match &mut section {
            Some(Some(section)) => Some(Saved::open(section)?),
            _ => None,
        };
        let mut keeper = FileKeeper::new(&kept, &spooled);
        let session = Session { from, keeper: &mut keeper };
        let result = solve(Some(session), &mut |row| spooled.borrow_mut().append(row));
        finished(result, &mut keeper, &kept).inspect_err(|_| {
            // Without a checkpoint nobody can use it.
            if !kept.path().exists() {
                drop(std::fs::remove_file(&spool));
            }
        })?;
        kept.all_solved(&mut *spooled.borrow_mut())?;
    }
    // 3. Bring it into the file, and clean up: first the checkpoint, because it is of no use without the spool.
    let mut spooled = spooled.into_inner();
    let rows = spooled.sorted_into(set).inspect_err(|error| tell_where(error, &kept))?;
    kept.remove()?;
    spooled.spool.remove()?;
    Ok(rows)
}

/// What came of solving: a problem with files is the reason, not what the engine says of it.
pub fn finished(
    result: anyhow::Result<()>,
    keeper: &mut FileKeeper,
    kept: &Kept,
) -> anyhow::Result<()> {
    if let Some(problem) = keeper.problem() {
        return Err(problem);
    }
    result.inspect_err(|error| tell_where(error, kept))
}

/// Says where the work of a run is that was stopped.
fn tell_where(error: &anyhow::Error, kept: &Kept) {
    let stopped = error.downcast_ref::<GaveUp>().is_some_and(GaveUp::is_stopped);
    if stopped && kept.path().exists() {
        progress::note(&format!(
            "the work so far is kept in {}: the same command with --resume goes on",
            kept.path().display()
        ));
    }
}

/// A spool and what went wrong with it.
struct Spooled {
    spool: Spool,
    problem: Option<SpoolError>,
}

impl Spooled {
    fn new(spool: Spool) -> Spooled {
        Spooled { spool, problem: None }
    }

    fn append(&mut self, row: &[u64]) {
        if self.problem.is_none() {
            self.problem = self.spool.append(row).err();
        }
    }

    /// Sorts it into the file.
    fn sorted_into(&mut self, set: &SetFile) -> anyhow::Result<u64> {
        if let Some(problem) = self.problem.take() {
            return Err(problem.into());
        }
        let rows = self.spool.records();
        let cannot = || format!("cannot write {}", set.path.display());
        let mut budget = progress::planned(rows.into(), "positions written");
        let mut sorted = sort::sorted(&mut self.spool, SORT_MEMORY)?;
        let mut each = |write: &mut dyn FnMut(&[u64]) -> anyhow::Result<()>| {
            while let Some(row) = sorted.next()? {
                budget.spend(1)?;
                write(row)?;
            }
            anyhow::Ok(())
        };
        match set.format {
            Format::Parquet => {
                let spec = SetSpec {
                    about: set.about.clone(),
                    heaps: set.columns.clone(),
                    largest: set.largest,
                    canonical: set.canonical,
                };
                let mut out = PositionsWriter::create(set.path, spec)?;
                each(&mut |row| Ok(out.append(row)?))?;
                out.finish()?;
            }
            Format::Npy => {
                let out = NpyRows::new(WholeFile::create(set.path)?, set.columns.len());
                let mut out = out.with_context(cannot)?;
                each(&mut |row| out.append(row).with_context(cannot))?;
                out.finish().with_context(cannot)?.finish()?;
            }
            _ => {
                let mut out = JsonLines::new(WholeFile::create(set.path)?, &set.columns);
                each(&mut |row| out.append(row, None).with_context(cannot))?;
                out.into_inner().finish()?;
            }
        }
        Ok(rows)
    }
}

impl Collected for Spooled {
    fn mark(&mut self) -> anyhow::Result<Value> {
        Ok(serde_json::to_value(self.spool.sync()?)?)
    }

    fn problem(&mut self) -> Option<anyhow::Error> {
        self.problem.take().map(Into::into)
    }
}
