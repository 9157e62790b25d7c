//! Every operation on automata against its definition, on all short words.
//!
//! The automata are random, most of them without meaning. Minimising, complement, products, reversal and other
//! orders of the tracks are compared on all words of up to three letters, projection on those of up to two; for the latter all further
//! letters on the track that is dropped are followed.

use crate::automata::automaton::{Automaton, explore};
use crate::automata::relation::NumberRelation;
use crate::digits::ReadingOrder;
use crate::tests::harness::{run, words};
use crate::watch::CheckWatch;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Any automaton, most of them without meaning: successors are taken modulo what there is.
fn automaton(tracks: usize, seeds: &[(u32, u32, bool)]) -> Automaton {
    let mut go = |_: &str| true;
    let watch = &mut CheckWatch::new(&mut go);
    let step = |state: &usize, position: usize, digit: usize| {
        let seed = seeds[(state + 7 * position) % seeds.len()];
        Ok(([seed.0, seed.1][digit] as usize + state * 3) % seeds.len())
    };
    explore(tracks, 0, 1000, watch, step, |state| seeds[*state].2).expect("small")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn operations_on_any_automata(
        seeds in proptest::collection::vec((0_u32..6, 0_u32..6, any::<bool>()), 1..6),
        more in proptest::collection::vec((0_u32..6, 0_u32..6, any::<bool>()), 1..6),
        track in 0_usize..3,
        turn in 0_usize..6,
    ) {
        let mut go = |_: &str| true;
        let watch = &mut CheckWatch::new(&mut go);
        let plain = automaton(3, &seeds);
        let small = plain.minimised(watch).expect("small");
        let other = automaton(2, &more);
        let complement = plain.complement();
        // The second reads variables 1 and 2 only.
        let left = NumberRelation::new(automaton(3, &seeds), vec![0, 1, 2]);
        let right = NumberRelation::new(automaton(2, &more), vec![1, 2]);
        let both = left.product(&right, watch, |l, r| l && r).expect("small");
        let differ = left.product(&right, watch, |l, r| l != r).expect("small");
        let reversed = plain.reversed(watch).expect("small");
        let from = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [1, 0, 2], [2, 1, 0], [0, 2, 1]][turn];
        let reordered = plain.reordered(&from, watch).expect("small");
        for length in 0..4 {
            for word in words(3, length) {
                let truth = run(&plain, &word);
                prop_assert_eq!(run(&small, &word), truth);
                prop_assert_eq!(run(&complement, &word), !truth);
                let part: Vec<Vec<usize>> = word.iter().map(|l| l[1..].to_vec()).collect();
                prop_assert_eq!(run(&both.automaton, &word), truth && run(&other, &part));
                prop_assert_eq!(run(&differ.automaton, &word), truth != run(&other, &part));
                let mut backwards = word.clone();
                backwards.reverse();
                backwards.iter_mut().for_each(|letter| letter.reverse());
                prop_assert_eq!(run(&reversed, &backwards), truth);
                let moved = word.iter().map(|letter| from.map(|track| letter[track]).to_vec());
                prop_assert_eq!(run(&reordered, &moved.collect::<Vec<_>>()), truth);
            }
        }
        for order in [ReadingOrder::Msd, ReadingOrder::Lsd] {
            let projected = plain.project(track, order, 100_000, watch).expect("small");
            for length in 0..3 {
                for word in words(2, length) {
                    // Up to 3 more letters on the dropped track can matter, and more: follow them all.
                    let truth = projects(&plain, &word, track, order);
                    prop_assert_eq!(run(&projected, &word), truth, "{:?} {:?}", order, word);
                }
            }
        }
    }
}

/// Projection by definition: any number of further letters that are zero on the other tracks.
fn projects(automaton: &Automaton, word: &[Vec<usize>], track: usize, order: ReadingOrder) -> bool {
    let more = automaton.next.len();
    let zero = vec![0; automaton.tracks - 1];
    let mut letters = vec![zero; more];
    let mut later = word.to_vec();
    if order == ReadingOrder::Msd {
        letters.append(&mut later);
    } else {
        later.append(&mut letters);
        letters = later;
    }
    let mut now = BTreeSet::from([0]);
    let mut found = false;
    for (index, letter) in letters.iter().enumerate() {
        if order == ReadingOrder::Lsd && index >= word.len() {
            found |= now.iter().any(|state| automaton.accepting[*state]);
        }
        let mut next = BTreeSet::new();
        for state in &now {
            for digit in 0..2 {
                let mut full = letter.clone();
                full.insert(track, digit);
                let read = |state: usize, digit: &usize| automaton.next[state][*digit] as usize;
                next.insert(full.iter().fold(*state, read));
            }
        }
        if order == ReadingOrder::Msd && index < more {
            // Fewer letters before the word are enough as well.
            next.insert(0);
        }
        now = next;
    }
    found || now.iter().any(|state| automaton.accepting[*state])
}
