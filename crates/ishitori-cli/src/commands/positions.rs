//! `ishitori positions`: the P- or N-positions of a window, listed or counted.
//!
//! They are streamed into a file with checkpoints, counted as they pass by, or listed. Only a list is
//! collected and sorted in memory, and given up beyond `--max-positions`. An engine finds them, or a file has
//! them (`ishitori::positions`). Values of all positions are for `table`.

use std::io::Write;

use anyhow::bail;
use ishitori::files::JsonLines;
use ishitori::games::AnyGame;
use ishitori::positions::{
    CountRequest, OpenedPositions, PositionCounts, PositionSource, PositionsFile, PositionsQuery,
    SolvableGame, WhereFilter, count, search, stream,
};
use ishitori::{Control, Convention, GaveUp};
use serde_json::{Value, json};

use super::{deliver, lists, write_json};
use crate::args::PositionsArgs;
use crate::format::Format;
use crate::sheet::Sheet;

/// Runs generic code on a game whose positions are listed.
macro_rules! with_listed_game {
    ($game:expr, |$name:ident| $body:expr) => {
        match $game {
            AnyGame::Heaps($name) => $body,
            AnyGame::Board($name) => $body,
            AnyGame::Single($name) => $body,
            AnyGame::Pieces(_) | AnyGame::Figures(_) => {
                unreachable!("refused when they were opened")
            }
        }
    };
}

pub fn run(args: &PositionsArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    let control = &args.work.of(&args.memory.of(control));
    if let Some(list) = &args.on {
        return lists::positions(args, list, control, out);
    }
    let query = PositionsQuery {
        bounds: args.window.bounds(),
        convention: args.play.convention(),
        outcome: args.outcome.into(),
        canonical: args.canonical,
        condition: args.condition.clone(),
    };
    let opened = OpenedPositions::open(&args.game, args.stored.from.as_deref(), query)?;
    opened.answer(control, |mut opened, filter| {
        let name = opened.ruleset.about.full_name();
        let printed = args.output.is_printed_lines();
        let streamed = args.output.format().streamed().filter(|_| !args.count && !printed);
        let kept = args.keeping.keeping().is_wanted();
        if matches!(opened.game, AnyGame::Single(_)) && (kept || printed || streamed.is_some()) {
            bail!("positions of {name} have any number of heaps, so they are listed, not streamed");
        }
        if streamed.is_some() {
            return write_file(opened, args, filter, control, out);
        }
        no_keeping(args)?;
        let mut stored = opened.stored.take();
        deliver(&args.output, control, out, |out| {
            let source =
                stored.as_mut().map_or(PositionSource::Solve(None), PositionSource::Stored);
            with_listed_game!(&opened.game, |game| if args.count {
                write_count(game, &opened, args, filter, source, control, out)
            } else {
                list(game, &opened, args, filter, source, control, out)
            })
        })
    })
}

/// Only what is streamed or counted has checkpoints.
fn no_keeping(args: &PositionsArgs) -> anyhow::Result<()> {
    if args.keeping.keeping().is_wanted() && (!args.count || args.stored.from.is_some()) {
        bail!(
            "a list is collected in memory and has no checkpoints: use --count, or a file that is streamed, \
             as in -o {}.parquet",
            args.game.split('(').next().unwrap_or("positions")
        );
    }
    Ok(())
}

fn write_file(
    mut opened: OpenedPositions,
    args: &PositionsArgs,
    filter: WhereFilter,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let format = args.output.format();
    let (Some(path), Some(streamed)) = (args.output.path(), format.streamed()) else {
        bail!("{} is written into a file: name it with -o", format.word());
    };
    if args.limit.is_some() {
        bail!("--limit is for lists; a file holds all positions");
    }
    let keeping = &args.keeping.keeping();
    let file = PositionsFile { path, format: streamed, keeping };
    let stored = opened.stored.take();
    let OpenedPositions { ruleset, query, .. } = &opened;
    let rows = with_listed_game!(&opened.game, |game| stream(
        game, ruleset, query, filter, stored, &file, control
    ))?;
    writeln!(out, "{rows} {}-positions in {}", query.outcome, path.display())?;
    Ok(())
}

fn list<G: SolvableGame>(
    game: &G,
    opened: &OpenedPositions,
    args: &PositionsArgs,
    filter: WhereFilter,
    source: PositionSource,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let format = args.output.format();
    if format == Format::Bfile {
        bail!("a b-file holds a sequence of numbers: use it with --count");
    }
    let most = control.most_positions();
    let mut found = Vec::new();
    let mut too_many = false;
    search(game, &opened.query, filter, source, control, &mut |position| {
        if found.len() < most {
            found.push(position.clone());
        } else {
            too_many = true;
        }
    })?;
    if too_many {
        return Err(GaveUp::beyond(most, "positions to list").into());
    }
    let mut found = game.arranged(found);
    if format == Format::Jsonl {
        // As in a file.
        found.sort_by_cached_key(|position| row(game, position));
    }
    found.truncate(args.limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX));
    match format {
        Format::Text | Format::Bfile => {
            for position in &found {
                writeln!(out, "{}", game.write(position))?;
            }
            Ok(())
        }
        Format::Json => {
            let mut value = description(opened);
            value["count"] = json!(found.len());
            value["positions"] = found.iter().map(|p| game.json(p)).collect();
            write_json(&value, out)
        }
        Format::Jsonl => {
            let mut lines = JsonLines::new(out, &game.columns());
            found.iter().try_for_each(|position| lines.append(&row(game, position), None))?;
            Ok(())
        }
        format => {
            let rows = found.iter().map(|p| game.cells(p)).collect();
            let sheet = Sheet { headings: game.headings(), rows, ..Sheet::default() };
            Ok(sheet.write(format, out)?)
        }
    }
}

/// The numbers of a position, as a file holds them.
fn row<G: SolvableGame>(game: &G, position: &G::Position) -> Vec<u64> {
    let mut row = Vec::new();
    game.numbers(position, &mut row);
    row
}

fn write_count<G: SolvableGame>(
    game: &G,
    opened: &OpenedPositions,
    args: &PositionsArgs,
    filter: WhereFilter,
    source: PositionSource,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let format = args.output.format();
    if format.streamed().is_some() {
        bail!("{} holds positions: --count gives numbers, as text, CSV or JSON", format.word());
    }
    let (query, keeping) = (&opened.query, &args.keeping.keeping());
    let by_class = format != Format::Text;
    let request = CountRequest { ruleset: &opened.ruleset, query, by_class, keeping };
    let counted = count(game, &request, filter, source, control)?;
    let PositionCounts { count, mut classes } = counted;
    // a(n): with every heap <= n, or with exactly n stones.
    let bounds = &query.bounds;
    let last = bounds.to.iter().max().copied().or(bounds.total).or(game.most_stones());
    if let Some(last) = last.and_then(|last| usize::try_from(last).ok())
        && classes.len() <= last
        && last < 1 << 24
    {
        classes.resize(last + 1, 0);
    }
    let by_heap = !bounds.to.is_empty();
    if by_heap {
        for n in 1..classes.len() {
            classes[n] += classes[n - 1];
        }
    }
    let meaning = if by_heap { "with every heap <= n" } else { "with exactly n stones" };
    match format {
        Format::Text => writeln!(out, "{count}")?,
        Format::Json => {
            let mut value = description(opened);
            value["count"] = json!(count);
            value["sequence"] = json!({ "meaning": meaning, "from": 0, "values": classes });
            write_json(&value, out)?;
        }
        Format::Bfile => {
            let (outcome, name) = (query.outcome, opened.ruleset.about.full_name());
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

fn description(opened: &OpenedPositions) -> Value {
    let query = &opened.query;
    json!({
        "game": opened.ruleset.about.full_name(),
        "convention": if query.convention == Convention::Misere { "misere" } else { "normal" },
        "outcome": query.outcome.to_string(),
        "canonical": query.canonical,
        "where": query.condition,
        "bounds": { "to": query.bounds.to, "total": query.bounds.total },
    })
}
