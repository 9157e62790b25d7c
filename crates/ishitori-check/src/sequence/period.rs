//! Checks a certificate of a period: computes values, compares them, and applies one of the three theorems
//! that [`crate::sequence`] proves.
//!
//! Cost: that of the values ([`crate::sequence::heaps`]), which are nearly all the work for the first two theorems.
//! For the third see [`crate::sequence::saltus`].

use crate::refusal::CheckRefusal;
use crate::sequence::claim::{PeriodClaim, read};
use crate::sequence::heaps::values;
use crate::sequence::saltus;
use crate::watch::CheckWatch;
use std::collections::BTreeSet;

/// A period that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedSequence {
    /// The name of the game, in the words of the file.
    pub game: String,
    /// The text of the rule, which the checker does not read.
    pub rule: String,
    /// The lines of the moves, whole.
    pub moves: Vec<String>,
    /// The length of the period.
    pub length: usize,
    /// The first heap from which on it holds.
    pub start: usize,
    /// By how much values grow in it.
    pub saltus: u32,
    /// The values that were computed: with the period they tell all others.
    pub values: Vec<u32>,
}

/// Checks a certificate of a period.
pub(crate) fn run(text: &str, watch: &mut CheckWatch) -> Result<CheckedSequence, CheckRefusal> {
    watch.step("reading the file")?;
    let claim = read(text)?;
    watch.step("computing values")?;
    let values = values(&claim.moves, claim.count, claim.mask, watch)?;
    watch.step("comparing values")?;
    for n in claim.start..claim.count - claim.length {
        if u64::from(values[n]) + u64::from(claim.saltus) != u64::from(values[n + claim.length]) {
            let (a, b) = (values[n], values[n + claim.length]);
            let why = format!("heaps of {n} and {} stones are worth {a} and {b}", n + claim.length);
            return Err(CheckRefusal::new(why));
        }
    }
    match (claim.saltus, claim.moves.most_parts(), claim.moves.is_finite()) {
        (0, _, true) => enough(&claim)?,
        (_, 1, false) => same_state(&claim, &values)?,
        (0, _, false) => {
            return Err(CheckRefusal::new("values that are taken freely grow for ever"));
        }
        (saltus, ..) => {
            saltus::goes_on(&claim.moves, &values, claim.start, claim.length, saltus, watch)?
        }
    }
    let PeriodClaim { game, rule, lines: moves, length, start, saltus, .. } = claim;
    Ok(CheckedSequence { game, rule, moves, length, start, saltus, values })
}

/// The first theorem: there are enough values.
fn enough(claim: &PeriodClaim) -> Result<(), CheckRefusal> {
    let parts = claim.moves.most_parts() as u128;
    let differ = u128::from(!claim.moves.two_different.is_empty());
    let (start, length) = (claim.start.max(1) as u128, claim.length as u128);
    let bound = parts * start + (parts - 1 + differ) * length + u128::from(claim.moves.largest());
    if (claim.count as u128) < bound + length {
        return Err(CheckRefusal::new(format!("the period needs {} values", bound + length)));
    }
    Ok(())
}

/// The second theorem: the two last states are the same.
fn same_state(claim: &PeriodClaim, values: &[u32]) -> Result<(), CheckRefusal> {
    let named =
        usize::try_from(claim.moves.largest()).map_err(|_| CheckRefusal::new("too large"))?;
    let (earlier, later) = (claim.count - claim.length, claim.count);
    if earlier <= named || earlier < claim.start {
        return Err(CheckRefusal::new("there are too few values"));
    }
    let state = |n: usize| {
        let mut below: BTreeSet<u32> = values[1..n - named].iter().copied().collect();
        if claim.moves.none.has(n as u64) {
            below.insert(0);
        }
        let mut least = 0;
        while below.contains(&least) {
            least += 1;
        }
        let above: Vec<u32> = below.range(least..).map(|value| value - least).collect();
        let last: Vec<i64> =
            values[n - named..n].iter().map(|v| i64::from(*v) - i64::from(least)).collect();
        (above, last, least)
    };
    let ((above, last, least), (above_later, last_later, least_later)) =
        (state(earlier), state(later));
    match above == above_later
        && last == last_later
        && u64::from(least) + u64::from(claim.saltus) == u64::from(least_later)
    {
        true => Ok(()),
        false => Err(CheckRefusal::new("the states a period apart are not the same")),
    }
}
