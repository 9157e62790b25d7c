//! How a slab is laid out: which heap has which part, and where each family keeps what it knows.
//!
//! Some heaps are *fixed* in a slab, the others are *free*. Of the free ones two span a plane, the heap
//! *across* and the heap *along* (the cells of a row); the others are counted outside, the *loops*. What a family
//! knows is the least size of one of its heaps, its *value*, for each choice of the other free heaps, its *keys*:
//!
//! | the free heaps of the family | value | row |
//! |---|---|---|
//! | with the heap across | across | along |
//! | with the heap along, not across | along | across |
//! | neither | its innermost loop | along |
//! | none | whether anything is known, a bit | along |
//!
//! Families with fixed heaps have *carried* tables: they hold what other slabs tell and do not change within one.
//! All families have an effect within the slab, through the set of their free heaps; only the largest sets matter.
//! These have *own* tables, which begin anew when a loop outside their outermost one moves; sets within the plane need
//! none. Carried tables of families that a symmetry of the slab maps onto each other, row onto row, are one table.
//!
//! The parts are chosen so that a tile costs least ([`SlabShape::best`]).

use super::group::{HeapPermutation, HeapSet, image, stabiliser};
use super::rows::BLOCK;

/// A heap that is none: it has one size and makes slabs of few heaps have all parts.
pub(super) const NO_HEAP: usize = usize::MAX;

/// What a table tells about its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableKind {
    /// The least size of the heap across; rows along. With `true` cells count for all larger sizes along.
    Across(bool),
    /// The least size of the heap along; rows across.
    Along,
    /// The least size of this loop; rows along.
    Loop(usize),
    /// Whether there is anything: bits, rows along.
    Known,
}

/// Where a table has its cells: the steps of the slab's heaps (loops, across, along).
#[derive(Clone, Debug)]
pub(super) struct CellView {
    pub(super) table: usize,
    pub(super) kind: TableKind,
    pub(super) strides: Vec<usize>,
}

/// A table that other slabs fill.
#[derive(Clone, Debug)]
pub(super) struct CarriedTable {
    /// The family that it is about; others may read it through a symmetry.
    pub(super) family: HeapSet,
    pub(super) view: CellView,
    /// The free heaps of the family among the keys, by places in the slab: cells count for all larger sizes.
    pub(super) rest: Vec<usize>,
    pub(super) cells: usize,
}

/// A table of one slab.
#[derive(Clone, Debug)]
pub(super) struct OwnTable {
    pub(super) view: CellView,
    /// Its outermost loop: the table begins anew when one outside it moves.
    pub(super) outermost: usize,
    /// Its other loops among the keys: cells count for all larger sizes.
    pub(super) rest: Vec<usize>,
    pub(super) cells: usize,
}

/// The layout of a slab.
#[derive(Clone, Debug)]
pub(super) struct SlabShape {
    /// The fixed heaps.
    pub(super) fixed: HeapSet,
    pub(super) fixed_heaps: Vec<usize>,
    /// The free heaps: loops, outermost first, across, along.
    pub(super) free: Vec<usize>,
    /// Blocks of a row.
    pub(super) blocks: usize,
    pub(super) carried: Vec<CarriedTable>,
    /// How the families with fixed heaps read them.
    pub(super) views: Vec<CellView>,
    pub(super) own: Vec<OwnTable>,
    /// Whether a move may lower both heaps of the plane.
    pub(super) staircase: bool,
    /// Symmetries of the slab, the identity first.
    pub(super) stabiliser: Vec<SlabSymmetry>,
    /// Those that keep the plane and so map tiles to tiles, without the identity; none if tiles may not be left out.
    pub(super) mirrors: Vec<HeapPermutation>,
}

/// A symmetry that keeps the fixed heaps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SlabSymmetry {
    /// As a permutation of the slab's places.
    pub(super) places: HeapPermutation,
    /// As one of the game's heaps.
    heaps: HeapPermutation,
}

impl SlabSymmetry {
    pub(super) fn heaps(&self) -> &[usize] {
        &self.heaps
    }
}

/// A game of cones as sets, with the largest size of each heap.
pub(super) struct ConeSets {
    pub(super) sizes: Vec<usize>,
    pub(super) families: Vec<HeapSet>,
    pub(super) group: Vec<HeapPermutation>,
}

impl SlabShape {
    /// The cheapest layout of the slab in which these heaps are fixed; `also` tells what it costs more.
    pub(super) fn best(
        game: &ConeSets,
        fixed: HeapSet,
        also: &dyn Fn(&SlabShape) -> f64,
    ) -> SlabShape {
        let mut free: Vec<usize> =
            (0..game.sizes.len()).filter(|heap| fixed >> heap & 1 == 0).collect();
        while free.len() < 3 {
            free.insert(0, NO_HEAP);
        }
        let symmetries = stabiliser(&game.group, fixed);
        let cost = |order: &Vec<usize>| {
            let shape = SlabShape::new(game, fixed, order.clone(), &[]);
            let cost = shape.cost(shape.count_mirrors(&symmetries), also(&shape));
            let cells = shape.own.iter().map(|table| table.cells).sum::<usize>();
            (cost.to_bits(), cells)
        };
        let best = orders(&free).into_iter().min_by_key(cost).expect("there is an order");
        SlabShape::new(game, fixed, best, &symmetries)
    }

    /// With these heaps fixed and the others in this order; nothing is shared without `symmetries`.
    fn new(
        game: &ConeSets,
        fixed: HeapSet,
        free: Vec<usize>,
        symmetries: &[HeapPermutation],
    ) -> SlabShape {
        let size = |place: usize| game.sizes.get(free[place]).copied().unwrap_or(1);
        let (across, along) = (free.len() - 2, free.len() - 1);
        let blocks = size(across).max(size(along)).div_ceil(BLOCK);
        let sizes: Vec<usize> = (0..free.len()).map(size).collect();
        let mut shape = SlabShape {
            fixed,
            fixed_heaps: (0..game.sizes.len()).filter(|heap| fixed >> heap & 1 == 1).collect(),
            blocks,
            carried: Vec::new(),
            views: Vec::new(),
            own: Vec::new(),
            staircase: false,
            stabiliser: places(symmetries, &free),
            mirrors: Vec::new(),
            free,
        };
        for family in &game.families {
            if family & fixed != 0 {
                shape.add_carried(*family, &sizes);
            }
        }
        let within: Vec<HeapSet> = game.families.iter().map(|f| shape.places_of(*f)).collect();
        let largest = |set: HeapSet| set != 0 && within.iter().all(|w| set & w != set || set == *w);
        let mut sets: Vec<HeapSet> = within.iter().copied().filter(|set| largest(*set)).collect();
        sets.sort_unstable();
        sets.dedup();
        let plane = 1 << across | 1 << along;
        shape.staircase = sets.iter().any(|set| set & plane == plane);
        shape.own = sets.iter().filter_map(|set| own_table(*set, &sizes, blocks)).collect();
        shape.own.iter_mut().enumerate().for_each(|(at, table)| table.view.table = at);
        let places = shape.stabiliser.iter().map(|symmetry| &symmetry.places);
        let keeps = |g: &&HeapPermutation| g[across] >= across && g[along] >= across;
        let mut mirrors: Vec<HeapPermutation> = places.filter(keeps).cloned().collect();
        mirrors.dedup();
        let identity = usize::from(!mirrors.is_empty());
        shape.mirrors = if shape.is_lazy() { Vec::new() } else { mirrors.split_off(identity) };
        shape
    }

    /// Adds what a family with fixed heaps reads: a table of its own, or one that a symmetry maps onto it.
    fn add_carried(&mut self, family: HeapSet, sizes: &[usize]) {
        let set = self.places_of(family);
        let kind = kind(set, sizes.len());
        let row = row_place(kind, sizes.len());
        let value = value_place(kind, sizes.len());
        for table in &self.carried {
            let same = |symmetry: &&SlabSymmetry| {
                let g = &symmetry.places;
                g[row] == row_place(table.view.kind, sizes.len())
                    && match (value, value_place(table.view.kind, sizes.len())) {
                        (Some(value), Some(other)) => g[value] == other,
                        (None, None) => true,
                        _ => false,
                    }
                    && image(table.family, &symmetry.heaps) == family
            };
            if let Some(symmetry) = self.stabiliser.iter().find(same) {
                let strides =
                    symmetry.places.iter().map(|from| table.view.strides[*from]).collect();
                self.views.push(CellView { table: table.view.table, kind, strides });
                return;
            }
        }
        let keys = (0..sizes.len()).filter(|place| *place != row && Some(*place) != value);
        let (strides, cells) = strides(keys, row, sizes, self.blocks);
        let view = CellView { table: self.carried.len(), kind, strides };
        let rest = (0..sizes.len() - 2).filter(|place| set >> place & 1 == 1);
        let rest = rest.filter(|place| Some(*place) != value && sizes[*place] > 1).collect();
        self.views.push(view.clone());
        self.carried.push(CarriedTable { family, view, rest, cells });
    }

    /// A set of heaps as places of the slab.
    pub(super) fn places_of(&self, set: HeapSet) -> HeapSet {
        let bit = |(place, heap): (usize, &usize)| match *heap {
            NO_HEAP => 0,
            heap => (set >> heap & 1) << place,
        };
        self.free.iter().enumerate().fold(0, |places, pair| places | bit(pair))
    }

    /// Whether no symmetry of the slab makes a position, given by its places, lexicographically larger.
    pub(super) fn is_first(&self, places: &[usize]) -> bool {
        self.stabiliser.iter().skip(1).all(|symmetry| {
            let images = symmetry.places.iter().map(|from| places[*from]);
            images.le(places.iter().copied())
        })
    }

    /// The loops: all places but the two of the plane.
    pub(super) fn loops(&self) -> usize {
        self.free.len() - 2
    }

    /// Whether own tables are brought up to date as tiles are visited; then no tile may be left out.
    pub(super) fn is_lazy(&self) -> bool {
        self.own.iter().any(|table| !table.rest.is_empty())
    }

    /// How many of the symmetries keep the plane.
    fn count_mirrors(&self, symmetries: &[HeapPermutation]) -> usize {
        let (across, along) = (self.free[self.loops()], self.free[self.loops() + 1]);
        if self.is_lazy() || across == NO_HEAP || along == NO_HEAP {
            return 0;
        }
        let plane = 1 << across | 1 << along;
        symmetries.iter().filter(|g| image(plane, g) == plane).count()
    }

    /// What a tile costs, more or less, in operations on rows: a seventh of its lines is looked at.
    fn cost(&self, mirrors: usize, also: f64) -> f64 {
        let inner = self.loops() - 1;
        let each = |view: &CellView| match view.kind {
            TableKind::Across(true) => 4.0,
            TableKind::Across(false) | TableKind::Along => 1.0,
            TableKind::Loop(at) if at == inner => 1.0,
            TableKind::Loop(_) | TableKind::Known => 64.0 / 7.0,
        };
        let carried: f64 = self.views.iter().map(each).sum();
        let own: f64 =
            self.own.iter().map(|table| each(&table.view) + table.rest.len() as f64).sum();
        (20.0 + carried + own + also) / (mirrors.max(1) as f64)
    }

    /// The bytes of all tables and of a plane in work, with cells of so many bytes.
    pub(super) fn bytes(&self, cell: usize) -> u128 {
        let carried = self.carried.iter().map(|table| match table.view.kind {
            TableKind::Known => table.cells as u128 / 8,
            _ => (table.cells * cell) as u128,
        });
        let own = self.own.iter().map(|table| (table.cells * cell) as u128);
        carried.chain(own).fold(self.plane_bytes(cell), u128::saturating_add)
    }

    /// The bytes of a plane in work.
    pub(super) fn plane_bytes(&self, cell: usize) -> u128 {
        (self.blocks as u128 * BLOCK as u128).pow(2) * cell as u128
    }
}

/// The kind of a table for the free heaps of a family, as places.
fn kind(set: HeapSet, places: usize) -> TableKind {
    let (across, along) = (places - 2, places - 1);
    let has = |place: usize| set >> place & 1 == 1;
    match (0..across).rfind(|place| has(*place)) {
        _ if has(across) => TableKind::Across(has(along)),
        _ if has(along) => TableKind::Along,
        Some(innermost) => TableKind::Loop(innermost),
        None => TableKind::Known,
    }
}

/// The place whose sizes are the cells of a row.
pub(super) fn row_place(kind: TableKind, places: usize) -> usize {
    if kind == TableKind::Along { places - 2 } else { places - 1 }
}

/// The place whose sizes the cells hold.
pub(super) fn value_place(kind: TableKind, places: usize) -> Option<usize> {
    match kind {
        TableKind::Across(_) => Some(places - 2),
        TableKind::Along => Some(places - 1),
        TableKind::Loop(at) => Some(at),
        TableKind::Known => None,
    }
}

/// The strides of the keys (outermost first) and of the row, and how many cells there are.
fn strides(
    keys: impl DoubleEndedIterator<Item = usize>,
    row: usize,
    sizes: &[usize],
    blocks: usize,
) -> (Vec<usize>, usize) {
    let mut strides = vec![0; sizes.len()];
    strides[row] = 1;
    let mut cells = blocks * BLOCK;
    for key in keys.rev() {
        strides[key] = cells;
        cells = cells.saturating_mul(sizes[key]);
    }
    (strides, cells)
}

/// The own table of a set of places; none for one within the plane.
fn own_table(set: HeapSet, sizes: &[usize], blocks: usize) -> Option<OwnTable> {
    let loops = sizes.len() - 2;
    let kind = kind(set, sizes.len());
    let (row, value) = (row_place(kind, sizes.len()), value_place(kind, sizes.len()));
    let outermost = (0..loops).find(|place| set >> place & 1 == 1)?;
    let inside = |place: &usize| *place > outermost || *place >= loops;
    let keys = (0..sizes.len()).filter(inside);
    let keys = keys.filter(|place| *place != row && Some(*place) != value);
    // In a table without the heap across, the heap along is the value and the heap across the row.
    let (strides, cells) = strides(keys, row, sizes, blocks);
    let rest = (outermost + 1..loops).filter(|place| set >> place & 1 == 1);
    let rest = rest.filter(|place| Some(*place) != value).collect();
    let view = CellView { table: 0, kind, strides };
    Some(OwnTable { view, outermost, rest, cells })
}

/// Permutations of heaps with those of places that they make. Heaps that are none stay where they are.
fn places(group: &[HeapPermutation], free: &[usize]) -> Vec<SlabSymmetry> {
    let place = |heap: usize| free.iter().position(|f| *f == heap).expect("a free heap stays free");
    let moved = |g: &HeapPermutation| {
        let from = |(at, heap): (usize, &usize)| match *heap {
            NO_HEAP => at,
            heap => place(g[heap]),
        };
        SlabSymmetry { places: free.iter().enumerate().map(from).collect(), heaps: g.clone() }
    };
    let mut all: Vec<SlabSymmetry> = group.iter().map(moved).collect();
    all.sort_unstable();
    all
}

/// The orders that are tried: all of few heaps, else each choice of a plane.
fn orders(free: &[usize]) -> Vec<Vec<usize>> {
    let dummies = free.iter().filter(|heap| **heap == NO_HEAP).count();
    let (dummies, heaps) = free.split_at(dummies);
    let mut all = Vec::new();
    let mut rest = |order: Vec<usize>| all.push([dummies, &order].concat());
    if heaps.len() <= 6 {
        permute(&mut heaps.to_vec(), 0, &mut rest);
        return all;
    }
    for (i, across) in heaps.iter().enumerate() {
        for (j, along) in heaps.iter().enumerate() {
            if i != j {
                let loops = heaps.iter().filter(|heap| *heap != across && *heap != along);
                rest(loops.chain([across, along]).copied().collect());
            }
        }
    }
    all
}

fn permute(order: &mut Vec<usize>, from: usize, tell: &mut dyn FnMut(Vec<usize>)) {
    if from == order.len() {
        return tell(order.clone());
    }
    for other in from..order.len() {
        order.swap(from, other);
        permute(order, from + 1, tell);
        order.swap(from, other);
    }
}
