//! Comparisons: where the atoms come from.
//!
//! Every function here returns a closed formula: auxiliaries are bound. Comparisons are never
//! undefined, so an auxiliary that does not exist (for a negative number) makes `=` false.

use ishitori_automata::{Comparison, Formula};

use super::linear::LinearSum;
use super::value::{SymbolicNumber, SymbolicValue, joined};
use super::{TranslationResult, Translator, count};
use crate::prove::connect::{and, not, or};

impl Translator<'_> {
    /// Two numbers compared, case by case.
    pub(super) fn compare_all(
        &mut self,
        comparison: Comparison,
        left: &SymbolicNumber,
        right: &SymbolicNumber,
    ) -> TranslationResult<Formula> {
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
        left: &SymbolicValue,
        right: &SymbolicValue,
    ) -> TranslationResult<Formula> {
        match (left, right) {
            (SymbolicValue::Extreme(extreme, forms), other) => {
                self.compare_extreme(*extreme, forms, comparison, other)
            }
            (other, SymbolicValue::Extreme(extreme, forms)) => {
                self.compare_extreme(*extreme, forms, flipped(comparison), other)
            }
            (SymbolicValue::Infinite, SymbolicValue::Infinite) => {
                Ok(Formula::Constant(comparison.holds(std::cmp::Ordering::Equal)))
            }
            (SymbolicValue::Infinite, other) => self.compare_infinite(flipped(comparison), other),
            (other, SymbolicValue::Infinite) => self.compare_infinite(comparison, other),
            (SymbolicValue::Finite(options), other) => {
                self.compare_finite(options, comparison, other)
            }
            (other, SymbolicValue::Finite(options)) => {
                self.compare_finite(options, flipped(comparison), other)
            }
            (SymbolicValue::Count(formulas), other) => {
                self.compare_count(formulas, comparison, other)
            }
            (other, SymbolicValue::Count(formulas)) => {
                self.compare_count(formulas, flipped(comparison), other)
            }
            (SymbolicValue::Exponent(exponent), other) => {
                self.compare_exponent(*exponent, comparison, other)
            }
            (other, SymbolicValue::Exponent(exponent)) => {
                self.compare_exponent(*exponent, flipped(comparison), other)
            }
            (SymbolicValue::Popcounts(sum), other) => {
                self.compare_popcounts(sum, comparison, other)
            }
            (other, SymbolicValue::Popcounts(sum)) => {
                self.compare_popcounts(sum, flipped(comparison), other)
            }
            (SymbolicValue::Popcount(of), other) => self.compare_popcount(*of, comparison, other),
            (other, SymbolicValue::Popcount(of)) => {
                self.compare_popcount(*of, flipped(comparison), other)
            }
            (SymbolicValue::DigitSum(modulus, of), other) => {
                self.compare_digit_sum(*modulus, of, comparison, other)
            }
            (other, SymbolicValue::DigitSum(modulus, of)) => {
                self.compare_digit_sum(*modulus, of, flipped(comparison), other)
            }
            (SymbolicValue::Quotient(form, divisor), other) => {
                self.compare_quotient(form, *divisor, comparison, other)
            }
            (other, SymbolicValue::Quotient(form, divisor)) => {
                self.compare_quotient(form, *divisor, flipped(comparison), other)
            }
            (SymbolicValue::Digits(kind, of), other) | (other, SymbolicValue::Digits(kind, of))
                if matches!(comparison, Comparison::Equal | Comparison::NotEqual) =>
            {
                let equal = self.digits_equal(*kind, of, other)?;
                Ok(if comparison == Comparison::Equal { equal } else { not(equal) })
            }
            (SymbolicValue::Residue(form, modulus), other) => {
                self.compare_residue(form, *modulus, comparison, other)
            }
            (other, SymbolicValue::Residue(form, modulus)) => {
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
        left: &LinearSum,
        right: &LinearSum,
    ) -> TranslationResult<Formula> {
        let Some(difference) = left.plus(-1, right) else { return self.too_large() };
        let atom = self.variables.relation(&difference, comparison);
        Ok(self.variables.close(atom))
    }

    /// Something against v2(0).
    fn compare_infinite(
        &mut self,
        comparison: Comparison,
        left: &SymbolicValue,
    ) -> TranslationResult<Formula> {
        let finite = match left {
            SymbolicValue::Exponent(exponent) => self.is_finite(*exponent),
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
        other: &SymbolicValue,
    ) -> TranslationResult<Formula> {
        if let Some(number) = other.as_constant() {
            let (yes, no): (Vec<_>, Vec<_>) =
                options.iter().partition(|(option, _)| comparison.holds(option.cmp(&number)));
            let any = |options: Vec<&(i64, Formula)>| or(options.into_iter().map(|o| o.1.clone()));
            // One of them holds, so it is the same to say which do not.
            return Ok(if no.len() < yes.len() { not(any(no)) } else { any(yes) });
        }
        let mut either = Vec::new();
        for (number, holds) in options {
            let compared = self.compare(comparison, &SymbolicValue::constant(*number), other)?;
            either.push(and([holds.clone(), compared]));
        }
        Ok(or(either))
    }

    fn compare_count(
        &mut self,
        formulas: &[Formula],
        comparison: Comparison,
        other: &SymbolicValue,
    ) -> TranslationResult<Formula> {
        if let Some(number) = other.as_constant() {
            return Ok(count::compared(formulas, comparison, number));
        }
        let options = self.finite(&SymbolicValue::Count(formulas.to_vec())).unwrap_or_default();
        self.compare_finite(&options, comparison, other)
    }

    /// `form / divisor` against something: no auxiliary is needed.
    fn compare_quotient(
        &mut self,
        form: &LinearSum,
        divisor: i64,
        comparison: Comparison,
        other: &SymbolicValue,
    ) -> TranslationResult<Formula> {
        if let SymbolicValue::Quotient(..) = other {
            let left = self.spread(SymbolicValue::Quotient(form.clone(), divisor).into())?;
            return self.compare_all(comparison, &left, &other.clone().into());
        }
        let other = self.number(other)?;
        let Some(rest) = form.plus(-divisor, &other) else { return self.too_large() };
        let Some(over) = rest.plus(-1, &LinearSum::constant(divisor)) else {
            return self.too_large();
        };
        let variables = &self.variables;
        // The quotient is at least y if the rest is at least 0, above y if it is at least the divisor.
        let at_least = |form: &LinearSum| variables.relation(form, Comparison::GreaterEqual);
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
        form: &LinearSum,
        modulus: u32,
        comparison: Comparison,
        other: &SymbolicValue,
    ) -> TranslationResult<Formula> {
        let equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        let turned = |equal| if comparison == Comparison::Equal { equal } else { not(equal) };
        match other {
            SymbolicValue::Residue(right, same) if equality && *same == modulus => {
                let Some(difference) = form.plus(-1, right) else { return self.too_large() };
                let atom = self.variables.congruent(&difference, 0, modulus);
                return Ok(turned(self.variables.close(atom)));
            }
            SymbolicValue::Number(right) if equality => {
                let Some(difference) = form.plus(-1, right) else { return self.too_large() };
                let Some(over) = right.plus(-1, &LinearSum::constant(modulus.into())) else {
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
        let residue = SymbolicValue::Residue(form.clone(), modulus);
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
