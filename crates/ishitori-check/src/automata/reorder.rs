//! The same relation between numbers, with its tracks in another order.
//!
//! The digits of a letter are remembered until all have been read; then the automaton reads them in its own order.
//! Cost: a pass over two to the number of tracks states for each state between letters. So it is for few
//! tracks ([`FEW`]), where it costs less than compiling a formula again.

use crate::automata::automaton::{Automaton, explore};
use crate::refusal::CheckRefusal;
use crate::watch::{CheckWatch, STATES};

/// With more tracks compiling again is quicker.
pub(crate) const FEW: usize = 6;

impl Automaton {
    /// The smallest automaton whose track i is the track `from[i]` of this one.
    pub(crate) fn reordered(
        &self,
        from: &[usize],
        watch: &mut CheckWatch,
    ) -> Result<Automaton, CheckRefusal> {
        let letter = |state: u32, digits: usize| {
            let read = |now: u32, track: usize| self.next[now as usize][digits >> track & 1];
            (0..self.tracks).fold(state, read)
        };
        // The state before the letter, and the digits read, each at the place of its track.
        let step = |(state, digits): &(u32, usize), position: usize, digit: usize| {
            let digits = digits | digit << from[position];
            Ok(match position + 1 == self.tracks {
                true => (letter(*state, digits), 0),
                false => (*state, digits),
            })
        };
        let accepts = |(state, _): &(u32, usize)| self.accepting[*state as usize];
        explore(self.tracks, (0, 0), STATES, watch, step, accepts)?.minimised(watch)
    }
}
