//! Slices: which bounds no move leaves, and that what is proved inside is true of the whole game.
//!
//! Options and outcomes of the whole game, found by scanning and by the reference, are the truth. Numbers of states
//! are those that a prototype with a program of its own has counted.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use ishitori_core::catalogue::{CatalogueLibrary, find};
use ishitori_core::control::Control;
use ishitori_core::discover::slices::SliceSearch;
use ishitori_core::discover::{Aim, DiscoveryResult};
use ishitori_core::game::{Bounds, GameKind, HeapGame};
use ishitori_core::prove::recall::recall;
use ishitori_core::prove::slice::{NoSlice, sliced};
use ishitori_core::prove::{GrundyAnswer, Proof, answer};
use ishitori_core::solve::{Convention, Reference};
use ishitori_rule::{HeapRules, HeapSlice, Rules, Ruleset, Symmetry, load};

use crate::cases::{cases, enough};
use crate::discover::{ANY, Cost, accepted, heap_game, search};
use crate::random;

const P: Aim = Aim::Outcomes(Convention::Normal);

fn rules(ruleset: &Ruleset) -> &HeapRules {
    match &ruleset.rules {
        Rules::Heaps(rules) => rules,
        _ => panic!("a game on heaps"),
    }
}

fn control() -> Control {
    Control::unlimited().with_memory(1 << 28)
}

/// A slice of a game of the catalogue.
fn slice_of(name: &str, bounds: &str) -> Result<Ruleset, NoSlice> {
    let ruleset = find(name).expect("a game");
    let slice = HeapSlice::parse(bounds, &rules(&ruleset).names).expect("bounds");
    sliced(&ruleset, &slice, &control())
}

/// Some heaps bounded by little.
fn random_slice(random: &mut fastrand::Rng, rules: &HeapRules) -> HeapSlice {
    let n = rules.names.len();
    let unordered = rules.symmetry.identifies();
    let count = random.usize(1..=n);
    let heaps: Vec<usize> = match unordered {
        true => (0..count).collect(),
        false => (0..n).filter(|_| random.usize(..n) < count).collect(),
    };
    let mut most = 0;
    let bounds = heaps.into_iter().map(|heap| {
        most = if unordered { most } else { 0 } + random.u64(..3);
        (heap, rules.lower[heap] + most)
    });
    HeapSlice::of(bounds.collect())
}

/// The options of a tuple of heaps, each in its place.
fn options(game: &HeapGame, heaps: &[u64]) -> BTreeSet<Vec<u64>> {
    let mut all = BTreeSet::new();
    game.visit_options(&heaps.into(), &mut |option| {
        all.insert(option.to_vec());
        ControlFlow::Continue(())
    });
    all
}

/// Compares a theorem about a slice with the whole game, as far as the reference goes.
fn compare(
    text: &str,
    inside: &Ruleset,
    whole: &Ruleset,
    proof: &Proof,
    aim: Aim,
    to: u64,
) -> usize {
    let (inside, whole) = (heap_game(inside), heap_game(whole));
    let convention = match aim {
        Aim::Outcomes(convention) => convention,
        _ => Convention::Normal,
    };
    let numeration = proof.induction.shop.numeration;
    let (mut reference, mut compared) = (Reference::new(&whole), 0);
    let limited = Control::unlimited().with_positions(20_000);
    let bounds = Bounds { to: vec![to], total: None };
    let visited = inside.visit_positions(&bounds, &mut |heaps| {
        let position = whole.position(heaps).expect("a position of the whole game");
        let Ok(facts) = reference.facts(&position, &limited) else {
            return ControlFlow::Break(());
        };
        let digits: Vec<_> = heaps.iter().map(|heap| numeration.digits((*heap).into())).collect();
        let says = answer(proof, &digits).expect("an answer");
        assert_eq!(says.outcome, facts.outcome(convention), "{heaps:?} of\n{text}");
        if let Some(GrundyAnswer::Exactly(digits)) = says.value {
            let ones = digits.iter().enumerate().filter(|(_, one)| **one);
            let value: u32 = ones.map(|(place, _)| 1 << place).sum();
            assert_eq!(value, facts.grundy, "{heaps:?} of\n{text}");
        }
        compared += 1;
        ControlFlow::Continue(())
    });
    visited.expect("a window");
    compared
}

/// No move leaves a slice that is accepted, and a move that is named leaves.
#[test]
fn random_slices_are_closed_or_refused_with_an_example() {
    let mut random = fastrand::Rng::with_seed(20);
    let (mut closed, mut left, mut tried) = (0, 0, 0);
    while tried < cases(2_000) {
        let text = random::random_rule(&mut random);
        let Ok(ruleset) = load(&text, &[]) else { continue };
        let rules = rules(&ruleset);
        let slice = random_slice(&mut random, rules);
        if slice.is_whole() {
            continue;
        }
        tried += 1;
        let ordered = HeapRules { symmetry: Symmetry::None, ..rules.clone() };
        let ordered = HeapGame::new(&ordered).expect("a game");
        match sliced(&ruleset, &slice, &control()) {
            Ok(inside) => {
                let bounds = Bounds { to: vec![6], total: None };
                let visited = heap_game(&inside).visit_positions(&bounds, &mut |heaps| {
                    assert!(slice.contains(heaps), "{heaps:?} {slice:?}\n{text}");
                    for option in options(&ordered, heaps) {
                        assert!(slice.contains(&option), "{heaps:?} {option:?} {slice:?}\n{text}");
                    }
                    ControlFlow::Continue(())
                });
                visited.expect("a window");
                closed += 1;
            }
            Err(NoSlice::Unstable { option, heap, example: Some((from, to)) }) => {
                assert!(
                    text.contains("option") && option.starts_with("option"),
                    "{option}\n{text}"
                );
                let raised = rules.names.iter().position(|name| *name == heap).expect("a heap");
                assert!(slice.contains(&from) && !slice.contains(&to), "{from:?} {to:?}\n{text}");
                assert!(Some(to[raised]) > slice.bound(raised), "{heap} {to:?}\n{text}");
                assert!(options(&ordered, &from).contains(&to), "{from:?} {to:?}\n{text}");
                left += 1;
            }
            Err(NoSlice::Unstable { .. } | NoSlice::Undecided { .. }) => {}
            Err(other) => panic!("{other}\n{text}"),
        }
    }
    assert!(closed >= enough(500), "{closed} of {tried} are closed");
    assert!(left >= enough(200), "{left} of {tried} are left");
}

/// Whatever is found about slices of random rules is true of the whole game, beyond the window that taught it.
#[test]
fn random_slices_have_no_wrong_theorems() {
    let mut random = fastrand::Rng::with_seed(2027);
    let (mut tried, mut proved, mut compared) = (0, 0, 0);
    while tried < cases(500) {
        let text = match random.u8(..3) {
            0 => random::random_rule(&mut random),
            _ => random::random_cones(&mut random),
        };
        let Ok(ruleset) = load(&text, &[]) else { continue };
        let slice = random_slice(&mut random, rules(&ruleset));
        if slice.is_whole() || rules(&ruleset).names.len() < 2 {
            continue;
        }
        let Ok(inside) = sliced(&ruleset, &slice, &control()) else { continue };
        tried += 1;
        let convention = if random.bool() { Convention::Normal } else { Convention::Misere };
        let aim = [Aim::Outcomes(convention), Aim::Grundy, Aim::Values(2)][random.usize(..3)];
        let bits = [0, 8, 5, 4, 4, 3][rules(&inside).names.len()];
        let cost = Cost { patience: 2_000, bits, memory: 1 << 22 };
        let DiscoveryResult::Proved(discovery) = search(&inside, aim, cost) else { continue };
        proved += 1;
        // It is read back with the rules of the whole game: the slice stands in the certificate.
        let proof = accepted(&text, &ruleset, &discovery.proof);
        assert_eq!(proof.arena.slice, slice, "{text}");
        let to = [0, 300, 60, 20, 10, 7][rules(&inside).names.len()];
        compared += compare(&text, &inside, &ruleset, &proof, aim, to);
    }
    assert!(proved >= enough(200), "{proved} of {tried} slices have theorems");
    assert!(compared >= enough(50_001), "{compared} positions");
}

/// The open problem: its automata between bounds, with the numbers of states that a prototype counted.
#[test]
fn slices_of_the_open_problem() {
    for (bounds, states) in [
        ("h[1] <= 1, h[4] <= 1", 22),
        ("h[1] <= 1, h[2] <= 1", 16),
        ("h[1], h[4] <= 2", 74),
        ("h[1], h[2] <= 2", 69),
    ] {
        let whole = find("circular(6,2)").expect("a game");
        let inside = slice_of("circular(6,2)", bounds).expect("no move raises a heap");
        let DiscoveryResult::Proved(found) = search(&inside, P, ANY) else { panic!("{bounds}") };
        assert_eq!(found.states, [states], "{bounds}");
        let proof = accepted(bounds, &whole, &found.proof);
        assert!(compare(bounds, &inside, &whole, &proof, P, 6) > 1_000, "{bounds}");
    }
}

/// A certificate says which slice of which game it is about, and is refused if that is not so.
#[test]
fn certificates_with_other_bounds_are_refused() {
    let whole = find("circular(5,2)").expect("a game");
    let inside = slice_of("circular(5,2)", "h[1] <= 2, h[3] <= 1").expect("a slice");
    let DiscoveryResult::Proved(found) = search(&inside, P, ANY) else { panic!("it resists") };
    let text = &found.proof.certificate;
    let line = "\nslice h1 2 h3 1\n";
    assert!(text.contains(line), "{text}");
    accepted("circular(5,2)", &whole, &found.proof);
    for other in [
        "\n",
        "\nslice h1 3 h3 1\n",
        "\nslice h1 2\n",
        "\nslice h1 2 h4 1\n",
        "\nslice h3 1 h1 2\n",
        "\nslice h1 2 h3\n",
        "\nslice h1 2 h1 2 h3 1\n",
        "\nslice h1 2 h9 1\n",
        "\nslice h1 2 h3 -1\n",
        "\nslice\n",
        "\nslice h1 2 h3 1\nslice h1 2 h3 1\n",
        "\nslice h1 4294967297 h3 1\n",
    ] {
        let forged = resealed(&text.replace(line, other));
        assert!(ishitori_check::check(&forged).is_err(), "{other}");
        // Nor is what was said of a slice read as a theorem about another one.
        let recalled = recall(&forged, &whole, &CatalogueLibrary, &control());
        if let Ok(proof) = recalled {
            assert_ne!(proof.arena.slice, found.proof.arena.slice, "{other}");
        }
    }
    // A move that leaves the slice is refused by the checker, whatever else there is.
    let raising = "\nmove new x with (lin = -1 (1 h1) (-1 x)) to x h2 h3 h4 h5\nmeasure ";
    let forged = resealed(&text.replace("\nmeasure ", raising));
    let refused = ishitori_check::check(&forged).expect_err("it leaves");
    assert!(refused.to_string().contains("leads to a position"), "{refused}");
    // With a move less it is about another game: the checker knows none, but who reads the rule does.
    let moves: Vec<&str> = text.lines().filter(|line| line.starts_with("lower ")).collect();
    let forged = resealed(&text.replace(&format!("{}\n", moves[0]), ""));
    assert!(recall(&forged, &whole, &CatalogueLibrary, &control()).is_err());
}

/// A text with the checksum that it needs.
fn resealed(text: &str) -> String {
    let body = &text[..text.rfind("end ").expect("an end")];
    format!("{body}end {:016x}\n", ishitori_rule::checksum::fnv1a(body.as_bytes()))
}

/// The move that leaves is named, with an example; bounds that are none are refused.
#[test]
fn what_is_no_slice() {
    let text = "game pour\nposition (a, b, c)\noption (x, b, c) where x < a\n\
                option (a - t, b + 2*t - 3, c) where t >= 1, t <= 1\n";
    let ruleset = load(text, &[]).expect("a rule");
    let of = |bounds: Vec<(usize, u64)>| sliced(&ruleset, &HeapSlice::of(bounds), &control());
    assert!(of(vec![(0, 2), (1, 3)]).is_ok(), "b falls by one");
    let text = text.replace("- 3", "- 1");
    let ruleset = load(&text, &[]).expect("a rule");
    let of = |bounds: Vec<(usize, u64)>| sliced(&ruleset, &HeapSlice::of(bounds), &control());
    assert!(of(vec![(0, 2), (2, 0)]).is_ok());
    let refused = of(vec![(1, 2)]).map(|_| ()).expect_err("b grows").to_string();
    let said = "the move `option (a - t, b + 2*t - 1, c) where t >= 1, t <= 1` leaves the slice, since it can raise b: \
                from 1,2,0 to 0,3,0";
    assert_eq!(refused, said);
    assert_eq!(of(vec![(3, 1)]).map(|_| ()), Err(NoSlice::NoHeaps));
    let refused = |name: &str, bounds: &str| slice_of(name, bounds).expect_err(bounds).to_string();
    assert!(refused("delete-nim", "b <= 2").contains("no order"));
    assert!(refused("split-and-delete", "a < 1").contains("at least 1"));
    assert!(refused("split-and-delete", "a <= 1").contains("leaves the slice"));
    let board = find("grid-nim(3,3)").expect("a game");
    let slice = HeapSlice::of(vec![(0, 1)]);
    assert_eq!(sliced(&board, &slice, &control()).map(|_| ()), Err(NoSlice::NoHeaps));
}

/// Congruences are no business of linear programs: automata see that the heap stays.
#[test]
fn conditions_that_are_not_linear_are_decided() {
    let text = "game odd\nposition (a, b)\noption (x, b) where x < a\n\
                option (a - 3, b + 1) where b mod 3 < 2\n";
    let ruleset = load(text, &[]).expect("a rule");
    let of = |bound: u64| sliced(&ruleset, &HeapSlice::of(vec![(1, bound)]), &control());
    assert!(of(2).is_ok() && of(5).is_ok());
    assert!(matches!(of(1), Err(NoSlice::Unstable { example: Some(_), .. })));
}

/// One of symmetric slices, small ones first; what is inside a proved one, or around one that resists, is left out.
#[test]
fn slices_come_in_order() {
    let ruleset = find("circular(6,2)").expect("a game");
    let names = &rules(&ruleset).names;
    let mut search = SliceSearch::new(&ruleset).expect("heaps");
    let mut next = |proved: bool| {
        let (slice, inside) = search.next(&control()).expect("time").expect("a slice");
        assert_eq!(rules(&inside).slice, slice);
        search.tell(slice.clone(), proved);
        slice.words(names)
    };
    assert_eq!(next(false), "h[1] <= 1");
    assert_eq!(next(true), "h[1] <= 2, h[2] <= 2");
    assert_eq!(next(false), "h[1] <= 2, h[3] <= 2");
    assert_eq!(next(true), "h[1] <= 2, h[4] <= 2");
    // No single heap again; of three heaps only the one that has no proved pair around it.
    assert_eq!(next(true), "h[1] <= 2, h[3] <= 2, h[5] <= 2");
    assert_eq!(next(true), "h[1] <= 3, h[2] <= 3");
    assert_eq!(next(false), "h[1] <= 3, h[4] <= 3");
    assert_eq!(search.smallest().len(), 1);
    // Where moves raise every heap there are none.
    let raising = "game pour position (a, b) option (a - 2, b + 1) option (a + 1, b - 2)";
    let ruleset = load(raising, &[]).expect("a rule");
    let mut search = SliceSearch::new(&ruleset).expect("heaps");
    assert!(search.next(&control()).expect("time").is_none());
}
