//! `ishitori prove`: what is said of a game, for all positions.

mod tell;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use ishitori_core::claim::{CheckError, Verdict};
use ishitori_core::game::Bounds;
use ishitori_core::prove::Outside;
use ishitori_core::solve::GaveUp;
use ishitori_rule::parse::parse_statement;
use serde_json::{Value, json};

use self::tell::{tried_json, write_tried};
use super::check::{RefutedClaims, in_formula};
use super::{save, walnut, write_json};
use crate::args::ProveArgs;
use crate::claims::{self, Claimed, Sentence};
use crate::interrupt;
use crate::progress;
use crate::proofs::{self, Attempt, Effort, MAX_SECONDS, Theorem};
use crate::trial::{Charge, Trial};

/// A claim, and what became of it.
struct Tried {
    id: String,
    kind: String,
    game: String,
    /// Whether it is about misère play.
    misere: bool,
    trial: Trial,
    files: Vec<PathBuf>,
    /// What was not written, and why.
    note: Option<String>,
}

pub use self::tell::{time, write_theorem};
pub use ishitori::drawings::drawings;

pub fn run(args: &ProveArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    if args.play.misere && args.formula.is_none() {
        bail!("a claim says itself whether it is about misère play: use --misere with --formula");
    }
    if !(args.time > 0.0 && args.time.is_finite()) {
        bail!("--time is a number of seconds, more than 0");
    }
    let claimed = Claimed::open(&args.game)?;
    let memory = usize::try_from(args.memory.bytes()).unwrap_or(usize::MAX);
    let effort = Effort { memory, time: Some(Duration::from_secs_f64(args.time.min(MAX_SECONDS))) };
    let one_file = args.output.as_deref().is_some_and(is_file_name);
    let mut all: Vec<Tried> = Vec::new();
    let mut tell = |mut tried: Tried, out: &mut dyn Write| -> anyhow::Result<()> {
        if let Attempt::Proved(theorem) = &tried.trial.attempt {
            let written = all.iter().any(|other| !other.files.is_empty());
            if one_file && written {
                bail!(
                    "several claims are proved: name a folder with -o, or choose one with --claim"
                );
            }
            (tried.files, tried.note) = write_files(args, &tried, theorem)?;
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
        let statement = parse_statement(text).map_err(|problems| in_formula(text, problems))?;
        let convention = args.play.convention();
        let sentence = Sentence { statement: &statement, text, convention };
        let attempt = proofs::prove(&claimed, &claimed.ruleset, "formula", &sentence, effort)?;
        if let Attempt::Outside(Outside::Problems(problems)) = attempt {
            return Err(in_formula(text, problems).into());
        }
        let mut check = |window: Option<&Bounds>| {
            let allowed = claims::allowed(args.memory, args.work);
            Ok(claimed.check_formula(&sentence, window, allowed, None, &mut progress::unlimited))
        };
        let (ruleset, has_window) = (&claimed.ruleset, false);
        let charge = Charge { claimed: &claimed, ruleset, sentence, has_window };
        let trial = Trial::new(&charge, attempt, &mut check)?;
        let (id, kind) = ("formula".to_string(), String::new());
        let (game, misere) = (claimed.ruleset.about.full_name(), args.play.misere);
        let tried = Tried { id, kind, game, misere, trial, files: vec![], note: None };
        tell(tried, out)?;
    } else {
        for instance in claimed.chosen(&args.claim)? {
            let claim = &claimed.ruleset.claims[instance.claim];
            let ruleset = claimed.with(&instance)?;
            let attempt = proofs::prove_claim(&claimed, &instance, effort)?;
            let mut check = |window: Option<&Bounds>| {
                let allowed = claims::allowed(args.memory, args.work);
                claimed.check(&instance, window, allowed, None, &mut progress::unlimited)
            };
            let has_window = instance.bounds != Bounds::default();
            let sentence = proofs::sentence(&claimed, &instance);
            let charge = Charge { claimed: &claimed, ruleset: &ruleset, sentence, has_window };
            let trial = Trial::new(&charge, attempt, &mut check)?;
            interrupt::check()?;
            let (id, kind) = (claim.id.value.clone(), claim.kind.value.clone());
            let (game, misere) = (ruleset.about.full_name(), claim.about.misere);
            let tried = Tried { id, kind, game, misere, trial, files: vec![], note: None };
            tell(tried, out)?;
        }
    }
    if args.json {
        let all: Vec<Value> = all.iter().map(tried_json).collect();
        write_json(&json!(all), out)?;
    }
    conclude(&all)
}

fn is_file_name(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "cert")
}

/// Writes what was asked for; says which files, and what could not be written.
fn write_files(
    args: &ProveArgs,
    tried: &Tried,
    theorem: &Theorem,
) -> anyhow::Result<(Vec<PathBuf>, Option<String>)> {
    let mut files = Vec::new();
    let name: String = format!("{}-{}", tried.game, tried.id)
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' })
        .collect();
    let mut write = |folder: &Path, name: String, text: &str| -> anyhow::Result<()> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let path = folder.join(name);
        save(&path, text.as_bytes())?;
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
    if let Some(folder) = &args.walnut {
        match walnut::write(folder, &name, theorem)? {
            Ok(written) => files.extend(written),
            Err(why) => note = Some(why),
        }
    }
    Ok((files, note))
}

fn conclude(all: &[Tried]) -> anyhow::Result<()> {
    let mut refuted = false;
    let mut unknown: Option<GaveUp> = None;
    for Tried { id, trial, .. } in all {
        match (&trial.attempt, trial.bounded.as_ref().map(|b| &b.verdict)) {
            (Attempt::Decided(true), Some(Ok(Verdict::Refuted(_)))) => bail!(
                "{id}: automata and evaluation disagree. This is a bug of ishitori: please report it"
            ),
            _ if trial.is_refuted() => refuted = true,
            (Attempt::GaveUp(why), _) | (_, Some(Ok(Verdict::Unknown(why)))) => {
                unknown = Some(why.clone());
            }
            (Attempt::Violated(violated), None) => {
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
