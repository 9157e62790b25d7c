//! Subset constructions: "there is a number", and reading from the other end.
//!
//! Both make an automaton that follows several states of another at once. A subset without the
//! states that accept nothing any more says the same; one with a state that accepts everything
//! from now on says no more than that state. Cost: exponential at worst. The number of states and the elements
//! of all subsets together are limited, so that a formula that is too hard is refused.

use crate::automata::automaton::{Automaton, explore};
use crate::digits::ReadingOrder;
use crate::refusal::CheckRefusal;
use crate::watch::CheckWatch;
use crate::watch::{STATES, SUBSETS};

/// Counts the elements of all subsets, so that few large ones are limited too.
fn counted(subset: Vec<u32>, size: &mut usize) -> Result<Vec<u32>, CheckRefusal> {
    *size += subset.len();
    match *size <= SUBSETS {
        true => Ok(subset),
        false => Err(CheckRefusal::new("a formula is too large for this checker")),
    }
}

impl Automaton {
    /// Drops a track: accepts a word if it is accepted with some digits there.
    ///
    /// The number on the dropped track may be longer than the word. So letters that are zero on all
    /// other tracks may be read before the word (most significant digits first) or after it.
    pub(crate) fn project(
        &self,
        track: usize,
        order: ReadingOrder,
        limit: usize,
        watch: &mut CheckWatch,
    ) -> Result<Automaton, CheckRefusal> {
        if self.tracks <= 1 {
            return Ok(Automaton::constant(self.accepting.contains(&true)));
        }
        let (hopeful, open) = (self.reaches(true), self.reaches(false));
        let tidy = |mut subset: Vec<u32>| {
            subset.sort_unstable();
            subset.dedup();
            subset.retain(|state| hopeful[*state as usize]);
            match subset.iter().find(|state| !open[**state as usize]) {
                Some(sure) => vec![*sure],
                None => subset,
            }
        };
        let (start, good) = match order {
            ReadingOrder::Msd => (self.after_zeros(track, watch)?, self.accepting.clone()),
            ReadingOrder::Lsd => (vec![0], self.good_before_zeros(track, watch)?),
        };
        let last = self.tracks - 1;
        let mut size = 0;
        let step = |subset: &Vec<u32>, position: usize, digit: usize| {
            let mut now = match position == track {
                true => self.read(&self.read_either(subset), digit),
                false => self.read(subset, digit),
            };
            if track == last && position + 1 == last {
                now = self.read_either(&now);
            }
            counted(tidy(now), &mut size)
        };
        let accepts = |subset: &Vec<u32>| subset.iter().any(|state| good[*state as usize]);
        explore(last, tidy(start), limit, watch, step, accepts)?.minimised(watch)
    }

    /// Where the states go by a digit.
    fn read(&self, subset: &[u32], digit: usize) -> Vec<u32> {
        subset.iter().map(|state| self.next[*state as usize][digit]).collect()
    }

    /// Where the states go by any digit.
    fn read_either(&self, subset: &[u32]) -> Vec<u32> {
        [self.read(subset, 0), self.read(subset, 1)].concat()
    }

    /// Where a state goes by letters that are zero on all tracks but this one.
    fn read_zeros(&self, state: u32, track: usize) -> Vec<u32> {
        (0..self.tracks).fold(vec![state], |now, digit| match digit == track {
            true => self.read_either(&now),
            false => self.read(&now, 0),
        })
    }

    /// The initial state, and all that any number of such letters lead to from it.
    fn after_zeros(&self, track: usize, watch: &mut CheckWatch) -> Result<Vec<u32>, CheckRefusal> {
        let mut start = vec![0];
        let mut done = 0;
        while done < start.len() {
            for state in self.read_zeros(start[done], track) {
                if !start.contains(&state) {
                    start.push(state);
                }
            }
            done += 1;
            watch.tick(start.len())?;
        }
        Ok(start)
    }

    /// For each state whether it accepts, maybe after some number of such letters.
    fn good_before_zeros(
        &self,
        track: usize,
        watch: &mut CheckWatch,
    ) -> Result<Vec<bool>, CheckRefusal> {
        let mut good = self.accepting.clone();
        let between = (0..self.next.len()).filter(|state| self.position[*state] == 0);
        let after: Vec<_> =
            between.map(|state| (state, self.read_zeros(state as u32, track))).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (state, after) in &after {
                if !good[*state] && after.iter().any(|next| good[*next as usize]) {
                    (good[*state], changed) = (true, true);
                }
            }
            watch.tick(after.len())?;
        }
        Ok(good)
    }

    /// Accepts the words that read backwards are accepted, digit by digit: the order of the letters
    /// and that of the tracks turn round.
    pub(crate) fn reversed(&self, watch: &mut CheckWatch) -> Result<Automaton, CheckRefusal> {
        let mut before = vec![[Vec::new(), Vec::new()]; self.next.len()];
        for (state, next) in self.next.iter().enumerate() {
            for digit in 0..2 {
                before[next[digit] as usize][digit].push(state as u32);
            }
        }
        let mut size = 0;
        let accepting = (0..self.next.len()).filter(|state| self.accepting[*state]);
        let step = |subset: &Vec<u32>, _: usize, digit: usize| {
            let mut now: Vec<u32> = Vec::new();
            subset.iter().for_each(|state| now.extend(&before[*state as usize][digit]));
            now.sort_unstable();
            counted(now, &mut size)
        };
        let start = accepting.map(|state| state as u32).collect();
        explore(self.tracks, start, STATES, watch, step, |subset| subset.contains(&0))
    }
}
