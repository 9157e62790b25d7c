//! Macro-states of a strategy: what has been read, and what may have become of the heaps that move.
//!
//! The *situation* belongs to the opponent, who tells the position column by column: the state of the automaton, the phase, for Grundy
//! values how the smaller value compares so far, and how many heaps are *tracked*: their digits are told apart from those
//! of the others. A *plan* is one way in which a move may go on: a mode, and the state of the automaton that reads the position
//! after the move. The strategy keeps several plans and needs one of them at the end.
//!
//! Modes of `lower` and `take`: `still` (nothing has changed so far), `lowered` (the tracked heaps are those that are lowered, and each
//! is smaller already, so its digits are free), `taken` (what is taken is taken). Modes of `divide`: `still`; `borrow` (the
//! heap is one of those that are not tracked, all of which have only zeros so far, and what was taken is borrowed
//! from its next one); `whole` (the tracked heap goes, and all others have only zeros so far); `done`.

use crate::every_n::column::ColumnAutomaton;
use std::collections::BTreeSet;

/// How the smaller value compares with the value so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum ComparedSoFar {
    Same,
    Less,
    More,
}

/// What the opponent has told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Situation {
    pub(crate) state: usize,
    pub(crate) phase: usize,
    pub(crate) compared: ComparedSoFar,
    /// Whether the smaller value has had a one (height coding only).
    pub(crate) one_seen: bool,
    /// Whether some heap has had a one (`divide` only).
    pub(crate) nonzero: bool,
    pub(crate) tracked: usize,
}

/// What became of the heaps that move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum PlanMode {
    Still,
    Lowered,
    Taken,
    Borrow,
    Whole,
    Done,
}

impl PlanMode {
    /// Whether the plan speaks of tracked heaps.
    pub(crate) fn tracks(self) -> bool {
        matches!(self, PlanMode::Lowered | PlanMode::Borrow | PlanMode::Whole)
    }

    /// Whether a move has been made if the word ends here.
    pub(crate) fn is_made(self) -> bool {
        !matches!(self, PlanMode::Still | PlanMode::Borrow)
    }
}

/// One way in which a move may go on.
pub(crate) type OpenPlan = (PlanMode, usize);

/// What the strategy knows of a position so far.
#[derive(Clone, Debug)]
pub(crate) struct StrategyMacro {
    pub(crate) situation: Situation,
    pub(crate) plans: BTreeSet<OpenPlan>,
}

/// A column as the opponent tells it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ToldColumn {
    pub(crate) place: usize,
    pub(crate) phase: usize,
    /// Ones among the heaps that are not tracked.
    pub(crate) outside: usize,
    /// Ones among the tracked heaps.
    pub(crate) inside: usize,
    /// The digit of the value.
    pub(crate) value: usize,
    /// The digit of the smaller value.
    pub(crate) smaller: usize,
}

impl ToldColumn {
    /// All ones.
    pub(crate) fn count(&self) -> usize {
        self.outside + self.inside
    }
}

/// What is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EveryNKind {
    /// The accepted positions are those that the previous player wins.
    Outcomes,
    /// The Grundy value, in its own digits.
    GrundyPlain,
    /// The Grundy value k >= 1 as the number 2^(k - 1), 0 as 0.
    GrundyHeight,
}

impl Situation {
    /// The situation after a column, with nothing tracked; nothing if the opponent may not tell it, or gives up by it.
    pub(crate) fn after(
        &self,
        automaton: &ColumnAutomaton,
        theorem: EveryNKind,
        column: &ToldColumn,
        divides: bool,
    ) -> Option<Situation> {
        let height = theorem == EveryNKind::GrundyHeight;
        if height && self.one_seen && column.smaller == 1 {
            return None;
        }
        let now = match column.smaller.cmp(&column.value) {
            std::cmp::Ordering::Less => ComparedSoFar::Less,
            std::cmp::Ordering::Equal => ComparedSoFar::Same,
            std::cmp::Ordering::Greater => ComparedSoFar::More,
        };
        let compared = match automaton.places.msd {
            true if self.compared == ComparedSoFar::Same => now,
            false if now != ComparedSoFar::Same => now,
            _ => self.compared,
        };
        // Most significant first, a number that is larger so far stays larger.
        if automaton.places.msd && compared == ComparedSoFar::More {
            return None;
        }
        Some(Situation {
            state: automaton.after(self.state, column.place, column.count(), column.value),
            phase: column.phase,
            compared,
            one_seen: height && (self.one_seen || column.smaller == 1),
            nonzero: divides && (self.nonzero || column.count() > 0),
            tracked: 0,
        })
    }

    /// Whether a move is owed if the word ends here.
    pub(crate) fn owes(&self, automaton: &ColumnAutomaton, theorem: EveryNKind) -> bool {
        let accepted = automaton.accepting[self.state];
        automaton.places.may_end(self.phase)
            && match theorem {
                EveryNKind::Outcomes => !accepted,
                _ => accepted && self.compared == ComparedSoFar::Less,
            }
    }
}
