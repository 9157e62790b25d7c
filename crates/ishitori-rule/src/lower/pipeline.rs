//! Move pipelines: `split 2 into 2, then delete 2`.
//!
//! The heaps go through the steps as a list of items. Splitting replaces an item by pieces, which
//! are fresh variables that add up to it; deleting drops items. Every way of choosing the items
//! makes one family. Pieces of one heap are interchangeable, so of them only the last ones are
//! deleted. At the end there must be as many items as heaps; an item stays in the place of the
//! heap it comes from, further pieces fill the places of deleted heaps.

use super::draft::{OptionInstance, new_fresh};
use super::limits::{MAX_INSTANCES, too_many};
use super::scope::NameScope;
use super::watch::LoweringWatch;
use crate::family::{Affine, AffineCondition as Atom};
use crate::problem::{Problem, Span};
use crate::syntax::{Expr, OptionLine, PipelineStep};

/// How many choices of heaps a step may have; most lead to the same families.
const MAX_CHOICES: u64 = 200_000;

#[derive(Clone, Debug)]
struct PipelineItem {
    value: Affine,
    /// The place it came from, for heaps and first pieces.
    home: Option<usize>,
    /// The split it came from.
    split: Option<usize>,
}

#[derive(Clone, Debug)]
struct PipelineState {
    items: Vec<PipelineItem>,
    conditions: Vec<Atom>,
    splits: usize,
    fresh: usize,
}

pub(super) fn instances(
    scope: &mut NameScope,
    steps: &[PipelineStep],
    line: &OptionLine,
    watch: &LoweringWatch,
) -> Result<Vec<OptionInstance>, Problem> {
    let heap = |i| PipelineItem { value: Affine::heap(i), home: Some(i), split: None };
    let fresh = scope.fresh.as_ref().map_or(0, Vec::len);
    let mut states = vec![PipelineState {
        items: (0..scope.heaps).map(heap).collect(),
        conditions: Vec::new(),
        splits: 0,
        fresh,
    }];
    for step in steps {
        states = match step {
            PipelineStep::Split { heaps, pieces } => {
                let count = amount(scope, heaps, 0, scope.heaps)?;
                let pieces = match pieces {
                    Some(expr) => amount(scope, expr, 2, 64)?,
                    None => 2,
                };
                split(scope, &states, count, pieces, line, watch)?
            }
            PipelineStep::Delete { heaps } => {
                let count = amount(scope, heaps, 0, states[0].items.len())?;
                delete(&states, count, &line.span, watch)?
            }
        };
        if states.is_empty() {
            return Err(Problem::new(
                line.span.clone(),
                "this step has too few heaps",
                "not enough heaps left",
            ));
        }
    }
    let left = states[0].items.len();
    if left != scope.heaps {
        return Err(Problem::new(
            line.span.clone(),
            "this move leaves the position space",
            format!("it turns {} heaps into {left}", scope.heaps),
        )
        .hint("`split K into M` adds K*(M-1) heaps: delete as many"));
    }
    Ok(states.into_iter().map(arrange).collect())
}

fn amount(scope: &mut NameScope, expr: &Expr, low: usize, high: usize) -> Result<usize, Problem> {
    let value = scope.number(expr)?;
    usize::try_from(value).ok().filter(|v| (low..=high).contains(v)).ok_or_else(|| {
        let label = format!("must be from {low} to {high}");
        Problem::new(expr.span.clone(), format!("{value} is not possible here"), label)
    })
}

fn split(
    scope: &mut NameScope,
    states: &[PipelineState],
    count: usize,
    pieces: usize,
    line: &OptionLine,
    watch: &LoweringWatch,
) -> Result<Vec<PipelineState>, Problem> {
    let mut next = Vec::new();
    affordable(states, count, &line.span)?;
    for state in states {
        for chosen in choices(state.items.len(), count) {
            watch.look()?;
            let mut new = PipelineState { items: Vec::new(), ..state.clone() };
            for (i, item) in state.items.iter().enumerate() {
                if !chosen.contains(&i) {
                    new.items.push(item.clone());
                    continue;
                }
                let mut rest = item.value.clone();
                for piece in 0..pieces {
                    let home = if piece == 0 { item.home } else { None };
                    let value = if piece + 1 < pieces {
                        nth_fresh(scope, &mut new.fresh, &line.span)
                    } else {
                        rest.clone()
                    };
                    rest = rest.minus(&value).expect("coefficients of 1");
                    let split = Some(new.splits);
                    new.items.push(PipelineItem { value, home, split });
                }
                new.splits += 1;
            }
            // Every piece is a heap, also one that is deleted later.
            let old: Vec<&Affine> = state.items.iter().map(|i| &i.value).collect();
            for item in new.items.iter().filter(|i| !old.contains(&&i.value)) {
                let floor = Affine::constant(scope.floor);
                new.conditions.push(Atom::AtLeastZero(item.value.minus(&floor).expect("small")));
            }
            next.push(new);
        }
        if next.len() > MAX_INSTANCES {
            return Err(too_many(line.span.clone()));
        }
    }
    Ok(next)
}

/// Families of one line share their fresh variables by number; a family drops those it lacks.
fn nth_fresh(scope: &mut NameScope, used: &mut usize, span: &Span) -> Affine {
    let have = scope.fresh.as_ref().map_or(0, Vec::len);
    if *used == have {
        new_fresh(scope, format!("x.{}", have + 1), span.clone());
    }
    *used += 1;
    Affine::fresh(*used - 1)
}

fn delete(
    states: &[PipelineState],
    count: usize,
    span: &Span,
    watch: &LoweringWatch,
) -> Result<Vec<PipelineState>, Problem> {
    let mut next = Vec::new();
    affordable(states, count, span)?;
    for state in states {
        watch.look()?;
        for chosen in choices(state.items.len(), count) {
            // Of the pieces of one split only the last may go.
            let skips_a_later_piece = chosen.iter().any(|&i| {
                let later = state.items.get(i + 1);
                let twin =
                    later.is_some_and(|l| l.split.is_some() && l.split == state.items[i].split);
                twin && !chosen.contains(&(i + 1))
            });
            if skips_a_later_piece {
                continue;
            }
            let kept = state.items.iter().enumerate().filter(|(i, _)| !chosen.contains(i));
            next.push(PipelineState {
                items: kept.map(|(_, item)| item.clone()).collect(),
                ..state.clone()
            });
        }
        if next.len() > MAX_INSTANCES {
            return Err(too_many(span.clone()));
        }
    }
    Ok(next)
}

fn arrange(state: PipelineState) -> OptionInstance {
    let mut places: Vec<Option<Affine>> = vec![None; state.items.len()];
    let mut homeless = Vec::new();
    for item in state.items {
        match item.home {
            Some(home) => places[home] = Some(item.value),
            None => homeless.push(item.value),
        }
    }
    let mut homeless = homeless.into_iter();
    let result = places
        .into_iter()
        .map(|place| place.or_else(|| homeless.next()).expect("as many items as places"))
        .collect();
    OptionInstance::new(result, state.conditions)
}

/// Refuses before the choices are listed, not after.
fn affordable(states: &[PipelineState], count: usize, span: &Span) -> Result<(), Problem> {
    let n = states.first().map_or(0, |state| state.items.len());
    if count > n {
        return Ok(());
    }
    let chosen = (0..count).try_fold(1u64, |sum, i| {
        sum.checked_mul((n - i) as u64).map(|product| product / (i as u64 + 1))
    });
    match chosen.and_then(|chosen| chosen.checked_mul(states.len() as u64)) {
        Some(all) if all <= MAX_CHOICES => Ok(()),
        _ => Err(too_many(span.clone())),
    }
}

/// All sets of `count` numbers below `n`.
fn choices(n: usize, count: usize) -> Vec<Vec<usize>> {
    fn go(from: usize, n: usize, count: usize, chosen: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
        if count == 0 {
            all.push(chosen.clone());
            return;
        }
        for i in from..n {
            if n - i < count {
                break;
            }
            chosen.push(i);
            go(i + 1, n, count - 1, chosen, all);
            chosen.pop();
        }
    }
    let mut all = Vec::new();
    go(0, n, count, &mut Vec::new(), &mut all);
    all
}
