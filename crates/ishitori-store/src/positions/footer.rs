//! What the metadata of a set says.
//!
//! Key-value pairs of texts, as any Parquet reader shows them. Texts stand as they are, everything else
//! as JSON; a key that is missing or cannot be read makes the file damaged, never a default. The names
//! of the heaps are in the schema only, so they cannot contradict it. The place of the footer's hash is
//! reserved here and filled by `write.rs`; `read.rs` compares it before anything is parsed.

use parquet::file::metadata::KeyValue;
use serde_json::{Map, Value, json};

use super::{SetContents, SetSpec};
use crate::about::FileSubject;
use crate::seal;

/// The first bytes and the last of every Parquet file.
pub(super) const MAGIC: &[u8; 4] = b"PAR1";

/// What our files say they are.
const FORMAT: &str = "ishitori positions 1";

/// A row group: where it ends in the file, and the hash of its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RowGroup {
    pub(super) end: u64,
    pub(super) hash: String,
}

/// The metadata with room for the footer's hash.
pub(super) fn entries(
    spec: &SetSpec,
    contents: &SetContents,
    groups: &[RowGroup],
) -> Vec<KeyValue> {
    let groups: Vec<Value> = groups.iter().map(|g| json!([g.end, g.hash])).collect();
    let mut all = vec![entry("format", FORMAT)];
    if let Value::Object(about) = spec.about.to_json() {
        for (key, value) in about {
            let text = value.as_str().map_or_else(|| value.to_string(), String::from);
            all.push(entry(&key, &text));
        }
    }
    all.push(entry("canonical", &spec.canonical.to_string()));
    all.push(entry("largest", &spec.largest.to_string()));
    all.push(entry("rows", &contents.rows.to_string()));
    all.push(entry("content_hash", &contents.hash));
    all.push(entry("groups", &Value::from(groups).to_string()));
    all.push(entry("footer_hash", &seal::room()));
    all
}

fn entry(key: &str, value: &str) -> KeyValue {
    KeyValue::new(key.to_string(), value.to_string())
}

/// What [`entries`] said, with the names of the heaps, which are in the schema.
pub(super) fn parse(
    entries: &[KeyValue],
    heaps: Vec<String>,
) -> Option<(SetSpec, SetContents, Vec<RowGroup>)> {
    let get = |key: &str| {
        let entry = entries.iter().find(|entry| entry.key == key);
        entry.and_then(|entry| entry.value.as_deref())
    };
    if get("format")? != FORMAT {
        return None;
    }
    // Texts are as they are, everything else is JSON.
    let mut about = Map::new();
    if let Value::Object(empty) = FileSubject::default().to_json() {
        for (key, value) in empty {
            let text = get(&key)?;
            let read = if value.is_string() { Value::from(text) } else { json_of(text)? };
            about.insert(key, read);
        }
    }
    let spec = SetSpec {
        about: FileSubject::from_json(&Value::Object(about))?,
        heaps,
        largest: get("largest")?.parse().ok()?,
        canonical: get("canonical")?.parse().ok()?,
    };
    let contents =
        SetContents { rows: get("rows")?.parse().ok()?, hash: get("content_hash")?.to_string() };
    let Value::Array(groups) = json_of(get("groups")?)? else { return None };
    let group = |group: &Value| {
        Some(RowGroup { end: group.get(0)?.as_u64()?, hash: group.get(1)?.as_str()?.to_string() })
    };
    let groups: Option<Vec<RowGroup>> = groups.iter().map(group).collect();
    Some((spec, contents, groups?))
}

fn json_of(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}
