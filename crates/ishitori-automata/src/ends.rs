//! Predicates about the last digits: v2, the exponent of two in x, and tail, the trailing ones.
//!
//! Lsd-first both are settled within the first digits: v2 by the first one, tail by the first
//! zero. So these are built lsd-first and reversed for msd, where they stay as small. `v2(0)` is
//! infinite: equal to itself, above all numbers, in no residue class. Values that are logarithms
//! go on a track as one-hot 2^v2(x), 2^tail(x): plain v2(x) is not recognisable.

use crate::dfa::{Dfa, DigitOrder, Letter};
use crate::digits::in_order;
use crate::limit::{AutomatonGaveUp, Limit};
use crate::linear::Comparison;
use std::cmp::Ordering;

/// Which end of a number is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TrailingRun {
    /// v2: how many zeros at the end; infinite for 0.
    Zeros,
    /// tail: how many ones at the end.
    Ones,
}

impl TrailingRun {
    /// The digit that ends the run.
    fn stop(self) -> Letter {
        match self {
            TrailingRun::Zeros => 1,
            TrailingRun::Ones => 0,
        }
    }
}

/// The run of track 0 compared with the run of track 1: `v2(x) < v2(y)` and so on.
///
/// # Errors
/// [`AutomatonGaveUp`] beyond `limit`.
pub fn compare_ends(
    order: DigitOrder,
    end: TrailingRun,
    comparison: Comparison,
    limit: Limit,
) -> Result<Dfa, AutomatonGaveUp> {
    // Equal runs so far (`None`), or settled.
    let step = |settled: &Option<Ordering>, letter: Letter| {
        let stops = |track: u32| letter >> track & 1 == end.stop();
        settled.or(match (stops(0), stops(1)) {
            (false, false) => None,
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (true, true) => Some(Ordering::Equal),
        })
    };
    // Not settled: two zeros with runs without end, or two runs of ones that end here.
    let accepts = |settled: &Option<Ordering>| comparison.holds(settled.unwrap_or(Ordering::Equal));
    in_order(order, Dfa::explore(2, DigitOrder::Lsd, None, step, accepts, limit)?, limit)
}

/// The run of x is congruent to `residue` modulo `modulus`; `v2(0)` never is.
///
/// # Errors
/// [`AutomatonGaveUp`] beyond `limit`.
///
/// # Panics
/// If the modulus is 0.
pub fn end_congruent(
    order: DigitOrder,
    end: TrailingRun,
    residue: u32,
    modulus: u32,
    limit: Limit,
) -> Result<Dfa, AutomatonGaveUp> {
    assert!(modulus > 0, "a modulus is positive");
    // The length so far, and whether the run is over.
    let step = |(length, over): &(u32, bool), letter: Letter| {
        if *over || letter == end.stop() {
            (*length, true)
        } else {
            ((length + 1) % modulus, false)
        }
    };
    let accepts = |(length, over): &(u32, bool)| {
        (*over || end == TrailingRun::Ones) && *length == residue % modulus
    };
    in_order(order, Dfa::explore(1, DigitOrder::Lsd, (0, false), step, accepts, limit)?, limit)
}

/// Track 1 is 2 to the run of track 0; 0 for the infinite `v2(0)`, so that it is
/// `x and -x` for v2, and `not x and (x + 1)` for tail.
///
/// # Errors
/// [`AutomatonGaveUp`] beyond `limit`.
pub fn one_hot_end(
    order: DigitOrder,
    end: TrailingRun,
    limit: Limit,
) -> Result<Dfa, AutomatonGaveUp> {
    // In the run, after it, or wrong.
    let step = |over: &Option<bool>, letter: Letter| {
        let (stops, one) = (letter & 1 == end.stop(), letter & 2 != 0);
        match *over {
            Some(false) => (one == stops).then_some(stops),
            Some(true) => (!one).then_some(true),
            None => None,
        }
    };
    // A run of zeros may go on for ever; a run of ones must have ended with its mark.
    let accepts = |over: &Option<bool>| over.is_some_and(|over| over || end == TrailingRun::Zeros);
    in_order(order, Dfa::explore(2, DigitOrder::Lsd, Some(false), step, accepts, limit)?, limit)
}
