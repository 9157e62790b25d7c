//! Functions of whole numbers that are not linear: products, powers, divisors, binary digits, multiples of quadratic numbers,
//! membership in infinite sets.
//!
//! A rule may use them anywhere ([`AffineCondition::Function`](crate::family::AffineCondition::Function)). Their values are exact;
//! where one does not exist (a remainder by 0, the binary digits of a negative number) the condition that asks for it does not
//! hold. They mean what they mean in claims. What linear systems know of their values is in `lower/value_bounds.rs`.

use std::fmt;

mod nested;

pub(crate) use nested::ArgumentSize;
pub use nested::NestedFunction;

/// The value of `v2(0)`, and of what is too large for any number that it might be compared with.
pub const INFINITE: i64 = i64::MAX;

/// A function of whole numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NumberFunction {
    /// x * y.
    Product,
    /// x to the power y, for y >= 0.
    Power,
    /// x / y, rounded down, for y >= 1.
    Quotient,
    /// What x / y leaves, for y >= 1.
    Remainder,
    /// The greatest common divisor; 0 if all are 0.
    Gcd,
    /// Binary digits, added without carry.
    Xor,
    /// Binary digits that all have.
    And,
    /// Binary digits that any has.
    Or,
    /// The exponent of 2; infinite for 0.
    V2,
    /// -1, 0 or 1 as v2(x) is less than v2(y), equal, or greater.
    V2Order,
    /// The number of ones at the end of the binary digits.
    Tail,
    /// The number of ones among the binary digits.
    Popcount,
    /// The number of binary digits.
    Bitlen,
    /// How many numbers from 1 to n have no divisor with n in common, for n >= 1.
    Totient,
    /// A multiple, rounded down, for k >= 0.
    Multiple(QuadraticNumber),
    /// 1 if x is in the set, 0 if not.
    IsIn(InfiniteSet),
    /// A function of values of functions; what does not fit into 64 bits is as large as can be.
    Nested(Box<NestedFunction>),
}

/// `(whole + root * sqrt(of)) / by`, the root perhaps negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QuadraticNumber {
    /// The part without a root.
    pub whole: i64,
    /// How many roots.
    pub root: i64,
    /// Of what, at least 2.
    pub of: i64,
    /// The denominator, at least 1.
    pub by: i64,
}

/// A set of natural numbers that has no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InfiniteSet {
    /// 0, 1, 4, 9, ...
    Squares,
    /// 2, 3, 5, 7, ...
    Primes,
    /// 1, 2, 3, 5, 8, ... and 0.
    Fibonacci,
    /// 1, b, b^2, ... for a base b of 2 or more.
    Powers(i64),
}

impl NumberFunction {
    /// The function of that name, and how many arguments it takes at least and at most.
    pub(crate) fn named(name: &str) -> Option<(NumberFunction, usize, usize)> {
        Some(match name {
            "gcd" => (NumberFunction::Gcd, 1, usize::MAX),
            "xor" => (NumberFunction::Xor, 1, usize::MAX),
            "and" => (NumberFunction::And, 1, usize::MAX),
            "or" => (NumberFunction::Or, 1, usize::MAX),
            "v2" => (NumberFunction::V2, 1, 1),
            "tail" => (NumberFunction::Tail, 1, 1),
            "popcount" => (NumberFunction::Popcount, 1, 1),
            "bitlen" => (NumberFunction::Bitlen, 1, 1),
            "totient" => (NumberFunction::Totient, 1, 1),
            _ => return None,
        })
    }

    /// Its value; `None` where it has none.
    pub fn value(&self, x: &[i64]) -> Option<i64> {
        let all_natural = || x.iter().all(|x| *x >= 0);
        match (self, x) {
            // Beyond 64 bits it is larger, or smaller, than all that it is compared with.
            (NumberFunction::Product, [x, y]) => Some(x.saturating_mul(*y)),
            (NumberFunction::Power, [x, y]) => power(*x, *y),
            (NumberFunction::Quotient, [x, y]) => (*y >= 1).then(|| x.div_euclid(*y)),
            (NumberFunction::Remainder, [x, y]) => (*y >= 1).then(|| x.rem_euclid(*y)),
            (NumberFunction::Gcd, _) => {
                let all = x.iter().fold(0, |all, x| gcd(all, x.unsigned_abs()));
                i64::try_from(all).ok()
            }
            (NumberFunction::Xor, _) if all_natural() => Some(x.iter().fold(0, |all, x| all ^ x)),
            (NumberFunction::And, _) if all_natural() => {
                Some(x.iter().fold(i64::MAX, |all, x| all & x))
            }
            (NumberFunction::Or, _) if all_natural() => Some(x.iter().fold(0, |all, x| all | x)),
            (NumberFunction::V2, [0]) => Some(INFINITE),
            (NumberFunction::V2, [x]) => Some(i64::from(x.trailing_zeros())),
            // Zero has 64 zeros at its end, more than any other number.
            (NumberFunction::V2Order, [x, y]) => {
                Some(x.trailing_zeros().cmp(&y.trailing_zeros()) as i64)
            }
            (NumberFunction::Tail, [x]) if *x >= 0 => Some(i64::from(x.trailing_ones())),
            (NumberFunction::Popcount, [x]) if *x >= 0 => Some(i64::from(x.count_ones())),
            (NumberFunction::Bitlen, [x]) if *x >= 0 => Some(i64::from(64 - x.leading_zeros())),
            (NumberFunction::Totient, [x]) if *x >= 1 => Some(totient(*x)),
            (NumberFunction::Multiple(number), [k]) => number.floor_of_multiple(*k),
            (NumberFunction::IsIn(set), [x]) => Some(i64::from(set.contains(*x))),
            (NumberFunction::Nested(nested), _) => {
                let limit = i128::from(INFINITE);
                i64::try_from(nested.value(x)?.clamp(-limit, limit)).ok()
            }
            _ => None,
        }
    }

    /// Whether the order of its arguments does not matter.
    pub(crate) fn is_symmetric(&self) -> bool {
        use NumberFunction::{And, Gcd, Or, Product, Xor};
        matches!(self, Product | Gcd | Xor | And | Or)
    }

    /// Whether its value is never negative, if these arguments are known to be at least so large.
    pub(crate) fn is_natural(&self, least: &[Option<i64>]) -> bool {
        let natural = |at: usize| least[at] >= Some(0);
        match self {
            NumberFunction::Product => natural(0) && natural(1),
            NumberFunction::Power | NumberFunction::Quotient => natural(0),
            NumberFunction::Multiple(number) => number.floor_of_multiple(1) >= Some(0),
            NumberFunction::V2Order | NumberFunction::Nested(_) => false,
            _ => true,
        }
    }

    /// What an argument must be at least for a value to exist.
    pub(crate) fn least_argument(&self, at: usize) -> Option<i64> {
        match self {
            NumberFunction::Power if at == 1 => Some(0),
            NumberFunction::Quotient | NumberFunction::Remainder if at == 1 => Some(1),
            NumberFunction::Totient => Some(1),
            NumberFunction::Xor | NumberFunction::And | NumberFunction::Or => Some(0),
            NumberFunction::Tail | NumberFunction::Popcount | NumberFunction::Bitlen => Some(0),
            NumberFunction::Multiple(_) => Some(0),
            _ => None,
        }
    }

    /// Whether its value may be infinite.
    pub(crate) fn may_be_infinite(&self) -> bool {
        match self {
            NumberFunction::V2 => true,
            NumberFunction::Nested(nested) => nested.may_be_infinite(),
            _ => false,
        }
    }

    /// Whether it is written between its arguments.
    pub(crate) fn is_operator(&self) -> bool {
        use NumberFunction::{Power, Product, Quotient, Remainder};
        matches!(self, Product | Power | Quotient | Remainder)
    }

    /// Writes it with these arguments.
    pub(crate) fn display(&self, of: &[String]) -> String {
        let between = |sign: &str| {
            let sides: Vec<String> = of.iter().map(|side| in_brackets(side)).collect();
            sides.join(sign)
        };
        let called = |name: &str| format!("{name}({})", of.join(", "));
        match self {
            NumberFunction::Product => between("*"),
            NumberFunction::Power => between("^"),
            NumberFunction::Quotient => between("/"),
            NumberFunction::Remainder => between(" mod "),
            NumberFunction::Gcd => called("gcd"),
            NumberFunction::Xor => called("xor"),
            NumberFunction::And => called("and"),
            NumberFunction::Or => called("or"),
            NumberFunction::V2 => called("v2"),
            NumberFunction::V2Order => called("v2_order"),
            NumberFunction::Tail => called("tail"),
            NumberFunction::Popcount => called("popcount"),
            NumberFunction::Bitlen => called("bitlen"),
            NumberFunction::Totient => called("totient"),
            NumberFunction::Multiple(number) => format!("floor({}*{number})", in_brackets(&of[0])),
            NumberFunction::IsIn(set) => format!("[{} in {set}]", of[0]),
            NumberFunction::Nested(nested) => nested.display(of),
        }
    }

    /// What it is called in a sentence.
    pub fn name(&self) -> String {
        match self {
            NumberFunction::Product => "a product of heaps or variables".to_string(),
            NumberFunction::Power => "a power".to_string(),
            NumberFunction::Quotient => "a quotient by a number that varies".to_string(),
            NumberFunction::Remainder => "a remainder by a number that varies".to_string(),
            NumberFunction::Multiple(number) => format!("a multiple of {number}"),
            NumberFunction::IsIn(set) => format!("`in {set}`"),
            NumberFunction::V2Order => "`v2`".to_string(),
            NumberFunction::Nested(_) => "a function of functions".to_string(),
            other => {
                let text = other.display(&[]);
                format!("`{}`", text.trim_end_matches("()"))
            }
        }
    }
}

fn in_brackets(text: &str) -> String {
    if text.contains(' ') { format!("({text})") } else { text.to_string() }
}

/// What does not fit is infinite, or does not exist if its sign is in doubt.
fn power(x: i64, y: i64) -> Option<i64> {
    if y < 0 {
        return None;
    }
    match (x, u32::try_from(y)) {
        (0 | 1, _) => Some(if y == 0 { 1 } else { x }),
        (-1, _) => Some(if y % 2 == 0 { 1 } else { -1 }),
        (2.., Err(_)) => Some(INFINITE),
        (2.., Ok(y)) => Some(x.checked_pow(y).unwrap_or(INFINITE)),
        (_, y) => y.ok().and_then(|y| x.checked_pow(y)),
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Euler's function, by trial division.
fn totient(n: i64) -> i64 {
    let (mut rest, mut count, mut prime) = (n, n, 2);
    while prime * prime <= rest {
        if rest % prime == 0 {
            count -= count / prime;
            while rest % prime == 0 {
                rest /= prime;
            }
        }
        prime += 1;
    }
    if rest > 1 { count - count / rest } else { count }
}

impl QuadraticNumber {
    /// A number with a root that is no whole number, or `None`: then it is no quadratic number.
    pub(crate) fn new(whole: i64, root: i64, of: i64, by: i64) -> Option<QuadraticNumber> {
        let small = |n: i64| n.abs() <= 1 << 20;
        let irrational = of >= 2 && of.isqrt().pow(2) != of && root != 0;
        (irrational && by >= 1 && [whole, root, of, by].into_iter().all(small))
            .then_some(QuadraticNumber { whole, root, of, by })
    }

    /// floor(k * this) for k >= 0. `whole*k` is an integer, so only the root has to be rounded before the division.
    pub(crate) fn floor_of_multiple(self, k: i64) -> Option<i64> {
        let k = i128::from(u64::try_from(k).ok()?);
        let square = (k * i128::from(self.root)).checked_pow(2)?;
        let square = square.checked_mul(i128::from(self.of))?;
        let root = square.isqrt();
        let rounded = match self.root > 0 {
            true => root,
            false => -root - i128::from(root * root != square),
        };
        let sum = k * i128::from(self.whole) + rounded;
        i64::try_from(sum.div_euclid(i128::from(self.by))).ok()
    }
}

impl QuadraticNumber {
    /// How large a multiple can be for k up to `k`; `None` if [`Self::floor_of_multiple`] could not compute it.
    pub(crate) fn largest_multiple(self, k: u128) -> Option<u128> {
        let square = k.checked_mul(u128::from(self.root.unsigned_abs()))?.checked_pow(2)?;
        let square = square.checked_mul(u128::from(self.of.unsigned_abs()))?;
        let whole = k.checked_mul(u128::from(self.whole.unsigned_abs()))?;
        let size = whole.checked_add(square.isqrt() + 1)?;
        (square < 1 << 126 && size < 1 << 62).then_some(size)
    }
}

impl fmt::Display for QuadraticNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.whole, self.root, self.of, self.by) {
            (1, 1, 5, 2) => write!(f, "phi"),
            (3, 1, 5, 2) => write!(f, "phi^2"),
            (0, 1, of, 1) => write!(f, "sqrt({of})"),
            (whole, root, of, by) => write!(f, "(({whole} + {root}*sqrt({of}))/{by})"),
        }
    }
}

impl InfiniteSet {
    /// The set of that name.
    pub fn named(name: &str) -> Option<InfiniteSet> {
        Some(match name {
            "squares" => InfiniteSet::Squares,
            "primes" => InfiniteSet::Primes,
            "fibonacci" => InfiniteSet::Fibonacci,
            _ => return None,
        })
    }

    /// The smallest member.
    pub(crate) fn least(self) -> i64 {
        match self {
            InfiniteSet::Squares | InfiniteSet::Fibonacci => 0,
            InfiniteSet::Primes => 2,
            InfiniteSet::Powers(_) => 1,
        }
    }

    /// Whether a number is a member.
    pub fn contains(self, x: i64) -> bool {
        match self {
            _ if x < 0 => false,
            InfiniteSet::Squares => x.isqrt().pow(2) == x,
            InfiniteSet::Primes => x >= 2 && totient(x) == x - 1,
            InfiniteSet::Fibonacci => {
                let (mut a, mut b) = (0i64, 1i64);
                while a < x {
                    (a, b) = (b, a.saturating_add(b));
                }
                a == x
            }
            InfiniteSet::Powers(base) => {
                let mut power = 1i64;
                while power < x {
                    power = power.saturating_mul(base);
                }
                power == x
            }
        }
    }

    /// The same for a number of up to 120 binary digits; of the primes only 64.
    pub(crate) fn contains_large(self, x: i128) -> bool {
        if let Ok(x) = i64::try_from(x) {
            return self.contains(x);
        }
        match self {
            _ if x < 0 => false,
            InfiniteSet::Squares => x.isqrt().pow(2) == x,
            InfiniteSet::Primes => unreachable!("refused where it may be so large"),
            InfiniteSet::Fibonacci => {
                let (mut a, mut b) = (0i128, 1i128);
                while a < x {
                    (a, b) = (b, a + b);
                }
                a == x
            }
            InfiniteSet::Powers(base) => {
                let base = i128::from(base);
                let mut rest = x;
                while rest % base == 0 {
                    rest /= base;
                }
                rest == 1
            }
        }
    }
}

impl fmt::Display for InfiniteSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InfiniteSet::Squares => write!(f, "squares"),
            InfiniteSet::Primes => write!(f, "primes"),
            InfiniteSet::Fibonacci => write!(f, "fibonacci"),
            InfiniteSet::Powers(base) => write!(f, "powers({base})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By counting, by the definition, and by doubles that are far from any integer.
    #[test]
    fn values_are_right() {
        for n in 1..200i64 {
            let coprime = |k: &i64| gcd(k.unsigned_abs(), n.unsigned_abs()) == 1;
            assert_eq!(totient(n), (1..=n).filter(coprime).count() as i64, "{n}");
            let divisors = (1..=n).filter(|d| n % d == 0).count();
            assert_eq!(InfiniteSet::Primes.contains(n), divisors == 2, "{n}");
            let root = 2f64.sqrt() * n as f64;
            let number = QuadraticNumber::new(0, 1, 2, 1).expect("irrational");
            assert_eq!(number.floor_of_multiple(n), Some(root.floor() as i64), "{n}");
            let number = QuadraticNumber::new(3, -1, 2, 2).expect("irrational");
            let expected = ((3.0 * n as f64 - root) / 2.0).floor() as i64;
            assert_eq!(number.floor_of_multiple(n), Some(expected), "{n}");
        }
        let fibonacci = [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89];
        let found: Vec<i64> = (0..100).filter(|n| InfiniteSet::Fibonacci.contains(*n)).collect();
        assert_eq!(found, fibonacci);
        assert_eq!(NumberFunction::Power.value(&[2, 40]), Some(1 << 40));
        assert_eq!(NumberFunction::Power.value(&[2, 64]), Some(INFINITE));
        assert_eq!(NumberFunction::Remainder.value(&[7, 0]), None);
    }
}
