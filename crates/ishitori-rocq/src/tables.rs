//! Automata as tables of the library `rocq/Table.v`.
//!
//! States from which nothing is accepted are left out: what leads to them leads nowhere. Successors are decision
//! trees over the digits of a letter, in the order of the tracks.

use ishitori_check::reading::{LetterTable, ListedAutomaton};

/// An automaton; state 0 is initial.
#[derive(Clone, Debug)]
pub(crate) struct RocqTable {
    pub(crate) accepting: Vec<bool>,
    /// For each state its successors, one a letter.
    pub(crate) next: Vec<Vec<u32>>,
    /// For each state those said to accept at least as much, without itself.
    includes: Vec<Vec<u32>>,
    /// For each state whether it can reach an accepting one.
    pub(crate) hopeful: Vec<bool>,
}

impl RocqTable {
    pub(crate) fn new(
        accepting: Vec<bool>,
        next: Vec<Vec<u32>>,
        includes: Vec<Vec<u32>>,
    ) -> RocqTable {
        let mut hopeful = accepting.clone();
        loop {
            let reaches = |state: usize| next[state].iter().any(|next| hopeful[*next as usize]);
            let more: Vec<usize> =
                (0..hopeful.len()).filter(|state| !hopeful[*state] && reaches(*state)).collect();
            if more.is_empty() {
                break;
            }
            more.into_iter().for_each(|state| hopeful[state] = true);
        }
        RocqTable { accepting, next, includes, hopeful }
    }

    /// The table of a formula.
    pub(crate) fn of(table: &LetterTable) -> RocqTable {
        let none = vec![Vec::new(); table.accepting.len()];
        RocqTable::new(table.accepting.clone(), table.next.clone(), none)
    }

    /// A table of the file, with its inclusions.
    pub(crate) fn listed(table: &ListedAutomaton) -> RocqTable {
        let next = table.next.chunks(table.letters).map(<[u32]>::to_vec).collect();
        let others = |(state, above): (usize, &Vec<u32>)| {
            above.iter().copied().filter(|other| *other as usize != state).collect()
        };
        let includes = table.includes.iter().enumerate().map(others).collect();
        RocqTable::new(table.accepting.clone(), next, includes)
    }

    /// Whether a state is said to accept no more than another.
    pub(crate) fn is_below(&self, state: u32, other: u32) -> bool {
        self.includes[state as usize].contains(&other)
    }

    /// Accepts what this one does not.
    pub(crate) fn opposite(&self) -> RocqTable {
        let accepting = self.accepting.iter().map(|accepting| !accepting).collect();
        RocqTable::new(accepting, self.next.clone(), vec![Vec::new(); self.next.len()])
    }

    /// Its definition in Rocq.
    pub(crate) fn definition(&self, name: &str, tracks: usize) -> String {
        let state = |state: u32| self.hopeful[state as usize].then_some(state + 1);
        let mut rows = Vec::new();
        for (index, next) in self.next.iter().enumerate().filter(|(index, _)| self.hopeful[*index])
        {
            let above = self.includes[index].iter().filter_map(|other| state(*other));
            let above: Vec<String> = above.map(|other| other.to_string()).collect();
            let tree = decision_tree(tracks, &|letter| state(next[letter]));
            let accepting = self.accepting[index];
            rows.push(format!("({}, Row {accepting} [{}] {tree})", index + 1, above.join("; ")));
        }
        let rows = rows.join(";\n  ");
        format!("Definition {name} : table := Eval vm_compute in of_list [\n  {rows}]%positive.\n")
    }
}

/// A decision tree over the digits of a letter: track i adds `digit << i`.
pub(crate) fn decision_tree(tracks: usize, end: &dyn Fn(usize) -> Option<u32>) -> String {
    fn below(
        letter: usize,
        track: usize,
        tracks: usize,
        end: &dyn Fn(usize) -> Option<u32>,
    ) -> String {
        if track == tracks {
            return end(letter).map_or("No".to_string(), |state| format!("(Lf {state})"));
        }
        let zero = below(letter, track + 1, tracks, end);
        let one = below(letter | 1 << track, track + 1, tracks, end);
        if zero == one && !zero.starts_with("(Br") { zero } else { format!("(Br {zero} {one})") }
    }
    below(0, 0, tracks, end)
}
