//! Takes P-positions from one slab to the tables of others.
//!
//! A position enters a carried table through each symmetry: for a symmetry `g` the cell of the image is again a sum of
//! strides times heaps, the strides permuted, so no image is ever built ([`EntryRoute`]). A slab in which several heaps
//! are tied for the largest ([`seed_routes`]) learns from the slabs with fewer of them tied, where the family of a table
//! may have lowered those that are missing; and from all positions with smaller heaps, where it may lower all of them
//! (`known`). Tables are cut into stretches, so that threads enter positions side by side ([`TablePart`]).

use std::ops::Range;

use super::carried::CarriedCells;
use super::found::FoundPositions;
use super::group::{HeapPermutation, HeapSet, image};
use super::rows::{BLOCK, RowOperations, RowWork, SizeCell};
use super::shape::{CarriedTable, ConeSets, NO_HEAP, SlabShape, TableKind, value_place};
use super::sweep::count_on;

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
