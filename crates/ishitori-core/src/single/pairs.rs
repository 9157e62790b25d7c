//! The plain recurrence: a heap is worth the least value that none of its options has.
//!
//! Right by definition. Of n stones less what is taken all pairs of heaps are looked at, so a value costs
//! n/2 stores for each number that may be taken, about a third of a nanosecond each, and N values N^2/4.
//! For three heaps the sets of values of pairs are kept, one a total, and each is shifted by the value of
//! the third heap: 64 values at once. Where values fall into rare and common ones [`super::sparse`] is
//! faster; games that only take have [`super::takes`].

use super::rule::TakeAndBreak;
use super::seen::StampedValues;
use super::value_set::ValueSet;
use crate::control::GaveUp;

/// The options of one heap after the other.
pub(crate) struct PairEngine {
    breaks: TakeAndBreak,
    seen: StampedValues,
    /// The values of pairs of heaps by their number of stones, for three heaps; kept as far as needed.
    sums: Vec<ValueSet>,
}

impl PairEngine {
    /// Ready for any heap.
    pub fn new(breaks: &TakeAndBreak) -> PairEngine {
        PairEngine { breaks: breaks.clone(), seen: StampedValues::new(), sums: Vec::new() }
    }

    /// The value of the next heap, and how many pairs were looked at. `values` are those of all smaller
    /// heaps.
    ///
    /// # Errors
    /// [`GaveUp`] if it is 2^16 or more.
    pub fn next(&mut self, values: &[u16]) -> Result<(u16, u64), GaveUp> {
        let n = values.len();
        self.seen.clear();
        see_takes(&mut self.seen, &self.breaks, values);
        let mut work = 0;
        for (take, differ) in &self.breaks.two {
            let Some((total, most)) = halves(n, *take, *differ) else { continue };
            self.seen.see_pairs(values, total, 1, most);
            work += most as u64;
        }
        for take in self.breaks.three.clone() {
            work += self.see_three(values, take);
        }
        let value = self.seen.mex().ok_or_else(too_large)?;
        Ok((value, work))
    }

    /// Sees the values of three heaps.
    fn see_three(&mut self, values: &[u16], take: u64) -> u64 {
        let Some(total) =
            usize::try_from(take).ok().and_then(|take| values.len().checked_sub(take))
        else {
            return 0;
        };
        while self.sums.len() < total {
            let mut set = ValueSet::default();
            for a in 1..=self.sums.len() / 2 {
                set.insert(values[a] ^ values[self.sums.len() - a]);
            }
            self.sums.push(set);
        }
        let mut all = ValueSet::default();
        let thirds = values.iter().enumerate().take(total.saturating_sub(1)).skip(1);
        for (third, value) in thirds {
            all.join_shifted(&self.sums[total - third], *value);
        }
        all.each(|value| self.seen.see(value));
        total as u64
    }
}

/// The stones that are left, and the largest that the smaller of two heaps can be.
pub(super) fn halves(n: usize, take: u64, differ: bool) -> Option<(usize, usize)> {
    let total = n.checked_sub(usize::try_from(take).ok()?)?;
    let most = if differ { total.checked_sub(1)? / 2 } else { total / 2 };
    (most >= 1).then_some((total, most))
}

/// Sees the values of options that are at most one heap.
pub(super) fn see_takes(seen: &mut StampedValues, breaks: &TakeAndBreak, values: &[u16]) {
    let n = values.len();
    if breaks.none.has(n as u64) {
        seen.see(0);
    }
    let mut see = |take: usize| {
        if take < n {
            seen.see(values[n - take]);
        }
    };
    breaks.one.listed.iter().for_each(|take| see(usize::try_from(*take).unwrap_or(usize::MAX)));
    if breaks.one.all_but.is_some() {
        (1..n).filter(|take| breaks.one.has(*take as u64)).for_each(see);
    }
}

pub(super) fn too_large() -> GaveUp {
    GaveUp::new("a Grundy value is 65536 or more, and this engine goes no further")
}
