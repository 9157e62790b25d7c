//! Machines that read columns, and their automata.
//!
//! An atom sees its variables only through its *columns*: at each place the sum of the weights of the
//! variables with digit one there. So a machine that reads columns says it all. Its automaton reads the digits
//! of a column one by one and adds up their weights. Cost: at most the number of memories times the number
//! of partial sums of a column.

use crate::automata::automaton::{Automaton, explore};
use crate::digits::Order;
use crate::refusal::Refused;
use crate::watch::{STATES, Watch};

/// What a machine remembers.
pub(crate) type Memory = [i64; 2];

/// A machine that reads columns.
pub(crate) struct Machine<'a> {
    /// The order in which it reads; none if it does not matter, or is that of the file.
    pub order: Option<Order>,
    start: Memory,
    /// What it remembers after a column; nothing if no word can be accepted any more.
    step: Box<dyn Fn(Memory, i64) -> Option<Memory> + 'a>,
    accepts: Box<dyn Fn(Memory) -> bool + 'a>,
}

impl<'a> Machine<'a> {
    pub fn new(
        order: Option<Order>,
        start: Memory,
        step: impl Fn(Memory, i64) -> Option<Memory> + 'a,
        accepts: impl Fn(Memory) -> bool + 'a,
    ) -> Machine<'a> {
        Machine { order, start, step: Box::new(step), accepts: Box::new(accepts) }
    }

    /// The same, reading digits one by one.
    pub fn automaton(&self, weights: &[i64], watch: &mut Watch) -> Result<Automaton, Refused> {
        let last = weights.len().saturating_sub(1);
        // The memory before the column, and as much of the column as has been read.
        let step = |now: &Option<(Memory, i64)>, track: usize, digit: usize| {
            let Some((memory, read)) = *now else { return Ok(None) };
            let read = read + weights[track] * digit as i64;
            Ok(match track == last {
                true => (self.step)(memory, read).map(|memory| (memory, 0)),
                false => Some((memory, read)),
            })
        };
        let accepts =
            |now: &Option<(Memory, i64)>| now.is_some_and(|(memory, _)| (self.accepts)(memory));
        explore(weights.len(), Some((self.start, 0)), STATES, watch, step, accepts)
    }
}

/// Memory of one number.
pub(crate) fn counted(count: i64) -> Option<Memory> {
    Some([count, 0])
}
