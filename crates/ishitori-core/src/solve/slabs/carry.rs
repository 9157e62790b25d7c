//! Takes P-positions from one slab to the tables of others.
//!
//! A position enters a carried table through each symmetry: for a symmetry `g` the cell of the image is again a sum of
//! strides times heaps, the strides permuted, so no image is ever built ([`EntryRoute`]). A slab in which several heaps
//! are tied for the largest ([`SeedRoutes`]) learns from the slabs with fewer of them tied, where the family of a table
//! may have lowered those that are missing, and from all positions with smaller heaps, where it may lower all of them.

use super::group::{HeapPermutation, HeapSet, image};
use super::rows::{BLOCK, RowOperations, RowWork, SizeCell};
use super::shape::{CarriedTable, NO_HEAP, SlabShape, TableKind, row_place, value_place};
use super::sweep::{CarriedCells, count_on};

/// How one image of a position enters one table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct EntryRoute {
    table: usize,
    /// By the heaps of the position itself.
    strides: Vec<usize>,
    /// The heap whose size is entered; none for a bit.
    value: Option<usize>,
}

impl EntryRoute {
    fn new(shape: &SlabShape, table: &CarriedTable, g: &HeapPermutation) -> EntryRoute {
        let mut strides = vec![0; g.len()];
        for (heap, stride) in shape.free.iter().zip(&table.view.strides) {
            if *heap != NO_HEAP {
                strides[g[*heap]] = *stride;
            }
        }
        let value = value_place(table.view.kind, shape.free.len());
        let value = value.map(|place| g[shape.free[place]]);
        EntryRoute { table: table.view.table, strides, value }
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
    group: &[HeapPermutation],
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
        routes.extend(able.map(|table| EntryRoute::new(shape, table, g)));
    }
    routes.sort_unstable();
    routes.dedup();
    routes
}

/// Enters positions, each of so many heaps.
pub(super) fn enter_all<C: SizeCell>(
    positions: &[C],
    heaps: usize,
    routes: &[EntryRoute],
    cells: &mut CarriedCells<C>,
) {
    match heaps {
        1 => enter_fixed::<C, 1>(positions, routes, cells),
        2 => enter_fixed::<C, 2>(positions, routes, cells),
        3 => enter_fixed::<C, 3>(positions, routes, cells),
        4 => enter_fixed::<C, 4>(positions, routes, cells),
        5 => enter_fixed::<C, 5>(positions, routes, cells),
        6 => enter_fixed::<C, 6>(positions, routes, cells),
        7 => enter_fixed::<C, 7>(positions, routes, cells),
        8 => enter_fixed::<C, 8>(positions, routes, cells),
        9 => enter_fixed::<C, 9>(positions, routes, cells),
        10 => enter_fixed::<C, 10>(positions, routes, cells),
        11 => enter_fixed::<C, 11>(positions, routes, cells),
        12 => enter_fixed::<C, 12>(positions, routes, cells),
        _ => unreachable!("games of more heaps are left to others"),
    }
}

/// The same for `N` heaps: sums are unrolled. All positions take one route before the next, so that the cells of many
/// positions are fetched at once.
fn enter_fixed<C: SizeCell, const N: usize>(
    positions: &[C],
    routes: &[EntryRoute],
    tables: &mut CarriedCells<C>,
) {
    let positions = positions.as_chunks::<N>().0;
    for route in routes {
        let strides: [usize; N] = std::array::from_fn(|heap| route.strides[heap]);
        let place = |p: &[C; N]| (0..N).fold(0, |sum, i| sum + strides[i] * p[i].size());
        match route.value {
            Some(value) => {
                let cells = &mut tables.cells[route.table][..];
                for position in positions {
                    let cell = &mut cells[place(position)];
                    *cell = (*cell).min(position[value]);
                }
            }
            None => {
                let bits = &mut tables.bits[route.table][..];
                for position in positions {
                    let at = place(position);
                    bits[at / BLOCK] |= 1 << (at % BLOCK);
                }
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
    /// Whether rows become rows of bits.
    by_rows: bool,
}

impl TableRoute {
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
        let ways = all.filter_map(|(from, g)| TableRoute::through(known, from, shape, table, g));
        ways.max_by_key(|way| way.by_rows)
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
        let places = known.free.len();
        let row = row_place(from.view.kind, places);
        let forgotten = value_place(from.view.kind, places).is_some_and(|v| strides[v] == 0);
        let by_rows = table.view.kind == TableKind::Known && strides[row] == 1 && forgotten;
        Some(TableRoute { from: from.view.table, to: table.view.table, strides, value, by_rows })
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
            C::with_widest(TableCopy { route: self, known, source, size, target });
        }
    }
}

struct TableCopy<'a, C> {
    route: &'a TableRoute,
    known: &'a SlabShape,
    source: &'a CarriedCells<C>,
    size: usize,
    target: &'a mut CarriedCells<C>,
}

impl<C: SizeCell> RowWork<C> for TableCopy<'_, C> {
    type Output = ();

    #[inline(always)]
    fn run<R: RowOperations<C>>(mut self, rows: R) {
        let view = &self.known.carried[self.route.from].view;
        let places = self.known.free.len();
        let row = row_place(view.kind, places);
        let keys: Vec<usize> = (0..places).filter(|p| *p != row && view.strides[*p] > 0).collect();
        let mut at = vec![0; places];
        loop {
            if self.route.by_rows {
                self.copy_bits(&at, rows);
            } else {
                self.copy_cells(&mut at, row);
            }
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
}

impl<C: SizeCell> TableCopy<'_, C> {
    fn key_size(&self, place: usize) -> usize {
        if self.known.free[place] == NO_HEAP { 1 } else { self.size }
    }

    #[inline(always)]
    fn copy_bits<R: RowOperations<C>>(&mut self, at: &[usize], rows: R) {
        let TableRoute { from, to, strides, .. } = self.route;
        let begin = super::sweep::cell(&self.known.carried[*from].view.strides, at);
        let target = super::sweep::cell(strides, at) / BLOCK;
        let none = C::of(C::NONE.size() - 1);
        let blocks = self.size.div_ceil(BLOCK);
        let row = &self.source.cells[*from][begin..begin + blocks * BLOCK];
        for (w, block) in row.as_chunks().0.iter().enumerate() {
            self.target.bits[*to][target + w] |= !rows.above(block, none);
        }
    }

    fn copy_cells(&mut self, at: &mut [usize], row: usize) {
        let TableRoute { from, to, strides, value, .. } = self.route;
        let view = &self.known.carried[*from].view;
        let begin = super::sweep::cell(&view.strides, at);
        let held = value_place(view.kind, at.len()).expect("a table with several heaps has values");
        for size in 0..self.key_size(row) {
            let cell = self.source.cells[*from][begin + size];
            if cell == C::NONE {
                continue;
            }
            at[row] = size;
            at[held] = cell.size();
            let target = super::sweep::cell(strides, at);
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
