//! Working case by case, and turning one form of a value into another.

use ishitori_automata::{Comparison, Formula, Predicate};

use super::digits::digits_are;
use super::linear::{Linear, Variable};
use super::value::{Case, Symbolic, Value, Ways, joined};
use super::{Done, Translator};
use crate::prove::connect::{and, implies, not, or};

/// The most cases of one expression.
const MAX_CASES: usize = 200;

/// The most numbers that a finite value may take.
pub(super) const MAX_FINITE: usize = 64;

impl Translator<'_> {
    /// Runs `of` on every combination of the arguments' cases.
    pub(super) fn each_case(
        &mut self,
        arguments: &[Symbolic],
        mut of: impl FnMut(&mut Self, &[Value]) -> Done<Symbolic>,
    ) -> Done<Symbolic> {
        let mut combined: Vec<(Vec<Formula>, Ways, Vec<Value>)> = vec![Default::default()];
        for argument in arguments {
            let mut more = Vec::new();
            for (guards, ways, values) in &combined {
                for case in &argument.cases {
                    if let Some(ways) = joined(ways, &case.ways) {
                        let guards: Vec<Formula> = [&guards[..], &case.guards].concat();
                        let values: Vec<Value> =
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
                    cases.push(Case { guards, ways, value: case.value });
                }
            }
        }
        if cases.len() > MAX_CASES {
            return self.outside("it falls into too many cases");
        }
        Ok(tidy(Symbolic { defined: and(defined), cases }))
    }

    /// A number of a new fork.
    pub(super) fn fork(&mut self) -> usize {
        self.forks += 1;
        self.forks
    }

    /// The same with values that need cases of their own spread out.
    pub(super) fn spread(&mut self, number: Symbolic) -> Done<Symbolic> {
        let lazy = |case: &Case| matches!(case.value, Value::Extreme(..) | Value::Quotient(..));
        if !number.cases.iter().any(lazy) {
            return Ok(number);
        }
        self.each_case(&[number], |this, values| match &values[0] {
            Value::Extreme(extreme, forms) => {
                let numbers: Vec<Value> = forms.iter().cloned().map(Value::Number).collect();
                this.extreme_of(*extreme, &numbers)
            }
            Value::Quotient(form, divisor) => this.quotient(form, *divisor),
            other => Ok(other.clone().into()),
        })
    }

    /// A form divided and rounded down, as numbers.
    fn quotient(&mut self, form: &Linear, divisor: i64) -> Done<Symbolic> {
        let Some(opposite) = form.times(-1).and_then(|f| f.plus(1, &Linear::constant(divisor - 1)))
        else {
            return self.too_large();
        };
        if self.variables.least(form).is_some_and(|least| least >= 0) {
            let part = self.part(form, divisor)?;
            return Ok(Value::Number(part).into());
        }
        // Below zero: rounding down is rounding the opposite up.
        let fork = self.fork();
        let sign = self.variables.close(self.variables.relation(form, Comparison::GreaterEqual));
        let mut cases = Vec::new();
        if sign != Formula::Constant(false) {
            let value = Value::Number(self.part(form, divisor)?);
            cases.push(Case { guards: vec![sign.clone()], ways: vec![(fork, 0)], value });
        }
        let part = self.part(&opposite, divisor)?;
        let Some(part) = part.times(-1) else { return self.too_large() };
        let (guards, value) = (vec![not(sign)], Value::Number(part));
        cases.push(Case { guards, ways: vec![(fork, 1)], value });
        Ok(Symbolic { defined: Formula::Constant(true), cases })
    }

    /// The auxiliary `form / divisor`, for a form that is not negative.
    fn part(&mut self, form: &Linear, divisor: i64) -> Done<Linear> {
        let rest = |part: Variable| form.plus(-divisor, &Linear::variable(part));
        if rest(0).is_none() {
            return self.too_large();
        }
        let part = self.variables.define(|variables, part| {
            let rest = form.plus(-divisor, &Linear::variable(part)).unwrap_or_default();
            let over = rest.plus(-1, &Linear::constant(divisor)).unwrap_or_default();
            and([
                variables.linear(&rest, Comparison::GreaterEqual),
                variables.linear(&over, Comparison::Less),
            ])
        });
        Ok(Linear::variable(part))
    }

    /// The value as a form, with an auxiliary if need be.
    pub(super) fn number(&mut self, value: &Value) -> Done<Linear> {
        let variable = match value {
            Value::Number(form) => return Ok(form.clone()),
            Value::Finite(_) | Value::Count(_) => {
                let options = self.finite(value).unwrap_or_default();
                return self.one_of(&options);
            }
            Value::Residue(form, modulus) => {
                let Some(below) = i64::from(*modulus).checked_neg() else {
                    return self.too_large();
                };
                let residue = self.variables.define(|variables, rest| {
                    let bound = Linear { constant: below, ..Linear::variable(rest) };
                    let difference = form.plus(-1, &Linear::variable(rest)).unwrap_or_default();
                    and([
                        variables.linear(&bound, Comparison::Less),
                        variables.congruent(&difference, 0, *modulus),
                    ])
                });
                self.variables.bound(residue, 0, Some(-below - 1));
                residue
            }
            Value::Digits(kind, arguments) => self.variables.define(|variables, result| {
                digits_are(*kind, variables.names(arguments), variables.name(result))
            }),
            Value::DigitSum(..) => {
                return self.outside(
                    "`digit_sum` can only be compared with 0: its digits in another base are not those of a binary number",
                );
            }
            Value::Exponent(_) => {
                return self.outside(
                    "a number of digits (v2, tail, bitlen) is a logarithm: it can be compared, taken modulo a number, \
                     shifted by a number or be an exponent of 2, but not be calculated with",
                );
            }
            Value::Popcount(_) => {
                return self.outside(
                    "`popcount` can only be compared with small numbers and taken modulo a number",
                );
            }
            Value::Quotient(..) | Value::Extreme(..) => {
                return self.outside("a quotient or an extreme stands where it is not expected");
            }
            Value::Infinite => return self.outside("infinity can only be compared"),
        };
        Ok(Linear::variable(variable))
    }

    /// The auxiliary that is the one of `options` whose formula holds.
    fn one_of(&mut self, options: &[(i64, Formula)]) -> Done<Linear> {
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
        Ok(Linear { constant: low, ..Linear::variable(variable) })
    }

    /// The value as a natural variable, and where it is one.
    pub(super) fn natural(&mut self, value: &Value) -> Done<(Variable, Formula)> {
        let form = self.number(value)?;
        if let Some(variable) = form.as_variable() {
            return Ok((variable, Formula::Constant(true)));
        }
        let natural = self.variables.relation(&form, Comparison::GreaterEqual);
        let natural = self.variables.close(natural);
        Ok((self.equal_to(&form)?, natural))
    }

    /// The auxiliary that is equal to `form`; there is none where it is negative.
    pub(super) fn equal_to(&mut self, form: &Linear) -> Done<Variable> {
        if let Some(variable) = form.as_variable() {
            return Ok(variable);
        }
        if form.times(-1).is_none() {
            return self.too_large();
        }
        let variable = self.variables.define(|variables, result| {
            let difference = Linear::variable(result).plus(-1, form).unwrap_or_default();
            variables.linear(&difference, Comparison::Equal)
        });
        let low = self.variables.least(form).unwrap_or(0).max(0);
        self.variables.bound(variable, low, form.as_constant());
        self.variables.set_equal(variable, form);
        Ok(variable)
    }

    /// The numbers that a value may be, with the formulas that say which, if they are few.
    pub(super) fn finite(&mut self, value: &Value) -> Option<Vec<(i64, Formula)>> {
        match value {
            Value::Number(form) => {
                form.as_constant().map(|number| vec![(number, Formula::Constant(true))])
            }
            Value::Finite(options) => Some(options.clone()),
            Value::Residue(form, modulus) if *modulus as usize <= MAX_FINITE => {
                let each = |residue| {
                    let atom = self.variables.congruent(form, residue, *modulus);
                    (residue, self.variables.close(atom))
                };
                Some((0..i64::from(*modulus)).map(each).collect())
            }
            Value::Count(formulas) => {
                let each = |number| (number as i64, super::count::exactly(formulas, number));
                Some((0..=formulas.len()).map(each).collect())
            }
            _ => None,
        }
    }
}

/// Numbers with formulas, each number once, as a value.
pub(super) fn finite_value(options: Vec<(i64, Formula)>) -> Value {
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
        [(number, _)] => Value::constant(*number),
        _ => Value::Finite(merged),
    }
}

/// Drops cases that never apply, and makes known numbers one finite value.
pub(super) fn tidy(mut number: Symbolic) -> Symbolic {
    number.cases.retain(|case| !case.guards.contains(&Formula::Constant(false)));
    for case in &mut number.cases {
        case.guards.retain(|guard| *guard != Formula::Constant(true));
    }
    let mut options = Vec::new();
    for case in &number.cases {
        match &case.value {
            Value::Number(form) if form.terms.is_empty() => {
                options.push((form.constant, and(case.guards.clone())));
            }
            Value::Finite(inner) => {
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
    Symbolic { cases: finite_value(options).when(number.defined.clone()).cases, ..number }
}
