//! Which theorem a statement is: who wins, Grundy values, or numbers alone.
//!
//! `P iff C` gives the set C, `grundy = x` the graph of x, `grundy = 1 iff C` one class. Any other
//! statement with `P` or `N` is read twice, once as if the position were P and once N. It says who wins
//! if exactly one of the two readings is true, and that it is so at every position becomes part of what
//! must be shown. If a value is a logarithm, `g` stands for 2 to the value, because exponents are no
//! numbers that automata compare. A statement that says who wins for some positions only (`P if C`, or
//! `for all a, b: P(a, b, a, b)`) is about families: where the reading as N is false, positions are lost, and
//! where the reading as P is false, they are won.

use ishitori_automata::{Comparison, Formula, Predicate};
use ishitori_rule::syntax::ComparisonOperator;

use super::exponent::{factor, one_hot};
use super::linear::LinearSum;
use super::value::{Exponent, SymbolicCase, SymbolicCondition, SymbolicNumber, SymbolicValue};
use super::{TheoremStatement, TranslationResult, Translator, ValueCoding};
use crate::claim::compile::Program;
use crate::claim::formula::CompiledCondition;
use crate::claim::statement::{grundy_here, outcome_here, value_here};
use crate::prove::connect::{and, exists, iff, not, or, simplify};
use crate::solve::Outcome;

impl<'p> Translator<'p> {
    /// What the statement of `program` says, and where it means something.
    pub(super) fn theorem(
        &mut self,
        program: &'p Program,
    ) -> TranslationResult<(TheoremStatement, Formula)> {
        let asked = program.games.iter().any(|game| game.outcomes || game.grundy);
        if asked {
            return self.about_play(&program.statement, program.games[0].grundy);
        }
        let SymbolicCondition { holds, defined } = self.logic(&program.statement)?;
        let holds = simplify(holds);
        let theorem = if program.about_here {
            TheoremStatement::Everywhere(holds)
        } else {
            TheoremStatement::Sentence(holds)
        };
        Ok((theorem, defined))
    }

    fn about_play(
        &mut self,
        statement: &'p CompiledCondition,
        grundy: bool,
    ) -> TranslationResult<(TheoremStatement, Formula)> {
        match statement {
            CompiledCondition::Let(slots, values, body) => {
                let mut defined = Vec::new();
                let values = self.nums(values, &mut defined)?;
                self.bind(slots, values);
                let (theorem, inner) = self.about_play(body, grundy)?;
                defined.push(inner);
                return Ok((theorem, and(defined)));
            }
            CompiledCondition::Iff(first, second) => {
                for (play, condition) in [(first, second), (second, first)] {
                    if let Some(outcome) = outcome_here(play) {
                        let SymbolicCondition { holds, defined } = self.logic(condition)?;
                        let wins = if outcome == Outcome::P { holds } else { not(holds) };
                        return Ok((TheoremStatement::Outcome(simplify(wins)), defined));
                    }
                    if let Some(value) = value_here(play) {
                        let SymbolicCondition { holds, defined } = self.logic(condition)?;
                        return Ok((
                            TheoremStatement::Class { value, set: simplify(holds) },
                            defined,
                        ));
                    }
                }
            }
            CompiledCondition::Compare(ComparisonOperator::Equal, left, right, span) => {
                self.span = Some(span.clone());
                for (play, number) in [(left, right), (right, left)] {
                    if grundy_here(play) {
                        let number = self.num(number)?;
                        return self.grundy(number);
                    }
                }
            }
            _ => {}
        }
        if grundy {
            // Some part of it is not about numbers; find out which.
            self.logic(statement)?;
            return self.outside("none of `grundy = ...` and `grundy = 1 iff ...`");
        }
        self.decided(statement)
    }

    /// Who wins follows if the statement is true of one outcome and false of the other. That it is
    /// so everywhere is to be proved.
    fn decided(
        &mut self,
        statement: &'p CompiledCondition,
    ) -> TranslationResult<(TheoremStatement, Formula)> {
        let mut with = |outcome| {
            self.assumed = Some(outcome);
            self.instances.allow(true);
            let truth = self.logic(statement);
            self.instances.allow(false);
            self.assumed = None;
            truth
        };
        let (p, n) = (with(Outcome::P)?, with(Outcome::N)?);
        let (first, second) = (simplify(p.holds), simplify(n.holds));
        let sure = |holds: &Formula| *holds == Formula::Constant(true);
        if sure(&first) && sure(&second) {
            return self.outside("it says of no position who wins");
        }
        if self.instances.met()
            || sure(&second)
            || sure(&first) && second != Formula::Constant(false)
        {
            let (lost, won) = (simplify(not(second)), simplify(not(first)));
            let theorem = TheoremStatement::Families { lost, won };
            return Ok((theorem, and([p.defined, n.defined])));
        }
        let one = iff(first.clone(), not(second));
        Ok((TheoremStatement::Outcome(first), and([p.defined, n.defined, one])))
    }

    fn grundy(&mut self, number: SymbolicNumber) -> TranslationResult<(TheoremStatement, Formula)> {
        let g = self.variables.named("g");
        let is_exponent = |case: &SymbolicCase| matches!(case.value, SymbolicValue::Exponent(_));
        if !number.cases.iter().any(is_exponent) {
            let value: SymbolicNumber = SymbolicValue::Number(LinearSum::variable(g)).into();
            let graph = self.compare_all(Comparison::Equal, &number, &value)?;
            let graph = simplify(graph);
            return Ok((
                TheoremStatement::Grundy { coding: ValueCoding::Plain, graph },
                number.defined,
            ));
        }
        let mut either = Vec::new();
        for case in &number.cases {
            let is = self.one_hot_value(&case.value, g)?;
            either.push(and(case.guards.iter().cloned().chain([is])));
        }
        let graph = simplify(or(either));
        Ok((TheoremStatement::Grundy { coding: ValueCoding::OneHot, graph }, number.defined))
    }

    /// `g` is 2 to the value.
    fn one_hot_value(&mut self, value: &SymbolicValue, g: usize) -> TranslationResult<Formula> {
        if let SymbolicValue::Exponent(exponent) = value {
            return self.one_hot_exponent(*exponent, g);
        }
        if matches!(value, SymbolicValue::Infinite) {
            return Ok(Formula::Constant(false));
        }
        let Some(options) = self.finite(value) else {
            return self.outside(
                "a Grundy value that is a number of digits at some positions and another unknown number at others",
            );
        };
        let name = self.variables.names(&[g]);
        let mut either = Vec::new();
        // No Grundy value is negative.
        for (number, holds) in options.into_iter().filter(|(number, _)| *number >= 0) {
            let Some(power) = factor(number) else { return self.too_large() };
            let is = Formula::Atom(Predicate::Is(power.unsigned_abs()), name.clone());
            either.push(and([holds, is]));
        }
        Ok(or(either))
    }

    fn one_hot_exponent(&mut self, exponent: Exponent, g: usize) -> TranslationResult<Formula> {
        let (of, g) = (self.variables.name(exponent.of), self.variables.name(g));
        if exponent.shift == 0 {
            return Ok(self.variables.close(one_hot(exponent.end, of, g)));
        }
        let Some(factor) = factor(exponent.shift.abs()) else { return self.too_large() };
        let (of, g) = (of.to_string(), g.to_string());
        let power = self.variables.fresh("p");
        let p = self.variables.name(power);
        let terms = match exponent.shift > 0 {
            true => [(1, g.as_str()), (-factor, p)],
            false => [(factor, g.as_str()), (-1, p)],
        };
        let sum = Formula::linear(&terms, Comparison::Equal, 0);
        let body = and([one_hot(exponent.end, &of, p), sum]);
        Ok(self.variables.close(exists(vec![p.to_string()], body)))
    }
}
