//! Numbers: from the trees of a claim to [`Symbolic`] ones.

use super::count;
use super::sets::{Element, Elements};
use super::value::{Digitwise, Extreme, Symbolic, Value};
use super::{Done, Translator};
use crate::claim::formula::{Arg, Arithmetic, Body, Fold, Num};
use crate::claim::said::is_here;
use crate::prove::connect::{and, or};
use ishitori_automata::{Comparison, Formula};

impl<'p> Translator<'p> {
    pub(super) fn num(&mut self, num: &'p Num) -> Done<Symbolic> {
        self.step()?;
        match num {
            Num::Constant(number) => self.constant(*number).map(Symbolic::from),
            Num::Slot(slot) => self.slot(*slot),
            Num::Heap { heaps, circle, index } => self.heap(*heaps, *circle, index),
            Num::Negate(inner) => {
                let inner = self.num(inner)?;
                self.negated(inner)
            }
            Num::Binary(operator, left, right) => {
                let (left, right) = (self.num(left)?, self.num(right)?);
                self.arithmetic(*operator, left, right)
            }
            Num::Fold(fold, args) => self.fold(*fold, args),
            Num::Function(function, args) => {
                let elements = self.arguments(args, true)?;
                if elements.all.iter().any(|e| e.present != Formula::Constant(true)) {
                    return self.outside("a list whose length depends on the position");
                }
                let values = elements.all.into_iter().flat_map(|e| e.values).collect();
                let result = self.function(*function, values)?;
                Ok(where_defined(result, elements.defined))
            }
            Num::If(condition, yes, no) => {
                let condition = self.logic(condition)?;
                let side = |this: &mut Self, wanted: bool, num: &'p Num| {
                    // What is never looked at need not be understood.
                    if condition.holds == Formula::Constant(!wanted) {
                        return Ok(Symbolic::undefined());
                    }
                    this.num(num)
                };
                let (yes, no) = (side(self, true, yes)?, side(self, false, no)?);
                self.choice(&condition.holds, condition.defined, yes, no)
            }
            Num::Grundy(query) if !is_here(query) => {
                self.outside("`grundy` of another position or of another game")
            }
            Num::Grundy(_) => self.outside(
                "`grundy` inside an expression: only `grundy = ...` and `grundy = 1 iff ...` say which values positions have",
            ),
            Num::Defined(at, arguments) => match self.called(*at, arguments)? {
                Called::Num(number) => Ok(number),
                Called::Logic(_) => self.outside("a condition where a number belongs"),
            },
            Num::Size(set) => {
                let elements = self.elements(set, true)?;
                Ok(counted(elements))
            }
            Num::Mex(set) => self.mex(set),
            Num::Board(..) | Num::Turned(_) => {
                self.outside("a number of a board: only games on heaps have proofs")
            }
        }
    }

    /// `h[i]`.
    fn heap(&mut self, heaps: usize, circle: bool, index: &'p Num) -> Done<Symbolic> {
        let index = self.num(index)?;
        let index = self.spread(index)?;
        self.each_case(&[index], |this, values| {
            let Some(options) = this.finite(&values[0]) else {
                return this.outside("a heap whose number is not known");
            };
            let count = heaps as i64;
            let mut whole = Symbolic::undefined();
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

    fn fold(&mut self, fold: Fold, args: &'p [Arg]) -> Done<Symbolic> {
        // How often an element comes does not matter to these.
        let once = !matches!(fold, Fold::Min | Fold::Max | Fold::Or | Fold::And);
        let elements = self.arguments(args, once)?;
        if fold == Fold::Count {
            return Ok(counted(elements));
        }
        let Elements { all, defined } = elements;
        let mut values = Vec::new();
        for Element { present, values: element } in all {
            let [value] = <[Symbolic; 1]>::try_from(element).expect("compiled to one number");
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
            let neutral = Value::constant(neutral).into();
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
            Fold::Xor => digits(Digitwise::Xor)?,
            Fold::Or => digits(Digitwise::Or)?,
            Fold::And => digits(Digitwise::And)?,
            Fold::Sum => self.total(Arithmetic::Add, values)?,
            Fold::Product => self.total(Arithmetic::Multiply, values)?,
            Fold::Min => self.extreme(Extreme::Least, values)?,
            Fold::Max | Fold::Count => self.extreme(Extreme::Largest, values)?,
        };
        Ok(where_defined(result, defined))
    }

    /// The least natural that is not in a set of known numbers.
    fn mex(&mut self, set: &'p crate::claim::formula::Set) -> Done<Symbolic> {
        let elements = self.elements(set, false)?;
        let mut options = Vec::new();
        let mut missing: Vec<Formula> = Vec::new();
        for number in 0..=elements.all.len() as i64 {
            let value: Symbolic = Value::constant(number).into();
            let within = self.is_among(&[value], &elements.all)?;
            let here = [or([crate::prove::connect::not(within.clone())])];
            options.push((number, and(missing.iter().cloned().chain(here))));
            missing.push(within);
        }
        Ok(super::cases::finite_value(options).when(elements.defined))
    }

    /// Writes out a definition with arguments.
    pub(super) fn called(&mut self, at: usize, arguments: &'p [Num]) -> Done<Called> {
        let function = &self.defined[at];
        if self.calling.contains(&at) {
            return self.outside(format!(
                "`{}` is defined by itself: automata need a definition that ends in known functions",
                function.name
            ));
        }
        let mut defined = Vec::new();
        let arguments = self.nums(arguments, &mut defined)?;
        let mut frame: Vec<Option<Symbolic>> = arguments.into_iter().map(Some).collect();
        frame.resize(function.slots.max(function.parameters), None);
        let around = std::mem::replace(&mut self.frame, frame);
        self.calling.push(at);
        let result = match &function.body {
            Body::Num(num) => self.num(num).map(Called::Num),
            Body::Logic(logic) => self.logic(logic).map(Called::Logic),
        };
        self.calling.pop();
        self.frame = around;
        Ok(match result? {
            Called::Num(number) => Called::Num(where_defined(number, and(defined))),
            Called::Logic(mut truth) => {
                defined.push(truth.defined);
                truth.defined = and(defined);
                Called::Logic(truth)
            }
        })
    }
}

/// What a definition stands for at its arguments.
pub(super) enum Called {
    Num(Symbolic),
    Logic(super::value::Truth),
}

/// The number, only where `defined` as well.
fn where_defined(number: Symbolic, defined: Formula) -> Symbolic {
    Symbolic { defined: and([defined, number.defined]), cases: number.cases }
}

/// How many elements there are.
fn counted(elements: Elements) -> Symbolic {
    let present: Vec<Formula> = elements.all.into_iter().map(|e| e.present).collect();
    let (sure, open): (Vec<Formula>, Vec<Formula>) =
        present.into_iter().partition(|p| *p == Formula::Constant(true));
    let value = match (sure.len() as i64, open.is_empty()) {
        (sure, true) => Value::constant(sure),
        (0, false) => Value::Count(open),
        (sure, false) => {
            let each =
                |n: usize| (sure + n as i64, count::compared(&open, Comparison::Equal, n as i64));
            super::cases::finite_value((0..=open.len()).map(each).collect())
        }
    };
    value.when(elements.defined)
}
