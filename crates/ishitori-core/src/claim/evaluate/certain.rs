//! Whether numbers beyond the window could change the truth of a condition.
//!
//! A quantifier without a set runs through all numbers, and an evaluation looks at those up to an edge. What it
//! finds there is certain: an example of `exists`, a counterexample of `for all`. What it does not find may be beyond.
//! Connectives pass that on: `A and B` is certainly false if one of them is, whatever the other. The truth told here is
//! always that of [`Evaluator::logic`]; this is asked only where that makes a difference, since nothing stops early.

use std::ops::ControlFlow;

use ishitori_rule::syntax::Quantifier;

use super::{Evaluation, EvaluationStop, Evaluator};
use crate::claim::formula::{BoundVariables, CompiledCondition};

/// Whether a condition holds as far as it is looked at, and whether it does for all numbers too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::claim) struct WindowTruth {
    pub holds: bool,
    pub certain: bool,
}

/// What is to be said of a claim in one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::claim) enum CaseFinding {
    /// Nothing in the window speaks against it.
    Holds,
    /// It is false.
    Fails,
    /// Numbers beyond the window may make it true.
    Undecided,
}

impl WindowTruth {
    fn not(self) -> WindowTruth {
        WindowTruth { holds: !self.holds, ..self }
    }
}

impl<'p> Evaluator<'p, '_> {
    /// Looks at a statement. It `is_open` if quantifiers run through all numbers.
    pub(in crate::claim) fn finding(
        &mut self,
        statement: &'p CompiledCondition,
        is_open: bool,
    ) -> Evaluation<CaseFinding> {
        if self.logic(statement)? {
            return Ok(CaseFinding::Holds);
        }
        let is_certain = !is_open || self.window_truth(statement)?.certain;
        Ok(if is_certain { CaseFinding::Fails } else { CaseFinding::Undecided })
    }

    /// The truth of a condition, and whether numbers beyond the window could change it.
    pub(in crate::claim) fn window_truth(
        &mut self,
        condition: &'p CompiledCondition,
    ) -> Evaluation<WindowTruth> {
        match condition {
            CompiledCondition::Not(inner) => Ok(self.window_truth(inner)?.not()),
            CompiledCondition::And(parts) => self.first_of(parts.iter(), false),
            CompiledCondition::Or(parts) => self.first_of(parts.iter(), true),
            CompiledCondition::Implies(left, right) => {
                let left = self.window_truth(left)?.not();
                if left.holds && left.certain {
                    return Ok(left);
                }
                let right = self.guarded(right, left.holds)?;
                Ok(either(left, right, true))
            }
            CompiledCondition::Iff(left, right) => {
                let (left, right) = (self.window_truth(left)?, self.window_truth(right)?);
                let certain = left.certain && right.certain;
                Ok(WindowTruth { holds: left.holds == right.holds, certain })
            }
            CompiledCondition::Quantified(quantifier, through, body) => {
                self.quantified_truth(*quantifier, through, body)
            }
            CompiledCondition::Let(slots, values, body) => {
                let before = std::mem::take(&mut self.reached_edge);
                let values = self.nums(values);
                let certain = !std::mem::replace(&mut self.reached_edge, before);
                for (slot, value) in slots.iter().zip(values?) {
                    self.set_slot(*slot, value);
                }
                let body = self.window_truth(body)?;
                Ok(WindowTruth { certain: body.certain && certain, ..body })
            }
            condition => {
                let before = std::mem::take(&mut self.reached_edge);
                let holds = self.logic(condition);
                let certain = !std::mem::replace(&mut self.reached_edge, before);
                Ok(WindowTruth { holds: holds?, certain })
            }
        }
    }

    /// `or` if `decides`, otherwise `and`.
    fn first_of(
        &mut self,
        parts: impl Iterator<Item = &'p CompiledCondition>,
        decides: bool,
    ) -> Evaluation<WindowTruth> {
        let mut all = WindowTruth { holds: !decides, certain: true };
        for part in parts {
            let part = self.guarded(part, all.holds == decides)?;
            all = either(all, part, decides);
            if all.holds == decides && all.certain {
                break;
            }
        }
        Ok(all)
    }

    /// A condition that those before it may guard: if they seem to decide (`is_guarded`), it need not mean anything.
    fn guarded(
        &mut self,
        condition: &'p CompiledCondition,
        is_guarded: bool,
    ) -> Evaluation<WindowTruth> {
        match self.window_truth(condition) {
            Err(stop) if is_guarded && !matches!(*stop, EvaluationStop::GaveUp(_)) => {
                Ok(WindowTruth { holds: false, certain: false })
            }
            truth => truth,
        }
    }

    fn quantified_truth(
        &mut self,
        quantifier: Quantifier,
        through: &'p [BoundVariables],
        body: &'p CompiledCondition,
    ) -> Evaluation<WindowTruth> {
        // As soon as so many have certainly been found, the answer is certain.
        let enough = match quantifier {
            Quantifier::All | Quantifier::Exists | Quantifier::No => 1,
            Quantifier::AtMostOne | Quantifier::ExactlyOne => 2,
        };
        let wanted = quantifier != Quantifier::All;
        let (mut found, mut surely, mut all_certain) = (0, 0, true);
        let before = std::mem::take(&mut self.reached_edge);
        let visited = self.each(through, &mut |evaluator| {
            let truth = evaluator.window_truth(body)?;
            all_certain &= truth.certain;
            if truth.holds == wanted {
                found += 1;
                surely += usize::from(truth.certain);
            }
            Ok(if surely >= enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        let reached_edge = std::mem::replace(&mut self.reached_edge, before);
        let _ = visited?;
        let holds = match quantifier {
            Quantifier::All | Quantifier::No => found == 0,
            Quantifier::Exists => found >= 1,
            Quantifier::AtMostOne => found <= 1,
            Quantifier::ExactlyOne => found == 1,
        };
        Ok(WindowTruth { holds, certain: surely >= enough || (all_certain && !reached_edge) })
    }
}

/// `or` of two if `decides`, otherwise `and`.
fn either(left: WindowTruth, right: WindowTruth, decides: bool) -> WindowTruth {
    let surely = |truth: WindowTruth| truth.holds == decides && truth.certain;
    let seems = |truth: WindowTruth| truth.holds == decides;
    let holds = if seems(left) || seems(right) { decides } else { !decides };
    let certain = surely(left) || surely(right) || (left.certain && right.certain);
    WindowTruth { holds, certain }
}
