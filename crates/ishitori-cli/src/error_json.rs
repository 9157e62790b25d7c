//! What went wrong as one JSON object on standard error, for commands whose answer is JSON.
//!
//! `message` is the sentence that people would read, `kind` says what to do about it: `text` (mend a rule, a claim or an
//! argument, see `problems`), `usage` (the command line), `too large` (a smaller window), `gave up` (a larger limit
//! may help), `stopped`, `error` (all else). Each of the `problems` has its place (`file`, `line` and `column` from 1,
//! `length` in characters), its `kind` (`rule`, `formula`, `argument`), `message`, `label` (the words beside the caret) and
//! `hint`. Standard output and the exit code are what they are without `--json`.

use std::io::{self, Write};

use crate::room;
use ishitori::GaveUp;
use ishitori::problems::{RuleProblems, problem_json};
use ishitori::questions::Refused;
use serde_json::{Value, json};

/// Writes an error.
pub fn write(
    error: &anyhow::Error,
    refusal_words: &dyn Fn(&Refused) -> String,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "{}", object(error, refusal_words))
}

/// Writes why a command line is none.
pub fn write_usage(error: &clap::Error, out: &mut dyn Write) -> io::Result<()> {
    // Without colours; the first paragraph says what is wrong, what follows is usage.
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let message = text.split("\n\n").next().unwrap_or(text).trim();
    writeln!(out, "{}", json!({ "message": message, "kind": "usage", "problems": [] }))
}

fn object(error: &anyhow::Error, refusal_words: &dyn Fn(&Refused) -> String) -> Value {
    let said =
        |message: String, kind: &str| json!({ "message": message, "kind": kind, "problems": [] });
    if let Some(problems) = error.downcast_ref::<RuleProblems>() {
        let mut object = said(problems.to_string(), "text");
        object["problems"] =
            problems.problems.iter().map(|problem| in_file(problems, problem)).collect();
        return object;
    }
    if let Some(gave_up) = error.downcast_ref::<GaveUp>() {
        let kind = if gave_up.is_stopped() { "stopped" } else { "gave up" };
        let mut object = said(format!("{error:#}"), kind);
        if gave_up.needs_more_positions() {
            object["hint"] = json!(room::more_work());
        }
        return object;
    }
    match error.downcast_ref::<Refused>() {
        Some(refused @ Refused::TooLarge { .. }) => said(refusal_words(refused), "too large"),
        _ => said(format!("{error:#}"), "error"),
    }
}

/// A problem with its place and what kind of text it is in.
fn in_file(problems: &RuleProblems, problem: &ishitori::rules::Problem) -> Value {
    let (file, kind) = match (problem.other_text(), problems.file.as_str()) {
        (Some(_), _) => ("argument", "argument"),
        (None, "formula") => ("formula", "formula"),
        (None, file) => (file, "rule"),
    };
    let mut object = problem_json(&problems.text, problem);
    object["file"] = json!(file);
    object["kind"] = json!(kind);
    object
}
