//! `play` statements: a game made of other games.
//!
//! Games stand in quotes, as in claims, and are put together by `+`, by operators with brackets (`selective("nim(1)", "nim(2)")`)
//! and by what is said behind them (`with a pass`, `ending when a + b <= 5`). Which operators there are is a table here; what they
//! mean is in `lower/play.rs`.

use super::{ParseResult, Parser};
use crate::lex::TokenKind;
use crate::problem::Problem;
use crate::syntax::{GameOperator, PlayText, PositionText, Spanned};

/// The operators that are written with brackets, with how many games they take at least and at most.
const OPERATORS: [(&str, GameOperator, usize, usize); 8] = [
    ("selective", GameOperator::Selective, 2, 8),
    ("conjunctive", GameOperator::Conjunctive, 2, 8),
    ("continued", GameOperator::Continued, 2, 8),
    ("shortened", GameOperator::Shortened, 2, 8),
    ("sequential", GameOperator::Sequential, 2, 2),
    ("ordinal", GameOperator::Ordinal, 2, 2),
    ("enforce", GameOperator::Enforce, 2, 8),
    ("button", GameOperator::Button, 2, 2),
];

impl Parser {
    /// `play "wythoff" + "nim(1)" with a pass`.
    pub(super) fn play(&mut self) -> ParseResult<PositionText> {
        let start = self.span().start;
        self.advance();
        let play = self.played_sum()?;
        Ok(PositionText::Play { play, span: self.since(start) })
    }

    fn played_sum(&mut self) -> ParseResult<PlayText> {
        let mut parts = vec![self.played()?];
        while self.eat_mark("+") {
            self.count_operator()?;
            parts.push(self.played()?);
        }
        if parts.len() == 1 {
            return Ok(parts.remove(0));
        }
        Ok(PlayText::Of(GameOperator::Sum, parts))
    }

    /// A game with what is said behind it.
    fn played(&mut self) -> ParseResult<PlayText> {
        let mut play = self.nested(Parser::played_alone)?;
        loop {
            if self.eat_word("with") {
                let passes = self.passes()?;
                play = PlayText::WithPasses(Box::new(play), passes);
            } else if self.eat_word("ending") {
                if !self.eat_word("when") {
                    return Err(self.expected("`when` after `ending`"));
                }
                let condition = self.nested(Parser::condition)?;
                play = PlayText::Ending(Box::new(play), condition);
            } else if self.eat_word("without") {
                let other = self.nested(Parser::played_alone)?;
                play = PlayText::Without(Box::new(play), Box::new(other));
            } else {
                return Ok(play);
            }
        }
    }

    /// `a pass`, `2 passes`.
    fn passes(&mut self) -> ParseResult<u64> {
        let count = match *self.peek() {
            TokenKind::Number(n) if (1..=1_000).contains(&n) => n.unsigned_abs(),
            TokenKind::Word(ref a) if a == "a" => 1,
            _ => return Err(self.expected("`a pass` or `2 passes` after `with`")),
        };
        self.advance();
        if self.eat_word("pass") || self.eat_word("passes") {
            return Ok(count);
        }
        Err(self.expected("`pass` or `passes`"))
    }

    fn played_alone(&mut self) -> ParseResult<PlayText> {
        let span = self.span();
        match self.peek().clone() {
            TokenKind::Text(value) => {
                self.advance();
                Ok(PlayText::Game(Spanned { value, span }))
            }
            TokenKind::Mark("(") => {
                self.advance();
                let inner = self.nested(Parser::played_sum)?;
                self.need_mark(")", "the games")?;
                Ok(inner)
            }
            TokenKind::Word(word) if word == "blocking" => {
                self.advance();
                self.need_mark("(", "the operator")?;
                let k = self.nested(Parser::expr)?;
                self.need_mark(",", "the number")
                    .map_err(|p| p.hint("as in `play blocking(2, \"wythoff\")`"))?;
                let inner = self.nested(Parser::played_sum)?;
                self.need_mark(")", "the game")?;
                Ok(PlayText::Blocking(k, Box::new(inner)))
            }
            TokenKind::Word(word) => {
                let known = OPERATORS.iter().find(|(name, ..)| *name == word);
                let Some((_, operator, least, most)) = known else {
                    let names = OPERATORS.map(|(name, ..)| name);
                    return Err(self
                        .expected("a game in double quotes, or an operator")
                        .hint(format!("operators: {}, blocking", names.join(", ")))
                        .did_you_mean(&word, names));
                };
                self.advance();
                self.need_mark("(", "the operator")?;
                let mut parts = vec![self.nested(Parser::played_sum)?];
                while self.eat_mark(",") {
                    parts.push(self.nested(Parser::played_sum)?);
                }
                self.need_mark(")", "the games")?;
                if (*least..=*most).contains(&parts.len()) {
                    return Ok(PlayText::Of(*operator, parts));
                }
                let label = match least == most {
                    true => format!("it takes {least} games"),
                    false => format!("it takes {least} to {most} games"),
                };
                let message = format!("`{word}` of {} games", parts.len());
                Err(Problem::new(self.since(span.start), message, label))
            }
            _ => Err(self
                .expected("a game in double quotes")
                .hint("as in `play \"wythoff\" + \"nim(1)\"` or `play \"nim(3)\" with a pass`")),
        }
    }
}
