//! `ishitori misere`: how far misère play of a game follows normal play.
//!
//! The library compares the two Grundy values of every position of a window (`ishitori::misere_classes`); here the pairs
//! and the verdicts are printed. Nothing here is a proof. Who wins all sums of single heaps is for `quotient`.

use std::io::Write;

use ishitori::games::GameKind;
use ishitori::misere_classes::{ClassCounterexample, MisereReport, ValuePair, misere_report};
use ishitori::open::open;
use ishitori::{Bounds, Control};
use serde_json::json;

use super::{with_game, write_json};
use crate::args::MisereArgs;

pub fn run(args: &MisereArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    let control = &args.work.of(&args.memory.of(control));
    let opened = open(&args.game)?;
    let (name, bounds) = (opened.ruleset.about.full_name(), args.window.bounds());
    with_game!(&opened.game, |game| print(game, &name, &bounds, args, control, out))
}

fn print<G: GameKind>(
    game: &G,
    name: &str,
    bounds: &Bounds,
    args: &MisereArgs,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let report = misere_report(game, bounds, control)?;
    if args.json {
        return write_json(&as_json(name, bounds, &report), out);
    }
    writeln!(out, "game        {name}: {} positions", report.positions)?;
    let mut pairs: Vec<(&ValuePair, &u64)> = report.pairs.iter().collect();
    pairs.sort_by_key(|(pair, _)| (pair.normal == pair.misere, **pair));
    for (nth, (pair, count)) in pairs.iter().take(MOST_PAIRS).enumerate() {
        let head = if nth == 0 { "positions" } else { "" };
        writeln!(out, "{head:<10}  {:<9} {count:>9}", written(**pair))?;
    }
    if pairs.len() > MOST_PAIRS {
        writeln!(out, "            and {} pairs more", pairs.len() - MOST_PAIRS)?;
    }
    for (class, found) in &report.classes {
        match found {
            None => writeln!(out, "{:<19} holds up to the window", class.word())?,
            Some(found) => writeln!(out, "{:<19} fails at {}", class.word(), in_words(found))?,
        }
    }
    Ok(())
}

/// More pairs of values than this are counted, not printed.
const MOST_PAIRS: usize = 12;

fn written(pair: ValuePair) -> String {
    format!("({},{})", pair.normal, pair.misere)
}

fn in_words(found: &ClassCounterexample) -> String {
    let at = format!("{}, a {}-position", found.at, written(found.pair));
    match &found.to {
        None => at,
        Some((to, pair)) => format!("{at}: see the move to {to}, a {}-position", written(*pair)),
    }
}

fn as_json(name: &str, bounds: &Bounds, report: &MisereReport) -> serde_json::Value {
    let pair = |pair: ValuePair| json!([pair.normal, pair.misere]);
    let class = |(class, found): &(
        ishitori::misere_classes::MisereClass,
        Option<ClassCounterexample>,
    )| {
        let found = found.as_ref().map(|found| {
            json!({
                "position": found.at,
                "pair": pair(found.pair),
                "move": found.to.as_ref().map(|(to, values)| json!({ "to": to, "pair": pair(*values) })),
            })
        });
        json!({
            "class": class.word(),
            "asks": class.asks(),
            "verdict": if found.is_none() { "holds up to the window" } else { "fails" },
            "counterexample": found,
        })
    };
    json!({
        "game": name,
        "bounds": { "to": bounds.to, "total": bounds.total },
        "positions": report.positions,
        "pairs": report.pairs.iter().map(|(values, count)| json!({ "pair": pair(*values), "positions": count })).collect::<Vec<_>>(),
        "classes": report.classes.iter().map(class).collect::<Vec<_>>(),
    })
}
