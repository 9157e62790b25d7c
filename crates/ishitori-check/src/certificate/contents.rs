//! A certificate as data: everything in the file that the checker works with.
//!
//! Formulas have been read, but nothing has been checked. Words of the file that are only for people are in the
//! statement.

use crate::certificate::listed::{Cover, Symmetry};
use crate::certificate::statement::Statement;
use crate::certificate::table::Table;
use crate::digits::{Numeration, Order};
use crate::formula::number_formula::Formula;
use crate::formula::variable::Variable;

/// The most sets and moves.
pub(crate) const MANY: usize = 10_000;

/// A move.
pub(crate) enum Move {
    /// Lower any of these heaps, at least one.
    Lower(Vec<usize>),
    /// New numbers for which the formula holds; the variables of the new position.
    General { created: Vec<String>, formula: Formula, to: Vec<Variable> },
}

/// A certificate.
pub(crate) struct Certificate {
    pub statement: Statement,
    pub numeration: Numeration,
    pub order: Order,
    pub single: bool,
    pub valid: Formula,
    pub moves: Vec<Move>,
    pub theorem: Theorem,
    /// The sets that have no formula.
    pub given: Vec<Given>,
    pub tables: Vec<Table>,
    pub symmetries: Vec<Symmetry>,
    pub covers: Vec<Cover>,
}

impl Certificate {
    /// How many heaps there are.
    pub fn heaps(&self) -> usize {
        self.statement.heaps.len()
    }
}

/// What is to be proved.
pub(crate) enum Theorem {
    Values(Vec<Formula>),
    Grundy { onehot: bool, graph: Formula },
    Misere { terminal: Formula, lost: Formula },
}

/// A line that gives a set by its automaton: where it stands, and the name of the block.
pub(crate) struct Given {
    pub line: usize,
    pub name: String,
}
