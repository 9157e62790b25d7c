//! Where the tables of a slab have the rows of a tile.
//!
//! The cell of a row is a sum of strides times loops. All loops but the innermost stand still for many tiles, so their
//! part of the sum is kept in a cursor; what is done for each tile and each line goes through lists of cursors by use.

use super::carried::CarriedCells;
use super::columns::{is_column_table, travels};
use super::rows::{BLOCK, Block, RowOperations, SizeCell};
use super::shape::{CellView, SlabShape, TableKind, value_place};

/// Which cells a table has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CellSource {
    /// An own table, or its column in work.
    Own,
    /// A carried table.
    Carried,
    /// The bits of a carried table.
    Bits,
    /// A table of another slab, of which only matters whether cells are known.
    Lent,
}

/// A table of another slab that tells of all positions with smaller heaps.
pub(super) struct LentTable<'a, C> {
    pub(super) cells: &'a [C],
    /// By the places of the slab that reads it.
    pub(super) strides: &'a [usize],
}

/// Where a table has its cells while only the innermost loop and the plane move.
pub(super) struct TableCursor {
    pub(super) table: usize,
    pub(super) source: CellSource,
    /// The strides of the loops outside the innermost one.
    outside: Vec<usize>,
    /// The cell of these loops.
    begin: usize,
    /// The strides of the innermost loop and of the plane.
    inner: usize,
    across: usize,
    along: usize,
    /// The place whose sizes the cells hold.
    pub(super) value: usize,
}

impl TableCursor {
    fn new(strides: &[usize], table: usize, source: CellSource, value: Option<usize>) -> Self {
        let [outside @ .., inner, across, along] = strides else {
            unreachable!("slabs have a loop and a plane")
        };
        TableCursor {
            table,
            source,
            outside: outside.to_vec(),
            begin: 0,
            inner: *inner,
            across: *across,
            along: *along,
            value: value.unwrap_or(usize::MAX),
        }
    }

    fn of(view: &CellView, source: CellSource) -> Self {
        let value = value_place(view.kind, view.strides.len());
        TableCursor::new(&view.strides, view.table, source, value)
    }

    /// The cell of a place of the tile.
    #[inline(always)]
    pub(super) fn cell(&self, inner: usize, across: usize, along: usize) -> usize {
        self.begin + inner * self.inner + across * self.across + along * self.along
    }

    /// The cell of any position of the slab.
    pub(super) fn cell_of(&self, at: &[usize]) -> usize {
        let [outside @ .., inner, across, along] = at else { unreachable!("as above") };
        let begin = cell(&self.outside, outside);
        begin + inner * self.inner + across * self.across + along * self.along
    }

    /// The cells of an own or carried table.
    #[inline(always)]
    pub(super) fn cells<'t, C>(&self, own: &'t [Vec<C>], carried: &'t CarriedCells<C>) -> &'t [C] {
        if self.source == CellSource::Own { &own[self.table] } else { &carried.cells[self.table] }
    }
}

/// The cursors of all tables, by what is done with them.
pub(super) struct TableCursors {
    /// All own tables, to enter P-positions.
    pub(super) own: Vec<TableCursor>,
    /// Tables of the innermost loop.
    pub(super) planes: Vec<TableCursor>,
    /// Tables of the heap across, and of the heap along.
    pub(super) across: Vec<TableCursor>,
    pub(super) along: Vec<TableCursor>,
    /// Those that lines look at one by one: of loops but the innermost, and of what is known at all.
    pub(super) others: Vec<TableCursor>,
}

impl TableCursors {
    pub(super) fn new<C>(
        shape: &SlabShape,
        carried: &CarriedCells<C>,
        lent: &[LentTable<'_, C>],
    ) -> Self {
        let inner = shape.loops() - 1;
        let by_columns = travels(shape);
        let own = || {
            shape.own.iter().map(|table| {
                let mut view = table.view.clone();
                if by_columns && is_column_table(table) {
                    view.strides[1] = 0;
                }
                (view, CellSource::Own)
            })
        };
        let is_there = |view: &&CellView| {
            view.kind != TableKind::Known || !carried.bits[view.table].is_empty()
        };
        let carried = shape.views.iter().filter(is_there).map(|view| match view.kind {
            TableKind::Known => (view.clone(), CellSource::Bits),
            _ => (view.clone(), CellSource::Carried),
        });
        let mut cursors = TableCursors {
            own: own().map(|(view, source)| TableCursor::of(&view, source)).collect(),
            planes: Vec::new(),
            across: Vec::new(),
            along: Vec::new(),
            others: Vec::new(),
        };
        for (view, source) in own().chain(carried) {
            let list = match view.kind {
                TableKind::Across(_) => &mut cursors.across,
                TableKind::Along => &mut cursors.along,
                TableKind::Loop(at) if at == inner => &mut cursors.planes,
                TableKind::Loop(_) | TableKind::Known => &mut cursors.others,
            };
            list.push(TableCursor::of(&view, source));
        }
        for (at, table) in lent.iter().enumerate() {
            cursors.others.push(TableCursor::new(table.strides, at, CellSource::Lent, None));
        }
        cursors
    }

    /// After a loop outside the innermost one has moved.
    #[inline(always)]
    pub(super) fn move_to(&mut self, outside: &[usize]) {
        let lists =
            [&mut self.own, &mut self.planes, &mut self.across, &mut self.along, &mut self.others];
        for cursor in lists.into_iter().flatten() {
            cursor.begin = cell(&cursor.outside, outside);
        }
    }

    /// What the other tables leave of the free cells of a block of a line.
    #[inline(always)]
    pub(super) fn free_in_others<C: SizeCell, R: RowOperations<C>>(
        &self,
        rows: R,
        (own, carried, lent): (&[Vec<C>], &CarriedCells<C>, &[LentTable<'_, C>]),
        at: &[usize],
        (line, w): (usize, usize),
        mut free: u64,
    ) -> u64 {
        let inner = at[at.len() - 3];
        for cursor in &self.others {
            if free == 0 {
                break;
            }
            let cell = cursor.cell(inner, line, 0) + w * BLOCK;
            free &= match cursor.source {
                CellSource::Bits => !carried.bits[cursor.table][cell / BLOCK],
                CellSource::Lent => {
                    let known = row(lent[cursor.table].cells, cell, 1);
                    rows.above(&known[0], C::of(C::NONE.size() - 1))
                }
                CellSource::Own | CellSource::Carried => {
                    let known = row(cursor.cells(own, carried), cell, 1);
                    rows.above(&known[0], C::of(at[cursor.value]))
                }
            };
        }
        free
    }
}

/// The cell of a position.
#[inline(always)]
pub(super) fn cell(strides: &[usize], at: &[usize]) -> usize {
    strides.iter().zip(at).map(|(stride, size)| stride * size).sum()
}

/// So many blocks of a table from a cell on.
#[inline(always)]
pub(super) fn row<C>(cells: &[C], at: usize, blocks: usize) -> &[Block<C>] {
    cells[at..at + blocks * BLOCK].as_chunks().0
}

#[inline(always)]
pub(super) fn row_mut<C>(cells: &mut [C], at: usize, blocks: usize) -> &mut [Block<C>] {
    cells[at..at + blocks * BLOCK].as_chunks_mut().0
}
