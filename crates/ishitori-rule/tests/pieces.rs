//! Pieces of several numbers: which rules are read, and which are refused, with the reason.

use ishitori_rule::{Rules, load};

fn families(text: &str) -> usize {
    match load(text, &[]).unwrap_or_else(|problems| panic!("{text}: {problems:?}")).rules {
        Rules::Pieces(rules) => rules.families.len(),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn what_is_read() {
    for (text, expected) in [
        ("game g heap (a, b) option [x, b] + [y, b] where x + y = a", 1),
        ("game g heap (a, b) option [a - 1, b] option [a, b - 1] option [] where a = 1, b = 1", 3),
        // Said twice, meant once.
        ("game g heap (a, b) option [a - 1, b] option [a - 1, b]", 1),
        ("game g heap (a, b, c) option [x, y, c] where x < a, y <= b", 1),
        ("game g heap (a, b, c, d) option [a, b, c, d - t] where t >= 1", 1),
        ("game g(k = 2) heap (a, b) option [a - t, b] for t in 1 .. k", 2),
        ("game g heap (a, b) option [x, x] where x < a, x < b", 1),
        ("game g heap (a, b) option [min(a, b) - 1, b] where a >= 2", 2),
        ("game g heap (a, b) option [x, b] where x < a, x divides a", 1),
        ("game g heap (a, b) option [x, b] where x < a or x < a - 2", 2),
        // The order of statements means nothing.
        ("game g option [a - 1, b] heap (a, b)", 1),
    ] {
        assert_eq!(families(text), expected, "{text}");
    }
}

#[test]
fn what_is_refused() {
    let ending = "play might never end: a new piece is not always smaller than the old one";
    for (text, why) in [
        ("game g heap (a, b) option [a, b]", ending),
        ("game g heap (a, b) option [x, b] where x <= a", ending),
        ("game g heap (a, b) option [b, a]", ending),
        ("game g heap (a, b) option [a + 1, b - 2]", ending),
        ("game g heap (a, b) option [b - 1, a - 1]", ending),
        // One of the new pieces is enough.
        ("game g heap (a, b) option [a - 1, b] + [a, b]", ending),
        ("game g heap (a, b) option [x, b] + [y, b] where x + y = a + 1", ending),
        ("game g heap (a, b) option [x, b] where x != a", "`x` can be any number"),
        ("game g heap (a, b) option [a - 1, 0]", "this option can never be played"),
        ("game g heap (a, b) option [] where a = 0", "this option can never be played"),
        ("game g heap (a, b) option [a - 1]", "a piece of this game has 2 numbers: 1 here"),
        ("game g heap (a, b) option [1, 2, 3]", "a piece of this game has 2 numbers: 3 here"),
        ("game g heap (a, b) option 2 * [a - 1]", "pieces are written one by one"),
        ("game g heap (a, b) option [1 .. a]", "pieces are written one by one"),
        ("game g heap (a, b) option 2 parts of a", "pieces are written one by one"),
        ("game g heap (a, b) option octal \"0.77\"", "this is no move of a piece"),
        ("game g heap (a, b) option (a - 1, b)", "this is no move of a piece"),
        ("game g heap (a, a) option [a - 1, a]", "`a` has a meaning already"),
        ("game g(a = 1) heap (a, b) option [a - 1, b]", "`a` has a meaning already"),
        ("game g heap (a) option [a - 1]", "a piece has 2 to 4 numbers: 1 here"),
        ("game g heap (a, b, c, d, e) option []", "a piece has 2 to 4 numbers: 5 here"),
        ("game g heap (a, b)", "the rule has no `option` statement"),
        ("game g heap (a, b option []", "expected"),
        ("game g heap n option [n - 1, 2]", "a heap has one number: 2 here"),
        ("game g position (a, b) option [a - 1, b]", "a sum of heaps here"),
    ] {
        let problems = load(text, &[]).err().unwrap_or_else(|| panic!("{text} is read"));
        let said: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert!(said.iter().any(|problem| problem.contains(why)), "{text}: {said:?}");
    }
}

/// The example in the reason is a move of the rule.
#[test]
fn an_endless_move_is_shown() {
    let hint = |text: &str| {
        let problems = load(text, &[]).expect_err("endless");
        problems[0].hint_text().expect("a hint").to_string()
    };
    assert!(hint("game g heap (a, b) option [b, a]").ends_with("[1, 1] -> [1, 1]"));
    assert!(hint("game g heap (a, b) option [a - 1, b + 1]").ends_with("[2, 1] -> [1, 2]"));
}
