//! Sets of elements of a monoid, as bits.
//! Two sets that are compared or joined must be of the same monoid. Cost: a word for 64 elements.

/// A set of elements.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct MonoidSubset(Box<[u64]>);

impl MonoidSubset {
    /// The empty set of elements below `order`.
    pub fn none(order: usize) -> MonoidSubset {
        MonoidSubset(vec![0; order.div_ceil(64)].into())
    }

    /// Adds an element.
    pub fn insert(&mut self, element: u32) {
        self.0[element as usize / 64] |= 1 << (element % 64);
    }

    /// Whether an element is in it.
    pub fn has(&self, element: u32) -> bool {
        self.0[element as usize / 64] >> (element % 64) & 1 == 1
    }

    /// Whether all elements are in `other`.
    pub fn is_within(&self, other: &MonoidSubset) -> bool {
        self.0.iter().zip(&other.0).all(|(own, other)| own & !other == 0)
    }

    /// Adds all elements of `other`.
    pub fn join(&mut self, other: &MonoidSubset) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own |= other;
        }
    }
}
