//! All octal games with a few digits, one after the other, as a table that can be resumed.
//!
//! The folder holds `ledger.jsonl` (one line a finished game, written as soon as it is), `table.csv` and
//! `table.md` (the same for people), and `certificates/`. A run that was stopped goes on after the last whole
//! line; games that were left open are tried again if more values are allowed.
//!
//! Periods are compared with published ones (testdata/octal-periods.csv, compiled in): a disagreement is
//! reported with both.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use ishitori::open;
use ishitori_core::control::Control;
use ishitori_core::single::Period;
use serde_json::{Value, json};

use super::{find, print};
use crate::args::SequenceArgs;
use crate::commands::prove::time;
use crate::commands::save;

/// Published periods: code, length, the last heap that is an exception, source.
const PUBLISHED: &str = include_str!("../../../../../testdata/octal-periods.csv");

/// The columns of the table.
const COLUMNS: [&str; 9] = [
    "code",
    "verdict",
    "period",
    "preperiod",
    "saltus",
    "values",
    "engine",
    "published",
    "seconds",
];

pub fn run(
    digits: u8,
    args: &SequenceArgs,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let folder =
        args.output.output.clone().unwrap_or_else(|| PathBuf::from(format!("octal-{digits}")));
    let mut ledger = SequenceLedger::open(&folder)?;
    let codes = codes(digits);
    let published = published();
    let is_done = |ledger: &SequenceLedger, code: &String| {
        ledger.lines.get(code).is_some_and(|line| {
            let asked = line["search"].as_u64().unwrap_or(0);
            line["verdict"] == "proved" && certificate(&folder, code).is_file()
                || line["verdict"] != "proved" && asked >= args.search
        })
    };
    let left = codes.iter().filter(|code| !is_done(&ledger, code)).count();
    if left < codes.len() {
        writeln!(
            out,
            "{} of {} games are done in {}",
            codes.len() - left,
            codes.len(),
            folder.display()
        )?;
    }
    for code in &codes {
        if is_done(&ledger, code) {
            continue;
        }
        let line = one(code, args, &folder, &published, control)?;
        if !args.output.json {
            write_line(&line, out)?;
            out.flush()?;
        }
        ledger.add(code, line)?;
    }
    let lines: Vec<&Value> = codes.iter().filter_map(|code| ledger.lines.get(code)).collect();
    write_tables(&folder, &lines)?;
    let count = |key: &str, value: &str| lines.iter().filter(|line| line[key] == value).count();
    let proved = count("verdict", "proved");
    if args.output.json {
        for line in &lines {
            writeln!(out, "{line}")?;
        }
        return Ok(());
    }
    writeln!(
        out,
        "{proved} of {} games have a proved period, {} are open",
        lines.len(),
        lines.len() - proved
    )?;
    let (agree, disagree) = (count("published", "agrees"), count("published", "disagrees"));
    writeln!(out, "published periods: {agree} agree, {disagree} disagree")?;
    writeln!(out, "table: {}", folder.join("table.md").display())?;
    Ok(())
}

/// All codes with at most so many digits behind the point, the last of which is not 0; with 0 or 4 before it.
fn codes(digits: u8) -> Vec<String> {
    let mut codes = Vec::new();
    for first in [0, 4] {
        for length in 0..=u32::from(digits) {
            for number in 0..8u64.pow(length) {
                let behind: String = match length {
                    0 => String::new(),
                    _ => format!("{number:0width$o}", width = length as usize),
                };
                if !(behind.ends_with('0') || first == 0 && behind.is_empty()) {
                    codes.push(format!("{first}.{behind}"));
                }
            }
        }
    }
    codes
}

/// One game: a line of the ledger.
fn one(
    code: &str,
    args: &SequenceArgs,
    folder: &Path,
    published: &HashMap<&str, Vec<PublishedPeriod>>,
    control: &Control,
) -> anyhow::Result<Value> {
    let begun = Instant::now();
    let ruleset = open::ruleset(&format!("octal({code})"))?;
    let args = SequenceArgs { to: 0, ..args.clone() };
    let finding = find(ruleset, &args, control)?;
    if let Some(proved) = &finding.proved {
        let path = certificate(folder, code);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot make {}", folder.display()))?;
        }
        save(&path, proved.certificate.as_bytes())?;
    }
    let mut line = print::period_json(&finding);
    line["code"] = json!(code);
    line["verdict"] = json!(if finding.proved.is_some() { "proved" } else { "open" });
    line["search"] = json!(args.search);
    line["seconds"] = json!(begun.elapsed().as_secs_f64());
    if let Some(known) = published.get(code) {
        compare(&mut line, finding.proved.as_ref().map(|proved| proved.period), known);
    }
    Ok(line)
}

/// Adds what is published, and whether it is what was found.
fn compare(line: &mut Value, period: Option<Period>, known: &[PublishedPeriod]) {
    let Some(period) = period else {
        line["published"] = json!("not reached");
        return;
    };
    let is_same = |known: &&PublishedPeriod| {
        known.length == period.length && known.start.is_none_or(|start| start == period.start)
    };
    let others: Vec<Value> = known
        .iter()
        .filter(|known| !is_same(known))
        .map(
            |known| json!({ "length": known.length, "start": known.start, "source": known.source }),
        )
        .collect();
    line["published"] = json!(if others.is_empty() { "agrees" } else { "disagrees" });
    line["disagreements"] = json!(others);
}

/// Published periods that are not what was found, in words.
fn disagreements(line: &Value) -> String {
    let one = |known: &Value| {
        let source = known["source"].as_str().unwrap_or_default();
        format!("period {} from {} ({source})", known["length"], known["start"])
    };
    let others = line["disagreements"].as_array().map(Vec::as_slice).unwrap_or_default();
    others.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// A period that somebody published.
struct PublishedPeriod {
    length: u64,
    /// Where it begins, if that is published.
    start: Option<u64>,
    source: &'static str,
}

fn published() -> HashMap<&'static str, Vec<PublishedPeriod>> {
    let rows = PUBLISHED.lines().filter(|line| !line.starts_with('#')).skip(1);
    let read = |line: &'static str| {
        let cells: Vec<&'static str> = line.split(',').collect();
        let [code, length, start, source] = cells.as_slice() else { return None };
        Some((
            *code,
            PublishedPeriod { length: length.parse().ok()?, start: start.parse().ok(), source },
        ))
    };
    let mut published: HashMap<&str, Vec<PublishedPeriod>> = HashMap::new();
    for (code, row) in rows.filter_map(read) {
        published.entry(code).or_default().push(row);
    }
    published
}

fn certificate(folder: &Path, code: &str) -> PathBuf {
    folder.join("certificates").join(format!("octal-{code}.cert"))
}

fn write_line(line: &Value, out: &mut dyn Write) -> anyhow::Result<()> {
    let code = line["code"].as_str().unwrap_or_default();
    let took = time(std::time::Duration::from_secs_f64(line["seconds"].as_f64().unwrap_or(0.0)));
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

/// The cells of a line.
fn cells(line: &Value) -> Vec<String> {
    let text = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let period = &line["period"];
    let published = match line["published"].as_str() {
        Some("disagrees") => disagreements(line).replace(',', ";"),
        other => other.unwrap_or_default().to_string(),
    };
    vec![
        text(&line["code"]),
        text(&line["verdict"]),
        text(&period["length"]),
        text(&period["start"]),
        text(&period["saltus"]),
        text(&line["computed"]),
        text(&line["engine"]),
        published,
        format!("{:.3}", line["seconds"].as_f64().unwrap_or(0.0)),
    ]
}

fn write_tables(folder: &Path, lines: &[&Value]) -> anyhow::Result<()> {
    let mut csv = format!("{}\n", COLUMNS.join(","));
    let mut markdown = format!("| {} |\n|{}\n", COLUMNS.join(" | "), "---|".repeat(COLUMNS.len()));
    for line in lines {
        let cells = cells(line);
        csv.push_str(&format!("{}\n", cells.join(",")));
        markdown.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    save(&folder.join("table.csv"), csv.as_bytes())?;
    save(&folder.join("table.md"), markdown.as_bytes())
}

/// The lines of the games that are done.
struct SequenceLedger {
    path: PathBuf,
    lines: HashMap<String, Value>,
}

impl SequenceLedger {
    /// What an earlier run did. A last line that was not finished is dropped.
    fn open(folder: &Path) -> anyhow::Result<SequenceLedger> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let path = folder.join("ledger.jsonl");
        let mut lines = HashMap::new();
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", path.display()));
            }
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        for line in text[..whole].lines() {
            let line: Value = serde_json::from_str(line)
                .with_context(|| format!("{} has a line that is no JSON", path.display()))?;
            if let Some(code) = line["code"].as_str() {
                lines.insert(code.to_string(), line);
            }
        }
        if whole < text.len() {
            save(&path, &text.as_bytes()[..whole])?;
        }
        Ok(SequenceLedger { path, lines })
    }

    fn add(&mut self, code: &str, line: Value) -> anyhow::Result<()> {
        let cannot = || format!("cannot write {}", self.path.display());
        let mut file =
            OpenOptions::new().create(true).append(true).open(&self.path).with_context(cannot)?;
        file.write_all(format!("{line}\n").as_bytes()).with_context(cannot)?;
        self.lines.insert(code.to_string(), line);
        Ok(())
    }
}
