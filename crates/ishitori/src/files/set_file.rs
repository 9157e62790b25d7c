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
use ishitori_core::control::Control;
use ishitori_core::solve::snapshot::{EngineSession, SavedState};
use ishitori_store::exports::{JsonLines, NpyRows};
use ishitori_store::positions::{PositionsWriter, SetSpec};
use ishitori_store::{FileSubject, RecordLayout, Spool, SpoolError, SpoolMark, WholeFile, sort};
use serde_json::Value;

use super::checkpoints::{
    self, FileKeeper, RunCheckpoint, RunCollection, RunStart, beside, tell_where,
};
use super::{FileFormat, Keeping};

/// Sorting takes at most so many bytes of memory.
const SORT_MEMORY: u64 = 256 << 20;

/// A set that is to be written.
pub struct SetFile<'a> {
    /// Where.
    pub path: &'a Path,
    /// In which format.
    pub format: FileFormat,
    /// What it is about.
    pub about: FileSubject,
    /// The names of its columns.
    pub columns: Vec<String>,
    /// No number is larger.
    pub largest: u64,
    /// Whether of symmetric positions only one is in it.
    pub canonical: bool,
}

/// Finds the positions, in a session, and tells them.
pub type SetSolver<'s> =
    dyn FnMut(EngineSession, &mut dyn FnMut(&[u64])) -> anyhow::Result<()> + 's;

/// Makes the positions that are wanted of the P-positions in a spool, and tells them.
pub type SetMaker<'s> = dyn FnMut(&mut Spool, &mut dyn FnMut(&[u64])) -> anyhow::Result<()> + 's;

/// Where the positions of a set come from.
pub enum SetOrigin<'s> {
    /// An engine, which is kept.
    Engine(&'s mut SetSolver<'s>),
    /// P-positions of an engine, which is kept, and what is then made of them all at once.
    Made(&'s mut SetSolver<'s>, &'s mut SetMaker<'s>),
    /// A file.
    File(&'s mut SetTeller<'s>),
}

/// Tells positions.
pub type SetTeller<'s> = dyn FnMut(&mut dyn FnMut(&[u64])) -> anyhow::Result<()> + 's;

/// Writes a set; how many positions it has.
pub fn write(
    set: &SetFile,
    keeping: &Keeping,
    control: &Control,
    from: SetOrigin,
) -> anyhow::Result<u64> {
    let layout = layout(set.columns.len(), set.largest)?;
    let target = checkpoints::plain_file(set.path)?;
    let set =
        &SetFile { path: &target, about: set.about.clone(), columns: set.columns.clone(), ..*set };
    let spool = beside(set.path, ".spool");
    let (solve, make) = match from {
        SetOrigin::File(tell) => {
            if keeping.is_wanted() {
                bail!("what is read from a file has no checkpoints: it is read in one go");
            }
            return at_once(set, &spool, layout, control, tell);
        }
        SetOrigin::Engine(solve) => (solve, None),
        SetOrigin::Made(solve, make) => (solve, Some(make)),
    };
    let kept = RunCheckpoint::new(Some(set.path), keeping, set.about.clone(), control)?;
    let mut run = SpooledRun::solve(kept, &spool, layout, keeping, solve)?;
    let rows = match make {
        None => run.spool.sorted_into(set, control),
        Some(make) => at_once(set, &beside(set.path, ".rows"), layout, control, &mut |visit| {
            make(&mut run.spool.spool, visit)
        }),
    };
    run.used(rows)
}

/// The records of a spool of positions.
pub fn layout(heaps: usize, largest: u64) -> anyhow::Result<RecordLayout> {
    RecordLayout::new(heaps, largest)
        .ok_or_else(|| anyhow::anyhow!("positions of {heaps} heaps are too many for a file"))
}

/// Collects positions in a spool at `path`, without a checkpoint, and sorts them into the file.
fn at_once(
    set: &SetFile,
    path: &Path,
    layout: RecordLayout,
    control: &Control,
    tell: &mut SetTeller,
) -> anyhow::Result<u64> {
    let mut spooled = SpoolCollection::new(Spool::create(path, layout)?);
    let told = tell(&mut |row| spooled.append(row));
    let written = told.and_then(|()| spooled.sorted_into(set, control));
    let removed = spooled.spool.remove();
    let rows = written?;
    removed?;
    Ok(rows)
}

/// A solve whose results are all in a spool.
pub struct SpooledRun {
    kept: RunCheckpoint,
    spool: SpoolCollection,
}

impl SpooledRun {
    /// Solves into a spool, from the beginning or from a checkpoint.
    pub fn solve(
        kept: RunCheckpoint,
        spool: &Path,
        layout: RecordLayout,
        keeping: &Keeping,
        solve: &mut SetSolver,
    ) -> anyhow::Result<SpooledRun> {
        // 1. From the beginning, or from a checkpoint.
        let mut checkpoint = match kept.begin(keeping)? {
            RunStart::Fresh => None,
            RunStart::From(checkpoint) => Some(checkpoint),
        };
        let opened = match &mut checkpoint {
            None => Spool::create(spool, layout)?,
            Some(checkpoint) => {
                let mark: SpoolMark = serde_json::from_value(checkpoints::collected(checkpoint)?)?;
                Spool::reopen(spool, layout, &mark)?
            }
        };
        let spooled = RefCell::new(SpoolCollection::new(opened));
        // 2. Solve what is left, if anything is.
        let mut section = checkpoint.as_deref_mut().map(checkpoints::state).transpose()?;
        if !matches!(section, Some(None)) {
            let from = match &mut section {
                Some(Some(section)) => Some(SavedState::open(section)?),
                _ => None,
            };
            let mut keeper = FileKeeper::new(&kept, &spooled);
            let session = EngineSession { from, keeper: &mut keeper };
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
    kept: &RunCheckpoint,
) -> anyhow::Result<()> {
    if let Some(problem) = keeper.problem() {
        return Err(problem);
    }
    result.inspect_err(|error| tell_where(error, kept))
}

/// A spool and what went wrong with it.
struct SpoolCollection {
    spool: Spool,
    problem: Option<SpoolError>,
}

impl SpoolCollection {
    fn new(spool: Spool) -> SpoolCollection {
        SpoolCollection { spool, problem: None }
    }

    fn append(&mut self, row: &[u64]) {
        if self.problem.is_none() {
            self.problem = self.spool.append(row).err();
        }
    }

    /// Sorts it into the file.
    fn sorted_into(&mut self, set: &SetFile, control: &Control) -> anyhow::Result<u64> {
        if let Some(problem) = self.problem.take() {
            return Err(problem.into());
        }
        let rows = self.spool.records();
        let cannot = || format!("cannot write {}", set.path.display());
        let control = control.planned(rows, "positions written");
        let mut sorted = sort::sorted(&mut self.spool, SORT_MEMORY)?;
        let mut each = |write: &mut dyn FnMut(&[u64]) -> anyhow::Result<()>| {
            while let Some(row) = sorted.next()? {
                control.spend(1)?;
                write(row)?;
            }
            anyhow::Ok(())
        };
        match set.format {
            FileFormat::Parquet => {
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
            FileFormat::Npy => {
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

impl RunCollection for SpoolCollection {
    fn mark(&mut self) -> anyhow::Result<Value> {
        Ok(serde_json::to_value(self.spool.sync()?)?)
    }

    fn problem(&mut self) -> Option<anyhow::Error> {
        self.problem.take().map(Into::into)
    }
}
