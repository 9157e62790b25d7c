//! What `value` prints of a position: outcome, value, length of play, winning moves.
//!
//! What was not computed is said to be so; large positions, single heaps and sums have words of their own.

use std::io::Write;

use ishitori::games::GameKind;
use ishitori::misere_classes::ValuePairSolver;
use ishitori::questions::PositionAnswer;
use ishitori::shown::ShownGame;
use ishitori::{Control, Convention, GaveUp, Outcome};
use serde_json::json;

use crate::args::ValueArgs;
use crate::commands::write_json;

/// Who wins, in words.
pub fn winner(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::P => "the player to move loses",
        Outcome::N => "the player to move wins",
    }
}

/// Puts the misère Grundy value into an answer, if it is asked for.
///
/// # Errors
/// [`GaveUp`] if it takes too much.
pub fn with_misere_grundy<G: GameKind>(
    game: &G,
    position: &G::Position,
    mut answer: PositionAnswer<G::Position>,
    args: &ValueArgs,
    control: &Control,
) -> Result<PositionAnswer<G::Position>, GaveUp> {
    if args.shows_misere_grundy() {
        let pair = ValuePairSolver::new(game).pair(position, &control.recursing())?;
        answer.grundy = Some(pair.misere);
    }
    Ok(answer)
}

/// Prints an answer.
pub fn show<G: ShownGame>(
    game: &G,
    name: &str,
    position: &G::Position,
    answer: PositionAnswer<G::Position>,
    args: &ValueArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let PositionAnswer { outcome, grundy, remoteness, winning } = answer;
    let misere = args.play.convention() == Convention::Misere;
    // Grundy values decide sums in normal play only; those of misère play are shown if they are asked for.
    let grundy = grundy.filter(|_| !misere || args.shows_misere_grundy());
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
        Some(grundy) if misere => writeln!(out, "grundy      {grundy} in misère play")?,
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
