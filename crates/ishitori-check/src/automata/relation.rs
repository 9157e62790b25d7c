//! Relations between numbers: an automaton with the variables of its tracks, and products of two.
//!
//! A product runs both automata side by side, each on the digits of its own variables. As soon as only one
//! result is still possible, nothing more is followed. Cost: at most the product of the numbers of states. To
//! ask only whether many relations hold together, [`crate::automata::empty`] builds less.

use crate::automata::automaton::{Automaton, explore};
use crate::refusal::CheckRefusal;
use crate::watch::CheckWatch;
use crate::watch::STATES;

/// An automaton whose tracks are the digits of these variables, which are ascending.
#[derive(Clone, Debug)]
pub(crate) struct NumberRelation {
    pub(crate) automaton: std::rc::Rc<Automaton>,
    pub(crate) variables: Vec<u32>,
}

impl NumberRelation {
    pub(crate) fn new(automaton: Automaton, variables: Vec<u32>) -> NumberRelation {
        NumberRelation { automaton: std::rc::Rc::new(automaton), variables }
    }

    /// Whether a variable is one of its own.
    pub(crate) fn has(&self, variable: u32) -> bool {
        self.variables.contains(&variable)
    }

    /// The words for which `join` holds of what the two say: run both, each on its own variables.
    ///
    /// As soon as what is still possible for each leaves one result only, nothing more is followed.
    pub(crate) fn product(
        &self,
        other: &NumberRelation,
        watch: &mut CheckWatch,
        join: impl Fn(bool, bool) -> bool,
    ) -> Result<NumberRelation, CheckRefusal> {
        let mut variables = [self.variables.clone(), other.variables.clone()].concat();
        variables.sort_unstable();
        variables.dedup();
        let sides = [self, other].map(|side| ProductSide::new(side, &variables));
        let step = |states: &[u32; 2], position: usize, digit: usize| {
            if states[0] == SETTLED {
                return Ok(*states);
            }
            let next = [0, 1].map(|side| sides[side].next(states[side], position, digit));
            Ok(settled(&sides, next, &join))
        };
        let accepts = |states: &[u32; 2]| match states {
            [SETTLED, truth] => *truth == 1,
            [left, right] => join(sides[0].accepts(*left), sides[1].accepts(*right)),
        };
        let start = settled(&sides, [0, 0], &join);
        let product = explore(variables.len(), start, STATES, watch, step, accepts)?;
        Ok(NumberRelation::new(product.minimised(watch)?, variables))
    }
}

/// In place of a state: the result is settled, and stands where the other state would.
const SETTLED: u32 = u32::MAX;

/// One of the two factors of a product.
struct ProductSide<'a> {
    automaton: &'a Automaton,
    /// For each variable of the product whether this side reads it.
    reads: Vec<bool>,
    /// For each state whether it can still refuse, and whether it can still accept.
    reaches: [Vec<bool>; 2],
}

impl<'a> ProductSide<'a> {
    fn new(relation: &'a NumberRelation, variables: &[u32]) -> ProductSide<'a> {
        let automaton = &relation.automaton;
        let reads = variables.iter().map(|v| relation.variables.contains(v)).collect();
        ProductSide { automaton, reads, reaches: [false, true].map(|b| automaton.reaches(b)) }
    }

    fn next(&self, state: u32, position: usize, digit: usize) -> u32 {
        match self.reads[position] {
            true => self.automaton.next[state as usize][digit],
            false => state,
        }
    }

    fn accepts(&self, state: u32) -> bool {
        self.automaton.accepting[state as usize]
    }

    fn can(&self, state: u32, truth: bool) -> bool {
        self.reaches[usize::from(truth)][state as usize]
    }
}

/// The states of a product, or its result if only one is still possible.
fn settled(
    sides: &[ProductSide; 2],
    states: [u32; 2],
    join: &impl Fn(bool, bool) -> bool,
) -> [u32; 2] {
    let mut possible = [false; 2];
    for (left, right) in [(false, false), (false, true), (true, false), (true, true)] {
        possible[usize::from(join(left, right))] |=
            sides[0].can(states[0], left) && sides[1].can(states[1], right);
    }
    match possible {
        [true, true] => states,
        [_, truth] => [SETTLED, truth.into()],
    }
}
