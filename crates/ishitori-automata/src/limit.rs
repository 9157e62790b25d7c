//! How large an automaton may get, and what an operation says when it would get larger.
//!
//! Determinisation may double the states with every state it reads, so every operation that makes
//! states takes a [`Limit`] and gives up beyond it. States alone do not bound memory: a state of
//! 12 tracks has 4,096 successors of 4 bytes. So a limit also counts cells: successors, and the
//! elements of the subsets that determinisation remembers.

use std::fmt;

/// The most states and cells that an operation may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    states: usize,
    cells: usize,
}

/// Cells that a limit on states allows by default: 256 MB of successors.
const DEFAULT_CELLS: usize = 1 << 26;

impl Limit {
    /// At most `states` states, and 2^26 cells of four bytes.
    pub const fn states(states: usize) -> Self {
        Limit { states, cells: DEFAULT_CELLS }
    }

    /// The same with at most `cells` cells of four bytes.
    pub const fn with_cells(self, cells: usize) -> Self {
        Limit { cells, ..self }
    }

    /// Checks `states` states that take `cells` cells.
    pub(crate) fn check(self, during: Step, states: usize, cells: usize) -> Result<(), GaveUp> {
        if states > self.states || cells > self.cells {
            return Err(GaveUp { during, states });
        }
        Ok(())
    }
}

impl Default for Limit {
    /// A hundred thousand states.
    fn default() -> Self {
        Limit::states(100_000)
    }
}

/// What was being done when the limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Combining two automata.
    Product,
    /// Making an automaton deterministic.
    Determinize,
    /// Building the automaton of a predicate.
    Build,
    /// Comparing the languages of two automata.
    Compare,
    /// Looking for a witness.
    Witness,
}

/// The limit was reached: no answer, rather than a wrong one or no memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GaveUp {
    during: Step,
    states: usize,
}

impl GaveUp {
    pub(crate) fn new(during: Step, states: usize) -> Self {
        GaveUp { during, states }
    }

    /// What was being done.
    pub fn during(&self) -> Step {
        self.during
    }

    /// How many states there were.
    pub fn states(&self) -> usize {
        self.states
    }
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let doing = match self.during {
            Step::Product => "combining two automata",
            Step::Determinize => "making an automaton deterministic",
            Step::Build => "building an automaton",
            Step::Compare => "comparing two automata",
            Step::Witness => {
                return write!(f, "gave up: the smallest witness has over {} digits", self.states);
            }
        };
        write!(f, "gave up at {} states while {doing}", self.states)
    }
}

impl std::error::Error for GaveUp {}
