//! Taking a common divisor, least significant digit first: how a strategy goes on.
//!
//! It takes a power of two that divides all heaps, or a heap that is the only one left. A power of two 2^J is taken at place J, where
//! every heap has had only zeros: from a heap with a one at J, or from one whose lowest one is still to come. Until it comes, the
//! digits of that heap become ones, and it need not be known. A heap that may be the only one is tracked from its lowest one on.

use super::machine::CountMachine;
use super::situation::{MoveStage, StrategyState, TellableColumn, Ways};

/// Every choice of a strategy after a column: the tracked heaps, and all ways that are open then.
pub(super) fn choices(
    machine: &CountMachine,
    state: &StrategyState,
    column: &TellableColumn,
) -> Vec<(usize, Ways)> {
    let ones = column.ones();
    let step = |at: usize, ones: usize| machine.step(at, column.place, ones, column.smaller);
    let fresh = !state.told.nonzero && state.tracked == 0;
    let mut free = Ways::new();
    let mut tracking = Ways::new();
    let mut alone = Ways::new();
    for (stage, at) in state.ways.iter().copied() {
        match stage {
            MoveStage::Still => {
                free.insert((MoveStage::Still, step(at, ones)));
                if fresh && ones == 0 {
                    tracking.insert((MoveStage::Borrow, step(at, 1)));
                } else if fresh {
                    free.insert((MoveStage::Done, step(at, ones - 1)));
                }
                if fresh && ones == 1 {
                    alone.insert((MoveStage::Whole, step(at, 0)));
                    alone.insert((MoveStage::Borrow, step(at, 2)));
                }
            }
            MoveStage::Borrow if column.outside == 0 => {
                tracking.insert((MoveStage::Borrow, step(at, ones + 1)));
            }
            MoveStage::Borrow => {
                free.insert((MoveStage::Done, step(at, ones - 1)));
            }
            MoveStage::Whole if column.outside == 0 => {
                tracking.insert((MoveStage::Whole, step(at, 0)));
            }
            MoveStage::Done => {
                free.insert((MoveStage::Done, step(at, ones)));
            }
            MoveStage::Whole | MoveStage::Lowered | MoveStage::Taken => {}
        }
    }
    let mut choices = vec![(state.tracked, free.union(&tracking).copied().collect())];
    if !alone.is_empty() {
        choices.push((1, free.union(&alone).copied().collect()));
    }
    choices
}
