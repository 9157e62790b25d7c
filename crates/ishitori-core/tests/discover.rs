//! Discovered theorems: what must be found is found, and whatever is found is true.
//!
//! The truth is the reference solver's, on windows that go beyond what the theorem was learned
//! from; certificates are accepted by the independent checker, and read back.

use crate::cases::{cases, enough};
use crate::random;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ishitori_core::catalogue::{CatalogueLibrary, find};
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::discover::{
    Aim, DiscoveredTheorem, DiscoveryQuestion, DiscoveryResult, Resistance, discover,
};
use ishitori_core::game::{AnyGame, Bounds, GameKind, HeapGame};
use ishitori_core::prove::recall::recall;
use ishitori_core::prove::{GrundyAnswer, Proof, answer};
use ishitori_core::solve::{Convention, Reference};
use ishitori_rule::{Ruleset, load};

const P: Aim = Aim::Outcomes(Convention::Normal);

/// What a search may cost; a clock would give another answer each time.
#[derive(Clone, Copy)]
pub struct Cost {
    /// How often the listener lets the work go on.
    pub patience: usize,
    pub bits: usize,
    pub memory: usize,
}

pub const ANY: Cost = Cost { patience: usize::MAX, bits: 30, memory: 1 << 28 };

/// Looks for a theorem.
pub fn search(ruleset: &Ruleset, aim: Aim, cost: Cost) -> DiscoveryResult {
    let Cost { patience, bits, memory } = cost;
    let asked = AtomicUsize::new(1);
    let listener = Arc::new(move || {
        let has_patience = asked.fetch_add(1, Ordering::Relaxed) < patience;
        if has_patience { Ok(()) } else { Err(GaveUp::new("patience is used up")) }
    });
    let control = Control::new(listener).with_memory(memory).looking_every(1 << 14);
    let sought = DiscoveryQuestion { ruleset, aim, states: 400, bits };
    discover(&sought, &control).expect("nobody stops it")
}

/// A theorem that must be found, with its certificate accepted and read back.
fn found(name: &str, aim: Aim) -> (Ruleset, Box<DiscoveredTheorem>) {
    let ruleset = find(name).expect("a game");
    match search(&ruleset, aim, ANY) {
        DiscoveryResult::Proved(discovery) => {
            accepted(name, &ruleset, &discovery.proof);
            (ruleset, discovery)
        }
        DiscoveryResult::Resists(resistance) => panic!("{name} resists: {resistance:?}"),
        DiscoveryResult::Outside(why) => panic!("{name}: {why}"),
    }
}

/// The checker accepts it, and it comes back from its certificate.
pub fn accepted(name: &str, ruleset: &Ruleset, proof: &Proof) -> Proof {
    let checked = ishitori_check::check(&proof.certificate);
    assert!(checked.is_ok(), "{name}: {}", checked.expect_err("refused"));
    let control = Control::unlimited().with_memory(1 << 28);
    recall(&proof.certificate, ruleset, &CatalogueLibrary, &control)
        .unwrap_or_else(|why| panic!("{name}: {why}"))
}

pub fn heap_game(ruleset: &Ruleset) -> HeapGame {
    match AnyGame::new(ruleset) {
        Ok(AnyGame::Heaps(game)) => game,
        _ => panic!("a game on heaps"),
    }
}

/// Compares a theorem with the reference on all positions of a window; gives up when they are many.
fn compare(text: &str, game: &HeapGame, proof: &Proof, convention: Convention, to: u64) -> usize {
    let numeration = proof.induction.shop.numeration;
    let (mut reference, mut compared) = (Reference::new(game), 0);
    let control = Control::unlimited().with_positions(20_000);
    let bounds = Bounds { to: vec![to], total: None };
    let visited = game.visit_positions(&bounds, &mut |position| {
        let Ok(facts) = reference.facts(position, &control) else {
            return ControlFlow::Break(());
        };
        let heaps: Vec<_> = position.iter().map(|heap| numeration.digits((*heap).into())).collect();
        let says = answer(proof, &heaps).expect("an answer");
        assert_eq!(says.outcome, facts.outcome(convention), "{position:?} of\n{text}");
        match says.value {
            Some(GrundyAnswer::Exactly(digits)) => {
                let ones = digits.iter().enumerate().filter(|(_, one)| **one);
                let value: u32 = ones.map(|(place, _)| 1 << place).sum();
                assert_eq!(value, facts.grundy, "{position:?} of\n{text}");
            }
            Some(GrundyAnswer::AtLeast(least)) => {
                assert!(u64::from(facts.grundy) >= least, "{position:?} of\n{text}");
            }
            None => {}
        }
        compared += 1;
        ControlFlow::Continue(())
    });
    visited.expect("a window");
    compared
}

#[test]
fn p_positions_that_must_be_found() {
    let names = [
        "split-and-delete",
        "delete-and-split",
        "nim(2)",
        "nim(3)",
        "nim(4)",
        "moore(3,2)",
        "moore(4,2)",
        "welter(2)",
        "welter(3)",
        "nimhoff(2,1)",
        "nimhoff(2,2)",
        "nimhoff(2,3)",
        "circular(4,2)",
        "circular(5,2)",
        "circular(5,3)",
        "circular(6,3)",
        "circular(6,4)",
        "single-delete(3)",
        "at-most-half-delete(3)",
        "at-most-half-delete(4)",
        "all-but-one-delete(2)",
        "emperor([2,2],1)",
        "wythoff",
    ];
    for name in names {
        let (ruleset, discovery) = found(name, P);
        let game = heap_game(&ruleset);
        let to = [0, 200, 60, 24, 12, 7, 5][game.rules().names.len()];
        let recalled = accepted(name, &ruleset, &discovery.proof);
        let compared = compare(name, &game, &recalled, Convention::Normal, to);
        assert!(compared > 500, "{name}: {compared} positions");
    }
}

#[test]
fn grundy_functions_that_must_be_found() {
    for name in ["delete-and-split", "delete-nim", "lim", "nim(3)", "welter(2)", "nim-1"] {
        let (ruleset, discovery) = found(name, Aim::Grundy);
        let game = heap_game(&ruleset);
        let to = [0, 200, 40, 20][game.rules().names.len()];
        let recalled = accepted(name, &ruleset, &discovery.proof);
        let compared = compare(name, &game, &recalled, Convention::Normal, to);
        assert!(compared > 500, "{name}: {compared} positions");
    }
}

#[test]
fn misere_play_and_value_classes() {
    for name in ["nim(3)", "moore(3,2)", "circular(4,2)"] {
        let (ruleset, discovery) = found(name, Aim::Outcomes(Convention::Misere));
        let game = heap_game(&ruleset);
        let recalled = accepted(name, &ruleset, &discovery.proof);
        assert!(compare(name, &game, &recalled, Convention::Misere, 11) > 200);
    }
    // The second is Proposition 2 of the paper on split-and-delete Nim.
    let (ruleset, discovery) = found("split-and-delete", Aim::Values(1));
    assert_eq!(discovery.states.len(), 2);
    assert!(discovery.rest.is_none());
    let game = heap_game(&ruleset);
    let recalled = accepted("split-and-delete", &ruleset, &discovery.proof);
    assert!(compare("split-and-delete", &game, &recalled, Convention::Normal, 70) > 2_000);
}

#[test]
#[ignore = "slow without optimisation; test.sh runs it"]
fn slow_p_positions_that_must_be_found() {
    for name in ["single-delete(4)", "half-delete(4)", "all-but-one-delete(3)"] {
        let (ruleset, discovery) = found(name, P);
        let recalled = accepted(name, &ruleset, &discovery.proof);
        let to = if name == "all-but-one-delete(3)" { 20 } else { 12 };
        assert!(compare(name, &heap_game(&ruleset), &recalled, Convention::Normal, to) > 1_000);
    }
}

/// What resists, with the number of states that it would need at least.
#[test]
fn what_resists_is_said_with_numbers() {
    for name in ["circular(6,2)", "single-split-delete(3)", "single-delete(5)"] {
        let ruleset = find(name).expect("a game");
        let DiscoveryResult::Resists(Resistance { why, probes, .. }) = search(&ruleset, P, ANY)
        else {
            panic!("{name} does not resist")
        };
        assert_eq!(why, "more than 400 states", "{name}");
        assert!(probes.iter().all(|probe| probe.bound() > 400), "{name}: {probes:?}");
    }
    let board = find("grid-nim(3,3)").expect("a game");
    assert!(matches!(search(&board, P, ANY), DiscoveryResult::Outside(_)));
    let impatient = search(&find("circular(6,4)").expect("a game"), P, Cost { patience: 5, ..ANY });
    let DiscoveryResult::Resists(resistance) = impatient else { panic!("too fast") };
    assert_eq!(resistance.gave_up.map(|why| why.why().to_string()), Some(resistance.why));
}

/// Whatever is found about random rules is true.
#[test]
fn random_rules_have_no_wrong_theorems() {
    let (mut tried, mut proved, mut compared) = (0, 0, 0);
    let mut random = fastrand::Rng::with_seed(2026);
    while tried < cases(500) {
        let text = match random.u8(..3) {
            0 => random::random_cones(&mut random),
            _ => random::random_rule(&mut random),
        };
        let Ok(ruleset) = load(&text, &[]) else { continue };
        let game = heap_game(&ruleset);
        tried += 1;
        let convention = if random.bool() { Convention::Normal } else { Convention::Misere };
        let aims = [Aim::Outcomes(convention), Aim::Grundy, Aim::Values(2)];
        let aim = aims[random.usize(..3)];
        let bits = [0, 8, 5, 4, 3, 3][game.rules().names.len()];
        let cost = Cost { patience: 2_000, bits, memory: 1 << 22 };
        let DiscoveryResult::Proved(discovery) = search(&ruleset, aim, cost) else { continue };
        proved += 1;
        let convention = match aim {
            Aim::Outcomes(convention) => convention,
            _ => Convention::Normal,
        };
        let proof = accepted(&text, &ruleset, &discovery.proof);
        let to = [0, 300, 36, 14, 7, 5][game.rules().names.len()];
        compared += compare(&text, &game, &proof, convention, to);
    }
    assert!(proved >= enough(101), "{proved} of {tried} rules have theorems");
    assert!(compared >= enough(50_001), "{compared} positions");
}

/// A theorem comes back for its own game only.
#[test]
fn certificates_of_other_games_are_not_recalled() {
    let (_, discovery) = found("nim(2)", P);
    let control = Control::unlimited().with_memory(1 << 28);
    for other in ["wythoff", "nim(3)", "nim-1"] {
        let ruleset = find(other).expect("a game");
        assert!(
            recall(&discovery.proof.certificate, &ruleset, &CatalogueLibrary, &control).is_err()
        );
    }
    let ruleset = find("nim(2)").expect("a game");
    let damaged = discovery.proof.certificate.replace("automaton set0", "automaton set9");
    assert!(recall(&damaged, &ruleset, &CatalogueLibrary, &control).is_err());
    assert!(recall("", &ruleset, &CatalogueLibrary, &control).is_err());
}
