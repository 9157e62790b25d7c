//! Takes P-positions from one slab to the tables of others.
//!
//! A position enters a carried table through each symmetry: for a symmetry `g` the cell of the image is again a sum of
//! strides times heaps, the strides permuted, so no image is ever built ([`EntryRoute`]). A slab in which several heaps
//! are tied for the largest ([`SeedRoutes`]) learns from the slabs with fewer of them tied, where the family of a table
//! may have lowered those that are missing, and from all positions with smaller heaps, where it may lower all of them.

use std::ops::Range;

use super::cursor::{LentTable, cell};
use super::found::FoundPositions;
use super::group::{HeapPermutation, HeapSet, image};
use super::rows::{BLOCK, RowOperations, RowWork, SizeCell};
use super::shape::{CarriedTable, ConeSets, NO_HEAP, SlabShape, TableKind, row_place, value_place};
use super::sweep::{CarriedCells, count_on};

/// How one image of a position enters one table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct EntryRoute {
    table: usize,
    /// Heaps of the position itself, with their strides.
    keys: Vec<(usize, usize)>,
    /// The heap whose size is entered; none for a bit.
    value: Option<usize>,
}

impl EntryRoute {
    /// The table that it enters.
    pub(super) fn table(&self) -> usize {
        self.table
    }

    fn new(shape: &SlabShape, table: &CarriedTable, g: &HeapPermutation) -> EntryRoute {
        let pairs = shape.free.iter().zip(&table.view.strides);
        let keys = pairs.filter(|(heap, stride)| **heap != NO_HEAP && **stride > 0);
        let mut keys: Vec<_> = keys.map(|(heap, stride)| (g[*heap], *stride)).collect();
        keys.sort_unstable();
        let value = value_place(table.view.kind, shape.free.len());
        let value = value.map(|place| g[shape.free[place]]);
        EntryRoute { table: table.view.table, keys, value }
    }
}

/// The routes of all images of a position into the tables of a slab.
pub(super) fn routes(shape: &SlabShape, group: &[HeapPermutation]) -> Vec<EntryRoute> {
    let each = |table| group.iter().map(move |g| EntryRoute::new(shape, table, g));
    let mut routes: Vec<EntryRoute> = shape.carried.iter().flat_map(each).collect();
    routes.sort_unstable();
    routes.dedup();
    routes
}

/// The routes from positions whose largest heaps are those in `tied` into the tables of a slab with more of them.
pub(super) fn seed_routes(
    shape: &SlabShape,
    ConeSets { group, families, .. }: &ConeSets,
    tied: HeapSet,
) -> Vec<EntryRoute> {
    let mut routes = Vec::new();
    for g in group {
        let still = image(tied, g);
        if still & !shape.fixed != 0 || still == shape.fixed {
            continue;
        }
        let lowered = shape.fixed & !still;
        let able = shape.carried.iter().filter(|table| lowered & !table.family == 0);
        // What a family tells that lowers no other free heaps than a second one does, the second one tells as well.
        let told = |table: &&CarriedTable| {
            let within = |other: &HeapSet| {
                let (own, others) = (table.family & !shape.fixed, other & !shape.fixed);
                lowered & !other == 0 && own & !others == 0 && own != others
            };
            families.iter().any(within)
        };
        routes.extend(
            able.filter(|table| !told(table)).map(|table| EntryRoute::new(shape, table, g)),
        );
    }
    routes.sort_unstable();
    routes.dedup();
    routes
}

/// Enters positions into tables.
pub(super) fn enter_all<C: SizeCell>(
    found: &FoundPositions<C>,
    routes: &[EntryRoute],
    tables: &mut CarriedCells<C>,
) {
    for part in table_parts(tables, 1) {
        enter_part(&[found], routes, part);
    }
}

/// A stretch of the cells of a table, or of its bits.
pub(super) struct TablePart<'t, C> {
    table: usize,
    /// The first cell.
    begin: usize,
    cells: &'t mut [C],
    bits: &'t mut [u64],
}

/// Cuts each table into so many stretches.
pub(super) fn table_parts<C>(tables: &mut CarriedCells<C>, parts: usize) -> Vec<TablePart<'_, C>> {
    let mut all = Vec::new();
    for (table, cells) in tables.cells.iter_mut().enumerate() {
        let size = cells.len().div_ceil(parts).max(1);
        let stretches = cells.chunks_mut(size).enumerate();
        all.extend(stretches.map(|(nth, cells)| {
            let bits: &mut [u64] = &mut [];
            TablePart { table, begin: nth * size, cells, bits }
        }));
    }
    for (table, bits) in tables.bits.iter_mut().enumerate() {
        let size = bits.len().div_ceil(parts).max(1);
        let stretches = bits.chunks_mut(size).enumerate();
        all.extend(stretches.map(|(nth, bits)| {
            let cells: &mut [C] = &mut [];
            TablePart { table, begin: nth * size * BLOCK, cells, bits }
        }));
    }
    all
}

/// Enters what belongs into a stretch of a table.
pub(super) fn enter_part<C: SizeCell>(
    found: &[&FoundPositions<C>],
    routes: &[EntryRoute],
    part: TablePart<'_, C>,
) {
    C::with_widest(ImageEntry { found, routes, part });
}

/// So many positions are entered at a time.
const AT_A_TIME: usize = 64;

struct ImageEntry<'a, 't, C> {
    found: &'a [&'a FoundPositions<C>],
    routes: &'a [EntryRoute],
    part: TablePart<'t, C>,
}

impl<C: SizeCell> RowWork<C> for ImageEntry<'_, '_, C> {
    type Output = ();

    /// All positions take one route before the next.
    #[inline(always)]
    fn run<R: RowOperations<C>>(mut self, _: R) {
        let table = self.part.table;
        for route in self.routes.iter().filter(|route| route.table == table) {
            for found in self.found {
                for begin in (0..found.len()).step_by(AT_A_TIME) {
                    let end = (begin + AT_A_TIME).min(found.len());
                    self.part.enter(found, route, begin..end);
                }
            }
        }
    }
}

impl<C: SizeCell> TablePart<'_, C> {
    #[inline(always)]
    fn enter(&mut self, found: &FoundPositions<C>, route: &EntryRoute, some: Range<usize>) {
        // Places before the stretch become huge numbers.
        let mut places = [0usize.wrapping_sub(self.begin); AT_A_TIME];
        for (heap, stride) in &route.keys {
            let sizes = &found.column(*heap)[some.clone()];
            for (at, size) in places.iter_mut().zip(sizes) {
                *at = at.wrapping_add(stride.wrapping_mul(size.size()));
            }
        }
        let places = &places[..some.len()];
        let Some(value) = route.value else {
            for at in places {
                if let Some(word) = self.bits.get_mut(at / BLOCK) {
                    *word |= 1 << (at % BLOCK);
                }
            }
            return;
        };
        // All are looked at once before: then the memory fetches them at the same time, and does not wait for each
        // comparison.
        let look = |at: &usize| self.cells.get(*at).map_or(0, |cell| cell.size());
        std::hint::black_box(places.iter().fold(0, |all, at| all ^ look(at)));
        for (at, size) in places.iter().zip(&found.column(value)[some]) {
            if let Some(cell) = self.cells.get_mut(*at) {
                *cell = (*cell).min(*size);
            }
        }
    }
}

/// Makes cells count for all larger sizes of the other free heaps of their family.
pub(super) fn settle<C: SizeCell>(shape: &SlabShape, cells: &mut CarriedCells<C>) {
    for table in &shape.carried {
        let cells = &mut cells.cells[table.view.table];
        for place in &table.rest {
            let stride = table.view.strides[*place];
            // The cells with one size of this heap, then those with the next.
            let outer = outer_stride(table, stride);
            for block in cells.chunks_mut(outer.min(table.cells)) {
                let mut sizes = block.chunks_mut(stride);
                let Some(mut before) = sizes.next() else { continue };
                for current in sizes {
                    current
                        .iter_mut()
                        .zip(&*before)
                        .for_each(|(cell, back)| *cell = (*cell).min(*back));
                    before = current;
                }
            }
        }
        if table.view.kind == TableKind::Across(true) {
            cells.chunks_mut(shape.blocks * BLOCK).for_each(count_on);
        }
    }
}

/// The next larger stride of a table.
fn outer_stride(table: &CarriedTable, stride: usize) -> usize {
    let larger = table.view.strides.iter().copied().filter(|other| *other > stride);
    larger.min().unwrap_or(table.cells)
}

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
