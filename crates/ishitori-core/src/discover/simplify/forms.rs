//! Linear conditions as people write them: `a + d = b + c`, `b = 2*a + 1`, `a < 3`.

use ishitori_rule::syntax::Compare;

use super::phrase::{Infix, Phrase, Term};

/// Whether it says that two heaps are equal that are no neighbours. Of ascending heaps that is better said of
/// all between them.
pub(super) fn is_apart(coefficients: &[i64], constant: i64) -> bool {
    let used = coefficients.iter().filter(|c| **c != 0).count();
    let neighbours = coefficients.windows(2).any(|two| two[0] * two[1] != 0);
    constant == 0 && used == 2 && coefficients.iter().sum::<i64>() == 0 && !neighbours
}

/// `coefficients · heaps + constant` compared with 0, with no minus where there need not be one.
pub(super) fn compared(coefficients: &[i64], constant: i64, compare: Compare) -> Phrase {
    // The first heap comes first.
    if compare == Compare::Equal && coefficients.iter().find(|c| **c != 0).is_some_and(|c| *c < 0) {
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
        || compare == Compare::Equal
            && is_single(&right)
            && !is_single(&left)
            && !right.0.is_empty();
    if turn {
        return Phrase::Compare(sum(&right), turned(compare), sum(&left));
    }
    Phrase::Compare(sum(&left), compare, sum(&right))
}

/// The sum of multiples of heaps with these coefficients, none of them negative.
pub(super) fn sum_of(coefficients: &[i64]) -> Term {
    let used = coefficients.iter().copied().enumerate().filter(|(_, c)| *c > 0);
    sum(&(used.collect(), 0))
}

/// A sum of multiples of heaps and a constant that is not negative.
fn sum((terms, constant): &(Vec<(usize, i64)>, i64)) -> Term {
    let term = |(heap, factor): &(usize, i64)| match factor {
        1 => Term::Heap(*heap),
        factor => Term::infix(Infix::Multiply, Term::Constant(*factor), Term::Heap(*heap)),
    };
    let mut all = terms.iter().map(term);
    match all.next() {
        None => Term::Constant(*constant),
        Some(first) => {
            all.fold(first, |sum, term| Term::infix(Infix::Add, sum, term)).plus(*constant)
        }
    }
}

fn turned(compare: Compare) -> Compare {
    match compare {
        Compare::Less => Compare::Greater,
        Compare::AtMost => Compare::AtLeast,
        Compare::Greater => Compare::Less,
        Compare::AtLeast => Compare::AtMost,
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
