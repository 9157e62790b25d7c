//! Numbers: arithmetic, folds, functions, heaps by index.
//!
//! A fold over a list with conditions goes on where they hold and keeps what it has elsewhere. The least or largest of nothing is
//! no number, so lanes in which no condition holds are marked.

use super::{HereFacts, Lowered, Lowering};
use crate::claim::columns::TwoNumbers;
use crate::claim::columns::build::{NoColumns, NumberColumn, TruthColumn};
use crate::claim::formula::{
    Arithmetic, CompiledArgument, CompiledNumber, DefinitionBody, Fold, Function,
};
use crate::claim::functions::INFINITY;
use crate::claim::statement::is_here;

/// A number that a function takes, where a condition holds.
struct LoweredArgument {
    number: NumberColumn,
    within: TruthColumn,
}

impl<'p> Lowering<'p> {
    pub(super) fn number_by_columns(
        &mut self,
        number: &'p CompiledNumber,
        active: TruthColumn,
    ) -> Lowered<NumberColumn> {
        match number {
            CompiledNumber::Constant(value) => self.builder.constant(*value),
            CompiledNumber::Slot(slot) => {
                self.variables.get(*slot).copied().flatten().ok_or(NoColumns::Part)
            }
            CompiledNumber::Heap { heaps, circle, index } => {
                let index = self.number(index, active)?;
                self.heap(*heaps, *circle, index, active)
            }
            CompiledNumber::Negate(inner) => {
                let (zero, inner) = (self.builder.constant(0)?, self.number(inner, active)?);
                self.builder.arithmetic(Arithmetic::Subtract, zero, inner, active)
            }
            CompiledNumber::Binary(operator, left, right) => {
                let left = self.number(left, active)?;
                let right = self.number(right, active)?;
                self.builder.arithmetic(*operator, left, right, active)
            }
            CompiledNumber::Fold(fold, arguments) => self.fold(*fold, arguments, active),
            CompiledNumber::Function(function, arguments) => {
                self.function(*function, arguments, active)
            }
            CompiledNumber::If(condition, yes, no) => {
                let condition = self.condition(condition, active)?;
                let where_yes = self.builder.both(active, condition);
                let yes = self.number(yes, where_yes)?;
                let otherwise = self.builder.not(condition);
                let where_no = self.builder.both(active, otherwise);
                let no = self.number(no, where_no)?;
                Ok(self.builder.choose(condition, yes, no))
            }
            CompiledNumber::Grundy(query) => match self.here {
                HereFacts { value: Some(high), .. } if is_here(query) => {
                    Ok(self.builder.value(high))
                }
                _ => Err(NoColumns::Part),
            },
            CompiledNumber::Defined(at, arguments) => {
                let (body, frame) = self.enter(*at, arguments, active)?;
                let number = match body {
                    DefinitionBody::Num(number) => self.number(number, active),
                    DefinitionBody::Logic(logic) => {
                        self.condition(logic, active).map(|truth| self.builder.counted(truth))
                    }
                };
                self.leave(frame);
                number
            }
            CompiledNumber::Remoteness(_)
            | CompiledNumber::Size(_)
            | CompiledNumber::Mex(_)
            | CompiledNumber::Board(..)
            | CompiledNumber::FigureNumber(..)
            | CompiledNumber::FigureEntry(..)
            | CompiledNumber::Position(_)
            | CompiledNumber::Turned(_) => Err(NoColumns::Part),
        }
    }

    /// `h[index]`.
    fn heap(
        &mut self,
        heaps: usize,
        circle: bool,
        index: NumberColumn,
        active: TruthColumn,
    ) -> Lowered<NumberColumn> {
        let held = |lowering: &Self, heap: usize| {
            lowering.variables.get(heap).copied().flatten().ok_or(NoColumns::Part)
        };
        let count = i64::try_from(heaps).map_err(|_| NoColumns::Part)?;
        let one = self.builder.constant(1)?;
        self.builder.must_be_finite(index, active)?;
        let mut at = self.builder.arithmetic(Arithmetic::Subtract, index, one, active)?;
        if circle {
            let count = self.builder.constant(count)?;
            at = self.builder.arithmetic(Arithmetic::Modulo, at, count, active)?;
        }
        if let Some(at) = self.builder.as_constant(at) {
            let at = usize::try_from(at).ok().filter(|at| *at < heaps);
            return held(self, at.ok_or(NoColumns::Part)?);
        }
        let (first, last) = (self.builder.constant(0)?, self.builder.constant(count - 1)?);
        for (low, high) in [(at, first), (last, at)] {
            let is_outside = self.builder.less(low, high);
            self.builder.unknown_where(is_outside, active);
        }
        let mut found = held(self, 0)?;
        for heap in 1..heaps {
            let number = self.builder.constant(heap as i64)?;
            let is_it = self.builder.equal(at, number);
            let size = held(self, heap)?;
            found = self.builder.choose(is_it, size, found);
        }
        Ok(found)
    }

    fn function(
        &mut self,
        function: Function,
        arguments: &'p [CompiledArgument],
        active: TruthColumn,
    ) -> Lowered<NumberColumn> {
        let everywhere = self.builder.always(true);
        let arguments = self.arguments(arguments, active, true)?;
        if arguments.iter().any(|argument| argument.within != everywhere) {
            return Err(NoColumns::Part);
        }
        let numbers: Vec<NumberColumn> = arguments.iter().map(|a| a.number).collect();
        let least = if function == Function::Least { 2 } else { 1 };
        if numbers.len() < least {
            return Err(NoColumns::Part);
        }
        self.builder.function(function, &numbers, active)
    }

    /// What a function takes, lists written out.
    fn arguments(
        &mut self,
        arguments: &'p [CompiledArgument],
        active: TruthColumn,
        each_once: bool,
    ) -> Lowered<Vec<LoweredArgument>> {
        let mut all = Vec::new();
        for argument in arguments {
            match argument {
                CompiledArgument::One(number) => {
                    let within = self.builder.always(true);
                    all.push(LoweredArgument { number: self.number(number, active)?, within });
                }
                CompiledArgument::Many(listed) => {
                    for item in self.listed(listed, active, each_once)? {
                        let number = *item.values.first().ok_or(NoColumns::Part)?;
                        all.push(LoweredArgument { number, within: item.within });
                    }
                }
            }
        }
        Ok(all)
    }

    fn fold(
        &mut self,
        fold: Fold,
        arguments: &'p [CompiledArgument],
        active: TruthColumn,
    ) -> Lowered<NumberColumn> {
        let each_once = !matches!(fold, Fold::Min | Fold::Max | Fold::Or | Fold::And);
        let arguments = self.arguments(arguments, active, each_once)?;
        let mut all = match fold {
            Fold::Min => self.builder.constant(INFINITY)?,
            Fold::Product => self.builder.constant(1)?,
            Fold::Max | Fold::And => match arguments.first() {
                Some(first) => first.number,
                None => return Err(NoColumns::Part),
            },
            Fold::Xor | Fold::Or | Fold::Sum | Fold::Count => self.builder.constant(0)?,
        };
        let mut any = self.builder.always(false);
        for (at, LoweredArgument { number, within }) in arguments.into_iter().enumerate() {
            let active = self.builder.both(active, within);
            // The largest begins with the first; where that does not count, with the next that does.
            let starts = matches!(fold, Fold::Max | Fold::And) && at > 0;
            let next = self.folded(fold, all, number, active)?;
            let next = if starts { self.builder.choose(any, next, number) } else { next };
            all = self.builder.choose(within, next, all);
            any = self.builder.either(any, within);
        }
        if matches!(fold, Fold::Min | Fold::Max | Fold::And) {
            let nothing = self.builder.not(any);
            self.builder.unknown_where(nothing, active);
        }
        Ok(all)
    }

    fn folded(
        &mut self,
        fold: Fold,
        all: NumberColumn,
        number: NumberColumn,
        active: TruthColumn,
    ) -> Lowered<NumberColumn> {
        let one = self.builder.constant(1)?;
        match fold {
            Fold::Min => Ok(self.builder.min(all, number)),
            Fold::Max => Ok(self.builder.max(all, number)),
            Fold::Xor => self.builder.arithmetic(Arithmetic::Xor, all, number, active),
            Fold::Or => self.builder.digits(TwoNumbers::Or, all, number, active),
            Fold::And => self.builder.digits(TwoNumbers::And, all, number, active),
            Fold::Sum => self.builder.arithmetic(Arithmetic::Add, all, number, active),
            Fold::Product => self.builder.arithmetic(Arithmetic::Multiply, all, number, active),
            Fold::Count => self.builder.arithmetic(Arithmetic::Add, all, one, active),
        }
    }
}
