//! Relations between numbers: an automaton with the variables of its tracks, and products of two.
//!
//! A product runs both automata side by side, each on the digits of its own variables. As soon as one result
//! is left that is still possible, nothing more is followed, so that a part that is decided costs
//! nothing. Cost: at most the product of the numbers of states. To ask only whether many relations hold
//! together, [`crate::automata::empty`] builds less.

use crate::automata::automaton::{Automaton, explore};
use crate::refusal::Refused;
use crate::watch::STATES;
use crate::watch::Watch;

/// An automaton whose tracks are the digits of these variables, which are ascending.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    pub automaton: std::rc::Rc<Automaton>,
    pub variables: Vec<u32>,
}

impl Relation {
    pub fn new(automaton: Automaton, variables: Vec<u32>) -> Relation {
        Relation { automaton: std::rc::Rc::new(automaton), variables }
    }

    /// The words for which `join` holds of what the two say: run both, each on its own variables.
    ///
    /// As soon as what is still possible for each leaves one result only, nothing more is followed.
    pub fn product(
        &self,
        other: &Relation,
        watch: &mut Watch,
        join: impl Fn(bool, bool) -> bool,
    ) -> Result<Relation, Refused> {
        let mut variables = [self.variables.clone(), other.variables.clone()].concat();
        variables.sort_unstable();
        variables.dedup();
        let sides = [self, other].map(|side| {
            let reads: Vec<bool> = variables.iter().map(|v| side.variables.contains(v)).collect();
            (side.automaton.clone(), reads, [false, true].map(|b| side.automaton.reaches(b)))
        });
        let settled = |states: [u32; 2]| {
            let can =
                |side: usize, truth: bool| sides[side].2[usize::from(truth)][states[side] as usize];
            let mut possible = [false; 2];
            for (left, right) in [(false, false), (false, true), (true, false), (true, true)] {
                possible[usize::from(join(left, right))] |= can(0, left) && can(1, right);
            }
            match possible {
                [true, true] => states,
                [_, truth] => [u32::MAX, truth.into()],
            }
        };
        let step = |states: &[u32; 2], position: usize, digit: usize| {
            if states[0] == u32::MAX {
                return Ok(*states);
            }
            Ok(settled([0, 1].map(|side| match sides[side].1[position] {
                true => sides[side].0.next[states[side] as usize][digit],
                false => states[side],
            })))
        };
        let accepts = |states: &[u32; 2]| match states {
            [u32::MAX, truth] => *truth == 1,
            [left, right] => {
                join(sides[0].0.accepting[*left as usize], sides[1].0.accepting[*right as usize])
            }
        };
        let product = explore(variables.len(), settled([0, 0]), STATES, watch, step, accepts)?;
        Ok(Relation::new(product.minimised(watch)?, variables))
    }
}
