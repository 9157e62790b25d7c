//! What is told of the cells of a box: values, or lengths of play.
//!
//! A value is the least number that no option has, a length follows from the shortest way to win and the longest
//! to lose; both read the cells of the options, which stand before. What lies along the row that is walked is
//! remembered (sets of values, ranges of lengths), so that a cell adds its neighbour and not the whole run again.
//! Cost: a step for each run of options that leaves the row, a few bytes of memory for each family.

use std::io;

use super::super::Convention;
use super::super::shape::FamilyShape;
use super::super::snapshot::{StateError, StateReader, StateWriter};
use super::cell::StrideCell;
use super::walk::{BoxWalk, CellFacts, WalkedCell};
use crate::game::{GrownRun, OptionRun};

/// Calls `add` with what stands at a run; notes if nothing stands somewhere, which would be a bug.
#[inline]
fn look_up<C: StrideCell>(
    cells: &[C],
    run: OptionRun,
    is_strange: &mut bool,
    mut add: impl FnMut(u32),
) {
    let none = C::NONE.number();
    let mut add = |number: u32| {
        *is_strange |= number == none;
        add(number & !(u32::from(number == none) << 31));
    };
    let OptionRun { first, step, count } = run;
    if step == 1 {
        // In memory they stand together.
        let first = first as usize;
        cells[first..first + count as usize].iter().for_each(|cell| add(cell.number()));
        return;
    }
    let mut at = first;
    for _ in 0..count {
        add(cells[at as usize].number());
        at += step;
    }
}

/// A set of values that knows how far it is filled.
#[derive(Default)]
struct ReachedValues {
    words: Vec<u64>,
}

impl ReachedValues {
    fn clear(&mut self) {
        self.words.clear();
    }

    #[inline]
    fn add(&mut self, value: u32) {
        let word = value as usize / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (value % 64);
    }

    /// The least value in neither of two sets.
    fn mex(&self, other: &ReachedValues) -> u32 {
        let word = |set: &ReachedValues, at: usize| set.words.get(at).copied().unwrap_or(0);
        let mut at = 0;
        loop {
            let seen = word(self, at) | word(other, at);
            if seen != u64::MAX {
                return 64 * at as u32 + seen.trailing_ones();
            }
            at += 1;
        }
    }
}

/// The values that a row has seen.
pub(super) struct RowSets {
    kept: ReachedValues,
    fresh: ReachedValues,
    grown: Vec<GrownRun>,
    is_strange: bool,
}

impl RowSets {
    pub(super) fn new(walk: &BoxWalk) -> RowSets {
        let grown = vec![GrownRun::default(); walk.families.len()];
        let (kept, fresh) = (ReachedValues::default(), ReachedValues::default());
        RowSets { kept, fresh, grown, is_strange: false }
    }
}

impl<C: StrideCell> CellFacts<C> for RowSets {
    fn is_strange(&self) -> bool {
        self.is_strange
    }

    fn write(&self, out: &mut StateWriter<'_>) -> io::Result<()> {
        out.size(self.kept.words.len())?;
        out.words(&self.kept.words)?;
        write_grown(&self.grown, out)
    }

    fn read(&mut self, most: u32, source: &mut StateReader<'_>) -> Result<(), StateError> {
        self.kept.words = vec![0; source.place(most as usize / 64 + 1)?];
        source.words(&mut self.kept.words)?;
        read_grown(&mut self.grown, source)
    }

    fn value(&mut self, walk: &BoxWalk, cells: &[C], cell: WalkedCell) -> u32 {
        let RowSets { kept, fresh, grown, is_strange } = self;
        if cell.is_new_row {
            kept.clear();
            grown.fill(GrownRun::default());
        }
        if !cell.is_position {
            return 0;
        }
        fresh.clear();
        for (family, grown) in walk.families.iter().zip(grown) {
            if walk.in_rows && family.grows() {
                let add = &mut |run| look_up(cells, run, is_strange, |value| kept.add(value));
                family.visit_new(cell.values, grown, add);
            } else {
                let add = &mut |run| look_up(cells, run, is_strange, |value| fresh.add(value));
                family.visit(cell.values, add);
            }
        }
        kept.mex(fresh)
    }
}

/// What counts of some options for the length of play: the shortest that is lost, and the longest of the others.
#[derive(Clone, Copy)]
pub(super) struct LengthRange {
    least_lost: u32,
    /// One more than the longest, 0 if there is none.
    most_won: u32,
}

impl LengthRange {
    const NONE: LengthRange = LengthRange { least_lost: u32::MAX, most_won: 0 };

    /// Adds an option. Lost is what has this parity.
    #[inline]
    fn add(&mut self, length: u32, lost: u32) {
        let is_lost = length & 1 == lost;
        self.least_lost = self.least_lost.min(if is_lost { length } else { u32::MAX });
        self.most_won = self.most_won.max(if is_lost { 0 } else { length + 1 });
    }

    fn merge(&mut self, other: LengthRange) {
        self.least_lost = self.least_lost.min(other.least_lost);
        self.most_won = self.most_won.max(other.most_won);
    }

    fn write(self, out: &mut StateWriter<'_>) -> io::Result<()> {
        out.u32(self.least_lost)?;
        out.u32(self.most_won)
    }

    fn read(most: u32, source: &mut StateReader<'_>) -> Result<LengthRange, StateError> {
        let (least_lost, most_won) = (source.u32()?, source.u32()?);
        if least_lost > most && least_lost != u32::MAX || most_won > most + 1 {
            return Err(StateError::Damaged("a length is too large"));
        }
        Ok(LengthRange { least_lost, most_won })
    }

    /// How long play lasts with these options.
    fn length(self) -> u32 {
        if self.least_lost == u32::MAX { self.most_won } else { self.least_lost + 1 }
    }
}

/// What counts of the options by a cone or a diagonal, for the cells just passed.
///
/// The options of a position by a cone are those one step below in each of its heaps, and what these lead to by the same cone; a
/// diagonal has one such step. So each cell leaves what counts of itself and of what it leads to, and is needed no later than as
/// many cells on as the largest step is long.
struct CornerRing {
    steps: Vec<(Vec<usize>, usize)>,
    ring: Vec<LengthRange>,
    slot: usize,
}

impl CornerRing {
    fn new(shape: &FamilyShape, weights: &[usize]) -> Option<CornerRing> {
        let steps: Vec<(Vec<usize>, usize)> = match shape {
            FamilyShape::Cone(heaps) => heaps.iter().map(|h| (vec![*h], weights[*h])).collect(),
            FamilyShape::Diagonal(heaps) => {
                vec![(heaps.clone(), heaps.iter().map(|heap| weights[*heap]).sum())]
            }
            _ => return None,
        };
        let length = steps.iter().map(|(_, step)| *step).max()?;
        Some(CornerRing { steps, ring: vec![LengthRange::NONE; length], slot: 0 })
    }

    /// What counts of the options of a position.
    #[inline]
    fn below(&self, walk: &BoxWalk, values: &[i64]) -> LengthRange {
        let mut range = LengthRange::NONE;
        for (heaps, step) in &self.steps {
            if heaps.iter().all(|heap| values[*heap] > walk.lower[*heap]) {
                let behind = self.slot + self.ring.len() - step;
                let at = if behind >= self.ring.len() { behind - self.ring.len() } else { behind };
                range.merge(self.ring[at]);
            }
        }
        range
    }

    /// Goes on to the next cell, with what counts of this one and of what it leads to.
    #[inline]
    fn leave(&mut self, range: LengthRange) {
        self.ring[self.slot] = range;
        self.slot += 1;
        if self.slot == self.ring.len() {
            self.slot = 0;
        }
    }
}

/// The lengths of play in a row.
pub(super) struct RowLengths {
    /// The parity of what is lost.
    lost: u32,
    kept: LengthRange,
    grown: Vec<GrownRun>,
    rings: Vec<Option<CornerRing>>,
    is_strange: bool,
    /// What each ring told of the cell at work.
    below: Vec<LengthRange>,
}

impl RowLengths {
    pub(super) fn new(walk: &BoxWalk, convention: Convention) -> RowLengths {
        let ring = |shape| CornerRing::new(shape, &walk.weights).filter(|_| walk.in_rows);
        RowLengths {
            lost: u32::from(convention == Convention::Misere),
            kept: LengthRange::NONE,
            grown: vec![GrownRun::default(); walk.families.len()],
            rings: walk.shapes.iter().map(ring).collect(),
            below: Vec::new(),
            is_strange: false,
        }
    }
}

impl<C: StrideCell> CellFacts<C> for RowLengths {
    fn is_strange(&self) -> bool {
        self.is_strange
    }

    fn write(&self, out: &mut StateWriter<'_>) -> io::Result<()> {
        self.kept.write(out)?;
        write_grown(&self.grown, out)?;
        for ring in self.rings.iter().flatten() {
            out.u64(ring.slot as u64)?;
            ring.ring.iter().try_for_each(|range| range.write(out))?;
        }
        Ok(())
    }

    fn read(&mut self, most: u32, source: &mut StateReader<'_>) -> Result<(), StateError> {
        self.kept = LengthRange::read(most, source)?;
        read_grown(&mut self.grown, source)?;
        for ring in self.rings.iter_mut().flatten() {
            ring.slot = source.step(0, ring.ring.len() as u64 - 1)? as usize;
            for range in &mut ring.ring {
                *range = LengthRange::read(most, source)?;
            }
        }
        Ok(())
    }

    fn value(&mut self, walk: &BoxWalk, cells: &[C], cell: WalkedCell) -> u32 {
        let lost = self.lost;
        if cell.is_new_row {
            self.kept = LengthRange::NONE;
            self.grown.fill(GrownRun::default());
        }
        if !cell.is_position {
            self.rings.iter_mut().flatten().for_each(|ring| ring.leave(LengthRange::NONE));
            return 0;
        }
        let mut fresh = LengthRange::NONE;
        let (kept, below) = (&mut self.kept, &mut self.below);
        let is_strange = &mut self.is_strange;
        below.clear();
        for ((family, ring), grown) in walk.families.iter().zip(&self.rings).zip(&mut self.grown) {
            if let Some(ring) = ring {
                let range = ring.below(walk, cell.values);
                below.push(range);
                fresh.merge(range);
            } else if walk.in_rows && family.grows() {
                let add =
                    &mut |run| look_up(cells, run, is_strange, |length| kept.add(length, lost));
                family.visit_new(cell.values, grown, add);
            } else {
                let add =
                    &mut |run| look_up(cells, run, is_strange, |length| fresh.add(length, lost));
                family.visit(cell.values, add);
            }
        }
        fresh.merge(*kept);
        let length = fresh.length();
        for (ring, range) in self.rings.iter_mut().flatten().zip(below) {
            range.add(length, lost);
            ring.leave(*range);
        }
        length
    }
}

fn write_grown(grown: &[GrownRun], out: &mut StateWriter<'_>) -> io::Result<()> {
    // One more than the last value; 0 for none.
    grown.iter().try_for_each(|run| out.u64(run.next()))
}

fn read_grown(grown: &mut [GrownRun], source: &mut StateReader<'_>) -> Result<(), StateError> {
    for run in grown {
        *run = GrownRun::up_to(source.step(0, GrownRun::MOST)?);
    }
    Ok(())
}
