//! Lowering heaps and taking powers of two, most significant digit first: how a strategy goes on.
//!
//! A heap that will be lowered is equal at first, and need not be known before its digit goes from one to zero. From then on its digits
//! are free. A power of two is taken where the heaps have a one at its place: then nothing else changes. Other takings
//! are left to the opponent of the other half of the proof ([`super::stays`]).

use ishitori_rule::every_n::ManyHeapMove;

use super::machine::CountMachine;
use super::situation::{MoveStage, StrategyState, TellableColumn, Ways};

/// The most heaps that are lowered freely.
pub(super) fn most_lowered(moves: &[ManyHeapMove]) -> usize {
    let of = |one: &ManyHeapMove| if let ManyHeapMove::Lower(most) = one { *most } else { 0 };
    moves.iter().map(of).max().unwrap_or(0) as usize
}

/// Every choice of a strategy after a column: the tracked heaps, and all ways that are open then.
pub(super) fn choices(
    moves: &[ManyHeapMove],
    machine: &CountMachine,
    state: &StrategyState,
    column: &TellableColumn,
) -> Vec<(usize, Ways)> {
    let most = most_lowered(moves);
    let ones = column.ones();
    let step = |at: usize, ones: usize| machine.step(at, column.place, ones, column.smaller);
    // Whatever heaps are tracked, these ways go on.
    let mut common = Ways::new();
    for (stage, at) in &state.ways {
        if matches!(stage, MoveStage::Still | MoveStage::Taken) {
            common.insert((*stage, step(*at, ones)));
        }
        for one in moves {
            let ManyHeapMove::Take { stones, heaps } = one else { continue };
            let heaps = *heaps as usize;
            let here = column.place < machine.named && *stones == 1 << column.place;
            if *stage == MoveStage::Still && here && heaps <= ones {
                common.insert((MoveStage::Taken, step(*at, ones - heaps)));
            }
        }
    }
    let mut choices = Vec::new();
    // Nobody new is lowered, or some of those that are not tracked.
    let room = if state.tracked > 0 { most - state.tracked } else { 0 };
    for newly in 0..=room.min(column.outside) {
        let mut ways = common.clone();
        for (_, at) in state.ways.iter().filter(|(stage, _)| *stage == MoveStage::Lowered) {
            for digits in 0..=state.tracked {
                ways.insert((MoveStage::Lowered, step(*at, column.outside - newly + digits)));
            }
        }
        choices.push((state.tracked + newly, ways));
    }
    // Those that were tracked are left alone, and others are lowered.
    for newly in 1..=most.min(ones) {
        let mut ways = common.clone();
        for (_, at) in state.ways.iter().filter(|(stage, _)| *stage == MoveStage::Still) {
            ways.insert((MoveStage::Lowered, step(*at, ones - newly)));
        }
        choices.push((newly, ways));
    }
    choices
}
