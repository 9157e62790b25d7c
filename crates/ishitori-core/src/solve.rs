//! Who wins.
//!
//! [`Reference`] is the slow truth; engines that are fast on particular families are tested
//! against it: [`slabs`] for cones, [`lines`] for diagonals too, [`keys`] for sums, [`marks`] for all other heap games, [`boards`] for boards,
//! [`table`] for Grundy values, [`pieces`] for those of pieces of several numbers, [`seen`] for single positions where moves delete heaps,
//! [`figures`] for graphs, posets, diagrams and boards of cells,
//! [`OptionGraph`] for games of which only the options are known.
//! The question room ([`ask`](crate::ask)) picks one and says why. An engine answers exactly or returns
//! [`GaveUp`](crate::control::GaveUp), never a part that looks whole.
//! [`snapshot`] says how long work is interrupted and taken up again.

pub mod boards;
pub mod cones;
pub mod figures;
pub mod keys;
mod layers;
pub mod lines;
pub mod marks;
mod option_graph;
pub mod pieces;
mod reference;
pub mod seen;
pub mod shape;
pub mod slabs;
pub mod snapshot;
pub mod strides;
pub mod table;
mod threads;
mod value_pairs;

pub use option_graph::{OptionGraph, UnsolvedGraph};
pub use reference::{ListEnd, PositionFacts, PositionList, Reference};
pub use value_pairs::{ValuePair, ValuePairSolver};

/// Which player wins a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The previous player: whoever has to move loses.
    P,
    /// The next player: whoever has to move wins.
    N,
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Outcome::P => "P",
            Outcome::N => "N",
        })
    }
}

/// Who has won when nobody can move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Convention {
    /// A player who cannot move loses.
    #[default]
    Normal,
    /// A player who cannot move wins.
    Misere,
}
