//! The claims of papers as automata: the sizes known from elsewhere, the sets by definition.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::claims;
use crate::claims::{circular_5_2, circular_6_4, circular_8_6};
use crate::random::tuples;
use ishitori_automata::{Dfa, DigitOrder, Inclusion, Numeration, State};

/// All turned and reflected circles.
fn images(h: &[u128]) -> Vec<Vec<u128>> {
    let mut all = Vec::new();
    for turn in 0..h.len() {
        let mut image = h.to_vec();
        image.rotate_left(turn);
        all.push(image.clone());
        image.reverse();
        all.push(image);
    }
    all
}

fn agrees(dfa: &Dfa, bound: u128, claimed: impl Fn(&[u128]) -> bool) {
    for h in tuples(dfa.tracks(), bound) {
        let word = Numeration::Binary.word(dfa.order(), &h);
        let truth = images(&h).iter().any(|image| claimed(image));
        assert_eq!(dfa.accepts(&word), truth, "{h:?}");
    }
}

/// 16, 22 and 156 states, as a prototype without common code found.
#[test]
fn circular_games_have_the_known_sizes() {
    assert_eq!(circular_6_4(DigitOrder::Msd, false).states(), 16);
    assert_eq!(circular_5_2(DigitOrder::Msd).states(), 22);
    assert_eq!(circular_8_6(DigitOrder::Msd).states(), 156);
}

#[test]
fn circular_games_are_what_the_papers_say() {
    for order in [DigitOrder::Msd, DigitOrder::Lsd] {
        agrees(&circular_6_4(order, true), 5, |h| {
            let least = h.iter().all(|x| h[0] <= *x);
            least
                && h[0] + h[1] == h[3] + h[4]
                && h[1] + h[2] == h[4] + h[5]
                && h[0] ^ h[2] ^ h[4] == 0
        });
        agrees(&circular_5_2(order), 7, |h| {
            let most = h.iter().all(|x| h[0] >= *x);
            most && h[1] == h[4] && h[0] + h[1] == h[2] + h[3]
        });
    }
    agrees(&circular_8_6(DigitOrder::Msd), 4, |h| {
        let x = h[1];
        h[0] == 0 && h[7] == x && h[2] + h[3] == x && h[5] + h[6] == x && h[4] == x.min(h[2] + h[6])
    });
}

/// Turning the circle permutes the states; exchanging two heaps does not respect the game.
#[test]
fn symmetry_acts_on_states() {
    let dfa = circular_6_4(DigitOrder::Msd, false);
    let turn = dfa.action(&[1, 2, 3, 4, 5, 0]).unwrap();
    let mut image = turn.clone();
    image.sort_unstable();
    assert!(image.into_iter().eq(0..dfa.states() as State), "a permutation");
    assert_eq!(turn[dfa.initial() as usize], dfa.initial());
    assert!(dfa.action(&[5, 4, 3, 2, 1, 0]).is_some());
    assert_eq!(dfa.action(&[1, 0, 2, 3, 4, 5]), None);
}

/// Both orders are the same set, and inclusion sees the dead state below all others.
#[test]
fn orders_and_inclusion() {
    let msd = circular_6_4(DigitOrder::Msd, true);
    assert!(circular_6_4(DigitOrder::Lsd, true).flip(claims::LIMIT).as_ref() == Ok(&msd));
    assert!(msd.ignores_padding());
    let inclusion = Inclusion::of(&msd, claims::LIMIT).unwrap();
    let dead = msd.live().iter().position(|live| !live).map(|state| state as State);
    let dead = dead.unwrap_or_else(|| panic!("some prefixes are hopeless"));
    assert!((0..msd.states() as State).all(|state| inclusion.holds(dead, state)));
}
