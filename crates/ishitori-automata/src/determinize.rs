//! From a nondeterministic to a deterministic automaton, by subsets.
//!
//! The state after a word is the set of states that some run can be in. Cost: up to 2^states
//! subsets, and that happens: so there is a limit. With a relation of language inclusion between
//! the states, [`Nfa::determinize_pruned`] keeps only the maximal elements of each subset: the
//! others add no words, so the language is the same and there are fewer subsets. To decide
//! universality alone do not come here: search an antichain.

use crate::dfa::{Dfa, Letter, State};
use crate::include::Inclusion;
use crate::limit::{AutomatonGaveUp, AutomatonOperation, Limit};
use crate::nfa::Nfa;
use rustc_hash::FxHashMap;

impl Nfa {
    /// The subset automaton, reachable part, not minimised.
    ///
    /// # Errors
    /// [`AutomatonGaveUp`] if it grows beyond `limit`, which also counts the elements of all subsets.
    pub fn determinize(&self, limit: Limit) -> Result<Dfa, AutomatonGaveUp> {
        subsets(self, limit, |_| {})
    }

    /// The same language, where an element of a subset is dropped if `inclusion` says that
    /// another one accepts all its words.
    ///
    /// # Errors
    /// [`AutomatonGaveUp`] beyond `limit`.
    ///
    /// # Panics
    /// If `inclusion` is about another number of states.
    pub fn determinize_pruned(
        &self,
        inclusion: &Inclusion,
        limit: Limit,
    ) -> Result<Dfa, AutomatonGaveUp> {
        assert_eq!(inclusion.states(), self.states(), "an inclusion between these states");
        subsets(self, limit, |subset| inclusion.keep_maximal(subset))
    }
}

fn subsets(
    nfa: &Nfa,
    limit: Limit,
    prune: impl Fn(&mut Vec<State>),
) -> Result<Dfa, AutomatonGaveUp> {
    let mut start = nfa.initial.clone();
    prune(&mut start);
    let mut elements = start.len();
    let mut number: FxHashMap<Vec<State>, State> = FxHashMap::default();
    number.insert(start.clone(), 0);
    let mut found = vec![start];
    let mut next = Vec::new();
    let mut done = 0;
    let mut patience = limit.patience();
    let mut successors = SubsetSuccessors::new(nfa.states());
    let mut subset = Vec::new();
    while done < found.len() {
        for letter in 0..nfa.letters() {
            successors.gather(nfa, &found[done], letter as Letter, &mut subset);
            // Pruning compares all with all.
            patience.spend(16 + subset.len() * subset.len(), found.len())?;
            prune(&mut subset);
            if let Some(state) = number.get(subset.as_slice()) {
                next.push(*state);
                continue;
            }
            // Kept twice, as a key and in the list.
            elements += 2 * subset.len();
            let states = found.len() + 1;
            limit.check(
                AutomatonOperation::Determinize,
                states,
                (states << nfa.tracks) + elements,
            )?;
            next.push(found.len() as State);
            number.insert(subset.clone(), found.len() as State);
            found.push(subset.clone());
        }
        done += 1;
    }
    limit.tell(found.len())?;
    let accepts = |subset: &Vec<State>| subset.iter().any(|state| nfa.accepts_in(*state));
    let accepting = found.iter().map(accepts).collect();
    Ok(Dfa { tracks: nfa.tracks, order: nfa.order, initial: 0, next, accepting })
}

/// Where a letter leads from a subset: most letters lead to subsets that are known, so nothing is allocated for them.
struct SubsetSuccessors {
    /// The round in which each state was last met.
    met: Vec<u32>,
    round: u32,
}

impl SubsetSuccessors {
    fn new(states: usize) -> Self {
        SubsetSuccessors { met: vec![0; states], round: 0 }
    }

    /// The successors of `states` by `letter`, sorted, each once.
    fn gather(&mut self, nfa: &Nfa, states: &[State], letter: Letter, all: &mut Vec<State>) {
        all.clear();
        if self.round == u32::MAX {
            self.met.fill(0);
            self.round = 0;
        }
        self.round += 1;
        for state in states {
            for to in nfa.next(*state, letter) {
                if std::mem::replace(&mut self.met[*to as usize], self.round) != self.round {
                    all.push(*to);
                }
            }
        }
        all.sort_unstable();
    }
}
