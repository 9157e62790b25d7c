//! The values that k heaps with m stones in all can have, for every k and m.
//!
//! Heaps of 1, 2, 3, ... stones are allowed one after the other. A list with a heap of x stones is one of k - 1 heaps and m - x
//! stones, with a heap worth g(x) more: so the set of (k, m) gains that of (k - 1, m - x), shifted by g(x). With small k first a heap
//! of x is used any number of times, with large k first once: all parts, or different ones. Cost: for each heap a shift of a set for every k
//! and m; so N values with any number of parts take N^3/4 shifts, and as many bytes as there are sets. When k or m are larger than the
//! sets known, all begin again twice as large.

use super::value_set::ValueSet;
use crate::control::{Control, GaveUp};

/// No more sets than this are kept.
const MOST_SETS: usize = 1 << 23;

/// The sets of all numbers of heaps and stones up to some.
pub(super) struct PartSets {
    differ: bool,
    /// The largest k and m.
    most: (usize, usize),
    /// The set of k and m, at k * (most.1 + 1) + m.
    sets: Vec<ValueSet>,
    /// Heaps up to this one are allowed.
    allowed: usize,
}

impl PartSets {
    /// Nothing known.
    pub fn new(differ: bool) -> PartSets {
        PartSets { differ, most: (0, 0), sets: Vec::new(), allowed: 0 }
    }

    /// The bytes for so many heaps with so many stones in all, with the words of small values.
    pub fn bytes(count: u64, of: u64) -> u128 {
        let sets = 4 * u128::from(count + 1) * u128::from(of + 1);
        sets.min(MOST_SETS as u128) * (size_of::<ValueSet>() as u128 + 64)
    }

    /// The values of `count` heaps with `of` stones in all, each smaller than `values` are many; and the steps that took.
    ///
    /// # Errors
    /// [`GaveUp`] if that needs too many sets, or the work is stopped.
    pub fn of(
        &mut self,
        count: u64,
        of: u64,
        values: &[u32],
        control: &Control,
    ) -> Result<(&ValueSet, u64), GaveUp> {
        let wanted = (usize::try_from(count), usize::try_from(of));
        let (Ok(count), Ok(of)) = wanted else { return Err(too_many()) };
        let mut work = 0;
        if count > self.most.0 || of > self.most.1 || self.sets.is_empty() {
            self.restart(count, of)?;
        }
        while self.allowed + 1 < values.len() && self.allowed < self.most.1 {
            control.check()?;
            self.allowed += 1;
            work += self.allow(self.allowed, values[self.allowed])?;
        }
        Ok((&self.sets[count * (self.most.1 + 1) + of], work))
    }

    /// Begins again with room for so many heaps and stones.
    fn restart(&mut self, count: usize, of: usize) -> Result<(), GaveUp> {
        let grown =
            |most: usize, wanted: usize| if wanted > most { wanted.max(2 * most) } else { most };
        let stones = grown(self.most.1, of);
        let heaps = grown(self.most.0, count).min(stones.max(count));
        let sets = (heaps + 1).checked_mul(stones + 1).filter(|sets| *sets <= MOST_SETS);
        let sets = sets.ok_or_else(too_many)?;
        self.most = (heaps, stones);
        self.allowed = 0;
        self.sets = vec![ValueSet::default(); sets];
        self.sets[0].insert(0);
        Ok(())
    }

    /// Allows heaps of `heap` stones.
    fn allow(&mut self, heap: usize, value: u32) -> Result<u64, GaveUp> {
        let value = u16::try_from(value).map_err(|_| super::pairs::too_large())?;
        let (heaps, stones) = self.most;
        let row = stones + 1;
        let mut work = 0;
        let mut add = |k: usize| {
            let (before, now) = self.sets.split_at_mut(k * row);
            let before = &before[(k - 1) * row..];
            for m in heap + k - 1..=stones {
                if !before[m - heap].is_empty() {
                    now[m].join_shifted(&before[m - heap], value);
                    work += 1;
                }
            }
        };
        match self.differ {
            false => (1..=heaps).for_each(&mut add),
            true => (1..=heaps).rev().for_each(&mut add),
        }
        Ok(work)
    }
}

fn too_many() -> GaveUp {
    GaveUp::new("there are too many numbers of parts and stones to keep the values of each")
}
