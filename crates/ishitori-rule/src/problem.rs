//! What can be wrong with a rule text, said so that its writer can mend it.
//!
//! Reading a rule never stops at the first mistake: every stage pushes [`Problem`]s and goes on
//! as far as it honestly can. A problem knows its place in the text but not how to draw it; the
//! command line draws carets, the web page underlines.

use std::fmt;
use std::ops::Range;

/// A place in the rule text, in bytes.
pub type Span = Range<usize>;

/// One thing wrong with a rule text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    start: usize,
    end: usize,
    message: String,
    label: String,
    hint: Option<String>,
    /// The text that the place is in, if that is not the rule: an argument.
    within: Option<String>,
}

impl Problem {
    /// A problem at `span`: `message` says what is wrong, `label` stands beside the caret.
    pub fn new(span: Span, message: impl Into<String>, label: impl Into<String>) -> Self {
        Problem {
            start: span.start,
            end: span.end,
            message: message.into(),
            label: label.into(),
            hint: None,
            within: None,
        }
    }

    /// Says that the place is in another text than the rule: in an argument, as it was given.
    pub(crate) fn within(mut self, text: impl Into<String>) -> Self {
        self.within = Some(text.into());
        self
    }

    /// The problem that was found in a piece of the rule, in the rule: the piece begins at `start`.
    pub(crate) fn moved(mut self, start: usize) -> Self {
        self.start += start;
        self.end += start;
        self.within = None;
        self
    }

    /// The problem in a text that begins so many bytes later.
    pub fn earlier(mut self, bytes: usize) -> Self {
        if self.within.is_none() {
            self.start = self.start.saturating_sub(bytes);
            self.end = self.end.saturating_sub(bytes);
        }
        self
    }

    /// The problem at another place, in the rule.
    pub(crate) fn at(mut self, span: Span) -> Self {
        (self.start, self.end, self.within) = (span.start, span.end, None);
        self
    }

    /// The text that the place is in, if that is not the rule.
    pub fn other_text(&self) -> Option<&str> {
        self.within.as_deref()
    }

    /// Adds what the writer could do about it.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds "did you mean ...?" when one of `known` is close to `written`; keeps any other hint.
    pub fn did_you_mean<'a>(self, written: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        match closest(written, known) {
            Some(name) => self.hint(format!("did you mean `{name}`?")),
            None => self,
        }
    }

    /// Where it is.
    pub fn span(&self) -> Span {
        self.start..self.end
    }

    /// What is wrong, in one line.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The words beside the caret.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// What to do about it, where we know.
    pub fn hint_text(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.message, self.label)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

/// The known name nearest to what was written, if it is near enough to be a slip of the hand.
pub fn closest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .filter(|name| *name != written)
        .map(|name| (strsim::damerau_levenshtein(written, name), name))
        .filter(|(distance, name)| {
            let longer = written.chars().count().max(name.chars().count());
            *distance <= 1 + longer / 4 && *distance < longer
        })
        .min()
        .map(|(_, name)| name)
}

/// Sorts problems by place and drops repetitions, which loops over heaps would otherwise cause.
pub fn tidy(mut problems: Vec<Problem>) -> Vec<Problem> {
    problems.sort();
    problems.dedup_by(|a, b| a.span() == b.span() && a.message == b.message);
    problems
}
