//! `ishitori study`: everything there is to know about games, in one report.
//!
//! Each game's claims are checked where they say, its pictures are drawn, and the report is written
//! after every game, so that what was done survives whatever comes next.

use std::io::Write;
use std::time::{Duration, Instant};

use ishitori::Control;
use ishitori::claims::ClaimedGame;
use ishitori::files::{DiscoveryStore, save};
use ishitori::games::catalogue;
use ishitori::stopwatch::MAX_SECONDS;
use ishitori::study::{
    ClaimRow, GameSection, Report, ReportVerdict as Shown, StudiedGame, StudyRequest, study,
};
use serde_json::{Value, json};

use super::write_json;
use crate::args::StudyArgs;

pub fn run(args: &StudyArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    let control = &args.work.of(&args.memory.of(control));
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
    let prove_time = Duration::from_secs_f64(args.prove_time.min(MAX_SECONDS));
    let request = StudyRequest { prove_time, store: DiscoveryStore::of_user() };
    let mut summary: Vec<Value> = Vec::new();
    let total = games.len();
    for (done, game) in games.iter().enumerate() {
        let studied = study(game, &request, control)?;
        if !args.json {
            write_game(game, &studied, out)?;
            out.flush()?;
        }
        summary.extend(studied.section.claims.iter().map(|row| claim_json(game, row)));
        report.games.push(studied.section);
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

fn write_game(
    game: &ClaimedGame,
    studied: &StudiedGame,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let about = &game.ruleset.about;
    let titles: Vec<&str> = ["en", "ja"].iter().filter_map(|l| about.title(l)).collect();
    writeln!(out, "{}  {}", about.name, titles.join("  "))?;
    if studied.claims == 0 {
        writeln!(out, "  no claims")?;
    }
    studied.section.claims.iter().try_for_each(|row| write_claim(row, out))
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
