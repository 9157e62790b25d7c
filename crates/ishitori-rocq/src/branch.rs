//! Branches of covers: automata that read given numbers and hidden ones together.

use ishitori_check::reading::VariableNumber;

/// An automaton on some variables.
#[derive(Clone)]
pub(crate) struct AutomatonUse {
    pub(crate) name: String,
    pub(crate) on: Vec<VariableNumber>,
}

impl AutomatonUse {
    pub(crate) fn new(name: impl Into<String>, on: Vec<VariableNumber>) -> AutomatonUse {
        AutomatonUse { name: name.into(), on }
    }
}

/// What a branch is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BranchRole {
    /// No position.
    Outside,
    /// The position is in set j, or terminal, or its value is not the given one: the place among such.
    Inside(usize),
    /// The move of this place.
    Move(usize),
}

/// A branch of a cover.
#[derive(Clone)]
pub(crate) struct RocqBranch {
    pub(crate) role: BranchRole,
    pub(crate) uses: Vec<AutomatonUse>,
    pub(crate) hidden: Vec<VariableNumber>,
    /// The heaps of a `lower` move.
    pub(crate) lower: Option<Vec<usize>>,
}
