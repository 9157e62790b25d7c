//! The moves of a game on single heaps: how many stones may be taken, by how many heaps are left.
//!
//! All sets of numbers are finite or all but finitely many, so the largest number that is named tells from
//! where on nothing new happens.

use std::collections::BTreeSet;

/// Which numbers may be taken: those listed, and all but some.
#[derive(Default)]
pub(crate) struct AllowedTakes {
    pub(crate) listed: BTreeSet<u64>,
    pub(crate) all_but: Option<BTreeSet<u64>>,
}

impl AllowedTakes {
    /// Whether so many stones may be taken.
    pub(crate) fn has(&self, take: u64) -> bool {
        let others = self.all_but.as_ref().is_some_and(|except| !except.contains(&take));
        self.listed.contains(&take) || take > 0 && others
    }
}

/// What may be taken so that 0, 1, 2 or 3 heaps are left.
#[derive(Default)]
pub(crate) struct LeaveRules {
    pub(crate) none: AllowedTakes,
    pub(crate) one: AllowedTakes,
    pub(crate) two: BTreeSet<u64>,
    pub(crate) two_different: BTreeSet<u64>,
    pub(crate) three: BTreeSet<u64>,
}

impl LeaveRules {
    /// Whether only finitely many numbers may be taken so that something is left.
    pub(crate) fn is_finite(&self) -> bool {
        self.one.all_but.is_none()
    }

    /// The most heaps that are left, at least 1.
    pub(crate) fn most_parts(&self) -> usize {
        match (self.three.is_empty(), self.two.is_empty() && self.two_different.is_empty()) {
            (false, _) => 3,
            (true, false) => 2,
            (true, true) => 1,
        }
    }

    /// The largest number that is named.
    pub(crate) fn largest(&self) -> u64 {
        let splits = self.two.iter().chain(&self.two_different).chain(&self.three);
        let takes = [&self.none, &self.one].into_iter();
        let takes =
            takes.flat_map(|takes| takes.listed.iter().chain(takes.all_but.iter().flatten()));
        takes.chain(splits).copied().max().unwrap_or(0)
    }

    /// What is left of `n` stones by a split, and whether the two heaps must differ.
    pub(crate) fn splits(&self, n: usize) -> Vec<(usize, bool)> {
        let left = |take: &u64| usize::try_from(*take).ok().and_then(|take| n.checked_sub(take));
        let same = self.two.iter().filter_map(left).map(|left| (left, false));
        same.chain(self.two_different.iter().filter_map(left).map(|left| (left, true))).collect()
    }
}
