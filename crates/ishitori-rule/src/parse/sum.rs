//! What a single heap becomes: `[x] + [y]`, `q * [d] + [r]`, `[x .. y]`, `k parts of m`, or `[]` for nothing; and a piece of
//! several numbers: `[x, b] + [y, b]`.
//!
//! A number of heaps stands before them as a number, a name, or anything in brackets: `(q + 1) * [d]`. So a few words
//! ahead tell whether an option begins with one, and nothing that was a rule before is read in another way. The number of stones in
//! `k parts of x + y + [z]` ends where the next part begins.

use super::expression::binary;
use super::{ParseResult, Parser, is_reserved};
use crate::lex::TokenKind;
use crate::syntax::{Expr, ExprKind, Operator, SumPart};

impl Parser {
    /// Whether what follows is a number of heaps, before `* [` or `parts of`.
    pub(super) fn begins_with_count(&self) -> bool {
        self.is_count(0)
    }

    fn is_count(&self, from: usize) -> bool {
        let after = match self.peek_after(from) {
            TokenKind::Number(_) => from + 1,
            TokenKind::Word(word) if !is_reserved(word) => from + 1,
            TokenKind::Mark("(") => match self.after_bracket(from) {
                Some(after) => after,
                None => return false,
            },
            _ => return false,
        };
        let word = |ahead: usize, wanted: &str| matches!(self.peek_after(ahead), TokenKind::Word(word) if word == wanted);
        let mark = |ahead: usize, wanted: &str| matches!(self.peek_after(ahead), TokenKind::Mark(mark) if *mark == wanted);
        mark(after, "*") && mark(after + 1, "[")
            || word(after, "parts") && word(after + 1, "of")
            || word(after, "different") && word(after + 1, "parts")
    }

    /// How far it is behind the bracket that opens there.
    fn after_bracket(&self, from: usize) -> Option<usize> {
        let mut depth = 0;
        for ahead in from.. {
            match self.peek_after(ahead) {
                TokenKind::Mark("(") => depth += 1,
                TokenKind::Mark(")") if depth == 1 => return Some(ahead + 1),
                TokenKind::Mark(")") => depth -= 1,
                TokenKind::End => return None,
                _ => {}
            }
        }
        None
    }

    /// The heaps, joined by `+`; none for `[]`.
    pub(super) fn heaps_of_a_sum(&mut self) -> ParseResult<Vec<SumPart>> {
        if self.is_mark("[") && matches!(self.peek_after(1), TokenKind::Mark("]")) {
            self.advance();
            self.advance();
            return Ok(Vec::new());
        }
        let mut parts = vec![self.sum_part()?];
        while self.eat_mark("+") {
            parts.push(self.sum_part()?);
        }
        Ok(parts)
    }

    fn sum_part(&mut self) -> ParseResult<SumPart> {
        if self.eat_mark("[") {
            return self.heap_or_run();
        }
        if !self.begins_with_count() {
            self.need_mark("[", "`+`").map_err(|problem| {
                problem.hint("a heap stands in brackets, `[x] + [y]`; several are `q * [d]`, `[x .. y]` or `k parts of m`")
            })?;
        }
        let count = self.primary()?;
        if self.eat_mark("*") {
            self.need_mark("[", "`*`")?;
            let size = self.heap_in_bracket()?;
            return Ok(SumPart::Copies(count, size));
        }
        let differ = self.eat_word("different");
        self.need_word("parts", "their number")?;
        self.need_word("of", "`parts`")?;
        let of = self.stones()?;
        Ok(SumPart::Parts { count, of, differ })
    }

    /// A sum that ends before the next part.
    fn stones(&mut self) -> ParseResult<Expr> {
        let mut left = self.product()?;
        loop {
            let operator = match self.peek() {
                TokenKind::Mark("+") if !self.is_part(1) => Operator::Add,
                TokenKind::Mark("-") => Operator::Subtract,
                _ => return Ok(left),
            };
            self.advance();
            self.count_operator()?;
            left = binary(operator, left, self.product()?);
        }
    }

    fn is_part(&self, ahead: usize) -> bool {
        matches!(self.peek_after(ahead), TokenKind::Mark("[")) || self.is_count(ahead)
    }

    /// What stands in brackets behind the one that opens; several numbers are those of a piece.
    fn heap_or_run(&mut self) -> ParseResult<SumPart> {
        let size = self.expr()?;
        if self.is_mark(",") {
            let start = size.span.start;
            let mut numbers = vec![size];
            while self.eat_mark(",") {
                numbers.push(self.expr()?);
            }
            let span = start..self.since(start).end;
            self.need_mark("]", "the numbers of the piece")?;
            return Ok(SumPart::Piece(numbers, span));
        }
        self.need_mark("]", "the size of the heap")?;
        Ok(match size.kind {
            ExprKind::Range(from, to) => SumPart::Run(*from, *to),
            _ => SumPart::One(size),
        })
    }

    /// What stands in brackets, and the bracket that closes.
    fn heap_in_bracket(&mut self) -> ParseResult<Expr> {
        let size = self.expr()?;
        if self.is_mark(",") {
            let problem = self.expected("`]`");
            return Err(problem.hint("each heap has its own brackets: `[x] + [y]`"));
        }
        self.need_mark("]", "the size of the heap")?;
        Ok(size)
    }
}
