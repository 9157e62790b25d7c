//! The first of the accepted tuples, by sum and then by tracks, and whether there are finitely many.
//!
//! As for the smallest one (`witness.rs`), but each state keeps the best few: two words of one length
//! that lead to the same state stay in their order whatever follows, so a tuple among the first
//! `count` has only such beginnings. Finitely many: no circle on the way from the first digit that is
//! not zero to the end (or, lsd, to the last one). Cost: states × letters × count × digits.

use crate::dfa::{Dfa, DigitOrder, Letter, State};
use crate::limit::{AutomatonGaveUp, AutomatonOperation, Limit};
use crate::numeration::Numeration;
use crate::witness::{MAX_DIGITS, TupleWorth};

impl Dfa {
    /// The first `count` accepted tuples, or all if there are fewer: least sum first, then least by
    /// tracks. For automata that ignore padding and accept only valid digits.
    ///
    /// # Errors
    /// [`AutomatonGaveUp`] if they have more than 96 digits, or the watcher of `limit` stops it.
    pub fn first(
        &self,
        numeration: Numeration,
        count: usize,
        limit: Limit,
    ) -> Result<Vec<Vec<u128>>, AutomatonGaveUp> {
        let (found, is_whole) = self.first_short(numeration, count, limit)?;
        match is_whole {
            true => Ok(found),
            false => Err(AutomatonGaveUp::new(AutomatonOperation::Witness, MAX_DIGITS)),
        }
    }

    /// The first `count` of the accepted tuples with at most 96 digits, or all if there are fewer; and whether no other tuple
    /// can stand among the first. A sparse set, such as the powers of two, has few of them.
    ///
    /// # Errors
    /// [`AutomatonGaveUp`] if the watcher of `limit` stops it.
    pub fn first_short(
        &self,
        numeration: Numeration,
        count: usize,
        limit: Limit,
    ) -> Result<(Vec<Vec<u128>>, bool), AutomatonGaveUp> {
        let Some(word) = self.shortest_word() else { return Ok((vec![], true)) };
        let longest = self.longest();
        let mut digits = word.len().max(1);
        if digits > MAX_DIGITS {
            return Ok((vec![], false));
        }
        loop {
            let found = self.best(numeration, digits, count, limit)?;
            let last = found.last().filter(|_| found.len() == count);
            let enough = last.is_some_and(|last| numeration.weight(digits) > last.0);
            let is_whole = enough || longest.is_some_and(|longest| digits >= longest);
            if is_whole || digits == MAX_DIGITS {
                return Ok((found.into_iter().map(|worth| worth.1).collect(), is_whole));
            }
            let more = (digits + digits / 2 + 1).min(longest.unwrap_or(usize::MAX));
            digits = more.min(MAX_DIGITS);
        }
    }

    /// The most digits of an accepted tuple; `None` if infinitely many are accepted, 0 if none is. For
    /// automata that ignore padding.
    pub fn longest(&self) -> Option<usize> {
        let letters: Vec<Letter> = self.distinct_letters().iter().map(|l| *l as Letter).collect();
        let other: Vec<Letter> = (1..self.letters()).map(|l| l as Letter).collect();
        let states = 0..self.states() as State;
        let next = |state: State| letters.iter().map(move |letter| self.next(state, *letter));
        let begins: Vec<bool> = match self.order {
            DigitOrder::Msd => {
                let mut begins = vec![false; self.states()];
                other.iter().for_each(|l| begins[self.next(self.initial, *l) as usize] = true);
                begins
            }
            DigitOrder::Lsd => states.clone().map(|state| state == self.initial).collect(),
        };
        let ends: Vec<bool> = match self.order {
            DigitOrder::Msd => self.accepting.clone(),
            DigitOrder::Lsd => {
                let last = |state| other.iter().any(|l| self.accepts_in(self.next(state, *l)));
                states.clone().map(last).collect()
            }
        };
        // What is left after the last digit that is not zero is no way to anywhere.
        let leads = Dfa { accepting: ends.clone(), ..self.clone() }.live();
        let useful = |state: State| leads[state as usize];
        let mut way: Vec<LongestPath> = vec![LongestPath::New; self.states()];
        let mut most = 0;
        for start in states.filter(|state| begins[*state as usize] && useful(*state)) {
            let mut todo = vec![start];
            while let Some(state) = todo.last().copied() {
                match way[state as usize] {
                    LongestPath::New => {
                        way[state as usize] = LongestPath::Open;
                        todo.extend(next(state).filter(|to| {
                            useful(*to) && matches!(way[*to as usize], LongestPath::New)
                        }));
                    }
                    LongestPath::Open => {
                        let mut longest = ends[state as usize].then_some(0);
                        for to in next(state).filter(|to| useful(*to)) {
                            match way[to as usize] {
                                LongestPath::Known(Some(more)) => {
                                    longest = longest.max(Some(more + 1))
                                }
                                LongestPath::Known(None) | LongestPath::New => {}
                                LongestPath::Open => longest = longest.max(Some(ENDLESS)),
                            }
                        }
                        way[state as usize] = LongestPath::Known(longest);
                        todo.pop();
                    }
                    LongestPath::Known(_) => {
                        todo.pop();
                    }
                }
            }
            if let LongestPath::Known(Some(length)) = way[start as usize] {
                most = most.max(length + 1);
            }
        }
        (most < ENDLESS).then_some(most)
    }

    /// How many tuples of at most so many digits are accepted; `None` beyond 128 bits. For automata that
    /// ignore padding and accept only valid digits.
    pub fn count(&self, digits: usize) -> Option<u128> {
        let mut ways = vec![0u128; self.states()];
        ways[self.initial as usize] = 1;
        for _ in 0..digits {
            let mut after = vec![0u128; self.states()];
            for (state, ways) in ways.iter().enumerate().filter(|(_, ways)| **ways > 0) {
                for to in self.row(state as State) {
                    after[*to as usize] = after[*to as usize].saturating_add(*ways);
                }
            }
            ways = after;
        }
        let accepted = ways.iter().zip(&self.accepting).filter(|(_, accepts)| **accepts);
        accepted
            .map(|(ways, _)| *ways)
            .try_fold(0u128, u128::checked_add)
            .filter(|n| *n < u128::MAX)
    }

    /// The least worths of the accepted words with so many digits, ascending.
    fn best(
        &self,
        numeration: Numeration,
        digits: usize,
        count: usize,
        limit: Limit,
    ) -> Result<Vec<TupleWorth>, AutomatonGaveUp> {
        let live = self.live();
        let mut patience = limit.patience();
        let mut best: Vec<Vec<TupleWorth>> = vec![vec![]; self.states()];
        best[self.initial as usize].push((0, vec![0; self.tracks]));
        for step in 0..digits {
            let place = match self.order {
                DigitOrder::Msd => digits - 1 - step,
                DigitOrder::Lsd => step,
            };
            let weight = numeration.weight(place);
            let mut after: Vec<Vec<TupleWorth>> = vec![vec![]; self.states()];
            for (state, worths) in best.iter().enumerate() {
                patience.spend(1 + worths.len() * self.letters(), self.states())?;
                for (sum, numbers) in worths {
                    for (letter, to) in self.row(state as State).iter().enumerate() {
                        if !live[*to as usize] {
                            continue;
                        }
                        let sum = sum + u128::from(letter.count_ones()) * weight;
                        let known = &mut after[*to as usize];
                        if known.len() == count && known.last().is_some_and(|k| k.0 < sum) {
                            continue;
                        }
                        let add = |(i, x): (usize, &u128)| x + (letter >> i & 1) as u128 * weight;
                        keep(known, (sum, numbers.iter().enumerate().map(add).collect()), count);
                    }
                }
            }
            best = after;
        }
        let mut all: Vec<TupleWorth> = Vec::new();
        for (worths, _) in best.into_iter().zip(&self.accepting).filter(|(_, accepts)| **accepts) {
            all.extend(worths);
        }
        all.sort_unstable();
        all.truncate(count);
        Ok(all)
    }
}

/// Puts `worth` in its place among the best `count`.
fn keep(known: &mut Vec<TupleWorth>, worth: TupleWorth, count: usize) {
    let place = known.partition_point(|other| *other < worth);
    if place < count {
        known.insert(place, worth);
        known.truncate(count);
    }
}

/// Longer than any way without a circle.
const ENDLESS: usize = usize::MAX / 2;

/// The longest way from a state to an end, counted in letters, as far as it is known.
#[derive(Clone, Copy)]
enum LongestPath {
    New,
    Open,
    Known(Option<usize>),
}
