//! Every predicate against plain arithmetic on all small numbers, in both orders.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::cases::cases;
use crate::random::{LIMIT, order, padded, tuples};
use ishitori_automata::{
    Comparison, Dfa, DigitOrder, Limit, Numeration, TrailingRun, digits, ends, linear,
};
use proptest::prelude::*;

const ORDERS: [DigitOrder; 2] = [DigitOrder::Msd, DigitOrder::Lsd];

/// Compares on all tuples below `bound`, with and without padding.
fn agrees(dfa: &Dfa, bound: u128, truth: impl Fn(&[u128]) -> bool) {
    assert!(dfa.ignores_padding());
    assert!(dfa.minimize() == *dfa, "minimal");
    for tuple in tuples(dfa.tracks(), bound) {
        let word = Numeration::Binary.word(dfa.order(), &tuple);
        assert_eq!(dfa.accepts(&word), truth(&tuple), "{tuple:?} {:?}", dfa.order());
        assert_eq!(dfa.accepts(&padded(dfa.order(), &word, 2)), truth(&tuple), "{tuple:?} padded");
    }
}

fn sum(coefficients: &[i64], tuple: &[u128]) -> i64 {
    coefficients.iter().zip(tuple).map(|(c, x)| c * i64::try_from(*x).unwrap()).sum()
}

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

fn any_comparison() -> impl Strategy<Value = Comparison> {
    prop::sample::select(Comparison::ALL.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(256)))]

    #[test]
    fn linear_forms(
        order in order(),
        coefficients in prop::collection::vec(-5i64..=5, 0..=3),
        comparison in any_comparison(),
        constant in -40i64..=40,
    ) {
        let dfa = linear::linear(order, &coefficients, comparison, constant, LIMIT).unwrap();
        agrees(&dfa, 16, |t| compare(comparison, sum(&coefficients, t), constant));
    }

    #[test]
    fn congruences(
        order in order(),
        coefficients in prop::collection::vec(-5i64..=5, 0..=3),
        residue in -9i64..=9,
        modulus in 1u32..=12,
    ) {
        let dfa = linear::congruent(order, &coefficients, residue, modulus, LIMIT).unwrap();
        let modulus = i64::from(modulus);
        agrees(&dfa, 16, |t| (sum(&coefficients, t) - residue).rem_euclid(modulus) == 0);
    }

    #[test]
    fn relations_at_every_place(order in order(), table in any::<u8>()) {
        let allows = |letter: u16| table >> letter & 1 == 1;
        let truth = |t: &[u128]| (0..6).all(|place| {
            let digit = |i: usize| ((t[i] >> place) & 1) as u16;
            allows(digit(0) | digit(1) << 1 | digit(2) << 2)
        });
        agrees(&digits::at_every_place(order, 3, allows), 16, truth);
    }
}

#[test]
fn large_constants() {
    for order in ORDERS {
        let x = linear::linear(order, &[3, -1], Comparison::Less, 1_000_000_007, LIMIT).unwrap();
        assert!(x.ignores_padding());
        let accepts = |a: u128, b: u128| x.accepts(&Numeration::Binary.word(order, &[a, b]));
        assert!(accepts(333_333_335, 0)); // 1,000,000,005
        assert!(!accepts(333_333_336, 0)); // 1,000,000,008
        assert!(accepts(333_333_336, 2));
        assert!(!accepts(333_333_336, 1));
        for constant in [1_000, 1_001, -1_001, 1_023, 1_024] {
            for comparison in Comparison::ALL {
                let form = linear::linear(order, &[700, -300], comparison, constant, LIMIT);
                agrees(&form.unwrap(), 16, |t| compare(comparison, sum(&[700, -300], t), constant));
            }
        }
    }
    let small =
        linear::linear(DigitOrder::Msd, &[1], Comparison::Less, 1 << 40, Limit::states(2_000));
    // A state for each length of a prefix of the constant, and for more.
    assert!(small.unwrap().states() <= 43);
    let gave_up = linear::linear(DigitOrder::Msd, &[1], Comparison::Less, 999, Limit::states(100));
    assert!(gave_up.is_err());
}

#[test]
fn digitwise() {
    for order in ORDERS {
        agrees(&digits::xor_is_zero(order, 3), 16, |t| t[0] ^ t[1] == t[2]);
        agrees(&digits::xor_is_zero(order, 4), 8, |t| t[0] ^ t[1] ^ t[2] ^ t[3] == 0);
        agrees(&digits::and_is(order, 2), 16, |t| t[0] & t[1] == t[2]);
        agrees(&digits::and_is(order, 3), 8, |t| t[0] & t[1] & t[2] == t[3]);
        // The and of no numbers would have ones for ever.
        agrees(&digits::and_is(order, 0), 16, |_| false);
        agrees(&digits::or_is(order, 2), 16, |t| t[0] | t[1] == t[2]);
        agrees(&digits::or_is(order, 0), 16, |t| t[0] == 0);
        let median = |t: &[u128]| (t[0] & t[1]) | (t[0] & t[2]) | (t[1] & t[2]);
        agrees(&digits::majority_is(order, 3), 8, |t| median(t) == t[3]);
        for modulus in 1..=4 {
            let moore = |t: &[u128]| {
                (0..5).all(|place| t.iter().filter(|x| *x >> place & 1 == 1).count() % modulus == 0)
            };
            agrees(&digits::digit_counts(order, 4, modulus as u32), 8, moore);
        }
    }
}

#[test]
fn single_numbers() {
    for order in ORDERS {
        for modulus in 1..=4 {
            for residue in 0..=4 {
                let ones = digits::ones(order, residue, modulus, LIMIT).unwrap();
                agrees(&ones, 64, |t| t[0].count_ones() % modulus == residue % modulus);
            }
        }
        for place in 0..5 {
            agrees(&digits::bit(order, place, LIMIT).unwrap(), 64, |t| t[0] >> place & 1 == 1);
        }
        for number in 0..40 {
            agrees(&digits::constant(Numeration::Binary, order, number), 64, |t| t[0] == number);
        }
        let powers = [1, 2, 4, 8, 16, 32];
        agrees(&digits::power_of_two(order), 64, |t| powers.contains(&t[0]));
    }
}

/// How often 2 divides x; a large number stands for infinity.
fn v2(x: u128) -> i64 {
    if x == 0 { 1_000 } else { (0..).find(|e| !x.is_multiple_of(1 << (e + 1))).unwrap() }
}

/// How many ones x ends in.
fn tail(x: u128) -> i64 {
    if x % 2 == 1 { 1 + tail(x / 2) } else { 0 }
}

#[test]
fn runs_at_the_end() {
    for order in ORDERS {
        for comparison in Comparison::ALL {
            let v = ends::compare_ends(order, TrailingRun::Zeros, comparison, LIMIT).unwrap();
            agrees(&v, 32, |t| compare(comparison, v2(t[0]), v2(t[1])));
            let t = ends::compare_ends(order, TrailingRun::Ones, comparison, LIMIT).unwrap();
            agrees(&t, 32, |t| compare(comparison, tail(t[0]), tail(t[1])));
        }
        for modulus in 1..=3 {
            for residue in 0..modulus {
                let is = |run: i64| run % i64::from(modulus) == i64::from(residue);
                let v = ends::end_congruent(order, TrailingRun::Zeros, residue, modulus, LIMIT)
                    .unwrap();
                agrees(&v, 128, |t| t[0] != 0 && is(v2(t[0])));
                let t =
                    ends::end_congruent(order, TrailingRun::Ones, residue, modulus, LIMIT).unwrap();
                agrees(&t, 128, |t| is(tail(t[0])));
            }
        }
        let v = ends::one_hot_end(order, TrailingRun::Zeros, LIMIT).unwrap();
        agrees(&v, 40, |t| t[1] == if t[0] == 0 { 0 } else { 1 << v2(t[0]) });
        let t = ends::one_hot_end(order, TrailingRun::Ones, LIMIT).unwrap();
        agrees(&t, 40, |t| t[1] == 1 << tail(t[0]));
    }
}

#[test]
fn less_has_few_states() {
    for order in ORDERS {
        let less = linear::linear(order, &[1, -1], Comparison::Less, 0, LIMIT).unwrap();
        assert_eq!(less.states(), if order == DigitOrder::Msd { 3 } else { 2 });
    }
}
