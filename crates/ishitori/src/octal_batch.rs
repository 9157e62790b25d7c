//! All octal games with a few digits, one after the other, as a table that can be resumed.
//!
//! The folder holds `ledger.jsonl` (one line a finished game, written as soon as it is), `table.csv` and
//! `table.md` (the same for people), and `certificates/`. A run that was stopped goes on after the last whole
//! line; games that were left open are tried again if more values are allowed.
//!
//! Periods are compared with published ones (testdata/octal-periods.csv, compiled in): a disagreement is
//! reported with both.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use ishitori_core::control::Control;
use ishitori_core::single::Period;
use serde_json::{Value, json};

use crate::files::save_into;
use crate::ledger::{BatchLedger, write_tables};
use crate::open;
use crate::sequence_run::SequenceFinding;

/// Published periods: code, length, the last heap that is an exception, source.
const PUBLISHED: &str = include_str!("../../../testdata/octal-periods.csv");

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

/// The games of a batch and what is known of them.
pub struct OctalBatch {
    folder: PathBuf,
    codes: Vec<String>,
    ledger: BatchLedger,
    search: u64,
}

impl OctalBatch {
    /// All games with at most so many digits, in a folder. So many values of each are searched for a period.
    ///
    /// # Errors
    /// If the folder cannot be used.
    pub fn open(folder: &Path, digits: u8, search: u64) -> anyhow::Result<OctalBatch> {
        let ledger = BatchLedger::open(folder, &|line| match line["code"].as_str() {
            Some(code) => Ok(code.to_string()),
            None => Err("this is no ledger of octal games".to_string()),
        })?;
        Ok(OctalBatch { folder: folder.to_path_buf(), codes: codes(digits), ledger, search })
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.codes.len()
    }

    /// How many of them are done.
    pub fn done(&self) -> usize {
        self.codes.iter().filter(|code| self.is_done(code)).count()
    }

    fn is_done(&self, code: &str) -> bool {
        self.ledger.line(code).is_some_and(|line| {
            let asked = line["search"].as_u64().unwrap_or(0);
            line["verdict"] == "proved" && certificate(&self.folder, code).is_file()
                || line["verdict"] != "proved" && asked >= self.search
        })
    }

    /// Does the games that are left, calls `told` with the line of each, and writes the tables. All lines, in order.
    ///
    /// # Errors
    /// If the work is stopped, or `told` fails; what is done is in the ledger.
    pub fn run(
        &mut self,
        control: &Control,
        told: &mut dyn FnMut(&Value) -> anyhow::Result<()>,
    ) -> anyhow::Result<Vec<&Value>> {
        let published = published();
        for code in self.codes.clone() {
            if self.is_done(&code) {
                continue;
            }
            let line = one(&code, self.search, &self.folder, &published, control)?;
            told(&line)?;
            self.ledger.add(&code, line)?;
        }
        let lines: Vec<&Value> =
            self.codes.iter().filter_map(|code| self.ledger.line(code)).collect();
        let rows: Vec<Vec<String>> = lines.iter().map(|line| cells(line)).collect();
        write_tables(&self.folder, &COLUMNS, &rows)?;
        Ok(lines)
    }
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
    search: u64,
    folder: &Path,
    published: &HashMap<&str, Vec<PublishedPeriod>>,
    control: &Control,
) -> anyhow::Result<Value> {
    let begun = Instant::now();
    let ruleset = open::ruleset(&format!("octal({code})"))?;
    let finding = SequenceFinding::find(ruleset, 0, search, None, control)?;
    if let Some(proved) = &finding.proved {
        save_into(&certificate(folder, code), proved.certificate.as_bytes())?;
    }
    let mut line = finding.json();
    line["code"] = json!(code);
    line["verdict"] = json!(if finding.proved.is_some() { "proved" } else { "open" });
    line["search"] = json!(search);
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

/// Published periods that are not what was found, in words, from a line of the ledger.
pub fn disagreements(line: &Value) -> String {
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
