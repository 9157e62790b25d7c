//! Domains: parts of the positions of a game that windows cut out heap by heap.
//!
//! A heap is free, or at most so large, or at most so far from an earlier heap. The positions of a domain with heaps
//! below 2^k are then a box of coordinates, of which the first heaps come first: in their lexicographic order every
//! position comes after all from which heaps were lowered.

use ishitori_rule::symmetry::Permutation;

/// What is asked of a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeapRange {
    /// Nothing.
    Free,
    /// It is at most this.
    UpTo(u64),
    /// It differs from an earlier heap by no more than this.
    Near {
        /// The earlier heap.
        heap: usize,
        /// The most by which they differ.
        by: u64,
    },
}

/// What is asked of each heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FamilyDomain {
    /// In the order of the heaps.
    pub heaps: Vec<HeapRange>,
}

impl FamilyDomain {
    /// Some heaps bounded, the others free.
    pub fn bounded(bounds: &[Option<u64>]) -> FamilyDomain {
        let range = |bound: &Option<u64>| bound.map_or(HeapRange::Free, HeapRange::UpTo);
        FamilyDomain { heaps: bounds.iter().map(range).collect() }
    }

    /// Heaps that a permutation exchanges are near each other; `None` if it is no exchange, or exchanges nothing.
    pub fn near(places: &Permutation, by: u64) -> Option<FamilyDomain> {
        let is_exchange = (0..places.len()).all(|heap| places[places[heap]] == heap);
        let moves_some = (0..places.len()).any(|heap| places[heap] != heap);
        let range = |heap: usize| match places[heap] {
            other if other < heap => HeapRange::Near { heap: other, by },
            _ => HeapRange::Free,
        };
        let heaps = (0..places.len()).map(range).collect();
        (is_exchange && moves_some).then_some(FamilyDomain { heaps })
    }

    /// How many heaps may be as large as they like, each by itself.
    pub fn free(&self) -> usize {
        self.heaps.iter().filter(|range| **range == HeapRange::Free).count()
    }

    /// The domain in words.
    pub fn words(&self) -> String {
        let mut all = Vec::new();
        for (at, range) in self.heaps.iter().enumerate() {
            match range {
                HeapRange::Free => {}
                HeapRange::UpTo(bound) => all.push(format!("h[{}] <= {bound}", at + 1)),
                HeapRange::Near { heap, by: 0 } => {
                    all.push(format!("h[{}] = h[{}]", heap + 1, at + 1));
                }
                HeapRange::Near { heap, by } => {
                    all.push(format!("|h[{}] - h[{}]| <= {by}", heap + 1, at + 1));
                }
            }
        }
        if all.is_empty() { "all positions".to_string() } else { all.join(", ") }
    }

    /// Whether these heaps are in it.
    pub fn contains(&self, heaps: &[u64]) -> bool {
        self.heaps.iter().enumerate().all(|(at, range)| match range {
            HeapRange::Free => true,
            HeapRange::UpTo(bound) => heaps[at] <= *bound,
            HeapRange::Near { heap, by } => heaps[at].abs_diff(heaps[*heap]) <= *by,
        })
    }

    /// How many values the coordinate of a heap has in the window of heaps below `below`.
    pub(super) fn width(&self, at: usize, below: u64) -> u64 {
        match self.heaps[at] {
            HeapRange::Free => below,
            HeapRange::UpTo(bound) => below.min(bound.saturating_add(1)),
            HeapRange::Near { by, .. } => by.saturating_mul(2).saturating_add(1),
        }
    }

    /// The least and the largest a heap may be, given the earlier heaps.
    pub(super) fn ends(&self, at: usize, heaps: &[u64], below: u64) -> (u64, u64) {
        match self.heaps[at] {
            HeapRange::Free => (0, below - 1),
            HeapRange::UpTo(bound) => (0, bound.min(below - 1)),
            HeapRange::Near { heap, by } => {
                let middle = heaps[heap];
                (middle.saturating_sub(by), middle.saturating_add(by).min(below - 1))
            }
        }
    }

    /// The coordinate of a heap.
    pub(super) fn coordinate(&self, at: usize, heaps: &[u64]) -> u64 {
        match self.heaps[at] {
            HeapRange::Free | HeapRange::UpTo(_) => heaps[at],
            HeapRange::Near { heap, by } => heaps[at] + by - heaps[heap],
        }
    }
}
