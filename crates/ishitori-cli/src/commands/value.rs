//! `ishitori value`: who wins a position, and how.

mod large;
mod misere;
mod single;
mod sum;

use std::io::Write;

use anyhow::bail;
use ishitori::claims::window_words;
use ishitori::open::open;
use ishitori::shown::ShownGame;
use ishitori_core::ask::{
    PositionAnswer, answer, answer_board, choose_board, choose_position, takes_long,
};
use ishitori_core::control::Control;
use ishitori_core::game::{AnyGame, GameKind, PositionError};
use ishitori_core::solve::{Convention, Outcome};
use serde_json::json;

use super::{unanswered, write_json};
use crate::args::ValueArgs;
use crate::results::stored::StoredResult;

pub fn run(args: &ValueArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(path) = &args.stored.from {
        let mut args = args.clone();
        if args.position.is_empty() {
            // The file knows the game, so one word is the position.
            args.position = std::mem::take(&mut args.game);
        }
        return by_file(StoredResult::open(path, &args.game)?, args, out);
    }
    if args.position.is_empty() {
        if sum::is_sum(&args.game) {
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
                    return large::beyond(game, &name, args, control, out);
                }
                position => position?,
            };
            let (convention, control) = (args.play.convention(), args.asked(control));
            let plan = choose_position(game, &position, convention, &control);
            if takes_long(game, &position, &plan)
                && large::instead(game, &name, &position, args, &control, out)?
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
            let plan = choose_board(game, &position, convention, &control);
            let answer = answer_board(game, &position, convention, &plan, &control)?;
            show(game, &name, &position, answer, args, out)
        }
    }
}

/// From what was stored: options of a position in its window are in it as well.
fn by_file(
    mut stored: StoredResult,
    mut args: ValueArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let game = stored.heap_game()?;
    args.play.misere = stored.misere(args.play.misere)?;
    let position = game.parse(&args.position)?;
    if !game.is_within(&stored.bounds, &position) {
        let (path, window) = (stored.path.display(), window_words(&stored.bounds));
        bail!("{} is outside of {path}, which holds {window}", game.write(&position));
    }
    let most = usize::try_from(args.work.max_positions).unwrap_or(usize::MAX);
    let mut asked = game.options_within(&position, most)?;
    if let Some(outside) = asked.iter().find(|option| !game.is_within(&stored.bounds, option)) {
        bail!("its option {} is outside of {}", game.write(outside), stored.path.display());
    }
    asked.push(position.clone());
    let p = stored.p_among(&game, &asked)?;
    let outcome = if p.contains(&position) { Outcome::P } else { Outcome::N };
    let grundy = stored.grundy(&game, &position)?;
    let winning = asked.into_iter().filter(|option| *option != position && p.contains(option));
    let winning = Some(winning.collect());
    let answer = PositionAnswer { outcome, grundy, remoteness: None, winning };
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
