//! The values of the options of one heap, and the least value that is not among them.
//!
//! Each value has the number of the heap for which it was last seen, so that going on to the next heap costs
//! nothing: no table is cleared.

/// The values that were seen, for one heap.
pub(crate) struct SeenValues {
    at: Vec<usize>,
    /// The number of the heap, from 1: what was seen for another is forgotten.
    pub(crate) now: usize,
}

impl SeenValues {
    pub(crate) fn new() -> SeenValues {
        SeenValues { at: Vec::new(), now: 0 }
    }

    /// Sees the value of an option.
    pub(crate) fn see(&mut self, value: u32) {
        let value = value as usize;
        if self.at.len() <= value {
            self.at.resize(value + 1, 0);
        }
        self.at[value] = self.now;
    }

    pub(crate) fn has(&self, value: u32) -> bool {
        self.at.get(value as usize) == Some(&self.now)
    }

    /// The first of `values` that was not seen.
    pub(crate) fn first_unseen(&self, mut values: impl Iterator<Item = u32>) -> u32 {
        values.find(|value| !self.has(*value)).unwrap_or(u32::MAX)
    }
}
