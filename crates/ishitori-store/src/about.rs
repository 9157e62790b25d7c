//! What a file is about, the same words in every format: game, rule, window, who computed it.
//!
//! This room does not know games, so these are texts and JSON that the caller understands. They go into
//! the head of a checkpoint, the key-value metadata of Parquet and the attributes of Zarr, and come back
//! as they were.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What a file is about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FileSubject {
    /// The game's full name, as `circular(6,2)`.
    pub game: String,
    /// The rule as a text that people can read.
    pub rule: String,
    /// What the rule is known by; [`crate::hash_of`] of the rule after lowering, say.
    pub rule_hash: String,
    /// The parameters by name.
    pub parameters: Map<String, Value>,
    /// Which positions: bounds of heaps and of the sum.
    pub window: Value,
    /// `normal` or `misere`.
    pub convention: String,
    /// What computed it; empty if that does not matter.
    pub engine: String,
    /// The program and its version.
    pub program: String,
    /// Whatever else the caller wants to find again.
    pub more: Map<String, Value>,
}

/// A field in which two files differ, as texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Which field.
    pub field: &'static str,
    /// What the file says.
    pub found: String,
    /// What was wanted.
    pub wanted: String,
}

impl FileSubject {
    /// The fields in which this, which was found in a file, is not what was wanted.
    ///
    /// Which of them matter is the caller's to say: another program version may read the same file.
    pub fn differences(&self, wanted: &FileSubject) -> Vec<Difference> {
        let text = |value: &Value| value.to_string();
        let map = |value: &Map<String, Value>| Value::Object(value.clone()).to_string();
        let fields = [
            ("game", self.game.clone(), wanted.game.clone()),
            ("rule", self.rule.clone(), wanted.rule.clone()),
            ("rule_hash", self.rule_hash.clone(), wanted.rule_hash.clone()),
            ("parameters", map(&self.parameters), map(&wanted.parameters)),
            ("window", text(&self.window), text(&wanted.window)),
            ("convention", self.convention.clone(), wanted.convention.clone()),
            ("engine", self.engine.clone(), wanted.engine.clone()),
            ("program", self.program.clone(), wanted.program.clone()),
            ("more", map(&self.more), map(&wanted.more)),
        ];
        let differs = |(field, found, wanted): (&'static str, String, String)| {
            (found != wanted).then_some(Difference { field, found, wanted })
        };
        fields.into_iter().filter_map(differs).collect()
    }

    /// As JSON.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// From JSON; nothing if it is something else.
    pub(crate) fn from_json(value: &Value) -> Option<FileSubject> {
        serde_json::from_value(value.clone()).ok()
    }
}
