//! Texts that people write: rules, claims, positions, sentences about numbers.

use std::sync::LazyLock;
use std::time::Duration;

use ishitori::sentences;
use ishitori_core::catalogue::{self, CatalogueLibrary};
use ishitori_core::claim::{self, CheckError, ClaimCheck};
use ishitori_core::game::{AnyGame, Bounds, GameKind};
use ishitori_core::solve::Convention;
use ishitori_reader::read_rule;
use ishitori_rule::parse::parse_statement;
use ishitori_rule::{Problem, Ruleset, load, name};

use super::limits::{goes_on, patient};
use super::text_of;

/// Problems are there, say something, and point into the text.
fn can_be_shown(problems: &[Problem], text: &str) {
    assert!(!problems.is_empty(), "refused without a reason:\n{text}");
    for problem in problems {
        let text = problem.other_text().unwrap_or(text);
        assert!(text.get(problem.span()).is_some(), "{:?} is not in:\n{text}", problem.span());
        assert!(!problem.message().is_empty() && !problem.label().is_empty());
        assert!(!problem.to_string().is_empty());
    }
}

/// What can be asked of a position of any game.
fn position_can_be_used<G: GameKind>(game: &G, position: &G::Position) {
    let written = game.write(position);
    let again = game.parse(&written).unwrap_or_else(|why| panic!("{written}: {why}"));
    assert_eq!(again, *position, "{written}");
    let first = game.canonical(position);
    assert_eq!(game.canonical(&first), first, "{written}");
}

/// Reads a rule, with the arguments of a first line that begins with `@`, and looks at small positions.
pub fn rule(data: &[u8]) {
    let text = text_of(data);
    let (arguments, text) = match text.strip_prefix('@').and_then(|text| text.split_once('\n')) {
        Some((name, text)) => {
            let Ok(parsed) = name::parse(name) else { return };
            (parsed.arguments, text)
        }
        None => (Vec::new(), text.as_str()),
    };
    // The second reader may refuse, and nothing else.
    let _ = read_rule(text, "random", &mut goes_on(2_000));
    let ruleset = match load(text, &arguments) {
        Ok(ruleset) => ruleset,
        Err(problems) => return can_be_shown(&problems, text),
    };
    assert!(!ruleset.rules.canonical().is_empty());
    for claim in &ruleset.claims {
        if let Err(problems) = claim::validate(&ruleset, &claim.statement, &CatalogueLibrary) {
            can_be_shown(&problems, text);
        }
    }
    match AnyGame::new(&ruleset) {
        Ok(AnyGame::Heaps(game)) => {
            let heaps = game.rules().names.len();
            for size in 0..4 {
                let heaps: Vec<u64> = (0..heaps as u64).map(|i| (size + i * 3) % 5).collect();
                if let Ok(position) = game.position(&heaps) {
                    position_can_be_used(&game, &position);
                    let _ = game.options_within(&position, 200);
                }
            }
        }
        Ok(AnyGame::Board(game)) => {
            position_can_be_used(&game, &game.full());
            let _ = game.options_within(&game.full(), 200);
        }
        Ok(AnyGame::Pieces(game)) => {
            for size in 1..4 {
                let numbers = (0..game.numbers() as u64).map(|i| 1 + (size + i * 3) % 5);
                let position = game.position(vec![numbers.collect()]);
                position_can_be_used(&game, &position);
                let _ = game.options_within(&position, 200);
            }
        }
        Ok(AnyGame::Figures(game)) => {
            if let Ok(position) = game.parse(&game.example()) {
                position_can_be_used(&game, &position);
                let _ = game.options_within(&position, 200);
            }
        }
        Ok(AnyGame::Single(game)) => {
            position_can_be_used(&game, &vec![1, 5]);
            let _ = game.options_within(&vec![5], 200);
        }
        Err(why) => assert!(!why.to_string().is_empty()),
    }
}

/// Games of every kind.
static GAMES: LazyLock<Vec<(Ruleset, AnyGame)>> = LazyLock::new(|| {
    let names = [
        "wythoff",
        "nim(3)",
        "split-and-delete",
        "circular(4,2)",
        "welter(2)",
        "emperor([2],1)",
        "grid-nim(2,2)",
        "node-kayles",
        "vertex-geography",
        "chomp-on-posets",
        "lctr-diagrams",
        "cram(2,3)",
        "turning-corners(3,3)",
        "kayles",
        "nim(1)",
        "common-divisor(2)",
    ];
    let opened = |name: &&str| {
        let ruleset = catalogue::find(name).unwrap();
        let game = AnyGame::new(&ruleset).unwrap();
        (ruleset, game)
    };
    names.iter().map(opened).collect()
});

/// A game by the first byte, and the text after it.
fn with_game(data: &[u8]) -> Option<(&'static (Ruleset, AnyGame), String)> {
    let (first, rest) = data.split_first()?;
    Some((&GAMES[usize::from(*first) % GAMES.len()], text_of(rest)))
}

/// Reads a claim about a game, checks it on a small window, and reads it with the second reader.
pub fn claim(data: &[u8]) {
    let Some(((ruleset, _), text)) = with_game(data) else { return };
    let statement = match parse_statement(&text) {
        Ok(statement) => statement,
        Err(problems) => return can_be_shown(&problems, &text),
    };
    if let Err(problems) = claim::validate(ruleset, &statement, &CatalogueLibrary) {
        return can_be_shown(&problems, &text);
    }
    for convention in [Convention::Normal, Convention::Misere] {
        let checked = claim::check(&ClaimCheck {
            among: None,
            ruleset,
            statement: &statement,
            text: &text,
            convention,
            bounds: &Bounds { to: vec![3], total: None },
            automatic: false,
            control: &patient(300),
            known: None,
            library: &CatalogueLibrary,
        });
        match checked {
            Ok(_) => {}
            Err(CheckError::Problems(problems)) => can_be_shown(&problems, &text),
            Err(other) => assert!(!other.to_string().is_empty()),
        }
    }
}

/// Reads a position of a game, and a game's name.
pub fn position(data: &[u8]) {
    let Some(((ruleset, game), text)) = with_game(data) else { return };
    if let Ok(parsed) = name::parse(&text) {
        let again = name::parse(&text);
        assert_eq!(again.as_ref(), Ok(&parsed));
        if !parsed.arguments.is_empty() {
            let _ = load(&ruleset.about.text, &parsed.arguments);
        }
    }
    match game {
        AnyGame::Heaps(game) => {
            let large = ishitori::large::parse(game, &text);
            if let Ok(position) = game.parse(&text) {
                position_can_be_used(game, &position);
                // Whoever reads heaps of any size reads small ones alike.
                let large = ishitori::large::write(&large.unwrap());
                assert_eq!(game.parse(&large).as_ref(), Ok(&position), "{text}");
                // Not more than what a look at a screen needs.
                if position.iter().all(|heap| *heap < 1_000) {
                    let _ = game.options_within(&position, 100);
                }
            }
        }
        AnyGame::Figures(game) => {
            if let Ok(position) = game.parse(&text) {
                position_can_be_used(game, &position);
                let _ = game.options_within(&position, 100);
            }
            if text.len() < 100 && !text.contains("..") {
                let _ = game.listed(&text, &patient(300));
            }
        }
        AnyGame::Board(game) => {
            if let Ok(position) = game.parse(&text) {
                position_can_be_used(game, &position);
                let _ = game.options_within(&position, 100);
            }
        }
        AnyGame::Pieces(game) => {
            if let Ok(position) = game.parse(&text) {
                position_can_be_used(game, &position);
                if game.stones(&position) < 100 {
                    let _ = game.options_within(&position, 100);
                }
            }
        }
        AnyGame::Single(game) => {
            if let Ok(position) = game.parse(&text) {
                position_can_be_used(game, &position);
                if position.iter().sum::<u64>() < 1_000 {
                    let _ = game.options_within(&position, 100);
                }
            }
        }
    }
}

/// Reads a sentence about numbers and decides it, if that is little work.
pub fn sentence(data: &[u8]) {
    let text = text_of(data);
    let control = patient(60).with_memory(1 << 22);
    if let Err(why) = sentences::decide(&text, Duration::from_secs(3_600), &control) {
        assert!(!why.to_string().is_empty());
    }
}
