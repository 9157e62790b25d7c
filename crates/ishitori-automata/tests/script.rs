//! Scripts for Walnut: exact texts, and what is printed means what was meant.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::cases::cases;
use crate::predicate_text;
use crate::random;
use crate::random::LIMIT;
use ishitori_automata::walnut::{self, WalnutScript, script};
use ishitori_automata::{
    Comparison, Dfa, DigitLogic, DigitOrder, Formula, Limit, NoAutomaton, Numeration, Predicate,
    TrailingRun, digits,
};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn one(sentence: Formula, numeration: Numeration) -> Result<WalnutScript, NoAutomaton> {
    script("nim", &[("t1".to_owned(), sentence)], numeration, LIMIT)
}

/// The sentences of a script, read back.
fn read(script: &WalnutScript, numeration: Numeration) -> Vec<Formula> {
    let mut library: BTreeMap<String, Dfa> = BTreeMap::new();
    for (name, text) in &script.automata {
        let read = walnut::read(text, LIMIT).unwrap();
        assert_eq!((read.numeration, read.dfa.order()), (numeration, DigitOrder::Msd));
        assert!(library.insert(name.clone(), read.dfa).is_none(), "two files {name}");
    }
    let system = if numeration == Numeration::Binary { "?msd_2 " } else { "?msd_fib " };
    let sentence = |line: &str| {
        let (command, predicate) = line.split_once('"').unwrap();
        let mut words = command.split_whitespace();
        assert_eq!(words.next(), Some("eval"));
        let name = words.next().unwrap();
        assert!(name.starts_with(|c: char| c.is_ascii_alphabetic()));
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'));
        let predicate = predicate.strip_suffix("\";").unwrap();
        assert!(!predicate.contains([';', ':', '"', '-']));
        predicate_text::read(predicate.strip_prefix(system).unwrap(), &library)
    };
    script.commands.lines().map(sentence).collect()
}

#[test]
fn bouton_as_text() {
    let xor = |x: &str| Formula::xor_is_zero(&[x, "b", "c"]);
    let less = Formula::compare("x", Comparison::Less, "a");
    let zero = Formula::linear(&[(1, "a")], Comparison::LessEqual, 0);
    let fits = Formula::exists(&["x", "unused"], less.and(xor("x")));
    let theorem = zero.not().implies(Formula::Or(vec![xor("a"), fits, Formula::Constant(false)]));
    let script = one(Formula::for_all(&["a", "b", "c"], theorem), Numeration::Binary).unwrap();
    assert_eq!(
        script.commands,
        "eval nim_t1 \"?msd_2 (Aa,b,c (~(a<=0) => ($nim_xor3(a,b,c) | \
         (Ex (x<a & $nim_xor3(x,b,c))))))\";\n"
    );
    let xor = walnut::write(Numeration::Binary, &digits::xor_is_zero(DigitOrder::Msd, 3));
    assert_eq!(script.automata, [("nim_xor3".to_owned(), xor)]);
}

#[test]
fn numbers_are_moved_to_where_they_are_positive() {
    let print = |formula: Formula, names: &[&str]| {
        let script = one(Formula::exists(names, formula), Numeration::Zeckendorf).unwrap();
        assert!(script.automata.is_empty());
        let text = script.commands.strip_prefix("eval nim_t1 \"?msd_fib ").unwrap().to_owned();
        text.strip_suffix("\";\n").unwrap().to_owned()
    };
    let form = |terms: &[(i64, &str)], constant| {
        Formula::linear(terms, Comparison::GreaterEqual, constant)
    };
    let names = ["x", "y", "z"];
    assert_eq!(
        print(form(&[(3, "x"), (-1, "y"), (-2, "z"), (1, "x")], -7), &names),
        "(Ex,y,z (4*x+7>=y+2*z))"
    );
    assert_eq!(print(form(&[(-1, "x"), (1, "y"), (-1, "y")], 0), &names), "(Ex (0>=x))");
    assert_eq!(print(form(&[(1, "x"), (-1, "x")], 0), &names), "0=0");
    assert_eq!(print(form(&[], 1), &names), "0=1");
    assert_eq!(
        print(Formula::congruent(&[(-1, "x"), (7, "k")], -1, 3), &["x", "k"]),
        "(Ex,k (Ek_2 (k+2*x=3*k_2+2)))"
    );
    assert_eq!(print(Formula::congruent(&[(3, "x")], 6, 3), &["x"]), "0=0");
}

#[test]
fn names_that_walnut_cannot_read() {
    let names = ["A", "vA", "h'", "h_", "2", "Ex"];
    let terms: Vec<(i64, &str)> = names.iter().map(|name| (1, *name)).collect();
    let sum = Formula::linear(&terms, Comparison::Equal, 5);
    let script = one(Formula::exists(&names, sum), Numeration::Binary).unwrap();
    assert!(script.commands.contains("(EvA_2,vA,h__2,h_,v2,vEx (h_+h__2+v2+vA+vA_2+vEx=5))"));
    assert_eq!(
        DigitLogic::binary(DigitOrder::Msd).decide(&read(&script, Numeration::Binary)[0]),
        Ok(true)
    );
    let twice =
        [("a b".to_owned(), Formula::Constant(true)), ("a-b".to_owned(), Formula::Constant(false))];
    let script = walnut::script("1st", &twice, Numeration::Binary, LIMIT).unwrap();
    assert_eq!(script.commands, "eval v1st_a_b \"?msd_2 0=0\";\neval v1st_a_b_2 \"?msd_2 0=1\";\n");
}

#[test]
fn large_numbers_become_automata() {
    let large = Formula::linear(&[(1, "x")], Comparison::Equal, 1 << 40);
    let script = one(Formula::exists(&["x"], large), Numeration::Binary).unwrap();
    assert!(script.commands.contains("(Ex ($nim_linear(x)))"));
    assert_eq!(script.automata.len(), 1);
    let is = Formula::atom(Predicate::Is(u64::MAX), &["x"]);
    assert!(one(Formula::exists(&["x"], is), Numeration::Zeckendorf).is_ok());
}

#[test]
fn what_is_refused() {
    let xor = Formula::xor_is_zero(&["I", "y"]);
    assert_eq!(
        one(xor.clone(), Numeration::Binary),
        Err(NoAutomaton::Free(vec!["I".into(), "y".into()]))
    );
    let closed = Formula::exists(&["I", "y"], xor);
    assert_eq!(one(closed, Numeration::Zeckendorf), Err(NoAutomaton::BinaryOnly));
    let wrong = Formula::atom(Predicate::PowerOfTwo, &[]);
    let refused = one(wrong, Numeration::Binary);
    assert_eq!(refused, Err(NoAutomaton::Arity { wanted: 1, given: 0 }));
    let zero = Formula::exists(&["x"], Formula::congruent(&[(1, "x")], 0, 0));
    assert_eq!(one(zero, Numeration::Binary), Err(NoAutomaton::ModulusZero));
    let bit = Formula::exists(&["x"], Formula::atom(Predicate::Bit(12), &["x"]));
    let small = script("s", &[("t".to_owned(), bit)], Numeration::Binary, Limit::states(100));
    assert!(matches!(small, Err(NoAutomaton::GaveUp(_))));
}

const NAMES: [&str; 4] = ["a", "k", "E", "x'"];

fn atom(fibonacci: bool) -> BoxedStrategy<Formula> {
    let comparison = || prop::sample::select(Comparison::ALL.to_vec());
    let coefficients = || prop::collection::vec(-3i64..=3, 0..=3);
    let linear = prop_oneof![
        (coefficients(), comparison(), -6i64..=6).prop_map(
            |(coefficients, comparison, constant)| Predicate::Linear {
                coefficients,
                comparison,
                constant
            }
        ),
        (coefficients(), -4i64..4, 1u32..4).prop_map(|(coefficients, residue, modulus)| {
            Predicate::Congruent { coefficients, residue, modulus }
        }),
        (0u64..6).prop_map(Predicate::Is),
    ];
    let end = || prop_oneof![Just(TrailingRun::Zeros), Just(TrailingRun::Ones)];
    let known = random::dfa(2, DigitOrder::Lsd, 3)
        .prop_filter("about numbers", Dfa::ignores_padding)
        .prop_map(Predicate::Known);
    let other = prop_oneof![
        (0usize..=3).prop_map(Predicate::XorIsZero),
        (0usize..=2).prop_map(Predicate::AndIs),
        Just(Predicate::OrIs(2)),
        Just(Predicate::DigitCounts { tracks: 3, modulus: 3 }),
        Just(Predicate::Ones { residue: 1, modulus: 2 }),
        (0u32..3).prop_map(Predicate::Bit),
        Just(Predicate::PowerOfTwo),
        (end(), comparison()).prop_map(|(end, c)| Predicate::CompareEnds(end, c)),
        end().prop_map(|end| Predicate::EndCongruent { end, residue: 0, modulus: 2 }),
        end().prop_map(Predicate::OneHotEnd),
        known,
    ];
    let predicate = if fibonacci { linear.boxed() } else { prop_oneof![linear, other].boxed() };
    predicate
        .prop_flat_map(|p| {
            prop::collection::vec(prop::sample::select(NAMES.to_vec()), p.tracks())
                .prop_map(move |names| Formula::atom(p.clone(), &names))
        })
        .boxed()
}

/// A sentence: a formula with quantifiers anywhere, and the rest of the variables outside.
fn sentence(fibonacci: bool) -> impl Strategy<Value = Formula> {
    let leaf = prop_oneof![8 => atom(fibonacci), 1 => any::<bool>().prop_map(Formula::Constant)];
    let formula = leaf.prop_recursive(3, 8, 3, |inner| {
        let name = || prop::sample::select(NAMES.to_vec());
        prop_oneof![
            inner.clone().prop_map(Formula::not),
            prop::collection::vec(inner.clone(), 0..3).prop_map(Formula::And),
            prop::collection::vec(inner.clone(), 0..3).prop_map(Formula::Or),
            (inner.clone(), inner.clone()).prop_map(|(p, q)| p.implies(q)),
            (inner.clone(), inner.clone()).prop_map(|(p, q)| p.iff(q)),
            (name(), inner.clone()).prop_map(|(n, f)| Formula::exists(&[n], f)),
            (name(), name(), inner).prop_map(|(n, m, f)| Formula::for_all(&[n, m], f)),
        ]
    });
    (formula, 0..=NAMES.len()).prop_map(|(formula, cut)| {
        Formula::for_all(&NAMES[..cut], Formula::exists(&NAMES[cut..], formula))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(400)))]

    #[test]
    fn what_is_printed_is_what_was_meant(binary in sentence(false), fibonacci in sentence(true)) {
        for (sentence, numeration) in
            [(binary, Numeration::Binary), (fibonacci, Numeration::Zeckendorf)]
        {
            let logic = DigitLogic { numeration, order: DigitOrder::Msd, limit: LIMIT };
            let script = one(sentence.clone(), numeration).unwrap();
            let [back] = &read(&script, numeration)[..] else { panic!("one sentence") };
            prop_assert_eq!(logic.decide(back), logic.decide(&sentence), "{}", script.commands);
        }
    }
}
