//! What an atom of a formula says.
//!
//! All atoms look at numbers in the same way: each variable has a weight, and at each place of the digits only
//! the sum of the weights with digit one counts, the *column*. So an automaton that reads columns can decide
//! every one of them ([`crate::compile::machine`]).

/// Which end of a number is looked at: the zeros there (v2) or the ones there (tail).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NumberEnd {
    /// The zeros.
    Zeros,
    /// The ones.
    Ones,
}

/// What an atom says about the sum of its weighted digits at each place.
///
/// Each variable has a weight; the *column* at a place is the sum of the weights of the variables
/// with digit one there. `x` and `y` have weights 1 and 2 below, [`LAST`] is the weight of `z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColumnCondition {
    /// The weighted sum of the variables is this.
    Equal(i64),
    /// It is at most this.
    AtMost(i64),
    /// It is congruent: modulus and remainder.
    Modulo(i64, i64),
    /// Every column is divisible.
    Digits(i64),
    /// The digit of z tells whether at least this many of the others are one.
    Threshold(i64),
    /// The number of ones is congruent: modulus and remainder.
    Ones(i64, i64),
    /// The digit at this place is one.
    Bit(i64),
    /// Exactly one digit is one.
    PowerOfTwo,
    /// End of x equal to that of y.
    EndEqual(NumberEnd),
    /// End of x less than that of y.
    EndLess(NumberEnd),
    /// The length of the end of x, which for zeros is not all of it, is congruent.
    EndModulo(NumberEnd, i64, i64),
    /// x has as many ones at its end as y has zeros.
    OnesAreZeros,
    /// y is x one place higher.
    Shift,
    /// x divides y; only until it is replaced.
    Divides,
    /// No two neighbouring digits are one; variable i has weight 2 to the i.
    NoNeighbours,
    /// An automaton of the file accepts the columns as its letters; the variable of track i has weight
    /// 2 to the i. Its number is that of the set among those that have no formula.
    Accepted(usize),
}

/// The weight of the last variable of [`ColumnCondition::Threshold`].
pub const LAST: i64 = 1 << 32;
