//! Expressions and conditions.
//!
//! Binding, loosest first. Conditions: `or`, `and`, `not`, comparison. Expressions: `|`, `&`,
//! `..`, `xor`, then `+ -`, then `* / mod`, then unary `-`, then `^`, then names, numbers, calls and brackets.
//! A comma is "and" for the reader, but is handled by the statement, which knows where lists end.

use super::{ParseResult, Parser, join};
use crate::lex::TokenKind;
use crate::problem::Problem;
use crate::syntax::{ComparisonOperator, Condition, ConditionKind, Expr, ExprKind, Operator};

impl Parser {
    // --- conditions

    pub(super) fn condition(&mut self) -> ParseResult<Condition> {
        self.nested(|p| {
            let mut left = p.conjunction()?;
            while p.eat_word("or") {
                p.count_operator()?;
                left = join(left, p.conjunction()?, ConditionKind::Or);
            }
            Ok(left)
        })
    }

    fn conjunction(&mut self) -> ParseResult<Condition> {
        let mut left = self.negation()?;
        while self.eat_word("and") {
            self.count_operator()?;
            left = join(left, self.negation()?, ConditionKind::And);
        }
        Ok(left)
    }

    fn negation(&mut self) -> ParseResult<Condition> {
        let start = self.span().start;
        if self.eat_word("not") {
            let inner = self.nested(Parser::negation)?;
            let span = self.since(start);
            return Ok(Condition { kind: ConditionKind::Not(Box::new(inner)), span });
        }
        self.atom()
    }

    pub(super) fn atom(&mut self) -> ParseResult<Condition> {
        let start = self.span().start;
        if self.in_claim
            && let Some(condition) = self.quantified()?
        {
            return Ok(condition);
        }
        let kind = if self.eat_word("each") {
            let heaps = if self.at_comparison() { None } else { Some(self.expr()?) };
            ConditionKind::Each(heaps, self.chain()?)
        } else if self.eat_word("distinct") {
            let heaps =
                matches!(self.peek(), TokenKind::Word(w) if !super::is_reserved(w) && w != "on");
            ConditionKind::Distinct(if heaps { Some(self.expr()?) } else { None })
        } else if self.in_claim && self.opens_condition() {
            self.advance();
            let inner = self.sentence()?;
            self.need_mark(")", "the condition")?;
            return Ok(Condition { kind: inner.kind, span: self.since(start) });
        } else if self.is_mark("(") && !self.in_claim {
            return self.bracketed();
        } else {
            self.comparison_of_expressions()?
        };
        Ok(Condition { kind, span: self.since(start) })
    }

    fn comparison_of_expressions(&mut self) -> ParseResult<ConditionKind> {
        let left = self.expr()?;
        self.comparison_from(left)
    }

    /// The condition that begins with this expression.
    pub(super) fn comparison_from(&mut self, left: Expr) -> ParseResult<ConditionKind> {
        if self.eat_word("divides") {
            Ok(ConditionKind::Divides(left, self.expr()?))
        } else if self.eat_word("in") {
            Ok(ConditionKind::In(left, self.expr()?))
        } else if self.in_claim && self.eat_word("subset") {
            self.need_word("of", "`subset`")?;
            Ok(ConditionKind::Subset(left, self.expr()?))
        } else if !self.at_comparison()
            && (self.in_claim || matches!(left.kind, ExprKind::Call(..)))
        {
            Ok(ConditionKind::Bare(left))
        } else {
            let quantifier = match &left.kind {
                ExprKind::Name(word) => ["exists", "forall", "all", "no"].contains(&word.as_str()),
                _ => false,
            };
            let hint = "a rule has no quantifiers: a name that is no heap is a new variable, so `t = 2^k, k <= 9` says that there is such a k";
            let chain = self.chain().map_err(|p| if quantifier { p.hint(hint) } else { p })?;
            Ok(ConditionKind::Chain(left, chain))
        }
    }

    /// A bracket opens a condition, as in `(a < b or b = 0)`, or an expression, as in
    /// `(a + b) mod 2 = 0`. We try the condition, then the expression, and of two failures report
    /// the one that got farther.
    fn bracketed(&mut self) -> ParseResult<Condition> {
        let before = self.at;
        let start = self.span().start;
        self.advance();
        let as_condition = self.condition().and_then(|condition| {
            self.need_mark(")", "the condition")?;
            Ok(condition)
        });
        let first = match as_condition {
            // `(gcd(a, b))` may be a condition of one's own, or a number that the rest goes on from.
            Ok(condition) if !self.goes_on() => return Ok(condition),
            Ok(_) => self.expected("`where`, `for` or the next statement"),
            Err(problem) => problem,
        };
        self.at = before;
        match self.comparison_of_expressions() {
            Ok(kind) => Ok(Condition { kind, span: self.since(start) }),
            Err(second) if second.span().start > first.span().start => Err(second),
            Err(_) => Err(first),
        }
    }

    fn chain(&mut self) -> ParseResult<Vec<(ComparisonOperator, Expr)>> {
        let mut chain = Vec::new();
        while let Some(compare) = self.comparison() {
            chain.push((compare, self.expr()?));
        }
        if chain.is_empty() {
            let hint = match ["even", "odd"].map(|word| self.is_word(word)) {
                [true, _] => "an even number is written `x mod 2 = 0`",
                [_, true] => "an odd number is written `x mod 2 = 1`",
                _ => "one of: = != < <= > >=, or `divides`, `in`",
            };
            return Err(self.expected("a comparison").hint(hint));
        }
        Ok(chain)
    }

    /// Whether what comes next can only stand behind a number.
    fn goes_on(&self) -> bool {
        let word = |word: &&str| self.is_word(word);
        let mark = |mark: &&str| self.is_mark(mark);
        self.at_comparison()
            || ["+", "-", "*", "/", "^"].iter().any(mark)
            || ["mod", "xor", "divides", "in"].iter().any(word)
    }

    fn at_comparison(&self) -> bool {
        matches!(self.peek(), TokenKind::Mark("=" | "!=" | "<" | "<=" | ">" | ">="))
    }

    pub(super) fn comparison(&mut self) -> Option<ComparisonOperator> {
        let compare = match self.peek() {
            TokenKind::Mark("=") => ComparisonOperator::Equal,
            TokenKind::Mark("!=") => ComparisonOperator::NotEqual,
            TokenKind::Mark("<") => ComparisonOperator::Less,
            TokenKind::Mark("<=") => ComparisonOperator::AtMost,
            TokenKind::Mark(">") => ComparisonOperator::Greater,
            TokenKind::Mark(">=") => ComparisonOperator::AtLeast,
            _ => return None,
        };
        self.advance();
        Some(compare)
    }

    // --- expressions

    pub(super) fn expr(&mut self) -> ParseResult<Expr> {
        self.nested(|p| {
            let mut left = p.intersection()?;
            while p.eat_mark("|") {
                p.count_operator()?;
                left = binary(Operator::Union, left, p.intersection()?);
            }
            Ok(left)
        })
    }

    fn intersection(&mut self) -> ParseResult<Expr> {
        let mut left = self.range()?;
        while self.eat_mark("&") {
            self.count_operator()?;
            left = binary(Operator::Intersection, left, self.range()?);
        }
        Ok(left)
    }

    fn range(&mut self) -> ParseResult<Expr> {
        let low = self.nim_sum()?;
        if !self.eat_mark("..") {
            return Ok(low);
        }
        let high = self.nim_sum()?;
        let span = low.span.start..high.span.end;
        Ok(Expr { kind: ExprKind::Range(Box::new(low), Box::new(high)), span })
    }

    fn nim_sum(&mut self) -> ParseResult<Expr> {
        let mut left = self.sum()?;
        while self.eat_word("xor") {
            self.count_operator()?;
            left = binary(Operator::Xor, left, self.sum()?);
        }
        Ok(left)
    }

    fn sum(&mut self) -> ParseResult<Expr> {
        let mut left = self.product()?;
        while let Some(operator) = self.additive() {
            self.count_operator()?;
            left = binary(operator, left, self.product()?);
        }
        Ok(left)
    }

    /// What follows a heap in `h[i] - d + 1`: a sum that begins with its sign.
    pub(super) fn signed_sum(&mut self) -> ParseResult<Expr> {
        let start = self.span().start;
        let zero = Expr { kind: ExprKind::Number(0), span: start..start };
        let mut left = zero;
        while let Some(operator) = self.additive() {
            self.count_operator()?;
            left = binary(operator, left, self.product()?);
        }
        Ok(left)
    }

    fn additive(&mut self) -> Option<Operator> {
        if self.eat_mark("+") {
            Some(Operator::Add)
        } else if self.eat_mark("-") {
            Some(Operator::Subtract)
        } else {
            None
        }
    }

    pub(super) fn product(&mut self) -> ParseResult<Expr> {
        let mut left = self.unary()?;
        loop {
            let operator = if self.eat_mark("*") {
                Operator::Multiply
            } else if self.eat_mark("/") {
                Operator::Divide
            } else if self.eat_word("mod") {
                Operator::Modulo
            } else {
                self.refuse_implicit_product(&left)?;
                return Ok(left);
            };
            self.count_operator()?;
            left = binary(operator, left, self.unary()?);
        }
    }

    /// `2x` is a frequent slip; say so instead of "expected `where`".
    fn refuse_implicit_product(&self, left: &Expr) -> ParseResult<()> {
        if let (ExprKind::Number(n), TokenKind::Word(w)) = (&left.kind, self.peek())
            && self.span().start == left.span.end
            && !super::is_reserved(w)
        {
            let span = left.span.start..self.span().end;
            return Err(Problem::new(span, format!("`{n}{w}` is not a name"), "a product?")
                .hint(format!("write `{n}*{w}`")));
        }
        Ok(())
    }

    fn unary(&mut self) -> ParseResult<Expr> {
        let start = self.span().start;
        if self.eat_mark("-") {
            let inner = self.nested(Parser::unary)?;
            return Ok(Expr { kind: ExprKind::Negate(Box::new(inner)), span: self.since(start) });
        }
        let base = self.primary()?;
        if !self.eat_mark("^") {
            return Ok(base);
        }
        let exponent = self.nested(Parser::unary)?;
        Ok(binary(Operator::Power, base, exponent))
    }

    pub(super) fn primary(&mut self) -> ParseResult<Expr> {
        let start = self.span().start;
        let kind = match self.peek().clone() {
            TokenKind::Number(n) => {
                self.advance();
                ExprKind::Number(n)
            }
            TokenKind::Mark("(") => {
                self.advance();
                let inner = self.expr()?;
                if self.in_claim && self.is_mark(",") {
                    self.tuple(inner)?
                } else {
                    self.need_mark(")", "the expression")?;
                    inner.kind
                }
            }
            TokenKind::Mark("{") => {
                self.advance();
                let mut items = Vec::new();
                while !self.is_mark("}") {
                    items.push(self.element()?);
                    if !self.eat_mark(",") {
                        break;
                    }
                }
                self.need_mark("}", "the set")?;
                ExprKind::Set(items)
            }
            TokenKind::Text(text) if self.in_claim => {
                self.advance();
                ExprKind::Text(text)
            }
            TokenKind::Word(w) if w == "if" => self.choice()?,
            TokenKind::Word(_) => self.named()?,
            _ => return Err(self.expected("a number, a name or `(`")),
        };
        Ok(Expr { kind, span: self.since(start) })
    }

    /// A name, a heap of a row, or a call.
    fn named(&mut self) -> ParseResult<ExprKind> {
        let name = match self.bitwise() {
            Some(name) => name,
            None => self.name("a number or a name")?,
        };
        if self.eat_mark("[") {
            let start = self.span().start;
            let mut index = self.expr()?;
            if self.in_claim && self.is_mark(",") {
                let mut items = vec![index];
                while self.eat_mark(",") {
                    items.push(self.expr()?);
                }
                index = Expr { kind: ExprKind::Tuple(items), span: self.since(start) };
            }
            self.need_mark("]", "the index")?;
            return Ok(ExprKind::Heap(name, Box::new(index)));
        }
        if !self.is_mark("(") {
            return Ok(ExprKind::Name(name.value));
        }
        self.advance();
        if name.value == "count" && !(self.in_claim && self.lists_instead()) {
            let variable = self.name("a name: `count(R in ranges: CONDITION)`")?;
            self.need_word("in", "the name")?;
            let over = self.expr()?;
            self.need_mark(":", "what is counted")?;
            let condition = if self.in_claim { self.sentence()? } else { self.condition()? };
            self.need_mark(")", "the condition")?;
            return Ok(ExprKind::Count(variable, Box::new(over), Box::new(condition)));
        }
        let mut arguments = vec![self.item()?];
        while self.eat_mark(",") {
            arguments.push(self.item()?);
        }
        self.need_mark(")", "the arguments")?;
        Ok(ExprKind::Call(name, arguments))
    }
}

pub(super) fn binary(operator: Operator, left: Expr, right: Expr) -> Expr {
    let span = left.span.start..right.span.end;
    Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), span }
}
