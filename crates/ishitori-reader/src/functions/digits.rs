//! Functions of the binary digits of numbers.

use crate::formula::{DigitAtom, ReadFormula};
use crate::functions::beyond;
use crate::linear::{ReadVariable, WeightedSum};
use crate::meaning::Meanings;
use crate::number::{CaseNumber, CaseValue};
use crate::problem::Read;
use crate::syntax::ReadComparison;

impl Meanings<'_, '_> {
    /// `xor`, `or`, `and`, `majority`, digit by digit.
    pub(crate) fn digitwise(&mut self, name: &str, numbers: &[CaseNumber]) -> Read<CaseNumber> {
        let known: Option<Vec<i64>> = numbers.iter().map(CaseNumber::as_known).collect();
        if let Some(known) = known.filter(|known| known.iter().all(|number| *number >= 0))
            && name != "majority"
        {
            let join = |left: i64, right: &i64| match name {
                "xor" => left ^ right,
                "or" => left | right,
                _ => left & right,
            };
            let first = if name == "and" { i64::MAX } else { 0 };
            return match known.is_empty() && name == "and" {
                true => Err(beyond("`and` of no numbers")),
                false => Ok(CaseNumber::known(known.iter().fold(first, join))),
            };
        }
        let (of, undefined) = self.variables_of(numbers)?;
        let result = self.new_variable();
        let with = [of, vec![result]].concat();
        self.defined.push((
            result,
            match name {
                "xor" => ReadFormula::digit(DigitAtom::Digits(2), with),
                "or" => ReadFormula::digit(DigitAtom::OrIs, with),
                "and" => ReadFormula::digit(DigitAtom::AndIs, with),
                _ => ReadFormula::digit(DigitAtom::MajorityIs, with),
            },
        ));
        Ok(CaseNumber::variable(result).undefined_if(undefined))
    }

    /// Variables that are these numbers, and where one of them is negative or means nothing.
    pub(crate) fn variables_of(
        &mut self,
        numbers: &[CaseNumber],
    ) -> Read<(Vec<ReadVariable>, ReadFormula)> {
        let (mut of, mut undefined) = (Vec::new(), Vec::new());
        for number in numbers {
            let (variable, negative) = self.as_variable(number)?;
            of.push(variable);
            undefined.push(negative.or(number.undefined.clone()));
        }
        Ok((of, ReadFormula::any(undefined)))
    }

    /// The exponent of 2; that of 0 is infinity. It is that of the opposite number too.
    pub(crate) fn exponent(&mut self, number: &CaseNumber) -> Read<CaseNumber> {
        let zero = CaseNumber::known(0);
        let size = self.of_numbers("abs", std::slice::from_ref(number))?;
        let (variable, _) = self.as_variable(&size)?;
        let power = self.new_variable();
        let is_zero = ReadFormula::compared(WeightedSum::variable(variable), ReadComparison::Equal);
        let one = WeightedSum { terms: vec![(power, 1)], constant: -1 };
        let hot = ReadFormula::digit(DigitAtom::ExponentHot, vec![variable, power]);
        let none = is_zero.and(ReadFormula::compared(one, ReadComparison::Equal));
        self.defined.push((power, hot.or(none)));
        let infinite = number.compare(ReadComparison::Equal, &zero)?;
        let found = CaseNumber::choice(
            &infinite,
            &CaseNumber::value(CaseValue::Infinity),
            &CaseNumber::value(CaseValue::Exponent(power, 0)),
        )?;
        Ok(found.undefined_if(number.undefined.clone()))
    }

    /// `tail`, `bitlen`, `popcount`.
    pub(crate) fn counted_digits(&mut self, name: &str, number: &CaseNumber) -> Read<CaseNumber> {
        let (variable, negative) = self.as_variable(number)?;
        let undefined = negative.or(number.undefined.clone());
        let power = self.new_variable();
        let found = match name {
            "popcount" => CaseNumber::value(CaseValue::OnesOf(variable)),
            "tail" => {
                let hot = ReadFormula::digit(DigitAtom::TailHot, vec![variable, power]);
                self.defined.push((power, hot));
                CaseNumber::value(CaseValue::Exponent(power, 0))
            }
            _ => {
                // The power of two of the first digit: power <= number < 2 power; 1 for the number 0.
                let own = WeightedSum::variable(variable);
                let is_zero = ReadFormula::compared(own.clone(), ReadComparison::Equal);
                let fits = own.plus(&WeightedSum::variable(power), -1)?;
                let below = own.plus(&WeightedSum::variable(power), -2)?;
                let first = ReadFormula::all([
                    ReadFormula::digit(DigitAtom::PowerOfTwo, vec![power]),
                    ReadFormula::compared(fits, ReadComparison::AtLeast),
                    ReadFormula::compared(below, ReadComparison::Less),
                ]);
                let one = WeightedSum { terms: vec![(power, 1)], constant: -1 };
                let none = is_zero.clone().and(ReadFormula::compared(one, ReadComparison::Equal));
                self.defined.push((power, first.or(none)));
                let length = CaseNumber::value(CaseValue::Exponent(power, 1));
                CaseNumber::choice(&is_zero, &CaseNumber::known(0), &length)?
            }
        };
        Ok(found.undefined_if(undefined))
    }

    /// `bit(x, k)`
    pub(crate) fn bit(&mut self, number: &CaseNumber, place: &CaseNumber) -> Read<CaseNumber> {
        let (variable, negative) = self.as_variable(number)?;
        let mut undefined = vec![negative, number.undefined.clone(), place.undefined.clone()];
        let mut ones = Vec::new();
        for (guard, value) in &place.cases {
            let one = match value {
                CaseValue::Plain(sum) => match sum.known() {
                    Some(known) if known < 0 => {
                        undefined.push(guard.clone());
                        ReadFormula::Truth(false)
                    }
                    Some(known) if known < 1 << 16 => {
                        ReadFormula::digit(DigitAtom::Bit(known), vec![variable])
                    }
                    _ => return Err(beyond("`bit` at an unknown place")),
                },
                CaseValue::Exponent(power, more) => {
                    let (power, below) = self.shifted(*power, *more)?;
                    undefined.push(guard.clone().and(below));
                    ReadFormula::digit(DigitAtom::AndIs, vec![variable, power, power])
                }
                _ => return Err(beyond("`bit` at such a place")),
            };
            ones.push(guard.clone().and(one));
        }
        let (one, zero) = (CaseNumber::known(1), CaseNumber::known(0));
        let found = CaseNumber::choice(&ReadFormula::any(ones), &one, &zero)?;
        Ok(found.undefined_if(ReadFormula::any(undefined)))
    }

    /// The power of two times 2^more, and where that is no whole number (then it is 0).
    pub(crate) fn shifted(
        &mut self,
        power: ReadVariable,
        more: i64,
    ) -> Read<(ReadVariable, ReadFormula)> {
        if more == 0 {
            return Ok((power, ReadFormula::Truth(false)));
        }
        if more.abs() > 30 {
            return Err(beyond("a power of two that is too large for the second reader"));
        }
        let found = self.new_variable();
        let factor = 1i64 << more.abs();
        let (found_sum, power_sum) = (WeightedSum::variable(found), WeightedSum::variable(power));
        if more > 0 {
            let equal = found_sum.plus(&power_sum, -factor)?;
            self.defined.push((found, ReadFormula::compared(equal, ReadComparison::Equal)));
            return Ok((found, ReadFormula::Truth(false)));
        }
        let least = WeightedSum { terms: vec![(power, 1)], constant: -factor };
        let below = ReadFormula::compared(least, ReadComparison::Less);
        let equal = found_sum.times(factor)?.plus(&power_sum, -1)?;
        let equal = ReadFormula::compared(equal, ReadComparison::Equal);
        let zero = ReadFormula::compared(found_sum, ReadComparison::Equal);
        let meaning = below.clone().not().and(equal).or(below.clone().and(zero));
        self.defined.push((found, meaning));
        Ok((found, below))
    }
}
