//! What a check comes to.
//!
//! A verdict always says what was looked at. `HoldsUpTo` is about a window and never a proof; `Refuted` has
//! the smallest witness; `Unknown` is work that was given up, and nothing else. The scan (`scan.rs`) finds
//! witnesses, `witness.rs` puts them into words; proofs have results of their own in `prove`.

use std::convert::Infallible;

use crate::control::GaveUp;
use crate::game::Bounds;

/// What is known about a claim. `T` is a theorem that stands for a proof; a check on a window proves nothing, so it has none.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Verdict<T = Infallible> {
    /// False somewhere.
    Refuted(Box<Refutation>),
    /// True everywhere it was looked at. For a claim about positions that is no proof.
    HoldsUpTo(CheckExtent),
    /// True of all positions.
    Proved(T),
    /// Nobody knows: too much work, or too much memory.
    Unknown(GaveUp),
}

impl<T> Verdict<T> {
    /// What was looked at; nothing if it is proved, or the work was given up.
    pub fn checked(&self) -> Option<&CheckExtent> {
        match self {
            Verdict::HoldsUpTo(checked) => Some(checked),
            Verdict::Refuted(refutation) => Some(&refutation.checked),
            Verdict::Proved(_) | Verdict::Unknown(_) => None,
        }
    }

    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Refuted(_) => "refuted",
            Verdict::HoldsUpTo(_) => "holds",
            Verdict::Proved(_) => "proved",
            Verdict::Unknown(_) => "unknown",
        }
    }
}

impl<T> Verdict<T> {
    /// With another proof in place of this one.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Verdict<U> {
        match self {
            Verdict::Refuted(refutation) => Verdict::Refuted(refutation),
            Verdict::HoldsUpTo(checked) => Verdict::HoldsUpTo(checked),
            Verdict::Proved(proof) => Verdict::Proved(change(proof)),
            Verdict::Unknown(gave_up) => Verdict::Unknown(gave_up),
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckExtent {
    /// The window; `None` if the claim is about no window: it is true or false once and for all.
    pub window: Option<Bounds>,
    /// The list of positions, in a game without heaps.
    pub among: Option<String>,
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
