//! Sentences whose truth is known, among them theorems of Bouton and Wythoff, for all numbers.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::random::{LIMIT, tuples};
use ishitori_automata::{Comparison, Dfa, DigitLogic, DigitOrder, Formula, Numeration, Predicate};

fn all_logics() -> [DigitLogic<'static>; 4] {
    let orders = [DigitOrder::Msd, DigitOrder::Lsd];
    let [msd, lsd] = orders.map(DigitLogic::binary);
    let [msd_fib, lsd_fib] = orders.map(DigitLogic::zeckendorf);
    [msd, lsd, msd_fib, lsd_fib]
}

fn equal(terms: &[(i64, &str)]) -> Formula {
    Formula::linear(terms, Comparison::Equal, 0)
}

#[test]
fn sentences_about_sums() {
    let less = |x, y| Formula::compare(x, Comparison::Less, y);
    let at_least = |k| Formula::linear(&[(1, "n")], Comparison::GreaterEqual, k);
    let coins = Formula::exists(&["x", "y"], equal(&[(1, "n"), (-3, "x"), (-5, "y")]));
    let doubled = Formula::exists(&["y"], equal(&[(2, "y"), (-1, "x")]));
    let even = Formula::congruent(&[(1, "x")], 0, 2);
    let sentences = [
        (Formula::for_all(&["x"], Formula::exists(&["y"], less("x", "y"))), true),
        (Formula::exists(&["y"], Formula::for_all(&["x"], less("x", "y"))), false),
        (Formula::for_all(&["x"], Formula::exists(&["y"], less("y", "x"))), false),
        (Formula::for_all(&["n"], at_least(8).implies(coins.clone())), true),
        (Formula::for_all(&["n"], at_least(7).implies(coins)), false),
        (Formula::for_all(&["x"], doubled.iff(even)), true),
        // Not dense: nothing between x and x + 1.
        (
            Formula::exists(
                &["x", "y", "z"],
                Formula::And(vec![
                    Formula::linear(&[(1, "y"), (-1, "x")], Comparison::Equal, 1),
                    less("x", "z"),
                    less("z", "y"),
                ]),
            ),
            false,
        ),
    ];
    for logic in all_logics() {
        for (sentence, truth) in &sentences {
            assert_eq!(logic.decide(sentence), Ok(*truth), "{sentence:?} {logic:?}");
        }
    }
}

#[test]
fn sentences_about_digits() {
    let xor = |x: &str, y: &str, z: &str| Formula::xor_is_zero(&[x, y, z]);
    // Bouton: from xor 0 no move lowers one of three heaps to xor 0.
    let stays = Formula::exists(
        &["a", "b", "c", "x"],
        Formula::And(vec![
            xor("a", "b", "c"),
            xor("x", "b", "c"),
            Formula::compare("x", Comparison::Less, "a"),
        ]),
    );
    // From xor other than 0 some heap can be lowered to xor 0.
    let fits = |heap: &str, p: &str, q: &str| {
        let less = Formula::compare("x", Comparison::Less, heap);
        Formula::exists(&["x"], less.and(xor("x", p, q)))
    };
    let moves = Formula::Or(vec![fits("a", "b", "c"), fits("b", "a", "c"), fits("c", "a", "b")]);
    let wins = Formula::for_all(&["a", "b", "c"], xor("a", "b", "c").not().iff(moves));
    // x + y = (x xor y) + 2 (x and y).
    let carry = Formula::for_all(
        &["x", "y", "u", "v"],
        xor("x", "y", "u")
            .and(Formula::atom(Predicate::AndIs(2), &["x", "y", "v"]))
            .implies(equal(&[(1, "x"), (1, "y"), (-1, "u"), (-2, "v")])),
    );
    for logic in [DigitLogic::binary(DigitOrder::Msd), DigitLogic::binary(DigitOrder::Lsd)] {
        assert_eq!(logic.decide(&stays), Ok(false));
        assert_eq!(logic.decide(&wins), Ok(true));
        assert_eq!(logic.decide(&carry), Ok(true));
    }
}

/// With the golden ratio: Wythoff's cold positions, as digits, are a kernel of his game.
#[test]
fn wythoff_for_all_heaps() {
    // (a, b) with a < b: b is a shifted by a digit, a ends in an even number of zeros; or (0, 0).
    let step = |state: &u32, letter| match (*state, letter) {
        // Msd: 0 = as many ones in a as shifted in b, an even run of zeros since the last one;
        // 1 = the same, odd; 2 = b had a one, so a must have one now; 3 = only zeros; 4 = wrong.
        (3, 0) => 3,
        (0, 0) => 1,
        (1, 0) => 0,
        (0 | 1 | 3, 2) => 2,
        (2, 1) => 0,
        _ => 4,
    };
    let accepts = |state: &u32| matches!(*state, 0 | 3);
    let cold = Dfa::explore(2, DigitOrder::Msd, 3, step, accepts, LIMIT).unwrap();
    let zeckendorf = Numeration::Zeckendorf;
    // Checked against the definition by mex before it is used.
    let mut pairs: Vec<(u128, u128)> = Vec::new();
    for n in 0..40 {
        let used = |x: &u128| pairs.iter().any(|(a, b)| a == x || b == x);
        let a = (0..).find(|x| !used(x)).unwrap();
        pairs.push((a, a + n));
    }
    for t in tuples(2, 60) {
        let truth = pairs.contains(&(t[0], t[1]));
        assert_eq!(cold.accepts(&zeckendorf.word(DigitOrder::Msd, &t)), truth, "{t:?}");
    }
    let known = |x, y| {
        let ordered = Formula::atom(Predicate::Known(cold.clone()), &[x, y]);
        ordered.or(Formula::atom(Predicate::Known(cold.clone()), &[y, x]))
    };
    let less = |x, y| Formula::compare(x, Comparison::Less, y);
    let diagonal = equal(&[(1, "a"), (-1, "b"), (-1, "x"), (1, "y")]);
    let option = Formula::exists(
        &["x", "y"],
        Formula::And(vec![
            known("x", "y"),
            Formula::Or(vec![
                less("x", "a").and(equal(&[(1, "y"), (-1, "b")])),
                less("y", "b").and(equal(&[(1, "x"), (-1, "a")])),
                less("x", "a").and(diagonal),
            ]),
        ]),
    );
    let kernel = Formula::for_all(&["a", "b"], known("a", "b").iff(option.not()));
    for order in [DigitOrder::Msd, DigitOrder::Lsd] {
        assert_eq!(DigitLogic::zeckendorf(order).decide(&kernel), Ok(true));
    }
}
