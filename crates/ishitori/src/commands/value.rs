//! `ishitori value`: who wins a position, and how.

use std::io::Write;

use ishitori_core::solve::{Convention, Outcome, Reference};
use serde_json::json;

use super::{with_game, write_json};
use crate::args::ValueArgs;
use crate::open::open;
use crate::progress;
use crate::shown::Shown;

pub fn run(args: &ValueArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let opened = open(&args.game)?;
    let name = opened.ruleset.about.full_name();
    with_game!(&opened.game, |game| value(game, &name, args, out))
}

fn value<G: Shown>(
    game: &G,
    name: &str,
    args: &ValueArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let position = game.parse(&args.position)?;
    let convention = args.play.convention();
    let mut budget = progress::budget(args.work);
    let mut solver = Reference::new(game);
    let facts = solver.facts(&position, &mut budget)?;
    let winning = solver.winning_moves(&position, convention, &mut budget)?;
    drop(budget);
    let outcome = facts.outcome(convention);
    let remoteness = facts.remoteness(convention);
    let misere = convention == Convention::Misere;
    if args.json {
        // Grundy values decide sums in normal play only.
        let grundy = if misere { json!(null) } else { json!(facts.grundy) };
        let value = json!({
            "game": name,
            "position": game.json(&position),
            "convention": if misere { "misere" } else { "normal" },
            "outcome": outcome.to_string(),
            "grundy": grundy,
            "remoteness": remoteness,
            "winning_moves": winning.iter().map(|p| game.json(p)).collect::<Vec<_>>(),
        });
        return write_json(&value, out);
    }
    let winner = match outcome {
        Outcome::P => "the player to move loses",
        Outcome::N => "the player to move wins",
    };
    let play = if misere { ", misère play" } else { "" };
    writeln!(out, "{name}  {}{play}", game.write(&position))?;
    writeln!(out, "outcome     {outcome} ({winner})")?;
    if !misere {
        writeln!(out, "grundy      {}", facts.grundy)?;
    }
    let plural = if remoteness == 1 { "" } else { "s" };
    writeln!(out, "remoteness  {remoteness} move{plural} with best play")?;
    if winning.is_empty() {
        writeln!(out, "winning     none")?;
    } else {
        writeln!(out, "winning     {}", game.write(&winning[0]))?;
        for option in &winning[1..] {
            writeln!(out, "            {}", game.write(option))?;
        }
    }
    Ok(())
}
