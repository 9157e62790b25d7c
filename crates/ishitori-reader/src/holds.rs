//! Whether a formula holds of given numbers.
//!
//! Quantifiers are decided by trying: the variables of definitions are functions of the others, so their value is
//! found among small numbers. A quantifier that small numbers do not decide, and nothing bounds, has no answer here.

use crate::formula::{DigitAtom, DigitPart, ReadFormula, SumSays};
use crate::linear::ReadVariable;
use crate::syntax::ReadComparison;

/// How far quantified variables are tried.
const TRIED: i64 = 96;

impl ReadFormula {
    /// Whether it holds; nothing if a variable has no value.
    pub(crate) fn holds(&self, value: &dyn Fn(ReadVariable) -> Option<i64>) -> Option<bool> {
        match self {
            ReadFormula::Truth(truth) => Some(*truth),
            ReadFormula::Not(inner) => inner.holds(value).map(|holds| !holds),
            ReadFormula::All(parts) => {
                let mut all = Some(true);
                for part in parts {
                    match part.holds(value) {
                        Some(false) => return Some(false),
                        None => all = None,
                        Some(true) => {}
                    }
                }
                all
            }
            ReadFormula::Any(parts) => {
                let mut any = Some(false);
                for part in parts {
                    match part.holds(value) {
                        Some(true) => return Some(true),
                        None => any = None,
                        Some(false) => {}
                    }
                }
                any
            }
            ReadFormula::Same(parts) => Some(parts[0].holds(value)? == parts[1].holds(value)?),
            ReadFormula::Exists(bound, inner) => exists(bound, inner, value),
            ReadFormula::Sum(atom) => {
                let sum = atom.sum.value(value)?;
                Some(match atom.says {
                    SumSays::Compared(sign) => sign.holds(sum.cmp(&0)),
                    SumSays::Congruent(modulus, rest) => sum.rem_euclid(modulus) == rest,
                })
            }
            ReadFormula::Digit(part) => digits(part, value),
            ReadFormula::Divides(divisor, number) => {
                let (divisor, number) = (value(*divisor)?, value(*number)?);
                Some(if divisor == 0 { number == 0 } else { number % divisor == 0 })
            }
        }
    }
}

/// Small numbers are tried one after the other; if none will do, larger ones might, unless something bounds them.
fn exists(
    bound: &[ReadVariable],
    inner: &ReadFormula,
    value: &dyn Fn(ReadVariable) -> Option<i64>,
) -> Option<bool> {
    let Some((first, rest)) = bound.split_first() else { return inner.holds(value) };
    let mut is_decided = is_bounded(*first, inner, value);
    for tried in 0..TRIED {
        let with = |variable: ReadVariable| match variable == *first {
            true => Some(tried),
            false => value(variable),
        };
        // Parts that speak of other variables are left for later, so most tries end at once.
        if inner.holds(&with) == Some(false) {
            continue;
        }
        match exists(rest, inner, &with) {
            Some(true) => return Some(true),
            Some(false) => {}
            None => is_decided = false,
        }
    }
    is_decided.then_some(false)
}

/// Whether all numbers for which a formula may hold are among those that are tried.
fn is_bounded(
    variable: ReadVariable,
    formula: &ReadFormula,
    value: &dyn Fn(ReadVariable) -> Option<i64>,
) -> bool {
    match formula {
        ReadFormula::All(parts) => parts.iter().any(|part| is_bounded(variable, part, value)),
        ReadFormula::Any(ways) => ways.iter().all(|way| is_bounded(variable, way, value)),
        ReadFormula::Sum(atom) => {
            use ReadComparison::{AtLeast, AtMost, Equal, Greater, Less};
            let SumSays::Compared(sign) = atom.says else { return false };
            let Some((_, weight)) = atom.sum.terms.iter().find(|(named, _)| *named == variable)
            else {
                return false;
            };
            let others =
                |other: ReadVariable| if other == variable { Some(0) } else { value(other) };
            let Some(rest) = atom.sum.value(&others) else { return false };
            // weight * x + rest <= 0, or >= 0.
            match sign {
                Equal | AtMost | Less if *weight > 0 => -rest < *weight * TRIED,
                Equal | AtLeast | Greater if *weight < 0 => rest < -*weight * TRIED,
                _ => false,
            }
        }
        _ => false,
    }
}

fn digits(part: &DigitPart, value: &dyn Fn(ReadVariable) -> Option<i64>) -> Option<bool> {
    let of: Vec<i64> = part.of.iter().map(|variable| value(*variable)).collect::<Option<_>>()?;
    let places = |check: &dyn Fn(&[bool]) -> bool| {
        (0..62).all(|place| {
            check(&of.iter().map(|number| number >> place & 1 == 1).collect::<Vec<bool>>())
        })
    };
    let ones = |digits: &[bool]| digits.iter().filter(|digit| **digit).count();
    let split = |digits: &[bool]| {
        let (last, others) = digits.split_last().map_or((false, &[][..]), |(l, o)| (*l, o));
        (last, ones(others), others.len())
    };
    let hot = |number: i64, power: i64, zeros: u32| {
        let _ = number;
        power > 0 && power.count_ones() == 1 && power.trailing_zeros() == zeros
    };
    Some(match part.atom {
        DigitAtom::Digits(modulus) => places(&|d| ones(d) as i64 % modulus == 0),
        DigitAtom::AndIs => places(&|d| {
            let (last, ones, all) = split(d);
            last == (ones == all)
        }),
        DigitAtom::OrIs => places(&|d| {
            let (last, ones, _) = split(d);
            last == (ones > 0)
        }),
        DigitAtom::MajorityIs => places(&|d| {
            let (last, ones, all) = split(d);
            last == (2 * ones > all)
        }),
        DigitAtom::Ones(modulus, rest) => i64::from(of[0].count_ones()) % modulus == rest,
        DigitAtom::Bit(place) => place < 63 && of[0] >> place & 1 == 1,
        DigitAtom::PowerOfTwo => of[0].count_ones() == 1,
        DigitAtom::ExponentMod(modulus, rest) => {
            of[0] > 0 && i64::from(of[0].trailing_zeros()) % modulus == rest
        }
        DigitAtom::ExponentHot => of[0] > 0 && hot(of[0], of[1], of[0].trailing_zeros()),
        DigitAtom::TailHot => hot(of[0], of[1], of[0].trailing_ones()),
        DigitAtom::Shift => of[1] == shifted(of[0]),
    })
}

/// The number whose Fibonacci digits are those of this one, one place higher.
fn shifted(number: i64) -> i64 {
    let mut places = vec![(1i64, 2i64)];
    while places.last().is_some_and(|(one, _)| *one <= number) {
        let (one, two) = places[places.len() - 1];
        places.push((two, one + two));
    }
    let (mut left, mut moved) = (number, 0);
    for (one, two) in places.iter().rev() {
        if *one <= left {
            left -= one;
            moved += two;
        }
    }
    moved
}
