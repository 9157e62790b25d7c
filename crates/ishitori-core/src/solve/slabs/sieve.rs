//! The slab sieve at work: step by step, with safe points between steps.
//!
//! Slabs with as many tied heaps do not reach each other, so several threads share them; a slab without ties is large, and
//! its rows are shared instead (`columns`). At the end of a step one thread tells what was found while the others
//! enter it into the tables of the next step.

use std::io;
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::carried::CarriedCells;
use super::carry::{EntryRoute, TablePart, enter_part, settle, table_parts};
use super::found::FoundPositions;
use super::images::SymmetricImages;
use super::rows::SizeCell;
use super::slab::{SlabStep, SolvedSlab};
use super::steps::SlabGame;
use super::watch::{SharedWatch, SweepWatch};
use crate::control::{Control, GaveUp};
use crate::solve::cones::Sink;
use crate::solve::snapshot::{SafePoints, StateError, StateReader, StateWriter, UnfinishedRun};

/// How many threads work, and when.
#[derive(Clone, Copy)]
pub(super) struct SlabThreads {
    pub(super) most: usize,
    /// In steps of fewer lines one works alone.
    pub(super) least_lines: u128,
}

/// The sieve at work.
pub(super) struct SlabSieve<'g, C> {
    game: &'g SlabGame,
    misere: bool,
    threads: SlabThreads,
    slabs: Vec<SolvedSlab<'g, C>>,
    /// The most positions that may be found in a step.
    room: usize,
}

/// How a table of the next step gets what was found.
type EntryJob<'r, 't, C> = (&'r [EntryRoute], TablePart<'t, C>);

impl<'g, C: SizeCell> SlabSieve<'g, C> {
    pub(super) fn new(game: &'g SlabGame, misere: bool, threads: SlabThreads, room: usize) -> Self {
        let mut slabs: Vec<SolvedSlab<C>> = Vec::new();
        for shape in &game.shapes {
            slabs.push(SolvedSlab::new(game, shape, &slabs));
        }
        let room = room / (game.sets.sizes.len() * size_of::<C>());
        SlabSieve { game, misere, threads, slabs, room }
    }

    /// Finds all P-positions, from the state of `safe` or from the beginning.
    pub(super) fn run(
        &mut self,
        sink: &mut dyn Sink,
        control: &Control,
        safe: &mut SafePoints,
    ) -> Result<(), UnfinishedRun> {
        let first = match safe.source() {
            Some(source) => self.read(source)?,
            None => 0,
        };
        for step in first..self.game.steps() {
            if step > first && safe.is_due() {
                self.keep(step, control, safe)?;
            }
            let SlabThreads { most, least_lines } = self.threads;
            let threads = if self.game.lines(step) < least_lines { 1 } else { most };
            if let Err(gave_up) = self.solve(step, threads, control, safe) {
                // Stopped on the way: nothing of this step was told.
                if safe.is_stopping() {
                    self.keep(step, control, safe)?;
                }
                return Err(gave_up.into());
            }
            self.finish(threads, sink);
        }
        Ok(())
    }

    /// Solves all slabs of a step, those with fewer ties first.
    fn solve(
        &mut self,
        step: usize,
        threads: usize,
        control: &Control,
        safe: &mut SafePoints,
    ) -> Result<(), GaveUp> {
        let shared = SharedWatch::new(self.room);
        let mut watch = SweepWatch::of_caller(&shared, control, safe);
        let mut begin = 0;
        while begin < self.slabs.len() {
            let ties = |slab: &SolvedSlab<C>| slab.shape.fixed.count_ones();
            let (before, rest) = self.slabs.split_at_mut(begin);
            let count = rest.iter().take_while(|slab| ties(slab) == ties(&rest[0])).count();
            let group = SlabGroup { game: self.game, misere: self.misere, before, step };
            let solved = group.solve(&mut rest[..count], threads, &mut watch);
            solved.map_err(|gave_up| shared.reason(gave_up))?;
            begin += count;
        }
        Ok(())
    }

    /// Tells what was found in a step, and enters it into the tables that the next steps read.
    fn finish(&mut self, threads: usize, sink: &mut dyn Sink) {
        let (mut found, mut shapes, mut jobs) = (Vec::new(), Vec::new(), Vec::new());
        let parts = if threads == 1 { 1 } else { 4 * threads };
        for slab in &mut self.slabs {
            found.push(&slab.found);
            shapes.push(slab.shape);
            if !slab.routes.is_empty() {
                let parts = table_parts(&mut slab.carried, parts).into_iter();
                jobs.extend(parts.map(|part| (&slab.routes[..], part)));
            }
        }
        let jobs = Mutex::new(jobs);
        let enter = || while enter_next(&jobs, &found) {};
        let mut images =
            SymmetricImages::new(self.game.sets.sizes.len(), &self.game.sets.group, sink);
        thread::scope(|scope| {
            for _ in 1..threads {
                // A thread that the system refuses is not there.
                let _ = thread::Builder::new().spawn_scoped(scope, enter);
            }
            found.iter().zip(shapes).for_each(|(found, shape)| images.tell(found, shape, sink));
            enter();
        });
        let lasting = self.slabs.iter_mut().filter(|slab| !slab.routes.is_empty());
        lasting.for_each(|slab| settle(slab.shape, &mut slab.carried));
    }

    fn keep(&self, step: usize, control: &Control, safe: &mut SafePoints) -> Result<(), GaveUp> {
        safe.keep(control, &|out| self.write(step, out))
    }

    fn write(&self, step: usize, out: &mut StateWriter<'_>) -> io::Result<()> {
        out.size(step)?;
        let mut bytes = Vec::new();
        for carried in self.lasting() {
            for cells in carried.cells.iter().flat_map(|cells| cells.chunks(1 << 16)) {
                bytes.clear();
                C::write(cells, &mut bytes);
                out.bytes(&bytes)?;
            }
            carried.bits.iter().try_for_each(|bits| out.words(bits))?;
        }
        Ok(())
    }

    fn read(&mut self, mut source: StateReader<'_>) -> Result<usize, StateError> {
        let step = source.place(self.game.steps())?;
        let most = self.game.sets.sizes.iter().copied().max().unwrap_or(0);
        for slab in self.slabs.iter_mut().filter(|slab| slab.lasts()) {
            for cells in &mut slab.carried.cells {
                let mut bytes = [0; 2];
                for cell in cells {
                    source.bytes(&mut bytes[..size_of::<C>()])?;
                    *cell = C::read(&bytes);
                    if *cell != C::NONE && cell.size() >= most {
                        return Err(StateError::Damaged("a position is outside the window"));
                    }
                }
            }
            slab.carried.bits.iter_mut().try_for_each(|bits| source.words(bits))?;
        }
        source.end()?;
        Ok(step)
    }

    fn lasting(&self) -> impl Iterator<Item = &CarriedCells<C>> {
        self.slabs.iter().filter(|slab| slab.lasts()).map(|slab| &slab.carried)
    }
}

/// Enters positions into the next stretch of a table; whether there was one.
fn enter_next<C: SizeCell>(
    jobs: &Mutex<Vec<EntryJob<'_, '_, C>>>,
    found: &[&FoundPositions<C>],
) -> bool {
    let next = jobs.lock().unwrap_or_else(PoisonError::into_inner).pop();
    let Some((routes, part)) = next else { return false };
    enter_part(found, routes, part);
    true
}

/// Slabs with as many ties, and what comes before them.
struct SlabGroup<'a, 'g, C> {
    game: &'g SlabGame,
    misere: bool,
    before: &'a [SolvedSlab<'g, C>],
    step: usize,
}

impl<'g, C: SizeCell> SlabGroup<'_, 'g, C> {
    fn solve(
        &self,
        slabs: &mut [SolvedSlab<'g, C>],
        threads: usize,
        watch: &mut SweepWatch<'_, '_>,
    ) -> Result<(), GaveUp> {
        if threads == 1 || slabs.len() == 1 || slabs[0].lasts() {
            return slabs.iter_mut().try_for_each(|slab| self.solve_one(slab, threads, watch));
        }
        let shared = watch.shared();
        let slabs = Mutex::new(slabs.iter_mut());
        let work = |watch: &mut SweepWatch<'_, '_>| loop {
            let next = slabs.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(slab) = next else { return Ok(()) };
            self.solve_one(slab, 1, watch)?;
        };
        thread::scope(|scope| {
            let helper = || work(&mut SweepWatch::of_helper(shared));
            let spawn = |_| thread::Builder::new().spawn_scoped(scope, helper).ok();
            let helpers: Vec<_> = (1..threads).filter_map(spawn).collect();
            let mut ended = work(watch);
            for helper in helpers {
                let its_end = helper.join();
                ended = ended.and(its_end.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            ended
        })
    }

    fn solve_one(
        &self,
        slab: &mut SolvedSlab<'g, C>,
        threads: usize,
        watch: &mut SweepWatch<'_, '_>,
    ) -> Result<(), GaveUp> {
        let Some(sizes) = self.game.sizes(slab.shape, self.step) else {
            slab.found.begin(self.step);
            return Ok(());
        };
        let bars_origin = self.misere && self.step == 0;
        let step = SlabStep { step: self.step, sizes: &sizes, bars_origin, threads };
        slab.solve(self.before, step, watch)
    }
}
