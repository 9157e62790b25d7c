//! A claim on trial: proved, or what is known of it where there is no proof.
//!
//! A violated claim is checked on a window around the violation, where it is refuted by its smallest witness; where
//! that window is too large to be solved, the claim may still contradict itself ([`contradiction`]). A claim
//! that no proof settles is checked where it says itself. Cost: at most `MAX_CONFIRMED` positions are solved around
//! a violation, whatever was proved before.

use ishitori_core::claim::CheckVerdict;
use ishitori_core::control::Control;
use ishitori_core::game::{AnyGame, Bounds, GameKind, Growth};
use ishitori_rule::{Rules, Ruleset};

use crate::claims::{CheckedClaim, ClaimSentence, ClaimedGame};
use crate::contradiction::{Contradiction, contradiction};
use crate::proofs::{Attempt, ViolatedObligation};

/// A violation is confirmed by solving windows with at most so many positions.
const MAX_CONFIRMED: u128 = 20_000_000;

/// What is said of which game.
pub struct StatedClaim<'a> {
    /// The game with its claims.
    pub claimed: &'a ClaimedGame,
    /// The game that it is said of.
    pub ruleset: &'a Ruleset,
    /// What is said.
    pub sentence: ClaimSentence<'a>,
    /// Whether it names a window of its own.
    pub has_window: bool,
    /// Who listens.
    pub control: &'a Control,
}

/// What became of a proof, and what a check on a window says if there is none.
pub struct Trial {
    /// What became of the proof.
    pub attempt: Attempt,
    /// On a window, where there is no proof: around a violation, or where the claim says itself.
    pub bounded: Option<CheckedClaim>,
    /// Whether its witness is surely the smallest there is.
    pub smallest: bool,
    /// Where the claim contradicts itself, if solving a window does not show that it is false.
    pub contradiction: Option<Contradiction>,
    /// On the claim's own window, if it names one and is not true for all positions.
    pub own: Option<CheckedClaim>,
}

impl Trial {
    /// Finds out what is known besides the proof; `check` checks what is said on a window, or where it says itself.
    ///
    /// # Errors
    /// Those of `check`; and if automata and evaluation disagree: a bug, reported as such.
    pub fn new(
        charge: &StatedClaim,
        attempt: Attempt,
        check: &mut dyn FnMut(Option<&Bounds>) -> anyhow::Result<CheckedClaim>,
    ) -> anyhow::Result<Trial> {
        let (bounded, smallest) = bounded(&attempt, charge.ruleset, check)?;
        let mut trial = Trial { attempt, bounded, smallest, contradiction: None, own: None };
        if let Attempt::Violated(violated) = &trial.attempt
            && !trial.is_refuted()
        {
            let StatedClaim { claimed, ruleset, sentence, control, .. } = charge;
            trial.contradiction = contradiction(violated, claimed, ruleset, sentence, control)?;
        }
        let false_somewhere =
            trial.contradiction.is_some() || trial.bounded.as_ref().is_some_and(is_refuted);
        if charge.has_window && false_somewhere {
            trial.own = Some(check(None)?);
        }
        Ok(trial)
    }

    /// Whether it is false, somewhere.
    pub fn is_refuted(&self) -> bool {
        matches!(self.attempt, Attempt::Decided(false))
            || self.bounded.as_ref().is_some_and(is_refuted)
            || self.contradiction.is_some()
    }

    /// Whether a claim that is not true for all positions is true on its own window; `None` if it is true
    /// for all, or nobody knows, or it names no window.
    pub fn true_on_its_window(&self) -> Option<bool> {
        match self.own.as_ref()?.verdict {
            Ok(CheckVerdict::HoldsUpTo(_)) => Some(true),
            Ok(CheckVerdict::Refuted(_)) => Some(false),
            _ => None,
        }
    }

    /// The verdict in a word.
    pub fn verdict(&self) -> &'static str {
        match (&self.attempt, self.bounded.as_ref().map(|bounded| &bounded.verdict)) {
            (Attempt::Proved(_), _) => "proved",
            (Attempt::Decided(true), _) => "true",
            _ if self.is_refuted() => "refuted",
            (Attempt::GaveUp(_), _) => "unknown",
            (_, Some(Ok(CheckVerdict::HoldsUpTo(_)))) => "holds",
            _ => "unknown",
        }
    }
}

/// Whether a check refutes what was said.
pub fn is_refuted(outcome: &CheckedClaim) -> bool {
    matches!(outcome.verdict, Ok(CheckVerdict::Refuted(_)))
}

/// What a check on a window says where there is no proof: around a violation, or where the claim
/// says itself; and whether its witness is the smallest.
fn bounded(
    attempt: &Attempt,
    ruleset: &Ruleset,
    check: &mut dyn FnMut(Option<&Bounds>) -> anyhow::Result<CheckedClaim>,
) -> anyhow::Result<(Option<CheckedClaim>, bool)> {
    let (violated, heaps) = match (attempt, &ruleset.rules) {
        (Attempt::Proved(_), _) => return Ok((None, false)),
        (Attempt::Violated(violated), Rules::Heaps(rules)) => (violated, rules.names.len()),
        _ => return Ok((Some(check(None)?), true)),
    };
    let size = |largest: u128| (largest + 1).checked_pow(u32::try_from(heaps).unwrap_or(u32::MAX));
    let largest = violated.largest().map(|largest| largest.max(largest_option(ruleset, violated)));
    let window = largest.filter(|l| size(*l).is_some_and(|s| s <= MAX_CONFIRMED));
    let Some(largest) = window.and_then(|largest| u64::try_from(largest).ok()) else {
        return Ok((None, false));
    };
    let largest = largest.max(1);
    let outcome = check(Some(&Bounds { to: vec![largest], total: None }))?;
    if let Ok(CheckVerdict::Refuted(refutation)) = &outcome.verdict {
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
    Ok((Some(check(None)?), true))
}

/// How many positions have at most so many stones.
fn with_stones_up_to(stones: u64, heaps: usize) -> u128 {
    let step = |count: u128, heap: u128| count.saturating_mul(u128::from(stones) + heap) / heap;
    (1..=heaps as u128).fold(1, step)
}

/// The largest heap of all options where heaps can grow: the claim may be false there first.
fn largest_option(ruleset: &Ruleset, violated: &ViolatedObligation) -> u128 {
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
