//! Moves of single heaps after which the number of heaps varies, against an interpreter of their syntax.
//!
//! The interpreter reads what the parser has made, tries every value of every name, and lists the heaps of every part one by one. It
//! knows nothing of families, scans, runs that are looked up, or sets of values. Published values and values by hand besides.

use std::collections::{BTreeMap, BTreeSet};

use ishitori_core::control::Control;
use ishitori_core::game::{AnyGame, GameKind, SingleGame};
use ishitori_core::single::{Sequence, SequenceEngine, TakeAndBreak};
use ishitori_core::solve::Reference;
use ishitori_rule::syntax::{
    Action, ComparisonOperator, Condition, ConditionKind, Expr, ExprKind, GameText, Operator,
    SumPart,
};
use ishitori_rule::{Rules, load};
use proptest::prelude::*;

use crate::cases::{cases, enough};

/// Heaps that are compared.
const HEAP: i64 = 8;

// --- the interpreter

type Names = BTreeMap<String, i64>;

fn number(e: &Expr, names: &Names) -> i64 {
    match &e.kind {
        ExprKind::Number(n) => *n,
        ExprKind::Name(name) => names[name],
        ExprKind::Binary(operator, x, y) => {
            let (x, y) = (number(x, names), number(y, names));
            match operator {
                Operator::Add => x + y,
                Operator::Subtract => x - y,
                Operator::Multiply => x * y,
                Operator::Modulo => x.rem_euclid(y),
                other => panic!("the generator has no {other:?}"),
            }
        }
        ExprKind::Call(name, of) => {
            let of: Vec<i64> = of.iter().map(|e| number(e, names)).collect();
            match name.value.as_str() {
                "gcd" => (1..=of[0].max(of[1]))
                    .rev()
                    .find(|d| of.iter().all(|x| x % d == 0))
                    .unwrap_or(0),
                "totient" => (1..=of[0])
                    .filter(|k| (2..=*k).all(|d| k % d != 0 || of[0] % d != 0))
                    .count() as i64,
                "xor" => of[0] ^ of[1],
                "min" => of[0].min(of[1]),
                other => panic!("the generator has no {other}"),
            }
        }
        other => panic!("the generator has no {other:?}"),
    }
}

fn holds(condition: &Condition, names: &Names) -> bool {
    match &condition.kind {
        ConditionKind::Chain(first, rest) => {
            let mut left = number(first, names);
            rest.iter().all(|(compare, right)| {
                let right = number(right, names);
                let before = std::mem::replace(&mut left, right);
                match compare {
                    ComparisonOperator::Equal => before == right,
                    ComparisonOperator::NotEqual => before != right,
                    ComparisonOperator::Less => before < right,
                    ComparisonOperator::AtMost => before <= right,
                    ComparisonOperator::Greater => before > right,
                    ComparisonOperator::AtLeast => before >= right,
                }
            })
        }
        ConditionKind::Not(inner) => !holds(inner, names),
        ConditionKind::Divides(d, x) => {
            let (d, x) = (number(d, names), number(x, names));
            if d == 0 { x == 0 } else { x % d == 0 }
        }
        ConditionKind::In(x, set) => {
            let x = number(x, names);
            match &set.kind {
                ExprKind::Name(name) if name == "squares" => (0..=x).any(|r| r * r == x),
                ExprKind::Name(name) if name == "primes" => x > 1 && (2..x).all(|d| x % d != 0),
                other => panic!("the generator has no {other:?}"),
            }
        }
        other => panic!("the generator has no {other:?}"),
    }
}

/// Every list of `count` numbers from 1 on with this sum, in order.
fn lists(count: i64, of: i64, least: i64) -> Vec<Vec<i64>> {
    if count == 0 {
        return if of == 0 { vec![Vec::new()] } else { Vec::new() };
    }
    let mut all = Vec::new();
    for first in least..=of {
        for mut rest in lists(count - 1, of - first, first) {
            rest.insert(0, first);
            all.push(rest);
        }
    }
    all
}

/// What a part can be, if its numbers allow that it is played.
fn heaps_of(part: &SumPart, names: &Names) -> Vec<Vec<i64>> {
    let number = |e: &Expr| number(e, names);
    match part {
        SumPart::One(size) if number(size) >= 1 => vec![vec![number(size)]],
        SumPart::Copies(count, size) if number(count) >= 0 && number(size) >= 1 => {
            vec![(0..number(count)).map(|_| number(size)).collect()]
        }
        SumPart::Run(from, to) if number(from) >= 1 && number(to) >= number(from) - 1 => {
            vec![(number(from)..=number(to)).collect()]
        }
        SumPart::Parts { count, of, differ } if number(count) >= 0 => {
            let mut all = lists(number(count), number(of), 1);
            all.retain(|list| !differ || list.windows(2).all(|two| two[0] != two[1]));
            all
        }
        _ => Vec::new(),
    }
}

/// All that a heap can become, each list of heaps in order.
fn options(game: &GameText, heap: i64) -> BTreeSet<Vec<u64>> {
    let mut all = BTreeSet::new();
    for line in &game.options {
        let Action::Sum(parts) = &line.action else { panic!("a sum") };
        let reach = HEAP + 2;
        for code in 0..reach.pow(3) {
            let value = |at: u32| code / reach.pow(at) % reach;
            let names = [("n", heap), ("q", value(0)), ("x", value(1)), ("y", value(2))];
            let names: Names = names.into_iter().map(|(name, v)| (name.to_string(), v)).collect();
            if !line.conditions.iter().all(|condition| holds(condition, &names)) {
                continue;
            }
            let mut found = vec![Vec::new()];
            for part in parts {
                let more = heaps_of(part, &names);
                let both = |before: &Vec<i64>| {
                    let before = before.clone();
                    more.iter().map(move |next| [before.clone(), next.clone()].concat())
                };
                found = found.iter().flat_map(both).collect();
            }
            for list in found {
                let mut list: Vec<u64> = list.into_iter().map(|h| h as u64).collect();
                list.sort_unstable();
                all.insert(list);
            }
        }
    }
    all
}

fn mex(values: impl IntoIterator<Item = u32>) -> u32 {
    let values: BTreeSet<u32> = values.into_iter().collect();
    (0..).find(|value| !values.contains(value)).expect("finitely many")
}

// --- rules

fn size() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "x",
        "y",
        "n - 1",
        "n - x",
        "n - 2",
        "x + 1",
        "2",
        "q + 1",
        "n - x - y",
    ])
}

fn count() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["q", "2", "3", "(q + 1)", "(n - x)", "x"])
}

fn part() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => size().prop_map(|e| format!("[{e}]")),
        3 => (count(), size()).prop_map(|(k, e)| format!("{k} * [{e}]")),
        3 => (size(), size()).prop_map(|(e, f)| format!("[{e} .. {f}]")),
        3 => (count(), prop::bool::ANY, size()).prop_map(|(k, differ, e)| {
            format!("{k} {}parts of {e}", if differ { "different " } else { "" })
        }),
    ]
}

fn condition() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "x + y = n",
        "q*x = n",
        "q*x + y = n",
        "y = n - q*x",
        "(q + 1)*x + y < n",
        "q >= 2",
        "x != y",
        "x <= y",
        "x mod 2 = 1",
        "gcd(x, n) = 1",
        "x in squares",
        "not x divides n",
        "y = totient(n)",
        "q*x <= n - 1",
        "x in primes",
        "xor(x, y) = n",
        "y = min(x, q)",
        "x >= 1",
    ])
}

fn option_line() -> impl Strategy<Value = String> {
    let parts = prop::collection::vec(part(), 1..3);
    (parts, prop::collection::vec(condition(), 0..3)).prop_map(|(parts, conditions)| {
        let bounds = ["q <= n", "x < n", "y < n"].into_iter();
        let conditions: Vec<&str> = conditions.into_iter().chain(bounds).collect();
        format!("option {} where {}", parts.join(" + "), conditions.join(", "))
    })
}

/// The game, if it is accepted, and as it was parsed.
fn game_of(lines: &[String]) -> Option<(SingleGame, GameText)> {
    let text = format!("game random\nheap n\n{}", lines.join("\n"));
    let (parsed, problems) = ishitori_rule::parse::parse(&text);
    assert!(problems.is_empty(), "{text}\n{problems:?}");
    let Rules::Single(rules) = load(&text, &[]).ok()?.rules else { panic!("single heaps") };
    Some((SingleGame::new(&rules).expect("playable"), parsed))
}

#[test]
fn random_sums_mean_what_they_say() {
    let (mut seen, mut many) = (0, 0);
    let lines = prop::collection::vec(option_line(), 1..3);
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for _ in 0..cases(1_500) {
        use proptest::strategy::ValueTree;
        let lines = lines.new_tree(&mut runner).expect("a rule").current();
        let Some((game, parsed)) = game_of(&lines) else { continue };
        let mut values = vec![0];
        for heap in 1..=HEAP {
            let expected = options(&parsed, heap);
            assert!(
                expected.iter().flatten().all(|part| *part < heap as u64),
                "{lines:?} at {heap}"
            );
            let found = game.options(&vec![heap as u64]);
            let found: BTreeSet<Vec<u64>> = found.into_iter().collect();
            assert_eq!(found, expected, "{lines:?} at {heap}");
            let worth =
                |list: &Vec<u64>| list.iter().fold(0, |sum, part| sum ^ values[*part as usize]);
            values.push(mex(expected.iter().map(worth)));
            many += usize::from(expected.iter().any(|list| list.len() > 2));
        }
        let mut sequence = Sequence::new(game.rules()).expect("playable");
        sequence.extend(HEAP as u64, &Control::unlimited()).expect("no limits");
        assert_eq!(sequence.values(), values, "{lines:?}");
        seen += 1;
    }
    assert!(
        seen >= enough(150) && many >= enough(150),
        "{seen} rules, {many} heaps with many parts"
    );
}

/// Sets of values that are made anew when they become too small, against every list of heaps.
#[test]
fn sequences_are_what_their_options_say() {
    for (lines, to) in [
        (vec!["option q parts of n where q >= 2"], 22),
        (vec!["option q different parts of n where q >= 2"], 40),
        (vec!["option q parts of n - 1 where q >= 1, q <= 3", "option []"], 40),
        (vec!["option 2 parts of x + 2 different parts of y where x + y = n"], 26),
        (vec!["option [x] + q * [y] where x + q*y = n, x >= 1, q >= 1"], 60),
        (vec!["option [x .. y] where 2*y < n"], 60),
        (vec!["option (q + 1) * [x] + [y .. x] where (q + 1)*x < n, y <= x"], 40),
    ] {
        let lines: Vec<String> = lines.into_iter().map(str::to_string).collect();
        let (game, _) = game_of(&lines).unwrap_or_else(|| panic!("{lines:?}"));
        let mut sequence = Sequence::new(game.rules()).expect("playable");
        sequence.extend(to, &Control::unlimited()).expect("no limits");
        let mut values = vec![0];
        for heap in 1..=to {
            let mut found = BTreeSet::new();
            game.splits().visit(heap, &mut |parts| {
                found.insert(parts.iter().fold(0, |sum, part| sum ^ values[*part as usize]));
                true
            });
            values.push(mex(found));
        }
        assert_eq!(sequence.values(), values, "{lines:?}");
        assert_eq!(sequence.engine(), SequenceEngine::Scan);
        assert_eq!(TakeAndBreak::of(game.rules()), None);
    }
}

fn values(text: &str, to: u64) -> Vec<u32> {
    let text = format!("game published\nheap n\n{text}");
    let ruleset = load(&text, &[]).unwrap_or_else(|e| panic!("{text}\n{e:?}"));
    let Rules::Single(rules) = ruleset.rules else { panic!("single heaps") };
    let mut sequence = Sequence::new(&rules).expect("playable");
    sequence.extend(to, &Control::unlimited()).expect("no limits");
    sequence.values()
}

/// Winning Ways, chapter 14: the Ruler is worth the largest power of two that divides n.
#[test]
fn the_ruler_has_its_values() {
    let found = values("option [x .. n - 1]", 2_000);
    let expected = |n: u32| if n == 0 { 0 } else { 1 << n.trailing_zeros() };
    assert_eq!(found, (0..=2_000).map(expected).collect::<Vec<u32>>());
}

/// Arithmetic functions as moves, each in the plainest way. Iannucci and Larsson, Game values of arithmetic functions (arXiv
/// 2101.07608): a heap of totative is worth the place of its least prime factor among the primes, and an odd one of saliquant (n - 1)/2.
#[test]
fn arithmetic_functions_have_their_values() {
    let plain = |options: &dyn Fn(i64) -> Vec<i64>| {
        let mut values: Vec<u32> = vec![0];
        for n in 1..=300 {
            values.push(mex(options(n).into_iter().map(|m| values[m as usize])));
        }
        values
    };
    fn gcd(a: i64, b: i64) -> i64 {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    let totative = values("option [x] where x < n, gcd(x, n) = 1", 300);
    assert_eq!(totative, plain(&|n| (1..n).filter(|x| gcd(*x, n) == 1).collect()));
    let primes: Vec<i64> = (2..301).filter(|n| (2..*n).all(|d| n % d != 0)).collect();
    for n in 2..=300 {
        let place = primes.iter().position(|p| n % p == 0).expect("a prime factor");
        assert_eq!(totative[n as usize] as usize, place + 1, "{n}");
    }
    let saliquant = values("option [n - d] where 1 <= d, d < n, not d divides n", 300);
    assert_eq!(saliquant, plain(&|n| (1..n).filter(|d| n % d != 0).map(|d| n - d).collect()));
    for n in (1..=300u32).step_by(2) {
        assert_eq!(saliquant[n as usize], (n - 1) / 2, "{n}");
    }
    let nontotient = values("option [n - totient(n)] option [] where n = 1", 300);
    let totient = |n: i64| (1..=n).filter(|k| gcd(*k, n) == 1).count() as i64;
    assert_eq!(nontotient, plain(&|n| vec![n - totient(n)]));
    let squares =
        values("option [n - t] where t in squares, t >= 1 option [] where n in squares", 300);
    assert_eq!(squares, plain(&|n| (1..=n).filter(|r| r * r <= n).map(|r| n - r * r).collect()));
    let primes_only = values("option [n - t] where t in primes option [] where n in primes", 300);
    assert_eq!(
        primes_only,
        plain(&|n| primes.iter().filter(|p| **p <= n).map(|p| n - p).collect())
    );
    // n = q*d + r: the xor of q heaps of d and one of r.
    let dividing = values(
        "option q * [x] + [y] where q*x + y = n, y < x, q >= 1 option q * [x] where q*x = n, q >= 2",
        200,
    );
    let mut expected = vec![0u32];
    for n in 1..=200usize {
        let left = |d: usize| (if n / d % 2 == 1 { expected[d] } else { 0 }) ^ expected[n % d];
        expected.push(mex((1..n).map(left)));
    }
    assert_eq!(dividing, expected);
}

/// What is played is what the sequence says, also in sums.
#[test]
fn sums_of_positions_are_worth_their_xor() {
    for option in [
        "option [x .. n - 1]",
        "option q parts of n where q >= 2, q <= 3",
        "option q * [x] where q*x = n, q >= 2",
    ] {
        let ruleset = load(&format!("game played\nheap n\n{option}"), &[]).expect("a rule");
        let Ok(AnyGame::Single(game)) = AnyGame::new(&ruleset) else { panic!("{option}") };
        let mut sequence = Sequence::new(game.rules()).expect("playable");
        sequence.extend(6, &Control::unlimited()).expect("no limits");
        let values = sequence.values();
        let mut solver = Reference::new(&game);
        for (a, b) in (0..=6u64).flat_map(|a| (0..=a.min(3)).map(move |b| (a, b))) {
            let facts =
                solver.facts(&game.position(&[a, b]), &Control::unlimited()).expect("facts");
            assert_eq!(facts.grundy, values[a as usize] ^ values[b as usize], "{option} {a},{b}");
        }
    }
}

/// Play that might not end is refused with an example, and the names of its parts.
#[test]
fn endless_sums_are_refused() {
    for (option, wanted) in [
        ("option q * [d] where q*d = n, q >= 1", "1 * ["),
        ("option [x .. n]", "[1 .. 1]"),
        ("option q parts of n where q >= 1", "1 parts of 1"),
        ("option q * [n - 1]", "can be any number"),
        ("option 2 * [1 .. n - 1]", "must be known"),
    ] {
        let problems = load(&format!("game endless\nheap n\n{option}"), &[]).expect_err(option);
        let said = format!("{problems:?}");
        assert!(said.contains(wanted), "{option}: {said}");
    }
}
