//! The value of a position of single heaps: the xor of its heaps, each from the sequence or from a proved
//! period, so that a heap may have a thousand digits.

use std::io::Write;
use std::time::Duration;

use ishitori::games::SingleGame;
use ishitori::heap_values::{HeapsValue, remoteness, winning, written};
use ishitori::rules::Ruleset;
use ishitori::{Control, Convention, Outcome, Total};
use num_bigint::BigUint;
use serde_json::{Value, json};

use super::show::winner;
use crate::args::ValueArgs;
use crate::commands::write_json;

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
    let counting = &args.work.of(control).counting("the period is checked", Total::Unknown);
    let time = Duration::try_from_secs_f64(args.proof_time()).unwrap_or(Duration::MAX);
    let worth = HeapsValue::new(ruleset, &args.position, time, counting)?;
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
