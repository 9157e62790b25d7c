//! Random rules for tests.

// Each test file uses its own part of this module.
#![allow(dead_code)]

use crate::cases::cases;
use ishitori_core::game::{AnyGame, HeapGame};
use ishitori_rule::Rules;
use ishitori_rule::parse::parse;
use ishitori_rule::syntax::GameText;

fn pick<'a>(random: &mut fastrand::Rng, from: &[&'a str]) -> &'a str {
    from[random.usize(..from.len())]
}

/// A rule of one to three lines; many are refused.
pub fn random_rule(random: &mut fastrand::Rng) -> String {
    let n = [1, 2, 2, 2, 3, 3][random.usize(..6)];
    let row = random.bool();
    let symmetry = pick(
        random,
        &["", "unordered", "on a circle", "on a directed circle", "on a line", "unordered"],
    );
    let least = pick(random, &["", "", "each >= 1"]);
    let more = pick(random, &["", "", "", "distinct"]);
    let heaps: Vec<String> = if row {
        (1..=n).map(|i| format!("h[{i}]")).collect()
    } else {
        ["a", "b", "c"][..n].iter().map(|s| s.to_string()).collect()
    };
    let shape = if row { format!("h[{n}]") } else { format!("({})", heaps.join(", ")) };
    let mut text = format!("game random\nposition {shape} {symmetry} {least} {more}\n");
    for _ in 0..random.usize(1..=3) {
        let line = if row && random.u8(..4) > 0 {
            random_update(random)
        } else {
            random_tuple(random, &heaps)
        };
        text.push_str(&line);
        text.push('\n');
    }
    text
}

fn random_tuple(random: &mut fastrand::Rng, heaps: &[String]) -> String {
    let heap = |random: &mut fastrand::Rng| heaps[random.usize(..heaps.len())].clone();
    let mut results = Vec::new();
    for own in heaps {
        let other = heap(random);
        results.push(match random.u8(..10) {
            0..=2 => own.clone(),
            3 | 4 => format!("{own} - t"),
            5 => "x".to_string(),
            6 => format!("{own} - 1"),
            7 => format!("{own} + t - {}", random.u8(1..=3)),
            8 => format!("{other} - 2*t"),
            _ => "y".to_string(),
        });
    }
    let result = results.join(", ");
    let mut conditions = Vec::new();
    if result.contains('x') && result.contains('y') && random.bool() {
        conditions.push(format!("x + y = {}", heap(random)));
    } else {
        for variable in ["x", "y"].iter().filter(|v| result.contains(**v)) {
            conditions.push(format!("{variable} < {}", heap(random)));
        }
    }
    if result.contains('t') {
        conditions.push(format!("{} <= t <= {}", random.u8(0..=2), heap(random)));
    }
    let variable = pick(random, &["t", "x", "y"]);
    if result.contains(variable) || random.u8(..8) == 0 {
        let (p, q) = (heap(random), heap(random));
        conditions.push(match random.u8(..11) {
            9 => format!("w <= {p}, {variable} + w >= {}", random.u8(1..=4)),
            10 => format!("w < {p}, w != {variable}, {q} >= w"),
            0 => format!("{variable} != {}", random.u8(0..=3)),
            1 => format!("({variable} + {p}) mod 2 = {}", random.u8(0..=1)),
            2 => format!("{variable} divides {p}"),
            3 => format!("{variable} < {p} or {q} = 0"),
            4 => format!("not {variable} = {p}"),
            5 => format!("not ({variable} <= {p} and {q} >= 2)"),
            6 => format!("{p} mod 3 < 2"),
            7 => format!("{variable} = z, z <= {p}"),
            _ => format!("2*{variable} <= {p} + {q}"),
        });
    }
    let clause = if conditions.is_empty() { String::new() } else { "where ".to_string() };
    format!("option ({result}) {clause}{}", conditions.join(", "))
}

fn random_update(random: &mut fastrand::Rng) -> String {
    let (change, binders, condition) = match random.u8(..9) {
        0 => ("h[i] lowered", "i", ""),
        1 => ("h[S] lowered", "S of size 2", ""),
        2 => ("h[S] strictly lowered", "S of size <= 2", ""),
        3 => ("h[i] - t", "i", "1 <= t <= h[1]"),
        4 => ("h[i] - t, h[j] - t", "i < j", "t >= 1"),
        5 => ("h[i] := x", "i", "x < h[i]"),
        6 => ("h[i] - 2*t, h[j] + t", "i, j", "i != j, t >= 1"),
        7 => ("h[S] lowered", "S of any size", "size(S & {1, 2}) <= 1"),
        _ => ("h[S] - t", "S of size >= 1", "t >= 1"),
    };
    let mut conditions: Vec<String> =
        if condition.is_empty() { Vec::new() } else { vec![condition.to_string()] };
    if random.bool() {
        let with_index = binders.starts_with('i');
        conditions.push(match random.u8(..6) {
            0 if with_index => "each h[1 .. i-1] = 0".to_string(),
            1 if with_index => "h[i] mod 2 = 0".to_string(),
            2 => "sum(h) >= 3".to_string(),
            3 => format!("h[1] != {}", random.u8(0..=2)),
            4 => "h[1] <= 2 or sum(h) mod 3 = 1".to_string(),
            _ => "not (h[1] = 1)".to_string(),
        });
    }
    let clause = if conditions.is_empty() { "" } else { "where " };
    format!("option h with {change} {clause}{} for {binders}", conditions.join(", "))
}

/// A rule of cones and diagonals, each heap in some cone of its own.
pub fn random_cones(random: &mut fastrand::Rng) -> String {
    let n = random.usize(1..=5);
    let symmetry = pick(random, &["", "", "unordered", "on a circle", "on a line"]);
    let least = pick(random, &["", "each >= 1"]);
    let mut text = format!("game cones position h[{n}] {symmetry} {least}\n");
    text.push_str(&format!("option h with h[{}] lowered\n", random.usize(1..=n)));
    for _ in 0..random.usize(1..=4) {
        let set: Vec<String> = (1..=n).filter(|_| random.bool()).map(|i| i.to_string()).collect();
        if set.is_empty() {
            continue;
        }
        let set = set.join(", ");
        text.push_str(&match random.u8(..3) {
            0 => format!("option h with h[{{{set}}}] - t where t >= 1\n"),
            _ => format!("option h with h[{{{set}}}] lowered\n"),
        });
    }
    text
}

/// The game of a rule, if the rule is accepted.
pub fn game_of(text: &str) -> Option<HeapGame> {
    let ruleset = ishitori_rule::load(text, &[]).ok()?;
    assert!(matches!(ruleset.rules, Rules::Heaps(_)));
    match AnyGame::new(&ruleset) {
        Ok(AnyGame::Heaps(game)) => Some(game),
        _ => panic!("{text}"),
    }
}

/// Accepted random rules with their syntax and games, from as many seeds as are asked for.
pub fn random_games(seeds: std::ops::Range<u64>) -> Vec<(String, GameText, HeapGame)> {
    let mut games = Vec::new();
    for seed in seeds.start..seeds.start + cases(seeds.end - seeds.start) {
        let text = random_rule(&mut fastrand::Rng::with_seed(seed));
        if let Some(game) = game_of(&text) {
            games.push((text.clone(), parse(&text).0, game));
        }
    }
    games
}
