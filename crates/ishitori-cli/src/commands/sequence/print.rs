//! What was found about a sequence, as text, CSV, JSON, JSON lines, Markdown, LaTeX, a b-file or a NumPy array.

use std::io::Write;

use anyhow::bail;
use ishitori_core::single::{Sequence, SequenceEngine, period};
use ishitori_store::exports::write_npy_table;
use serde_json::{Value, json};

use super::SequenceFinding;
use crate::args::SequenceArgs;
use crate::commands::prove::time;
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
        Format::Npy if args.output.output.is_none() => {
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
            let mut value = period_json(finding);
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
                time(proved.took)
            )?;
        }
        None => writeln!(out, "period  none proved with {} values", sequence.len())?,
    }
    if let Some(seems) = sequence.seems() {
        let needed = |breaks| period::needed(breaks, seems.start, seems.length);
        let why = match (sequence.breaks(), seems.saltus, sequence.breaks().and_then(needed)) {
            (None, ..) => "no theorem for rules that look at sizes".to_string(),
            (Some(_), 0, Some(needed)) => format!("it takes {needed} values, see --search"),
            (Some(_), ..) => "too many options to look at".to_string(),
        };
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

/// Why this engine.
pub fn reasons(sequence: &Sequence) -> Vec<String> {
    let mut reasons = Vec::new();
    match sequence.engine() {
        SequenceEngine::Pairs => {
            reasons.push("all pairs of heaps are looked at".to_string());
            let splits = sequence.breaks().is_some_and(|breaks| breaks.most_parts() == 2);
            if splits && sequence.len() > 512 {
                reasons.push("no mask makes few enough heaps rare".to_string());
            }
        }
        SequenceEngine::Sparse(mask) => {
            let rare = sequence.rare().unwrap_or(0);
            let many = sequence.len();
            reasons.push(format!(
                "{rare} of {many} heaps are rare, and only they are looked at beside all others"
            ));
            let low = mask.digits & ((1 << 8) - 1);
            let size = if mask.shift.is_some() { " and the size" } else { "" };
            reasons.push(format!(
                "rare: evenly many ones among the binary digits ...{low:08b} of the value{size}"
            ));
        }
        SequenceEngine::Takes => {
            reasons.push("heaps are never split: a few look-ups a heap".to_string())
        }
        SequenceEngine::Scan => {
            reasons.push("the rule looks at sizes, so all options are tried".to_string())
        }
    }
    reasons
}

/// What is known of the period, for programs.
pub fn period_json(finding: &SequenceFinding) -> Value {
    let sequence = &finding.sequence;
    let period = finding.proved.as_ref().map(|proved| {
        let period = proved.period;
        json!({
            "length": period.length,
            "start": period.start,
            "saltus": period.saltus,
            "values": period.values,
            "proved": true,
            "check_seconds": proved.took.as_secs_f64(),
        })
    });
    let seems = sequence.seems().map(
        |seems| json!({ "length": seems.length, "start": seems.start, "saltus": seems.saltus }),
    );
    json!({
        "period": period,
        "seems": seems,
        "computed": sequence.len(),
        "engine": sequence.engine().name(),
        "reasons": reasons(sequence),
        "rare": sequence.rare(),
    })
}
