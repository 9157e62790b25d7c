//! Formulas against their meaning on small numbers, and sentences whose truth is known.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::cases::cases;
use crate::meaning::{GUARD, holds};
use crate::random::{LIMIT, order, tuples};
use ishitori_automata::{
    Comparison, Dfa, DigitLogic, DigitOrder, Formula, Limit, NoAutomaton, Predicate, TrailingRun,
    digits,
};
use proptest::prelude::*;

const NAMES: [&str; 4] = ["a", "b", "x", "y"];

fn atom(linear_only: bool) -> BoxedStrategy<Formula> {
    let comparison = || prop::sample::select(Comparison::ALL.to_vec());
    let names = |n| prop::collection::vec(prop::sample::select(NAMES.to_vec()), n);
    let coefficients = || prop::collection::vec(-2i64..=2, 1..=3);
    let linear = prop_oneof![
        (coefficients(), comparison(), -6i64..=6).prop_map(
            |(coefficients, comparison, constant)| {
                Predicate::Linear { coefficients, comparison, constant }
            }
        ),
        (coefficients(), 0i64..4, 1u32..4).prop_map(|(coefficients, residue, modulus)| {
            Predicate::Congruent { coefficients, residue, modulus }
        }),
        (0u64..6).prop_map(Predicate::Is),
    ];
    let end = || prop_oneof![Just(TrailingRun::Zeros), Just(TrailingRun::Ones)];
    let other = prop_oneof![
        (1usize..=3).prop_map(Predicate::XorIsZero),
        Just(Predicate::AndIs(2)),
        Just(Predicate::OrIs(2)),
        Just(Predicate::MajorityIs(3)),
        (1usize..=3, 1u32..4)
            .prop_map(|(tracks, modulus)| Predicate::DigitCounts { tracks, modulus }),
        (0u32..3, 1u32..3).prop_map(|(residue, modulus)| Predicate::Ones { residue, modulus }),
        (0u32..3).prop_map(Predicate::Bit),
        Just(Predicate::PowerOfTwo),
        (end(), comparison()).prop_map(|(end, c)| Predicate::CompareEnds(end, c)),
        (end(), 0u32..2, 1u32..3).prop_map(|(end, residue, modulus)| Predicate::EndCongruent {
            end,
            residue,
            modulus
        }),
        end().prop_map(Predicate::OneHotEnd),
    ];
    let predicate = if linear_only { linear.boxed() } else { prop_oneof![linear, other].boxed() };
    predicate
        .prop_flat_map(move |p| names(p.tracks()).prop_map(move |n| Formula::atom(p.clone(), &n)))
        .boxed()
}

/// A formula with free variables among `NAMES` whose quantifiers are guarded.
fn formula(linear_only: bool) -> BoxedStrategy<Formula> {
    let leaf = prop_oneof![8 => atom(linear_only), 1 => any::<bool>().prop_map(Formula::Constant)];
    leaf.prop_recursive(4, 10, 3, |inner| {
        let name = || prop::sample::select(NAMES.to_vec());
        let below = |name| Formula::linear(&[(1, name)], Comparison::Less, GUARD);
        prop_oneof![
            inner.clone().prop_map(Formula::not),
            prop::collection::vec(inner.clone(), 0..3).prop_map(Formula::And),
            prop::collection::vec(inner.clone(), 0..3).prop_map(Formula::Or),
            (inner.clone(), inner.clone()).prop_map(|(p, q)| p.implies(q)),
            (inner.clone(), inner.clone()).prop_map(|(p, q)| p.iff(q)),
            (name(), inner.clone()).prop_map(move |(n, f)| Formula::exists(&[n], below(n).and(f))),
            (name(), inner.clone())
                .prop_map(move |(n, f)| Formula::for_all(&[n], below(n).implies(f))),
            (name(), name(), inner).prop_map(move |(n, m, f)| {
                Formula::exists(&[n, m], Formula::And(vec![below(n), f, below(m)]))
            }),
        ]
    })
    .boxed()
}

fn means_what_it_says(formula: &Formula, logic: DigitLogic) -> Result<(), TestCaseError> {
    let dfa = logic.on_tracks(&logic.evaluate(formula).unwrap(), &NAMES).unwrap();
    prop_assert!(dfa.ignores_padding());
    for tuple in tuples(NAMES.len(), 6) {
        let named = NAMES.iter().map(|n| n.to_string()).zip(tuple.iter().copied()).collect();
        let word = logic.numeration.word(logic.order, &tuple);
        prop_assert_eq!(dfa.accepts(&word), holds(formula, &named), "{:?}", tuple);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(300)))]

    #[test]
    fn binary_formulas(formula in formula(false), order in order()) {
        means_what_it_says(&formula, DigitLogic::binary(order))?;
    }

    #[test]
    fn fibonacci_formulas(formula in formula(true), order in order()) {
        means_what_it_says(&formula, DigitLogic::zeckendorf(order))?;
    }
}

#[test]
fn what_is_refused() {
    let logic = DigitLogic::binary(DigitOrder::Msd);
    let xor = Formula::xor_is_zero(&["a", "b"]);
    assert_eq!(
        DigitLogic::zeckendorf(DigitOrder::Msd).evaluate(&xor),
        Err(NoAutomaton::BinaryOnly)
    );
    let free = logic.decide(&Formula::exists(&["a"], xor));
    assert_eq!(free.unwrap_err().to_string(), "not a sentence: `b` has no quantifier");
    let wrong = Formula::atom(Predicate::PowerOfTwo, &["a", "b"]);
    assert_eq!(logic.evaluate(&wrong), Err(NoAutomaton::Arity { wanted: 1, given: 2 }));
    let zero = Formula::congruent(&[(1, "a")], 0, 0);
    assert_eq!(logic.evaluate(&zero), Err(NoAutomaton::ModulusZero));
    let wide = Formula::atom(Predicate::XorIsZero(13), &["a"; 13]);
    assert_eq!(logic.evaluate(&wide), Err(NoAutomaton::TooManyTracks { variables: 13 }));
    let names: Vec<String> = (0..14).map(|i| format!("x{i}")).collect();
    let nonzero = |name: &String| Formula::linear(&[(1, name)], Comparison::Greater, 0);
    let many = Formula::And(names.iter().map(nonzero).collect());
    assert!(matches!(logic.evaluate(&many), Err(NoAutomaton::TooManyTracks { .. })));
    // But as a sentence they never meet.
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    assert_eq!(logic.decide(&Formula::exists(&names, many)), Ok(true));
    let words = Dfa::new(1, DigitOrder::Msd, 0, vec![1, 0, 0, 1], vec![true, false]);
    let counts = Formula::atom(Predicate::Known(words), &["a"]);
    assert_eq!(logic.evaluate(&counts), Err(NoAutomaton::CountsPadding));
    let small = DigitLogic { limit: Limit::states(100), ..logic };
    let bit = Formula::atom(Predicate::Bit(10), &["a"]);
    assert!(matches!(small.evaluate(&bit), Err(NoAutomaton::GaveUp(_))));
}

#[test]
fn known_automata_are_turned_to_the_order() {
    let lsd = digits::bit(DigitOrder::Lsd, 3, LIMIT).unwrap();
    let known = Formula::atom(Predicate::Known(lsd.clone()), &["x"]);
    let built = Formula::atom(Predicate::Bit(3), &["x"]);
    let logic = DigitLogic::binary(DigitOrder::Msd);
    assert_eq!(logic.decide(&Formula::for_all(&["x"], known.iff(built))), Ok(true));
}
