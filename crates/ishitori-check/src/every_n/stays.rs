//! No move keeps what is claimed: a search for a path, most significant digit first.
//!
//! The heaps that do not move are an arbitrary count in each column. A heap that is lowered is equal at first, then one digit
//! goes from one to zero, then both digits are free. A heap from which C is taken owes a borrow to the next higher place or does
//! not; most significant first, the borrow is guessed before it is known. Cost: joint states times letters.

use crate::every_n::column::ColumnAutomaton;
use crate::refusal::CheckRefusal;
use crate::watch::{CheckWatch, STATES};
use std::collections::HashSet;

const KEPT: &str = "a move may keep what is claimed";

/// Checks `lower`: exactly so many heaps are lowered. The number of joint states.
///
/// # Errors
/// A refusal if a move keeps what is claimed, or the watcher stops.
pub(crate) fn lowered(
    automaton: &ColumnAutomaton,
    heaps: usize,
    watch: &mut CheckWatch,
) -> Result<usize, CheckRefusal> {
    // States before and after, phase, heaps that are equal so far, heaps that are smaller.
    let start = (0, 0, automaton.places.start(), heaps, 0);
    let mut seen = HashSet::from([start]);
    let mut open = vec![start];
    while let Some((before, after, phase, equal, smaller)) = open.pop() {
        let kept = automaton.accepting[before] && automaton.accepting[after];
        if kept && equal == 0 && automaton.places.may_end(phase) {
            return Err(CheckRefusal::new(KEPT));
        }
        for (place, phase) in automaton.places.next(phase) {
            for rest in 0..automaton.classes.len() {
                for one in 0..=equal {
                    for down in 0..=equal - one {
                        for (old, new) in pairs(smaller) {
                            for value in automaton.values() {
                                watch.tick(1)?;
                                let old = rest + one + down + old;
                                let reached = (
                                    automaton.after(before, place, old, value),
                                    automaton.after(after, place, rest + one + new, value),
                                    phase,
                                    equal - down,
                                    smaller + down,
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
        }
    }
    Ok(seen.len())
}

/// Ones before and after among heaps whose digits are free.
fn pairs(heaps: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..=heaps).flat_map(move |old| (0..=heaps).map(move |new| (old, new)))
}

/// Checks `take`: an amount from each of so many heaps. The number of joint states.
///
/// # Errors
/// A refusal if a move keeps what is claimed, or the watcher stops.
pub(crate) fn taken(
    automaton: &ColumnAutomaton,
    amounts: &[u64],
    watch: &mut CheckWatch,
) -> Result<usize, CheckRefusal> {
    // States before and after, phase, and the borrow that each heap owes to the next higher place.
    let start = (0, 0, automaton.places.start(), vec![0usize; amounts.len()]);
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some((before, after, phase, owed)) = open.pop() {
        let kept = automaton.accepting[before] && automaton.accepting[after];
        if kept && automaton.places.may_end(phase) && owed.iter().all(|owed| *owed == 0) {
            return Err(CheckRefusal::new(KEPT));
        }
        for (place, phase) in automaton.places.next(phase) {
            for (old, new, owed) in columns(amounts, place, automaton.places.named, &owed) {
                for rest in 0..automaton.classes.len() {
                    for value in automaton.values() {
                        watch.tick(1)?;
                        let reached = (
                            automaton.after(before, place, rest + old, value),
                            automaton.after(after, place, rest + new, value),
                            phase,
                            owed.clone(),
                        );
                        if !seen.contains(&reached) {
                            watch.limit(seen.len(), STATES)?;
                            seen.insert(reached.clone());
                            open.push(reached);
                        }
                    }
                }
            }
        }
    }
    Ok(seen.len())
}

/// All digits of the heaps in one column: ones before, ones after, and the borrows that are owed then.
fn columns(
    amounts: &[u64],
    place: usize,
    high: usize,
    owed: &[usize],
) -> HashSet<(usize, usize, Vec<usize>)> {
    let mut all = HashSet::from([(0, 0, Vec::new())]);
    for (amount, owed) in amounts.iter().zip(owed) {
        let digit = if place < high { (*amount >> place & 1) as usize } else { 0 };
        let mut more = HashSet::new();
        for (old, new, borrows) in &all {
            for (heap, borrowed) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                // 2 owed + heap = digit + borrowed + left.
                let Some(left) = (2 * owed + heap).checked_sub(digit + borrowed) else { continue };
                if left <= 1 {
                    let borrows = borrows.iter().copied().chain([borrowed]).collect();
                    more.insert((old + heap, new + left, borrows));
                }
            }
        }
        all = more;
    }
    all
}
