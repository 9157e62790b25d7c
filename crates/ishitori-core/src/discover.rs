//! From a rule to a theorem, with nobody guessing the formula.
//!
//! Solve a small window ([`sample`]), write its P-positions (or Grundy values) as words of digits and count
//! what is left after each beginning ([`words`]: few residuals, few states), learn the automaton
//! ([`learn`]), and prove it for all positions with the prover. If an obligation is violated, the
//! automaton is wrong somewhere beyond the window: solve a larger one and go on. What is proved is
//! said in a formula where there is one ([`simplify`]).
//! Where no automaton is found, two heaps may be free and the others bounded ([`bands`]).
//! A table that somebody else computed is learned from in the same way ([`table`]); it proves nothing.
//!
//! Nothing that is learned is trusted: only what the prover proves, and the independent checker
//! accepts, is a theorem. What is not found is reported with numbers: so many residuals mean that no
//! automaton with fewer states exists.

pub mod bands;
pub mod complexes;
pub mod families;
pub mod learn;
pub mod sample;
mod search;
pub mod simplify;
pub mod slices;
pub mod sweep;
pub mod table;
pub mod words;

use ishitori_automata::{DigitOrder, Numeration};
use ishitori_rule::Ruleset;

pub use self::sample::TrackCoding;
pub use self::search::discover;
use crate::control::GaveUp;
use crate::prove::Proof;
use crate::prove::induct::Violation;
use crate::solve::Convention;

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The positions that are lost for the player to move.
    Outcomes(Convention),
    /// The Grundy function.
    Grundy,
    /// The positions of each Grundy value up to this one, as far as they go.
    Values(u32),
}

/// A question.
pub struct DiscoveryQuestion<'a> {
    /// The game.
    pub ruleset: &'a Ruleset,
    /// What is looked for.
    pub aim: Aim,
    /// The most states of an automaton.
    pub states: usize,
    /// The most binary digits of a heap in a window.
    pub bits: usize,
}

/// How digits are written and read, and for Grundy values how the value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DigitFormat {
    /// What digits mean.
    pub numeration: Numeration,
    /// Which come first.
    pub order: DigitOrder,
    /// How the value is written, if there is one.
    pub coding: Option<TrackCoding>,
}

/// How many residuals there are, which no automaton can do without.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResidualProbe {
    /// Of the positions of this value; 0 if it is not about value classes.
    pub class: u32,
    /// In which digits.
    pub digits: DigitFormat,
    /// From words of so many letters.
    pub length: usize,
    /// After prefixes of 0, 1, 2, ... letters, by the suffixes that the window has.
    pub residuals: Vec<usize>,
}

impl ResidualProbe {
    /// No automaton has fewer states.
    pub fn bound(&self) -> usize {
        self.residuals.iter().copied().max().unwrap_or(1)
    }
}

/// An automaton that agreed with a window and is wrong beyond it.
#[derive(Clone, Debug)]
pub struct RefutedAutomaton {
    /// In which digits it was learned.
    pub digits: DigitFormat,
    /// From heaps of so many binary digits.
    pub bits: usize,
    /// How many states it has.
    pub states: usize,
    /// Which obligation it violates, and where.
    pub violation: Violation,
}

/// A theorem found.
pub struct DiscoveredTheorem {
    /// The proof, still to be checked by the independent checker.
    pub proof: Proof,
    /// In which digits it was learned.
    pub digits: DigitFormat,
    /// From heaps of so many binary digits.
    pub bits: usize,
    /// How many states each automaton has.
    pub states: Vec<usize>,
    /// The wrong automata that were refuted on the way.
    pub refuted: Vec<RefutedAutomaton>,
    /// For value classes: why there are no more of them.
    pub rest: Option<Resistance>,
}

/// Why nothing was found.
#[derive(Clone, Debug)]
pub struct Resistance {
    /// In a sentence.
    pub why: String,
    /// The last window: heaps of so many binary digits.
    pub bits: usize,
    /// The last counts of residuals in each kind of digits.
    pub probes: Vec<ResidualProbe>,
    /// The automata that agreed with a window and were refuted beyond it.
    pub refuted: Vec<RefutedAutomaton>,
    /// Whether time or memory ran out, so that more of them may help.
    pub gave_up: Option<GaveUp>,
}

/// What came of it.
pub enum DiscoveryResult {
    /// A theorem.
    Proved(Box<DiscoveredTheorem>),
    /// None within the limits.
    Resists(Resistance),
    /// No automaton can know the moves, in a sentence.
    Outside(String),
}
