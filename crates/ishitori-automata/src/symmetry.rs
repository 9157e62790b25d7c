//! What a permutation of the tracks does to the states.
//!
//! If a set of tuples is unchanged when its tracks are permuted, then permuting the letters of a
//! word takes its state to a well-defined state of the minimal automaton: the permutation acts on
//! states, and searches need look at one of each orbit only. The map is found by walking both
//! words at once from the initial state; the walk fails exactly if the set is not symmetric.
//! Cost: a look-up a state and letter.

use crate::dfa::{Dfa, Letter, State};

/// `letter` with the digit of track `i` moved to track `places[i]`.
pub fn moved(letter: Letter, places: &[usize]) -> Letter {
    places.iter().enumerate().fold(0, |all, (i, place)| all | (letter >> i & 1) << place)
}

impl Dfa {
    /// Where each state goes when track `i` becomes track `places[i]` for all `i`; `None` if the
    /// language is not symmetric in this way. Of a minimal automaton: others are symmetric by
    /// accident of their states.
    ///
    /// # Panics
    /// If `places` is not a permutation of the tracks, or not all states are reachable.
    pub fn action(&self, places: &[usize]) -> Option<Vec<State>> {
        let all = (1u32 << self.tracks) - 1;
        let image = places.iter().fold(0, |all, place| all | 1u32 << place);
        assert!(places.len() == self.tracks && image == all, "a permutation of the tracks");
        let mut to: Vec<Option<State>> = vec![None; self.states()];
        to[self.initial as usize] = Some(self.initial);
        let mut found = vec![(self.initial, self.initial)];
        while let Some((p, q)) = found.pop() {
            if self.accepts_in(p) != self.accepts_in(q) {
                return None;
            }
            for letter in 0..self.letters() as Letter {
                let (p, q) = (self.next(p, letter), self.next(q, moved(letter, places)));
                match to[p as usize] {
                    None => {
                        to[p as usize] = Some(q);
                        found.push((p, q));
                    }
                    Some(known) if known != q => return None,
                    Some(_) => {}
                }
            }
        }
        let reached = |state: Option<State>| state.expect("all states are reachable");
        Some(to.into_iter().map(reached).collect())
    }
}
