//! The smallest automaton of a language, in a normal form.
//!
//! Moore's refinement: states that differ in acceptance are apart; states whose successors by
//! some letter are apart are apart; until nothing changes. One letter at a time, by a table of
//! (class, class of the successor), so nothing is hashed that is not compared too, and a state
//! costs no allocation. The classes are numbered in the order in which breadth-first search by
//! letters finds them, so two automata have the same language exactly if their minimal ones are
//! `==`. Cost: states × distinct letters × rounds; rounds are few except for long chains.
//! Hopcroft's algorithm has the better bound but needs the inverse table, which with thousands of
//! letters costs more than the rounds it saves.

use crate::dfa::{AutomatonShape, Dfa, State, explore};
use crate::limit::{AutomatonGaveUp, AutomatonOperation, Limit};
use rustc_hash::FxHashMap;

impl Dfa {
    /// The minimal automaton of the same language, with states in breadth-first order: equal
    /// languages give equal automata.
    #[must_use]
    pub fn minimize(&self) -> Dfa {
        self.minimize_within(Limit::default().unbounded()).expect("nobody watches")
    }

    /// The same, watched. Bounds of `limit` do not matter: nothing grows.
    ///
    /// # Errors
    /// [`AutomatonGaveUp`] if the watcher stops it.
    pub fn minimize_within(&self, limit: Limit) -> Result<Dfa, AutomatonGaveUp> {
        let limit = limit.unbounded();
        let reached = self.reachable_within(limit)?;
        let class = reached.classes_within(limit)?;
        let mut member = vec![0; class.iter().max().map_or(0, |most| *most as usize + 1)];
        for (state, class) in class.iter().enumerate() {
            member[*class as usize] = state as State;
        }
        explore(
            AutomatonShape { tracks: self.tracks, order: self.order },
            class[reached.initial as usize],
            |c: &State, letter| class[reached.next(member[*c as usize], letter) as usize],
            |c| reached.accepts_in(member[*c as usize]),
            limit,
            AutomatonOperation::Build,
        )
    }

    /// The same automaton without the states that no word reaches, in breadth-first order.
    #[must_use]
    pub(crate) fn reachable(&self) -> Dfa {
        self.reachable_within(Limit::default().unbounded()).expect("nobody watches")
    }

    fn reachable_within(&self, limit: Limit) -> Result<Dfa, AutomatonGaveUp> {
        explore(
            AutomatonShape { tracks: self.tracks, order: self.order },
            self.initial,
            |state: &State, letter| self.next(*state, letter),
            |state| self.accepts_in(*state),
            limit,
            AutomatonOperation::Build,
        )
    }

    /// For each state the number of its class: the same exactly if the languages are the same.
    pub fn classes(&self) -> Vec<State> {
        self.classes_within(Limit::default().unbounded()).expect("nobody watches")
    }

    fn classes_within(&self, limit: Limit) -> Result<Vec<State>, AutomatonGaveUp> {
        let mut patience = limit.patience();
        let letters = self.distinct_letters();
        let mut class: Vec<State> = self.accepting.iter().map(|a| State::from(*a)).collect();
        let mut count = renumber(&mut class, |old, _| (old, 0));
        loop {
            let before = count;
            for letter in &letters {
                patience.spend(self.states(), self.states())?;
                let old = class.clone();
                count = renumber(&mut class, |c, state| {
                    (c, old[self.next[state << self.tracks | letter] as usize])
                });
            }
            if count == before {
                return Ok(class);
            }
        }
    }

    /// One letter of each set of letters that lead to the same states from everywhere.
    pub(crate) fn distinct_letters(&self) -> Vec<usize> {
        // Refined state by state: letters stay together while their successors agree.
        let mut group = vec![0 as State; self.letters()];
        let mut count = 1;
        for state in 0..self.states() {
            if count == self.letters() {
                break;
            }
            let row = self.row(state as State);
            count = renumber(&mut group, |g, letter| (g, row[letter]));
        }
        let mut first = vec![usize::MAX; count];
        for (letter, group) in group.iter().enumerate().rev() {
            first[*group as usize] = letter;
        }
        first
    }
}

/// Replaces `items[i]` by a number for `key(items[i], i)`; says how many numbers there are.
fn renumber(items: &mut [State], key: impl Fn(State, usize) -> (State, State)) -> usize {
    let mut number: FxHashMap<(State, State), State> = FxHashMap::default();
    for (i, item) in items.iter_mut().enumerate() {
        let fresh = number.len() as State;
        *item = *number.entry(key(*item, i)).or_insert(fresh);
    }
    number.len()
}
