//! Random statements: the formula and the evaluator agree wherever the statement is translated.

use crate::cases::cases;
use ishitori_automata::{DigitLogic, DigitOrder, Formula, Limit, Numeration};
use ishitori_core::catalogue::CatalogueLibrary;
use ishitori_core::game::{AnyGame, Heaps};
use ishitori_core::prove::{BeyondAutomata, text, translate};
use ishitori_rule::load;
use ishitori_rule::parse::parse_statement;
use proptest::prelude::*;

use super::agree::agree;

const RULES: [&str; 3] = [
    "game first position (a, b) option (x, b) where x < a option (a, x) where x < b",
    "game second position (a, b) unordered option (x, b) where x < a",
    "game third position (a, b) unordered, each >= 1 option (x, b) where x < a",
];

/// A number in terms of `a`, `b` and perhaps `k`.
fn number(depth: u32) -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        3 => Just("a".to_string()),
        3 => Just("b".to_string()),
        1 => Just("k".to_string()),
        2 => (0..6).prop_map(|n: i32| n.to_string()),
    ];
    if depth == 0 {
        return leaf.boxed();
    }
    let inner = || number(depth - 1);
    let two = (inner(), inner());
    prop_oneof![
        2 => leaf,
        2 => two.clone().prop_map(|(x, y)| format!("({x} + {y})")),
        2 => two.clone().prop_map(|(x, y)| format!("({x} - {y})")),
        1 => (1..4, inner()).prop_map(|(n, x)| format!("{n}*{x}")),
        1 => (inner(), 1..5).prop_map(|(x, n)| format!("({x})/{n}")),
        1 => (inner(), 1..6).prop_map(|(x, n)| format!("({x}) mod {n}")),
        1 => two.clone().prop_map(|(x, y)| format!("({x} xor {y})")),
        1 => two.clone().prop_map(|(x, y)| format!("or({x}, {y})")),
        1 => two.clone().prop_map(|(x, y)| format!("and({x}, {y}, 5)")),
        1 => two.clone().prop_map(|(x, y)| format!("min({x}, {y})")),
        1 => two.clone().prop_map(|(x, y)| format!("max({x}, {y}, 2)")),
        1 => inner().prop_map(|x| format!("abs({x})")),
        1 => (inner(), 0..3).prop_map(|(x, k)| format!("bit({x}, {k})")),
        1 => (inner(), inner(), inner()).prop_map(|(x, y, z)| format!("majority({x}, {y}, {z})")),
        1 => (1..4, inner(), inner(), inner()).prop_map(|(k, x, y, z)| format!("least({k}, {x}, {y}, {z})")),
        1 => (exponent(depth - 1), 0..2).prop_map(|(e, n)| format!("2^({e} + {n})")),
        1 => (exponent(depth - 1), 1..4).prop_map(|(e, n)| format!("({e}) mod {n}")),
        1 => (condition(depth - 1), inner(), inner()).prop_map(|(c, x, y)| format!("(if {c} then {x} else {y})")),
        1 => (inner(), inner()).prop_map(|(x, y)| format!("({x} mod 2) * ({y})")),
        1 => (inner(), inner(), condition(depth - 1))
            .prop_map(|(x, y, c)| format!("count(k in {{{x}, {y}, 3}}: {c})")),
    ]
    .boxed()
}

/// A logarithm.
fn exponent(depth: u32) -> BoxedStrategy<String> {
    let inner = || number(depth.saturating_sub(1));
    prop_oneof![
        3 => inner().prop_map(|x| format!("v2({x})")),
        2 => inner().prop_map(|x| format!("tail({x})")),
        1 => inner().prop_map(|x| format!("bitlen({x})")),
        1 => (inner(), 0..3).prop_map(|(x, n)| format!("v2({x}) + {n}")),
        1 => (inner(), inner()).prop_map(|(x, y)| format!("min(v2({x}), v2({y}))")),
        1 => (inner(), inner()).prop_map(|(x, y)| format!("max(v2({x}), tail({y}))")),
        1 => (inner(), inner()).prop_map(|(x, y)| format!("(if {x} < {y} then v2({y}) else 2)")),
        1 => Just("infinity".to_string()),
    ]
    .boxed()
}

fn relation() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["=", "!=", "<", "<=", ">", ">="])
}

fn condition(depth: u32) -> BoxedStrategy<String> {
    let numbers = || number(depth.min(2));
    let compared = (numbers(), relation(), numbers()).prop_map(|(x, r, y)| format!("{x} {r} {y}"));
    if depth == 0 {
        return compared.boxed();
    }
    let inner = || condition(depth - 1);
    let quantified = |word: &'static str| {
        (number(1), number(1), inner())
            .prop_map(move |(low, high, c)| format!("({word} k in {low} .. {high}: {c})"))
    };
    prop_oneof![
        5 => compared,
        2 => (exponent(depth), relation(), exponent(depth)).prop_map(|(x, r, y)| format!("{x} {r} {y}")),
        2 => (exponent(depth), relation(), -1..8).prop_map(|(x, r, n)| format!("{x} {r} {n}")),
        1 => (exponent(depth), 1..4).prop_map(|(e, n)| format!("({e}) mod {n} = 1")),
        1 => (numbers(), relation(), 0..4).prop_map(|(x, r, n)| format!("popcount({x}) {r} {n}")),
        1 => numbers().prop_map(|x| format!("popcount({x}) mod 2 = 0")),
        1 => (numbers(), numbers(), 2..4).prop_map(|(x, y, m)| format!("digit_sum({m}, {x}, {y}) = 0")),
        2 => (inner(), inner()).prop_map(|(c, d)| format!("({c} and {d})")),
        2 => (inner(), inner()).prop_map(|(c, d)| format!("({c} or {d})")),
        1 => (inner(), inner()).prop_map(|(c, d)| format!("({c} implies {d})")),
        1 => (inner(), inner()).prop_map(|(c, d)| format!("(({c}) iff {d})")),
        1 => (inner(), inner(), inner()).prop_map(|(c, d, e)| format!("(if {c} then {d} else {e})")),
        1 => inner().prop_map(|c| format!("(not ({c}))")),
        1 => quantified("exists"),
        1 => quantified("for all"),
        1 => quantified("at most one"),
        1 => quantified("exactly one"),
        1 => (exponent(1), inner()).prop_map(|(e, c)| format!("(exists k in 0 .. {e}: {c})")),
        1 => (numbers(), inner()).prop_map(|(x, c)| format!("(let k := {x}: {c})")),
        1 => (numbers(), numbers()).prop_map(|(x, y)| format!("{x} in {{1, {y}, 4}}")),
        1 => (numbers(), numbers()).prop_map(|(x, y)| format!("{x} in 1 .. {y}")),
    ]
    .boxed()
}

/// Whether the automata of `formula` stay small enough for a test.
fn is_small(formula: &Formula, numeration: Numeration) -> bool {
    let limit = Limit::states(400).with_cells(1 << 15);
    let logic = DigitLogic { numeration, order: DigitOrder::Msd, limit };
    text(formula).len() < 4_000 && logic.evaluate(formula).is_ok()
}

fn compare(rule: &str, statement: &str) {
    // `k` outside of a quantifier means nothing: give it something to be.
    let text = format!("let k := 3: {statement}");
    let ruleset = load(rule, &[]).expect("a rule");
    let parsed = parse_statement(&text).unwrap_or_else(|p| panic!("{text}: {p:?}"));
    let translated = match translate(&ruleset, &parsed, &CatalogueLibrary) {
        Ok(translated) => translated,
        Err(BeyondAutomata::Problems(problems)) => {
            // Known numbers may have no value, which is found out early.
            let early =
                |p: &ishitori_rule::Problem| p.message().starts_with("there is no such number");
            assert!(problems.iter().all(early), "{text}: {problems:?}");
            return;
        }
        Err(BeyondAutomata::Part { .. }) => return,
    };
    let small = |formula: &Formula| is_small(formula, translated.numeration);
    if !translated.theorem.formulas().into_iter().all(&small) || !small(&translated.defined) {
        return;
    }
    let Ok(AnyGame::Heaps(game)) = AnyGame::new(&ruleset) else { panic!("a game on heaps") };
    let mut positions: Vec<Heaps> = Vec::new();
    for x in 0..11 {
        for y in 0..11 {
            positions.extend(game.position(&[x, y]));
        }
    }
    for (x, y) in [(15, 16), (7, 24), (12, 40), (31, 33), (20, 52), (64, 64), (48, 80)] {
        positions.extend(game.position(&[x, y]));
    }
    agree(&ruleset, &parsed, &translated, &positions);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(250)))]

    #[test]
    fn outcomes(rule in prop::sample::select(RULES.to_vec()), condition in condition(3)) {
        compare(rule, &format!("P iff {condition}"));
    }

    #[test]
    fn values(rule in prop::sample::select(RULES.to_vec()), number in number(3)) {
        compare(rule, &format!("grundy = {number}"));
    }

    #[test]
    fn exponents(rule in prop::sample::select(RULES.to_vec()), number in exponent(3)) {
        compare(rule, &format!("grundy = {number}"));
    }
}

/// The grammar is not so wild that everything is refused.
#[test]
fn most_random_statements_are_translated() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let ruleset = load(RULES[0], &[]).expect("a rule");
    let mut translated = 0;
    for _ in 0..200 {
        let tree = condition(2).new_tree(&mut runner).expect("a condition");
        let text = format!("let k := 3: P iff {}", proptest::strategy::ValueTree::current(&tree));
        let parsed = parse_statement(&text).expect("a statement");
        translated += usize::from(translate(&ruleset, &parsed, &CatalogueLibrary).is_ok());
    }
    assert!(translated > 120, "only {translated} of 200");
}
