//! What is to be said in words: an automaton, and what its set means.
//!
//! Plain data, which all steps of the search read; [`simplify`](super::simplify) takes it.

use ishitori_automata::{Dfa, Numeration};
use ishitori_rule::Ruleset;

use crate::claim::ClaimLibrary;
use crate::discover::TrackCoding;

/// What is to be said in words.
#[derive(Clone, Copy)]
pub struct SimplifyRequest<'a> {
    /// The game.
    pub ruleset: &'a Ruleset,
    /// Where other games and tables are, which the definitions of the game may speak about.
    pub library: &'a dyn ClaimLibrary,
    /// What the digits mean.
    pub numeration: Numeration,
    /// The automaton, on the heaps in the order of the game, and on the value if it is a graph. In an
    /// unordered game its set does not depend on the order of heaps.
    pub set: &'a Dfa,
    /// What its set is.
    pub what: SetMeaning,
}

/// What an automaton recognises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetMeaning {
    /// The P-positions, in normal or misère play.
    Outcome,
    /// The positions of this Grundy value.
    Class(u64),
    /// The graph of the Grundy function, with the value on the last track.
    Grundy(TrackCoding),
}
