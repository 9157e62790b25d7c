//! A table of values, streamed into a file: Zarr, NumPy or JSON lines.
//!
//! The engine's own table is in memory, as the plan says; the file is written from it a slab at a time.
//! Solving is kept as for sets, with nothing collected but the state; writing is begun again if it is
//! interrupted, from the solved table.

use std::cell::RefCell;
use std::io;
use std::path::Path;

use anyhow::{Context, bail};
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::solve::snapshot::{EngineSession, Keeper, SavedState};
use ishitori_store::exports::{JsonLines, write_npy_table};
use ishitori_store::tables::{self, TableSpec};
use ishitori_store::{FileSubject, WholeFile};
use serde_json::{Value, json};

use super::checkpoints::{
    self, FileKeeper, Pace, RunCheckpoint, RunCollection, RunStart, plain_file,
};
use super::set_file::finished;
use super::stored::P_CELL;
use super::{FileFormat, Keeping};

/// Cells between two looks at the clock.
const ASK_EVERY: u64 = 1 << 12;

/// A table that is to be written.
pub struct TableFile<'a> {
    /// Where.
    pub path: &'a Path,
    /// In which format.
    pub format: FileFormat,
    /// What it is about, which heaps, which sizes, which values.
    pub spec: TableSpec,
}

/// The value of a position; nothing if it is none.
pub type ValueOf<'s> = dyn FnMut(&[u64]) -> anyhow::Result<Option<u32>> + 's;

/// Nothing is collected: the state holds everything.
struct EmptyCollection;

impl RunCollection for EmptyCollection {
    fn mark(&mut self) -> anyhow::Result<Value> {
        Ok(Value::Null)
    }
}

/// A table whose solve is kept beside its file.
pub struct KeptTable {
    kept: RunCheckpoint,
    pace: Pace,
}

/// Hands over the state of a solve that is finished.
pub type KeepSolved<'s> = dyn Fn(&mut dyn Keeper) -> Result<(), GaveUp> + 's;

impl KeptTable {
    /// Solves in a session whose states are kept beside `path`, or where `keeping` says.
    pub fn solve<T>(
        path: &Path,
        keeping: &Keeping,
        about: &FileSubject,
        control: &Control,
        solve: &mut dyn FnMut(EngineSession) -> anyhow::Result<T>,
    ) -> anyhow::Result<(T, KeptTable)> {
        let kept = RunCheckpoint::new(Some(path), keeping, about.clone(), control)?;
        let mut checkpoint = match kept.begin(keeping)? {
            RunStart::Fresh => None,
            RunStart::From(checkpoint) => Some(checkpoint),
        };
        let mut section = match checkpoint.as_deref_mut() {
            Some(checkpoint) => checkpoints::state(checkpoint)?,
            None => None,
        };
        let from = section.as_mut().map(|section| SavedState::open(section)).transpose()?;
        let nothing = RefCell::new(EmptyCollection);
        let mut keeper = FileKeeper::new(&kept, &nothing);
        let mut table = None;
        let solved =
            solve(EngineSession { from, keeper: &mut keeper }).map(|solved| table = Some(solved));
        finished(solved, &mut keeper, &kept)?;
        let table = table.expect("solved");
        let pace = keeper.into_pace();
        Ok((table, KeptTable { kept, pace }))
    }

    /// Writes the table and cleans up. Whoever is stopped, or killed long after the last checkpoint, does not
    /// solve again.
    pub fn write(
        self,
        file: &TableFile,
        control: &Control,
        value: &mut ValueOf,
        keep_solved: &KeepSolved,
    ) -> anyhow::Result<()> {
        let KeptTable { kept, pace } = self;
        let nothing = RefCell::new(EmptyCollection);
        let mut keeper = FileKeeper::new(&kept, &nothing).with_pace(pace);
        let (mut cells, mut is_kept) = (0u64, false);
        let written = write(file, control, &mut |heaps| {
            cells += 1;
            if !is_kept && cells.is_multiple_of(ASK_EVERY) && keeper.is_due() {
                is_kept = true;
                keep_solved(&mut keeper)?;
            }
            value(heaps)
        });
        if let Err(error) = &written {
            let stopped = error.downcast_ref::<GaveUp>().is_some_and(GaveUp::is_stopped);
            if stopped && !is_kept {
                drop(keep_solved(&mut keeper));
            }
        }
        finished(written, &mut keeper, &kept)?;
        kept.remove()
    }
}

/// Writes a table.
pub fn write(file: &TableFile, control: &Control, value: &mut ValueOf) -> anyhow::Result<()> {
    let spec = &file.spec;
    let sizes = spec.lower.iter().zip(&spec.upper).map(|(low, up)| u128::from(up - low) + 1);
    let cells = sizes.fold(1, u128::saturating_mul);
    let control = control.planned(cells, "cells written");
    // Why it stopped, which passes the writers as an error of theirs.
    let mut problem = None;
    let cell = &mut |heaps: &[u64]| {
        let found = control.spend(1).map_err(anyhow::Error::from).and_then(|()| value(heaps));
        found.map_err(|error| {
            problem = Some(error);
            io::Error::other("a value is missing")
        })
    };
    let written: anyhow::Result<()> = match file.format {
        FileFormat::Zarr => tables::write(file.path, spec, cell).map(drop).map_err(Into::into),
        FileFormat::Npy => npy(file, cell),
        FileFormat::Jsonl => lines(file, cell),
        other => bail!("a table is no {}: end its name in .zarr, .npy or .jsonl", other.word()),
    };
    match problem {
        Some(problem) => Err(problem),
        None => written,
    }
}

/// The value of a cell, as the writers ask for it.
type CellFunction<'c> = dyn FnMut(&[u64]) -> io::Result<Option<u32>> + 'c;

fn npy(file: &TableFile, cell: &mut CellFunction) -> anyhow::Result<()> {
    let path = plain_file(file.path)?;
    let mut out = WholeFile::create(&path)?;
    let written = write_npy_table(&mut out, &file.spec.lower, &file.spec.upper, cell);
    written.with_context(|| format!("cannot write {}", path.display()))?;
    Ok(out.finish()?)
}

/// Each position once: what is no position has no line.
fn lines(file: &TableFile, cell: &mut CellFunction) -> anyhow::Result<()> {
    let TableSpec { heaps: names, lower, upper, shows, .. } = &file.spec;
    let path = plain_file(file.path)?;
    let mut out = JsonLines::new(WholeFile::create(&path)?, names);
    let mut heaps = lower.clone();
    loop {
        if let Some(value) = cell(&heaps)? {
            let value = match shows.as_str() {
                "outcome" => json!(if value == P_CELL { "P" } else { "N" }),
                _ => json!(value),
            };
            let written = out.append(&heaps, Some((shows, Some(value))));
            written.with_context(|| format!("cannot write {}", path.display()))?;
        }
        let Some(nth) = (0..heaps.len()).rfind(|nth| heaps[*nth] < upper[*nth]) else { break };
        heaps[nth] += 1;
        heaps[nth + 1..].copy_from_slice(&lower[nth + 1..]);
    }
    Ok(out.into_inner().finish()?)
}
