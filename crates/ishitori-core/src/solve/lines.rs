//! The P-positions of cone games, a line of positions at a time.
//!
//! **What.** Every family lowers heaps freely ([`FamilyShape::Cone`]) or equally ([`FamilyShape::Diagonal`]).
//! Then no option is ever enumerated. For each family keep which positions can be reached from P:
//! `seen[h] = P[h] or seen[h - v] for some direction v of the family`; a position is P if no family
//! has seen it before it is added itself.
//!
//! **Lines.** One heap is packed into machine words: a *line* is all positions that differ in that
//! heap only, a bit each. If the packed heap alone may be lowered, a line has at most one
//! P-position, the lowest bit that no family has seen: 64 positions for a handful of instructions.
//! If a family may lower the packed heap, all bits above its lowest one are seen too, so that
//! bit's number is all it stores.
//!
//! **Memory.** A family's table reaches back one step of its outermost heap and is overwritten as
//! we go, so it has a dimension less than the window for each heap outside the family, and the
//! packed heap is bits. `NestingOrder::best` tries all orders of heaps for the least memory.
//!
//! **Threads.** Positions with the same two outermost heaps are a *tile*; see `ring` for how tiles
//! are worked on at the same time, with the same results in the same order for any number of
//! threads. Games of less than four heaps have no two heaps to spare for tiles: one thread.
//!
//! **Safe points.** Between two sizes of the outermost heap; see `pause`. The state is the tables of
//! families with that heap.
//!
//! **Cost.** For circular(6,2) about 5 ns a line of 64 positions. Outcomes only; for values see the
//! Grundy table.

mod batch;
mod bits;
mod nested;
mod pause;
mod report;
mod ring;
mod rows;
mod tables;

use self::nested::{NestedGame, words};
use super::cones::{Cones, Sink};
use super::shape::FamilyShape;
use super::snapshot::{SafePoints, UnfinishedRun};
use crate::control::{Control, GaveUp};

/// The order in which heaps are nested: outermost first, the packed one last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NestingOrder {
    /// The heaps.
    pub heaps: Vec<usize>,
    /// How many threads work.
    pub threads: usize,
    /// The bytes that the tables take, with what each thread has for itself.
    pub bytes: u128,
}

impl NestingOrder {
    /// The order with the least memory, if the engine can solve the game at all; with as many
    /// threads, up to `threads`, as can be busy and as `memory` allows.
    pub(crate) fn best(cones: &Cones, threads: usize, memory: u128) -> Option<NestingOrder> {
        let n = cones.sizes.len();
        let may_be_packed = |heap: usize| {
            let alone =
                |f: &FamilyShape| matches!(f, FamilyShape::Cone(heaps) if heaps.contains(&heap));
            words(cones.sizes[heap]) <= 64 && cones.families.iter().any(alone)
        };
        let usable = cones
            .families
            .iter()
            .all(|f| matches!(f, FamilyShape::Cone(_) | FamilyShape::Diagonal(_)));
        if !usable || n == 0 {
            return None;
        }
        let orders = orders(n).into_iter().filter(|order| may_be_packed(order[n - 1]));
        let nests = orders.map(|heaps| (NestedGame::new(cones, &heaps), heaps));
        let (nest, heaps) = nests.min_by_key(|(nest, _)| nest.bytes(1))?;
        let threads = (2..=threads.min(nest.most_threads()))
            .take_while(|threads| nest.bytes(*threads) <= memory)
            .last()
            .unwrap_or(1);
        Some(NestingOrder { heaps, threads, bytes: nest.bytes(threads) })
    }
}

/// The bytes of a state.
pub(crate) fn snapshot_bytes(cones: &Cones, order: &NestingOrder) -> u128 {
    NestedGame::new(cones, &order.heaps).pause_bytes()
}

/// Why not all threads that are allowed have work.
pub(crate) fn why_fewer_threads(cones: &Cones, order: &NestingOrder) -> &'static str {
    if cones.sizes.len() < 4 {
        "on one thread: tiles for more need four heaps"
    } else if order.threads < NestedGame::new(cones, &order.heaps).most_threads() {
        "more threads would not fit into the memory allowed"
    } else {
        "more threads would wait for each other: the window has few tiles"
    }
}

/// All orders of few heaps; rotations of the natural one of many.
fn orders(n: usize) -> Vec<Vec<usize>> {
    if n > 6 {
        return (0..n).map(|by| (0..n).map(|i| (i + by) % n).collect()).collect();
    }
    let mut all = vec![Vec::new()];
    for _ in 0..n {
        all = all
            .into_iter()
            .flat_map(|order: Vec<usize>| {
                (0..n)
                    .filter(|i| !order.contains(i))
                    .map(|i| [&order[..], &[i]].concat())
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    all
}

/// Finds all P-positions and tells them to `sink`, in lexicographic order of the nested heaps.
///
/// # Errors
/// [`UnfinishedRun`] if `control` runs out, which is counted in lines, or the state to go on from does
/// not fit.
pub(crate) fn sieve(
    cones: &Cones,
    order: &NestingOrder,
    sink: &mut dyn Sink,
    control: &Control,
    safe: &mut SafePoints,
) -> Result<(), UnfinishedRun> {
    let nest = NestedGame::new(cones, &order.heaps);
    match nest.words() {
        1 => ring::run::<1>(&nest, order.threads, sink, control, safe),
        2 => ring::run::<2>(&nest, order.threads, sink, control, safe),
        4 => ring::run::<4>(&nest, order.threads, sink, control, safe),
        8 => ring::run::<8>(&nest, order.threads, sink, control, safe),
        16 => ring::run::<16>(&nest, order.threads, sink, control, safe),
        32 => ring::run::<32>(&nest, order.threads, sink, control, safe),
        64 => ring::run::<64>(&nest, order.threads, sink, control, safe),
        words => Err(GaveUp::new(format!("lines of {words} words are too long")).into()),
    }
}
