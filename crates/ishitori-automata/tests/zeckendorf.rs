//! Fibonacci digits against plain arithmetic on all small numbers, in both orders.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::cases::cases;
use crate::random::{LIMIT, order, padded, tuples, words};
use ishitori_automata::{
    Comparison, Dfa, DigitOrder, Letter, NoAutomaton, Numeration, Predicate, digits, zeckendorf,
};
use proptest::prelude::*;

const ZECKENDORF: Numeration = Numeration::Zeckendorf;

/// Compares on all tuples below `bound`; words that denote nothing must be refused.
fn agrees(dfa: &Dfa, bound: u128, truth: impl Fn(&[u128]) -> bool) {
    assert!(dfa.ignores_padding());
    for tuple in tuples(dfa.tracks(), bound) {
        let word = ZECKENDORF.word(dfa.order(), &tuple);
        assert_eq!(dfa.accepts(&word), truth(&tuple), "{tuple:?} {:?}", dfa.order());
        assert_eq!(dfa.accepts(&padded(dfa.order(), &word, 2)), truth(&tuple), "{tuple:?} padded");
    }
    for word in words(dfa.tracks(), 3).into_iter().filter(|word| !is_valid(word)) {
        assert!(!dfa.accepts(&word), "{word:?} denotes nothing");
    }
}

fn is_valid(word: &[Letter]) -> bool {
    word.windows(2).all(|pair| pair[0] & pair[1] == 0)
}

fn sum(coefficients: &[i64], tuple: &[u128]) -> i64 {
    coefficients.iter().zip(tuple).map(|(c, x)| c * i64::try_from(*x).unwrap()).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(120)))]

    #[test]
    fn linear_forms(
        order in order(),
        coefficients in prop::collection::vec(-3i64..=3, 0..=2),
        comparison in prop::sample::select(Comparison::ALL.to_vec()),
        constant in -30i64..=30,
    ) {
        let dfa = zeckendorf::linear(order, &coefficients, comparison, constant, LIMIT).unwrap();
        agrees(&dfa, 40, |t| {
            let value = sum(&coefficients, t);
            match comparison {
                Comparison::Equal => value == constant,
                Comparison::NotEqual => value != constant,
                Comparison::Less => value < constant,
                Comparison::LessEqual => value <= constant,
                Comparison::Greater => value > constant,
                Comparison::GreaterEqual => value >= constant,
            }
        });
    }

    #[test]
    fn congruences(
        order in order(),
        coefficients in prop::collection::vec(-3i64..=3, 0..=2),
        residue in -5i64..=5,
        modulus in 1u32..=4,
    ) {
        let dfa = zeckendorf::congruent(order, &coefficients, residue, modulus, LIMIT).unwrap();
        let modulus = i64::from(modulus);
        agrees(&dfa, 40, |t| (sum(&coefficients, t) - residue).rem_euclid(modulus) == 0);
    }
}

#[test]
fn validity() {
    for order in [DigitOrder::Msd, DigitOrder::Lsd] {
        for tracks in 0..=3 {
            let dfa = zeckendorf::valid(order, tracks, LIMIT).unwrap();
            for word in words(tracks, 4) {
                assert_eq!(dfa.accepts(&word), is_valid(&word));
            }
        }
    }
}

#[test]
fn addition_and_order() {
    for order in [DigitOrder::Msd, DigitOrder::Lsd] {
        let plus = zeckendorf::linear(order, &[1, 1, -1], Comparison::Equal, 0, LIMIT).unwrap();
        agrees(&plus, 35, |t| t[0] + t[1] == t[2]);
        let less = zeckendorf::linear(order, &[1, -1], Comparison::Less, 0, LIMIT).unwrap();
        agrees(&less, 150, |t| t[0] < t[1]);
        for number in 0..60 {
            agrees(&digits::constant(ZECKENDORF, order, number), 100, |t| t[0] == number);
        }
    }
}

/// Moving the digits one place up, and `floor(k φ) = shift(k - 1) + 1`.
#[test]
fn shifts() {
    let shifted = |x: u128| {
        let digits = ZECKENDORF.digits(x);
        let ones = digits.iter().enumerate().filter(|(_, one)| **one);
        ones.map(|(place, _)| ZECKENDORF.weight(place + 1)).sum::<u128>()
    };
    for order in [DigitOrder::Msd, DigitOrder::Lsd] {
        agrees(&zeckendorf::shift(order, LIMIT).unwrap(), 90, |t| t[1] == shifted(t[0]));
        let atom = Predicate::Shift;
        assert!(atom.build(ZECKENDORF, order, LIMIT).is_ok());
        assert_eq!(
            atom.build(Numeration::Binary, order, LIMIT).err(),
            Some(NoAutomaton::ZeckendorfOnly)
        );
    }
    for k in 1..20_000u128 {
        let floor = (k + (5 * k * k).isqrt()) / 2;
        assert_eq!(floor, shifted(k - 1) + 1, "floor({k} phi)");
    }
}

/// The least sum, then the least first number, found by trying.
#[test]
fn smallest_witnesses() {
    for order in [DigitOrder::Msd, DigitOrder::Lsd] {
        for (coefficients, constant) in [([3, -2], 1), ([-1, 2], 7), ([2, 3], 31), ([5, -8], -3)] {
            let form = zeckendorf::linear(order, &coefficients, Comparison::Equal, constant, LIMIT);
            let solves = |t: &Vec<u128>| sum(&coefficients, t) == constant;
            let truth =
                tuples(2, 40).into_iter().filter(solves).min_by_key(|t| (t[0] + t[1], t.clone()));
            assert_eq!(form.unwrap().smallest(ZECKENDORF), Ok(truth));
        }
        let none = zeckendorf::linear(order, &[2, 4], Comparison::Equal, 7, LIMIT).unwrap();
        assert_eq!(none.smallest(ZECKENDORF), Ok(None));
    }
}

/// The cold positions of Wythoff's game, from mex alone: the smaller heap is the least number not
/// used yet, and the heaps of the n-th differ by n. In Fibonacci digits, the larger is the smaller
/// shifted by one digit, and the smaller ends in an even number of zeros (Silber 1977).
#[test]
fn wythoff() {
    let mut cold = Vec::new();
    for n in 0..60u128 {
        let used = |x: &u128| cold.iter().any(|(a, b)| a == x || b == x);
        let a = (0..).find(|x| !used(x)).unwrap();
        cold.push((a, a + n));
    }
    for (a, b) in cold.into_iter().skip(1) {
        let (low, high) = (ZECKENDORF.digits(a), ZECKENDORF.digits(b));
        assert_eq!(high[1..], low, "shifted");
        assert_eq!(low.iter().take_while(|digit| !**digit).count() % 2, 0);
    }
}
