//! Comparisons: where the atoms come from.
//!
//! Every function here returns a closed formula: auxiliaries are bound. Comparisons are never
//! undefined, so an auxiliary that does not exist (for a negative number) makes `=` false.

use ishitori_automata::{Comparison, Formula};

use super::linear::Linear;
use super::value::{Symbolic, Value, joined};
use super::{Done, Translator, count};
use crate::prove::connect::{and, not, or};

impl Translator<'_> {
    /// Two numbers compared, case by case.
    pub(super) fn compare_all(
        &mut self,
        comparison: Comparison,
        left: &Symbolic,
        right: &Symbolic,
    ) -> Done<Formula> {
        let mut either = Vec::new();
        for l in &left.cases {
            for r in right.cases.iter().filter(|r| joined(&l.ways, &r.ways).is_some()) {
                let guards = l.guards.iter().chain(&r.guards).cloned();
                let compared = self.compare(comparison, &l.value, &r.value)?;
                either.push(and(guards.chain([compared])));
            }
        }
        Ok(or(either))
    }

    /// Two values compared.
    pub(super) fn compare(
        &mut self,
        comparison: Comparison,
        left: &Value,
        right: &Value,
    ) -> Done<Formula> {
        match (left, right) {
            (Value::Extreme(extreme, forms), other) => {
                self.compare_extreme(*extreme, forms, comparison, other)
            }
            (other, Value::Extreme(extreme, forms)) => {
                self.compare_extreme(*extreme, forms, flipped(comparison), other)
            }
            (Value::Infinite, Value::Infinite) => {
                Ok(Formula::Constant(comparison.holds(std::cmp::Ordering::Equal)))
            }
            (Value::Infinite, other) => self.compare_infinite(flipped(comparison), other),
            (other, Value::Infinite) => self.compare_infinite(comparison, other),
            (Value::Finite(options), other) => self.compare_finite(options, comparison, other),
            (other, Value::Finite(options)) => {
                self.compare_finite(options, flipped(comparison), other)
            }
            (Value::Count(formulas), other) => self.compare_count(formulas, comparison, other),
            (other, Value::Count(formulas)) => {
                self.compare_count(formulas, flipped(comparison), other)
            }
            (Value::Exponent(exponent), other) => {
                self.compare_exponent(*exponent, comparison, other)
            }
            (other, Value::Exponent(exponent)) => {
                self.compare_exponent(*exponent, flipped(comparison), other)
            }
            (Value::Popcount(of), other) => self.compare_popcount(*of, comparison, other),
            (other, Value::Popcount(of)) => self.compare_popcount(*of, flipped(comparison), other),
            (Value::DigitSum(modulus, of), other) => {
                self.compare_digit_sum(*modulus, of, comparison, other)
            }
            (other, Value::DigitSum(modulus, of)) => {
                self.compare_digit_sum(*modulus, of, flipped(comparison), other)
            }
            (Value::Quotient(form, divisor), other) => {
                self.compare_quotient(form, *divisor, comparison, other)
            }
            (other, Value::Quotient(form, divisor)) => {
                self.compare_quotient(form, *divisor, flipped(comparison), other)
            }
            (Value::Digits(kind, of), other) | (other, Value::Digits(kind, of))
                if matches!(comparison, Comparison::Equal | Comparison::NotEqual) =>
            {
                let equal = self.digits_equal(*kind, of, other)?;
                Ok(if comparison == Comparison::Equal { equal } else { not(equal) })
            }
            (Value::Residue(form, modulus), other) => {
                self.compare_residue(form, *modulus, comparison, other)
            }
            (other, Value::Residue(form, modulus)) => {
                self.compare_residue(form, *modulus, flipped(comparison), other)
            }
            (left, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                self.compare_forms(comparison, &left, &right)
            }
        }
    }

    pub(super) fn compare_forms(
        &mut self,
        comparison: Comparison,
        left: &Linear,
        right: &Linear,
    ) -> Done<Formula> {
        let Some(difference) = left.plus(-1, right) else { return self.too_large() };
        let atom = self.variables.relation(&difference, comparison);
        Ok(self.variables.close(atom))
    }

    /// Something against v2(0).
    fn compare_infinite(&mut self, comparison: Comparison, left: &Value) -> Done<Formula> {
        let finite = match left {
            Value::Exponent(exponent) => self.is_finite(*exponent),
            _ => Formula::Constant(true),
        };
        Ok(match comparison {
            Comparison::Equal | Comparison::GreaterEqual => not(finite),
            Comparison::NotEqual | Comparison::Less => finite,
            Comparison::LessEqual => Formula::Constant(true),
            Comparison::Greater => Formula::Constant(false),
        })
    }

    fn compare_finite(
        &mut self,
        options: &[(i64, Formula)],
        comparison: Comparison,
        other: &Value,
    ) -> Done<Formula> {
        if let Some(number) = other.as_constant() {
            let (yes, no): (Vec<_>, Vec<_>) =
                options.iter().partition(|(option, _)| comparison.holds(option.cmp(&number)));
            let any = |options: Vec<&(i64, Formula)>| or(options.into_iter().map(|o| o.1.clone()));
            // One of them holds, so it is the same to say which do not.
            return Ok(if no.len() < yes.len() { not(any(no)) } else { any(yes) });
        }
        let mut either = Vec::new();
        for (number, holds) in options {
            let compared = self.compare(comparison, &Value::constant(*number), other)?;
            either.push(and([holds.clone(), compared]));
        }
        Ok(or(either))
    }

    fn compare_count(
        &mut self,
        formulas: &[Formula],
        comparison: Comparison,
        other: &Value,
    ) -> Done<Formula> {
        if let Some(number) = other.as_constant() {
            return Ok(count::compared(formulas, comparison, number));
        }
        let options = self.finite(&Value::Count(formulas.to_vec())).unwrap_or_default();
        self.compare_finite(&options, comparison, other)
    }

    /// `form / divisor` against something: no auxiliary is needed.
    fn compare_quotient(
        &mut self,
        form: &Linear,
        divisor: i64,
        comparison: Comparison,
        other: &Value,
    ) -> Done<Formula> {
        if let Value::Quotient(..) = other {
            let left = self.spread(Value::Quotient(form.clone(), divisor).into())?;
            return self.compare_all(comparison, &left, &other.clone().into());
        }
        let other = self.number(other)?;
        let Some(rest) = form.plus(-divisor, &other) else { return self.too_large() };
        let Some(over) = rest.plus(-1, &Linear::constant(divisor)) else {
            return self.too_large();
        };
        let variables = &self.variables;
        // The quotient is at least y if the rest is at least 0, above y if it is at least the divisor.
        let at_least = |form: &Linear| variables.relation(form, Comparison::GreaterEqual);
        let atom = match comparison {
            Comparison::Equal | Comparison::NotEqual => {
                and([at_least(&rest), not(at_least(&over))])
            }
            Comparison::Less => not(at_least(&rest)),
            Comparison::LessEqual => not(at_least(&over)),
            Comparison::Greater => at_least(&over),
            Comparison::GreaterEqual => at_least(&rest),
        };
        let closed = variables.close(atom);
        Ok(if comparison == Comparison::NotEqual { not(closed) } else { closed })
    }

    fn compare_residue(
        &mut self,
        form: &Linear,
        modulus: u32,
        comparison: Comparison,
        other: &Value,
    ) -> Done<Formula> {
        let equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        let turned = |equal| if comparison == Comparison::Equal { equal } else { not(equal) };
        match other {
            Value::Residue(right, same) if equality && *same == modulus => {
                let Some(difference) = form.plus(-1, right) else { return self.too_large() };
                let atom = self.variables.congruent(&difference, 0, modulus);
                return Ok(turned(self.variables.close(atom)));
            }
            Value::Number(right) if equality => {
                let Some(difference) = form.plus(-1, right) else { return self.too_large() };
                let Some(over) = right.plus(-1, &Linear::constant(modulus.into())) else {
                    return self.too_large();
                };
                let atom = and([
                    self.variables.relation(right, Comparison::GreaterEqual),
                    self.variables.relation(&over, Comparison::Less),
                    self.variables.congruent(&difference, 0, modulus),
                ]);
                return Ok(turned(self.variables.close(atom)));
            }
            _ => {}
        }
        let residue = Value::Residue(form.clone(), modulus);
        if other.as_constant().is_some()
            && let Some(options) = self.finite(&residue)
        {
            return self.compare_finite(&options, comparison, other);
        }
        let (left, right) = (self.number(&residue)?, self.number(other)?);
        self.compare_forms(comparison, &left, &right)
    }
}

/// The comparison with the sides exchanged.
pub(super) fn flipped(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Less => Comparison::Greater,
        Comparison::LessEqual => Comparison::GreaterEqual,
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterEqual => Comparison::LessEqual,
        same => same,
    }
}
