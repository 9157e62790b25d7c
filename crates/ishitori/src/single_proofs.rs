//! Claims about single heaps, proved by periods.
//!
//! The sequence is computed until a period is proved, and `ishitori-check` has accepted it; what the period says of every heap is compared
//! with the claim by automata (core's `prove/by_period.rs`). So for a claim that is true for all heaps there is a certificate of the period,
//! which `ishitori sequence --certificate` writes. A small window is looked at too: it guards how the claim became a formula. Cost:
//! that of finding the period.

use ishitori_core::claim::{ClaimCheck, Verdict, check};
use ishitori_core::control::{Control, Total};
use ishitori_core::game::Bounds;
use ishitori_core::prove::{self, PeriodicValues, ProofAttempt, ProofQuestion};
use ishitori_core::single::{Period, Sequence};
use ishitori_rule::Rules;

use crate::periods::{self, scanned_rules};
use crate::stopwatch::Stopwatch;

/// A period is looked for among so many heaps.
const SEARCHED: u64 = 10_000;

/// Heaps between two looks at the clock.
const SLICE: u64 = 500;

/// Heaps of the window that must not refute what is decided.
const WINDOW: u64 = 300;

/// Tries to decide what is said of a heap for all heaps.
///
/// # Errors
/// If the work is stopped, the checker refuses the period, or a window says the opposite: bugs, reported as such.
pub fn prove<T>(question: &ProofQuestion, control: &Control) -> anyhow::Result<ProofAttempt<T>> {
    let Rules::Single(rules) = &question.ruleset.rules else {
        anyhow::bail!("this game is none on single heaps")
    };
    let stopwatch = Stopwatch::start(control, None);
    let timed = stopwatch.over(control);
    let mut sequence = Sequence::new(rules)?;
    let unproved = |why: &str| {
        let what = format!("{why}; `check` looks at as many heaps as are wanted");
        ProofAttempt::Outside(prove::BeyondAutomata::Part { what, span: None })
    };
    if sequence.breaks().is_none() {
        return Ok(unproved(&format!("no theorem tells periods of {}", scanned_rules(&sequence))));
    }
    while sequence.period().is_none() && (sequence.len() as u64) < SEARCHED {
        let next = (sequence.len() as u64 + SLICE).min(SEARCHED);
        if let Err(gave_up) = sequence.extend(next, &timed.with_any_positions()) {
            return match gave_up.is_stopped() && control.check().is_err() {
                true => Err(gave_up.into()),
                false => Ok(ProofAttempt::GaveUp(gave_up)),
            };
        }
    }
    let Some(proved) = periods::proved(&question.ruleset.about, rules, &sequence, control)? else {
        return Ok(unproved(&format!("no period is proved with {} heaps", sequence.len())));
    };
    let Period { start, length, .. } = proved.period;
    let values: Option<Vec<u64>> = (0..start + length).map(|heap| sequence.value(heap)).collect();
    let values = values.unwrap_or_default();
    let known = PeriodicValues { values: &values, period: proved.period };
    let attempt = prove::by_period(question, &known, &timed);
    if matches!(attempt, ProofAttempt::ByPeriod { holds: true, .. })
        && is_refuted(question, control)
    {
        anyhow::bail!(
            "{} follows from the period of the game, but a small window refutes it, so nothing is proved. This is \
             a bug of ishitori: please report it",
            question.claim
        )
    }
    Ok(attempt)
}

fn is_refuted(question: &ProofQuestion, control: &Control) -> bool {
    let ProofQuestion { ruleset, statement, text, convention, .. } = *question;
    let control = control.with_memory(1 << 28).with_threads(1).with_positions(1_000_000);
    let control = &control.counting("heaps of a small window", Total::Unknown);
    let bounds = &Bounds { to: vec![WINDOW], total: None };
    let library = &ishitori_core::catalogue::CatalogueLibrary;
    let (automatic, known) = (false, None);
    let verdict = check(&ClaimCheck {
        among: None,
        ruleset,
        statement,
        text,
        convention,
        bounds,
        automatic,
        control,
        known,
        library,
    });
    matches!(verdict, Ok(Verdict::Refuted(_)))
}
