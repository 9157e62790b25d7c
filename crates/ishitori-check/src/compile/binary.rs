//! The machine of each atom, for binary digits.
//!
//! Sums are read with the least digit first, as on paper. Remainders are read with the greatest digit
//! first, as in Horner's rule. Each machine says which order it needs, or that it needs none. Atoms that do
//! not care what a digit is worth serve both numerations; those that do, see [`crate::compile::zeckendorf`].

use crate::compile::machine::{ColumnMachine, ColumnMemory, counted};
use crate::digits::ReadingOrder;
use crate::formula::condition::{ColumnCondition, LAST, NumberEnd};

/// Memory after an atom has been decided for good.
const YES: ColumnMemory = [0, 1];

/// The machine of an atom.
pub(crate) fn machine(condition: ColumnCondition) -> ColumnMachine<'static> {
    match condition {
        ColumnCondition::Equal(bound) => equal(bound),
        ColumnCondition::AtMost(bound) => at_most(bound),
        ColumnCondition::Modulo(modulus, remainder) => modulo(modulus, remainder),
        ColumnCondition::Digits(modulus) => every_column(move |c| c % modulus == 0),
        ColumnCondition::Threshold(least) => {
            every_column(move |c| (c >= LAST) == (c % LAST >= least))
        }
        ColumnCondition::Ones(modulus, remainder) => ones(modulus, remainder),
        ColumnCondition::Bit(place) => bit(place),
        ColumnCondition::PowerOfTwo => single_one(),
        ColumnCondition::EndEqual(NumberEnd::Zeros) => {
            lowest(true, |c| [None, Some(false), Some(false), Some(true)][c])
        }
        ColumnCondition::EndEqual(NumberEnd::Ones) => {
            lowest(true, |c| [Some(true), Some(false), Some(false), None][c])
        }
        ColumnCondition::EndLess(NumberEnd::Zeros) => {
            lowest(false, |c| [None, Some(true), Some(false), Some(false)][c])
        }
        ColumnCondition::EndLess(NumberEnd::Ones) => {
            lowest(false, |c| [Some(false), Some(false), Some(true), None][c])
        }
        ColumnCondition::OnesAreZeros => {
            lowest(false, |c| [Some(false), None, Some(true), Some(false)][c])
        }
        ColumnCondition::EndModulo(end, modulus, remainder) => end_modulo(end, modulus, remainder),
        ColumnCondition::Shift => shift(),
        ColumnCondition::NoNeighbours => no_neighbours(),
        // Replaced before, wherever they may be used.
        ColumnCondition::Divides | ColumnCondition::Accepted(_) => {
            ColumnMachine::new(None, [0, 0], |_, _| None, |_| false)
        }
    }
}

/// Least significant first: column + 2 rest = bound.
fn equal(bound: i64) -> ColumnMachine<'static> {
    let step = |[bound, _]: ColumnMemory, c| {
        if (bound - c) % 2 == 0 { counted((bound - c) / 2) } else { None }
    };
    ColumnMachine::new(Some(ReadingOrder::Lsd), [bound, 0], step, |[bound, _]| bound == 0)
}

/// column + 2 rest <= bound if and only if rest <= (bound - column) / 2, rounded down.
fn at_most(bound: i64) -> ColumnMachine<'static> {
    let step = |[bound, _]: ColumnMemory, c: i64| counted((bound - c).div_euclid(2));
    ColumnMachine::new(Some(ReadingOrder::Lsd), [bound, 0], step, |[bound, _]| bound >= 0)
}

/// Most significant first: the remainder of what has been read.
fn modulo(modulus: i64, remainder: i64) -> ColumnMachine<'static> {
    let step = move |[value, _]: ColumnMemory, c: i64| counted((2 * value + c).rem_euclid(modulus));
    ColumnMachine::new(Some(ReadingOrder::Msd), [0, 0], step, move |[value, _]| value == remainder)
}

/// Every column is as it is to be.
fn every_column(fits: impl Fn(i64) -> bool + 'static) -> ColumnMachine<'static> {
    let step = move |_: ColumnMemory, c: i64| if fits(c) { counted(0) } else { None };
    ColumnMachine::new(None, [0, 0], step, |_| true)
}

/// The number of ones is congruent.
fn ones(modulus: i64, remainder: i64) -> ColumnMachine<'static> {
    let step = move |[ones, _]: ColumnMemory, c: i64| counted((ones + c).rem_euclid(modulus));
    ColumnMachine::new(None, [0, 0], step, move |[ones, _]| ones == remainder)
}

/// Counts the places down to the one that is meant.
fn bit(place: i64) -> ColumnMachine<'static> {
    let step = |[left, yes]: ColumnMemory, c: i64| match (left, yes, c) {
        (_, 1, _) | (0, _, 1) => Some(YES),
        (0, _, _) => None,
        _ => counted(left - 1),
    };
    ColumnMachine::new(Some(ReadingOrder::Lsd), [place, 0], step, |memory| memory == YES)
}

/// Exactly one digit is one.
fn single_one() -> ColumnMachine<'static> {
    let step =
        |[ones, _]: ColumnMemory, c: i64| if ones + c <= 1 { counted(ones + c) } else { None };
    ColumnMachine::new(None, [0, 0], step, |[ones, _]| ones == 1)
}

/// The lowest place whose column decides has the say; if none decides, `otherwise` holds.
fn lowest(
    otherwise: bool,
    decide: impl Fn(usize) -> Option<bool> + 'static,
) -> ColumnMachine<'static> {
    let step = move |now: ColumnMemory, column: i64| match (now, decide(column as usize)) {
        ([0, _], Some(truth)) => Some([1, truth.into()]),
        _ => Some(now),
    };
    let accepts = |[_, truth]: ColumnMemory| truth == 1;
    ColumnMachine::new(Some(ReadingOrder::Lsd), [0, otherwise.into()], step, accepts)
}

/// The end goes on while the digits are zeros (ones).
fn end_modulo(end: NumberEnd, modulus: i64, remainder: i64) -> ColumnMachine<'static> {
    let step = move |[length, yes]: ColumnMemory, c: i64| match yes == 1 {
        true => Some(YES),
        false if (c == 0) == (end == NumberEnd::Zeros) => counted((length + 1) % modulus),
        false if length == remainder => Some(YES),
        false => None,
    };
    let accepts = move |[length, yes]: ColumnMemory| {
        yes == 1 || (end == NumberEnd::Ones && length == remainder)
    };
    ColumnMachine::new(Some(ReadingOrder::Lsd), [0, 0], step, accepts)
}

/// Most significant first: the digit of y promises that of x one place lower.
fn shift() -> ColumnMachine<'static> {
    let step =
        |[promised, _]: ColumnMemory, c: i64| if c % 2 == promised { counted(c / 2) } else { None };
    ColumnMachine::new(Some(ReadingOrder::Msd), [0, 0], step, |[promised, _]| promised == 0)
}

/// No variable has two neighbouring ones; a column is the set of those with a one.
fn no_neighbours() -> ColumnMachine<'static> {
    let step = |[before, _]: ColumnMemory, c: i64| if before & c == 0 { counted(c) } else { None };
    ColumnMachine::new(None, [0, 0], step, |_| true)
}
