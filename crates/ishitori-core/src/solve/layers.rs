//! Lines of positions with the same number of stones, collected to be worked on together.
//!
//! Positions with the same number of stones do not reach each other, so engines that go by number of stones work on a *block* of them at
//! once, with several threads if it is worth it. A block is kept as lines, in which one heap grows and the last one shrinks: so a
//! line of a thousand positions takes no more room than one, and its numbers in a box have a constant step.

use crate::game::{Heaps, StoneLine};

/// No line is longer, so that there are parts to share.
const LONGEST: u64 = 4096;

/// Lines with the same number of stones, in order.
#[derive(Default)]
pub(super) struct LineBlock {
    /// The first position of each line, one after the other.
    heaps: Vec<u64>,
    counts: Vec<u32>,
    /// How many heaps a position has.
    width: usize,
    cells: u64,
}

impl LineBlock {
    pub(super) fn new(width: usize) -> LineBlock {
        LineBlock { width, ..LineBlock::default() }
    }

    pub(super) fn clear(&mut self) {
        self.heaps.clear();
        self.counts.clear();
        self.cells = 0;
    }

    pub(super) fn lines(&self) -> usize {
        self.counts.len()
    }

    /// Adds the first positions of what is left of a line; what is left then.
    pub(super) fn add(&mut self, heaps: &mut Heaps, left: u64) -> u64 {
        let count = left.min(LONGEST);
        self.heaps.extend_from_slice(heaps);
        self.counts.push(count as u32);
        self.cells += count;
        if count < left {
            step(heaps, count);
        }
        left - count
    }

    /// How many positions they have.
    pub(super) fn cells(&self) -> u64 {
        self.cells
    }

    /// The first position of a line, and how many there are.
    pub(super) fn line(&self, at: usize) -> (&[u64], u64) {
        (&self.heaps[at * self.width..(at + 1) * self.width], u64::from(self.counts[at]))
    }
}

/// Goes on by `by` positions of a line.
pub(super) fn step(heaps: &mut [u64], by: u64) {
    if by > 0 {
        let last = heaps.len() - 1;
        heaps[last - 1] += by;
        heaps[last] -= by;
    }
}

/// How many positions of a line come before `next`, which has as many stones.
pub(super) fn before(line: &StoneLine, next: &[u64]) -> u64 {
    let last = next.len() - 1;
    let Some(moving) = last.checked_sub(1) else { return 0 };
    match line.heaps[..moving].cmp(&next[..moving]) {
        std::cmp::Ordering::Less => line.count,
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Equal => {
            next[moving].saturating_sub(line.heaps[moving]).min(line.count)
        }
    }
}
