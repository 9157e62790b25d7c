//! What making a table takes to know: the method, the closed window, memory and threads.
//!
//! Plain data; [`Method::of`](super::Method::of) chooses, `table.rs` runs it.

use crate::game::Bounds;
use crate::solve::shape::FamilyShape;

/// How a table is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Two unordered heaps with lines, diagonals and sums.
    Pairs,
    /// Cones, diagonals and fixed steps.
    Running,
    /// Scanning all options.
    Scanned,
}

/// What making a table takes to know.
#[derive(Clone, Debug)]
pub struct TablePlan {
    /// The method.
    pub method: Method,
    /// The closed window that is solved.
    pub window: Bounds,
    /// The largest size of each heap in it.
    pub upper: Vec<u64>,
    /// The shapes of the families.
    pub shapes: Vec<FamilyShape>,
    /// How many positions it has.
    pub positions: u128,
    /// The most bytes that a state takes. They are written on the way and take no memory.
    pub snapshot_bytes: u128,
    /// How many threads will work.
    pub threads: usize,
}
