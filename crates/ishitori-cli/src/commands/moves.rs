//! `ishitori moves`: options, predecessors, and counts by depth.
//!
//! Nothing is solved: this is the rule at work. The counts (*perft*) compare ways to make moves without a
//! solver. There may be infinitely many predecessors, so `--back` has a window: heaps up to twice the largest
//! one if none is given. Who wins is for `value`.

use std::io::Write;

use anyhow::bail;
use ishitori::Bounds;
use ishitori::games::{PerftCounts, WindowError, perft, perft_back};
use ishitori::open::open;
use ishitori::shown::ShownGame;
use ishitori::{Control, GaveUp};
use serde_json::json;

use super::{options, with_game, write_json};
use crate::args::MovesArgs;
use crate::format::Format;
use crate::sheet::Sheet;

pub fn run(args: &MovesArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(program) = &args.program.options {
        return options::moves(program, args, control, out);
    }
    let opened = open(&args.game)?;
    let name = opened.ruleset.about.full_name();
    with_game!(&opened.game, |game| moves(game, &name, args, control, out))
}

fn moves<G: ShownGame>(
    game: &G,
    name: &str,
    args: &MovesArgs,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let Some(position) = &args.position else {
        bail!("give a position, as in `ishitori moves wythoff 6,8`");
    };
    let position = game.parse(position)?;
    let bounds = window(game, &position, args)?;
    if let Some(depth) = args.depth {
        let control = args.work.of(control).recursing();
        let counts = match &bounds {
            Some(bounds) => perft_back(game, &position, bounds, depth, &control)?,
            None => perft(game, &position, depth, &control)?,
        };
        drop(control);
        return depths(game, name, &position, args, &counts, out);
    }
    let limit = args.work.listed();
    let mut found = match &bounds {
        Some(bounds) => match game.predecessors(&position, bounds, limit) {
            Err(error @ WindowError::TooMany(_)) => {
                return Err(GaveUp::new(error.to_string()).into());
            }
            found => found?,
        },
        None => game.options_within(&position, limit)?,
    };
    if args.canonical {
        found = game.arranged(found.iter().map(|p| game.canonical(p)).collect());
    }
    let what = if args.back { "predecessors" } else { "options" };
    if args.json {
        let mut value = json!({
            "game": name,
            "position": game.json(&position),
            "count": found.len(),
        });
        value[what] = found.iter().map(|p| game.json(p)).collect();
        if let Some(bounds) = &bounds {
            value["bounds"] = json!({ "to": bounds.to, "total": bounds.total });
        }
        return write_json(&value, out);
    }
    for option in &found {
        writeln!(out, "{}", game.write(option))?;
    }
    let what = if found.len() == 1 { what.trim_end_matches('s') } else { what };
    let within = bounds.as_ref().map(described).unwrap_or_default();
    writeln!(out, "{} {what} of {}{within}", found.len(), game.write(&position))?;
    Ok(())
}

/// The window of `--back`; heaps up to twice the largest if none is given.
fn window<G: ShownGame>(
    game: &G,
    position: &G::Position,
    args: &MovesArgs,
) -> anyhow::Result<Option<Bounds>> {
    let mut bounds = args.window.bounds();
    if !args.back {
        if bounds != Bounds::default() {
            bail!("--to and --total bound predecessors: they need --back");
        }
        return Ok(None);
    }
    if bounds == Bounds::default()
        && let Some(largest) = game.largest_heap(position)
    {
        bounds.to = vec![2 * largest.max(1)];
    }
    Ok(Some(bounds))
}

fn described(bounds: &Bounds) -> String {
    let mut text = String::new();
    if !bounds.to.is_empty() {
        let to: Vec<String> = bounds.to.iter().map(u64::to_string).collect();
        text.push_str(&format!(" with heaps up to {}", to.join(",")));
    }
    if let Some(total) = bounds.total {
        text.push_str(&format!(" with at most {total} stones"));
    }
    text
}

fn depths<G: ShownGame>(
    game: &G,
    name: &str,
    position: &G::Position,
    args: &MovesArgs,
    counts: &[PerftCounts],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if args.json {
        let depths: Vec<_> = counts
            .iter()
            .zip(1..)
            .map(|(count, depth)| {
                // JSON numbers are exact only up to 2^53.
                json!({ "depth": depth, "sequences": count.sequences.to_string(), "positions": count.positions })
            })
            .collect();
        let direction = if args.back { "back" } else { "forward" };
        let position = game.json(position);
        let value =
            json!({ "game": name, "position": position, "direction": direction, "depths": depths });
        return write_json(&value, out);
    }
    let sheet = Sheet {
        headings: ["moves", "sequences", "positions"].map(String::from).to_vec(),
        rows: counts
            .iter()
            .zip(1..)
            .map(|(c, depth)| {
                vec![format!("{depth}"), c.sequences.to_string(), c.positions.to_string()]
            })
            .collect(),
        ..Sheet::default()
    };
    sheet.write(Format::Text, out)?;
    Ok(())
}
