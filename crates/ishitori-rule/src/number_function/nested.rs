//! Functions of functions, as in `gcd(a*a, b)` or `x*x - b*b`, whose inner values no heap bounds.
//!
//! A value that a heap bounds is a variable of its family, and linear systems know something of it. One that may be as large as
//! the product of two heaps is none: it is computed, in 128 bits, when all that it depends on is known.

use std::fmt::Write;

use super::{InfiniteSet, NumberFunction};

/// A function of numbers, made of functions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NestedFunction {
    /// One of the numbers.
    Argument(usize),
    /// The sum of multiples.
    Sum(Vec<(i64, NestedFunction)>),
    /// The value of a function of such functions.
    Value(NumberFunction, Vec<NestedFunction>),
}

/// What is known of an argument before play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArgumentSize {
    /// How far from 0 it can be.
    pub largest: u128,
    /// Its value, if it is known.
    pub constant: Option<i64>,
}

/// Values have at most so many binary digits, so no step of a computation leaves 128 bits.
const MAX_BITS: u32 = 120;

/// What functions that count up to a number or divide it by many are given.
const MAX_SMALL: u128 = 1 << 62;

/// The value of `v2(0)`: larger than all that it is compared with, also after that is taken away.
const LARGE_INFINITE: i128 = 1 << 125;

impl NestedFunction {
    /// Its value; `None` where one of its functions has none.
    pub fn value(&self, x: &[i64]) -> Option<i128> {
        match self {
            NestedFunction::Argument(at) => Some(i128::from(x[*at])),
            NestedFunction::Sum(parts) => parts.iter().try_fold(0i128, |sum, (times, part)| {
                sum.checked_add(part.value(x)?.checked_mul(i128::from(*times))?)
            }),
            // Most functions have two arguments at most, and a list of them costs more than they do.
            NestedFunction::Value(function, of) => match of.as_slice() {
                [a] => large_value(function, &[a.value(x)?]),
                [a, b] => large_value(function, &[a.value(x)?, b.value(x)?]),
                many => {
                    let of: Option<Vec<i128>> = many.iter().map(|inner| inner.value(x)).collect();
                    large_value(function, &of?)
                }
            },
        }
    }

    /// How far from 0 its value can be for such arguments; `None` if it does not fit.
    pub(crate) fn largest(&self, of: &[ArgumentSize]) -> Option<u128> {
        let fits = |size: u128| (size < 1 << MAX_BITS).then_some(size);
        match self {
            NestedFunction::Argument(at) => fits(of[*at].largest),
            NestedFunction::Sum(parts) => parts.iter().try_fold(0u128, |sum, (times, part)| {
                let part = part.largest(of)?.checked_mul(u128::from(times.unsigned_abs()))?;
                fits(sum.checked_add(part)?)
            }),
            NestedFunction::Value(function, inner) => {
                let sizes: Option<Vec<u128>> = inner.iter().map(|one| one.largest(of)).collect();
                let sizes = sizes?;
                match (function, sizes.as_slice()) {
                    (NumberFunction::Product, [x, y]) => fits(x.checked_mul(*y)?),
                    (NumberFunction::Power, [x, _]) => {
                        let NestedFunction::Argument(at) = inner[1] else { return None };
                        let exponent = u32::try_from(of[at].constant?).ok()?;
                        fits(x.checked_pow(exponent)?)
                    }
                    (NumberFunction::Remainder, [_, y]) => Some(*y),
                    (NumberFunction::Totient | NumberFunction::IsIn(InfiniteSet::Primes), [x]) => {
                        (*x < MAX_SMALL).then_some(MAX_SMALL)
                    }
                    (NumberFunction::Multiple(number), [x]) => number.largest_multiple(*x),
                    // No more than its arguments, or than all digits of theirs, or than there are digits.
                    _ => fits(sizes.iter().max()?.checked_add(1)?.next_power_of_two().max(128)),
                }
            }
        }
    }

    /// Whether its value may be infinite. Nothing is computed with such a value.
    pub(crate) fn may_be_infinite(&self) -> bool {
        matches!(self, NestedFunction::Value(function, _) if function.may_be_infinite())
    }

    /// The same function of other arguments: of what these are.
    pub(crate) fn of(&self, arguments: &[NestedFunction]) -> NestedFunction {
        match self {
            NestedFunction::Argument(at) => arguments[*at].clone(),
            NestedFunction::Sum(parts) => {
                let parts = parts.iter().map(|(times, part)| (*times, part.of(arguments)));
                NestedFunction::Sum(parts.collect())
            }
            NestedFunction::Value(function, of) => {
                let of = of.iter().map(|inner| inner.of(arguments)).collect();
                NestedFunction::Value(function.clone(), of)
            }
        }
    }

    /// Writes it with these arguments.
    pub(crate) fn display(&self, of: &[String]) -> String {
        match self {
            NestedFunction::Argument(at) => of[*at].clone(),
            NestedFunction::Sum(parts) => {
                let mut text = String::new();
                for (times, part) in parts {
                    let value = part.display(of);
                    let sign = match (text.is_empty(), *times < 0) {
                        (true, false) => "",
                        (true, true) => "-",
                        (false, false) => " + ",
                        (false, true) => " - ",
                    };
                    let times = times.unsigned_abs();
                    let is_product = times == 1 && matches!(part, NestedFunction::Value(..));
                    let value = match is_product || part.is_one_word(&value) {
                        true => value,
                        false => format!("({value})"),
                    };
                    let result = match times {
                        1 => write!(text, "{sign}{value}"),
                        _ => write!(text, "{sign}{times}*{value}"),
                    };
                    result.expect("a string takes all");
                }
                text
            }
            NestedFunction::Value(function, inner) => {
                let is_call = !function.is_operator();
                let inner = inner.iter().map(|one| {
                    let text = one.display(of);
                    if is_call || one.is_one_word(&text) { text } else { format!("({text})") }
                });
                function.display(&inner.collect::<Vec<String>>())
            }
        }
    }

    /// Whether an operator before or after its text takes all of it.
    fn is_one_word(&self, text: &str) -> bool {
        match self {
            NestedFunction::Argument(_) => !text.contains([' ', '-', '*']),
            NestedFunction::Sum(_) => false,
            NestedFunction::Value(function, _) => !function.is_operator(),
        }
    }
}

/// The value of a function of large numbers. What it works on in 64 bits fits there.
fn large_value(function: &NumberFunction, x: &[i128]) -> Option<i128> {
    match (function, x) {
        (NumberFunction::Product, [x, y]) => x.checked_mul(*y),
        (NumberFunction::Power, [x, y]) => x.checked_pow(u32::try_from(*y).ok()?),
        (NumberFunction::Quotient, [x, y]) => (*y >= 1).then(|| x.div_euclid(*y)),
        (NumberFunction::Remainder, [x, y]) => (*y >= 1).then(|| x.rem_euclid(*y)),
        (NumberFunction::Gcd, _) => {
            let all = x.iter().fold(0, |all, x| gcd(all, x.unsigned_abs()));
            i128::try_from(all).ok()
        }
        (NumberFunction::IsIn(set), [x]) => Some(i128::from(set.contains_large(*x))),
        (NumberFunction::V2, [0]) => Some(LARGE_INFINITE),
        (NumberFunction::V2, [x]) => Some(i128::from(x.trailing_zeros())),
        (NumberFunction::V2Order, [x, y]) => {
            Some(x.trailing_zeros().cmp(&y.trailing_zeros()) as i128)
        }
        (NumberFunction::Xor | NumberFunction::And | NumberFunction::Or, _)
        | (NumberFunction::Tail | NumberFunction::Popcount | NumberFunction::Bitlen, [_]) => {
            let has_digits = x.iter().all(|x| *x >= 0);
            has_digits.then(|| of_digits(function, x)).flatten()
        }
        _ => {
            let x: Vec<i64> = x.iter().map(|x| i64::try_from(*x).ok()).collect::<Option<_>>()?;
            function.value(&x).map(i128::from)
        }
    }
}

/// The value of a function of the binary digits of natural numbers.
fn of_digits(function: &NumberFunction, x: &[i128]) -> Option<i128> {
    Some(match (function, x) {
        (NumberFunction::Xor, _) => x.iter().fold(0, |all, x| all ^ x),
        (NumberFunction::And, _) => x.iter().fold(i128::MAX, |all, x| all & x),
        (NumberFunction::Or, _) => x.iter().fold(0, |all, x| all | x),
        (NumberFunction::Tail, [x]) => i128::from(x.trailing_ones()),
        (NumberFunction::Popcount, [x]) => i128::from(x.count_ones()),
        (NumberFunction::Bitlen, [x]) => i128::from(128 - x.leading_zeros()),
        _ => return None,
    })
}

fn gcd(a: u128, b: u128) -> u128 {
    match (u64::try_from(a), u64::try_from(b)) {
        // Division is ten times as fast there.
        (Ok(a), Ok(b)) => u128::from(small_gcd(a, b)),
        _ if b == 0 => a,
        _ => gcd(b, a % b),
    }
}

fn small_gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { small_gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (a*b)^2 - gcd(a*a, b) by hand, small and beyond 64 bits.
    #[test]
    fn values_are_right() {
        let argument = NestedFunction::Argument;
        let product = |x, y| NestedFunction::Value(NumberFunction::Product, vec![x, y]);
        let ab = product(argument(0), argument(1));
        let gcd = vec![product(argument(0), argument(0)), argument(1)];
        let gcd = NestedFunction::Value(NumberFunction::Gcd, gcd);
        let all = NestedFunction::Sum(vec![(1, product(ab.clone(), ab)), (-1, gcd)]);
        assert_eq!(all.value(&[6, 8]), Some(48 * 48 - 4));
        let (a, b) = (1 << 25, 1 << 26);
        assert_eq!(all.value(&[a, b]), Some((1i128 << 102) - (1 << 26)));
        assert_eq!(all.display(&["a".into(), "b".into()]), "(a*b)*(a*b) - gcd(a*a, b)");
        // Heaps may have 2^32 stones, so four of them leave the limits.
        let heaps = [ArgumentSize { largest: 1 << 32, constant: None }; 2];
        assert_eq!(all.largest(&heaps), None);
        assert_eq!(product(argument(0), argument(1)).largest(&heaps), Some(1 << 64));
    }
}
