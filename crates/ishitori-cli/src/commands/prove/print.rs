//! What `prove` prints: a verdict with its obligations, witness and files, as text or JSON.
//!
//! PROVED is printed only of an [`AcceptedTheorem`], whose certificate the checker has accepted. A violation
//! is called REFUTED only if a window or a contradiction shows that the claim is false. Theorems of
//! `discover` are printed by the same [`write_theorem`]. Verdicts on windows have the words of `check`.

use std::io::Write;

use ishitori::checks::Verdict;
use ishitori::claims::sliced_name;
use ishitori::periods::period_words;
use ishitori::proofs::{AcceptedTheorem, ProofAttempt, ViolatedObligation, ViolationKind};
use ishitori::stopwatch::time_words;
use ishitori::trial::{Trial, is_refuted, why};
use serde_json::{Value, json};

use super::tried::TriedClaim;
use crate::commands::check::{verdict_words, witness_json, write_witness};

pub fn write_tried(tried: &TriedClaim, out: &mut dyn Write) -> anyhow::Result<()> {
    let TriedClaim { id, kind, misere, trial, files, note, .. } = tried;
    let game = sliced_name(&tried.game, tried.bounds.as_deref());
    let Trial { attempt, bounded, smallest, .. } = trial;
    let own = trial.own.as_ref().filter(|own| !is_refuted(own));
    let play = if *misere { ", misère play" } else { "" };
    write!(out, "{id:<12} {kind:<11} {game}{play}: ")?;
    match attempt {
        ProofAttempt::Proved(theorem) => {
            let (all, time) = (all_positions(theorem), time_words(theorem.proving));
            writeln!(out, "PROVED for {all}  [{time}]")?;
            write_theorem(theorem, out)?;
        }
        ProofAttempt::Decided(true) => {
            writeln!(out, "TRUE for all numbers (decided by automata; no move is involved)")?;
        }
        ProofAttempt::Decided(false) => writeln!(out, "FALSE (decided by automata)")?,
        ProofAttempt::ByPeriod { holds: true, period } => {
            let words = period_words(period);
            writeln!(out, "TRUE for all heaps (by {words}, accepted by ishitori-check)")?;
        }
        ProofAttempt::ByPeriod { holds: false, period } => {
            let words = period_words(period);
            writeln!(out, "FALSE (by {words}, accepted by ishitori-check)")?;
        }
        ProofAttempt::Violated(violated) => write_violated(violated, trial, out)?,
        ProofAttempt::Outside(outside) => writeln!(out, "not proved: {outside}")?,
        ProofAttempt::GaveUp(why) => writeln!(out, "unknown, {why}")?,
    }
    if let Some(bounded) = bounded {
        let verdict = match &bounded.verdict {
            Ok(verdict) => verdict_words(verdict),
            Err(error) => format!("error: {error}"),
        };
        if let Some(Ok(own)) = own.map(|own| &own.verdict) {
            writeln!(out, "    on its own window: {}", verdict_words(own))?;
        }
        let beyond = if own.is_some() { "beyond it" } else { "on a window" };
        writeln!(out, "    {beyond}: {verdict}")?;
        if let Ok(Verdict::Refuted(refutation)) = &bounded.verdict {
            let heading = if *smallest { "smallest witness" } else { "a witness" };
            write_witness(heading, &refutation.smallest, out)?;
        }
    }
    for file in files {
        writeln!(out, "    wrote {}", file.display())?;
    }
    if let Some(note) = note {
        writeln!(out, "    {note}")?;
    }
    Ok(())
}

fn write_violated(
    violated: &ViolatedObligation,
    trial: &Trial,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let at = match violated.place() {
        place if place.is_empty() => place,
        place => format!(", {place}"),
    };
    match violated.exact {
        true if trial.true_on_its_window() == Some(true) => {
            writeln!(out, "NOT TRUE for all positions")?;
        }
        true if trial.is_refuted() => writeln!(out, "REFUTED")?,
        true => writeln!(out, "violated, in positions too large to be solved here")?,
        false if violated.about == ViolationKind::Unsupported => {
            writeln!(out, "{}", why(&trial.attempt))?;
        }
        false => writeln!(
            out,
            "not proved: divisors are beyond automata, and the moves that are not are too few or too many"
        )?,
    }
    writeln!(out, "    violated: {}{at}", violated.obligation)?;
    if let Some(contradiction) = &trial.contradiction {
        writeln!(out, "    {}", contradiction.why)?;
    }
    Ok(())
}

/// Of what a theorem is true, after the name of the game with the bounds of its slice.
pub fn all_positions(theorem: &AcceptedTheorem) -> &'static str {
    match theorem.proof.arena.slice.is_whole() {
        true => "all positions",
        false => "all such positions",
    }
}

/// The obligations of a theorem and what was needed.
pub fn write_theorem(theorem: &AcceptedTheorem, out: &mut dyn Write) -> anyhow::Result<()> {
    for (obligation, spent) in &theorem.obligations {
        let size = format!("{} {}", obligation.size, obligation.unit);
        writeln!(out, "    {:<44} {size:>20}  {:>8}", obligation.name, time_words(*spent))?;
    }
    if theorem.has_divisors() {
        writeln!(
            out,
            "    divisors are beyond automata: no move of a larger set stays, a move of a smaller set is found"
        )?;
    }
    let states: Vec<String> =
        theorem.automata().iter().map(|(name, states)| format!("{name} {states} states")).collect();
    writeln!(out, "    {}; automata: {}", theorem.digit_words(), states.join(", "))?;
    let size = theorem.proof.certificate.len();
    let size = if size < 10_000 { format!("{size} bytes") } else { format!("{} kB", size / 1000) };
    let checking = time_words(theorem.checking);
    writeln!(out, "    certificate of {size}, accepted by ishitori-check in {checking}")?;
    if let Some(why) = &theorem.unread {
        writeln!(
            out,
            "    the second reader does not read {why}: only one reader understands it so"
        )?;
    }
    Ok(())
}

pub fn tried_json(tried: &TriedClaim) -> Value {
    let trial = &tried.trial;
    let mut value = json!({
        "claim": tried.id,
        "kind": tried.kind,
        "game": tried.game,
        "misere": tried.misere,
        "verdict": trial.word(),
        "true_on_its_window": trial.true_on_its_window(),
    });
    if let Some(bounds) = &tried.bounds {
        value["where"] = json!(bounds);
    }
    let more = match &trial.attempt {
        ProofAttempt::Proved(theorem) => {
            let obligations: Vec<Value> = theorem
                .obligations
                .iter()
                .map(|(o, time)| {
                    json!({ "name": o.name, "size": o.size, "unit": o.unit, "seconds": time.as_secs_f64() })
                })
                .collect();
            json!({
                "seconds": theorem.proving.as_secs_f64(),
                "check_seconds": theorem.checking.as_secs_f64(),
                "second_reader": theorem.unread.as_deref().unwrap_or("agrees"),
                "theorem": theorem.checked.theorem(),
                "obligations": obligations,
                "certificate_bytes": theorem.proof.certificate.len(),
                "files": tried.files.iter().map(|f| f.display().to_string()).collect::<Vec<_>>(),
            })
        }
        ProofAttempt::Violated(violated) => {
            let numbers = |numbers: &Option<Vec<u128>>| {
                numbers.as_ref().map(|all| all.iter().map(u128::to_string).collect::<Vec<_>>())
            };
            json!({
                "violated": violated.obligation,
                "position": numbers(&violated.position),
                "option": numbers(&violated.option),
                "why": trial.contradiction.as_ref().map(|c| &c.why),
                "confirmed": trial.contradiction.as_ref().map(|c| c.confirmed),
            })
        }
        ProofAttempt::Outside(outside) => json!({ "why": outside.to_string() }),
        ProofAttempt::GaveUp(why) => json!({ "why": why.why() }),
        ProofAttempt::Decided(_) => json!({}),
        ProofAttempt::ByPeriod { period, .. } => json!({
            "period": { "length": period.length, "start": period.start, "saltus": period.saltus },
        }),
    };
    if let (Some(value), Value::Object(more)) = (value.as_object_mut(), more) {
        value.extend(more);
        if let Some(bounded) = &trial.bounded {
            let words = match &bounded.verdict {
                Ok(verdict) => verdict_words(verdict),
                Err(error) => format!("error: {error}"),
            };
            value.insert("on_a_window".to_string(), json!(words));
            if let Ok(Verdict::Refuted(refutation)) = &bounded.verdict {
                let mut witness = witness_json(&refutation.smallest);
                witness["smallest"] = json!(trial.smallest);
                value.insert("witness".to_string(), witness);
            }
        }
    }
    value
}
