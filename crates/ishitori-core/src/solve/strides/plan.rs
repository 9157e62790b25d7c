//! How a box is solved by strides: plain data, which the walk reads and `strides.rs` makes.

use crate::solve::Convention;

/// What a table tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrideFact {
    /// Grundy values.
    Grundy,
    /// How long play lasts, and by its parity who wins.
    Remoteness(Convention),
}

/// How a box is solved.
#[derive(Clone, Debug)]
pub struct StridePlan {
    /// What is told.
    pub tells: StrideFact,
    /// The largest size of each heap in the box, which holds what the positions asked for lead to.
    pub upper: Vec<u64>,
    /// Heaps, the slowest first, if rows are walked; else positions are walked by their measure.
    pub order: Option<Vec<usize>>,
    /// Positions with a larger measure are not reached from those asked for.
    pub(super) measure: u64,
    /// How many cells the box has.
    pub positions: u128,
    /// The bytes it takes.
    pub bytes: u128,
}
