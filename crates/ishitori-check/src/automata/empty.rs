//! Emptiness: no numbers satisfy several formulas at once.
//!
//! All automata run side by side on the digits of all variables, and nothing but what they reach is
//! built. A run in which one of them can accept no more is dropped at once. If no run has all of
//! them accepting, no word is accepted by all. (Zeros for padding need no care: the numbers of a
//! solution, written with equally many digits, are a word that all accept.) Cost: the joint states that are
//! reached, which are limited. Products one after the other would build and minimise what is not needed.

use crate::automata::relation::NumberRelation;
use crate::quick_hash::QuickSet;
use crate::refusal::CheckRefusal;
use crate::watch::CheckWatch;
use crate::watch::WALK;

/// One of the automata, and where its state stands in the packed states of all.
struct PackedAutomaton<'a> {
    relation: &'a NumberRelation,
    hopeful: Vec<bool>,
    shift: u32,
    mask: u128,
}

impl PackedAutomaton<'_> {
    fn state(&self, packed: u128) -> usize {
        ((packed >> self.shift) & self.mask) as usize
    }

    /// The packed states after this automaton has read a digit; none if it accepts nothing any more.
    fn step(&self, packed: u128, digit: usize) -> Option<u128> {
        let state = self.relation.automaton.next[self.state(packed)][digit];
        let cleared = packed & !(self.mask << self.shift);
        self.hopeful[state as usize].then_some(cleared | u128::from(state) << self.shift)
    }
}

/// Whether no numbers satisfy all; `Ok(Some(size))` if so, with the number of states walked.
pub(crate) fn empty(
    relations: &[NumberRelation],
    watch: &mut CheckWatch,
) -> Result<Option<usize>, CheckRefusal> {
    let parts = packed(relations)?;
    if parts.iter().any(|part| !part.hopeful[0]) {
        return Ok(Some(0));
    }
    let accepted = |packed: u128| {
        parts.iter().all(|part| part.relation.automaton.accepting[part.state(packed)])
    };
    let readers = readers(relations, &parts);
    let mut seen = QuickSet::from_iter([0]);
    let mut left = vec![0];
    while let Some(packed) = left.pop() {
        if accepted(packed) {
            return Ok(None);
        }
        let mut frontier = vec![packed];
        for readers in &readers {
            frontier = read_digit(&frontier, readers);
            watch.tick(frontier.len())?;
        }
        left.extend(frontier.into_iter().filter(|packed| seen.insert(*packed)));
        watch.limit(seen.len(), WALK)?;
    }
    Ok(Some(seen.len()))
}

/// Gives each automaton its place in the packed states.
fn packed(relations: &[NumberRelation]) -> Result<Vec<PackedAutomaton<'_>>, CheckRefusal> {
    let mut shift = 0;
    let mut parts = Vec::new();
    for relation in relations {
        let states = relation.automaton.next.len();
        let bits = usize::BITS - (states - 1).leading_zeros();
        let hopeful = relation.automaton.reaches(true);
        parts.push(PackedAutomaton { relation, hopeful, shift, mask: (1 << bits) - 1 });
        shift += bits;
        if shift > 127 {
            return Err(CheckRefusal::new("too many automata at once for this checker"));
        }
    }
    Ok(parts)
}

/// For each variable, the automata that read it.
fn readers<'p>(
    relations: &[NumberRelation],
    parts: &'p [PackedAutomaton<'p>],
) -> Vec<Vec<&'p PackedAutomaton<'p>>> {
    let mut variables = relations.iter().flat_map(|r| r.variables.clone()).collect::<Vec<_>>();
    variables.sort_unstable();
    variables.dedup();
    let readers = |variable: &u32| {
        parts.iter().filter(|part| part.relation.variables.contains(variable)).collect()
    };
    variables.iter().map(readers).collect()
}

/// All states after a digit of one variable, without those in which some automaton accepts nothing
/// any more.
fn read_digit(frontier: &[u128], readers: &[&PackedAutomaton]) -> Vec<u128> {
    let mut next = Vec::with_capacity(2 * frontier.len());
    for packed in frontier {
        for digit in 0..2 {
            next.extend(readers.iter().try_fold(*packed, |now, part| part.step(now, digit)));
        }
    }
    next.sort_unstable();
    next.dedup();
    next
}
