//! `+ - * / mod ^` on values.
//!
//! What would be an error of the evaluator makes the result undefined there.

use ishitori_automata::{Comparison, Formula, Predicate, TrailingRun};

use super::cases::{MAX_FINITE, finite_value};
use super::linear::LinearSum;
use super::value::{DigitwiseFunction, SymbolicCase, SymbolicNumber, SymbolicValue};
use super::{TranslationResult, Translator, count};
use crate::claim::formula::Arithmetic;
use crate::claim::functions;
use crate::prove::connect::{and, exists, implies, not, or};

/// Why a power is none that automata know.
const NO_POWER: &str = "a power: automata know 2 to the v2, tail or bitlen of a number, or to a variable that occurs in exponents only, \
     and powers of known numbers";

/// Finite values with more combinations than this become auxiliaries.
const MAX_PAIRS: usize = 32;

impl Translator<'_> {
    pub(super) fn arithmetic(
        &mut self,
        operator: Arithmetic,
        left: SymbolicNumber,
        right: SymbolicNumber,
    ) -> TranslationResult<SymbolicNumber> {
        let (left, right) = (self.spread(left)?, self.spread(right)?);
        self.each_case(&[left, right], |this, values| {
            let (left, right) = (&values[0], &values[1]);
            if matches!((left, right), (SymbolicValue::Infinite, _) | (_, SymbolicValue::Infinite))
            {
                return Ok(SymbolicNumber::undefined());
            }
            if let Some(result) = this.finite_arithmetic(operator, left, right) {
                return Ok(result);
            }
            match operator {
                Arithmetic::Add => this.add(left, 1, right),
                Arithmetic::Subtract => this.add(left, -1, right),
                Arithmetic::Multiply => this.multiply(left, right),
                Arithmetic::Divide | Arithmetic::Modulo => this.divide(operator, left, right),
                Arithmetic::Power => this.raise(left, right),
                Arithmetic::Xor => this.digitwise(DigitwiseFunction::Xor, values),
            }
        })
    }

    /// Both sides are among a few known numbers: so is the result.
    fn finite_arithmetic(
        &mut self,
        operator: Arithmetic,
        left: &SymbolicValue,
        right: &SymbolicValue,
    ) -> Option<SymbolicNumber> {
        // A residue of its own is better left alone than added to.
        let is_known = |value: &SymbolicValue| {
            matches!(value, SymbolicValue::Finite(_) | SymbolicValue::Count(_))
                || value.as_constant().is_some()
        };
        let sides = [left, right];
        let residues = sides.iter().any(|value| matches!(value, SymbolicValue::Residue(..)));
        if !residues && !sides.iter().all(|value| is_known(value)) {
            return None;
        }
        // Counting has better ways for a remainder.
        if operator == Arithmetic::Modulo && matches!(left, SymbolicValue::Count(_)) {
            return None;
        }
        let (left, right) = (self.finite(left)?, self.finite(right)?);
        if left.len() * right.len() > MAX_PAIRS.max(left.len()).max(right.len()) {
            return None;
        }
        let (mut options, mut wrong) = (Vec::new(), Vec::new());
        for (x, x_holds) in &left {
            for (y, y_holds) in &right {
                let both = and([x_holds.clone(), y_holds.clone()]);
                match functions::arithmetic(operator, *x, *y) {
                    Ok(result) => options.push((result, both)),
                    Err(_) => wrong.push(both),
                }
            }
        }
        if options.is_empty() {
            return Some(SymbolicNumber::undefined());
        }
        Some(finite_value(options).when(not(or(wrong))))
    }

    fn add(
        &mut self,
        left: &SymbolicValue,
        sign: i64,
        right: &SymbolicValue,
    ) -> TranslationResult<SymbolicNumber> {
        if left.has_popcount() || right.has_popcount() {
            return self.add_popcounts(left, sign, right);
        }
        match (left, right) {
            (SymbolicValue::Exponent(exponent), other) => {
                if let Some(number) = other.as_constant().and_then(|n| n.checked_mul(sign)) {
                    return self.shifted(*exponent, number);
                }
            }
            (other, SymbolicValue::Exponent(exponent)) if sign == 1 => {
                if let Some(number) = other.as_constant() {
                    return self.shifted(*exponent, number);
                }
            }
            _ => {}
        }
        let (left, right) = (self.number(left)?, self.number(right)?);
        match left.plus(sign, &right) {
            Some(sum) => Ok(SymbolicValue::Number(sum).into()),
            None => self.too_large(),
        }
    }

    fn multiply(
        &mut self,
        left: &SymbolicValue,
        right: &SymbolicValue,
    ) -> TranslationResult<SymbolicNumber> {
        if left.has_popcount() || right.has_popcount() {
            return self.multiply_popcounts(left, right);
        }
        let few = |options: &Vec<(i64, Formula)>| options.len() <= MAX_FINITE;
        let (options, other) = match (self.finite(left).filter(few), self.finite(right).filter(few))
        {
            (Some(options), _) => (options, right),
            (_, Some(options)) => (options, left),
            _ => {
                return self.outside(
                    "a product of two numbers that are both unknown: automata can only multiply by known numbers",
                );
            }
        };
        let other = self.number(other)?;
        let fork = self.fork();
        let mut cases = Vec::new();
        for (at, (number, holds)) in options.into_iter().enumerate() {
            let Some(product) = other.times(number) else { return self.too_large() };
            let (guards, ways) = (vec![holds], vec![(fork, at)]);
            cases.push(SymbolicCase { guards, ways, value: SymbolicValue::Number(product) });
        }
        Ok(SymbolicNumber { defined: Formula::Constant(true), cases })
    }

    /// A quotient or remainder.
    fn divide(
        &mut self,
        operator: Arithmetic,
        left: &SymbolicValue,
        right: &SymbolicValue,
    ) -> TranslationResult<SymbolicNumber> {
        if let (Arithmetic::Modulo, SymbolicValue::Number(divisor)) = (operator, right)
            && let Some(rest) = self.rest_of_power(left, divisor)?
        {
            return Ok(rest);
        }
        let Some(divisors) = self.finite(right) else {
            return self.outside(
                "a division by a number that is not known: automata can only divide by known numbers",
            );
        };
        let fork = self.fork();
        let (mut cases, mut defined) = (Vec::new(), Vec::new());
        for (at, (divisor, holds)) in divisors.into_iter().enumerate() {
            if divisor <= 0 {
                defined.push(not(holds));
                continue;
            }
            let result = if operator == Arithmetic::Divide {
                self.divided(left, divisor)?
            } else {
                self.remainder(left, divisor)?
            };
            defined.push(implies(holds.clone(), result.defined));
            for case in result.cases {
                let guards = [vec![holds.clone()], case.guards].concat();
                let ways = [vec![(fork, at)], case.ways].concat();
                cases.push(SymbolicCase { guards, ways, value: case.value });
            }
        }
        Ok(SymbolicNumber { defined: and(defined), cases })
    }

    /// A natural number modulo a multiple of a power of two that is a power of two itself.
    fn rest_of_power(
        &mut self,
        left: &SymbolicValue,
        divisor: &LinearSum,
    ) -> TranslationResult<Option<SymbolicNumber>> {
        let power = match divisor.terms.iter().next() {
            Some((power, factor)) if divisor.terms.len() == 1 && divisor.constant == 0 => {
                self.variables.is_power(*power) && factor.count_ones() == 1
            }
            _ => false,
        };
        if !power || matches!(left, SymbolicValue::Exponent(_)) || left.has_popcount() {
            return Ok(None);
        }
        let form = self.number(left)?;
        if self.variables.least(&form).is_none_or(|least| least < 0) {
            return Ok(None);
        }
        let divisor = self.equal_to(divisor)?;
        let whole = self.variables.fresh("m");
        let rest = self.variables.define(|variables, rest| {
            let all = LinearSum { terms: [(rest, 1), (whole, 1)].into(), constant: 0 };
            let below = LinearSum { terms: [(rest, 1), (divisor, -1)].into(), constant: 0 };
            let ends = Predicate::CompareEnds(TrailingRun::Zeros, Comparison::GreaterEqual);
            let parts = and([
                variables.linear(&all.plus(-1, &form).unwrap_or_default(), Comparison::Equal),
                Formula::Atom(ends, variables.names(&[whole, divisor])),
            ]);
            let multiple = exists(variables.names(&[whole]), parts);
            and([variables.linear(&below, Comparison::Less), multiple])
        });
        Ok(Some(SymbolicValue::Number(LinearSum::variable(rest)).into()))
    }

    fn divided(&mut self, left: &SymbolicValue, divisor: i64) -> TranslationResult<SymbolicNumber> {
        let form = self.number(left)?;
        Ok(match divisor {
            1 => SymbolicValue::Number(form).into(),
            divisor => SymbolicValue::Quotient(form, divisor).into(),
        })
    }

    fn remainder(
        &mut self,
        left: &SymbolicValue,
        divisor: i64,
    ) -> TranslationResult<SymbolicNumber> {
        const MOST: i64 = 1 << 20;
        if divisor > MOST {
            return self.outside(format!("a remainder modulo {divisor}, which is too large"));
        }
        let modulus = divisor as u32;
        match left {
            SymbolicValue::Exponent(exponent) if divisor <= MAX_FINITE as i64 => {
                Ok(self.exponent_mod(*exponent, modulus))
            }
            SymbolicValue::Popcount(of) if divisor <= MAX_FINITE as i64 => {
                let each = |residue: u32| {
                    let ones = Predicate::Ones { residue, modulus };
                    let atom = Formula::Atom(ones, self.variables.names(&[*of]));
                    (i64::from(residue), self.variables.close(atom))
                };
                Ok(finite_value((0..modulus).map(each).collect()).into())
            }
            SymbolicValue::Popcounts(sum) if divisor <= MAX_FINITE as i64 => {
                self.popcounts_mod(sum, modulus)
            }
            SymbolicValue::Count(formulas) if divisor <= MAX_FINITE as i64 => {
                let each = |residue: usize| {
                    (residue as i64, count::congruent(formulas, residue, modulus as usize))
                };
                let most = formulas.len().min(modulus as usize - 1);
                Ok(finite_value((0..=most).map(each).collect()).into())
            }
            // A remainder of a remainder is a remainder, if one modulus divides the other.
            SymbolicValue::Residue(form, old) if old % modulus == 0 => {
                Ok(SymbolicValue::Residue(form.clone(), modulus).into())
            }
            other => {
                let form = self.number(other)?;
                Ok(SymbolicValue::Residue(form, modulus).into())
            }
        }
    }

    fn raise(
        &mut self,
        base: &SymbolicValue,
        exponent: &SymbolicValue,
    ) -> TranslationResult<SymbolicNumber> {
        match (base.as_constant(), exponent) {
            (Some(2), SymbolicValue::Exponent(exponent)) => self.power_of_two(*exponent),
            (_, exponent) if exponent.as_constant() == Some(1) => Ok(base.clone().into()),
            (_, exponent) if exponent.as_constant() == Some(0) => {
                Ok(SymbolicValue::constant(1).into())
            }
            (Some(2), SymbolicValue::Number(form)) => {
                let mut terms = form.terms.iter();
                if let (Some((of, 1)), None) = (terms.next(), terms.next()) {
                    self.raised = Some(*of);
                }
                self.outside(NO_POWER)
            }
            _ => self.outside(NO_POWER),
        }
    }

    /// `0 - x`.
    pub(super) fn negated(&mut self, number: SymbolicNumber) -> TranslationResult<SymbolicNumber> {
        let zero = SymbolicValue::Number(LinearSum::constant(0)).into();
        self.arithmetic(Arithmetic::Subtract, zero, number)
    }
}
