//! A slab with its tables: what it learns from others, and how its rows are shared by threads.

use std::sync::atomic::AtomicUsize;
use std::thread;

use super::carried::CarriedCells;
use super::carry::{EntryRoute, enter_all, routes, seed_routes, settle};
use super::columns::ColumnExchange;
use super::cursor::LentTable;
use super::found::FoundPositions;
use super::group::HeapPermutation;
use super::known::{LentRoute, TableRoute};
use super::rows::{BLOCK, SizeCell};
use super::shape::SlabShape;
use super::steps::SlabGame;
use super::sweep::{SlabSweep, SlabTables, used_cells};
use super::watch::SweepWatch;
use crate::control::GaveUp;

/// A slab with its tables and what was found in it.
pub(super) struct SolvedSlab<'g, C> {
    pub(super) shape: &'g SlabShape,
    pub(super) carried: CarriedCells<C>,
    /// One for each thread that has worked on it.
    tables: Vec<SlabTables<C>>,
    columns: ColumnExchange<C>,
    pub(super) found: FoundPositions<C>,
    /// From each earlier slab of the step.
    seeds: Vec<Vec<EntryRoute>>,
    /// From earlier steps, with the slab that has the table: copied, or read where it is.
    table_routes: Vec<(usize, TableRoute)>,
    lent_routes: Vec<(usize, LentRoute)>,
    /// Into the carried tables, at the end of a step.
    pub(super) routes: Vec<EntryRoute>,
}

/// A step for a slab.
#[derive(Clone, Copy)]
pub(super) struct SlabStep<'a> {
    pub(super) step: usize,
    /// The sizes of its free heaps.
    pub(super) sizes: &'a [usize],
    /// Whether the position of empty heaps is N.
    pub(super) bars_origin: bool,
    pub(super) threads: usize,
}

impl<'g, C: SizeCell> SolvedSlab<'g, C> {
    /// A slab after those before it in a step.
    pub(super) fn new(game: &'g SlabGame, shape: &'g SlabShape, before: &[Self]) -> Self {
        let group = &game.sets.group;
        let seeds = before.iter().map(|slab| seed_routes(shape, &game.sets, slab.shape.fixed));
        let mut slab = SolvedSlab {
            shape,
            carried: CarriedCells::new(shape),
            tables: Vec::new(),
            columns: ColumnExchange::new(shape, game.second_size(shape)),
            found: FoundPositions::new(game.sets.sizes.len()),
            seeds: seeds.collect(),
            table_routes: Vec::new(),
            lent_routes: Vec::new(),
            routes: Vec::new(),
        };
        if slab.lasts() {
            slab.routes = routes(shape, group);
        } else {
            slab.find_tables(game, group);
            slab.leave_out_empty_tables();
        }
        slab
    }

    /// Tables that nobody fills are left out: all that they would tell is lent, or told by others.
    fn leave_out_empty_tables(&mut self) {
        let seeded = self.seeds.iter().flatten().map(EntryRoute::table);
        let filled: Vec<usize> =
            seeded.chain(self.table_routes.iter().map(|(_, route)| route.table())).collect();
        for (table, bits) in self.carried.bits.iter_mut().enumerate() {
            if !filled.contains(&table) {
                *bits = Vec::new();
            }
        }
    }

    /// Whether its carried tables last from step to step.
    pub(super) fn lasts(&self) -> bool {
        self.shape.fixed.count_ones() == 1
    }

    /// Finds the tables of the lasting slabs that tell of all positions with smaller heaps.
    fn find_tables(&mut self, game: &SlabGame, group: &[HeapPermutation]) {
        for table in &self.shape.carried {
            let known = || game.lasting().enumerate();
            let lent = |(at, known)| Some((at, LentRoute::new(known, self.shape, table, group)?));
            let copied =
                |(at, known)| Some((at, TableRoute::new(known, self.shape, table, group)?));
            match known().find_map(lent) {
                Some(route) => self.lent_routes.push(route),
                None => self.table_routes.extend(known().find_map(copied)),
            }
        }
    }

    /// Finds its P-positions in a step, after the slabs before it.
    pub(super) fn solve(
        &mut self,
        before: &[Self],
        step: SlabStep<'_>,
        watch: &mut SweepWatch<'_, '_>,
    ) -> Result<(), GaveUp> {
        self.learn(before, step);
        watch.begin();
        let can_share = step.threads > 1 && self.columns.is_used();
        let threads = if can_share { step.threads.min(step.sizes[0]) } else { 1 };
        while self.tables.len() < threads {
            self.tables.push(SlabTables::new(self.shape));
        }
        self.columns.begin();
        let lent = self.lent_routes.iter().filter(|_| step.step > 0);
        let lent: Vec<LentTable<C>> =
            lent.map(|(from, route)| route.lend(&before[*from].carried, step.step)).collect();
        let sweep = SharedSweep {
            shape: self.shape,
            carried: &self.carried,
            lent: &lent,
            columns: &self.columns,
            next_row: AtomicUsize::new(0),
            step,
        };
        if threads == 1 {
            return sweep.work(&mut self.tables[0], &mut self.found, &mut Vec::new(), watch);
        }
        sweep.share(&mut self.tables[..threads], &mut self.found, watch)
    }

    /// Fills the carried tables of a slab with ties from the slabs before it.
    fn learn(&mut self, before: &[Self], step: SlabStep<'_>) {
        self.found.begin(step.step);
        if self.lasts() {
            return;
        }
        for table in &self.shape.carried {
            let used = used_cells(&table.view.strides, step.sizes);
            let (cells, bits) = (
                &mut self.carried.cells[table.view.table],
                &mut self.carried.bits[table.view.table],
            );
            let (some_cells, some_bits) = (used.min(cells.len()), (used / BLOCK).min(bits.len()));
            cells[..some_cells].fill(C::NONE);
            bits[..some_bits].fill(0);
        }
        for (from, route) in &self.table_routes {
            let known = &before[*from];
            route.run(known.shape, &known.carried, step.step, &mut self.carried);
        }
        for (from, routes) in before.iter().zip(&self.seeds) {
            enter_all(&from.found, routes, &mut self.carried);
        }
        settle(self.shape, &mut self.carried);
    }
}

/// A slab that is being swept, by one thread or several.
struct SharedSweep<'a, C> {
    shape: &'a SlabShape,
    carried: &'a CarriedCells<C>,
    lent: &'a [LentTable<'a, C>],
    columns: &'a ColumnExchange<C>,
    next_row: AtomicUsize,
    step: SlabStep<'a>,
}

/// What one thread found, with where its rows end.
type FoundRows<C> = (FoundPositions<C>, Vec<(usize, usize)>);

impl<C: SizeCell> SharedSweep<'_, C> {
    /// Sweeps rows as long as there are any.
    fn work(
        &self,
        tables: &mut SlabTables<C>,
        found: &mut FoundPositions<C>,
        row_ends: &mut Vec<(usize, usize)>,
        watch: &mut SweepWatch<'_, '_>,
    ) -> Result<(), GaveUp> {
        let _guard = StopIfPanicking(self.columns);
        C::with_widest(SlabSweep {
            shape: self.shape,
            carried: self.carried,
            lent: self.lent,
            tables,
            columns: self.columns,
            sizes: self.step.sizes,
            next_row: &self.next_row,
            bars_origin: self.step.bars_origin,
            watch,
            found,
            row_ends,
        })
    }

    /// Sweeps with a thread for each of `tables`, this one included, and puts what they find together, row by row. A
    /// thread that the system refuses is not there.
    fn share(
        &self,
        tables: &mut [SlabTables<C>],
        found: &mut FoundPositions<C>,
        watch: &mut SweepWatch<'_, '_>,
    ) -> Result<(), GaveUp> {
        let shared = watch.shared();
        let (own, others) = tables.split_first_mut().expect("one for each thread");
        let mut parts: Vec<FoundRows<C>> = Vec::new();
        let ended = thread::scope(|scope| {
            let mut helpers = Vec::new();
            for tables in others {
                let mut part = (found.like(), Vec::new());
                let work = move || {
                    let watch = &mut SweepWatch::of_helper(shared);
                    let ended = self.work(tables, &mut part.0, &mut part.1, watch);
                    (part, ended)
                };
                helpers.extend(thread::Builder::new().spawn_scoped(scope, work));
            }
            let mut part = (found.like(), Vec::new());
            let mut ended = self.work(own, &mut part.0, &mut part.1, watch);
            parts.push(part);
            for helper in helpers {
                let (part, its_end) =
                    helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                parts.push(part);
                ended = ended.and(its_end);
            }
            ended
        });
        ended?;
        let mut rows: Vec<(usize, usize, usize, usize)> = Vec::new();
        for (part, (_, ends)) in parts.iter().enumerate() {
            let mut begin = 0;
            for (row, end) in ends {
                rows.push((*row, part, begin, *end));
                begin = *end;
            }
        }
        rows.sort_unstable();
        for (_, part, begin, end) in rows {
            found.extend(&parts[part].0, begin..end);
        }
        Ok(())
    }
}

/// Wakes those that wait for a column of a thread that panics.
struct StopIfPanicking<'a, C: SizeCell>(&'a ColumnExchange<C>);

impl<C: SizeCell> Drop for StopIfPanicking<'_, C> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
    }
}
