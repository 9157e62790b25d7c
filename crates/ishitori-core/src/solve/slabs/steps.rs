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

use super::group::{HeapPermutation, HeapSet, classes, stabiliser};
use super::known::LentRoute;
use super::shape::{CarriedTable, ConeSets, NO_HEAP, SlabShape, TableKind};

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
        let (first, tied): (Vec<_>, Vec<_>) =
            fixed.into_iter().partition(|fixed| fixed.count_ones() == 1);
        let shapes = first.into_iter().map(|fixed| SlabShape::best(&sets, fixed, &|_| 0.0));
        let mut shapes: Vec<SlabShape> = shapes.collect();
        let lasting = shapes.clone();
        let far = |shape: &SlabShape| cost_of_lent_tables(&lasting, shape, &sets.group);
        shapes.extend(tied.into_iter().map(|fixed| SlabShape::best(&sets, fixed, &far)));
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
    pub(super) fn sizes(&self, shape: &SlabShape, step: usize) -> Option<Vec<usize>> {
        let size = |heap: &usize| match (*heap, self.order) {
            (NO_HEAP, _) => 1,
            (heap, StepOrder::Leading(_)) => self.sets.sizes[heap],
            (_, StepOrder::Largest) => step,
        };
        let sizes: Vec<usize> = shape.free.iter().map(size).collect();
        (!sizes.contains(&0)).then_some(sizes)
    }

    /// The most sizes of the second loop of a slab.
    pub(super) fn second_size(&self, shape: &SlabShape) -> usize {
        shape.free.get(1).and_then(|heap| self.sets.sizes.get(*heap)).copied().unwrap_or(1)
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

/// What it costs more, in operations on rows for a tile, that tables of other slabs must be copied, or that lines are far
/// apart in those that are read where they are: each is fetched from far away.
fn cost_of_lent_tables(lasting: &[SlabShape], shape: &SlabShape, group: &[HeapPermutation]) -> f64 {
    let cost = |table: &CarriedTable| {
        if table.view.kind != TableKind::Known || table.family != shape.fixed {
            return 0.0;
        }
        match lasting.iter().find_map(|known| LentRoute::new(known, shape, table, group)) {
            Some(route) if route.lines_apart(shape) <= 4096 => 0.0,
            Some(_) => 100.0,
            None => 200.0,
        }
    };
    shape.carried.iter().map(cost).sum()
}
