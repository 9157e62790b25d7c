//! The values of single heaps, by definition.
//!
//! With a mask, most pairs of heaps need not be looked at. Call a heap of n stones worth v *even* if the
//! number of ones of v under the mask, and n plus what a split takes if sizes count, add up to an even number;
//! else *odd*. Two heaps beside each other have a value that would make the heap they come from even if both
//! are even or both are odd, and odd otherwise: for xor adds ones, and sizes add up with what is taken. So a
//! value that makes a heap odd is had only with one of its *even* smaller heaps, and if they are few, that
//! is quickly seen. Values that would make it even are looked for in all pairs, as long as one below the
//! first value that would make it odd is missing.

use std::collections::BTreeSet;

use crate::Refused;
use crate::watch::Watch;

/// Which numbers may be taken: those listed, and all but some.
#[derive(Default)]
pub(crate) struct Takes {
    pub listed: BTreeSet<u64>,
    pub all_but: Option<BTreeSet<u64>>,
}

/// What may be taken so that 0, 1, 2 or 3 heaps are left.
#[derive(Default)]
pub(crate) struct Moves {
    pub none: Takes,
    pub one: Takes,
    pub two: BTreeSet<u64>,
    pub two_different: BTreeSet<u64>,
    pub three: BTreeSet<u64>,
}

impl Moves {
    /// Whether only finitely many numbers may be taken so that something is left.
    pub fn is_finite(&self) -> bool {
        self.one.all_but.is_none()
    }

    /// The most heaps that are left, at least 1.
    pub fn most_parts(&self) -> usize {
        match (self.three.is_empty(), self.two.is_empty() && self.two_different.is_empty()) {
            (false, _) => 3,
            (true, false) => 2,
            (true, true) => 1,
        }
    }

    /// The largest number that is named.
    pub fn largest(&self) -> u64 {
        let splits = self.two.iter().chain(&self.two_different).chain(&self.three);
        let takes = [&self.none, &self.one].into_iter();
        let takes =
            takes.flat_map(|takes| takes.listed.iter().chain(takes.all_but.iter().flatten()));
        takes.chain(splits).copied().max().unwrap_or(0)
    }

    /// What is left of `n` stones by a split, and whether the two heaps must differ.
    fn splits(&self, n: usize) -> Vec<(usize, bool)> {
        let left = |take: &u64| usize::try_from(*take).ok().and_then(|take| n.checked_sub(take));
        let same = self.two.iter().filter_map(left).map(|left| (left, false));
        same.chain(self.two_different.iter().filter_map(left).map(|left| (left, true))).collect()
    }
}

/// Which heaps are even.
#[derive(Clone, Copy)]
pub(crate) struct Mask {
    pub digits: u32,
    /// If sizes count: a number of the parity of all that splits take.
    pub size: Option<usize>,
}

impl Mask {
    fn is_even(self, n: usize, value: u32) -> bool {
        let ones = (value & self.digits).count_ones() as usize;
        (ones + self.size.map_or(0, |take| n + take)).is_multiple_of(2)
    }
}

/// The values that were seen, for one heap.
struct Seen {
    at: Vec<usize>,
    now: usize,
}

impl Seen {
    fn see(&mut self, value: u32) {
        let value = value as usize;
        if self.at.len() <= value {
            self.at.resize(value + 1, 0);
        }
        self.at[value] = self.now;
    }

    fn has(&self, value: u32) -> bool {
        self.at.get(value as usize) == Some(&self.now)
    }

    /// The first of `values` that was not seen.
    fn first_unseen(&self, mut values: impl Iterator<Item = u32>) -> u32 {
        values.find(|value| !self.has(*value)).unwrap_or(u32::MAX)
    }
}

/// The values of the heaps 0, 1, ..., `count` - 1.
pub(crate) fn values(
    moves: &Moves,
    count: usize,
    mask: Option<Mask>,
    watch: &mut Watch,
) -> Result<Vec<u32>, Refused> {
    let mut values: Vec<u32> = Vec::new();
    let mut even: Vec<usize> = Vec::new();
    let mut seen = Seen { at: Vec::new(), now: 0 };
    for n in 0..count {
        seen.now = n + 1;
        see_takes(moves, &values, &mut seen);
        let value = match mask {
            None => {
                let mut work = see_splits(moves, &values, &mut seen);
                work += see_threes(moves, &values, &mut seen);
                watch.tick(work / 128)?;
                seen.first_unseen(0..)
            }
            Some(mask) => {
                let (value, work) = masked(moves, &values, mask, &even, &mut seen);
                watch.tick(work / 128)?;
                value
            }
        };
        watch.tick(1)?;
        if n > 0 && mask.is_some_and(|mask| mask.is_even(n, value)) {
            even.push(n);
        }
        values.push(value);
    }
    Ok(values)
}

/// No heap is left, or one.
fn see_takes(moves: &Moves, values: &[u32], seen: &mut Seen) {
    let n = values.len();
    if n > 0 && moves.none.has(n as u64) {
        seen.see(0);
    }
    match &moves.one.all_but {
        Some(_) => {
            (1..n)
                .filter(|take| moves.one.has(*take as u64))
                .for_each(|take| seen.see(values[n - take]));
        }
        None => {
            for take in &moves.one.listed {
                if let Some(left) = usize::try_from(*take).ok().and_then(|take| n.checked_sub(take))
                    && left > 0
                {
                    seen.see(values[left]);
                }
            }
        }
    }
}

/// All pairs of heaps.
fn see_splits(moves: &Moves, values: &[u32], seen: &mut Seen) -> usize {
    let mut work = 0;
    for (left, differ) in moves.splits(values.len()) {
        for a in 1..=left / 2 {
            if !(differ && 2 * a == left) {
                seen.see(values[a] ^ values[left - a]);
            }
        }
        work += left / 2;
    }
    work
}

/// All triples of heaps.
fn see_threes(moves: &Moves, values: &[u32], seen: &mut Seen) -> usize {
    let mut work = 0;
    for take in &moves.three {
        let Some(left) = usize::try_from(*take).ok().and_then(|t| values.len().checked_sub(t))
        else {
            continue;
        };
        for a in 1..=left / 3 {
            for b in a..=(left - a) / 2 {
                seen.see(values[a] ^ values[b] ^ values[left - a - b]);
            }
            work += left;
        }
    }
    work
}

/// The value of the next heap, with a mask, and how many pairs were looked at.
fn masked(
    moves: &Moves,
    values: &[u32],
    mask: Mask,
    even: &[usize],
    seen: &mut Seen,
) -> (u32, usize) {
    let n = values.len();
    let splits = moves.splits(n);
    let mut work = 0;
    for (left, differ) in &splits {
        for a in even.iter().copied().take_while(|a| a < left) {
            if !(*differ && 2 * a == *left) {
                seen.see(values[a] ^ values[left - a]);
            }
        }
        work += even.len();
    }
    // All options that make this heap odd are seen.
    let odd = seen.first_unseen((0..).filter(|value| !mask.is_even(n, *value)));
    let evens = |from: u32| (from..odd).filter(|value| mask.is_even(n, *value));
    let mut missing = evens(0).find(|value| !seen.has(*value));
    for (left, differ) in &splits {
        for a in 1..=left / 2 {
            let Some(wanted) = missing else { return (odd, work) };
            if !(*differ && 2 * a == *left) {
                seen.see(values[a] ^ values[left - a]);
            }
            work += 1;
            if seen.has(wanted) {
                missing = evens(wanted).find(|value| !seen.has(*value));
            }
        }
    }
    // If one is still missing no option has it, nor a smaller one.
    (missing.unwrap_or(odd), work)
}
