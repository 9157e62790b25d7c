//! The engines for boards: against the reference on all small boards, against each other on random
//! larger ones, and against the papers and the second implementation.

use crate::cases::cases;
use std::ops::ControlFlow;

use ishitori_core::ask::{Engine, Fact, choose_board, choose_boards};
use ishitori_core::catalogue;
use ishitori_core::control::Control;
use ishitori_core::game::{AnyGame, Board, BoardGame, Bounds, GameKind};
use ishitori_core::solve::boards::{BoardSumSolver, BoardsBelow};
use ishitori_core::solve::{Convention, Outcome, Reference};
use serde::Deserialize;

const CONVENTIONS: [Convention; 2] = [Convention::Normal, Convention::Misere];

const STONES: [&str; 3] = ["grid-nim", "grid-nim-blocks", "grid-nim-outer"];

const GAMES: [&str; 4] = ["grid-nim", "grid-nim-blocks", "grid-nim-outer", "turning-turtles-2d"];

fn game(name: &str) -> BoardGame {
    match AnyGame::new(&catalogue::find(name).expect("a game")) {
        Ok(AnyGame::Board(game)) => game,
        other => panic!("{other:?}"),
    }
}

fn every_board(game: &BoardGame) -> Vec<Board> {
    let mut boards = Vec::new();
    game.visit_positions(&Bounds::default(), &mut |board| {
        boards.push(*board);
        ControlFlow::Continue(())
    })
    .expect("a window");
    boards
}

fn random_board(game: &BoardGame, random: &mut fastrand::Rng) -> Board {
    // Dense and sparse boards alike.
    let mask = match random.u8(..3) {
        0 => random.u64(..) & random.u64(..),
        1 => random.u64(..),
        _ => random.u64(..) | random.u64(..),
    };
    game.with_mask(mask & game.full().mask()).expect("a board")
}

fn free() -> Control {
    Control::unlimited()
}

const OUTCOMES: Fact = Fact::Outcome(Convention::Normal);

fn within(memory: usize) -> Control {
    Control::unlimited().with_memory(memory)
}

#[test]
fn every_small_board_as_the_reference_has_it() {
    let sizes =
        ["1,1", "1,7", "7,1", "2,2", "2,3", "3,2", "2,4", "2,5", "5,2", "3,3", "3,4", "4,3"];
    for name in GAMES {
        for size in sizes {
            let name = format!("{name}({size})");
            let game = game(&name);
            let below = BoardsBelow::all(&game).expect("few cells");
            let values = below.values(&free()).expect("values");
            let tables = CONVENTIONS.map(|c| below.outcomes(c, &free()).expect("outcomes"));
            let mut reference = Reference::new(&game);
            let mut sums = BoardSumSolver::new(&game);
            for board in every_board(&game) {
                let text = format!("{name} {}", game.write(&board));
                let facts = reference.facts(&board, &free()).expect("facts");
                assert_eq!(values.get(&board), Some(facts.grundy), "{text}");
                for (convention, table) in CONVENTIONS.iter().zip(&tables) {
                    assert_eq!(table.get(&board), Some(facts.outcome(*convention)), "{text}");
                }
                if game.full().mask().count_ones() < 9 {
                    let grundy = BoardSumSolver::new(&game).grundy(&board, &free());
                    assert_eq!(grundy, Ok(facts.grundy), "{text}, from nothing");
                }
                let outcome = facts.outcome(Convention::Normal);
                assert_eq!(sums.outcome(&board, &free()), Ok(outcome), "{text}");
                let winning = reference.winning_moves(&board, Convention::Normal, &free());
                assert_eq!(sums.winning_moves(&board, &free()), winning, "{text}");
                assert_eq!(sums.grundy(&board, &free()), Ok(facts.grundy), "{text}");
            }
        }
    }
}

#[test]
fn p_positions_are_visited_once() {
    for name in ["grid-nim(3,3)", "grid-nim-outer(2,4)", "turning-turtles-2d(3,3)"] {
        let game = game(name);
        for convention in CONVENTIONS {
            let mut expected = Vec::new();
            let mut reference = Reference::new(&game);
            let add = &mut |board: &Board| expected.push(*board);
            reference.p_positions(&Bounds::default(), convention, &free(), add).expect("all");
            let mut found = Vec::new();
            let below = BoardsBelow::all(&game).expect("few cells");
            let outcomes = below.outcomes(convention, &free()).expect("outcomes");
            outcomes.visit_p(&game, &mut |board| found.push(board));
            assert_eq!(found.len(), expected.len());
            assert_eq!(game.arranged(found), expected, "{name} {convention:?}");
        }
    }
}

/// Tables know nothing of parts, so they check that boards are sums of them.
#[test]
fn larger_boards_are_sums_of_their_parts() {
    let mut random = fastrand::Rng::with_seed(3);
    for name in GAMES {
        for size in ["4,4", "6,3"] {
            let name = format!("{name}({size})");
            let game = game(&name);
            let values =
                BoardsBelow::all(&game).expect("few cells").values(&free()).expect("values");
            let mut sums = BoardSumSolver::new(&game);
            for _ in 0..cases(300) {
                let board = random_board(&game, &mut random);
                let expected = values.get(&board).expect("every board");
                let text = format!("{name} {}", game.write(&board));
                let outcome = if expected == 0 { Outcome::P } else { Outcome::N };
                assert_eq!(sums.outcome(&board, &free()), Ok(outcome), "{text}");
                assert_eq!(sums.grundy(&board, &free()), Ok(expected), "{text}");
            }
        }
    }
}

#[test]
fn long_and_large_boards() {
    let mut random = fastrand::Rng::with_seed(4);
    for name in STONES {
        for size in ["2,12", "1,15", "10,3", "8,8", "5,12", "16,4"] {
            let name = format!("{name}({size})");
            let game = game(&name);
            let mut sums = BoardSumSolver::new(&game);
            for _ in 0..cases(8) {
                let mut board = random_board(&game, &mut random).mask();
                while board.count_ones() > 13 {
                    board &= !(1 << random.u32(..64));
                }
                let board = game.with_mask(board).expect("a board");
                let text = format!("{name} {}", game.write(&board));
                let below = BoardsBelow::new(&game, board).expect("few stones");
                let expected = below.values(&free()).expect("values").get(&board);
                assert_eq!(sums.grundy(&board, &free()).ok(), expected, "{text}");
                let mut reference = Reference::new(&game);
                let facts = reference.facts(&board, &free()).expect("facts");
                assert_eq!(expected, Some(facts.grundy), "{text}");
                let misere = below.outcomes(Convention::Misere, &free()).expect("outcomes");
                assert_eq!(misere.get(&board), Some(facts.misere), "{text}");
            }
        }
    }
}

#[test]
fn coins_below_a_board() {
    let game = game("turning-turtles-2d(9,7)");
    let mut reference = Reference::new(&game);
    let empty = ["........."; 4].join("/");
    for rows in ["...#...../.#......./#........", ".#......./..#....../...#....."] {
        let board = game.parse(&format!("{empty}/{rows}")).expect("a board");
        let below = BoardsBelow::new(&game, board).expect("few cells");
        let facts = reference.facts(&board, &free()).expect("facts");
        assert_eq!(below.values(&free()).expect("values").get(&board), Some(facts.grundy));
        assert_eq!(BoardSumSolver::new(&game).grundy(&board, &free()), Ok(facts.grundy));
    }
    // The cell (9, 7) alone: as many boards as there are sets of cells, but one head.
    let corner = game.toggled(game.with_mask(0).expect("empty"), 0, 8).expect("a cell");
    assert!(BoardsBelow::new(&game, corner).is_none());
    // BIN-T6
    assert_eq!(BoardSumSolver::new(&game).grundy(&corner, &free()), Ok(nim_product(9, 7)));
}

/// BIN-D6, as it is written.
fn nim_product(a: u32, b: u32) -> u32 {
    let size = a.max(b) as usize + 1;
    let mut table = vec![vec![0u32; size]; size];
    for x in 0..size {
        for y in 0..size {
            let reached: Vec<u32> = (0..x)
                .flat_map(|i| (0..y).map(move |j| (i, j)))
                .map(|(i, j)| table[i][y] ^ table[x][j] ^ table[i][j])
                .collect();
            table[x][y] = (0..).find(|v| !reached.contains(v)).expect("a mex");
        }
    }
    table[a as usize][b as usize]
}

#[derive(Deserialize)]
struct ValuesFile {
    case: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    game: String,
    position: String,
    grundy: u32,
    misere_outcome: String,
}

/// What `testdata/independent.py` computed from the words.
#[test]
fn the_second_implementation_agrees() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/values.toml");
    let text = std::fs::read_to_string(path).expect("the file");
    let file: ValuesFile = toml::from_str(&text).expect("values");
    let mut compared = 0;
    for case in
        file.case.iter().filter(|c| GAMES.iter().any(|g| c.game.starts_with(&format!("{g}("))))
    {
        let game = game(&case.game);
        let board = game.parse(&case.position).expect("a board");
        let text = format!("{} {}", case.game, case.position);
        assert_eq!(BoardSumSolver::new(&game).grundy(&board, &free()), Ok(case.grundy), "{text}");
        let below = BoardsBelow::new(&game, board).expect("few cells");
        assert_eq!(below.values(&free()).expect("values").get(&board), Some(case.grundy), "{text}");
        let misere = below.outcomes(Convention::Misere, &free()).expect("outcomes").get(&board);
        assert_eq!(misere.map(|o| o.to_string()).as_ref(), Some(&case.misere_outcome), "{text}");
        compared += 1;
    }
    assert!(compared > 60, "{compared}");
}

#[test]
fn staircases_by_two_engines() {
    let game = game("grid-nim(6,6)");
    let mut sums = BoardSumSolver::new(&game);
    for lengths in ["3,2,1", "4,3,2,1", "5,4,3,2,1", "6,5,4,3,2,1"] {
        let board = game.parse(lengths).expect("a board");
        let values =
            BoardsBelow::new(&game, board).expect("21 stones").values(&free()).expect("values");
        assert_eq!(sums.grundy(&board, &free()).ok(), values.get(&board), "{lengths}");
        let winning = game.options(&board).into_iter().filter(|o| values.get(o) == Some(0));
        let expected: Vec<Board> = winning.collect();
        assert_eq!(sums.winning_moves(&board, &free()), Ok(expected), "{lengths}");
    }
}

/// TDN-TAB1: a full rectangle is P iff both sides are even.
#[test]
fn full_rectangles_of_every_size() {
    for rows in 2..=8 {
        for columns in rows..=64 / rows {
            let game = game(&format!("grid-nim({rows},{columns})"));
            let outcome = BoardSumSolver::new(&game)
                .outcome(&game.full(), &Control::unlimited().with_positions(1_000));
            let even = rows % 2 == 0 && columns % 2 == 0;
            assert_eq!(
                outcome,
                Ok(if even { Outcome::P } else { Outcome::N }),
                "{rows} by {columns}"
            );
        }
    }
}

#[test]
fn plans_name_engine_reason_and_bytes() {
    let any = Bounds::default();
    let small = game("grid-nim(5,5)");
    let plan = choose_boards(&small, &any, Fact::Grundy, &within(1 << 30)).expect("a plan");
    assert_eq!((plan.engine.name(), plan.positions), ("boards", 1 << 25));
    assert!(plan.bytes.is_some_and(|bytes| (1 << 25..34 << 20).contains(&bytes)));
    let plan = choose_boards(&small, &any, OUTCOMES, &within(1 << 30)).expect("a plan");
    assert!(plan.bytes.is_some_and(|bytes| (1 << 22..5 << 20).contains(&bytes)));
    let refused =
        choose_boards(&small, &any, Fact::Grundy, &within(1 << 20)).expect_err("too large");
    assert!(refused.to_string().contains("at most 20 cells"), "{refused}");
    let few = Bounds { to: vec![], total: Some(3) };
    let plan = choose_boards(&small, &few, Fact::Grundy, &within(1 << 20)).expect("few boards");
    assert_eq!((plan.engine.name(), plan.positions), ("reference", 1 + 25 + 300 + 2300));
    assert!(
        choose_boards(&small, &Bounds { to: vec![3], total: None }, Fact::Grundy, &within(1 << 30))
            .is_err()
    );
    let coins = game("turning-turtles-2d(4,4)");
    assert_eq!(
        choose_boards(&coins, &any, OUTCOMES, &within(1 << 30)).expect("a plan").engine.name(),
        "boards"
    );
    let large = game("grid-nim(7,7)");
    assert_eq!(
        choose_boards(&large, &any, Fact::Grundy, &within(1 << 30)).expect("a plan").engine.name(),
        "reference"
    );
}

#[test]
fn one_board_is_answered_by_what_is_cheap() {
    let game = game("grid-nim(8,8)");
    let one = |text: &str, convention| {
        let board = game.parse(text).expect("a board");
        match choose_board(&game, &board, convention, &within(1 << 30)).engine {
            Engine::Parts => "sums",
            Engine::Boards => "below",
            _ => "reference",
        }
    };
    for convention in CONVENTIONS {
        assert_eq!(one("3,2,1", convention), "reference");
    }
    assert_eq!(one("6,5,4,3,2,1", Convention::Normal), "sums");
    assert_eq!(one("6,5,4,3,2,1", Convention::Misere), "below");
    assert_eq!(one("8,8,8,8,8,8", Convention::Misere), "reference");
}

#[test]
fn too_much_is_given_up() {
    let game = game("grid-nim(8,8)");
    let board = game.parse("8,7,6,5,4,3,2,1").expect("a board");
    let mut sums = BoardSumSolver::new(&game);
    let gave_up =
        sums.grundy(&board, &Control::unlimited().with_positions(1_000)).expect_err("too much");
    assert!(gave_up.needs_more_positions());
    assert!(sums.known_parts() <= 1_000);
    let small = self::game("grid-nim(4,4)");
    let below = BoardsBelow::all(&small).expect("16 cells");
    assert!(below.values(&Control::unlimited().with_positions(10_000)).is_err());
    assert!(
        below.outcomes(Convention::Normal, &Control::unlimited().with_positions(10_000)).is_err()
    );
}
