//! Working case by case, and turning one form of a value into another.
//!
//! Of the cases of a number exactly one applies. A function of several numbers is done for every combination
//! of their cases, except those that take different ways at the same fork, which cannot be. A value that a
//! calculation cannot use as it is becomes an auxiliary variable with a definition that determines it; where
//! a definition would need what no automaton knows, the claim is refused with a sentence. Cost: cases
//! multiply, so beyond 200 it is refused. Comparisons know more forms and come first: `compare.rs`.

use ishitori_automata::{Comparison, Formula, Predicate};

use super::linear::{LinearSum, VariableIndex};
use super::value::{ForkChoices, SymbolicCase, SymbolicNumber, SymbolicValue, digits_are, joined};
use super::{TranslationResult, Translator};
use crate::prove::connect::{and, implies, not, or};

/// The most cases of one expression.
const MAX_CASES: usize = 200;

/// The most numbers that a finite value may take.
pub(super) const MAX_FINITE: usize = 64;

impl Translator<'_> {
    /// Runs `of` on every combination of the arguments' cases.
    pub(super) fn each_case(
        &mut self,
        arguments: &[SymbolicNumber],
        mut of: impl FnMut(&mut Self, &[SymbolicValue]) -> TranslationResult<SymbolicNumber>,
    ) -> TranslationResult<SymbolicNumber> {
        let mut combined: Vec<(Vec<Formula>, ForkChoices, Vec<SymbolicValue>)> =
            vec![Default::default()];
        for argument in arguments {
            let mut more = Vec::new();
            for (guards, ways, values) in &combined {
                for case in &argument.cases {
                    if let Some(ways) = joined(ways, &case.ways) {
                        let guards: Vec<Formula> = [&guards[..], &case.guards].concat();
                        let values: Vec<SymbolicValue> =
                            [&values[..], std::slice::from_ref(&case.value)].concat();
                        more.push((guards, ways, values));
                    }
                }
            }
            combined = more;
            if combined.len() > MAX_CASES {
                return self.outside("it falls into too many cases");
            }
        }
        let mut defined: Vec<Formula> = arguments.iter().map(|a| a.defined.clone()).collect();
        let mut cases = Vec::new();
        for (guards, ways, values) in combined {
            let result = of(self, &values)?;
            defined.push(implies(and(guards.clone()), result.defined));
            for case in result.cases {
                if let Some(ways) = joined(&ways, &case.ways) {
                    let guards = [guards.as_slice(), case.guards.as_slice()].concat();
                    cases.push(SymbolicCase { guards, ways, value: case.value });
                }
            }
        }
        if cases.len() > MAX_CASES {
            return self.outside("it falls into too many cases");
        }
        Ok(tidy(SymbolicNumber { defined: and(defined), cases }))
    }

    /// A number of a new fork.
    pub(super) fn fork(&mut self) -> usize {
        self.forks += 1;
        self.forks
    }

    /// The same with values that need cases of their own spread out.
    pub(super) fn spread(&mut self, number: SymbolicNumber) -> TranslationResult<SymbolicNumber> {
        let lazy = |case: &SymbolicCase| {
            matches!(case.value, SymbolicValue::Extreme(..) | SymbolicValue::Quotient(..))
        };
        if !number.cases.iter().any(lazy) {
            return Ok(number);
        }
        self.each_case(&[number], |this, values| match &values[0] {
            SymbolicValue::Extreme(extreme, forms) => {
                let numbers: Vec<SymbolicValue> =
                    forms.iter().cloned().map(SymbolicValue::Number).collect();
                this.extreme_of(*extreme, &numbers)
            }
            SymbolicValue::Quotient(form, divisor) => this.quotient(form, *divisor),
            other => Ok(other.clone().into()),
        })
    }

    /// A form divided and rounded down, as numbers.
    fn quotient(&mut self, form: &LinearSum, divisor: i64) -> TranslationResult<SymbolicNumber> {
        let Some(opposite) =
            form.times(-1).and_then(|f| f.plus(1, &LinearSum::constant(divisor - 1)))
        else {
            return self.too_large();
        };
        if self.variables.least(form).is_some_and(|least| least >= 0) {
            let part = self.part(form, divisor)?;
            return Ok(SymbolicValue::Number(part).into());
        }
        // Below zero: rounding down is rounding the opposite up.
        let fork = self.fork();
        let sign = self.variables.close(self.variables.relation(form, Comparison::GreaterEqual));
        let mut cases = Vec::new();
        if sign != Formula::Constant(false) {
            let value = SymbolicValue::Number(self.part(form, divisor)?);
            cases.push(SymbolicCase { guards: vec![sign.clone()], ways: vec![(fork, 0)], value });
        }
        let part = self.part(&opposite, divisor)?;
        let Some(part) = part.times(-1) else { return self.too_large() };
        let (guards, value) = (vec![not(sign)], SymbolicValue::Number(part));
        cases.push(SymbolicCase { guards, ways: vec![(fork, 1)], value });
        Ok(SymbolicNumber { defined: Formula::Constant(true), cases })
    }

    /// The auxiliary `form / divisor`, for a form that is not negative.
    fn part(&mut self, form: &LinearSum, divisor: i64) -> TranslationResult<LinearSum> {
        let rest = |part: VariableIndex| form.plus(-divisor, &LinearSum::variable(part));
        if rest(0).is_none() {
            return self.too_large();
        }
        let part = self.variables.define(|variables, part| {
            let rest = form.plus(-divisor, &LinearSum::variable(part)).unwrap_or_default();
            let over = rest.plus(-1, &LinearSum::constant(divisor)).unwrap_or_default();
            and([
                variables.linear(&rest, Comparison::GreaterEqual),
                variables.linear(&over, Comparison::Less),
            ])
        });
        Ok(LinearSum::variable(part))
    }

    /// The value as a form, with an auxiliary if need be.
    pub(super) fn number(&mut self, value: &SymbolicValue) -> TranslationResult<LinearSum> {
        let variable = match value {
            SymbolicValue::Number(form) => return Ok(form.clone()),
            SymbolicValue::Finite(_) | SymbolicValue::Count(_) => {
                let options = self.finite(value).unwrap_or_default();
                return self.one_of(&options);
            }
            SymbolicValue::Residue(form, modulus) => {
                let Some(below) = i64::from(*modulus).checked_neg() else {
                    return self.too_large();
                };
                let residue = self.variables.define(|variables, rest| {
                    let bound = LinearSum { constant: below, ..LinearSum::variable(rest) };
                    let difference = form.plus(-1, &LinearSum::variable(rest)).unwrap_or_default();
                    and([
                        variables.linear(&bound, Comparison::Less),
                        variables.congruent(&difference, 0, *modulus),
                    ])
                });
                self.variables.bound(residue, 0, Some(-below - 1));
                residue
            }
            SymbolicValue::Digits(kind, arguments) => self.variables.define(|variables, result| {
                digits_are(*kind, variables.names(arguments), variables.name(result))
            }),
            SymbolicValue::DigitSum(..) => {
                return self.outside(
                    "`digit_sum` can only be compared with 0: its digits in another base are not those of a binary number",
                );
            }
            SymbolicValue::Exponent(_) => {
                return self.outside(
                    "a number of digits (v2, tail, bitlen) is a logarithm: it can be compared, taken modulo a number, \
                     shifted by a number or be an exponent of 2, but not be calculated with",
                );
            }
            SymbolicValue::Popcount(_) | SymbolicValue::Popcounts(_) => {
                return self.outside(
                    "`popcount` can only be compared with small numbers and taken modulo a number",
                );
            }
            SymbolicValue::Quotient(..) | SymbolicValue::Extreme(..) => {
                return self.outside("a quotient or an extreme stands where it is not expected");
            }
            SymbolicValue::Infinite => return self.outside("infinity can only be compared"),
        };
        Ok(LinearSum::variable(variable))
    }

    /// The auxiliary that is the one of `options` whose formula holds.
    fn one_of(&mut self, options: &[(i64, Formula)]) -> TranslationResult<LinearSum> {
        let low = options.iter().map(|(number, _)| *number).min().unwrap_or(0);
        let high = options.iter().map(|(number, _)| *number).max().unwrap_or(0);
        let Some(width) = high.checked_sub(low) else { return self.too_large() };
        let variable = self.variables.define(|variables, result| {
            let choice = |(number, holds): &(i64, Formula)| {
                let number = number.abs_diff(low);
                let is = Predicate::Is(number);
                and([holds.clone(), Formula::Atom(is, variables.names(&[result]))])
            };
            or(options.iter().map(choice))
        });
        self.variables.bound(variable, 0, Some(width));
        Ok(LinearSum { constant: low, ..LinearSum::variable(variable) })
    }

    /// The value as a natural variable, and where it is one.
    pub(super) fn natural(
        &mut self,
        value: &SymbolicValue,
    ) -> TranslationResult<(VariableIndex, Formula)> {
        let form = self.number(value)?;
        if let Some(variable) = form.as_variable() {
            return Ok((variable, Formula::Constant(true)));
        }
        let natural = self.variables.relation(&form, Comparison::GreaterEqual);
        let natural = self.variables.close(natural);
        Ok((self.equal_to(&form)?, natural))
    }

    /// The auxiliary that is equal to `form`; there is none where it is negative.
    pub(super) fn equal_to(&mut self, form: &LinearSum) -> TranslationResult<VariableIndex> {
        if let Some(variable) = form.as_variable() {
            return Ok(variable);
        }
        if form.times(-1).is_none() {
            return self.too_large();
        }
        let variable = self.variables.define(|variables, result| {
            let difference = LinearSum::variable(result).plus(-1, form).unwrap_or_default();
            variables.linear(&difference, Comparison::Equal)
        });
        let low = self.variables.least(form).unwrap_or(0).max(0);
        self.variables.bound(variable, low, form.as_constant());
        self.variables.set_equal(variable, form);
        Ok(variable)
    }

    /// The numbers that a value may be, with the formulas that say which, if they are few.
    pub(super) fn finite(&mut self, value: &SymbolicValue) -> Option<Vec<(i64, Formula)>> {
        match value {
            SymbolicValue::Number(form) => {
                form.as_constant().map(|number| vec![(number, Formula::Constant(true))])
            }
            SymbolicValue::Finite(options) => Some(options.clone()),
            SymbolicValue::Residue(form, modulus) if *modulus as usize <= MAX_FINITE => {
                let each = |residue| {
                    let atom = self.variables.congruent(form, residue, *modulus);
                    (residue, self.variables.close(atom))
                };
                Some((0..i64::from(*modulus)).map(each).collect())
            }
            SymbolicValue::Count(formulas) => {
                let each = |number| (number as i64, super::count::exactly(formulas, number));
                Some((0..=formulas.len()).map(each).collect())
            }
            _ => None,
        }
    }
}

/// Numbers with formulas, each number once, as a value.
pub(super) fn finite_value(options: Vec<(i64, Formula)>) -> SymbolicValue {
    let mut merged: Vec<(i64, Formula)> = Vec::new();
    for (number, holds) in options {
        match merged.iter_mut().find(|(known, _)| *known == number) {
            Some((_, known)) => *known = or([known.clone(), holds]),
            None => merged.push((number, holds)),
        }
    }
    merged.retain(|(_, holds)| *holds != Formula::Constant(false));
    // Of two, one holds exactly if the other does not.
    if let [(_, first), (_, second)] = merged.as_mut_slice() {
        match (&first, &second) {
            (_, Formula::Or(_)) => *second = not(first.clone()),
            (Formula::Or(_), _) => *first = not(second.clone()),
            _ => {}
        }
    }
    match merged.as_slice() {
        [(number, _)] => SymbolicValue::constant(*number),
        _ => SymbolicValue::Finite(merged),
    }
}

/// Drops cases that never apply, and makes known numbers one finite value.
pub(super) fn tidy(mut number: SymbolicNumber) -> SymbolicNumber {
    number.cases.retain(|case| !case.guards.contains(&Formula::Constant(false)));
    for case in &mut number.cases {
        case.guards.retain(|guard| *guard != Formula::Constant(true));
    }
    let mut options = Vec::new();
    for case in &number.cases {
        match &case.value {
            SymbolicValue::Number(form) if form.terms.is_empty() => {
                options.push((form.constant, and(case.guards.clone())));
            }
            SymbolicValue::Finite(inner) => {
                let guarded = |(number, holds): &(i64, Formula)| {
                    (*number, and(case.guards.iter().cloned().chain([holds.clone()])))
                };
                options.extend(inner.iter().map(guarded));
            }
            _ => return number,
        }
    }
    if options.is_empty() {
        return number;
    }
    SymbolicNumber { cases: finite_value(options).when(number.defined.clone()).cases, ..number }
}
