//! What slabs with ties learn from the tables of slabs without: of positions all of whose heaps are smaller.
//!
//! A family that can lower all tied heaps leads to such positions. What is known of them stands in the lasting tables of
//! slabs with one fixed heap, by images. Where only matters whether anything is known, and rows are rows, it is read there
//! ([`LentRoute`]); otherwise it is copied ([`TableRoute`]).

use super::carried::CarriedCells;
use super::cursor::{LentTable, cell};
use super::group::{HeapPermutation, image};
use super::rows::{BLOCK, SizeCell};
use super::shape::{CarriedTable, NO_HEAP, SlabShape, TableKind, row_place, value_place};

/// How a table of one slab tells another what is known of smaller positions.
pub(super) struct TableRoute {
    /// The table that knows.
    from: usize,
    /// The table that learns, and its strides by the places of the slab that knows.
    to: usize,
    strides: Vec<usize>,
    /// The place of the first slab whose size is entered, if any.
    value: Option<usize>,
}

impl TableRoute {
    /// The table that learns.
    pub(super) fn table(&self) -> usize {
        self.to
    }

    /// A way to what the family of `table` reaches by lowering all fixed heaps of `shape`; none if it cannot.
    pub(super) fn new(
        known: &SlabShape,
        shape: &SlabShape,
        table: &CarriedTable,
        group: &[HeapPermutation],
    ) -> Option<TableRoute> {
        if shape.fixed & !table.family != 0 {
            return None;
        }
        let all = known.carried.iter().flat_map(|from| group.iter().map(move |g| (from, g)));
        let mut ways =
            all.filter_map(|(from, g)| TableRoute::through(known, from, shape, table, g));
        ways.next()
    }

    fn through(
        known: &SlabShape,
        from: &CarriedTable,
        shape: &SlabShape,
        table: &CarriedTable,
        g: &HeapPermutation,
    ) -> Option<TableRoute> {
        // The heap that the first slab forgets must be one that the second forgets too.
        if image(from.family, g) != table.family || image(known.fixed, g) & !shape.fixed != 0 {
            return None;
        }
        let mut strides = vec![0; known.free.len()];
        let place_of = |heap: usize| known.free.iter().position(|free| *free == g[heap]);
        for (heap, stride) in shape.free.iter().zip(&table.view.strides) {
            if *heap != NO_HEAP {
                strides[place_of(*heap)?] = *stride;
            }
        }
        let value = value_place(table.view.kind, shape.free.len());
        let value = match value {
            Some(place) => Some(place_of(shape.free[place])?),
            None => None,
        };
        Some(TableRoute { from: from.view.table, to: table.view.table, strides, value })
    }

    /// Enters what is known of heaps below `size`.
    pub(super) fn run<C: SizeCell>(
        &self,
        known: &SlabShape,
        source: &CarriedCells<C>,
        size: usize,
        target: &mut CarriedCells<C>,
    ) {
        if size > 0 {
            TableCopy { route: self, known, source, size, target }.run();
        }
    }
}

/// A table that a slab with ties reads where it is, in the slab that knows.
pub(super) struct LentRoute {
    /// The table that knows.
    from: usize,
    /// The strides of the table that knows, by the places of the slab that reads.
    strides: Vec<usize>,
    /// Those of heaps that the slab has fixed. Cells count for all larger sizes of these, so the largest size tells all.
    forgotten: usize,
}

impl LentRoute {
    /// What is known of heaps below `size`.
    pub(super) fn lend<'t, C>(
        &'t self,
        source: &'t CarriedCells<C>,
        size: usize,
    ) -> LentTable<'t, C> {
        let begin = (size - 1) * self.forgotten;
        LentTable { cells: &source.cells[self.from][begin..], strides: &self.strides }
    }

    /// A way to read what [`TableRoute`] would copy: if only matters whether anything is known, and rows are rows.
    pub(super) fn new(
        known: &SlabShape,
        shape: &SlabShape,
        table: &CarriedTable,
        group: &[HeapPermutation],
    ) -> Option<LentRoute> {
        if shape.fixed & !table.family != 0 || table.view.kind != TableKind::Known {
            return None;
        }
        let all = known.carried.iter().flat_map(|from| group.iter().map(move |g| (from, g)));
        let ways = all.filter_map(|(from, g)| LentRoute::through(known, from, shape, table, g));
        ways.min_by_key(|way| way.lines_apart(shape))
    }

    /// How far apart the lines of a tile are, which are looked at one after the other.
    pub(super) fn lines_apart(&self, shape: &SlabShape) -> usize {
        self.strides[shape.loops()]
    }

    fn through(
        known: &SlabShape,
        from: &CarriedTable,
        shape: &SlabShape,
        table: &CarriedTable,
        g: &HeapPermutation,
    ) -> Option<LentRoute> {
        if image(from.family, g) != table.family || image(known.fixed, g) & !shape.fixed != 0 {
            return None;
        }
        let place_of = |heap: usize| known.free.iter().position(|free| *free == g[heap]);
        let mut strides = vec![0; shape.free.len()];
        for (heap, stride) in shape.free.iter().zip(&mut strides) {
            if *heap != NO_HEAP {
                *stride = from.view.strides[place_of(*heap)?];
            }
        }
        let is_read = |known: usize| shape.free.iter().any(|heap| g.get(*heap) == Some(&known));
        let known_heaps = known.free.iter().zip(&from.view.strides);
        let fixed = known_heaps.filter(|(heap, _)| **heap != NO_HEAP && !is_read(**heap));
        let forgotten = fixed.map(|(_, stride)| stride).sum();
        // Each free heap is a key, and rows are rows.
        let keys = shape.free.iter().zip(&strides);
        let is_whole = keys.into_iter().all(|(heap, stride)| *heap == NO_HEAP || *stride > 0);
        let is_row = from.view.kind != TableKind::Known && strides.last() == Some(&1);
        let route = LentRoute { from: from.view.table, strides, forgotten };
        (is_whole && is_row).then_some(route)
    }
}

struct TableCopy<'a, C> {
    route: &'a TableRoute,
    known: &'a SlabShape,
    source: &'a CarriedCells<C>,
    size: usize,
    target: &'a mut CarriedCells<C>,
}

impl<C: SizeCell> TableCopy<'_, C> {
    fn run(mut self) {
        let view = &self.known.carried[self.route.from].view;
        let places = self.known.free.len();
        let row = row_place(view.kind, places);
        let keys: Vec<usize> = (0..places).filter(|p| *p != row && view.strides[*p] > 0).collect();
        let mut at = vec![0; places];
        loop {
            self.copy_cells(&mut at, row);
            let moved = keys.iter().rev().find(|place| {
                at[**place] += 1;
                let carries = at[**place] == self.key_size(**place);
                if carries {
                    at[**place] = 0;
                }
                !carries
            });
            if moved.is_none() {
                return;
            }
        }
    }

    fn key_size(&self, place: usize) -> usize {
        if self.known.free[place] == NO_HEAP { 1 } else { self.size }
    }

    fn copy_cells(&mut self, at: &mut [usize], row: usize) {
        let TableRoute { from, to, strides, value, .. } = self.route;
        let view = &self.known.carried[*from].view;
        let begin = cell(&view.strides, at);
        let held = value_place(view.kind, at.len()).expect("a table with several heaps has values");
        for size in 0..self.key_size(row) {
            let least = self.source.cells[*from][begin + size];
            if least == C::NONE {
                continue;
            }
            at[row] = size;
            at[held] = least.size();
            let target = cell(strides, at);
            match value {
                Some(value) => {
                    let known = &mut self.target.cells[*to][target];
                    *known = (*known).min(C::of(at[*value]));
                }
                None => self.target.bits[*to][target / BLOCK] |= 1 << (target % BLOCK),
            }
        }
        at[row] = 0;
        at[held] = 0;
    }
}
