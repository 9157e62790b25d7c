//! Solves one slab, tile by tile.
//!
//! A *tile* is all positions of a slab with the same loops: a plane of the heaps across (its *lines*) and along. For
//! one tile the tables give a row `x` (along: sizes across that are smaller are free), a row `z` (across: sizes along
//! that are smaller are free), and for every line what families outside the plane leave free. The first free cell of a
//! line is P: all that could make it N has been solved, the loops in ascending order, the lines within a tile as well.
//! Cells after it in its line are not, nor its column in later lines, since every heap is in some family.
//!
//! **Most lines are never looked at.** Line `i` can have a free cell only if some `x` before `z[i]` is larger than `i`;
//! the largest `x` up to each place, looked up at all `z[i] - 1` at once, tells it for 64 lines. In circular(6,2) one line
//! of seven is left.
//!
//! **Mirrors.** Symmetries that keep fixed heaps and plane map tiles onto tiles. Of symmetric tiles the one with the
//! lexicographically largest loops is swept, and what is found in it is entered for the others too. If a move lowers
//! loops of a swept tile, the swept image of where it leads comes before it (lowering makes every image smaller), and has
//! the same loops outside the lowered ones; so every own table that is live there has got it.
//!
//! Cost: for circular(6,2) about 2 ns a line of 64 positions; a line of 65 to 128 twice that.

use super::rows::{BLOCK, Block, RowOperations, RowWork, SizeCell, least};
use super::shape::{CellView, SlabShape, TableKind, value_place};
use crate::control::GaveUp;

/// The cells of the carried tables of a slab, or the bits.
pub(super) struct CarriedCells<C> {
    pub(super) cells: Vec<Vec<C>>,
    pub(super) bits: Vec<Vec<u64>>,
}

impl<C: SizeCell> CarriedCells<C> {
    /// Nothing is known.
    pub(super) fn new(shape: &SlabShape) -> Self {
        let is_known = |table: &super::shape::CarriedTable| table.view.kind == TableKind::Known;
        let cells = |table| if is_known(table) { Vec::new() } else { vec![C::NONE; table.cells] };
        let bits = |table| if is_known(table) { vec![0; table.cells / BLOCK] } else { Vec::new() };
        CarriedCells {
            cells: shape.carried.iter().map(cells).collect(),
            bits: shape.carried.iter().map(bits).collect(),
        }
    }
}

/// The tables of a slab that begin anew with it, and room to work in.
pub(super) struct SlabTables<C> {
    own: Vec<Vec<C>>,
    /// For each line of a tile: the least size of the innermost loop, and the first place that may be free.
    planes: Vec<Block<C>>,
    first: Vec<Block<C>>,
    x: Vec<Block<C>>,
    z: Vec<Block<C>>,
    most: Vec<Block<C>>,
    taken: Vec<u64>,
}

impl<C: SizeCell> SlabTables<C> {
    pub(super) fn new(shape: &SlabShape) -> Self {
        let row = || vec![[C::NONE; BLOCK]; shape.blocks];
        SlabTables {
            own: shape.own.iter().map(|table| vec![C::NONE; table.cells]).collect(),
            planes: vec![[C::NONE; BLOCK]; shape.blocks * shape.blocks * BLOCK],
            first: row(),
            x: row(),
            z: row(),
            most: row(),
            taken: vec![0; shape.blocks],
        }
    }
}

/// One slab to be solved.
pub(super) struct SlabSweep<'a, C> {
    pub(super) shape: &'a SlabShape,
    pub(super) carried: &'a CarriedCells<C>,
    pub(super) tables: &'a mut SlabTables<C>,
    /// How many sizes each place has.
    pub(super) sizes: &'a [usize],
    /// Whether the position of empty heaps is in the slab and is N: misère play.
    pub(super) bars_origin: bool,
    /// Is told how many lines were swept, now and then.
    pub(super) spend: &'a mut dyn FnMut(u64) -> Result<(), GaveUp>,
    /// Is told the P-positions, by places.
    pub(super) found: &'a mut dyn FnMut(&[usize]),
}

impl<C: SizeCell> RowWork<C> for SlabSweep<'_, C> {
    type Output = Result<(), GaveUp>;

    #[inline(always)]
    fn run<R: RowOperations<C>>(self, rows: R) -> Self::Output {
        let places = self.sizes.len();
        let longest = self.sizes[places - 2].max(self.sizes[places - 1]);
        let blocks = longest.div_ceil(BLOCK);
        let lazy = self.shape.is_lazy();
        let own = self.shape.own.iter().map(|table| &table.view);
        let has_other_planes = own.chain(&self.shape.views).any(|view| match view.kind {
            TableKind::Loop(at) => at + 3 < places,
            kind => kind == TableKind::Known,
        });
        let at = vec![0; places];
        let sweeper = Sweeper { at, sweep: self, rows, blocks, lazy, has_other_planes };
        match blocks {
            1 if R::UNROLLED => sweeper.all::<1>(),
            2 if R::UNROLLED => sweeper.all::<2>(),
            _ => sweeper.all::<0>(),
        }
    }
}

struct Sweeper<'a, C, R> {
    sweep: SlabSweep<'a, C>,
    rows: R,
    blocks: usize,
    /// Whether own tables are brought up to date on the way.
    lazy: bool,
    /// Whether families have neither heap of the plane nor the innermost loop.
    has_other_planes: bool,
    at: Vec<usize>,
}

/// So many blocks of a table from a cell on.
#[inline(always)]
fn row<C>(cells: &[C], at: usize, blocks: usize) -> &[Block<C>] {
    cells[at..at + blocks * BLOCK].as_chunks().0
}

#[inline(always)]
fn row_mut<C>(cells: &mut [C], at: usize, blocks: usize) -> &mut [Block<C>] {
    cells[at..at + blocks * BLOCK].as_chunks_mut().0
}

/// The cell of a position.
#[inline(always)]
pub(super) fn cell(strides: &[usize], at: &[usize]) -> usize {
    strides.iter().zip(at).map(|(stride, size)| stride * size).sum()
}

/// The cell where the row of a table for these loops begins; the plane counts as 0.
#[inline(always)]
fn start(view: &CellView, at: &[usize], loops: usize) -> usize {
    cell(&view.strides[..loops], &at[..loops])
}

/// Takes the smaller cells into a row.
#[inline(always)]
fn lower<C: SizeCell>(row: &mut [Block<C>], by: &[Block<C>]) {
    row.iter_mut().zip(by).for_each(|(block, by)| *block = least(block, by));
}

/// Makes cells count for all that come after them in their row.
#[inline(always)]
pub(super) fn count_on<C: SizeCell>(row: &mut [C]) {
    let mut so_far = C::NONE;
    for cell in row {
        so_far = so_far.min(*cell);
        *cell = so_far;
    }
}

impl<C: SizeCell, R: RowOperations<C>> Sweeper<'_, C, R> {
    #[inline(always)]
    fn all<const W: usize>(mut self) -> Result<(), GaveUp> {
        let inner = self.inner();
        self.begin_anew(None);
        loop {
            if !self.is_mirrored(inner) {
                self.open_planes::<W>();
                for size in 0..self.sweep.sizes[inner] {
                    self.at[inner] = size;
                    if !self.is_mirrored(inner + 1) {
                        self.tile::<W>();
                    }
                }
                self.at[inner] = 0;
            }
            let lines = self.sweep.sizes[inner] * self.sweep.sizes[inner + 1];
            (self.sweep.spend)(lines as u64)?;
            let Some(moved) = self.count_up() else { return Ok(()) };
            self.begin_anew(Some(moved));
        }
    }

    /// The innermost loop.
    #[inline(always)]
    fn inner(&self) -> usize {
        self.sweep.shape.loops() - 1
    }

    #[inline(always)]
    fn blocks<const W: usize>(&self) -> usize {
        if W == 0 { self.blocks } else { W }
    }

    /// Counts the loops outside the innermost one: the one that went up, or `None` after the last.
    fn count_up(&mut self) -> Option<usize> {
        for place in (0..self.inner()).rev() {
            self.at[place] += 1;
            if self.at[place] < self.sweep.sizes[place] {
                return Some(place);
            }
            self.at[place] = 0;
        }
        None
    }

    /// Empties the own tables whose outermost loop is inside the one that moved.
    fn begin_anew(&mut self, moved: Option<usize>) {
        let shape = self.sweep.shape;
        for (table, cells) in shape.own.iter().zip(&mut self.sweep.tables.own) {
            if moved.is_none_or(|moved| table.outermost > moved) {
                let last = |(stride, size): (&usize, &usize)| stride * (size - 1);
                let used: usize =
                    table.view.strides.iter().zip(self.sweep.sizes).map(last).sum::<usize>() + 1;
                let used = used.next_multiple_of(BLOCK).min(cells.len());
                cells[..used].fill(C::NONE);
            }
        }
    }

    /// Whether the first loops, as far as they are told, show that a symmetric tile is swept instead.
    #[inline(always)]
    fn is_mirrored(&self, told: usize) -> bool {
        self.sweep.shape.mirrors.iter().any(|g| {
            for (place, from) in g.iter().enumerate().take(told) {
                if *from >= told {
                    return false;
                }
                let image = self.at[*from];
                if image != self.at[place] {
                    return image > self.at[place];
                }
            }
            false
        })
    }

    /// What families with the innermost loop know, for all its sizes.
    #[inline(always)]
    fn open_planes<const W: usize>(&mut self) {
        let (inner, blocks) = (self.inner(), self.blocks::<W>());
        let kind = TableKind::Loop(inner);
        self.count_rest_of_planes::<W>(kind);
        let SlabSweep { shape, carried, tables, sizes, .. } = &mut self.sweep;
        let (across, loops) = (inner + 1, inner + 1);
        let lines = sizes[across];
        tables.planes[..lines * blocks].fill([C::NONE; BLOCK]);
        let own = shape.own.iter().map(|table| &table.view).zip(&tables.own);
        let carried = shape.views.iter().map(|view| {
            let cells = &carried.cells[view.table];
            (view, cells)
        });
        for (view, cells) in own.chain(carried).filter(|(view, _)| view.kind == kind) {
            let begin = start(view, &self.at, loops);
            for line in 0..lines {
                let known = row(cells, begin + line * view.strides[across], blocks);
                lower(&mut tables.planes[line * blocks..(line + 1) * blocks], known);
            }
        }
        tables.first.as_flattened_mut().fill(C::of(0));
    }

    /// Makes the cells of own tables of a loop count for larger sizes of the other loops: once, when it is empty.
    fn count_rest_of_planes<const W: usize>(&mut self, kind: TableKind) {
        let blocks = self.blocks::<W>();
        let loops = self.inner() + 1;
        let SlabSweep { shape, tables, sizes, .. } = &mut self.sweep;
        for (table, cells) in shape.own.iter().zip(&mut tables.own) {
            if table.view.kind != kind || table.rest.is_empty() {
                continue;
            }
            let begin = start(&table.view, &self.at, loops);
            for line in 0..sizes[loops] {
                let at = begin + line * table.view.strides[loops];
                count_rest(table, &self.at, cells, at, blocks);
            }
        }
    }

    #[inline(always)]
    fn tile<const W: usize>(&mut self) {
        let inner = self.inner();
        if self.lazy {
            for place in 0..inner {
                if self.at[place] == 0 {
                    self.count_rest_of_planes::<W>(TableKind::Loop(place));
                }
            }
        }
        self.open_rows::<W>();
        let blocks = self.blocks::<W>();
        self.sweep.tables.taken[..blocks].fill(0);
        let mut limit = self.sweep.sizes[inner + 2];
        for w in 0..blocks {
            let mut lines = self.lines_with_free_cells(w);
            while lines != 0 {
                let line = w * BLOCK + lines.trailing_zeros() as usize;
                lines &= lines - 1;
                if let Some(place) = self.first_free::<W>(line, limit) {
                    self.enter::<W>(line, place);
                    if self.sweep.shape.staircase {
                        limit = place;
                    }
                }
            }
        }
    }

    /// The rows `x` and `z` of a tile, and the largest `x` up to each place.
    #[inline(always)]
    fn open_rows<const W: usize>(&mut self) {
        let blocks = self.blocks::<W>();
        let loops = self.inner() + 1;
        let SlabSweep { shape, carried, tables, sizes, .. } = &mut self.sweep;
        let (across, along) = (sizes[loops], sizes[loops + 1]);
        for w in 0..blocks {
            let within = |i: usize, size: usize| w * BLOCK + i < size;
            let (all, none) = (C::of(along), C::of(0));
            tables.x[w] = std::array::from_fn(|i| if within(i, along) { C::NONE } else { none });
            tables.z[w] = std::array::from_fn(|i| if within(i, across) { all } else { none });
        }
        for view in &shape.views {
            let target = match view.kind {
                TableKind::Across(_) => &mut tables.x,
                TableKind::Along => &mut tables.z,
                _ => continue,
            };
            lower(target, row(&carried.cells[view.table], start(view, &self.at, loops), blocks));
        }
        for (table, cells) in shape.own.iter().zip(&mut tables.own) {
            let target = match table.view.kind {
                TableKind::Across(_) => &mut tables.x,
                TableKind::Along => &mut tables.z,
                _ => continue,
            };
            let at = start(&table.view, &self.at, loops);
            count_rest(table, &self.at, cells, at, blocks);
            lower(target, row(cells, at, blocks));
        }
        let mut before = C::of(0);
        for w in 0..blocks {
            tables.most[w] = self.rows.prefix_maxima(&tables.x[w], before);
            before = tables.most[w][BLOCK - 1];
        }
    }

    /// Which lines of a block may have a free cell.
    #[inline(always)]
    fn lines_with_free_cells(&self, w: usize) -> u64 {
        let tables = &*self.sweep.tables;
        let last: Block<C> = tables.z[w].map(|z| C::of(z.size().wrapping_sub(1)));
        let most = self.rows.look_up(&tables.most[..self.blocks], &last);
        let lines: Block<C> = std::array::from_fn(|i| C::of(w * BLOCK + i));
        self.rows.exceeds(&tables.z[w], &tables.first[w]) & self.rows.exceeds(&most, &lines)
    }

    /// The first free cell of a line, below `limit`.
    #[inline(always)]
    fn first_free<const W: usize>(&mut self, line: usize, limit: usize) -> Option<usize> {
        let blocks = self.blocks::<W>();
        let (inner, loops) = (self.inner(), self.inner() + 1);
        let bound = self.sweep.tables.z[line / BLOCK][line % BLOCK].size().min(limit);
        let mut first_of_plane = None;
        let mut found = None;
        for w in 0..bound.div_ceil(BLOCK).min(blocks) {
            let tables = &*self.sweep.tables;
            let plane = &tables.planes[line * blocks + w];
            let mut free = self.rows.above(plane, C::of(self.at[inner]));
            if free != 0 && first_of_plane.is_none() {
                first_of_plane = Some(w * BLOCK + free.trailing_zeros() as usize);
            }
            free &= self.rows.above(&tables.x[w], C::of(line)) & !tables.taken[w];
            let room = bound - w * BLOCK;
            if room < BLOCK {
                free &= (1 << room) - 1;
            }
            if free != 0 && self.has_other_planes {
                free &= self.free_in_other_planes(line, w, loops);
            }
            if self.sweep.bars_origin && line + w == 0 && self.at[..loops].iter().all(|at| *at == 0)
            {
                free &= !1;
            }
            if free != 0 {
                found = Some(w * BLOCK + free.trailing_zeros() as usize);
                break;
            }
        }
        let first = first_of_plane.unwrap_or(bound.next_multiple_of(BLOCK).min(C::NONE.size()));
        self.sweep.tables.first[line / BLOCK][line % BLOCK] = C::of(first);
        found
    }

    /// What families leave free that have neither heap of the plane nor the innermost loop.
    #[inline(always)]
    fn free_in_other_planes(&self, line: usize, w: usize, loops: usize) -> u64 {
        let SlabSweep { shape, carried, tables, .. } = &self.sweep;
        let mut free = u64::MAX;
        let own = shape.own.iter().map(|table| &table.view);
        for (view, is_own) in own.map(|v| (v, true)).chain(shape.views.iter().map(|v| (v, false))) {
            let place = || start(view, &self.at, loops) + line * view.strides[loops] + w * BLOCK;
            match view.kind {
                TableKind::Loop(at) if at + 1 < loops => {
                    let cells = if is_own { &tables.own } else { &carried.cells };
                    let known = row(&cells[view.table], place(), 1);
                    free &= self.rows.above(&known[0], C::of(self.at[at]));
                }
                TableKind::Known => free &= !carried.bits[view.table][place() / BLOCK],
                _ => {}
            }
        }
        free
    }

    /// A P-position: the line and the place in it.
    #[inline(always)]
    fn enter<const W: usize>(&mut self, line: usize, place: usize) {
        let (inner, loops) = (self.inner(), self.inner() + 1);
        let blocks = self.blocks::<W>();
        self.at[loops] = line;
        self.at[loops + 1] = place;
        let SlabSweep { shape, tables, found, .. } = &mut self.sweep;
        tables.taken[place / BLOCK] |= 1 << (place % BLOCK);
        let plane = &mut tables.planes[line * blocks + place / BLOCK][place % BLOCK];
        *plane = C::of(self.at[inner]);
        for (table, cells) in shape.own.iter().zip(&mut tables.own) {
            note(&table.view, cells, &self.at);
        }
        for g in &shape.mirrors {
            let image: [usize; 16] =
                std::array::from_fn(|i| g.get(i).map_or(0, |from| self.at[*from]));
            enter_image(shape, tables, &self.at, &image[..g.len()], blocks);
        }
        found(&self.at);
        self.at[loops] = 0;
        self.at[loops + 1] = 0;
    }
}

/// Enters the image of a P-position that is in another tile.
fn enter_image<C: SizeCell>(
    shape: &SlabShape,
    tables: &mut SlabTables<C>,
    at: &[usize],
    image: &[usize],
    blocks: usize,
) {
    let loops = shape.loops();
    if image[..loops] == at[..loops] {
        return;
    }
    for (table, cells) in shape.own.iter().zip(&mut tables.own) {
        if image[..table.outermost] != at[..table.outermost] {
            continue;
        }
        note(&table.view, cells, image);
        // The planes in work are a copy.
        let in_work = || start(&table.view, at, loops) == start(&table.view, image, loops);
        if table.view.kind == TableKind::Loop(loops - 1) && in_work() {
            let (line, place) = (image[loops], image[loops + 1]);
            let plane = &mut tables.planes[line * blocks + place / BLOCK][place % BLOCK];
            *plane = (*plane).min(C::of(image[loops - 1]));
        }
    }
}

/// Enters a P-position into a table.
#[inline(always)]
fn note<C: SizeCell>(view: &CellView, cells: &mut [C], at: &[usize]) {
    let value = value_place(view.kind, at.len()).expect("own tables have values");
    let cell = &mut cells[cell(&view.strides, at)];
    *cell = (*cell).min(C::of(at[value]));
}

/// Makes the row at a cell count what stands a step back in the other loops of its family.
#[inline(always)]
fn count_rest<C: SizeCell>(
    table: &super::shape::OwnTable,
    at: &[usize],
    cells: &mut [C],
    begin: usize,
    blocks: usize,
) {
    for place in &table.rest {
        if at[*place] > 0 {
            let (before, current) = cells.split_at_mut(begin);
            let back = row(before, begin - table.view.strides[*place], blocks);
            lower(row_mut(current, 0, blocks), back);
        }
    }
    if table.view.kind == TableKind::Across(true) {
        count_on(&mut cells[begin..begin + blocks * BLOCK]);
    }
}
