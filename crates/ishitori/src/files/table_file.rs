//! A table of values, streamed into a file: Zarr, NumPy or JSON lines.
//!
//! The engine's own table is in memory, as the plan says; the file is written from it a slab at a time.
//! Solving is kept as for sets, with nothing collected but the state; writing is begun again if it is
//! interrupted, from the solved table.

use std::cell::RefCell;
use std::io::{self, Write};
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
    /// How its cells stand for positions.
    pub places: CellPlaces,
}

/// How the cells of a table stand for positions.
#[derive(Clone, Debug)]
pub struct CellPlaces {
    /// Whether each heap is kept at a size.
    pub fixed: Vec<bool>,
    /// Whether the order of heaps does not matter, so that several cells are one position.
    pub unordered: bool,
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
pub type CellFunction<'c> = dyn FnMut(&[u64]) -> io::Result<Option<u32>> + 'c;

/// An index is a number of stones: what is below the smallest heap is no position. A heap kept at a size has one index, 0.
fn npy(file: &TableFile, cell: &mut CellFunction) -> anyhow::Result<()> {
    let path = plain_file(file.path)?;
    let mut out = WholeFile::create(&path)?;
    let TableSpec { lower, upper, .. } = &file.spec;
    let first = |heap: usize| if file.places.fixed[heap] { lower[heap] } else { 0 };
    let first: Vec<u64> = (0..lower.len()).map(first).collect();
    let written = write_npy_table(&mut out, &first, upper, &mut |heaps| {
        let is_below = heaps.iter().zip(lower).any(|(heap, low)| heap < low);
        if is_below { Ok(None) } else { cell(heaps) }
    });
    written.with_context(|| format!("cannot write {}", path.display()))?;
    Ok(out.finish()?)
}

fn lines(file: &TableFile, cell: &mut CellFunction) -> anyhow::Result<()> {
    let path = plain_file(file.path)?;
    let out = WholeFile::create(&path)?;
    let out = write_lines(out, &file.spec, &file.places, cell);
    Ok(out.with_context(|| format!("cannot write {}", path.display()))?.finish()?)
}

/// Writes a line for each position; what is no position has none. Where the order of heaps does not matter, a position has
/// one line, with its heaps in the first order that fits into the box.
pub fn write_lines<W: Write>(
    out: W,
    spec: &TableSpec,
    places: &CellPlaces,
    cell: &mut CellFunction,
) -> anyhow::Result<W> {
    let TableSpec { heaps: names, lower, upper, shows, .. } = spec;
    let mut out = JsonLines::new(out, names);
    let mut heaps = lower.clone();
    loop {
        let value = if places.comes_first(&heaps, upper) { cell(&heaps)? } else { None };
        if let Some(value) = value {
            let value = match shows.as_str() {
                "outcome" => json!(if value == P_CELL { "P" } else { "N" }),
                _ => json!(value),
            };
            out.append(&heaps, Some((shows, Some(value))))?;
        }
        let Some(nth) = (0..heaps.len()).rfind(|nth| heaps[*nth] < upper[*nth]) else { break };
        heaps[nth] += 1;
        heaps[nth + 1..].copy_from_slice(&lower[nth + 1..]);
    }
    Ok(out.into_inner())
}

impl CellPlaces {
    /// Whether no other order of these heaps stands before this one in the box.
    ///
    /// Heaps that are kept at a size stay. The others begin at the same size, so if an earlier order fits into the box, one
    /// fits in which two heaps have changed places, a smaller one coming first.
    fn comes_first(&self, heaps: &[u64], upper: &[u64]) -> bool {
        if !self.unordered {
            return true;
        }
        let free = |heap: &usize| !self.fixed[*heap];
        (0..heaps.len()).filter(free).all(|at| {
            let mut after = (at + 1..heaps.len()).filter(free);
            after.all(|other| heaps[at] <= heaps[other] || heaps[at] > upper[other])
        })
    }
}
