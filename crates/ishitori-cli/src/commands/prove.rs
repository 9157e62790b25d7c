//! `ishitori prove`: what is said of a game, for all positions.
//!
//! PROVED is printed only of what `ishitori-check` has accepted (`ishitori::proofs`). A claim without a proof
//! is checked on a window, and refuted by a witness where it is false there (`ishitori::trial`). Cost: at
//! most `--time` and `--memory` for the proof of each claim. `check` looks at windows alone, and has
//! checkpoints.

mod every_n;
mod print;
mod tried;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::bail;
use ishitori::checks::{CheckError, Verdict};
use ishitori::claims::{ClaimSentence, ClaimedGame, slice_words};
use ishitori::drawings::drawings;
use ishitori::every_n::EveryNGame;
use ishitori::files::{save, save_into};
use ishitori::pieces::refuse_pieces;
use ishitori::problems::RuleProblems;
use ishitori::proofs::{self, AcceptedTheorem, BeyondAutomata, DigitOrder, ProofAttempt};
use ishitori::rules::parse_statement;
use ishitori::stopwatch::{MAX_SECONDS, within};
use ishitori::trial::{StatedClaim, Trial};
use ishitori::{Bounds, Control, GaveUp, Total, walnut};
use serde_json::{Value, json};

use self::print::{tried_json, write_tried};
use self::tried::TriedClaim;
use super::check::RefutedClaims;
use super::write_json;
use crate::args::ProveArgs;

pub use self::every_n::write_theorem as write_every_n;
pub use self::print::{all_positions, write_theorem};

pub fn run(args: &ProveArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    if args.play.misere && args.formula.is_none() {
        bail!("a claim says itself whether it is about misère play: use --misere with --formula");
    }
    if !(args.time > 0.0 && args.time.is_finite()) {
        bail!("--time is a number of seconds, more than 0");
    }
    if let Some(game) = EveryNGame::open(&args.game)? {
        return every_n::run(args, &game, control, out);
    }
    // Files for Rocq read the most significant digits first.
    let order = args.rocq.as_deref().map(super::rocq_file).transpose()?.map(|_| DigitOrder::Msd);
    let claimed = ClaimedGame::open(&args.game)?;
    refuse_pieces(
        &claimed.ruleset,
        "there are no proofs about these: `ishitori check` looks at all of a window",
    )?;
    let (control, time) = (&args.memory.of(control), args.time.min(MAX_SECONDS));
    let claimed = super::sliced(claimed, args.bounds.as_deref(), control)?;
    let bounds = || slice_words(&claimed.ruleset);
    let in_time = || within(control, Some(Duration::from_secs_f64(time)));
    let window_work =
        |control: &Control| args.work.of(&control.counting("positions", Total::Unknown));
    let one_file = args.output.as_deref().is_some_and(is_file_name) || args.rocq.is_some();
    let mut all: Vec<TriedClaim> = Vec::new();
    let mut tell = |mut tried: TriedClaim, out: &mut dyn Write| -> anyhow::Result<()> {
        if let ProofAttempt::Proved(theorem) = &tried.trial.attempt {
            let written = all.iter().any(|other| !other.files.is_empty());
            if one_file && written {
                bail!(
                    "several claims are proved: name a folder with -o, or choose one with --claim"
                );
            }
            (tried.files, tried.note) = write_files(args, &tried, theorem, control)?;
        }
        if !args.json {
            write_tried(&tried, out)?;
            out.flush()?;
        }
        all.push(tried);
        Ok(())
    };
    if let Some(formula) = &args.formula {
        let text = formula.as_str();
        let statement =
            parse_statement(text).map_err(|problems| RuleProblems::of_formula(text, problems))?;
        let convention = args.play.convention();
        let sentence = ClaimSentence { statement: &statement, text, convention };
        let (ruleset, control) = (&claimed.ruleset, &in_time());
        let attempt =
            proofs::prove_in_order(&claimed, ruleset, "formula", &sentence, order, control)?;
        if let ProofAttempt::Outside(BeyondAutomata::Problems(problems)) = attempt {
            return Err(RuleProblems::of_formula(text, problems).into());
        }
        let mut check = |window: Option<&Bounds>| {
            Ok(claimed.check_formula(&sentence, window, &window_work(control), None))
        };
        let (ruleset, has_window) = (&claimed.ruleset, false);
        let charge = StatedClaim { claimed: &claimed, ruleset, sentence, has_window, control };
        let trial = Trial::new(&charge, attempt, &mut check)?;
        let (id, kind) = ("formula".to_string(), String::new());
        let (game, misere) = (claimed.ruleset.about.full_name(), args.play.misere);
        let tried = TriedClaim {
            id,
            kind,
            game,
            bounds: bounds(),
            misere,
            trial,
            files: vec![],
            note: None,
        };
        tell(tried, out)?;
    } else {
        for instance in claimed.chosen(&args.claim)? {
            let claim = &claimed.ruleset.claims[instance.claim];
            let ruleset = claimed.with(&instance)?;
            let in_time = &in_time();
            let attempt = proofs::prove_claim_in_order(&claimed, &instance, order, in_time)?;
            let mut check = |window: Option<&Bounds>| {
                claimed.check(&instance, window, &window_work(in_time), None)
            };
            let has_window = instance.bounds != Bounds::default();
            let (ruleset, sentence) = (&ruleset, proofs::sentence(&claimed, &instance));
            let charge =
                StatedClaim { claimed: &claimed, ruleset, sentence, has_window, control: in_time };
            let trial = Trial::new(&charge, attempt, &mut check)?;
            control.check()?;
            let (id, kind) = (claim.id.value.clone(), claim.kind.value.clone());
            let (game, misere) = (ruleset.about.full_name(), claim.about.misere);
            let tried = TriedClaim {
                id,
                kind,
                game,
                bounds: bounds(),
                misere,
                trial,
                files: vec![],
                note: None,
            };
            tell(tried, out)?;
        }
    }
    if args.json {
        let all: Vec<Value> = all.iter().map(tried_json).collect();
        write_json(&json!(all), out)?;
    }
    conclude(&all)?;
    match all.into_iter().find_map(|tried| tried.note).filter(|_| args.rocq.is_some()) {
        Some(why) => Err(GaveUp::new(why).into()),
        None => Ok(()),
    }
}

fn is_file_name(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "cert")
}

/// Writes what was asked for; says which files, and what could not be written.
fn write_files(
    args: &ProveArgs,
    tried: &TriedClaim,
    theorem: &AcceptedTheorem,
    control: &Control,
) -> anyhow::Result<(Vec<PathBuf>, Option<String>)> {
    let mut files = Vec::new();
    let name: String = format!("{}-{}", tried.game, tried.id)
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' })
        .collect();
    let mut write = |folder: &Path, name: String, text: &str| -> anyhow::Result<()> {
        let path = folder.join(name);
        save_into(&path, text.as_bytes())?;
        files.push(path);
        Ok(())
    };
    if let Some(folder) = &args.draw {
        for (machine, drawing) in drawings(&theorem.proof) {
            if let Some(svg) = drawing.svg() {
                write(folder, format!("{name}.{machine}.svg"), &svg)?;
            }
        }
    }
    if let Some(output) = &args.output {
        if is_file_name(output) {
            save(output, theorem.proof.certificate.as_bytes())?;
            files.push(output.clone());
        } else {
            write(output, format!("{name}.cert"), &theorem.proof.certificate)?;
        }
    }
    let mut note = None;
    if let Some(path) = &args.rocq {
        note = super::write_rocq(path, args.extracted, &theorem.proof.certificate)?;
        if note.is_none() {
            files.push(path.clone());
        }
    }
    if let Some(folder) = &args.walnut {
        match walnut::write(folder, &name, theorem, control)? {
            Ok(written) => files.extend(written),
            Err(why) => note = Some(why),
        }
    }
    Ok((files, note))
}

fn conclude(all: &[TriedClaim]) -> anyhow::Result<()> {
    let mut refuted = false;
    let mut unknown: Option<GaveUp> = None;
    for TriedClaim { id, trial, .. } in all {
        match (&trial.attempt, trial.bounded.as_ref().map(|b| &b.verdict)) {
            (
                ProofAttempt::Decided(true) | ProofAttempt::ByPeriod { holds: true, .. },
                Some(Ok(Verdict::Refuted(_))),
            ) => bail!(
                "{id}: automata and evaluation disagree. This is a bug of ishitori: please report it"
            ),
            _ if trial.is_refuted() => refuted = true,
            (ProofAttempt::GaveUp(why), _) | (_, Some(Ok(Verdict::Unknown(why)))) => {
                unknown = Some(why.clone());
            }
            (ProofAttempt::Violated(violated), None) => {
                let why = format!("{id}: {} is violated", violated.obligation);
                unknown = Some(GaveUp::new(why));
            }
            (_, Some(Err(CheckError::GaveUp(why)))) => unknown = Some(why.clone()),
            (_, Some(Err(_))) => bail!("not every claim could be checked"),
            _ => {}
        }
    }
    match (refuted, unknown) {
        (true, _) => Err(RefutedClaims.into()),
        (false, Some(why)) => Err(why.into()),
        (false, None) => Ok(()),
    }
}
