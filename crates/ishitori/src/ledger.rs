//! The ledger of a batch: a line of JSON for each game that is done, written as soon as it is, and tables of
//! the same for people.
//!
//! A run that was stopped, by whatever, goes on after the last whole line: a last line that was not finished is dropped.
//! Two runs in one folder would write over each other's tables, so the folder is locked.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::Value;

use crate::files::save;

/// The lines of the games that are done.
pub struct BatchLedger {
    path: PathBuf,
    lines: HashMap<String, Value>,
    /// The folder, locked as long as this batch works in it. The system drops the lock with the program, however it ends.
    _lock: Option<File>,
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
        let lock = lock(folder)?;
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
        Ok(BatchLedger { path, lines, _lock: lock })
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

/// Locks a folder, where folders can be locked.
fn lock(folder: &Path) -> anyhow::Result<Option<File>> {
    let Ok(file) = File::open(folder) else { return Ok(None) };
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => bail!(
            "another batch is at work in {}: wait for it, or name another folder with -o",
            folder.display()
        ),
        Err(TryLockError::Error(_)) => Ok(None),
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A second batch is refused while the first one works, and then goes on where it ended.
    #[test]
    fn one_batch_at_a_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = |line: &Value| line["game"].as_str().map(str::to_string).ok_or("no game".into());
        let mut first = BatchLedger::open(folder.path(), &name).expect("a new ledger");
        first.add("nim", serde_json::json!({"game": "nim"})).expect("a line");
        let refused = BatchLedger::open(folder.path(), &name).err().expect("it is locked");
        assert!(refused.to_string().starts_with("another batch is at work in "), "{refused}");
        drop(first);
        let second = BatchLedger::open(folder.path(), &name).expect("nobody is there");
        assert!(second.line("nim").is_some());
    }
}
