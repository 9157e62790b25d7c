//! Numbers whose size depends on the position: a list of cases.
//!
//! Exactly one case applies, whatever the heaps are. So a comparison is one formula: some case applies, and the
//! comparison holds in it. A number of digits (`v2`, `tail`, `bitlen`) is kept as the power of two that it is
//! the exponent of, for automata can compare powers but not count digits. Cost: cases multiply when numbers are
//! joined; too many are refused.

use crate::formula::{DigitAtom, ReadFormula};
use crate::linear::{ReadVariable, WeightedSum};
use crate::problem::ReadProblem;
use crate::syntax::ReadComparison;

/// What a number is in one case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum CaseValue {
    Plain(WeightedSum),
    /// The exponent of this power of two, and so much more.
    Exponent(ReadVariable, i64),
    Infinity,
    /// How many binary digits of it are ones.
    OnesOf(ReadVariable),
    /// Digits added without carry modulo a number.
    DigitSum(i64, Vec<ReadVariable>),
}

/// A number by cases, and where it means nothing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CaseNumber {
    pub(crate) cases: Vec<(ReadFormula, CaseValue)>,
    pub(crate) undefined: ReadFormula,
}

/// The most cases of a number.
const CASES: usize = 3_000;
/// The largest exponent of a known power of two.
const PLACES: i64 = 38;
/// The largest number that an exponent is compared with.
const EXPONENT: i64 = 60;

pub(crate) fn unknown(why: &str) -> ReadProblem {
    ReadProblem::at(0, why)
}

impl CaseNumber {
    pub(crate) fn plain(sum: WeightedSum) -> CaseNumber {
        CaseNumber::value(CaseValue::Plain(sum))
    }

    pub(crate) fn known(number: i64) -> CaseNumber {
        CaseNumber::plain(WeightedSum::number(number))
    }

    pub(crate) fn variable(variable: ReadVariable) -> CaseNumber {
        CaseNumber::plain(WeightedSum::variable(variable))
    }

    pub(crate) fn value(value: CaseValue) -> CaseNumber {
        CaseNumber {
            cases: vec![(ReadFormula::Truth(true), value)],
            undefined: ReadFormula::Truth(false),
        }
    }

    /// The number, if it is known.
    pub(crate) fn as_known(&self) -> Option<i64> {
        self.as_sum().and_then(WeightedSum::known)
    }

    /// The sum, if there is one case only, and it means something.
    pub(crate) fn as_sum(&self) -> Option<&WeightedSum> {
        match &self.cases[..] {
            [(guard, CaseValue::Plain(sum))] if guard.is_true() && self.undefined.is_false() => {
                Some(sum)
            }
            _ => None,
        }
    }

    /// The same, and it means nothing there.
    pub(crate) fn undefined_if(mut self, undefined: ReadFormula) -> CaseNumber {
        self.undefined = self.undefined.or(undefined);
        self
    }

    /// Joins cases of the same value, and drops those that never apply.
    pub(crate) fn tidy(self) -> Result<CaseNumber, ReadProblem> {
        let mut cases: Vec<(ReadFormula, CaseValue)> = Vec::new();
        for (guard, value) in self.cases {
            if guard.is_false() {
                continue;
            }
            match cases.iter_mut().find(|(_, known)| *known == value) {
                Some((known, _)) => {
                    let before = std::mem::replace(known, ReadFormula::Truth(false));
                    *known = before.or(guard);
                }
                None => cases.push((guard, value)),
            }
            if cases.len() > CASES {
                return Err(unknown("too many cases for the second reader"));
            }
        }
        if let [(guard, _)] = &mut cases[..] {
            // Some case applies always, so the only one does.
            *guard = ReadFormula::Truth(true);
        }
        Ok(CaseNumber { cases, undefined: self.undefined })
    }

    /// In every case, what `change` makes of the value: a value, or nothing where it means nothing.
    pub(crate) fn map(
        &self,
        mut change: impl FnMut(&CaseValue) -> Result<Option<CaseValue>, ReadProblem>,
    ) -> Result<CaseNumber, ReadProblem> {
        let mut found = CaseNumber { cases: Vec::new(), undefined: self.undefined.clone() };
        for (guard, value) in &self.cases {
            let changed = change(value)?;
            if changed.is_none() {
                found.undefined = found.undefined.or(guard.clone());
            }
            let nothing = CaseValue::Plain(WeightedSum::default());
            found.cases.push((guard.clone(), changed.unwrap_or(nothing)));
        }
        found.tidy()
    }

    /// In every pair of cases, what `join` makes of the values.
    pub(crate) fn join(
        &self,
        other: &CaseNumber,
        mut join: impl FnMut(&CaseValue, &CaseValue) -> Result<Option<CaseValue>, ReadProblem>,
    ) -> Result<CaseNumber, ReadProblem> {
        if self.cases.len() * other.cases.len() > CASES {
            return Err(unknown("too many cases for the second reader"));
        }
        let undefined = self.undefined.clone().or(other.undefined.clone());
        let mut found = CaseNumber { cases: Vec::new(), undefined };
        for (guard, left) in &self.cases {
            for (also, right) in &other.cases {
                let both = guard.clone().and(also.clone());
                let joined = join(left, right)?;
                if joined.is_none() {
                    found.undefined = found.undefined.or(both.clone());
                }
                let nothing = CaseValue::Plain(WeightedSum::default());
                found.cases.push((both, joined.unwrap_or(nothing)));
            }
        }
        found.tidy()
    }

    /// A sum, or a difference (`times` is 1 or -1).
    pub(crate) fn plus(&self, other: &CaseNumber, times: i64) -> Result<CaseNumber, ReadProblem> {
        self.join(other, |left, right| added(left, right, times))
    }

    /// One of two numbers.
    pub(crate) fn choice(
        condition: &ReadFormula,
        yes: &CaseNumber,
        no: &CaseNumber,
    ) -> Result<CaseNumber, ReadProblem> {
        let not = condition.clone().not();
        let of = |guard: &ReadFormula, number: &CaseNumber| {
            let case = |(also, value): &(ReadFormula, CaseValue)| {
                (guard.clone().and(also.clone()), value.clone())
            };
            number.cases.iter().map(case).collect::<Vec<_>>()
        };
        let undefined = ReadFormula::any([
            condition.clone().and(yes.undefined.clone()),
            not.clone().and(no.undefined.clone()),
        ]);
        CaseNumber { cases: [of(condition, yes), of(&not, no)].concat(), undefined }.tidy()
    }

    /// When they compare so. What means nothing is not looked at here.
    pub(crate) fn compare(
        &self,
        comparison: ReadComparison,
        other: &CaseNumber,
    ) -> Result<ReadFormula, ReadProblem> {
        if self.cases.len() * other.cases.len() > CASES * 4 {
            return Err(unknown("too many cases for the second reader"));
        }
        let mut ways = Vec::new();
        for (guard, left) in &self.cases {
            for (also, right) in &other.cases {
                let both = guard.clone().and(also.clone());
                if !both.is_false() {
                    ways.push(both.and(compared(left, comparison, right)?));
                }
            }
        }
        Ok(ReadFormula::any(ways))
    }
}

fn added(
    left: &CaseValue,
    right: &CaseValue,
    times: i64,
) -> Result<Option<CaseValue>, ReadProblem> {
    Ok(match (left, right) {
        (CaseValue::Infinity, _) | (_, CaseValue::Infinity) => None,
        (CaseValue::Plain(left), CaseValue::Plain(right)) => {
            Some(CaseValue::Plain(left.plus(right, times)?))
        }
        (CaseValue::Exponent(power, more), CaseValue::Plain(sum))
        | (CaseValue::Plain(sum), CaseValue::Exponent(power, more))
            if (times == 1 || matches!(left, CaseValue::Exponent(..))) && sum.known().is_some() =>
        {
            let shift = sum.constant * times;
            Some(CaseValue::Exponent(*power, more + shift)).filter(|_| (more + shift).abs() < 1_000)
        }
        _ => return Err(unknown("calculating with a number of digits")),
    })
}

/// When values compare so.
fn compared(
    left: &CaseValue,
    comparison: ReadComparison,
    right: &CaseValue,
) -> Result<ReadFormula, ReadProblem> {
    use CaseValue::{DigitSum, Exponent, Infinity, OnesOf, Plain};
    let turned = match comparison {
        ReadComparison::Less => ReadComparison::Greater,
        ReadComparison::AtMost => ReadComparison::AtLeast,
        ReadComparison::Greater => ReadComparison::Less,
        ReadComparison::AtLeast => ReadComparison::AtMost,
        same => same,
    };
    let ordered = |order| Ok(ReadFormula::Truth(comparison.holds(order)));
    match (left, right) {
        (Plain(left), Plain(right)) => Ok(ReadFormula::compared(left.plus(right, -1)?, comparison)),
        (Infinity, Infinity) => ordered(std::cmp::Ordering::Equal),
        (Infinity, _) => ordered(std::cmp::Ordering::Greater),
        (_, Infinity) => ordered(std::cmp::Ordering::Less),
        (Exponent(power, more), Plain(sum)) => match sum.known() {
            Some(known) => exponent_compared(*power, comparison, known - more),
            None => Err(unknown("comparing a number of digits with a number")),
        },
        (Exponent(left, more), Exponent(right, also)) => {
            let least = *more.min(also);
            let power = |more: i64| match more - least {
                places @ 0..PLACES => Ok(1i64 << places),
                _ => Err(unknown("a power of two that is too large for the second reader")),
            };
            let sum = WeightedSum::variable(*left).times(power(*more)?)?;
            let sum = sum.plus(&WeightedSum::variable(*right), -power(*also)?)?;
            Ok(ReadFormula::compared(sum, comparison))
        }
        (OnesOf(number), Plain(sum)) if sum.known().is_some() => {
            ones_compared(*number, comparison, sum.constant)
        }
        (DigitSum(modulus, of), Plain(sum)) if sum.known() == Some(0) => {
            let zero = ReadFormula::digit(DigitAtom::Digits(*modulus), of.clone());
            Ok(match comparison {
                ReadComparison::Equal | ReadComparison::AtMost => zero,
                ReadComparison::Unequal | ReadComparison::Greater => zero.not(),
                ReadComparison::Less => ReadFormula::Truth(false),
                ReadComparison::AtLeast => ReadFormula::Truth(true),
            })
        }
        (Plain(_), Exponent(..) | OnesOf(_) | DigitSum(..)) => compared(right, turned, left),
        _ => Err(unknown("comparing numbers of digits of different kinds")),
    }
}

/// When the exponent of a power of two compares so with a number.
fn exponent_compared(
    power: ReadVariable,
    comparison: ReadComparison,
    number: i64,
) -> Result<ReadFormula, ReadProblem> {
    if number < 0 {
        return Ok(ReadFormula::Truth(comparison.holds(std::cmp::Ordering::Greater)));
    }
    if number > EXPONENT {
        return Err(unknown("a power of two that is too large for the second reader"));
    }
    let sum = WeightedSum { terms: vec![(power, 1)], constant: -(1i64 << number) };
    Ok(ReadFormula::compared(sum, comparison))
}

/// When the number of ones compares so with a number.
fn ones_compared(
    number: ReadVariable,
    comparison: ReadComparison,
    count: i64,
) -> Result<ReadFormula, ReadProblem> {
    let exactly = |count: i64| -> Result<ReadFormula, ReadProblem> {
        match count {
            ..=-1 => Ok(ReadFormula::Truth(false)),
            0 => Ok(ReadFormula::compared(WeightedSum::variable(number), ReadComparison::Equal)),
            1 => Ok(ReadFormula::digit(DigitAtom::PowerOfTwo, vec![number])),
            2..=5 => ones_exactly(number, count as ReadVariable),
            _ => Err(unknown("counting more than five ones")),
        }
    };
    let up_to = |count: i64| -> Result<ReadFormula, ReadProblem> {
        let each = (0..=count).map(exactly).collect::<Result<Vec<_>, _>>()?;
        Ok(ReadFormula::any(each))
    };
    Ok(match comparison {
        ReadComparison::Equal => exactly(count)?,
        ReadComparison::Unequal => exactly(count)?.not(),
        ReadComparison::Less => up_to(count - 1)?,
        ReadComparison::AtMost => up_to(count)?,
        ReadComparison::Greater => up_to(count)?.not(),
        ReadComparison::AtLeast => up_to(count - 1)?.not(),
    })
}

/// The number is a sum of so many powers of two, each smaller than the one before. The variables lie far beyond all
/// others, and no two of these formulas are nested.
fn ones_exactly(number: ReadVariable, count: ReadVariable) -> Result<ReadFormula, ReadProblem> {
    let powers: Vec<ReadVariable> = (0..count).map(|i| 900_000_000 + i).collect();
    let mut parts: Vec<ReadFormula> =
        powers.iter().map(|p| ReadFormula::digit(DigitAtom::PowerOfTwo, vec![*p])).collect();
    let mut sum = WeightedSum::variable(number);
    for power in &powers {
        sum = sum.plus(&WeightedSum::variable(*power), -1)?;
    }
    parts.push(ReadFormula::compared(sum, ReadComparison::Equal));
    for pair in powers.windows(2) {
        let less = WeightedSum::variable(pair[1]).plus(&WeightedSum::variable(pair[0]), -1)?;
        parts.push(ReadFormula::compared(less, ReadComparison::Less));
    }
    Ok(ReadFormula::exists(powers, ReadFormula::all(parts)))
}
