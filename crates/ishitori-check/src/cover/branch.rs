//! The branches of a cover, and what they are made of.
//!
//! A branch is several automata that read together, on tracks that are given and on hidden ones. It accepts a
//! word if some digits on the hidden tracks make all of its automata accept.

use crate::certificate::listed_automaton::ListedAutomaton;

/// Where a component reads the digits of a track.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum DigitSource {
    Given(usize),
    Hidden(usize),
}

/// An automaton of a branch, and where it reads.
pub(crate) struct BranchComponent<'a> {
    pub(crate) table: &'a ListedAutomaton,
    pub(crate) sources: Vec<DigitSource>,
}

/// A branch of a cover. Without components (because the file does not have all their automata) it is
/// never used: with fewer branches less is covered.
pub(crate) struct CoverBranch<'a> {
    pub(crate) components: Vec<BranchComponent<'a>>,
    /// For each hidden track the given one next to which it is read with `digits single`.
    pub(crate) hidden: Vec<usize>,
    /// The heaps of its `lower` move, if it is the branch of one.
    pub(crate) lower: Option<&'a [usize]>,
}

/// What a cover is to be.
pub(crate) struct RequiredCover<'a> {
    pub(crate) name: String,
    /// How many given tracks there are.
    pub(crate) given: usize,
    pub(crate) branches: Vec<CoverBranch<'a>>,
    /// Whether macro-states may be moved by symmetries.
    pub(crate) is_moved: bool,
}
