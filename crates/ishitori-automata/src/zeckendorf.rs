//! Linear equations, inequalities and congruences between numbers in Fibonacci digits.
//!
//! Read msd-first. With i digits still to come, the digits so far are worth
//! `p w(i) + q w(i-1)` for integers p and q, where w = 1, 2, 3, 5, ... and w(-1) = 1: a digit sum s
//! takes (p, q) to (p + q + s, p), because w(i) = w(i-1) + w(i-2); in the end the value is p + q.
//! (Frougny 1992 for addition; this is her automaton for any linear form.) It is finite: `p - q φ`
//! shrinks by 1/φ with every digit, and when `p + q/φ` is large the outcome is settled. Settled
//! means: w(i-1)/w(i) lies between 1/2 and 1 and the digits to come are worth at most w(i) - 1 a
//! track, which bounds the final value for all i at once. Words with two neighbouring ones denote
//! nothing and are refused on every track, so complements must be cut with [`valid`].
//! Cost: some (sum of coefficients)² states, times the letters of the last digit. Lsd-first by
//! reversal.

use crate::dfa::{Dfa, DigitOrder, Letter};
use crate::digits::in_order;
use crate::limit::{AutomatonGaveUp, Limit};
use crate::linear::{Comparison, digit_sum, weights};
use std::cmp::Ordering;

/// All tracks are valid: no two neighbouring ones.
///
/// # Errors
/// [`AutomatonGaveUp`] beyond `limit`.
pub fn valid(order: DigitOrder, tracks: usize, limit: Limit) -> Result<Dfa, AutomatonGaveUp> {
    let step = |last: &Option<Letter>, letter: Letter| {
        last.and_then(|last| (last & letter == 0).then_some(letter))
    };
    Dfa::explore(tracks, order, Some(0), step, Option::is_some, limit)?.minimize_within(limit)
}

/// The digits of track 1 are those of track 0 one place higher, with 0 at place 0, minimal.
///
/// It is how multiples of the golden ratio look: `floor(k φ) = shift(k - 1) + 1` for k >= 1.
///
/// # Errors
/// [`AutomatonGaveUp`] beyond `limit`.
pub fn shift(order: DigitOrder, limit: Limit) -> Result<Dfa, AutomatonGaveUp> {
    // The last digit of x, which comes next in y; after a one x must go on with a zero.
    let step = |last: &Option<bool>, letter: Letter| {
        let (last, x, y) = ((*last)?, letter & 1 == 1, letter & 2 == 2);
        (y == last && !(last && x)).then_some(x)
    };
    let lsd =
        Dfa::explore(2, DigitOrder::Lsd, Some(false), step, |last| *last == Some(false), limit)?;
    in_order(order, lsd, limit)
}

/// What the digits so far are worth, or what the comparison will be.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum PrefixValue {
    Open { p: i128, q: i128 },
    Settled(Ordering),
}

/// `sum of coefficients[i] * x_i` compared with `constant`, for valid x, minimal.
///
/// # Errors
/// [`AutomatonGaveUp`] beyond `limit`.
///
/// # Panics
/// If there are too many tracks.
pub fn linear(
    order: DigitOrder,
    coefficients: &[i64],
    comparison: Comparison,
    constant: i64,
    limit: Limit,
) -> Result<Dfa, AutomatonGaveUp> {
    let constant = i128::from(constant);
    let (positive, negative) = weights(coefficients);
    let settle = |p: i128, q: i128| {
        // Twice the least and the most that the value can be in units of w(i).
        let least = 2 * (p - negative) + q.min(2 * q);
        let most = 2 * (p + positive) + q.max(2 * q);
        if least >= 0 && least + 2 * negative > 2 * constant {
            PrefixValue::Settled(Ordering::Greater)
        } else if most <= 0 && most - 2 * positive < 2 * constant {
            PrefixValue::Settled(Ordering::Less)
        } else {
            PrefixValue::Open { p, q }
        }
    };
    let step = |value: &PrefixValue, letter: Letter| match value {
        PrefixValue::Open { p, q } => settle(p + q + digit_sum(coefficients, letter), *p),
        settled => *settled,
    };
    let accepts = |value: &PrefixValue| match value {
        PrefixValue::Open { p, q } => comparison.holds((p + q).cmp(&constant)),
        PrefixValue::Settled(ordering) => comparison.holds(*ordering),
    };
    valid_and(order, coefficients.len(), PrefixValue::Open { p: 0, q: 0 }, step, accepts, limit)
}

/// `sum of coefficients[i] * x_i` is congruent to `residue` modulo `modulus`, for valid x, minimal.
///
/// # Errors
/// [`AutomatonGaveUp`] beyond `limit`.
///
/// # Panics
/// If the modulus is 0 or there are too many tracks.
pub fn congruent(
    order: DigitOrder,
    coefficients: &[i64],
    residue: i64,
    modulus: u32,
    limit: Limit,
) -> Result<Dfa, AutomatonGaveUp> {
    assert!(modulus > 0, "a modulus is positive");
    let modulus = i128::from(modulus);
    let step = |(p, q): &(i128, i128), letter: Letter| {
        ((p + q + digit_sum(coefficients, letter)).rem_euclid(modulus), *p)
    };
    let accepts = |(p, q): &(i128, i128)| (p + q - i128::from(residue)).rem_euclid(modulus) == 0;
    valid_and(order, coefficients.len(), (0, 0), step, accepts, limit)
}

/// The valid words that an automaton of keys accepts msd-first, as a minimal automaton in `order`.
fn valid_and<K: Clone + Eq + std::hash::Hash>(
    order: DigitOrder,
    tracks: usize,
    start: K,
    step: impl Fn(&K, Letter) -> K,
    accepts: impl Fn(&K) -> bool,
    limit: Limit,
) -> Result<Dfa, AutomatonGaveUp> {
    let step_valid = |key: &Option<(Letter, K)>, letter: Letter| {
        let (last, key) = key.as_ref()?;
        (last & letter == 0).then(|| (letter, step(key, letter)))
    };
    let accepts_valid =
        |key: &Option<(Letter, K)>| key.as_ref().is_some_and(|(_, key)| accepts(key));
    let start = Some((0, start));
    let msd = Dfa::explore(tracks, DigitOrder::Msd, start, step_valid, accepts_valid, limit)?;
    in_order(order, msd, limit)
}
