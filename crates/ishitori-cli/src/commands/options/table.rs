//! `table --options`: what is true of each position of a list.
//!
//! All positions are solved together, so what several of them reach is asked for once.

use std::io::Write;

use anyhow::bail;
use ishitori::options::JsonPosition;
use ishitori::stopwatch::within;
use ishitori::{Bounds, Control, Convention};
use serde_json::{Value, json};

use super::{ListedPositions, must_be_absent};
use crate::args::{Shows, TableArgs};
use crate::commands::{convention_word, deliver, time_limit, write_json};
use crate::format::Format;
use crate::sheet::Sheet;

/// `table --options`.
pub fn table(
    program: &str,
    args: &TableArgs,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    must_be_absent("--from", args.stored.from.is_some())?;
    must_be_absent("--fix", !args.fix.is_empty())?;
    must_be_absent("a window", args.window.bounds() != Bounds::default())?;
    must_be_absent("a checkpoint", args.keeping.keeping().is_wanted())?;
    let convention = args.play.convention();
    let shows = match (args.show, convention) {
        (None, Convention::Normal) => Shows::Grundy,
        (None, Convention::Misere) => Shows::Outcome,
        (Some(Shows::Grundy), Convention::Misere) => {
            bail!("the values of misère play are not found here: show outcome or remoteness")
        }
        (Some(shows), _) => shows,
    };
    let format = args.output.format();
    if let Format::Bfile | Format::Npy | Format::Parquet | Format::Zarr = format {
        bail!("a list of positions is written as text, CSV, JSON, JSON lines, Markdown or LaTeX");
    }
    let limit = time_limit(args.program_time.time)?;
    let control = &args.work.of(&args.memory.of(&within(control, limit)));
    let listed =
        ListedPositions::solve(program, &args.game, args.listed.positions.as_deref(), control)?;
    deliver(&args.output, control, out, |out| write(&listed, shows, convention, format, out))
}

fn write(
    listed: &ListedPositions,
    shows: Shows,
    convention: Convention,
    format: Format,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let fact = |position: &JsonPosition| -> Value {
        let facts = listed.graph.facts(position).expect("it was asked for");
        match shows {
            Shows::Grundy => facts.grundy.into(),
            Shows::Outcome => facts.outcome(convention).to_string().into(),
            Shows::Remoteness => facts.remoteness(convention).into(),
        }
    };
    let word = match shows {
        Shows::Grundy => "grundy",
        Shows::Outcome => "outcome",
        Shows::Remoteness => "remoteness",
    };
    let entry = |position: &JsonPosition| {
        let mut entry = json!({ "position": position.value() });
        entry[word] = fact(position);
        entry
    };
    match format {
        Format::Json => {
            let value = json!({
                "game": listed.program.name(),
                "convention": convention_word(convention),
                "show": word,
                "positions": listed.positions.iter().map(entry).collect::<Vec<Value>>(),
            });
            write_json(&value, out)
        }
        Format::Jsonl => {
            for position in &listed.positions {
                writeln!(out, "{}", entry(position))?;
            }
            Ok(())
        }
        format => {
            let cell =
                |value: Value| value.as_str().map_or_else(|| value.to_string(), String::from);
            let row = |p: &JsonPosition| vec![p.to_string(), cell(fact(p))];
            let rows = listed.positions.iter().map(row).collect();
            let headings = vec!["position".to_string(), word.to_string()];
            Ok(Sheet { headings, rows, row_headings: true, words: true }.write(format, out)?)
        }
    }
}
