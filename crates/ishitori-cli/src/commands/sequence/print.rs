//! What was found about a sequence, in every format that can hold it.
//!
//! The others are refused before any work ([`writable`]). A period is printed as proved only if the checker
//! has accepted it; one that only seems to be there is printed apart, with the reason. Cost: 8 bytes a value
//! beside the sequence itself.

use std::io::Write;

use anyhow::bail;
use ishitori::files::write_npy_table;
use ishitori::sequence_run::{SequenceFinding, reasons};
use ishitori::stopwatch::time_words;
use serde_json::json;

use crate::args::SequenceArgs;
use crate::commands::write_json;
use crate::format::Format;
use crate::sheet::Sheet;

/// Values in a row of text.
const ROW: usize = 20;

/// Refuses what a sequence cannot be written as, before any work.
pub fn writable(args: &SequenceArgs) -> anyhow::Result<()> {
    match args.output.format() {
        format @ (Format::Parquet | Format::Zarr) => bail!(
            "a sequence is not written as {}: end its name in .npy, .csv or .jsonl, or say --format bfile",
            format.word()
        ),
        Format::Npy if args.output.path().is_none() => {
            bail!("--format npy needs -o FILE: an array is nothing for a terminal")
        }
        _ => Ok(()),
    }
}

pub fn write(
    finding: &SequenceFinding,
    args: &SequenceArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let name = finding.ruleset.about.full_name();
    let values: Vec<u64> = (0..=args.to).map_while(|heap| finding.sequence.value(heap)).collect();
    match args.output.format() {
        Format::Text => text(&name, finding, &values, out),
        Format::Json => {
            let mut value = finding.json();
            value["game"] = json!(name);
            value["to"] = json!(args.to);
            value["values"] = json!(values);
            write_json(&value, out)
        }
        Format::Bfile => {
            writeln!(out, "# Grundy values of {name}, by the number of stones of a heap")?;
            for (heap, value) in values.iter().enumerate() {
                writeln!(out, "{heap} {value}")?;
            }
            Ok(())
        }
        Format::Jsonl => {
            for (heap, value) in values.iter().enumerate() {
                writeln!(out, "{}", json!({ "n": heap, "grundy": value }))?;
            }
            Ok(())
        }
        Format::Npy => {
            let last = values.len().saturating_sub(1) as u64;
            write_npy_table(out, &[0], &[last], &mut |heap| {
                let value = usize::try_from(heap[0]).ok().and_then(|heap| values.get(heap));
                Ok(value.and_then(|value| u32::try_from(*value).ok()))
            })?;
            Ok(())
        }
        format => {
            let rows = values.iter().enumerate().map(|(n, v)| vec![n.to_string(), v.to_string()]);
            let headings = vec!["n".to_string(), "grundy".to_string()];
            Sheet { headings, rows: rows.collect(), ..Sheet::default() }.write(format, out)?;
            Ok(())
        }
    }
}

fn text(
    name: &str,
    finding: &SequenceFinding,
    values: &[u64],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    writeln!(out, "{name}  heaps 0 to {}", values.len().saturating_sub(1))?;
    let width = values.iter().map(|value| value.to_string().len()).max().unwrap_or(1);
    let margin = values.len().to_string().len();
    for (row, first) in values.chunks(ROW).zip((0..).step_by(ROW)) {
        let row: Vec<String> = row.iter().map(|value| format!("{value:>width$}")).collect();
        writeln!(out, "{first:>margin$}  {}", row.join(" "))?;
    }
    let sequence = &finding.sequence;
    match &finding.proved {
        Some(proved) => {
            let period = proved.period;
            let saltus = saltus(period.saltus);
            writeln!(
                out,
                "period  {}{saltus} from {} on, PROVED by {} values, accepted by ishitori-check in {}",
                period.length,
                period.start,
                period.values,
                time_words(proved.took)
            )?;
        }
        None => writeln!(out, "period  none proved with {} values", sequence.len())?,
    }
    if let Some((seems, why)) = finding.unproved() {
        writeln!(
            out,
            "seems   period {}{} from {} on, so far (not proved: {why})",
            seems.length,
            saltus(seems.saltus),
            seems.start
        )?;
    }
    for (i, reason) in reasons(sequence).iter().enumerate() {
        let head =
            if i == 0 { format!("engine  {}: ", sequence.engine().name()) } else { " ".repeat(8) };
        writeln!(out, "{head}{reason}")?;
    }
    Ok(())
}

fn saltus(saltus: u64) -> String {
    if saltus == 0 { String::new() } else { format!(", saltus {saltus},") }
}
