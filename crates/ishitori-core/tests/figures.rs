//! Games on figures against a second implementation in Python, written from the words of their sources (`testdata/figures.py`), and
//! random games against plain recursion and against what their patterns mean.

mod random_rules;
mod second;
mod together;

use ishitori_core::ask::{FigureAnswers, answer_figure};
use ishitori_core::control::Control;
use ishitori_core::game::{AnyGame, FigureGame, GameKind};
use ishitori_core::solve::{Convention, Outcome, PositionFacts, Reference};
use ishitori_rule::load;

pub use second::GALLERY_TWINS;

/// The game of a rule text.
fn game_of(text: &str) -> FigureGame {
    let ruleset = load(text, &[]).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
    match AnyGame::new(&ruleset) {
        Ok(AnyGame::Figures(game)) => game,
        other => panic!("{text}: {other:?}"),
    }
}

/// What the engine says of a position, and what plain recursion over texts says; they must agree.
fn facts(game: &FigureGame, text: &str) -> (usize, PositionFacts) {
    let control = Control::unlimited();
    let figure = game.parse(text).unwrap_or_else(|why| panic!("{text}: {why}"));
    let told = Reference::new(game).facts(&figure, &control).expect("few positions");
    let answers = FigureAnswers::new(game, &control).facts(&figure, &control);
    assert_eq!(answers.expect("few sums"), told, "{text}");
    for convention in [Convention::Normal, Convention::Misere] {
        let answer = answer_figure(game, &figure, convention, &control).expect("few parts");
        assert_eq!(answer.outcome, told.outcome(convention), "{text} {convention:?}");
        assert_eq!(answer.grundy, Some(told.grundy), "{text}");
        assert_eq!(answer.remoteness, Some(told.remoteness(convention)), "{text}");
        let winning = answer.winning.expect("few options");
        let mut reference = Reference::new(game);
        for option in game.options(&figure) {
            let facts = reference.facts(&option, &control).expect("few positions");
            let wins = facts.outcome(convention) == Outcome::P;
            assert_eq!(winning.contains(&option), wins, "{text}: {}", game.write(&option));
        }
    }
    (game.options(&figure).len(), told)
}

/// Every position is read back as it is written, in both ways.
#[test]
fn positions_are_read_as_they_are_written() {
    for (rule, text) in [
        ("position graph option take a vertex with its neighbours", "petersen"),
        ("position graph option take an edge option take a vertex", "grid(2,3) + path(2)"),
        ("position graph option walk along an edge and take it", "cycle(5) at 2"),
        ("position graph option walk along an edge and take the vertex behind", "wheel(4) at 1"),
        ("position poset option take an element with all above", "chomp(3,4)"),
        ("position poset option take a maximal element", "boolean(3) + chain(2)"),
        ("position diagram option take a hook", "4,3,1"),
        ("board 3 by 4 of cells option \"..\" becomes \"##\" turned", "empty"),
        ("board 1 by 6 of coins option turn a .. x where a <= x", "full"),
    ] {
        let game = game_of(&format!("game g {rule}"));
        let mut seen = vec![game.parse(text).unwrap_or_else(|why| panic!("{text}: {why}"))];
        for at in 0..60 {
            let Some(figure) = seen.get(at).cloned() else { break };
            let written = game.write(&figure);
            let again = game.parse(&written).unwrap_or_else(|why| panic!("{written}: {why}"));
            assert_eq!(again, figure, "{written}");
            assert_eq!(game.options(&again), game.options(&figure), "{written}");
            seen.extend(game.options(&figure).into_iter().take(3));
        }
    }
}

#[test]
fn wrong_positions_are_refused_with_a_reason() {
    for (rule, text, why) in [
        ("position graph option take a vertex", "1-1", "joins a vertex to itself"),
        ("position graph option take a vertex", "1-2,2-1", "is there twice"),
        ("position graph option take a vertex", "path(200)", "numbers from 1 to 64"),
        ("position graph option take a vertex", "pth(3)", "there is no graph `pth`"),
        ("position graph option take a vertex", "path(3) at 1", "no token"),
        ("position graph option take a vertex", "path(3) without 7", "no vertex"),
        ("position graph option take a vertex", "", "there is no graph"),
        ("position graph option take a vertex", "path(3", "no closing bracket"),
        ("position graph option take a vertex", "pth(3)", "did you mean `path`"),
        ("position graph option take a vertex", "path 3", "in brackets: path(3)"),
        ("position graph option take a vertex", "trees(4)", "`trees` is a list of positions"),
        ("position graph option take a vertex", "trees(4) at 1", "`at 1` cannot stand behind it"),
        ("position graph option take a vertex", "trees(4) + path(2)", "`+ path(2)` cannot stand"),
        ("position graph option take a vertex", "path(1-4)", "a range is written 1..4"),
        ("position poset option take a maximal element", "boolean", "in brackets"),
        (
            "position poset option take a maximal element",
            "chomp(2,3) cut 2.2",
            "behind the brackets",
        ),
        ("position diagram option take a row", "partition(4)", "did you mean `partitions`"),
        ("board 2 by 2 of cells option \".\" becomes \"#\"", "ful", "did you mean `full`"),
        ("board 2 by 2 of cells option \".\" becomes \"#\"", "##", "it has 1 row,"),
        ("position graph option walk along an edge and take it", "path(3)", "where the token lies"),
        ("position graph option walk along an edge and take it", "path(3) at 4", "no vertex"),
        ("position poset option take a maximal element", "1<2,2<1", "below itself"),
        ("position poset option take a maximal element", "chomp(12,12)", "from 1 to 128"),
        ("position poset option take a maximal element", "chain(3) cut at 9", "no element"),
        ("position diagram option take a row", "2,3", "longer than the row above"),
        ("position diagram option take a row", "2,x", "no row of a diagram"),
        ("position diagram in 2 by 2 option take a row", "3", "at most 2"),
        ("position diagram in 2 by 2 option take a row", "1,1,1", "3 rows are too many"),
        ("board 2 by 2 of cells option \".\" becomes \"#\"", "../", "row 2 has 0 cells"),
        ("board 2 by 2 of cells option \".\" becomes \"#\"", "../.x", "neither # nor ."),
        ("board 1 by 3 of coins option turn x", "coin(4)", "there is no coin"),
    ] {
        let game = game_of(&format!("game g {rule}"));
        let refused = game.parse(text).expect_err(text).to_string();
        assert!(refused.contains(why), "{text}: {refused}");
    }
}

#[test]
fn lists_are_read_or_refused() {
    let game = game_of("game g position graph option take a vertex");
    let names = |list: &str| -> Vec<String> {
        let listed =
            game.listed(list, &Control::unlimited()).unwrap_or_else(|why| panic!("{list}: {why}"));
        listed.into_iter().map(|listed| listed.name).collect()
    };
    assert_eq!(names("path(2..3); petersen"), ["path(2)", "path(3)", "petersen"]);
    assert_eq!(names("trees(1..5)").len(), 1 + 1 + 1 + 2 + 3);
    for wrong in ["", "trees(40)", "path(3..1)", "nothing(2)", "graphs(9)"] {
        assert!(game.listed(wrong, &Control::unlimited()).is_err(), "{wrong}");
    }
}

/// Memory is looked after: a large position is given up, not a disaster.
#[test]
fn memory_and_positions_are_limited() {
    let game = game_of("game g board 8 by 8 of cells option \"..\" becomes \"##\" turned");
    let figure = game.parse("empty").expect("a board");
    let little = Control::unlimited().with_memory(1 << 20);
    let gave_up = FigureAnswers::new(&game, &little).grundy(&figure, &little);
    assert!(gave_up.expect_err("too much").to_string().contains("MB"), "memory");
    let few = Control::unlimited().with_positions(1_000);
    assert!(FigureAnswers::new(&game, &few).grundy(&figure, &few).is_err());
}
