//! `ishitori check`: is what is said of a game true?
//!
//! Claims of the file, a formula, or a table in CSV, on a window that is solved or read from a file. A
//! verdict is printed as soon as it is there; with a checkpoint it is kept, so a run that goes on prints the
//! same. To hold on a window is no proof: for all positions there is `prove`. The exit code tells the worst:
//! an error, then something refuted, then something unknown.

use std::fmt;
use std::io::Write;

use std::path::Path;

use anyhow::bail;
use ishitori::check_run::{CheckRun, CheckRunSubject};
use ishitori::checks::{CheckError, CheckExtent, Refutation, Verdict, Witness};
use ishitori::claims::{CheckedClaim, ClaimSentence, ClaimedGame, sliced_name, window_words};
use ishitori::data_tables::{TableComparison, WrongCell, compare_table};
use ishitori::files::stored::StoredResult;
use ishitori::open;
use ishitori::problems::RuleProblems;
use ishitori::rules::parse_statement;
use ishitori::stopwatch::within;
use ishitori::{Bounds, Control, Convention, GaveUp, Total};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{convention_word, lists, options, time_limit, write_json};
use crate::args::CheckArgs;

/// A claim turned out false: exit code 1, and no message beyond the verdict.
#[derive(Debug)]
pub struct RefutedClaims;

impl fmt::Display for RefutedClaims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a claim is refuted")
    }
}

impl std::error::Error for RefutedClaims {}

pub fn run(args: &CheckArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    let control = &args.work.of(&args.memory.of(&within(control, time_limit(args.time)?)));
    if let Some(program) = &args.program.options {
        return options::check(program, args, control, out);
    }
    let keeping = &args.keeping.keeping();
    if args.play.misere && args.formula.is_none() && args.data.is_none() {
        bail!("a claim says itself whether it is about misère play: use --misere with --formula");
    }
    if let Some(path) = &args.data {
        if keeping.is_wanted() {
            bail!("a table is compared in one go: checkpoints are for claims and formulas");
        }
        return check_table(path, args, control, out);
    }
    let mut bounds = args.window.bounds();
    let mut convention = args.play.convention();
    let claimed = match &args.stored.from {
        None => {
            let mut claimed = ClaimedGame::open(&args.game)?;
            if args.on.is_some() {
                lists::must_be_figures(&claimed.ruleset)?;
                claimed.among.clone_from(&args.on);
            }
            lists::no_window(&claimed.ruleset, &bounds)?;
            super::sliced(claimed, args.bounds.as_deref(), control)?
        }
        Some(path) => {
            let mut stored = StoredResult::open(path, &args.game)?;
            bounds = stored.window(&bounds)?;
            stored.misere(args.play.misere)?;
            convention = stored.convention;
            let mut claimed = ClaimedGame::of_ruleset(&stored.ruleset);
            claimed.known = Some(stored.known(control.memory() as u128)?);
            claimed
        }
    };
    let work = || control.counting("positions", Total::Unknown);
    let subject = CheckRunSubject {
        claimed: &claimed,
        window: &bounds,
        convention,
        claims: &args.claim,
        formula: args.formula.as_deref(),
        from_file: args.stored.from.is_some(),
    };
    let mut claims = CheckRun::<ClaimReport>::begin(&subject, keeping, control)?;
    let window = (bounds != Bounds::default()).then_some(&bounds);
    let mut all = Vec::new();
    let mut tell = |told: ClaimReport, out: &mut dyn Write| -> anyhow::Result<()> {
        if !args.json {
            out.write_all(told.text.as_bytes())?;
            out.flush()?;
        }
        all.push(told);
        Ok(())
    };
    if let Some(formula) = &args.formula {
        let text = formula.as_str();
        let statement =
            parse_statement(text).map_err(|problems| RuleProblems::of_formula(text, problems))?;
        let sentence = ClaimSentence { statement: &statement, text, convention };
        let outcome = claims
            .check(0, |session| Ok(claimed.check_formula(&sentence, window, &work(), session)))?;
        if let Err(CheckError::Problems(problems)) = outcome.verdict {
            return Err(RuleProblems::of_formula(text, problems).into());
        }
        tell(ClaimReport::of(outcome)?, out)?;
    } else {
        for (at, instance) in claimed.chosen(&args.claim)?.iter().enumerate() {
            if let Some(told) = claims.told(at) {
                tell(told.clone(), out)?;
                continue;
            }
            let outcome =
                claims.check(at, |session| claimed.check(instance, window, &work(), session))?;
            let told = ClaimReport::of(outcome)?;
            tell(told.clone(), out)?;
            claims.tell(at, &told, told.is_verdict(), control)?;
        }
    }
    if args.json {
        let all: Vec<&Value> = all.iter().map(|told| &told.json).collect();
        write_json(&json!(all), out)?;
    }
    claims.finish()?;
    conclude(all)
}

/// What is told of a claim.
#[derive(Clone, Serialize, Deserialize)]
struct ClaimReport {
    text: String,
    json: Value,
    end: CheckEnd,
    /// Why it gave up.
    #[serde(skip)]
    why: Option<GaveUp>,
}

/// How the check of a claim ended.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum CheckEnd {
    Holds,
    Refuted,
    GaveUp,
    Failed,
}

impl ClaimReport {
    fn of(outcome: CheckedClaim) -> anyhow::Result<ClaimReport> {
        let mut text = Vec::new();
        write_outcome(&outcome, &mut text)?;
        let (text, json) = (String::from_utf8(text)?, outcome_json(&outcome));
        let (end, why) = match outcome.verdict {
            Ok(Verdict::HoldsUpTo(_)) => (CheckEnd::Holds, None),
            Ok(Verdict::Refuted(_)) => (CheckEnd::Refuted, None),
            Ok(Verdict::Unknown(why)) | Err(CheckError::GaveUp(why)) => {
                (CheckEnd::GaveUp, Some(why))
            }
            Err(_) => (CheckEnd::Failed, None),
        };
        Ok(ClaimReport { text, json, end, why })
    }

    /// Whether checking again would tell the same.
    fn is_verdict(&self) -> bool {
        matches!(self.end, CheckEnd::Holds | CheckEnd::Refuted)
    }
}

/// A table in a file as a claim.
fn check_table(
    path: &Path,
    args: &CheckArgs,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let from = args.stored.from.as_ref();
    let stored = from.map(|from| StoredResult::open(from, &args.game)).transpose()?;
    let opened = match &stored {
        Some(stored) => open::open_ruleset(stored.ruleset.clone())?,
        None => open::open(&args.game)?,
    };
    let compared = compare_table(path, &opened, stored, args.play.misere, control)?;
    let TableComparison { game, convention, cells, wrong, .. } = &compared;
    let file = path.display().to_string();
    if args.json {
        let witness =
            wrong.as_ref().map(|w| json!({ "at": w.position, "claimed": w.said, "true": w.truth }));
        let verdict = if wrong.is_some() { "refuted" } else { "holds" };
        let value = json!({
            "table": file, "game": game, "convention": convention_word(*convention),
            "verdict": verdict, "cases": cells, "witness": witness,
        });
        write_json(&value, out)?;
    } else {
        let cells = if *cells == 1 { "1 cell".into() } else { format!("{cells} cells") };
        let play = if *convention == Convention::Misere { ", misère play" } else { "" };
        match wrong {
            None => writeln!(out, "{file:<24} {game}{play}: holds ({cells})")?,
            Some(WrongCell { position, said, truth }) => {
                writeln!(out, "{file:<24} {game}{play}: REFUTED at {position}")?;
                writeln!(out, "    smallest witness: {position}")?;
                writeln!(out, "      claimed  {said}")?;
                writeln!(out, "      true     {truth}")?;
            }
        }
    }
    if wrong.is_some() { Err(RefutedClaims.into()) } else { Ok(()) }
}

/// The exit code: an error first, then a refuted claim, then one that is unknown.
fn conclude(all: Vec<ClaimReport>) -> anyhow::Result<()> {
    if all.iter().any(|told| told.end == CheckEnd::Failed) {
        // The message stands beside the claim.
        bail!("not every claim could be checked");
    }
    if all.iter().any(|told| told.end == CheckEnd::Refuted) {
        return Err(RefutedClaims.into());
    }
    match all.into_iter().filter_map(|told| told.why).next_back() {
        Some(why) => Err(why.into()),
        None => Ok(()),
    }
}

fn write_outcome(outcome: &CheckedClaim, out: &mut dyn Write) -> anyhow::Result<()> {
    let (id, kind) = match &outcome.claim {
        Some(claim) => (claim.id.value.as_str(), claim.kind.value.as_str()),
        None => ("formula", ""),
    };
    let game = sliced_name(&outcome.game, outcome.bounds.as_deref());
    let play = if outcome.misere { ", misère play" } else { "" };
    let time = match outcome.time.as_secs_f64() {
        seconds if seconds >= 1.0 => format!("  [{seconds:.1} s]"),
        _ => String::new(),
    };
    let verdict = match &outcome.verdict {
        Ok(verdict) => verdict_words(verdict),
        Err(error) => format!("error: {error}"),
    };
    writeln!(out, "{id:<12} {kind:<11} {game}{play}: {verdict}{time}")?;
    if let Ok(Verdict::Refuted(refutation)) = &outcome.verdict {
        write_witness("smallest witness", &refutation.smallest, out)?;
        if let Some(flattest) = &refutation.flattest {
            write_witness("smallest by largest heap", flattest, out)?;
        }
    }
    Ok(())
}

/// A verdict in a line.
pub fn verdict_words(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Proved(never) => match *never {},
        Verdict::HoldsUpTo(checked) if checked.cases == 0 => {
            "holds of nothing (0 cases)".to_string()
        }
        Verdict::HoldsUpTo(checked) => match &checked.window {
            Some(window) if *window == Bounds::default() => {
                format!("holds on the whole board ({})", looked_at(checked))
            }
            Some(window) => {
                format!("holds up to {} ({})", window_words(window), looked_at(checked))
            }
            None => match &checked.among {
                Some(list) => format!("holds on {list} ({})", looked_at(checked)),
                None => format!("holds ({})", looked_at(checked)),
            },
        },
        Verdict::Refuted(refutation) => {
            let Refutation { smallest, checked, .. } = &**refutation;
            let at = if smallest.at.is_empty() { "" } else { " at " };
            format!("REFUTED{at}{}{}", smallest.at, damaged(checked))
        }
        Verdict::Unknown(why) => format!("unknown, {why}"),
    }
}

fn looked_at(checked: &CheckExtent) -> String {
    let plural = if checked.cases == 1 { "" } else { "s" };
    let what = if checked.positions { "position" } else { "case" };
    format!("{} {what}{plural}{}", checked.cases, damaged(checked))
}

fn damaged(checked: &CheckExtent) -> String {
    match checked.damaged_cells {
        0 => String::new(),
        1 => ", 1 damaged cell left out".to_string(),
        cells => format!(", {cells} damaged cells left out"),
    }
}

pub fn write_witness(heading: &str, witness: &Witness, out: &mut dyn Write) -> anyhow::Result<()> {
    let Witness { at, says, truth, why, .. } = witness;
    if !at.is_empty() {
        writeln!(out, "    {heading}: {at}")?;
    }
    writeln!(out, "      claimed  {says}")?;
    let why = why.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
    writeln!(out, "      true     {truth}{why}")?;
    Ok(())
}

pub fn witness_json(witness: &Witness) -> Value {
    json!({
        "at": witness.at,
        "values": witness.values,
        "claimed": witness.says,
        "true": witness.truth,
        "why": witness.why,
    })
}

fn outcome_json(outcome: &CheckedClaim) -> Value {
    let claim = outcome.claim.as_ref();
    let mut value = json!({
        "claim": claim.map(|c| &c.id.value),
        "kind": claim.map(|c| &c.kind.value),
        "game": outcome.game,
        "seconds": outcome.time.as_secs_f64(),
    });
    if let Some(bounds) = &outcome.bounds {
        value["where"] = json!(bounds);
    }
    let more = match &outcome.verdict {
        Ok(verdict @ (Verdict::HoldsUpTo(_) | Verdict::Refuted(_))) => {
            let refutation = match verdict {
                Verdict::Refuted(refutation) => Some(&**refutation),
                _ => None,
            };
            let (smallest, flattest) =
                (refutation.map(|r| &r.smallest), refutation.and_then(|r| r.flattest.as_ref()));
            let checked = verdict.checked().expect("it was checked");
            json!({
                "verdict": verdict.word(),
                "to": checked.window.as_ref().map(|w| &w.to),
                "total": checked.window.as_ref().and_then(|w| w.total),
                "on": checked.among,
                "cases": checked.cases,
                "damaged_cells": checked.damaged_cells,
                "witness": smallest.map(witness_json),
                "flattest_witness": flattest.map(witness_json),
            })
        }
        Ok(Verdict::Unknown(why)) => json!({ "verdict": "unknown", "why": why.why() }),
        Ok(Verdict::Proved(never)) => match *never {},
        Err(error) => json!({ "verdict": "error", "why": error.to_string() }),
    };
    if let (Some(value), Value::Object(more)) = (value.as_object_mut(), more) {
        value.extend(more);
    }
    value
}
