//! The values of options with a rare heap, for a block of heaps at once.
//!
//! Beside a rare heap of r stones, a heap of n has its rest, n - r less what is taken: for the next heap it is the
//! next one in the row of values. So for [`BLOCK`] heaps at once a rare heap is looked at once, and the values
//! beside it come one after the other from memory, where heap by heap each comes from another place. Rests
//! that lie in the block itself are not known yet: those of rare heaps smaller than a block, which the
//! caller looks at by itself, as it does for rare heaps found since.

use super::rule::TakeAndBreak;

/// How many heaps at once: their marks fit into the nearest cache.
pub(super) const BLOCK: usize = 32;

/// Which values are seen, for each heap of a block.
pub(super) struct StampedBlock {
    /// The first heap of the block.
    first: usize,
    /// Rare heaps that were known then.
    known: usize,
    /// All values are below.
    range: usize,
    /// A cell for each heap and value: seen if it holds the stamp.
    cells: Vec<u8>,
    stamp: u8,
}

impl StampedBlock {
    /// No block yet.
    pub fn new() -> StampedBlock {
        StampedBlock { first: usize::MAX, known: 0, range: 1, cells: Vec::new(), stamp: 0 }
    }

    /// Whether the heap `n` is in the block.
    pub fn has(&self, n: usize) -> bool {
        n.checked_sub(self.first).is_some_and(|place| place < BLOCK)
    }

    /// Rare heaps, by their places in the list, that are not looked at in the block for a number that is taken:
    /// those before the first place and from the second on.
    pub(crate) fn left_out(&self, rare: &[(u32, u16)], take: usize) -> (usize, usize) {
        let small = rare[..self.known].partition_point(|(size, _)| *size as usize + take < BLOCK);
        (small, self.known)
    }

    /// Whether an option of the heap `n`, which is in the block, is seen to have a value.
    pub(crate) fn sees(&self, n: usize, value: u16) -> bool {
        let value = usize::from(value);
        value < self.range && self.cells[(n - self.first) * self.range + value] == self.stamp
    }

    /// Goes on to the block from the heap after `values` on.
    pub(crate) fn go_on(
        &mut self,
        breaks: &TakeAndBreak,
        rare: &[(u32, u16)],
        values: &[u16],
        largest: u16,
    ) {
        self.first = values.len();
        self.known = rare.len();
        let range = (usize::from(largest) + 1).next_power_of_two();
        if range != self.range || self.stamp == u8::MAX {
            self.range = range;
            self.cells.clear();
            self.cells.resize(BLOCK * range, 0);
            self.stamp = 0;
        }
        self.stamp += 1;
        for (take, differ) in &breaks.two {
            let Ok(take) = usize::try_from(*take) else { continue };
            let (small, _) = self.left_out(rare, take);
            for (size, value) in &rare[small..] {
                self.look_beside(*size as usize, *value, take, *differ, values);
            }
        }
    }

    /// Looks at the rests beside one rare heap, in the whole block.
    fn look_beside(&mut self, size: usize, value: u16, take: usize, differ: bool, values: &[u16]) {
        // The first heap that has a rest.
        let from = (size + take + 1).max(self.first);
        let end = self.first + BLOCK;
        // The rest is as large as the rare heap.
        let twin = 2 * size + take;
        if differ && (from..end).contains(&twin) {
            self.look(size, value, take, from..twin, values);
            self.look(size, value, take, twin + 1..end, values);
        } else {
            self.look(size, value, take, from..end, values);
        }
    }

    fn look(
        &mut self,
        size: usize,
        value: u16,
        take: usize,
        heaps: std::ops::Range<usize>,
        values: &[u16],
    ) {
        if heaps.is_empty() {
            return;
        }
        let rests = &values[heaps.start - take - size..heaps.end - take - size];
        let rows = self.cells.chunks_exact_mut(self.range).skip(heaps.start - self.first);
        for (row, rest) in rows.zip(rests) {
            row[usize::from(rest ^ value)] = self.stamp;
        }
    }
}
