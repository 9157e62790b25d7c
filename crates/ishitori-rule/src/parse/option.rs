//! `option` and `move` statements.
//!
//! The first words tell which of the forms it is: a tuple, `with` updates, a sum of heaps (`sum.rs`), a code, a
//! move of boards, or a pipeline of steps. Then `where` and `for` may follow in any order, as often as
//! wanted. Only the form is read here; whether names exist and heaps are enough is for lowering, which
//! has the parameters. A problem ends the statement with a hint that shows the right form, and the
//! parser goes on with the next.

use super::{ParseResult, Parser, is_reserved};
use crate::lex::TokenKind;
use crate::problem::Problem;
use crate::syntax::{
    Action, Binder, BinderValues, Change, CodeKind, CodeSource, ComparisonOperator, OptionLine,
    PipelineStep, Spanned, Update,
};

impl Parser {
    pub(super) fn option(&mut self) -> ParseResult<OptionLine> {
        let start = self.span().start;
        self.advance();
        let action = if self.begins_with_count() {
            Action::Sum(self.heaps_of_a_sum()?)
        } else if self.eat_mark("(") {
            let mut heaps = vec![self.expr()?];
            while self.eat_mark(",") {
                heaps.push(self.expr()?);
            }
            self.need_mark(")", "the heaps of the option")?;
            Action::Tuple(heaps)
        } else if self.is_word("with")
            || matches!(self.peek_after(1), TokenKind::Word(w) if w == "with")
        {
            let row =
                if self.is_word("with") { None } else { Some(self.name("the row of heaps")?) };
            self.advance();
            let mut updates = vec![self.update()?];
            while self.eat_mark(",") {
                updates.push(self.update()?);
            }
            Action::Update { row, updates }
        } else if self.is_mark("[") {
            Action::Sum(self.heaps_of_a_sum()?)
        } else if self.is_word("octal") || self.is_word("hexadecimal") {
            self.code()?
        } else if self.is_word("turn")
            && !matches!(self.peek_after(1), TokenKind::Word(w) if w == "the")
        {
            self.advance();
            Action::Turn(self.coins()?)
        } else if ["take", "turn", "cut", "walk"].iter().any(|word| self.is_word(word)) {
            Action::Board(self.board_words())
        } else if let TokenKind::Text(_) = self.peek() {
            Action::Pattern(self.pattern(true)?)
        } else {
            return Err(self.expected("what the position becomes").hint(
                "write `option (x, b) where x < a`, `option h with h[i] := x where x < h[i] for i`, or, of a \
                 single heap, `option [x] + [y] where x + y = n - 1`",
            ));
        };
        self.rest_of_option(action, start)
    }

    /// `octal "0.77"`, `hexadecimal code`.
    fn code(&mut self) -> ParseResult<Action> {
        let kind = if self.is_word("octal") { CodeKind::Octal } else { CodeKind::Hexadecimal };
        self.advance();
        let span = self.span();
        if let TokenKind::Text(value) = self.peek().clone() {
            self.advance();
            return Ok(Action::Code(kind, CodeSource::Here(Spanned { value, span })));
        }
        let name = self
            .name("a code in double quotes, or the parameter that holds one")
            .map_err(|p| p.hint("write `option octal \"0.77\"`"))?;
        Ok(Action::Code(kind, CodeSource::Parameter(name)))
    }

    fn board_words(&mut self) -> Vec<String> {
        let mut words = Vec::new();
        while let TokenKind::Word(w) = self.peek().clone() {
            if self.at_statement() || w == "where" || w == "for" {
                break;
            }
            words.push(w);
            self.advance();
        }
        words
    }

    /// `h[i] := x`, `h[i] - d`, `h[S] lowered`.
    fn update(&mut self) -> ParseResult<Update> {
        let target = self.primary()?;
        if self.is_mark("=") {
            return Err(self
                .expected("what happens to the heap")
                .hint("a heap becomes x with `:= x`"));
        }
        let change = if self.eat_mark(":=") {
            Change::Becomes(self.expr()?)
        } else if self.is_mark("+") || self.is_mark("-") {
            Change::By(self.signed_sum()?)
        } else if self.eat_word("lowered") {
            Change::Lowered
        } else if self.eat_word("strictly") {
            self.need_word("lowered", "`strictly`")?;
            Change::StrictlyLowered
        } else {
            return Err(self
                .expected("what happens to the heap")
                .hint("one of: `:= x`, `- t`, `+ t`, `lowered`, `strictly lowered`"));
        };
        Ok(Update { target, change })
    }

    /// `move split k into m, then delete k`.
    pub(super) fn pipeline(&mut self) -> ParseResult<OptionLine> {
        let start = self.span().start;
        self.advance();
        let mut steps = vec![self.step()?];
        while self.is_word("then") || self.is_mark(",") {
            self.eat_mark(",");
            self.need_word("then", "a step")?;
            steps.push(self.step()?);
        }
        self.rest_of_option(Action::Pipeline(steps), start)
    }

    fn step(&mut self) -> ParseResult<PipelineStep> {
        if self.eat_word("split") {
            let heaps = self.expr()?;
            let pieces = if self.eat_word("into") { Some(self.expr()?) } else { None };
            Ok(PipelineStep::Split { heaps, pieces })
        } else if self.eat_word("delete") {
            Ok(PipelineStep::Delete { heaps: self.expr()? })
        } else {
            Err(self
                .expected("a step")
                .hint("steps are `split K`, `split K into M` and `delete K`, joined by `, then`"))
        }
    }

    /// The `where` and `for` clauses, in any order.
    fn rest_of_option(&mut self, action: Action, start: usize) -> ParseResult<OptionLine> {
        let mut conditions = Vec::new();
        let mut binders = Vec::new();
        loop {
            if self.eat_word("where") {
                conditions.extend(self.conditions()?);
            } else if self.eat_word("for") {
                self.binders(&mut binders)?;
            } else if self.at_statement() {
                break;
            } else {
                let problem = self.expected("`where`, `for` or the next statement");
                let known = ["where", "for", "option", "move"];
                return Err(match self.peek() {
                    TokenKind::Word(w) => problem.did_you_mean(&w.clone(), known),
                    _ => problem,
                });
            }
        }
        Ok(OptionLine { action, conditions, binders, span: self.since(start) })
    }

    /// `for i`, `for i < j`, `for i in 1 .. n, S of size k`.
    fn binders(&mut self, binders: &mut Vec<Binder>) -> ParseResult<()> {
        loop {
            let wordy = self.is_word("each") || self.is_word("all") || self.is_word("every");
            if wordy && matches!(self.peek_after(1), TokenKind::Word(w) if !is_reserved(w)) {
                let span = self.span();
                return Err(
                    Problem::new(span, "a word too many", "not needed").hint("write `for i`")
                );
            }
            let name = self.name("the name of an index or a set of heaps")?;
            let mut last = name.clone();
            let over = if self.eat_word("in") {
                BinderValues::In(self.expr()?)
            } else if self.eat_word("of") {
                self.subset_size()?
            } else {
                BinderValues::Heaps
            };
            binders.push(Binder { name, over });
            while self.eat_mark("<") {
                let next = self.name("the name of the next index")?;
                binders.push(Binder { name: next.clone(), over: BinderValues::After(last) });
                last = next;
            }
            if !self.eat_mark(",") {
                return Ok(());
            }
        }
    }

    fn subset_size(&mut self) -> ParseResult<BinderValues> {
        if self.eat_word("any") {
            self.need_word("size", "`any`")?;
            return Ok(BinderValues::Subsets(None));
        }
        self.need_word("size", "`of`")?;
        let compare = self.comparison().unwrap_or(ComparisonOperator::Equal);
        Ok(BinderValues::Subsets(Some((compare, self.expr()?))))
    }
}
