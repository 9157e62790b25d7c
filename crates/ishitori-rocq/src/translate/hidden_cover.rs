//! The cover of a quantifier: every tuple is refused by the automaton of the quantifier, or has numbers for the
//! hidden tracks that the automaton below the quantifier accepts.
//!
//! A macro-state is a state of the first automaton with states of the second. Mostly one a state of the first is
//! enough, found as a greatest fixed point and then made small; otherwise they are those of the subset
//! construction. Rocq checks the result, so nothing here has to be right.

use crate::refusal::NoRocqTheorem;
use crate::tables::{RocqTable, decision_tree};
use std::collections::{BTreeSet, HashMap};

/// The most macro-states of one quantifier.
const MACROS: usize = 5000;
/// With more states than this no two are compared.
const COMPARED: usize = 400;

/// The cover of a quantifier.
pub(crate) struct HiddenCover {
    /// A state of the opposite automaton, and states of the one whose tracks are hidden.
    pub(crate) macros: Vec<(u32, BTreeSet<u32>)>,
    next: Vec<Vec<u32>>,
    opposite: RocqTable,
}

impl HiddenCover {
    pub(crate) fn new(
        under: &RocqTable,
        table: &RocqTable,
        given: usize,
        hidden: usize,
    ) -> Result<HiddenCover, NoRocqTheorem> {
        let search = HiddenSearch { under, table, given, hidden };
        match search.one_a_state() {
            Some(cover) => Ok(cover),
            None => search.subsets(),
        }
    }

    pub(crate) fn definition(&self, name: &str, given: usize) -> String {
        let mut rows = Vec::new();
        for (index, ((state, states), next)) in self.macros.iter().zip(&self.next).enumerate() {
            let outside = match self.opposite.hopeful[*state as usize] {
                true => format!("[{}]", state + 1),
                false => String::new(),
            };
            let inside: Vec<String> =
                states.iter().map(|state| format!("[{}]", state + 1)).collect();
            let tree = decision_tree(given, &|letter| Some(next[letter] + 1));
            let row =
                format!("({}, Macro [[{outside}]; [{}]] {tree})", index + 1, inside.join("; "));
            rows.push(row);
        }
        let rows = rows.join(";\n  ");
        format!(
            "Definition {name} : PM.t macro := Eval vm_compute in of_list [\n  {rows}]%positive.\n"
        )
    }
}

/// The search for a cover.
struct HiddenSearch<'a> {
    under: &'a RocqTable,
    table: &'a RocqTable,
    given: usize,
    hidden: usize,
}

impl HiddenSearch<'_> {
    /// The states that are reached by a letter with any hidden digits.
    fn from(&self, state: u32, letter: usize) -> impl Iterator<Item = u32> {
        let next = &self.under.next[state as usize];
        let digits = 0..1_usize << self.hidden;
        let reached = digits.map(move |digits| next[letter | digits << self.given]);
        reached.filter(|state| self.under.hopeful[*state as usize])
    }

    fn read(&self, states: &BTreeSet<u32>, letter: usize) -> BTreeSet<u32> {
        states.iter().flat_map(|state| self.from(*state, letter)).collect()
    }

    /// The states that are reached while all given digits are 0.
    fn start(&self) -> BTreeSet<u32> {
        let mut start = BTreeSet::from([0]);
        start.retain(|state| self.under.hopeful[*state as usize]);
        loop {
            let more: BTreeSet<u32> = start.union(&self.read(&start, 0)).copied().collect();
            if more == start {
                return start;
            }
            start = more;
        }
    }

    /// One macro-state for each state of the automaton of the quantifier, if that is enough.
    fn one_a_state(&self) -> Option<HiddenCover> {
        let letters = 1_usize << self.given;
        let count = self.under.next.len() as u32;
        let all: BTreeSet<u32> = (0..count).filter(|s| self.under.hopeful[*s as usize]).collect();
        let mut sets = vec![all; self.table.next.len()];
        sets[0] = self.start();
        // The largest sets of which each is reached from those before it.
        let mut pending: BTreeSet<usize> = (0..sets.len()).collect();
        while let Some(state) = pending.pop_first() {
            for letter in 0..letters {
                let to = self.table.next[state][letter] as usize;
                let reached = self.read(&sets[state], letter);
                let before = sets[to].len();
                sets[to].retain(|state| reached.contains(state));
                if sets[to].len() < before {
                    pending.insert(to);
                }
            }
        }
        let macros = self.needed(&sets)?;
        let macros = macros.into_iter().enumerate().map(|(q, states)| (q as u32, states));
        let next = self.table.next.iter().map(|next| next[..letters].to_vec());
        Some(HiddenCover {
            macros: macros.collect(),
            next: next.collect(),
            opposite: self.table.opposite(),
        })
    }

    /// Few states of these sets: an accepting one where it is needed, and one from which each is reached.
    fn needed(&self, sets: &[BTreeSet<u32>]) -> Option<Vec<BTreeSet<u32>>> {
        let mut before = vec![Vec::new(); sets.len()];
        for (state, next) in self.table.next.iter().enumerate() {
            for (letter, to) in next.iter().enumerate().take(1 << self.given) {
                before[*to as usize].push((state, letter));
            }
        }
        let mut needed = vec![BTreeSet::new(); sets.len()];
        let mut pending = Vec::new();
        for (state, set) in sets.iter().enumerate().filter(|(q, _)| self.table.accepting[*q]) {
            let accepts = set.iter().find(|own| self.under.accepting[**own as usize])?;
            needed[state].insert(*accepts);
            pending.push((state, *accepts));
        }
        while let Some((state, own)) = pending.pop() {
            for (from, letter) in &before[state] {
                let leads = |other: &&u32| self.from(**other, *letter).any(|to| to == own);
                if needed[*from].iter().any(|other| leads(&other)) {
                    continue;
                }
                let other = *sets[*from].iter().find(leads)?;
                needed[*from].insert(other);
                pending.push((*from, other));
            }
        }
        Some(needed)
    }

    /// The macro-states of the subset construction, with few states each.
    fn subsets(&self) -> Result<HiddenCover, NoRocqTheorem> {
        let larger = self.larger();
        let first = (0_u32, largest(&self.start(), &larger));
        let opposite = self.table.opposite();
        let mut of_state: HashMap<u32, Vec<u32>> = HashMap::from([(0, vec![0])]);
        let mut cover = HiddenCover { macros: vec![first], next: Vec::new(), opposite };
        while let Some((state, states)) = cover.macros.get(cover.next.len()).cloned() {
            let mut next = Vec::new();
            for letter in 0..1_usize << self.given {
                let to = self.table.next[state as usize][letter];
                let reached = self.read(&states, letter);
                let known = of_state.entry(to).or_default();
                let fits = |known: &&u32| cover.macros[**known as usize].1.is_subset(&reached);
                next.push(known.iter().find(fits).copied().unwrap_or_else(|| {
                    cover.macros.push((to, largest(&reached, &larger)));
                    known.push(cover.macros.len() as u32 - 1);
                    cover.macros.len() as u32 - 1
                }));
            }
            cover.next.push(next);
            if cover.macros.len() > MACROS {
                return Err(NoRocqTheorem::new("a quantifier needs too many macro-states"));
            }
        }
        Ok(cover)
    }

    /// For each state of the automaton below the quantifier whether others accept all that it accepts, and more.
    fn larger(&self) -> Vec<Vec<bool>> {
        let count = self.under.next.len();
        if count > COMPARED {
            return vec![vec![false; count]; count];
        }
        let accepting = &self.under.accepting;
        let row = |own: usize| (0..count).map(move |other| !accepting[own] || accepting[other]);
        let mut includes: Vec<Vec<bool>> = (0..count).map(|own| row(own).collect()).collect();
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for own in 0..count {
                for other in 0..count {
                    let pairs = self.under.next[own].iter().zip(&self.under.next[other]);
                    if includes[own][other]
                        && pairs.into_iter().any(|(x, y)| !includes[*x as usize][*y as usize])
                    {
                        includes[own][other] = false;
                        changed = true;
                    }
                }
            }
        }
        let strictly = |own: usize, other: usize| includes[own][other] && !includes[other][own];
        (0..count).map(|own| (0..count).map(|other| strictly(own, other)).collect()).collect()
    }
}

/// The states of which no other accepts more.
fn largest(states: &BTreeSet<u32>, larger: &[Vec<bool>]) -> BTreeSet<u32> {
    let is_less = |own: &u32| states.iter().any(|other| larger[*own as usize][*other as usize]);
    states.iter().copied().filter(|own| !is_less(own)).collect()
}
