//! The smallest automaton that accepts the same words, by partition refinement.
//!
//! States between letters are told apart by whether they accept, then by where the letters lead to, over
//! and over until nothing changes. The classes of states within a letter follow from those at its end,
//! from the last position to the first. States in the same class at the end accept the same words, because
//! no letter ever tells them apart. Cost: one pass over the states a round, and at most as many rounds as
//! there are classes. Hopcroft's method has a better bound but is longer to read.

use crate::automata::automaton::{Automaton, explore};
use crate::quick_hash::QuickMap;
use crate::refusal::CheckRefusal;
use crate::watch::{CheckWatch, STATES};

impl Automaton {
    /// The smallest automaton that accepts the same words.
    pub(crate) fn minimised(&self, watch: &mut CheckWatch) -> Result<Automaton, CheckRefusal> {
        if self.tracks == 0 {
            return Ok(Automaton::constant(self.accepting[0]));
        }
        let class = self.classes(watch)?;
        let mut some = QuickMap::default();
        for (state, position) in self.position.iter().enumerate() {
            some.insert((usize::from(*position), class[state]), state);
        }
        let step = |class_now: &u32, position: usize, digit: usize| {
            Ok(class[self.next[some[&(position, *class_now)]][digit] as usize])
        };
        let accepts = |class: &u32| some.get(&(0, *class)).is_some_and(|s| self.accepting[*s]);
        explore(self.tracks, class[0], STATES, watch, step, accepts)
    }

    /// For each state the number of its class, among the states at the same position.
    fn classes(&self, watch: &mut CheckWatch) -> Result<Vec<u32>, CheckRefusal> {
        let mut at = vec![Vec::new(); self.tracks];
        for (state, position) in self.position.iter().enumerate() {
            at[usize::from(*position)].push(state);
        }
        let mut class: Vec<u32> =
            self.accepting.iter().map(|accepting| (*accepting).into()).collect();
        let mut count = 0;
        loop {
            for states in at[1..].iter().rev() {
                self.follow(states, &mut class);
                watch.tick(states.len())?;
            }
            let refined = self.refine(&at[0], &mut class);
            watch.tick(at[0].len())?;
            if refined == count {
                return Ok(class);
            }
            count = refined;
        }
    }

    /// The classes of states within a letter, from those of the states after them.
    fn follow(&self, states: &[usize], class: &mut [u32]) {
        let mut number = QuickMap::default();
        for state in states {
            let key = self.next[*state].map(|next| class[next as usize]);
            let fresh = number.len() as u32;
            class[*state] = *number.entry(key).or_insert(fresh);
        }
    }

    /// Splits the classes of the states between letters by where they lead to; returns how many there are.
    fn refine(&self, states: &[usize], class: &mut [u32]) -> usize {
        let mut number = QuickMap::default();
        let mut refined = Vec::with_capacity(states.len());
        for state in states {
            let key = (class[*state], self.next[*state].map(|next| class[next as usize]));
            let fresh = number.len() as u32;
            refined.push(*number.entry(key).or_insert(fresh));
        }
        states.iter().zip(refined).for_each(|(state, refined)| class[*state] = refined);
        number.len()
    }
}
