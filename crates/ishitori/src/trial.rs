//! A claim on trial: proved, or what is known of it where there is no proof.
//!
//! A violated claim is checked on a window around the violation, where it is refuted by its smallest witness; where
//! that window is too large to be solved, the claim may still contradict itself ([`contradiction`]). A claim
//! that no proof settles is checked where it says itself. Cost: at most `MAX_CONFIRMED` positions are solved around
//! a violation, whatever was proved before.

use ishitori_core::claim::{CheckError, CheckExtent, Refutation, Verdict, Witness};
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::{AnyGame, Bounds, GameKind, Growth};
use ishitori_rule::{Rules, Ruleset};

use crate::claims::{CheckedClaim, ClaimSentence, ClaimedGame};
use crate::contradiction::{Contradiction, contradiction};
use crate::periods::period_words;
use crate::proofs::{AcceptedTheorem, ProofAttempt, ViolatedObligation, ViolationKind};

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
    pub attempt: ProofAttempt<Box<AcceptedTheorem>>,
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
        attempt: ProofAttempt<Box<AcceptedTheorem>>,
        check: &mut dyn FnMut(Option<&Bounds>) -> anyhow::Result<CheckedClaim>,
    ) -> anyhow::Result<Trial> {
        let (bounded, smallest) = bounded(&attempt, charge.ruleset, check)?;
        let mut trial = Trial { attempt, bounded, smallest, contradiction: None, own: None };
        if let ProofAttempt::Violated(violated) = &trial.attempt
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
        matches!(self.verdict(), Verdict::Refuted(_))
    }

    /// Whether a claim that is not true for all positions is true on its own window; `None` if it is true
    /// for all, or nobody knows, or it names no window.
    pub fn true_on_its_window(&self) -> Option<bool> {
        match self.own.as_ref()?.verdict {
            Ok(Verdict::HoldsUpTo(_)) => Some(true),
            Ok(Verdict::Refuted(_)) => Some(false),
            _ => None,
        }
    }

    /// What is known of the claim.
    ///
    /// A sentence about numbers that automata have decided to be true holds without a window. A claim that contradicts itself
    /// in positions that nobody solves is refuted by a witness without values.
    pub fn verdict(&self) -> Verdict<&AcceptedTheorem> {
        let bounded = self.bounded.as_ref().map(|bounded| &bounded.verdict);
        match (&self.attempt, bounded) {
            (ProofAttempt::Proved(theorem), _) => Verdict::Proved(theorem),
            (_, Some(Ok(Verdict::Refuted(refutation)))) => Verdict::Refuted(refutation.clone()),
            (ProofAttempt::Decided(true) | ProofAttempt::ByPeriod { holds: true, .. }, _) => {
                Verdict::HoldsUpTo(CheckExtent::default())
            }
            (ProofAttempt::ByPeriod { holds: false, period }, _) => {
                let truth = format!("what the proved {} says", period_words(period));
                Verdict::Refuted(refutation(String::new(), "false".into(), &truth))
            }
            (ProofAttempt::Decided(false), _) => {
                Verdict::Refuted(refutation(String::new(), "false".into(), "decided by automata"))
            }
            (ProofAttempt::Violated(violated), _) if self.contradiction.is_some() => {
                let says = self.contradiction.as_ref().map(|found| found.why.clone());
                let truth = "no set of P-positions is like that";
                Verdict::Refuted(refutation(violated.place(), says.unwrap_or_default(), truth))
            }
            (ProofAttempt::GaveUp(why), _) => Verdict::Unknown(why.clone()),
            (_, Some(Ok(Verdict::HoldsUpTo(extent)))) => Verdict::HoldsUpTo(extent.clone()),
            (_, Some(Ok(Verdict::Unknown(why)) | Err(CheckError::GaveUp(why)))) => {
                Verdict::Unknown(why.clone())
            }
            (attempt, _) => Verdict::Unknown(GaveUp::new(why(attempt))),
        }
    }

    /// The verdict in a word; `true` for a sentence about numbers that automata have decided.
    pub fn word(&self) -> &'static str {
        match (&self.attempt, self.verdict()) {
            (
                ProofAttempt::Decided(true) | ProofAttempt::ByPeriod { holds: true, .. },
                Verdict::HoldsUpTo(_),
            ) => "true",
            (_, verdict) => verdict.word(),
        }
    }
}

/// A refutation without a solved window.
fn refutation(at: String, says: String, truth: &str) -> Box<Refutation> {
    let smallest = Witness { at, values: Vec::new(), says, truth: truth.into(), why: None };
    Box::new(Refutation { smallest, flattest: None, checked: CheckExtent::default() })
}

/// What became of a proof, in a sentence; empty if it is one.
pub fn why(attempt: &ProofAttempt<Box<AcceptedTheorem>>) -> String {
    match attempt {
        ProofAttempt::Proved(_) => String::new(),
        ProofAttempt::Decided(true) => {
            "true for all numbers: decided by automata, no move is involved".to_string()
        }
        ProofAttempt::Decided(false) => "false: decided by automata".to_string(),
        ProofAttempt::ByPeriod { holds: true, period } => {
            format!("true for all heaps: it follows from the proved {}", period_words(period))
        }
        ProofAttempt::ByPeriod { holds: false, period } => {
            format!("false: it contradicts the proved {}", period_words(period))
        }
        ProofAttempt::Outside(outside) => format!("not proved: {outside}"),
        ProofAttempt::GaveUp(why) => why.why().to_string(),
        ProofAttempt::Violated(violated) => {
            let (obligation, place) = (&violated.obligation, violated.place());
            if violated.about == ViolationKind::Unsupported {
                let what = match violated.option {
                    Some(_) => {
                        "this option of a position that is said to be lost has no reply among the positions of the claim, \
                                 nor of other claims of the game: the claim may be true, but it does not prove itself"
                    }
                    None => {
                        "from this position, which is said to be won, no move leads to a position that is proved to be lost"
                    }
                };
                return format!("not proved, at {place}: {what}");
            }
            match (violated.exact, place.is_empty()) {
                (true, false) => format!("violated at {place}: {obligation}"),
                (true, true) => format!("violated: {obligation}"),
                (false, _) => {
                    format!("not proved, since divisors are beyond automata: {obligation}")
                }
            }
        }
    }
}

/// Whether a check refutes what was said.
pub fn is_refuted(outcome: &CheckedClaim) -> bool {
    matches!(outcome.verdict, Ok(Verdict::Refuted(_)))
}

/// What a check on a window says where there is no proof: around a violation, or where the claim
/// says itself; and whether its witness is the smallest.
fn bounded(
    attempt: &ProofAttempt<Box<AcceptedTheorem>>,
    ruleset: &Ruleset,
    check: &mut dyn FnMut(Option<&Bounds>) -> anyhow::Result<CheckedClaim>,
) -> anyhow::Result<(Option<CheckedClaim>, bool)> {
    let (violated, rules) = match (attempt, &ruleset.rules) {
        (ProofAttempt::Proved(_), _) => return Ok((None, false)),
        (ProofAttempt::Violated(violated), Rules::Heaps(rules)) => (violated, rules),
        _ => return Ok((Some(check(None)?), true)),
    };
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
        if !rules.states.is_empty() || with_stones_up_to(stones, heaps) > MAX_CONFIRMED {
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
