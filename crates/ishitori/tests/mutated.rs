//! Claims of the catalogue with small edits, given to `prove`: whatever is proved is true, by the reference, in a
//! window. Most of them are false, and close to what is true.
#![allow(clippy::print_stdout, reason = "what came of the cases is told")]

use crate::cases::{cases, enough};
use crate::edits::edited;
use crate::targets::{heap_window, is_true_in, patient};
use fastrand::Rng;
use ishitori::claims::{ClaimSentence, ClaimedGame};
use ishitori::proofs::{self, ProofAttempt};
use ishitori_core::solve::Convention;
use ishitori_rule::parse::parse_statement;
use std::collections::BTreeMap;

/// Games of which claims are proved, with at most four heaps, so that a window of them has something to tell.
const GAMES: [&str; 24] = [
    "all-but-one-delete(2)",
    "all-but-one-delete(3)",
    "at-most-half-delete(2)",
    "circular(3,2)",
    "circular(4,2)",
    "common-divisor(1)",
    "common-divisor(2)",
    "delete-and-split",
    "delete-nim",
    "emperor([1,2],1)",
    "emperor([2],1)",
    "half-delete(2)",
    "lim",
    "moore(3,2)",
    "nim(1)",
    "nim(2)",
    "nim(3)",
    "nim-1",
    "nimhoff(2,1)",
    "single-delete(2)",
    "split-and-delete",
    "welter(2)",
    "wythoff",
    "wythoff-1",
];

/// The claims of a game that are proved, with their texts.
fn theorems(claimed: &ClaimedGame) -> Vec<(String, Convention)> {
    let claims = claimed.ruleset.claims.iter();
    let claim = |claim: &ishitori::rules::ClaimText| {
        let convention = if claim.about.misere { Convention::Misere } else { Convention::Normal };
        (claimed.text[claim.statement.span.clone()].to_string(), convention)
    };
    let proved =
        |(text, convention): &(String, Convention)| tried(claimed, text, *convention) == "proved";
    claims.map(claim).filter(proved).collect()
}

#[test]
fn edited_claims_are_true_if_proved() {
    let mut told = BTreeMap::<&str, usize>::new();
    let mut random = Rng::with_seed(29);
    let open = |game: &&str| ClaimedGame::open(game).expect("a game");
    let games: Vec<ClaimedGame> = GAMES.iter().map(open).collect();
    let all = games.iter().map(|claimed| (claimed, theorems(claimed)));
    let all: Vec<(&ClaimedGame, Vec<_>)> =
        all.filter(|(_, theorems)| !theorems.is_empty()).collect();
    let theorems = all.iter().map(|(_, theorems)| theorems.len()).sum::<usize>();
    assert!(all.len() >= 20 && theorems >= 24, "{} games, {theorems} theorems", all.len());
    for _ in 0..cases(300) {
        let (claimed, theorems) = &all[random.usize(..all.len())];
        let (text, convention) = &theorems[random.usize(..theorems.len())];
        let mut claim = text.clone();
        for _ in 0..random.usize(1..=3) {
            claim = edited(&claim, |_| true, &mut random).unwrap_or(claim);
        }
        let convention = match random.u8(..8) {
            0 => Convention::Misere,
            _ => *convention,
        };
        let word = if claim == *text { "unchanged" } else { tried(claimed, &claim, convention) };
        *told.entry(word).or_default() += 1;
    }
    println!("{told:?}");
    let met = |word: &str| told.get(word).copied().unwrap_or(0);
    assert!(met("proved") >= enough(8) && met("not proved") >= enough(90), "{told:?}");
}

/// What comes of a claim. One that is proved, and false somewhere in the window, ends the test.
fn tried(claimed: &ClaimedGame, claim: &str, convention: Convention) -> &'static str {
    let Ok(statement) = parse_statement(claim) else { return "not read" };
    let sentence = ClaimSentence { statement: &statement, text: claim, convention };
    let (ruleset, game) = (&claimed.ruleset, &claimed.ruleset.about.name);
    let control = patient(4_000);
    match proofs::prove(claimed, ruleset, "edited", &sentence, &control) {
        Err(why) => panic!("{game}: {claim} ({convention:?}): {why}"),
        Ok(ProofAttempt::Proved(_)) => {}
        Ok(ProofAttempt::Violated(_)) => return "not proved",
        Ok(ProofAttempt::Decided(_) | ProofAttempt::ByPeriod { .. }) => return "about numbers",
        Ok(ProofAttempt::Outside(_)) => return "beyond automata",
        Ok(ProofAttempt::GaveUp(_)) => return "given up",
    }
    let window = heap_window(ruleset);
    let wrong = is_true_in(ruleset, claim, convention, &window);
    assert!(wrong.is_none(), "PROVED, but false at {wrong:?}: {game}: {claim} ({convention:?})");
    "proved"
}
