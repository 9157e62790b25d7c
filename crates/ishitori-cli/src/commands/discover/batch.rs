//! Many games in a row: complexes, or a sweep over parameters, as lines and a table that can be resumed.
//!
//! The games, the ledger and the tables are in `ishitori::discovery_batch`; here each game is printed when it
//! is done. A game that resists stops no other, and the exit code is 0 once all were tried.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use ishitori::Control;
use ishitori::discoveries::{DiscoveryRequest, kind};
use ishitori::discovery_batch::{
    BatchGame, BatchRequest, DiscoveryBatch, complex_games, slice_counts, state_counts,
    states_at_least, swept_games,
};
use ishitori::files::DiscoveryStore;
use ishitori::stopwatch::time_words;
use serde_json::Value;

use crate::args::DiscoverArgs;

pub fn run(
    args: &DiscoverArgs,
    request: &DiscoveryRequest,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let (games, title) = games(args)?;
    let suffix = if kind(request.aim) == "p" { "" } else { &format!("-{}", kind(request.aim)) };
    let default = PathBuf::from(format!("discover-{title}{suffix}"));
    let folder = args.output.clone().unwrap_or(default);
    let request = BatchRequest {
        discovery: *request,
        time: args.limit(),
        slices: args.slices,
        again: args.again,
        keeps: !args.forget,
        store: DiscoveryStore::of_user(),
    };
    let mut batch = DiscoveryBatch::open(&folder, games, request)?;
    let (done, all) = (batch.done(), batch.games());
    if !args.json && done > 0 {
        writeln!(out, "{done} of {all} games are done in {}", folder.display())?;
    }
    let lines = batch.run(control, &mut |at, line| {
        match args.json {
            true => writeln!(out, "{line}")?,
            false => write_line(at + 1, all, line, out)?,
        }
        Ok(out.flush()?)
    })?;
    if !args.json {
        let count = |verdict: &str| lines.iter().filter(|line| line["verdict"] == verdict).count();
        let (proved, skipped) = (count("proved"), count("skipped"));
        let open = lines.len() - proved - skipped;
        let skipped = if skipped > 0 { format!(", {skipped} skipped") } else { String::new() };
        writeln!(out, "{proved} of {} games proved, {open} open{skipped}", lines.len())?;
        let slices: Vec<(usize, usize)> =
            lines.iter().filter_map(|line| slice_counts(line)).collect();
        if args.slices {
            let proved: usize = slices.iter().map(|(proved, _)| proved).sum();
            let all: usize = slices.iter().map(|(_, all)| all).sum();
            let some = slices.iter().filter(|(proved, _)| *proved > 0).count();
            writeln!(
                out,
                "slices: {proved} of {all} proved; {some} of {} open games have a proved one",
                slices.len()
            )?;
        }
        writeln!(out, "table: {}", folder.join("table.md").display())?;
    }
    Ok(())
}

/// The games, and what to call them.
fn games(args: &DiscoverArgs) -> anyhow::Result<(Vec<BatchGame>, String)> {
    if let Some(vertices) = args.complexes {
        return Ok((complex_games(vertices)?, format!("complexes-{vertices}")));
    }
    let Some(pattern) = &args.sweep else { bail!("name a batch: --complexes or --sweep") };
    let ranges: Vec<&str> = args.games.iter().map(String::as_str).collect();
    let title: String =
        pattern.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    Ok((swept_games(pattern, &ranges)?, format!("sweep-{title}")))
}

fn write_line(at: usize, of: usize, line: &Value, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = line["game"].as_str().unwrap_or_default();
    let words = match line["verdict"].as_str() {
        Some("proved") => {
            let seconds = line["seconds"].as_f64().unwrap_or_default();
            let (spent, states) =
                (time_words(Duration::from_secs_f64(seconds)), state_counts(line));
            let statement = line["statement"].as_str().unwrap_or("no short formula");
            format!("proved  {statement}  [{states} states, {spent}]")
        }
        Some("skipped") => format!("skipped: {}", line["why"].as_str().unwrap_or_default()),
        _ => {
            let why = line["why"].as_str().unwrap_or_default();
            let slices = match slice_counts(line) {
                Some((proved, all)) => format!("; {proved} of {all} slices proved"),
                None => String::new(),
            };
            match states_at_least(line) {
                Some(states) => format!("open    {why} (at least {states} states){slices}"),
                None => format!("open    {why}{slices}"),
            }
        }
    };
    writeln!(out, "{at:>4}/{of}  {game:<24} {words}")?;
    Ok(())
}
