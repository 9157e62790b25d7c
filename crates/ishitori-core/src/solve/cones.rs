//! Games of cones and diagonals, as the engines that list no options take them.
//!
//! Nothing is computed here: [`lines`](super::lines) and [`slabs`](super::slabs) share what they are given and whom they
//! tell, and know nothing of each other.

use super::Convention;
use super::shape::FamilyShape;

/// A game of cones and diagonals in a box, heaps counted from 0.
#[derive(Clone, Debug)]
pub struct Cones {
    /// How many sizes each heap has.
    pub sizes: Vec<usize>,
    /// The families.
    pub families: Vec<FamilyShape>,
    /// At most this many stones (above the lower bounds) in all.
    pub total: Option<u64>,
    /// Who wins when nobody can move.
    pub convention: Convention,
}

/// Receives P-positions.
pub trait Sink {
    /// A P-position: the sizes of its heaps in the order of the engine, counted from 0.
    fn found(&mut self, sizes: &[usize]);

    /// Whether of all arrangements of the same sizes only the ascending one is wanted. Others may still be told.
    fn wants_ascending(&self) -> bool {
        false
    }
    /// Whether positions are only counted: of those that symmetries of the engine make of each other one may be told by
    /// [`found_many`](Sink::found_many). Others may still be told one by one.
    fn wants_counts(&self) -> bool {
        false
    }

    /// A P-position that stands for so many.
    fn found_many(&mut self, sizes: &[usize], count: usize) {
        (0..count).for_each(|_| self.found(sizes));
    }
}
