//! Results that outlive the program: solved with checkpoints, streamed into files that other programs
//! open, and read back instead of being solved again.
//!
//! A long solve tells its results to a *spool* beside the file that was asked for, and hands over its
//! state now and then; spool and state together are the checkpoint ([`checkpoints`]). At the end the spool is
//! sorted into the file ([`set_file`]), so its bytes depend neither on threads nor on interruptions.

pub mod checkpoints;
pub mod columns;
pub mod set_file;
pub mod stored;
pub mod table_file;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use ishitori_core::game::Bounds;
use ishitori_core::solve::Convention;
use ishitori_rule::syntax::Argument;
use ishitori_rule::{Rules, Ruleset};
pub use ishitori_store::exports::{JsonLines, write_npy_table};
pub use ishitori_store::info::{FileDescription, describe};
pub use ishitori_store::{DiscoveryStore, FileSubject, hash_of};
use serde_json::{Map, Value, json};

/// A format into which results are streamed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileFormat {
    /// An object a position, a line each.
    Jsonl,
    /// A NumPy array.
    Npy,
    /// Parquet, a column a heap: for sets of positions.
    Parquet,
    /// Zarr v3, a dimension a heap: for tables.
    Zarr,
}

impl FileFormat {
    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            FileFormat::Jsonl => "JSON lines",
            FileFormat::Npy => "NumPy",
            FileFormat::Parquet => "Parquet",
            FileFormat::Zarr => "Zarr",
        }
    }
}

/// How a long run is kept.
#[derive(Clone, Debug)]
pub struct Keeping {
    /// Go on with a run that was interrupted.
    pub resume: bool,
    /// Throw away what an interrupted run has left, and begin again.
    pub restart: bool,
    /// Where the state is kept, if not beside the result.
    pub checkpoint: Option<PathBuf>,
    /// The time between two checkpoints.
    pub every: Duration,
}

impl Default for Keeping {
    fn default() -> Keeping {
        let every = Duration::from_secs(60);
        Keeping { resume: false, restart: false, checkpoint: None, every }
    }
}

impl Keeping {
    /// Whether a run is to be kept or resumed, beyond what is done for every file.
    pub fn is_wanted(&self) -> bool {
        self.resume || self.restart || self.checkpoint.is_some()
    }
}

/// Writes a file, which appears only when all is written: a failure leaves an older one as it was. What is no
/// plain file (a link, a device, a pipe) is written to, not replaced.
///
/// # Errors
/// If it cannot be written.
pub fn save(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    let there = fs::symlink_metadata(path).ok();
    if fs::metadata(path).is_ok_and(|meta| meta.is_dir()) {
        bail!("cannot write {}: it is a folder", path.display());
    }
    if there.as_ref().is_some_and(|meta| meta.permissions().readonly()) {
        bail!("cannot write {}: it is read-only", path.display());
    }
    if there.as_ref().is_some_and(|meta| !meta.is_file()) {
        return fs::write(path, content).with_context(cannot);
    }
    let mut unfinished = path.as_os_str().to_os_string();
    unfinished.push(".part");
    let mut result = fs::write(&unfinished, content);
    if let Some(meta) = there {
        result = result.and_then(|()| fs::set_permissions(&unfinished, meta.permissions()));
    }
    result = result.and_then(|()| fs::rename(&unfinished, path));
    if result.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    result.with_context(cannot)
}

/// Writes a file as [`save`] does, and the folders it lies in.
///
/// # Errors
/// If it cannot be written.
pub fn save_into(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    save(path, content)
}

/// What a file says of the game, its window and who computed it.
pub fn about(ruleset: &Ruleset, window: &Bounds, convention: Convention) -> FileSubject {
    let parameter = |(name, value): &(String, Argument)| {
        let value = match value {
            Argument::Number(number) => json!(number),
            Argument::List(items) => json!(items),
            Argument::Text(text) => json!(text),
            Argument::Sets(sets) => json!(sets.to_string()),
        };
        (name.clone(), value)
    };
    FileSubject {
        game: ruleset.about.full_name(),
        rule: ruleset.about.text.clone(),
        rule_hash: rule_hash(&ruleset.rules),
        parameters: ruleset.about.arguments.iter().map(parameter).collect(),
        window: json!({ "to": window.to, "total": window.total }),
        convention: convention_word(convention).to_string(),
        engine: String::new(),
        program: format!("ishitori {}", env!("CARGO_PKG_VERSION")),
        more: Map::new(),
    }
}

/// What a game is known by: its rule after lowering, so that comments and titles do not matter.
pub fn rule_hash(rules: &Rules) -> String {
    hash_of(&rules.canonical())
}

/// The word for a convention in files.
pub fn convention_word(convention: Convention) -> &'static str {
    if convention == Convention::Misere { "misere" } else { "normal" }
}

/// The window that a file is about.
pub fn window(about: &FileSubject) -> Option<Bounds> {
    let numbers = |value: &Value| -> Option<Vec<u64>> {
        value.as_array()?.iter().map(Value::as_u64).collect()
    };
    let total = match &about.window["total"] {
        Value::Null => None,
        total => Some(total.as_u64()?),
    };
    Some(Bounds { to: numbers(&about.window["to"])?, total })
}
