//! The least and the largest of numbers.
//!
//! `min(x, y) <= z` is `x <= z or y <= z`: the least or largest of sums stays as it is and falls apart
//! only in a comparison, without cases or auxiliaries. Sums that another is known not to go beyond are
//! left out. Of exponents the least v2 is the v2 of the bitwise or, the least tail the tail of the
//! bitwise and. Everything else becomes cases, of equal ones the first, so that exactly one applies; a
//! case for each number, with a comparison against every other.

use ishitori_automata::{Comparison, Formula, TrailingRun};

use super::cases::tidy;
use super::linear::LinearSum;
use super::value::{
    DigitwiseFunction, Exponent, Extreme, SymbolicCase, SymbolicNumber, SymbolicValue,
};
use super::{TranslationResult, Translator};
use crate::prove::connect::{and, not, or};

impl Translator<'_> {
    /// The least or largest of numbers.
    pub(super) fn extreme(
        &mut self,
        extreme: Extreme,
        arguments: Vec<SymbolicNumber>,
    ) -> TranslationResult<SymbolicNumber> {
        if arguments.is_empty() {
            return Ok(SymbolicNumber::undefined());
        }
        self.each_case(&arguments, |this, values| {
            let mut forms: Vec<LinearSum> = Vec::new();
            for value in values {
                match value {
                    SymbolicValue::Number(form) => forms.push(form.clone()),
                    SymbolicValue::Extreme(same, inner) if *same == extreme => {
                        forms.extend(inner.clone())
                    }
                    _ => return this.mixed_extreme(extreme, values),
                }
            }
            // Those that another is known not to go beyond do not matter.
            let beyond = |x: &LinearSum, y: &LinearSum| {
                let (less, more) = if extreme == Extreme::Least { (x, y) } else { (y, x) };
                let difference = more.plus(-1, less);
                difference.and_then(|d| this.variables.least(&d)).is_some_and(|least| least >= 0)
            };
            let mut kept: Vec<LinearSum> = Vec::new();
            for form in forms {
                if !kept.iter().any(|other| beyond(other, &form)) {
                    kept.retain(|other| !beyond(&form, other));
                    kept.push(form);
                }
            }
            Ok(match kept.as_slice() {
                [only] => SymbolicValue::Number(only.clone()).into(),
                _ => SymbolicValue::Extreme(extreme, kept).into(),
            })
        })
    }

    /// The least or largest of exponents and the like.
    fn mixed_extreme(
        &mut self,
        extreme: Extreme,
        values: &[SymbolicValue],
    ) -> TranslationResult<SymbolicNumber> {
        // The least v2 is that of the or, the least tail that of the and.
        let exponents: Option<Vec<Exponent>> = values
            .iter()
            .map(|value| match value {
                SymbolicValue::Exponent(exponent) => Some(*exponent),
                _ => None,
            })
            .collect();
        if let Some(exponents) = exponents
            && extreme == Extreme::Least
            && let Some(first) = exponents.first().copied()
            && exponents.iter().all(|e| (e.end, e.shift) == (first.end, first.shift))
        {
            let kind = if first.end == TrailingRun::Zeros {
                DigitwiseFunction::Or
            } else {
                DigitwiseFunction::And
            };
            let of: Vec<SymbolicValue> = exponents
                .iter()
                .map(|e| SymbolicValue::Number(LinearSum::variable(e.of)))
                .collect();
            let joined = self.digitwise(kind, &of)?;
            let joined = joined.single().cloned().unwrap_or(SymbolicValue::Infinite);
            let (of, _) = self.natural(&joined)?;
            return Ok(SymbolicValue::Exponent(Exponent { of, ..first }).into());
        }
        let numbers: Vec<SymbolicNumber> =
            values.iter().map(|value| value.clone().into()).collect();
        let mut spread = Vec::new();
        for number in numbers {
            spread.push(self.spread(number)?);
        }
        self.each_case(&spread, |this, values| this.extreme_of(extreme, values))
    }

    /// The least or largest of values, as cases.
    pub(super) fn extreme_of(
        &mut self,
        extreme: Extreme,
        values: &[SymbolicValue],
    ) -> TranslationResult<SymbolicNumber> {
        let fork = self.fork();
        let mut cases = Vec::new();
        for (at, value) in values.iter().enumerate() {
            let mut guards = Vec::new();
            for (other, against) in values.iter().enumerate().filter(|(other, _)| *other != at) {
                // Of equal ones the first is taken.
                let comparison = match (extreme, at < other) {
                    (Extreme::Least, true) => Comparison::LessEqual,
                    (Extreme::Least, false) => Comparison::Less,
                    (Extreme::Largest, true) => Comparison::GreaterEqual,
                    (Extreme::Largest, false) => Comparison::Greater,
                };
                guards.push(self.compare(comparison, value, against)?);
            }
            cases.push(SymbolicCase { guards, ways: vec![(fork, at)], value: value.clone() });
        }
        Ok(tidy(SymbolicNumber { defined: Formula::Constant(true), cases }))
    }

    /// The least or largest of forms against something.
    pub(super) fn compare_extreme(
        &mut self,
        extreme: Extreme,
        forms: &[LinearSum],
        comparison: Comparison,
        other: &SymbolicValue,
    ) -> TranslationResult<Formula> {
        let mut each = |comparison| -> TranslationResult<Vec<Formula>> {
            let one = |form: &LinearSum| {
                self.compare(comparison, &SymbolicValue::Number(form.clone()), other)
            };
            forms.iter().map(one).collect()
        };
        // Not beyond any, and equal to some.
        let bound = match extreme {
            Extreme::Least => Comparison::GreaterEqual,
            Extreme::Largest => Comparison::LessEqual,
        };
        let all = match comparison {
            Comparison::Equal => {
                let (bounds, equal) = (each(bound)?, each(Comparison::Equal)?);
                return Ok(and(bounds.into_iter().chain([or(equal)])));
            }
            Comparison::NotEqual => {
                let (bounds, equal) = (each(bound)?, each(Comparison::Equal)?);
                return Ok(not(and(bounds.into_iter().chain([or(equal)]))));
            }
            Comparison::Less | Comparison::LessEqual => extreme == Extreme::Largest,
            Comparison::Greater | Comparison::GreaterEqual => extreme == Extreme::Least,
        };
        let parts = each(comparison)?;
        Ok(if all { and(parts) } else { or(parts) })
    }
}
