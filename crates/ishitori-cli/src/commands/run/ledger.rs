//! What a batch has done: a line of JSON for each job that ended, on the disk before the next begins.
//!
//! A last line that was not finished when the machine went down is dropped. A line counts for a job with
//! the same rule, options and program; an edited job is done again.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::super::save;
use super::jobs::RunJob;

/// A job that has ended.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LedgerEntry {
    /// The name of the job.
    pub job: String,
    /// The command it was.
    pub command: String,
    /// Its exit code; none if it was killed.
    pub code: Option<i32>,
    /// How long it took.
    pub seconds: f64,
    /// The first line that it told.
    pub told: String,
    /// Its folder.
    pub folder: String,
    /// What it was about.
    pub fingerprint: String,
}

impl LedgerEntry {
    /// How it ended, in a word or two.
    pub fn verdict(&self) -> &'static str {
        match self.code {
            Some(0) => "done",
            Some(1) => "refuted",
            Some(3) => "gave up",
            Some(_) => "failed",
            None => "crashed",
        }
    }

    /// Whether there is nothing to try again.
    pub fn is_well(&self) -> bool {
        matches!(self.code, Some(0 | 1))
    }

    /// A line for the terminal.
    pub fn words(&self) -> String {
        let told: String = self.told.chars().take(90).collect();
        format!("{:<24} {:<8} {:>8.1} s  {told}", self.job, self.verdict(), self.seconds)
    }

    /// For the summary as JSON.
    pub fn json(&self) -> Value {
        json!({
            "job": self.job,
            "command": self.command,
            "verdict": self.verdict(),
            "code": self.code,
            "seconds": self.seconds,
            "told": self.told,
            "folder": self.folder,
        })
    }
}

/// The lines of the jobs that ended.
pub struct RunLedger {
    path: PathBuf,
    lines: HashMap<String, LedgerEntry>,
}

impl RunLedger {
    /// What earlier runs did in this folder.
    pub fn open(folder: &Path) -> anyhow::Result<RunLedger> {
        let path = folder.join("ledger.jsonl");
        let mut ledger = RunLedger { path, lines: HashMap::new() };
        let shown = ledger.path.display().to_string();
        let text = match fs::read_to_string(&ledger.path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(ledger),
            Err(error) => return Err(anyhow!(error).context(format!("cannot read {shown}"))),
        };
        let whole = text.rfind('\n').map_or(0, |at| at + 1);
        for (number, line) in text[..whole].lines().enumerate() {
            let Ok(entry) = serde_json::from_str::<LedgerEntry>(line) else {
                bail!(
                    "{shown}, line {}: this is no ledger of `run`; name another folder with -o",
                    number + 1
                );
            };
            ledger.lines.insert(entry.fingerprint.clone(), entry);
        }
        if whole < text.len() {
            save(&ledger.path, &text.as_bytes()[..whole])?;
        }
        Ok(ledger)
    }

    /// How a job ended, if it did.
    pub fn entry(&self, job: &RunJob) -> Option<&LedgerEntry> {
        self.lines.get(&job.fingerprint)
    }

    /// Writes down how a job ended.
    pub fn add(&mut self, job: &RunJob, entry: LedgerEntry) -> anyhow::Result<()> {
        let cannot = || format!("cannot write {}", self.path.display());
        let mut file =
            OpenOptions::new().create(true).append(true).open(&self.path).with_context(cannot)?;
        let line = serde_json::to_string(&entry)?;
        file.write_all(format!("{line}\n").as_bytes()).with_context(cannot)?;
        file.sync_data().with_context(cannot)?;
        self.lines.insert(job.fingerprint.clone(), entry);
        Ok(())
    }
}
