//! Reads digits from the other end.
//!
//! Every edge is turned round; initial and accepting states change places. The result is
//! nondeterministic, and determinising it may take exponentially many states: "digit k of x is
//! one" has k + 3 states lsd-first and 2^(k+1) msd-first. So try both orders and keep the smaller.

use crate::dfa::{Dfa, State};
use crate::limit::{AutomatonGaveUp, Limit};
use crate::nfa::Nfa;

impl Dfa {
    /// The reversed words, as an automaton of the other order: the same numbers.
    pub fn reverse(&self) -> Nfa {
        let edges: Vec<_> =
            Nfa::from(self).edges().map(|(from, letter, to)| (to, letter, from)).collect();
        let initial = (0..self.states() as State).filter(|s| self.accepts_in(*s)).collect();
        let accepting = (0..self.states() as State).map(|s| s == self.initial).collect();
        Nfa::new(self.tracks, self.order.flipped(), initial, edges, accepting)
    }

    /// The minimal automaton of the reversed words: the same numbers in the other order.
    ///
    /// # Errors
    /// [`AutomatonGaveUp`] beyond `limit`.
    pub fn flip(&self, limit: Limit) -> Result<Dfa, AutomatonGaveUp> {
        // Brzozowski: if all states are reachable, the subsets are already pairwise different
        // languages, so minimising only puts them in order.
        self.reachable().reverse().determinize(limit)?.minimize_within(limit)
    }
}
