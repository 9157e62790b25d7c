//! A claim that `prove` tried, with what became of it: what is printed at the end.

use std::path::PathBuf;

use ishitori::trial::Trial;

/// A claim, and what became of it.
pub struct TriedClaim {
    pub id: String,
    pub kind: String,
    pub game: String,
    /// The bounds of the slice that it is about, if it is about one.
    pub bounds: Option<String>,
    /// Whether it is about misère play.
    pub misere: bool,
    pub trial: Trial,
    pub files: Vec<PathBuf>,
    /// What was not written, and why.
    pub note: Option<String>,
}
