//! What `prove` prints.

use std::io::Write;
use std::time::Duration;

use ishitori::proofs::{AcceptedTheorem, Attempt, ViolatedObligation};
use ishitori::trial::{Trial, is_refuted};
use ishitori_automata::{DigitOrder, Numeration};
use ishitori_core::claim::CheckVerdict;
use ishitori_core::prove::arena::ArenaMove;
use serde_json::{Value, json};

use super::TriedClaim;
use crate::commands::check::{verdict_words, witness_json, write_witness};

pub fn write_tried(tried: &TriedClaim, out: &mut dyn Write) -> anyhow::Result<()> {
    let TriedClaim { id, kind, game, misere, trial, files, note } = tried;
    let Trial { attempt, bounded, smallest, .. } = trial;
    let own = trial.own.as_ref().filter(|own| !is_refuted(own));
    let play = if *misere { ", misère play" } else { "" };
    write!(out, "{id:<12} {kind:<11} {game}{play}: ")?;
    match attempt {
        Attempt::Proved(theorem) => {
            writeln!(out, "PROVED for all positions  [{}]", time(theorem.proving))?;
            write_theorem(theorem, out)?;
        }
        Attempt::Decided(true) => {
            writeln!(out, "TRUE for all numbers (decided by automata; no move is involved)")?;
        }
        Attempt::Decided(false) => writeln!(out, "FALSE (decided by automata)")?,
        Attempt::Violated(violated) => write_violated(violated, trial, out)?,
        Attempt::Outside(outside) => writeln!(out, "not proved: {outside}")?,
        Attempt::GaveUp(why) => writeln!(out, "unknown, {why}")?,
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
        if let Ok(CheckVerdict::Refuted(refutation)) = &bounded.verdict {
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

/// The obligations of a theorem and what was needed.
pub fn write_theorem(theorem: &AcceptedTheorem, out: &mut dyn Write) -> anyhow::Result<()> {
    for (obligation, spent) in &theorem.obligations {
        let size = format!("{} {}", obligation.size, obligation.unit);
        writeln!(out, "    {:<44} {size:>20}  {:>8}", obligation.name, time(*spent))?;
    }
    let divides =
        |option: &ArenaMove| matches!(option, ArenaMove::Other(other) if !other.divides.is_empty());
    if theorem.proof.arena.moves.iter().any(divides) {
        writeln!(
            out,
            "    divisors are beyond automata: no move of a larger set stays, a move of a smaller set is found"
        )?;
    }
    let shop = &theorem.proof.induction.shop;
    let digits = match shop.numeration {
        Numeration::Binary => "binary digits",
        Numeration::Zeckendorf => "Fibonacci digits",
    };
    let order = match shop.order {
        DigitOrder::Msd => "most significant first",
        DigitOrder::Lsd => "least significant first",
    };
    let single = if shop.single { ", one at a time" } else { "" };
    let named = theorem.proof.goal.formulas();
    let machines = shop.machines.iter().filter(|m| named.iter().any(|(name, _)| *name == m.name));
    let states: Vec<String> =
        machines.map(|m| format!("{} {} states", m.name, m.dfa.states())).collect();
    writeln!(out, "    {digits}, {order}{single}; automata: {}", states.join(", "))?;
    let size = theorem.proof.certificate.len();
    let size = if size < 10_000 { format!("{size} bytes") } else { format!("{} kB", size / 1000) };
    let checking = time(theorem.checking);
    writeln!(out, "    certificate of {size}, accepted by ishitori-check in {checking}")?;
    Ok(())
}

/// A time with three digits.
pub fn time(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds >= 1.0 => format!("{seconds:.1} s"),
        seconds if seconds >= 0.01 => format!("{:.0} ms", seconds * 1e3),
        seconds => format!("{:.1} ms", seconds * 1e3),
    }
}

pub fn tried_json(tried: &TriedClaim) -> Value {
    let trial = &tried.trial;
    let mut value = json!({
        "claim": tried.id,
        "kind": tried.kind,
        "game": tried.game,
        "misere": tried.misere,
        "verdict": trial.verdict(),
        "true_on_its_window": trial.true_on_its_window(),
    });
    let more = match &trial.attempt {
        Attempt::Proved(theorem) => {
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
                "theorem": theorem.checked.theorem(),
                "obligations": obligations,
                "certificate_bytes": theorem.proof.certificate.len(),
                "files": tried.files.iter().map(|f| f.display().to_string()).collect::<Vec<_>>(),
            })
        }
        Attempt::Violated(violated) => {
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
        Attempt::Outside(outside) => json!({ "why": outside.to_string() }),
        Attempt::GaveUp(why) => json!({ "why": why.why() }),
        Attempt::Decided(_) => json!({}),
    };
    if let (Some(value), Value::Object(more)) = (value.as_object_mut(), more) {
        value.extend(more);
        if let Some(bounded) = &trial.bounded {
            let words = match &bounded.verdict {
                Ok(verdict) => verdict_words(verdict),
                Err(error) => format!("error: {error}"),
            };
            value.insert("on_a_window".to_string(), json!(words));
            if let Ok(CheckVerdict::Refuted(refutation)) = &bounded.verdict {
                let mut witness = witness_json(&refutation.smallest);
                witness["smallest"] = json!(trial.smallest);
                value.insert("witness".to_string(), witness);
            }
        }
    }
    value
}
