//! Random statements: whatever is said of their automata is true of them.

use crate::cases::{cases, enough};
use ishitori_automata::DigitOrder;

use super::said::{known, said};

const RULES: [(&str, &[&str]); 5] = [
    ("game g position (a, b) option (x, b) where x < a", &["a", "b"]),
    ("game g position (a, b) unordered option (x, b) where x < a", &["a", "b"]),
    (
        "game g position h[3] unordered, each >= 1 option h with h[i] lowered for i",
        &["h[1]", "h[2]", "h[3]"],
    ),
    (
        "game g position h[3] on a circle option h with h[i] lowered for i",
        &["h[1]", "h[2]", "h[3]"],
    ),
    ("game g position (a, b, c) on a line option (x, b, c) where x < a", &["a", "b", "c"]),
];

fn pick<'a>(random: &mut fastrand::Rng, from: &[&'a str]) -> &'a str {
    from[random.usize(..from.len())]
}

fn sum(random: &mut fastrand::Rng, heaps: &[&str]) -> String {
    let (x, y) = (pick(random, heaps), pick(random, heaps));
    match random.u8(..6) {
        0..=2 => x.to_string(),
        3 => format!("{x} + {y}"),
        4 => format!("{x} + {}", random.u8(1..3)),
        _ => format!("2*{x}"),
    }
}

fn atom(random: &mut fastrand::Rng, heaps: &[&str]) -> String {
    let (x, y) = (pick(random, heaps), pick(random, heaps));
    let compare = pick(random, &["=", "=", "=", "<", "<=", "!="]);
    match random.u8(..8) {
        0..=2 => format!("{} {compare} {}", sum(random, heaps), sum(random, heaps)),
        3 => format!("{x} {compare} {}", random.u8(0..4)),
        4 => {
            let modulus = random.u8(2..5);
            format!("({}) mod {modulus} = {}", sum(random, heaps), random.u8(0..modulus))
        }
        5 => format!("v2({x}) {compare} v2({y})"),
        6 => format!("xor({}) = {}", heaps.join(", "), random.u8(0..2)),
        _ => format!("{x} xor {y} = {}", sum(random, heaps)),
    }
}

fn condition(random: &mut fastrand::Rng, heaps: &[&str]) -> String {
    let (x, y, z) = (atom(random, heaps), atom(random, heaps), atom(random, heaps));
    match random.u8(..8) {
        0..=2 => x,
        3 | 4 => format!("{x} and {y}"),
        5 => format!("{x} or {y}"),
        6 => format!("{x} and ({y} or {z})"),
        _ => format!("not ({x}) and {y}"),
    }
}

/// How many of so many random statements are found again, in some words.
fn tried(seed: u64, count: usize) -> (usize, usize) {
    let mut random = fastrand::Rng::with_seed(seed);
    let (mut all, mut found) = (0, 0);
    while all < cases(count) {
        let (rule, heaps) = RULES[random.usize(..RULES.len())];
        let statement = format!("P iff {}", condition(&mut random, heaps));
        let order = if random.bool() { DigitOrder::Msd } else { DigitOrder::Lsd };
        let Some(known) = known(rule, &statement, order) else { continue };
        all += 1;
        found += usize::from(said(&known).is_some());
    }
    (found, all)
}

#[test]
fn what_is_said_of_random_sets_is_true() {
    let (found, all) = tried(7, 60);
    assert!(found * 10 >= enough(all * 6), "only {found} of {all} are found");
}

#[test]
fn random_expressions_are_values() {
    let mut random = fastrand::Rng::with_seed(11);
    for _ in 0..cases(25) {
        let (rule, heaps) = RULES[random.usize(..RULES.len())];
        let (x, y) = (sum(&mut random, heaps), sum(&mut random, heaps));
        let value = match random.u8(..7) {
            0 => format!("({x}) xor ({y})"),
            1 => format!("max({x}, {y})"),
            2 => format!("or({x}, {y})"),
            3 => format!("tail(and({x}, {y}))"),
            4 => format!("({x} + {y})/2"),
            5 => format!("(if {} then {x} else {y})", atom(&mut random, heaps)),
            _ => format!("v2({x} + 1)"),
        };
        if let Some(known) = known(rule, &format!("grundy = {value}"), DigitOrder::Msd) {
            said(&known);
        }
    }
}
