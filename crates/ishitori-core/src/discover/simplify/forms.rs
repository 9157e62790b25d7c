//! Linear conditions as people write them: `a + d = b + c`, `b = 2*a + 1`, `a < 3`.
//!
//! The coefficients may come with any signs. What is negative goes to the other side; in an equation the
//! first heap comes first, unless another stands alone. Nothing changes the meaning: terms only move, and a
//! comparison that is read from the other side is turned. `signs` lists the forms with coefficients -1, 0
//! and 1, one of each pair of opposites; their number grows as heaps to the power `most`.

use ishitori_rule::syntax::ComparisonOperator;

use super::phrase::{Infix, Phrase, PhraseTerm};

/// Whether it says that two heaps are equal that are no neighbours. Of ascending heaps that is better said of
/// all between them.
pub(super) fn is_apart(coefficients: &[i64], constant: i64) -> bool {
    let used = coefficients.iter().filter(|c| **c != 0).count();
    let neighbours = coefficients.windows(2).any(|two| two[0] * two[1] != 0);
    constant == 0 && used == 2 && coefficients.iter().sum::<i64>() == 0 && !neighbours
}

/// `coefficients · heaps + constant` compared with 0, with no minus where there need not be one.
pub(super) fn compared(coefficients: &[i64], constant: i64, compare: ComparisonOperator) -> Phrase {
    // The first heap comes first.
    if compare == ComparisonOperator::Equal
        && coefficients.iter().find(|c| **c != 0).is_some_and(|c| *c < 0)
    {
        let opposite: Vec<i64> = coefficients.iter().map(|c| -c).collect();
        return compared(&opposite, -constant, compare);
    }
    let side = |sign: i64| {
        let own = coefficients.iter().enumerate().filter(|(_, c)| **c * sign > 0);
        let terms: Vec<(usize, i64)> = own.map(|(heap, c)| (heap, c.abs())).collect();
        (terms, (constant * sign).max(0))
    };
    let (left, right) = (side(1), side(-1));
    let is_single = |(terms, constant): &(Vec<(usize, i64)>, i64)| {
        *constant == 0 && matches!(terms.as_slice(), [(_, 1)])
    };
    let turn = left.0.is_empty()
        || compare == ComparisonOperator::Equal
            && is_single(&right)
            && !is_single(&left)
            && !right.0.is_empty();
    if turn {
        return Phrase::Compare(sum(&right), turned(compare), sum(&left));
    }
    Phrase::Compare(sum(&left), compare, sum(&right))
}

/// The sum of multiples of heaps with these coefficients, none of them negative.
pub(super) fn sum_of(coefficients: &[i64]) -> PhraseTerm {
    let used = coefficients.iter().copied().enumerate().filter(|(_, c)| *c > 0);
    sum(&(used.collect(), 0))
}

/// A sum of multiples of heaps and a constant that is not negative.
fn sum((terms, constant): &(Vec<(usize, i64)>, i64)) -> PhraseTerm {
    let term = |(heap, factor): &(usize, i64)| match factor {
        1 => PhraseTerm::Heap(*heap),
        factor => PhraseTerm::infix(
            Infix::Multiply,
            PhraseTerm::Constant(*factor),
            PhraseTerm::Heap(*heap),
        ),
    };
    let mut all = terms.iter().map(term);
    match all.next() {
        None => PhraseTerm::Constant(*constant),
        Some(first) => {
            all.fold(first, |sum, term| PhraseTerm::infix(Infix::Add, sum, term)).plus(*constant)
        }
    }
}

fn turned(compare: ComparisonOperator) -> ComparisonOperator {
    match compare {
        ComparisonOperator::Less => ComparisonOperator::Greater,
        ComparisonOperator::AtMost => ComparisonOperator::AtLeast,
        ComparisonOperator::Greater => ComparisonOperator::Less,
        ComparisonOperator::AtLeast => ComparisonOperator::AtMost,
        same => same,
    }
}

/// Coefficients -1, 0, 1 with at most `most` of them not 0, the first of those 1.
pub(super) fn signs(heaps: usize, most: usize) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..heaps {
        let longer = |form: &Vec<i64>| {
            let (form, used) = (form.clone(), form.iter().filter(|c| **c != 0).count());
            let choices: &[i64] = match used {
                0 => &[0, 1],
                used if used < most => &[0, 1, -1],
                _ => &[0],
            };
            choices.iter().map(move |c| [form.clone(), vec![*c]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.retain(|form| form.iter().any(|c| *c != 0));
    all
}
