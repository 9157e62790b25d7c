//! Games that never split a heap: subtraction games and their complements.
//!
//! A heap is worth the least value that is not among those of the smaller heaps that may be left. With a
//! list of numbers to take that is a handful of look-ups. If all numbers but a few may be taken, count how
//! many smaller heaps have each value, and leave out the few that cannot be reached: the least value with
//! nobody left is at least the least that nobody has, and found from there.
//! Cost: as many steps as the rule names numbers, for each heap; and four bytes a heap and a value.

use std::collections::HashMap;

use super::rule::TakeAndBreak;

/// How many smaller heaps have each value.
pub(crate) struct TakeEngine {
    breaks: TakeAndBreak,
    counts: Vec<u32>,
    /// All values below have heaps that can be reached from every larger heap.
    full: usize,
}

impl TakeEngine {
    /// Ready for the heap after `values`. The rule does not split.
    pub fn new(breaks: &TakeAndBreak, values: &[u32]) -> TakeEngine {
        let mut takes = TakeEngine { breaks: breaks.clone(), counts: Vec::new(), full: 0 };
        values.iter().skip(1).for_each(|value| takes.count(*value));
        takes
    }

    fn count(&mut self, value: u32) {
        let value = value as usize;
        if self.counts.len() <= value {
            self.counts.resize(value + 1, 0);
        }
        self.counts[value] += 1;
    }

    /// The value of the next heap.
    pub fn next(&mut self, values: &[u32]) -> u32 {
        let n = values.len();
        let value = match &self.breaks.one.all_but {
            None => self.listed(values),
            Some(except) => {
                // The heaps that cannot be left.
                let mut barred: HashMap<u32, u32> = HashMap::new();
                let heap = |take: &u64| usize::try_from(*take).ok().filter(|take| *take < n);
                for take in except.iter().filter_map(heap) {
                    *barred.entry(values[n - take]).or_default() += 1;
                }
                let none = self.breaks.none.has(n as u64);
                let counts = &self.counts;
                let reached = |value: usize| {
                    let all = counts.get(value).copied().unwrap_or(0);
                    let barred = barred.get(&(value as u32)).copied().unwrap_or(0);
                    all > barred || value == 0 && none
                };
                // More heaps than can ever be barred: reached from now on.
                let enough = except.len() as u32;
                while self.counts.get(self.full).is_some_and(|count| *count > enough) {
                    self.full += 1;
                }
                let first = (self.full..).find(|value| !reached(*value));
                u32::try_from(first.unwrap_or(0)).unwrap_or(u32::MAX)
            }
        };
        self.count(value);
        value
    }

    fn listed(&self, values: &[u32]) -> u32 {
        let n = values.len();
        let mut left: Vec<u32> = Vec::with_capacity(self.breaks.one.listed.len() + 1);
        if self.breaks.none.has(n as u64) {
            left.push(0);
        }
        let heap = |take: &u64| usize::try_from(*take).ok().filter(|take| *take < n);
        left.extend(self.breaks.one.listed.iter().filter_map(heap).map(|take| values[n - take]));
        left.sort_unstable();
        left.iter().fold(0, |mex, value| if *value == mex { mex + 1 } else { mex })
    }
}
