//! Quotients, remainders, powers, divisors, and multiples of phi.

use crate::formula::{DigitAtom, ReadFormula};
use crate::functions::beyond;
use crate::linear::{ReadVariable, WeightedSum};
use crate::meaning::{Judgement, Meanings, Thing};
use crate::number::{CaseNumber, CaseValue};
use crate::problem::Read;
use crate::syntax::{Joint, ReadComparison, ReadPhrase, ReadPhraseKind};

impl Meanings<'_, '_> {
    /// `x mod m`
    pub(crate) fn remainder(&mut self, of: &CaseNumber, by: &CaseNumber) -> Read<CaseNumber> {
        let modulus = known_divisor(by)?;
        let mut found = CaseNumber { cases: Vec::new(), undefined: of.undefined.clone() };
        for (guard, value) in &of.cases {
            self.work.tick(modulus as usize)?;
            let ways: Vec<(ReadFormula, i64)> = match value {
                CaseValue::Infinity => {
                    found.undefined = found.undefined.or(guard.clone());
                    vec![(ReadFormula::Truth(true), 0)]
                }
                CaseValue::Plain(sum) => (0..modulus)
                    .map(|rest| (ReadFormula::congruent(sum.clone(), modulus, rest), rest))
                    .collect(),
                CaseValue::Exponent(power, more) => (0..modulus)
                    .map(|rest| {
                        let left = (rest - more).rem_euclid(modulus);
                        let atom = DigitAtom::ExponentMod(modulus, left);
                        (ReadFormula::digit(atom, vec![*power]), rest)
                    })
                    .collect(),
                CaseValue::OnesOf(number) => (0..modulus)
                    .map(|rest| {
                        (ReadFormula::digit(DigitAtom::Ones(modulus, rest), vec![*number]), rest)
                    })
                    .collect(),
                CaseValue::DigitSum(..) => return Err(beyond("the remainder of a `digit_sum`")),
            };
            for (way, rest) in ways {
                let value = CaseValue::Plain(WeightedSum::number(rest));
                found.cases.push((guard.clone().and(way), value));
            }
        }
        found.tidy()
    }

    /// `x / m`, rounded down.
    pub(crate) fn over(&mut self, of: &CaseNumber, by: &CaseNumber) -> Read<CaseNumber> {
        let divisor = known_divisor(by)?;
        if let Some(known) = of.as_known() {
            return Ok(CaseNumber::known(known.div_euclid(divisor)));
        }
        let mut found = CaseNumber { cases: Vec::new(), undefined: of.undefined.clone() };
        for (guard, value) in &of.cases {
            let CaseValue::Plain(sum) = value else {
                if *value == CaseValue::Infinity {
                    found.undefined = found.undefined.or(guard.clone());
                    found.cases.push((guard.clone(), CaseValue::Plain(WeightedSum::default())));
                    continue;
                }
                return Err(beyond("calculating with a number of digits"));
            };
            // Of the natural one of sum and -1 - sum: m q <= n < m q + m; then q, or -1 - q.
            let negative = match sum.is_natural() {
                true => ReadFormula::Truth(false),
                false => ReadFormula::compared(sum.clone(), ReadComparison::Less),
            };
            let quotient = self.new_variable();
            let own = WeightedSum::variable(quotient);
            let fits = |number: &WeightedSum| -> Read<ReadFormula> {
                let rest = number.plus(&own, -divisor)?;
                let top = rest.plus(&WeightedSum::number(divisor), -1)?;
                Ok(ReadFormula::compared(rest, ReadComparison::AtLeast)
                    .and(ReadFormula::compared(top, ReadComparison::Less)))
            };
            let opposite = WeightedSum::number(-1).plus(sum, -1)?;
            let (yes, no) = (fits(sum)?, fits(&opposite)?);
            let meaning = negative.clone().not().and(yes).or(negative.clone().and(no));
            self.defined.push((quotient, meaning));
            let below = WeightedSum { terms: vec![(quotient, -1)], constant: -1 };
            let natural = guard.clone().and(negative.clone().not());
            found.cases.push((natural, CaseValue::Plain(own)));
            found.cases.push((guard.clone().and(negative), CaseValue::Plain(below)));
        }
        found.tidy()
    }

    /// `x ^ k`: known numbers, or a power of two.
    pub(crate) fn power(&mut self, base: &CaseNumber, exponent: &CaseNumber) -> Read<CaseNumber> {
        let base = base.as_known().ok_or_else(|| beyond("a power of an unknown number"))?;
        let mut undefined = Vec::new();
        let mut cases = Vec::new();
        for (guard, value) in &exponent.cases {
            let power = match value {
                CaseValue::Plain(sum) => match sum.known() {
                    Some(known) if known < 0 => None,
                    Some(known) => {
                        let known = u32::try_from(known).ok();
                        let power = known.and_then(|known| base.checked_pow(known));
                        let power = power.filter(|power| power.unsigned_abs() <= 1 << 60);
                        Some(WeightedSum::number(power.ok_or_else(|| beyond("a large power"))?))
                    }
                    None => {
                        let of = sum.terms.first().filter(|_| base == 2 && sum.terms.len() == 1);
                        self.raised = of.filter(|(_, weight)| *weight == 1).map(|(of, _)| *of);
                        return Err(beyond("a power with an unknown exponent"));
                    }
                },
                CaseValue::Exponent(power, more) if base == 2 => {
                    let (power, below) = self.shifted(*power, *more)?;
                    undefined.push(guard.clone().and(below));
                    Some(WeightedSum::variable(power))
                }
                CaseValue::Infinity => None,
                _ => return Err(beyond("a power with such an exponent")),
            };
            if power.is_none() {
                undefined.push(guard.clone());
            }
            cases.push((guard.clone(), CaseValue::Plain(power.unwrap_or_default())));
        }
        undefined.push(exponent.undefined.clone());
        CaseNumber { cases, undefined: ReadFormula::any(undefined) }.tidy()
    }

    /// `ceil(x/k)`, or `floor(x/k)`, of one quotient.
    pub(crate) fn rounded(&mut self, up: bool, parts: &[ReadPhrase; 2]) -> Read<CaseNumber> {
        if has_quotient(&parts[0]) {
            return Err(beyond("a quotient inside of one that is rounded"));
        }
        let (mut of, by) = (self.number(&parts[0])?, self.number(&parts[1])?);
        if up {
            let known =
                by.as_known().ok_or_else(|| beyond("`ceil` of a quotient by an unknown number"))?;
            of = of.plus(&CaseNumber::known(known - 1), 1)?;
        }
        self.over(&of, &by)
    }

    /// `floor(k*phi)` and `floor(k*phi^2)`.
    ///
    /// In Fibonacci digits, floor((m + 1) phi) is 1 more than m moved up by one place; and phi^2 is phi + 1.
    pub(crate) fn floor(&mut self, arguments: &[ReadPhrase]) -> Read<CaseNumber> {
        let parts = match arguments {
            [ReadPhrase { kind: ReadPhraseKind::Joined(Joint::Over, parts), .. }] => {
                return self.rounded(false, parts);
            }
            [ReadPhrase { kind: ReadPhraseKind::Joined(Joint::Times, parts), .. }] => parts,
            _ => {
                return Err(beyond(
                    "`floor` of something else than a quotient or a multiple of phi",
                ));
            }
        };
        let is_phi = |phrase: &ReadPhrase| match &phrase.kind {
            ReadPhraseKind::Name(name) if name == "phi" => Some(0),
            ReadPhraseKind::Joined(Joint::Power, parts) => match (&parts[0].kind, &parts[1].kind) {
                (ReadPhraseKind::Name(name), ReadPhraseKind::Number(2)) if name == "phi" => Some(1),
                _ => None,
            },
            _ => None,
        };
        let (factor, more) = match (is_phi(&parts[0]), is_phi(&parts[1])) {
            (None, Some(more)) => (&parts[0], more),
            (Some(more), None) => (&parts[1], more),
            _ => return Err(beyond("`floor` of something else than a multiple of phi")),
        };
        let factor = self.number(factor)?;
        let (variable, negative) = self.as_variable(&factor)?;
        let (found, less, moved) = (self.new_variable(), self.new_variable(), self.new_variable());
        let own = WeightedSum::variable(variable);
        let is = |sum: WeightedSum| ReadFormula::compared(sum, ReadComparison::Equal);
        let none = is(own.clone()).and(is(WeightedSum::variable(found)));
        let minus_one = |one: ReadVariable, two: ReadVariable| -> Read<WeightedSum> {
            let difference = WeightedSum::variable(one).plus(&WeightedSum::variable(two), -1)?;
            difference.plus(&WeightedSum::number(1), -1)
        };
        let some = ReadFormula::all([
            is(minus_one(variable, less)?),
            is(minus_one(found, moved)?),
            ReadFormula::digit(DigitAtom::Shift, vec![less, moved]),
        ]);
        let some = ReadFormula::exists(vec![less, moved], some);
        self.defined.push((found, none.or(some)));
        let sum = WeightedSum::variable(found).plus(&own, more)?;
        Ok(CaseNumber::plain(sum).undefined_if(negative.or(factor.undefined)))
    }

    /// `d divides x`, or every heap.
    pub(crate) fn divides(&mut self, divisor: &CaseNumber, of: Thing) -> Read<Judgement> {
        let mut found = Judgement::sure(ReadFormula::Truth(true));
        for (guard, number) in self.several(vec![of])? {
            if !guard.is_true() {
                return Err(beyond("a divisor of a set whose size is not known"));
            }
            let undefined = divisor.undefined.clone().or(number.undefined.clone());
            found.undefined = found.undefined.or(undefined);
            let holds = match divisor.as_known() {
                Some(0) => number.compare(ReadComparison::Equal, &CaseNumber::known(0))?,
                Some(known) => {
                    let zero = CaseNumber::known(0);
                    let modulus = CaseNumber::known(known.abs());
                    self.remainder(&number, &modulus)?.compare(ReadComparison::Equal, &zero)?
                }
                None => {
                    let divisor = self.size_of(divisor)?;
                    ReadFormula::Divides(divisor, self.size_of(&number)?)
                }
            };
            found.holds = found.holds.and(holds);
        }
        Ok(found)
    }

    /// A variable that is a number without its sign.
    pub(crate) fn size_of(&mut self, number: &CaseNumber) -> Read<ReadVariable> {
        let size = match number.as_sum() {
            Some(sum) if sum.is_natural() => number.clone(),
            _ => self.of_numbers("abs", std::slice::from_ref(number))?,
        };
        Ok(self.as_variable(&size)?.0)
    }
}

/// Whether a quotient stands in a sum, a product or a negation.
fn has_quotient(phrase: &ReadPhrase) -> bool {
    match &phrase.kind {
        ReadPhraseKind::Joined(Joint::Over, _) => true,
        ReadPhraseKind::Joined(_, parts) => parts.iter().any(has_quotient),
        ReadPhraseKind::Negative(inner) => has_quotient(inner),
        _ => false,
    }
}

/// A divisor that is known and positive.
fn known_divisor(by: &CaseNumber) -> Read<i64> {
    match by.as_known() {
        Some(known @ 1..=4096) => Ok(known),
        Some(_) => Err(beyond("a divisor below 1 or above 4096")),
        None => Err(beyond("a divisor that is not known")),
    }
}
