//! A nondeterministic automaton over several tracks of digits, without empty moves.
//!
//! Projection, reversal and closure under padding make these; a word is accepted if some run from
//! an initial to an accepting state reads it. The edges lie in one list, ordered by state and
//! letter, with an offset for each. Cost: 4 bytes an edge and 4 a state and letter. Questions
//! about languages need a [`crate::Dfa`] ([`crate::Nfa::determinize`]) or an antichain search.

use crate::dfa::{Dfa, DigitOrder, Letter, MAX_TRACKS, State};

/// A nondeterministic automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nfa {
    pub(crate) tracks: usize,
    pub(crate) order: DigitOrder,
    /// Sorted, each once.
    pub(crate) initial: Vec<State>,
    /// The successors of a state by a letter are `targets[offsets[i]..offsets[i + 1]]` with
    /// `i = state << tracks | letter`, sorted, each once.
    pub(crate) offsets: Vec<u32>,
    pub(crate) targets: Vec<State>,
    pub(crate) accepting: Vec<bool>,
}

/// An edge: from, by, to.
pub(crate) type Edge = (State, Letter, State);

impl Nfa {
    /// An automaton from its edges, in any order.
    ///
    /// # Panics
    /// If there are too many tracks, or a state or letter is not there.
    pub fn new(
        tracks: usize,
        order: DigitOrder,
        initial: Vec<State>,
        edges: impl IntoIterator<Item = Edge>,
        accepting: Vec<bool>,
    ) -> Self {
        assert!(tracks <= MAX_TRACKS, "at most {MAX_TRACKS} tracks");
        let states = accepting.len();
        let is_state = |state: &State| (*state as usize) < states;
        assert!(initial.iter().all(is_state), "initial states are states");
        let mut edges: Vec<Edge> = edges.into_iter().collect();
        edges.sort_unstable();
        edges.dedup();
        let mut offsets = vec![0; (states << tracks) + 1];
        for (from, letter, to) in &edges {
            assert!(is_state(from) && is_state(to), "edges join states");
            assert!(usize::from(*letter) < 1 << tracks, "edges read letters");
            offsets[((*from as usize) << tracks | usize::from(*letter)) + 1] += 1;
        }
        for i in 1..offsets.len() {
            offsets[i] += offsets[i - 1];
        }
        let targets = edges.iter().map(|edge| edge.2).collect();
        let mut initial = initial;
        initial.sort_unstable();
        initial.dedup();
        Nfa { tracks, order, initial, offsets, targets, accepting }
    }

    /// How many tracks it reads.
    pub fn tracks(&self) -> usize {
        self.tracks
    }

    /// How many letters there are: two to the number of tracks.
    pub(crate) fn letters(&self) -> usize {
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

    /// Where words may begin, sorted.
    pub fn initial(&self) -> &[State] {
        &self.initial
    }

    /// Whether words may end in `state`.
    pub fn accepts_in(&self, state: State) -> bool {
        self.accepting[state as usize]
    }

    /// Where `letter` may lead from `state`, sorted.
    pub fn next(&self, state: State, letter: Letter) -> &[State] {
        let i = (state as usize) << self.tracks | usize::from(letter);
        &self.targets[self.offsets[i] as usize..self.offsets[i + 1] as usize]
    }

    /// Where `letter` may lead from any of `states`, sorted.
    pub(crate) fn next_of(&self, states: &[State], letter: Letter) -> Vec<State> {
        let mut all: Vec<State> =
            states.iter().flat_map(|state| self.next(*state, letter)).copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether `word` is accepted.
    pub fn accepts(&self, word: &[Letter]) -> bool {
        let last =
            word.iter().fold(self.initial.clone(), |now, letter| self.next_of(&now, *letter));
        last.iter().any(|state| self.accepts_in(*state))
    }

    /// All edges, ordered by state and letter.
    pub fn edges(&self) -> impl Iterator<Item = Edge> + '_ {
        (0..self.states() << self.tracks).flat_map(move |i| {
            let (from, letter) = ((i >> self.tracks) as State, (i % self.letters()) as Letter);
            self.next(from, letter).iter().map(move |to| (from, letter, *to))
        })
    }
}

impl From<&Dfa> for Nfa {
    fn from(dfa: &Dfa) -> Self {
        Nfa {
            tracks: dfa.tracks,
            order: dfa.order,
            initial: vec![dfa.initial],
            offsets: (0..=dfa.next.len() as u32).collect(),
            targets: dfa.next.clone(),
            accepting: dfa.accepting.clone(),
        }
    }
}
