//! Positions that no engine reaches, from a claim that is proved for all positions.
//!
//! The theorem, discovered or claimed, comes from `ishitori::theorems`, which has its certificate checked;
//! the answer, whose move is looked at by arithmetic, from `ishitori::large`. Cost: at most `--time` and 1
//! GiB for the search, then a step a digit. Without a theorem an engine still tries, if it takes heaps of
//! that size.

use std::io::Write;
use std::time::Duration;

use anyhow::bail;
use ishitori::band_answers;
use ishitori::claims::ClaimedGame;
use ishitori::files::DiscoveryStore;
use ishitori::games::{HeapGame, Heaps};
use ishitori::large::{LargeValue, MAX_EXACT, TheoremReply, exact, parse, reply, write};
use ishitori::open::OpenedGame;
use ishitori::stopwatch::within;
use ishitori::theorems::{self, TheoremSearch};
use ishitori::{Control, Convention, GaveUp};
use num_bigint::BigUint;
use serde_json::{Value as Json, json};

use super::super::write_json;
use crate::args::ValueArgs;

/// The most memory for a proof.
const MAX_MEMORY: usize = 1 << 30;

/// Answers for a position with a heap that no engine takes.
pub fn beyond(
    game: &HeapGame,
    opened: &OpenedGame,
    args: &ValueArgs,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let name = &opened.ruleset.about.full_name();
    let heaps = parse(game, &args.position)?;
    let misere = if args.play.misere { " in misère play" } else { "" };
    let found = search(opened, &heaps, args, control)?;
    let told = match &found {
        TheoremSearch::Found(proved) => Some(reply(game, proved, heaps.clone())?),
        TheoremSearch::Nothing { .. } => None,
    };
    // A band with one free heap tells the value, where the theorem may not.
    let exactly = |reply: &TheoremReply| matches!(reply.value, Some(LargeValue::Exactly(_)));
    if !args.play.misere && !told.as_ref().is_some_and(exactly) {
        let band = band(opened, args, &heaps, control)?;
        if let Some(band) = band.filter(|band| told.is_none() || exactly(band)) {
            return show(name, &band, args, out);
        }
    }
    if let Some(told) = told {
        return show(name, &told, args, out);
    }
    match found {
        TheoremSearch::Found(_) => unreachable!("what was found has been told"),
        TheoremSearch::Nothing { too_long } if too_long.is_empty() => bail!(
            "a heap is too large to solve: heaps go up to 2^32, and beyond only a proved claim can answer. No \
             claim of {name} that says who wins at every position{misere} can be proved; `ishitori discover {}` \
             may find a theorem that does",
            theorems::quoted(&args.game)
        ),
        TheoremSearch::Nothing { too_long } => {
            let (game, ids) = (theorems::quoted(&args.game), too_long.join(", "));
            Err(GaveUp::new(format!(
                "a heap is too large to solve, and {} s and 1 GB did not suffice to prove {ids}, which might tell who wins; try \
                 a larger --time, or see `ishitori prove {game} --claim {}`",
                args.proof_time(), too_long[0]
            ))
            .into())
        }
    }
}

/// Answers for a position that engines would take very long for, if some claim is proved.
pub fn instead(
    game: &HeapGame,
    opened: &OpenedGame,
    position: &Heaps,
    args: &ValueArgs,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<bool> {
    let heaps: Vec<BigUint> = position.iter().map(|heap| BigUint::from(*heap)).collect();
    let TheoremSearch::Found(proved) = search(opened, &heaps, args, control)? else {
        if args.play.misere {
            return Ok(false);
        }
        let Some(band) = band(opened, args, &heaps, control)? else { return Ok(false) };
        show(&opened.ruleset.about.full_name(), &band, args, out)?;
        return Ok(true);
    };
    show(&opened.ruleset.about.full_name(), &reply(game, &proved, heaps)?, args, out)?;
    Ok(true)
}

/// What a band tells of a position, kept or found now, in half of the time for proofs.
fn band(
    opened: &OpenedGame,
    args: &ValueArgs,
    heaps: &[BigUint],
    control: &Control,
) -> anyhow::Result<Option<TheoremReply>> {
    let time = Duration::try_from_secs_f64(args.proof_time() / 2.0).ok();
    let limited = within(&args.memory.of(control), time);
    let found =
        band_answers::reply(&opened.ruleset, DiscoveryStore::of_user().as_ref(), heaps, &limited);
    control.check()?;
    match found {
        // Time that runs out here costs the band, not the answer.
        Err(_) if limited.check().is_err() => Ok(None),
        found => found,
    }
}

fn search(
    opened: &OpenedGame,
    heaps: &[BigUint],
    args: &ValueArgs,
    control: &Control,
) -> anyhow::Result<TheoremSearch> {
    let time = Duration::try_from_secs_f64(args.proof_time()).ok().filter(|time| !time.is_zero());
    let Some(time) = time else { bail!("--time is a number of seconds, more than 0") };
    let memory = usize::try_from(args.memory.bytes()).unwrap_or(usize::MAX).min(MAX_MEMORY);
    let control = within(&control.with_memory(memory), Some(time));
    let (claimed, store) = (ClaimedGame::of_opened(opened)?, DiscoveryStore::of_user());
    theorems::find_at(claimed, store.as_ref(), args.play.convention(), heaps, &control)
}

fn show(
    name: &str,
    reply: &TheoremReply,
    args: &ValueArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let TheoremReply { heaps, outcome, value, winning, by, about } = reply;
    let misere = args.play.convention() == Convention::Misere;
    if args.json {
        let all =
            |heaps: &Vec<BigUint>| heaps.iter().map(|h| exact(h, MAX_EXACT)).collect::<Json>();
        let grundy = match value {
            Some(LargeValue::Exactly(value)) => Some(exact(value, u64::MAX)),
            _ => None,
        };
        let value = json!({
            "game": name,
            "position": all(heaps),
            "convention": if misere { "misere" } else { "normal" },
            "outcome": outcome.to_string(),
            "grundy": grundy,
            "remoteness": null,
            "winning_moves": winning.is_none().then(Vec::<Json>::new),
            "winning_move": winning.as_ref().map(all),
            "by": by,
            "about": about,
        });
        return write_json(&value, out);
    }
    let winner = super::show::winner(*outcome);
    let play = if misere { ", misère play" } else { "" };
    writeln!(out, "{name}  {}{play}", write(heaps))?;
    writeln!(out, "outcome     {outcome} ({winner})")?;
    match value {
        Some(LargeValue::Exactly(value)) => writeln!(out, "grundy      {value}")?,
        Some(LargeValue::AtLeast(least)) => {
            writeln!(out, "grundy      not known: {least} or more, {by} says no more")?;
        }
        None => {}
    }
    writeln!(out, "remoteness  not computed: too many positions")?;
    match winning {
        Some(heaps) => writeln!(out, "winning     {} (there may be others)", write(heaps))?,
        None => writeln!(out, "winning     none")?,
    }
    writeln!(out, "by          {by}, proved for {about}")?;
    Ok(())
}
