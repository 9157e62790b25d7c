//! Interleaved automata against those that read digits together, and against arithmetic.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::cases::cases;
use crate::random;
use crate::random::{LIMIT, any_dfa, order, words};
use ishitori_automata::serial::{accepts, from_dense, numbers, serial, whole_columns, word};
use ishitori_automata::{
    Comparison, Dfa, DigitLogic, DigitOrder, Formula, Letter, Limit, NoAutomaton, Numeration,
    Predicate, TrailingRun,
};
use proptest::prelude::*;

const ORDERS: [DigitOrder; 2] = [DigitOrder::Msd, DigitOrder::Lsd];
const NAMES: [&str; 4] = ["a", "b", "c", "d"];

/// The steps of a word of letters.
fn spread(tracks: usize, word: &[Letter]) -> Vec<Letter> {
    word.iter().flat_map(|letter| (0..tracks).map(move |track| letter >> track & 1)).collect()
}

/// A predicate on any of `NAMES`, perhaps with a name twice.
fn atom() -> impl Strategy<Value = Formula> {
    let comparison = || prop::sample::select(Comparison::ALL.to_vec());
    let coefficients = || prop::collection::vec(-3i64..=3, 0..=4);
    let end = || prop_oneof![Just(TrailingRun::Zeros), Just(TrailingRun::Ones)];
    let predicate = prop_oneof![
        4 => (coefficients(), comparison(), -9i64..=9).prop_map(
            |(coefficients, comparison, constant)| Predicate::Linear {
                coefficients, comparison, constant
            }
        ),
        1 => (coefficients(), comparison(), 900i64..=1_100).prop_map(
            |(coefficients, comparison, constant)| Predicate::Linear {
                coefficients, comparison, constant
            }
        ),
        2 => (coefficients(), -9i64..9, 1u32..9).prop_map(|(coefficients, residue, modulus)| {
            Predicate::Congruent { coefficients, residue, modulus }
        }),
        1 => (0usize..=4).prop_map(Predicate::XorIsZero),
        1 => (0usize..=3).prop_map(Predicate::AndIs),
        1 => (0usize..=3).prop_map(Predicate::OrIs),
        1 => (0usize..=4).prop_map(Predicate::MajorityIs),
        1 => (0usize..=4, 1u32..4)
            .prop_map(|(tracks, modulus)| Predicate::DigitCounts { tracks, modulus }),
        1 => (0u64..20).prop_map(Predicate::Is),
        1 => Just(Predicate::PowerOfTwo),
        1 => (0u32..3).prop_map(Predicate::Bit),
        1 => (end(), comparison()).prop_map(|(end, c)| Predicate::CompareEnds(end, c)),
        1 => end().prop_map(Predicate::OneHotEnd),
    ];
    predicate.prop_flat_map(|p| {
        prop::collection::vec(prop::sample::select(NAMES.to_vec()), p.tracks())
            .prop_map(move |names| Formula::atom(p.clone(), &names))
    })
}

fn formula() -> impl Strategy<Value = Formula> {
    let leaf = prop_oneof![8 => atom(), 1 => any::<bool>().prop_map(Formula::Constant)];
    leaf.prop_recursive(3, 8, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(Formula::not),
            prop::collection::vec(inner.clone(), 0..3).prop_map(Formula::And),
            prop::collection::vec(inner.clone(), 0..3).prop_map(Formula::Or),
            (inner.clone(), inner.clone()).prop_map(|(p, q)| p.implies(q)),
            (inner.clone(), inner).prop_map(|(p, q)| p.iff(q)),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(600)))]

    #[test]
    fn like_the_automaton_of_letters(
        formula in formula(),
        order in order(),
        names in Just(NAMES.to_vec()).prop_shuffle(),
    ) {
        let logic = DigitLogic { limit: LIMIT, ..DigitLogic::binary(order) };
        let dense = logic.on_tracks(&logic.evaluate(&formula).unwrap(), &names).unwrap();
        // Both are minimal and in normal form.
        prop_assert_eq!(serial(&formula, &names, order, LIMIT).unwrap(), from_dense(&dense));
    }

    #[test]
    fn words_are_spread(dfa in any_dfa(3, 5)) {
        let spread_out = from_dense(&dfa);
        prop_assert_eq!(spread_out.order(), dfa.order());
        prop_assert!(spread_out.minimize() == spread_out);
        let n = dfa.tracks();
        if n == 0 {
            prop_assert_eq!(spread_out.accepts(&[]), dfa.accepts(&[]));
            prop_assert!(!spread_out.accepts(&[0]));
            return Ok(());
        }
        for word in words(n, 3) {
            prop_assert_eq!(spread_out.accepts(&spread(n, &word)), dfa.accepts(&word));
        }
        for steps in words(1, 7).into_iter().filter(|steps| steps.len() % n != 0) {
            prop_assert!(!spread_out.accepts(&steps));
        }
    }

    #[test]
    fn numbers_and_back(
        order in order(),
        tuple in prop::collection::vec(prop_oneof![0u128..9, 0..1u128 << 100], 0..30),
    ) {
        let steps = word(Numeration::Binary, order, &tuple);
        prop_assert!(whole_columns(tuple.len(), order).accepts(&steps));
        prop_assert_eq!(numbers(order, tuple.len(), &steps), Some(tuple.clone()));
        if tuple.len() <= 12 {
            let letters = Numeration::Binary.word(order, &tuple);
            prop_assert_eq!(spread(tuple.len(), &letters), steps);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(40)))]

    /// Thirty tracks against arithmetic.
    #[test]
    fn many_tracks(
        order in order(),
        tuple in prop::collection::vec(0u128..64, 30),
        weights in prop::collection::vec(-2i64..=2, 30),
        constant in -200i64..200,
        comparison in prop::sample::select(Comparison::ALL.to_vec()),
        modulus in 1u32..7,
    ) {
        let names: Vec<String> = (0..30).map(|i| format!("h{i}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let terms: Vec<(i64, &str)> = weights.iter().copied().zip(names.iter().copied()).collect();
        let value: i64 = weights.iter().zip(&tuple).map(|(w, x)| w * *x as i64).sum();
        let check = |formula: Formula, holds: bool| {
            let dfa = serial(&formula, &names, order, LIMIT).unwrap();
            prop_assert_eq!(accepts(&dfa, &tuple), holds, "{:?}", &formula);
            let not = serial(&formula.not(), &names, order, LIMIT).unwrap();
            prop_assert_eq!(accepts(&not, &tuple), !holds);
            Ok(())
        };
        check(
            Formula::linear(&terms, comparison, constant),
            comparison.holds(value.cmp(&constant)),
        )?;
        check(Formula::linear(&terms, Comparison::Equal, value), true)?;
        check(
            Formula::congruent(&terms, constant, modulus),
            (value - constant).rem_euclid(modulus.into()) == 0,
        )?;
        let xor = tuple[..29].iter().fold(0, |xor, x| xor ^ x);
        check(Formula::xor_is_zero(&names), xor == tuple[29])?;
        let or = tuple[..29].iter().fold(0, |or, x| or | x);
        check(Formula::atom(Predicate::OrIs(29), &names), or == tuple[29])?;
    }
}

fn names(count: usize) -> Vec<String> {
    (0..count).map(|i| format!("h{i}")).collect()
}

#[test]
fn many_heaps_have_few_states() {
    for order in ORDERS {
        for heaps in [20, 22, 64] {
            let names = names(heaps);
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let xor = serial(&Formula::xor_is_zero(&names), &names, order, LIMIT).unwrap();
            // Even and odd after each but the first digit, the beginning, and nowhere.
            assert_eq!(xor.states(), 2 * (heaps - 1) + 2);
            let mut tuple: Vec<u128> = (0..heaps as u128).map(|i| i * i * 7 + 1).collect();
            tuple[3] ^= tuple.iter().fold(0, |xor, x| xor ^ x);
            assert!(accepts(&xor, &tuple));
            tuple[heaps - 1] ^= 4;
            assert!(!accepts(&xor, &tuple));
        }
        let names = names(12);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let moore = Formula::atom(Predicate::DigitCounts { tracks: 12, modulus: 3 }, &names);
        let moore = serial(&moore, &names, order, LIMIT).unwrap();
        assert_eq!(moore.states(), 1 + 2 + 9 * 3 + 2 + 1);
    }
}

#[test]
fn skipped_tracks() {
    // x < z among x, y, z, and the same with the tracks in another order.
    let less = Formula::compare("x", Comparison::Less, "z");
    for order in ORDERS {
        for tracks in [["x", "y", "z"], ["z", "x", "y"], ["y", "z", "x"]] {
            let dfa = serial(&less, &tracks, order, LIMIT).unwrap();
            for tuple in random::tuples(3, 5) {
                let value = |name| tuple[tracks.iter().position(|track| *track == name).unwrap()];
                assert_eq!(accepts(&dfa, &tuple), value("x") < value("z"));
            }
        }
    }
}

#[test]
fn no_tracks() {
    for order in ORDERS {
        for holds in [true, false] {
            let dfa = serial(&Formula::Constant(holds), &[], order, LIMIT).unwrap();
            assert_eq!(dfa.accepts(&[]), holds);
            assert_eq!(accepts(&dfa, &[]), holds);
            assert_eq!(dfa, from_dense(&Dfa::constant(0, order, holds)));
            assert!(!dfa.accepts(&[0]));
        }
    }
    assert_eq!(numbers(DigitOrder::Msd, 0, &[]), Some(vec![]));
    assert_eq!(numbers(DigitOrder::Msd, 0, &[0]), None);
    assert_eq!(numbers(DigitOrder::Msd, 2, &[0, 1, 1]), None);
}

#[test]
fn what_is_refused() {
    let build =
        |formula: &Formula, tracks: &[&str]| serial(formula, tracks, DigitOrder::Msd, LIMIT);
    let some = Formula::exists(&["x"], Formula::compare("x", Comparison::Less, "y"));
    assert_eq!(build(&some.not(), &["x", "y"]), Err(NoAutomaton::Quantified));
    let xor = Formula::xor_is_zero(&["x", "y"]);
    assert_eq!(build(&xor, &["x"]), Err(NoAutomaton::Free(vec!["y".into()])));
    let wrong = Formula::atom(Predicate::PowerOfTwo, &["x", "y"]);
    assert_eq!(build(&wrong, &["x", "y"]), Err(NoAutomaton::Arity { wanted: 1, given: 2 }));
    let zero = Formula::atom(Predicate::DigitCounts { tracks: 1, modulus: 0 }, &["x"]);
    assert_eq!(build(&zero, &["x"]), Err(NoAutomaton::ModulusZero));
    let names = names(65);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let many = build(&Formula::Constant(true), &names);
    assert_eq!(many, Err(NoAutomaton::TooManySerial { variables: 65 }));
    let small =
        serial(&Formula::xor_is_zero(&names[..9]), &names[..9], DigitOrder::Lsd, Limit::states(9));
    assert!(matches!(small, Err(NoAutomaton::GaveUp(_))));
}
