//! The value of a sum of positions, in words.
//!
//! The parts are solved, and their values put together by xor, in `ishitori::sums`. Misère play is refused:
//! there the parts do not tell the sum.

use std::io::Write;
use std::time::Duration;

use anyhow::bail;
use ishitori::large::{MAX_EXACT, exact};
use ishitori::sums::GameSum;
use ishitori::{Control, Convention};
use serde_json::json;

use super::show::winner;
use crate::args::ValueArgs;
use crate::commands::write_json;

pub fn run(args: &ValueArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    if args.play.convention() == Convention::Misere {
        bail!("the value of a sum is for normal play: in misère play the parts do not tell it");
    }
    let time = Duration::try_from_secs_f64(args.proof_time()).unwrap_or(Duration::MAX);
    let sum = GameSum::solve(&args.game, time, &args.asked(control))?;
    let (outcome, parts) = (sum.outcome(), &sum.parts);
    if args.json {
        let number = |n| exact(n, MAX_EXACT - 1);
        let value = json!({
            "convention": "normal",
            "outcome": outcome.to_string(),
            "grundy": number(&sum.grundy),
            "parts": parts.iter().map(|part| json!({
                "game": part.game, "position": part.position, "grundy": number(&part.grundy),
            })).collect::<Vec<_>>(),
            "winning_moves": sum.winning.iter().map(|(i, position)| json!({
                "part": i + 1, "game": parts[*i].game, "position": position,
            })).collect::<Vec<_>>(),
        });
        return write_json(&value, out);
    }
    let width = parts.iter().map(|part| part.game.len()).max().unwrap_or(0);
    for part in parts {
        writeln!(out, "{:width$}  {}  grundy {}", part.game, part.position, part.grundy)?;
    }
    writeln!(out, "outcome     {outcome} ({})", winner(outcome))?;
    writeln!(out, "grundy      {}", sum.grundy)?;
    if sum.winning.is_empty() {
        writeln!(out, "winning     none")?;
    }
    for (at, (i, position)) in sum.winning.iter().enumerate() {
        let heading = if at == 0 { "winning" } else { "" };
        writeln!(out, "{heading:<10}  {} to {position}", parts[*i].game)?;
    }
    Ok(())
}
