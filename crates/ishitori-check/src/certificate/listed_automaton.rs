//! The automata of a file: whether they say what they are to say.
//!
//! A table is compared with an automaton that the checker built from a formula, state by state
//! along all words. The inclusion is a relation that leads from accepting to accepting states and
//! from each pair to such pairs: then every word accepted from the first is accepted from the second.
//! Cost: a step for each letter of each pair of states that is reached or listed. Automata of the checker's
//! own making read digits one by one: [`crate::automata::automaton`].

use crate::automata::automaton::Automaton;
use crate::quick_hash::QuickSet;
use crate::refusal::CheckRefusal;
use crate::watch::CheckWatch;
use std::cell::OnceCell;

/// An automaton of the file.
#[derive(Debug)]
pub struct ListedAutomaton {
    /// The name of the block.
    pub name: String,
    /// The line in the file.
    pub line: usize,
    /// The names of its tracks.
    pub tracks: Vec<String>,
    /// How many successors a state has.
    pub letters: usize,
    /// The successors of state 0, then those of state 1, ...
    pub next: Vec<u32>,
    /// For each state whether it accepts.
    pub accepting: Vec<bool>,
    /// For each state those said to accept all that it does, ascending.
    pub includes: Vec<Vec<u32>>,
    pub(crate) ready: OnceCell<ListedColumns>,
}

/// What covers need of a table, found when first needed.
#[derive(Debug)]
pub(crate) struct ListedColumns {
    /// Where each state goes by a *code*: a one followed by the digits that are read, the first of
    /// them lowest. All tracks at once, or with `digits single` none, one or two digits.
    pub(crate) columns: Vec<Vec<u32>>,
    /// For each state whether it can reach an accepting one.
    pub(crate) hopeful: Vec<bool>,
}

impl ListedAutomaton {
    /// How many states there are.
    #[must_use]
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    pub(crate) fn refuse(&self, reason: &str) -> CheckRefusal {
        CheckRefusal::at(self.line, format!("automaton {}: {reason}", self.name))
    }

    /// Every state that is named exists, and inclusions are ascending.
    pub(crate) fn in_order(&self) -> Result<(), CheckRefusal> {
        let states = self.states() as u32;
        let named = self.next.iter().chain(self.includes.iter().flatten());
        if states == 0 || named.into_iter().any(|state| *state >= states) {
            return Err(self.refuse("it has no states, or names one that it does not have"));
        }
        let ascending = |list: &Vec<u32>| list.windows(2).all(|pair| pair[0] < pair[1]);
        if !self.includes.iter().all(ascending) || !(0..states).all(|s| self.below(s, s)) {
            return Err(self.refuse("an inclusion is not ascending, or without the state itself"));
        }
        Ok(())
    }

    pub(crate) fn successor(&self, state: u32, letter: usize) -> u32 {
        self.next[state as usize * self.letters + letter]
    }

    /// Whether `above` is said to accept all that `state` does.
    pub(crate) fn below(&self, state: u32, above: u32) -> bool {
        self.includes[state as usize].binary_search(&above).is_ok()
    }

    /// What is said about inclusion holds.
    pub(crate) fn inclusion(&self, watch: &mut CheckWatch) -> Result<(), CheckRefusal> {
        for state in 0..self.states() as u32 {
            for above in &self.includes[state as usize] {
                let holds = *above == state
                    || (self.accepting[*above as usize] || !self.accepting[state as usize])
                        && (0..self.letters).all(|letter| {
                            self.below(
                                self.successor(state, letter),
                                self.successor(*above, letter),
                            )
                        });
                watch.tick(1 + self.letters / 8)?;
                if !holds {
                    return Err(self.refuse(&format!("state {above} does not include {state}")));
                }
            }
        }
        Ok(())
    }

    /// Whether the table accepts the same words as an automaton with the same tracks.
    pub(crate) fn agrees(
        &self,
        with: &Automaton,
        watch: &mut CheckWatch,
    ) -> Result<bool, CheckRefusal> {
        // How many digits a letter of the table has.
        let digits = self.letters.ilog2() as usize;
        let mut seen = QuickSet::from_iter([(0_u32, 0_u32)]);
        let mut left = vec![(0_u32, 0_u32)];
        while let Some((mine, other)) = left.pop() {
            let between = with.position[other as usize] == 0;
            if between && self.accepting[mine as usize] != with.accepting[other as usize] {
                return Ok(false);
            }
            for letter in 0..self.letters {
                let read = |now: u32, digit: usize| with.next[now as usize][letter >> digit & 1];
                let pair = (self.successor(mine, letter), (0..digits).fold(other, read));
                if seen.insert(pair) {
                    left.push(pair);
                }
            }
            watch.tick(self.letters)?;
        }
        Ok(true)
    }

    /// What covers need.
    pub(crate) fn ready(&self) -> &ListedColumns {
        self.ready
            .get_or_init(|| ListedColumns { columns: self.columns(), hopeful: self.hopeful() })
    }

    fn hopeful(&self) -> Vec<bool> {
        let mut before = vec![Vec::new(); self.states()];
        for (index, next) in self.next.iter().enumerate() {
            let state = (index / self.letters) as u32;
            if before[*next as usize].last() != Some(&state) {
                before[*next as usize].push(state);
            }
        }
        let mut hopeful = self.accepting.clone();
        let mut left: Vec<usize> = (0..self.states()).filter(|state| hopeful[*state]).collect();
        while let Some(state) = left.pop() {
            for earlier in &before[state] {
                if !std::mem::replace(&mut hopeful[*earlier as usize], true) {
                    left.push(*earlier as usize);
                }
            }
        }
        hopeful
    }

    fn columns(&self) -> Vec<Vec<u32>> {
        let states = 0..self.states() as u32;
        let one = |letter: usize| states.clone().map(move |state| self.successor(state, letter));
        if self.letters > 2 {
            let mut columns = vec![Vec::new(); self.letters];
            columns.extend((0..self.letters).map(|letter| one(letter).collect()));
            return columns;
        }
        let two = |code: usize| one(code & 1).map(move |state| self.successor(state, code >> 1));
        let mut columns: Vec<Vec<u32>> = vec![Vec::new(), states.clone().collect()];
        columns.extend((0..2).map(|letter| one(letter).collect()));
        columns.extend((0..4).map(|code| two(code).collect()));
        columns
    }
}
