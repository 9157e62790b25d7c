//! Linear equations, inequalities and congruences between binary numbers.
//!
//! Msd-first the state is the value so far: a digit doubles it and adds. A value beyond the
//! constant that no digits can bring back is as good as any other there, so values are clamped;
//! there are about as many as the coefficients' absolute values and the constant sum up to.
//! Lsd-first the state is what the rest must be worth: subtract the digits and halve (Boudet and
//! Comon 1996, Wolper and Boigelot 2000); a half left over is remembered for inequalities and
//! is the end for equations. A congruence is the value so far modulo m, or what the rest must be
//! modulo m (m even: the parity is settled by one digit, m is halved).
//! Cost: as said, then minimised. A large constant has few states in the end (its digits), but
//! msd-first that many to begin with: then we build lsd-first and reverse. In Fibonacci digits:
//! `zeckendorf.rs`.

use crate::dfa::{Dfa, DigitOrder, Letter};
use crate::limit::{AutomatonGaveUp, Limit};
use std::cmp::Ordering;

/// From such constants on we do not count up to them.
pub(crate) const LARGE: u64 = 1_000;

/// How the left side compares with the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

impl Comparison {
    /// All six.
    pub const ALL: [Comparison; 6] = [
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::Less,
        Comparison::LessEqual,
        Comparison::Greater,
        Comparison::GreaterEqual,
    ];

    /// Whether it holds of two things that compare like `ordering`.
    pub fn holds(self, ordering: Ordering) -> bool {
        match self {
            Comparison::Equal => ordering.is_eq(),
            Comparison::NotEqual => ordering.is_ne(),
            Comparison::Less => ordering.is_lt(),
            Comparison::LessEqual => ordering.is_le(),
            Comparison::Greater => ordering.is_gt(),
            Comparison::GreaterEqual => ordering.is_ge(),
        }
    }
}

/// The sum of the coefficients whose track has a one.
pub(crate) fn digit_sum(coefficients: &[i64], letter: Letter) -> i128 {
    let of_track = |(i, c): (usize, &i64)| if letter >> i & 1 == 1 { i128::from(*c) } else { 0 };
    coefficients.iter().enumerate().map(of_track).sum()
}

/// The sums of the positive coefficients and of the negative ones' absolute values.
pub(crate) fn weights(coefficients: &[i64]) -> (i128, i128) {
    let all = coefficients.iter().map(|c| i128::from(*c));
    (all.clone().map(|c| c.max(0)).sum(), all.map(|c| (-c).max(0)).sum())
}

/// `sum of coefficients[i] * x_i` compared with `constant`, one track a coefficient, minimal.
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
    let dfa = match order {
        DigitOrder::Msd if constant.unsigned_abs() > LARGE => {
            linear_lsd(coefficients, comparison, constant.into(), limit)?
                .minimize_within(limit)?
                .flip(limit)?
        }
        DigitOrder::Msd => linear_msd(coefficients, comparison, constant.into(), limit)?,
        DigitOrder::Lsd => linear_lsd(coefficients, comparison, constant.into(), limit)?,
    };
    dfa.minimize_within(limit)
}

fn linear_msd(
    coefficients: &[i64],
    comparison: Comparison,
    constant: i128,
    limit: Limit,
) -> Result<Dfa, AutomatonGaveUp> {
    let (positive, negative) = weights(coefficients);
    // From `above` on, 2v - negative >= v > constant: the value never comes back.
    let above = negative.max(constant + 1);
    let below = (-positive).min(constant - 1);
    Dfa::explore(
        coefficients.len(),
        DigitOrder::Msd,
        0,
        |value, letter| (2 * value + digit_sum(coefficients, letter)).clamp(below, above),
        |value| comparison.holds(value.cmp(&constant)),
        limit,
    )
}

fn linear_lsd(
    coefficients: &[i64],
    comparison: Comparison,
    constant: i128,
    limit: Limit,
) -> Result<Dfa, AutomatonGaveUp> {
    // The rest compares like `whole`, or like a little more than `whole` if not exact.
    Dfa::explore(
        coefficients.len(),
        DigitOrder::Lsd,
        (constant, true),
        |(whole, exact), letter| {
            let left = whole - digit_sum(coefficients, letter);
            (left.div_euclid(2), *exact && left.rem_euclid(2) == 0)
        },
        |(whole, exact)| {
            let ordering = 0.cmp(whole);
            comparison.holds(if *exact { ordering } else { ordering.then(Ordering::Less) })
        },
        limit,
    )
}

/// `sum of coefficients[i] * x_i` is congruent to `residue` modulo `modulus`, minimal.
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
    let tracks = coefficients.len();
    let (residue, modulus) = (i128::from(residue), i128::from(modulus));
    let residue = residue.rem_euclid(modulus);
    let dfa = match order {
        DigitOrder::Msd => Dfa::explore(
            tracks,
            order,
            0,
            |value, letter| (2 * value + digit_sum(coefficients, letter)).rem_euclid(modulus),
            |value| *value == residue,
            limit,
        )?,
        DigitOrder::Lsd => Dfa::explore(
            tracks,
            order,
            Some((residue, modulus)),
            |rest, letter| {
                let (residue, modulus) = (*rest)?;
                halve(residue - digit_sum(coefficients, letter), modulus)
            },
            |rest| rest.is_some_and(|(residue, _)| residue == 0),
            limit,
        )?,
    };
    dfa.minimize_within(limit)
}

/// Which x satisfy `2x = value` modulo `modulus`: a residue and its modulus.
pub(crate) fn halve(value: i128, modulus: i128) -> Option<(i128, i128)> {
    match (value.rem_euclid(2), modulus % 2) {
        (0, 0) => Some(((value / 2).rem_euclid(modulus / 2), modulus / 2)),
        (_, 0) => None,
        (0, _) => Some(((value / 2).rem_euclid(modulus), modulus)),
        _ => Some((((value + modulus) / 2).rem_euclid(modulus), modulus)),
    }
}
