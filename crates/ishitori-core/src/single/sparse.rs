//! Rare and common values: most pairs of heaps need not be looked at.
//!
//! Under a [`RareMask`] every heap is rare or common, and the class of a pair is the sum of the classes
//! (`mask.rs`). So an option with a *common* value for a heap of n stones is a rare heap beside a common
//! one, and the few rare heaps show all of them. Let c be the least common value that no option has. The
//! value of the heap is c, if all rare values below c are values of options; these come from pairs in
//! plenty, so pairs are looked at until the last is found. If it is not found, all pairs have been looked
//! at, and the least value that was not seen is the value of a new rare heap.
//!
//! Exact for every mask: a bad one only makes many heaps rare and the work long. Cost: a value takes as
//! many steps as there are rare heaps, for every number that may be taken, and some hundred more; a rare
//! one n/2. For games whose values have no good mask use [`super::pairs`].

use super::ahead::StampedBlock;
use super::mask::RareMask;
use super::pair_order::OrderChoice;
use super::pairs::{halves, see_takes, too_large};
use super::rule::TakeAndBreak;
use super::seen::StampedValues;
use crate::control::GaveUp;

/// Pairs that are looked at before it is asked whether all rare values are found.
const CHUNK: usize = 128;

/// Pairs all of whose values are noted; beyond them missing values are sought.
const NOTED: usize = 1_536;

/// Pairs that are compared at once when a value is sought.
const SOUGHT: usize = 256;

/// The rare heaps so far, and the values in order.
pub(crate) struct SparseEngine {
    breaks: TakeAndBreak,
    mask: RareMask,
    seen: StampedValues,
    /// What rare heaps show of the next heaps.
    ahead: StampedBlock,
    /// Which pairs are looked at first.
    orders: OrderChoice,
    /// The values from the last to the first.
    mirror: ReversedValues,
    /// No value is larger.
    largest: u16,
    /// Sizes and values of the rare heaps, smallest first.
    rare: Vec<(u32, u16)>,
    /// The values of even and of odd parity, in order.
    by_parity: [Vec<u16>; 2],
}

impl SparseEngine {
    /// Ready for the heap after `values`. The rule splits into two heaps at most.
    pub fn new(breaks: &TakeAndBreak, mask: RareMask, values: &[u16]) -> SparseEngine {
        let mut by_parity = [Vec::new(), Vec::new()];
        for value in 0..=u16::MAX {
            by_parity[(value & mask.digits).count_ones() as usize % 2].push(value);
        }
        let heaps = values.iter().zip(0u32..).skip(1);
        let rare = heaps.filter(|(value, n)| mask.is_rare(u64::from(*n), **value));
        let rare = rare.map(|(value, n)| (n, *value)).collect();
        let (seen, ahead) = (StampedValues::new(), StampedBlock::new());
        let largest = values.iter().copied().max().unwrap_or(0);
        let mirror = ReversedValues::of(values);
        let (breaks, orders) = (breaks.clone(), OrderChoice::default());
        SparseEngine { breaks, mask, seen, ahead, orders, mirror, largest, rare, by_parity }
    }

    /// How many rare heaps there are.
    pub fn rare(&self) -> usize {
        self.rare.len()
    }

    /// Which heaps are rare.
    pub fn mask(&self) -> RareMask {
        self.mask
    }

    /// The value of the next heap, and how many pairs were looked at.
    ///
    /// # Errors
    /// [`GaveUp`] if it is 2^16 or more, or the heap 2^32 or more.
    pub fn next(&mut self, values: &[u16]) -> Result<(u16, u64), GaveUp> {
        let n = values.len();
        let size = u32::try_from(n).map_err(|_| GaveUp::heap_too_large())?;
        self.seen.clear();
        see_takes(&mut self.seen, &self.breaks, values);
        if !self.ahead.has(n) {
            self.ahead.go_on(&self.breaks, &self.rare, values, self.largest);
        }
        let mut work = self.see_beside_rare(values);
        let rare_parity = self.mask.rare_parity(n as u64) as usize;
        let common = self.first_unseen(n, 1 - rare_parity, 0).1.ok_or_else(too_large)?;
        let (missing, looked) = self.missing_below(common, rare_parity, values);
        work += looked;
        if let Some(missing) = missing {
            self.rare.push((size, missing));
        }
        let value = missing.unwrap_or(common);
        self.largest = self.largest.max(value);
        self.mirror.push(value);
        Ok((value, work))
    }

    /// Sees the values of the options with a rare heap that were not seen ahead.
    fn see_beside_rare(&mut self, values: &[u16]) -> u64 {
        let n = values.len();
        let mut work = 0;
        for (take, differ) in &self.breaks.two {
            let Some((total, _)) = halves(n, *take, *differ) else { continue };
            let (small, late) = self.ahead.left_out(&self.rare, n - total);
            let rare = self.rare[..small].iter().chain(&self.rare[late..]);
            for (size, value) in rare.take_while(|(size, _)| (*size as usize) < total) {
                // A heap beside one of its own size is perhaps not allowed.
                if !(*differ && 2 * *size as usize == total) {
                    self.seen.see(values[total - *size as usize] ^ value);
                }
            }
            work += self.rare.len() as u64;
        }
        work
    }

    /// The first value of a parity that no option of the heap `n` is seen to have, from a place in its list on.
    fn first_unseen(&self, n: usize, parity: usize, from: usize) -> (usize, Option<u16>) {
        let list = &self.by_parity[parity];
        let seen = |value: u16| self.ahead.sees(n, value) || self.seen.has(value);
        let found = list[from..].iter().position(|value| !seen(*value));
        match found {
            Some(at) => (from + at, Some(list[from + at])),
            None => (list.len(), None),
        }
    }

    /// The least rare value below `common` that no option has; looks at pairs until there is none. First
    /// all values of some pairs are noted; the last missing ones are then sought one by one, by comparing
    /// only, which takes a fraction of the time a pair.
    fn missing_below(&mut self, common: u16, parity: usize, values: &[u16]) -> (Option<u16>, u64) {
        let n = values.len();
        let splits = self.breaks.two.iter();
        let splits: Vec<_> =
            splits.filter_map(|(take, differ)| halves(n, *take, *differ)).collect();
        let (mut at, mut missing) = self.first_unseen(n, parity, 0);
        let order = self.orders.order(n);
        let mut work = 0;
        for (total, most) in &splits {
            for chunk in order.chunks(most.div_ceil(CHUNK)).take(NOTED / CHUNK) {
                if missing.is_none_or(|value| value >= common) {
                    break;
                }
                let (from, to) = (chunk * CHUNK + 1, (*most).min((chunk + 1) * CHUNK));
                self.seen.see_pairs(values, *total, from, to);
                work += CHUNK as u64;
                (at, missing) = self.first_unseen(n, parity, at);
            }
        }
        while let Some(value) = missing.filter(|value| *value < common) {
            let found = splits.iter().any(|(total, most)| {
                let (found, compared) = self.mirror.has_pair(values, *total, *most, value);
                work += compared as u64 / 8;
                found
            });
            if !found {
                return (Some(value), work);
            }
            self.seen.see(value);
            (at, missing) = self.first_unseen(n, parity, at);
        }
        self.orders.learn(order, work);
        (None, work)
    }
}

/// The values backwards, so that two heaps with a certain number of stones in all stand in two rows one above
/// the other, and eight pairs are compared at once.
struct ReversedValues {
    /// The value of the heap n stands at the n-th place from the end, the first ones are free.
    cells: Vec<u16>,
    length: usize,
}

impl ReversedValues {
    fn of(values: &[u16]) -> ReversedValues {
        let mut cells = vec![0; values.len()];
        cells.extend(values.iter().rev());
        ReversedValues { cells, length: values.len() }
    }

    fn push(&mut self, value: u16) {
        if self.length == self.cells.len() {
            self.cells.splice(0..0, std::iter::repeat_n(0, self.length.max(1)));
        }
        self.length += 1;
        let at = self.cells.len() - self.length;
        self.cells[at] = value;
    }

    /// Whether two heaps with `total` stones in all are worth `value`, the smaller with `most` at most; and how
    /// many pairs were compared.
    fn has_pair(&self, values: &[u16], total: usize, most: usize, value: u16) -> (bool, usize) {
        let smaller = &values[1..=most];
        let from = self.cells.len() - total;
        let larger = &self.cells[from..from + most];
        let mut chunks = smaller.chunks(SOUGHT).zip(larger.chunks(SOUGHT));
        let found = chunks.position(|(smaller, larger)| {
            // Without a branch inside.
            let pairs = smaller.iter().zip(larger);
            pairs.fold(0, |hits, (a, b)| hits | u16::from(a ^ b == value)) != 0
        });
        (found.is_some(), found.map_or(most, |chunk| (chunk + 1) * SOUGHT))
    }
}
