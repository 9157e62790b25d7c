//! v2, tail and bitlen: logarithms, which stand in formulas as ends of numbers or powers of two.
//!
//! `tail(x)` is `v2(x + 1)`; `bitlen(x)` is the exponent of the power of two in `x + 1 .. 2x + 1`.

use ishitori_automata::{Comparison, Formula, Predicate, TrailingRun};

use super::compare::flipped;
use super::linear::{LinearSum, VariableIndex};
use super::value::{Exponent, SymbolicNumber, SymbolicValue};
use super::{TranslationResult, Translator};
use crate::prove::connect::{and, not, or};

/// Exponents from here on are compared with a power of two, not by residues.
const SMALL: i64 = 5;

/// The largest number that is added to an exponent or compared with one.
const MAX_SHIFT: i64 = 60;

impl Translator<'_> {
    /// Whether it is a number and not infinite.
    pub(super) fn is_finite(&self, exponent: Exponent) -> Formula {
        match exponent.end {
            TrailingRun::Ones => Formula::Constant(true),
            TrailingRun::Zeros => {
                let positive = LinearSum { constant: -1, ..LinearSum::variable(exponent.of) };
                let atom = self.variables.relation(&positive, Comparison::GreaterEqual);
                self.variables.close(atom)
            }
        }
    }

    /// `v2` of a form, which may be negative.
    pub(super) fn v2(&mut self, form: &LinearSum) -> TranslationResult<SymbolicValue> {
        let zeros =
            |of| SymbolicValue::Exponent(Exponent { end: TrailingRun::Zeros, of, shift: 0 });
        match form.as_shifted() {
            Some((of, 0)) => return Ok(zeros(of)),
            Some((of, 1)) => {
                return Ok(SymbolicValue::Exponent(Exponent {
                    end: TrailingRun::Ones,
                    of,
                    shift: 0,
                }));
            }
            _ => {}
        }
        let Some(opposite) = form.times(-1) else { return self.too_large() };
        if self.variables.least(form).is_some_and(|least| least >= 0) {
            return Ok(zeros(self.equal_to(form)?));
        }
        if self.variables.least(&opposite).is_some_and(|least| least >= 0) {
            return Ok(zeros(self.equal_to(&opposite)?));
        }
        let size = self.variables.define(|variables, size| {
            let equal = |form: &LinearSum| {
                let difference = form.plus(-1, &LinearSum::variable(size)).unwrap_or_default();
                variables.linear(&difference, Comparison::Equal)
            };
            or([equal(form), equal(&opposite)])
        });
        Ok(zeros(size))
    }

    /// `bitlen` of a natural variable.
    pub(super) fn bitlen(&mut self, of: VariableIndex) -> SymbolicValue {
        let power = self.variables.define(|variables, power| {
            let linear = |terms: [(VariableIndex, i64); 2], comparison, constant| {
                variables.linear(&LinearSum { terms: terms.into(), constant }, comparison)
            };
            and([
                Formula::Atom(Predicate::PowerOfTwo, variables.names(&[power])),
                linear([(of, 1), (power, -1)], Comparison::Less, 0),
                linear([(of, 2), (power, -1)], Comparison::GreaterEqual, 1),
            ])
        });
        self.variables.set_power(power);
        SymbolicValue::Exponent(Exponent { end: TrailingRun::Zeros, of: power, shift: 0 })
    }

    /// 2 to the `v2(x)` or `tail(x)`, without the shift, as a variable.
    pub(super) fn power(&mut self, exponent: Exponent) -> VariableIndex {
        if exponent.end == TrailingRun::Zeros && self.variables.is_power(exponent.of) {
            return exponent.of;
        }
        let power = self.variables.define(|variables, power| {
            one_hot(exponent.end, variables.name(exponent.of), variables.name(power))
        });
        self.variables.set_power(power);
        power
    }

    /// 2 to the exponent.
    pub(super) fn power_of_two(&mut self, exponent: Exponent) -> TranslationResult<SymbolicNumber> {
        let finite = self.is_finite(exponent);
        let power = self.power(exponent);
        let Some(factor) = factor(exponent.shift.abs()) else { return self.too_large() };
        if exponent.shift >= 0 {
            let terms = [(power, factor)].into();
            return Ok(SymbolicValue::Number(LinearSum { terms, constant: 0 }).when(finite));
        }
        let part = self.variables.define(|variables, part| {
            let terms = [(power, 1), (part, -factor)].into();
            variables.linear(&LinearSum { terms, constant: 0 }, Comparison::Equal)
        });
        self.variables.set_power(part);
        let natural = self.compare_exponent_with(exponent, Comparison::GreaterEqual, 0)?;
        Ok(SymbolicValue::Number(LinearSum::variable(part)).when(and([finite, natural])))
    }

    /// The exponent with `number` added.
    pub(super) fn shifted(
        &mut self,
        exponent: Exponent,
        number: i64,
    ) -> TranslationResult<SymbolicNumber> {
        let shift = exponent.shift.checked_add(number);
        let Some(shift) = shift.filter(|shift| shift.abs() <= MAX_SHIFT) else {
            return self.too_large();
        };
        Ok(SymbolicValue::Exponent(Exponent { shift, ..exponent }).when(self.is_finite(exponent)))
    }

    /// The exponent modulo `modulus`.
    pub(super) fn exponent_mod(&mut self, exponent: Exponent, modulus: u32) -> SymbolicNumber {
        let each = |residue: i64| {
            let rest = (residue - exponent.shift).rem_euclid(i64::from(modulus)) as u32;
            let predicate = Predicate::EndCongruent { end: exponent.end, residue: rest, modulus };
            let names = self.variables.names(&[exponent.of]);
            (residue, self.variables.close(Formula::Atom(predicate, names)))
        };
        let options = (0..i64::from(modulus)).map(each).collect();
        SymbolicValue::Finite(options).when(self.is_finite(exponent))
    }

    /// An exponent against something.
    pub(super) fn compare_exponent(
        &mut self,
        exponent: Exponent,
        comparison: Comparison,
        other: &SymbolicValue,
    ) -> TranslationResult<Formula> {
        if let SymbolicValue::Exponent(right) = other {
            return self.compare_exponents(exponent, comparison, *right);
        }
        let Some(options) = self.finite(other) else {
            return self.outside(
                "a number of digits (v2, tail, bitlen) is compared with a number that is not known: it is a logarithm, \
                 and automata cannot compare a number with the logarithm of another",
            );
        };
        let mut either = Vec::new();
        for (number, holds) in options {
            let compared = self.compare_exponent_with(exponent, comparison, number)?;
            either.push(and([holds, compared]));
        }
        Ok(or(either))
    }

    /// An exponent against a known number; infinity is above all of them.
    fn compare_exponent_with(
        &mut self,
        exponent: Exponent,
        comparison: Comparison,
        number: i64,
    ) -> TranslationResult<Formula> {
        let Some(number) = number.checked_sub(exponent.shift) else { return self.too_large() };
        let above = number.saturating_add(1);
        Ok(match comparison {
            Comparison::Equal => {
                if (0..SMALL).contains(&number) {
                    return Ok(self.ends_in(exponent, number, true));
                }
                and([self.at_least(exponent, number)?, not(self.at_least(exponent, above)?)])
            }
            Comparison::NotEqual => {
                let equal = Comparison::Equal;
                not(self.compare_exponent_with(exponent, equal, number + exponent.shift)?)
            }
            Comparison::Less => not(self.at_least(exponent, number)?),
            Comparison::LessEqual => not(self.at_least(exponent, above)?),
            Comparison::Greater => self.at_least(exponent, above)?,
            Comparison::GreaterEqual => self.at_least(exponent, number)?,
        })
    }

    /// `v2(x)` or `tail(x)`, without the shift, is at least `number`.
    fn at_least(&mut self, exponent: Exponent, number: i64) -> TranslationResult<Formula> {
        if number <= 0 {
            return Ok(Formula::Constant(true));
        }
        if number <= SMALL {
            return Ok(self.ends_in(exponent, number, false));
        }
        let Some(power) = factor(number) else { return self.too_large() };
        // A number that ends in exactly so many zeros or ones.
        let bound = if exponent.end == TrailingRun::Zeros { power } else { power - 1 };
        let bound = self.equal_to(&LinearSum::constant(bound))?;
        let names = self.variables.names(&[exponent.of, bound]);
        let predicate = Predicate::CompareEnds(exponent.end, Comparison::GreaterEqual);
        Ok(self.variables.close(Formula::Atom(predicate, names)))
    }

    /// x ends in at least `number` zeros or ones; in exactly so many, if `exact`.
    fn ends_in(&self, exponent: Exponent, number: i64, exact: bool) -> Formula {
        let run = if exponent.end == TrailingRun::Zeros { 0 } else { (1i64 << number) - 1 };
        let stop = if exponent.end == TrailingRun::Zeros { 1i64 << number } else { 0 };
        let (residue, digits) = if exact { (run + stop, number + 1) } else { (run, number) };
        let form = LinearSum::variable(exponent.of);
        self.variables.close(self.variables.congruent(&form, residue, 1 << digits))
    }

    fn compare_exponents(
        &mut self,
        left: Exponent,
        comparison: Comparison,
        right: Exponent,
    ) -> TranslationResult<Formula> {
        // v2(x) + more against v2(y).
        let Some(more) = left.shift.checked_sub(right.shift) else { return self.too_large() };
        let (comparison, more) = match (comparison, more) {
            (Comparison::LessEqual, 1) => (Comparison::Less, 0),
            (Comparison::Greater, 1) => (Comparison::GreaterEqual, 0),
            (Comparison::Less, -1) => (Comparison::LessEqual, 0),
            (Comparison::GreaterEqual, -1) => (Comparison::Greater, 0),
            other => other,
        };
        if more < 0 {
            let (left, right) = (Exponent { shift: left.shift, ..left }, right);
            return self.compare_exponents(right, flipped(comparison), left);
        }
        if left.end == right.end && left.of == right.of {
            // Where infinity is added to, nothing is claimed.
            return Ok(Formula::Constant(comparison.holds(more.cmp(&0))));
        }
        let (end, x, y) = if left.end == right.end && more == 0 {
            (left.end, left.of, right.of)
        } else {
            let Some(factor) = factor(more) else { return self.too_large() };
            let x = self.as_zeros(left);
            let x = self.equal_to(&LinearSum { terms: [(x, factor)].into(), constant: 0 })?;
            (TrailingRun::Zeros, x, self.as_zeros(right))
        };
        let predicate = Predicate::CompareEnds(end, comparison);
        let names = self.variables.names(&[x, y]);
        Ok(self.variables.close(Formula::Atom(predicate, names)))
    }

    /// A variable that ends in as many zeros.
    fn as_zeros(&mut self, exponent: Exponent) -> VariableIndex {
        if exponent.end == TrailingRun::Zeros {
            return exponent.of;
        }
        let next = LinearSum { constant: 1, ..LinearSum::variable(exponent.of) };
        self.equal_to(&next).expect("one more than a variable is no large form")
    }
}

/// `power` is 2 to the v2 or tail of `of`, which is not infinite.
pub(super) fn one_hot(end: TrailingRun, of: &str, power: &str) -> Formula {
    let atom = Formula::atom(Predicate::OneHotEnd(end), &[of, power]);
    match end {
        TrailingRun::Zeros => and([Formula::linear(&[(1, of)], Comparison::GreaterEqual, 1), atom]),
        TrailingRun::Ones => atom,
    }
}

/// 2 to a small exponent.
pub(super) fn factor(exponent: i64) -> Option<i64> {
    (0..=MAX_SHIFT).contains(&exponent).then(|| 1 << exponent)
}
