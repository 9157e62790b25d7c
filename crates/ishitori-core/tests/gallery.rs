//! The gallery against `testdata/gallery.py`, which was written from the words of the literature without any of our code.

use std::collections::BTreeSet;
use std::path::PathBuf;

use ishitori_core::ask::piece_values;
use ishitori_core::catalogue::{self, GALLERY};
use ishitori_core::control::Control;
use ishitori_core::game::{AnyGame, GameKind, HeapGame};
use ishitori_core::single::Sequence;
use ishitori_core::solve::{Convention, Outcome, Reference};
use ishitori_rule::Rules;
use serde::Deserialize;

#[derive(Deserialize)]
struct GalleryFile {
    positions: Vec<SolvedPositions>,
    #[serde(default)]
    sequence: Vec<SolvedSequence>,
    #[serde(default)]
    rectangles: Vec<SolvedRectangles>,
    #[serde(default)]
    outcomes: Vec<SolvedOutcomes>,
}

#[derive(Deserialize)]
struct SolvedPositions {
    game: String,
    /// Position, number of options, Grundy value, remoteness, and in misère play outcome and remoteness.
    rows: Vec<(String, usize, u32, u32, String, u32)>,
}

#[derive(Deserialize)]
struct SolvedSequence {
    game: String,
    /// How many options heaps of 0, 1, 2, ... have.
    options: Vec<usize>,
    /// Their Grundy values.
    values: Vec<u32>,
}

#[derive(Deserialize)]
struct SolvedRectangles {
    game: String,
    /// How many options a rectangle of a rows and b columns has, both from 1 on.
    options: Vec<Vec<usize>>,
    /// Its Grundy value.
    values: Vec<Vec<u32>>,
}

/// Who wins a blocking game, whose first argument is k.
#[derive(Deserialize)]
struct SolvedOutcomes {
    game: String,
    p_positions: Vec<String>,
    others: Vec<String>,
}

fn gallery_file() -> GalleryFile {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/gallery.toml");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    toml::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// A game of the gallery that is played with heaps.
fn heaps(name: &str) -> HeapGame {
    let ruleset = catalogue::find(name).unwrap_or_else(|e| panic!("{name}: {}", e.in_full()));
    match AnyGame::new(&ruleset).expect("a playable game") {
        AnyGame::Heaps(game) => game,
        _ => panic!("{name} is played with heaps"),
    }
}

#[test]
fn positions_agree() {
    for solved in &gallery_file().positions {
        let game = heaps(&solved.game);
        let mut solver = Reference::new(&game);
        for (text, options, grundy, remoteness, misere, misere_remoteness) in &solved.rows {
            let what = format!("{} {text}", solved.game);
            let position = game.parse(text).unwrap_or_else(|e| panic!("{what}: {e:?}"));
            assert_eq!(game.write(&position), *text, "{what} is written as it is read");
            let found: BTreeSet<String> =
                game.options(&position).iter().map(|o| game.write(o)).collect();
            assert_eq!(found.len(), *options, "options of {what}: {found:?}");
            let facts = solver.facts(&position, &Control::unlimited()).expect("facts");
            assert_eq!(facts.grundy, *grundy, "{what}");
            assert_eq!(facts.remoteness(Convention::Normal), *remoteness, "{what}");
            assert_eq!(facts.outcome(Convention::Normal) == Outcome::P, *grundy == 0, "{what}");
            assert_eq!(facts.outcome(Convention::Misere).to_string(), *misere, "{what}");
            assert_eq!(facts.remoteness(Convention::Misere), *misere_remoteness, "{what}");
        }
    }
}

/// A position of a blocking game is k equal copies of it here.
#[test]
fn outcomes_agree() {
    for solved in &gallery_file().outcomes {
        let copies = first_argument(&solved.game);
        let game = heaps(&solved.game);
        let mut solver = Reference::new(&game);
        let lost = solved.p_positions.iter().map(|text| (text, Outcome::P));
        let won = solved.others.iter().map(|text| (text, Outcome::N));
        for (text, outcome) in lost.chain(won) {
            let what = format!("{} {text}", solved.game);
            let position = game.parse(&vec![text.as_str(); copies].join(","));
            let position = position.unwrap_or_else(|e| panic!("{what}: {e:?}"));
            let facts = solver.facts(&position, &Control::unlimited()).expect("facts");
            assert_eq!(facts.outcome(Convention::Normal), outcome, "{what}");
        }
    }
}

/// 3 of `blocking-wythoff(3)`.
fn first_argument(game: &str) -> usize {
    let (_, arguments) = game.split_once('(').unwrap_or_else(|| panic!("{game}: no argument"));
    let digits: String = arguments.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_else(|_| panic!("{game}: a number of copies comes first"))
}

#[test]
fn sequences_agree() {
    for solved in &gallery_file().sequence {
        let ruleset = catalogue::find(&solved.game).unwrap_or_else(|e| panic!("{}", e.in_full()));
        let Rules::Single(rules) = &ruleset.rules else { panic!("{}: single heaps", solved.game) };
        let mut sequence = Sequence::new(rules).expect("playable");
        let to = solved.values.len() as u64 - 1;
        sequence.extend(to, &Control::unlimited()).expect("no limits");
        let AnyGame::Single(game) = AnyGame::new(&ruleset).expect("playable") else {
            panic!("{}: single heaps", solved.game)
        };
        for (heap, (options, value)) in (0..).zip(solved.options.iter().zip(&solved.values)) {
            let what = format!("{} {heap}", solved.game);
            assert_eq!(sequence.value(heap), Some(u64::from(*value)), "{what}");
            let found: BTreeSet<String> =
                game.options(&game.position(&[heap])).iter().map(|o| game.write(o)).collect();
            assert_eq!(found.len(), *options, "options of {what}");
        }
    }
}

#[test]
fn rectangles_agree() {
    for solved in &gallery_file().rectangles {
        let ruleset = catalogue::find(&solved.game).unwrap_or_else(|e| panic!("{}", e.in_full()));
        let AnyGame::Pieces(game) = AnyGame::new(&ruleset).expect("playable") else {
            panic!("{}: pieces", solved.game)
        };
        let side = solved.values.len() as u64;
        let whole = vec![game.parse(&format!("{side}x{side}")).expect("a rectangle").remove(0)];
        let values = piece_values(&game, &whole, &Control::unlimited()).expect("no limits");
        for (a, (options, row)) in (1..).zip(solved.options.iter().zip(&solved.values)) {
            for (b, (options, value)) in (1..).zip(options.iter().zip(row)) {
                let what = format!("{} {a}x{b}", solved.game);
                let at = game.parse(&format!("{a}x{b}")).expect("a rectangle");
                assert_eq!(values.of_sum(&at), Some(*value), "{what}");
                assert_eq!(game.options(&at).len(), *options, "options of {what}");
            }
        }
    }
}

/// Every game of the gallery is solved by the second implementation, and every rule file is in the gallery.
#[test]
fn nothing_is_missing() {
    let file = gallery_file();
    let solved: BTreeSet<&str> = file
        .positions
        .iter()
        .map(|solved| &solved.game)
        .chain(file.sequence.iter().map(|solved| &solved.game))
        .chain(file.rectangles.iter().map(|solved| &solved.game))
        .chain(file.outcomes.iter().map(|solved| &solved.game))
        .map(|game| game.split('(').next().unwrap_or(game))
        .collect();
    let listed: BTreeSet<&str> = GALLERY.iter().map(|(name, _)| *name).collect();
    // Games on figures have a second implementation of their own: see figures.rs.
    let is_figure = |name: &&str| {
        let ruleset = catalogue::find(name).unwrap_or_else(|e| panic!("{name}: {}", e.in_full()));
        matches!(ruleset.rules, Rules::Figures(_))
    };
    let (figures, heaps): (BTreeSet<&str>, BTreeSet<&str>) =
        listed.iter().copied().partition(is_figure);
    assert_eq!(solved, heaps);
    assert_eq!(
        crate::figures::GALLERY_TWINS.iter().map(|(name, _)| *name).collect::<BTreeSet<_>>(),
        figures
    );
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../games/gallery");
    let files: BTreeSet<String> = std::fs::read_dir(folder)
        .expect("the gallery's folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .collect();
    assert_eq!(files, listed.iter().map(|name| format!("{name}.game")).collect());
    let names: Vec<&str> = catalogue::all().map(|(name, _)| name).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "a name is used twice");
}
