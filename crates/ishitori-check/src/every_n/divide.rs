//! `moves divide`: d >= 1 stones are taken from one heap, where d divides all heaps.
//!
//! No automaton recognises common divisors, so two other sets of moves are read, least significant digit first.
//!
//! *Wide* ([`stays`]): 1 <= d <= x, and no heap has a one below the lowest one of d. Every move is one of these: where d divides a heap
//! y > 0, 2^v2(d) divides y.
//!
//! *Narrow* ([`answers`]): d is a power of two that divides all heaps; or d is one heap, and all others are empty. All
//! of these are moves. A power of two 2^J is taken at place J, as long as no heap has had a one: from a heap with a one there, or
//! from one whose lowest one comes later: its digits from J on become ones, and its lowest one becomes zero.

use crate::every_n::column::ColumnAutomaton;
use crate::every_n::macros::{OpenPlan, PlanMode, StrategyMacro, ToldColumn};
use crate::refusal::CheckRefusal;
use crate::watch::{CheckWatch, STATES};
use std::collections::{BTreeSet, HashSet};

/// What the plans may be after a column: for each choice of the heap that is tracked, how many are, and all plans.
pub(crate) fn answers(
    automaton: &ColumnAutomaton,
    at: &StrategyMacro,
    column: &ToldColumn,
) -> Vec<(usize, BTreeSet<OpenPlan>)> {
    let (count, tracked) = (column.count(), at.situation.tracked);
    let all_zero = !at.situation.nonzero;
    let read =
        |target: usize, count: usize| automaton.after(target, column.place, count, column.smaller);
    let mut plans: BTreeSet<OpenPlan> = BTreeSet::new();
    let mut chosen: BTreeSet<OpenPlan> = BTreeSet::new();
    for (mode, target) in &at.plans {
        let mut add = |mode: PlanMode, count: usize| plans.insert((mode, read(*target, count)));
        match mode {
            PlanMode::Still => {
                add(PlanMode::Still, count);
                match (all_zero && tracked == 0, count) {
                    (false, _) => {}
                    (true, 0) => {
                        add(PlanMode::Borrow, 1);
                    }
                    (true, _) => {
                        add(PlanMode::Done, count - 1);
                    }
                }
                if all_zero && tracked == 0 && count == 1 {
                    // This one heap is the only one that has had a one: it goes, or another one is borrowed from.
                    chosen.insert((PlanMode::Whole, read(*target, 0)));
                    chosen.insert((PlanMode::Borrow, read(*target, 2)));
                }
            }
            PlanMode::Done => {
                add(PlanMode::Done, count);
            }
            // The heap is none of the tracked ones, and has only zeros so far, as all others have.
            PlanMode::Borrow if column.outside > 0 => {
                add(PlanMode::Done, count - 1);
            }
            PlanMode::Borrow => {
                add(PlanMode::Borrow, count + 1);
            }
            PlanMode::Whole if tracked == 1 && column.outside == 0 => {
                add(PlanMode::Whole, 0);
            }
            PlanMode::Whole | PlanMode::Lowered | PlanMode::Taken => {}
        }
    }
    let mut answers = vec![(tracked, plans.clone())];
    if !chosen.is_empty() {
        // Only plans that do not speak of tracked heaps stay beside those that do now.
        chosen.extend(plans.into_iter().filter(|plan| !plan.0.tracks()));
        answers.push((1, chosen));
    }
    answers
}

/// Checks that no wide move leads from what is accepted to what is accepted, with the same value.
///
/// # Errors
/// A refusal if one does, or the watcher stops.
pub(crate) fn stays(
    automaton: &ColumnAutomaton,
    watch: &mut CheckWatch,
) -> Result<usize, CheckRefusal> {
    // States before and after, phase, whether d has begun, the borrow, and whether some heap had a one.
    let start = (0, 0, automaton.places.start(), false, 0, false);
    let mut seen = HashSet::from([start]);
    let mut open = vec![start];
    while let Some((before, after, phase, begun, borrow, nonzero)) = open.pop() {
        let kept = automaton.accepting[before] && automaton.accepting[after];
        if kept && begun && borrow == 0 && automaton.places.may_end(phase) {
            return Err(CheckRefusal::new("a move may keep what is claimed"));
        }
        for (place, phase) in automaton.places.next(phase) {
            for rest in 0..automaton.classes.len() {
                for (heap, taken) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    if taken == 1 && !begun && nonzero {
                        continue;
                    }
                    let left: i32 = heap - taken - borrow;
                    for value in automaton.values() {
                        watch.tick(1)?;
                        let reached = (
                            automaton.after(before, place, rest + heap as usize, value),
                            automaton.after(
                                after,
                                place,
                                rest + left.rem_euclid(2) as usize,
                                value,
                            ),
                            phase,
                            begun || taken == 1,
                            i32::from(left < 0),
                            nonzero || rest + heap as usize > 0,
                        );
                        if seen.insert(reached) {
                            watch.limit(seen.len(), STATES)?;
                            open.push(reached);
                        }
                    }
                }
            }
        }
    }
    Ok(seen.len())
}
