//! Claims of a report that are theorems for every number of heaps.
//!
//! A claim that holds on its windows is tried with the number of heaps left open, once for each choice of the other parameters that it names.
//! What is proved is said beside its windows; and where it covers all of them, the claim is proved. Cost: milliseconds a claim.

use ishitori_core::claim::ClaimInstance;
use ishitori_core::control::Control;
use ishitori_core::solve::Convention;
use ishitori_view::report::{ObligationRow, ProofSummary, ReportVerdict};

use super::StudyRequest;
use super::section::StudiedClaim;
use crate::claims::{ClaimSentence, ClaimedGame};
use crate::every_n::{EveryNGame, EveryNTheorem, EveryNTrial};
use crate::stopwatch::{time_words, within};

/// More games than this are counted, not listed.
const MAX_LISTED: usize = 8;

/// Adds what is proved for every number of heaps to the rows of claims.
///
/// # Errors
/// If the checker refuses what the prover wrote. Work that is stopped adds nothing more.
pub(super) fn add(
    game: &ClaimedGame,
    rows: &mut [StudiedClaim],
    request: &StudyRequest,
    control: &Control,
) -> anyhow::Result<()> {
    if request.prove_time.is_zero() {
        return Ok(());
    }
    let instances = game.instances();
    for row in rows {
        let holds = matches!(row.claim.verdict, ReportVerdict::Proved | ReportVerdict::Holds);
        let claims = &game.ruleset.claims;
        let Some(number) = claims.iter().position(|claim| claim.id.value == row.claim.id) else {
            continue;
        };
        let about = &claims[number].about;
        if !holds || about.only || about.misere {
            continue;
        }
        let mut proved: Vec<(String, Box<EveryNTheorem>)> = Vec::new();
        let mut covers_all = true;
        for instance in instances.iter().filter(|instance| instance.claim == number) {
            if control.check().is_err() {
                return Ok(());
            }
            match tried(game, instance, &proved, request, control)? {
                Found::Known => {}
                Found::Proved(name, theorem) => proved.push((name, theorem)),
                Found::Not => covers_all = false,
            }
        }
        if !proved.is_empty() {
            show(row, &proved, covers_all);
        }
    }
    Ok(())
}

enum Found {
    /// It is one of those that are proved already.
    Known,
    Proved(String, Box<EveryNTheorem>),
    Not,
}

fn tried(
    game: &ClaimedGame,
    instance: &ClaimInstance,
    proved: &[(String, Box<EveryNTheorem>)],
    request: &StudyRequest,
    control: &Control,
) -> anyhow::Result<Found> {
    let name = &game.ruleset.about.name;
    let Some(open) = EveryNGame::of_arguments(name, &game.text, &instance.arguments) else {
        return Ok(Found::Not);
    };
    if proved.iter().any(|(known, _)| *known == open.name) {
        return Ok(Found::Known);
    }
    let claim = &game.ruleset.claims[instance.claim];
    let (statement, text) = (&claim.statement, game.text.as_str());
    let sentence = ClaimSentence { statement, text, convention: Convention::Normal };
    let work = within(control, Some(request.prove_time));
    Ok(match open.attempt(&claim.id.value, &sentence, &work)? {
        EveryNTrial::Proved(theorem) => Found::Proved(open.name, theorem),
        _ => Found::Not,
    })
}

fn show(row: &mut StudiedClaim, proved: &[(String, Box<EveryNTheorem>)], covers_all: bool) {
    let claim = &mut row.claim;
    let mut names: Vec<&str> =
        proved.iter().take(MAX_LISTED).map(|(name, _)| name.as_str()).collect();
    if proved.len() > MAX_LISTED {
        names.push("and further parameters");
    }
    claim.window.push_str(&format!("; {}: for every number of heaps", names.join(", ")));
    if covers_all && claim.verdict == ReportVerdict::Holds {
        claim.verdict = ReportVerdict::Proved;
        claim.unproved.clear();
    }
    let obligations = proved.iter().map(|(name, theorem)| ObligationRow {
        name: format!("{name}, for every number of heaps: accepted by ishitori-check"),
        size: format!("{} bytes", theorem.certificate.len()),
        time: time_words(theorem.checking),
    });
    let unread = proved.iter().find_map(|(_, theorem)| theorem.unread.as_ref()).map(|why| {
        let name = format!("for every number of heaps: the second reader does not read {why}");
        ObligationRow { name, size: String::new(), time: String::new() }
    });
    let summary = claim
        .proof
        .get_or_insert_with(|| ProofSummary { obligations: Vec::new(), automata: Vec::new() });
    summary.obligations.extend(obligations.chain(unread));
    claim.seconds += proved
        .iter()
        .map(|(_, theorem)| (theorem.proving + theorem.checking).as_secs_f64())
        .sum::<f64>();
}
