//! Everything there is to know about a game, as a section of a report: its claims checked where they say, and proved where that
//! works, the theorems that were discovered, its pictures and its tables.
//!
//! What is stopped is left out, and what was found before stays, so that a report can be written after every game.

mod every_n;
mod figures;
mod section;
mod single;

use std::time::{Duration, Instant};

use ishitori_core::claim::{ClaimInstance, Verdict};
use ishitori_core::control::{Control, Total};
use ishitori_store::{DiscoveryStore, StoredTheorem};
pub use ishitori_view::report::{ClaimRow, GameSection, Report, ReportVerdict};

use self::section::{StudiedClaim, StudiedProof};
use crate::claims::{CheckedClaim, ClaimedGame};
use crate::discoveries;
use crate::proofs::{self, ProofAttempt};
use crate::stopwatch::within;

/// What is done for each game.
#[derive(Clone, Debug, Default)]
pub struct StudyRequest {
    /// How long a proof of each claim is looked for; not at all if this is zero.
    pub prove_time: Duration,
    /// Where discovered theorems are kept.
    pub store: Option<DiscoveryStore>,
}

/// A game that was studied.
pub struct StudiedGame {
    /// What the report shows: the claims of the game first, then what was discovered.
    pub section: GameSection,
    /// How many of the rows are claims of the game.
    pub claims: usize,
}

/// Studies a game.
///
/// # Errors
/// If a claim cannot be read, or the checker refuses what the prover wrote. Work that is stopped leaves a shorter section.
pub fn study(
    game: &ClaimedGame,
    request: &StudyRequest,
    control: &Control,
) -> anyhow::Result<StudiedGame> {
    let mut rows = check(game, request, control)?;
    every_n::add(game, &mut rows, request, control)?;
    let claims = rows.len();
    let mut section = section::about(game);
    section.claims = rows.into_iter().map(|row| row.claim).collect();
    section.claims.extend(discovered(game, request, control));
    if control.check().is_ok() {
        (section.figures, section.tables) = figures::of(&game.ruleset, control);
    }
    if let Some((row, figure)) = single::of(&game.ruleset, control)? {
        section.claims.push(row);
        section.figures.push(figure);
    }
    Ok(StudiedGame { section, claims })
}

/// Checks all claims of a game, one row for each.
fn check(
    game: &ClaimedGame,
    request: &StudyRequest,
    control: &Control,
) -> anyhow::Result<Vec<StudiedClaim>> {
    let mut rows: Vec<StudiedClaim> = Vec::new();
    for instance in game.instances() {
        let work = control.counting("positions", Total::Unknown);
        let outcome = game.check(&instance, None, &work, None)?;
        drop(work);
        if control.check().is_err() {
            // What was found before is kept; this one was not finished.
            break;
        }
        let tried = prove(game, &instance, &outcome, request, control)?;
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

/// A proof of what holds on its window, if one is found in time.
fn prove(
    game: &ClaimedGame,
    instance: &ClaimInstance,
    outcome: &CheckedClaim,
    request: &StudyRequest,
    control: &Control,
) -> anyhow::Result<StudiedProof> {
    let holds = matches!(outcome.verdict, Ok(Verdict::HoldsUpTo(_)));
    let mut tried = StudiedProof::default();
    if !holds || request.prove_time.is_zero() {
        return Ok(tried);
    }
    let begun = Instant::now();
    match proofs::prove_claim(game, instance, &within(control, Some(request.prove_time)))? {
        ProofAttempt::Proved(theorem) => tried.theorem = Some(theorem),
        ProofAttempt::GaveUp(why) => {
            let (seconds, game) = (request.prove_time.as_secs_f64(), &outcome.game);
            let why = why.why();
            tried.gave_up = Some(format!("{game}: no proof within {seconds} s ({why})"));
        }
        _ => {}
    }
    tried.time = begun.elapsed();
    Ok(tried)
}

/// The theorems about a game that were discovered and kept; each is verified first.
fn discovered(game: &ClaimedGame, request: &StudyRequest, control: &Control) -> Vec<ClaimRow> {
    let (kept, damaged) = discoveries::kept(request.store.as_ref(), &game.ruleset);
    if let Some(why) = damaged {
        control.note(&why);
    }
    let work = control.part();
    let row = |found: &StoredTheorem| match discoveries::verified(game, found, &work) {
        Ok(verified) => Some(section::discovered(game, found, &verified)),
        Err(why) => {
            control.note(&format!("a kept theorem is not used: {why}"));
            None
        }
    };
    kept.iter().filter_map(row).collect()
}
