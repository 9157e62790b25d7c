//! Formulas over columns: a condition for 256 positions at a time, without a walk over its tree.
//!
//! `lower` turns the tree into a short list of operations, each on whole columns: a column of numbers, or one of truth values
//! (a byte a lane). Variables that run through few values are written out, definitions are put in place, what occurs twice is
//! computed once, and columns are used again when nobody reads them any more. `run` works the list off, in loops that the
//! compiler makes into vector instructions.
//!
//! **Why it is right.** Each number has a [`NumberSpan`](span::NumberSpan), computed from the bounds of the heaps, and the columns
//! are as wide as the widest span (32 or 64 bits), so nothing overflows. Where a formula may mean nothing (a quotient by zero, digits
//! of a negative number, arithmetic with infinity, a number that may grow beyond 64 bits) the lanes concerned are marked *unknown*,
//! and whoever asked walks the tree there (`evaluate.rs`), with the same words as ever. What a part that decides shields from being evaluated
//! (`b > 0 and a mod b = 0`) is not marked: every operation that can fail knows the lanes in which its part would be evaluated.
//! A part that has no columns (sets of options, other positions, definitions that call themselves) is walked in those lanes only.
//!
//! Cost: some tenths of a nanosecond an operation and lane. Few positions, or a formula that is mostly sets: `evaluate.rs`.

mod build;
mod lower;
mod run;
mod span;
#[cfg(test)]
mod tests;

use self::span::NumberSpan;
use super::formula::{Arithmetic, CompiledCondition, CompiledNumber, Function};

pub(super) use lower::{HereFacts, columns_of};
pub(super) use run::{ColumnRunner, Lane, PartWalker};

/// How many positions are looked at at once.
pub(super) const LANES: usize = 256;

/// An operation. Operands are operations before it, and later their columns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum ColumnOperation {
    // Columns that are filled from outside: of numbers ...
    Heap(usize),
    Value,
    Constant(i64),
    // ... and of truth values.
    InUse,
    IsP,
    Always(bool),
    // Numbers.
    Two(TwoNumbers, usize, usize),
    One(OneNumber, usize),
    DivideBy(usize, i64),
    ModuloBy(usize, i64),
    /// A truth value and two numbers.
    Choose(usize, usize, usize),
    /// 1 for true.
    Counted(usize),
    /// One lane after the other, where the last operand is true; a result outside the span is unknown.
    LaneByLane(LaneFunction, Vec<usize>, usize, NumberSpan),
    WalkedNumber(usize, usize),
    // Truth values.
    Equal(usize, usize),
    Less(usize, usize),
    AtMost(usize, usize),
    Both(usize, usize),
    Either(usize, usize),
    Differ(usize, usize),
    Not(usize),
    WalkedTruth(usize, usize),
    /// Marks the lanes in which the formula has to be walked.
    Unknown(usize),
}

/// What vectors can do with two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum TwoNumbers {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Xor,
    Or,
    And,
    Min,
    Max,
}

/// What is quick with one natural number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum OneNumber {
    V2,
    Tail,
    Popcount,
    Bitlen,
    Abs,
}

/// What is done one lane after the other, by the functions of the evaluator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum LaneFunction {
    Named(Function),
    Arithmetic(Arithmetic),
}

impl ColumnOperation {
    /// Whether its result is a truth value.
    fn is_truth(&self) -> bool {
        use ColumnOperation as Op;
        matches!(
            self,
            Op::InUse
                | Op::IsP
                | Op::Always(_)
                | Op::Equal(..)
                | Op::Less(..)
                | Op::AtMost(..)
                | Op::Both(..)
                | Op::Either(..)
                | Op::Differ(..)
                | Op::Not(_)
                | Op::WalkedTruth(..)
        )
    }

    /// Whether it is filled from outside.
    fn is_input(&self) -> bool {
        use ColumnOperation as Op;
        matches!(
            self,
            Op::Heap(_) | Op::Value | Op::Constant(_) | Op::InUse | Op::IsP | Op::Always(_)
        )
    }

    /// Whether it may mark lanes, and so must be done even if nobody reads its result.
    fn may_mark(&self) -> bool {
        use ColumnOperation as Op;
        matches!(
            self,
            Op::Unknown(_) | Op::LaneByLane(..) | Op::WalkedNumber(..) | Op::WalkedTruth(..)
        )
    }

    /// Its operands.
    fn operands(&mut self) -> Vec<&mut usize> {
        use ColumnOperation as Op;
        match self {
            Op::Heap(_) | Op::Value | Op::Constant(_) | Op::InUse | Op::IsP | Op::Always(_) => {
                Vec::new()
            }
            Op::One(_, a)
            | Op::DivideBy(a, _)
            | Op::ModuloBy(a, _)
            | Op::Counted(a)
            | Op::Not(a)
            | Op::Unknown(a)
            | Op::WalkedNumber(_, a)
            | Op::WalkedTruth(_, a) => vec![a],
            Op::Two(_, a, b)
            | Op::Equal(a, b)
            | Op::Less(a, b)
            | Op::AtMost(a, b)
            | Op::Both(a, b)
            | Op::Either(a, b)
            | Op::Differ(a, b) => vec![a, b],
            Op::Choose(a, b, c) => vec![a, b, c],
            Op::LaneByLane(_, arguments, active, _) => {
                arguments.iter_mut().chain(std::iter::once(active)).collect()
            }
        }
    }
}

/// An operation with the column that its result goes to.
#[derive(Clone, Debug)]
struct ColumnStep {
    operation: ColumnOperation,
    result: usize,
}

/// A part of a formula that has no columns.
#[derive(Clone, Debug)]
pub(super) struct WalkedPart<'p> {
    pub part: FormulaPart<'p>,
    /// Variables that have values there, and the columns that hold them.
    variables: Vec<(usize, usize)>,
}

/// A number or a condition.
#[derive(Clone, Copy, Debug)]
pub(super) enum FormulaPart<'p> {
    Number(&'p CompiledNumber),
    Condition(&'p CompiledCondition),
}

/// A condition as operations on columns.
#[derive(Clone, Debug)]
pub(super) struct ColumnFormula<'p> {
    steps: Vec<ColumnStep>,
    /// The columns that are filled from outside.
    inputs: Vec<ColumnStep>,
    pub parts: Vec<WalkedPart<'p>>,
    /// How many columns of numbers and of truth values there are.
    numbers: usize,
    truths: usize,
    /// Where the truth value of the condition is.
    answer: usize,
    /// Whether all numbers fit into 32 bits.
    pub is_narrow: bool,
}

impl ColumnFormula<'_> {
    /// What a position costs, in operations of vectors.
    pub(super) fn work(&self) -> u64 {
        let cost = |step: &ColumnStep| if step.operation.may_mark() { 64 } else { 1 };
        1 + self.steps.iter().map(cost).sum::<u64>()
    }
}
