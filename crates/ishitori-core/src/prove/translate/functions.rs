//! Functions of numbers: v2, tail, bit, abs, least, multiples of phi and the rest; totals and choices.
//!
//! Of known numbers the evaluator's own function is asked. Of others each function is a form that
//! comparisons have an atom for, or cases; where the evaluator would stop with an error the result is
//! undefined. `floor(k * phi)` is a shift of Fibonacci digits, with the proof at `floor_phi`. A gcd or
//! a nim product of unknown numbers is refused, because no automaton knows it. What works on digits is
//! in `digits.rs`, logarithms are in `exponent.rs`, `min` and `max` in `extreme.rs`.

use ishitori_automata::{Comparison, Formula, Predicate, TrailingRun};

use super::linear::LinearSum;
use super::value::{DigitwiseFunction, Exponent, SymbolicCase, SymbolicNumber, SymbolicValue};
use super::{TranslationResult, Translator, count};
use crate::claim::formula::{Arithmetic, Function};
use crate::prove::connect::{and, implies, not};

impl Translator<'_> {
    pub(super) fn function(
        &mut self,
        function: Function,
        arguments: Vec<SymbolicNumber>,
    ) -> TranslationResult<SymbolicNumber> {
        let known: Option<Vec<i64>> = arguments.iter().map(SymbolicNumber::as_constant).collect();
        if let Some(known) = known {
            let defined = and(arguments.into_iter().map(|argument| argument.defined));
            return Ok(match function.value(&known) {
                Ok(crate::claim::functions::INFINITY) => SymbolicValue::Infinite.when(defined),
                Ok(value) => SymbolicValue::constant(value).when(defined),
                Err(_) => SymbolicNumber::undefined(),
            });
        }
        let mut spread = Vec::new();
        for argument in arguments {
            spread.push(self.spread(argument)?);
        }
        self.each_case(&spread, |this, values| this.function_of(function, values))
    }

    fn function_of(
        &mut self,
        function: Function,
        values: &[SymbolicValue],
    ) -> TranslationResult<SymbolicNumber> {
        // Arithmetic with infinity is an error, but it has a place among others.
        if function != Function::Least
            && values.iter().any(|value| matches!(value, SymbolicValue::Infinite))
        {
            return Ok(SymbolicNumber::undefined());
        }
        match function {
            Function::V2 => {
                let form = self.number(&values[0])?;
                match form.as_constant() {
                    Some(_) => self.function(function, vec![SymbolicValue::Number(form).into()]),
                    None => Ok(self.v2(&form)?.into()),
                }
            }
            Function::Tail => self.on_natural(&values[0], |_, of| {
                Ok(SymbolicValue::Exponent(Exponent { end: TrailingRun::Ones, of, shift: 0 }))
            }),
            Function::Popcount => {
                self.on_natural(&values[0], |_, of| Ok(SymbolicValue::Popcount(of)))
            }
            Function::Bitlen => self.on_natural(&values[0], |this, of| Ok(this.bitlen(of))),
            Function::Bit => self.bit(&values[0], &values[1]),
            Function::Majority => self.digitwise(DigitwiseFunction::Majority, values),
            Function::DigitSum => self.digit_sum(&values[0], &values[1..]),
            Function::Least => self.least(&values[0], &values[1..]),
            Function::Abs => self.abs(&values[0]),
            Function::FloorPhi => self.floor_phi(&values[0], 0),
            Function::FloorPhi2 => self.floor_phi(&values[0], 1),
            Function::NimProduct => self.outside(
                "`nim_product` of numbers that are not known: no automaton multiplies nimbers",
            ),
            Function::Totient => self
                .outside("`totient` of numbers that are not known: no automaton counts divisors"),
            Function::IsIn(_) => self.outside(
                "a set such as `squares` or `primes`: no automaton of these digits recognises it",
            ),
            Function::Gcd => self.outside(
                "`gcd` of numbers that are not known: no automaton recognises common divisors",
            ),
        }
    }

    /// A function of one natural number.
    fn on_natural(
        &mut self,
        value: &SymbolicValue,
        of: impl FnOnce(&mut Self, usize) -> TranslationResult<SymbolicValue>,
    ) -> TranslationResult<SymbolicNumber> {
        let (variable, natural) = self.natural(value)?;
        Ok(of(self, variable)?.when(natural))
    }

    fn abs(&mut self, value: &SymbolicValue) -> TranslationResult<SymbolicNumber> {
        let form = self.number(value)?;
        let Some(opposite) = form.times(-1) else { return self.too_large() };
        let sign = self.variables.close(self.variables.relation(&form, Comparison::GreaterEqual));
        let case = |fork: usize, way: usize, guard: Formula, form: LinearSum| SymbolicCase {
            guards: vec![guard],
            ways: vec![(fork, way)],
            value: SymbolicValue::Number(form),
        };
        let fork = self.fork();
        let cases = vec![case(fork, 0, sign.clone(), form), case(fork, 1, not(sign), opposite)];
        Ok(SymbolicNumber { defined: Formula::Constant(true), cases })
    }

    /// The k-th smallest.
    fn least(
        &mut self,
        place: &SymbolicValue,
        values: &[SymbolicValue],
    ) -> TranslationResult<SymbolicNumber> {
        let Some(place) = place.as_constant() else {
            return self.outside("`least` of a place that is not known");
        };
        if !(1..=values.len() as i64).contains(&place) {
            return Ok(SymbolicNumber::undefined());
        }
        let fork = self.fork();
        let mut cases = Vec::new();
        for (at, value) in values.iter().enumerate() {
            // Equal ones count in the order in which they are written.
            let mut before = Vec::new();
            for (other, against) in values.iter().enumerate().filter(|(other, _)| *other != at) {
                let comparison = if other < at { Comparison::LessEqual } else { Comparison::Less };
                before.push(self.compare(comparison, against, value)?);
            }
            let guard = count::compared(&before, Comparison::Equal, place - 1);
            cases.push(SymbolicCase {
                guards: vec![guard],
                ways: vec![(fork, at)],
                value: value.clone(),
            });
        }
        Ok(SymbolicNumber { defined: Formula::Constant(true), cases })
    }

    /// `floor(k phi) + more * k`, in Fibonacci digits.
    ///
    /// For k >= 1 it is `shift(k - 1) + 1`, where shift moves Fibonacci digits one place up. Proof.
    /// Let n = k - 1 be the sum of F(i) over the places i of its ones, counted so that F(2) = 1,
    /// F(3) = 2. With ψ = 1 - φ = -1/φ we have F(i+1) = φ F(i) + ψ^i, so shift(n) = φ n + e, where e
    /// is the sum of ψ^i. All i are at least 2 and no two are neighbours, so e lies between
    /// ψ^3 + ψ^5 + ... = -1/φ² and ψ² + ψ^4 + ... = 1/φ, and is neither. So
    /// k φ - (shift(n) + 1) = φ - 1 - e = 1/φ - e lies between 0 and 1/φ + 1/φ² = 1. ∎
    fn floor_phi(
        &mut self,
        multiple: &SymbolicValue,
        more: i64,
    ) -> TranslationResult<SymbolicNumber> {
        let form = self.number(multiple)?;
        let natural = self.variables.relation(&form, Comparison::GreaterEqual);
        let natural = self.variables.close(natural);
        let Some(below) = form.plus(-1, &LinearSum::constant(1)) else { return self.too_large() };
        let below = self.equal_to(&below)?;
        let shifted = self.variables.define(|variables, shifted| {
            Formula::Atom(Predicate::Shift, variables.names(&[below, shifted]))
        });
        // Not negative and not positive is zero.
        let positive = self.variables.relation(&form, Comparison::Greater);
        let positive = self.variables.close(positive);
        let next = LinearSum { constant: 1, ..LinearSum::variable(shifted) };
        let (Some(value), fork) = (next.plus(more, &form), self.fork()) else {
            return self.too_large();
        };
        let case = |way, guard, value| SymbolicCase {
            guards: vec![guard],
            ways: vec![(fork, way)],
            value,
        };
        let cases = vec![
            case(0, positive.clone(), SymbolicValue::Number(value)),
            case(1, not(positive), SymbolicValue::constant(0)),
        ];
        Ok(SymbolicNumber { defined: natural, cases })
    }

    /// The sum of numbers.
    pub(super) fn total(
        &mut self,
        operator: Arithmetic,
        arguments: Vec<SymbolicNumber>,
    ) -> TranslationResult<SymbolicNumber> {
        let start = if operator == Arithmetic::Add { 0 } else { 1 };
        let mut arguments = arguments.into_iter();
        let Some(mut all) = arguments.next() else {
            return Ok(SymbolicValue::constant(start).into());
        };
        for argument in arguments {
            all = self.arithmetic(operator, all, argument)?;
        }
        Ok(all)
    }

    /// `number` where `holds`, else `other`.
    pub(super) fn choice(
        &mut self,
        holds: &Formula,
        defined: Formula,
        number: SymbolicNumber,
        other: SymbolicNumber,
    ) -> TranslationResult<SymbolicNumber> {
        if let Formula::Constant(value) = holds {
            let taken = if *value { number } else { other };
            return Ok(SymbolicNumber { defined: and([defined, taken.defined]), ..taken });
        }
        let fork = self.fork();
        let mut cases = Vec::new();
        let sides = [(number, holds.clone()), (other, not(holds.clone()))];
        let mut all_defined = vec![defined];
        for (way, (side, guard)) in sides.into_iter().enumerate() {
            all_defined.push(implies(guard.clone(), side.defined));
            for case in side.cases {
                let guards = [vec![guard.clone()], case.guards].concat();
                let ways = [case.ways, vec![(fork, way)]].concat();
                cases.push(SymbolicCase { guards, ways, value: case.value });
            }
        }
        let whole = SymbolicNumber { defined: and(all_defined), cases };
        // Known numbers become one value.
        self.each_case(&[whole], |_, values| Ok(values[0].clone().into()))
    }
}
