//! `ishitori prove`: what is said of a game, for all positions.

mod contradiction;
mod tell;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use ishitori_core::claim::{CheckError, Verdict};
use ishitori_core::game::{AnyGame, Bounds, Game, Growth};
use ishitori_core::prove::Outside;
use ishitori_core::solve::GaveUp;
use ishitori_rule::Ruleset;
use ishitori_rule::parse::parse_statement;
use serde_json::{Value, json};

use self::contradiction::{Contradiction, contradiction};
use self::tell::{tried_json, write_tried};
use super::check::{RefutedClaims, in_formula};
use super::{save, walnut, write_json};
use crate::args::ProveArgs;
use crate::claims::{self, Claimed, Outcome, Sentence};
use crate::interrupt;
use crate::progress;
use crate::proofs::{self, Attempt, Effort, MAX_SECONDS, Theorem, Violated};

/// A violation is confirmed by solving windows with at most so many positions.
const MAX_CONFIRMED: u128 = 20_000_000;

/// A claim, what became of its proof, and what a check on a window says if there is none.
struct Tried {
    id: String,
    kind: String,
    game: String,
    /// Whether it is about misère play.
    misere: bool,
    attempt: Attempt,
    /// On a window, where there is no proof: around a violation, or where the claim says itself.
    bounded: Option<Outcome>,
    /// Whether its witness is surely the smallest there is.
    smallest: bool,
    /// Where the claim contradicts itself, if solving a window does not show that it is false.
    contradiction: Option<Contradiction>,
    /// On the claim's own window, if it names one and is not true for all positions.
    own: Option<Outcome>,
    files: Vec<PathBuf>,
    /// What was not written, and why.
    note: Option<String>,
}

impl Tried {
    /// Whether it is false, somewhere.
    fn is_refuted(&self) -> bool {
        matches!(self.attempt, Attempt::Decided(false))
            || self.bounded.as_ref().is_some_and(is_refuted)
            || self.contradiction.is_some()
    }

    /// Whether a claim that is not true for all positions is true on its own window; `None` if it is true
    /// for all, or nobody knows, or it names no window.
    fn true_on_its_window(&self) -> Option<bool> {
        match self.own.as_ref()?.verdict {
            Ok(Verdict::HoldsUpTo(_)) => Some(true),
            Ok(Verdict::Refuted(_)) => Some(false),
            _ => None,
        }
    }
}

fn is_refuted(outcome: &Outcome) -> bool {
    matches!(outcome.verdict, Ok(Verdict::Refuted(_)))
}

pub use self::tell::{time, write_theorem};
pub use ishitori_desk::drawings::drawings;

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
        if let Attempt::Proved(theorem) = &tried.attempt {
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
        let check = |window: Option<&Bounds>| {
            let allowed = claims::allowed(args.memory, args.work);
            Ok(claimed.check_formula(&sentence, window, allowed, None, &mut progress::unlimited))
        };
        let (bounded, smallest) = bounded(&attempt, &claimed.ruleset, check)?;
        let contradiction = contradicts(&attempt, &bounded, &claimed, &claimed.ruleset, &sentence)?;
        let game = claimed.ruleset.about.full_name();
        let (id, kind) = ("formula".to_string(), String::new());
        let misere = args.play.misere;
        let (own, files, note) = (None, vec![], None);
        let tried = Tried {
            id,
            kind,
            game,
            misere,
            attempt,
            bounded,
            smallest,
            contradiction,
            own,
            files,
            note,
        };
        tell(tried, out)?;
    } else {
        for instance in claimed.chosen(&args.claim)? {
            let claim = &claimed.ruleset.claims[instance.claim];
            let ruleset = claimed.with(&instance)?;
            let attempt = proofs::prove_claim(&claimed, &instance, effort)?;
            let check = |window: Option<&Bounds>| {
                let allowed = claims::allowed(args.memory, args.work);
                claimed.check(&instance, window, allowed, None, &mut progress::unlimited)
            };
            let (bounded, smallest) = bounded(&attempt, &ruleset, check)?;
            let sentence = proofs::sentence(&claimed, &instance);
            let contradiction = contradicts(&attempt, &bounded, &claimed, &ruleset, &sentence)?;
            let refuted = contradiction.is_some() || bounded.as_ref().is_some_and(is_refuted);
            let mut own = None;
            if instance.bounds != Bounds::default() && refuted {
                own = Some(check(None)?);
            }
            interrupt::check()?;
            let (id, kind) = (claim.id.value.clone(), claim.kind.value.clone());
            let (game, misere) = (ruleset.about.full_name(), claim.about.misere);
            let (files, note) = (vec![], None);
            let tried = Tried {
                id,
                kind,
                game,
                misere,
                attempt,
                bounded,
                smallest,
                contradiction,
                own,
                files,
                note,
            };
            tell(tried, out)?;
        }
    }
    if args.json {
        let all: Vec<Value> = all.iter().map(tried_json).collect();
        write_json(&json!(all), out)?;
    }
    conclude(&all)
}

/// What a check on a window says where there is no proof: around a violation, or where the claim
/// says itself; and whether its witness is the smallest.
fn bounded(
    attempt: &Attempt,
    ruleset: &Ruleset,
    check: impl Fn(Option<&Bounds>) -> anyhow::Result<Outcome>,
) -> anyhow::Result<(Option<Outcome>, bool)> {
    let as_it_says = || Ok((Some(check(None)?), true));
    let violated = match attempt {
        Attempt::Proved(_) => return Ok((None, false)),
        Attempt::Violated(violated) => violated,
        _ => return as_it_says(),
    };
    let ishitori_rule::Rules::Heaps(rules) = &ruleset.rules else { return as_it_says() };
    let heaps = rules.names.len();
    let size = |largest: u128| (largest + 1).checked_pow(u32::try_from(heaps).unwrap_or(u32::MAX));
    let largest = violated.largest().map(|largest| largest.max(largest_option(ruleset, violated)));
    let window = largest.filter(|l| size(*l).is_some_and(|s| s <= MAX_CONFIRMED));
    let Some(largest) = window.and_then(|largest| u64::try_from(largest).ok()) else {
        return Ok((None, false));
    };
    let largest = largest.max(1);
    let outcome = check(Some(&Bounds { to: vec![largest], total: None }))?;
    if let Ok(Verdict::Refuted(refutation)) = &outcome.verdict {
        // Positions with as few stones may have a larger heap than those of the window.
        let stones = refutation.smallest.values.iter().sum::<i64>().unsigned_abs();
        if stones <= largest {
            return Ok((Some(outcome), true));
        }
        if with_stones_up_to(stones, heaps) > MAX_CONFIRMED {
            return Ok((Some(outcome), false));
        }
        let smaller = check(Some(&Bounds { to: vec![], total: Some(stones) }))?;
        let found = is_refuted(&smaller);
        return Ok((Some(if found { smaller } else { outcome }), found));
    }
    if violated.exact {
        return Ok((Some(outcome), false));
    }
    // Nothing is wrong there: a divisor was read too widely or too narrowly.
    as_it_says()
}

/// Where a violated claim contradicts itself, unless a window shows that it is false.
fn contradicts(
    attempt: &Attempt,
    bounded: &Option<Outcome>,
    claimed: &Claimed,
    ruleset: &Ruleset,
    sentence: &Sentence,
) -> anyhow::Result<Option<Contradiction>> {
    match attempt {
        Attempt::Violated(violated) if !bounded.as_ref().is_some_and(is_refuted) => {
            contradiction(violated, claimed, ruleset, sentence)
        }
        _ => Ok(None),
    }
}

/// How many positions have at most so many stones.
fn with_stones_up_to(stones: u64, heaps: usize) -> u128 {
    let step = |count: u128, heap: u128| count.saturating_mul(u128::from(stones) + heap) / heap;
    (1..=heaps as u128).fold(1, step)
}

/// The largest heap of all options where heaps can grow: the claim may be false there first.
fn largest_option(ruleset: &Ruleset, violated: &Violated) -> u128 {
    let Ok(AnyGame::Heaps(game)) = AnyGame::new(ruleset) else { return 0 };
    let Some(position) = violated.position.as_ref().filter(|_| game.growth() == Growth::Beyond)
    else {
        return 0;
    };
    let heaps: Vec<u64> = position.iter().filter_map(|heap| u64::try_from(*heap).ok()).collect();
    let options = game.position(&heaps).ok().map(|at| game.options_within(&at, 1_000_000));
    let options = options.and_then(Result::ok).unwrap_or_default();
    options.iter().flatten().copied().max().unwrap_or(0).into()
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
    for tried in all {
        match (&tried.attempt, tried.bounded.as_ref().map(|b| &b.verdict)) {
            (Attempt::Decided(true), Some(Ok(Verdict::Refuted(_)))) => bail!(
                "{}: automata and evaluation disagree. This is a bug of ishitori: please report it",
                tried.id
            ),
            _ if tried.is_refuted() => refuted = true,
            (Attempt::GaveUp(why), _) | (_, Some(Ok(Verdict::Unknown(why)))) => {
                unknown = Some(why.clone());
            }
            (Attempt::Violated(violated), None) => {
                let why = format!("{}: {} is violated", tried.id, violated.obligation);
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
