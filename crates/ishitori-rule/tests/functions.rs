//! Functions in rules, against an interpreter of what was written.

#[path = "../../../testdata/functions.rs"]
mod written;

use std::collections::BTreeSet;

use ishitori_rule::family::{AffineCondition, Family, Symbol};
use ishitori_rule::number_function::NumberFunction;
use ishitori_rule::{Rules, load};

use self::written::FunctionRule;
use crate::cases::{cases, enough};

type Pairs = BTreeSet<(i64, i64)>;

#[test]
fn functions_in_linear_cases_mean_what_they_say() {
    assert_eq!(mean_what_they_say(1_118, FunctionRule::linear), 0);
}

#[test]
fn random_functions_mean_what_they_say() {
    let nested = mean_what_they_say(1_811, FunctionRule::random);
    assert!(nested >= enough(100), "only {nested} rules with functions of functions");
}

/// Compares random rules with what is written; returns how many of them compute functions of functions.
fn mean_what_they_say(seed: u64, written: fn(&mut fastrand::Rng) -> FunctionRule) -> usize {
    let mut random = fastrand::Rng::with_seed(seed);
    let (mut rules, mut moves, mut nested) = (0, 0, 0);
    for _ in 0..cases(2_000) {
        let rule = written(&mut random);
        // A rule whose end cannot be seen, or that nobody can play, is refused.
        let Ok(ruleset) = load(&rule.text, &[]) else { continue };
        let Rules::Heaps(lowered) = &ruleset.rules else { panic!("{}", rule.text) };
        rules += 1;
        let conditions = lowered.families.iter().flat_map(|family| &family.conditions);
        nested += usize::from(conditions.chain(&lowered.validity).any(is_nested));
        for (a, b) in (0..=4).flat_map(|a| (0..=4).map(move |b| (a, b))) {
            let heaps = [a as u64, b as u64];
            let is_valid = lowered.lower.iter().zip(heaps).all(|(least, heap)| heap >= *least)
                && lowered.validity.iter().all(|condition| condition.holds(&heaps, &[]));
            assert_eq!(is_valid, rule.is_position(a, b), "{}: is {a},{b} a position?", rule.text);
            if !is_valid {
                continue;
            }
            let mut found = Pairs::new();
            for family in &lowered.families {
                options(family, &[a as u64, b as u64], &mut Vec::new(), &mut found);
            }
            let expected = rule.options(a, b);
            moves += expected.len();
            assert_eq!(found, expected, "{} at {a},{b}", rule.text);
        }
    }
    assert!(rules >= enough(500) && moves >= enough(5_000), "{rules} rules, {moves} moves");
    nested
}

fn is_nested(condition: &AffineCondition) -> bool {
    match condition {
        AffineCondition::Function { function, .. } => matches!(function, NumberFunction::Nested(_)),
        AffineCondition::AnyOf(lists) => lists.iter().flatten().any(is_nested),
        _ => false,
    }
}

/// All options of a family, by trying numbers for its variables.
fn options(family: &Family, heaps: &[u64], fresh: &mut Vec<i64>, found: &mut Pairs) {
    let known = |condition: &&AffineCondition| {
        condition.expressions().flat_map(|e| e.terms()).all(|(symbol, _)| match symbol {
            Symbol::Fresh(at) => at < fresh.len(),
            Symbol::Heap(_) => true,
        })
    };
    if !family.conditions.iter().filter(known).all(|condition| condition.holds(heaps, fresh)) {
        return;
    }
    if fresh.len() == family.fresh.len() {
        let [x, y] = [0, 1].map(|at| family.result[at].value(heaps, fresh));
        found.insert((x, y));
        return;
    }
    // No term of the random linear rules is larger, and no value of a function that leads to a position.
    for value in 0..=40 {
        fresh.push(value);
        options(family, heaps, fresh, found);
        fresh.pop();
    }
}

/// A set that is described is the set of its members.
#[test]
fn described_sets_are_their_members() {
    let squares = "t in {1, 4, 9}";
    for (said, definition, members) in [
        ("t in {k*k for k in 1 .. 3}", "", squares),
        ("t in S", "define S := {k*k for k in 1 .. 3}", squares),
        ("t in S", "define S := {9, 1, 4}", squares),
        ("t in S", "define S := 2 .. 4", "t in {2, 3, 4}"),
        ("t in {j + k for j in {1, 2}, k in 1 .. 2 where j != k or j = 2}", "", "t in {3, 4}"),
        ("t in {2, k for k in 1 .. 9 where k mod 4 = 0}", "", "t in {2, 4, 8}"),
    ] {
        let canonical = |condition: &str, definition: &str| {
            let text = format!("game g position (n) option (n - t) where {condition} {definition}");
            let ruleset = load(&text, &[]).unwrap_or_else(|p| panic!("{text}: {p:?}"));
            ruleset.rules.canonical()
        };
        assert_eq!(canonical(said, definition), canonical(members, ""), "{said} {definition}");
    }
}

/// The families of a rule that can be written with linear conditions are those.
#[test]
fn comparisons_need_no_variables() {
    let same = [
        ("(x, b) where x < a, x >= floor(a/2)", "(x, b) where x < a, 2*x + 1 >= a"),
        (
            "(a - t, b - t) where t >= 1, t <= min(a, b)",
            "(a - t, b - t) where t >= 1, t <= a, t <= b",
        ),
        ("(a - t, b) where 1 <= t <= ceil(a/2)", "(a - t, b) where 1 <= t, 2*t <= a + 1"),
        ("(a, x) where x < b, abs(x - a) <= 3", "(a, x) where x < b, x - a <= 3, a - x <= 3"),
    ];
    for (written, plain) in same {
        let families = |option: &str| {
            let text = format!("game g position (a, b) option {option}");
            let ruleset = load(&text, &[]).unwrap_or_else(|p| panic!("{text}: {p:?}"));
            let Rules::Heaps(rules) = ruleset.rules else { panic!("{text}") };
            let family = |family: &Family| {
                let conditions: BTreeSet<_> = family.conditions.iter().cloned().collect();
                (family.fresh.clone(), conditions, family.result.clone())
            };
            rules.families.iter().map(family).collect::<Vec<_>>()
        };
        assert_eq!(families(written), families(plain), "{written}");
    }
    let text = "game chocolate(k = 2) position (y, z) where y <= floor(z/k)
                option (t, z) where t < y
                option (min(y, floor(w/k)), w) where w < z";
    assert!(load(text, &[]).is_ok());
}
