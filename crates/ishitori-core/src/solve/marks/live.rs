//! Which marks the layers from some number of stones on look at.
//!
//! Marks are numbered row by row, the last heap fastest. Along a row the last heap needs at least the
//! stones that the others lack, and at most those that the window has left; in an unordered game only
//! ascending heaps have marks at all. Whole words are kept: those with a mark that is looked at.

use std::ops::Range;

use ishitori_rule::HeapRules;

/// The box of the marks, and what of it is in the window.
pub(super) struct LiveBox {
    lower: Vec<u64>,
    upper: Vec<u64>,
    total: u64,
    ascending: bool,
}

impl LiveBox {
    pub(super) fn new(rules: &HeapRules, upper: &[u64], total: Option<u64>) -> LiveBox {
        LiveBox {
            lower: rules.lower.clone(),
            upper: upper.to_vec(),
            total: total.unwrap_or(u64::MAX),
            ascending: rules.symmetry.identifies(),
        }
    }

    /// Calls `visit` with ranges of words, ascending and apart, that hold all marks of positions with
    /// at least `stones` stones. The ranges follow from the window and `stones` alone.
    pub(super) fn words<E>(
        &self,
        stones: u64,
        visit: &mut dyn FnMut(Range<usize>) -> Result<(), E>,
    ) -> Result<(), E> {
        let last = self.lower.len() - 1;
        let (low, up) = (self.lower[last], self.upper[last]);
        let mut first: Vec<u64> = self.lower[..last].to_vec();
        let mut done = 0;
        let mut row = 0;
        loop {
            let sum: u64 = first.iter().sum();
            let mut from = low.max(stones.saturating_sub(sum));
            let mut to = up;
            if self.ascending {
                from = from.max(first.last().copied().unwrap_or(0));
            }
            match self.total.checked_sub(sum) {
                Some(room) if !self.ascending || first.is_sorted() => to = to.min(room),
                _ => from = u64::MAX,
            }
            if from <= to {
                let word = |heap: u64| (row + (heap - low) as usize) / 64;
                let range = word(from).max(done)..word(to) + 1;
                done = done.max(range.end);
                if !range.is_empty() {
                    visit(range)?;
                }
            }
            row += (up + 1 - low) as usize;
            if !self.count_up(&mut first) {
                return Ok(());
            }
        }
    }

    fn count_up(&self, first: &mut [u64]) -> bool {
        for (i, heap) in first.iter_mut().enumerate().rev() {
            *heap += 1;
            if *heap <= self.upper[i] {
                return true;
            }
            *heap = self.lower[i];
        }
        false
    }
}
