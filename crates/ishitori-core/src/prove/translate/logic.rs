//! Conditions, from left to right.
//!
//! Beside the formula each condition says where it is defined: a part of `and`, `or` or `implies` must
//! be so only where those before it leave the answer open, as the evaluator stops there too. So a guard
//! such as `a > 0 and ...` protects what follows, and what is never looked at need not be translatable.
//! `P` and `N` have no formula; they stand for true or false only while `theorem.rs` assumes an
//! outcome. Tested against the evaluator in `tests/translate`.

use ishitori_automata::{Comparison, Formula};
use ishitori_rule::syntax::ComparisonOperator;

use super::expression::DefinitionValue;
use super::sets::SetElements;
use super::value::SymbolicCondition;
use super::{TranslationResult, Translator};
use crate::claim::formula::{CompiledCondition, CompiledNumber, CompiledSet};
use crate::claim::statement::is_here;
use crate::prove::connect::{and, iff, implies, not, or};

impl<'p> Translator<'p> {
    pub(super) fn logic(
        &mut self,
        logic: &'p CompiledCondition,
    ) -> TranslationResult<SymbolicCondition> {
        self.step()?;
        let instances = self.instances.allowed();
        let truth = match self.instance(logic) {
            Ok(Some(instance)) => Ok(instance),
            Ok(None) => self.plain(logic),
            Err(refused) => Err(refused),
        };
        self.instances.allow(instances);
        truth
    }

    /// A condition that is no instance of a statement about other positions.
    fn plain(&mut self, logic: &'p CompiledCondition) -> TranslationResult<SymbolicCondition> {
        match logic {
            CompiledCondition::Constant(value) => Ok(Formula::Constant(*value).into()),
            CompiledCondition::Compare(compare, left, right, span) => {
                let around = self.span.replace(span.clone());
                let (left, right) = (self.num(left)?, self.num(right)?);
                let holds = self.compare_all(comparison(*compare), &left, &right)?;
                self.span = around;
                Ok(SymbolicCondition { holds, defined: and([left.defined, right.defined]) })
            }
            CompiledCondition::Not(inner) => {
                let inner = self.logic(inner)?;
                Ok(SymbolicCondition { holds: not(inner.holds), ..inner })
            }
            CompiledCondition::And(parts) => self.chain(parts, true),
            CompiledCondition::Or(parts) => self.chain(parts, false),
            CompiledCondition::Implies(first, second) => {
                let first = self.logic(first)?;
                if first.holds == Formula::Constant(false) {
                    return Ok(SymbolicCondition { holds: Formula::Constant(true), ..first });
                }
                let second = self.logic(second)?;
                let defined = implies(first.holds.clone(), second.defined);
                Ok(SymbolicCondition {
                    holds: implies(first.holds, second.holds),
                    defined: and([first.defined, defined]),
                })
            }
            CompiledCondition::Iff(first, second) => {
                let (first, second) = (self.logic(first)?, self.logic(second)?);
                Ok(SymbolicCondition {
                    holds: iff(first.holds, second.holds),
                    defined: and([first.defined, second.defined]),
                })
            }
            CompiledCondition::Outcome(query, _) if !is_here(query) => {
                self.outside("`P` or `N` of another position or of another game")
            }
            CompiledCondition::Outcome(_, outcome) => match self.assumed {
                Some(assumed) => Ok(Formula::Constant(assumed == *outcome).into()),
                None => self.outside("`P` or `N` and `grundy` in one statement"),
            },
            CompiledCondition::In(element, set) => self.is_in(element, set),
            CompiledCondition::Subset(left, right) => {
                let (left, right) = (self.elements(left, false)?, self.elements(right, false)?);
                let holds = self.is_within(&left, &right)?;
                Ok(SymbolicCondition { holds, defined: and([left.defined, right.defined]) })
            }
            CompiledCondition::Same(left, right) => {
                let (left, right) = (self.elements(left, false)?, self.elements(right, false)?);
                let both = [self.is_within(&left, &right)?, self.is_within(&right, &left)?];
                Ok(SymbolicCondition {
                    holds: and(both),
                    defined: and([left.defined, right.defined]),
                })
            }
            CompiledCondition::Defined(at, arguments) => match self.called(*at, arguments)? {
                DefinitionValue::Logic(truth) => Ok(truth),
                DefinitionValue::Num(_) => self.outside("a number where a condition belongs"),
            },
            CompiledCondition::Quantified(quantifier, through, body) => {
                self.quantified(*quantifier, through, body)
            }
            CompiledCondition::Decided(_, condition) => self.logic(condition),
            CompiledCondition::Let(slots, values, body) => {
                let mut defined = Vec::new();
                let values = self.nums(values, &mut defined)?;
                self.bind(slots, values);
                let body = self.logic(body)?;
                defined.push(body.defined);
                Ok(SymbolicCondition { defined: and(defined), ..body })
            }
        }
    }

    /// Every element of one set is in the other.
    fn is_within(
        &mut self,
        some: &SetElements,
        others: &SetElements,
    ) -> TranslationResult<Formula> {
        let mut each = Vec::new();
        for element in &some.all {
            let within = self.is_among(&element.values, &others.all)?;
            each.push(implies(element.present.clone(), within));
        }
        Ok(and(each))
    }

    /// And, or: what follows is not looked at once the answer is known.
    fn chain(
        &mut self,
        parts: &'p [CompiledCondition],
        conjunction: bool,
    ) -> TranslationResult<SymbolicCondition> {
        let (mut holds, mut defined) = (Vec::new(), Vec::new());
        for part in flat(parts, conjunction) {
            if holds.contains(&Formula::Constant(!conjunction)) {
                break;
            }
            let part = self.logic(part)?;
            if part.defined != Formula::Constant(true) {
                let before = if conjunction { and(holds.clone()) } else { not(or(holds.clone())) };
                if before == Formula::Constant(false) {
                    break;
                }
                defined.push(implies(before, part.defined));
            }
            holds.push(part.holds);
        }
        let holds = if conjunction { and(holds) } else { or(holds) };
        Ok(SymbolicCondition { holds, defined: and(defined) })
    }

    fn is_in(
        &mut self,
        element: &'p [CompiledNumber],
        set: &'p CompiledSet,
    ) -> TranslationResult<SymbolicCondition> {
        let mut defined = Vec::new();
        let element = self.nums(element, &mut defined)?;
        if let (CompiledSet::Range(low, high), [number]) = (set, element.as_slice()) {
            let (low, high) = (self.num(low)?, self.num(high)?);
            let above = self.compare_all(Comparison::LessEqual, &low, number)?;
            let below = self.compare_all(Comparison::LessEqual, number, &high)?;
            defined.extend([low.defined, high.defined]);
            return Ok(SymbolicCondition { holds: and([above, below]), defined: and(defined) });
        }
        let elements = self.elements(set, false)?;
        let holds = self.is_among(&element, &elements.all)?;
        defined.push(elements.defined);
        Ok(SymbolicCondition { holds, defined: and(defined) })
    }
}

/// The parts of a long `and` or `or`, which is a deep tree.
fn flat(parts: &[CompiledCondition], conjunction: bool) -> Vec<&CompiledCondition> {
    let mut flat = Vec::new();
    let mut todo: Vec<&CompiledCondition> = parts.iter().rev().collect();
    while let Some(part) = todo.pop() {
        match part {
            CompiledCondition::And(inner) if conjunction => todo.extend(inner.iter().rev()),
            CompiledCondition::Or(inner) if !conjunction => todo.extend(inner.iter().rev()),
            other => flat.push(other),
        }
    }
    flat
}

/// The same comparison in the words of automata.
pub(super) fn comparison(compare: ComparisonOperator) -> Comparison {
    match compare {
        ComparisonOperator::Equal => Comparison::Equal,
        ComparisonOperator::NotEqual => Comparison::NotEqual,
        ComparisonOperator::Less => Comparison::Less,
        ComparisonOperator::AtMost => Comparison::LessEqual,
        ComparisonOperator::Greater => Comparison::Greater,
        ComparisonOperator::AtLeast => Comparison::GreaterEqual,
    }
}
