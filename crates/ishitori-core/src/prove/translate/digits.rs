//! Functions of binary digits: xor, or, and, majority, digit sums, single digits, popcount.
//!
//! Automata read these digit by digit, so each is one atom on naturals, as long as it is compared with
//! a number or with another of its kind. Before that known numbers are gathered, and what is in an xor
//! twice is dropped. Where an argument is negative the result is undefined, as for the evaluator.
//! Popcount is compared with numbers up to 4 only, as a sum of so many powers of two; `bit` needs a
//! place up to 24, or a power of two. Beside multiples of phi, which need Fibonacci digits, none of
//! this can be read.

use ishitori_automata::{Comparison, Formula, Predicate};

use super::cases::finite_value;
use super::linear::{LinearSum, VariableIndex};
use super::value::{DigitwiseFunction, SymbolicNumber, SymbolicValue, digits_are};
use super::{TranslationResult, Translator};
use crate::prove::connect::{and, exists, not, or};

impl Translator<'_> {
    /// `xor`, `or`, `and` or `majority` of values.
    pub(super) fn digitwise(
        &mut self,
        kind: DigitwiseFunction,
        values: &[SymbolicValue],
    ) -> TranslationResult<SymbolicNumber> {
        let (mut known, mut variables) = (None::<i64>, Vec::new());
        let mut defined = Vec::new();
        for value in values {
            let inner = match (value, value.as_constant()) {
                (_, Some(number)) if number < 0 => return Ok(SymbolicNumber::undefined()),
                (_, Some(number)) if kind != DigitwiseFunction::Majority => {
                    known = Some(match (kind, known) {
                        (DigitwiseFunction::Or, Some(all)) => all | number,
                        (DigitwiseFunction::And, Some(all)) => all & number,
                        (_, all) => all.unwrap_or(0) ^ number,
                    });
                    continue;
                }
                (SymbolicValue::Digits(same, inner), _)
                    if *same == kind && kind != DigitwiseFunction::Majority =>
                {
                    inner.clone()
                }
                (value, _) => {
                    let (variable, natural) = self.natural(value)?;
                    defined.push(natural);
                    vec![variable]
                }
            };
            for variable in inner {
                match variables.iter().position(|other| *other == variable) {
                    Some(at) if kind == DigitwiseFunction::Xor => drop(variables.remove(at)),
                    Some(_) if kind != DigitwiseFunction::Majority => {}
                    _ => variables.push(variable),
                }
            }
        }
        let defined = and(defined);
        match (kind, known) {
            (DigitwiseFunction::And, None) if variables.is_empty() => {
                return Ok(SymbolicNumber::undefined());
            }
            (DigitwiseFunction::And, Some(0)) => {
                return Ok(SymbolicValue::constant(0).when(defined));
            }
            (_, known) if variables.is_empty() => {
                return Ok(SymbolicValue::constant(known.unwrap_or(0)).when(defined));
            }
            (DigitwiseFunction::Xor | DigitwiseFunction::Or, Some(0)) | (_, None) => {}
            (_, Some(number)) => variables.push(self.equal_to(&LinearSum::constant(number))?),
        }
        Ok(match variables.as_slice() {
            [only] => SymbolicValue::Number(LinearSum::variable(*only)).when(defined),
            _ => SymbolicValue::Digits(kind, variables).when(defined),
        })
    }

    pub(super) fn digit_sum(
        &mut self,
        modulus: &SymbolicValue,
        values: &[SymbolicValue],
    ) -> TranslationResult<SymbolicNumber> {
        let Some(modulus) = modulus.as_constant() else {
            return self.outside("`digit_sum` to a base that is not known");
        };
        let Some(modulus) = u32::try_from(modulus).ok().filter(|m| *m >= 2) else {
            return Ok(SymbolicNumber::undefined());
        };
        let (mut variables, mut defined) = (Vec::new(), Vec::new());
        for value in values {
            if value.as_constant() == Some(0) {
                continue;
            }
            let (variable, natural) = self.natural(value)?;
            variables.push(variable);
            defined.push(natural);
        }
        let defined = and(defined);
        Ok(match variables.is_empty() {
            true => SymbolicValue::constant(0).when(defined),
            false => SymbolicValue::DigitSum(modulus, variables).when(defined),
        })
    }

    /// The digit of `number` at `place`.
    pub(super) fn bit(
        &mut self,
        number: &SymbolicValue,
        place: &SymbolicValue,
    ) -> TranslationResult<SymbolicNumber> {
        let (of, natural) = self.natural(number)?;
        if let SymbolicValue::Exponent(exponent) = place {
            let power = self.power_of_two(*exponent)?;
            let place = power.single().cloned().unwrap_or(SymbolicValue::Infinite);
            let (power_variable, _) = self.natural(&place)?;
            let names = self.variables.names(&[of, power_variable, power_variable]);
            let one = self.variables.close(Formula::Atom(Predicate::AndIs(2), names));
            let value = finite_value(vec![(1, one.clone()), (0, not(one))]);
            return Ok(value.when(and([natural, power.defined])));
        }
        const MOST: i64 = 24;
        let Some(places) = self.finite(place).filter(|all| all.iter().all(|p| p.0 <= MOST)) else {
            return self.outside(format!(
                "`bit` at a place that is neither known and at most {MOST} nor a number of digits"
            ));
        };
        let (mut ones, mut defined) = (Vec::new(), vec![natural]);
        for (place, holds) in places {
            match u32::try_from(place) {
                Ok(place) => {
                    let atom = Formula::Atom(Predicate::Bit(place), self.variables.names(&[of]));
                    ones.push(and([holds, self.variables.close(atom)]));
                }
                Err(_) => defined.push(not(holds)),
            }
        }
        let one = or(ones);
        Ok(finite_value(vec![(1, one.clone()), (0, not(one))]).when(and(defined)))
    }

    pub(super) fn compare_popcount(
        &mut self,
        of: VariableIndex,
        comparison: Comparison,
        other: &SymbolicValue,
    ) -> TranslationResult<Formula> {
        const MOST: i64 = 4;
        let Some(number) = other.as_constant().filter(|n| *n <= MOST) else {
            return self.outside(format!(
                "`popcount` can only be compared with known numbers up to {MOST}"
            ));
        };
        let mut upto = |most: i64| -> Vec<Formula> {
            (0..=most).map(|ones| self.has_ones(of, ones)).collect()
        };
        Ok(match comparison {
            Comparison::Equal => or(upto(number).into_iter().skip(number.max(0) as usize)),
            Comparison::NotEqual => not(or(upto(number).into_iter().skip(number.max(0) as usize))),
            Comparison::Less => or(upto(number - 1)),
            Comparison::LessEqual => or(upto(number)),
            Comparison::Greater => not(or(upto(number))),
            Comparison::GreaterEqual => not(or(upto(number - 1))),
        })
    }

    /// A variable has exactly so many ones: it is a sum of different powers of two.
    fn has_ones(&mut self, of: VariableIndex, ones: i64) -> Formula {
        let atom = match ones {
            0 => self.variables.linear(&LinearSum::variable(of), Comparison::Equal),
            1 => Formula::Atom(Predicate::PowerOfTwo, self.variables.names(&[of])),
            _ => {
                let powers: Vec<VariableIndex> =
                    (0..ones).map(|_| self.variables.fresh("p")).collect();
                let names = self.variables.names(&powers);
                let power =
                    |name: &String| Formula::Atom(Predicate::PowerOfTwo, vec![name.clone()]);
                let less = |pair: &[String]| Formula::compare(&pair[0], Comparison::Less, &pair[1]);
                let terms = powers.iter().map(|p| (*p, -1)).chain([(of, 1)]).collect();
                let sum =
                    self.variables.linear(&LinearSum { terms, constant: 0 }, Comparison::Equal);
                let parts = names.iter().map(power).chain(names.windows(2).map(less)).chain([sum]);
                exists(names.clone(), and(parts))
            }
        };
        self.variables.close(atom)
    }

    pub(super) fn compare_digit_sum(
        &mut self,
        modulus: u32,
        of: &[VariableIndex],
        comparison: Comparison,
        other: &SymbolicValue,
    ) -> TranslationResult<Formula> {
        let predicate = Predicate::DigitCounts { tracks: of.len(), modulus };
        let zero = self.variables.close(Formula::Atom(predicate, self.variables.names(of)));
        match (comparison, other.as_constant()) {
            (Comparison::Equal | Comparison::LessEqual, Some(0)) => Ok(zero),
            (Comparison::NotEqual | Comparison::Greater, Some(0)) => Ok(not(zero)),
            _ => self.outside(
                "`digit_sum` can only be compared with 0: its digits in another base are not those of a binary number",
            ),
        }
    }

    /// A function of digits is something.
    pub(super) fn digits_equal(
        &mut self,
        kind: DigitwiseFunction,
        of: &[VariableIndex],
        other: &SymbolicValue,
    ) -> TranslationResult<Formula> {
        let variables = match (kind, other) {
            (DigitwiseFunction::Xor, SymbolicValue::Digits(DigitwiseFunction::Xor, more)) => {
                let mut all = of.to_vec();
                for variable in more {
                    match all.iter().position(|known| known == variable) {
                        Some(at) => drop(all.remove(at)),
                        None => all.push(*variable),
                    }
                }
                all
            }
            (DigitwiseFunction::Xor, other) if other.as_constant() == Some(0) => of.to_vec(),
            _ => {
                let form = self.number(other)?;
                if form.as_constant().is_some_and(|number| number < 0) {
                    return Ok(Formula::Constant(false));
                }
                let result = self.equal_to(&form)?;
                let names = self.variables.names(of);
                let atom = digits_are(kind, names, self.variables.name(result));
                return Ok(self.variables.close(atom));
            }
        };
        let predicate = Predicate::XorIsZero(variables.len());
        let atom = match variables.as_slice() {
            [] => Formula::Constant(true),
            _ => Formula::Atom(predicate, self.variables.names(&variables)),
        };
        Ok(self.variables.close(atom))
    }
}
