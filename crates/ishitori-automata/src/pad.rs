//! Zeros that do not count: before the first digit (msd) or after the last (lsd).
//!
//! A set of numbers is a language in which a word and its paddings are all in or all out. Whether
//! that is so is one comparison: msd, the initial state and its successor by 0 have the same
//! language; lsd, each reachable state agrees in acceptance with its successor by 0. The closure
//! accepts a word if any padding *or unpadding* of it is accepted: one more state that reads
//! zeros. Cost: a minimisation to check; the closure is nondeterministic by one state.

use crate::dfa::{Dfa, DigitOrder, Letter, State};
use crate::nfa::Nfa;

impl Dfa {
    /// Whether words that denote the same numbers are accepted together.
    pub fn ignores_padding(&self) -> bool {
        let zero = |state: State| self.next(state, 0);
        match self.order {
            DigitOrder::Msd => {
                let class = self.classes();
                class[self.initial as usize] == class[zero(self.initial) as usize]
            }
            DigitOrder::Lsd => {
                let reached = self.reachable();
                let agrees =
                    |s: State| reached.accepts_in(s) == reached.accepts_in(reached.next(s, 0));
                (0..reached.states() as State).all(agrees)
            }
        }
    }

    /// Whether each state accepts any word; the others can be dropped from searches.
    pub fn live(&self) -> Vec<bool> {
        let letters: Vec<Letter> = self.distinct_letters().iter().map(|l| *l as Letter).collect();
        backwards(self, &letters)
    }

    /// The words that denote the same numbers as some accepted word.
    pub fn close_padding(&self) -> Nfa {
        let extra = self.states() as State;
        let mut edges: Vec<_> = Nfa::from(self).edges().collect();
        edges.push((extra, 0, extra));
        let mut accepting = self.accepting.clone();
        let initial = match self.order {
            // The new state reads zeros that the automaton does not want to see.
            DigitOrder::Msd => {
                let mut initial = forwards(self, &[0]);
                edges.extend(initial.iter().map(|state| (extra, 0, *state)));
                accepting.push(false);
                initial.push(extra);
                initial
            }
            DigitOrder::Lsd => {
                accepting = backwards(self, &[0]);
                let ends = (0..extra).filter(|state| accepting[*state as usize]);
                edges.extend(ends.map(|state| (state, 0, extra)));
                accepting.push(true);
                vec![self.initial]
            }
        };
        Nfa::new(self.tracks, self.order, initial, edges, accepting)
    }
}

/// The states that words over `letters` reach from the initial state.
pub(crate) fn forwards(dfa: &Dfa, letters: &[Letter]) -> Vec<State> {
    let mut seen = vec![false; dfa.states()];
    seen[dfa.initial as usize] = true;
    let mut found = vec![dfa.initial];
    let mut done = 0;
    while done < found.len() {
        for letter in letters {
            let to = dfa.next(found[done], *letter);
            if !std::mem::replace(&mut seen[to as usize], true) {
                found.push(to);
            }
        }
        done += 1;
    }
    found
}

/// Whether from each state some word over `letters` is accepted.
pub(crate) fn backwards(dfa: &Dfa, letters: &[Letter]) -> Vec<bool> {
    let mut sources = vec![Vec::new(); dfa.states()];
    for state in 0..dfa.states() as State {
        for letter in letters {
            sources[dfa.next(state, *letter) as usize].push(state);
        }
    }
    let mut leads = dfa.accepting.clone();
    let mut todo: Vec<usize> = (0..dfa.states()).filter(|state| leads[*state]).collect();
    while let Some(state) = todo.pop() {
        for source in &sources[state] {
            if !std::mem::replace(&mut leads[*source as usize], true) {
                todo.push(*source as usize);
            }
        }
    }
    leads
}
