//! The answers of a strategy that lowers up to K heaps, or takes the same power of two from several.
//!
//! Most significant digit first. A heap that is lowered is equal at first, so it need not be known; at one place its digit goes
//! from one to zero, and from there on its digits are free and the heap is tracked. A power of two 2^J is taken only from heaps that
//! have a one at place J, so nothing is borrowed: that is fewer moves than there are, and a strategy may do with fewer.

use crate::every_n::column::ColumnAutomaton;
use crate::every_n::macros::{OpenPlan, PlanMode, StrategyMacro, ToldColumn};
use crate::every_n::moves::{EveryNMove, most_lowered};
use std::collections::BTreeSet;

/// The place J and the number of heaps from each of which 2^J is taken, if a move is of that kind.
fn equal_power(taken: &EveryNMove) -> Option<(usize, usize)> {
    let EveryNMove::Take(amounts) = taken else { return None };
    let first = *amounts.first()?;
    let same = first.is_power_of_two() && amounts.iter().all(|amount| *amount == first);
    same.then(|| (first.trailing_zeros() as usize, amounts.len()))
}

/// What the plans may be after a column: for each choice of the heaps that are tracked, how many, and all plans.
pub(crate) fn answers(
    moves: &[EveryNMove],
    automaton: &ColumnAutomaton,
    at: &StrategyMacro,
    column: &ToldColumn,
) -> Vec<(usize, BTreeSet<OpenPlan>)> {
    let (most, count) = (most_lowered(moves), column.count());
    let read =
        |target: usize, count: usize| automaton.after(target, column.place, count, column.smaller);
    let of_mode =
        |mode: PlanMode| at.plans.iter().filter(move |plan| plan.0 == mode).map(|plan| plan.1);
    let mut always: BTreeSet<OpenPlan> = BTreeSet::new();
    for target in of_mode(PlanMode::Still) {
        always.insert((PlanMode::Still, read(target, count)));
        for (place, heaps) in moves.iter().filter_map(equal_power) {
            if place == column.place && place < automaton.places.named && heaps <= count {
                always.insert((PlanMode::Taken, read(target, count - heaps)));
            }
        }
    }
    always.extend(of_mode(PlanMode::Taken).map(|target| (PlanMode::Taken, read(target, count))));
    let mut answers = Vec::new();
    // The tracked heaps stay, and more of the others are lowered.
    let tracked = at.situation.tracked;
    let more = if tracked == 0 { 0 } else { (most - tracked).min(column.outside) };
    for newly in 0..=more {
        let mut plans = always.clone();
        for target in of_mode(PlanMode::Lowered) {
            for ones in 0..=tracked {
                let count = column.outside - newly + ones;
                plans.insert((PlanMode::Lowered, read(target, count)));
            }
        }
        answers.push((tracked + newly, plans));
    }
    // Others are lowered for the first time, and those that were tracked are given up.
    for newly in 1..=most.min(count) {
        let mut plans = always.clone();
        plans.extend(of_mode(PlanMode::Still).map(|t| (PlanMode::Lowered, read(t, count - newly))));
        answers.push((newly, plans));
    }
    answers
}
