//! What formulas mean on small numbers, by trying: what automata are compared with, here and in `fuzz/`.

use ishitori_automata::{Comparison, Formula, Predicate, TrailingRun};
use std::collections::BTreeMap;

/// Quantified variables are guarded to be below this, so that trying numbers decides.
pub const GUARD: i64 = 4;

fn compare(comparison: Comparison, a: i64, b: i64) -> bool {
    match comparison {
        Comparison::Equal => a == b,
        Comparison::NotEqual => a != b,
        Comparison::Less => a < b,
        Comparison::LessEqual => a <= b,
        Comparison::Greater => a > b,
        Comparison::GreaterEqual => a >= b,
    }
}

fn run(end: TrailingRun, x: u128) -> i64 {
    match end {
        TrailingRun::Zeros if x == 0 => 1_000,
        TrailingRun::Zeros => (0..).find(|e| x >> e & 1 == 1).expect("a digit"),
        TrailingRun::Ones => (0..).find(|e| x >> e & 1 == 0).expect("a digit"),
    }
}

fn predicate_holds(predicate: &Predicate, t: &[u128]) -> bool {
    let sum = |c: &[i64]| -> i64 { c.iter().zip(t).map(|(c, x)| c * *x as i64).sum() };
    let place_ones = |p: u32| t.iter().filter(|x| **x >> p & 1 == 1).count() as u32;
    match predicate {
        Predicate::Linear { coefficients, comparison, constant } => {
            compare(*comparison, sum(coefficients), *constant)
        }
        Predicate::Congruent { coefficients, residue, modulus } => {
            (sum(coefficients) - residue).rem_euclid(i64::from(*modulus)) == 0
        }
        Predicate::XorIsZero(_) => t.iter().fold(0, |a, x| a ^ x) == 0,
        Predicate::AndIs(_) => t[0] & t[1] == t[2],
        Predicate::OrIs(_) => t[0] | t[1] == t[2],
        Predicate::MajorityIs(_) => (t[0] & t[1]) | (t[0] & t[2]) | (t[1] & t[2]) == t[3],
        Predicate::DigitCounts { modulus, .. } => (0..8).all(|p| place_ones(p) % modulus == 0),
        Predicate::Ones { residue, modulus } => t[0].count_ones() % modulus == residue % modulus,
        Predicate::Bit(place) => t[0] >> place & 1 == 1,
        Predicate::Is(number) => t[0] == u128::from(*number),
        Predicate::PowerOfTwo => t[0].count_ones() == 1,
        Predicate::CompareEnds(end, comparison) => {
            compare(*comparison, run(*end, t[0]), run(*end, t[1]))
        }
        Predicate::EndCongruent { end, residue, modulus } => {
            let length = run(*end, t[0]);
            length < 1_000 && length as u32 % modulus == residue % modulus
        }
        Predicate::OneHotEnd(end) => {
            let length = run(*end, t[0]);
            t[1] == if length == 1_000 { 0 } else { 1 << length }
        }
        Predicate::Shift | Predicate::Known(_) | Predicate::Named(_) => {
            unreachable!("not generated")
        }
    }
}

/// The meaning of a formula whose quantifiers are guarded.
pub fn holds(formula: &Formula, numbers: &BTreeMap<String, u128>) -> bool {
    let each = |names: &[String]| {
        let names = names.to_vec();
        tuples(names.len(), GUARD as u128 + 1).into_iter().map(move |t| {
            let mut inner = numbers.clone();
            inner.extend(names.iter().cloned().zip(t));
            inner
        })
    };
    match formula {
        Formula::Constant(holds) => *holds,
        Formula::Atom(predicate, names) => {
            let values: Vec<u128> = names.iter().map(|name| numbers[name]).collect();
            predicate_holds(predicate, &values)
        }
        Formula::Not(inner) => !holds(inner, numbers),
        Formula::And(parts) => parts.iter().all(|part| holds(part, numbers)),
        Formula::Or(parts) => parts.iter().any(|part| holds(part, numbers)),
        Formula::Implies(p, q) => !holds(p, numbers) || holds(q, numbers),
        Formula::Iff(p, q) => holds(p, numbers) == holds(q, numbers),
        Formula::Exists(names, body) => each(names).any(|inner| holds(body, &inner)),
        Formula::ForAll(names, body) => each(names).all(|inner| holds(body, &inner)),
    }
}

/// All tuples of numbers below a bound.
fn tuples(length: usize, below: u128) -> Vec<Vec<u128>> {
    (0..length).fold(vec![vec![]], |all, _| {
        let longer = |tuple: &Vec<u128>| {
            let tuple = tuple.clone();
            (0..below).map(move |number| [tuple.clone(), vec![number]].concat())
        };
        all.iter().flat_map(longer).collect()
    })
}
