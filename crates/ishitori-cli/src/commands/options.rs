//! Games that a program of the user's knows: `--options PROGRAM` in `value`, `moves`, `table` and `check`.
//!
//! The library asks the program and solves what it tells (`ishitori::options`); here is what is printed. Positions are JSON
//! values and are printed as such. What only games with a rule have (windows, files, claims, sums) is refused.

mod check;
mod table;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use ishitori::open::read_up_to;
use ishitori::options::{JsonPosition, OptionGraph, OptionProgram};
use ishitori::stopwatch::within;
use ishitori::{Bounds, Control};
use serde_json::{Value, json};

use super::value::winner;
use super::{convention_word, time_limit, write_json};
use crate::args::{MovesArgs, ValueArgs};

pub use self::check::check;
pub use self::table::table;

/// A list of positions is no larger.
const MAX_FILE: u64 = 256 << 20;

/// `value --options`: who wins a position, and how.
pub fn value(
    program: &str,
    args: &ValueArgs,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    must_be_absent("--from", args.stored.from.is_some())?;
    must_be_absent("--show", args.show.is_some())?;
    let position =
        only_position(&args.game, Some(&args.position).filter(|second| !second.is_empty()))?;
    let control = &args.asked(&within(control, time_limit(args.time)?));
    let program = OptionProgram::new(program, control)?;
    let graph = program.solve(std::slice::from_ref(&position), control)?;
    let convention = args.play.convention();
    let facts = graph.facts(&position).expect("it was asked for");
    let winning = graph.winning_moves(&position, convention).expect("it was asked for");
    let (outcome, remoteness) = (facts.outcome(convention), facts.remoteness(convention));
    let grundy = (!args.play.misere).then_some(facts.grundy);
    if args.json {
        let value = json!({
            "game": program.name(),
            "position": position.value(),
            "convention": convention_word(convention),
            "outcome": outcome.to_string(),
            "grundy": grundy,
            "remoteness": remoteness,
            "winning_moves": values(&winning),
            "positions": graph.len(),
        });
        return write_json(&value, out);
    }
    let play = if args.play.misere { ", misère play" } else { "" };
    writeln!(out, "{}  {position}{play}", program.name())?;
    writeln!(out, "outcome     {outcome} ({})", winner(outcome))?;
    if let Some(grundy) = grundy {
        writeln!(out, "grundy      {grundy}")?;
    }
    let moves = if remoteness == 1 { "move" } else { "moves" };
    writeln!(out, "remoteness  {remoteness} {moves} with best play")?;
    if winning.is_empty() {
        writeln!(out, "winning     none")?;
    }
    for (at, option) in winning.iter().enumerate() {
        writeln!(out, "{:<10}  {option}", if at == 0 { "winning" } else { "" })?;
    }
    writeln!(out, "asked       for the options of {}", counted(graph.len(), "position"))?;
    Ok(())
}

/// `moves --options`: the options of a position.
pub fn moves(
    program: &str,
    args: &MovesArgs,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    must_be_absent("--back", args.back)?;
    must_be_absent("--depth", args.depth.is_some())?;
    must_be_absent("--canonical", args.canonical)?;
    must_be_absent("a window", args.window.bounds() != Bounds::default())?;
    let position = only_position(&args.game, args.position.as_ref())?;
    let control = &args.work.of(&within(control, time_limit(args.program_time.time)?));
    let program = OptionProgram::new(program, control)?;
    let options = program.options_of(&position)?;
    if args.json {
        let value = json!({
            "game": program.name(),
            "position": position.value(),
            "count": options.len(),
            "options": values(&options),
        });
        return write_json(&value, out);
    }
    for option in &options {
        writeln!(out, "{option}")?;
    }
    writeln!(out, "{} of {position}", counted(options.len(), "option"))?;
    Ok(())
}

/// Positions of a file with their lines, and everything that play reaches from them.
struct ListedPositions {
    program: OptionProgram,
    file: PathBuf,
    positions: Vec<JsonPosition>,
    lines: Vec<usize>,
    graph: OptionGraph<JsonPosition>,
}

impl ListedPositions {
    fn solve(
        program: &str,
        game: &str,
        file: Option<&Path>,
        control: &Control,
    ) -> anyhow::Result<ListedPositions> {
        if !game.is_empty() {
            bail!("with --options the program is the game: leave out `{game}`");
        }
        let Some(file) = file else {
            bail!(
                "with --options name the positions, a JSON value a line of a file: --positions FILE"
            );
        };
        let shown = file.display();
        let text = read_up_to(file, MAX_FILE, "256 MiB: this is no list of positions")?;
        let (mut positions, mut lines) = (Vec::new(), Vec::new());
        let filled = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
        for (line, at) in filled {
            let position = JsonPosition::read(line);
            positions.push(position.map_err(|why| {
                anyhow!("{shown}: line {at} is no JSON value: {why}; a text stands in quotes")
            })?);
            lines.push(at);
        }
        if positions.is_empty() {
            bail!("{shown} has no positions: write a JSON value a line");
        }
        let program = OptionProgram::new(program, control)?;
        let graph = program.solve(&positions, control)?;
        Ok(ListedPositions { program, file: file.to_path_buf(), positions, lines, graph })
    }
}

/// With a program there is no game, so the first word is the position.
fn only_position(first: &str, second: Option<&String>) -> anyhow::Result<JsonPosition> {
    match second {
        None => Ok(JsonPosition::typed(first)),
        Some(_) => bail!(
            "with --options the program is the game: give the position alone, not `{first}` before it"
        ),
    }
}

fn must_be_absent(what: &str, is_there: bool) -> anyhow::Result<()> {
    match is_there {
        true => bail!("{what} is for games with a rule, not for --options"),
        false => Ok(()),
    }
}

fn values(positions: &[JsonPosition]) -> Value {
    positions.iter().map(JsonPosition::value).collect()
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
