//! A band as a text that `ishitori-check` can check (docs/certificate.md).
//!
//! The checker computes all columns by itself, so the file holds the game, which heaps are free, the period, and how
//! many columns show it.

use std::fmt::Write;

use ishitori_rule::checksum::fnv1a;

use super::{BandQuestion, FoundBand};
use crate::prove::arena::Arena;
use crate::prove::certificate::rules;

/// The certificate of a band; why its game cannot be written as formulas, if so.
///
/// # Errors
/// The reason, in a sentence.
pub fn certificate(
    game: &str,
    rule: &str,
    question: &BandQuestion,
    band: &FoundBand,
) -> Result<String, String> {
    let arena = Arena::new(question.rules)?;
    let mut out = format!("ishitori band certificate 1\ngame {game}\nrule\n");
    for line in rule.lines() {
        let _ = if line.is_empty() { writeln!(out, "|") } else { writeln!(out, "| {line}") };
    }
    rules(&mut out, &arena);
    let second = question.second.map_or("value", |heap| arena.heaps[heap].as_str());
    let _ = writeln!(out, "free {} {second}", arena.heaps[question.first]);
    let bounds: String = question.bounds.iter().map(|bound| format!(" {bound}")).collect();
    let _ = writeln!(out, "bounds{bounds}");
    let FoundBand { period, saltus, start, columns, .. } = band;
    let _ = writeln!(out, "period {period} saltus {saltus} start {start} columns {columns}");
    let _ = writeln!(out, "end {:016x}", fnv1a(out.as_bytes()));
    Ok(out)
}
