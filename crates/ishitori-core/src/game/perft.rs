//! Counts of positions and play sequences by depth.
//!
//! Chess programmers call this *perft*: it tests the moves alone, so that a wrong move never
//! hides as a wrong solver. Level by level, keeping for each position how many sequences reach it.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::{Bounds, GameKind};
use crate::control::{Control, GaveUp};

/// What can be reached in a given number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftCounts {
    /// How many sequences of moves there are.
    pub sequences: u128,
    /// How many different positions they lead to.
    pub positions: u64,
}

/// The counts for 1, 2, ..., `depth` moves from `start`.
///
/// # Errors
/// [`GaveUp`] if `control` runs out or the number of sequences exceeds 128 bits.
pub fn perft<G: GameKind>(
    game: &G,
    start: &G::Position,
    depth: u32,
    control: &Control,
) -> Result<Vec<PerftCounts>, GaveUp> {
    count(start, depth, control, &mut |position, limit| game.options_within(position, limit))
}

/// The counts for 1, 2, ..., `depth` moves backwards from `end`, all within `bounds`.
///
/// # Errors
/// [`GaveUp`] as [`perft`], or if the window cannot be searched backwards.
pub fn perft_back<G: GameKind>(
    game: &G,
    end: &G::Position,
    bounds: &Bounds,
    depth: u32,
    control: &Control,
) -> Result<Vec<PerftCounts>, GaveUp> {
    count(end, depth, control, &mut |position, limit| {
        game.predecessors(position, bounds, limit).map_err(|e| GaveUp::new(e.to_string()))
    })
}

/// The positions one step from a given one, each once, if they are not more than a limit.
type Neighbours<'a, P> = dyn FnMut(&P, usize) -> Result<Vec<P>, GaveUp> + 'a;

fn count<P: Clone + Eq + Hash>(
    start: &P,
    depth: u32,
    control: &Control,
    neighbours: &mut Neighbours<P>,
) -> Result<Vec<PerftCounts>, GaveUp> {
    let too_many = || GaveUp::new("there are more than 2^128 sequences of moves");
    let mut level = FxHashMap::from_iter([(start.clone(), 1u128)]);
    let mut counts = Vec::new();
    for _ in 0..depth {
        let mut next: FxHashMap<P, u128> = FxHashMap::default();
        for (position, sequences) in &level {
            for neighbour in neighbours(position, control.positions_left())? {
                let fresh = next.len();
                let entry = next.entry(neighbour).or_insert(0);
                *entry = entry.checked_add(*sequences).ok_or_else(too_many)?;
                control.spend((next.len() - fresh) as u64)?;
            }
        }
        let sum = next.values().try_fold(0u128, |sum, n| sum.checked_add(*n));
        let sequences = sum.ok_or_else(too_many)?;
        counts.push(PerftCounts { sequences, positions: next.len() as u64 });
        level = next;
    }
    Ok(counts)
}
