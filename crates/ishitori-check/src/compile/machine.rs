//! Machines that read columns, and their automata.
//!
//! An atom sees its variables only through its *columns*: at each place the sum of the weights of the
//! variables with digit one there. So a machine that reads columns says it all. Its automaton reads the digits
//! of a column one by one and adds up their weights. Cost: at most the number of memories times the number
//! of partial sums of a column.

use crate::automata::automaton::{Automaton, explore};
use crate::digits::ReadingOrder;
use crate::refusal::CheckRefusal;
use crate::watch::{CheckWatch, STATES};

/// What a machine remembers.
pub(crate) type ColumnMemory = [i64; 2];

/// A machine that reads columns.
pub(crate) struct ColumnMachine<'a> {
    /// The order in which it reads; none if it does not matter, or is that of the file.
    pub(crate) order: Option<ReadingOrder>,
    start: ColumnMemory,
    /// What it remembers after a column; nothing if no word can be accepted any more.
    step: Box<dyn Fn(ColumnMemory, i64) -> Option<ColumnMemory> + 'a>,
    accepts: Box<dyn Fn(ColumnMemory) -> bool + 'a>,
}

impl<'a> ColumnMachine<'a> {
    pub(crate) fn new(
        order: Option<ReadingOrder>,
        start: ColumnMemory,
        step: impl Fn(ColumnMemory, i64) -> Option<ColumnMemory> + 'a,
        accepts: impl Fn(ColumnMemory) -> bool + 'a,
    ) -> ColumnMachine<'a> {
        ColumnMachine { order, start, step: Box::new(step), accepts: Box::new(accepts) }
    }

    /// The same, reading digits one by one.
    pub(crate) fn automaton(
        &self,
        weights: &[i64],
        watch: &mut CheckWatch,
    ) -> Result<Automaton, CheckRefusal> {
        let last = weights.len().saturating_sub(1);
        // The memory before the column, and as much of the column as has been read.
        let step = |now: &Option<(ColumnMemory, i64)>, track: usize, digit: usize| {
            let Some((memory, read)) = *now else { return Ok(None) };
            let read = read + weights[track] * digit as i64;
            Ok(match track == last {
                true => (self.step)(memory, read).map(|memory| (memory, 0)),
                false => Some((memory, read)),
            })
        };
        let accepts = |now: &Option<(ColumnMemory, i64)>| {
            now.is_some_and(|(memory, _)| (self.accepts)(memory))
        };
        explore(weights.len(), Some((self.start, 0)), STATES, watch, step, accepts)
    }
}

/// Memory of one number.
pub(crate) fn counted(count: i64) -> Option<ColumnMemory> {
    Some([count, 0])
}
