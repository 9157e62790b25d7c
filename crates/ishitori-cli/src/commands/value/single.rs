//! The value of a position of single heaps: the xor of its heaps, each from the sequence or from a proved
//! period, so that a heap may have a thousand digits.

use std::io::Write;
use std::time::Duration;

use ishitori_core::game::{Game, SingleGame};
use ishitori_core::solve::{Budget, Convention, Outcome, Reference};
use ishitori_rule::Ruleset;
use num_bigint::BigUint;
use serde_json::{Value, json};

use super::winner;
use crate::args::ValueArgs;
use crate::commands::write_json;
use crate::interrupt;
use crate::progress;
pub use crate::worth::{Effort, Worth, winning, written};

/// Up to so many positions are solved for the length of play.
const FEW: u64 = 100_000;

pub fn run(
    game: &SingleGame,
    ruleset: &Ruleset,
    args: &ValueArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let name = ruleset.about.full_name();
    if args.play.convention() == Convention::Misere {
        return super::misere::run(game, ruleset, args, out);
    }
    let worth = worth(ruleset, &args.position, args)?;
    let (moves, all) = winning(game, &worth, &worth.grundy);
    let outcome = if worth.grundy == BigUint::ZERO { Outcome::P } else { Outcome::N };
    let remoteness = remoteness(game, &args.position);
    let by = worth.by();
    if args.json {
        let number = |n: &BigUint| match u64::try_from(n) {
            Ok(small) if small < 1 << 53 => json!(small),
            _ => json!(n.to_string()),
        };
        let heaps = |heaps: &Vec<BigUint>| heaps.iter().map(number).collect::<Vec<Value>>();
        let mut value = json!({
            "game": name,
            "position": heaps(&worth.heaps),
            "convention": "normal",
            "outcome": outcome.to_string(),
            "grundy": number(&worth.grundy),
            "heap_values": heaps(&worth.values),
            "remoteness": remoteness,
            "by": by,
        });
        let key = if all { "winning_moves" } else { "winning_move" };
        value[key] = match all {
            true => json!(moves.iter().map(heaps).collect::<Vec<_>>()),
            false => json!(moves.first().map(heaps)),
        };
        return write_json(&value, out);
    }
    writeln!(out, "{name}  {}", written(&worth.heaps))?;
    writeln!(out, "outcome     {outcome} ({})", winner(outcome))?;
    let xor = if worth.values.len() > 1 {
        let values: Vec<String> = worth.values.iter().map(ToString::to_string).collect();
        format!(" = {}", values.join(" xor "))
    } else {
        String::new()
    };
    writeln!(out, "grundy      {}{xor}", worth.grundy)?;
    match remoteness {
        Some(1) => writeln!(out, "remoteness  1 move with best play")?,
        Some(moves) => writeln!(out, "remoteness  {moves} moves with best play")?,
        None => writeln!(out, "remoteness  not computed: too many positions")?,
    }
    let others = if all { "" } else { " (there may be others)" };
    let none = if all { "none" } else { "not found" };
    let mut lines: Vec<String> = moves.iter().map(|p| format!("{}{others}", written(p))).collect();
    if lines.is_empty() {
        lines.push(if outcome == Outcome::P { "none" } else { none }.to_string());
    }
    for (i, line) in lines.iter().enumerate() {
        writeln!(out, "{:<10}  {line}", if i == 0 { "winning" } else { "" })?;
    }
    if let Some(by) = by {
        writeln!(out, "by          {by}")?;
    }
    Ok(())
}

/// The value of a position.
pub fn worth(ruleset: &Ruleset, position: &str, args: &ValueArgs) -> anyhow::Result<Worth> {
    let budget = |to: u64| progress::planned(to.into(), "heaps");
    let most = args.work.max_positions;
    let time = Duration::try_from_secs_f64(args.time).unwrap_or(Duration::MAX);
    let effort = Effort { most, budget: &budget, time, goes_on: interrupt::check };
    Worth::new(ruleset, position, &effort)
}

/// How long play lasts, where that is soon found.
fn remoteness(game: &SingleGame, position: &str) -> Option<u32> {
    let position = game.parse(position).ok()?;
    if game.stones(&position) > 200 {
        return None;
    }
    let mut budget = Budget::positions(FEW);
    let facts = Reference::new(game).facts(&position, &mut budget).ok()?;
    Some(facts.remoteness(Convention::Normal))
}
