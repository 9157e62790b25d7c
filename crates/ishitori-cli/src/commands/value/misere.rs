//! Who wins single heaps in misère play, in words.
//!
//! The library decides (`ishitori::misere_heaps`): plain recursion where there are few stones, else the
//! misère quotient, which is verified. A quotient tells no remoteness, and there are no Grundy values. Normal
//! play is in `single`.

use std::io::Write;

use anyhow::bail;
use ishitori::Control;
use ishitori::games::SingleGame;
use ishitori::heap_values::written;
use ishitori::misere_heaps::{MisereAnswer, QuotientAnswer, misere_answer};
use ishitori::rules::Ruleset;
use serde_json::json;

use super::show::{show, winner, with_misere_grundy};
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
    let solved = match misere_answer(game, ruleset, &args.position, &args.asked(control))? {
        MisereAnswer::Solved(position, answer) => {
            let answer = with_misere_grundy(game, &position, answer, args, &args.asked(control))?;
            return show(game, &name, &position, answer, args, out);
        }
        MisereAnswer::ByQuotient(_) if args.shows_misere_grundy() => {
            bail!("misère Grundy values come from plain recursion: so many stones are too many")
        }
        MisereAnswer::ByQuotient(solved) => solved,
    };
    let QuotientAnswer { heaps, outcome, winning, by } = solved;
    if args.json {
        let value = json!({
            "game": name,
            "position": heaps.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "convention": "misere",
            "outcome": outcome.to_string(),
            "grundy": null,
            "remoteness": null,
            "winning_moves": winning,
            "by": by,
        });
        return write_json(&value, out);
    }
    writeln!(out, "{name}  {}, misère play", written(&heaps))?;
    writeln!(out, "outcome     {outcome} ({})", winner(outcome))?;
    match winning {
        None => {
            writeln!(out, "winning     not computed: a heap is larger than those in the quotient")?
        }
        Some(moves) if moves.is_empty() => writeln!(out, "winning     none")?,
        Some(moves) => {
            for (at, to) in moves.iter().enumerate() {
                let to: Vec<String> = to.iter().map(u32::to_string).collect();
                let to = if to.is_empty() { "0".to_string() } else { to.join(",") };
                writeln!(out, "{:<10}  {to}", if at == 0 { "winning" } else { "" })?;
            }
        }
    }
    writeln!(out, "by          {by}")?;
    Ok(())
}
