//! Inclusion, equivalence and witnesses against their definitions, on all short words.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::cases::cases;
use crate::random::{LIMIT, any_dfa, any_nfa, dfa, order, tuples, two_dfas, words};
use ishitori_automata::{Dfa, DigitOrder, Inclusion, Letter, Nfa, Numeration, State, product};
use proptest::prelude::*;
use std::collections::BTreeSet;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(256)))]

    /// Two automata with p and q states that differ do so on a word shorter than p + q.
    #[test]
    fn comparison((p, q) in two_dfas(1, 3)) {
        let tests = words(p.tracks(), 9);
        let outside = tests.iter().find(|w| p.accepts(w) && !q.accepts(w)).cloned();
        prop_assert_eq!(p.is_inside(&q, LIMIT).unwrap(), outside.is_none());
        prop_assert_eq!(p.word_outside(&q, LIMIT).unwrap(), outside);
        let same = tests.iter().all(|w| p.accepts(w) == q.accepts(w));
        prop_assert_eq!(p.equivalent(&q), same);
        let class = p.classes();
        for (a, b) in (0..p.states()).flat_map(|a| (0..p.states()).map(move |b| (a, b))) {
            let (from_a, from_b) = (p.started_in(a as State), p.started_in(b as State));
            let same = tests.iter().all(|w| from_a.accepts(w) == from_b.accepts(w));
            prop_assert_eq!(class[a] == class[b], same);
        }
    }

    #[test]
    fn inclusion_between_states(p in any_dfa(1, 3)) {
        let inclusion = Inclusion::of(&p, LIMIT).unwrap();
        let tests = words(p.tracks(), 9);
        for a in 0..p.states() as State {
            for b in 0..p.states() as State {
                let (from_a, from_b) = (p.started_in(a), p.started_in(b));
                let inside = tests.iter().all(|w| !from_a.accepts(w) || from_b.accepts(w));
                prop_assert_eq!(inclusion.holds(a, b), inside);
            }
        }
        prop_assert_eq!(Inclusion::by_simulation(&Nfa::from(&p), LIMIT), Ok(inclusion));
    }

    /// Every pair accepts on the right whenever on the left, and can answer steps; no pair left
    /// out can be added, since one round of the definition from all pairs downwards agrees.
    #[test]
    fn simulation_is_the_greatest(nfa in any_nfa(1, 3)) {
        let n = nfa.states() as State;
        let pairs = || (0..n).flat_map(|p| (0..n).map(move |q| (p, q)));
        let mut truth: BTreeSet<(State, State)> =
            pairs().filter(|(p, q)| !nfa.accepts_in(*p) || nfa.accepts_in(*q)).collect();
        for _ in pairs() {
            let now = truth.clone();
            truth.retain(|(p, q)| {
                nfa.edges().filter(|e| e.0 == *p).all(|(_, letter, to)| {
                    nfa.next(*q, letter).iter().any(|r| now.contains(&(to, *r)))
                })
            });
        }
        let simulation = Inclusion::by_simulation(&nfa, LIMIT).unwrap();
        for (p, q) in pairs() {
            prop_assert_eq!(simulation.holds(p, q), truth.contains(&(p, q)));
        }
        let mut kept: Vec<State> = (0..n).collect();
        simulation.keep_maximal(&mut kept);
        for p in 0..n {
            prop_assert!(kept.iter().any(|q| truth.contains(&(p, *q))));
            prop_assert!(kept.iter().all(|q| p == *q || !kept.contains(&p) || !truth.contains(&(p, *q))));
        }
    }

    #[test]
    fn the_shortest_word(p in any_dfa(2, 4)) {
        let first = words(p.tracks(), 4).into_iter().find(|word| p.accepts(word));
        prop_assert_eq!(p.is_empty(), first.is_none());
        prop_assert_eq!(p.shortest_word(), first);
    }

    #[test]
    fn live_states(p in any_dfa(2, 4)) {
        for (state, live) in p.live().into_iter().enumerate() {
            let from = p.started_in(state as State);
            prop_assert_eq!(live, words(p.tracks(), 4).iter().any(|word| from.accepts(word)));
        }
    }

    #[test]
    fn the_smallest_numbers(p in (1usize..=2, order()).prop_flat_map(|(t, o)| dfa(t, o, 4))) {
        let p = p.close_padding().determinize(LIMIT).unwrap();
        let binary = Numeration::Binary;
        let sum = |t: &Vec<u128>| t.iter().sum::<u128>();
        let truth = tuples(p.tracks(), 64)
            .into_iter()
            .filter(|t| p.accepts(&binary.word(p.order(), t)))
            .min_by_key(|t| (sum(t), t.clone()))
            .filter(|t| sum(t) < 64);
        let found = p.smallest(binary).unwrap();
        match (truth, found) {
            (Some(truth), found) => prop_assert_eq!(found, Some(truth)),
            (None, Some(large)) => prop_assert!(sum(&large) >= 64),
            (None, None) => prop_assert!(words(p.tracks(), 4).iter().all(|w| !p.accepts(w))),
        }
    }
}

/// The six permutations of three tracks.
const PERMUTATIONS: [[usize; 3]; 6] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

fn moved(word: &[Letter], places: &[usize]) -> Vec<Letter> {
    let digit = |letter: Letter, i: usize| (letter >> i & 1) << places[i];
    word.iter().map(|l| digit(*l, 0) | digit(*l, 1) | digit(*l, 2)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(256)))]

    /// A union of some images of a set is symmetric in some ways and not in others.
    #[test]
    fn permutations_act_on_states(
        p in order().prop_flat_map(|o| dfa(3, o, 2)),
        some in prop::collection::vec(any::<bool>(), 6),
    ) {
        let images = PERMUTATIONS.iter().zip(&some).filter(|(_, taken)| **taken);
        let images: Vec<Dfa> = images.map(|(places, _)| p.on_tracks(3, places)).collect();
        let p = product::any_of(&images, LIMIT).unwrap().unwrap_or(p.minimize());
        let tests = words(3, 4);
        let state = |word: &[Letter]| word.iter().fold(p.initial(), |s, l| p.next(s, *l));
        for places in &PERMUTATIONS {
            let broken = tests.iter().find(|w| p.accepts(w) != p.accepts(&moved(w, places)));
            match p.action(places) {
                Some(to) => {
                    prop_assert_eq!(broken, None);
                    for word in words(3, 3) {
                        let image = moved(&word, places);
                        prop_assert_eq!(to[state(&word) as usize], state(&image));
                    }
                }
                // A difference may need a longer word than we try, so by operations tested elsewhere.
                None => prop_assert!(!p.on_tracks(3, places).equivalent(&p)),
            }
        }
    }
}

#[test]
fn smaller_numbers_may_be_longer() {
    let binary = Numeration::Binary;
    let words = [binary.word(DigitOrder::Msd, &[3, 3]), binary.word(DigitOrder::Msd, &[0, 4])];
    let accepts = |key: &Vec<Letter>| words.contains(key);
    let step = |key: &Vec<Letter>, letter: Letter| match (key.len(), letter) {
        (0, 0) => vec![],
        (0..4, _) => [key.as_slice(), &[letter]].concat(),
        _ => key.clone(),
    };
    let both = Dfa::explore(2, DigitOrder::Msd, vec![], step, accepts, LIMIT).unwrap();
    assert_eq!(both.shortest_word(), Some(words[0].clone()));
    assert_eq!(both.smallest(binary), Ok(Some(vec![0, 4])));
}

#[test]
fn long_witnesses_are_given_up() {
    let step = |n: &u32, _| (n + 1).min(101);
    let long = Dfa::explore(1, DigitOrder::Lsd, 0, step, |n| *n >= 100, LIMIT).unwrap();
    assert!(long.smallest(Numeration::Binary).is_err());
}
