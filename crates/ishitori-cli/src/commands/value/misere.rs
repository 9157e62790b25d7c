//! Who wins single heaps in misère play: by plain recursion where they are few, else from the misère quotient of
//! the game, which is verified; a heap beyond those that were looked at counts as a smaller one that a
//! proved period says is alike.

use std::io::Write;

use anyhow::{anyhow, bail};
use ishitori_core::ask::answer_by_reference;
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::{GameKind, SingleGame, heap_words};
use ishitori_core::single::misere::HeapOptions;
use ishitori_core::single::quotient::{Quotient, QuotientPeriod, find};
use ishitori_core::solve::{Convention, Outcome};
use ishitori_rule::Ruleset;
use num_bigint::BigUint;
use serde_json::json;

use super::{show, winner};
use crate::args::ValueArgs;
use crate::commands::write_json;
use crate::progress;
use crate::singles;

/// Up to so many stones plain recursion tells more, and soon.
const FEW: u64 = 24;

/// Quotients are looked for up to this heap, far enough for the periods that are known.
const LARGEST: u32 = 400;

/// Quotients with more elements are given up.
const ORDER: usize = 1000;

pub fn run(
    game: &SingleGame,
    ruleset: &Ruleset,
    args: &ValueArgs,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let name = ruleset.about.full_name();
    let small = game.parse(&args.position);
    if let Ok(position) = &small
        && position.iter().sum::<u64>() <= FEW
    {
        let answer = answer_by_reference(game, position, Convention::Misere, &args.asked(control))?;
        return show(game, &name, position, answer, args, out);
    }
    let mut heaps = Vec::new();
    for word in heap_words(&args.position)? {
        let heap: BigUint = word.parse().map_err(|_| anyhow!("`{word}` is no heap"))?;
        if heap != BigUint::ZERO {
            heaps.push(heap);
        }
    }
    heaps.sort_unstable();
    let solved = match solve(game, ruleset, &heaps, args, control) {
        Ok(solved) => solved,
        // Recursion may still get there, within its own limit.
        Err(why) if why.downcast_ref::<GaveUp>().is_some_and(|why| !why.is_stopped()) => {
            let Ok(position) = small else { return Err(why) };
            let answer =
                answer_by_reference(game, &position, Convention::Misere, &args.asked(control))
                    .map_err(|_| why)?;
            return show(game, &name, &position, answer, args, out);
        }
        Err(why) => return Err(why),
    };
    let MisereAnswer { outcome, winning, by } = solved;
    let written: Vec<String> = heaps.iter().map(ToString::to_string).collect();
    if args.json {
        let value = json!({
            "game": name,
            "position": written,
            "convention": "misere",
            "outcome": outcome.to_string(),
            "grundy": null,
            "remoteness": null,
            "winning_moves": winning,
            "by": by,
        });
        return write_json(&value, out);
    }
    writeln!(out, "{name}  {}, misère play", written.join(","))?;
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

struct MisereAnswer {
    outcome: Outcome,
    /// Where to move to win; not known if a heap is beyond the quotient.
    winning: Option<Vec<Vec<u32>>>,
    by: String,
}

fn solve(
    game: &SingleGame,
    ruleset: &Ruleset,
    heaps: &[BigUint],
    args: &ValueArgs,
    control: &Control,
) -> anyhow::Result<MisereAnswer> {
    let largest = heaps.last().and_then(|heap| u32::try_from(heap).ok());
    let to = largest.unwrap_or(u32::MAX).min(LARGEST);
    let options = singles::heap_options(game, to, control)?;
    let found = find(&options, ORDER, &progress::limited(control, args.work))?;
    if let Some(why) = found.stopped {
        return Err(why.into());
    }
    let quotient = found.quotient;
    let order = quotient.monoid().order();
    let mut by = format!("the misère quotient of heaps up to {to}, {order} elements, verified");
    let mut period = None;
    if largest != Some(to) {
        let proved = prove(ruleset, &options, &quotient)?;
        let (from, length) = (proved.start, proved.length);
        by = format!("{by}; from {from} on heaps repeat with period {length}, proved");
        period = Some(proved);
    }
    let reduced = |heap: &BigUint| match (u32::try_from(heap), &period) {
        (Ok(heap), _) if heap <= to => Ok(heap),
        (_, Some(period)) => Ok(alike(period, heap)),
        _ => bail!("a heap is larger than the quotient"),
    };
    let known: Vec<u32> = heaps.iter().map(reduced).collect::<anyhow::Result<_>>()?;
    let outcome = quotient.outcome(&known)?;
    let winning = match period {
        Some(_) => None,
        None => {
            let moves = quotient.winning(&options, &known)?;
            Some(moves.into_iter().map(|to| to.into_vec()).collect())
        }
    };
    Ok(MisereAnswer { outcome, winning, by })
}

fn prove(
    ruleset: &Ruleset,
    options: &HeapOptions,
    quotient: &Quotient,
) -> anyhow::Result<QuotientPeriod> {
    let takes = singles::takes(singles::rules(ruleset)?);
    let Some(takes) = takes else {
        let why = "its moves are no finite list of takes, so no period can be proved";
        return Err(GaveUp::new(why).into());
    };
    let proved = QuotientPeriod::prove(options, quotient, &takes);
    proved.map_err(|why| {
        GaveUp::new(format!("no period is proved up to heap {LARGEST}: {why}")).into()
    })
}

/// A heap in the quotient that is alike.
fn alike(period: &QuotientPeriod, heap: &BigUint) -> u32 {
    // Far from the beginning only the remainder matters.
    let (from, length) = (BigUint::from(period.start), BigUint::from(period.length));
    let small = &from + (heap - &from) % length;
    period.alike(u128::try_from(small).expect("below the end of the first period"))
}
