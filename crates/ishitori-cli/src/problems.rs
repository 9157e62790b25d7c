//! Drawing the problems of a rule text, each with its line, a caret and a hint.
//!
//! At most 30 are drawn, and no line longer than 400 bytes, so that a file that is no rule does not flood the
//! terminal; control characters are shown, not obeyed; all are counted. What users see is kept as snapshots (`tests/wrong.rs`).

use std::io::{self, IsTerminal, Write};

use ariadne::{CharSet, Config, IndexType, Label, Report, ReportKind, Source};

pub use ishitori::problems::RuleProblems;

use crate::escaped::{escaped, same_length};

/// More problems than this are counted, not drawn.
const MAX_DRAWN: usize = 30;

/// Longer lines than this are not drawn.
const MAX_LINE: usize = 400;

/// Problems that can be drawn.
pub trait DrawnProblems {
    /// Draws the problems, in colour on a terminal.
    fn draw(&self, out: &mut dyn Write) -> io::Result<()>;
}

impl DrawnProblems for RuleProblems {
    fn draw(&self, out: &mut dyn Write) -> io::Result<()> {
        let colour = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let config = Config::default()
            .with_color(colour)
            .with_char_set(CharSet::Unicode)
            .with_index_type(IndexType::Byte);
        for problem in self.problems.iter().take(MAX_DRAWN) {
            // The place may be in an argument, which is drawn by itself.
            let (file, text) = match problem.other_text() {
                Some(text) => ("argument", text),
                None => (self.file.as_str(), self.text.as_str()),
            };
            let (file, text) = (&*escaped(file), &*same_length(text));
            if text.get(problem.span()).is_none() {
                // It stands in another text, such as a definition of the rule that a formula uses.
                let said = escaped(&problem.to_string());
                writeln!(out, "Error: {said}\n   in the rule that {file} belongs to")?;
                continue;
            }
            if line_length(text, problem.span().start) > MAX_LINE {
                let line = text[..problem.span().start].matches('\n').count() + 1;
                writeln!(
                    out,
                    "Error: {}\n   in line {line} of {file}, which is too long to show",
                    escaped(&problem.to_string())
                )?;
                continue;
            }
            let span = (file, visible(text, problem.span()));
            let mut report = Report::build(ReportKind::Error, span.clone())
                .with_config(config)
                .with_message(escaped(problem.message()))
                .with_label(Label::new(span).with_message(escaped(problem.label())));
            if let Some(hint) = problem.hint_text() {
                report = report.with_help(escaped(hint));
            }
            report.finish().write((file, Source::from(text)), &mut *out)?;
        }
        let count = self.problems.len();
        let plural = if count == 1 { "" } else { "s" };
        writeln!(out, "{}: {count} problem{plural}", escaped(&self.file))
    }
}

/// The length of the line around a byte.
fn line_length(text: &str, at: usize) -> usize {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    text[start..].find('\n').unwrap_or(text.len() - start)
}

/// A caret needs a character to point at: an empty span takes the one before it.
fn visible(text: &str, span: std::ops::Range<usize>) -> std::ops::Range<usize> {
    if !span.is_empty() {
        return span;
    }
    let end = text[..span.start].trim_end().len();
    let last = text[..end].chars().next_back().map_or(0, char::len_utf8);
    end - last..end
}
