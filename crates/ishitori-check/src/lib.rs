//! The independent checker of proof certificates.
//!
//! A certificate (`docs/certificate.md`) says what the values of *all* positions of a game are, and
//! brings what is needed to check it. This crate depends on nothing but the standard library and
//! shares no code with the prover. What it takes on trust is only itself. It is meant to be read: begin with
//! the list of steps in `check.rs`. Periods of games on single heaps have certificates of another kind:
//! `sequence.rs`; so have bands, two free heaps beside bounded ones: `band.rs`; and theorems about any number of heaps:
//! `every_n.rs`.
//!
//! The file brings every automaton and every step of the induction, so nothing is searched for; only its formulas
//! are compiled anew. A file that is too large is refused, and [`check_with`] can be stopped.
//!
//! ```
//! let refused = ishitori_check::check("no certificate").unwrap_err();
//! assert_eq!(refused.to_string(), "line 1: the last line is to be `end`");
//! ```

mod automata;
mod band;
mod certificate;
mod check;
mod checked;
mod checksum;
mod compile;
mod cover;
mod digits;
mod every_n;
mod formula;
mod quick_hash;
pub mod reading;
mod refusal;
mod second_reading;
mod sequence;
#[cfg(test)]
mod tests;
mod text;
mod theorem;
mod watch;

pub use band::check::CheckedBand;
pub use certificate::statement::{MeasureCount, Statement};
pub use checked::{CheckedObligation, CheckedTheorem};
pub use every_n::check::CheckedEveryN;
pub use refusal::CheckRefusal;
pub use second_reading::evaluate::holds_at;
pub use second_reading::{
    ClaimReading, ReadingVerdict, SecondReading, compare_band_reading, compare_reading,
};
pub use sequence::period::CheckedSequence;

/// Checks a certificate, the text of the whole file.
///
/// # Errors
/// [`CheckRefusal`] if it proves nothing, or is too large.
pub fn check(text: &str) -> Result<CheckedTheorem, CheckRefusal> {
    check_with(text, &mut |_| true)
}

/// Like [`check()`]; every few milliseconds the watcher is told the current step, and may return false
/// to stop.
///
/// # Errors
/// [`CheckRefusal`] if it proves nothing, is too large, or was stopped.
pub fn check_with(
    text: &str,
    watcher: &mut dyn FnMut(&str) -> bool,
) -> Result<CheckedTheorem, CheckRefusal> {
    check::run(text, &mut watch::CheckWatch::new(watcher))
}

/// Whether a text begins as the certificate of a period of single heaps does.
#[must_use]
pub fn is_sequence(text: &str) -> bool {
    text.lines().next() == Some(sequence::claim::FIRST)
}

/// Checks the certificate of a period of single heaps, the text of the whole file; the watcher is as in
/// [`check_with`].
///
/// # Errors
/// [`CheckRefusal`] if it proves nothing, is too large, or was stopped.
pub fn check_sequence(
    text: &str,
    watcher: &mut dyn FnMut(&str) -> bool,
) -> Result<CheckedSequence, CheckRefusal> {
    sequence::period::run(text, &mut watch::CheckWatch::new(watcher))
}

/// Whether a text begins as the certificate of a band does.
#[must_use]
pub fn is_band(text: &str) -> bool {
    text.lines().next() == Some(band::claim::FIRST)
}

/// Checks the certificate of a band, the text of the whole file; the watcher is as in [`check_with`].
///
/// # Errors
/// [`CheckRefusal`] if it proves nothing, is too large, or was stopped.
pub fn check_band(
    text: &str,
    watcher: &mut dyn FnMut(&str) -> bool,
) -> Result<CheckedBand, CheckRefusal> {
    band::check::run(text, &mut watch::CheckWatch::new(watcher))
}

/// Whether a text begins as the certificate of a theorem about any number of heaps does.
#[must_use]
pub fn is_every_n(text: &str) -> bool {
    text.lines().next() == Some(every_n::file::FIRST)
}

/// Checks the certificate of a theorem about any number of heaps, the text of the whole file; the watcher is as in
/// [`check_with`].
///
/// # Errors
/// [`CheckRefusal`] if it proves nothing, is too large, or was stopped.
pub fn check_every_n(
    text: &str,
    watcher: &mut dyn FnMut(&str) -> bool,
) -> Result<CheckedEveryN, CheckRefusal> {
    every_n::check::run(text, &mut watch::CheckWatch::new(watcher))
}
