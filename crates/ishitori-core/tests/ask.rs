//! The question room against the reference: windows to look things up in, single positions, sums.

use crate::cases::cases;
use crate::random::random_games;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use ishitori_core::ask::{
    Fact, PositionValues, SolvedWindow, answer, answer_board, choose_board, choose_position,
    choose_window,
};
use ishitori_core::catalogue;
use ishitori_core::control::Control;
use ishitori_core::game::{AnyGame, Bounds, GameKind, Growth, HeapGame, Heaps};
use ishitori_core::solve::{Convention, Outcome, Reference};

const FACTS: [Fact; 5] = [
    Fact::Grundy,
    Fact::Outcome(Convention::Normal),
    Fact::Outcome(Convention::Misere),
    Fact::Remoteness(Convention::Normal),
    Fact::Remoteness(Convention::Misere),
];

fn catalogue_game(name: &str) -> HeapGame {
    match AnyGame::new(&catalogue::find(name).expect("a game")) {
        Ok(AnyGame::Heaps(game)) => game,
        other => panic!("{other:?}"),
    }
}

fn convention(fact: Fact) -> Convention {
    match fact {
        Fact::Outcome(convention) | Fact::Remoteness(convention) => convention,
        Fact::Grundy => Convention::Normal,
    }
}

/// Every cell of a window against the reference; returns the engine's name.
fn compare_window(what: &str, game: &HeapGame, to: &[u64], fact: Fact) -> &'static str {
    let control = Control::unlimited();
    let plan = choose_window(game, to, fact, &control).expect("a plan");
    let bounds = Bounds { to: to.to_vec(), total: None };
    let window = SolvedWindow::solve(game, &bounds, &plan, &control).expect("a window");
    let mut reference = Reference::new(game);
    let mut heaps = vec![0; to.len()];
    loop {
        let told = window.at(game, &mut heaps.clone());
        let mut canonical = heaps.clone();
        if game.rules().symmetry.identifies() {
            canonical.sort_unstable();
        }
        let expected = game.position(&canonical).ok().map(|position| {
            let facts = reference.facts(&position, &control).expect("facts");
            match fact {
                Fact::Grundy => facts.grundy,
                Fact::Outcome(convention) => u32::from(facts.outcome(convention) == Outcome::N),
                Fact::Remoteness(convention) => facts.remoteness(convention),
            }
        });
        let engine = plan.engine.name();
        assert_eq!(told, expected, "{what} at {heaps:?} up to {to:?}, {fact:?} by {engine}");
        let Some(place) = (0..heaps.len()).rev().find(|place| heaps[*place] < to[*place]) else {
            return engine;
        };
        heaps[place] += 1;
        heaps[place + 1..].fill(0);
    }
}

#[test]
fn windows_of_the_catalogue() {
    let mut engines = BTreeSet::new();
    for (name, to) in [
        ("nim", vec![5, 3, 4]),
        ("wythoff", vec![12, 3]),
        ("circular(5,2)", vec![2, 3, 1, 2, 2]),
        ("split-and-delete", vec![15, 6]),
        ("single-split-delete", vec![7, 7, 7]),
        ("half-delete", vec![5, 5, 5, 5]),
        ("half-delete", vec![9, 9, 2, 2]),
        ("single-delete", vec![9, 4, 6]),
        ("common-divisor(3)", vec![6, 6, 3]),
        ("welter", vec![7, 7, 7]),
        ("lim", vec![6, 5, 4]),
    ] {
        let game = catalogue_game(name);
        for fact in FACTS {
            engines.insert(compare_window(name, &game, &to, fact));
        }
    }
    for engine in ["lines", "seen", "table"] {
        assert!(engines.contains(engine), "{engine} is not chosen: {engines:?}");
    }
}

#[test]
fn windows_of_random_rules() {
    for (text, _, game) in random_games(0..cases(120)) {
        let heaps = game.rules().names.len();
        let top: u64 = [14, 8, 5, 3].get(heaps - 1).copied().unwrap_or(2);
        let equal = vec![top; heaps];
        let unequal: Vec<u64> =
            (0..heaps as u64).map(|heap| top.saturating_sub(2 * heap)).collect();
        for fact in FACTS {
            compare_window(&text, &game, &equal, fact);
            if game.growth() == Growth::Never {
                compare_window(&text, &game, &unequal, fact);
            }
        }
    }
}

/// What every plan says of a position, and what the reference says.
fn compare_position(what: &str, game: &HeapGame, position: &Heaps) {
    let control = Control::unlimited();
    let largest = position.iter().copied().max().unwrap_or(0);
    let to = match game.growth() {
        Growth::Never => position.to_vec(),
        _ => vec![largest; position.len()],
    };
    let mut reference = Reference::new(game);
    let facts = reference.facts(position, &control).expect("facts");
    for fact in FACTS {
        let convention = convention(fact);
        let winning = reference.winning_moves(position, convention, &control).expect("moves");
        let mut plans = vec![Ok(choose_position(game, position, convention, &control))];
        if game.growth() != Growth::Beyond {
            plans.push(choose_window(game, &to, fact, &control));
        }
        for plan in plans.into_iter().map(|plan| plan.expect("a plan")) {
            let found = answer(game, position, convention, &plan, &control).expect("an answer");
            let how = format!("{what} at {position:?} {convention:?} by {}", plan.engine.name());
            assert_eq!(found.outcome, facts.outcome(convention), "{how}");
            assert_eq!(found.winning, Some(winning.clone()), "{how}");
            if let Some(grundy) = found.grundy {
                assert_eq!(grundy, facts.grundy, "{how}");
            }
            if let Some(remoteness) = found.remoteness {
                assert_eq!(remoteness, facts.remoteness(convention), "{how}");
            }
        }
    }
    let mut values = PositionValues::of_heaps(game, position, &control).expect("values");
    assert_eq!(values.heaps(position, &control), Ok(facts.grundy), "{what} at {position:?}");
}

#[test]
fn positions_of_random_rules() {
    for (text, _, game) in random_games(1000..1000 + cases(80)) {
        let heaps = game.rules().names.len();
        let top: u64 = [20, 9, 5, 3].get(heaps - 1).copied().unwrap_or(2);
        let mut last = None;
        let bounds = Bounds { to: vec![top], total: None };
        let mut count = 0;
        let visited = game.visit_positions(&bounds, &mut |position| {
            count += 1;
            if count % 37 == 0 {
                compare_position(&text, &game, position);
            }
            last = Some(position.clone());
            ControlFlow::Continue(())
        });
        if visited.is_ok()
            && let Some(last) = last
        {
            compare_position(&text, &game, &last);
        }
    }
}

/// Large positions, which the reference would take minutes for: Nim and Wythoff's game by their formulas.
#[test]
fn large_positions() {
    let control = Control::unlimited();
    let nim = catalogue_game("nim");
    for heaps in [[100u64, 130, 230], [101, 102, 103]] {
        let position = nim.position(&heaps).expect("a position");
        let plan = choose_position(&nim, &position, Convention::Normal, &control);
        assert_ne!(plan.engine.name(), "reference");
        let found = answer(&nim, &position, Convention::Normal, &plan, &control).expect("found");
        let xor = heaps.iter().fold(0, |all, heap| all ^ heap);
        assert_eq!(found.outcome == Outcome::P, xor == 0);
        if let Some(grundy) = found.grundy {
            assert_eq!(u64::from(grundy), xor);
        }
        let wins = heaps.iter().filter(|heap| (**heap ^ xor) < **heap).count();
        assert_eq!(found.winning.map(|moves| moves.len()), Some(wins));
    }
    // The 1,000th pair of Wythoff's game: floor(1000 phi) = 1618.
    let wythoff = catalogue_game("wythoff");
    let position = wythoff.position(&[1618, 2618]).expect("a position");
    for (position, outcome) in
        [(position, Outcome::P), (wythoff.position(&[1618, 2619]).expect("one"), Outcome::N)]
    {
        let plan = choose_position(&wythoff, &position, Convention::Normal, &control);
        let found = answer(&wythoff, &position, Convention::Normal, &plan, &control).expect("one");
        assert_eq!(found.outcome, outcome);
        assert_eq!(found.winning.expect("moves").is_empty(), outcome == Outcome::P);
    }
}

#[test]
fn boards_by_every_plan() {
    let AnyGame::Board(game) =
        AnyGame::new(&catalogue::find("grid-nim(3,4)").expect("one")).expect("one")
    else {
        panic!("a board")
    };
    let control = Control::unlimited();
    let mut reference = Reference::new(&game);
    for text in ["####/####/####", "#.#./.#.#/####", "####/#..#/####"] {
        let board = game.parse(text).expect("a board");
        for convention in [Convention::Normal, Convention::Misere] {
            let plan = choose_board(&game, &board, convention, &control);
            let found = answer_board(&game, &board, convention, &plan, &control).expect("found");
            let facts = reference.facts(&board, &control).expect("facts");
            assert_eq!(found.outcome, facts.outcome(convention), "{text}");
            let winning = reference.winning_moves(&board, convention, &control).expect("moves");
            assert_eq!(found.winning, Some(winning), "{text}");
        }
        let mut values = PositionValues::of_board(&game, &board, &control);
        let facts = reference.facts(&board, &control).expect("facts");
        assert_eq!(values.board(&board, &control), Ok(facts.grundy), "{text}");
    }
}
