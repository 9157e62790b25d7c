//! What the families of the line sieve have seen, in tables that roll over the outermost heap.
//!
//! A table belongs to the outermost heap of its family. If that is the outermost heap of all, the
//! table is cut into *columns*, one for each size of the second heap, which travel from thread to
//! thread; all other tables start anew within a size of the outermost heap and stay where they are.

use super::bits::{CHUNK, NONE, PackedLine, add_from, shifted, union};

/// The heaps of a family, ascending, as places in the order of nesting.
#[derive(Clone, Debug)]
pub(super) struct NestedFamily {
    pub heaps: Vec<usize>,
    pub diagonal: bool,
}

/// Where a family keeps what it has seen. Families within a row have no table.
#[derive(Clone, Debug)]
pub(super) struct FamilyLayout {
    /// Positions in the order of nesting.
    heaps: Vec<usize>,
    pub(super) diagonal: bool,
    /// Whether the packed heap may be lowered: then the lowest bit says it all.
    pub(super) smeared: bool,
    /// Whether it is a cone with the row's heap: its table is a prefix-OR along the row.
    pub(super) along: bool,
    /// Whether the table is cut into columns.
    pub(super) travels: bool,
    /// Whether a step of the second heap leads into the column before.
    column_back: bool,
    /// The strides of the heaps within the table; 0 for the others and the packed one.
    strides: Vec<usize>,
    slice: usize,
    /// How many cells the table, or one column of it, has.
    pub(super) cells: usize,
    /// The inner heaps of a cone that are counted outside the row, with their strides.
    inner: Vec<(usize, usize)>,
    /// How far the row's start moves when heap `at` is counted up and those after it start anew.
    moves: Vec<isize>,
    /// Where the current row starts in its slice.
    row: usize,
}

impl FamilyLayout {
    /// `None` if all heaps of the family are within a row.
    pub(super) fn new(sizes: &[usize], family: &NestedFamily) -> Option<FamilyLayout> {
        let n = sizes.len();
        let NestedFamily { heaps, diagonal } = family.clone();
        let outer = heaps[0];
        if outer + 2 >= n {
            return None;
        }
        let mut strides: Vec<usize> = vec![0; n];
        let mut slice: usize = 1;
        // Within a column the second heap does not vary.
        for at in (outer.max(1) + 1..n - 1).rev() {
            strides[at] = slice;
            let padded = if at == n - 2 { sizes[at].next_multiple_of(CHUNK) } else { sizes[at] };
            // A table that large is refused before it is made.
            slice = slice.saturating_mul(padded);
        }
        // A diagonal looks back at cells that this step has overwritten: keep two slices.
        let two = diagonal && heaps[1..].iter().any(|at| *at < n - 1);
        let inner = heaps[1..].iter().filter(|at| **at < n - 2 && strides[**at] > 0);
        let signed = |stride: usize| isize::try_from(stride).unwrap_or(isize::MAX);
        let moves = (0..n - 2).map(|at| {
            let back = (at + 1..n - 2).map(|k| strides[k].saturating_mul(sizes[k] - 1));
            signed(strides[at]).saturating_sub(signed(back.fold(0, usize::saturating_add)))
        });
        Some(FamilyLayout {
            diagonal,
            smeared: !diagonal && heaps.contains(&(n - 1)),
            along: !diagonal && heaps.contains(&(n - 2)),
            travels: outer == 0,
            column_back: outer == 0 && heaps.contains(&1),
            cells: if two { slice.saturating_mul(2) } else { slice },
            slice,
            inner: inner.map(|at| (*at, strides[*at])).collect(),
            moves: moves.collect(),
            row: 0,
            strides,
            heaps,
        })
    }

    /// The outermost heap of the family.
    pub(super) fn outermost(&self) -> usize {
        self.heaps[0]
    }

    /// The bytes of the whole table.
    pub(super) fn bytes(&self, sizes: &[usize], words: usize) -> u128 {
        let cell = if self.smeared { 2 } else { 8 * words };
        let columns = if self.travels { sizes[1] } else { 1 };
        (self.cells as u128).saturating_mul((cell * columns) as u128)
    }

    /// Goes to the first row of a tile.
    pub(super) fn rewind(&mut self) {
        self.row = 0;
    }

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
    #[inline]
    fn steps_back<'a>(&'a self, outer: &'a [usize]) -> impl Iterator<Item = usize> + 'a {
        self.inner.iter().filter(|(at, _)| outer[*at] > 0).map(|(_, stride)| *stride)
    }
}

/// A family's layout and cells: lines, or for a smeared family the number of the lowest bit.
pub(super) struct FamilyTable<C> {
    pub(super) layout: FamilyLayout,
    /// The table, or the column in work.
    pub(super) cells: Vec<C>,
    /// The column before it, empty in the first one.
    before: Vec<C>,
}

/// The lines of one family that is not smeared.
pub(super) type WordTable<const W: usize> = FamilyTable<PackedLine<W>>;

/// The lowest bits of a smeared family.
pub(super) type LowTable = FamilyTable<u16>;

impl<C: Copy> FamilyTable<C> {
    /// An empty table; one that travels has no column yet.
    pub(super) fn new(layout: FamilyLayout, nothing: C) -> Self {
        let cells = if layout.travels { Vec::new() } else { vec![nothing; layout.cells] };
        FamilyTable { layout, cells, before: Vec::new() }
    }

    /// Goes on to the next column.
    pub(super) fn enter(&mut self, column: Vec<C>) {
        self.before = std::mem::replace(&mut self.cells, column);
    }

    /// Lets the column before the one in work go.
    pub(super) fn release(&mut self) -> Vec<C> {
        std::mem::take(&mut self.before)
    }

    /// The row of the current slice, and the rows that a step of an inner heap leads back to.
    #[inline]
    fn rows<'a>(
        &'a mut self,
        outer: &'a [usize],
        length: usize,
        nothing: C,
    ) -> (&'a mut [C], impl Iterator<Item = &'a [C]> + 'a) {
        let layout = &self.layout;
        let start = layout.row;
        let (earlier, current) = self.cells.split_at_mut(start);
        let current = &mut current[..length];
        if outer[layout.heaps[0]] == 0 {
            current.fill(nothing);
        }
        let column = layout.column_back && outer[1] > 0;
        let column = column.then(|| &self.before[start..start + length]);
        let earlier = &*earlier;
        let row_back = move |back: usize| &earlier[start - back..start - back + length];
        (current, column.into_iter().chain(layout.steps_back(outer).map(row_back)))
    }
}

impl<const W: usize> WordTable<W> {
    /// The row of the current slice, and one row a step back that is yet to be added to it.
    #[inline]
    pub(super) fn open<'a>(
        &'a mut self,
        outer: &'a [usize],
        empty: &'a [PackedLine<W>],
    ) -> (&'a mut [PackedLine<W>], &'a [PackedLine<W>]) {
        let length = empty.len();
        if self.layout.diagonal {
            let start = self.step_diagonally(outer, length);
            return (&mut self.cells[start..start + length], empty);
        }
        let (current, mut steps) = self.rows(outer, length, [0; W]);
        let first = steps.next().unwrap_or(empty);
        for row in steps {
            for (cell, seen) in current.iter_mut().zip(row) {
                *cell = union(cell, seen);
            }
        }
        (current, first)
    }

    /// Fills the row from the one a step back along the diagonal; returns where it starts.
    fn step_diagonally(&mut self, outer: &[usize], length: usize) -> usize {
        let layout = &self.layout;
        let n = outer.len() + 2;
        let (start, before) = layout.start(outer);
        let possible = layout.heaps.iter().all(|at| *at >= outer.len() || outer[*at] > 0);
        if !possible {
            self.cells[start..start + length].fill([0; W]);
            return start;
        }
        let inner = layout.heaps.iter().filter(|at| **at < outer.len());
        let back: usize = inner.map(|at| layout.strides[*at]).sum();
        let along = usize::from(layout.heaps.contains(&(n - 2)));
        let shift = layout.heaps.contains(&(n - 1));
        for e in 0..length {
            self.cells[start + e] = if e >= along {
                let source = if layout.column_back { &self.before } else { &self.cells };
                let cell = source[before + e - along - back];
                if shift { shifted(&cell) } else { cell }
            } else {
                [0; W]
            };
        }
        start
    }
}

impl LowTable {
    /// The row of the current slice, brought up to date.
    #[inline]
    pub(super) fn open<'a>(&'a mut self, outer: &'a [usize], length: usize) -> &'a mut [u16] {
        let (current, steps) = self.rows(outer, length, NONE);
        for row in steps {
            for (cell, seen) in current.iter_mut().zip(row) {
                *cell = (*cell).min(*seen);
            }
        }
        current
    }

    /// For a cone with the row's heap: brings the row up to date and bars what it has seen.
    pub(super) fn recall<const W: usize>(&mut self, outer: &[usize], base: &mut [PackedLine<W>]) {
        let mut least = NONE;
        for (cell, base) in self.open(outer, base.len()).iter_mut().zip(base) {
            least = least.min(*cell);
            *cell = least;
            add_from(base, least);
        }
    }

    /// For a cone with the row's heap: adds the P-positions found.
    pub(super) fn remember(&mut self, length: usize, found: &[(u32, u16)]) {
        let start = self.layout.row;
        let row = &mut self.cells[start..start + length];
        let mut least = NONE;
        for (i, (e, low)) in found.iter().enumerate() {
            let next = found.get(i + 1).map_or(length, |(next, _)| *next as usize);
            least = least.min(*low);
            for cell in &mut row[*e as usize..next] {
                *cell = (*cell).min(least);
            }
        }
    }
}
