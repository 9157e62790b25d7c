//! Proving claims: the prover with a stopwatch, and the independent checker that has the last word.

use std::time::{Duration, Instant};

use ishitori_automata::{DigitOrder, Numeration};
use ishitori_check::{Checked, Statement};
use ishitori_core::catalogue::CatalogueLibrary;
use ishitori_core::claim::{CheckVerdict, ClaimInstance};
use ishitori_core::control::{Control, GaveUp, Total};
use ishitori_core::prove::induct::{MetObligation, Violation, ViolationKind};
use ishitori_core::prove::recall::{self, CertificateHead};
use ishitori_core::prove::{self, BeyondAutomata, Proof, ProofQuestion, Proving};
use ishitori_core::solve::Convention;
use ishitori_rule::{Ruleset, load, name};

use crate::claims::{ClaimSentence, ClaimedGame, small_window};
use crate::stopwatch::Stopwatch;

/// A theorem whose certificate `ishitori-check` has accepted.
pub struct AcceptedTheorem {
    /// The proof.
    pub proof: Proof,
    /// What the checker says of the certificate.
    pub checked: Checked,
    /// How long each obligation took.
    pub obligations: Vec<(MetObligation, Duration)>,
    /// How long proving took.
    pub proving: Duration,
    /// How long checking took.
    pub checking: Duration,
}

/// Where an obligation is violated.
pub struct ViolatedObligation {
    /// The obligation.
    pub obligation: String,
    /// Its kind.
    pub about: ViolationKind,
    /// The position; `None` if a heap does not fit 128 bits.
    pub position: Option<Vec<u128>>,
    /// The option, if the obligation is about one.
    pub option: Option<Vec<u128>>,
    /// Whether all moves were read exactly, so that the claim is false.
    pub exact: bool,
}

impl ViolatedObligation {
    /// The largest heap in it.
    pub fn largest(&self) -> Option<u128> {
        let position = self.position.as_ref()?.iter();
        position.chain(self.option.iter().flatten()).max().copied()
    }

    /// Where it is, in words: `(3,5) -> (3,4)`; empty if a heap is too large to be written.
    pub fn place(&self) -> String {
        let tuple = |numbers: &[u128]| {
            let words: Vec<String> = numbers.iter().map(u128::to_string).collect();
            format!("({})", words.join(","))
        };
        match (&self.position, &self.option) {
            (Some(position), Some(option)) => format!("{} -> {}", tuple(position), tuple(option)),
            (Some(position), None) => tuple(position),
            (None, _) => String::new(),
        }
    }
}

/// What came of trying to prove a claim.
pub enum Attempt {
    /// It is a theorem.
    Proved(Box<AcceptedTheorem>),
    /// It is violated somewhere.
    Violated(ViolatedObligation),
    /// It is about numbers, not about moves, and true or false for all of them.
    Decided(bool),
    /// Automata cannot know what it says.
    Outside(BeyondAutomata),
    /// It took too much.
    GaveUp(GaveUp),
}

/// Tries to prove a claim of a game with the parameters of `instance`.
///
/// # Errors
/// If the rule does not fit these parameters, or the checker refuses what the prover wrote.
pub fn prove_claim(
    claimed: &ClaimedGame,
    instance: &ClaimInstance,
    control: &Control,
) -> anyhow::Result<Attempt> {
    let ruleset = claimed.with(instance)?;
    let id = &claimed.ruleset.claims[instance.claim].id.value;
    prove(claimed, &ruleset, id, &sentence(claimed, instance), control)
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
) -> anyhow::Result<Attempt> {
    let ClaimSentence { statement, text, convention } = *sentence;
    let question =
        ProofQuestion { ruleset, statement, text, claim: id, convention, library: claimed };
    let stopwatch = Stopwatch::start(control, None);
    let timed = stopwatch.over(control);
    Ok(match prove::prove(&question, &timed) {
        Proving::Proved(proof) => {
            let attempt = checked(*proof, id, &stopwatch, &timed)?;
            if matches!(attempt, Attempt::Proved(_))
                && is_refuted(claimed, ruleset, sentence, control)
            {
                anyhow::bail!(
                    "the certificate of {id} is accepted, but a small window refutes the claim, so nothing is proved: \
                     rule or claim were read wrongly. This is a bug of ishitori: please report it"
                );
            }
            attempt
        }
        Proving::Violated { violation, numeration, order, exact } => {
            Attempt::Violated(violated(violation, numeration, order, exact))
        }
        Proving::Decided(holds) => Attempt::Decided(holds),
        Proving::Outside(outside) => Attempt::Outside(outside),
        Proving::GaveUp(gave_up) => Attempt::GaveUp(gave_up),
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
) -> anyhow::Result<Attempt> {
    let proving = stopwatch.elapsed();
    let begun = Instant::now();
    let checked =
        ishitori_check::check_with(&proof.certificate, &mut |step| control.start(step).is_ok());
    let checking = begun.elapsed();
    match checked {
        Ok(checked) => {
            let timed = |met: &MetObligation| (met.clone(), stopwatch.time_of(&met.name));
            let obligations = proof.induction.obligations.iter().map(timed).collect();
            let theorem = AcceptedTheorem { obligations, proof, checked, proving, checking };
            Ok(Attempt::Proved(Box::new(theorem)))
        }
        Err(refused) if refused.stopped() => {
            unless_stopped(control)?;
            Ok(Attempt::GaveUp(GaveUp::new("the certificate was not checked in time")))
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
    let (verdict, _) = claimed.run(ruleset, sentence, Some(&window), &control, None);
    matches!(verdict, Ok(CheckVerdict::Refuted(_)))
}

fn violated(
    violation: Violation,
    numeration: Numeration,
    order: DigitOrder,
    exact: bool,
) -> ViolatedObligation {
    let number = |digits: &Vec<bool>| {
        let word: Vec<u16> = digits.iter().map(|digit| u16::from(*digit)).collect();
        if word.len() > 126 {
            return None;
        }
        numeration.numbers(order, 1, &word).and_then(|numbers| numbers.first().copied())
    };
    let numbers = |heaps: &Vec<Vec<bool>>| heaps.iter().map(number).collect::<Option<Vec<u128>>>();
    ViolatedObligation {
        position: numbers(&violation.position),
        option: violation.option.as_ref().and_then(numbers),
        obligation: violation.obligation,
        about: violation.about,
        exact,
    }
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

/// Reads the rule and the claim of an accepted certificate again, and compares them with its formulas.
///
/// # Errors
/// Why they are not the same, in a sentence.
pub fn reread(text: &str, says: &Statement, control: &Control) -> Result<(), String> {
    let parsed = name::parse(&says.game).map_err(|why| format!("its game has no name: {why}"))?;
    let ruleset = load(&says.rule, &parsed.arguments).map_err(|problems| {
        let first = problems.first().map(ToString::to_string).unwrap_or_default();
        format!("its rule cannot be read: {first}")
    })?;
    if ruleset.about.full_name() != says.game {
        return Err(format!("its rule is that of {}", ruleset.about.full_name()));
    }
    let head = CertificateHead::of(text).ok_or("it has no head")?;
    recall::reread(text, &head, &ruleset, &CatalogueLibrary, control).map(|_| ())
}
