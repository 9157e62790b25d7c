//! The macro-states of a cover of heap and number: sets of elements, found by reading all letters from the first set.
//!
//! Of the elements that are reached those are kept of which no other accepts more; and where a set that is known
//! already is below what is reached, that one follows. Rocq checks the result.

use crate::refusal::NoRocqTheorem;
use crate::tables::{RocqTable, decision_tree};
use std::collections::{BTreeSet, HashMap};

/// The most macro-states, and elements of all.
const MACROS: usize = 3000;
const ELEMENTS: usize = 40_000;
/// Heap and number.
const GIVEN: usize = 2;

/// A branch: how many tracks are hidden, and tables with their tracks.
pub(crate) struct SaltusBranch<'a> {
    pub(crate) hidden: usize,
    pub(crate) parts: Vec<(&'a RocqTable, Vec<usize>)>,
}

/// A branch with a state of each of its tables.
type OptionElement = (usize, Vec<u32>);

/// A cover.
pub(crate) struct OptionCover {
    branches: usize,
    macros: Vec<BTreeSet<OptionElement>>,
    next: Vec<Vec<usize>>,
}

/// The search, with what elements reach.
struct OptionCoverSearch<'a> {
    branches: &'a [SaltusBranch<'a>],
    reached: HashMap<OptionElement, Vec<BTreeSet<OptionElement>>>,
}

impl OptionCover {
    pub(crate) fn new(branches: &[SaltusBranch]) -> Result<OptionCover, NoRocqTheorem> {
        let mut search = OptionCoverSearch { branches, reached: HashMap::new() };
        let mut cover = OptionCover {
            branches: branches.len(),
            macros: vec![search.start()],
            next: Vec::new(),
        };
        let mut elements = 0;
        while let Some(own) = cover.macros.get(cover.next.len()).cloned() {
            if !own.iter().any(|element| search.accepts(element)) {
                return Err(NoRocqTheorem::new("no cover was found for the values of options"));
            }
            elements += own.len();
            let mut next = Vec::new();
            for letter in 0..1 << GIVEN {
                let reached = search.read(&own, letter);
                let reached = search.largest(reached);
                let fits = |known: &BTreeSet<OptionElement>| {
                    known.iter().all(|element| search.is_below(element, &reached))
                };
                let known = cover.macros.iter().position(fits);
                next.push(known.unwrap_or(cover.macros.len()));
                if known.is_none() {
                    cover.macros.push(reached);
                }
            }
            cover.next.push(next);
            if cover.macros.len() > MACROS || elements > ELEMENTS {
                return Err(NoRocqTheorem::new(
                    "the cover of the values of options is too large for Rocq",
                ));
            }
        }
        Ok(cover)
    }

    pub(crate) fn definition(&self, name: &str) -> String {
        let mut rows = Vec::new();
        for (index, (elements, next)) in self.macros.iter().zip(&self.next).enumerate() {
            let mut parts = vec![Vec::new(); self.branches];
            for (branch, states) in elements {
                let states: Vec<String> =
                    states.iter().map(|state| (state + 1).to_string()).collect();
                parts[*branch].push(format!("[{}]", states.join("; ")));
            }
            let parts: Vec<String> =
                parts.iter().map(|part| format!("[{}]", part.join("; "))).collect();
            let tree = decision_tree(GIVEN, &|letter| Some(next[letter] as u32 + 1));
            rows.push(format!("({}, Macro [{}] {tree})", index + 1, parts.join("; ")));
        }
        let rows = rows.join(";\n  ");
        format!(
            "Definition {name} : PM.t macro := Eval vm_compute in of_list [\n  {rows}]%positive.\n"
        )
    }
}

impl OptionCoverSearch<'_> {
    fn accepts(&self, (branch, states): &OptionElement) -> bool {
        let parts = self.branches[*branch].parts.iter().zip(states);
        parts.into_iter().all(|((table, _), state)| table.accepting[*state as usize])
    }

    /// Whether an element of a set accepts at least as much, table by table.
    fn is_below(&self, (branch, states): &OptionElement, set: &BTreeSet<OptionElement>) -> bool {
        let above = |(own, others): &OptionElement| {
            own == branch
                && self.branches[*branch].parts.iter().zip(states).zip(others).all(
                    |(((table, _), state), other)| state == other || table.is_below(*state, *other),
                )
        };
        set.iter().any(above)
    }

    /// The elements of which no other one accepts more.
    fn largest(&self, mut set: BTreeSet<OptionElement>) -> BTreeSet<OptionElement> {
        for element in set.clone() {
            set.remove(&element);
            if !self.is_below(&element, &set) {
                set.insert(element);
            }
        }
        set
    }

    /// What an element reaches by a letter with any hidden digits.
    fn from(&self, (branch, states): &OptionElement, letter: usize) -> BTreeSet<OptionElement> {
        let own = &self.branches[*branch];
        let mut reached = BTreeSet::new();
        'hidden: for hidden in 0..1_usize << own.hidden {
            let digits = letter | hidden << GIVEN;
            let mut next = Vec::with_capacity(states.len());
            for ((table, tracks), state) in own.parts.iter().zip(states) {
                let read = tracks.iter().enumerate();
                let read = read.fold(0, |sum, (place, track)| sum | (digits >> track & 1) << place);
                let to = table.next[*state as usize][read];
                if !table.hopeful[to as usize] {
                    continue 'hidden;
                }
                next.push(to);
            }
            reached.insert((*branch, next));
        }
        reached
    }

    fn read(&mut self, set: &BTreeSet<OptionElement>, letter: usize) -> BTreeSet<OptionElement> {
        let mut all = BTreeSet::new();
        for element in set {
            if !self.reached.contains_key(element) {
                let by = (0..1 << GIVEN).map(|letter| self.from(element, letter)).collect();
                self.reached.insert(element.clone(), by);
            }
            all.extend(self.reached[element][letter].iter().cloned());
        }
        all
    }

    /// The elements that are reached while the given digits are 0.
    fn start(&mut self) -> BTreeSet<OptionElement> {
        let branches = self.branches.iter().enumerate();
        let mut start: BTreeSet<OptionElement> = branches
            .filter(|(_, branch)| branch.parts.iter().all(|(table, _)| table.hopeful[0]))
            .map(|(index, branch)| (index, vec![0; branch.parts.len()]))
            .collect();
        loop {
            let mut more = self.read(&start, 0);
            more.extend(start.iter().cloned());
            if more == start {
                return self.largest(start);
            }
            start = more;
        }
    }
}
