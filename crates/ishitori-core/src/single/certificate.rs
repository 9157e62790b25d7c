//! A proved period as a text that `ishitori-check` can check (docs/certificate.md).
//!
//! The checker computes the values by itself, so the file holds the moves, the period and how many values
//! prove it; and, where values fall into rare and common ones, the mask that makes that quick.

use std::fmt::Write;

use ishitori_rule::checksum::fnv1a;

use super::mask::RareMask;
use super::period::Period;
use super::rule::{TakeAndBreak, TakeSet};

/// What stands at the head of the file.
#[derive(Clone, Copy, Debug)]
pub struct SequenceHeading<'a> {
    /// The game with its parameters.
    pub game: &'a str,
    /// The rule text.
    pub rule: &'a str,
}

/// The certificate of a period.
pub fn certificate(
    heading: SequenceHeading,
    breaks: &TakeAndBreak,
    period: &Period,
    mask: Option<RareMask>,
) -> String {
    let mut out = String::from("ishitori sequence certificate 1\n");
    let _ = writeln!(out, "game {}\nrule", heading.game);
    for line in heading.rule.lines() {
        let _ = if line.is_empty() { writeln!(out, "|") } else { writeln!(out, "| {line}") };
    }
    for line in moves(breaks) {
        let _ = writeln!(out, "{line}");
    }
    let Period { start, length, saltus, values } = period;
    let _ = writeln!(out, "period {length} start {start} saltus {saltus}\nvalues {values}");
    if let Some(mask) = mask {
        let size = match mask.shift {
            Some(shift) => format!("size {}", shift % 2),
            None => "value".to_string(),
        };
        let _ = writeln!(out, "mask {} by {size}", mask.digits);
    }
    let _ = writeln!(out, "end {:016x}", fnv1a(out.as_bytes()));
    out
}

/// The moves, a line each: what two rules have in common if they are the same.
pub fn moves(breaks: &TakeAndBreak) -> Vec<String> {
    let mut lines = Vec::new();
    let listed = |takes: &mut dyn Iterator<Item = &u64>| {
        takes.map(|take| format!(" {take}")).collect::<String>()
    };
    let mut simple = |parts: u8, takes: &TakeSet| {
        if !takes.listed.is_empty() {
            lines.push(format!("leave {parts} take{}", listed(&mut takes.listed.iter())));
        }
        if let Some(except) = &takes.all_but {
            lines.push(format!("leave {parts} all but{}", listed(&mut except.iter())));
        }
    };
    simple(0, &breaks.none);
    simple(1, &breaks.one);
    for differ in [false, true] {
        let takes = breaks.two.iter().filter(|(_, d)| **d == differ).map(|(take, _)| take);
        let takes = listed(&mut takes.into_iter());
        if !takes.is_empty() {
            lines.push(format!("leave {} take{takes}", if differ { "2 different" } else { "2" }));
        }
    }
    if !breaks.three.is_empty() {
        lines.push(format!("leave 3 take{}", listed(&mut breaks.three.iter())));
    }
    lines
}
