//! What is claimed for every number of heaps, and the texts that stand beside it in a certificate.

use super::formula::CountFormula;

/// What a claim says for every number of heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EveryNStatement {
    /// What is claimed.
    pub about: EveryNAbout,
    /// What it says of columns.
    pub formula: CountFormula,
}

/// What is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EveryNAbout {
    /// Which positions the previous player wins.
    Outcomes,
    /// Grundy values, by their digits.
    GrundyPlain,
    /// Grundy values, k >= 1 as 2^(k - 1).
    GrundyHeight,
}

impl EveryNAbout {
    /// Its words in certificates.
    pub fn word(self) -> &'static str {
        match self {
            EveryNAbout::Outcomes => "outcomes",
            EveryNAbout::GrundyPlain => "grundy plain",
            EveryNAbout::GrundyHeight => "grundy height",
        }
    }
}

/// The texts that stand in a certificate beside the theorem.
#[derive(Clone, Copy, Debug)]
pub struct EveryNTexts<'a> {
    /// The game, with the open parameter as a letter: `moore(n,2)`.
    pub game: &'a str,
    /// The rule.
    pub rule: &'a str,
    /// The name of the claim.
    pub claim: &'a str,
    /// The claim.
    pub statement: &'a str,
}
