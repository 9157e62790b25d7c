//! A game as the second reader understands it: positions and moves as formulas. Only data; `game` reads it.

use crate::formula::ReadFormula;
use crate::linear::{ReadVariable, WeightedSum};
use crate::meaning::KnownGame;

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReadMove {
    /// Lower any of these heaps (from 0), at least one.
    Lower(Vec<usize>),
    /// For all new numbers that satisfy the condition.
    Change(HeapsChange),
}

/// A move by a condition on heaps and new numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HeapsChange {
    pub(crate) new: Vec<ReadVariable>,
    pub(crate) condition: ReadFormula,
    pub(crate) result: Vec<WeightedSum>,
}

/// A game as the second reader understands it.
#[derive(Clone, Debug)]
pub struct ReadGame {
    /// Its name, without parameters.
    pub name: String,
    pub(crate) known: KnownGame,
    pub(crate) unordered: bool,
    pub(crate) valid: ReadFormula,
    pub(crate) moves: Vec<ReadMove>,
}

/// A move before symmetries, and before what positions must be.
pub(crate) struct RawMove {
    pub(crate) change: HeapsChange,
    /// The heaps, if it lowers them and does nothing else.
    pub(crate) lowers: Option<Vec<usize>>,
}
