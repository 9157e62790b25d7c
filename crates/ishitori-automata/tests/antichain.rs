//! Universality by antichains: against determinising, and for circular(6,4), where that fails.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::cases::cases;
use crate::claims;
use crate::random::{LIMIT, any_nfa, tuples, words};
use ishitori_automata::{
    Antichain, Dfa, DigitOrder, Inclusion, Letter, Limit, Nfa, Numeration, State, Universality,
};
use proptest::prelude::*;

fn same_state(nfa: &Nfa) -> Inclusion {
    Inclusion::promised(nfa.states(), |p, q| p == q, LIMIT).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(1_000)))]

    #[test]
    fn every_word_or_a_shortest_refused_one(nfa in any_nfa(1, 4), accepting in any::<bool>()) {
        // With all states accepting, more of the automata accept everything.
        let all = vec![true; nfa.states()];
        let generous = Nfa::new(nfa.tracks(), nfa.order(), nfa.initial().to_vec(), nfa.edges(), all);
        let nfa = if accepting { generous } else { nfa };
        // A subset automaton of 4 states has 16, so a refused word has at most 15 letters.
        let refused = nfa.determinize(LIMIT).unwrap().complement().shortest_word();
        for inclusion in [Inclusion::by_simulation(&nfa, LIMIT).unwrap(), same_state(&nfa)] {
            match (nfa.universality(&inclusion, LIMIT).unwrap(), &refused) {
                (Universality::All(antichain), None) => {
                    prop_assert!(antichain.proves(&nfa, &inclusion));
                    prop_assert!(words(nfa.tracks(), 6).iter().all(|word| nfa.accepts(word)));
                }
                (Universality::Refuses(word), Some(shortest)) => {
                    prop_assert!(!nfa.accepts(&word));
                    prop_assert_eq!(word.len(), shortest.len());
                    prop_assert!(words(nfa.tracks(), 6)
                        .iter()
                        .all(|other| other.len() >= word.len() || nfa.accepts(other)));
                }
                (found, truth) => prop_assert!(false, "{:?} but {:?}", found, truth),
            }
        }
    }

    /// A proof of something false does not exist: random subsets never prove it.
    #[test]
    fn no_antichain_proves_what_is_false(
        nfa in any_nfa(1, 3),
        subsets in prop::collection::vec(prop::collection::btree_set(0u32..3, 0..=3), 0..4),
    ) {
        let in_range = |s: std::collections::BTreeSet<State>| {
            s.into_iter().filter(|state| (*state as usize) < nfa.states()).collect::<Vec<_>>()
        };
        let antichain = Antichain { subsets: subsets.into_iter().map(in_range).collect() };
        if antichain.proves(&nfa, &same_state(&nfa)) {
            prop_assert!(words(nfa.tracks(), 7).iter().all(|word| nfa.accepts(word)));
        }
    }
}

/// The subset {2}, after the word 0 1, takes the place of {1, 2}, after 1; but whoever follows only
/// {2} refuses 0 1 0 and misses the shorter 1 0.
#[test]
fn a_replaced_subset_is_still_followed() {
    let edges = [(0, 0, 0), (0, 1, 2), (1, 1, 1)];
    let nfa = Nfa::new(1, DigitOrder::Msd, vec![0, 1], edges, vec![true; 3]);
    let inclusion = Inclusion::by_simulation(&nfa, LIMIT).unwrap();
    let refused = nfa.universality(&inclusion, LIMIT).unwrap();
    assert_eq!(refused, Universality::Refuses(vec![1, 0]));
}

/// "h is in P, or an option of h is": lower some of the heaps of one family. Msd-first; a state is
/// a family, the state of P after the digits of the option, and the heaps that are already lower.
/// The last states are those of P itself.
struct Moves {
    p: Dfa,
    families: Vec<Letter>,
}

impl Moves {
    fn circular(p: Dfa, k: usize) -> Self {
        let n = p.tracks();
        let family = |i: usize| (0..k).fold(0, |all, j| all | 1 << ((i + j) % n));
        let families = (0..n).map(family).collect();
        Moves { p, families }
    }

    fn number(&self, family: usize, state: State, lower: Letter) -> State {
        ((family * self.p.states() + state as usize) << self.p.tracks()) as State
            + State::from(lower)
    }

    /// Family, state of P, heaps that are lower; P itself is the last family.
    fn parts(&self, state: State) -> (usize, State, Letter) {
        let lower = (state as usize % self.p.letters()) as Letter;
        let rest = state as usize >> self.p.tracks();
        (rest / self.p.states(), (rest % self.p.states()) as State, lower)
    }

    fn nfa(&self) -> Nfa {
        let letters = self.p.letters() as Letter;
        let own = self.families.len();
        let mut edges = Vec::new();
        let mut accepting = Vec::new();
        for state in 0..self.number(own + 1, 0, 0) {
            let (family, at, lower) = self.parts(state);
            let may = self.families.get(family).copied().unwrap_or(0);
            accepting.push(self.p.accepts_in(at) && (lower != 0 || family == own));
            if lower & !may != 0 {
                continue; // No word leads here.
            }
            for letter in 0..letters {
                for option in (0..letters).filter(|o| (o ^ letter) & !may == 0) {
                    // A digit may grow only where the number is lower already.
                    if option & !letter & !lower == 0 {
                        let lower = lower | letter & !option;
                        edges.push((
                            state,
                            letter,
                            self.number(family, self.p.next(at, option), lower),
                        ));
                    }
                }
            }
        }
        let initial = (0..=own).map(|family| self.number(family, self.p.initial(), 0)).collect();
        Nfa::new(self.p.tracks(), DigitOrder::Msd, initial, edges, accepting)
    }

    /// Same family, more words in the state of P, more heaps lower.
    fn inclusion(&self, limit: Limit) -> Inclusion {
        let inside = Inclusion::of(&self.p, limit).unwrap();
        let states = self.number(self.families.len() + 1, 0, 0) as usize;
        let holds = |p, q| {
            let ((f, a, low), (g, b, lower)) = (self.parts(p), self.parts(q));
            f == g && low & !lower == 0 && inside.holds(a, b)
        };
        Inclusion::promised(states, holds, limit).unwrap()
    }
}

/// Large: circular(6,4) has 7,168 states, and a byte for each pair.
const WIDE: Limit = Limit::states(100_000).with_cells(1 << 29);

#[test]
fn every_position_of_circular_5_2_is_p_or_moves_there() {
    let moves = Moves::circular(claims::circular_5_2(DigitOrder::Msd), 2);
    let (nfa, inclusion) = (moves.nfa(), moves.inclusion(WIDE));
    let Ok(Universality::All(antichain)) = nfa.universality(&inclusion, WIDE) else {
        panic!("a theorem");
    };
    assert!(antichain.proves(&nfa, &inclusion));
    let mut less = antichain.clone();
    less.subsets.pop();
    assert!(!less.proves(&nfa, &inclusion));
}

#[test]
fn every_position_of_circular_6_4_is_p_or_moves_there() {
    let moves = Moves::circular(claims::circular_6_4(DigitOrder::Msd, true), 4);
    let (nfa, inclusion) = (moves.nfa(), moves.inclusion(WIDE));
    let Ok(Universality::All(antichain)) = nfa.universality(&inclusion, WIDE) else {
        panic!("a theorem");
    };
    assert!(antichain.proves(&nfa, &inclusion));
}

/// The P-set of circular(5,2) is not that of circular(5,1), which is Nim: the smallest number of
/// digits in which a position is neither P nor moves there is found.
#[test]
fn a_wrong_claim_is_refused_with_a_shortest_word() {
    let p = claims::circular_5_2(DigitOrder::Msd);
    let binary = Numeration::Binary;
    let holds = |h: &[u128]| p.accepts(&binary.word(DigitOrder::Msd, h));
    let fine = |h: &[u128]| {
        let lowered = |i: usize| {
            (0..h[i]).any(|x| {
                let mut option = h.to_vec();
                option[i] = x;
                holds(&option)
            })
        };
        holds(h) || (0..5).any(lowered)
    };
    let moves = Moves::circular(p.clone(), 1);
    let Ok(Universality::Refuses(word)) = moves.nfa().universality(&moves.inclusion(WIDE), WIDE)
    else {
        panic!("not a theorem");
    };
    let h = binary.numbers(DigitOrder::Msd, 5, &word).unwrap();
    assert!(!fine(&h), "{h:?}");
    assert!(tuples(5, 1 << (word.len() - 1)).iter().all(|h| fine(h)));
}
