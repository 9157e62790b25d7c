//! Lengths of play in claims: they are what the reference says, and what their definition says.

use ishitori_core::catalogue::{self, CatalogueLibrary};
use ishitori_core::claim::{ClaimCheck, Verdict, check};
use ishitori_core::game::{AnyGame, Bounds, GameKind};
use ishitori_core::solve::{Convention, Reference};
use ishitori_rule::parse::parse_statement;

use crate::judged::{ALLOWED, verdict};

/// The verdict on a formula, under a convention.
fn under(convention: Convention, game: &str, formula: &str, bounds: &Bounds) -> Verdict {
    let ruleset = catalogue::find(game).expect("a game of the catalogue");
    let statement = parse_statement(formula).unwrap_or_else(|p| panic!("{formula}: {p:?}"));
    let claim = ClaimCheck {
        among: None,
        ruleset: &ruleset,
        statement: &statement,
        text: formula,
        convention,
        bounds,
        automatic: false,
        control: &ALLOWED,
        known: None,
        library: &CatalogueLibrary,
    };
    check(&claim).unwrap_or_else(|error| panic!("{game}: {formula}: {error}"))
}

const BOTH: [Convention; 2] = [Convention::Normal, Convention::Misere];

/// The winner takes the shortest of the ways that win, the loser the longest of all.
#[test]
fn it_is_what_its_definition_says() {
    let games = [
        ("nim(2)", "x, y", vec![30]),
        ("wythoff", "x, y", vec![40]),
        ("split-and-delete", "x, y", vec![40]),
        ("lim", "x, y, z", vec![12]),
        ("circular(3,2)", "x, y, z", vec![9]),
        ("welter(3)", "x, y, z", vec![12]),
    ];
    for (game, names, to) in games {
        let formula = format!(
            "if size(options) = 0 then remoteness = 0
             else if P then remoteness = 1 + max(remoteness({names}) for ({names}) in options)
             else remoteness = 1 + min(remoteness({names}) for ({names}) in options where P({names}))"
        );
        for convention in BOTH {
            for total in [None, Some(14)] {
                let bounds = Bounds { to: to.clone(), total };
                let found = under(convention, game, &formula, &bounds);
                assert!(matches!(found, Verdict::HoldsUpTo(_)), "{game} {convention:?}: {found:?}");
            }
        }
    }
}

#[test]
fn it_is_what_the_reference_says() {
    for game in ["wythoff", "nim(3)", "delete-nim", "common-divisor(2)"] {
        let ruleset = catalogue::find(game).expect("a game of the catalogue");
        let AnyGame::Heaps(heaps) = AnyGame::new(&ruleset).expect("a game") else {
            panic!("{game} is on heaps");
        };
        let mut reference = Reference::new(&heaps);
        let bounds = Bounds { to: vec![7], total: None };
        let mut positions = Vec::new();
        heaps
            .visit_positions(&bounds, &mut |position| {
                positions.push(position.clone());
                std::ops::ControlFlow::Continue(())
            })
            .expect("a window");
        for convention in BOTH {
            let mut all = Vec::new();
            for position in &positions {
                let facts = reference.facts(position, &ALLOWED).expect("small");
                let heaps: Vec<String> = position.iter().map(u64::to_string).collect();
                let length = facts.remoteness(convention);
                all.push(format!("remoteness({}) = {length}", heaps.join(", ")));
            }
            for some in all.chunks(40) {
                // Asked one by one, and from the solved window.
                for formula in
                    [some.join(" and "), format!("stones >= 0 and {}", some.join(" and "))]
                {
                    let found = under(convention, game, &formula, &bounds);
                    assert!(matches!(found, Verdict::HoldsUpTo(_)), "{game}: {found:?}");
                }
            }
        }
    }
}

#[test]
fn what_is_wrong_is_refuted_where_it_is_wrong_first() {
    // The first position of Nim from which the winner needs three moves is 2,2 plus one stone.
    let Verdict::Refuted(refutation) = verdict("nim(2)", "remoteness <= 3", 12) else {
        panic!("it is false");
    };
    assert_eq!(refutation.smallest.at, "2,2");
    assert_eq!(refutation.smallest.truth, "remoteness = 4");
    assert_eq!(refutation.smallest.why.as_deref(), Some("best play goes on to 1,2"));
    let Verdict::Refuted(refutation) = verdict("nim(2)", "P(3, 3) and remoteness(3, 3) = 5", 4)
    else {
        panic!("it is false");
    };
    assert_eq!(refutation.smallest.truth, "remoteness of 3,3 = 6");
}

/// Other games, sums of games, boards; a parity tells who wins.
#[test]
fn wherever_grundy_may_stand() {
    let holds = |game: &str, formula: &str, to: u64| {
        let found = verdict(game, formula, to);
        assert!(matches!(found, Verdict::HoldsUpTo(_)), "{game}: {formula}: {found:?}");
    };
    holds("nim(2)", "remoteness mod 2 = 0 iff P", 40);
    holds("nim(2)", "remoteness = remoteness(\"nim(1) + nim(1)\", h[1], h[2])", 12);
    holds("wythoff", "remoteness <= remoteness(\"nim(2)\", a, b) + a", 12);
    holds("nim(2)", "for all x, y in 0 .. 9: remoteness(x, y) <= x + y", 9);
    let bounds = Bounds::default();
    for convention in BOTH {
        let lost = if convention == Convention::Normal { 0 } else { 1 };
        let formula = format!("remoteness mod 2 = {lost} iff P");
        let found = under(convention, "grid-nim(2,3)", &formula, &bounds);
        assert!(matches!(found, Verdict::HoldsUpTo(_)), "{found:?}");
    }
}
