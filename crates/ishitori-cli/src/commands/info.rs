//! `ishitori info`: what a file is, and whether it is whole.
//!
//! The store tells the kind by the first bytes and compares the file with its hashes. Cost: reading all of
//! it, or the description only with `--quick`. A damaged file is exit code 1. Whether a certificate proves
//! something is for `verify`.

use std::fmt;
use std::io::Write;

use ishitori::claims::window_words;
use ishitori::files::{FileDescription, describe, window};
use serde_json::{Value, json};

use super::write_json;
use crate::args::InfoArgs;

/// A file is not what was written: exit code 1, and no message beyond its problems.
#[derive(Debug)]
pub struct DamagedFile;

impl fmt::Display for DamagedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the file is damaged")
    }
}

impl std::error::Error for DamagedFile {}

pub fn run(args: &InfoArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let found = describe(&args.file, !args.quick)?;
    if args.json {
        write_json(&description_json(&found), out)?;
    } else {
        write_description(&found, out)?;
    }
    if found.problems.is_empty() { Ok(()) } else { Err(DamagedFile.into()) }
}

fn write_description(found: &FileDescription, out: &mut dyn Write) -> anyhow::Result<()> {
    let about = &found.about;
    let mut line = |name: &str, value: &str| match value {
        "" => Ok(()),
        value => writeln!(out, "{name:<12} {value}"),
    };
    line("kind", found.kind.word())?;
    line("game", &about.game)?;
    if !about.window.is_null() {
        let window = window(about).map(|window| window_words(&window));
        line("window", &window.unwrap_or_else(|| about.window.to_string()))?;
    }
    line("convention", &about.convention)?;
    for (name, value) in &about.more {
        match value {
            Value::Null => {}
            Value::Array(items) if items.is_empty() => {}
            Value::String(text) => line(name, text)?,
            value => line(name, &value.to_string())?,
        }
    }
    line("heaps", &found.heaps.join(", "))?;
    if !found.shape.is_empty() {
        let sizes: Vec<String> = found.shape.iter().map(u64::to_string).collect();
        line("shape", &sizes.join(" x "))?;
    }
    if let Some(count) = found.count {
        line("count", &count.to_string())?;
    }
    for (name, fact) in &found.facts {
        // What the set itself says of it stands above.
        if !about.more.contains_key(name) {
            line(name, fact)?;
        }
    }
    line("program", &about.program)?;
    line("hash", found.hash.as_deref().unwrap_or_default())?;
    for problem in &found.problems {
        line("problem", problem)?;
    }
    if found.problems.is_empty() {
        line(
            "state",
            if found.verified { "whole: every byte was verified" } else { "not verified" },
        )?;
    }
    if !about.rule.is_empty() {
        writeln!(out, "rule")?;
        for rule in about.rule.lines() {
            writeln!(out, "  {rule}")?;
        }
    }
    Ok(())
}

fn description_json(found: &FileDescription) -> Value {
    let facts: serde_json::Map<String, Value> =
        found.facts.iter().map(|(name, fact)| (name.clone(), json!(fact))).collect();
    json!({
        "kind": found.kind.word(),
        "about": found.about.to_json(),
        "heaps": found.heaps,
        "count": found.count,
        "shape": found.shape,
        "hash": found.hash,
        "facts": facts,
        "verified": found.verified,
        "problems": found.problems,
    })
}
