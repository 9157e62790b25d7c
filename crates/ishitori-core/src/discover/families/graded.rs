//! Learning from a window in which long prefixes are known by short suffixes only.
//!
//! The table of [`super::super::learn`] tells all prefixes apart by suffixes of one length, so of a window of L letters it needs r for the
//! suffixes that tell states apart and L - r for prefixes that reach all of them. Here a prefix of d letters is compared by all
//! suffixes of up to L - d letters with the states that shorter prefixes found, of which more is known: that needs a letter or two
//! less, and a letter less is a window of a sixty-fourth for six heaps. A prefix that agrees with several states goes to the first
//! of them (to the one without any accepted word, if that is one of them), which may be wrong; so what is learned is compared with
//! all words of the window. Cost: a table of residuals for each length of suffixes.

use std::collections::VecDeque;

use ishitori_automata::{Dfa, DigitOrder, State};
use rustc_hash::FxHashMap;

use crate::control::{Control, GaveUp};
use crate::discover::learn::agrees;
use crate::discover::words::{Prefix, Residual, Residuals, WordSet};

/// The automaton with at most `most` states that agrees with all words, if this way finds it.
///
/// # Errors
/// [`GaveUp`] if somebody stops the work.
pub(super) fn graded(
    words: &WordSet,
    order: DigitOrder,
    most: usize,
    control: &Control,
) -> Result<Option<Dfa>, GaveUp> {
    if words.length < 3 {
        return Ok(None);
    }
    let tables = (1..words.length).map(|r| words.residuals(order, r, control));
    let tables: Vec<Residuals> = tables.collect::<Result<_, _>>()?;
    Ok(learned(words, order, &tables, most))
}

/// The same from the residuals by suffixes of all lengths.
fn learned(words: &WordSet, order: DigitOrder, tables: &[Residuals], most: usize) -> Option<Dfa> {
    let length = words.length;
    let mut found = GradedStates {
        tables,
        length,
        known: vec![FxHashMap::default(); length],
        accepting: Vec::new(),
        waiting: VecDeque::new(),
    };
    found.add(tables[0].start(), words);
    let mut next: Vec<State> = Vec::new();
    while let Some(prefix) = found.waiting.pop_front() {
        for letter in 0..1 << words.tracks {
            let longer = tables[0].then(prefix, letter)?;
            let state = match found.find(longer) {
                Some(state) => state,
                None if longer.length + 2 > length || found.accepting.len() >= most => return None,
                None => found.add(longer, words),
            };
            next.push(state);
        }
    }
    let dfa = Dfa::new(words.tracks, order, 0, next, found.accepting).minimize();
    (dfa.ignores_padding() && agrees(words, &dfa)).then_some(dfa)
}

struct GradedStates<'t> {
    /// The residuals by suffixes of up to 1, 2, ... letters.
    tables: &'t [Residuals],
    length: usize,
    /// For each length of suffixes, the states by what they accept so far.
    known: Vec<FxHashMap<Residual, State>>,
    accepting: Vec<bool>,
    waiting: VecDeque<Prefix>,
}

impl GradedStates<'_> {
    /// The longest suffixes that are known after a prefix.
    fn suffix(&self, prefix: Prefix) -> usize {
        (self.length - prefix.length).min(self.length - 1)
    }

    fn find(&self, prefix: Prefix) -> Option<State> {
        let suffix = self.suffix(prefix);
        self.known[suffix].get(&self.tables[suffix - 1].of(prefix)).copied()
    }

    fn add(&mut self, prefix: Prefix, words: &WordSet) -> State {
        let new = self.accepting.len() as State;
        let longest = self.suffix(prefix);
        let nothing = self.tables[longest - 1].of(prefix) == 0;
        for suffix in 1..=longest {
            let residual = self.tables[suffix - 1].of(prefix);
            if nothing {
                self.known[suffix].insert(residual, new);
            } else {
                self.known[suffix].entry(residual).or_insert(new);
            }
        }
        self.accepting.push(words.contains(prefix.key));
        self.waiting.push_back(prefix);
        new
    }
}
