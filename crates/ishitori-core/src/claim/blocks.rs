//! Positions by the block: 256 of them are filled into columns, looked at together, and those that fail are noted.
//!
//! Positions come as lines (the last heap takes one size after the other) or one by one; who wins and the Grundy values along a line are
//! read from the solved window as they lie there. Of the positions that fail only the smallest and the flattest are kept, by keys that
//! do not depend on the order in which they come. Where the columns do not know, the position is kept, to be walked later.

use std::ops::ControlFlow;

use super::columns::{ColumnFormula, ColumnRunner, FormulaPart, LANES, Lane, PartWalker};
use super::evaluate::Evaluator;
use super::formula::CompiledCondition;
use crate::ask::SolvedWindow;
use crate::control::{Control, GaveUp};
use crate::game::Heaps;

/// So many positions are walked after the columns; with more, all are.
const MAX_UNKNOWN: usize = 1 << 16;

/// Positions that are walked between two looks at whether to go on.
const ASK_EVERY: usize = 64;

/// The largest Grundy value that columns hold.
pub(super) const MAX_VALUE: i64 = 1 << 24;

/// The smallest and the flattest position that fail.
#[derive(Clone, Debug, Default)]
pub(super) struct ClaimWitnesses {
    /// The fewest stones, then the first in order.
    smallest: Option<(u64, Heaps)>,
    /// The smallest largest heap, then the fewest stones, then the first in order.
    flattest: Option<(u64, u64, Heaps)>,
}

impl ClaimWitnesses {
    pub(super) fn note(&mut self, heaps: &[u64]) {
        let (stones, largest) = measures(heaps);
        let is_smaller = |(known, old): &(u64, Heaps)| (stones, heaps) < (*known, &**old);
        if self.smallest.as_ref().is_none_or(is_smaller) {
            self.smallest = Some((stones, heaps.into()));
        }
        let is_flatter = |(known, fewest, old): &(u64, u64, Heaps)| {
            (largest, stones, heaps) < (*known, *fewest, &**old)
        };
        if self.flattest.as_ref().is_none_or(is_flatter) {
            self.flattest = Some((largest, stones, heaps.into()));
        }
    }

    /// Whether a position would be noted if it failed.
    pub(super) fn wants(&self, heaps: &[u64]) -> bool {
        let (stones, largest) = measures(heaps);
        let (most, flat) = self.reach();
        stones <= most || largest <= flat
    }

    pub(super) fn add(&mut self, other: ClaimWitnesses) {
        other.smallest.iter().for_each(|(_, heaps)| self.note(heaps));
        other.flattest.iter().for_each(|(_, _, heaps)| self.note(heaps));
    }

    pub(super) fn smallest(&self) -> Option<&Heaps> {
        self.smallest.as_ref().map(|(_, heaps)| heaps)
    }

    pub(super) fn flattest(&self) -> Option<&Heaps> {
        self.flattest.as_ref().map(|(_, _, heaps)| heaps)
    }

    /// The stones of the smallest and the largest heap of the flattest; beyond both no position matters.
    pub(super) fn reach(&self) -> (u64, u64) {
        let stones = self.smallest.as_ref().map_or(u64::MAX, |(stones, _)| *stones);
        (stones, self.flattest.as_ref().map_or(u64::MAX, |(largest, ..)| *largest))
    }
}

/// The number of stones and the largest heap.
pub(super) fn measures(heaps: &[u64]) -> (u64, u64) {
    (heaps.iter().sum(), heaps.iter().copied().max().unwrap_or(0))
}

/// What is read along lines.
#[derive(Clone, Copy, Default)]
pub(super) struct HereWindows<'w> {
    pub outcomes: Option<&'w SolvedWindow>,
    pub values: Option<&'w SolvedWindow>,
}

/// Positions in columns.
pub(super) struct PositionBlocks<'f, 'p, 'w, 'e, 'g, T> {
    machine: ColumnRunner<'f, 'p, T>,
    here: HereWindows<'w>,
    /// For parts without columns.
    evaluator: Option<&'e mut Evaluator<'p, 'g>>,
    lines: BlockLines,
    values: Vec<u32>,
    place: Vec<u64>,
    pub found: ClaimWitnesses,
    pub unknown: Vec<Heaps>,
    /// How many positions were looked at.
    pub looked: u64,
}

/// The lines of a block: where they begin, and their first positions.
struct BlockLines {
    heaps: usize,
    starts: Vec<usize>,
    firsts: Vec<u64>,
    count: usize,
}

impl BlockLines {
    /// The position in a lane.
    fn write(&self, lane: usize, heaps: &mut Vec<u64>) {
        let line = self.starts.partition_point(|start| *start <= lane) - 1;
        heaps.clear();
        heaps.extend_from_slice(&self.firsts[line * self.heaps..(line + 1) * self.heaps]);
        if let Some(last) = heaps.last_mut() {
            *last += (lane - self.starts[line]) as u64;
        }
    }
}

impl<'f, 'p, 'w, 'e, 'g, T: Lane> PositionBlocks<'f, 'p, 'w, 'e, 'g, T> {
    pub(super) fn new(
        formula: &'f ColumnFormula<'p>,
        heaps: usize,
        here: HereWindows<'w>,
        evaluator: Option<&'e mut Evaluator<'p, 'g>>,
    ) -> Self {
        PositionBlocks {
            machine: ColumnRunner::new(formula, heaps),
            here,
            evaluator,
            lines: BlockLines { heaps, starts: Vec::new(), firsts: Vec::new(), count: 0 },
            values: vec![0; LANES],
            place: vec![0; heaps],
            found: ClaimWitnesses::default(),
            unknown: Vec::new(),
            looked: 0,
        }
    }

    /// Adds a line of `length` positions. Breaks off if too many are not known.
    pub(super) fn push(&mut self, heaps: &mut [u64], mut length: u64) -> ControlFlow<()> {
        let Some(first) = heaps.last().copied() else { return ControlFlow::Break(()) };
        let mut size = first;
        while length > 0 {
            let count = length.min((LANES - self.lines.count) as u64);
            if let Some(last) = heaps.last_mut() {
                *last = size;
            }
            self.fill(heaps, count as usize);
            size += count;
            length -= count;
            if self.lines.count == LANES {
                self.look()?;
            }
        }
        if let Some(last) = heaps.last_mut() {
            *last = first;
        }
        ControlFlow::Continue(())
    }

    /// Adds a position. Breaks off if too many are not known.
    pub(super) fn push_one(&mut self, heaps: &[u64]) -> ControlFlow<()> {
        self.place.copy_from_slice(heaps);
        let mut place = std::mem::take(&mut self.place);
        let pushed = self.push(&mut place, 1);
        self.place = place;
        pushed
    }

    fn fill(&mut self, heaps: &mut [u64], count: usize) {
        let BlockLines { starts, firsts, count: filled, .. } = &mut self.lines;
        let lanes = *filled..*filled + count;
        starts.push(*filled);
        firsts.extend_from_slice(heaps);
        *filled += count;
        let (machine, last) = (&mut self.machine, heaps.len() - 1);
        for (heap, size) in heaps[..last].iter().enumerate() {
            if let Some(column) = machine.heap(heap) {
                column[lanes.clone()].fill(T::of(*size as i64));
            }
        }
        if let Some(column) = machine.heap(last) {
            let first = heaps[last] as i64;
            column[lanes.clone()]
                .iter_mut()
                .zip(first..)
                .for_each(|(lane, size)| *lane = T::of(size));
        }
        if let (Some((column, unknown)), Some(window)) = (machine.is_p(), self.here.outcomes) {
            let first = heaps[last];
            let column = &mut column[lanes.clone()];
            window.outcomes_along(heaps, column);
            heaps[last] = first;
            for (told, unknown) in column.iter_mut().zip(&mut unknown[lanes.clone()]) {
                *unknown |= *told >> 1;
                *told &= 1;
            }
        }
        if let (Some((column, unknown)), Some(window)) = (machine.value(), self.here.values) {
            let (first, values) = (heaps[last], &mut self.values[..count]);
            window.values_along(heaps, values);
            heaps[last] = first;
            let lanes = column[lanes.clone()].iter_mut().zip(&mut unknown[lanes]);
            for ((lane, unknown), value) in lanes.zip(values) {
                *unknown |= u8::from(i64::from(*value) > MAX_VALUE);
                *lane = T::of(i64::from(*value));
            }
        }
    }

    /// Looks at the positions that were added. Breaks off if too many are not known.
    pub(super) fn look(&mut self) -> ControlFlow<()> {
        let count = std::mem::take(&mut self.lines.count);
        let mut heaps = Vec::with_capacity(self.lines.heaps);
        let walker = &mut BlockWalker {
            evaluator: &mut self.evaluator,
            lines: &self.lines,
            heaps: &mut heaps,
        };
        self.machine.run(count, walker);
        self.looked += count as u64;
        if !self.machine.holds(count) {
            for (lane, is_unknown) in self.machine.failing(count) {
                self.lines.write(lane, &mut heaps);
                if is_unknown {
                    self.unknown.push(heaps.as_slice().into());
                } else {
                    self.found.note(&heaps);
                }
            }
            self.machine.clear();
        }
        self.lines.starts.clear();
        self.lines.firsts.clear();
        match self.unknown.len() > MAX_UNKNOWN {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// Walks parts at the positions of a block.
struct BlockWalker<'b, 'p, 'g, 'e> {
    evaluator: &'b mut Option<&'e mut Evaluator<'p, 'g>>,
    lines: &'b BlockLines,
    heaps: &'b mut Vec<u64>,
}

impl<'p> PartWalker<'p> for BlockWalker<'_, 'p, '_, '_> {
    fn walk(
        &mut self,
        part: FormulaPart<'p>,
        lane: usize,
        variables: &[(usize, i64)],
    ) -> Option<i64> {
        let evaluator = self.evaluator.as_mut()?;
        self.lines.write(lane, self.heaps);
        evaluator.go_to(&self.heaps.as_slice().into());
        variables.iter().for_each(|(slot, value)| evaluator.set_slot(*slot, *value));
        match part {
            FormulaPart::Number(number) => evaluator.num(number).ok(),
            FormulaPart::Condition(condition) => evaluator.logic(condition).ok().map(i64::from),
        }
    }
}

/// Walks a condition at positions that the columns do not know; whether it is known everywhere now.
pub(super) fn walk_unknown<'p>(
    unknown: &[Heaps],
    condition: &'p CompiledCondition,
    evaluator: &mut Evaluator<'p, '_>,
    found: &mut ClaimWitnesses,
    control: &Control,
) -> Result<bool, GaveUp> {
    for (at, heaps) in unknown.iter().enumerate() {
        if at % ASK_EVERY == 0 {
            control.ask()?;
        }
        evaluator.go_to(heaps);
        match evaluator.logic(condition) {
            Ok(true) => {}
            Ok(false) => found.note(heaps),
            Err(_) => return Ok(false),
        }
    }
    Ok(true)
}
