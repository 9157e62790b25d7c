//! `check --options`: whether a formula holds of each position of a list.
//!
//! To hold of a list is no proof. Where it fails, the first position of the list is shown, with its line.

use std::io::Write;

use anyhow::bail;
use ishitori::options::{JsonPosition, PositionCheck, check_positions};
use ishitori::{Bounds, Control, Convention, Error};
use serde_json::json;

use super::{ListedPositions, counted, must_be_absent};
use crate::args::CheckArgs;
use crate::commands::check::RefutedClaims;
use crate::commands::{convention_word, write_json};

/// `check --options`.
pub fn check(
    program: &str,
    args: &CheckArgs,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    must_be_absent("--from", args.stored.from.is_some())?;
    must_be_absent("--claim", !args.claim.is_empty())?;
    must_be_absent("--data", args.data.is_some())?;
    must_be_absent("a window", args.window.bounds() != Bounds::default())?;
    must_be_absent("a checkpoint", args.keeping.keeping().is_wanted())?;
    let Some(formula) = &args.formula else {
        bail!("with --options give a statement: --formula 'P iff h[1] = h[2]'");
    };
    let listed =
        ListedPositions::solve(program, &args.game, args.listed.positions.as_deref(), control)?;
    let (graph, positions) = (&listed.graph, &listed.positions);
    let (numbers, convention) = (JsonPosition::numbers, args.play.convention());
    let checked = check_positions(graph, positions, &numbers, formula, convention, control);
    match checked.map_err(kept_apart)? {
        PositionCheck::Holds { cases } => holds(&listed, cases, convention, args.json, out),
        PositionCheck::Fails { at } => {
            refuted(&listed, at, convention, args.json, out)?;
            Err(RefutedClaims.into())
        }
    }
}

/// Exit codes tell problems of the formula, giving up and everything else apart.
fn kept_apart(error: Error) -> anyhow::Error {
    match error {
        Error::Rule(problems) => problems.into(),
        Error::GaveUp(gave_up) | Error::Stopped(gave_up) => gave_up.into(),
        error => error.into(),
    }
}

fn play_words(convention: Convention) -> &'static str {
    if convention == Convention::Misere { ", misère play" } else { "" }
}

fn holds(
    listed: &ListedPositions,
    cases: usize,
    convention: Convention,
    as_json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let (name, file) = (listed.program.name(), listed.file.display().to_string());
    if as_json {
        let value = json!([{
            "claim": null, "kind": null, "game": name, "convention": convention_word(convention),
            "file": file, "verdict": "holds", "cases": cases, "witness": null,
        }]);
        return write_json(&value, out);
    }
    let (play, cases) = (play_words(convention), counted(cases, "position"));
    writeln!(out, "{:<24} {name}{play}: holds of {cases} in {file}", "formula")?;
    Ok(())
}

fn refuted(
    listed: &ListedPositions,
    at: usize,
    convention: Convention,
    as_json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let (position, line) = (&listed.positions[at], listed.lines[at]);
    let (name, file) = (listed.program.name(), listed.file.display().to_string());
    let facts = listed.graph.facts(position).expect("it was asked for");
    let moves = listed.graph.option_count(position).expect("it was asked for");
    let (outcome, remoteness) = (facts.outcome(convention), facts.remoteness(convention));
    if as_json {
        let witness = json!({
            "position": position.value(), "line": line, "outcome": outcome.to_string(),
            "grundy": facts.grundy, "remoteness": remoteness, "moves": moves,
        });
        let value = json!([{
            "claim": null, "kind": null, "game": name, "convention": convention_word(convention),
            "file": file, "verdict": "refuted", "cases": listed.positions.len(), "witness": witness,
        }]);
        return write_json(&value, out);
    }
    let play = play_words(convention);
    writeln!(out, "{:<24} {name}{play}: REFUTED at {position}", "formula")?;
    writeln!(out, "    first witness: {position} (line {line} of {file})")?;
    let grundy = facts.grundy;
    let moves = counted(moves, "move");
    writeln!(out, "      true     {outcome}, grundy {grundy}, remoteness {remoteness}, {moves}")?;
    Ok(())
}
