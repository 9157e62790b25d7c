//! The arithmetic of claims: exact, in 64 bits, refusing what does not fit.
//!
//! `v2(0)` is infinite. [`INFINITY`] can be compared, and taken as a minimum or maximum; anything
//! else with it is refused, so that no claim holds by an accident of representation.

use super::formula::{Arithmetic, Function};
use super::table::NONE;
use ishitori_rule::number_function::NumberFunction;

/// The value of `v2(0)`, larger than all numbers.
pub(crate) const INFINITY: i64 = i64::MAX;

/// The names of all functions.
pub(crate) const KNOWN: [&str; 29] = [
    "P",
    "N",
    "grundy",
    "remoteness",
    "options",
    "xor",
    "or",
    "and",
    "sum",
    "product",
    "min",
    "max",
    "count",
    "size",
    "mex",
    "floor",
    "ceil",
    "v2",
    "tail",
    "popcount",
    "bitlen",
    "abs",
    "sorted",
    "bit",
    "majority",
    "nim_product",
    "digit_sum",
    "least",
    "gcd",
];

/// Whether there is a function of this name.
pub(crate) fn is_known(name: &str) -> bool {
    KNOWN.contains(&name) || name == "table"
}

/// Why a number does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoNumber {
    /// Beyond 64 bits.
    #[error("a number grows beyond 64 bits")]
    TooLarge,
    /// A quotient or remainder.
    #[error("a division by {0} (divisors are positive)")]
    Division(i64),
    /// Arithmetic with v2(0).
    #[error("arithmetic with infinity (v2 of 0 is infinite: treat 0 apart)")]
    Infinite,
    /// Arithmetic with a cell that holds no number.
    #[error("arithmetic with none")]
    None,
    /// A negative exponent.
    #[error("a power with the negative exponent {0}")]
    Exponent(i64),
    /// Binary digits of a negative number.
    #[error("the binary digits of the negative number {0}")]
    Negative(i64),
    /// A negative multiple of phi.
    #[error("the floor of the negative multiple {0} of phi")]
    Multiple(i64),
    /// The least or largest of nothing.
    #[error("the least or largest of no numbers")]
    Nothing,
    /// No such place in a list.
    #[error("there is no number {0} in the order of size")]
    NoPlace(i64),
}

type NumberResult = Result<i64, NoNumber>;

/// `left operator right`.
pub(crate) fn arithmetic(operator: Arithmetic, left: i64, right: i64) -> NumberResult {
    if left == INFINITY || right == INFINITY {
        return Err(NoNumber::Infinite);
    }
    if left == NONE || right == NONE {
        return Err(NoNumber::None);
    }
    let result = match operator {
        Arithmetic::Add => left.checked_add(right),
        Arithmetic::Subtract => left.checked_sub(right),
        Arithmetic::Multiply => left.checked_mul(right),
        Arithmetic::Divide if right <= 0 => return Err(NoNumber::Division(right)),
        Arithmetic::Divide => Some(left.div_euclid(right)),
        Arithmetic::Modulo if right <= 0 => return Err(NoNumber::Division(right)),
        Arithmetic::Modulo => Some(left.rem_euclid(right)),
        Arithmetic::Power if right < 0 => return Err(NoNumber::Exponent(right)),
        Arithmetic::Power => u32::try_from(right).ok().and_then(|e| left.checked_pow(e)),
        Arithmetic::Xor => Some(natural(left)? ^ natural(right)?),
    };
    result.filter(|n| *n != INFINITY && *n != NONE).ok_or(NoNumber::TooLarge)
}

/// A number whose binary digits can be used.
pub(crate) fn natural(number: i64) -> NumberResult {
    match number {
        INFINITY => Err(NoNumber::Infinite),
        NONE => Err(NoNumber::None),
        number if number < 0 => Err(NoNumber::Negative(number)),
        number => Ok(number),
    }
}

impl Function {
    /// The function of that name, and the least and most arguments it takes.
    pub(crate) fn named(name: &str) -> Option<(Function, usize, usize)> {
        const MANY: usize = usize::MAX;
        Some(match name {
            "v2" => (Function::V2, 1, 1),
            "tail" => (Function::Tail, 1, 1),
            "popcount" => (Function::Popcount, 1, 1),
            "bitlen" => (Function::Bitlen, 1, 1),
            "bit" => (Function::Bit, 2, 2),
            "majority" => (Function::Majority, 3, 3),
            "nim_product" => (Function::NimProduct, 2, 2),
            "digit_sum" => (Function::DigitSum, 1, MANY),
            "least" => (Function::Least, 2, MANY),
            "gcd" => (Function::Gcd, 1, MANY),
            "abs" => (Function::Abs, 1, 1),
            "totient" => (Function::Totient, 1, 1),
            _ => return None,
        })
    }

    /// Its value.
    pub(crate) fn value(self, x: &[i64]) -> NumberResult {
        let least = match self {
            Function::Least => 2,
            _ => 1,
        };
        if x.len() < least {
            return Err(NoNumber::Nothing);
        }
        match self {
            Function::V2 => Ok(match natural(x[0].saturating_abs())? {
                0 => INFINITY,
                x => i64::from(x.trailing_zeros()),
            }),
            Function::Tail => Ok(i64::from(natural(x[0])?.trailing_ones())),
            Function::Popcount => Ok(i64::from(natural(x[0])?.count_ones())),
            Function::Bitlen => Ok(i64::from(64 - natural(x[0])?.leading_zeros())),
            Function::Bit => {
                let (x, k) = (natural(x[0])?, natural(x[1])?);
                Ok(if k < 63 { x >> k & 1 } else { 0 })
            }
            Function::Majority => {
                let (a, b, c) = (natural(x[0])?, natural(x[1])?, natural(x[2])?);
                Ok(a & b | b & c | c & a)
            }
            Function::NimProduct => {
                let product = nim_product(natural(x[0])? as u64, natural(x[1])? as u64, 32);
                i64::try_from(product).map_err(|_| NoNumber::TooLarge)
            }
            Function::DigitSum => digit_sum(x[0], &x[1..]),
            Function::Least => {
                let mut numbers = x[1..].to_vec();
                numbers.sort_unstable();
                let at = usize::try_from(x[0]).ok().and_then(|k| k.checked_sub(1));
                at.and_then(|at| numbers.get(at).copied()).ok_or(NoNumber::NoPlace(x[0]))
            }
            Function::Gcd => {
                x.iter().try_fold(0, |all, x| Ok(gcd(all, natural(x.saturating_abs())?)))
            }
            Function::Abs => arithmetic(Arithmetic::Multiply, x[0], x[0].signum()),
            // There are none below 1 to count.
            Function::Totient => {
                NumberFunction::Totient.value(&[natural(x[0])?]).ok_or(NoNumber::Nothing)
            }
            Function::IsIn(_) if x[0] < 0 && x[0] != NONE => Ok(0),
            Function::IsIn(set) => Ok(i64::from(set.contains(natural(x[0])?))),
            Function::FloorPhi => floor_phi(x[0]),
            Function::FloorPhi2 => arithmetic(Arithmetic::Add, x[0], floor_phi(x[0])?),
        }
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Adds the binary digits of `numbers` place by place modulo `m`, and reads the result in base `m`.
/// It is 0 exactly if every place has a multiple of `m` ones (Moore's condition).
fn digit_sum(m: i64, numbers: &[i64]) -> NumberResult {
    if m < 2 {
        return Err(NoNumber::Division(m));
    }
    let mut all = 0;
    for number in numbers {
        all |= natural(*number)?;
    }
    let mut sum = 0;
    for place in (0..64 - all.leading_zeros()).rev() {
        let ones = numbers.iter().filter(|x| **x >> place & 1 == 1).count() as i64;
        let shifted = arithmetic(Arithmetic::Multiply, sum, m)?;
        sum = arithmetic(Arithmetic::Add, shifted, ones % m)?;
    }
    Ok(sum)
}

/// `floor(k * (1 + sqrt 5) / 2)`, without a square root of doubles: the root of 5k² is exact.
fn floor_phi(k: i64) -> NumberResult {
    if k < 0 {
        return Err(NoNumber::Multiple(k));
    }
    let k = natural(k)?;
    let square = (k as u128).pow(2).checked_mul(5).ok_or(NoNumber::TooLarge)?;
    let root = square.isqrt();
    i64::try_from((k as u128 + root) / 2).map_err(|_| NoNumber::TooLarge)
}

/// The nim-product of two numbers below 2^(2 * half), by halving the field (Conway): with
/// F = 2^half, F (x) F = F xor F/2 and smaller numbers times F are ordinary products.
fn nim_product(a: u64, b: u64, half: u32) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let low = (1 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & low, b >> half, b & low);
    if a1 == 0 && b1 == 0 {
        return nim_product(a, b, half / 2);
    }
    let high = nim_product(a1, b1, half / 2);
    let mixed = nim_product(a1, b0, half / 2) ^ nim_product(a0, b1, half / 2);
    let (below, shifted) =
        (nim_product(a0, b0, half / 2), nim_product(high, 1 << (half - 1), half / 2));
    (high ^ mixed) << half ^ below ^ shifted
}

#[cfg(test)]
mod tests {
    use ishitori_rule::number_function::InfiniteSet;

    use super::*;

    #[test]
    fn nim_products_follow_the_definition() {
        // BIN-D6: mex of a'(x)b xor a(x)b' xor a'(x)b' over a' < a, b' < b.
        const N: usize = 18;
        let mut table = vec![vec![0u64; N]; N];
        for a in 0..N {
            for b in 0..N {
                let mut seen: Vec<u64> = (0..a)
                    .flat_map(|x| (0..b).map(move |y| (x, y)))
                    .map(|(x, y)| table[x][b] ^ table[a][y] ^ table[x][y])
                    .collect();
                seen.sort_unstable();
                table[a][b] = seen.iter().fold(0, |mex, v| if *v == mex { mex + 1 } else { mex });
                let product = Function::NimProduct.value(&[a as i64, b as i64]);
                assert_eq!(product, Ok(table[a][b] as i64), "{a} (x) {b}");
            }
        }
    }

    #[test]
    fn floors_of_multiples_of_phi_are_exact() {
        // Wythoff's pairs (A000201, A001950), and a number where doubles go wrong:
        // consecutive Fibonacci numbers, floor(F(2n) phi) = F(2n+1) - 1, floor(F(2n+1) phi) = F(2n+2).
        let lower: Vec<i64> =
            (1..9).map(|k| Function::FloorPhi.value(&[k]).unwrap_or(-1)).collect();
        assert_eq!(lower, [1, 3, 4, 6, 8, 9, 11, 12]);
        assert_eq!(Function::FloorPhi.value(&[i64::MAX - 1]), Err(NoNumber::TooLarge));
        let (mut previous, mut current) = (1i64, 1i64);
        for n in 2..86 {
            let next = previous + current;
            let expected = if n % 2 == 0 { next - 1 } else { next };
            assert_eq!(Function::FloorPhi.value(&[current]), Ok(expected), "F({n})");
            (previous, current) = (current, next);
        }
    }

    #[test]
    fn infinity_takes_part_in_no_arithmetic() {
        assert_eq!(Function::V2.value(&[0]), Ok(INFINITY));
        // Of 1 to 12: 1, 5, 7, 11.
        assert_eq!(Function::Totient.value(&[12]), Ok(4));
        assert_eq!(Function::Totient.value(&[0]), Err(NoNumber::Nothing));
        let is_power = |x| Function::IsIn(InfiniteSet::Powers(3)).value(&[x]);
        assert_eq!([-1, 0, 1, 2, 3, 9, 12].map(is_power), [0, 0, 1, 0, 1, 1, 0].map(Ok));
        assert_eq!(is_power(INFINITY), Err(NoNumber::Infinite));
        assert_eq!(arithmetic(Arithmetic::Modulo, INFINITY, 2), Err(NoNumber::Infinite));
        assert_eq!(arithmetic(Arithmetic::Add, i64::MAX - 1, 1), Err(NoNumber::TooLarge));
    }
}
