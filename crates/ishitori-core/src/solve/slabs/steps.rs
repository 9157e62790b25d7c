//! The steps of the slab sieve: which slabs are solved in which order, and what they tell each other.
//!
//! **Leading.** A step is one size of the leading heap, and has one slab.
//!
//! **Largest first.** A step is one size `m` of the largest heap. Positions whose largest heaps are `m` are told apart by
//! *which* heaps are `m`; of symmetric sets of heaps one is solved. First one heap is `m` and the others are smaller, then
//! two, and so on: lowering a tied heap leads to a slab with fewer ties or to an earlier step, so each slab finds in its
//! carried tables all that its moves can lead to outside it. Of symmetric positions one is kept; all images are
//! entered and told at the end of the step.
//!
//! Until then the carried tables of the first slabs do not change. So work that is stopped within a step goes on from the
//! beginning of it, with these tables as its state.

use std::io;

use super::carry::{EntryRoute, TableRoute, enter_all, routes, seed_routes, settle};
use super::group::{HeapPermutation, HeapSet, classes, stabiliser};
use super::rows::SizeCell;
use super::shape::{ConeSets, NO_HEAP, SlabShape};
use super::sweep::{CarriedCells, SlabSweep, SlabTables};
use crate::control::{Control, GaveUp};
use crate::solve::cones::Sink;
use crate::solve::snapshot::{SafePoints, StateError, StateReader, StateWriter, UnfinishedRun};

/// The order of the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepOrder {
    /// By the size of this heap.
    Leading(usize),
    /// By the size of the largest heap.
    Largest,
}

/// A game with the layouts of its slabs.
pub(super) struct SlabGame {
    pub(super) sets: ConeSets,
    pub(super) order: StepOrder,
    /// Those with fewer fixed heaps first.
    pub(super) shapes: Vec<SlabShape>,
}

impl SlabGame {
    pub(super) fn new(mut sets: ConeSets, order: StepOrder) -> SlabGame {
        let n = sets.sizes.len();
        let fixed: Vec<HeapSet> = match order {
            StepOrder::Leading(heap) => {
                sets.group = stabiliser(&sets.group, 1 << heap);
                vec![1 << heap]
            }
            StepOrder::Largest => {
                (1..=n as u32).flat_map(|ties| classes(&sets.group, n, ties)).collect()
            }
        };
        let shapes = fixed.into_iter().map(|fixed| SlabShape::best(&sets, fixed)).collect();
        SlabGame { sets, order, shapes }
    }

    /// How many steps there are.
    pub(super) fn steps(&self) -> usize {
        match self.order {
            StepOrder::Leading(heap) => self.sets.sizes[heap],
            StepOrder::Largest => self.sets.sizes[0],
        }
    }

    /// The sizes of the free heaps of a slab in a step; `None` if it has no positions.
    fn sizes(&self, shape: &SlabShape, step: usize) -> Option<Vec<usize>> {
        let size = |heap: &usize| match (*heap, self.order) {
            (NO_HEAP, _) => 1,
            (heap, StepOrder::Leading(_)) => self.sets.sizes[heap],
            (_, StepOrder::Largest) => step,
        };
        let sizes: Vec<usize> = shape.free.iter().map(size).collect();
        (!sizes.contains(&0)).then_some(sizes)
    }

    /// How many lines all slabs of a step have.
    pub(super) fn lines(&self, step: usize) -> u128 {
        let lines = |shape: &SlabShape| {
            let sizes = self.sizes(shape, step)?;
            let outside = &sizes[..=shape.loops()];
            Some(outside.iter().fold(1u128, |all, size| all.saturating_mul(*size as u128)))
        };
        self.shapes.iter().filter_map(lines).fold(0, u128::saturating_add)
    }

    /// The slabs whose carried tables last from step to step: those with one fixed heap.
    pub(super) fn lasting(&self) -> impl Iterator<Item = &SlabShape> {
        self.shapes.iter().filter(|shape| shape.fixed.count_ones() == 1)
    }
}

/// A slab with its tables and what was found in it.
struct SolvedSlab<'g, C> {
    shape: &'g SlabShape,
    carried: CarriedCells<C>,
    tables: SlabTables<C>,
    /// Positions of this step, one of symmetric ones, all heaps of each.
    found: Vec<C>,
    /// From each earlier slab of the step.
    seeds: Vec<Vec<EntryRoute>>,
    /// From earlier steps, with the slab that has the table.
    table_routes: Vec<(usize, TableRoute)>,
    /// Into the carried tables, at the end of a step.
    routes: Vec<EntryRoute>,
}

/// The sieve at work.
pub(super) struct SlabSieve<'g, C> {
    game: &'g SlabGame,
    misere: bool,
    slabs: Vec<SolvedSlab<'g, C>>,
    /// The most bytes that found positions may take.
    room: usize,
}

impl<'g, C: SizeCell> SlabSieve<'g, C> {
    pub(super) fn new(game: &'g SlabGame, misere: bool, room: usize) -> Self {
        let group = &game.sets.group;
        let mut slabs: Vec<SolvedSlab<C>> = Vec::new();
        for shape in &game.shapes {
            let lasts = shape.fixed.count_ones() == 1;
            let seeds = slabs.iter().map(|slab| seed_routes(shape, group, slab.shape.fixed));
            let seeds = seeds.collect();
            let way = |table| {
                let known = game.lasting().enumerate();
                let mut ways = known.filter_map(|(at, known)| {
                    Some((at, TableRoute::new(known, shape, table, group)?))
                });
                ways.next()
            };
            let table_routes =
                if lasts { Vec::new() } else { shape.carried.iter().filter_map(way).collect() };
            slabs.push(SolvedSlab {
                shape,
                carried: CarriedCells::new(shape),
                tables: SlabTables::new(shape),
                found: Vec::new(),
                seeds,
                table_routes,
                routes: if lasts { routes(shape, group) } else { Vec::new() },
            });
        }
        SlabSieve { game, misere, slabs, room }
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
            if let Err(gave_up) = self.solve(step, control, safe) {
                // Stopped on the way: nothing of this step was told.
                if safe.is_stopping() {
                    self.keep(step, control, safe)?;
                }
                return Err(gave_up.into());
            }
            self.tell(sink);
            self.carry_on();
        }
        Ok(())
    }

    /// Solves all slabs of a step.
    fn solve(
        &mut self,
        step: usize,
        control: &Control,
        safe: &mut SafePoints,
    ) -> Result<(), GaveUp> {
        for at in 0..self.slabs.len() {
            self.slabs[at].found.clear();
            let Some(sizes) = self.game.sizes(self.slabs[at].shape, step) else { continue };
            self.learn(at, step);
            self.sweep(at, step, &sizes, control, safe)?;
        }
        Ok(())
    }

    /// Fills the carried tables of a slab with ties from the slabs before it.
    fn learn(&mut self, at: usize, step: usize) {
        let (before, rest) = self.slabs.split_at_mut(at);
        let slab = &mut rest[0];
        if slab.shape.fixed.count_ones() == 1 {
            return;
        }
        slab.carried.cells.iter_mut().for_each(|cells| cells.fill(C::NONE));
        slab.carried.bits.iter_mut().for_each(|bits| bits.fill(0));
        for (from, route) in &slab.table_routes {
            let known = &before[*from];
            route.run(known.shape, &known.carried, step, &mut slab.carried);
        }
        let heaps = self.game.sets.sizes.len();
        for (from, routes) in before.iter().zip(&slab.seeds) {
            enter_all(&from.found, heaps, routes, &mut slab.carried);
        }
        settle(slab.shape, &mut slab.carried);
    }

    fn sweep(
        &mut self,
        at: usize,
        step: usize,
        sizes: &[usize],
        control: &Control,
        safe: &mut SafePoints,
    ) -> Result<(), GaveUp> {
        let heaps = self.game.sets.sizes.len();
        let SolvedSlab { shape, carried, tables, found, .. } = &mut self.slabs[at];
        let shape = *shape;
        let room = self.room / size_of::<C>();
        let found = std::cell::RefCell::new(found);
        let sweep = SlabSweep {
            shape,
            carried,
            tables,
            sizes,
            bars_origin: self.misere && step == 0,
            spend: &mut |lines| {
                safe.spent(control.spend(lines))?;
                if safe.is_stopping() {
                    return Err(GaveUp::stopped("stopped within a step"));
                }
                if found.borrow().len() > room {
                    return Err(GaveUp::new(
                        "more P-positions in one step than fit into the memory allowed",
                    ));
                }
                Ok(())
            },
            found: &mut |places| {
                if is_first(shape, places) {
                    let mut found = found.borrow_mut();
                    let begin = found.len();
                    found.resize(begin + heaps, C::of(step));
                    for (heap, size) in shape.free.iter().zip(places) {
                        if *heap != NO_HEAP {
                            found[begin + heap] = C::of(*size);
                        }
                    }
                }
            },
        };
        C::with_widest(sweep)
    }

    /// Tells all images of what was found in a step.
    fn tell(&self, sink: &mut dyn Sink) {
        let (heaps, group) = (self.game.sets.sizes.len(), &self.game.sets.group);
        let mut images = Images::new(heaps, group);
        images.ascending = sink.wants_ascending() && group.len() == (1..=heaps).product::<usize>();
        for slab in &self.slabs {
            for position in slab.found.chunks_exact(heaps) {
                images.tell(position, slab.shape, sink);
            }
        }
    }

    /// Enters what was found into the tables that the next steps read.
    fn carry_on(&mut self) {
        let heaps = self.game.sets.sizes.len();
        for at in 0..self.slabs.len() {
            if self.slabs[at].routes.is_empty() {
                continue;
            }
            let (before, rest) = self.slabs.split_at_mut(at);
            let (slab, after) = rest.split_first_mut().expect("it is there");
            let SolvedSlab { shape, carried, found, routes, .. } = slab;
            let others = before.iter().chain(&*after).map(|slab| &slab.found);
            enter_all(found, heaps, routes, carried);
            others.for_each(|found| enter_all(found, heaps, routes, carried));
            settle(shape, carried);
        }
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
        for slab in self.slabs.iter_mut().filter(|slab| slab.shape.fixed.count_ones() == 1) {
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
        let lasting = self.slabs.iter().filter(|slab| slab.shape.fixed.count_ones() == 1);
        lasting.map(|slab| &slab.carried)
    }
}

/// Whether no symmetry of its slab makes a position lexicographically larger.
#[inline]
fn is_first(shape: &SlabShape, places: &[usize]) -> bool {
    shape.stabiliser.iter().skip(1).all(|symmetry| {
        let images = symmetry.places.iter().map(|from| places[*from]);
        images.le(places.iter().copied())
    })
}

/// All distinct images of positions.
struct Images<'g> {
    group: &'g [HeapPermutation],
    position: Vec<usize>,
    all: Vec<Vec<usize>>,
    /// All arrangements are images, and one of them is enough.
    ascending: bool,
}

impl<'g> Images<'g> {
    fn new(heaps: usize, group: &'g [HeapPermutation]) -> Self {
        Images { group, position: vec![0; heaps], all: Vec::new(), ascending: false }
    }

    fn tell<C: SizeCell>(&mut self, found: &[C], shape: &SlabShape, sink: &mut dyn Sink) {
        if self.ascending {
            self.position.iter_mut().zip(found).for_each(|(size, found)| *size = found.size());
            self.position.sort_unstable();
            return sink.found(&self.position);
        }
        // A symmetry that keeps the position keeps its largest heaps.
        let keeps = |g: &[usize]| g.iter().zip(found).all(|(from, size)| found[*from] == *size);
        let is_kept = shape.stabiliser.iter().skip(1).any(|symmetry| keeps(symmetry.heaps()));
        if !is_kept {
            for g in self.group {
                self.position
                    .iter_mut()
                    .zip(g)
                    .for_each(|(size, from)| *size = found[*from].size());
                sink.found(&self.position);
            }
            return;
        }
        let image = |g: &HeapPermutation| g.iter().map(|from| found[*from].size()).collect();
        self.all.clear();
        self.all.extend(self.group.iter().map(image));
        self.all.sort_unstable();
        self.all.dedup();
        self.all.iter().for_each(|image| sink.found(image));
    }
}
