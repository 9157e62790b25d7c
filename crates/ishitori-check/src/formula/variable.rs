//! Variables of formulas, which are plain numbers.
//!
//! Those that a certificate names have fixed numbers. So the same formula can be about a position or about the
//! position after a move: the variables are renamed. The order of the numbers is the order in which digits are
//! read, which keeps a heap next to the same heap after a move.

/// A variable. Their order is the order in which digits are read.
pub type VariableNumber = u32;
/// The Grundy value, as a variable.
pub const VALUE: VariableNumber = 1000;
/// Another value.
pub const OTHER: VariableNumber = 1001;
/// The least variable that a quantifier binds; each quantifier of a formula has its own.
pub const BOUND: VariableNumber = 10_000;
/// The variable of heap i.
#[must_use]
pub fn heap(index: usize) -> VariableNumber {
    2 * index as VariableNumber
}
/// The variable of heap i after a `lower` move: it is read next to the heap.
#[must_use]
pub fn lowered(index: usize) -> VariableNumber {
    2 * index as VariableNumber + 1
}
/// The variable of the i-th new number of a `move`.
#[must_use]
pub fn created(index: usize) -> VariableNumber {
    500 + index as VariableNumber
}
