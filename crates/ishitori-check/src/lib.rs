//! The independent checker of proof certificates.
//!
//! A certificate (`docs/certificate.md`) says what the values of *all* positions of a game are, and
//! brings what is needed to check it. This crate depends on nothing but the standard library: it
//! shares no code with the prover. It is meant to be read; begin with the list of steps in
//! `check.rs`. What it takes on trust is only itself. Periods of games on single heaps have certificates of
//! their own kind: `sequence.rs`.
//!
//! ```
//! let refused = ishitori_check::check("no certificate").unwrap_err();
//! assert_eq!(refused.to_string(), "line 1: the last line is to be `end`");
//! ```

mod atoms;
mod automaton;
mod blocks;
mod branches;
mod certificate;
mod check;
mod compile;
mod cover;
mod empty;
mod formula;
mod goal;
mod heaps;
mod moves;
mod read;
mod saltus;
mod sequence;
mod subsets;
mod symmetry;
mod syntax;
mod table;
#[cfg(test)]
mod tests;
mod theorem;
mod watch;

pub use certificate::Statement;
pub use sequence::CheckedSequence;

/// What was proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// What the certificate says, in its own words.
    pub statement: Statement,
    /// How many automata the file has.
    pub automata: usize,
    /// How many states they have together.
    pub states: usize,
    /// How many macro-states all covers have together.
    pub macro_states: usize,
    /// What was checked of the theorem, in order.
    pub obligations: Vec<Obligation>,
}

/// Something that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// What it says.
    pub name: String,
    /// How many joint states were walked, or how many elements the macro-states of a cover have.
    pub size: usize,
}

impl Checked {
    /// The name of the game.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.statement.game
    }

    /// What was proved: `values 0`, `grundy plain`, ...
    #[must_use]
    pub fn theorem(&self) -> &str {
        &self.statement.theorem
    }

    /// The number of heaps.
    #[must_use]
    pub fn heaps(&self) -> usize {
        self.statement.heaps.len()
    }
}

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    line: Option<usize>,
    reason: String,
    stopped: bool,
}

impl Refused {
    pub(crate) fn new(reason: impl Into<String>) -> Refused {
        Refused { line: None, reason: reason.into(), stopped: false }
    }

    pub(crate) fn at(line: usize, reason: impl Into<String>) -> Refused {
        Refused { line: Some(line), ..Refused::new(reason) }
    }

    pub(crate) fn on(self, line: usize) -> Refused {
        Refused { line: self.line.or(Some(line)), ..self }
    }

    pub(crate) fn stop() -> Refused {
        Refused { stopped: true, ..Refused::new("stopped before the end") }
    }

    /// The line of the file, where there is one.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        self.line
    }

    /// What is wrong, in one sentence.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// Whether the watcher stopped the check: then nothing is known to be wrong.
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.stopped
    }
}

impl std::fmt::Display for Refused {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            Some(line) => write!(out, "line {line}: {}", self.reason),
            None => write!(out, "{}", self.reason),
        }
    }
}

impl std::error::Error for Refused {}

/// Checks a certificate, the text of the whole file.
///
/// # Errors
/// [`Refused`] if it proves nothing, or is too large.
pub fn check(text: &str) -> Result<Checked, Refused> {
    check_with(text, &mut |_| true)
}

/// Like [`check()`]; every few milliseconds the watcher is told the current step, and may return false
/// to stop.
///
/// # Errors
/// [`Refused`] if it proves nothing, is too large, or was stopped.
pub fn check_with(text: &str, watcher: &mut dyn FnMut(&str) -> bool) -> Result<Checked, Refused> {
    check::run(text, &mut watch::Watch::new(watcher))
}

/// Whether a text begins as the certificate of a period of single heaps does.
#[must_use]
pub fn is_sequence(text: &str) -> bool {
    text.lines().next() == Some(sequence::FIRST)
}

/// Checks the certificate of a period of single heaps, the text of the whole file; the watcher is as in
/// [`check_with`].
///
/// # Errors
/// [`Refused`] if it proves nothing, is too large, or was stopped.
pub fn check_sequence(
    text: &str,
    watcher: &mut dyn FnMut(&str) -> bool,
) -> Result<CheckedSequence, Refused> {
    sequence::run(text, &mut watch::Watch::new(watcher))
}

/// What a certificate says, in its own words, and nothing of it checked but its form.
///
/// # Errors
/// [`Refused`] if the file is not as the document tells.
pub fn statement(text: &str) -> Result<Statement, Refused> {
    Ok(certificate::read(text, &mut watch::Watch::new(&mut |_| true))?.statement)
}
