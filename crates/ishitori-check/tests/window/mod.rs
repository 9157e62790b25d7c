//! What is true of small positions, by brute force; and whether the automata of a certificate say so.
//!
//! A certificate whose sets are given by their automata says something else after any change of
//! them. This tells whether it is true. It shares no code with the checker.
#![allow(dead_code, clippy::unwrap_used, missing_docs)]

use crate::naive::{Goal, Spec, Step, number};
use std::collections::HashMap;

/// A game, with what has been found out about its positions.
pub struct Window<'a> {
    spec: &'a Spec,
    values: HashMap<Vec<u64>, u64>,
    lost: HashMap<Vec<u64>, bool>,
}

/// An automaton of a file: the successors and the flag of each state.
type Rows = Vec<(Vec<usize>, bool)>;

/// Reads the automaton with this name.
fn rows(text: &str, name: &str) -> Rows {
    let begin = text.find(&format!("\nautomaton {name} ")).unwrap();
    let row = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let end = words.iter().position(|word| *word == "<").unwrap();
        (words[2..end].iter().map(|word| word.parse().unwrap()).collect(), words[1] == "+")
    };
    let lines = text[begin + 1..].lines().skip(1);
    lines.take_while(|line| line.starts_with(|c: char| c.is_ascii_digit())).map(row).collect()
}

impl<'a> Window<'a> {
    pub fn new(spec: &'a Spec) -> Self {
        Window { spec, values: HashMap::new(), lost: HashMap::new() }
    }

    /// The positions after a move. New numbers are never larger than the largest heap in these games.
    /// (`divides` is read as narrow, which changes nothing about who wins them.)
    fn options(&self, heaps: &[u64]) -> Vec<Vec<u64>> {
        let most = heaps.iter().max().unwrap() + 1;
        let mut options = Vec::new();
        for step in &self.spec.moves {
            let count = match step {
                Step::Lower(lower) => lower.len(),
                Step::General(general) => general.new,
            };
            for code in 0..most.pow(count as u32) {
                let new: Vec<u64> = (0..count).map(|i| code / most.pow(i as u32) % most).collect();
                options.extend(option(heaps, step, &new));
            }
        }
        options
    }

    fn value(&mut self, heaps: &[u64]) -> u64 {
        if let Some(value) = self.values.get(heaps) {
            return *value;
        }
        let options = self.options(heaps);
        let reached: Vec<u64> = options.iter().map(|option| self.value(option)).collect();
        let value = (0..).find(|value| !reached.contains(value)).unwrap();
        self.values.insert(heaps.to_vec(), value);
        value
    }

    /// Whether the player to move loses if whoever cannot move wins.
    fn loses(&mut self, heaps: &[u64]) -> bool {
        if let Some(lost) = self.lost.get(heaps) {
            return *lost;
        }
        let options = self.options(heaps);
        let lost = !options.is_empty() && !options.iter().any(|option| self.loses(option));
        self.lost.insert(heaps.to_vec(), lost);
        lost
    }

    /// Whether the automata of the sets accept what is true, on all words of so many letters and fewer:
    /// those of small positions, with and without padding, and those that denote nothing.
    pub fn agrees(&mut self, text: &str, length: usize) -> Result<(), String> {
        let count = self.spec.heaps.len();
        match &self.spec.goal {
            Goal::Values(sets) => (0..sets.len()).try_for_each(|set| {
                let truth = |window: &mut Self, x: &[u64]| window.value(x) == set as u64;
                self.compare(&rows(text, &format!("set{set}")), count, length, truth)
            }),
            Goal::Misere { .. } => {
                self.compare(&rows(text, "set0"), count, length, |window, x| window.loses(x))
            }
            Goal::Grundy { onehot, .. } => {
                let truth = |window: &mut Self, x: &[u64]| {
                    let value = window.value(&x[..count]);
                    x[count] == if *onehot { 1 << value } else { value }
                };
                self.compare(&rows(text, "graph"), count + 1, length, truth)
            }
        }
    }

    fn compare(
        &mut self,
        rows: &Rows,
        tracks: usize,
        length: usize,
        truth: impl Fn(&mut Self, &[u64]) -> bool,
    ) -> Result<(), String> {
        let mut words = vec![Vec::new()];
        for _ in 0..=length {
            for word in &words {
                let end =
                    word.iter().fold(0, |state: usize, letter: &usize| rows[state].0[*letter]);
                let digits = |track: usize| word.iter().map(move |letter| letter >> track & 1);
                let number = |track: usize| {
                    let digits: Vec<usize> = digits(track).collect();
                    number(&digits, self.spec.lsd, self.spec.zeckendorf)
                };
                let numbers = (0..tracks).map(number).collect::<Option<Vec<u64>>>();
                let holds = match numbers.as_deref() {
                    None => false,
                    Some(x) if !(self.spec.valid.1)(&x[..self.spec.heaps.len()]) => continue,
                    Some(x) => truth(self, x),
                };
                if rows[end].1 != holds {
                    return Err(format!("{word:?}, {numbers:?}: it is {holds}"));
                }
            }
            let longer = |word: &Vec<usize>| {
                let word = word.clone();
                (0..1 << tracks).map(move |letter| [word.clone(), vec![letter]].concat())
            };
            words = words.iter().flat_map(longer).collect();
        }
        Ok(())
    }
}

/// The position after a move with these new numbers, if it can be made.
fn option(heaps: &[u64], step: &Step, new: &[u64]) -> Option<Vec<u64>> {
    match step {
        Step::Lower(lower) => {
            let mut after = heaps.to_vec();
            lower.iter().zip(new).for_each(|(heap, new)| after[*heap] = *new);
            let lowered = after.iter().zip(heaps).all(|(after, before)| after <= before);
            (lowered && after != heaps).then_some(after)
        }
        Step::General(general) => {
            let all = [heaps, new].concat();
            let tracks: Vec<u64> = general.tracks.iter().map(|track| all[track.1]).collect();
            (general.holds)(&tracks).then(|| general.to.iter().map(|place| all[*place]).collect())
        }
    }
}
