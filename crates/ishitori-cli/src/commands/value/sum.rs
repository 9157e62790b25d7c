//! The value of a sum of positions of any games: `wythoff 3,5 + octal(0.77) 17`.
//!
//! A player moves in one of the parts, so the sum is worth the xor of what the parts are worth (Sprague and
//! Grundy), and a move wins if it brings its part to the xor of the others.

use std::io::Write;

use anyhow::{Context, bail};
use ishitori::open::{OpenedGame, open};
use ishitori_core::ask::PositionValues;
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::{AnyGame, Board, BoardGame, GameKind, HeapGame, Heaps};
use ishitori_core::solve::Convention;
use num_bigint::BigUint;
use serde_json::json;

use super::{single, winner};
use crate::args::ValueArgs;
use crate::commands::{unanswered, write_json};

/// A part of the sum.
struct Summand {
    /// As it is written: the game and the position.
    name: String,
    position: String,
    opened: OpenedGame,
    grundy: BigUint,
}

/// Whether what was given as a game is a sum of positions.
pub fn is_sum(text: &str) -> bool {
    let text = text.trim();
    text.contains(char::is_whitespace) && (text.contains('+') || !ishitori::open::is_path(text))
}

pub fn run(args: &ValueArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    if args.play.convention() == Convention::Misere {
        bail!("the value of a sum is for normal play: in misère play the parts do not tell it");
    }
    let mut parts = Vec::new();
    for text in args.game.split('+') {
        let text = text.trim();
        parts.push(part(text, args, control).with_context(|| format!("in the part `{text}`"))?);
    }
    let grundy = parts.iter().fold(BigUint::ZERO, |sum, part| sum ^ &part.grundy);
    let mut moves = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        let found = winning(part, &grundy, args, control)
            .with_context(|| format!("in the part `{}`", part.name))?;
        moves.extend(found.into_iter().map(|position| (i, position)));
    }
    let outcome = match grundy == BigUint::ZERO {
        true => ishitori_core::solve::Outcome::P,
        false => ishitori_core::solve::Outcome::N,
    };
    if args.json {
        let value = json!({
            "convention": "normal",
            "outcome": outcome.to_string(),
            "grundy": number(&grundy),
            "parts": parts.iter().map(|part| json!({
                "game": part.name, "position": part.position, "grundy": number(&part.grundy),
            })).collect::<Vec<_>>(),
            "winning_moves": moves.iter().map(|(i, position)| json!({
                "part": i + 1, "game": parts[*i].name, "position": position,
            })).collect::<Vec<_>>(),
        });
        return write_json(&value, out);
    }
    let width = parts.iter().map(|part| part.name.len()).max().unwrap_or(0);
    for part in &parts {
        writeln!(out, "{:width$}  {}  grundy {}", part.name, part.position, part.grundy)?;
    }
    writeln!(out, "outcome     {outcome} ({})", winner(outcome))?;
    writeln!(out, "grundy      {grundy}")?;
    if moves.is_empty() {
        writeln!(out, "winning     none")?;
    }
    for (at, (i, position)) in moves.iter().enumerate() {
        let heading = if at == 0 { "winning" } else { "" };
        writeln!(out, "{heading:<10}  {} to {position}", parts[*i].name)?;
    }
    Ok(())
}

fn number(n: &BigUint) -> serde_json::Value {
    match u64::try_from(n) {
        Ok(small) if small < 1 << 53 => json!(small),
        _ => json!(n.to_string()),
    }
}

/// Reads one part and finds what it is worth.
fn part(text: &str, args: &ValueArgs, control: &Control) -> anyhow::Result<Summand> {
    let Some((game, position)) = split(text) else {
        bail!("a part is a game and a position, such as `wythoff 3,5`");
    };
    let opened = open(game)?;
    let name = opened.ruleset.about.full_name();
    let (grundy, position) = match &opened.game {
        AnyGame::Single(_) => {
            let worth = single::worth(&opened.ruleset, position, args, control)?;
            (worth.grundy.clone(), single::written(&worth.heaps))
        }
        AnyGame::Heaps(game) => heap_value(game, position, args, control)?,
        AnyGame::Board(game) => board_value(game, position, args, control)?,
    };
    Ok(Summand { name, position, opened, grundy })
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

/// The value of a position on heaps, and its canonical form.
fn heap_value(
    game: &HeapGame,
    position: &str,
    args: &ValueArgs,
    control: &Control,
) -> anyhow::Result<(BigUint, String)> {
    let (position, control) = (game.parse(position)?, args.asked(control));
    let mut values = PositionValues::of_heaps(game, &position, &control).map_err(unanswered)?;
    let grundy = values.heaps(&position, &control)?;
    Ok((BigUint::from(grundy), game.write(&position)))
}

/// The value of a board, and its canonical form.
fn board_value(
    game: &BoardGame,
    position: &str,
    args: &ValueArgs,
    control: &Control,
) -> anyhow::Result<(BigUint, String)> {
    let (board, control) = (game.parse(position)?, args.asked(control));
    let grundy = PositionValues::of_board(game, &board, &control).board(&board, &control)?;
    Ok((BigUint::from(grundy), game.write(&board)))
}

/// The positions of the part that a winning move leads to.
fn winning(
    part: &Summand,
    grundy: &BigUint,
    args: &ValueArgs,
    control: &Control,
) -> anyhow::Result<Vec<String>> {
    if *grundy == BigUint::ZERO {
        return Ok(Vec::new());
    }
    match &part.opened.game {
        AnyGame::Single(game) => {
            let worth = single::worth(&part.opened.ruleset, &part.position, args, control)?;
            let (moves, all) = single::winning(game, &worth, grundy);
            let others = if all { "" } else { " (there may be others)" };
            Ok(moves.iter().map(|heaps| format!("{}{others}", single::written(heaps))).collect())
        }
        AnyGame::Heaps(game) => {
            let (position, control) = (game.parse(&part.position)?, args.asked(control));
            let mut values =
                PositionValues::of_heaps(game, &position, &control).map_err(unanswered)?;
            let value = &mut |option: &Heaps| values.heaps(option, &control);
            moves_to(game, &position, &(grundy ^ &part.grundy), &control, value)
        }
        AnyGame::Board(game) => {
            let (board, control) = (game.parse(&part.position)?, args.asked(control));
            let mut values = PositionValues::of_board(game, &board, &control);
            let value = &mut |option: &Board| values.board(option, &control);
            moves_to(game, &board, &(grundy ^ &part.grundy), &control, value)
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
