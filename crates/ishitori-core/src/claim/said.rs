//! What a claim says of a position, without asking whether it is true: `P iff a = b` claims P of 3,3.

use ishitori_rule::syntax::Compare;

use super::check::{Check, CheckError, compiled};
use super::evaluate::{Evaluator, Stop, Value};
use super::formula::{Logic, Num, Place, Query};
use super::judge::Judge;
use crate::game::Heaps;
use crate::solve::Outcome;

/// What is said of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// Who wins.
    Outcome(Outcome),
    /// Its Grundy value.
    Value(i64),
    /// Whether this is its Grundy value.
    Is(u64, bool),
}

/// What the claim says of each of these positions, which may be far beyond what can be solved; `None` if it is
/// none of `P iff ...`, `grundy = ...` and `grundy = 1 iff ...`, or its variables run through a window.
/// Definitions may call each other deeply: give the thread a large stack.
///
/// # Errors
/// [`CheckError`] if it is not well formed, or cannot be evaluated there.
pub fn said(check: &Check, positions: &[Heaps]) -> Result<Option<Vec<Said>>, CheckError> {
    let program = compiled(check)?;
    if program.uses_window {
        return Ok(None);
    }
    let names = program.games.iter().map(|asked| asked.name.clone()).collect();
    let judges = program.games.iter();
    let judges = judges.map(|asked| Judge::new(&asked.game, check.convention, check.allowed));
    let (judges, allowed) = (judges.collect(), check.allowed);
    let mut evaluator = Evaluator::new(judges, names, &program.defined, program.slots, allowed);
    let mut says = |heaps: &Heaps| {
        evaluator.go_to(heaps);
        says(&mut evaluator, &program.statement).map_err(|stop| match *stop {
            Stop::GaveUp(gave_up) => CheckError::GaveUp(gave_up),
            stop => {
                let at = heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
                CheckError::Meaningless { at, why: stop.to_string() }
            }
        })
    };
    positions.iter().map(|heaps| says(heaps).transpose()).collect::<Option<_>>().transpose()
}

fn says<'p>(evaluator: &mut Evaluator<'p, '_>, statement: &'p Logic) -> Value<Option<Said>> {
    match statement {
        Logic::Let(slots, values, body) => {
            let values: Value<Vec<i64>> = values.iter().map(|value| evaluator.num(value)).collect();
            for (slot, value) in slots.iter().zip(values?) {
                evaluator.set_slot(*slot, value);
            }
            says(evaluator, body)
        }
        Logic::Iff(first, second) => {
            for (play, condition) in [(first, second), (second, first)] {
                if let Some(outcome) = outcome_here(play) {
                    let holds = evaluator.logic(condition)?;
                    return Ok(Some(Said::Outcome(if holds { outcome } else { other(outcome) })));
                }
                if let Some(value) = value_here(play) {
                    return Ok(Some(Said::Is(value, evaluator.logic(condition)?)));
                }
            }
            Ok(None)
        }
        Logic::Compare(Compare::Equal, left, right, _) => {
            for (play, number) in [(left, right), (right, left)] {
                if grundy_here(play) {
                    return Ok(Some(Said::Value(evaluator.num(number)?)));
                }
            }
            Ok(None)
        }
        _ => Ok(None),
    }
}

fn other(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::P => Outcome::N,
        Outcome::N => Outcome::P,
    }
}

/// Whether the position here is meant.
pub(crate) fn is_here(query: &Query) -> bool {
    if query.game != 0 {
        return false;
    }
    match &query.place {
        Place::Here => true,
        Place::Heaps(_) | Place::Board(_) | Place::Mask(_) => false,
    }
}

/// `P`, `N`, `not P`.
pub(crate) fn outcome_here(logic: &Logic) -> Option<Outcome> {
    match logic {
        Logic::Outcome(query, outcome) if is_here(query) => Some(*outcome),
        Logic::Not(inner) => match outcome_here(inner)? {
            Outcome::P => Some(Outcome::N),
            Outcome::N => Some(Outcome::P),
        },
        _ => None,
    }
}

/// `grundy`.
pub(crate) fn grundy_here(num: &Num) -> bool {
    matches!(num, Num::Grundy(query) if is_here(query))
}

/// `grundy = 1`.
pub(crate) fn value_here(logic: &Logic) -> Option<u64> {
    let Logic::Compare(Compare::Equal, left, right, _) = logic else { return None };
    match (&**left, &**right) {
        (num, Num::Constant(value)) | (Num::Constant(value), num) if grundy_here(num) => {
            u64::try_from(*value).ok().filter(|value| *value < 1 << 62)
        }
        _ => None,
    }
}
