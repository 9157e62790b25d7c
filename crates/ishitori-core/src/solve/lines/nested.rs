//! A cone game with its heaps in the order of nesting: what all parts of the line sieve read.
//!
//! Two heaps for the tiles, any number within a tile, one for the row, the packed one last. A game of less than four
//! heaps gets heaps of one size before its own. The bytes counted here are those that a plan announces.

use super::batch;
use super::tables::{FamilyLayout, NestedFamily};
use crate::solve::Convention;
use crate::solve::cones::Cones;
use crate::solve::shape::FamilyShape;

/// A game whose heaps stand in the order of nesting: two for the tiles, any number within a tile,
/// one for the row, the packed one.
pub(super) struct NestedGame {
    pub sizes: Vec<usize>,
    pub families: Vec<NestedFamily>,
    /// A limit that bars something.
    pub total: Option<u64>,
    pub misere: bool,
    /// How many heaps of one size were put before the others to make four.
    pub added: usize,
    /// The others, by their numbers in the game.
    pub heaps: Vec<usize>,
}

impl NestedGame {
    pub fn new(cones: &Cones, order: &[usize]) -> NestedGame {
        let added = 4usize.saturating_sub(order.len());
        let mut sizes = vec![1; added];
        sizes.extend(order.iter().map(|heap| cones.sizes[*heap]));
        let nested = |shape: &FamilyShape| {
            let (members, diagonal) = match shape {
                FamilyShape::Cone(members) => (members, false),
                FamilyShape::Diagonal(members) => (members, true),
                _ => return None,
            };
            let places = (0..order.len()).filter(|at| members.contains(&order[*at]));
            Some(NestedFamily { heaps: places.map(|at| at + added).collect(), diagonal })
        };
        let stones = sizes.iter().fold(0u64, |sum, size| sum.saturating_add(*size as u64 - 1));
        NestedGame {
            families: cones.families.iter().filter_map(nested).collect(),
            total: cones.total.filter(|total| *total < stones),
            misere: cones.convention == Convention::Misere,
            sizes,
            added,
            heaps: order.to_vec(),
        }
    }

    /// Words a line takes, rounded up to a power of two for which there is code.
    pub fn words(&self) -> usize {
        words(self.sizes[self.sizes.len() - 1])
    }

    /// How many threads can be busy: a thread is two tiles behind the one before it.
    pub fn most_threads(&self) -> usize {
        self.sizes[0].min(self.sizes[1].div_ceil(2))
    }

    /// How many lines share their outermost heap.
    pub fn lines(&self) -> u128 {
        let inner = &self.sizes[1..self.sizes.len() - 1];
        inner.iter().fold(1, |all, size| all.saturating_mul(*size as u128))
    }

    /// The bytes of the tables that travel, or of those that each thread has.
    pub fn table_bytes(&self, travel: bool) -> u128 {
        let layouts =
            self.families.iter().filter_map(|family| FamilyLayout::new(&self.sizes, family));
        let layouts = layouts.filter(|layout| layout.travels == travel);
        let bytes = layouts.map(|layout| layout.bytes(&self.sizes, self.words()));
        bytes.fold(0, u128::saturating_add)
    }

    /// The bytes of all tables with this many threads.
    pub fn bytes(&self, threads: usize) -> u128 {
        let words = self.words();
        let (shared, own) = (self.table_bytes(true), self.table_bytes(false));
        // Three rows in work, and the positions found in one.
        let length = self.sizes[self.sizes.len() - 2] as u128;
        let own = own.saturating_add(length.saturating_mul(3 * 8 * words as u128 + 8));
        let waiting = if threads > 1 { batch::waiting(self.lines(), shared) } else { 0 };
        own.saturating_add(waiting).saturating_mul(threads as u128).saturating_add(shared)
    }
}

/// The words of a line of so many positions, rounded up to a power of two.
pub(super) fn words(size: usize) -> usize {
    size.div_ceil(64).next_power_of_two()
}
