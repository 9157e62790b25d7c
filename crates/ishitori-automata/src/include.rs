//! Which languages contain which: between two automata, and between all states of one.
//!
//! *Two automata*: walk the pairs of states that words reach; a pair that accepts on the left only
//! gives the shortest counterexample. Cost: reached pairs × letters; nothing is stored but the
//! pairs. *All states of one*: `L(p)` is not inside `L(q)` if p accepts and q does not, or if some
//! letter leads to such a pair; marked backwards from there. Cost: states² × distinct letters,
//! once. *States of a nondeterministic automaton*: inclusion itself is PSPACE-complete, so
//! [`Inclusion::by_simulation`] gives a smaller relation: q simulates p if it can answer every
//! step of p. It implies inclusion, which is all that pruning and antichains need.

use crate::dfa::{Dfa, Letter, State};
use crate::limit::{AutomatonGaveUp, AutomatonOperation, Limit};
use crate::nfa::Nfa;
use rustc_hash::FxHashMap;

impl Dfa {
    /// The shortest word that `self` accepts and `other` does not, the first of these by letters.
    ///
    /// # Errors
    /// [`AutomatonGaveUp`] if more pairs of states are reached than `limit` allows states.
    ///
    /// # Panics
    /// If tracks or order differ.
    pub fn word_outside(
        &self,
        other: &Dfa,
        limit: Limit,
    ) -> Result<Option<Vec<Letter>>, AutomatonGaveUp> {
        self.must_match(other);
        let start = (self.initial, other.initial);
        let mut came_from = FxHashMap::default();
        came_from.insert(start, None);
        let mut pairs = vec![start];
        let mut done = 0;
        let mut patience = limit.patience();
        while done < pairs.len() {
            patience.spend(self.letters(), pairs.len())?;
            let (p, q) = pairs[done];
            if self.accepts_in(p) && !other.accepts_in(q) {
                return Ok(Some(trace(&came_from, (p, q))));
            }
            for letter in 0..self.letters() as Letter {
                let pair = (self.next(p, letter), other.next(q, letter));
                came_from.entry(pair).or_insert_with(|| {
                    pairs.push(pair);
                    Some(((p, q), letter))
                });
            }
            limit.check(AutomatonOperation::Compare, pairs.len(), 8 * pairs.len())?;
            done += 1;
        }
        Ok(None)
    }

    /// Whether `other` accepts every word of `self`.
    ///
    /// # Errors
    /// [`AutomatonGaveUp`] beyond `limit`, see [`Dfa::word_outside`].
    pub fn is_inside(&self, other: &Dfa, limit: Limit) -> Result<bool, AutomatonGaveUp> {
        Ok(self.word_outside(other, limit)?.is_none())
    }

    /// Whether both accept the same words: their minimal automata are the same.
    ///
    /// # Panics
    /// If tracks or order differ.
    pub fn equivalent(&self, other: &Dfa) -> bool {
        self.must_match(other);
        self.minimize() == other.minimize()
    }
}

type StatePair = (State, State);

/// The word that leads to `pair`.
fn trace(
    came_from: &FxHashMap<StatePair, Option<(StatePair, Letter)>>,
    mut pair: StatePair,
) -> Vec<Letter> {
    let mut word = Vec::new();
    while let Some(Some((before, letter))) = came_from.get(&pair) {
        word.push(*letter);
        pair = *before;
    }
    word.reverse();
    word
}

/// A relation between the states of one automaton that implies inclusion of their languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inclusion {
    states: usize,
    /// Bit `q` of row `p`: the language of p is inside that of q.
    holds: Vec<bool>,
}

impl Inclusion {
    /// Language inclusion between all pairs of states, exactly.
    ///
    /// # Errors
    /// [`AutomatonGaveUp`] if the pairs of states take more than the cells of `limit`.
    pub fn of(dfa: &Dfa, limit: Limit) -> Result<Self, AutomatonGaveUp> {
        let states = dfa.states();
        check_pairs(states, limit)?;
        let mut inclusion = Inclusion { states, holds: vec![true; states * states] };
        let mut broken = Vec::new();
        for p in 0..states {
            for q in 0..states {
                if dfa.accepting[p] && !dfa.accepting[q] {
                    inclusion.holds[p * states + q] = false;
                    broken.push((p, q));
                }
            }
        }
        let before = Predecessors::of(dfa);
        let mut patience = limit.patience();
        while let Some((p, q)) = broken.pop() {
            patience.spend(before.letters, states)?;
            for letter in 0..before.letters {
                for p in before.get(p, letter) {
                    patience.spend(before.get(q, letter).len(), states)?;
                    for q in before.get(q, letter) {
                        let cell = &mut inclusion.holds[*p as usize * states + *q as usize];
                        if std::mem::replace(cell, false) {
                            broken.push((*p as usize, *q as usize));
                        }
                    }
                }
            }
        }
        Ok(inclusion)
    }

    /// The greatest simulation: if q simulates p, the language of p is inside that of q.
    ///
    /// # Errors
    /// [`AutomatonGaveUp`] if the pairs of states take more than the cells of `limit`.
    pub fn by_simulation(nfa: &Nfa, limit: Limit) -> Result<Self, AutomatonGaveUp> {
        let states = nfa.states();
        check_pairs(states, limit)?;
        let mut simulation = Inclusion { states, holds: vec![true; states * states] };
        for p in 0..states {
            for q in 0..states {
                simulation.holds[p * states + q] = !nfa.accepting[p] || nfa.accepting[q];
            }
        }
        let mut patience = limit.patience();
        loop {
            let mut changed = false;
            for p in 0..states as State {
                patience.spend(states * nfa.letters(), states)?;
                for q in 0..states as State {
                    if simulation.holds(p, q) && !answers(nfa, &simulation, p, q) {
                        simulation.holds[p as usize * states + q as usize] = false;
                        changed = true;
                    }
                }
            }
            if !changed {
                return Ok(simulation);
            }
        }
    }

    /// A relation that the caller knows, for automata whose states have a meaning. It must be
    /// reflexive and transitive and imply inclusion of languages; nobody checks that here.
    ///
    /// # Errors
    /// [`AutomatonGaveUp`] if the pairs of states take more than the cells of `limit`.
    pub fn promised(
        states: usize,
        holds: impl Fn(State, State) -> bool,
        limit: Limit,
    ) -> Result<Self, AutomatonGaveUp> {
        check_pairs(states, limit)?;
        let pair = |i: usize| holds((i / states) as State, (i % states) as State);
        Ok(Inclusion { states, holds: (0..states * states).map(pair).collect() })
    }

    /// How many states it is about.
    pub(crate) fn states(&self) -> usize {
        self.states
    }

    /// Whether the language of `p` is known to be inside that of `q`.
    pub fn holds(&self, p: State, q: State) -> bool {
        self.holds[p as usize * self.states + q as usize]
    }

    /// Drops the elements whose language is inside that of another; of equal ones keeps the
    /// smallest number. The order of the others stays.
    pub fn keep_maximal(&self, subset: &mut Vec<State>) {
        if subset.len() < 2 {
            return;
        }
        let all = subset.clone();
        subset.retain(|p| {
            let covers = |q: &State| self.holds(*p, *q) && (!self.holds(*q, *p) || q < p);
            !all.iter().any(covers)
        });
    }
}

/// A byte a pair, and the pairs still to be looked at: at most all of them, 16 bytes each.
fn check_pairs(states: usize, limit: Limit) -> Result<(), AutomatonGaveUp> {
    limit.check(
        AutomatonOperation::Compare,
        states,
        states.saturating_mul(states).saturating_mul(5),
    )
}

/// Whether q has a step for each step of p, to a state that simulates.
fn answers(nfa: &Nfa, simulation: &Inclusion, p: State, q: State) -> bool {
    (0..nfa.letters() as Letter).all(|letter| {
        let answer = |to: &State| nfa.next(q, letter).iter().any(|r| simulation.holds(*to, *r));
        nfa.next(p, letter).iter().all(answer)
    })
}

/// The inverse table of an automaton, for letters that differ.
struct Predecessors {
    letters: usize,
    offsets: Vec<usize>,
    sources: Vec<State>,
}

impl Predecessors {
    fn of(dfa: &Dfa) -> Self {
        let letters = dfa.distinct_letters();
        let mut offsets = vec![0; dfa.states() * letters.len() + 1];
        let cell = |state: State, i: usize| state as usize * letters.len() + i;
        for from in 0..dfa.states() as State {
            for (i, letter) in letters.iter().enumerate() {
                offsets[cell(dfa.next(from, *letter as Letter), i) + 1] += 1;
            }
        }
        for i in 1..offsets.len() {
            offsets[i] += offsets[i - 1];
        }
        let mut fill = offsets.clone();
        let mut sources = vec![0; dfa.states() * letters.len()];
        for from in 0..dfa.states() as State {
            for (i, letter) in letters.iter().enumerate() {
                let slot = &mut fill[cell(dfa.next(from, *letter as Letter), i)];
                sources[*slot] = from;
                *slot += 1;
            }
        }
        Predecessors { letters: letters.len(), offsets, sources }
    }

    fn get(&self, state: usize, letter: usize) -> &[State] {
        let i = state * self.letters + letter;
        &self.sources[self.offsets[i]..self.offsets[i + 1]]
    }
}
