//! A set of positions, streamed into a file: spool, sort, file.
//!
//! Never is the whole set in memory. While the engine works, positions go to `FILE.spool` in its order; at
//! the end they are sorted into the file, by the first heap, then by the second, so its bytes
//! are the same however the run went. Killed at any point, a run goes on from its checkpoint; if
//! everything was solved, from the spool. What needs all P-positions at once (N-positions, and one of
//! symmetric positions in a window that is not symmetric) is made of the full spool, once more if that is
//! interrupted.

use std::cell::RefCell;
use std::path::Path;

use anyhow::{Context, bail};
use ishitori_core::solve::snapshot::{Saved, Session};
use ishitori_store::exports::{JsonLines, NpyRows};
use ishitori_store::positions::{PositionsWriter, SetSpec};
use ishitori_store::{About, Layout, Mark, Spool, SpoolError, WholeFile, sort};
use serde_json::Value;

use super::keeper::{self, Begin, Collected, FileKeeper, Kept, beside, tell_where};
use crate::args::Keeping;
use crate::format::Format;
use crate::progress;

/// Sorting takes at most so many bytes of memory.
const SORT_MEMORY: u64 = 256 << 20;

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

/// Finds the positions, in a session, and tells them.
pub type Solve<'s> = dyn FnMut(Session, &mut dyn FnMut(&[u64])) -> anyhow::Result<()> + 's;

/// Makes the positions that are wanted of the P-positions in a spool, and tells them.
pub type Make<'s> = dyn FnMut(&mut Spool, &mut dyn FnMut(&[u64])) -> anyhow::Result<()> + 's;

/// Where the positions of a set come from.
pub enum Origin<'s> {
    /// An engine, which is kept.
    Engine(&'s mut Solve<'s>),
    /// P-positions of an engine, which is kept, and what is then made of them all at once.
    Made(&'s mut Solve<'s>, &'s mut Make<'s>),
    /// A file.
    File(&'s mut Tell<'s>),
}

/// Tells positions.
pub type Tell<'s> = dyn FnMut(&mut dyn FnMut(&[u64])) -> anyhow::Result<()> + 's;

/// Writes a set; how many positions it has.
pub fn write(set: &SetFile, keeping: &Keeping, from: Origin) -> anyhow::Result<u64> {
    let layout = layout(set.columns.len(), set.largest)?;
    let target = keeper::plain_file(set.path)?;
    let set =
        &SetFile { path: &target, about: set.about.clone(), columns: set.columns.clone(), ..*set };
    let spool = beside(set.path, ".spool");
    let (solve, make) = match from {
        Origin::File(tell) => {
            if keeping.is_wanted() {
                bail!("what is read from a file has no checkpoints: it is read in one go");
            }
            return at_once(set, &spool, layout, tell);
        }
        Origin::Engine(solve) => (solve, None),
        Origin::Made(solve, make) => (solve, Some(make)),
    };
    let kept = Kept::new(Some(set.path), keeping, set.about.clone())?;
    let mut run = SpooledRun::solve(kept, &spool, layout, keeping, solve)?;
    let rows = match make {
        None => run.spool.sorted_into(set),
        Some(make) => at_once(set, &beside(set.path, ".rows"), layout, &mut |visit| {
            make(&mut run.spool.spool, visit)
        }),
    };
    run.used(rows)
}

/// The records of a spool of positions.
pub fn layout(heaps: usize, largest: u64) -> anyhow::Result<Layout> {
    Layout::new(heaps, largest)
        .ok_or_else(|| anyhow::anyhow!("positions of {heaps} heaps are too many for a file"))
}

/// Collects positions in a spool at `path`, without a checkpoint, and sorts them into the file.
fn at_once(set: &SetFile, path: &Path, layout: Layout, tell: &mut Tell) -> anyhow::Result<u64> {
    let mut spooled = Spooled::new(Spool::create(path, layout)?);
    let told = tell(&mut |row| spooled.append(row));
    let written = told.and_then(|()| spooled.sorted_into(set));
    let removed = spooled.spool.remove();
    let rows = written?;
    removed?;
    Ok(rows)
}

/// A solve whose results are all in a spool.
pub struct SpooledRun {
    kept: Kept,
    spool: Spooled,
}

impl SpooledRun {
    /// Solves into a spool, from the beginning or from a checkpoint.
    pub fn solve(
        kept: Kept,
        spool: &Path,
        layout: Layout,
        keeping: &Keeping,
        solve: &mut Solve,
    ) -> anyhow::Result<SpooledRun> {
        // 1. From the beginning, or from a checkpoint.
        let mut checkpoint = match kept.begin(keeping)? {
            Begin::Fresh => None,
            Begin::From(checkpoint) => Some(checkpoint),
        };
        let opened = match &mut checkpoint {
            None => Spool::create(spool, layout)?,
            Some(checkpoint) => {
                let mark: Mark = serde_json::from_value(keeper::collected(checkpoint)?)?;
                Spool::reopen(spool, layout, &mark)?
            }
        };
        let spooled = RefCell::new(Spooled::new(opened));
        // 2. Solve what is left, if anything is.
        let mut section = checkpoint.as_deref_mut().map(keeper::state).transpose()?;
        if !matches!(section, Some(None)) {
            let from = match &mut section {
                Some(Some(section)) => Some(Saved::open(section)?),
                _ => None,
            };
            let mut keeper = FileKeeper::new(&kept, &spooled);
            let session = Session { from, keeper: &mut keeper };
            let result = solve(session, &mut |row| spooled.borrow_mut().append(row));
            finished(result, &mut keeper, &kept).inspect_err(|_| {
                // Without a checkpoint nobody can use it.
                if !kept.path().exists() {
                    drop(std::fs::remove_file(spool));
                }
            })?;
            kept.all_solved(&mut *spooled.borrow_mut())?;
        }
        Ok(SpooledRun { kept, spool: spooled.into_inner() })
    }

    /// What was found.
    pub fn spool(&mut self) -> &mut Spool {
        &mut self.spool.spool
    }

    /// What came of using it. If that was stopped, says where the work is; else cleans up, first the
    /// checkpoint, because it is of no use without the spool.
    pub fn used<T>(self, result: anyhow::Result<T>) -> anyhow::Result<T> {
        let value = result.inspect_err(|error| tell_where(error, &self.kept))?;
        self.kept.remove()?;
        self.spool.spool.remove()?;
        Ok(value)
    }
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
