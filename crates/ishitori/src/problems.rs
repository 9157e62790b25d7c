//! Drawing the problems of a rule text, each with its line, a caret and a hint.

use std::fmt;
use std::io::{self, IsTerminal, Write};

use ariadne::{CharSet, Config, IndexType, Label, Report, ReportKind, Source};
use ishitori_rule::Problem;

/// More problems than this are counted, not drawn.
const MAX_DRAWN: usize = 30;

/// Longer lines than this are not drawn.
const MAX_LINE: usize = 400;

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
    /// Draws the problems, in colour on a terminal.
    pub fn draw(&self, out: &mut dyn Write) -> io::Result<()> {
        let colour = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let config = Config::default()
            .with_color(colour)
            .with_char_set(CharSet::Unicode)
            .with_index_type(IndexType::Byte);
        for problem in self.problems.iter().take(MAX_DRAWN) {
            if self.line_length(problem.span().start) > MAX_LINE {
                let line = self.text[..problem.span().start].matches('\n').count() + 1;
                writeln!(
                    out,
                    "Error: {problem}\n   in line {line} of {}, which is too long to show",
                    self.file
                )?;
                continue;
            }
            let span = (self.file.as_str(), self.visible(problem.span()));
            let mut report = Report::build(ReportKind::Error, span.clone())
                .with_config(config)
                .with_message(problem.message())
                .with_label(Label::new(span).with_message(problem.label()));
            if let Some(hint) = problem.hint_text() {
                report = report.with_help(hint);
            }
            let source = Source::from(self.text.as_str());
            report.finish().write((self.file.as_str(), source), &mut *out)?;
        }
        let count = self.problems.len();
        let plural = if count == 1 { "" } else { "s" };
        writeln!(out, "{}: {count} problem{plural}", self.file)
    }

    /// The length of the line around a byte.
    fn line_length(&self, at: usize) -> usize {
        let start = self.text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        self.text[start..].find('\n').unwrap_or(self.text.len() - start)
    }

    /// A caret needs a character to point at: an empty span takes the one before it.
    fn visible(&self, span: std::ops::Range<usize>) -> std::ops::Range<usize> {
        if !span.is_empty() {
            return span;
        }
        let end = self.text[..span.start].trim_end().len();
        let last = self.text[..end].chars().next_back().map_or(0, char::len_utf8);
        end - last..end
    }
}

impl fmt::Display for RuleProblems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problems: Vec<String> = self.problems.iter().map(Problem::to_string).collect();
        write!(f, "{}: {}", self.file, problems.join("; "))
    }
}

impl std::error::Error for RuleProblems {}
