//! Positions that satisfy a condition: `--where a <= 14`.
//!
//! The language is that of claims. Bounds that the condition states outright (`a <= 14 and b < 9`)
//! narrow the window before it is solved, so that a thin slab costs what its positions cost.

use ishitori_rule::syntax::{ComparisonOperator, Condition, ConditionKind, Expr, ExprKind};
use ishitori_rule::{HeapRules, Rules};

use super::evaluate::{ClaimPosition, EvaluationStop, Evaluator, WindowTruth};
use super::judge::GameTruth;
use super::request::{CheckError, ClaimCheck, compiled};
use crate::control::GaveUp;
use crate::game::{Board, Bounds, Heaps, WindowError};

/// Decides which positions satisfy a condition.
pub trait Filter {
    /// Whether a position of a game on heaps does.
    ///
    /// # Errors
    /// [`CheckError::Meaningless`] if the condition means nothing there.
    fn keeps_heaps(&mut self, heaps: &Heaps) -> Result<bool, CheckError>;

    /// Whether a board does.
    ///
    /// # Errors
    /// [`CheckError::Meaningless`] if the condition means nothing there.
    fn keeps_board(&mut self, board: Board) -> Result<bool, CheckError>;
}

/// Runs `inner` with the filter that `check.statement` is. Definitions may call each other deeply: give
/// the thread a large stack.
///
/// # Errors
/// [`CheckError`] if the condition is not well formed.
pub fn with_filter<T>(
    check: &ClaimCheck,
    inner: impl FnOnce(&mut dyn Filter) -> T,
) -> Result<T, CheckError> {
    let program = compiled(check)?;
    let names = program.games.iter().map(|asked| asked.name.clone()).collect();
    let judges = program.games.iter();
    let judges = judges.map(|asked| GameTruth::new(&asked.game, check.convention, check.control));
    let evaluator =
        Evaluator::new(judges.collect(), names, &program.defined, program.slots, check.control);
    let (statement, is_open) = (&program.statement, program.uses_window);
    Ok(inner(&mut StatementFilter { evaluator, statement, is_open }))
}

struct StatementFilter<'p, 'g> {
    evaluator: Evaluator<'p, 'g>,
    statement: &'p super::formula::CompiledCondition,
    /// Whether numbers beyond the window may matter.
    is_open: bool,
}

impl StatementFilter<'_, '_> {
    fn keeps(&mut self, at: impl FnOnce() -> String) -> Result<bool, CheckError> {
        let truth = match self.is_open {
            true => self.evaluator.window_truth(self.statement),
            false => {
                let holds = self.evaluator.logic(self.statement);
                holds.map(|holds| WindowTruth { holds, certain: true })
            }
        };
        match truth {
            Ok(WindowTruth { holds, certain: true }) => Ok(holds),
            Ok(WindowTruth { certain: false, .. }) => {
                Err(CheckError::GaveUp(GaveUp::new(format!(
                    "numbers beyond the window decide the condition at {}: give the quantifier a range, as in `exists x in 0 .. 50: ...`",
                    at()
                ))))
            }
            Err(stop) => Err(match *stop {
                EvaluationStop::GaveUp(gave_up) => CheckError::GaveUp(gave_up),
                stop => CheckError::Meaningless { at: at(), why: stop.to_string() },
            }),
        }
    }
}

impl Filter for StatementFilter<'_, '_> {
    fn keeps_heaps(&mut self, heaps: &Heaps) -> Result<bool, CheckError> {
        self.evaluator.go_to(heaps);
        self.keeps(|| heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(","))
    }

    fn keeps_board(&mut self, board: Board) -> Result<bool, CheckError> {
        self.evaluator.here = ClaimPosition::Board(board);
        self.keeps(|| format!("the board with mask {:#b}", board.mask()))
    }
}

/// The window, narrowed by what the condition says outright about single heaps.
///
/// # Errors
/// [`WindowError`] if the bounds make no window.
pub fn narrowed(
    rules: &Rules,
    condition: &Condition,
    bounds: &Bounds,
) -> Result<Bounds, WindowError> {
    let Rules::Heaps(rules) = rules else { return Ok(bounds.clone()) };
    let heaps = rules.names.len();
    let mut to = match bounds.to.as_slice() {
        [] => vec![None; heaps],
        [one] => vec![Some(*one); heaps],
        each if each.len() == heaps => each.iter().map(|bound| Some(*bound)).collect(),
        each => return Err(WindowError::BoundCount { given: each.len(), heaps }),
    };
    let unordered = rules.symmetry.identifies();
    if unordered {
        to.sort_unstable();
    }
    for (heap, bound) in stated(rules, condition) {
        // In ascending order a bound on one heap is a bound on all before it.
        let first = if unordered { 0 } else { heap };
        for to in &mut to[first..=heap] {
            *to = Some(to.map_or(bound, |to| to.min(bound)));
        }
    }
    let to: Option<Vec<u64>> = to.into_iter().collect();
    match to {
        Some(to) if to != vec![to[0]; heaps] || bounds.to.is_empty() => {
            Ok(Bounds { to, total: bounds.total })
        }
        Some(to) => Ok(Bounds { to: vec![to[0]], total: bounds.total }),
        // Some heap has no bound of its own: the total must do.
        None => Ok(bounds.clone()),
    }
}

/// Heaps with the largest size that the condition leaves them.
fn stated(rules: &HeapRules, condition: &Condition) -> Vec<(usize, u64)> {
    match &condition.kind {
        ConditionKind::And(left, right) => [stated(rules, left), stated(rules, right)].concat(),
        ConditionKind::Chain(first, rest) => {
            let mut found = Vec::new();
            let mut left = first;
            for (compare, right) in rest {
                let (heap, number, strict) = match compare {
                    ComparisonOperator::AtMost | ComparisonOperator::Equal => (left, right, 0),
                    ComparisonOperator::Less => (left, right, 1),
                    ComparisonOperator::AtLeast => (right, left, 0),
                    ComparisonOperator::Greater => (right, left, 1),
                    ComparisonOperator::NotEqual => (left, left, 0),
                };
                if let (Some(heap), ExprKind::Number(n)) = (heap_of(rules, heap), &number.kind) {
                    found.push((heap, u64::try_from(n - strict).unwrap_or(0)));
                }
                left = right;
            }
            found
        }
        _ => Vec::new(),
    }
}

fn heap_of(rules: &HeapRules, expr: &Expr) -> Option<usize> {
    let name = match &expr.kind {
        ExprKind::Name(name) => name.clone(),
        ExprKind::Heap(row, index) => match index.kind {
            ExprKind::Number(i) => format!("{}[{i}]", row.value),
            _ => return None,
        },
        _ => return None,
    };
    rules.names.iter().position(|known| *known == name)
}
