//! `ishitori discover --data`: a conjecture from a table, without a game.
//!
//! The library learns (`ishitori::table_discoveries`). What is printed says that it is a conjecture, and on how many positions
//! it stands; nothing is kept. Nothing found is exit code 3, as for games.

use std::io::Write;
use std::path::Path;

use anyhow::bail;
use ishitori::discoveries::{ResidualProbe, digit_words, tuple_words};
use ishitori::stopwatch::within;
use ishitori::table_discoveries::{
    DataTable, TableAim, TableConjecture, TableDiscovery, TableFinding, read_data,
};
use ishitori::{Control, GaveUp};
use serde_json::{Value, json};

use super::print::write_probes;
use crate::args::{DiscoverArgs, DiscoverTarget};
use crate::commands::{time_limit, write_json};

pub fn run(
    path: &Path,
    args: &DiscoverArgs,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if let Some(game) = args.games.first() {
        bail!(
            "with --data there is no game: `ishitori check {game} --data {}` compares a table with one",
            path.display()
        );
    }
    let files = [&args.output, &args.draw, &args.walnut, &args.rocq];
    if files.iter().any(|file| file.is_some()) || args.again {
        bail!(
            "a conjecture has no certificate: leave out -o, --draw, --walnut, --rocq and --again"
        );
    }
    let table = read_data(path)?;
    let aim = aim(args, &table)?;
    let control = &within(control, time_limit(Some(args.time))?);
    let found = table.discover(aim, args.states, control)?;
    let file = path.display().to_string();
    if args.json {
        write_json(&found_json(&file, &table, &found, args.play.misere), out)?;
    } else {
        write_found(&file, &table, &found, args.play.misere, out)?;
    }
    match &found.finding {
        TableFinding::Found(_) => Ok(()),
        TableFinding::TooSmall(why) | TableFinding::Irregular { why, .. } => {
            Err(GaveUp::new(format!("{file}: {why}")).into())
        }
    }
}

/// What is looked for; nothing said is whatever the table has.
fn aim(args: &DiscoverArgs, table: &DataTable) -> anyhow::Result<Option<TableAim>> {
    if args.play.misere && table.has_values() {
        bail!("Grundy values are for normal play: in misère play a table says P or N");
    }
    match args.what {
        None => Ok(None),
        Some(DiscoverTarget::P) => Ok(Some(TableAim::Zeros)),
        Some(DiscoverTarget::Grundy) if table.has_values() => Ok(Some(TableAim::Values)),
        Some(DiscoverTarget::Grundy) => bail!("the table has no Grundy values, only outcomes"),
        Some(_) => bail!("in a table --what p and --what grundy are looked for"),
    }
}

fn aim_words(aim: TableAim, misere: bool) -> &'static str {
    match aim {
        TableAim::Zeros if misere => "P-positions of misère play",
        TableAim::Zeros => "P-positions",
        TableAim::Values => "Grundy function",
    }
}

fn write_found(
    file: &str,
    table: &DataTable,
    found: &TableDiscovery,
    misere: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let (names, all) = (table.names().join(","), table.stated());
    let aim = aim_words(found.aim, misere);
    let order = if table.is_unordered() { ", in any order" } else { "" };
    match &found.finding {
        TableFinding::Found(conjecture) => {
            writeln!(out, "{file}, {aim}: CONJECTURE from {all} positions ({names}{order})")?;
            write_conjecture(conjecture, found, all, out)?;
        }
        TableFinding::TooSmall(why) => {
            writeln!(out, "{file}, {aim}: no conjecture from {all} positions ({names}{order})")?;
            writeln!(out, "    the table is too small: {why}")?;
        }
        TableFinding::Irregular { why, probes } => {
            writeln!(out, "{file}, {aim}: no conjecture from {all} positions ({names}{order})")?;
            writeln!(out, "    {why}")?;
            write_probes(probes, out)?;
        }
    }
    if let Some(TableFinding::TooSmall(why) | TableFinding::Irregular { why, .. }) =
        found.no_values.as_deref()
    {
        writeln!(out, "    the Grundy function is not found: {why}")?;
    }
    Ok(())
}

fn write_conjecture(
    conjecture: &TableConjecture,
    found: &TableDiscovery,
    all: usize,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let TableConjecture { digits, set, side, learned, tested } = conjecture;
    match &found.statement {
        Some(statement) => writeln!(out, "    {statement}")?,
        None => {
            let first: Vec<String> = found.first.iter().map(|tuple| tuple_words(tuple)).collect();
            let states = set.states();
            writeln!(
                out,
                "    no short formula was found for the automaton of {states} states, which accepts"
            )?;
            writeln!(out, "        {} ...", first.join(" "))?;
        }
    }
    writeln!(
        out,
        "    learned from the {learned} positions with heaps below {side}, {}",
        digit_words(*digits)
    )?;
    writeln!(
        out,
        "    agrees with all {all} positions of the table, {tested} of them not learned from"
    )?;
    writeln!(out, "    no theorem: nothing is known beyond the table, and nothing is kept")?;
    Ok(())
}

/// Numbers beyond 64 bits are text.
fn number(number: &u128) -> Value {
    u64::try_from(*number).map_or_else(|_| number.to_string().into(), Value::from)
}

fn found_json(file: &str, table: &DataTable, found: &TableDiscovery, misere: bool) -> Value {
    let mut value = json!({
        "table": file,
        "heaps": table.names(),
        "unordered": table.is_unordered(),
        "positions": table.stated(),
        "convention": if misere { "misere" } else { "normal" },
        "what": match found.aim { TableAim::Zeros => "p", TableAim::Values => "grundy" },
        "result": "nothing",
    });
    let more = match &found.finding {
        TableFinding::Found(conjecture) => json!({
            "result": "conjecture",
            "statement": found.statement,
            "states": conjecture.set.states(),
            "digits": digit_words(conjecture.digits),
            "learned_below": conjecture.side,
            "learned": conjecture.learned,
            "tested": conjecture.tested,
            "first": found.first.iter().map(|tuple| tuple.iter().map(number).collect()).collect::<Vec<Value>>(),
        }),
        TableFinding::TooSmall(why) => json!({ "why": why, "too_small": true }),
        TableFinding::Irregular { why, probes } => {
            let least = probes.iter().map(ResidualProbe::bound).max();
            json!({ "why": why, "too_small": false, "residuals": least })
        }
    };
    if let (Some(value), Value::Object(more)) = (value.as_object_mut(), more) {
        value.extend(more);
    }
    value
}
