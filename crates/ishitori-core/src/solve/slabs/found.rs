//! The P-positions found in a slab, heap by heap.
//!
//! Of symmetric positions one is kept. The sizes of each heap stand in a column of their own, so that the cells of many
//! positions in a table are a few operations on vectors (`carry`).

use super::rows::SizeCell;
use super::shape::{NO_HEAP, SlabShape};

/// P-positions, one of symmetric ones: a column of sizes for each heap.
pub(super) struct FoundPositions<C> {
    /// The size of the fixed heaps.
    fixed: C,
    columns: Vec<Vec<C>>,
}

impl<C: SizeCell> FoundPositions<C> {
    pub(super) fn new(heaps: usize) -> Self {
        FoundPositions { fixed: C::of(0), columns: vec![Vec::new(); heaps] }
    }

    /// Forgets all; fixed heaps have this size from now on.
    pub(super) fn begin(&mut self, fixed: usize) {
        self.fixed = C::of(fixed);
        self.columns.iter_mut().for_each(Vec::clear);
    }

    /// An empty list for positions of the same slab.
    pub(super) fn like(&self) -> Self {
        FoundPositions { fixed: self.fixed, columns: vec![Vec::new(); self.columns.len()] }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }

    /// The sizes of a heap.
    pub(super) fn column(&self, heap: usize) -> &[C] {
        &self.columns[heap]
    }

    /// All heaps of one position.
    pub(super) fn read(&self, at: usize, position: &mut [usize]) {
        for (size, column) in position.iter_mut().zip(&self.columns) {
            *size = column[at].size();
        }
    }

    /// Adds a position given by the places of its slab.
    #[inline(always)]
    pub(super) fn add(&mut self, shape: &SlabShape, places: &[usize]) {
        for (heap, size) in shape.free.iter().zip(places) {
            if *heap != NO_HEAP {
                self.columns[*heap].push(C::of(*size));
            }
        }
        for heap in &shape.fixed_heaps {
            self.columns[*heap].push(self.fixed);
        }
    }

    /// Adds some of the positions that another thread found.
    pub(super) fn extend(&mut self, from: &FoundPositions<C>, range: std::ops::Range<usize>) {
        for (column, more) in self.columns.iter_mut().zip(&from.columns) {
            column.extend_from_slice(&more[range.clone()]);
        }
    }
}
