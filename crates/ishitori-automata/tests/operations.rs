//! Every operation on automata against its definition, on all short words.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::cases::cases;
use crate::random::{
    LIMIT, any_dfa, any_nfa, dfa, order, padded, stripped, tuples, two_dfas, words,
};
use ishitori_automata::{
    Dfa, DigitOrder, Inclusion, Letter, Limit, Nfa, Numeration, State, product,
};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Whether some run of edges reads `word`: depth-first over the edges, by definition.
fn runs(nfa: &Nfa, from: State, word: &[Letter]) -> bool {
    match word {
        [] => nfa.accepts_in(from),
        [letter, rest @ ..] => nfa
            .edges()
            .any(|(source, by, to)| source == from && by == *letter && runs(nfa, to, rest)),
    }
}

/// All ways to put a digit on `track` into each letter of `word`.
fn guesses(word: &[Letter], track: usize) -> Vec<Vec<Letter>> {
    let low = (1 << track) - 1;
    (0..1u32 << word.len())
        .map(|digits| {
            let with = |(i, letter): (usize, &Letter)| {
                let digit = (digits >> i & 1) as Letter;
                letter & low | digit << track | (letter & !low) << 1
            };
            word.iter().enumerate().map(with).collect()
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(256)))]

    #[test]
    fn product_and_complement((p, q) in two_dfas(2, 4), table in 0u8..16) {
        let op = |a: bool, b: bool| table >> (2 * u8::from(a) + u8::from(b)) & 1 == 1;
        let both = p.product(&q, op, LIMIT).unwrap();
        let and = p.and(&q, LIMIT).unwrap();
        let or = p.or(&q, LIMIT).unwrap();
        for word in words(p.tracks(), 4) {
            let (a, b) = (p.accepts(&word), q.accepts(&word));
            prop_assert_eq!(both.accepts(&word), op(a, b));
            prop_assert_eq!(and.accepts(&word), a && b);
            prop_assert_eq!(or.accepts(&word), a || b);
            prop_assert_eq!(p.complement().accepts(&word), !a);
        }
    }

    #[test]
    fn folds(parts in order().prop_flat_map(|o| prop::collection::vec(dfa(1, o, 3), 1..4))) {
        let all = product::all_of(&parts, LIMIT).unwrap().unwrap();
        let any = product::any_of(&parts, LIMIT).unwrap().unwrap();
        for word in words(1, 6) {
            prop_assert_eq!(all.accepts(&word), parts.iter().all(|p| p.accepts(&word)));
            prop_assert_eq!(any.accepts(&word), parts.iter().any(|p| p.accepts(&word)));
        }
    }

    #[test]
    fn tracks_move(
        p in order().prop_flat_map(|o| dfa(2, o, 4)),
        places in prop::collection::vec(0usize..3, 2),
    ) {
        let moved = p.on_tracks(3, &places);
        for word in words(3, 3) {
            let old: Vec<Letter> = word
                .iter()
                .map(|l| (l >> places[0] & 1) | (l >> places[1] & 1) << 1)
                .collect();
            prop_assert_eq!(moved.accepts(&word), p.accepts(&old));
        }
    }

    #[test]
    fn an_nfa_accepts_what_a_run_reads(nfa in any_nfa(2, 4)) {
        let small = nfa.determinize(LIMIT).unwrap();
        let simulation = Inclusion::by_simulation(&nfa, LIMIT).unwrap();
        let pruned = nfa.determinize_pruned(&simulation, LIMIT).unwrap();
        prop_assert!(pruned.minimize() == small.minimize());
        for word in words(nfa.tracks(), 4) {
            let truth = nfa.initial().iter().any(|state| runs(&nfa, *state, &word));
            prop_assert_eq!(nfa.accepts(&word), truth);
            prop_assert_eq!(small.accepts(&word), truth);
            prop_assert_eq!(pruned.accepts(&word), truth);
        }
    }

    #[test]
    fn a_dfa_is_an_nfa(p in any_dfa(2, 4)) {
        let nfa = Nfa::from(&p);
        prop_assert_eq!(nfa.edges().count(), p.states() << p.tracks());
        for word in words(p.tracks(), 4) {
            prop_assert_eq!(runs(&nfa, p.initial(), &word), p.accepts(&word));
        }
    }

    /// Padding by more zeros than there are states adds nothing: runs on padding repeat a state.
    #[test]
    fn projection(
        (p, track) in (1usize..=2, order())
            .prop_flat_map(|(t, o)| (dfa(t, o, 3), 0..t)),
    ) {
        let nfa = p.project(track);
        for word in words(p.tracks() - 1, 3) {
            let truth = (0..=p.states()).any(|zeros| {
                let word = padded(p.order(), &word, zeros);
                guesses(&word, track).iter().any(|guess| p.accepts(guess))
            });
            prop_assert_eq!(nfa.accepts(&word), truth);
            prop_assert_eq!(p.exists(track, LIMIT).unwrap().accepts(&word), truth);
        }
    }

    #[test]
    fn for_all_is_not_exists_not(
        (p, track) in order().prop_flat_map(|o| (dfa(2, o, 3), 0usize..2)),
    ) {
        let all = p.for_all(track, LIMIT).unwrap();
        for word in words(1, 3) {
            let truth = (0..=p.states()).all(|zeros| {
                let word = padded(p.order(), &word, zeros);
                guesses(&word, track).iter().all(|guess| p.accepts(guess))
            });
            prop_assert_eq!(all.accepts(&word), truth);
        }
    }

    /// As many states as reachable states can be told apart by short words (Myhill and Nerode).
    #[test]
    fn minimization(p in any_dfa(2, 5)) {
        let small = p.minimize();
        let tests = words(p.tracks(), 5);
        let mut residuals = BTreeSet::new();
        for word in words(p.tracks(), 4) {
            prop_assert_eq!(small.accepts(&word), p.accepts(&word));
            let state = word.iter().fold(p.initial(), |s, l| p.next(s, *l));
            let from = p.started_in(state);
            residuals.insert(tests.iter().map(|t| from.accepts(t)).collect::<Vec<_>>());
        }
        prop_assert_eq!(small.states(), residuals.len());
        prop_assert!(small.minimize() == small);
    }

    #[test]
    fn minimal_automata_do_not_depend_on_numbers(p in any_dfa(2, 5)) {
        let n = p.states() as State;
        let next = (0..n).rev().flat_map(|s| p.row(s).iter().map(|t| n - 1 - t)).collect();
        let accepting = (0..n).rev().map(|s| p.accepts_in(s)).collect();
        let turned = Dfa::new(p.tracks(), p.order(), n - 1 - p.initial(), next, accepting);
        prop_assert!(turned.minimize() == p.minimize());
        prop_assert!(turned.equivalent(&p));
    }

    #[test]
    fn reversal(p in any_dfa(2, 4)) {
        let (nfa, flipped) = (p.reverse(), p.flip(LIMIT).unwrap());
        prop_assert_eq!(flipped.order(), p.order().flipped());
        prop_assert!(flipped.minimize() == flipped);
        for word in words(p.tracks(), 4) {
            let back: Vec<Letter> = word.iter().rev().copied().collect();
            prop_assert_eq!(nfa.accepts(&back), p.accepts(&word));
            prop_assert_eq!(flipped.accepts(&back), p.accepts(&word));
        }
    }

    #[test]
    fn padding(p in any_dfa(1, 3)) {
        let tests = words(p.tracks(), 7);
        let same = |w: &Vec<Letter>| p.accepts(w) == p.accepts(&padded(p.order(), w, 1));
        prop_assert_eq!(p.ignores_padding(), tests.iter().all(same));
        let closed = p.close_padding();
        let mut in_closure: BTreeMap<Vec<Letter>, bool> = BTreeMap::new();
        for word in &tests {
            *in_closure.entry(stripped(p.order(), word)).or_default() |= p.accepts(word);
        }
        // A stripped word of 4 letters was seen with up to 3 zeros: as many as there are states.
        for word in words(p.tracks(), 4) {
            prop_assert_eq!(closed.accepts(&word), in_closure[&stripped(p.order(), &word)]);
        }
        prop_assert!(closed.determinize(LIMIT).unwrap().ignores_padding());
    }

}

#[test]
fn limits_are_kept() {
    // "The digit at place 20 is one": lsd small, msd over a million states.
    let step = |place: &u32, letter: Letter| match place {
        20 => 22 - u32::from(letter == 1),
        21 | 22 => *place,
        _ => place + 1,
    };
    let lsd = Dfa::explore(1, DigitOrder::Lsd, 0, step, |place| *place == 21, LIMIT).unwrap();
    assert_eq!(lsd.minimize().states(), 23);
    let gave_up = lsd.flip(Limit::states(5_000)).unwrap_err();
    assert_eq!(
        gave_up.to_string(),
        "gave up at 5001 states while making an automaton deterministic"
    );
    assert!(lsd.flip(Limit::states(usize::MAX).with_cells(5_000)).is_err());
    assert!(lsd.and(&lsd, Limit::states(5)).is_err());
    assert!(Inclusion::of(&lsd, Limit::states(99).with_cells(99)).is_err());
    assert!(Inclusion::by_simulation(&Nfa::from(&lsd), Limit::states(5)).is_err());
    assert!(lsd.word_outside(&lsd, Limit::states(5)).is_err());
    assert!(Dfa::explore(1, DigitOrder::Lsd, 0, step, |_| true, Limit::states(5)).is_err());
}

#[test]
#[should_panic(expected = "different orders")]
fn orders_do_not_mix() {
    let p = Dfa::constant(1, DigitOrder::Msd, true);
    let _ = p.and(&Dfa::constant(1, DigitOrder::Lsd, true), LIMIT);
}

#[test]
fn numbers_and_digits() {
    let fibonacci = [1u128, 2, 3, 5, 8, 13, 21, 34];
    for (place, weight) in fibonacci.into_iter().enumerate() {
        assert_eq!(Numeration::Zeckendorf.weight(place), weight);
        assert_eq!(Numeration::Binary.weight(place), 1 << place);
    }
    for numeration in [Numeration::Binary, Numeration::Zeckendorf] {
        for order in [DigitOrder::Msd, DigitOrder::Lsd] {
            for tuple in tuples(2, 50) {
                let word = numeration.word(order, &tuple);
                assert_eq!(numeration.numbers(order, 2, &word), Some(tuple));
                assert_eq!(stripped(order, &word), word);
            }
        }
    }
    // 11 = 8 + 3, and 1 1 is no representation.
    assert_eq!(Numeration::Zeckendorf.word(DigitOrder::Msd, &[11]), [1, 0, 1, 0, 0]);
    assert_eq!(Numeration::Zeckendorf.numbers(DigitOrder::Msd, 1, &[1, 1]), None);
    assert_eq!(Numeration::Binary.word(DigitOrder::Lsd, &[6, 1]), [2, 1, 1]);
}
