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
pub(crate) enum CertificateMove {
    /// Lower any of these heaps, at least one.
    Lower(Vec<usize>),
    /// New numbers for which the formula holds; the variables of the new position.
    General { created: Vec<String>, formula: NumberFormula, to: Vec<VariableNumber> },
}

/// A certificate.
pub(crate) struct Certificate {
    pub(crate) statement: Statement,
    pub(crate) numeration: FileNumeration,
    pub(crate) order: ReadingOrder,
    pub(crate) single: bool,
    pub(crate) valid: NumberFormula,
    pub(crate) moves: Vec<CertificateMove>,
    pub(crate) theorem: StatedTheorem,
    /// The sets that have no formula.
    pub(crate) given: Vec<GivenSet>,
    pub(crate) tables: Vec<ListedAutomaton>,
    pub(crate) symmetries: Vec<ListedSymmetry>,
    pub(crate) covers: Vec<ListedCover>,
}

impl Certificate {
    /// How many heaps there are.
    pub(crate) fn heaps(&self) -> usize {
        self.statement.heaps.len()
    }
}

/// What is to be proved.
pub(crate) enum StatedTheorem {
    Values(Vec<NumberFormula>),
    Grundy { onehot: bool, graph: NumberFormula },
    Misere { terminal: NumberFormula, lost: NumberFormula },
}

/// A line that gives a set by its automaton: where it stands, and the name of the block.
pub(crate) struct GivenSet {
    pub(crate) line: usize,
    pub(crate) name: String,
}
