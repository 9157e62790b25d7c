//! Works off the operations on columns.
//!
//! Every operation is one loop over all 256 lanes, used or not: lanes that are not in use hold older numbers, which do no harm,
//! since sums wrap around and a divisor below 1 is taken for 1. Nothing is allocated on the way. A column is taken out of its place while it
//! is written, so the loops know that it overlaps with no other.

use super::span::{NARROW, WIDE};
use super::{
    ColumnFormula, ColumnOperation as Op, FormulaPart, LANES, LaneFunction, OneNumber, TwoNumbers,
    WalkedPart,
};
use crate::claim::functions::{self, INFINITY};

/// A number of a column: 32 or 64 bits.
pub(in crate::claim) trait Lane:
    Copy + Ord + Default + Send + Sync + 'static
{
    /// The largest number.
    const MOST: i64;
    fn of(number: i64) -> Self;
    fn number(self) -> i64;
    fn add(self, other: Self) -> Self;
    fn subtract(self, other: Self) -> Self;
    fn multiply(self, other: Self) -> Self;
    fn divide(self, other: Self) -> Self;
    fn modulo(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn half(self, times: u32) -> Self;
    fn quick(self, what: OneNumber) -> Self;
}

macro_rules! lane {
    ($number:ty, $most:expr) => {
        impl Lane for $number {
            const MOST: i64 = $most;

            #[inline]
            fn of(number: i64) -> Self {
                if number == INFINITY { <$number>::MAX } else { number as $number }
            }

            #[inline]
            fn number(self) -> i64 {
                if self == <$number>::MAX { INFINITY } else { i64::from(self) }
            }

            #[inline]
            fn add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn subtract(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline]
            fn multiply(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }

            #[inline]
            fn divide(self, other: Self) -> Self {
                self.div_euclid(other.max(1))
            }

            #[inline]
            fn modulo(self, other: Self) -> Self {
                self.rem_euclid(other.max(1))
            }

            #[inline]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }

            #[inline]
            fn or(self, other: Self) -> Self {
                self | other
            }

            #[inline]
            fn and(self, other: Self) -> Self {
                self & other
            }

            #[inline]
            fn half(self, times: u32) -> Self {
                self >> times.min(<$number>::BITS - 1)
            }

            #[inline]
            fn quick(self, what: OneNumber) -> Self {
                match what {
                    OneNumber::V2 if self == 0 => <$number>::MAX,
                    OneNumber::V2 => self.trailing_zeros() as $number,
                    OneNumber::Tail => self.trailing_ones() as $number,
                    OneNumber::Popcount => self.count_ones() as $number,
                    OneNumber::Bitlen => (<$number>::BITS - self.leading_zeros()) as $number,
                    OneNumber::Abs => self.wrapping_abs(),
                }
            }
        }
    };
}

lane!(i32, NARROW);
lane!(i64, WIDE);

/// Walks a part of a formula where it has no columns.
pub(in crate::claim) trait PartWalker<'p> {
    /// The value of the part in a lane, 0 or 1 for conditions; `None` if it has none there.
    fn walk(
        &mut self,
        part: FormulaPart<'p>,
        lane: usize,
        variables: &[(usize, i64)],
    ) -> Option<i64>;
}

/// The columns of a formula, and the lanes in which it is not known.
pub(in crate::claim) struct ColumnRunner<'f, 'p, T> {
    formula: &'f ColumnFormula<'p>,
    numbers: Vec<Vec<T>>,
    truths: Vec<Vec<u8>>,
    unknown: Vec<u8>,
    heaps: Vec<Option<usize>>,
    value: Option<usize>,
    is_p: Option<usize>,
    in_use: Option<usize>,
    arguments: Vec<i64>,
    variables: Vec<(usize, i64)>,
}

impl<'f, 'p, T: Lane> ColumnRunner<'f, 'p, T> {
    pub(in crate::claim) fn new(formula: &'f ColumnFormula<'p>, heaps: usize) -> Self {
        let mut machine = ColumnRunner {
            formula,
            numbers: vec![vec![T::default(); LANES]; formula.numbers],
            truths: vec![vec![0; LANES]; formula.truths],
            unknown: vec![0; LANES],
            heaps: vec![None; heaps],
            value: None,
            is_p: None,
            in_use: None,
            arguments: Vec::new(),
            variables: Vec::new(),
        };
        for input in &formula.inputs {
            let column = input.result;
            match input.operation {
                Op::Heap(heap) => machine.heaps[heap] = Some(column),
                Op::Value => machine.value = Some(column),
                Op::IsP => machine.is_p = Some(column),
                Op::InUse => machine.in_use = Some(column),
                Op::Constant(value) => machine.numbers[column].fill(T::of(value)),
                Op::Always(value) => machine.truths[column].fill(u8::from(value)),
                _ => unreachable!("an operation is not filled from outside"),
            }
        }
        machine
    }

    /// The column of a heap, if the formula reads it.
    pub(in crate::claim) fn heap(&mut self, heap: usize) -> Option<&mut [T]> {
        self.heaps[heap].map(|column| self.numbers[column].as_mut_slice())
    }

    /// The column of Grundy values and the lanes that are not known, if the formula asks.
    pub(in crate::claim) fn value(&mut self) -> Option<(&mut [T], &mut [u8])> {
        let column = self.value?;
        Some((&mut self.numbers[column], &mut self.unknown))
    }

    /// The column that says who wins, and the lanes that are not known, if the formula asks.
    pub(in crate::claim) fn is_p(&mut self) -> Option<(&mut [u8], &mut [u8])> {
        let column = self.is_p?;
        Some((&mut self.truths[column], &mut self.unknown))
    }

    /// Evaluates the formula in the first `count` lanes. Then [`Self::failing`] tells where it is false.
    pub(in crate::claim) fn run(&mut self, count: usize, walker: &mut dyn PartWalker<'p>) {
        if let Some(column) = self.in_use {
            self.truths[column][..count].fill(1);
            self.truths[column][count..].fill(0);
        }
        let formula = self.formula;
        for step in &formula.steps {
            if step.operation.is_truth() {
                let mut out = std::mem::take(&mut self.truths[step.result]);
                self.truth(&step.operation, array(&mut out), walker);
                self.truths[step.result] = out;
            } else {
                let mut out = std::mem::take(&mut self.numbers[step.result]);
                self.number(&step.operation, array(&mut out), walker);
                self.numbers[step.result] = out;
            }
        }
    }

    /// The first lanes of the last run: whether the formula is false there, and whether it is not known.
    pub(in crate::claim) fn failing(&self, count: usize) -> impl Iterator<Item = (usize, bool)> {
        let lanes = self.truths[self.formula.answer][..count].iter().zip(&self.unknown);
        let interesting =
            lanes.enumerate().filter(|(_, (holds, unknown))| **holds == 0 || **unknown != 0);
        interesting.map(|(lane, (_, unknown))| (lane, *unknown != 0))
    }

    /// Whether the formula is known to be true in the first lanes.
    pub(in crate::claim) fn holds(&self, count: usize) -> bool {
        let answer = &self.truths[self.formula.answer][..count];
        answer.iter().zip(&self.unknown).fold(1, |all, (holds, unknown)| all & holds & !unknown)
            != 0
    }

    /// Forgets what was not known.
    pub(in crate::claim) fn clear(&mut self) {
        self.unknown.fill(0);
    }

    fn truth(&mut self, operation: &Op, out: &mut [u8; LANES], walker: &mut dyn PartWalker<'p>) {
        let number = |at: usize| lanes(&self.numbers[at]);
        let truth = |at: usize| lanes(&self.truths[at]);
        match *operation {
            Op::Equal(a, b) => each(out, number(a), number(b), |a, b| u8::from(a == b)),
            Op::Less(a, b) => each(out, number(a), number(b), |a, b| u8::from(a < b)),
            Op::AtMost(a, b) => each(out, number(a), number(b), |a, b| u8::from(a <= b)),
            Op::Both(a, b) => each(out, truth(a), truth(b), |a, b| a & b),
            Op::Either(a, b) => each(out, truth(a), truth(b), |a, b| a | b),
            Op::Differ(a, b) => each(out, truth(a), truth(b), |a, b| a ^ b),
            Op::Not(a) => each(out, truth(a), truth(a), |a, _| a ^ 1),
            Op::WalkedTruth(part, active) => {
                self.walk(part, active, walker, |lane, value| out[lane] = u8::from(value != 0));
            }
            _ => unreachable!("its result is no truth value"),
        }
    }

    fn number(&mut self, operation: &Op, out: &mut [T; LANES], walker: &mut dyn PartWalker<'p>) {
        let number = |at: usize| lanes(&self.numbers[at]);
        let truth = |at: usize| lanes(&self.truths[at]);
        match *operation {
            Op::Two(two, a, b) => pairs(two, out, number(a), number(b)),
            Op::One(what, a) => each(out, number(a), number(a), |a, _| a.quick(what)),
            Op::DivideBy(a, by) if by.count_ones() == 1 => {
                let times = by.trailing_zeros();
                each(out, number(a), number(a), |a, _| a.half(times));
            }
            Op::DivideBy(a, by) => {
                let by = T::of(by);
                each(out, number(a), number(a), |a, _| a.divide(by));
            }
            Op::ModuloBy(a, by) if by.count_ones() == 1 => {
                let digits = T::of(by - 1);
                each(out, number(a), number(a), |a, _| a.and(digits));
            }
            Op::ModuloBy(a, by) => {
                let by = T::of(by);
                each(out, number(a), number(a), |a, _| a.modulo(by));
            }
            Op::Choose(condition, yes, no) => {
                let (condition, yes, no) = (truth(condition), number(yes), number(no));
                for lane in 0..LANES {
                    out[lane] = if condition[lane] != 0 { yes[lane] } else { no[lane] };
                }
            }
            Op::Counted(a) => each(out, truth(a), truth(a), |a, _| T::of(i64::from(a))),
            Op::LaneByLane(function, ref arguments, active, span) => {
                for lane in (0..LANES).filter(|lane| self.truths[active][*lane] != 0) {
                    self.arguments.clear();
                    let numbers = arguments.iter().map(|a| self.numbers[*a][lane].number());
                    self.arguments.extend(numbers);
                    let value = match function {
                        LaneFunction::Named(function) => function.value(&self.arguments),
                        LaneFunction::Arithmetic(operator) => {
                            functions::arithmetic(operator, self.arguments[0], self.arguments[1])
                        }
                    };
                    let is_infinite = span.infinite && value == Ok(INFINITY);
                    match value {
                        Ok(value) if is_infinite || span.low <= value && value <= span.high => {
                            out[lane] = T::of(value);
                        }
                        _ => self.unknown[lane] = 1,
                    }
                }
            }
            Op::WalkedNumber(part, active) => {
                self.walk(part, active, walker, |lane, value| out[lane] = T::of(value));
            }
            Op::Unknown(marked) => {
                let marked = lanes(&self.truths[marked]);
                self.unknown.iter_mut().zip(marked).for_each(|(unknown, bad)| *unknown |= bad);
            }
            _ => unreachable!("its result is no number"),
        }
    }

    /// Walks a part where it is active.
    fn walk(
        &mut self,
        part: usize,
        active: usize,
        walker: &mut dyn PartWalker<'p>,
        mut write: impl FnMut(usize, i64),
    ) {
        let WalkedPart { part, variables } = &self.formula.parts[part];
        for lane in (0..LANES).filter(|lane| self.truths[active][*lane] != 0) {
            self.variables.clear();
            let held = variables.iter().map(|(slot, at)| (*slot, self.numbers[*at][lane].number()));
            self.variables.extend(held);
            let value = walker.walk(*part, lane, &self.variables);
            let fits = |value: &i64| *value == INFINITY || (-T::MOST..=T::MOST).contains(value);
            match value.filter(fits) {
                Some(value) => write(lane, value),
                None => self.unknown[lane] = 1,
            }
        }
    }
}

fn pairs<T: Lane>(two: TwoNumbers, out: &mut [T; LANES], a: &[T; LANES], b: &[T; LANES]) {
    match two {
        TwoNumbers::Add => each(out, a, b, T::add),
        TwoNumbers::Subtract => each(out, a, b, T::subtract),
        TwoNumbers::Multiply => each(out, a, b, T::multiply),
        TwoNumbers::Divide => each(out, a, b, T::divide),
        TwoNumbers::Modulo => each(out, a, b, T::modulo),
        TwoNumbers::Xor => each(out, a, b, T::xor),
        TwoNumbers::Or => each(out, a, b, T::or),
        TwoNumbers::And => each(out, a, b, T::and),
        TwoNumbers::Min => each(out, a, b, |a, b| a.min(b)),
        TwoNumbers::Max => each(out, a, b, |a, b| a.max(b)),
    }
}

#[inline(always)]
fn each<A: Copy, B: Copy, R>(
    out: &mut [R; LANES],
    a: &[A; LANES],
    b: &[B; LANES],
    of: impl Fn(A, B) -> R,
) {
    for lane in 0..LANES {
        out[lane] = of(a[lane], b[lane]);
    }
}

fn lanes<T>(column: &[T]) -> &[T; LANES] {
    column.first_chunk().expect("a column has all lanes")
}

fn array<T>(column: &mut [T]) -> &mut [T; LANES] {
    column.first_chunk_mut().expect("a column has all lanes")
}
