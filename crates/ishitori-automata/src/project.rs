//! "There is a number such that": forgets a track.
//!
//! Without the digits of a track the automaton is nondeterministic: it guesses them. The number
//! that is guessed may be longer than all the others; then these have zeros where it has digits,
//! so msd-first the guess may begin before the word does (more initial states), and lsd-first it
//! may go on after the word (more accepting states). That is right for automata that ignore
//! padding ([`Dfa::ignores_padding`]), as all of ours over numbers do, and the result ignores
//! padding too. Cost: twice the edges a letter; the trouble comes with determinising. Forget one
//! track at a time and minimise in between: [`Dfa::exists`].

use crate::dfa::{Dfa, Letter, State};
use crate::include::Inclusion;
use crate::limit::{AutomatonGaveUp, Limit};
use crate::nfa::Nfa;
use crate::pad::{backwards, forwards};

/// Up to so many states the relation of inclusion is cheap next to determinising.
const PRUNE_STATES: usize = 600;

impl Dfa {
    /// The words over the other tracks for which some digits on `track` make an accepted word,
    /// where both may be padded with zeros. Tracks after `track` move up by one.
    ///
    /// # Panics
    /// If there is no such track.
    pub fn project(&self, track: usize) -> Nfa {
        assert!(track < self.tracks, "a track to forget");
        let low = (1usize << track) - 1;
        let with = |letter: usize, digit: usize| {
            ((letter & !low) << 1 | digit << track | letter & low) as Letter
        };
        let letters = self.letters() / 2;
        // The edges come in order, so they need not be sorted.
        let mut targets: Vec<State> = Vec::with_capacity(self.next.len());
        let mut offsets = Vec::with_capacity(self.states() * letters + 1);
        offsets.push(0);
        for state in 0..self.states() as State {
            for letter in 0..letters {
                let zero = self.next(state, with(letter, 0));
                let one = self.next(state, with(letter, 1));
                targets.push(zero.min(one));
                if zero != one {
                    targets.push(zero.max(one));
                }
                offsets.push(targets.len() as u32);
            }
        }
        let padding = [0, 1 << track];
        let (initial, accepting) = match self.order {
            crate::DigitOrder::Msd => (forwards(self, &padding), self.accepting.clone()),
            crate::DigitOrder::Lsd => (vec![self.initial], backwards(self, &padding)),
        };
        let mut initial = initial;
        initial.sort_unstable();
        initial.dedup();
        Nfa { tracks: self.tracks - 1, order: self.order, initial, offsets, targets, accepting }
    }

    /// [`Dfa::project`], determinised and minimised. Subsets are pruned by language inclusion
    /// while the automaton is small enough for that to pay.
    ///
    /// # Errors
    /// [`AutomatonGaveUp`] beyond `limit`.
    pub fn exists(&self, track: usize, limit: Limit) -> Result<Dfa, AutomatonGaveUp> {
        let nfa = self.project(track);
        // What is inside before guessing digits is inside after it.
        let inclusion = (self.states() <= PRUNE_STATES).then(|| Inclusion::of(self, limit));
        let dfa = match inclusion {
            Some(Ok(inclusion)) => nfa.determinize_pruned(&inclusion, limit)?,
            Some(Err(stopped)) if stopped.is_stopped() => return Err(stopped),
            // There is no room for it, or it does not pay.
            Some(Err(_)) | None => nfa.determinize(limit)?,
        };
        dfa.minimize_within(limit)
    }

    /// The words over the other tracks for which all digits on `track` make an accepted word.
    ///
    /// # Errors
    /// [`AutomatonGaveUp`] beyond `limit`.
    pub fn for_all(&self, track: usize, limit: Limit) -> Result<Dfa, AutomatonGaveUp> {
        Ok(self.complement().exists(track, limit)?.complement())
    }
}
