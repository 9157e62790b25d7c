//! Every position has exactly one value.
//!
//! One at least: a subset construction over the columns, the digits of the value being guessed. One at most: pairs of states for two
//! values, one of which differs. In height coding also that no value with two ones is accepted. Cost: subsets and pairs times letters.

use crate::every_n::column::ColumnAutomaton;
use crate::refusal::CheckRefusal;
use crate::watch::{CheckWatch, STATES, SUBSETS};
use std::collections::{BTreeSet, HashSet};

/// Checks it, and returns how many subsets and pairs there are.
///
/// # Errors
/// A refusal if some position may have none or two, or the watcher stops.
pub(crate) fn one_value(
    automaton: &ColumnAutomaton,
    height: bool,
    watch: &mut CheckWatch,
) -> Result<usize, CheckRefusal> {
    Ok(at_least_one(automaton, watch)? + at_most_one(automaton, height, watch)?)
}

fn at_least_one(
    automaton: &ColumnAutomaton,
    watch: &mut CheckWatch,
) -> Result<usize, CheckRefusal> {
    let start = (BTreeSet::from([0]), automaton.places.start());
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start];
    let mut elements = 0;
    while let Some((states, phase)) = open.pop() {
        let valued = states.iter().any(|state| automaton.accepting[*state]);
        if automaton.places.may_end(phase) && !valued {
            return Err(CheckRefusal::new("a position may have no value"));
        }
        for (place, phase) in automaton.places.next(phase) {
            for count in 0..automaton.classes.len() {
                watch.tick(states.len())?;
                let next = |state: &usize| {
                    let (state, values) = (*state, automaton.values());
                    values.map(move |value| automaton.after(state, place, count, value))
                };
                let reached = (states.iter().flat_map(next).collect::<BTreeSet<_>>(), phase);
                if !seen.contains(&reached) {
                    elements += reached.0.len();
                    watch.limit(elements, SUBSETS)?;
                    seen.insert(reached.clone());
                    open.push(reached);
                }
            }
        }
    }
    Ok(seen.len())
}

fn at_most_one(
    automaton: &ColumnAutomaton,
    height: bool,
    watch: &mut CheckWatch,
) -> Result<usize, CheckRefusal> {
    // Two states, phase, whether the values differ, and the ones of the first value.
    let start = (0, 0, automaton.places.start(), false, 0);
    let mut seen = HashSet::from([start]);
    let mut open = vec![start];
    while let Some((one, other, phase, differ, ones)) = open.pop() {
        let ends = automaton.places.may_end(phase) && automaton.accepting[one];
        if ends && automaton.accepting[other] && differ {
            return Err(CheckRefusal::new("a position may have two values"));
        }
        if ends && height && ones > 1 {
            return Err(CheckRefusal::new("a value is no power of two"));
        }
        for (place, phase) in automaton.places.next(phase) {
            for count in 0..automaton.classes.len() {
                for (first, second) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    watch.tick(1)?;
                    let reached = (
                        automaton.after(one, place, count, first),
                        automaton.after(other, place, count, second),
                        phase,
                        differ || first != second,
                        (ones + first).min(2),
                    );
                    if seen.insert(reached) {
                        watch.limit(seen.len(), STATES)?;
                        open.push(reached);
                    }
                }
            }
        }
    }
    Ok(seen.len())
}
