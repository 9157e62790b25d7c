//! The value of a sum of positions of any games: `wythoff 3,5 + octal(0.77) 17`.
//!
//! A player moves in one of the parts, so the sum is worth the xor of what the parts are worth (Sprague and
//! Grundy), and a move wins if it brings its part to the xor of the others. Each part is solved by the engine that
//! the question room chooses for it. In misère play the parts do not tell the sum.

use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use ishitori_core::ask::{FigureAnswers, PositionValues, piece_values};
use ishitori_core::control::{Control, GaveUp, Total};
use ishitori_core::game::{AnyGame, Board, Figure, GameKind, Heaps, Piece};
use ishitori_core::solve::Outcome;
use num_bigint::BigUint;

use crate::error::unanswered;
use crate::heap_values::{HeapsValue, winning, written};
use crate::open::{OpenedGame, is_path, open};

/// No option of a piece lies outside of the box below it.
const OUTSIDE: &str = "a piece outside of what was solved";

/// A sum, and what it is worth.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GameSum {
    /// Its parts.
    pub parts: Vec<Summand>,
    /// The value of all.
    pub grundy: BigUint,
    /// The moves that win: the number of the part, from 0, and its new position.
    pub winning: Vec<(usize, String)>,
}

/// A part of a sum.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Summand {
    /// The game with its arguments.
    pub game: String,
    /// The position, in canonical form.
    pub position: String,
    /// What it is worth.
    pub grundy: BigUint,
}

/// Whether what was given as a game is a sum of positions.
pub fn is_sum(text: &str) -> bool {
    let text = text.trim();
    text.contains(char::is_whitespace) && (text.contains('+') || !is_path(text))
}

impl GameSum {
    /// Solves a sum. Periods of single heaps are looked for so long as `time`.
    ///
    /// # Errors
    /// If a part cannot be read, or costs too much.
    pub fn solve(text: &str, time: Duration, control: &Control) -> anyhow::Result<GameSum> {
        let mut games = Vec::new();
        let mut parts = Vec::new();
        for text in parts_of(text) {
            let in_part = || format!("in the part `{text}`");
            let (opened, part) = part(text, time, control).with_context(in_part)?;
            games.push(opened);
            parts.push(part);
        }
        let grundy = parts.iter().fold(BigUint::ZERO, |sum, part| sum ^ &part.grundy);
        let mut sum = GameSum { parts, grundy, winning: Vec::new() };
        for (i, opened) in games.iter().enumerate() {
            let part = &sum.parts[i];
            let found = winning_in(opened, part, &sum.grundy, time, control)
                .with_context(|| format!("in the part `{}`", part.game))?;
            sum.winning.extend(found.into_iter().map(|position| (i, position)));
        }
        Ok(sum)
    }

    /// Who wins.
    pub fn outcome(&self) -> Outcome {
        if self.grundy == BigUint::ZERO { Outcome::P } else { Outcome::N }
    }
}

/// The parts of a sum, as they are written.
pub fn parts_of(text: &str) -> impl Iterator<Item = &str> {
    text.split('+').map(str::trim)
}

/// Opens the game of a part; with its position, as it is written.
///
/// # Errors
/// If it is no game with a position.
pub fn open_part(text: &str) -> anyhow::Result<(OpenedGame, &str)> {
    let Some((game, position)) = split(text) else {
        bail!("a part is a game and a position, such as `wythoff 3,5`");
    };
    Ok((open(game)?, position))
}

/// Reads one part and finds what it is worth.
fn part(text: &str, time: Duration, control: &Control) -> anyhow::Result<(OpenedGame, Summand)> {
    let (opened, position) = open_part(text)?;
    let (grundy, position) = match &opened.game {
        AnyGame::Single(_) => {
            let worth = single_value(&opened, position, time, control)?;
            (worth.grundy.clone(), written(&worth.heaps))
        }
        AnyGame::Heaps(game) => {
            let position = game.parse(position)?;
            let values = PositionValues::of_heaps(game, &position, control);
            let grundy = values.map_err(unanswered)?.heaps(&position, control)?;
            (BigUint::from(grundy), game.write(&position))
        }
        AnyGame::Pieces(game) => {
            let position = game.parse(position)?;
            let values = piece_values(game, &position, control).map_err(unanswered)?;
            let grundy = values.of_sum(&position).ok_or_else(|| anyhow!(OUTSIDE))?;
            (BigUint::from(grundy), game.write(&position))
        }
        AnyGame::Figures(game) => {
            let figure = game.parse(position)?;
            let grundy = FigureAnswers::new(game, control).grundy(&figure, control)?;
            (BigUint::from(grundy), game.write(&figure))
        }
        AnyGame::Board(game) => {
            let board = game.parse(position)?;
            let grundy = PositionValues::of_board(game, &board, control).board(&board, control)?;
            (BigUint::from(grundy), game.write(&board))
        }
    };
    let game = opened.ruleset.about.full_name();
    Ok((opened, Summand { game, position, grundy }))
}

fn single_value(
    opened: &OpenedGame,
    position: &str,
    time: Duration,
    control: &Control,
) -> anyhow::Result<HeapsValue> {
    let control = control.counting("the period is checked", Total::Unknown);
    HeapsValue::new(&opened.ruleset, position, time, &control)
}

/// `(game, position)`: the game ends with its bracket, or at the first space.
fn split(text: &str) -> Option<(&str, &str)> {
    let name = text.find(char::is_whitespace).unwrap_or(text.len());
    let at = match text.find('(').filter(|open| *open < name) {
        Some(open) => open + text[open..].find(')')? + 1,
        None => name,
    };
    let (game, position) = (text[..at].trim(), text[at..].trim());
    (!game.is_empty() && !position.is_empty()).then_some((game, position))
}

/// The positions of the part that a winning move leads to.
fn winning_in(
    opened: &OpenedGame,
    part: &Summand,
    grundy: &BigUint,
    time: Duration,
    control: &Control,
) -> anyhow::Result<Vec<String>> {
    if *grundy == BigUint::ZERO {
        return Ok(Vec::new());
    }
    let target = grundy ^ &part.grundy;
    match &opened.game {
        AnyGame::Single(game) => {
            let worth = single_value(opened, &part.position, time, control)?;
            let (moves, all) = winning(game, &worth, grundy);
            let others = if all { "" } else { " (there may be others)" };
            Ok(moves.iter().map(|heaps| format!("{}{others}", written(heaps))).collect())
        }
        AnyGame::Heaps(game) => {
            let position = game.parse(&part.position)?;
            let mut values =
                PositionValues::of_heaps(game, &position, control).map_err(unanswered)?;
            let value = &mut |option: &Heaps| values.heaps(option, control);
            moves_to(game, &position, &target, control, value)
        }
        AnyGame::Pieces(game) => {
            let position = game.parse(&part.position)?;
            let values = piece_values(game, &position, control).map_err(unanswered)?;
            let value = &mut |option: &Vec<Piece>| {
                values.of_sum(option).ok_or_else(|| GaveUp::new(OUTSIDE))
            };
            moves_to(game, &position, &target, control, value)
        }
        AnyGame::Figures(game) => {
            let figure = game.parse(&part.position)?;
            let mut answers = FigureAnswers::new(game, control);
            let value = &mut |option: &Figure| answers.grundy(option, control);
            moves_to(game, &figure, &target, control, value)
        }
        AnyGame::Board(game) => {
            let board = game.parse(&part.position)?;
            let mut values = PositionValues::of_board(game, &board, control);
            let value = &mut |option: &Board| values.board(option, control);
            moves_to(game, &board, &target, control, value)
        }
    }
}

/// The options that are worth `target`.
fn moves_to<G: GameKind>(
    game: &G,
    position: &G::Position,
    target: &BigUint,
    control: &Control,
    value: &mut dyn FnMut(&G::Position) -> Result<u32, GaveUp>,
) -> anyhow::Result<Vec<String>> {
    let mut moves = Vec::new();
    for option in game.options_within(position, control.most_positions())? {
        if BigUint::from(value(&option)?) == *target {
            moves.push(game.write(&option));
        }
    }
    Ok(moves)
}
