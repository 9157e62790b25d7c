//! `ishitori positions`: the P- or N-positions of a window, listed or counted.

use std::io::Write;
use std::ops::ControlFlow;

use anyhow::bail;
use ishitori_core::solve::{Convention, Outcome, Reference};
use serde_json::{Value, json};

use super::{deliver, with_game, write_json};
use crate::args::PositionsArgs;
use crate::format::Format;
use crate::open::open;
use crate::progress;
use crate::sheet::Sheet;
use crate::shown::Shown;

pub fn run(args: &PositionsArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let opened = open(&args.game)?;
    let name = opened.ruleset.about.full_name();
    with_game!(&opened.game, |game| {
        deliver(&args.output, out, |out| {
            if args.count { count(game, &name, args, out) } else { list(game, &name, args, out) }
        })
    })
}

/// Calls `visit` for every position asked for.
fn search<G: Shown>(
    game: &G,
    args: &PositionsArgs,
    visit: &mut dyn FnMut(&G::Position) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<()> {
    let wanted = Outcome::from(args.outcome);
    let convention = args.play.convention();
    let mut budget = progress::budget(args.work);
    let mut solver = Reference::new(game);
    let mut failed = None;
    game.visit_positions(&args.window.bounds(), &mut |position| {
        if args.canonical && game.canonical(position) != *position {
            return ControlFlow::Continue(());
        }
        let flow = match solver.facts(position, &mut budget) {
            Ok(facts) if facts.outcome(convention) == wanted => visit(position),
            Ok(_) => Ok(ControlFlow::Continue(())),
            Err(gave_up) => Err(gave_up.into()),
        };
        flow.unwrap_or_else(|error| {
            failed = Some(error);
            ControlFlow::Break(())
        })
    })?;
    failed.map_or(Ok(()), Err)
}

fn list<G: Shown>(
    game: &G,
    name: &str,
    args: &PositionsArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let format = args.output.format();
    if format == Format::Bfile {
        bail!("a b-file holds a sequence of numbers: use it with --count");
    }
    let mut found = Vec::new();
    let mut left = args.limit.unwrap_or(u64::MAX);
    let stop_after = |left: &mut u64| {
        *left -= 1;
        if *left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    if left == 0 {
        return Ok(());
    }
    search(game, args, &mut |position| {
        // Text goes out at once, so that the first positions of a long search are seen early.
        if format == Format::Text {
            writeln!(out, "{}", game.write(position))?;
        } else {
            found.push(position.clone());
        }
        Ok(stop_after(&mut left))
    })?;
    match format {
        Format::Text | Format::Bfile => Ok(()),
        Format::Json => {
            let mut value = description(name, args);
            value["count"] = json!(found.len());
            value["positions"] = found.iter().map(|p| game.json(p)).collect();
            write_json(&value, out)
        }
        format => {
            let rows = found.iter().map(|p| game.cells(p)).collect();
            let sheet = Sheet { headings: game.headings(), rows, ..Sheet::default() };
            Ok(sheet.write(format, out)?)
        }
    }
}

fn count<G: Shown>(
    game: &G,
    name: &str,
    args: &PositionsArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let by_heap = !args.window.to.is_empty();
    let mut classes: Vec<u64> = Vec::new();
    let mut count: u64 = 0;
    search(game, args, &mut |position| {
        let class = match game.largest_heap(position) {
            Some(largest) if by_heap => largest,
            _ => game.stones(position),
        };
        let class = usize::try_from(class)?;
        if classes.len() <= class {
            classes.resize(class + 1, 0);
        }
        classes[class] += 1;
        count += 1;
        Ok(ControlFlow::Continue(()))
    })?;
    // a(n): with every heap <= n, or with exactly n stones.
    let last = args.window.to.iter().max().copied().or(args.window.total);
    if let Some(last) = last.and_then(|last| usize::try_from(last).ok())
        && classes.len() <= last
        && last < 1 << 24
    {
        classes.resize(last + 1, 0);
    }
    if by_heap {
        for n in 1..classes.len() {
            classes[n] += classes[n - 1];
        }
    }
    let meaning = if by_heap { "with every heap <= n" } else { "with exactly n stones" };
    let outcome = Outcome::from(args.outcome);
    match args.output.format() {
        Format::Text => writeln!(out, "{count}")?,
        Format::Json => {
            let mut value = description(name, args);
            value["count"] = json!(count);
            value["sequence"] = json!({ "meaning": meaning, "from": 0, "values": classes });
            write_json(&value, out)?;
        }
        Format::Bfile => {
            writeln!(out, "# number of {outcome}-positions of {name} {meaning}")?;
            for (n, value) in classes.iter().enumerate() {
                writeln!(out, "{n} {value}")?;
            }
        }
        format => {
            let rows = classes.iter().enumerate().map(|(n, v)| vec![n.to_string(), v.to_string()]);
            let headings = ["n", "count"].map(String::from).to_vec();
            Sheet { headings, rows: rows.collect(), ..Sheet::default() }.write(format, out)?;
        }
    }
    Ok(())
}

fn description(name: &str, args: &PositionsArgs) -> Value {
    let misere = args.play.convention() == Convention::Misere;
    json!({
        "game": name,
        "convention": if misere { "misere" } else { "normal" },
        "outcome": Outcome::from(args.outcome).to_string(),
        "canonical": args.canonical,
        "bounds": { "to": args.window.to, "total": args.window.total },
    })
}
