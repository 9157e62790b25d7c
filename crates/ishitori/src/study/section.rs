//! A game and its claims as the report shows them.
//!
//! A claim may have many instances: its row shows the worst verdict of all, so that a good one hides nothing.
//! `Proved` is shown only with a theorem whose certificate was accepted. Nothing is checked or proved here;
//! words and numbers are put together, and `ishitori-view` makes the page.

use std::time::Duration;

use ishitori_core::claim::{CheckExtent, Verdict, Witness};
use ishitori_core::game::Bounds;
use ishitori_core::prove::Proof as Proved;
use ishitori_rule::syntax::ClaimText;
use ishitori_store::StoredTheorem;
use ishitori_view::automaton::AutomatonDrawing;
use ishitori_view::report::{
    ClaimRow, GameSection, ObligationRow, ProofSummary, ReportFigure, ReportVerdict as Shown,
};

use crate::claims::{CheckedClaim, ClaimedGame, window_words};
use crate::discoveries::{VerifiedTheorem, kind_and_slice};
use crate::drawings::drawings;
use crate::proofs::AcceptedTheorem;
use crate::stopwatch::time_words;

/// More instances than this are counted, not listed.
const MAX_LISTED: usize = 8;

/// What came of trying to prove a claim.
#[derive(Default)]
pub struct StudiedProof {
    pub theorem: Option<Box<AcceptedTheorem>>,
    /// Why it was given up.
    pub gave_up: Option<String>,
    pub time: Duration,
}

/// A claim with all its instances.
pub struct StudiedClaim {
    /// As the report shows it.
    pub claim: ClaimRow,
    listed: usize,
}

impl StudiedClaim {
    /// The first instance of a claim.
    pub fn new(
        game: &ClaimedGame,
        claim: &ClaimText,
        outcome: &CheckedClaim,
        tried: &StudiedProof,
    ) -> StudiedClaim {
        let statement = game.text.get(claim.statement.span.clone()).unwrap_or_default();
        let statement = statement.split_whitespace().collect::<Vec<_>>().join(" ");
        let misere = if claim.about.misere { " (misère play)" } else { "" };
        let mut notes: Vec<String> = claim.about.note.iter().cloned().collect();
        if let Some(mended) = &claim.about.mends {
            notes.push(format!("Corrects {}.", mended.value));
        }
        let mut row = StudiedClaim {
            claim: ClaimRow {
                id: claim.id.value.clone(),
                kind: claim.kind.value.clone(),
                statement: statement + misere,
                source: claim.about.source.clone().unwrap_or_default(),
                verdict: Shown::Proved,
                window: String::new(),
                positions: Some(0),
                witness: Vec::new(),
                note: notes.join(" "),
                unproved: String::new(),
                seconds: 0.0,
                proof: None,
            },
            listed: 0,
        };
        row.add(outcome, tried);
        row
    }

    /// Another instance: the row shows the worst verdict of all.
    pub fn add(&mut self, outcome: &CheckedClaim, tried: &StudiedProof) {
        let theorem = tried.theorem.as_deref();
        let claim = &mut self.claim;
        claim.seconds += (outcome.time + tried.time).as_secs_f64();
        // The first one says enough.
        if let (true, Some(why)) = (claim.unproved.is_empty(), &tried.gave_up) {
            claim.unproved.clone_from(why);
        }
        if let Some(theorem) = theorem {
            claim.proof.get_or_insert_with(|| proof(&outcome.game, theorem));
        }
        let (verdict, window) = match &outcome.verdict {
            Ok(verdict) if theorem.is_some() => {
                let cases = verdict.checked().map_or(0, |checked| u128::from(checked.cases));
                claim.positions = claim.positions.map(|all| all + cases);
                (Shown::Proved, "all positions".to_string())
            }
            Ok(verdict) => {
                let checked = verdict.checked();
                let cases = checked.map_or(0, |checked| u128::from(checked.cases));
                claim.positions = claim.positions.map(|all| all + cases);
                (shown(verdict), checked.map(window_of).unwrap_or_default())
            }
            Err(_) => (Shown::Unknown, String::new()),
        };
        if severity(verdict) > severity(claim.verdict) {
            claim.verdict = verdict;
            claim.witness = witness_lines(outcome);
        }
        self.listed += 1;
        if self.listed <= MAX_LISTED {
            let separator = if claim.window.is_empty() { "" } else { "; " };
            let window = if window.is_empty() { window } else { format!(": {window}") };
            let play = if outcome.misere { " (misère)" } else { "" };
            claim.window.push_str(&format!("{separator}{}{play}{window}", outcome.game));
        } else if self.listed == MAX_LISTED + 1 {
            claim.window.push_str("; and further parameters");
        }
    }
}

fn severity(verdict: Shown) -> u8 {
    match verdict {
        Shown::Proved => 0,
        Shown::Holds => 1,
        Shown::Unknown => 2,
        Shown::Refuted => 3,
    }
}

/// What the page shows of a proof.
fn proof(game: &str, theorem: &AcceptedTheorem) -> ProofSummary {
    let obligations = theorem.obligations.iter().map(|(obligation, spent)| ObligationRow {
        name: obligation.name.clone(),
        size: format!("{} {}", obligation.size, obligation.unit),
        time: time_words(*spent),
    });
    let certificate = ObligationRow {
        name: "certificate accepted by ishitori-check".to_string(),
        size: format!("{} bytes", theorem.proof.certificate.len()),
        time: time_words(theorem.checking),
    };
    let unread = theorem.unread.as_ref().map(|why| ObligationRow {
        name: format!("read by one reader only: the second does not read {why}"),
        size: String::new(),
        time: String::new(),
    });
    let automata = automata(game, &theorem.proof);
    let obligations = obligations.chain([certificate]).chain(unread).collect();
    ProofSummary { obligations, automata }
}

fn automata(game: &str, proof: &Proved) -> Vec<ReportFigure> {
    let drawing = |(_, drawing): (String, AutomatonDrawing)| {
        let caption = format!("{game}: {}", drawing.caption());
        Some(ReportFigure { svg: drawing.svg()?, caption })
    };
    drawings(proof).into_iter().filter_map(drawing).collect()
}

/// A theorem that was discovered and kept, and is verified.
pub fn discovered(
    game: &ClaimedGame,
    found: &StoredTheorem,
    verified: &VerifiedTheorem,
) -> ClaimRow {
    let name = game.ruleset.about.full_name();
    let checked = &verified.checked;
    let obligations = checked.obligations.iter().map(|obligation| ObligationRow {
        name: obligation.name.clone(),
        size: obligation.size.to_string(),
        time: String::new(),
    });
    let states: Vec<String> = verified
        .proof
        .goal
        .formulas()
        .iter()
        .filter_map(|(set, _)| {
            let machines = &verified.proof.induction.shop.machines;
            let machine = machines.iter().find(|machine| machine.name == *set)?;
            Some(format!("{set} of {} states", machine.dfa.states()))
        })
        .collect();
    let statement = match &verified.statement {
        None => format!("what the automata accept: {}", states.join(", ")),
        Some(statement) => statement.clone(),
    };
    let (kind, _) = kind_and_slice(found);
    let misere = if kind == "misere" { " (misère play)" } else { "" };
    ClaimRow {
        id: format!("found-{kind}"),
        kind: "discovery".to_string(),
        statement: statement + misere,
        source: format!("found by {} on {}", found.by, found.on),
        verdict: Shown::Proved,
        window: format!("{name}: {}", verified.about),
        positions: None,
        witness: Vec::new(),
        note: found.how.clone(),
        unproved: String::new(),
        seconds: verified.time.as_secs_f64(),
        proof: Some(ProofSummary {
            obligations: obligations.collect(),
            automata: automata(&name, &verified.proof),
        }),
    }
}

fn window_of(checked: &CheckExtent) -> String {
    let mut words = match &checked.window {
        Some(window) if *window == Bounds::default() => "all boards".to_string(),
        Some(window) => window_words(window),
        None => String::new(),
    };
    if checked.damaged_cells > 0 {
        words.push_str(&format!(", {} damaged cells left out", checked.damaged_cells));
    }
    words
}

/// Where a claim fails and why; the first line is enough for the overview.
fn witness_lines(outcome: &CheckedClaim) -> Vec<String> {
    let told = |witness: &Witness| {
        let Witness { at, says, truth, why, .. } = witness;
        let why = why.as_ref().map(|why| format!(" ({why})")).unwrap_or_default();
        let place = if at.is_empty() { String::new() } else { format!(" at {at}") };
        format!("{}{place}: claimed {says}; true: {truth}{why}", outcome.game)
    };
    match &outcome.verdict {
        Ok(Verdict::Refuted(refutation)) => {
            let mut lines = vec![told(&refutation.smallest)];
            lines.extend(
                refutation.flattest.as_ref().map(|w| format!("smallest largest heap: {}", told(w))),
            );
            lines
        }
        Ok(Verdict::Unknown(why)) => vec![why.to_string()],
        Ok(Verdict::HoldsUpTo(_) | Verdict::Proved(_)) => Vec::new(),
        Err(error) => vec![error.to_string()],
    }
}

/// Everything about a game but its claims and pictures.
pub fn about(game: &ClaimedGame) -> GameSection {
    let about = &game.ruleset.about;
    let title = |language: &str| about.title(language).map(str::to_string);
    // The rule, and the definitions that the claims use, come before the claims.
    let rule = game.ruleset.claims.first().map_or(about.text.len(), |claim| claim.span.start);
    let rule_text = about.text[..rule].trim_end().to_string();
    GameSection {
        name: about.name.clone(),
        title_en: title("en"),
        title_ja: title("ja"),
        source: about.source.clone(),
        rule_words: about.notes.clone(),
        rule_text,
        ..GameSection::default()
    }
}

/// How a verdict is shown.
fn shown<T>(verdict: &Verdict<T>) -> Shown {
    match verdict {
        Verdict::Proved(_) => Shown::Proved,
        Verdict::HoldsUpTo(_) => Shown::Holds,
        Verdict::Refuted(_) => Shown::Refuted,
        Verdict::Unknown(_) => Shown::Unknown,
    }
}
