//! What the families of the line sieve have seen, in tables that roll over the outermost heap.

use super::bits::{add_from, shifted, union};
use super::{CHUNK, Cones, Line, NONE};
use crate::solve::shape::Shape;

/// Where a family keeps what it has seen. Families within a row have no table.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// Positions in the order of nesting.
    pub(super) heaps: Vec<usize>,
    pub(super) diagonal: bool,
    /// Whether the packed heap may be lowered: then the lowest bit says it all.
    pub(super) smeared: bool,
    /// The strides of the heaps inside the outermost one; 0 for the others and the packed one.
    pub(super) strides: Vec<usize>,
    pub(super) slice: usize,
    pub(super) cells: usize,
    /// The inner heaps of a cone that are counted outside the row, with their strides.
    pub(super) inner: Vec<(usize, usize)>,
    /// How far the row's start moves when heap `at` is counted up and those after it start anew.
    pub(super) moves: Vec<isize>,
    /// Where the current row starts in its slice.
    pub(super) row: usize,
}

impl Layout {
    /// `None` if all heaps of the family are within a row.
    pub(super) fn new(cones: &Cones, order: &[usize], family: &Shape) -> Option<Layout> {
        let n = order.len();
        let (heaps, diagonal) = match family {
            Shape::Cone(heaps) => (heaps, false),
            Shape::Diagonal(heaps) => (heaps, true),
            _ => return None,
        };
        let place = |heap: &usize| order.iter().position(|h| h == heap).expect("an order of all");
        let mut heaps: Vec<usize> = heaps.iter().map(place).collect();
        heaps.sort_unstable();
        let outer = heaps[0];
        if outer + 2 >= n {
            return None;
        }
        let mut strides: Vec<usize> = vec![0; n];
        let mut slice: usize = 1;
        for at in (outer + 1..n - 1).rev() {
            strides[at] = slice;
            let size = cones.sizes[order[at]];
            let padded = if at == n - 2 { size.next_multiple_of(CHUNK) } else { size };
            // A table that large is refused before it is made.
            slice = slice.saturating_mul(padded);
        }
        // A diagonal looks back at cells that this step has overwritten: keep two slices.
        let two = diagonal && heaps.iter().any(|at| strides[*at] > 0);
        let smeared = !diagonal && heaps.contains(&(n - 1));
        let cells = if two { slice.saturating_mul(2) } else { slice };
        let inner =
            heaps[1..].iter().filter(|at| **at < n - 2).map(|at| (*at, strides[*at])).collect();
        let signed = |stride: usize| isize::try_from(stride).unwrap_or(isize::MAX);
        let moves = (0..n - 2)
            .map(|at| {
                let back =
                    (at + 1..n - 2).map(|k| strides[k].saturating_mul(cones.sizes[order[k]] - 1));
                signed(strides[at]).saturating_sub(signed(back.fold(0, usize::saturating_add)))
            })
            .collect();
        Some(Layout { heaps, diagonal, smeared, strides, slice, cells, inner, moves, row: 0 })
    }

    pub(super) fn bytes_a_cell(&self, words: u128) -> u128 {
        if self.smeared { 2 } else { 8 * words }
    }
}

/// The lines of one family that is not smeared.
pub(super) struct WordTable<const W: usize> {
    pub(super) layout: Layout,
    pub(super) cells: Vec<Line<W>>,
}

/// The lowest bits of a smeared family.
pub(super) struct LowTable {
    pub(super) layout: Layout,
    pub(super) cells: Vec<u16>,
}

impl Layout {
    /// Follows the count of the outer heaps: heap `at` goes up, those after it start anew.
    #[inline]
    pub(super) fn advance(&mut self, at: usize) {
        self.row = self.row.wrapping_add_signed(self.moves[at]);
    }

    /// Where this row begins in the current slice, and in the one before.
    #[inline]
    pub(super) fn start(&self, outer: &[usize]) -> (usize, usize) {
        if self.cells == self.slice {
            return (self.row, self.row);
        }
        let parity = outer[self.heaps[0]] % 2;
        (self.row + parity * self.slice, self.row + (1 - parity) * self.slice)
    }

    /// For a cone: how far back in the current slice each inner heap's step leads.
    pub(super) fn steps_back<'a>(&'a self, outer: &'a [usize]) -> impl Iterator<Item = usize> + 'a {
        self.inner.iter().filter(|(at, _)| outer[*at] > 0).map(|(_, stride)| *stride)
    }
}

impl<const W: usize> WordTable<W> {
    /// The row of the current slice, and the row that one step back of an inner heap leads to.
    #[inline]
    pub(super) fn open<'a>(
        &'a mut self,
        outer: &[usize],
        empty: &'a [Line<W>],
    ) -> (&'a mut [Line<W>], &'a [Line<W>]) {
        let length = empty.len();
        let (start, before) = self.layout.start(outer);
        if self.layout.diagonal {
            self.step_diagonally(outer, length, start, before);
            return (&mut self.cells[start..start + length], empty);
        }
        if outer[self.layout.heaps[0]] == 0 {
            self.cells[start..start + length].fill([0; W]);
        }
        let (earlier, current) = self.cells.split_at_mut(start);
        let current = &mut current[..length];
        let row_back = |back: usize| &earlier[start - back..start - back + length];
        let mut steps = self.layout.steps_back(outer);
        let first = steps.next().map_or(empty, row_back);
        for back in steps {
            for (cell, seen) in current.iter_mut().zip(row_back(back)) {
                *cell = union(cell, seen);
            }
        }
        (current, first)
    }

    /// Fills the row from the one a step back along the diagonal.
    pub(super) fn step_diagonally(
        &mut self,
        outer: &[usize],
        length: usize,
        start: usize,
        before: usize,
    ) {
        let layout = &self.layout;
        let n = outer.len() + 2;
        let possible = layout.heaps.iter().all(|at| *at >= outer.len() || outer[*at] > 0);
        let inner = layout.heaps.iter().filter(|at| **at < outer.len());
        let back: usize = inner.map(|at| layout.strides[*at]).sum();
        let along = usize::from(layout.heaps.contains(&(n - 2)));
        let shift = layout.heaps.contains(&(n - 1));
        for e in 0..length {
            self.cells[start + e] = if possible && e >= along {
                let cell = self.cells[before + e - along - back];
                if shift { shifted(&cell) } else { cell }
            } else {
                [0; W]
            };
        }
    }
}

impl LowTable {
    /// The row of the current slice, brought up to date.
    #[inline]
    pub(super) fn open(&mut self, outer: &[usize], length: usize) -> &mut [u16] {
        let (start, _) = self.layout.start(outer);
        if outer[self.layout.heaps[0]] == 0 {
            self.cells[start..start + length].fill(NONE);
        }
        let (earlier, current) = self.cells.split_at_mut(start);
        let current = &mut current[..length];
        for back in self.layout.steps_back(outer) {
            let earlier = &earlier[start - back..start - back + length];
            for (cell, seen) in current.iter_mut().zip(earlier) {
                *cell = (*cell).min(*seen);
            }
        }
        current
    }

    /// For a cone with the row's heap: brings the row up to date and bars what it has seen.
    pub(super) fn recall<const W: usize>(&mut self, outer: &[usize], base: &mut [Line<W>]) {
        let mut least = NONE;
        for (cell, base) in self.open(outer, base.len()).iter_mut().zip(base) {
            least = least.min(*cell);
            *cell = least;
            add_from(base, least);
        }
    }

    /// For a cone with the row's heap: adds what was found.
    pub(super) fn remember(&mut self, outer: &[usize], lowest: &[u16]) {
        let (start, _) = self.layout.start(outer);
        let mut least = NONE;
        for (cell, low) in self.cells[start..start + lowest.len()].iter_mut().zip(lowest) {
            least = least.min(*low);
            *cell = (*cell).min(least);
        }
    }
}
