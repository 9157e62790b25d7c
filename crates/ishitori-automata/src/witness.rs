//! Whether anything is accepted, and the smallest example: as a word and as numbers.
//!
//! The shortest word is breadth-first search. The smallest *numbers* (least sum, then the least
//! first track, the second, ...) need not have the shortest word: (0, 4) is smaller than (3, 3).
//! But a number with `n` digits is at least the weight of its first digit, so a sum bounds the
//! length. Among the words of one length that lead to the same state, the one whose digits so far
//! are worth less stays ahead whatever follows, because what follows adds the same to both; so
//! one best tuple a state is enough (Bellman). Cost: states × letters × tracks × digits. It
//! gives up beyond 96 digits, which do not fit 128 bits comfortably.

use crate::dfa::{Dfa, DigitOrder, Letter, State};
use crate::limit::{AutomatonGaveUp, AutomatonOperation};
use crate::numeration::Numeration;

/// Longer words do not fit our numbers.
pub(crate) const MAX_DIGITS: usize = 96;

/// The sum of the numbers, and the numbers.
pub(crate) type TupleWorth = (u128, Vec<u128>);

impl Dfa {
    /// Whether no word is accepted.
    pub fn is_empty(&self) -> bool {
        self.shortest_word().is_none()
    }

    /// The shortest accepted word, the first of these by letters.
    pub fn shortest_word(&self) -> Option<Vec<Letter>> {
        let mut came_from: Vec<Option<(State, Letter)>> = vec![None; self.states()];
        let mut seen = vec![false; self.states()];
        seen[self.initial as usize] = true;
        let mut found = vec![self.initial];
        let mut done = 0;
        while done < found.len() {
            let state = found[done];
            if self.accepts_in(state) {
                return Some(trace(&came_from, state));
            }
            for (letter, to) in self.row(state).iter().enumerate() {
                if !std::mem::replace(&mut seen[*to as usize], true) {
                    came_from[*to as usize] = Some((state, letter as Letter));
                    found.push(*to);
                }
            }
            done += 1;
        }
        None
    }

    /// The smallest accepted numbers, one a track: least sum, then least by tracks. `None` if
    /// nothing is accepted. For automata that ignore padding and accept only valid digits.
    ///
    /// # Errors
    /// [`AutomatonGaveUp`] if they have more than 96 digits.
    pub fn smallest(&self, numeration: Numeration) -> Result<Option<Vec<u128>>, AutomatonGaveUp> {
        let Some(word) = self.shortest_word() else { return Ok(None) };
        let too_long = AutomatonGaveUp::new(AutomatonOperation::Witness, MAX_DIGITS);
        if word.len() > MAX_DIGITS - 4 {
            return Err(too_long);
        }
        let first = self.least(numeration, word.len()).expect("a word of this length is accepted");
        let mut digits = word.len();
        while numeration.weight(digits) <= first.0 {
            digits += 1;
            if digits > MAX_DIGITS {
                return Err(too_long);
            }
        }
        Ok(self.least(numeration, digits).map(|worth| worth.1))
    }

    /// The least worth of the accepted words with so many digits.
    fn least(&self, numeration: Numeration, digits: usize) -> Option<TupleWorth> {
        let mut best: Vec<Option<TupleWorth>> = vec![None; self.states()];
        best[self.initial as usize] = Some((0, vec![0; self.tracks]));
        for step in 0..digits {
            let place = match self.order {
                DigitOrder::Msd => digits - 1 - step,
                DigitOrder::Lsd => step,
            };
            best = self.after_digit(&best, numeration.weight(place));
        }
        let accepted = best.into_iter().zip(&self.accepting).filter(|(_, accepts)| **accepts);
        accepted.filter_map(|(worth, _)| worth).min()
    }

    /// The best worth of each state after one more digit of this weight.
    fn after_digit(&self, best: &[Option<TupleWorth>], weight: u128) -> Vec<Option<TupleWorth>> {
        let mut after: Vec<Option<TupleWorth>> = vec![None; self.states()];
        for (state, worth) in best.iter().enumerate() {
            let Some((sum, numbers)) = worth else { continue };
            for (letter, to) in self.row(state as State).iter().enumerate() {
                let sum = sum + u128::from(letter.count_ones()) * weight;
                let known = &mut after[*to as usize];
                if known.as_ref().is_some_and(|(known, _)| *known < sum) {
                    continue;
                }
                let add = |(i, x): (usize, &u128)| x + (letter >> i & 1) as u128 * weight;
                let worth = (sum, numbers.iter().enumerate().map(add).collect());
                if known.as_ref().is_none_or(|known| worth < *known) {
                    *known = Some(worth);
                }
            }
        }
        after
    }
}

/// The word that leads to `state`.
fn trace(came_from: &[Option<(State, Letter)>], mut state: State) -> Vec<Letter> {
    let mut word = Vec::new();
    while let Some((before, letter)) = came_from[state as usize] {
        word.push(letter);
        state = before;
    }
    word.reverse();
    word
}
