//! `ishitori sequence GAME --row '*,3'`: the Grundy values of one heap of a game on heaps, the others fixed.
//!
//! The row is the last of a band with one free heap (`ishitori::bands`), so its period is proved for all sizes, and the certificate is
//! that of the band. A game that is none is refused with the move that does not fit.

use std::io::Write;

use anyhow::bail;
use ishitori::bands::{BandFinding, BandQuestion, RowPeriod, find, heap_rules};
use ishitori::files::save;
use ishitori::rules::Ruleset;
use ishitori::{Control, GaveUp};
use serde_json::json;

use crate::args::SequenceArgs;
use crate::commands::{deliver, write_json};
use crate::format::Format;
use crate::sheet::Sheet;

/// Values in a line of text.
const LINE: usize = 20;
/// The most values that are written.
const MOST: u64 = 10_000_000;

pub fn run(
    ruleset: &Ruleset,
    row: &str,
    args: &SequenceArgs,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if args.rocq.is_some() || args.resume.is_some() {
        bail!("--rocq and --resume are for games on single heaps");
    }
    if args.to > MOST {
        bail!("--to is at most {MOST} with --row; `ishitori value` tells the value of any size");
    }
    let rules = heap_rules(ruleset)?;
    let words: Vec<&str> = row.split(',').map(str::trim).collect();
    let stars: Vec<usize> = (0..words.len()).filter(|at| words[*at] == "*").collect();
    let ([first], true) = (&stars[..], words.len() == rules.names.len()) else {
        bail!(
            "--row has a size for each of {}, and `*` for the one whose sizes run: '*{}'",
            rules.names.join(", "),
            ",3".repeat(rules.names.len() - 1)
        );
    };
    let sizes = words.iter().filter(|word| **word != "*").map(|word| word.parse::<u64>());
    let Ok(bounds) = sizes.collect::<Result<Vec<u64>, _>>() else {
        bail!("--row {row}: a size is a number");
    };
    let question = BandQuestion { rules, first: *first, second: None, bounds };
    let band = match find(ruleset, &question, control)? {
        BandFinding::Proved(band) => band,
        BandFinding::Outside(why) => bail!("{}: {why}", ruleset.about.full_name()),
        BandFinding::Open(why) => return Err(GaveUp::new(why.why()).into()),
    };
    if let Some(path) = &args.certificate {
        save(path, band.certificate.as_bytes())?;
    }
    let last = band.band.rows - 1;
    let period = band.band.row_period(last);
    let values: Vec<u64> = (0..=args.to).filter_map(|x| band.band.value(last, x)).collect();
    let name = format!("{}  {row}", ruleset.about.full_name());
    deliver(&args.output, control, out, |out| write(&name, &values, period, args, out))
}

fn write(
    name: &str,
    values: &[u64],
    found: RowPeriod,
    args: &SequenceArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let RowPeriod { start, period, saltus } = found;
    match args.output.format() {
        Format::Text => {
            writeln!(out, "{name}  heaps 0 to {}", values.len().saturating_sub(1))?;
            let width = values.iter().map(|value| value.to_string().len()).max().unwrap_or(1);
            let margin = values.len().to_string().len();
            for (line, first) in values.chunks(LINE).zip((0..).step_by(LINE)) {
                let line: Vec<String> =
                    line.iter().map(|value| format!("{value:>width$}")).collect();
                writeln!(out, "{first:>margin$}  {}", line.join(" "))?;
            }
            writeln!(
                out,
                "period  {period}, saltus {saltus}, from {start} on, PROVED, accepted by ishitori-check"
            )?;
            Ok(())
        }
        Format::Json => {
            let period = json!({ "length": period, "start": start, "saltus": saltus });
            write_json(
                &json!({ "game": name, "to": args.to, "period": period, "values": values }),
                out,
            )
        }
        format @ (Format::Parquet | Format::Zarr | Format::Npy | Format::Bfile | Format::Jsonl) => {
            bail!("a row is not written as {}: use text, --json or --format csv", format.word())
        }
        format => {
            let rows = values.iter().enumerate().map(|(n, v)| vec![n.to_string(), v.to_string()]);
            let headings = vec!["n".to_string(), "grundy".to_string()];
            Sheet { headings, rows: rows.collect(), ..Sheet::default() }.write(format, out)?;
            Ok(())
        }
    }
}
