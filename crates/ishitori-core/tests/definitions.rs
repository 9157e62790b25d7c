//! Sentences with definitions, words and sums of ones: automata against numbers put in one by one.
//!
//! Random conditions are written as text and evaluated by a few lines of their own, which share nothing with
//! parser, compiler or translator.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::cases::cases;
use ishitori_automata::{Dfa, DigitLogic, DigitOrder, NamedRelation, words};
use ishitori_core::prove::{
    BeyondAutomata, KnownRelation, NoRelation, RelationFile, RelationLibrary, sentence,
    sentence_with,
};
use proptest::prelude::*;

/// The words that are known by name, and no files.
struct Words;

impl RelationLibrary for Words {
    fn word(&self, name: &str) -> Option<KnownRelation> {
        let word = words::known(name)?;
        let places = |(letter, dfa): &(i64, Dfa)| {
            let name = format!("{name}={letter}");
            (*letter, NamedRelation::of_automaton(&name, word.numeration, dfa.clone()))
        };
        Some(KnownRelation::Word {
            letters: word.letters.iter().map(places).collect(),
            is_whole: true,
        })
    }

    fn file(&self, _: &str, _: RelationFile) -> Result<KnownRelation, NoRelation> {
        Err(NoRelation::Unreadable("no files in this test".into(), None))
    }

    fn p_positions(&self, _: &str) -> Result<KnownRelation, NoRelation> {
        Err(NoRelation::Unreadable("no games in this test".into(), None))
    }
}

/// A condition on numbers 0, 1, ... that have names.
#[derive(Clone, Debug)]
enum Said {
    /// `p*x + q*y + r` compared with 0.
    Linear(i64, usize, i64, usize, i64, &'static str),
    /// `T[x + k] = letter`.
    Letter(usize, i64, i64),
    /// `(popcount(x) + w*popcount(y) + r) mod m = s`.
    Ones(usize, i64, usize, i64, i64, i64),
    /// `x xor y = z`
    Xor(usize, usize, usize),
    /// A definition of two numbers, at these plus known numbers.
    Call(usize, usize, i64, usize, i64),
    Not(Box<Said>),
    And(Box<Said>, Box<Said>),
    Or(Box<Said>, Box<Said>),
    Implies(Box<Said>, Box<Said>),
    Iff(Box<Said>, Box<Said>),
    /// There is a number up to 5; it is number `at`.
    Exists(Box<Said>),
    All(Box<Said>),
}

const NAMES: [&str; 6] = ["a", "b", "k", "l", "m", "n"];

fn compare(left: i64, relation: &str) -> bool {
    match relation {
        "=" => left == 0,
        "!=" => left != 0,
        "<" => left < 0,
        _ => left >= 0,
    }
}

impl Said {
    /// With so many names in use.
    fn text(&self, names: usize) -> String {
        let name = |at: &usize| NAMES[at % names];
        let two = |p: &Said, word: &str, q: &Said| {
            format!("({} {word} {})", p.text(names), q.text(names))
        };
        match self {
            Said::Linear(p, x, q, y, r, relation) => {
                format!("{p}*{} + {q}*{} + {r} {relation} 0", name(x), name(y))
            }
            Said::Letter(x, k, letter) => format!("T[{} + {k}] = {letter}", name(x)),
            Said::Ones(x, w, y, r, m, s) => {
                format!("(popcount({}) + {w}*popcount({}) + {r}) mod {m} = {s}", name(x), name(y))
            }
            Said::Xor(x, y, z) => format!("{} xor {} = {}", name(x), name(y), name(z)),
            Said::Call(at, x, p, y, q) => {
                format!("f{at}({} + {p}, {} + {q})", name(x), name(y))
            }
            Said::Not(inner) => format!("not ({})", inner.text(names)),
            Said::And(p, q) => two(p, "and", q),
            Said::Or(p, q) => two(p, "or", q),
            Said::Implies(p, q) => two(p, "implies", q),
            Said::Iff(p, q) => two(p, "iff", q),
            Said::Exists(_) | Said::All(_) if names == NAMES.len() => "0 = 0".to_string(),
            Said::Exists(inner) => {
                format!("(exists {} in 0 .. 5: {})", NAMES[names], inner.text(names + 1))
            }
            Said::All(inner) => {
                format!("(forall {} in 0 .. 5: {})", NAMES[names], inner.text(names + 1))
            }
        }
    }

    fn holds(&self, numbers: &[i64], defined: &[Said]) -> bool {
        let at = |i: &usize| numbers[i % numbers.len()];
        let with = |inner: &Said, next: i64| inner.holds(&[numbers, &[next]].concat(), defined);
        match self {
            Said::Linear(p, x, q, y, r, relation) => compare(p * at(x) + q * at(y) + r, relation),
            Said::Letter(x, k, letter) => i64::from((at(x) + k).count_ones() % 2) == *letter,
            Said::Ones(x, w, y, r, m, s) => {
                let ones = |i: &usize| i64::from(at(i).count_ones());
                (ones(x) + w * ones(y) + r).rem_euclid(*m) == *s
            }
            Said::Xor(x, y, z) => at(x) ^ at(y) == at(z),
            Said::Call(which, x, p, y, q) => {
                defined[*which].holds(&[at(x) + p, at(y) + q], &defined[..*which])
            }
            Said::Not(inner) => !inner.holds(numbers, defined),
            Said::And(p, q) => p.holds(numbers, defined) && q.holds(numbers, defined),
            Said::Or(p, q) => p.holds(numbers, defined) || q.holds(numbers, defined),
            Said::Implies(p, q) => !p.holds(numbers, defined) || q.holds(numbers, defined),
            Said::Iff(p, q) => p.holds(numbers, defined) == q.holds(numbers, defined),
            Said::Exists(_) | Said::All(_) if numbers.len() == NAMES.len() => true,
            Said::Exists(inner) => (0..=5).any(|next| with(inner, next)),
            Said::All(inner) => (0..=5).all(|next| with(inner, next)),
        }
    }
}

/// A condition that may call the first so many definitions.
fn said(depth: u32, definitions: usize) -> BoxedStrategy<Said> {
    let name = || 0..6usize;
    let small = || -3..4i64;
    let relation = prop::sample::select(vec!["=", "!=", "<", ">="]);
    let mut leaves = vec![
        (small(), name(), small(), name(), -6..7i64, relation)
            .prop_map(|(p, x, q, y, r, relation)| Said::Linear(p, x, q, y, r, relation))
            .boxed(),
        (name(), 0..4i64, 0..3i64).prop_map(|(x, k, l)| Said::Letter(x, k, l)).boxed(),
        (name(), small(), name(), -2..3i64, 1..5i64, 0..4i64)
            .prop_map(|(x, w, y, r, m, s)| Said::Ones(x, w, y, r, m, s))
            .boxed(),
        (name(), name(), name()).prop_map(|(x, y, z)| Said::Xor(x, y, z)).boxed(),
    ];
    if definitions > 0 {
        let call = (0..definitions, name(), 0..3i64, name(), 0..3i64);
        let call = call.prop_map(|(at, x, p, y, q)| Said::Call(at, x, p, y, q));
        leaves.extend([call.clone().boxed(), call.boxed()]);
    }
    let leaf = prop::strategy::Union::new(leaves);
    if depth == 0 {
        return leaf.boxed();
    }
    let inner = move || said(depth - 1, definitions).prop_map(Box::new);
    prop_oneof![
        3 => leaf,
        1 => inner().prop_map(Said::Not),
        1 => (inner(), inner()).prop_map(|(p, q)| Said::And(p, q)),
        1 => (inner(), inner()).prop_map(|(p, q)| Said::Or(p, q)),
        1 => (inner(), inner()).prop_map(|(p, q)| Said::Implies(p, q)),
        1 => (inner(), inner()).prop_map(|(p, q)| Said::Iff(p, q)),
        1 => inner().prop_map(Said::Exists),
        1 => inner().prop_map(Said::All),
    ]
    .boxed()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(60)))]

    #[test]
    fn definitions_mean_what_they_say(
        first in said(2, 0), second in said(2, 1), statement in said(2, 2),
    ) {
        let text = format!(
            "define f0(a, b) := {}\ndefine f1(a, b) := {}\na >= 0 and b >= 0 and ({})",
            first.text(2), second.text(2), statement.text(2)
        );
        let defined = [first, second];
        let read = sentence_with(&text, &Words).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        for order in [DigitOrder::Msd, DigitOrder::Lsd] {
            let logic = DigitLogic::binary(order);
            let relation = logic.evaluate(&read.formula).unwrap();
            let dfa = logic.on_tracks(&relation, &["a", "b"]).unwrap();
            for (a, b) in (0..14).flat_map(|a| (0..14).map(move |b| (a, b))) {
                let word = logic.numeration.word(order, &[a, b]);
                let numbers = [a as i64, b as i64];
                prop_assert_eq!(dfa.accepts(&word), statement.holds(&numbers, &defined), "{} at {:?}", text, numbers);
            }
        }
    }

    #[test]
    fn no_text_panics(text in "(define |forall |exists |f|T|x|n|:=|\\(|\\)|\\[|\\]|,|:| and | iff | = |\\+|1|2|popcount|mod |\"a\"|automaton|wythoff\\.P|\\.| ){0,24}") {
        let _ = sentence_with(&text, &Words);
    }
}

/// The smallest solutions of a condition on one number.
fn first(text: &str, most: u128) -> Vec<u128> {
    let read = sentence_with(text, &Words).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    let logic = DigitLogic { numeration: read.numeration, ..DigitLogic::binary(DigitOrder::Msd) };
    let relation = logic.evaluate(&read.formula).unwrap();
    let dfa = logic.on_tracks(&relation, &["n"]).unwrap();
    (0..most).filter(|n| dfa.accepts(&logic.numeration.word(DigitOrder::Msd, &[*n]))).collect()
}

#[test]
fn words_and_sums_of_ones() {
    // Overlaps would make this false: the Thue-Morse word has none (Thue 1912).
    assert_eq!(
        first("exists i: n > 0 and forall k in 0 .. n: T[i + k] = T[i + k + n]", 20),
        Vec::<u128>::new()
    );
    // Squares in it have lengths 2^k and 3*2^k.
    let squares = "n > 0 and exists i: forall k: k < n implies T[i + k] = T[i + k + n]";
    assert_eq!(first(squares, 50), [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48]);
    // The Fibonacci word: squares of the lengths of Fibonacci numbers (Séébold 1985).
    let squares = squares.replace('T', "F");
    assert_eq!(first(&squares, 60), [1, 2, 3, 5, 8, 13, 21, 34, 55]);
    // Ones of n and of 2n are as many.
    assert_eq!(first("(popcount(n) + popcount(2*n)) mod 2 = 0", 9).len(), 9);
    let third = (0..60).filter(|n: &u128| (2 * n.count_ones() + (n + 5).count_ones()) % 3 == 1);
    assert_eq!(first("(2*popcount(n) + popcount(n + 5)) mod 3 = 1", 60), third.collect::<Vec<_>>());
}

#[test]
fn a_word_of_fibonacci_digits_stands_alone() {
    let mixed = sentence_with("forall n: T[n] = F[n]", &Words);
    let Err(BeyondAutomata::Part { what, .. }) = mixed else { panic!("{mixed:?}") };
    assert!(what.contains("no automaton converts"), "{what}");
    let golden = sentence_with("forall n: F[n] = 1 implies floor((n + 1)*phi) > n", &Words);
    assert!(golden.is_ok(), "{golden:?}");
}

#[test]
fn arguments_may_be_negative() {
    // Where an argument may be negative, a definition means what it says, written out.
    let less =
        sentence("define small(x) := x < 3\nforall a, b: small(a - b) iff a < b + 3").unwrap();
    assert!(DigitLogic::binary(DigitOrder::Msd).decide(&less.formula).unwrap());
    // A word has no letters there.
    let before = sentence_with("forall n: T[n - 1] = 0 or n > 0", &Words).unwrap();
    assert!(!DigitLogic::binary(DigitOrder::Msd).decide(&before.defined).unwrap());
}

#[test]
fn wrong_definitions_have_places() {
    for (text, place, what) in [
        ("define f(x := x = 1\nforall a: f(a)", 11, "expected"),
        ("define f(x) := x = y\nforall a: f(a)", 19, "y"),
        ("define f(x) := x = 1\nforall a: f(a, a)", 31, "f"),
        ("define f(x) := x = 1\nforall a: g(a)", 31, "g"),
        ("define f(x) := x = 1\ndefine f(y) := y = 2\nforall a: f(a)", 7, "twice"),
        ("define f(x) := x = 1", 20, "no sentence"),
        ("define f(x) := x = 1\nforall a: W[a] = 1", 31, "no word"),
        ("forall a: a = a define f(x) := x = 1", 16, "after the sentence"),
        ("define f := automaton(3) forall a: f(a)", 12, "does not fit"),
    ] {
        let found = sentence_with(text, &Words);
        let Err(BeyondAutomata::Problems(problems)) = found else { panic!("{text}: {found:?}") };
        let first = &problems[0];
        assert_eq!(first.span().start, place, "{text}: {first}");
        assert!(first.to_string().contains(what), "{text}: {first}");
    }
    let circle = sentence("define f(x) := not g(x)\ndefine g(x) := not f(x)\nforall a: f(a)");
    let Err(BeyondAutomata::Part { what, .. }) = circle else { panic!("{circle:?}") };
    assert!(what.contains("defined by itself"), "{what}");
}

#[test]
fn a_definition_is_made_once() {
    // Written out, the last one would have 2^60 parts.
    let mut text = "define f0(x) := x mod 3 = 0\n".to_string();
    for i in 1..=60 {
        let before = i - 1;
        text += &format!("define f{i}(x) := f{before}(x) iff f{before}(x + 3)\n");
    }
    let read = sentence(&(text + "forall x: f60(x)")).unwrap();
    assert!(DigitLogic::binary(DigitOrder::Msd).decide(&read.formula).unwrap());
}
