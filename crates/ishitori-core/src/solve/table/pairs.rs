//! Grundy values of two unordered heaps with lines, diagonals and sums.
//!
//! The state is the values alone: the sets are filled from them again, which takes a part of the time
//! that the values took, and the state half the bytes.

use std::io;

use super::plan::TablePlan;
use super::values::GrundyTable;
use super::whole::index;
use crate::control::Control;
use crate::game::HeapGame;
use crate::solve::shape::FamilyShape;
use crate::solve::snapshot::{SafePoints, StateError, StateReader, StateWriter, UnfinishedRun};

/// A growing set of values, with the first word that still has room.
#[derive(Clone, Default)]
struct MexSet {
    words: Vec<u64>,
    first: usize,
}

impl MexSet {
    fn insert(&mut self, value: u32) {
        let at = value as usize / 64;
        if at >= self.words.len() {
            self.words.resize(at + 1, 0);
        }
        self.words[at] |= 1 << (value % 64);
        while self.words.get(self.first) == Some(&u64::MAX) {
            self.first += 1;
        }
    }
}

/// The least value in none of the sets.
fn mex(sets: &[&MexSet]) -> u32 {
    let mut at = sets.iter().map(|set| set.first).max().unwrap_or(0);
    loop {
        let word = sets.iter().fold(0, |word, set| word | set.words.get(at).copied().unwrap_or(0));
        if word != u64::MAX {
            return (64 * at) as u32 + word.trailing_ones();
        }
        at += 1;
    }
}

/// Whether there are few enough different sums.
pub(super) fn fit(shapes: &[FamilyShape]) -> bool {
    losses(shapes).len() <= MAX_LOSSES
}

/// How many different numbers of stones may vanish in sums.
const MAX_LOSSES: usize = 2;

/// How many stones vanish in the sums, each number once.
fn losses(shapes: &[FamilyShape]) -> Vec<usize> {
    let mut losses: Vec<usize> = shapes
        .iter()
        .filter_map(|shape| match shape {
            FamilyShape::Sum { less, .. } => usize::try_from(*less).ok(),
            _ => None,
        })
        .collect();
    losses.sort_unstable();
    losses.dedup();
    losses
}

/// Visits pairs `a <= b` by `b`. On arrival the line of `b` holds the pairs with less than `a`, the
/// line of `a` those with less than `b`, and the sums up to `b` are complete.
pub(super) fn solve(
    game: &HeapGame,
    plan: &TablePlan,
    control: &Control,
    safe: &mut SafePoints,
) -> Result<GrundyTable, UnfinishedRun> {
    let mut table = GrundyTable::new(game, &plan.upper, index(game, plan.method));
    let (low, top) = (game.rules().lower[0] as usize, plan.upper[1] as usize);
    let mut sets = PairSets::new(&plan.shapes, top);
    let first = match safe.source() {
        Some(source) => read(&mut table, &mut sets, low, source)?,
        None => low,
    };
    let mut at = (first - low) * (first - low + 1) / 2;
    for b in first..=top {
        if b > first && safe.is_due() {
            safe.keep(control, &|out| write(&table, b, at, out))?;
        }
        safe.spent(control.spend((b - low + 1) as u64))?;
        for a in low..=b {
            let value = sets.mex(a, b);
            table.values.set(at, value)?;
            at += 1;
            sets.insert(a, b, value);
        }
    }
    Ok(table)
}

/// Writes what is needed from row `b` on, which begins at `at`.
fn write(table: &GrundyTable, b: usize, at: usize, out: &mut StateWriter<'_>) -> io::Result<()> {
    out.size(b)?;
    table.values.write_first(at, out)
}

/// Reads that back; the row.
fn read(
    table: &mut GrundyTable,
    sets: &mut PairSets,
    low: usize,
    mut source: StateReader<'_>,
) -> Result<usize, StateError> {
    let bound = table.bound();
    let row = source.step(low as u64, sets.top as u64)? as usize;
    let mut at = 0;
    for b in low..row {
        for a in low..=b {
            let value = table.values.read(at, bound, &mut source)?;
            sets.insert(a, b, value);
            at += 1;
        }
    }
    source.end()?;
    Ok(row)
}

/// The values on all lines, on all diagonals, and of all pairs with the same sum.
struct PairSets {
    has_lines: bool,
    has_diagonals: bool,
    losses: Vec<usize>,
    top: usize,
    empty: MexSet,
    lines: Vec<MexSet>,
    diagonals: Vec<MexSet>,
    sums: Vec<MexSet>,
}

impl PairSets {
    fn new(shapes: &[FamilyShape], top: usize) -> PairSets {
        let sets = || vec![MexSet::default(); top + 1];
        PairSets {
            has_lines: shapes.iter().any(|s| matches!(s, FamilyShape::Cone(_))),
            has_diagonals: shapes.iter().any(|s| matches!(s, FamilyShape::Diagonal(_))),
            losses: losses(shapes),
            top,
            empty: MexSet::default(),
            lines: sets(),
            diagonals: sets(),
            sums: sets(),
        }
    }

    /// The value of a pair.
    #[inline]
    fn mex(&self, a: usize, b: usize) -> u32 {
        let empty = &self.empty;
        let line = |x: usize| if self.has_lines { &self.lines[x] } else { empty };
        let diagonal = if self.has_diagonals { &self.diagonals[b - a] } else { empty };
        let mut sets = [empty; 3 + 2 * MAX_LOSSES];
        sets[..3].copy_from_slice(&[line(a), line(b), diagonal]);
        let mut count = 3;
        for loss in &self.losses {
            sets[count] = a.checked_sub(*loss).map_or(empty, |sum| &self.sums[sum]);
            sets[count + 1] = b.checked_sub(*loss).map_or(empty, |sum| &self.sums[sum]);
            count += 2;
        }
        mex(&sets[..count])
    }

    /// Adds the value of a pair to the sets it is in.
    #[inline]
    fn insert(&mut self, a: usize, b: usize, value: u32) {
        if self.has_lines {
            self.lines[a].insert(value);
            self.lines[b].insert(value);
        }
        if self.has_diagonals {
            self.diagonals[b - a].insert(value);
        }
        if !self.losses.is_empty() && a + b <= self.top {
            self.sums[a + b].insert(value);
        }
    }
}
