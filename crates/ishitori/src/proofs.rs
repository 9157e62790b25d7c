//! Proving claims: the prover with a stopwatch, and the independent checker that has the last word.
//!
//! Why it is right: a claim counts as proved once `ishitori-check`, which shares no code with the prover, has
//! accepted the certificate, a second reader reads its rule and its claim alike
//! ([`second_reading`](crate::second_reading)), and a check on a window of at most 2,000 positions, where
//! there is one, does not refute it. Reader and window guard what the checker cannot see: how rule and claim
//! became formulas. A refusal is reported as a bug. What is known where there is no proof is found in [`trial`](crate::trial).

use std::time::{Duration, Instant};

pub use ishitori_automata::DigitOrder;
use ishitori_automata::Numeration;
use ishitori_check::{CheckedTheorem, Statement};
use ishitori_core::catalogue::{self, CatalogueLibrary};
use ishitori_core::claim::{ClaimInstance, Verdict};
use ishitori_core::control::{Control, GaveUp, Total};
use ishitori_core::discover::families::support as families;
pub use ishitori_core::prove::BeyondAutomata;
use ishitori_core::prove::arena::ArenaMove;
use ishitori_core::prove::induct::MetObligation;
pub use ishitori_core::prove::induct::ViolationKind;
use ishitori_core::prove::recall::{self, CertificateHead};
use ishitori_core::prove::{self, Proof, ProofQuestion};
pub use ishitori_core::prove::{ProofAttempt, ViolatedObligation};
use ishitori_core::solve::Convention;
use ishitori_rule::{Rules, Ruleset, name};

use crate::claims::{ClaimSentence, ClaimedGame, small_window};
use crate::second_reading::{SecondOpinion, second_opinion};
use crate::single_proofs;
use crate::stopwatch::Stopwatch;

/// A theorem whose certificate `ishitori-check` has accepted.
pub struct AcceptedTheorem {
    /// The proof.
    pub proof: Proof,
    /// What the checker says of the certificate.
    pub checked: CheckedTheorem,
    /// How long each obligation took.
    pub obligations: Vec<(MetObligation, Duration)>,
    /// How long proving took.
    pub proving: Duration,
    /// How long checking took.
    pub checking: Duration,
    /// What the second reader does not read of it; nothing if it read rule and claim, and agrees.
    pub unread: Option<String>,
}

impl AcceptedTheorem {
    /// In which digits it is proved, in words.
    pub fn digit_words(&self) -> String {
        let shop = &self.proof.induction.shop;
        let digits = match shop.numeration {
            Numeration::Binary => "binary digits",
            Numeration::Zeckendorf => "Fibonacci digits",
        };
        let order = match shop.order {
            DigitOrder::Msd => "most significant first",
            DigitOrder::Lsd => "least significant first",
        };
        let single = if shop.single { ", one at a time" } else { "" };
        format!("{digits}, {order}{single}")
    }

    /// The automata that it speaks of, with their states.
    pub fn automata(&self) -> Vec<(&str, usize)> {
        let named = self.proof.goal.formulas();
        let machines = self.proof.induction.shop.machines.iter();
        machines
            .filter(|machine| named.iter().any(|(name, _)| *name == machine.name))
            .map(|machine| (machine.name.as_str(), machine.dfa.states()))
            .collect()
    }

    /// Whether a move divides, which is beyond automata: then it is proved with a larger and a smaller set of moves.
    pub fn has_divisors(&self) -> bool {
        let divides = |option: &ArenaMove| matches!(option, ArenaMove::Other(other) if !other.divides.is_empty());
        self.proof.arena.moves.iter().any(divides)
    }
}

/// Tries to prove a claim of a game with the parameters of `instance`.
///
/// # Errors
/// If the rule does not fit these parameters, or the checker refuses what the prover wrote.
pub fn prove_claim(
    claimed: &ClaimedGame,
    instance: &ClaimInstance,
    control: &Control,
) -> anyhow::Result<ProofAttempt<Box<AcceptedTheorem>>> {
    prove_claim_in_order(claimed, instance, None, control)
}

/// Like [`prove_claim`], with the digits in this order; without one, in that of the smaller automata.
///
/// # Errors
/// As [`prove_claim`].
pub fn prove_claim_in_order(
    claimed: &ClaimedGame,
    instance: &ClaimInstance,
    order: Option<DigitOrder>,
    control: &Control,
) -> anyhow::Result<ProofAttempt<Box<AcceptedTheorem>>> {
    let ruleset = claimed.with_within(instance, control)?;
    let id = &claimed.ruleset.claims[instance.claim].id.value;
    prove_in_order(claimed, &ruleset, id, &sentence(claimed, instance), order, control)
}

/// What a claim of a game says.
pub fn sentence<'a>(claimed: &'a ClaimedGame, instance: &ClaimInstance) -> ClaimSentence<'a> {
    let claim = &claimed.ruleset.claims[instance.claim];
    let convention = if claim.about.misere { Convention::Misere } else { Convention::Normal };
    ClaimSentence { statement: &claim.statement, text: &claimed.text, convention }
}

/// Tries to prove what is said of a game.
///
/// # Errors
/// If the checker refuses what the prover wrote: a bug, reported as such.
pub fn prove(
    claimed: &ClaimedGame,
    ruleset: &Ruleset,
    id: &str,
    sentence: &ClaimSentence,
    control: &Control,
) -> anyhow::Result<ProofAttempt<Box<AcceptedTheorem>>> {
    prove_in_order(claimed, ruleset, id, sentence, None, control)
}

/// Like [`prove()`], with the digits in this order; without one, in that of the smaller automata.
///
/// # Errors
/// As [`prove()`].
pub fn prove_in_order(
    claimed: &ClaimedGame,
    ruleset: &Ruleset,
    id: &str,
    sentence: &ClaimSentence,
    order: Option<DigitOrder>,
    control: &Control,
) -> anyhow::Result<ProofAttempt<Box<AcceptedTheorem>>> {
    let ClaimSentence { statement, text, convention } = *sentence;
    let library = &claimed.library(control);
    if let Rules::Single(_) = &ruleset.rules {
        let question = ProofQuestion { ruleset, statement, text, claim: id, convention, library };
        return single_proofs::prove(&question, control);
    }
    if let Rules::Pieces(_) = &ruleset.rules {
        let what = "there are no proofs about pieces of several numbers; `check` looks at a window";
        let part = BeyondAutomata::Part { what: what.to_string(), span: None };
        return Ok(ProofAttempt::Outside(part));
    }
    let question = ProofQuestion { ruleset, statement, text, claim: id, convention, library };
    let stopwatch = Stopwatch::start(control, None);
    let timed = stopwatch.over(control);
    let attempt = match prove::prove_in_order(&question, order, &timed) {
        ProofAttempt::Violated(violated) if violated.about == ViolationKind::Unsupported => {
            match families::support(&question, &timed) {
                Ok(Some(set)) => match prove::prove_supported(&question, &set, &timed) {
                    proved @ ProofAttempt::Proved(_) => proved,
                    _ => ProofAttempt::Violated(violated),
                },
                Ok(None) => ProofAttempt::Violated(violated),
                Err(gave_up) => ProofAttempt::GaveUp(gave_up),
            }
        }
        attempt => attempt,
    };
    Ok(match attempt {
        ProofAttempt::Proved(proof) => {
            let attempt = checked(*proof, id, &stopwatch, &timed)?;
            if matches!(attempt, ProofAttempt::Proved(_))
                && is_refuted(claimed, ruleset, sentence, control)
            {
                anyhow::bail!(
                    "the certificate of {id} is accepted, but a small window refutes the claim, so nothing is proved: \
                     rule or claim were read wrongly. This is a bug of ishitori: please report it"
                );
            }
            attempt
        }
        ProofAttempt::Violated(violated) => ProofAttempt::Violated(violated),
        ProofAttempt::Decided(holds) => ProofAttempt::Decided(holds),
        ProofAttempt::ByPeriod { holds, period } => ProofAttempt::ByPeriod { holds, period },
        ProofAttempt::Outside(outside) => match control.ask() {
            // A game that was not loaded in time makes no claim meaningless.
            Err(gave_up) => ProofAttempt::GaveUp(gave_up),
            Ok(()) => ProofAttempt::Outside(outside),
        },
        ProofAttempt::GaveUp(gave_up) => ProofAttempt::GaveUp(gave_up),
    })
}

/// Has the certificate of a proof checked by the independent checker.
///
/// # Errors
/// If it is refused: a bug, reported as such.
pub fn checked(
    proof: Proof,
    id: &str,
    stopwatch: &Stopwatch,
    control: &Control,
) -> anyhow::Result<ProofAttempt<Box<AcceptedTheorem>>> {
    let proving = stopwatch.elapsed();
    let begun = Instant::now();
    let checked =
        ishitori_check::check_with(&proof.certificate, &mut |step| control.start(step).is_ok());
    let checking = begun.elapsed();
    match checked {
        Ok(checked) => {
            let unread = match second_opinion(&proof.certificate, &checked.statement, control) {
                Ok(SecondOpinion::Agrees) => None,
                Ok(SecondOpinion::Unread(why)) => Some(why),
                Ok(SecondOpinion::Differs(what)) => anyhow::bail!(
                    "the certificate of {id} is accepted, but a second reader reads its rule or its claim \
                     otherwise, so nothing is proved: they differ in {what}. This is a bug of ishitori: please \
                     report it"
                ),
                Err(gave_up) => {
                    unless_stopped(control)?;
                    return Ok(ProofAttempt::GaveUp(gave_up));
                }
            };
            let timed = |met: &MetObligation| (met.clone(), stopwatch.time_of(&met.name));
            let obligations = proof.induction.obligations.iter().map(timed).collect();
            let theorem =
                AcceptedTheorem { obligations, proof, checked, proving, checking, unread };
            Ok(ProofAttempt::Proved(Box::new(theorem)))
        }
        Err(refused) if refused.stopped() => {
            unless_stopped(control)?;
            Ok(ProofAttempt::GaveUp(GaveUp::new("the certificate was not checked in time")))
        }
        Err(refused) => anyhow::bail!(
            "ishitori-check refuses the certificate of {id}, so nothing is proved: {refused}. This is a \
             bug of ishitori: please report it"
        ),
    }
}

/// Whether a check on a small window refutes a claim: the rule and the claim as they are evaluated,
/// against the formulas that they were translated to.
fn is_refuted(
    claimed: &ClaimedGame,
    ruleset: &Ruleset,
    sentence: &ClaimSentence,
    control: &Control,
) -> bool {
    let Some(window) = small_window(ruleset, 2_000) else { return false };
    let control = control.with_memory(1 << 28).with_threads(1).with_positions(1_000_000);
    let control = control.counting("positions of a small window", Total::Unknown);
    let (verdict, _) = claimed.run(ruleset, sentence, (Some(&window), None), &control, None);
    matches!(verdict, Ok(Verdict::Refuted(_)))
}

/// Goes on if work was given up for another reason than that somebody stopped it.
///
/// # Errors
/// [`GaveUp`] if somebody did.
pub fn unless_stopped(control: &Control) -> Result<(), GaveUp> {
    match control.check() {
        Err(gave_up) if gave_up.is_stopped() => Err(gave_up),
        _ => Ok(()),
    }
}

/// The head of an accepted certificate, if it says what the checker has read: who reads lines otherwise (comments, empty lines)
/// would compare another claim.
///
/// # Errors
/// In what they differ, in a sentence.
pub(crate) fn head_of(text: &str, says: &Statement) -> Result<CertificateHead, String> {
    let head = CertificateHead::of(text).ok_or("it has no head")?;
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let bounds: Vec<(usize, i64)> = head
        .slice
        .bounds()
        .iter()
        .map(|(heap, most)| (*heap, i64::try_from(*most).unwrap_or(i64::MAX)))
        .collect();
    for (what, same) in [
        ("its game", head.game == says.game),
        ("its rule", lines(&head.rule) == lines(&says.rule)),
        ("the name of its claim", head.claim == says.claim),
        ("its claim", lines(&head.statement) == lines(&says.claim_text)),
        ("its slice", bounds == says.slice),
        ("its theorem", head.theorem == says.theorem),
    ] {
        if !same {
            return Err(format!(
                "comments or empty lines stand where {what} is written: they belong behind the head"
            ));
        }
    }
    Ok(head)
}

/// Reads the rule and the claim of an accepted certificate again, and compares them with its formulas.
///
/// # Errors
/// Why they are not the same, in a sentence.
pub fn reread(text: &str, says: &Statement, control: &Control) -> Result<(), String> {
    let parsed = name::parse(&says.game).map_err(|why| format!("its game has no name: {why}"))?;
    let ruleset = catalogue::load(&says.rule, &parsed.arguments).map_err(|problems| {
        let first = problems.first().map(ToString::to_string).unwrap_or_default();
        format!("its rule cannot be read: {first}")
    })?;
    if ruleset.about.full_name() != says.game {
        return Err(format!("its rule is that of {}", ruleset.about.full_name()));
    }
    let head = head_of(text, says)?;
    recall::reread(text, &head, &ruleset, &CatalogueLibrary, control).map(|_| ())
}
