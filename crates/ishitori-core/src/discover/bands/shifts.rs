//! What a family of moves takes from two free heaps, once the sizes of all other heaps are known.
//!
//! Conditions are then linear in s and t, what is taken from each. One of the two has a smallest and a largest value, or the
//! family is refused; for each of its values the other is listed, or is free from some value on, which only a move
//! of one heap alone may be. Cost: the pairs that are tried.

use ishitori_automata::Comparison;

/// A condition on what is taken: `of_first * s + of_second * t` compared with a constant, or congruent to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct TakenCondition {
    pub of: [i64; 2],
    pub constant: i64,
    /// How it compares; none if it is congruent modulo the number beside.
    pub comparison: Option<Comparison>,
    pub modulus: i64,
}

/// What may be taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TakenPairs {
    /// These pairs.
    pub listed: Vec<[i64; 2]>,
    /// And from one heap alone any number from this on.
    pub endless: [Option<i64>; 2],
}

/// The most pairs for two rows.
const MOST: i64 = 1 << 20;

impl TakenCondition {
    fn holds(&self, taken: [i64; 2]) -> bool {
        let sum = self.of[0] * taken[0] + self.of[1] * taken[1] - self.constant;
        match self.comparison {
            Some(Comparison::Equal) => sum == 0,
            Some(Comparison::NotEqual) => sum != 0,
            Some(Comparison::Less) => sum < 0,
            Some(Comparison::LessEqual) => sum <= 0,
            Some(Comparison::Greater) => sum > 0,
            Some(Comparison::GreaterEqual) => sum >= 0,
            None => sum.rem_euclid(self.modulus) == 0,
        }
    }

    /// The range that it allows for one of the two, if the other is `known`; wide open ends are none.
    fn range(&self, which: usize, known: i64) -> [Option<i64>; 2] {
        let (weight, bound) = (self.of[which], self.constant - self.of[1 - which] * known);
        if weight == 0 {
            return [None, None];
        }
        // weight * v against bound, with a positive weight.
        let (weight, bound, turned) = (weight.abs(), bound * weight.signum(), weight < 0);
        let floor = bound.div_euclid(weight);
        let ceiling = -(-bound).div_euclid(weight);
        let (at_most, at_least) = match (self.comparison, turned) {
            (Some(Comparison::Equal), _) => (Some(floor), Some(ceiling)),
            (Some(Comparison::LessEqual), false) | (Some(Comparison::GreaterEqual), true) => {
                (Some(floor), None)
            }
            (Some(Comparison::Less), false) | (Some(Comparison::Greater), true) => {
                (Some(ceiling - 1), None)
            }
            (Some(Comparison::GreaterEqual), false) | (Some(Comparison::LessEqual), true) => {
                (None, Some(ceiling))
            }
            (Some(Comparison::Greater), false) | (Some(Comparison::Less), true) => {
                (None, Some(floor + 1))
            }
            _ => (None, None),
        };
        [at_least, at_most]
    }
}

fn meet(ranges: impl Iterator<Item = [Option<i64>; 2]>) -> [Option<i64>; 2] {
    ranges.fold([None, None], |[least, most], [more, fewer]| {
        // `None` is below every number, so `max` is right for the lower end alone.
        [least.max(more), most.map_or(fewer, |most| Some(fewer.map_or(most, |f| f.min(most))))]
    })
}

/// What may be taken, or why that is no band.
pub(super) fn taken(conditions: &[TakenCondition]) -> Result<TakenPairs, String> {
    let mut pairs = TakenPairs::default();
    if conditions.iter().any(|c| c.of == [0, 0] && !c.holds([0, 0])) {
        return Ok(pairs);
    }
    let alone = |which: usize| {
        let of_it = conditions.iter().filter(move |c| c.of[1 - which] == 0);
        meet(of_it.map(move |c| c.range(which, 0)))
    };
    let closed = (0..2).find_map(|which| match alone(which) {
        [Some(least), Some(most)] => Some((which, least, most)),
        _ => None,
    });
    let Some((which, least, most)) = closed else {
        return Err("it lowers both free heaps as far as one likes".to_string());
    };
    if most.saturating_sub(least) > MOST {
        return Err("there are too many ways to lower the free heaps".to_string());
    }
    for known in least..=most {
        with_known(conditions, which, known, &mut pairs)?;
    }
    Ok(pairs)
}

/// The pairs in which one of the two numbers is `known`.
fn with_known(
    conditions: &[TakenCondition],
    which: usize,
    known: i64,
    pairs: &mut TakenPairs,
) -> Result<(), String> {
    let other = 1 - which;
    let pair = |rest: i64| if which == 0 { [known, rest] } else { [rest, known] };
    let (open, closed): (Vec<TakenCondition>, Vec<TakenCondition>) =
        conditions.iter().partition(|c| c.of[other] != 0);
    if closed.iter().any(|c| !c.holds(pair(0))) {
        return Ok(());
    }
    let [Some(least), most] = meet(open.iter().map(|c| c.range(other, known))) else {
        return Err("it may raise a free heap as far as one likes".to_string());
    };
    // Beyond this no condition changes its mind.
    let settled = |c: &TakenCondition| (c.constant - c.of[which] * known).abs() + 1;
    let last = most.unwrap_or_else(|| open.iter().map(settled).fold(least, i64::max));
    if last.saturating_sub(least) > MOST {
        return Err("there are too many ways to lower the free heaps".to_string());
    }
    for rest in least..=last {
        if open.iter().all(|c| c.holds(pair(rest))) {
            if known < 0 || rest < 0 {
                return Err("it raises a free heap".to_string());
            }
            pairs.listed.push(pair(rest));
        }
    }
    if most.is_some() {
        return Ok(());
    }
    if open.iter().any(|c| c.comparison.is_none()) {
        return Err("it takes the numbers of a residue class, without end".to_string());
    }
    if known != 0 {
        return Err("it lowers both free heaps, one of them as far as one likes".to_string());
    }
    pairs.endless[other] = Some(last + 1);
    Ok(())
}
