//! Positions that are figures, and patterns of cells: `position graph`, `".." becomes "##" turned`.

use super::{ParseResult, Parser};
use crate::lex::TokenKind;
use crate::syntax::{Expr, PatternText, PositionText, Spanned, SpannedName};

/// The kinds of figures beside boards of cells.
pub(crate) const FIGURES: [&str; 3] = ["graph", "poset", "diagram"];

impl Parser {
    /// Whether a kind of figure comes next, and no row of heaps that is called so.
    pub(super) fn at_figure(&self) -> bool {
        let is_row = matches!(self.peek_after(1), TokenKind::Mark("["));
        !is_row && FIGURES.iter().any(|kind| self.is_word(kind))
    }

    /// `graph`, `poset`, `diagram`, `diagram in m by n`; the word `position` is read.
    pub(super) fn figure(&mut self, start: usize) -> ParseResult<PositionText> {
        let kind = self.name("a kind of figure")?;
        let within = if kind.value == "diagram" && self.eat_word("in") {
            let rows = self.expr()?;
            self.need_word("by", "the number of rows")?;
            Some((rows, self.expr()?))
        } else {
            None
        };
        Ok(PositionText::Figure { kind, within, span: self.since(start) })
    }

    /// `".." becomes "##" turned mirrored`, or in an ending `"###" turned`.
    pub(super) fn pattern(&mut self, becomes: bool) -> ParseResult<PatternText> {
        let before = self.quoted("a pattern of cells")?;
        let after = if becomes {
            self.need_word("becomes", "the pattern")
                .map_err(|p| p.hint("as in `option \"..\" becomes \"##\" turned`"))?;
            Some(self.quoted("what becomes of the pattern")?)
        } else {
            None
        };
        let (mut turned, mut mirrored) = (false, false);
        loop {
            self.eat_word("and");
            if self.eat_word("turned") {
                turned = true;
            } else if self.eat_word("mirrored") {
                mirrored = true;
            } else {
                return Ok(PatternText { before, after, turned, mirrored });
            }
        }
    }

    /// `(x, y), (a, y)`, or on one row `x, a`.
    pub(super) fn coins(&mut self) -> ParseResult<Vec<Vec<Expr>>> {
        let mut coins = Vec::new();
        loop {
            if self.eat_mark("(") {
                let row = self.expr()?;
                self.need_mark(",", "the row of a coin")?;
                let column = self.expr()?;
                self.need_mark(")", "the column of a coin")?;
                coins.push(vec![row, column]);
            } else {
                coins.push(vec![self.expr()?]);
            }
            if !self.eat_mark(",") {
                return Ok(coins);
            }
        }
    }

    fn quoted(&mut self, what: &str) -> ParseResult<SpannedName> {
        let span = self.span();
        let value = self.text(what)?;
        Ok(Spanned { value, span })
    }
}
