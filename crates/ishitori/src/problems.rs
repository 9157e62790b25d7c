//! The problems of a rule text, with the text: each front draws them in its own way.
//!
//! The places of problems are offsets into that text. The command line draws carets, the page sends lines and
//! columns ([`problem_json`]).

use std::fmt;

use ishitori_rule::Problem;
use serde_json::{Value, json};

/// All problems of one rule text.
#[derive(Debug)]
pub struct RuleProblems {
    /// What to call the text.
    pub file: String,
    /// The text.
    pub text: String,
    /// What is wrong with it.
    pub problems: Vec<Problem>,
}

impl RuleProblems {
    /// The problems of a formula.
    pub fn of_formula(text: &str, problems: Vec<Problem>) -> RuleProblems {
        RuleProblems { file: "formula".into(), text: text.to_string(), problems }
    }
}

/// A problem of a text as JSON, with its line and column, both from 1 and in characters.
pub fn problem_json(text: &str, problem: &Problem) -> Value {
    // The place may be in an argument, which is another text.
    let text = problem.other_text().unwrap_or(text);
    let span = problem.span();
    let before = text.get(..span.start).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let column = before[start..].chars().count() + 1;
    let length = text.get(span).map_or(0, |part| part.chars().count());
    json!({
        "line": line,
        "column": column,
        "length": length,
        "message": problem.message(),
        "label": problem.label(),
        "hint": problem.hint_text(),
    })
}

impl fmt::Display for RuleProblems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problems: Vec<String> = self.problems.iter().map(Problem::to_string).collect();
        write!(f, "{}: {}", self.file, problems.join("; "))
    }
}

impl std::error::Error for RuleProblems {}
