//! Rules and claims from choices: small games of every shape that engines, readers and the prover tell apart.

use super::choices::Choices;

/// A rule text. A text of one's own is taken as it is, if it begins with `game`.
pub fn rule(data: &[u8]) -> String {
    match data.starts_with(b"game") {
        true => super::text_of(data),
        false => chosen_rule(&mut Choices::new(data)),
    }
}

/// A rule of one to four heaps and one to three kinds of moves; many are refused, for good reasons.
pub fn chosen_rule(choices: &mut Choices) -> String {
    let n = choices.below(4) + 1;
    let row = choices.bool();
    let heaps: Vec<String> = match row {
        true => (1..=n).map(|i| format!("h[{i}]")).collect(),
        false => ["a", "b", "c", "d"][..n].iter().map(ToString::to_string).collect(),
    };
    let shape = if row { format!("h[{n}]") } else { format!("({})", heaps.join(", ")) };
    let symmetry =
        choices.pick(&["", "unordered", "on a circle", "on a line", "on a directed circle"]);
    let least = choices.pick(&["", "", ", each >= 1", ", each >= 2", ", distinct"]);
    let valid = match choices.below(6) {
        0 => format!(", where {} mod 2 = 0", heaps.join(" + ")),
        1 => format!(", where {} <= 9", heaps.join(" + ")),
        _ => String::new(),
    };
    let mut text = format!("game random\nposition {shape} {symmetry} {least} {valid}\n");
    for _ in 0..=choices.below(3) {
        let line = match choices.below(4) {
            0 | 1 if row => update(choices),
            2 if symmetry == "unordered" => pieces(choices),
            _ => tuple(choices, &heaps),
        };
        text += &line;
        text.push('\n');
    }
    text
}

fn pieces(choices: &mut Choices) -> String {
    let (k, parts) = (choices.below(2) + 1, choices.below(2) + 2);
    let gone = k * (parts - 1);
    match choices.below(3) {
        0 => format!("move split {k} into {parts}, then delete {gone}"),
        1 => format!("move delete {gone}, then split {k} into {parts}"),
        _ => "move delete k, then split k for k in 1 .. 2".to_string(),
    }
}

fn heap(choices: &mut Choices, heaps: &[String]) -> String {
    heaps[choices.below(heaps.len())].clone()
}

/// A condition on heaps and new numbers.
fn condition(choices: &mut Choices, heaps: &[String], new: &[&str]) -> String {
    let x = match new.is_empty() {
        true => heap(choices, heaps),
        false => choices.pick(new).to_string(),
    };
    let (p, q, c) = (heap(choices, heaps), heap(choices, heaps), choices.below(5));
    let sign = choices.pick(&["<", "<=", "=", "!=", ">", ">="]);
    match choices.below(14) {
        0 => format!("{x} != {c}"),
        1 => format!("({x} + {p}) mod {} {sign} {}", c + 1, choices.below(3)),
        2 => format!("{x} divides {p}"),
        3 => format!("{x} {sign} {p} or {q} = {c}"),
        4 => format!("not ({x} <= {p} and {q} >= {c})"),
        5 => format!("{p} mod 3 < 2"),
        6 => format!("{x} = z, z <= {p}"),
        7 => format!("2*{x} {sign} {p} + {q} - {c}"),
        8 => format!("{c} <= {x} <= {p} + {q}"),
        9 => format!("{x} in {{{c}, 2, 5}}"),
        10 => format!("{} divides {p} - {x}", c + 1),
        11 => format!("w <= {p}, {x} + w >= {c}"),
        12 => format!("w < {p}, w != {x}, {q} >= w"),
        _ => format!("{p} - {q} {sign} {x} - {c}"),
    }
}

fn tuple(choices: &mut Choices, heaps: &[String]) -> String {
    let mut results = Vec::new();
    for own in heaps {
        let (other, c) = (heap(choices, heaps), choices.below(3) + 1);
        results.push(match choices.below(10) {
            0..=2 => own.clone(),
            3 | 4 => format!("{own} - t"),
            5 => "x".to_string(),
            6 => format!("{own} - {c}"),
            7 => format!("{own} + t - {c}"),
            8 => format!("{other} - 2*t"),
            _ => "y".to_string(),
        });
    }
    let result = results.join(", ");
    let new: Vec<&str> = ["t", "x", "y"].into_iter().filter(|v| result.contains(v)).collect();
    let mut conditions = Vec::new();
    for variable in &new {
        conditions.push(match choices.below(3) {
            0 if new.len() > 1 => format!("{} = {}", new.join(" + "), heap(choices, heaps)),
            1 => format!("{} <= {variable} <= {}", choices.below(3), heap(choices, heaps)),
            _ => format!("{variable} < {}", heap(choices, heaps)),
        });
    }
    for _ in 0..choices.below(3) {
        conditions.push(condition(choices, heaps, &new));
    }
    let clause = if conditions.is_empty() { "" } else { "where " };
    format!("option ({result}) {clause}{}", conditions.join(", "))
}

fn update(choices: &mut Choices) -> String {
    let (change, binders, needed) = match choices.below(14) {
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
    let mut conditions = vec![needed.to_string()];
    conditions.retain(|condition| !condition.is_empty());
    match choices.below(8) {
        0 if binders.starts_with('i') => conditions.push("each h[1 .. i-1] = 0".to_string()),
        1 if binders.starts_with('i') => conditions.push("h[i] mod 2 = 0".to_string()),
        2 => conditions.push("sum(h) >= 3".to_string()),
        3 => conditions.push(format!("h[1] != {}", choices.below(4))),
        4 => conditions.push("h[1] <= 2 or sum(h) mod 3 = 1".to_string()),
        _ => {}
    }
    let clause = if conditions.is_empty() { "" } else { "where " };
    let binders = if binders.is_empty() { String::new() } else { format!("for {binders}") };
    format!("option h with {change} {clause}{} {binders}", conditions.join(", "))
}

/// A claim that begins with `P iff`, `N iff` or `grundy =`; of a game with these names of heaps.
pub fn claim(choices: &mut Choices, names: &[String]) -> String {
    match choices.below(5) {
        0 | 1 => format!("P iff {}", formula(choices, names, 2)),
        2 => format!("N iff {}", formula(choices, names, 2)),
        _ => format!("grundy = {}", number(choices, names, 2)),
    }
}

fn number(choices: &mut Choices, names: &[String], depth: usize) -> String {
    if depth == 0 {
        return match choices.below(4) {
            0 => choices.below(5).to_string(),
            _ => names[choices.below(names.len())].clone(),
        };
    }
    let kind = choices.below(13);
    let inner = |choices: &mut Choices| number(choices, names, depth - 1);
    match kind {
        0 => "xor(heaps)".to_string(),
        1 => "sum(heaps)".to_string(),
        2 => "max(heaps)".to_string(),
        3 => "min(heaps)".to_string(),
        4 => "or(heaps)".to_string(),
        5 => format!("{} mod {}", inner(choices), choices.below(4) + 1),
        6 => format!("({} + {})", inner(choices), inner(choices)),
        7 => format!("({} xor {})", inner(choices), inner(choices)),
        8 => format!("min({}, {})", inner(choices), inner(choices)),
        9 => format!("max({} - {}, 0)", inner(choices), inner(choices)),
        10 => format!("({})/{}", inner(choices), choices.below(3) + 1),
        11 => format!("(if {} then 1 else 0)", formula(choices, names, 0)),
        _ => number(choices, names, 0),
    }
}

fn formula(choices: &mut Choices, names: &[String], depth: usize) -> String {
    let sign = choices.pick(&["=", "!=", "<", "<=", ">", ">="]);
    let simple = depth == 0;
    let numbers = depth.min(1);
    let (kind, deeper) = (choices.below(if simple { 4 } else { 11 }), depth.saturating_sub(1));
    let x = number(choices, names, numbers);
    match kind {
        0 | 1 => format!("{x} {sign} {}", number(choices, names, numbers)),
        2 => format!("v2({x}) mod 2 = {}", choices.below(2)),
        3 => format!("tail({x}) {sign} {}", choices.below(3)),
        4 => {
            format!("({} and {})", formula(choices, names, deeper), formula(choices, names, deeper))
        }
        5 => {
            format!("({} or {})", formula(choices, names, deeper), formula(choices, names, deeper))
        }
        6 => format!("not ({})", formula(choices, names, deeper)),
        7 => format!("(exists k in 0 .. {x}: {x} = 2*k and {})", formula(choices, names, deeper)),
        8 => format!("(for all k in 1 .. {x}: k + k != {})", number(choices, names, 0)),
        9 => format!("digit_sum({}, heaps) = 0", choices.below(3) + 2),
        _ => format!("popcount({x}) mod 2 = {}", choices.below(2)),
    }
}
