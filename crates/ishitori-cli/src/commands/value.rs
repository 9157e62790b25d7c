//! `ishitori value`: who wins a position, and how.
//!
//! The question room chooses the engine. If that would take long, or a heap is too large for any, a theorem
//! about all positions answers (`large`). Single heaps have ways of their own (`single`, `misere`); sums are
//! in `sum`. With `--from` nothing is solved: the options of a position in a window are in it as well.

mod large;
mod misere;
mod single;
mod sum;

use std::io::Write;

use anyhow::bail;
use ishitori::files::stored::StoredResult;
use ishitori::games::{AnyGame, GameKind, PositionError};
use ishitori::open::open;
use ishitori::questions::{
    AskedGame, PositionAnswer, Question, answer, answer_board, takes_long, unanswered,
};
use ishitori::shown::ShownGame;
use ishitori::sums::is_sum;
use ishitori::{Control, Convention, Outcome};
use serde_json::json;

use super::write_json;
use crate::args::ValueArgs;

pub fn run(args: &ValueArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(path) = &args.stored.from {
        let mut args = args.clone();
        if args.position.is_empty() {
            // The file knows the game, so one word is the position.
            args.position = std::mem::take(&mut args.game);
        }
        return by_file(StoredResult::open(path, &args.game)?, args, control, out);
    }
    if args.position.is_empty() {
        if is_sum(&args.game) {
            return sum::run(args, control, out);
        }
        bail!(
            "give a position, as in `ishitori value wythoff 3,5`, or a sum: `ishitori value \"wythoff 3,5 + kayles 17\"`"
        );
    }
    let opened = open(&args.game)?;
    let name = opened.ruleset.about.full_name();
    match &opened.game {
        AnyGame::Single(game) => single::run(game, &opened.ruleset, args, control, out),
        AnyGame::Heaps(game) => {
            let position = match game.parse(&args.position) {
                Err(PositionError::TooLarge(_)) => {
                    return large::beyond(game, &opened, args, control, out);
                }
                position => position?,
            };
            let (convention, control) = (args.play.convention(), args.asked(control));
            let plan = game.plan(&Question::Position { at: &position, convention }, &control)?;
            if takes_long(game, &position, &plan)
                && large::instead(game, &opened, &position, args, &control, out)?
            {
                return Ok(());
            }
            let answer = answer(game, &position, convention, &plan, &control);
            let answer = answer.map_err(unanswered)?;
            show(game, &name, &position, answer, args, out)
        }
        AnyGame::Board(game) => {
            let position = game.parse(&args.position)?;
            let (convention, control) = (args.play.convention(), args.asked(control));
            let plan = game.plan(&Question::Position { at: &position, convention }, &control)?;
            let answer = answer_board(game, &position, convention, &plan, &control)?;
            show(game, &name, &position, answer, args, out)
        }
    }
}

/// From what was stored: options of a position in its window are in it as well.
fn by_file(
    mut stored: StoredResult,
    mut args: ValueArgs,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let game = stored.heap_game()?;
    args.play.misere = stored.misere(args.play.misere)?;
    let position = game.parse(&args.position)?;
    let answer = stored.answer(&game, &position, &args.asked(control))?;
    show(&game, &stored.ruleset.about.full_name(), &position, answer, &args, out)
}

fn winner(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::P => "the player to move loses",
        Outcome::N => "the player to move wins",
    }
}

fn show<G: ShownGame>(
    game: &G,
    name: &str,
    position: &G::Position,
    answer: PositionAnswer<G::Position>,
    args: &ValueArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let PositionAnswer { outcome, grundy, remoteness, winning } = answer;
    let misere = args.play.convention() == Convention::Misere;
    // Grundy values decide sums in normal play only.
    let grundy = grundy.filter(|_| !misere);
    if args.json {
        let value = json!({
            "game": name,
            "position": game.json(position),
            "convention": if misere { "misere" } else { "normal" },
            "outcome": outcome.to_string(),
            "grundy": grundy,
            "remoteness": remoteness,
            "winning_moves": winning.map(|w| w.iter().map(|p| game.json(p)).collect::<Vec<_>>()),
        });
        return write_json(&value, out);
    }
    let winner = winner(outcome);
    let play = if misere { ", misère play" } else { "" };
    writeln!(out, "{name}  {}{play}", game.write(position))?;
    writeln!(out, "outcome     {outcome} ({winner})")?;
    let missing = match args.stored.from {
        Some(_) => "not in the file",
        None => "not computed: too many positions (the outcome is exact)",
    };
    match grundy {
        Some(grundy) => writeln!(out, "grundy      {grundy}")?,
        None if misere => {}
        None => writeln!(out, "grundy      {missing}")?,
    }
    match remoteness {
        Some(1) => writeln!(out, "remoteness  1 move with best play")?,
        Some(moves) => writeln!(out, "remoteness  {moves} moves with best play")?,
        None => writeln!(out, "remoteness  {missing}")?,
    }
    let winning = match winning {
        Some(options) if options.is_empty() => vec!["none".to_string()],
        Some(options) => options.iter().map(|option| game.write(option)).collect(),
        None => vec![missing.to_string()],
    };
    for (i, line) in winning.iter().enumerate() {
        writeln!(out, "{:<10}  {line}", if i == 0 { "winning" } else { "" })?;
    }
    Ok(())
}
