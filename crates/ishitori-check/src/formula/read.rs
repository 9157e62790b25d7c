//! How formulas are read: connectives and quantifiers.
//!
//! `implies`, `iff` and `forall` become the forms of [`crate::formula::number_formula`] by the usual laws.
//! `divides` is no condition on columns. It may stand only under `and`, where it can be replaced by something
//! weaker or stronger. Nesting is limited where parentheses are read. Cost: the length of the text.

use crate::formula::atom::atom;
use crate::formula::number_formula::NumberFormula;
use crate::formula::scope::{Dialect, LineScope};
use crate::formula::variable::VariableNumber;
use crate::refusal::CheckRefusal;
use crate::text::expression::{Expression, expression};
use crate::text::lines::CertificateLine;
use NumberFormula::{And, Constant, Exists, Iff, Or};

/// Reads formulas of one line.
pub(crate) struct FormulaReader<'a, 'b> {
    scope: LineScope<'a, 'b>,
}

impl<'a, 'b> FormulaReader<'a, 'b> {
    pub(crate) fn new(
        line: &'b CertificateLine<'a>,
        dialect: Dialect,
        names: Vec<(&'a str, VariableNumber)>,
    ) -> Self {
        FormulaReader { scope: LineScope::new(line, dialect, names) }
    }

    /// A formula at the beginning of the text, and what stands after it. `divides`: whether it may be used.
    pub(crate) fn formula(
        &mut self,
        text: &'a str,
        divides: bool,
    ) -> Result<(NumberFormula, &'a str), CheckRefusal> {
        let (expression, rest) = expression(self.scope.line, text)?;
        Ok((self.read(&expression, divides)?, rest))
    }

    /// A formula that is the whole text.
    pub(crate) fn whole(&mut self, text: &'a str) -> Result<NumberFormula, CheckRefusal> {
        match self.formula(text, false)? {
            (formula, "") => Ok(formula),
            _ => Err(self.scope.line.refuse("something stands after the formula")),
        }
    }

    fn read(
        &mut self,
        expression: &Expression<'a>,
        divides: bool,
    ) -> Result<NumberFormula, CheckRefusal> {
        let list = match expression {
            Expression::Word("true") => return Ok(Constant(true)),
            Expression::Word("false") => return Ok(Constant(false)),
            Expression::Word(word) => {
                return Err(self.scope.line.refuse(format!("`{word}` is no formula")));
            }
            Expression::List(list) => list,
        };
        let Some(Expression::Word(operator)) = list.first() else {
            return Err(self.scope.line.refuse("a list without an operator"));
        };
        let parts = &list[1..];
        let mut all = |divides| -> Result<Vec<NumberFormula>, CheckRefusal> {
            parts.iter().map(|part| self.read(part, divides)).collect()
        };
        match (*operator, parts.len()) {
            ("not", 1) => Ok(all(false)?.remove(0).not()),
            ("and", _) => Ok(And(all(divides)?)),
            ("or", _) => Ok(Or(all(false)?)),
            ("implies", 2) => {
                let mut both = all(false)?;
                both[0] = both[0].clone().not();
                Ok(Or(both))
            }
            ("iff", 2) => {
                let mut both = all(false)?;
                let second = both.remove(1);
                Ok(Iff(Box::new([both.remove(0), second])))
            }
            ("exists" | "forall", 2) if !self.scope.dialect.single => {
                self.quantifier(operator, &parts[0], &parts[1])
            }
            (operator, _) => atom(&self.scope, operator, parts, divides),
        }
    }

    fn quantifier(
        &mut self,
        operator: &str,
        names: &Expression<'a>,
        inner: &Expression<'a>,
    ) -> Result<NumberFormula, CheckRefusal> {
        let Expression::List(names) = names else {
            return Err(self.scope.line.refuse("a quantifier without a list of names"));
        };
        let (bound, outer) = self.scope.open(names)?;
        let inner = self.read(inner, false)?;
        self.scope.close(outer);
        Ok(match operator {
            "exists" => Exists(bound, Box::new(inner)),
            _ => Exists(bound, Box::new(inner.not())).not(),
        })
    }
}
