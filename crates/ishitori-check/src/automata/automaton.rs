//! Automata that read one digit at a time.
//!
//! An automaton with n tracks reads the n digits of a letter one after the other, in the order of
//! its tracks. Each state has a *position*: how many digits of the letter have been read. Only at
//! position 0, between letters, does it matter whether a state accepts. So 20 tracks cost 20 small
//! steps instead of a million letters, and every operation is the textbook one over two letters.
//! All of them build only what can be reached, through [`explore`]: two steps a state. With no tracks there
//! is one state, and the automaton is just true or false.

use crate::digits::ReadingOrder;
use crate::quick_hash::QuickMap;
use crate::refusal::CheckRefusal;
use crate::watch::CheckWatch;
use std::hash::Hash;

/// A complete deterministic automaton; state 0 is initial.
#[derive(Debug)]
pub(crate) struct Automaton {
    pub(crate) tracks: usize,
    /// The successors of each state by the digits 0 and 1.
    pub(crate) next: Vec<[u32; 2]>,
    /// How many digits of the letter have been read.
    pub(crate) position: Vec<u8>,
    /// Never true but at position 0.
    pub(crate) accepting: Vec<bool>,
}

/// Builds the automaton whose states are the pairs of a position and a key that can be reached.
///
/// `limit` is on the number of states.
pub(crate) fn explore<Key: Hash + Eq + Clone>(
    tracks: usize,
    start: Key,
    limit: usize,
    watch: &mut CheckWatch,
    mut step: impl FnMut(&Key, usize, usize) -> Result<Key, CheckRefusal>,
    accepts: impl Fn(&Key) -> bool,
) -> Result<Automaton, CheckRefusal> {
    if tracks == 0 {
        return Ok(Automaton::constant(accepts(&start)));
    }
    watch.limit(tracks, u8::MAX.into())?;
    let mut number = QuickMap::from_iter([((0_u8, start.clone()), 0_u32)]);
    let mut keys = vec![start];
    let mut automaton =
        Automaton { tracks, next: Vec::new(), position: vec![0], accepting: Vec::new() };
    while automaton.next.len() < keys.len() {
        let state = automaton.next.len();
        let key = keys[state].clone();
        let position = usize::from(automaton.position[state]);
        let after = ((position + 1) % tracks) as u8;
        let mut next = [0; 2];
        for (digit, slot) in next.iter_mut().enumerate() {
            let reached = step(&key, position, digit)?;
            let fresh = keys.len() as u32;
            *slot = *number.entry((after, reached)).or_insert_with_key(|(_, reached)| {
                keys.push(reached.clone());
                automaton.position.push(after);
                fresh
            });
        }
        automaton.accepting.push(position == 0 && accepts(&key));
        automaton.next.push(next);
        watch.tick(4)?;
        watch.limit(keys.len(), limit)?;
    }
    Ok(automaton)
}

impl Automaton {
    /// The automaton without tracks.
    pub(crate) fn constant(truth: bool) -> Automaton {
        Automaton { tracks: 0, next: vec![[0; 2]], position: vec![0], accepting: vec![truth] }
    }

    /// Accepts what this one does not.
    pub(crate) fn complement(&self) -> Automaton {
        let flip = |(accepting, position): (&bool, &u8)| *position == 0 && !accepting;
        let accepting = self.accepting.iter().zip(&self.position).map(flip).collect();
        Automaton { accepting, next: self.next.clone(), position: self.position.clone(), ..*self }
    }

    /// For each state whether a state at position 0 can be reached that accepts (or that does not).
    pub(crate) fn reaches(&self, accepting: bool) -> Vec<bool> {
        let mut before = vec![Vec::new(); self.next.len()];
        let mut reaches = vec![false; self.next.len()];
        let mut found = Vec::new();
        for (state, next) in self.next.iter().enumerate() {
            next.iter().for_each(|next| before[*next as usize].push(state));
            if self.position[state] == 0 && self.accepting[state] == accepting {
                reaches[state] = true;
                found.push(state);
            }
        }
        while let Some(state) = found.pop() {
            for earlier in &before[state] {
                if !std::mem::replace(&mut reaches[*earlier], true) {
                    found.push(*earlier);
                }
            }
        }
        reaches
    }

    /// Whether zeros that change no number change nothing, before a word (most significant digits first)
    /// or after it.
    ///
    /// Before a word: they lead from the initial state to itself. In the smallest automaton that is so
    /// whenever it accepts the same words after them.
    pub(crate) fn ignores_padding(&self, order: ReadingOrder) -> bool {
        let zeros =
            |state: usize| (0..self.tracks).fold(state, |now, _| self.next[now][0] as usize);
        let between = |state: &usize| self.position[*state] == 0;
        match order {
            ReadingOrder::Msd => zeros(0) == 0,
            ReadingOrder::Lsd => (0..self.next.len())
                .filter(between)
                .all(|state| self.accepting[state] == self.accepting[zeros(state)]),
        }
    }
}
