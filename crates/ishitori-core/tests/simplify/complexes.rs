//! Sets as they come from Nim on simplicial complexes: systems of linear equations, with xors and cases.

use ishitori_automata::DigitOrder;

use super::said::{known, said};

/// A game on heaps that stand where they stand; its moves do not matter here.
fn rule(heaps: &str) -> String {
    format!("game g position ({heaps}) option ({}) where x < a", heaps.replacen('a', "x", 1))
}

#[test]
fn systems_of_equations_are_found_in_full() {
    for (heaps, set) in [
        ("a, b, c", "a = b + c"),
        ("a, b, c", "a = b and c = 0"),
        ("a, b, c, d", "a + b = c + d"),
        ("a, b, c, d", "a = c and b = d"),
        ("a, b, c, d", "a = b + c + d and b = c"),
        ("a, b, c, d", "a xor b xor c = 0 and d = a + b"),
        ("a, b, c, d, e", "a + b = c + d and e = a"),
        ("a, b, c, d, e", "a = b and c = d + e"),
        ("a, b, c, d, e", "a xor b = c and d = e + a"),
        ("a, b, c, d, e", "2*a = b + c and d = e"),
        ("a, b, c, d, e", "a + b + c = d + e and a = d"),
    ] {
        for order in [DigitOrder::Msd, DigitOrder::Lsd] {
            let known = known(&rule(heaps), &format!("P iff {set}"), order).expect("an automaton");
            let words = said(&known).unwrap_or_else(|| panic!("{set}: nothing found"));
            // About as short as the set as we wrote it: `P iff` comes before, and `a xor b = c` may be
            // `a xor b xor c = 0`.
            assert!(words.len() <= set.len() + 6 + 6, "{set}: {words}");
        }
    }
}

#[test]
fn cases_are_found() {
    for (heaps, set) in [
        ("a, b, c, d", "a xor b = c + d"),
        ("a, b, c, d, e", "digit_sum(3, a, b, c, d + e) = 0"),
        ("a, b, c", "a = b and c = 0 or a = c and b = 0"),
        ("a, b, c", "a = b + c or b = a + c"),
        ("a, b, c, d", "a = b and (c = d or c = 0)"),
        ("a, b, c", "a <= b and c = b - a or a > b and c = 0"),
    ] {
        let known =
            known(&rule(heaps), &format!("P iff {set}"), DigitOrder::Msd).expect("an automaton");
        said(&known).unwrap_or_else(|| panic!("{set}: nothing found"));
    }
}
