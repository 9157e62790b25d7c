//! Statements about other positions than the one here: `for all a, b: a <= b implies P(a, b, a, b)`.
//!
//! Such a statement is true exactly if it is true of every position in turn, that is: whenever the heaps here are
//! those that it names, what it says of them is true of the position here. So `P(e)` becomes *if the heaps are e,
//! this is a P-position*, and `P(e) iff C` becomes *if the heaps are e, this is one exactly if C*. That is right only where
//! the statement is a conjunction of such instances: under `for all`, `and`, and on the right of `implies`. Elsewhere
//! (under `or`, `exists`, on the left of `implies`) it is refused, and so is every statement that speaks of the position here
//! as well (`xor(h) = 3 implies P(h[1], 0, 0)`): its heaps are others than those that are named. Where e is no position the claim means nothing.

use ishitori_automata::{Comparison, Formula};
use ishitori_rule::syntax::Quantifier;

use super::linear::LinearSum;
use super::value::{SymbolicCondition, SymbolicNumber, SymbolicValue};
use super::{TranslationResult, Translator};
use crate::claim::formula::{CompiledCondition, CompiledNumber, Query, QueryPosition};
use crate::prove::connect::{and, iff, implies, not, or};
use crate::prove::goal::permutations;
use crate::solve::Outcome;

/// With more heaps than this, an unordered tuple has too many orders.
const MAX_UNORDERED: usize = 4;

/// Whether what is translated may be an instance, and whether one was met.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Instances {
    allowed: bool,
    met: bool,
}

impl Instances {
    /// Whether what follows may be one.
    pub fn allowed(self) -> bool {
        self.allowed
    }

    /// From now on what follows may be one, or may not.
    pub fn allow(&mut self, allowed: bool) {
        self.allowed = allowed;
    }

    /// Whether one was met.
    pub fn met(self) -> bool {
        self.met
    }
}

impl<'p> Translator<'p> {
    /// A part of a statement where instances may stand, or one of them; `None` for everything else, in which
    /// none may. Whether they may afterwards is for the caller to say.
    pub(super) fn instance(
        &mut self,
        logic: &'p CompiledCondition,
    ) -> TranslationResult<Option<SymbolicCondition>> {
        if !self.instances.allowed {
            return Ok(None);
        }
        self.instances.allowed = false;
        match logic {
            CompiledCondition::And(parts) => {
                let (mut holds, mut defined) = (Vec::new(), Vec::new());
                for part in parts {
                    let before = and(holds.clone());
                    if before == Formula::Constant(false) {
                        break;
                    }
                    let part = self.instance_part(part)?;
                    defined.push(implies(before, part.defined));
                    holds.push(part.holds);
                }
                Ok(Some(SymbolicCondition { holds: and(holds), defined: and(defined) }))
            }
            CompiledCondition::Implies(first, second) => {
                let first = self.logic(first)?;
                if first.holds == Formula::Constant(false) {
                    let holds = Formula::Constant(true);
                    return Ok(Some(SymbolicCondition { holds, ..first }));
                }
                let second = self.instance_part(second)?;
                let defined = implies(first.holds.clone(), second.defined);
                Ok(Some(SymbolicCondition {
                    holds: implies(first.holds, second.holds),
                    defined: and([first.defined, defined]),
                }))
            }
            CompiledCondition::Quantified(Quantifier::All, through, body) => {
                // The quantifier asks for its body in the ordinary way.
                self.instances.allowed = true;
                self.quantified(Quantifier::All, through, body).map(Some)
            }
            CompiledCondition::Let(slots, values, body) => {
                let mut defined = Vec::new();
                let values = self.nums(values, &mut defined)?;
                self.bind(slots, values);
                let body = self.instance_part(body)?;
                defined.push(body.defined);
                Ok(Some(SymbolicCondition { defined: and(defined), ..body }))
            }
            CompiledCondition::Iff(first, second) => {
                for (play, condition) in [(first, second), (second, first)] {
                    if let Some((heaps, outcome)) = elsewhere(play) {
                        let condition = self.logic(condition)?;
                        return self.at(heaps, outcome, Some(condition)).map(Some);
                    }
                }
                Ok(None)
            }
            other => match elsewhere(other) {
                Some((heaps, outcome)) => self.at(heaps, outcome, None).map(Some),
                None => Ok(None),
            },
        }
    }

    /// A part in which instances may stand.
    fn instance_part(
        &mut self,
        logic: &'p CompiledCondition,
    ) -> TranslationResult<SymbolicCondition> {
        self.instances.allowed = true;
        let part = self.logic(logic);
        self.instances.allowed = false;
        part
    }

    /// If the heaps here are these, then the outcome is this one; or is this one exactly if `condition` holds.
    fn at(
        &mut self,
        heaps: &'p [CompiledNumber],
        outcome: Outcome,
        condition: Option<SymbolicCondition>,
    ) -> TranslationResult<SymbolicCondition> {
        let Some(assumed) = self.assumed else {
            return self.outside("`P` or `N` of another position");
        };
        if !self.only_heaps_bound {
            return self.outside(
                "`P` or `N` of another position, in a slice or a game in which not all heaps are positions",
            );
        }
        self.instances.met = true;
        let mut defined = Vec::new();
        let numbers = self.nums(heaps, &mut defined)?;
        let mut is_position = Vec::new();
        for (heap, number) in numbers.iter().enumerate() {
            let least = self.variables.least(&LinearSum::variable(heap)).unwrap_or(0);
            let least = SymbolicValue::constant(least).into();
            is_position.push(self.compare_all(Comparison::GreaterEqual, number, &least)?);
        }
        let here = self.is_here(&numbers)?;
        let is = SymbolicCondition::from(Formula::Constant(assumed == outcome));
        let says = match condition {
            None => is,
            Some(condition) => {
                defined.push(condition.defined);
                iff(is.holds, condition.holds).into()
            }
        };
        defined.extend(is_position);
        Ok(SymbolicCondition { holds: or([not(here), says.holds]), defined: and(defined) })
    }

    /// The heaps here are these numbers, in any order if their order means nothing.
    fn is_here(&mut self, numbers: &[SymbolicNumber]) -> TranslationResult<Formula> {
        let n = numbers.len();
        if self.variables.is_ascending() && n > MAX_UNORDERED {
            return self.outside(format!("`P` or `N` of another position of {n} unordered heaps"));
        }
        let orders = match self.variables.is_ascending() {
            true => permutations(n),
            false => vec![(0..n).collect()],
        };
        let mut either = Vec::new();
        for order in orders {
            let mut all = Vec::new();
            for (heap, place) in order.into_iter().enumerate() {
                let here = SymbolicValue::Number(LinearSum::variable(heap)).into();
                all.push(self.compare_all(Comparison::Equal, &here, &numbers[place])?);
            }
            either.push(and(all));
        }
        Ok(or(either))
    }
}

/// `P(e)`, `N(e)`, `not P(e)` of the same game.
fn elsewhere(logic: &CompiledCondition) -> Option<(&[CompiledNumber], Outcome)> {
    match logic {
        CompiledCondition::Outcome(
            Query { game: 0, place: QueryPosition::Heaps(heaps), .. },
            outcome,
        ) => Some((heaps, *outcome)),
        CompiledCondition::Not(inner) => match elsewhere(inner)? {
            (heaps, Outcome::P) => Some((heaps, Outcome::N)),
            (heaps, Outcome::N) => Some((heaps, Outcome::P)),
        },
        _ => None,
    }
}
