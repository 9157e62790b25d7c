//! The value of a position of single heaps: the xor of its heaps, each from the sequence or from a proved
//! period, so that a heap may have a thousand digits.

use std::io::Write;
use std::time::Duration;

pub use ishitori::heap_values::{Effort, HeapsValue, winning, written};
use ishitori_core::control::{Control, GaveUp, Total};
use ishitori_core::game::{GameKind, SingleGame};
use ishitori_core::solve::{Convention, Outcome, Reference};
use ishitori_rule::Ruleset;
use num_bigint::BigUint;
use serde_json::{Value, json};

use super::winner;
use crate::args::ValueArgs;
use crate::commands::write_json;

/// Up to so many positions are solved for the length of play.
const FEW: u64 = 100_000;

pub fn run(
    game: &SingleGame,
    ruleset: &Ruleset,
    args: &ValueArgs,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let name = ruleset.about.full_name();
    if args.play.convention() == Convention::Misere {
        return super::misere::run(game, ruleset, args, control, out);
    }
    let worth = worth(ruleset, &args.position, args, control)?;
    let (moves, all) = winning(game, &worth, &worth.grundy);
    let outcome = if worth.grundy == BigUint::ZERO { Outcome::P } else { Outcome::N };
    let remoteness = remoteness(game, &args.position, control)?;
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
pub fn worth(
    ruleset: &Ruleset,
    position: &str,
    args: &ValueArgs,
    control: &Control,
) -> anyhow::Result<HeapsValue> {
    let most = args.work.max_positions;
    let time = Duration::try_from_secs_f64(args.time).unwrap_or(Duration::MAX);
    let control = &control.counting("the period is checked", Total::Unknown);
    let effort = Effort { most, time, control };
    HeapsValue::new(ruleset, position, &effort)
}

/// How long play lasts, where that is soon found.
fn remoteness(game: &SingleGame, position: &str, control: &Control) -> Result<Option<u32>, GaveUp> {
    let small = game.parse(position).ok().filter(|position| game.stones(position) <= 200);
    let Some(position) = small else { return Ok(None) };
    match Reference::new(game).facts(&position, &control.with_positions(FEW)) {
        Ok(facts) => Ok(Some(facts.remoteness(Convention::Normal))),
        Err(gave_up) if gave_up.is_stopped() => Err(gave_up),
        Err(_) => Ok(None),
    }
}
