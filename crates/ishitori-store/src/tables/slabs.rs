//! How a box is cut into chunks whose order is the order of the cells.
//!
//! The innermost heaps are whole as long as a chunk has at most a million cells, one heap is cut, and
//! the outer ones have one size a chunk. So a chunk is a stretch of the row-by-row order.

use std::ops::Range;

/// A chunk has at most this many cells.
const CELLS: u64 = 1 << 20;

/// There are at most this many chunks, each of which has a hash in the attributes.
const MOST_CHUNKS: u64 = 1 << 20;

/// A box and its chunks.
#[derive(Clone, Debug)]
pub(super) struct Slabs {
    lower: Vec<u64>,
    pub(super) shape: Vec<u64>,
    pub(super) chunk: Vec<u64>,
    /// How many chunks along each heap.
    grid: Vec<u64>,
}

impl Slabs {
    /// Nothing if the box is empty or too large.
    pub(super) fn new(lower: &[u64], upper: &[u64]) -> Option<Slabs> {
        if lower.is_empty() || lower.len() != upper.len() {
            return None;
        }
        let sizes =
            lower.iter().zip(upper).map(|(low, high)| high.checked_sub(*low)?.checked_add(1));
        let shape: Vec<u64> = sizes.collect::<Option<_>>()?;
        shape.iter().try_fold(1, |cells: u64, size| cells.checked_mul(*size))?;
        let mut chunk = vec![1; shape.len()];
        let mut room = CELLS;
        for (side, size) in chunk.iter_mut().zip(&shape).rev() {
            *side = room.min(*size);
            if *side < *size {
                break;
            }
            room /= *size;
        }
        let grid: Vec<u64> =
            shape.iter().zip(&chunk).map(|(size, side)| size.div_ceil(*side)).collect();
        let slabs = Slabs { lower: lower.to_vec(), shape, chunk, grid };
        (slabs.chunks() <= MOST_CHUNKS).then_some(slabs)
    }

    pub(super) fn chunks(&self) -> u64 {
        self.grid.iter().product()
    }

    /// Cells in the chunk as it is stored; the last one along a heap may reach over the box.
    pub(super) fn stored(&self) -> usize {
        self.chunk.iter().product::<u64>() as usize
    }

    /// Where the chunk of a number is in the grid.
    pub(super) fn place(&self, number: u64) -> Vec<u64> {
        let mut left = number;
        let mut place = vec![0; self.grid.len()];
        for (at, count) in place.iter_mut().zip(&self.grid).rev() {
            *at = left % count;
            left /= count;
        }
        place
    }

    /// The cells of a chunk that are in the box, as numbers of cells of the box, row by row. They are the
    /// first of the chunk, too.
    pub(super) fn cells(&self, number: u64) -> Range<u64> {
        let (mut start, mut length) = (0, 1);
        for (((at, side), size), _) in
            self.place(number).iter().zip(&self.chunk).zip(&self.shape).zip(&self.grid)
        {
            let from = at * side;
            start = start * size + from;
            length *= (*side).min(size - from);
        }
        start..start + length
    }

    /// The heaps of a cell.
    pub(super) fn heaps(&self, cell: u64, heaps: &mut [u64]) {
        let mut left = cell;
        for ((heap, size), low) in heaps.iter_mut().zip(&self.shape).zip(&self.lower).rev() {
            *heap = low + left % size;
            left /= size;
        }
    }

    /// The chunk of a position and the place in it; nothing if it is outside of the box.
    pub(super) fn find(&self, heaps: &[u64]) -> Option<(u64, usize)> {
        if heaps.len() != self.shape.len() {
            return None;
        }
        let (mut number, mut within) = (0, 0);
        for (nth, heap) in heaps.iter().enumerate() {
            let at = heap.checked_sub(self.lower[nth]).filter(|at| *at < self.shape[nth])?;
            number = number * self.grid[nth] + at / self.chunk[nth];
            within = within * self.chunk[nth] + at % self.chunk[nth];
        }
        Some((number, within as usize))
    }
}
