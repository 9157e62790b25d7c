//! What a claim says of a position, without asking whether it is true: `P iff a = b` claims P of 3,3.
//!
//! Such a statement has one side about play (`P`, `N`, `grundy`) and one about numbers. Only the side about
//! numbers is evaluated, so the position itself is not solved and may be as large as heaps can be; the words
//! for a violated proof are found this way. The prover's translation recognises the same forms.
//! Cost: a walk over the formula a position. Whether a claim is true: `check.rs`.

use ishitori_rule::syntax::ComparisonOperator;

use super::evaluate::{Evaluation, EvaluationStop, Evaluator};
use super::formula::{CompiledCondition, CompiledNumber, Query, QueryPosition};
use super::judge::GameTruth;
use super::request::{CheckError, ClaimCheck, compiled};
use crate::game::Heaps;
use crate::solve::Outcome;

/// What is said of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionStatement {
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
pub fn said(
    check: &ClaimCheck,
    positions: &[Heaps],
) -> Result<Option<Vec<PositionStatement>>, CheckError> {
    let program = compiled(check)?;
    if program.uses_window {
        return Ok(None);
    }
    let names = program.games.iter().map(|asked| asked.name.clone()).collect();
    let judges = program.games.iter();
    let judges = judges.map(|asked| GameTruth::new(&asked.game, check.convention, check.control));
    let (judges, control) = (judges.collect(), check.control);
    let mut evaluator = Evaluator::new(judges, names, &program.defined, program.slots, control);
    let mut says = |heaps: &Heaps| {
        evaluator.go_to(heaps);
        says(&mut evaluator, &program.statement).map_err(|stop| match *stop {
            EvaluationStop::GaveUp(gave_up) => CheckError::GaveUp(gave_up),
            stop => {
                let at = heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
                CheckError::Meaningless { at, why: stop.to_string() }
            }
        })
    };
    positions.iter().map(|heaps| says(heaps).transpose()).collect::<Option<_>>().transpose()
}

fn says<'p>(
    evaluator: &mut Evaluator<'p, '_>,
    statement: &'p CompiledCondition,
) -> Evaluation<Option<PositionStatement>> {
    match statement {
        CompiledCondition::Let(slots, values, body) => {
            let values: Evaluation<Vec<i64>> =
                values.iter().map(|value| evaluator.num(value)).collect();
            for (slot, value) in slots.iter().zip(values?) {
                evaluator.set_slot(*slot, value);
            }
            says(evaluator, body)
        }
        CompiledCondition::Iff(first, second) => {
            for (play, condition) in [(first, second), (second, first)] {
                if let Some(outcome) = outcome_here(play) {
                    let holds = evaluator.logic(condition)?;
                    return Ok(Some(PositionStatement::Outcome(if holds {
                        outcome
                    } else {
                        other(outcome)
                    })));
                }
                if let Some(value) = value_here(play) {
                    return Ok(Some(PositionStatement::Is(value, evaluator.logic(condition)?)));
                }
            }
            Ok(None)
        }
        CompiledCondition::Compare(ComparisonOperator::Equal, left, right, _) => {
            for (play, number) in [(left, right), (right, left)] {
                if grundy_here(play) {
                    return Ok(Some(PositionStatement::Value(evaluator.num(number)?)));
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
        QueryPosition::Here => true,
        QueryPosition::Heaps(_)
        | QueryPosition::Board(_)
        | QueryPosition::Mask(_)
        | QueryPosition::Figure(_)
        | QueryPosition::Bound(_)
        | QueryPosition::Image(..) => false,
    }
}

/// `P`, `N`, `not P`.
pub(crate) fn outcome_here(logic: &CompiledCondition) -> Option<Outcome> {
    match logic {
        CompiledCondition::Outcome(query, outcome) if is_here(query) => Some(*outcome),
        CompiledCondition::Not(inner) => match outcome_here(inner)? {
            Outcome::P => Some(Outcome::N),
            Outcome::N => Some(Outcome::P),
        },
        _ => None,
    }
}

/// `grundy`.
pub(crate) fn grundy_here(num: &CompiledNumber) -> bool {
    matches!(num, CompiledNumber::Grundy(query) if is_here(query))
}

/// `grundy = 1`.
pub(crate) fn value_here(logic: &CompiledCondition) -> Option<u64> {
    let CompiledCondition::Compare(ComparisonOperator::Equal, left, right, _) = logic else {
        return None;
    };
    match (&**left, &**right) {
        (num, CompiledNumber::Constant(value)) | (CompiledNumber::Constant(value), num)
            if grundy_here(num) =>
        {
            u64::try_from(*value).ok().filter(|value| *value < 1 << 62)
        }
        _ => None,
    }
}
