//! Why there is no theorem: one sentence.

use ishitori_check::CheckRefusal;
use std::fmt;

/// No file for Rocq can be written of a certificate; says why in one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoRocqTheorem(pub(crate) String);

impl NoRocqTheorem {
    pub(crate) fn new(why: impl Into<String>) -> NoRocqTheorem {
        NoRocqTheorem(why.into())
    }

    /// Of theorems on families.
    pub(crate) fn families() -> NoRocqTheorem {
        NoRocqTheorem::new(
            "who wins at some positions only: theorems for Rocq say it of all positions; `ishitori verify` checks the certificate",
        )
    }
}

impl fmt::Display for NoRocqTheorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no theorem for Rocq: {}", self.0)
    }
}

impl std::error::Error for NoRocqTheorem {}

impl From<CheckRefusal> for NoRocqTheorem {
    fn from(refusal: CheckRefusal) -> NoRocqTheorem {
        NoRocqTheorem(refusal.to_string())
    }
}
