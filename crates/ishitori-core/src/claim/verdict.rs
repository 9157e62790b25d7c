//! What a check comes to.

use crate::control::GaveUp;
use crate::game::Bounds;

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckVerdict {
    /// True everywhere it was looked at. For a claim about positions that is no proof.
    HoldsUpTo(CheckExtent),
    /// False somewhere.
    Refuted(Box<Refutation>),
    /// Too much work, or too much memory.
    Unknown(GaveUp),
}

impl CheckVerdict {
    /// What was looked at; nothing if the work was given up.
    pub fn checked(&self) -> Option<&CheckExtent> {
        match self {
            CheckVerdict::HoldsUpTo(checked) => Some(checked),
            CheckVerdict::Refuted(refutation) => Some(&refutation.checked),
            CheckVerdict::Unknown(_) => None,
        }
    }

    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            CheckVerdict::HoldsUpTo(_) => "holds",
            CheckVerdict::Refuted(_) => "refuted",
            CheckVerdict::Unknown(_) => "unknown",
        }
    }
}

/// Where a claim fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The witness with the fewest stones; among those the first in lexicographic order.
    pub smallest: Witness,
    /// The one whose largest heap is smallest, if that is another.
    pub flattest: Option<Witness>,
    /// What was looked at.
    pub checked: CheckExtent,
}

/// What a check looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckExtent {
    /// The window; `None` if the claim is about no window: it is true or false once and for all.
    pub window: Option<Bounds>,
    /// How many positions, or choices of the variables.
    pub cases: u64,
    /// Whether the cases are positions.
    pub positions: bool,
    /// Cells of printed tables that were left out because the print is damaged.
    pub damaged_cells: usize,
}

/// Where a claim fails, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The position as the game writes it, or the variables: `x = 3, y = 5`.
    pub at: String,
    /// The numbers behind it: heaps or variables; empty for boards.
    pub values: Vec<i64>,
    /// What the claim says there.
    pub says: String,
    /// What is true there.
    pub truth: String,
    /// Why: the winning move, the option with the same value.
    pub why: Option<String>,
}
