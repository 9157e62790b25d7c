//! Claims and definitions: `claim`, `define`, and what only they can say.
//!
//! A claim's conditions are those of a rule and more: `iff`, `implies`, quantifiers, `let`, texts,
//! tuples, `xor`, `if`. Whether a bracket opens a condition or an expression is told by what
//! follows its closing bracket, so nothing is read twice.

use super::{ParseResult, Parser, join};
use crate::lex::{STATEMENTS, TokenKind};
use crate::problem::{Problem, Span};
use crate::syntax::{
    Argument, CaseText, ClaimBinder, ClaimHeading, ClaimText, Condition, ConditionKind, Definition,
    Expr, ExprKind, Quantifier, SentenceText, Spanned, SpannedName,
};

/// The most choices of parameters that a case may have.
const MAX_INSTANCES: i64 = 500;

/// What is copied counts as an operator for so many words and signs, so that no text grows beyond measure.
const TOKENS_AN_OPERATOR: usize = 10;

/// What a claim may be.
pub(crate) const KINDS: [&str; 8] = [
    "theorem",
    "proposition",
    "example",
    "table",
    "conjecture",
    "question",
    "pattern",
    "corrected",
];

/// What a choice is between.
enum EitherChoice {
    Numbers(Expr),
    Conditions(Condition),
}

/// `if condition then yes else no` is `(condition implies yes) and (not condition implies no)`.
fn chosen(condition: Condition, yes: Condition, no: Condition, span: Span) -> Condition {
    let otherwise = Condition {
        span: condition.span.clone(),
        kind: ConditionKind::Not(Box::new(condition.clone())),
    };
    let kind = ConditionKind::And(
        Box::new(join(condition, yes, ConditionKind::Implies)),
        Box::new(join(otherwise, no, ConditionKind::Implies)),
    );
    Condition { kind, span }
}

/// `P`, `N`, `P(x, y)`.
fn is_outcome(expr: &Expr) -> bool {
    let name = match &expr.kind {
        ExprKind::Name(name) => name,
        ExprKind::Call(name, _) => &name.value,
        _ => return false,
    };
    name == "P" || name == "N"
}

impl Parser {
    /// `define S(a) := v2(a) mod 2 = 0`.
    pub(super) fn definition(&mut self) -> ParseResult<Definition> {
        self.advance();
        self.in_claim = true;
        let name = self.name("the name of a function or set")?;
        let mut parameters = Vec::new();
        if self.eat_mark("(") {
            parameters = self.names("an argument")?;
            self.need_mark(")", "the arguments")?;
        }
        self.need_mark(":=", "the name")
            .map_err(|p| p.hint("a definition looks like this: define even(x) := x mod 2 = 0"))?;
        Ok(Definition { name, parameters, body: self.sentence()? })
    }

    /// `claim ID KIND "source" note "..." mends ID [only] on (3,2) up to 30 misere: STATEMENT`.
    pub(super) fn claim(&mut self) -> ParseResult<ClaimText> {
        let start = self.span().start;
        self.advance();
        self.in_claim = true;
        let id = self.claim_id()?;
        let kind = self.claim_kind().map_err(|problem| {
            if !KINDS.contains(&id.value.as_str()) {
                return problem;
            }
            let hint = format!("the name comes first: claim MY-1 {}: ...", id.value);
            Problem::new(id.span.clone(), "the claim has no name", "this is its kind").hint(hint)
        })?;
        let mut about = ClaimHeading::default();
        while !self.eat_colon() {
            self.claim_part(&mut about)?;
        }
        if about.cases.is_empty() {
            about.cases.push(CaseText { span: id.span.clone(), ..CaseText::default() });
        }
        let statement = self.sentence()?;
        Ok(ClaimText { id, kind, about, statement, span: self.since(start) })
    }

    /// A Japanese keyboard's colon is `:=` elsewhere; here it can only be a colon.
    fn eat_colon(&mut self) -> bool {
        self.eat_mark(":") || self.eat_mark(":=")
    }

    fn claim_id(&mut self) -> ParseResult<SpannedName> {
        let span = self.span();
        let value = self
            .text("the name of the claim")
            .map_err(|p| p.hint("a claim has a name of its own: claim NIM-1 theorem: ..."))?;
        Ok(Spanned { value, span })
    }

    fn claim_kind(&mut self) -> ParseResult<SpannedName> {
        let problem = self.expected("the kind of the claim");
        let problem = problem.hint(format!("one of: {}", KINDS.join(", ")));
        let TokenKind::Word(word) = self.peek().clone() else { return Err(problem) };
        if !KINDS.contains(&word.as_str()) {
            return Err(problem.did_you_mean(&word, KINDS));
        }
        let span = self.span();
        self.advance();
        Ok(Spanned { value: word, span })
    }

    fn claim_part(&mut self, claim: &mut ClaimHeading) -> ParseResult<()> {
        if matches!(self.peek(), TokenKind::Text(_)) {
            claim.source = Some(self.text("where it is printed")?);
        } else if self.eat_word("note") {
            claim.note = Some(self.text("what a reader should know")?);
        } else if self.eat_word("mends") {
            let span = self.span();
            let value = self.text("the name of the claim that this one mends")?;
            claim.mends = Some(Spanned { value, span });
        } else if self.eat_word("misere") {
            claim.misere = true;
        } else if self.is_word("up") || self.is_word("among") {
            let mut case = CaseText { span: self.span(), ..CaseText::default() };
            self.window(&mut case)?;
            claim.cases.push(case);
        } else if self.is_word("on") || self.is_word("only") {
            claim.only |= self.eat_word("only");
            self.need_word("on", "`only`")?;
            loop {
                let case = self.case()?;
                claim.cases.push(case);
                if !self.eat_mark(",") {
                    break;
                }
            }
        } else {
            let hint = "before the colon stand a source in quotes, `note`, `mends`, `misere`, \
                        `up to 30`, `on (3,2) up to 30` or `only on ...`";
            return Err(self.expected("`:` and what the claim says").hint(hint));
        }
        Ok(())
    }

    /// `(3, 2 .. 4) up to 30`.
    fn case(&mut self) -> ParseResult<CaseText> {
        let start = self.span().start;
        let mut case = CaseText::default();
        if !self.eat_mark("(") {
            return Err(self.expected("parameters in brackets, as in `on (3,2)`"));
        }
        loop {
            let first = self.argument()?;
            let choices = match first {
                Argument::Number(low) if self.eat_mark("..") => {
                    let high = self.plain_number()?;
                    if high.saturating_sub(low) >= MAX_INSTANCES {
                        return Err(self.too_many_instances(start));
                    }
                    (low..=high).map(Argument::Number).collect()
                }
                other => vec![other],
            };
            case.arguments.push(choices);
            if !self.eat_mark(",") {
                break;
            }
        }
        self.need_mark(")", "the parameters")?;
        let instances = case.arguments.iter().map(|choices| choices.len() as i64);
        if instances.fold(1, i64::saturating_mul) > MAX_INSTANCES {
            return Err(self.too_many_instances(start));
        }
        if self.is_word("up") || self.is_word("among") {
            self.window(&mut case)?;
        }
        case.span = self.since(start);
        Ok(case)
    }

    fn too_many_instances(&self, start: usize) -> Problem {
        let message = format!("more than {MAX_INSTANCES} choices of parameters");
        Problem::new(self.since(start), message, "choose fewer")
    }

    /// `up to 30`, `up to (14, 20)`, `up to total 60`; `among "path(1..20)"`.
    fn window(&mut self, case: &mut CaseText) -> ParseResult<()> {
        if self.eat_word("among") {
            case.among = Some(self.text("a list of positions")?);
            return Ok(());
        }
        self.advance();
        self.need_word("to", "`up`")?;
        let natural = |n: i64| u64::try_from(n).unwrap_or(0);
        if self.eat_word("total") {
            case.total = Some(natural(self.plain_number()?));
        } else if self.eat_mark("(") {
            loop {
                case.to.push(natural(self.plain_number()?));
                if !self.eat_mark(",") {
                    break;
                }
            }
            self.need_mark(")", "the bounds")?;
        } else {
            case.to.push(natural(self.plain_number()?));
            if self.eat_word("total") {
                case.total = Some(natural(self.plain_number()?));
            }
        }
        Ok(())
    }

    fn names(&mut self, what: &str) -> ParseResult<Vec<SpannedName>> {
        let mut names = vec![self.name(what)?];
        while self.eat_mark(",") {
            names.push(self.name(what)?);
        }
        Ok(names)
    }

    // --- conditions of claims

    /// A statement and nothing after it.
    pub(super) fn whole_sentence(&mut self) -> ParseResult<Condition> {
        self.in_claim = true;
        let statement = self.sentence()?;
        if *self.peek() == TokenKind::End {
            return Ok(statement);
        }
        Err(self.expected("the end of the statement"))
    }

    /// A definition, a sentence with a name, or the sentence after all of them.
    pub(super) fn sentence_text(&mut self, read: &mut SentenceText) -> ParseResult<()> {
        (self.operators, self.depth, self.in_claim) = (0, 0, true);
        if self.is_word("define") {
            if let Some(sentence) = &read.sentence {
                let problem = Problem::new(
                    self.span(),
                    "a definition after the sentence",
                    "definitions come first",
                );
                read.definitions.push(self.definition()?);
                let from = sentence.span.clone();
                self.problems.push(problem.hint(format!(
                    "the sentence begins at character {} of the text: put it last",
                    from.start + 1
                )));
                return Ok(());
            }
            read.definitions.push(self.definition()?);
            return Ok(());
        }
        if read.sentence.is_some() {
            return Err(self.expected("the end of the statement"));
        }
        if self.eat_word("claim") {
            let name = self.claim_id()?;
            if !self.eat_colon() {
                let hint = format!("as in claim {}: forall x: ...", name.value);
                return Err(self.expected("`:` after the name of the claim").hint(hint));
            }
            let statement = self.sentence()?;
            read.claims.push((name, statement));
            return Ok(());
        }
        read.sentence = Some(self.sentence()?);
        Ok(())
    }

    /// `iff` and `if`, the loosest.
    pub(super) fn sentence(&mut self) -> ParseResult<Condition> {
        self.nested(|p| {
            let left = p.implication()?;
            if p.eat_word("iff") {
                p.count_operator()?;
                Ok(join(left, p.implication()?, ConditionKind::Iff))
            } else if p.eat_word("if") {
                p.count_operator()?;
                let when = p.implication()?;
                let span = left.span.start..when.span.end;
                let kind = ConditionKind::Implies(Box::new(when), Box::new(left));
                Ok(Condition { kind, span })
            } else {
                Ok(left)
            }
        })
    }

    fn implication(&mut self) -> ParseResult<Condition> {
        let left = self.condition()?;
        if !self.eat_word("implies") {
            return Ok(left);
        }
        self.count_operator()?;
        let right = self.nested(Parser::implication)?;
        Ok(join(left, right, ConditionKind::Implies))
    }

    /// A quantifier, `let` or `if`, if there is one here. Their conditions reach as far as they can.
    pub(super) fn quantified(&mut self) -> ParseResult<Option<Condition>> {
        let start = self.span().start;
        let after = |p: &Parser, ahead, word: &str| matches!(p.peek_after(ahead), TokenKind::Word(w) if w == word);
        let (quantifier, words) = if self.is_word("for") {
            self.advance();
            self.need_word("all", "`for`")?;
            (Quantifier::All, 0)
        } else if self.is_word("forall")
            && matches!(self.peek_after(1), TokenKind::Word(_) | TokenKind::Mark("("))
        {
            (Quantifier::All, 1)
        } else if self.is_word("exists")
            && !matches!(self.peek_after(1), TokenKind::Mark("," | ")"))
        {
            (Quantifier::Exists, 1)
        } else if self.is_word("at") && after(self, 1, "most") && after(self, 2, "one") {
            (Quantifier::AtMostOne, 3)
        } else if self.is_word("exactly") && after(self, 1, "one") {
            (Quantifier::ExactlyOne, 2)
        } else if self.is_word("no")
            && matches!(self.peek_after(1), TokenKind::Word(_) | TokenKind::Mark("("))
        {
            (Quantifier::No, 1)
        } else if self.is_word("let")
            && matches!(self.peek_after(1), TokenKind::Word(_) | TokenKind::Mark("("))
        {
            return self.letting().map(Some);
        } else if self.is_word("if") {
            return self.choice_of_conditions().map(Some);
        } else {
            return Ok(None);
        };
        (0..words).for_each(|_| self.advance());
        let through = self.through_list()?;
        if !self.eat_colon() && !self.eat_word("with") {
            return Err(self.expected("`:` and a condition, or another name after a comma"));
        }
        let body = self.sentence()?;
        let kind = ConditionKind::Quantified(quantifier, through, Box::new(body));
        Ok(Some(Condition { kind, span: self.since(start) }))
    }

    /// `let (x, y) := sorted(a, b): ...`.
    fn letting(&mut self) -> ParseResult<Condition> {
        let start = self.span().start;
        self.advance();
        let names = self.bound_names()?;
        self.need_mark(":=", "the name")?;
        let value = self.expr()?;
        if !self.eat_colon() {
            return Err(self.expected("`:` after the value"));
        }
        let body = self.sentence()?;
        let kind = ConditionKind::Let(names, value, Box::new(body));
        Ok(Condition { kind, span: self.since(start) })
    }

    fn bound_names(&mut self) -> ParseResult<Vec<SpannedName>> {
        if !self.eat_mark("(") {
            return Ok(vec![self.name("a name")?]);
        }
        let names = self.names("a name")?;
        self.need_mark(")", "the names")?;
        Ok(names)
    }

    /// `x, y in 1 .. n, (z, w) in options, v`: names before a set all run through it.
    fn through_list(&mut self) -> ParseResult<Vec<ClaimBinder>> {
        let mut list = Vec::new();
        loop {
            let names = self.bound_names()?;
            let over = if self.eat_word("in") { Some(self.expr()?) } else { None };
            list.push(ClaimBinder { names, over });
            if !self.eat_mark(",") {
                break;
            }
        }
        for at in (1..list.len()).rev() {
            if list[at - 1].over.is_none() && list[at - 1].names.len() == list[at].names.len() {
                list[at - 1].over = list[at].over.clone();
            }
        }
        Ok(list)
    }

    /// Whether the bracket here opens a condition: no operator that takes a number or a set
    /// follows the closing bracket, and no comma is inside (that would be a tuple).
    pub(super) fn opens_condition(&self) -> bool {
        if !self.is_mark("(") {
            return false;
        }
        let mut depth = 0;
        for at in self.at..self.tokens.len() {
            match &self.tokens[at].kind {
                TokenKind::Mark("(" | "[" | "{") => depth += 1,
                TokenKind::Mark(")" | "]" | "}") => {
                    depth -= 1;
                    if depth == 0 {
                        return !self.continues_expression(at + 1);
                    }
                }
                TokenKind::Mark(",") if depth == 1 && !self.binds_between(self.at, at) => {
                    return false;
                }
                TokenKind::Word(w) if STATEMENTS.contains(&w.as_str()) => return true,
                _ => {}
            }
        }
        true
    }

    /// Whether a quantifier stands directly inside the bracket at `from`: its commas separate names.
    fn binds_between(&self, from: usize, to: usize) -> bool {
        self.tokens[from..to].iter().any(|token| {
            matches!(&token.kind, TokenKind::Word(w)
                if ["for", "forall", "exists", "one", "no", "let"].contains(&w.as_str()))
        })
    }

    fn continues_expression(&self, at: usize) -> bool {
        match &self.tokens[at.min(self.tokens.len() - 1)].kind {
            TokenKind::Mark(mark) => ![")", ",", ":", "]", "}", "(", "[", "{"].contains(mark),
            TokenKind::Word(w) => ["mod", "xor", "in", "divides", "subset"].contains(&w.as_str()),
            _ => false,
        }
    }

    // --- choices

    /// `if a = b then P else N`, or a comparison that begins with a choice between numbers.
    fn choice_of_conditions(&mut self) -> ParseResult<Condition> {
        let start = self.span().start;
        let kind = match self.choice_of_either()? {
            EitherChoice::Conditions(condition) => return Ok(condition),
            EitherChoice::Numbers(left) => self.comparison_from(left)?,
        };
        if let ConditionKind::Bare(_) = kind {
            self.need_no_connective()?;
        }
        Ok(Condition { kind, span: self.since(start) })
    }

    /// Whether a connective belongs to the last statement or to the whole choice must be plain.
    fn need_no_connective(&self) -> ParseResult<()> {
        let connective = |word: &&str| self.is_word(word);
        match ["and", "or", "implies", "iff", "if"].into_iter().find(connective) {
            None => Ok(()),
            Some(word) => Err(self.expected("the end of the choice").hint(format!(
                "put the choice, or what stands after `else`, in brackets: (if ... then ... else ...) {word} ..."
            ))),
        }
    }

    /// A choice is between statements if what stands after `then` is one as it is written: a comparison, a connective,
    /// a quantifier, `P` or `N`. Then the last statement reaches as far as it can. Otherwise it is between numbers, as far
    /// as can be told without knowing what names mean, unless the other side says that it is not.
    fn choice_of_either(&mut self) -> ParseResult<EitherChoice> {
        self.nested(|p| {
            let start = p.span().start;
            p.advance();
            let condition = p.condition_of_choice()?;
            p.need_word("then", "the condition")?;
            let yes = p.sentence()?;
            p.need_word("else", "what is so if the condition holds")?;
            let no = match &yes.kind {
                ConditionKind::Bare(number) if !is_outcome(number) => p.other_choice()?,
                _ => EitherChoice::Conditions(p.sentence()?),
            };
            let span = p.since(start);
            Ok(match (yes.kind, no) {
                (ConditionKind::Bare(yes), EitherChoice::Numbers(no)) => {
                    let kind = ExprKind::If(Box::new(condition), Box::new(yes), Box::new(no));
                    EitherChoice::Numbers(Expr { kind, span })
                }
                (kind, EitherChoice::Conditions(no)) => {
                    let yes = Condition { kind, span: yes.span };
                    EitherChoice::Conditions(chosen(condition, yes, no, span))
                }
                (_, EitherChoice::Numbers(no)) => {
                    let problem =
                        Problem::new(no.span, "a number where a statement belongs", "here");
                    return Err(problem);
                }
            })
        })
    }

    /// The condition of a choice, which is written twice where the choice is between statements: it counts twice.
    fn condition_of_choice(&mut self) -> ParseResult<Condition> {
        let (operators, at) = (self.operators, self.at);
        let condition = self.sentence()?;
        self.operators += self.operators - operators + (self.at - at) / TOKENS_AN_OPERATOR;
        self.count_operator()?;
        Ok(condition)
    }

    /// What stands after `else` if what stands after `then` may be a number.
    fn other_choice(&mut self) -> ParseResult<EitherChoice> {
        if self.is_word("if") {
            return self.choice_of_either();
        }
        if let Some(quantified) = self.quantified()? {
            return Ok(EitherChoice::Conditions(quantified));
        }
        let is_condition = ["not", "each", "distinct"].into_iter().any(|word| self.is_word(word));
        let other = if is_condition {
            self.sentence()?
        } else if self.opens_condition() {
            let bracketed = self.atom()?;
            self.need_no_connective()?;
            bracketed
        } else {
            return self.expr().map(EitherChoice::Numbers);
        };
        Ok(match other.kind {
            ConditionKind::Bare(number) if !is_outcome(&number) => EitherChoice::Numbers(number),
            kind => EitherChoice::Conditions(Condition { kind, span: other.span }),
        })
    }

    // --- expressions of claims

    /// The rest of `(x, y, z)`, after `x`.
    pub(super) fn tuple(&mut self, first: Expr) -> ParseResult<ExprKind> {
        let mut items = vec![first];
        while self.eat_mark(",") {
            items.push(self.expr()?);
        }
        self.need_mark(")", "the tuple")?;
        Ok(ExprKind::Tuple(items))
    }

    /// `if CONDITION then x else y`.
    pub(super) fn choice(&mut self) -> ParseResult<ExprKind> {
        self.advance();
        self.nested(|p| {
            let condition = if p.in_claim { p.sentence()? } else { p.condition()? };
            p.need_word("then", "the condition")?;
            let yes = p.expr()?;
            p.need_word("else", "the first value")?;
            Ok(ExprKind::If(Box::new(condition), Box::new(yes), Box::new(p.expr()?)))
        })
    }

    /// `or(x, y)` and `and(x, y)`: bit by bit, where no condition can stand before them.
    pub(super) fn bitwise(&mut self) -> Option<SpannedName> {
        let TokenKind::Word(word) = self.peek().clone() else { return None };
        let is_call = *self.peek_after(1) == TokenKind::Mark("(");
        if !is_call || !["or", "and", "xor"].contains(&word.as_str()) {
            return None;
        }
        let span = self.span();
        self.advance();
        Some(Spanned { value: word, span })
    }

    /// An argument: an expression, or in a claim `x for x in S where ...`.
    pub(super) fn item(&mut self) -> ParseResult<Expr> {
        if self.in_claim { self.element() } else { self.expr() }
    }

    /// An element of a set: an expression, or `x for x in S where ...`.
    pub(super) fn element(&mut self) -> ParseResult<Expr> {
        let start = self.span().start;
        let item = self.expr()?;
        if !self.eat_word("for") {
            return Ok(item);
        }
        let through = self.through_list()?;
        let condition = match self.eat_word("where") {
            true if self.in_claim => Some(Box::new(self.sentence()?)),
            true => Some(Box::new(self.condition()?)),
            false => None,
        };
        let kind = ExprKind::Listed(Box::new(item), through, condition);
        Ok(Expr { kind, span: self.since(start) })
    }

    /// Whether `count(` is followed by a set, not by `x in S: ...`.
    pub(super) fn lists_instead(&self) -> bool {
        !(matches!(self.peek(), TokenKind::Word(_))
            && matches!(self.peek_after(1), TokenKind::Word(w) if w == "in"))
    }
}
