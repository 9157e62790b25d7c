//! A list of operations on columns, as it grows, and its last form.
//!
//! Operations are numbered as they are added; one that is there already is not added again, and what is known beforehand is
//! computed beforehand. The last form is made in `build/finish.rs`.
//! Cost: a look-up in a hash table an operation, once a claim.

mod finish;

use rustc_hash::FxHashMap;

use super::span::{NARROW, NumberSpan, WIDE, power, spread};
use super::{ColumnOperation as Op, LaneFunction, OneNumber, TwoNumbers, WalkedPart};
use crate::claim::formula::{Arithmetic, Function};
use crate::claim::functions::{self, INFINITY};
use crate::claim::table::NONE;

/// Longer formulas are walked.
const MAX_OPERATIONS: usize = 1 << 13;

/// Why there are no columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoColumns {
    /// There are none for this part: it can be walked.
    Part,
    /// There are too many.
    TooMany,
}

/// A number in every lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NumberColumn(pub usize);

/// A truth value in every lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TruthColumn(pub usize);

#[derive(Default)]
pub(super) struct ColumnBuilder<'p> {
    operations: Vec<Op>,
    /// Those of truth values mean nothing.
    spans: Vec<NumberSpan>,
    known: FxHashMap<Op, usize>,
    pub parts: Vec<WalkedPart<'p>>,
}

/// How far a list has grown.
#[derive(Clone, Copy)]
pub(super) struct BuilderMark {
    operations: usize,
    parts: usize,
}

impl<'p> ColumnBuilder<'p> {
    pub(super) fn mark(&self) -> BuilderMark {
        BuilderMark { operations: self.operations.len(), parts: self.parts.len() }
    }

    /// Forgets what was added since.
    pub(super) fn back_to(&mut self, mark: BuilderMark) {
        self.operations.truncate(mark.operations);
        self.spans.truncate(mark.operations);
        self.parts.truncate(mark.parts);
        self.known.retain(|_, at| *at < mark.operations);
    }

    pub(super) fn is_too_long(&self) -> bool {
        self.operations.len() > MAX_OPERATIONS
    }

    fn add(&mut self, operation: Op, span: NumberSpan) -> usize {
        if let Some(at) = self.known.get(&operation) {
            return *at;
        }
        self.operations.push(operation.clone());
        self.spans.push(span);
        self.known.insert(operation, self.operations.len() - 1);
        self.operations.len() - 1
    }

    fn number(&mut self, operation: Op, span: NumberSpan) -> NumberColumn {
        NumberColumn(self.add(operation, span))
    }

    fn truth(&mut self, operation: Op) -> TruthColumn {
        TruthColumn(self.add(operation, NumberSpan::new(0, 1)))
    }

    // --- numbers

    pub(super) fn span(&self, number: NumberColumn) -> NumberSpan {
        self.spans[number.0]
    }

    pub(super) fn constant(&mut self, value: i64) -> Result<NumberColumn, NoColumns> {
        let span = match value {
            INFINITY => NumberSpan { low: 0, high: 0, infinite: true },
            NONE => return Err(NoColumns::Part),
            value if !(-WIDE..=WIDE).contains(&value) => return Err(NoColumns::Part),
            value => NumberSpan::new(value, value),
        };
        Ok(self.number(Op::Constant(value), span))
    }

    /// The number, if it is the same everywhere.
    pub(super) fn as_constant(&self, number: NumberColumn) -> Option<i64> {
        match self.operations[number.0] {
            Op::Constant(value) => Some(value),
            _ => None,
        }
    }

    pub(super) fn heap(&mut self, heap: usize, low: i64, high: i64) -> NumberColumn {
        self.number(Op::Heap(heap), NumberSpan::new(low, high))
    }

    pub(super) fn value(&mut self, high: i64) -> NumberColumn {
        self.number(Op::Value, NumberSpan::new(0, high))
    }

    /// `left operator right`, as [`functions::arithmetic`] says.
    pub(super) fn arithmetic(
        &mut self,
        operator: Arithmetic,
        left: NumberColumn,
        right: NumberColumn,
        active: TruthColumn,
    ) -> Result<NumberColumn, NoColumns> {
        if let (Some(l), Some(r)) = (self.as_constant(left), self.as_constant(right)) {
            let value = functions::arithmetic(operator, l, r).map_err(|_| NoColumns::Part)?;
            return self.constant(value);
        }
        self.must_be_finite(left, active)?;
        self.must_be_finite(right, active)?;
        match (operator, self.as_constant(left), self.as_constant(right)) {
            (Arithmetic::Add | Arithmetic::Subtract, _, Some(0)) => return Ok(left),
            (Arithmetic::Add, Some(0), _) => return Ok(right),
            (Arithmetic::Multiply, Some(1), _) => return Ok(right),
            _ => {}
        }
        let (l, r) = (self.span(left), self.span(right));
        let ends = |of: fn(i128, i128) -> i128| {
            let pairs = [(l.low, r.low), (l.low, r.high), (l.high, r.low), (l.high, r.high)];
            NumberSpan::of(&pairs.map(|(l, r)| of(i128::from(l), i128::from(r))))
        };
        let (two, span) = match operator {
            Arithmetic::Add => (TwoNumbers::Add, ends(|l, r| l + r)),
            Arithmetic::Subtract => (TwoNumbers::Subtract, ends(|l, r| l - r)),
            Arithmetic::Multiply => (TwoNumbers::Multiply, ends(|l, r| l * r)),
            Arithmetic::Divide | Arithmetic::Modulo => {
                return self.quotient(operator, left, right, active);
            }
            Arithmetic::Power => (TwoNumbers::Multiply, None),
            Arithmetic::Xor => return self.digits(TwoNumbers::Xor, left, right, active),
        };
        match span {
            Some(span) => Ok(self.number(Op::Two(two, left.0, right.0), span)),
            None => {
                let span =
                    if operator == Arithmetic::Power { power(l, r) } else { NumberSpan::any() };
                let operation = LaneFunction::Arithmetic(operator);
                Ok(self.lane_by_lane(operation, &[left, right], active, span))
            }
        }
    }

    fn quotient(
        &mut self,
        operator: Arithmetic,
        left: NumberColumn,
        right: NumberColumn,
        active: TruthColumn,
    ) -> Result<NumberColumn, NoColumns> {
        let (l, r) = (self.span(left), self.span(right));
        let one = self.constant(1)?;
        if r.low < 1 {
            let bad = self.less(right, one);
            self.unknown_where(bad, active);
        }
        let is_quotient = operator == Arithmetic::Divide;
        let least = r.low.max(1);
        let span = match is_quotient {
            true => NumberSpan::new(l.low.min(0).div_euclid(least), l.high.max(0) / least),
            false => NumberSpan::new(0, (r.high - 1).max(0)),
        };
        // A divisor beyond narrow columns must be seen in a column, so that they are wide.
        let divisor = self.as_constant(right).filter(|by| (1..=NARROW).contains(by));
        let operation = match (divisor, is_quotient) {
            (Some(by), true) => Op::DivideBy(left.0, by),
            (Some(by), false) => Op::ModuloBy(left.0, by),
            (_, true) => Op::Two(TwoNumbers::Divide, left.0, right.0),
            (_, false) => Op::Two(TwoNumbers::Modulo, left.0, right.0),
        };
        Ok(self.number(operation, span))
    }

    /// An operation on the binary digits of two naturals.
    pub(super) fn digits(
        &mut self,
        operation: TwoNumbers,
        left: NumberColumn,
        right: NumberColumn,
        active: TruthColumn,
    ) -> Result<NumberColumn, NoColumns> {
        self.must_be_natural(left, active)?;
        self.must_be_natural(right, active)?;
        if self.as_constant(left) == Some(0) && operation != TwoNumbers::And {
            return Ok(right);
        }
        let span = NumberSpan::digits(&[self.span(left), self.span(right)]);
        Ok(self.number(Op::Two(operation, left.0, right.0), span))
    }

    pub(super) fn min(&mut self, left: NumberColumn, right: NumberColumn) -> NumberColumn {
        if self.as_constant(left) == Some(INFINITY) {
            return right;
        }
        let span = self.span(left).min(self.span(right));
        self.number(Op::Two(TwoNumbers::Min, left.0, right.0), span)
    }

    pub(super) fn max(&mut self, left: NumberColumn, right: NumberColumn) -> NumberColumn {
        let span = self.span(left).max(self.span(right));
        self.number(Op::Two(TwoNumbers::Max, left.0, right.0), span)
    }

    pub(super) fn choose(
        &mut self,
        condition: TruthColumn,
        yes: NumberColumn,
        no: NumberColumn,
    ) -> NumberColumn {
        match self.operations[condition.0] {
            Op::Always(true) => return yes,
            Op::Always(false) => return no,
            _ if yes == no => return yes,
            _ => {}
        }
        let span = self.span(yes).hull(self.span(no));
        self.number(Op::Choose(condition.0, yes.0, no.0), span)
    }

    /// 1 where it is true.
    pub(super) fn counted(&mut self, condition: TruthColumn) -> NumberColumn {
        self.number(Op::Counted(condition.0), NumberSpan::new(0, 1))
    }

    /// A function of several numbers, as [`Function::value`] says.
    pub(super) fn function(
        &mut self,
        function: Function,
        arguments: &[NumberColumn],
        active: TruthColumn,
    ) -> Result<NumberColumn, NoColumns> {
        let constants: Option<Vec<i64>> = arguments.iter().map(|a| self.as_constant(*a)).collect();
        if let Some(constants) = constants {
            let value = function.value(&constants).map_err(|_| NoColumns::Part)?;
            return self.constant(value);
        }
        let spans: Vec<NumberSpan> = arguments.iter().map(|a| self.span(*a)).collect();
        let quick = match function {
            Function::V2 => OneNumber::V2,
            Function::Tail => OneNumber::Tail,
            Function::Popcount => OneNumber::Popcount,
            Function::Bitlen => OneNumber::Bitlen,
            Function::Abs => OneNumber::Abs,
            _ => {
                let span = spread(function, &spans);
                let named = LaneFunction::Named(function);
                return Ok(self.lane_by_lane(named, arguments, active, span));
            }
        };
        let (number, span) = (arguments[0], spans[0]);
        match function {
            Function::V2 | Function::Abs => self.must_be_finite(number, active)?,
            _ => self.must_be_natural(number, active)?,
        }
        let most = span.low.unsigned_abs().max(span.high.unsigned_abs()).cast_signed();
        let span = match function {
            Function::V2 => {
                NumberSpan { low: 0, high: 62, infinite: span.low <= 0 && span.high >= 0 }
            }
            Function::Abs => NumberSpan::new(0, most),
            _ => NumberSpan::new(0, 63),
        };
        Ok(self.number(Op::One(quick, number.0), span))
    }

    fn lane_by_lane(
        &mut self,
        function: LaneFunction,
        arguments: &[NumberColumn],
        active: TruthColumn,
        span: NumberSpan,
    ) -> NumberColumn {
        let arguments = arguments.iter().map(|argument| argument.0).collect();
        self.number(Op::LaneByLane(function, arguments, active.0, span), span)
    }

    /// Marks the lanes in which a number is infinite.
    pub(super) fn must_be_finite(
        &mut self,
        number: NumberColumn,
        active: TruthColumn,
    ) -> Result<(), NoColumns> {
        if self.span(number).infinite {
            let infinity = self.constant(INFINITY)?;
            let bad = self.equal(number, infinity);
            self.unknown_where(bad, active);
        }
        Ok(())
    }

    /// Marks the lanes in which a number has no binary digits.
    pub(super) fn must_be_natural(
        &mut self,
        number: NumberColumn,
        active: TruthColumn,
    ) -> Result<(), NoColumns> {
        self.must_be_finite(number, active)?;
        if self.span(number).low < 0 {
            let zero = self.constant(0)?;
            let bad = self.less(number, zero);
            self.unknown_where(bad, active);
        }
        Ok(())
    }

    // --- truth values

    pub(super) fn in_use(&mut self) -> TruthColumn {
        self.truth(Op::InUse)
    }

    pub(super) fn is_p(&mut self) -> TruthColumn {
        self.truth(Op::IsP)
    }

    pub(super) fn always(&mut self, value: bool) -> TruthColumn {
        self.truth(Op::Always(value))
    }

    pub(super) fn equal(&mut self, left: NumberColumn, right: NumberColumn) -> TruthColumn {
        match (self.as_constant(left), self.as_constant(right)) {
            (Some(l), Some(r)) => self.always(l == r),
            _ if left == right => self.always(true),
            _ => self.truth(Op::Equal(left.0.min(right.0), left.0.max(right.0))),
        }
    }

    pub(super) fn less(&mut self, left: NumberColumn, right: NumberColumn) -> TruthColumn {
        match (self.as_constant(left), self.as_constant(right)) {
            (Some(l), Some(r)) => self.always(l < r),
            _ => self.truth(Op::Less(left.0, right.0)),
        }
    }

    pub(super) fn at_most(&mut self, left: NumberColumn, right: NumberColumn) -> TruthColumn {
        match (self.as_constant(left), self.as_constant(right)) {
            (Some(l), Some(r)) => self.always(l <= r),
            _ => self.truth(Op::AtMost(left.0, right.0)),
        }
    }

    pub(super) fn both(&mut self, left: TruthColumn, right: TruthColumn) -> TruthColumn {
        match (&self.operations[left.0], &self.operations[right.0]) {
            (Op::Always(true), _) => right,
            (_, Op::Always(true)) => left,
            (Op::Always(false), _) => left,
            (_, Op::Always(false)) => right,
            _ if left == right => left,
            _ => self.truth(Op::Both(left.0.min(right.0), left.0.max(right.0))),
        }
    }

    pub(super) fn either(&mut self, left: TruthColumn, right: TruthColumn) -> TruthColumn {
        match (&self.operations[left.0], &self.operations[right.0]) {
            (Op::Always(false), _) => right,
            (_, Op::Always(false)) => left,
            (Op::Always(true), _) => left,
            (_, Op::Always(true)) => right,
            _ if left == right => left,
            _ => self.truth(Op::Either(left.0.min(right.0), left.0.max(right.0))),
        }
    }

    pub(super) fn differ(&mut self, left: TruthColumn, right: TruthColumn) -> TruthColumn {
        match (&self.operations[left.0], &self.operations[right.0]) {
            (Op::Always(false), _) => right,
            (_, Op::Always(false)) => left,
            (Op::Always(true), _) => self.not(right),
            (_, Op::Always(true)) => self.not(left),
            _ => self.truth(Op::Differ(left.0.min(right.0), left.0.max(right.0))),
        }
    }

    pub(super) fn not(&mut self, inner: TruthColumn) -> TruthColumn {
        match self.operations[inner.0] {
            Op::Always(value) => self.always(!value),
            Op::Not(inner) => TruthColumn(inner),
            _ => self.truth(Op::Not(inner.0)),
        }
    }

    /// Marks the lanes in which something does not exist that would be evaluated.
    pub(super) fn unknown_where(&mut self, bad: TruthColumn, active: TruthColumn) {
        let marked = self.both(bad, active);
        if self.operations[marked.0] != Op::Always(false) {
            self.add(Op::Unknown(marked.0), NumberSpan::new(0, 0));
        }
    }

    // --- parts that are walked

    pub(super) fn walked_number(
        &mut self,
        part: WalkedPart<'p>,
        active: TruthColumn,
    ) -> NumberColumn {
        self.parts.push(part);
        let span = NumberSpan { infinite: true, ..NumberSpan::any() };
        self.number(Op::WalkedNumber(self.parts.len() - 1, active.0), span)
    }

    pub(super) fn walked_truth(
        &mut self,
        part: WalkedPart<'p>,
        active: TruthColumn,
    ) -> TruthColumn {
        self.parts.push(part);
        self.truth(Op::WalkedTruth(self.parts.len() - 1, active.0))
    }
}
