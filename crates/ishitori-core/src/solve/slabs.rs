//! The P-positions of cone games, a slab at a time, from tables of least sizes.
//!
//! **What.** Every family lowers heaps freely ([`FamilyShape::Cone`]) and every heap is in some family. A position is N
//! if for some family a P-position is known that has the same other heaps and no larger ones in the family. Fix all heaps
//! but one of the family: then the *least* size of that one among known P-positions tells it by one comparison. So a
//! family keeps a table of least sizes, a byte each (two beyond 254), of two dimensions less than the window, where a
//! table of bits ([`lines`](super::lines)) has one dimension less and must be carried along its other heaps.
//!
//! **Slabs.** Positions are solved slab by slab. A slab is all positions that share a heap, or, where symmetries move
//! the heaps, all positions whose largest heap has one size, with one of symmetric positions solved: `steps` has the order,
//! `sieve` goes through it, `sweep` and `tile` solve one slab, 64 or more positions at a time, `shape` has the layout of
//! tables, `carry` takes results from slab to slab, `columns` shares a slab between threads, `rows` has the vectors.
//!
//! **Cost.** circular(6,2) below 64 in about a ninth of the time and a seventh of the memory of `lines`.
//! **When another.** Fewer than four heaps, diagonals, limits on all stones, heaps that no family lowers, more than
//! twelve heaps: `lines`.

mod carried;
mod carry;
mod columns;
mod cursor;
mod found;
mod group;
mod images;
mod known;
mod rows;
mod shape;
mod sieve;
mod slab;
mod steps;
mod sweep;
mod tile;
mod watch;

use self::columns::{is_column_table, travels};
use self::group::{HeapSet, symmetries};
use self::shape::{ConeSets, OwnTable, TableKind};
use self::sieve::{SlabSieve, SlabThreads};
use self::steps::{SlabGame, StepOrder};
use super::Convention;
use super::cones::{Cones, Sink};
use super::shape::FamilyShape;
use super::snapshot::{SafePoints, UnfinishedRun};
use crate::control::Control;

/// More heaps than this are left to others.
const MOST_HEAPS: usize = 12;

/// Steps of fewer lines are not worth a second thread: about a millisecond.
const WORTH_SHARING: u128 = 1 << 19;

/// How a game of cones is solved slab by slab.
#[derive(Clone, Debug)]
pub struct SlabPlan {
    cones: Cones,
    order: StepOrder,
    /// How many symmetries are used.
    pub symmetries: usize,
    /// Whether the largest heap comes first.
    pub largest_first: bool,
    /// The bytes of all tables, for one thread.
    pub bytes: u128,
    /// What each further thread takes.
    pub thread_bytes: u128,
    /// Whether threads can share the work.
    pub is_shared: bool,
    /// The bytes of a state.
    pub snapshot_bytes: u128,
    /// How many lines of positions there are, as the progress counts them.
    pub lines: u128,
    /// How many of them are swept, more or less.
    work: u128,
}

impl SlabPlan {
    /// How to solve a game, if this engine can.
    pub fn new(cones: &Cones) -> Option<SlabPlan> {
        let sets = sets(cones)?;
        let candidates = orders(&sets);
        let plans = candidates.into_iter().map(|order| SlabPlan::with_order(cones, order));
        plans.min_by_key(|plan| plan.work)
    }

    fn with_order(cones: &Cones, order: StepOrder) -> SlabPlan {
        let sets = sets(cones).expect("asked before");
        let cell = if is_small(cones) { 1 } else { 2 };
        let game = SlabGame::new(sets, order);
        let tables =
            game.shapes.iter().map(|shape| shape.bytes(cell)).fold(0, u128::saturating_add);
        let swept = |shape: &shape::SlabShape| 1 + shape.mirrors.len() as u128;
        let lines = (0..game.steps()).map(|step| game.lines(step)).fold(0, u128::saturating_add);
        let work = lines / game.shapes.first().map_or(1, swept);
        let kept = game.lasting().flat_map(|shape| &shape.carried);
        let snapshot_bytes = kept.fold(0u128, |all, table| {
            let bits = table.view.kind == TableKind::Known;
            let bytes = table.cells as u128 * if bits { 1 } else { 8 * cell as u128 } / 8;
            all.saturating_add(bytes)
        });
        let found = found_bytes(&game, cell);
        let each = game.shapes.iter().map(|shape| thread_bytes(shape, cell));
        SlabPlan {
            cones: cones.clone(),
            order,
            symmetries: game.sets.group.len(),
            largest_first: order == StepOrder::Largest,
            bytes: tables.saturating_add(found),
            // What the threads find is put together once more.
            thread_bytes: each.fold(found, u128::saturating_add),
            is_shared: game.shapes.len() > 1 || game.shapes.iter().any(travels),
            snapshot_bytes,
            lines,
            work,
        }
    }
}

/// What a thread takes for a slab: the rows in work, and the own tables that are not handed on.
fn thread_bytes(shape: &shape::SlabShape, cell: usize) -> u128 {
    let is_column = |table: &&OwnTable| travels(shape) && is_column_table(table);
    let own: usize = shape.own.iter().filter(|t| !is_column(t)).map(|table| table.cells).sum();
    shape.plane_bytes(cell) + (own * cell) as u128
}

/// Room for what is found in a step: a P-position on every sixteenth line of the last step, one of symmetric ones.
fn found_bytes(game: &SlabGame, cell: usize) -> u128 {
    let heaps = game.sets.sizes.len();
    let shape = game.shapes.first().expect("there is a slab");
    let lines = game.lines(game.steps() - 1) / 16;
    let bytes = lines.saturating_mul((heaps * cell) as u128) / shape.stabiliser.len() as u128;
    bytes + (1 << 16)
}

fn is_small(cones: &Cones) -> bool {
    cones.sizes.iter().all(|size| *size <= usize::from(u8::MAX))
}

/// A game as sets of heaps, if it is one of cones that lower every heap.
fn sets(cones: &Cones) -> Option<ConeSets> {
    let n = cones.sizes.len();
    let stones: u64 = cones.sizes.iter().map(|size| *size as u64 - 1).fold(0, u64::saturating_add);
    let largest = cones.sizes.iter().copied().max()?;
    if n > MOST_HEAPS || largest >= usize::from(u16::MAX) || cones.total.is_some_and(|t| t < stones)
    {
        return None;
    }
    let set = |shape: &FamilyShape| match shape {
        FamilyShape::Cone(heaps) => Some(heaps.iter().fold(0, |set, heap| set | 1 << heap)),
        _ => None,
    };
    let families: Vec<HeapSet> = cones.families.iter().map(set).collect::<Option<_>>()?;
    let covered = families.iter().fold(0, |all, family| all | family);
    if covered != (1 << n) - 1 {
        return None;
    }
    let group = symmetries(&cones.sizes, &families);
    Some(ConeSets { sizes: cones.sizes.clone(), families, group })
}

/// The orders that are worth a try: each heap first, one of symmetric ones, and the largest if symmetries move heaps.
fn orders(sets: &ConeSets) -> Vec<StepOrder> {
    let n = sets.sizes.len();
    let classes = group::classes(&sets.group, n, 1);
    let heap = |set: &HeapSet| StepOrder::Leading(set.trailing_zeros() as usize);
    let mut orders: Vec<StepOrder> = classes.iter().map(heap).collect();
    let same = sets.sizes.iter().all(|size| *size == sets.sizes[0]);
    if same && classes.len() < n {
        orders.push(StepOrder::Largest);
    }
    orders
}

/// Finds all P-positions and tells them to `sink`, sizes in the order of the game's heaps.
///
/// # Errors
/// [`UnfinishedRun`] if `control` runs out, which is counted in lines, or the state to go on from does not fit.
pub fn sieve(
    plan: &SlabPlan,
    threads: usize,
    sink: &mut dyn Sink,
    control: &Control,
    safe: &mut SafePoints,
) -> Result<(), UnfinishedRun> {
    run(plan, SlabThreads { most: threads, least_lines: WORTH_SHARING }, sink, control, safe)
}

fn run(
    plan: &SlabPlan,
    threads: SlabThreads,
    sink: &mut dyn Sink,
    control: &Control,
    safe: &mut SafePoints,
) -> Result<(), UnfinishedRun> {
    let game = SlabGame::new(sets(&plan.cones).expect("planned"), plan.order);
    let misere = plan.cones.convention == Convention::Misere;
    let planned = plan.bytes + plan.thread_bytes * (threads.most as u128 - 1);
    let left = (control.memory() as u128).saturating_sub(planned);
    let room = left + found_bytes(&game, 1);
    let room = usize::try_from(room).unwrap_or(usize::MAX);
    if is_small(&plan.cones) {
        SlabSieve::<u8>::new(&game, misere, threads, room).run(sink, control, safe)
    } else {
        SlabSieve::<u16>::new(&game, misere, threads, room).run(sink, control, safe)
    }
}

#[cfg(test)]
mod tests;
