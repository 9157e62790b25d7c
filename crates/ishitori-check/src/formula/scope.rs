//! The names that a line of the file may use, and the variables that they stand for.
//!
//! Quantifiers open a scope and close it again. Each name that they bind gets a variable of its own, even if
//! the name was used before; the innermost name counts.

use crate::digits::FileNumeration;
use crate::formula::variable::{BOUND, VariableNumber};
use crate::refusal::CheckRefusal;
use crate::text::expression::{Expression, is_name};
use crate::text::lines::CertificateLine;

/// What formulas of a file may use.
#[derive(Clone, Copy)]
pub(crate) struct Dialect {
    pub(crate) numeration: FileNumeration,
    pub(crate) single: bool,
}

/// What a line of the file knows while its formulas are read: its names, and what may be used.
pub(crate) struct LineScope<'a, 'b> {
    pub(crate) line: &'b CertificateLine<'a>,
    pub(crate) dialect: Dialect,
    names: Vec<(&'a str, VariableNumber)>,
    /// The next variable that a quantifier binds.
    bound: VariableNumber,
}

impl<'a, 'b> LineScope<'a, 'b> {
    pub(crate) fn new(
        line: &'b CertificateLine<'a>,
        dialect: Dialect,
        names: Vec<(&'a str, VariableNumber)>,
    ) -> Self {
        LineScope { line, dialect, names, bound: BOUND }
    }

    /// Opens the scope of a quantifier: its variables, and what [`LineScope::close`] needs.
    pub(crate) fn open(
        &mut self,
        names: &[Expression<'a>],
    ) -> Result<(Vec<VariableNumber>, usize), CheckRefusal> {
        let outer = self.names.len();
        let mut bound = Vec::new();
        for name in names {
            self.names.push((self.name(name)?, self.bound));
            bound.push(self.bound);
            self.bound += 1;
        }
        Ok((bound, outer))
    }

    /// Closes the scope of a quantifier.
    pub(crate) fn close(&mut self, outer: usize) {
        self.names.truncate(outer);
    }

    fn name(&self, expression: &Expression<'a>) -> Result<&'a str, CheckRefusal> {
        match expression {
            Expression::Word(word) if is_name(word) => Ok(word),
            _ => Err(self.line.refuse("a name is missing")),
        }
    }

    /// The variable of a name; the innermost quantifier counts.
    pub(crate) fn variable(
        &self,
        expression: &Expression<'a>,
    ) -> Result<VariableNumber, CheckRefusal> {
        let name = self.name(expression)?;
        let found = self.names.iter().rev().find(|(known, _)| *known == name);
        found.map(|found| found.1).ok_or_else(|| self.line.refuse(format!("`{name}` is not known")))
    }
}
