//! Rules: from a text to what it means, with every problem of the text and its place.
//!
//! Names of `ishitori-rule`. Names and files of games are read in [`open`](crate::open).

pub use ishitori_core::catalogue::load;
pub use ishitori_rule::family::{Affine, AffineCondition, Family, MAX_HEAP, Symbol};
pub use ishitori_rule::figure_rules::FigureRules;
pub use ishitori_rule::measure::{PlayMeasure, WeightedCount};
pub use ishitori_rule::parse::parse_statement;
pub use ishitori_rule::syntax::{ClaimText, Condition};
pub use ishitori_rule::{
    Argument, BoardMoves, BoardRules, GameDescription, HeapRules, PartShape, PieceRules, Problem,
    Rules, Ruleset, SingleRules, Symmetry, name,
};
