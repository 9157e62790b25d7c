//! Solves one tile of a slab: a plane of the heaps across (its *lines*) and along.
//!
//! The tables give a row `x` (along: sizes across that are smaller are free), a row `z` (across: sizes along
//! that are smaller are free), and for every line what families outside the plane leave free. The first free cell of a
//! line is P: all that could make it N has been solved, the loops in ascending order, the lines within a tile as well.
//! Cells after it in its line are not, nor its column in later lines, since every heap is in some family.
//!
//! **Most lines are never looked at.** Line `i` can have a free cell only if some `x` before `z[i]` is larger than `i`;
//! the largest `x` up to each place, looked up at all `z[i] - 1` at once, tells it for 64 lines. In circular(6,2) one line
//! of seven is left.

use super::cursor::row;
use super::rows::{BLOCK, Block, RowOperations, SizeCell, least};
use super::shape::{SlabShape, TableKind};
use super::sweep::{SlabSweep, SlabTables, Sweeper, start};

/// A slab has at most so many places.
const MOST_PLACES: usize = 16;

/// Which lines of a tile are still to be looked at.
struct LinesLeft {
    block: usize,
    lines: u64,
    /// Free cells are before this one.
    limit: usize,
}

/// The first so many bits.
#[inline(always)]
fn first_bits(bits: usize) -> u64 {
    if bits < BLOCK { (1 << bits) - 1 } else { u64::MAX }
}

impl<C: SizeCell, R: RowOperations<C>> Sweeper<'_, '_, '_, C, R> {
    #[inline(always)]
    pub(super) fn tile<const W: usize>(&mut self) {
        let inner = self.inner();
        if self.lazy {
            for place in 0..inner {
                if self.at[place] == 0 {
                    self.count_rest_of_planes::<W>(TableKind::Loop(place));
                }
            }
        }
        if self.counts_rows {
            self.count_rest_of_rows::<W>();
        }
        // The position of empty heaps is N in misère play: as if it were known to be.
        let barred = self.sweep.bars_origin && self.at.iter().all(|size| *size == 0);
        let origin = self.sweep.tables.planes[0][0];
        if barred {
            self.sweep.tables.planes[0][0] = C::of(0);
        }
        self.open_rows::<W>();
        let limit = self.sweep.sizes[inner + 2];
        let mut left = LinesLeft { block: 0, lines: self.lines_with_free_cells::<W>(0), limit };
        while let Some((line, place)) = self.next_p::<W>(&mut left) {
            self.enter::<W>(line, place);
            if self.sweep.shape.staircase {
                left.limit = place;
            }
        }
        if barred {
            self.sweep.tables.planes[0][0] = origin;
            self.sweep.tables.first[0][0] = C::of(0);
        }
    }

    /// The rows `x` and `z` of a tile, and the largest `x` up to each place.
    #[inline(always)]
    fn open_rows<const W: usize>(&mut self) {
        let blocks = self.blocks::<W>();
        let size = self.at[self.inner()];
        let SlabSweep { carried, tables, .. } = &mut self.sweep;
        let SlabTables { own, x, z, most, taken, .. } = &mut **tables;
        let mut before = C::of(0);
        for w in 0..blocks {
            // Beyond its end a row tells anything: `z` never leads there.
            let mut block = [C::NONE; BLOCK];
            for cursor in &self.cursors.across {
                let at = cursor.cell(size, 0, 0) + w * BLOCK;
                block = least(&block, &row(cursor.cells(own, carried), at, 1)[0]);
            }
            x[w] = block;
            most[w] = self.rows.prefix_maxima(&block, before);
            before = most[w][BLOCK - 1];
            let mut block = self.bounds[w];
            for cursor in &self.cursors.along {
                let at = cursor.cell(size, 0, 0) + w * BLOCK;
                block = least(&block, &row(cursor.cells(own, carried), at, 1)[0]);
            }
            z[w] = block;
            taken[w] = 0;
        }
    }

    /// Which lines of a block may have a free cell.
    #[inline(always)]
    fn lines_with_free_cells<const W: usize>(&self, w: usize) -> u64 {
        let tables = &*self.sweep.tables;
        let last: Block<C> = tables.z[w].map(|z| C::of(z.size().wrapping_sub(1)));
        let most = self.rows.look_up(&tables.most[..self.blocks::<W>()], &last);
        let lines: Block<C> = std::array::from_fn(|i| C::of(w * BLOCK + i));
        self.rows.exceeds(&tables.z[w], &tables.first[w]) & self.rows.exceeds(&most, &lines)
    }

    /// The next line with a P-position, and the place in it: its first free cell.
    #[inline(always)]
    fn next_p<const W: usize>(&mut self, left: &mut LinesLeft) -> Option<(usize, usize)> {
        let blocks = self.blocks::<W>();
        let size = C::of(self.at[self.inner()]);
        let (rows, limit) = (self.rows, left.limit);
        let has_others = !self.cursors.others.is_empty();
        loop {
            let SlabSweep { tables, carried, lent, .. } = &mut self.sweep;
            let SlabTables { planes, first, x, z, taken, own, .. } = &mut **tables;
            let (x, taken) = (&x[..blocks], &taken[..blocks]);
            let (z, first) = (&z[left.block], &mut first[left.block]);
            let planes = &planes[left.block * BLOCK * blocks..];
            let mut lines = left.lines;
            while lines != 0 {
                let i = lines.trailing_zeros() as usize % BLOCK;
                lines &= lines - 1;
                let line = left.block * BLOCK + i;
                let bound = z[i].size().min(limit);
                let plane = &planes[i * blocks..][..blocks];
                let looked_at = if W == 1 { 1 } else { bound.div_ceil(BLOCK).clamp(1, blocks) };
                let mut first_of_plane = 0;
                let mut found = None;
                for w in 0..looked_at {
                    let in_plane = rows.above(&plane[w], size);
                    if first_of_plane == w * BLOCK {
                        first_of_plane += in_plane.trailing_zeros() as usize;
                    }
                    let in_tile = rows.above(&x[w], C::of(line)) & !taken[w];
                    let mut free = in_plane & in_tile & first_bits(bound.saturating_sub(w * BLOCK));
                    if free != 0 && has_others {
                        let tables = (&**own, *carried, *lent);
                        let at = (line, w);
                        free = self.cursors.free_in_others(rows, tables, &self.at, at, free);
                    }
                    if free != 0 {
                        found = Some(w * BLOCK + free.trailing_zeros() as usize);
                        break;
                    }
                }
                first[i] = C::of(first_of_plane.min(C::NONE.size()));
                if let Some(place) = found {
                    left.lines = lines;
                    return Some((line, place));
                }
            }
            left.block += 1;
            if left.block >= blocks {
                left.lines = 0;
                return None;
            }
            left.lines = self.lines_with_free_cells::<W>(left.block);
        }
    }

    /// A P-position: the line and the place in it.
    #[inline(always)]
    fn enter<const W: usize>(&mut self, line: usize, place: usize) {
        let (inner, loops) = (self.inner(), self.inner() + 1);
        let blocks = self.blocks::<W>();
        let size = self.at[inner];
        self.at[loops] = line;
        self.at[loops + 1] = place;
        let SlabSweep { shape, tables, found, .. } = &mut self.sweep;
        tables.taken[place / BLOCK] |= 1 << (place % BLOCK);
        tables.planes[line * blocks + place / BLOCK][place % BLOCK] = C::of(size);
        for (cursor, cells) in self.cursors.own.iter().zip(&mut tables.own) {
            let cell = &mut cells[cursor.cell(size, line, place)];
            *cell = (*cell).min(C::of(self.at[cursor.value]));
        }
        if self.is_first || shape.is_first(&self.at) {
            found.add(shape, &self.at);
        }
        for g in &self.sweep.shape.mirrors {
            let mut image = [0; MOST_PLACES];
            image.iter_mut().zip(g).for_each(|(size, from)| *size = self.at[*from]);
            self.enter_image(&image[..g.len()], blocks);
        }
        self.at[loops] = 0;
        self.at[loops + 1] = 0;
    }

    /// Enters the image of a P-position that is in another tile.
    fn enter_image(&mut self, image: &[usize], blocks: usize) {
        let SlabSweep { shape, tables, .. } = &mut self.sweep;
        let shape: &SlabShape = shape;
        let (loops, at) = (shape.loops(), &self.at);
        if image[..loops] == at[..loops] {
            return;
        }
        let SlabTables { own, planes, .. } = &mut **tables;
        for (number, table) in shape.own.iter().enumerate() {
            if image[..table.outermost] != at[..table.outermost] {
                continue;
            }
            let cursor = &self.cursors.own[number];
            let is_elsewhere = table.outermost == 0 && loops > 1 && image[1] != at[1];
            let cells = if is_elsewhere && !self.diagonal.is_empty() {
                &mut self.diagonal[number]
            } else {
                &mut own[number]
            };
            let cell = &mut cells[cursor.cell_of(image)];
            *cell = (*cell).min(C::of(image[cursor.value]));
            // The planes in work are a copy.
            let in_work = || start(&table.view, at, loops) == start(&table.view, image, loops);
            if table.view.kind == TableKind::Loop(loops - 1) && in_work() {
                let (line, place) = (image[loops], image[loops + 1]);
                let plane = &mut planes[line * blocks + place / BLOCK][place % BLOCK];
                *plane = (*plane).min(C::of(image[loops - 1]));
            }
        }
    }
}
