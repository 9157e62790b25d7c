//! Why a certificate is not accepted: a sentence, and the line of the file where there is one.
//!
//! Every part of the checker that finds something wrong returns this. A check that the watcher stopped
//! returns it as well, marked, because then nothing is known to be wrong.

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckRefusal {
    line: Option<usize>,
    reason: String,
    stopped: bool,
}

impl CheckRefusal {
    pub(crate) fn new(reason: impl Into<String>) -> CheckRefusal {
        CheckRefusal { line: None, reason: reason.into(), stopped: false }
    }

    pub(crate) fn at(line: usize, reason: impl Into<String>) -> CheckRefusal {
        CheckRefusal { line: Some(line), ..CheckRefusal::new(reason) }
    }

    pub(crate) fn on(self, line: usize) -> CheckRefusal {
        CheckRefusal { line: self.line.or(Some(line)), ..self }
    }

    pub(crate) fn stop() -> CheckRefusal {
        CheckRefusal { stopped: true, ..CheckRefusal::new("stopped before the end") }
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

impl std::fmt::Display for CheckRefusal {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            Some(line) => write!(out, "line {line}: {}", self.reason),
            None => write!(out, "{}", self.reason),
        }
    }
}

impl std::error::Error for CheckRefusal {}
