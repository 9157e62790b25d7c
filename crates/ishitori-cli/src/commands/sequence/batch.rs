//! All octal games with a few digits, one after the other, as lines and a table that can be resumed.
//!
//! The ledger, the tables and the comparison with published periods are in `ishitori::octal_batch`; here each
//! game is printed when it is done, with the published period if that is another. One game: `sequence`.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use ishitori::Control;
use ishitori::octal_batch::{OctalBatch, disagreements};
use ishitori::stopwatch::time_words;
use serde_json::Value;

use crate::args::SequenceArgs;

pub fn run(
    digits: u8,
    args: &SequenceArgs,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let folder =
        args.output.path().map_or_else(|| PathBuf::from(format!("octal-{digits}")), PathBuf::from);
    let mut batch = OctalBatch::open(&folder, digits, args.search)?;
    let (done, games) = (batch.done(), batch.games());
    if done > 0 {
        writeln!(out, "{done} of {games} games are done in {}", folder.display())?;
    }
    let lines = batch.run(control, &mut |line| {
        if !args.output.json {
            write_line(line, out)?;
            out.flush()?;
        }
        Ok(())
    })?;
    if args.output.json {
        for line in &lines {
            writeln!(out, "{line}")?;
        }
        return Ok(());
    }
    let count = |key: &str, value: &str| lines.iter().filter(|line| line[key] == value).count();
    let proved = count("verdict", "proved");
    let (all, open) = (lines.len(), lines.len() - proved);
    writeln!(out, "{proved} of {all} games have a proved period, {open} are open")?;
    let (agree, disagree) = (count("published", "agrees"), count("published", "disagrees"));
    writeln!(out, "published periods: {agree} agree, {disagree} disagree")?;
    writeln!(out, "table: {}", folder.join("table.md").display())?;
    Ok(())
}

fn write_line(line: &Value, out: &mut dyn Write) -> anyhow::Result<()> {
    let code = line["code"].as_str().unwrap_or_default();
    let took = time_words(Duration::from_secs_f64(line["seconds"].as_f64().unwrap_or(0.0)));
    let known = match line["published"].as_str() {
        Some("disagrees") => format!("  PUBLISHED: {}", disagreements(line)),
        Some("agrees") => "  as published".to_string(),
        _ => String::new(),
    };
    match &line["period"] {
        Value::Null => {
            writeln!(out, "{code:<6}  open after {} values  [{took}]{known}", line["computed"])?
        }
        period => writeln!(
            out,
            "{code:<6}  period {} from {}  [{took}]{known}",
            period["length"], period["start"]
        )?,
    }
    Ok(())
}
