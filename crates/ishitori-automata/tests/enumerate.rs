//! The first accepted tuples, finiteness, and watchers, compared with all small numbers.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::random::LIMIT;
use ishitori_automata::{
    Comparison, DigitLogic, DigitOrder, Formula, Limit, NoAutomaton, Numeration,
};

fn formulas() -> Vec<Formula> {
    let linear = Formula::linear;
    let ten = linear(&[(1, "x"), (1, "y")], Comparison::Equal, 10);
    let ratio = linear(&[(3, "x"), (-2, "y")], Comparison::Equal, 1);
    let below = linear(&[(2, "x"), (1, "y")], Comparison::LessEqual, 7);
    let thirds = Formula::congruent(&[(1, "x"), (2, "y")], 2, 3);
    let never = below.clone().and(linear(&[(1, "x")], Comparison::Greater, 9));
    let zero = linear(&[(1, "x"), (1, "y")], Comparison::Equal, 0);
    let all = linear(&[(1, "x"), (1, "y")], Comparison::GreaterEqual, 0);
    let large = linear(&[(1, "x"), (-1, "y")], Comparison::Equal, 40);
    vec![ten, ratio, below, thirds, never, zero, all, large]
}

#[test]
fn first_tuples() {
    for numeration in [Numeration::Binary, Numeration::Zeckendorf] {
        for order in [DigitOrder::Msd, DigitOrder::Lsd] {
            for formula in formulas() {
                let logic = DigitLogic { numeration, order, limit: LIMIT };
                let dfa = logic.on_tracks(&logic.evaluate(&formula).unwrap(), &["x", "y"]).unwrap();
                let accepts = |x, y| dfa.accepts(&numeration.word(order, &[x, y]));
                let sums = (0..120u128).flat_map(|sum| (0..=sum).map(move |x| vec![x, sum - x]));
                let all: Vec<Vec<u128>> = sums.filter(|t| accepts(t[0], t[1])).collect();
                let finite = all.last().is_none_or(|last| last[0] + last[1] <= 60);
                assert_eq!(dfa.longest().is_some(), finite, "{formula:?} {logic:?}");
                if let Some(digits) = dfa.longest() {
                    assert_eq!(dfa.count(digits), Some(all.len() as u128), "{formula:?} {logic:?}");
                }
                for count in [1, 10, 20] {
                    let first = dfa.first(numeration, count, LIMIT).unwrap();
                    let expected = &all[..count.min(all.len())];
                    assert_eq!(first, expected, "{formula:?} {logic:?}");
                }
                let smallest = dfa.smallest(numeration).unwrap();
                assert_eq!(smallest.as_ref(), all.first(), "{formula:?} {logic:?}");
            }
        }
    }
}

#[test]
fn longest_numbers() {
    let logic = DigitLogic::binary(DigitOrder::Lsd);
    let below = |most| Formula::linear(&[(1, "x")], Comparison::LessEqual, most);
    let longest = |formula| logic.evaluate(&formula).unwrap().dfa().longest();
    assert_eq!(longest(below(0)), Some(0));
    assert_eq!(longest(below(8)), Some(4));
    assert_eq!(longest(below(i64::from(u32::MAX))), Some(32));
    assert_eq!(longest(below(8).not()), None);
}

#[test]
fn numbers_too_long() {
    // x1 = 2^50, x2 = 2^50 x1: more digits than we count.
    let is = Formula::linear(&[(1, "x")], Comparison::Equal, 1 << 40);
    let logic = DigitLogic::binary(DigitOrder::Lsd);
    let dfa = logic.evaluate(&is).unwrap().dfa().clone();
    assert_eq!(dfa.first(Numeration::Binary, 10, LIMIT).unwrap(), [[1 << 40]]);
}

#[test]
fn watchers_stop_the_work() {
    fn never(_: usize) -> bool {
        false
    }
    fn small(states: usize) -> bool {
        states < 1000
    }
    let bit = Formula::atom(ishitori_automata::Predicate::Bit(12), &["x"]);
    for (watch, stopped) in [(never as fn(usize) -> bool, true), (small, true)] {
        let limit = Limit::default().watched(&watch);
        let result = DigitLogic { limit, ..DigitLogic::binary(DigitOrder::Msd) }.evaluate(&bit);
        let Err(NoAutomaton::GaveUp(why)) = result else { panic!("not stopped") };
        assert_eq!(why.is_stopped(), stopped);
    }
    let limit = Limit::default().watched(&|_| true);
    assert!(DigitLogic { limit, ..DigitLogic::binary(DigitOrder::Msd) }.evaluate(&bit).is_ok());
}

/// Variables in a chain meet only their neighbours: three tracks, however many there are.
#[test]
fn variables_go_one_at_a_time() {
    let count = 25;
    // Names in an order that has nothing to do with the chain.
    let names: Vec<String> = (0..count).map(|i| format!("x{:02}", i * 7 % count)).collect();
    let double =
        |i: usize| Formula::linear(&[(1, &names[i + 1]), (-2, &names[i])], Comparison::Equal, 0);
    let mut parts: Vec<Formula> = (0..count - 1).map(double).collect();
    parts.push(Formula::linear(&[(1, &names[0])], Comparison::Equal, 1));
    let ends = |last| Formula::linear(&[(1, &names[count - 1])], Comparison::Equal, last);
    let mut all: Vec<&str> = names.iter().map(String::as_str).collect();
    all.sort_unstable();
    let logic = DigitLogic { limit: Limit::states(200), ..DigitLogic::binary(DigitOrder::Lsd) };
    for (last, holds) in [(1 << 24, true), ((1 << 24) + 1, false)] {
        let mut parts = parts.clone();
        parts.push(ends(last));
        assert_eq!(logic.decide(&Formula::exists(&all, Formula::And(parts))), Ok(holds));
    }
}
