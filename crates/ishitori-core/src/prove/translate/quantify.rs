//! Quantifiers: a variable for a range, every element of a set that can be written out.
//!
//! A range becomes a bound variable with its ends as conditions; one that ends at a logarithm becomes a
//! power of two, whose exponent runs, and so does a variable of which the body takes 2 to its power. Ranges of at most eight known numbers are written out, since that
//! costs no track, and longer ones up to 64 if their body cannot be said with a variable. `exactly one`
//! is: there is one, and there are no two. A body must be defined for every value in range; the
//! evaluator, which stops where the answer is known, may ask for less. Cost: a variable is a track of
//! the automaton.

use ishitori_automata::{Comparison, Formula, Predicate, TrailingRun};
use ishitori_rule::syntax::Quantifier;

use super::linear::{LinearSum, VariableIndex};
use super::sets::MAX_ELEMENTS;
use super::value::{Exponent, SymbolicCondition, SymbolicNumber, SymbolicValue};
use super::{BeyondAutomata, TranslationResult, Translator, UNBOUNDED, count};
use crate::claim::formula::{BoundVariables, CompiledCondition, CompiledSet};
use crate::prove::connect::{and, exists, for_all, implies, not, or};

/// Ranges of so many known numbers are written out; longer ones get a variable if they can.
const FEW: i64 = 8;

/// A variable of a quantifier.
pub(super) struct RangedVariable {
    pub variable: VariableIndex,
    /// That it is in its range.
    pub within: Formula,
    pub value: SymbolicNumber,
}

impl<'p> Translator<'p> {
    pub(super) fn quantified(
        &mut self,
        quantifier: Quantifier,
        through: &'p [BoundVariables],
        body: &'p CompiledCondition,
    ) -> TranslationResult<SymbolicCondition> {
        match quantifier {
            Quantifier::All => self.each(true, through, body),
            Quantifier::Exists => self.each(false, through, body),
            Quantifier::No => {
                let some = self.each(false, through, body)?;
                Ok(SymbolicCondition { holds: not(some.holds), ..some })
            }
            Quantifier::AtMostOne | Quantifier::ExactlyOne => {
                let [only] = through else {
                    return self.outside("`one` of several variables at once");
                };
                self.one(quantifier == Quantifier::ExactlyOne, only, body)
            }
        }
    }

    /// For all values, or for some.
    fn each(
        &mut self,
        all: bool,
        through: &'p [BoundVariables],
        body: &'p CompiledCondition,
    ) -> TranslationResult<SymbolicCondition> {
        let Some((first, rest)) = through.split_first() else { return self.logic(body) };
        let Some((low, high)) = self.ends(&first.over)? else {
            return self.written_out(all, first, rest, body);
        };
        let length = match (low.as_constant(), high.as_constant()) {
            (Some(low), Some(high)) => Some(high.saturating_sub(low).saturating_add(1)),
            _ => None,
        };
        if length.is_some_and(|length| length <= FEW) {
            return self.written_out(all, first, rest, body);
        }
        let attempt = |this: &mut Self, is_exponent: bool| {
            let ranging = this.ranging_through(first, &low, &high, is_exponent)?;
            this.bind(&first.slots, vec![ranging.value.clone()]);
            this.raised = None;
            let inner = this.each(all, rest, body);
            // 2 to this variable is known if the variable runs through exponents.
            if inner.is_err() && !is_exponent && this.raised == Some(ranging.variable) {
                return Ok(None);
            }
            let (inner, within) = (inner?, ranging.within);
            let names = this.variables.names(&[ranging.variable]);
            let everywhere = for_all(names.clone(), implies(within.clone(), inner.defined));
            let holds = match all {
                true => for_all(names, implies(within, inner.holds)),
                false => exists(names, and([within, inner.holds])),
            };
            let defined = and([low.defined.clone(), high.defined.clone(), everywhere]);
            Ok(Some(SymbolicCondition { holds, defined }))
        };
        let attempt = match attempt(self, false) {
            Ok(None) => attempt(self, true),
            other => other,
        };
        let attempt = attempt.map(|found| found.expect("exponents are tried once"));
        match attempt {
            Err(why @ BeyondAutomata::Part { .. })
                if length.is_some_and(|len| len <= MAX_ELEMENTS) =>
            {
                let written = self.written_out(all, first, rest, body);
                // That it is too long is not why it has to be written out.
                written.map_err(|other| if self.is_too_long() { why } else { other })
            }
            other => other,
        }
    }

    /// The ends of a range, or of all numbers.
    pub(super) fn ends(
        &mut self,
        set: &'p CompiledSet,
    ) -> TranslationResult<Option<(SymbolicNumber, SymbolicNumber)>> {
        let constant =
            |number| SymbolicNumber::from(SymbolicValue::Number(LinearSum::constant(number)));
        match set {
            CompiledSet::Range(low, high) => Ok(Some((self.num(low)?, self.num(high)?))),
            CompiledSet::Naturals { from, .. } => Ok(Some((constant(*from), constant(UNBOUNDED)))),
            _ => Ok(None),
        }
    }

    /// Whether a value is surely not negative.
    fn is_natural(&self, value: &SymbolicValue) -> bool {
        match value {
            SymbolicValue::Number(form) => {
                self.variables.least(form).is_some_and(|least| least >= 0)
            }
            SymbolicValue::Finite(options) => options.iter().all(|(number, _)| *number >= 0),
            SymbolicValue::Exponent(exponent) => exponent.shift >= 0,
            _ => false,
        }
    }

    /// Whether a value is surely no v2(0).
    fn is_never_infinite(&self, value: &SymbolicValue) -> bool {
        match value {
            SymbolicValue::Infinite => false,
            SymbolicValue::Exponent(Exponent { end: TrailingRun::Zeros, of, .. }) => {
                self.variables.least(&LinearSum::variable(*of)).is_some_and(|least| least >= 1)
            }
            _ => true,
        }
    }

    /// A new variable for a range. It is an exponent if the range ends at one.
    pub(super) fn ranging(
        &mut self,
        through: &BoundVariables,
        low: &SymbolicNumber,
        high: &SymbolicNumber,
    ) -> TranslationResult<RangedVariable> {
        self.ranging_through(through, low, high, false)
    }

    /// The same; it also is an exponent if that is asked for.
    fn ranging_through(
        &mut self,
        through: &BoundVariables,
        low: &SymbolicNumber,
        high: &SymbolicNumber,
        as_exponent: bool,
    ) -> TranslationResult<RangedVariable> {
        let name = through.names.first().map_or("x", String::as_str);
        let is_exponent = |number: &SymbolicNumber| {
            number.cases.iter().any(|case| matches!(case.value, SymbolicValue::Exponent(_)))
        };
        // Such a range means nothing: whoever evaluates it stops there.
        let mut ends = low.cases.iter().chain(&high.cases);
        if !ends.all(|case| self.is_never_infinite(&case.value)) {
            return self
                .outside("a range that ends at infinity, or at v2 of a number that may be 0");
        }
        let variable = self.variables.fresh(name);
        let unbounded = high.as_constant() == Some(UNBOUNDED);
        if as_exponent || is_exponent(low) || is_exponent(high) {
            if !low.cases.iter().all(|case| self.is_natural(&case.value)) {
                return self.outside("a range of numbers of digits that may begin below 0");
            }
            self.variables.set_power(variable);
            let end = TrailingRun::Zeros;
            let exponent = Exponent { end, of: variable, shift: 0 };
            let value: SymbolicNumber = SymbolicValue::Exponent(exponent).into();
            let power = Formula::Atom(Predicate::PowerOfTwo, self.variables.names(&[variable]));
            let above = self.compare_all(Comparison::LessEqual, low, &value)?;
            let below = match unbounded {
                true => Formula::Constant(true),
                false => self.compare_all(Comparison::LessEqual, &value, high)?,
            };
            return Ok(RangedVariable { variable, within: and([power, above, below]), value });
        }
        let natural = match low.single() {
            Some(SymbolicValue::Number(form)) => self.variables.least(form).is_some_and(|l| l >= 0),
            _ => false,
        };
        let (mut form, mut within) = (LinearSum::variable(variable), Vec::new());
        if !natural {
            // Count from the lower end, which may be negative.
            let Some(SymbolicValue::Number(start)) = low.single() else {
                return self.outside("a range whose lower end falls into cases");
            };
            let Some(sum) = start.plus(1, &form) else { return self.too_large() };
            form = sum;
        }
        let value: SymbolicNumber = SymbolicValue::Number(form).into();
        if natural {
            within.push(self.compare_all(Comparison::LessEqual, low, &value)?);
        }
        if !unbounded {
            within.push(self.compare_all(Comparison::LessEqual, &value, high)?);
        }
        if natural {
            let least = low.as_constant().unwrap_or(0);
            self.variables.bound(variable, least, high.as_constant().filter(|_| !unbounded));
        }
        Ok(RangedVariable { variable, within: and(within), value })
    }

    /// The condition for each element.
    fn written_out(
        &mut self,
        all: bool,
        first: &'p BoundVariables,
        rest: &'p [BoundVariables],
        body: &'p CompiledCondition,
    ) -> TranslationResult<SymbolicCondition> {
        let elements = self.values_through(&first.over, false)?;
        let (mut parts, mut defined) = (Vec::new(), vec![elements.defined]);
        for element in elements.all {
            self.bind(&first.slots, element.values);
            let part = self.each(all, rest, body)?;
            defined.push(implies(element.present.clone(), part.defined));
            parts.push(match all {
                true => implies(element.present, part.holds),
                false => and([element.present, part.holds]),
            });
        }
        let holds = if all { and(parts) } else { or(parts) };
        Ok(SymbolicCondition { holds, defined: and(defined) })
    }

    /// At most one value, or exactly one.
    fn one(
        &mut self,
        exactly: bool,
        through: &'p BoundVariables,
        body: &'p CompiledCondition,
    ) -> TranslationResult<SymbolicCondition> {
        let known = self.ends(&through.over)?.filter(|(low, high)| {
            let ends = low.as_constant().zip(high.as_constant());
            ends.is_none_or(|(low, high)| high.saturating_sub(low) >= FEW)
        });
        let Some((low, high)) = known else {
            let elements = self.values_through(&through.over, true)?;
            let (mut parts, mut defined) = (Vec::new(), vec![elements.defined]);
            for element in elements.all {
                self.bind(&through.slots, element.values);
                let part = self.logic(body)?;
                defined.push(implies(element.present.clone(), part.defined));
                parts.push(and([element.present, part.holds]));
            }
            let comparison = if exactly { Comparison::Equal } else { Comparison::LessEqual };
            let holds = count::compared(&parts, comparison, 1);
            return Ok(SymbolicCondition { holds, defined: and(defined) });
        };
        let mut copy = || -> TranslationResult<(String, Formula, Formula)> {
            let ranging = self.ranging(through, &low, &high)?;
            self.bind(&through.slots, vec![ranging.value]);
            let inner = self.logic(body)?;
            let name = self.variables.name(ranging.variable).to_string();
            let defined = implies(ranging.within.clone(), inner.defined);
            let defined = for_all(vec![name.clone()], defined);
            Ok((name, and([ranging.within, inner.holds]), defined))
        };
        let ((x, first, defined), (y, second, _)) = (copy()?, copy()?);
        let differ = Formula::compare(&x, Comparison::NotEqual, &y);
        let some = exists(vec![x.clone()], first.clone());
        let two = exists(vec![x, y], and([first, second, differ]));
        let holds = if exactly { and([some, not(two)]) } else { not(two) };
        Ok(SymbolicCondition { holds, defined: and([low.defined, high.defined, defined]) })
    }
}
