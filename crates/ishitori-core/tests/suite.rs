//! The shared suite: values, tables, move counts and predecessors that `testdata/independent.py`
//! computed from the papers' words without any of our code.

use std::path::PathBuf;

use ishitori_core::catalogue;
use ishitori_core::control::Control;
use ishitori_core::game::{AnyGame, Bounds, GameKind, perft};
use ishitori_core::solve::{Convention, Outcome, Reference};
use serde::Deserialize;

fn testdata<T: serde::de::DeserializeOwned>(file: &str) -> T {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    toml::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Runs generic code on the game with this name.
macro_rules! with_game {
    ($name:expr, |$game:ident| $body:expr) => {{
        let ruleset = catalogue::find($name).unwrap_or_else(|e| panic!("{}: {e:?}", $name));
        match AnyGame::new(&ruleset).expect("a playable game") {
            AnyGame::Heaps($game) => $body,
            AnyGame::Board($game) => $body,
            AnyGame::Single($game) => $body,
            AnyGame::Pieces($game) => $body,
            AnyGame::Figures($game) => $body,
        }
    }};
}

#[derive(Deserialize)]
struct PerftFile {
    case: Vec<PerftCase>,
}

#[derive(Deserialize)]
struct PerftCase {
    game: String,
    position: String,
    sequences: Vec<u64>,
    positions: Vec<u64>,
}

#[test]
fn move_counts_agree() {
    let file: PerftFile = testdata("perft.toml");
    for case in &file.case {
        with_game!(&case.game, |game| {
            let start = game.parse(&case.position).expect("a position");
            let depth = u32::try_from(case.sequences.len()).expect("a small depth");
            let counts = perft(&game, &start, depth, &Control::unlimited()).expect("counts");
            let sequences: Vec<u128> = counts.iter().map(|c| c.sequences).collect();
            let positions: Vec<u64> = counts.iter().map(|c| c.positions).collect();
            let expected: Vec<u128> = case.sequences.iter().map(|n| u128::from(*n)).collect();
            assert_eq!(sequences, expected, "{} {}", case.game, case.position);
            assert_eq!(positions, case.positions, "{} {}", case.game, case.position);
        });
    }
    let missing: Vec<&str> = catalogue::GAMES
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| !file.case.iter().any(|c| c.game.split('(').next() == Some(name)))
        .collect();
    assert!(missing.is_empty(), "no move counts for {missing:?}");
}

#[derive(Deserialize)]
struct ValuesFile {
    case: Vec<ValueCase>,
    table: Vec<Table>,
    p_positions: Vec<PPositions>,
    back: Vec<Back>,
}

#[derive(Deserialize)]
struct ValueCase {
    game: String,
    position: String,
    grundy: u32,
    outcome: String,
    remoteness: u32,
    misere_outcome: String,
    misere_remoteness: u32,
    options: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Table {
    game: String,
    low: u64,
    rows: Vec<Vec<u32>>,
}

#[derive(Deserialize)]
struct PPositions {
    game: String,
    to: Option<u64>,
    positions: Vec<String>,
}

#[derive(Deserialize)]
struct Back {
    game: String,
    position: String,
    to: Option<u64>,
    predecessors: Vec<String>,
}

fn bounds(to: Option<u64>) -> Bounds {
    Bounds { to: to.into_iter().collect(), total: None }
}

#[test]
fn reference_values_agree() {
    let file: ValuesFile = testdata("values.toml");
    for case in &file.case {
        let what = format!("{} {}", case.game, case.position);
        with_game!(&case.game, |game| {
            let position = game.parse(&case.position).expect("a position");
            assert_eq!(game.write(&position), case.position, "{what} is written as it is read");
            let mut solver = Reference::new(&game);
            let facts = solver.facts(&position, &Control::unlimited()).expect("facts");
            assert_eq!(facts.grundy, case.grundy, "{what}");
            assert_eq!(facts.outcome(Convention::Normal).to_string(), case.outcome, "{what}");
            assert_eq!(facts.remoteness(Convention::Normal), case.remoteness, "{what}");
            assert_eq!(
                facts.outcome(Convention::Misere).to_string(),
                case.misere_outcome,
                "{what}"
            );
            assert_eq!(facts.remoteness(Convention::Misere), case.misere_remoteness, "{what}");
            if let Some(expected) = &case.options {
                let mut expected = expected.clone();
                let mut options: Vec<String> =
                    game.options(&position).iter().map(|o| game.write(o)).collect();
                options.sort();
                expected.sort();
                assert_eq!(options, expected, "{what}");
            }
        });
    }
}

#[test]
fn grundy_tables_agree() {
    let file: ValuesFile = testdata("values.toml");
    for table in &file.table {
        with_game!(&table.game, |game| {
            let mut solver = Reference::new(&game);
            for (a, row) in (table.low..).zip(&table.rows) {
                for (b, expected) in (table.low..).zip(row) {
                    let position = game.parse(&format!("{a},{b}")).expect("a position");
                    let facts = solver.facts(&position, &Control::unlimited()).expect("facts");
                    assert_eq!(facts.grundy, *expected, "{} {a},{b}", table.game);
                }
            }
        });
    }
}

#[test]
fn p_positions_agree() {
    let file: ValuesFile = testdata("values.toml");
    for list in &file.p_positions {
        with_game!(&list.game, |game| {
            let mut solver = Reference::new(&game);
            let mut found = Vec::new();
            game.visit_positions(&bounds(list.to), &mut |position| {
                let facts = solver.facts(position, &Control::unlimited()).expect("facts");
                if facts.outcome(Convention::Normal) == Outcome::P {
                    found.push(game.write(position));
                }
                std::ops::ControlFlow::Continue(())
            })
            .expect("a window");
            assert_eq!(found, list.positions, "{} to {:?}", list.game, list.to);
        });
    }
}

#[test]
fn predecessors_agree() {
    let file: ValuesFile = testdata("values.toml");
    for case in &file.back {
        with_game!(&case.game, |game| {
            let position = game.parse(&case.position).expect("a position");
            let before =
                game.predecessors(&position, &bounds(case.to), usize::MAX).expect("a window");
            let before: Vec<String> = before.iter().map(|p| game.write(p)).collect();
            assert_eq!(before, case.predecessors, "{} {}", case.game, case.position);
        });
    }
}

#[test]
fn the_catalogue_lists_every_game_file() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .expect("the games folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .filter(|name| name.ends_with(".game"))
        .collect();
    files.sort();
    let mut listed: Vec<String> =
        catalogue::GAMES.iter().map(|(name, _)| format!("{name}.game")).collect();
    listed.sort();
    assert_eq!(files, listed);
}

#[test]
fn deep_games_do_not_overflow_the_stack() {
    with_game!("wythoff", |game| {
        let position = game.parse("3000,3").expect("a position");
        let mut solver = Reference::new(&game);
        let facts = solver.facts(&position, &Control::unlimited()).expect("facts");
        // (3,5) is a P-position of Wythoff, so this is N.
        assert_eq!(facts.outcome(Convention::Normal), Outcome::N);
    });
}
