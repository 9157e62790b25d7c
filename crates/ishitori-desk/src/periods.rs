//! Periods of single heaps that the independent checker has accepted.
//!
//! A sequence calls a period proved when a finite check has told so; whoever shows it to somebody says so only once
//! `ishitori-check`, which shares no code with the engines, has read the certificate and agreed.

use std::time::{Duration, Instant};

use anyhow::anyhow;
use ishitori_core::single::{Engine, Period, Sequence, certificate};
use ishitori_core::solve::GaveUp;
use ishitori_rule::About;

/// A period that `ishitori-check` has accepted.
pub struct Proved {
    /// The period.
    pub period: Period,
    /// Its certificate.
    pub certificate: String,
    /// How long the check took.
    pub took: Duration,
}

/// Has the period of a sequence checked, if it has one. `goes_on` is asked now and then.
///
/// # Errors
/// What `goes_on` says, or that the checker refuses the period.
pub fn proved(
    about: &About,
    sequence: &Sequence,
    goes_on: impl Fn() -> Result<(), GaveUp>,
) -> anyhow::Result<Option<Proved>> {
    let (Some(period), Some(breaks)) = (sequence.period(), sequence.breaks()) else {
        return Ok(None);
    };
    let game = about.full_name();
    let heading = certificate::Heading { game: &game, rule: &about.text };
    let mask = match sequence.engine() {
        Engine::Sparse(mask) => Some(mask),
        _ => None,
    };
    let certificate = certificate::certificate(heading, breaks, &period, mask);
    let begun = Instant::now();
    let checked = ishitori_check::check_sequence(&certificate, &mut |_| goes_on().is_ok());
    goes_on()?;
    match checked {
        Ok(_) => Ok(Some(Proved { period, certificate, took: begun.elapsed() })),
        Err(refused) => Err(anyhow!(
            "the checker refuses the period of {game}, which is a mistake in ishitori: {refused}"
        )),
    }
}
