//! Numbers: from the trees of a claim to [`SymbolicNumber`]s.
//!
//! One walk over the tree that the evaluator walks too, with variables in the place of numbers;
//! definitions with arguments are written out, and one that needs itself is refused. Lists must have a
//! known length, or elements that come with a condition: then those that are absent count as 0 in a sum
//! and as 1 in a product. What it means is compared with the evaluator on the catalogue and on random
//! claims (`tests/translate`). Cost: a step a node written out, up to a bound. Conditions are in
//! `logic.rs`, sets in `sets.rs`.

use super::count;
use super::sets::{SetElement, SetElements};
use super::value::{DigitwiseFunction, Extreme, SymbolicNumber, SymbolicValue};
use super::{TranslationResult, Translator};
use crate::claim::formula::{Arithmetic, CompiledArgument, CompiledNumber, DefinitionBody, Fold};
use crate::claim::statement::is_here;
use crate::prove::connect::{and, or};
use ishitori_automata::{Comparison, Formula};

impl<'p> Translator<'p> {
    pub(super) fn num(&mut self, num: &'p CompiledNumber) -> TranslationResult<SymbolicNumber> {
        self.step()?;
        match num {
            CompiledNumber::Constant(number) => self.constant(*number).map(SymbolicNumber::from),
            CompiledNumber::Slot(slot) => self.slot(*slot),
            CompiledNumber::Heap { heaps, circle, index } => self.heap(*heaps, *circle, index),
            CompiledNumber::Negate(inner) => {
                let inner = self.num(inner)?;
                self.negated(inner)
            }
            CompiledNumber::Binary(operator, left, right) => {
                let (left, right) = (self.num(left)?, self.num(right)?);
                self.arithmetic(*operator, left, right)
            }
            CompiledNumber::Fold(fold, args) => self.fold(*fold, args),
            CompiledNumber::Function(function, args) => {
                let elements = self.arguments(args, true)?;
                if elements.all.iter().any(|e| e.present != Formula::Constant(true)) {
                    return self.outside("a list whose length depends on the position");
                }
                let values = elements.all.into_iter().flat_map(|e| e.values).collect();
                let result = self.function(*function, values)?;
                Ok(where_defined(result, elements.defined))
            }
            CompiledNumber::If(condition, yes, no) => {
                let condition = self.logic(condition)?;
                let side = |this: &mut Self, wanted: bool, num: &'p CompiledNumber| {
                    // What is never looked at need not be understood.
                    if condition.holds == Formula::Constant(!wanted) {
                        return Ok(SymbolicNumber::undefined());
                    }
                    this.num(num)
                };
                let (yes, no) = (side(self, true, yes)?, side(self, false, no)?);
                self.choice(&condition.holds, condition.defined, yes, no)
            }
            CompiledNumber::Grundy(query) if !is_here(query) => {
                self.outside("`grundy` of another position or of another game")
            }
            CompiledNumber::Grundy(_) => self.outside(
                "`grundy` inside an expression: only `grundy = ...` and `grundy = 1 iff ...` say which values positions have",
            ),
            CompiledNumber::Remoteness(_) => self.outside(
                "`remoteness`: automata follow who wins, not how long play lasts; `check` compares it in a window",
            ),
            CompiledNumber::Defined(at, arguments) => match self.called(*at, arguments)? {
                DefinitionValue::Num(number) => Ok(number),
                DefinitionValue::Logic(_) => self.outside("a condition where a number belongs"),
            },
            CompiledNumber::Size(set) => {
                let elements = self.elements(set, true)?;
                Ok(counted(elements))
            }
            CompiledNumber::Mex(set) => self.mex(set),
            CompiledNumber::FigureNumber(..)
            | CompiledNumber::FigureEntry(..)
            | CompiledNumber::Position(_)
            | CompiledNumber::Board(..)
            | CompiledNumber::Turned(_) => {
                self.outside("a number of a board: only games on heaps have proofs")
            }
        }
    }

    /// `h[i]`.
    fn heap(
        &mut self,
        heaps: usize,
        circle: bool,
        index: &'p CompiledNumber,
    ) -> TranslationResult<SymbolicNumber> {
        let index = self.num(index)?;
        let index = self.spread(index)?;
        self.each_case(&[index], |this, values| {
            let Some(options) = this.finite(&values[0]) else {
                return this.outside("a heap whose number is not known");
            };
            let count = heaps as i64;
            let mut whole = SymbolicNumber::undefined();
            for (number, holds) in options {
                let at = number.saturating_sub(1);
                let at = if circle { at.rem_euclid(count) } else { at };
                if !(0..count).contains(&at) {
                    continue;
                }
                let heap = this.slot(at as usize)?;
                whole = this.choice(&holds, Formula::Constant(true), heap, whole)?;
            }
            Ok(whole)
        })
    }

    fn fold(
        &mut self,
        fold: Fold,
        args: &'p [CompiledArgument],
    ) -> TranslationResult<SymbolicNumber> {
        // How often an element comes does not matter to these.
        let once = !matches!(fold, Fold::Min | Fold::Max | Fold::Or | Fold::And);
        let elements = self.arguments(args, once)?;
        if fold == Fold::Count {
            return Ok(counted(elements));
        }
        let SetElements { all, defined } = elements;
        let mut values = Vec::new();
        for SetElement { present, values: element } in all {
            let [value] = <[SymbolicNumber; 1]>::try_from(element).expect("compiled to one number");
            if present == Formula::Constant(true) {
                values.push(value);
                continue;
            }
            // What is not in the list changes nothing.
            let neutral = match fold {
                Fold::Xor | Fold::Or | Fold::Sum => 0,
                Fold::Product => 1,
                _ => {
                    return self.outside(
                        "the least or largest of a list whose length depends on the position",
                    );
                }
            };
            let neutral = SymbolicValue::constant(neutral).into();
            values.push(self.choice(&present, Formula::Constant(true), value, neutral)?);
        }
        let mut digits = |kind| {
            let mut spread = Vec::new();
            for value in values.clone() {
                spread.push(self.spread(value)?);
            }
            self.each_case(&spread, |this, values| this.digitwise(kind, values))
        };
        let result = match fold {
            Fold::Xor => digits(DigitwiseFunction::Xor)?,
            Fold::Or => digits(DigitwiseFunction::Or)?,
            Fold::And => digits(DigitwiseFunction::And)?,
            Fold::Sum => self.total(Arithmetic::Add, values)?,
            Fold::Product => self.total(Arithmetic::Multiply, values)?,
            Fold::Min => self.extreme(Extreme::Least, values)?,
            Fold::Max | Fold::Count => self.extreme(Extreme::Largest, values)?,
        };
        Ok(where_defined(result, defined))
    }

    /// The least natural that is not in a set of known numbers.
    fn mex(
        &mut self,
        set: &'p crate::claim::formula::CompiledSet,
    ) -> TranslationResult<SymbolicNumber> {
        let elements = self.elements(set, false)?;
        let mut options = Vec::new();
        let mut missing: Vec<Formula> = Vec::new();
        for number in 0..=elements.all.len() as i64 {
            let value: SymbolicNumber = SymbolicValue::constant(number).into();
            let within = self.is_among(&[value], &elements.all)?;
            let here = [or([crate::prove::connect::not(within.clone())])];
            options.push((number, and(missing.iter().cloned().chain(here))));
            missing.push(within);
        }
        Ok(super::cases::finite_value(options).when(elements.defined))
    }

    /// Writes out a definition with arguments.
    pub(super) fn called(
        &mut self,
        at: usize,
        arguments: &'p [CompiledNumber],
    ) -> TranslationResult<DefinitionValue> {
        let function = &self.defined[at];
        if self.calling.contains(&at) {
            return self.outside(format!(
                "`{}` is defined by itself: automata need a definition that ends in known functions",
                function.name
            ));
        }
        if let Some(value) = self.by_relation(at, arguments)? {
            return Ok(value);
        }
        let function = &self.defined[at];
        let mut defined = Vec::new();
        let arguments = self.nums(arguments, &mut defined)?;
        let mut frame: Vec<Option<SymbolicNumber>> = arguments.into_iter().map(Some).collect();
        frame.resize(function.slots.max(function.parameters), None);
        let around = std::mem::replace(&mut self.frame, frame);
        self.calling.push(at);
        let result = match &function.body {
            DefinitionBody::Num(num) => self.num(num).map(DefinitionValue::Num),
            DefinitionBody::Logic(logic) => self.logic(logic).map(DefinitionValue::Logic),
        };
        self.calling.pop();
        self.frame = around;
        Ok(match result? {
            DefinitionValue::Num(number) => {
                DefinitionValue::Num(where_defined(number, and(defined)))
            }
            DefinitionValue::Logic(mut truth) => {
                defined.push(truth.defined);
                truth.defined = and(defined);
                DefinitionValue::Logic(truth)
            }
        })
    }
}

/// What a definition stands for at its arguments.
pub(super) enum DefinitionValue {
    Num(SymbolicNumber),
    Logic(super::value::SymbolicCondition),
}

/// The number, only where `defined` as well.
fn where_defined(number: SymbolicNumber, defined: Formula) -> SymbolicNumber {
    SymbolicNumber { defined: and([defined, number.defined]), cases: number.cases }
}

/// How many elements there are.
fn counted(elements: SetElements) -> SymbolicNumber {
    let present: Vec<Formula> = elements.all.into_iter().map(|e| e.present).collect();
    let (sure, open): (Vec<Formula>, Vec<Formula>) =
        present.into_iter().partition(|p| *p == Formula::Constant(true));
    let value = match (sure.len() as i64, open.is_empty()) {
        (sure, true) => SymbolicValue::constant(sure),
        (0, false) => SymbolicValue::Count(open),
        (sure, false) => {
            let each =
                |n: usize| (sure + n as i64, count::compared(&open, Comparison::Equal, n as i64));
            super::cases::finite_value((0..=open.len()).map(each).collect())
        }
    };
    value.when(elements.defined)
}
