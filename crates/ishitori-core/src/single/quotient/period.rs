//! The quotient of all heaps of a take-and-break game, from a finite number of them.
//!
//! In a take-and-break game with a finite code a move takes j stones from a heap and leaves the rest in exactly i heaps, for some pairs (j, i)
//! that do not depend on the heap. Let j be at most d and i at most k. If the heaps n and n + p have the same value for
//! all n from n0 ≥ 1 on up to k·n0 + (k - 1)·p + d - 1, then for all n ≥ n0 for ever, and the quotient of these heaps is that of
//! all (Guy and Smith in normal play; Plambeck, "Taming the wild in impartial combinatorial games", in misère play).
//!
//! Proof, for n ≥ k·n0 + (k - 1)·p + d, when it holds below. An option of n + p has at least k·n0 + k·p stones in at most k heaps (and
//! some, as n > d), so its largest has at least n0 + p; taking p from it gives an option of n with the same value. In an
//! option of n the largest heap has at least n0, and adding p to it gives an option of n + p with the same value. So the heaps n and
//! n + p have the same values of options, and by the mex rule (see [`find`](super::find)) the same value.

use thiserror::Error;

use super::Quotient;
use crate::single::misere::{HeapOptions, OptionNotSmaller};

/// A way to play: take stones from a heap, and leave the rest in some heaps, none of them empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TakeMove {
    /// How many stones are taken.
    pub stones: u32,
    /// How many heaps are left.
    pub heaps: u32,
}

/// The heaps of a game, up to `largest`, in which a move is one of `takes`.
///
/// # Errors
/// [`OptionNotSmaller`] if one of them takes nothing and leaves one heap.
pub fn take_and_break(takes: &[TakeMove], largest: u32) -> Result<HeapOptions, OptionNotSmaller> {
    let options = (0..=largest).map(|heap| {
        let mut options = Vec::new();
        for take in takes {
            if let Some(left) = heap.checked_sub(take.stones)
                && heap > 0
            {
                partitions(left, take.heaps, 1, &mut Vec::new(), &mut options);
            }
        }
        options
    });
    HeapOptions::new(options.collect())
}

/// All ways to write a number as a sum of `parts` numbers, each at least `least`, in increasing order.
fn partitions(number: u32, parts: u32, least: u32, begun: &mut Vec<u32>, all: &mut Vec<Vec<u32>>) {
    match parts {
        0 if number == 0 => all.push(begun.clone()),
        0 => {}
        1 if number >= least => {
            all.push(begun.iter().copied().chain([number]).collect());
        }
        1 => {}
        _ => {
            for part in least..=number / parts {
                begun.push(part);
                partitions(number - part, parts - 1, part, begun, all);
                begun.pop();
            }
        }
    }
}

/// A proved period of the values of heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuotientPeriod {
    /// The smallest heap from which on values repeat; at least 1.
    pub start: u32,
    /// After how many heaps they repeat.
    pub length: u32,
    /// The largest heap that the proof needed.
    pub needed: u32,
}

/// Why no period was proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoPeriod {
    /// The options of this heap are not those of the rule.
    #[error("the options of heap {0} are not those of the take-and-break rule")]
    OtherRule(u32),
    /// Values do not repeat for long enough.
    #[error("values up to heap {0} do not repeat for long enough to prove a period")]
    NotYet(u32),
}

impl QuotientPeriod {
    /// The least period of the verified quotient of `game`, whose moves are `takes`, with proof.
    ///
    /// # Errors
    /// [`NoPeriod`] if the game has other options, or too few heaps are known.
    pub fn prove(
        game: &HeapOptions,
        quotient: &Quotient,
        takes: &[TakeMove],
    ) -> Result<QuotientPeriod, NoPeriod> {
        let largest = game.largest().min(quotient.largest());
        let rule =
            take_and_break(takes, largest).map_err(|wrong| NoPeriod::OtherRule(wrong.heap))?;
        if let Some(heap) = (0..=largest).find(|heap| rule.of(*heap) != game.of(*heap)) {
            return Err(NoPeriod::OtherRule(heap));
        }
        let most_stones = takes.iter().map(|take| u64::from(take.stones)).max().unwrap_or(0);
        let most_heaps = takes.iter().map(|take| u64::from(take.heaps)).max().unwrap_or(0).max(1);
        let values = &quotient.values()[..=largest as usize];
        for length in 1..largest {
            let start = start(values, length as usize);
            let needed = (most_heaps * (u64::from(start) + u64::from(length)) + most_stones)
                .saturating_sub(1);
            if needed <= u64::from(largest) {
                let needed = u32::try_from(needed).expect("at most the largest heap");
                return Ok(QuotientPeriod { start, length, needed });
            }
        }
        Err(NoPeriod::NotYet(largest))
    }

    /// A heap with the same value as `heap`, below the end of the first period.
    pub fn alike(&self, heap: u128) -> u32 {
        let start = u128::from(self.start);
        let alike = match heap.checked_sub(start) {
            Some(beyond) => start + beyond % u128::from(self.length),
            None => heap,
        };
        u32::try_from(alike).expect("less than start and length")
    }
}

/// The least n from 1 on from which all known heaps n and n + length have the same value.
fn start(values: &[u32], length: usize) -> u32 {
    let differs = |n: &usize| values[*n] != values[n + length];
    let last = (1..values.len() - length).rev().find(differs);
    u32::try_from(last.map_or(1, |last| last + 1)).unwrap_or(u32::MAX)
}
