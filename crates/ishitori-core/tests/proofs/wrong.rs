//! Wrong claims: true ones with something changed. Each is violated, at a position that is real: the
//! reference disagrees with the claim there or at an option.

use ishitori_core::solve::Convention::{self, Misere, Normal};
use ishitori_rule::{Ruleset, load};

use super::tried::{Tried, formula, heap_game, rules, window, wrong_at};

/// A violation, confirmed by the reference.
fn violated(ruleset: &Ruleset, wrong: &str, convention: Convention, exact: bool) {
    let name = ruleset.about.full_name();
    let found = match formula(ruleset, wrong, convention) {
        Tried::Violated(found) => found,
        other => panic!("{name}: {wrong}: {other:?}"),
    };
    assert_eq!(found.exact, exact, "{name}: {wrong}");
    assert!(found.obligation.contains(' '), "{name}: {wrong}: {found:?}");
    let game = heap_game(ruleset);
    if exact {
        let near = wrong_at(ruleset, wrong, convention, &found.near(&game));
        assert!(!near.is_empty(), "{name}: {wrong}: {found:?}");
    }
    let heaps = found.position.iter().chain(found.option.iter().flatten());
    let largest = heaps.copied().max().expect("heaps");
    let all = window(&game, largest.max(1), 60_000);
    let all = wrong_at(ruleset, wrong, convention, &all);
    let total = |heaps: &[u64]| heaps.iter().sum::<u64>();
    let smallest = all.iter().min_by_key(|heaps| (total(heaps), heaps.to_vec()));
    assert!(!exact || smallest.is_some(), "{name}: {wrong}: {found:?}");
}

fn all_violated(cases: &[(&str, &[&str])], convention: Convention, exact: bool) -> usize {
    for (game, formulas) in cases {
        let ruleset = rules(game);
        for wrong in *formulas {
            violated(&ruleset, wrong, convention, exact);
        }
    }
    cases.iter().map(|(_, formulas)| formulas.len()).sum()
}

#[test]
fn outcomes() {
    let cases: &[(&str, &[&str])] = &[
        (
            "split-and-delete",
            &[
                "P iff a = b and v2(a) mod 2 = 1",
                "P iff a = b and v2(a) mod 3 = 0",
                "P iff a = a and v2(a) mod 2 = 0",
                "N iff a = b and v2(a) mod 2 = 0",
                "P iff a < b and v2(a) mod 2 = 0",
                "P iff a = b",
                "P iff a = b and v2(a) mod 2 = 0 and a < 40",
                "P iff a = b and (v2(a) mod 2 = 0 or a = 32)",
            ],
        ),
        (
            "delete-and-split",
            &[
                "P iff a mod 2 = 1",
                "P iff a mod 2 = 1 or b mod 2 = 1",
                "P iff a mod 2 = 1 and b mod 4 = 1",
                "P iff a mod 2 = 0 and b mod 2 = 0",
                "P iff a mod 2 = 1 and b mod 2 = 1 and not (a = 9 and b = 13)",
            ],
        ),
        ("nim(2)", &["P iff xor(h) = 1", "N iff xor(h) = 0", "P iff xor(h) > 0"]),
        ("nim(3)", &["P iff or(h) = 0", "P iff h[1] = 0 and h[2] = h[3]", "P iff xor(h) <= 0 + 1"]),
        ("moore(3,2)", &["P iff digit_sum(k + 2, h) = 0", "P iff digit_sum(k, h) = 0"]),
        ("moore(4,2)", &["P iff digit_sum(2, h) = 0", "P iff digit_sum(4, h) = 0"]),
        (
            "circular(4,2)",
            &[
                "P iff h[1] = h[2] and h[2] = h[4]",
                "P iff h[1] = h[3] and h[2] < h[4]",
                "P iff h[1] = h[3] and h[3] = h[4]",
                "P iff h[1] = h[3]",
            ],
        ),
        (
            "circular(5,2)",
            &[
                "P iff exists (M, m, a, b, l) in images: m = l and M = max(h) and M + m = a + a",
                "P iff exists (M, m, a, b, l) in images: m = l and M = max(h) and M - m = a + b",
                "P iff exists (M, m, a, b, l) in images: m = a and M = max(h) and M + m = a + b",
                "P iff exists (M, m, a, b, l) in images: m = l and M + m = a + b",
            ],
        ),
        (
            "circular(6,4)",
            &[
                "P iff exists (a, b, c, d, e, f) in images: a = min(h) and a + b = d + e and b + c = e + f",
                "P iff exists (a, b, c, d, e, f) in images: a = max(h) and a + b = d + e and b + c = e + f \
                 and a xor c xor e = 0",
            ],
        ),
        ("circular(6,3)", &["P iff exists (x, b, z, a, y, c) in images: x - a = y - b"]),
        ("circular(5,3)", &["P iff exists (z, b, c, d, l) in images: z = 0 and b = l and b = c"]),
        (
            "at-most-half-delete(3)",
            &[
                "P iff v2(h[1]) = v2(h[2]) and v2(h[2]) = v2(h[2])",
                "P iff v2(h[1]) = v2(h[2]) and v2(h[2]) < v2(h[3])",
            ],
        ),
        (
            "emperor([2,2],1)",
            &[
                "P iff (for all R in ranges: xor(h[R]) = 1) and digit_sum(k + 1, sum(h[R]) for R in ranges) = 0",
                "P iff (for all R in ranges: xor(h[R]) = 0) and digit_sum(k + 2, sum(h[R]) for R in ranges) = 0",
                "P iff (for all R in ranges: xor(h[R]) = 0)",
            ],
        ),
        ("half-delete(4)", &["P iff h[1] mod 2 = 1 and h[2] mod 2 = 1 and h[3] mod 2 = 1"]),
        ("single-delete(3)", &["P iff v2(h[1]) = v2(h[2])"]),
        ("all-but-one-delete(3)", &["P iff for all i in 1 .. n: h[i] mod 6 = 1"]),
        ("welter(3)", &["P iff xor(h) = 0"]),
    ];
    let count = all_violated(cases, Normal, true);
    assert!(count >= 40, "only {count}");
}

#[test]
fn fibonacci_digits() {
    let cases: &[(&str, &[&str])] = &[
        (
            "wythoff",
            &[
                "P iff b = floor((b - a)*phi) and b = floor((b - a)*phi^2)",
                "P iff a = floor((b + a)*phi) and b = floor((b - a)*phi^2)",
                "P iff a < floor((b - a)*phi) and b = floor((b - a)*phi^2)",
                "P iff a = floor((b - a)*phi) and a > 0",
                "P iff a = floor((b - a)*phi) and a mod 2 = 0",
                "P iff a = floor((b - a)*phi) or a = 20",
            ],
        ),
        ("wythoff-1", &["P iff a = floor((b - a)*phi)", "P iff a - 1 = floor((b - a)*phi^2)"]),
    ];
    assert_eq!(all_violated(cases, Normal, true), 8);
}

#[test]
fn grundy_values() {
    let cases: &[(&str, &[&str])] = &[
        (
            "nim(3)",
            &[
                "grundy = h[1] xor h[2] xor h[2]",
                "grundy = h[1] xor h[1] xor h[3]",
                "grundy = h[1] + h[2] + h[3]",
                "grundy = h[1] xor (h[2] + h[3])",
                "grundy = or(h)",
                "grundy = xor(h) + 1",
            ],
        ),
        ("nim-1(2)", &["grundy = h[1] xor h[2]", "grundy = (h[1] - 1) xor h[2]"]),
        (
            "lim",
            &[
                "grundy = (a + b + c + (a xor b xor c))/2",
                "grundy = majority(a, b, b)",
                "grundy = or(a, b, c)",
                "grundy = a",
            ],
        ),
        ("nimhoff(2,1)", &["grundy = h[1] xor h[2]"]),
        ("nimhoff(2,2)", &["grundy = h[1] + h[2]"]),
        ("welter(2)", &["grundy = xor(h)", "grundy = xor(h) + 1"]),
        // One-hot: the value is an exponent.
        (
            "delete-nim",
            &[
                "grundy = tail(or(a, a))",
                "grundy = tail(or(b, b))",
                "grundy = tail(and(a, b))",
                "grundy = tail(a xor b)",
            ],
        ),
        (
            "delete-and-split",
            &[
                "grundy = v2(or(a - 1, b - 1) + 2)",
                "grundy = v2(or(a - 1, a - 1) + 1)",
                "grundy = v2(or(a + 1, b - 1) + 1)",
                "grundy = v2(and(a - 1, b - 1) + 1)",
            ],
        ),
    ];
    let count = all_violated(cases, Normal, true);
    assert!(count >= 24, "only {count}");
}

#[test]
fn classes() {
    let cases: &[(&str, &[&str])] = &[
        (
            "split-and-delete",
            &["grundy = 1 iff a = b", "grundy = 1 iff b = a + 1", "grundy = 0 iff a = b"],
        ),
        ("nim(3)", &["grundy = 1 iff xor(h) = 2", "grundy = 1 iff or(h) = 1"]),
    ];
    assert_eq!(all_violated(cases, Normal, true), 5);
    let rule = "game pairs position (a, b) unordered option (x, b) where x < a
        claim ZERO theorem: P iff a = b
        claim ONE theorem: grundy = 1 iff a xor b = 1";
    let ruleset = load(rule, &[]).expect("a rule");
    for wrong in ["grundy = 2 iff b = a + 2", "grundy = 2 iff a xor b = 3"] {
        violated(&ruleset, wrong, Normal, true);
    }
}

#[test]
fn misere_play() {
    let cases: &[(&str, &[&str])] = &[
        ("nim(1)", &["P iff h[1] = 0", "P iff h[1] <= 1", "P iff h[1] = 2"]),
        ("nim(2)", &["P iff xor(h) = 0", "P iff xor(h) = 1"]),
        (
            "nim(3)",
            &[
                "P iff (max(h) <= 2 and xor(h) = 1) or (max(h) > 2 and xor(h) = 0)",
                "P iff (max(h) <= 1 and xor(h) = 0) or (max(h) > 1 and xor(h) = 0)",
                "P iff max(h) <= 1 and xor(h) = 1",
            ],
        ),
        ("wythoff", &["P iff a = floor((b - a)*phi) and b = floor((b - a)*phi^2)"]),
        ("circular(4,2)", &["P iff h[1] = h[3] and h[2] = h[4]"]),
        ("delete-nim", &["P iff a mod 2 = 0 and b mod 2 = 0"]),
    ];
    assert_eq!(all_violated(cases, Misere, true), 11);
}

/// More tracks than letters can have: digits come one by one.
#[test]
fn digits_one_by_one() {
    let cases: &[(&str, &[&str])] = &[
        ("nim(14)", &["P iff digit_sum(3, h) = 0", "P iff digit_sum(4, h) = 0"]),
        ("nim(12)", &["P iff 1 = 1", "N iff sum(h) = 0"]),
        ("moore(12,2)", &["P iff digit_sum(2, h) = 0", "P iff digit_sum(4, h) = 0"]),
    ];
    assert_eq!(all_violated(cases, Normal, true), 6);
    let misere: &[(&str, &[&str])] = &[("nim(10)", &["P iff xor(h) = 0", "P iff sum(h) = 1"])];
    assert_eq!(all_violated(misere, Misere, true), 2);
}

/// Divisors are read wide or narrow: then a violation need not be one.
#[test]
fn divisors() {
    let cases: &[(&str, &[&str])] = &[(
        "common-divisor(2)",
        &[
            "grundy = (if v2(h[1]) = v2(h[2]) then 1 else min(v2(h[1]), v2(h[2])) + 1)",
            "grundy = (if v2(h[1]) = v2(h[2]) then 0 else min(v2(h[1]), v2(h[2])) + 2)",
            "grundy = (if v2(h[1]) = v2(h[2]) then 0 else min(v2(h[2]), v2(h[2])) + 1)",
            "P iff h[1] = h[2]",
            "P iff v2(h[1]) < v2(h[2])",
        ],
    )];
    assert_eq!(all_violated(cases, Normal, false), 5);
}
