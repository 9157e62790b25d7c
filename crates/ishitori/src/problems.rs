//! The problems of a rule text, with the text: each front draws them in its own way.
//!
//! The places of problems are offsets into that text. The command line draws carets, the page sends lines and
//! columns.

use std::fmt;

use ishitori_rule::Problem;

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

impl fmt::Display for RuleProblems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problems: Vec<String> = self.problems.iter().map(Problem::to_string).collect();
        write!(f, "{}: {}", self.file, problems.join("; "))
    }
}

impl std::error::Error for RuleProblems {}
