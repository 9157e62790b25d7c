//! Solves one slab, tile by tile.
//!
//! A *tile* is all positions of a slab with the same loops: a plane of the heaps across (its *lines*) and along
//! (`tile`). Loops go up, the innermost fastest; a *row* is one size of the outermost loop, and rows may be shared by
//! threads (`columns`).
//!
//! **Mirrors.** Symmetries that keep fixed heaps and plane map tiles onto tiles. Of symmetric tiles the one with the
//! lexicographically largest loops is swept, and what is found in it is entered for the others too. If a move lowers
//! loops of a swept tile, the swept image of where it leads comes before it (lowering makes every image smaller), and has
//! the same loops outside the lowered ones; so every own table that is live there has got it.
//!
//! **Lazy tables.** Cells of families with several loops count for all larger sizes of these loops: a row is brought up
//! to date from the row a step back when its tile comes. Then no tile may be left out, and rows are not shared.
//!
//! Cost: for circular(6,2) about 1 ns a line of 64 positions; a line of 65 to 128 twice that.

use std::cmp::Ordering;
use std::sync::atomic::{self, AtomicUsize};

use super::carried::CarriedCells;
use super::columns::{ColumnExchange, SlabColumn, is_column_table, travels};
use super::cursor::{LentTable, TableCursors, cell, row, row_mut};
use super::found::FoundPositions;
use super::rows::{BLOCK, Block, RowOperations, RowWork, SizeCell, least};
use super::shape::{CellView, OwnTable, SlabShape, TableKind};
use super::watch::SweepWatch;
use crate::control::GaveUp;

/// What one thread works with in a slab: the own tables that begin anew with a row, and rows in work.
pub(super) struct SlabTables<C> {
    /// By table. Those that go from row to row are here while their column is in work.
    pub(super) own: SlabColumn<C>,
    /// For each line of a tile: the least size of the innermost loop, and the first place that may be free.
    pub(super) planes: Vec<Block<C>>,
    pub(super) first: Vec<Block<C>>,
    pub(super) x: Vec<Block<C>>,
    pub(super) z: Vec<Block<C>>,
    pub(super) most: Vec<Block<C>>,
    pub(super) taken: Vec<u64>,
}

impl<C: SizeCell> SlabTables<C> {
    pub(super) fn new(shape: &SlabShape) -> Self {
        let row = || vec![[C::NONE; BLOCK]; shape.blocks];
        let is_column = |table: &OwnTable| travels(shape) && is_column_table(table);
        let own = |table| if is_column(table) { Vec::new() } else { vec![C::NONE; table.cells] };
        SlabTables {
            own: shape.own.iter().map(own).collect(),
            planes: vec![[C::NONE; BLOCK]; shape.blocks * shape.blocks * BLOCK],
            first: row(),
            x: row(),
            z: row(),
            most: row(),
            taken: vec![0; shape.blocks],
        }
    }
}

/// One slab to be solved by one thread of those that share it.
pub(super) struct SlabSweep<'a, 'w, 's, C> {
    pub(super) shape: &'a SlabShape,
    pub(super) carried: &'a CarriedCells<C>,
    pub(super) lent: &'a [LentTable<'a, C>],
    pub(super) tables: &'a mut SlabTables<C>,
    pub(super) columns: &'a ColumnExchange<C>,
    /// How many sizes each place has.
    pub(super) sizes: &'a [usize],
    /// The first row that nobody has begun.
    pub(super) next_row: &'a AtomicUsize,
    /// Whether the position of empty heaps is in the slab and is N: misère play.
    pub(super) bars_origin: bool,
    pub(super) watch: &'a mut SweepWatch<'w, 's>,
    /// Gets the P-positions, one of symmetric ones.
    pub(super) found: &'a mut FoundPositions<C>,
    /// The rows that this thread swept, with how many were found up to their end.
    pub(super) row_ends: &'a mut Vec<(usize, usize)>,
}

impl<C: SizeCell> RowWork<C> for SlabSweep<'_, '_, '_, C> {
    type Output = Result<(), GaveUp>;

    #[inline(always)]
    fn run<R: RowOperations<C>>(self, rows: R) -> Self::Output {
        let places = self.sizes.len();
        let (across, along) = (self.sizes[places - 2], self.sizes[places - 1]);
        let blocks = across.max(along).div_ceil(BLOCK);
        let bound = |w: usize| {
            std::array::from_fn(|i| C::of(if w * BLOCK + i < across { along } else { 0 }))
        };
        let sweeper =
            Sweeper {
                at: vec![0; places],
                lazy: self.shape.is_lazy(),
                counts_rows: self.shape.own.iter().any(|table| {
                    !table.rest.is_empty() || table.view.kind == TableKind::Across(true)
                }),
                cursors: TableCursors::new(self.shape, self.carried, self.lent),
                bounds: (0..blocks).map(bound).collect(),
                by_columns: self.columns.is_used(),
                is_first: false,
                diagonal: Vec::new(),
                sweep: self,
                rows,
                blocks,
            };
        match blocks {
            1 if R::UNROLLED => sweeper.all::<1>(),
            2 if R::UNROLLED => sweeper.all::<2>(),
            _ => sweeper.all::<0>(),
        }
    }
}

/// A sweep at work.
pub(super) struct Sweeper<'a, 'w, 's, C, R> {
    pub(super) sweep: SlabSweep<'a, 'w, 's, C>,
    pub(super) rows: R,
    blocks: usize,
    /// Whether own tables are brought up to date on the way, from a step back, and the rows of tiles.
    pub(super) lazy: bool,
    pub(super) counts_rows: bool,
    pub(super) at: Vec<usize>,
    pub(super) cursors: TableCursors,
    /// For each line, the place before which its cells are.
    pub(super) bounds: Vec<Block<C>>,
    by_columns: bool,
    /// Whether no symmetric position of those in work is lexicographically larger.
    pub(super) is_first: bool,
    /// The column of the second loop that is as large as the first, while it is not in work.
    pub(super) diagonal: SlabColumn<C>,
}

/// The cell where the row of a table for these loops begins; the plane counts as 0.
#[inline(always)]
pub(super) fn start(view: &CellView, at: &[usize], loops: usize) -> usize {
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

impl<C: SizeCell, R: RowOperations<C>> Sweeper<'_, '_, '_, C, R> {
    #[inline(always)]
    fn all<const W: usize>(mut self) -> Result<(), GaveUp> {
        let ended = self.all_rows::<W>();
        if ended.is_err() {
            self.sweep.columns.stop();
        }
        ended
    }

    #[inline(always)]
    fn all_rows<const W: usize>(&mut self) -> Result<(), GaveUp> {
        self.begin_anew(None);
        if self.inner() == 0 {
            return self.tiles::<W>();
        }
        loop {
            let outermost = self.sweep.next_row.fetch_add(1, atomic::Ordering::Relaxed);
            if outermost >= self.sweep.sizes[0] {
                return Ok(());
            }
            self.at.fill(0);
            self.at[0] = outermost;
            self.begin_anew(Some(0));
            self.slab_row::<W>()?;
            self.sweep.row_ends.push((outermost, self.sweep.found.len()));
        }
    }

    /// All tiles with the same size of the outermost loop.
    #[inline(always)]
    fn slab_row<const W: usize>(&mut self) -> Result<(), GaveUp> {
        if self.by_columns {
            return self.row_by_columns::<W>();
        }
        loop {
            self.tiles::<W>()?;
            let Some(moved) = self.count_up(1) else { return Ok(()) };
            self.begin_anew(Some(moved));
        }
    }

    /// The same with columns that are taken and given back.
    #[inline(always)]
    fn row_by_columns<const W: usize>(&mut self) -> Result<(), GaveUp> {
        let columns = self.sweep.columns;
        let stopped = || GaveUp::stopped("another thread stopped");
        let outermost = self.at[0];
        let has_diagonal = self.sweep.shape.mirrors.iter().any(|g| g[0] == 1);
        if has_diagonal {
            self.diagonal = columns.take(outermost, outermost).ok_or_else(stopped)?;
        }
        for second in 0..self.sweep.sizes[1] {
            self.at[1] = second;
            if has_diagonal && second > outermost {
                // Symmetric tiles are swept instead, in the row of this size.
                let lines: usize = self.sweep.sizes[2..self.inner() + 2].iter().product();
                self.sweep.watch.spend(lines as u64, self.sweep.found.len())?;
                continue;
            }
            let mut column = match has_diagonal && second == outermost {
                true => std::mem::take(&mut self.diagonal),
                false => columns.take(outermost, second).ok_or_else(stopped)?,
            };
            self.exchange(&mut column);
            let swept = self.column_tiles::<W>();
            self.exchange(&mut column);
            columns.give_back(outermost, second, column);
            swept?;
        }
        Ok(())
    }

    /// All tiles with the same two outermost loops.
    #[inline(always)]
    fn column_tiles<const W: usize>(&mut self) -> Result<(), GaveUp> {
        self.begin_anew(Some(1));
        loop {
            self.tiles::<W>()?;
            let Some(moved) = self.count_up(2) else { return Ok(()) };
            self.begin_anew(Some(moved));
        }
    }

    /// Puts the cells of a column into the own tables, or takes them out again.
    fn exchange(&mut self, column: &mut SlabColumn<C>) {
        let own = self.sweep.tables.own.iter_mut().zip(column);
        for (table, (own, cells)) in self.sweep.shape.own.iter().zip(own) {
            if is_column_table(table) {
                std::mem::swap(own, cells);
            }
        }
    }

    /// All sizes of the innermost loop.
    #[inline(always)]
    fn tiles<const W: usize>(&mut self) -> Result<(), GaveUp> {
        let inner = self.inner();
        if !self.is_mirrored(inner) {
            self.cursors.move_to(&self.at[..inner]);
            self.open_planes::<W>();
            self.is_first = self.is_first_for_all(inner);
            for size in 0..self.sweep.sizes[inner] {
                self.at[inner] = size;
                if self.is_first || !self.is_mirrored(inner + 1) {
                    self.tile::<W>();
                }
            }
            self.at[inner] = 0;
        }
        let lines = self.sweep.sizes[inner] * self.sweep.sizes[inner + 1];
        self.sweep.watch.spend(lines as u64, self.sweep.found.len())
    }

    /// The innermost loop.
    #[inline(always)]
    pub(super) fn inner(&self) -> usize {
        self.sweep.shape.loops() - 1
    }

    #[inline(always)]
    pub(super) fn blocks<const W: usize>(&self) -> usize {
        if W == 0 { self.blocks } else { W }
    }

    /// Counts the loops from one on, outside the innermost one: the one that went up, or `None` after the last.
    fn count_up(&mut self, from: usize) -> Option<usize> {
        for place in (from..self.inner()).rev() {
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
                let used = used_cells(&table.view.strides, self.sweep.sizes).min(cells.len());
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

    /// Whether the first loops show that all symmetries make every position lexicographically smaller.
    fn is_first_for_all(&self, told: usize) -> bool {
        let shape = self.sweep.shape;
        let is_smaller = |g: &[usize]| {
            let pairs = g.iter().zip(&self.at).take(told);
            let mut told =
                pairs.map(|(from, size)| (*from < told).then(|| self.at[*from].cmp(size)));
            let first = told.find(|order| *order != Some(Ordering::Equal)).flatten();
            first == Some(Ordering::Less)
        };
        shape.stabiliser.iter().skip(1).all(|symmetry| is_smaller(&symmetry.places))
    }

    /// What families with the innermost loop know, for all its sizes.
    #[inline(always)]
    fn open_planes<const W: usize>(&mut self) {
        let (inner, blocks) = (self.inner(), self.blocks::<W>());
        if self.lazy {
            self.count_rest_of_planes::<W>(TableKind::Loop(inner));
        }
        let SlabSweep { carried, tables, sizes, .. } = &mut self.sweep;
        let SlabTables { own, planes, first, .. } = &mut **tables;
        let first = first.as_flattened_mut();
        for line in 0..sizes[inner + 1] {
            let plane = &mut planes[line * blocks..][..blocks];
            let mut place = blocks * BLOCK;
            for w in (0..blocks).rev() {
                let mut block = [C::NONE; BLOCK];
                for cursor in &self.cursors.planes {
                    let at = cursor.cell(0, line, 0) + w * BLOCK;
                    block = least(&block, &row(cursor.cells(own, carried), at, 1)[0]);
                }
                plane[w] = block;
                let free = self.rows.above(&block, C::of(0));
                if free != 0 {
                    place = w * BLOCK + free.trailing_zeros() as usize;
                }
            }
            first[line] = C::of(place.min(C::NONE.size()));
        }
    }

    /// Makes the cells of own tables of a loop count for larger sizes of the other loops: once, when it is empty.
    pub(super) fn count_rest_of_planes<const W: usize>(&mut self, kind: TableKind) {
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

    /// Makes the rows of own tables count what stands a step back in the other loops of their families, and along.
    pub(super) fn count_rest_of_rows<const W: usize>(&mut self) {
        let blocks = self.blocks::<W>();
        let size = self.at[self.inner()];
        let SlabSweep { shape, tables, .. } = &mut self.sweep;
        let tables = shape.own.iter().zip(&mut tables.own);
        for ((table, cells), cursor) in tables.zip(&self.cursors.own) {
            if matches!(table.view.kind, TableKind::Across(_) | TableKind::Along) {
                count_rest(table, &self.at, cells, cursor.cell(size, 0, 0), blocks);
            }
        }
    }
}

/// How many cells of a table are used if heaps have so many sizes: they are its first ones.
pub(super) fn used_cells(strides: &[usize], sizes: &[usize]) -> usize {
    let last = |(stride, size): (&usize, &usize)| stride * (size - 1);
    let used = strides.iter().zip(sizes).map(last).sum::<usize>() + 1;
    used.next_multiple_of(BLOCK)
}

/// Makes the row at a cell count what stands a step back in the other loops of its family.
#[inline(always)]
fn count_rest<C: SizeCell>(
    table: &OwnTable,
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
