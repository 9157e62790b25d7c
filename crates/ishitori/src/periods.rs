//! Periods of single heaps that the independent checker has accepted.
//!
//! A sequence calls a period proved when a finite check has told so; whoever shows it to somebody says so only once
//! `ishitori-check`, which shares no code with the engines, has read the certificate and agreed. The checker is told
//! the moves, so that these are those of the rule is looked at here once more: option by option, as far as
//! that is quick.

use std::time::{Duration, Instant};

use anyhow::anyhow;
use ishitori_core::control::Control;
use ishitori_core::single::scan::ScanEngine;
use ishitori_core::single::{Period, ScanReason, Sequence, SequenceEngine, certificate};
use ishitori_rule::{GameDescription, SingleRules};

/// Options that are looked at to compare the moves with the rule: some milliseconds.
const COMPARED: u64 = 300_000;

/// A period that `ishitori-check` has accepted.
pub struct ProvedPeriod {
    /// The period.
    pub period: Period,
    /// Its certificate.
    pub certificate: String,
    /// How long the check took.
    pub took: Duration,
}

/// `period 4, saltus 2, from 7 on`.
pub fn period_words(period: &Period) -> String {
    let saltus = match period.saltus {
        0 => String::new(),
        saltus => format!(", saltus {saltus},"),
    };
    format!("period {}{saltus} from {} on", period.length, period.start)
}

/// The rules of which no theorem speaks.
pub fn scanned_rules(sequence: &Sequence) -> &'static str {
    match sequence.why_scanned() {
        ScanReason::Sizes => "rules that look at sizes",
        ScanReason::ManyHeaps => "rules that leave four heaps or more",
        ScanReason::Varying => "rules that leave a varying number of heaps",
    }
}

/// Whether the values that a checker has computed are those of the rule, option by option, for the first heaps.
pub fn is_of_rule(rules: &SingleRules, values: &[u32]) -> bool {
    ScanEngine::new(rules).is_ok_and(|mut scanner| scanner.agrees(values, COMPARED))
}

/// Has the period of a sequence checked, if it has one.
///
/// # Errors
/// If the work is stopped, or that the checker refuses the period.
pub fn proved(
    about: &GameDescription,
    rules: &SingleRules,
    sequence: &Sequence,
    control: &Control,
) -> anyhow::Result<Option<ProvedPeriod>> {
    let (Some(period), Some(breaks)) = (sequence.period(), sequence.breaks()) else {
        return Ok(None);
    };
    let game = about.full_name();
    let heading = certificate::SequenceHeading { game: &game, rule: &about.text };
    let mask = match sequence.engine() {
        SequenceEngine::Sparse(mask) => Some(mask),
        _ => None,
    };
    let certificate = certificate::certificate(heading, breaks, &period, mask);
    let begun = Instant::now();
    let checked = ishitori_check::check_sequence(&certificate, &mut |_| control.check().is_ok());
    control.check()?;
    match checked {
        Ok(checked) if !is_of_rule(rules, &checked.values) => Err(anyhow!(
            "the options of {game} are not those of its moves as they are read, which is a mistake in ishitori"
        )),
        Ok(_) => Ok(Some(ProvedPeriod { period, certificate, took: begun.elapsed() })),
        Err(refused) => Err(anyhow!(
            "the checker refuses the period of {game}, which is a mistake in ishitori: {refused}"
        )),
    }
}
