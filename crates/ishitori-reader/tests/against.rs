//! The two readers against each other: random rules and random claims, and what each makes of them.
//!
//! A rule is compared by the options of all small positions, a claim by its truth at all small positions (and some
//! large ones): the first reader's by the evaluator of claims, the second's by the automaton of its formula.

use std::collections::BTreeSet;

use fastrand::Rng;
use ishitori_core::catalogue::CatalogueLibrary;
use ishitori_core::claim::{CheckError, ClaimCheck, Filter, with_filter};
use ishitori_core::control::Control;
use ishitori_core::game::{AnyGame, Bounds, GameKind, HeapGame, Heaps};
use ishitori_core::solve::Convention;
use ishitori_reader::{ClaimAbout, ReadGame, read_rule};
use ishitori_rule::parse::parse_statement;
use ishitori_rule::{Ruleset, load};

/// What came of a case.
#[derive(Debug, PartialEq, Eq)]
pub enum Compared {
    /// The first reader refuses it.
    Refused,
    /// The second reader does not read it, and why.
    Unread(String),
    /// They agree, at so many points.
    Alike(usize),
    /// They do not, and where.
    Different(String),
}

fn pick<'a>(random: &mut Rng, from: &[&'a str]) -> &'a str {
    from[random.usize(..from.len())]
}

/// A random rule; many are refused.
pub fn random_rule(random: &mut Rng) -> String {
    let n = random.usize(1..=4);
    let row = random.bool();
    let names = ["a", "b", "c", "d"];
    let heaps: Vec<String> = match row {
        true => (1..=n).map(|i| format!("h[{i}]")).collect(),
        false => names[..n].iter().map(ToString::to_string).collect(),
    };
    let shape = if row { format!("h[{n}]") } else { format!("({})", heaps.join(", ")) };
    let symmetry = pick(
        random,
        &["", "unordered", "unordered", "on a circle", "on a directed circle", "on a line"],
    );
    let least = pick(random, &["", "", ", each >= 1", "each >= 2"]);
    let more = match random.u8(..8) {
        0 => ", distinct".to_string(),
        1 => format!(", where {} mod 2 = 0", heaps.join(" + ")),
        2 => format!("where {} <= 9", heaps.join(" + ")),
        _ => String::new(),
    };
    let mut text = format!("game random\nposition {shape} {symmetry} {least} {more}\n");
    for _ in 0..random.usize(1..=3) {
        text += &match random.u8(..10) {
            0 if symmetry == "unordered" => random_pieces(random),
            1..=4 if row => random_change(random, n),
            5 if !row => random_named(random, &heaps),
            _ => random_tuple(random, &heaps),
        };
        text.push('\n');
    }
    text
}

fn random_pieces(random: &mut Rng) -> String {
    let k = random.u8(1..=2);
    let pieces = random.u8(2..=3);
    let gone = k * (pieces - 1);
    match random.u8(..3) {
        0 => format!("move split {k} into {pieces}, then delete {gone}"),
        1 => format!("move delete {gone}, then split {k} into {pieces}"),
        _ => "move delete k, then split k   for k in 1 .. 2".to_string(),
    }
}

fn random_condition(random: &mut Rng, heaps: &[String], variables: &[&str]) -> String {
    let heap = |random: &mut Rng| heaps[random.usize(..heaps.len())].clone();
    let variable = match variables.is_empty() {
        true => heap(random),
        false => variables[random.usize(..variables.len())].to_string(),
    };
    let (p, q, c) = (heap(random), heap(random), random.u8(..4));
    let sign = pick(random, &["<", "<=", "=", "!=", ">", ">=", "≤", "≥", "≠"]);
    match random.u8(..16) {
        0 => format!("{variable} != {c}"),
        1 => format!("({variable} + {p}) mod {} {sign} {}", c + 2, random.u8(..3)),
        2 => format!("{variable} divides {p}"),
        3 => format!("{variable} {sign} {p} or {q} = {c}"),
        4 => format!("not {variable} = {p}"),
        5 => format!("not ({variable} <= {p} and {q} >= {c})"),
        6 => format!("{p} mod 3 < 2"),
        7 => format!("{variable} = z, z <= {p}"),
        8 => format!("2*{variable} {sign} {p} + {q} - {c}"),
        9 => format!("{c} <= {variable} <= {p} + {q}"),
        10 => format!("{variable} in {{{c}, 2, 5}}"),
        11 => format!("{} divides {p} - {variable}", c + 1),
        12 => format!("{variable} {sign} {c} and ({p} {sign} {q} or {variable} < 2)"),
        13 => format!("{p} - {q} {sign} {variable} - 2^{c}"),
        14 => format!("({p} - {variable}) mod {} = {q} mod {}", c + 1, c + 1),
        _ => format!("{variable} <= max({c}, 3) * 2 - 5/2"),
    }
}

fn random_tuple(random: &mut Rng, heaps: &[String]) -> String {
    let heap = |random: &mut Rng| heaps[random.usize(..heaps.len())].clone();
    let mut results = Vec::new();
    for own in heaps {
        let other = heap(random);
        results.push(match random.u8(..11) {
            0..=2 => own.clone(),
            3 | 4 => format!("{own} - t"),
            5 => "x".to_string(),
            6 => format!("{own} - 1"),
            7 => format!("{own} + t - {}", random.u8(1..=3)),
            8 => format!("{other} - 2*t"),
            9 => format!("{own} - (t + {})", random.u8(..2)),
            _ => "y".to_string(),
        });
    }
    let result = results.join(", ");
    let used: Vec<&str> = ["t", "x", "y"].into_iter().filter(|v| result.contains(v)).collect();
    let mut conditions = Vec::new();
    for variable in &used {
        conditions.push(match random.u8(..3) {
            0 if used.len() > 1 => format!("{} = {}", used.join(" + "), heap(random)),
            1 => format!("{} <= {variable} <= {}", random.u8(..=2), heap(random)),
            _ => format!("{variable} < {}", heap(random)),
        });
    }
    if random.bool() {
        conditions.push(random_condition(random, heaps, &used));
    }
    let clause = if conditions.is_empty() { "" } else { "where " };
    format!("option ({result}) {clause}{}", conditions.join(", "))
}

fn random_named(random: &mut Rng, heaps: &[String]) -> String {
    let first = random.usize(..heaps.len());
    let own = &heaps[first];
    let mut text = match random.u8(..4) {
        0 => format!("option with {own} lowered"),
        1 => format!("option with {own} - t"),
        2 => format!("option with {own} strictly lowered"),
        _ => format!("option with {own} := x"),
    };
    if heaps.len() > 1 && random.bool() {
        let other = &heaps[(first + 1) % heaps.len()];
        text += &match random.u8(..3) {
            0 => format!(", {other} lowered"),
            1 => format!(", {other} + t - 1"),
            _ => format!(", {other} - 2"),
        };
    }
    let used: Vec<&str> = ["t", "x"].into_iter().filter(|v| text[12..].contains(v)).collect();
    let mut conditions: Vec<String> =
        used.iter().map(|v| format!("{} <= {v}, {v} < {own}", random.u8(..2))).collect();
    if random.bool() {
        conditions.push(random_condition(random, heaps, &used));
    }
    let clause = if conditions.is_empty() { "" } else { " where " };
    format!("{text}{clause}{}", conditions.join(", "))
}

fn random_change(random: &mut Rng, n: usize) -> String {
    let (change, binders, condition) = match random.u8(..14) {
        0 => ("h[i] lowered", "i", ""),
        1 => ("h[S] lowered", "S of size 2", ""),
        2 => ("h[S] strictly lowered", "S of size <= 2", ""),
        3 => ("h[i] - t", "i", "1 <= t <= h[1]"),
        4 => ("h[i] - t, h[j] - t", "i < j", "t >= 1"),
        5 => ("h[i] := x", "i", "x < h[i]"),
        6 => ("h[i] - 2*t, h[j] + t", "i, j", "i != j, t >= 1"),
        7 => ("h[S] lowered", "S of any size", "size(S & {1, 2}) <= 1"),
        8 => ("h[S] - t", "S of size >= 1", "t >= 1"),
        9 => ("h[i .. i+1] lowered", "i in 1 .. 2", ""),
        10 => ("h[{1, 2}] - t", "", "t >= 1"),
        11 => ("h[i] - d", "i", "d >= 1, d divides h"),
        12 => ("h[S] lowered", "i, S of size 2", "not i in S, h[i] >= 1"),
        _ => ("h[i] - 1, h[i+1] - 1", "i in 1 .. 1", ""),
    };
    let mut conditions: Vec<String> =
        if condition.is_empty() { Vec::new() } else { vec![condition.to_string()] };
    if random.bool() {
        let with_index = binders.starts_with('i');
        let heaps: Vec<String> = (1..=n).map(|i| format!("h[{i}]")).collect();
        conditions.push(match random.u8(..8) {
            0 if with_index => "each h[1 .. i-1] = 0".to_string(),
            1 if with_index => "h[i] mod 2 = 0".to_string(),
            2 => "sum(h) >= 3".to_string(),
            3 => format!("h[1] != {}", random.u8(0..=2)),
            4 => "h[1] <= 2 or sum(h) mod 3 = 1".to_string(),
            5 => "distinct h".to_string(),
            6 => random_condition(random, &heaps, &[]),
            _ => "not (h[1] = 1)".to_string(),
        });
    }
    let clause = if conditions.is_empty() { "" } else { "where " };
    let binders = if binders.is_empty() { String::new() } else { format!("for {binders}") };
    format!("option h with {change} {clause}{} {binders}", conditions.join(", "))
}

/// The first reader's game.
pub fn first_game(ruleset: &Ruleset) -> Option<HeapGame> {
    match AnyGame::new(ruleset) {
        Ok(AnyGame::Heaps(game)) => Some(game),
        _ => None,
    }
}

/// The options of a position, as the first reader has them.
pub fn first_options(game: &HeapGame, heaps: &[u64]) -> Option<BTreeSet<Vec<i64>>> {
    let position = game.position(heaps).ok()?;
    let plain = |option: &Heaps| option.iter().map(|heap| *heap as i64).collect::<Vec<i64>>();
    Some(game.options(&position).iter().map(plain).collect())
}

/// All tuples with numbers below `side`.
pub fn tuples(heaps: usize, side: u64) -> Vec<Vec<u64>> {
    let mut found = vec![Vec::new()];
    for _ in 0..heaps {
        let longer = |start: &Vec<u64>| {
            (0..side).map(|next| [start.clone(), vec![next]].concat()).collect::<Vec<_>>()
        };
        found = found.iter().flat_map(longer).collect();
    }
    found
}

/// Where two readings of a rule differ on small positions.
pub fn same_options(game: &ReadGame, first: &HeapGame) -> Result<usize, Result<String, String>> {
    if first.rules().names.len() != game.heaps() {
        return Err(Ok("the number of heaps".to_string()));
    }
    let side = [12, 7, 5, 3][game.heaps().min(4) - 1];
    let mut points = 0;
    for heaps in tuples(game.heaps(), side) {
        let tuple: Vec<i64> = heaps.iter().map(|heap| *heap as i64).collect();
        let valid = game.has_position(&tuple).ok_or(Err("positions".to_string()))?;
        let options = first_options(first, &heaps);
        if valid != options.is_some() {
            return Err(Ok(format!("{heaps:?} is a position: {valid}")));
        }
        let Some(options) = options else { continue };
        let second = game.options(&tuple, &mut || true).map_err(|why| Err(why.why))?;
        if options != second {
            return Err(Ok(format!("{heaps:?}: first {options:?}, second {second:?}")));
        }
        points += 1;
    }
    Ok(points)
}

/// Compares the readings of a rule.
pub fn compare_rule(text: &str) -> Compared {
    let second = read_rule(text, "random", &mut || true);
    let Ok(ruleset) = load(text, &[]) else { return Compared::Refused };
    let Some(first) = first_game(&ruleset) else { return Compared::Refused };
    let second = match second {
        Ok(second) => second,
        Err(why) => return Compared::Unread(why.why),
    };
    match same_options(&second, &first) {
        Ok(points) => Compared::Alike(points),
        Err(Ok(different)) => Compared::Different(different),
        Err(Err(unread)) => Compared::Unread(unread),
    }
}

/// A number in terms of `a`, `b` and perhaps `k`.
fn number(random: &mut Rng, depth: u32) -> String {
    if depth == 0 || random.u8(..4) == 0 {
        return match random.u8(..8) {
            0..=2 => "a".to_string(),
            3..=5 => "b".to_string(),
            6 => "k".to_string(),
            _ => random.u8(..6).to_string(),
        };
    }
    let d = depth - 1;
    let (x, y, z) = (number(random, d), number(random, d), number(random, d));
    let n = random.u8(1..5);
    match random.u8(..26) {
        0 | 1 => format!("({x} + {y})"),
        2 | 3 => format!("({x} - {y})"),
        4 => format!("{n}*{x}"),
        5 => format!("({x})/{n}"),
        6 => format!("({x}) mod {n}"),
        7 => format!("({x} xor {y})"),
        8 => format!("or({x}, {y})"),
        9 => format!("and({x}, {y}, 5)"),
        10 => format!("min({x}, {y})"),
        11 => format!("max({x}, {y}, 2)"),
        12 => format!("abs({x})"),
        13 => format!("bit({x}, {})", n - 1),
        14 => format!("majority({x}, {y}, {z})"),
        15 => format!("least({}, {x}, {y}, {z})", n.min(3)),
        16 => format!("2^({} + {n})", exponent(random, d)),
        17 => format!("({}) mod {n}", exponent(random, d)),
        18 => format!("(if {} then {x} else {y})", condition(random, d)),
        19 => format!("({x} mod 2) * ({y})"),
        20 => format!("count(k in {{{x}, {y}, 3}}: {})", condition(random, d)),
        21 => format!("sum({{{x}, {y}}})"),
        22 => format!("xor({x}, {y}, {z})"),
        23 => format!("sum(k + {n} for k in 1 .. {n} where {})", condition(random, d)),
        24 => format!("size({{{x}, {y}, 2}})"),
        _ => format!("{x} - {y} + {z} mod {n} - 2*{x}"),
    }
}

/// A number of digits.
fn exponent(random: &mut Rng, depth: u32) -> String {
    let d = depth.saturating_sub(1);
    let (x, y) = (number(random, d), number(random, d));
    let n = random.u8(..3);
    match random.u8(..9) {
        0 | 1 => format!("v2({x})"),
        2 => format!("tail({x})"),
        3 => format!("bitlen({x})"),
        4 => format!("v2({x}) + {n}"),
        5 => format!("min(v2({x}), v2({y}))"),
        6 => format!("max(v2({x}), tail({y}))"),
        7 => format!("(if {x} < {y} then v2({y}) else 2)"),
        _ => "infinity".to_string(),
    }
}

/// A condition.
pub fn condition(random: &mut Rng, depth: u32) -> String {
    let sign = pick(random, &["=", "!=", "<", "<=", ">", ">="]);
    let d = depth.min(2);
    let (x, y) = (number(random, d), number(random, d));
    let n = random.u8(1..4);
    if depth == 0 {
        return format!("{x} {sign} {y}");
    }
    let (c, e) = (condition(random, depth - 1), condition(random, depth - 1));
    match random.u8(..40) {
        0..=5 => format!("{x} {sign} {y}"),
        6 => format!("{} {sign} {}", exponent(random, depth), exponent(random, depth)),
        7 => format!("{} {sign} {}", exponent(random, depth), random.i8(-1..8)),
        8 => format!("({}) mod {n} = 1", exponent(random, depth)),
        9 => format!("popcount({x}) {sign} {n}"),
        10 => format!("popcount({x}) mod 2 = 0"),
        11 => format!("digit_sum({}, {x}, {y}) = 0", n + 1),
        12 => format!("({c} and {e})"),
        13 => format!("({c} or {e})"),
        14 => format!("({c} implies {e})"),
        15 => format!("(({c}) iff {e})"),
        16 => format!("(not ({c}))"),
        17 => format!("{x} {sign} {y} {sign} {n}"),
        18 => format!("(exists k in {x} .. {y}: {c})"),
        19 => format!("(for all k in {x} .. {y}: {c})"),
        20 => format!("(at most one k in {x} .. {y}: {c})"),
        21 => format!("(exactly one k in {x} .. {y} with {c})"),
        22 => format!("(exists k in 0 .. {}: {c})", exponent(random, 1)),
        23 => format!("(let k := {x}: {c})"),
        24 => format!("{x} in {{1, {y}, 4}}"),
        25 => format!("{x} in 1 .. {y}"),
        26 => format!("not {c} and {e} or {c}"),
        27 => format!("{c} or {e} and not {c}"),
        28 => format!("{c} implies {e} implies {c}"),
        29 => format!("{n} divides {x}"),
        37 => format!("(exists k in 0 .. {}: {x} + {n} = {n}*2^k)", 9 + 10 * n),
        38 => format!("(for all k in {n} .. 25: 2^k - 1 {sign} {x} or {y} < 3)"),
        31 | 32 => format!("(if {c} then {e} else {x} {sign} {y})"),
        33 => format!("if {c} then {e} else {x} {sign} {y} and {c}"),
        34 => format!("if {c} then {x} else {y} {sign} {n}"),
        35 => format!("if {c} then {x} {sign} {n} else if {e} then {c} else {y} {sign} {x}"),
        36 => format!("if {c} then if {e} then {x} else {y} else {n} {sign} {x}"),
        30 => format!("(no k in {{a, b, {n}}} with {c})"),
        _ => format!("({c} if {e})"),
    }
}

/// The games whose positions random claims are about.
pub const CLAIM_RULES: [&str; 3] = [
    "game random position (a, b) option (x, b) where x < a option (a, x) where x < b",
    "game random position (a, b) unordered option (x, b) where x < a",
    "game random position (a, b) unordered, each >= 1 option (x, b) where x < a",
];

/// Compares the readings of a claim, which speaks of `a`, `b` and `k`.
pub fn compare_claim(rule: &str, statement: &str) -> Compared {
    // `k` outside of a quantifier means nothing: it is given something to be.
    let text = format!("let k := 3: {statement}");
    let ruleset = load(rule, &[]).expect("a rule");
    let game = read_rule(rule, "random", &mut || true).expect("a rule");
    let claim = game.claim(&text, ClaimAbout::Value(0), &mut || true);
    let Ok(parsed) = parse_statement(&text) else { return Compared::Refused };
    let first = first_game(&ruleset).expect("a game on heaps");
    let mut points: Vec<Vec<u64>> = tuples(2, 9);
    points.extend([[15, 16], [7, 24], [12, 40], [31, 33], [20, 52], [64, 64]].map(Vec::from));
    let mut positions: Vec<Heaps> = points.iter().flat_map(|p| first.position(p)).collect();
    positions.dedup();
    let control = Control::unlimited().with_memory(1 << 30).with_positions(2_000);
    let bounds = Bounds { to: Vec::new(), total: Some(60) };
    let check = ClaimCheck {
        among: None,
        ruleset: &ruleset,
        statement: &parsed,
        text: "",
        convention: Convention::Normal,
        bounds: &bounds,
        automatic: true,
        control: &control,
        known: None,
        library: &CatalogueLibrary,
    };
    let mut truths: Vec<Option<bool>> = Vec::new();
    let run = with_filter(&check, |filter: &mut dyn Filter| {
        truths = positions
            .iter()
            .map(|position| match filter.keeps_heaps(position) {
                Ok(truth) => Some(truth),
                Err(CheckError::Meaningless { .. }) => None,
                Err(_) => None,
            })
            .collect();
    });
    if run.is_err() {
        return Compared::Refused;
    }
    let claim = match claim {
        Ok(claim) => claim,
        Err(why) => return Compared::Unread(why.why),
    };
    if claim.holds.len() + claim.undefined.len() > 20_000 {
        return Compared::Unread("a long formula".to_string());
    }
    let points: Vec<Vec<u64>> = positions.iter().map(|position| position.to_vec()).collect();
    let mut work = 0;
    let mut few = |_: &str| {
        work += 1;
        work < 60
    };
    let fibonacci = claim.holds.contains("(shift");
    let undefined = ishitori_check::holds_at(&claim.undefined, fibonacci, 2, &points, &mut few);
    let holds = ishitori_check::holds_at(&claim.holds, fibonacci, 2, &points, &mut few);
    let (undefined, holds) = match (undefined, holds) {
        (Ok(undefined), Ok(holds)) => (undefined, holds),
        (Err(why), _) | (_, Err(why)) => return Compared::Unread(format!("automata: {why}")),
    };
    let mut alike = 0;
    for (index, truth) in truths.iter().enumerate() {
        match (truth, undefined[index]) {
            // The second reader demands a meaning for every element, as `prove` does.
            (_, true) => {}
            (None, false) => {
                return Compared::Different(format!(
                    "{:?} means nothing, the second reader says {}",
                    points[index], holds[index]
                ));
            }
            (Some(truth), false) if *truth == holds[index] => alike += 1,
            (Some(truth), false) => {
                return Compared::Different(format!(
                    "{:?}: first {truth}, second {}",
                    points[index], holds[index]
                ));
            }
        }
    }
    Compared::Alike(alike)
}
