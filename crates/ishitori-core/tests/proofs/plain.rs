//! Branches read in the plainest way: every hidden digit is tried, subsets are kept as they are.

use std::collections::{BTreeSet, VecDeque};

use ishitori_automata::{Dfa, DigitOrder, State};
use ishitori_core::prove::branch::{Branch, LetterReading, ProofMachine, Track};

/// A branch with the states of its components.
pub type Element = (usize, Vec<State>);

/// Branches with what reads them.
pub struct Plain<'a> {
    pub machines: &'a [ProofMachine],
    pub reading: LetterReading,
    pub branches: &'a [Branch],
}

impl Plain<'_> {
    fn dfa(&self, branch: usize, component: usize) -> &Dfa {
        &self.machines[self.branches[branch].components[component].machine].dfa
    }

    pub fn accepts(&self, (branch, states): &Element) -> bool {
        states.iter().enumerate().all(|(c, state)| self.dfa(*branch, c).accepts_in(*state))
    }

    /// What one step leads to, with any hidden digits.
    pub fn step(&self, (branch, states): &Element, step: usize, letter: u32) -> Vec<Element> {
        let of = &self.branches[*branch];
        let single = self.reading.single;
        let mut found = Vec::new();
        for guess in 0..1_u32 << of.hidden.len() {
            let mut to = states.clone();
            for (c, component) in of.components.iter().enumerate() {
                let digits = component.reads.iter().filter_map(|track| match *track {
                    Track::Given(i) if !single => Some(letter >> i & 1),
                    Track::Given(i) => (i == step).then_some(letter & 1),
                    Track::Hidden(j) => (!single || of.hidden[j] == step).then_some(guess >> j & 1),
                });
                let digits: Vec<u16> = digits.map(|digit| digit as u16).collect();
                let dfa = self.dfa(*branch, c);
                to[c] = if single {
                    digits.iter().fold(to[c], |state, digit| dfa.next(state, *digit))
                } else {
                    let letter = digits.iter().enumerate().fold(0, |l, (i, d)| l | d << i);
                    dfa.next(to[c], letter)
                };
            }
            found.push((*branch, to));
        }
        found
    }

    pub fn all(&self, from: &BTreeSet<Element>, step: usize, letter: u32) -> BTreeSet<Element> {
        from.iter().flat_map(|element| self.step(element, step, letter)).collect()
    }

    /// With what any number of zeros on the given tracks leads to.
    pub fn with_zeros(&self, from: &BTreeSet<Element>) -> BTreeSet<Element> {
        let mut found = from.clone();
        loop {
            let mut now = found.clone();
            for step in 0..self.reading.steps() {
                now = self.all(&now, step, 0);
            }
            let before = found.len();
            found.extend(now);
            if found.len() == before {
                return found;
            }
        }
    }

    pub fn initial(&self) -> BTreeSet<Element> {
        let start = |b: usize| (b, vec![0; self.branches[b].components.len()]);
        let start: BTreeSet<Element> = (0..self.branches.len()).map(start).collect();
        if self.reading.order == DigitOrder::Msd { self.with_zeros(&start) } else { start }
    }

    /// Whether a subset accepts between letters.
    pub fn has_accepting(&self, subset: &BTreeSet<Element>) -> bool {
        match self.reading.order {
            DigitOrder::Msd => subset.iter().any(|element| self.accepts(element)),
            DigitOrder::Lsd => self.with_zeros(subset).iter().any(|element| self.accepts(element)),
        }
    }

    /// Whether a word is accepted: a letter a step.
    pub fn takes(&self, word: &[u32]) -> bool {
        let steps = self.reading.steps();
        assert_eq!(word.len() % steps, 0, "whole letters");
        let letters = word.iter().enumerate();
        let end =
            letters.fold(self.initial(), |now, (i, letter)| self.all(&now, i % steps, *letter));
        self.has_accepting(&end)
    }

    /// Whether every word is accepted, by all subsets there are; nothing if there are too many.
    pub fn is_universal(&self, most: usize) -> Option<bool> {
        let start = (0, self.initial());
        let mut seen = BTreeSet::from([start.clone()]);
        let mut left = VecDeque::from([start]);
        while let Some((step, subset)) = left.pop_front() {
            if step == 0 && !self.has_accepting(&subset) {
                return Some(false);
            }
            for letter in 0..self.reading.letters() {
                let next = ((step + 1) % self.reading.steps(), self.all(&subset, step, letter));
                if seen.len() > most {
                    return None;
                }
                if seen.insert(next.clone()) {
                    left.push_back(next);
                }
            }
        }
        Some(true)
    }

    /// Whether all that one element accepts, the other does: component by component.
    pub fn is_below(&self, low: &Element, high: &Element) -> bool {
        let branch = low.0;
        branch == high.0
            && low
                .1
                .iter()
                .zip(&high.1)
                .enumerate()
                .all(|(c, (low, high))| included(self.dfa(branch, c), *low, *high))
    }
}

/// Whether every word accepted from `low` is accepted from `high`.
pub fn included(dfa: &Dfa, low: State, high: State) -> bool {
    let mut seen = BTreeSet::from([(low, high)]);
    let mut left = vec![(low, high)];
    while let Some((low, high)) = left.pop() {
        if dfa.accepts_in(low) && !dfa.accepts_in(high) {
            return false;
        }
        for letter in 0..dfa.letters() as u16 {
            let next = (dfa.next(low, letter), dfa.next(high, letter));
            if seen.insert(next) {
                left.push(next);
            }
        }
    }
    true
}
