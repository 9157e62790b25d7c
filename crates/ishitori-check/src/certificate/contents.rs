//! A certificate as data: everything in the file that the checker works with.
//!
//! Formulas have been read, but nothing has been checked. Words of the file that are only for people are in the
//! statement.

use crate::certificate::listed_automaton::ListedAutomaton;
use crate::certificate::listed_cover::{ListedCover, ListedSymmetry};
use crate::certificate::statement::Statement;
use crate::digits::{FileNumeration, ReadingOrder};
use crate::formula::number_formula::NumberFormula;
use crate::formula::variable::VariableNumber;

/// The most sets and moves.
pub(crate) const MANY: usize = 10_000;

/// A move.
pub enum CertificateMove {
    /// Lower any of these heaps, at least one.
    Lower(Vec<usize>),
    /// New numbers for which the formula holds; the variables of the new position.
    General {
        /// The names of the new numbers.
        created: Vec<String>,
        /// What holds of the heaps and the new numbers.
        formula: NumberFormula,
        /// The variables of the new position, one a heap.
        to: Vec<VariableNumber>,
    },
}

/// A certificate.
pub struct Certificate {
    /// What the file says, in its own words.
    pub statement: Statement,
    /// How numbers are written.
    pub numeration: FileNumeration,
    /// Which digits are read first.
    pub order: ReadingOrder,
    /// Whether digits are read one by one.
    pub single: bool,
    /// Which tuples are positions of the game.
    pub whole: NumberFormula,
    /// Which of them the theorem is about: all, or those of the slice. Every obligation reads this.
    pub valid: NumberFormula,
    /// The moves.
    pub moves: Vec<CertificateMove>,
    /// What is to be proved.
    pub theorem: StatedTheorem,
    /// The sets that have no formula.
    pub given: Vec<GivenSet>,
    /// The automata.
    pub tables: Vec<ListedAutomaton>,
    /// The symmetries.
    pub symmetries: Vec<ListedSymmetry>,
    /// The covers.
    pub covers: Vec<ListedCover>,
}

impl Certificate {
    /// How many heaps there are.
    #[must_use]
    pub fn heaps(&self) -> usize {
        self.statement.heaps.len()
    }
}

/// What is to be proved.
pub enum StatedTheorem {
    /// The positions of the values 0, 1, 2, ...
    Values(Vec<NumberFormula>),
    /// The graph of the Grundy function, with the value or 2 to the value on the last track.
    Grundy {
        /// Whether it is 2 to the value.
        onehot: bool,
        /// The graph.
        graph: NumberFormula,
    },
    /// Misère play.
    Misere {
        /// The positions without moves.
        terminal: NumberFormula,
        /// The positions that the player to move loses.
        lost: NumberFormula,
    },
    /// Sets of positions that are lost, and sets of positions that are won; of others nothing is said.
    Families {
        /// All sets, those that are lost first.
        sets: Vec<NumberFormula>,
        /// How many of them are lost.
        lost: usize,
    },
}

/// A line that gives a set by its automaton: where it stands, and the name of the block.
pub struct GivenSet {
    /// The line in the file.
    pub line: usize,
    /// The name of the block.
    pub name: String,
}
