//! `ishitori study`: everything there is to know about games, in one report.
//!
//! Each game's claims are checked where they say, its pictures are drawn, and the report is written
//! after every game, so that what was done survives whatever comes next.

mod figures;
mod section;
mod single;

use std::io::Write;
use std::time::{Duration, Instant};

use ishitori::claims::{CheckedClaim, ClaimedGame};
use ishitori::discoveries;
use ishitori::proofs::{self, AcceptedTheorem, Attempt};
use ishitori::stopwatch::{MAX_SECONDS, within};
use ishitori_core::catalogue;
use ishitori_core::claim::{CheckVerdict, ClaimInstance};
use ishitori_core::control::Control;
use ishitori_view::report::{ClaimRow, GameSection, Report, ReportVerdict as Shown};
use serde_json::{Value, json};

use self::section::StudiedClaim;
use super::{save, write_json};
use crate::args::StudyArgs;
use crate::progress;

pub fn run(args: &StudyArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    let control = &args.memory.of(control);
    if !(args.prove_time >= 0.0 && args.prove_time.is_finite()) {
        anyhow::bail!("--prove-time is a number of seconds; 0 for no proofs");
    }
    let start = Instant::now();
    let names: Vec<String> = if args.all {
        catalogue::GAMES.iter().map(|(name, _)| name.to_string()).collect()
    } else {
        args.games.clone()
    };
    // A mistake in the last game should not cost the work on the first.
    let games: Vec<ClaimedGame> =
        names.iter().map(|name| ClaimedGame::open(name)).collect::<anyhow::Result<_>>()?;
    let mut report = empty_report(args, games.len());
    // A report that cannot be written should not cost the work.
    save(&args.output, report.html().as_bytes())?;
    let mut summary: Vec<Value> = Vec::new();
    let total = games.len();
    for (done, game) in games.iter().enumerate() {
        let rows = check(game, args, control)?;
        if !args.json {
            write_game(game, &rows, out)?;
            out.flush()?;
        }
        summary.extend(rows.iter().map(|row| claim_json(game, &row.claim)));
        let mut section = section::about(game);
        section.claims = rows.into_iter().map(|row| row.claim).collect();
        for claim in discovered(game, control) {
            if !args.json {
                write_claim(&claim, out)?;
            }
            summary.push(claim_json(game, &claim));
            section.claims.push(claim);
        }
        if control.check().is_ok() {
            (section.figures, section.tables) = figures::of(&game.ruleset, control, args.work);
        }
        if let Some((row, figure)) = single::of(&game.ruleset, control)? {
            if !args.json {
                write_claim(&row, out)?;
            }
            summary.push(claim_json(game, &row));
            section.claims.push(row);
            section.figures.push(figure);
        }
        report.games.push(section);
        let seconds = start.elapsed().as_secs_f64();
        report.summary = vec![counted(&report.games, total - done - 1, seconds)];
        let goes_on = control.check();
        if let Err(stopped) = &goes_on {
            let mut words = format!("{} during {}.", stopped.why(), game.ruleset.about.name);
            words[..1].make_ascii_uppercase();
            report.summary.push(words);
        }
        save(&args.output, report.html().as_bytes())?;
        goes_on?;
    }
    if args.json {
        return write_json(&json!(summary), out);
    }
    writeln!(out, "\n{}", report.summary.join("\n"))?;
    writeln!(out, "report: {}", args.output.display())?;
    Ok(())
}

fn empty_report(args: &StudyArgs, games: usize) -> Report {
    let (title, title_ja) = if args.all {
        ("The games of ishitori".to_string(), "石取りゲーム集".to_string())
    } else if games == 1 {
        (format!("A study of {}", args.games[0]), "石取りゲームの研究".to_string())
    } else {
        (format!("A study of {games} games"), "石取りゲームの研究".to_string())
    };
    Report {
        title,
        title_ja: Some(title_ja),
        program: format!("ishitori {}", env!("CARGO_PKG_VERSION")),
        date: time::OffsetDateTime::now_utc().date().to_string(),
        ..Report::default()
    }
}

/// Checks all claims of a game, one row for each.
fn check(
    game: &ClaimedGame,
    args: &StudyArgs,
    control: &Control,
) -> anyhow::Result<Vec<StudiedClaim>> {
    let mut rows: Vec<StudiedClaim> = Vec::new();
    for instance in game.instances() {
        let work = progress::of_claim(control, args.work);
        let outcome = game.check(&instance, None, &work, None)?;
        drop(work);
        if control.check().is_err() {
            // What was found before is kept; this one was not finished.
            break;
        }
        let tried = prove(game, &instance, &outcome, args, control)?;
        if control.check().is_err() {
            break;
        }
        let claim = &game.ruleset.claims[instance.claim];
        match rows.iter_mut().find(|row| row.claim.id == claim.id.value) {
            Some(row) => row.add(&outcome, &tried),
            None => rows.push(StudiedClaim::new(game, claim, &outcome, &tried)),
        }
    }
    Ok(rows)
}

/// What came of trying to prove a claim.
#[derive(Default)]
struct StudiedProof {
    theorem: Option<Box<AcceptedTheorem>>,
    /// Why it was given up.
    gave_up: Option<String>,
    time: Duration,
}

/// A proof of what holds on its window, if one is found in time.
fn prove(
    game: &ClaimedGame,
    instance: &ClaimInstance,
    outcome: &CheckedClaim,
    args: &StudyArgs,
    control: &Control,
) -> anyhow::Result<StudiedProof> {
    let holds = matches!(outcome.verdict, Ok(CheckVerdict::HoldsUpTo(_)));
    let mut tried = StudiedProof::default();
    if !holds || args.prove_time == 0.0 {
        return Ok(tried);
    }
    let begun = Instant::now();
    let time = Duration::from_secs_f64(args.prove_time.min(MAX_SECONDS));
    match proofs::prove_claim(game, instance, &within(control, Some(time)))? {
        Attempt::Proved(theorem) => tried.theorem = Some(theorem),
        Attempt::GaveUp(why) => {
            let (seconds, game) = (args.prove_time, &outcome.game);
            let why = why.why();
            tried.gave_up = Some(format!("{game}: no proof within {seconds} s ({why})"));
        }
        _ => {}
    }
    tried.time = begun.elapsed();
    Ok(tried)
}

fn write_game(
    game: &ClaimedGame,
    rows: &[StudiedClaim],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let about = &game.ruleset.about;
    let titles: Vec<&str> = ["en", "ja"].iter().filter_map(|l| about.title(l)).collect();
    writeln!(out, "{}  {}", about.name, titles.join("  "))?;
    if rows.is_empty() {
        writeln!(out, "  no claims")?;
    }
    rows.iter().try_for_each(|row| write_claim(&row.claim, out))
}

fn write_claim(claim: &ClaimRow, out: &mut dyn Write) -> anyhow::Result<()> {
    let ClaimRow { id, kind, verdict, window, seconds, witness, unproved, .. } = claim;
    let verdict = match verdict {
        Shown::Refuted => "REFUTED",
        other => other.word(),
    };
    writeln!(out, "  {id:<12} {kind:<11} {verdict:<8} {window}  [{seconds:.2} s]")?;
    for line in witness.iter().chain((!unproved.is_empty()).then_some(unproved)) {
        writeln!(out, "      {line}")?;
    }
    Ok(())
}

/// The theorems about a game that were discovered and kept; each is verified first.
fn discovered(game: &ClaimedGame, control: &Control) -> Vec<ClaimRow> {
    let (kept, damaged) = discoveries::kept(&game.ruleset);
    if let Some(why) = damaged {
        control.note(&why);
    }
    let work = control.part();
    let row =
        |found: &ishitori_store::StoredTheorem| match discoveries::verified(game, found, &work) {
            Ok(verified) => Some(section::discovered(game, found, &verified)),
            Err(why) => {
                control.note(&format!("a kept theorem is not used: {why}"));
                None
            }
        };
    kept.iter().filter_map(row).collect()
}

fn claim_json(game: &ClaimedGame, claim: &ClaimRow) -> Value {
    json!({
        "game": game.ruleset.about.name,
        "claim": claim.id,
        "kind": claim.kind,
        "verdict": claim.verdict.word(),
        "window": claim.window,
        "cases": claim.positions.map(|n| n.to_string()),
        "witness": claim.witness,
        "no_proof": (!claim.unproved.is_empty()).then_some(&claim.unproved),
        "seconds": claim.seconds,
    })
}

/// How many claims there were and what became of them.
fn counted(games: &[GameSection], left: usize, seconds: f64) -> String {
    let count = |verdict: Shown| {
        games.iter().flat_map(|g| &g.claims).filter(|claim| claim.verdict == verdict).count()
    };
    let claims: usize = games.iter().map(|game| game.claims.len()).sum();
    let mut words = format!(
        "{claims} claims about {} games in {seconds:.0} s: {} proved for all positions, {} hold as far as checked, {} \
         refuted, {} unknown.",
        games.len(),
        count(Shown::Proved),
        count(Shown::Holds),
        count(Shown::Refuted),
        count(Shown::Unknown),
    );
    if left > 0 {
        words.push_str(&format!(" Unfinished: {left} games were still to come."));
    }
    words
}

/// The verdict of the core in the words of the page.
fn shown(verdict: &CheckVerdict) -> Shown {
    match verdict {
        CheckVerdict::HoldsUpTo(_) => Shown::Holds,
        CheckVerdict::Refuted(_) => Shown::Refuted,
        CheckVerdict::Unknown(_) => Shown::Unknown,
    }
}
