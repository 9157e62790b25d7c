//! The problems of a rule text, with the text: each front draws them in its own way.

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

impl fmt::Display for RuleProblems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problems: Vec<String> = self.problems.iter().map(Problem::to_string).collect();
        write!(f, "{}: {}", self.file, problems.join("; "))
    }
}

impl std::error::Error for RuleProblems {}
