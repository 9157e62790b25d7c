//! The ledger of a batch: a line of JSON for each game that is done, written as soon as it is, and tables of
//! the same for people.
//!
//! A run that was stopped, by whatever, goes on after the last whole line: a last line that was not finished is dropped.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::Value;

use crate::files::save;

/// The lines of the games that are done.
pub struct BatchLedger {
    path: PathBuf,
    lines: HashMap<String, Value>,
}

impl BatchLedger {
    /// What an earlier run did in this folder. `name_of` says which game a line is about, or why it cannot be used.
    ///
    /// # Errors
    /// If the folder cannot be used, or a line is not one of this batch.
    pub fn open(
        folder: &Path,
        name_of: &dyn Fn(&Value) -> Result<String, String>,
    ) -> anyhow::Result<BatchLedger> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let path = folder.join("ledger.jsonl");
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", path.display()));
            }
        };
        let mut lines = HashMap::new();
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        for (number, line) in (1..).zip(text[..whole].lines()) {
            let parsed: Option<Value> = serde_json::from_str(line).ok();
            let unusable = |why: &str| {
                let path = path.display();
                format!("{path}, line {number}: {why}; name another folder with -o")
            };
            // What is no JSON is a line of nobody.
            let value = parsed.unwrap_or(Value::Null);
            let name = match name_of(&value) {
                Ok(name) => name,
                Err(why) => bail!(unusable(&why)),
            };
            lines.insert(name, value);
        }
        if whole < text.len() {
            save(&path, &text.as_bytes()[..whole])?;
        }
        Ok(BatchLedger { path, lines })
    }

    /// The line of a game.
    pub fn line(&self, name: &str) -> Option<&Value> {
        self.lines.get(name)
    }

    /// Adds the line of a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, name: &str, line: Value) -> anyhow::Result<()> {
        let cannot = || format!("cannot write {}", self.path.display());
        let mut file =
            OpenOptions::new().create(true).append(true).open(&self.path).with_context(cannot)?;
        file.write_all(format!("{line}\n").as_bytes()).with_context(cannot)?;
        file.sync_data().with_context(cannot)?;
        self.lines.insert(name.to_string(), line);
        Ok(())
    }
}

/// Writes `table.csv` and `table.md` into a folder.
pub(crate) fn write_tables(
    folder: &Path,
    columns: &[&str],
    rows: &[Vec<String>],
) -> anyhow::Result<()> {
    let quoted = |text: &String| {
        let plain = !text.contains([',', '"', '\n']);
        if plain { text.clone() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
    };
    let mut csv = columns.join(",") + "\n";
    let mut markdown = format!("| {} |\n|{}\n", columns.join(" | "), "---|".repeat(columns.len()));
    for row in rows {
        let escaped: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
        markdown.push_str(&format!("| {} |\n", escaped.join(" | ")));
        csv.push_str(&row.iter().map(quoted).collect::<Vec<_>>().join(","));
        csv.push('\n');
    }
    save(&folder.join("table.csv"), csv.as_bytes())?;
    save(&folder.join("table.md"), markdown.as_bytes())
}
