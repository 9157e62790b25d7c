//! A complete deterministic automaton over several tracks of digits.
//!
//! A letter holds one digit of every track: bit `i` of the letter is the digit of track `i`. A
//! word is read from the most or from the least significant digit on, which the automaton knows
//! ([`DigitOrder`]); combining two orders is a bug of the caller and panics. Every state has a
//! successor for every letter, in one flat table: running is a look-up a letter, complementing
//! flips a bit a state. Cost: 4 bytes a state and letter, so up to [`MAX_TRACKS`] tracks; beyond,
//! interleave the tracks digit by digit. What is not deterministic is an [`crate::Nfa`].

use crate::limit::{AutomatonGaveUp, AutomatonOperation, Limit};
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// One digit of every track; bit `i` is the digit of track `i`.
pub type Letter = u16;

/// The number of a state.
pub type State = u32;

/// The most tracks an automaton can have: 4,096 letters.
pub const MAX_TRACKS: usize = 12;

/// The most tracks that may be interleaved.
pub const MAX_SERIAL_TRACKS: usize = 64;

/// Which digit is read first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DigitOrder {
    /// The most significant; leading zeros may come before.
    Msd,
    /// The least significant; more zeros may come after.
    Lsd,
}

impl DigitOrder {
    /// The other order.
    pub fn flipped(self) -> Self {
        match self {
            DigitOrder::Msd => DigitOrder::Lsd,
            DigitOrder::Lsd => DigitOrder::Msd,
        }
    }
}

/// A complete deterministic automaton. `==` compares tables; [`Dfa::equivalent`] languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dfa {
    pub(crate) tracks: usize,
    pub(crate) order: DigitOrder,
    pub(crate) initial: State,
    /// `next[state << tracks | letter]`.
    pub(crate) next: Vec<State>,
    pub(crate) accepting: Vec<bool>,
}

impl Dfa {
    /// An automaton from its table: `next[state << tracks | letter]`.
    ///
    /// # Panics
    /// If there are too many tracks, the table has a wrong size, or names a state that is not there.
    pub fn new(
        tracks: usize,
        order: DigitOrder,
        initial: State,
        next: Vec<State>,
        accepting: Vec<bool>,
    ) -> Self {
        let states = accepting.len();
        assert!(tracks <= MAX_TRACKS, "at most {MAX_TRACKS} tracks");
        assert_eq!(next.len(), states << tracks, "a successor for every state and letter");
        assert!((initial as usize) < states, "the initial state is one of them");
        assert!(next.iter().all(|s| (*s as usize) < states), "successors are states");
        Dfa { tracks, order, initial, next, accepting }
    }

    /// Accepts every word, or none.
    pub fn constant(tracks: usize, order: DigitOrder, accepts: bool) -> Self {
        assert!(tracks <= MAX_TRACKS, "at most {MAX_TRACKS} tracks");
        Dfa { tracks, order, initial: 0, next: vec![0; 1 << tracks], accepting: vec![accepts] }
    }

    /// The automaton of all keys reached from `start`, whatever a key is.
    ///
    /// # Errors
    /// [`AutomatonGaveUp`] if there are more keys than `limit` allows.
    pub fn explore<K: Clone + Eq + Hash>(
        tracks: usize,
        order: DigitOrder,
        start: K,
        step: impl Fn(&K, Letter) -> K,
        accepts: impl Fn(&K) -> bool,
        limit: Limit,
    ) -> Result<Self, AutomatonGaveUp> {
        explore(
            AutomatonShape { tracks, order },
            start,
            step,
            accepts,
            limit,
            AutomatonOperation::Build,
        )
    }

    /// How many tracks it reads.
    pub fn tracks(&self) -> usize {
        self.tracks
    }

    /// How many letters there are: two to the number of tracks.
    pub fn letters(&self) -> usize {
        1 << self.tracks
    }

    /// Which digit is read first.
    pub fn order(&self) -> DigitOrder {
        self.order
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// Where words begin.
    pub fn initial(&self) -> State {
        self.initial
    }

    /// Whether words may end in `state`.
    pub fn accepts_in(&self, state: State) -> bool {
        self.accepting[state as usize]
    }

    /// Where `letter` leads from `state`.
    pub fn next(&self, state: State, letter: Letter) -> State {
        self.next[(state as usize) << self.tracks | usize::from(letter)]
    }

    /// All successors of `state`, one a letter.
    pub fn row(&self, state: State) -> &[State] {
        &self.next[(state as usize) << self.tracks..][..self.letters()]
    }

    /// Whether `word` is accepted.
    pub fn accepts(&self, word: &[Letter]) -> bool {
        self.accepts_in(word.iter().fold(self.initial, |state, letter| self.next(state, *letter)))
    }

    /// The words that are not accepted.
    #[must_use]
    pub fn complement(&self) -> Self {
        let accepting = self.accepting.iter().map(|accepts| !accepts).collect();
        Dfa { accepting, ..self.clone() }
    }

    /// The same automaton started in `state`.
    #[must_use]
    pub fn started_in(&self, state: State) -> Self {
        assert!((state as usize) < self.states(), "a state of the automaton");
        Dfa { initial: state, ..self.clone() }
    }

    /// Reads other tracks: what was track `i` is now track `places[i]` of `tracks`.
    ///
    /// With a permutation it permutes tracks; with places left free it adds tracks that do not
    /// matter (cylindrification); with a place used twice it demands equal digits.
    ///
    /// # Panics
    /// If there is not one place below `tracks` for each track.
    #[must_use]
    pub fn on_tracks(&self, tracks: usize, places: &[usize]) -> Self {
        assert!(tracks <= MAX_TRACKS, "at most {MAX_TRACKS} tracks");
        assert_eq!(places.len(), self.tracks, "a place for every track");
        assert!(places.iter().all(|place| *place < tracks), "places are tracks");
        let old_letter = |letter: usize| {
            let digit = |(i, place): (usize, &usize)| (letter >> place & 1) << i;
            places.iter().enumerate().map(digit).fold(0, |all, bit| all | bit)
        };
        let old: Vec<usize> = (0..1usize << tracks).map(old_letter).collect();
        let mut next = Vec::with_capacity(self.states() << tracks);
        for state in 0..self.states() {
            next.extend(old.iter().map(|letter| self.next[state << self.tracks | letter]));
        }
        Dfa { tracks, next, ..self.clone() }
    }

    /// Panics unless both read the same number of tracks in the same order.
    pub(crate) fn must_match(&self, other: &Dfa) {
        assert_eq!(self.tracks, other.tracks, "automata with different numbers of tracks");
        assert_eq!(self.order, other.order, "automata that read digits in different orders");
    }
}

/// Tracks and order of an automaton to be made.
#[derive(Clone, Copy)]
pub(crate) struct AutomatonShape {
    pub tracks: usize,
    pub order: DigitOrder,
}

/// Numbers keys in the order in which they are found, breadth first.
pub(crate) fn explore<K: Clone + Eq + Hash>(
    AutomatonShape { tracks, order }: AutomatonShape,
    start: K,
    mut step: impl FnMut(&K, Letter) -> K,
    accepts: impl Fn(&K) -> bool,
    limit: Limit,
    during: AutomatonOperation,
) -> Result<Dfa, AutomatonGaveUp> {
    assert!(tracks <= MAX_TRACKS, "at most {MAX_TRACKS} tracks");
    let mut number = FxHashMap::default();
    number.insert(start.clone(), 0 as State);
    let mut keys = vec![start];
    let mut next = Vec::new();
    let mut done = 0;
    let mut patience = limit.patience();
    while done < keys.len() {
        patience.spend(1 << tracks, keys.len())?;
        for letter in 0..1usize << tracks {
            let key = step(&keys[done], letter as Letter);
            let found = keys.len();
            let state = *number.entry(key).or_insert_with_key(|key| {
                keys.push(key.clone());
                found as State
            });
            next.push(state);
            if keys.len() > found {
                limit.check(during, keys.len(), keys.len() << tracks)?;
            }
        }
        done += 1;
    }
    limit.tell(keys.len())?;
    let accepting = keys.iter().map(accepts).collect();
    Ok(Dfa { tracks, order, initial: 0, next, accepting })
}
