//! How much a rule may ask for: heaps, families, values of `for`, cells.
//!
//! A rule text is anybody's, so that what it can make this program do is bounded before it is done.

use crate::problem::{Problem, Span};

/// The most heaps a position may have.
pub(crate) const MAX_HEAPS: usize = 32;

/// Up to how many heaps `for S of size k` runs through subsets.
pub(crate) const MAX_SUBSET_HEAPS: usize = 16;

/// The most families a game may have.
pub(crate) const MAX_INSTANCES: usize = 20_000;

/// The most expressions that closing the families under the symmetry may rename: some seconds. The largest game of the
/// catalogue, half-split-delete(8), needs 1.3 million.
pub(super) const MAX_RENAMED: usize = 8_000_000;

/// The most values the `for` variables of a line may take together.
pub(crate) const MAX_BINDINGS: usize = 1 << MAX_SUBSET_HEAPS;

/// After so many problems in one line, more would not help.
pub(super) const MAX_PROBLEMS: usize = 20;

/// The most cells a board may have: one bit each.
pub(super) const MAX_CELLS: usize = 64;

/// The problem of a line that means too many families.
pub(super) fn too_many(span: Span) -> Problem {
    let label = format!("more than {MAX_INSTANCES} families or {MAX_BINDINGS} values of `for`");
    Problem::new(span, "too many moves", label)
        .hint("use fewer heaps, or a condition on the `for` variables")
}

/// The problem of a line whose images under the symmetry are too many to be found.
pub(super) fn too_long(span: Span) -> Problem {
    let label = "its images under the symmetry have too many conditions";
    Problem::new(span, "too many moves", label).hint("use fewer heaps, or fewer conditions")
}
