//! By how much a move may lower the two free heaps, between two given rows.
//!
//! The sizes of the bounded heaps before and after are numbers by now, so a condition of the move is one on s and t, by
//! how much the free heaps get smaller: `a s + b t` is a number, at most one, not one, or congruent to one. One of
//! the two must lie between numbers. Each of these is tried; then the other lies between numbers as well, or it may be any number
//! from some on, and the first is 0. Cost: the pairs that are tried.

use crate::refusal::CheckRefusal;

/// How a sum compares.
#[derive(Clone, Copy)]
pub(crate) enum ShiftRelation {
    Equal,
    AtMost,
    Not,
    /// Modulo this.
    Modulo(i64),
}

/// `weights[0] s + weights[1] t`, compared with a bound.
#[derive(Clone, Copy)]
pub(crate) struct ShiftCondition {
    pub(crate) weights: [i64; 2],
    pub(crate) relation: ShiftRelation,
    pub(crate) bound: i64,
}

/// The ways to lower the two free heaps.
#[derive(Default)]
pub(crate) struct PairShifts {
    /// These (s, t).
    pub(crate) listed: Vec<[i64; 2]>,
    /// And all (s, 0), or (0, t), from this number on.
    pub(crate) from: [Option<i64>; 2],
    /// How many pairs were tried.
    pub(crate) tried: usize,
}

/// No more pairs are tried.
const TRIED: i64 = 1 << 20;

impl ShiftCondition {
    /// The condition for a given value of one of the two: the weight of the other, and the bound.
    fn given(&self, which: usize, value: i64) -> (i64, i64) {
        (self.weights[1 - which], self.bound - self.weights[which] * value)
    }

    fn holds(&self, pair: [i64; 2]) -> bool {
        let sum = self.weights[0] * pair[0] + self.weights[1] * pair[1];
        match self.relation {
            ShiftRelation::Equal => sum == self.bound,
            ShiftRelation::AtMost => sum <= self.bound,
            ShiftRelation::Not => sum != self.bound,
            ShiftRelation::Modulo(modulus) => (sum - self.bound) % modulus == 0,
        }
    }
}

/// Between which numbers one lies that has this weight in each condition; nothing on a side where it has no end.
fn between(conditions: impl Iterator<Item = (ShiftRelation, i64, i64)>) -> [Option<i64>; 2] {
    let [mut least, mut most]: [Option<i64>; 2] = [None, None];
    for (relation, weight, bound) in conditions {
        let equal = matches!(relation, ShiftRelation::Equal);
        if weight == 0 || !(equal || matches!(relation, ShiftRelation::AtMost)) {
            continue;
        }
        // weight * v <= bound: floor of bound / weight, or its ceiling from below.
        let floor = bound.div_euclid(weight.abs());
        if weight > 0 || equal {
            let end = if weight > 0 { floor } else { (-bound).div_euclid(-weight) };
            most = Some(most.map_or(end, |most| most.min(end)));
        }
        if weight < 0 || equal {
            let end = if weight < 0 { -floor } else { -(-bound).div_euclid(weight) };
            least = Some(least.map_or(end, |least| least.max(end)));
        }
    }
    [least, most]
}

/// All ways to lower the two free heaps; a sentence if they are not of the form that a band needs.
pub(crate) fn shifts(conditions: &[ShiftCondition]) -> Result<PairShifts, CheckRefusal> {
    let mut found = PairShifts::default();
    if conditions.iter().any(|c| c.weights == [0, 0] && !c.holds([0, 0])) {
        return Ok(found);
    }
    let alone = |which: usize| {
        let only = conditions.iter().filter(move |c| c.weights[1 - which] == 0);
        between(only.map(move |c| (c.relation, c.weights[which], c.bound)))
    };
    let bounded = [0, 1].into_iter().find_map(|which| match alone(which) {
        [Some(least), Some(most)] => Some((which, least, most)),
        _ => None,
    });
    let Some((which, least, most)) = bounded else {
        return Err(CheckRefusal::new("it lowers both free heaps as far as one likes"));
    };
    if most.saturating_sub(least) > TRIED {
        return Err(CheckRefusal::new("it has too many ways to lower the free heaps"));
    }
    for value in least..=most {
        one_line(conditions, which, value, &mut found)?;
    }
    Ok(found)
}

/// The ways in which one of the two numbers is `value`.
fn one_line(
    conditions: &[ShiftCondition],
    which: usize,
    value: i64,
    found: &mut PairShifts,
) -> Result<(), CheckRefusal> {
    let other = 1 - which;
    let pair = |rest: i64| if which == 0 { [value, rest] } else { [rest, value] };
    let given = |c: &ShiftCondition| {
        let (weight, bound) = c.given(which, value);
        (c.relation, weight, bound)
    };
    // What does not ask for the other number.
    if conditions.iter().any(|c| c.weights[other] == 0 && !c.holds(pair(0))) {
        return Ok(());
    }
    let [least, most] = between(conditions.iter().map(given));
    let Some(least) = least else {
        return Err(CheckRefusal::new("it may raise a free heap as far as one likes"));
    };
    // From here on no condition but an upper end can say anything new.
    let settled = conditions.iter().filter(|c| c.weights[other] != 0).map(|c| given(c).2.abs() + 1);
    let last = most.unwrap_or(settled.fold(least, i64::max));
    if last.saturating_sub(least) > TRIED {
        return Err(CheckRefusal::new("it has too many ways to lower the free heaps"));
    }
    found.tried += usize::try_from(last - least + 1).unwrap_or(0);
    if found.tried > TRIED as usize {
        return Err(CheckRefusal::new("it has too many ways to lower the free heaps"));
    }
    for rest in least..=last {
        let pair = pair(rest);
        if conditions.iter().all(|c| c.holds(pair)) {
            if pair[0] < 0 || pair[1] < 0 {
                return Err(CheckRefusal::new("it raises a free heap"));
            }
            found.listed.push(pair);
        }
    }
    if most.is_none() {
        if value != 0 {
            return Err(CheckRefusal::new(
                "it lowers one free heap as far as one likes and another too",
            ));
        }
        if conditions
            .iter()
            .any(|c| c.weights[other] != 0 && matches!(c.relation, ShiftRelation::Modulo(_)))
        {
            return Err(CheckRefusal::new("it takes numbers of a residue class without end"));
        }
        found.from[other] = Some(last.max(0) + 1);
    }
    Ok(())
}
