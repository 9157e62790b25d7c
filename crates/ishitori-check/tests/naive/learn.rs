//! Learns automata from predicates on small numbers: two words are the same state if no short continuation
//! tells them apart. Continuations that are too short make wrong automata, which the checker has to refuse.

use crate::naive::spec::Spec;
use std::collections::HashMap;

#[derive(Clone)]
pub struct Learned {
    pub name: String,
    pub tracks: Vec<String>,
    pub letters: usize,
    pub next: Vec<Vec<u32>>,
    pub accepting: Vec<bool>,
    pub includes: Vec<Vec<u32>>,
}

/// Letters of the word, and digits of the letter that is being read.
type Access = (Vec<usize>, Vec<usize>);

/// Learns the automaton of the words for which the predicate holds, or of all others.
pub fn learn(
    spec: &Spec,
    name: &str,
    tracks: &[&str],
    complement: bool,
    holds: &dyn Fn(&[u64]) -> bool,
) -> Learned {
    let count = tracks.len();
    let letters = if spec.single { 2 } else { 1 << count };
    let learner = Learner { spec, count, tails: tails(spec, count), complement, holds };
    let (mut next, mut accepting) = learner.states(letters);
    if let Some(spoil) = &spec.spoil {
        spoil.apply(name, &mut next, &mut accepting);
    }
    let includes = includes(&next, &accepting, letters);
    let tracks = tracks.iter().map(ToString::to_string).collect();
    Learned { name: name.to_string(), tracks, letters, next, accepting, includes }
}

/// All continuations that denote numbers, up to the depth of the game.
fn tails(spec: &Spec, count: usize) -> Vec<Vec<usize>> {
    let mut tails: Vec<Vec<usize>> = vec![vec![]];
    let mut all = tails.clone();
    for _ in 0..spec.depth {
        tails = tails
            .iter()
            .flat_map(|t| (0..1 << count).map(move |l| [t.clone(), vec![l]].concat()))
            .collect();
        tails.retain(|tail| spec.decode(tail, count).is_some());
        all.extend(tails.clone());
    }
    all
}

/// A letter from its digits.
fn join(digits: &[usize]) -> usize {
    digits.iter().enumerate().fold(0, |letter, (i, digit)| letter | digit << i)
}

struct Learner<'a> {
    spec: &'a Spec,
    count: usize,
    tails: Vec<Vec<usize>>,
    complement: bool,
    holds: &'a dyn Fn(&[u64]) -> bool,
}

impl Learner<'_> {
    fn accepts(&self, word: &[usize]) -> bool {
        self.spec.decode(word, self.count).is_some_and(|x| (self.holds)(&x)) != self.complement
    }

    /// What continuations tell about a word: how much of its last letter was read, and what is accepted.
    fn signature(&self, (word, digits): &Access) -> (usize, Vec<bool>) {
        let mut signature = Vec::new();
        if digits.is_empty() {
            for tail in &self.tails {
                signature.push(self.accepts(&[word.clone(), tail.clone()].concat()));
            }
            return (0, signature);
        }
        for rest in 0..1_usize << (self.count - digits.len()) {
            let letter = join(digits) | rest << digits.len();
            for tail in self.tails.iter().filter(|tail| tail.len() < self.spec.depth.max(2)) {
                let longer = [word.clone(), vec![letter], tail.clone()].concat();
                signature.push(self.accepts(&longer));
            }
        }
        (digits.len(), signature)
    }

    /// The word with one more letter, or with single digits with one more digit.
    fn after(&self, (word, digits): &Access, letter: usize) -> Access {
        let longer = |letter: usize| ([word.clone(), vec![letter]].concat(), vec![]);
        if !self.spec.single {
            return longer(letter);
        }
        let digits = [digits.clone(), vec![letter]].concat();
        match digits.len() == self.count {
            true => longer(join(&digits)),
            false => (word.clone(), digits),
        }
    }

    /// The successors of all states that are found, and which of them accept.
    fn states(&self, letters: usize) -> (Vec<Vec<u32>>, Vec<bool>) {
        let mut found: Vec<Access> = vec![(vec![], vec![])];
        let mut number = HashMap::from([(self.signature(&found[0]), 0_u32)]);
        let mut next = Vec::new();
        while next.len() < found.len() {
            let now = found[next.len()].clone();
            let mut row = Vec::new();
            for letter in 0..letters {
                let access = self.after(&now, letter);
                let fresh = found.len() as u32;
                row.push(*number.entry(self.signature(&access)).or_insert_with(|| {
                    found.push(access);
                    fresh
                }));
            }
            next.push(row);
        }
        let flag = |(word, digits): &Access| digits.is_empty() && self.accepts(word);
        let accepting = found.iter().map(flag).collect();
        (next, accepting)
    }
}

/// The greatest relation that is an inclusion.
fn includes(next: &[Vec<u32>], accepting: &[bool], letters: usize) -> Vec<Vec<u32>> {
    let states = next.len();
    let mut below = vec![vec![false; states]; states];
    for p in 0..states {
        for q in 0..states {
            below[p][q] = accepting[q] || !accepting[p];
        }
    }
    let mut changed = true;
    while changed {
        changed = false;
        for p in 0..states {
            for q in 0..states {
                let holds = |l: usize| below[next[p][l] as usize][next[q][l] as usize];
                if below[p][q] && !(0..letters).all(holds) {
                    below[p][q] = false;
                    changed = true;
                }
            }
        }
    }
    let row = |row: &Vec<bool>| (0..states as u32).filter(|q| row[*q as usize]).collect();
    below.iter().map(row).collect()
}
