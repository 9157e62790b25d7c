//! Random small automata and all short words: what the operations are compared on.
#![allow(dead_code, reason = "each test file uses a part")]

use ishitori_automata::{Dfa, DigitOrder, Letter, Limit, Nfa, State};
use proptest::prelude::*;

/// Enough for everything here.
pub const LIMIT: Limit = Limit::states(100_000);

pub fn order() -> impl Strategy<Value = DigitOrder> {
    prop_oneof![Just(DigitOrder::Msd), Just(DigitOrder::Lsd)]
}

/// Automata with `tracks` tracks and up to `states` states.
pub fn dfa(tracks: usize, order: DigitOrder, states: usize) -> impl Strategy<Value = Dfa> {
    (1..=states).prop_flat_map(move |states| {
        let state = 0..states as State;
        let next = prop::collection::vec(state.clone(), states << tracks);
        let accepting = prop::collection::vec(any::<bool>(), states);
        (state, next, accepting).prop_map(move |(initial, next, accepting)| {
            Dfa::new(tracks, order, initial, next, accepting)
        })
    })
}

/// Automata of either order with 0 to `tracks` tracks.
pub fn any_dfa(tracks: usize, states: usize) -> impl Strategy<Value = Dfa> {
    (0..=tracks, order()).prop_flat_map(move |(tracks, order)| dfa(tracks, order, states))
}

/// Two automata over the same letters.
pub fn two_dfas(tracks: usize, states: usize) -> impl Strategy<Value = (Dfa, Dfa)> {
    (0..=tracks, order())
        .prop_flat_map(move |(t, order)| (dfa(t, order, states), dfa(t, order, states)))
}

/// Nondeterministic automata of either order.
pub fn any_nfa(tracks: usize, states: usize) -> impl Strategy<Value = Nfa> {
    (0..=tracks, order(), 1..=states).prop_flat_map(|(tracks, order, states)| {
        let state = 0..states as State;
        let edge = (state.clone(), 0..1u16 << tracks, state.clone());
        let edges = prop::collection::vec(edge, 0..=3 * states);
        let initial = prop::collection::vec(state, 0..=2);
        let accepting = prop::collection::vec(any::<bool>(), states);
        (initial, edges, accepting).prop_map(move |(initial, edges, accepting)| {
            Nfa::new(tracks, order, initial, edges, accepting)
        })
    })
}

/// All words with at most `length` letters, shortest first, by letters.
pub fn words(tracks: usize, length: usize) -> Vec<Vec<Letter>> {
    let mut all = vec![vec![]];
    let mut from = 0;
    for _ in 0..length {
        let to = all.len();
        for i in from..to {
            for letter in 0..1 << tracks {
                let mut word = all[i].clone();
                word.push(letter);
                all.push(word);
            }
        }
        from = to;
    }
    all
}

/// All tuples of numbers below `bound`.
pub fn tuples(tracks: usize, bound: u128) -> Vec<Vec<u128>> {
    let mut all = vec![vec![]];
    for _ in 0..tracks {
        let longer = |tuple: &Vec<u128>| {
            let tuple = tuple.clone();
            (0..bound).map(move |x| [tuple.clone(), vec![x]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// `word` with `count` zeros where they do not count.
pub fn padded(order: DigitOrder, word: &[Letter], count: usize) -> Vec<Letter> {
    let zeros = vec![0; count];
    match order {
        DigitOrder::Msd => [&zeros, word].concat(),
        DigitOrder::Lsd => [word, &zeros].concat(),
    }
}

/// `word` without the zeros that do not count.
pub fn stripped(order: DigitOrder, word: &[Letter]) -> Vec<Letter> {
    match order {
        DigitOrder::Msd => word.iter().copied().skip_while(|letter| *letter == 0).collect(),
        DigitOrder::Lsd => {
            let end = word.iter().rposition(|letter| *letter != 0).map_or(0, |last| last + 1);
            word[..end].to_vec()
        }
    }
}
