//! Numbers of any size: their digits, and arithmetic that looks at an answer once more.
//!
//! For positions that only a theorem reaches. Automata read the digits and name a winning move; here the move
//! is looked at with plain arithmetic: it must lower the measure and meet its conditions, as far as
//! arithmetic can tell. Digits are tested against those of the automata for small numbers. Cost: a step a
//! digit in binary; in Fibonacci digits a sum of large numbers for each.

use ishitori_automata::{Comparison, Formula, Numeration, Predicate};
use ishitori_core::prove::arena::{Arena, ArenaMove};
use ishitori_core::prove::{NumberDigits, WinningMove};
use ishitori_rule::family::{Affine, AffineCondition, Symbol};
use ishitori_rule::measure::WeightedCount;
use num_bigint::{BigInt, BigUint};

/// The digits of a number, least significant first.
pub fn digits(numeration: Numeration, number: &BigUint) -> NumberDigits {
    match numeration {
        Numeration::Binary => (0..number.bits()).map(|place| number.bit(place)).collect(),
        Numeration::Zeckendorf => zeckendorf(number),
    }
}

/// Greedily the largest Fibonacci number that fits; only two of them are kept.
fn zeckendorf(number: &BigUint) -> NumberDigits {
    let (mut now, mut next) = (BigUint::from(1u8), BigUint::from(2u8));
    let mut length = 0;
    while now <= *number {
        let sum = now + &next;
        (now, next) = (next, sum);
        length += 1;
    }
    let mut digits = vec![false; length];
    let mut rest = number.clone();
    for digit in digits.iter_mut().rev() {
        let before = next - &now;
        (now, next) = (before, now);
        if now <= rest {
            *digit = true;
            rest -= &now;
        }
    }
    digits
}

/// The number with these digits.
pub fn number(numeration: Numeration, digits: &[bool]) -> BigUint {
    match numeration {
        Numeration::Binary => {
            let byte = |bits: &[bool]| {
                bits.iter().enumerate().fold(0, |byte, (i, bit)| byte | u8::from(*bit) << i)
            };
            BigUint::from_bytes_le(&digits.chunks(8).map(byte).collect::<Vec<u8>>())
        }
        Numeration::Zeckendorf => {
            let (mut now, mut next) = (BigUint::from(1u8), BigUint::from(2u8));
            let mut sum = BigUint::ZERO;
            for digit in digits {
                if *digit {
                    sum += &now;
                }
                let more = now + &next;
                (now, next) = (next, more);
            }
            sum
        }
    }
}

/// Whether a condition on heaps alone holds.
pub fn is_met(condition: &AffineCondition, heaps: &[BigUint]) -> bool {
    let value = |e: &Affine| {
        let term = |(symbol, coefficient): (Symbol, i64)| match symbol {
            Symbol::Heap(i) => BigInt::from(heaps[i].clone()) * coefficient,
            Symbol::Fresh(_) => unreachable!("conditions on positions have no variables"),
        };
        e.terms().map(term).sum::<BigInt>() + e.offset()
    };
    match condition {
        AffineCondition::Zero(e) => value(e) == BigInt::ZERO,
        AffineCondition::AtLeastZero(e) => value(e) >= BigInt::ZERO,
        AffineCondition::NotZero(e) => value(e) != BigInt::ZERO,
        AffineCondition::Congruent { value: e, modulus } => value(e) % modulus == BigInt::ZERO,
        AffineCondition::Divides { divisor, of, holds } => {
            divides(&value(divisor), &value(of)) == *holds
        }
        AffineCondition::Function { function, of, compare, with } => {
            let small = |e: &Affine| i64::try_from(value(e)).ok();
            let of: Option<Vec<i64>> = of.iter().map(small).collect();
            // Nothing is proved about games with such positions, so nobody asks about larger ones.
            let Some((of, with)) = of.zip(small(with)) else { return true };
            function.value(&of).is_some_and(|value| compare.holds(value, with))
        }
        AffineCondition::AnyOf(lists) => {
            lists.iter().any(|all| all.iter().all(|one| is_met(one, heaps)))
        }
    }
}

fn divides(divisor: &BigInt, of: &BigInt) -> bool {
    if *divisor == BigInt::ZERO { *of == BigInt::ZERO } else { of % divisor == BigInt::ZERO }
}

/// The weight of heaps in a count.
fn counted(count: &WeightedCount, heaps: &[BigInt], lower: &[i64]) -> BigInt {
    let stones: BigInt = count.stones.iter().zip(heaps).map(|(weight, heap)| heap * weight).sum();
    let above = count.nonempty.iter().zip(heaps.iter().zip(lower));
    let above: i64 =
        above.filter(|(_, (heap, low))| **heap > BigInt::from(**low)).map(|(w, _)| w).sum();
    stones + above
}

/// Whether a winning move is one, as far as arithmetic can tell: it lowers the measure, and what the
/// move demands of heaps and new numbers is so.
pub fn is_move(
    arena: &Arena,
    numeration: Numeration,
    heaps: &[BigUint],
    winning: &WinningMove,
) -> bool {
    let signed = |digits: &NumberDigits| BigInt::from(number(numeration, digits));
    let before: Vec<BigInt> = heaps.iter().cloned().map(BigInt::from).collect();
    let after: Vec<BigInt> = winning.heaps.iter().map(signed).collect();
    let new: Vec<BigInt> = winning.new.iter().map(signed).collect();
    let measured = |heaps: &[BigInt]| -> Vec<BigInt> {
        arena.measure.iter().map(|count| counted(count, heaps, &arena.lower)).collect()
    };
    // Of the counts the first that changes goes down.
    if measured(&after) >= measured(&before) {
        return false;
    }
    match &arena.moves[winning.option] {
        ArenaMove::Lower(lowered) => before
            .iter()
            .zip(&after)
            .enumerate()
            .all(|(i, (b, a))| if lowered.contains(&i) { a <= b } else { a == b }),
        ArenaMove::Other(other) => {
            let value = |name: &str| {
                let heap = arena.heaps.iter().position(|heap| heap == name).map(|i| &before[i]);
                heap.or_else(|| other.new.iter().position(|x| x == name).map(|j| &new[j]))
            };
            let divided = |(d, x): &(String, String)| match (value(d), value(x)) {
                (Some(d), Some(x)) => divides(d, x),
                _ => false,
            };
            let leads = other.to.iter().map(|name| value(name)).eq(after.iter().map(Some));
            let holds = holds(&other.condition, &|name| value(name).cloned());
            leads && other.divides.iter().all(divided) && holds != Some(false)
        }
    }
}

/// Whether a formula holds; `None` where that takes more than arithmetic.
fn holds(formula: &Formula, value: &dyn Fn(&str) -> Option<BigInt>) -> Option<bool> {
    let each = |parts: &[Formula], settles: bool| {
        let parts: Vec<Option<bool>> = parts.iter().map(|part| holds(part, value)).collect();
        if parts.contains(&Some(settles)) {
            return Some(settles);
        }
        if parts.contains(&None) { None } else { Some(!settles) }
    };
    match formula {
        Formula::Constant(known) => Some(*known),
        Formula::And(parts) => each(parts, false),
        Formula::Or(parts) => each(parts, true),
        Formula::Not(part) => holds(part, value).map(|holds| !holds),
        Formula::Atom(predicate, names) => {
            let values = names.iter().map(|name| value(name)).collect::<Option<Vec<BigInt>>>()?;
            let sum = |coefficients: &[i64]| -> BigInt {
                values.iter().zip(coefficients).map(|(value, c)| value * c).sum()
            };
            match predicate {
                Predicate::Linear { coefficients, comparison, constant } => {
                    Some(compares(&sum(coefficients), *comparison, &BigInt::from(*constant)))
                }
                Predicate::Congruent { coefficients, residue, modulus } => {
                    Some((sum(coefficients) - residue) % modulus == BigInt::ZERO)
                }
                Predicate::Is(number) => Some(values.iter().all(|v| *v == BigInt::from(*number))),
                _ => None,
            }
        }
        Formula::Implies(..) | Formula::Iff(..) | Formula::Exists(..) | Formula::ForAll(..) => None,
    }
}

fn compares(left: &BigInt, comparison: Comparison, right: &BigInt) -> bool {
    match comparison {
        Comparison::Equal => left == right,
        Comparison::NotEqual => left != right,
        Comparison::Less => left < right,
        Comparison::LessEqual => left <= right,
        Comparison::Greater => left > right,
        Comparison::GreaterEqual => left >= right,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_and_back() {
        for numeration in [Numeration::Binary, Numeration::Zeckendorf] {
            for small in 0..2_000u32 {
                let big = BigUint::from(small);
                let found = digits(numeration, &big);
                assert_eq!(found, numeration.digits(small.into()), "{numeration:?} {small}");
                assert_eq!(number(numeration, &found), big);
            }
            let big: BigUint = "123456789".repeat(112).parse().expect("digits");
            let found = digits(numeration, &big);
            assert!(found.last() == Some(&true));
            assert_eq!(number(numeration, &found), big);
        }
    }
}
