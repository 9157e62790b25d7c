//! What linear systems know of the values of functions: linear terms below and above them.
//!
//! A rule's functions are tested, not reasoned about. But loops over variables are short, and play is seen to end, only if linear
//! systems know something of them; these bounds follow from what the functions mean, so they change nothing.

use crate::family::{Affine, NumberTooLarge};
use crate::number_function::NumberFunction;

/// What a linear system knows of a function's value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ValueBounds {
    /// The value is at least each of these.
    pub low: Vec<Affine>,
    /// The value is at most each of these.
    pub high: Vec<Affine>,
}

/// Linear terms between which the value of a function lies wherever there is one, if its arguments are known to be at least so
/// large. An infinite value is no number here.
pub(super) fn bounds(
    function: &NumberFunction,
    of: &[Affine],
    least: &[Option<i64>],
) -> Result<ValueBounds, NumberTooLarge> {
    let number = Affine::constant;
    let natural = |at: usize| least[at] >= Some(0);
    let sum = || of.iter().try_fold(number(0), |sum, x| sum.plus(1, x));
    let mut bounds = ValueBounds::default();
    if function.is_natural(least) {
        bounds.low.push(number(0));
    }
    let (low, high) = (&mut bounds.low, &mut bounds.high);
    match function {
        // A square is at least x, 2x - 1, 4x - 4: lines that touch it.
        NumberFunction::Product if of[0] == of[1] => {
            low.extend([of[0].clone(), of[0].times(2)?.minus(&number(1))?]);
            low.push(of[0].times(4)?.minus(&number(4))?);
        }
        // (x - a)(y - b) >= 0 where x >= a and y >= b.
        NumberFunction::Product => {
            if let (Some(a), Some(b)) = (least[0], least[1]) {
                let both = a.checked_mul(b).ok_or(NumberTooLarge)?;
                low.push(of[0].times(b)?.plus(a, &of[1])?.minus(&number(both))?);
            }
        }
        NumberFunction::Power => match (of[0].as_constant(), of[1].as_constant()) {
            (Some(2..), _) => low.push(of[1].plus(1, &number(1))?),
            (_, Some(1..)) if natural(0) => low.push(of[0].clone()),
            _ => {}
        },
        NumberFunction::Quotient if natural(0) => high.push(of[0].clone()),
        NumberFunction::Remainder => {
            high.push(of[1].minus(&number(1))?);
            if natural(0) {
                high.push(of[0].clone());
            }
        }
        NumberFunction::Gcd => {
            let known = of.iter().filter_map(Affine::as_constant).filter(|k| *k != 0);
            high.extend(known.map(|k| number(k.abs())));
            if (0..of.len()).all(natural) {
                high.push(sum()?);
            }
            // It divides whatever is not 0.
            let positive = |at: &usize| least[*at] >= Some(1);
            for at in (0..of.len()).filter(positive) {
                low.push(number(1));
                high.push(of[at].clone());
            }
        }
        NumberFunction::Xor => {
            high.push(sum()?);
            for x in of {
                // x is at most the xor of all and the others, so at most the sum of these.
                low.push(x.times(2)?.minus(&sum()?)?);
            }
        }
        NumberFunction::And => high.extend(of.iter().cloned()),
        NumberFunction::Or => {
            low.extend(of.iter().cloned());
            high.push(sum()?);
        }
        NumberFunction::V2 if natural(0) => high.push(of[0].minus(&number(1))?),
        NumberFunction::Tail | NumberFunction::Popcount | NumberFunction::Bitlen => {
            high.push(of[0].clone());
            if *function != NumberFunction::Tail && least[0] >= Some(1) {
                low.push(number(1));
            }
        }
        NumberFunction::Totient => {
            low.push(number(1));
            high.push(of[0].clone());
        }
        NumberFunction::Multiple(alpha) => {
            let whole = alpha.floor_of_multiple(1).ok_or(NumberTooLarge)?;
            low.push(of[0].times(whole)?);
            high.push(of[0].times(whole + 1)?);
        }
        NumberFunction::IsIn(_) => high.push(number(1)),
        _ => {}
    }
    Ok(bounds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number_function::{INFINITE, InfiniteSet, QuadraticNumber};

    /// Values lie between the bounds that linear systems are told.
    #[test]
    fn bounds_hold() {
        let phi = QuadraticNumber::new(1, 1, 5, 2).expect("irrational");
        let less = QuadraticNumber::new(-1, -2, 3, 2).expect("irrational");
        let functions = ["gcd", "xor", "and", "or", "v2", "tail", "popcount", "bitlen", "totient"];
        let mut all: Vec<NumberFunction> =
            functions.iter().filter_map(|name| Some(NumberFunction::named(name)?.0)).collect();
        all.extend([NumberFunction::Power, NumberFunction::Quotient, NumberFunction::Remainder]);
        all.push(NumberFunction::Product);
        all.extend([NumberFunction::Multiple(phi), NumberFunction::Multiple(less)]);
        all.push(NumberFunction::IsIn(InfiniteSet::Powers(3)));
        let [x, y] = [0, 1].map(Affine::heap);
        let shapes = [vec![x.clone()], vec![x.clone(), y.clone()], vec![x.clone(), x.clone()]];
        let mut seen = 0;
        for function in all {
            for of in &shapes {
                for (a, b) in (0..20u64).flat_map(|a| (0..20u64).map(move |b| (a, b))) {
                    let values: Vec<i64> = of.iter().map(|e| e.value(&[a, b], &[])).collect();
                    let one = of.len() == 1;
                    let takes_one = function.value(&[1]).is_some();
                    let Some(value) = function.value(&values).filter(|_| one == takes_one) else {
                        continue;
                    };
                    let known = [Some(a.min(2) as i64), Some(b.min(3) as i64)];
                    let known = if values.len() == 2 && of[1] == x { [known[0]; 2] } else { known };
                    let bounds = bounds(&function, of, &known).expect("small");
                    let at = |e: &Affine| e.value(&[a, b], &[]);
                    let fits = value == INFINITE
                        || bounds.low.iter().all(|low| at(low) <= value)
                            && bounds.high.iter().all(|high| value <= at(high));
                    assert!(fits, "{function:?} {values:?} = {value}");
                    seen += 1;
                }
            }
        }
        assert!(seen > 5_000, "{seen}");
    }
}
