//! `ishitori prove 'nim(n)'`: claims for every number of heaps at once.
//!
//! A parameter that is a letter, its own name, is left open (`ishitori::every_n`). PROVED is printed only of what `ishitori-check` has
//! accepted and small games do not contradict; a claim that is not proved is looked at on small windows. Theorems for
//! one number of heaps, and files for Walnut and Rocq, are those of `prove 'nim(4)'`.

use std::io::Write;
use std::time::Duration;

use anyhow::bail;
use ishitori::checks::Verdict;
use ishitori::claims::{CheckedClaim, ClaimSentence};
use ishitori::every_n::{EveryNGame, EveryNTheorem, EveryNTrial};
use ishitori::files::{save, save_into};
use ishitori::problems::RuleProblems;
use ishitori::rules::parse_statement;
use ishitori::stopwatch::{MAX_SECONDS, time_words, within};
use ishitori::{Control, Convention, GaveUp};
use serde_json::{Value, json};

use super::is_file_name;
use crate::args::ProveArgs;
use crate::commands::check::{RefutedClaims, witness_json, write_witness};
use crate::commands::write_json;

/// A claim that was tried.
struct TriedForEvery {
    id: String,
    kind: String,
    trial: EveryNTrial,
    file: Option<std::path::PathBuf>,
}

pub fn run(
    args: &ProveArgs,
    game: &EveryNGame,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if args.walnut.is_some() || args.rocq.is_some() || args.draw.is_some() {
        bail!(
            "for every {0} there is a certificate (-o) and nothing else: --walnut, --rocq and --draw want a number in place of {0}",
            game.many.open
        );
    }
    let time = Duration::from_secs_f64(args.time.min(MAX_SECONDS));
    let control = args.memory.of(control);
    let mut all = Vec::new();
    let mut tell = |id: &str, kind: &str, sentence: &ClaimSentence, out: &mut dyn Write| {
        let trial = game.prove(id, sentence, &within(&control, Some(time)))?;
        control.check()?;
        let mut tried =
            TriedForEvery { id: id.to_string(), kind: kind.to_string(), trial, file: None };
        if let EveryNTrial::Proved(theorem) = &tried.trial {
            let written = all.iter().any(|other: &TriedForEvery| other.file.is_some());
            tried.file = write_certificate(args, game, id, theorem, written)?;
        }
        if !args.json {
            write_tried(game, &tried, out)?;
            out.flush()?;
        }
        all.push(tried);
        anyhow::Ok(())
    };
    if let Some(text) = &args.formula {
        let statement =
            parse_statement(text).map_err(|problems| RuleProblems::of_formula(text, problems))?;
        let convention = args.play.convention();
        tell("formula", "", &ClaimSentence { statement: &statement, text, convention }, out)?;
    } else {
        for claim in game.claims(&args.claim, &control)? {
            let misere = claim.about.misere;
            let convention = if misere { Convention::Misere } else { Convention::Normal };
            let sentence =
                ClaimSentence { statement: &claim.statement, text: game.text(), convention };
            tell(&claim.id.value, &claim.kind.value, &sentence, out)?;
        }
    }
    if args.json {
        let all: Vec<Value> = all.iter().map(|tried| tried_json(game, tried)).collect();
        write_json(&json!(all), out)?;
    }
    conclude(&all)
}

fn conclude(all: &[TriedForEvery]) -> anyhow::Result<()> {
    if all.iter().any(|tried| matches!(tried.trial, EveryNTrial::Refuted(_))) {
        return Err(RefutedClaims.into());
    }
    let open = all.iter().find_map(|tried| match &tried.trial {
        EveryNTrial::Open(why) => Some(GaveUp::new(format!("{}: {why}", tried.id))),
        EveryNTrial::GaveUp(why) => Some(why.clone()),
        _ => None,
    });
    open.map_or(Ok(()), |why| Err(why.into()))
}

fn write_certificate(
    args: &ProveArgs,
    game: &EveryNGame,
    id: &str,
    theorem: &EveryNTheorem,
    written: bool,
) -> anyhow::Result<Option<std::path::PathBuf>> {
    let Some(output) = &args.output else { return Ok(None) };
    let bytes = theorem.certificate.as_bytes();
    if is_file_name(output) {
        if written {
            bail!("several claims are proved: name a folder with -o, or choose one with --claim");
        }
        save(output, bytes)?;
        return Ok(Some(output.clone()));
    }
    let name: String = format!("{}-{id}", game.name)
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' })
        .collect();
    let path = output.join(format!("{name}.cert"));
    save_into(&path, bytes)?;
    Ok(Some(path))
}

fn write_tried(
    game: &EveryNGame,
    tried: &TriedForEvery,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let TriedForEvery { id, kind, trial, file } = tried;
    let (name, open) = (&game.name, &game.many.open);
    write!(out, "{id:<12} {kind:<11} {name}: ")?;
    match trial {
        EveryNTrial::Proved(theorem) => {
            writeln!(out, "PROVED for every {open}  [{}]", time_words(theorem.proving))?;
            write_theorem(game, theorem, out)?;
        }
        EveryNTrial::Refuted(outcome) => write_refuted(outcome, out)?,
        EveryNTrial::Unread(beyond) => {
            writeln!(out, "not proved for every {open}: {}", beyond.what)?;
            writeln!(out, "    no counterexample in the smallest games")?;
        }
        EveryNTrial::Open(why) => {
            writeln!(out, "not proved for every {open}: {why}")?;
            writeln!(out, "    no counterexample in the smallest games")?;
        }
        EveryNTrial::GaveUp(why) => writeln!(out, "unknown, {why}")?,
    }
    if let Some(file) = file {
        writeln!(out, "    wrote {}", file.display())?;
    }
    Ok(())
}

fn write_refuted(outcome: &CheckedClaim, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "REFUTED by {}", outcome.game)?;
    if let Ok(Verdict::Refuted(refutation)) = &outcome.verdict {
        write_witness("smallest witness", &refutation.smallest, out)?;
    }
    Ok(())
}

/// What a theorem for every number of heaps is about, and what was checked.
pub fn write_theorem(
    game: &EveryNGame,
    theorem: &EveryNTheorem,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let EveryNTheorem { certificate, checked, compared, unread, checking, .. } = theorem;
    writeln!(out, "    the game: any number of heaps; {}", game.move_words())?;
    writeln!(out, "    read from the number of ones in each binary digit: {}", checked.says)?;
    for obligation in &checked.obligations {
        let size = format!("{} steps", obligation.size);
        writeln!(out, "    {:<44} {size:>20}", obligation.name)?;
    }
    let (states, macros, bytes) = (checked.states, checked.macro_states, certificate.len());
    writeln!(out, "    automaton of {states} states, strategy of {macros} macro-states")?;
    writeln!(
        out,
        "    certificate of {bytes} bytes, accepted by ishitori-check in {}",
        time_words(*checking)
    )?;
    writeln!(out, "    rule and claim compared with {} on small heaps", compared.join(", "))?;
    match unread {
        None => writeln!(out, "    a second reader reads them alike there")?,
        Some(why) => writeln!(out, "    the second reader does not read {why}")?,
    }
    Ok(())
}

fn tried_json(game: &EveryNGame, tried: &TriedForEvery) -> Value {
    let mut value = json!({
        "claim": tried.id,
        "kind": tried.kind,
        "game": game.name,
        "every": game.many.open,
        "misere": false,
    });
    let more = match &tried.trial {
        EveryNTrial::Proved(theorem) => {
            let EveryNTheorem { checked, .. } = &**theorem;
            json!({
                "verdict": "proved",
                "moves": checked.moves,
                "says": checked.says,
                "theorem": checked.theorem,
                "states": checked.states,
                "macro_states": checked.macro_states,
                "compared_with": theorem.compared,
                "second_reader": theorem.unread.as_deref().unwrap_or("agrees"),
                "seconds": theorem.proving.as_secs_f64(),
                "checking_seconds": theorem.checking.as_secs_f64(),
                "certificate_bytes": theorem.certificate.len(),
                "files": tried.file.iter().map(|f| f.display().to_string()).collect::<Vec<_>>(),
            })
        }
        EveryNTrial::Refuted(outcome) => {
            let witness = match &outcome.verdict {
                Ok(Verdict::Refuted(refutation)) => witness_json(&refutation.smallest),
                _ => Value::Null,
            };
            json!({ "verdict": "refuted", "by": outcome.game, "witness": witness })
        }
        EveryNTrial::Unread(beyond) => json!({ "verdict": "holds", "why": beyond.what }),
        EveryNTrial::Open(why) => json!({ "verdict": "unknown", "why": why }),
        EveryNTrial::GaveUp(why) => json!({ "verdict": "unknown", "why": why.why() }),
    };
    if let (Some(value), Value::Object(more)) = (value.as_object_mut(), more) {
        value.extend(more);
    }
    value
}
