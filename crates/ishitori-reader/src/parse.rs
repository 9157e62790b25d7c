//! Expressions, by recursive descent: one function for each level of docs/claim-language.md.
//!
//! From loosest to tightest: `iff` and `if`; `implies`; `or`; `and`; `not`; comparisons, `in`, `subset of`,
//! `divides`; `|`; `&`; `..`; `xor`; `+ -`; `* / mod`; unary `-`; `^`. Quantifiers and `let` reach as far to the
//! right as they can. Cost: linear, but for a few looks ahead; nesting is limited.

use crate::problem::{Read, ReadProblem};
use crate::syntax::{BoundName, HowMany, Joint, ReadComparison, ReadPhrase, ReadPhraseKind};
use crate::token::{TextToken, TextTokenKind};

/// How deep expressions may be nested.
const DEEP: usize = 240;

/// Reads tokens one after the other.
pub(crate) struct PhraseParser<'t> {
    tokens: &'t [TextToken],
    at: usize,
    depth: usize,
}

/// The levels of operators that join to the left, from the loosest.
const LEVELS: &[&[(&str, Joint)]] = &[
    &[("|", Joint::Union)],
    &[("&", Joint::Meet)],
    &[("..", Joint::UpTo)],
    &[("xor", Joint::Xor)],
    &[("+", Joint::Plus), ("-", Joint::Minus)],
    &[("*", Joint::Times), ("/", Joint::Over), ("mod", Joint::Mod)],
];

/// Words that cannot be names of variables.
const RESERVED: &[&str] = &[
    "iff", "if", "then", "else", "implies", "or", "and", "not", "in", "subset", "divides", "xor",
    "mod", "for", "where", "with", "exists", "forall", "let", "each",
];

impl<'t> PhraseParser<'t> {
    /// A reader of these tokens, of which the last is the end.
    pub(crate) fn new(tokens: &'t [TextToken]) -> PhraseParser<'t> {
        PhraseParser { tokens, at: 0, depth: 0 }
    }

    pub(crate) fn peek(&self) -> &'t TextTokenKind {
        self.look(0)
    }

    fn look(&self, ahead: usize) -> &'t TextTokenKind {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.at + ahead).min(last)].kind
    }

    pub(crate) fn token(&self) -> &'t TextToken {
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    pub(crate) fn place(&self) -> usize {
        self.token().start
    }

    pub(crate) fn advance(&mut self) {
        self.at += 1;
    }

    pub(crate) fn wrong(&self, why: impl Into<String>) -> ReadProblem {
        ReadProblem::at(self.place(), why)
    }

    /// Whether the next token is this word or sign.
    pub(crate) fn sees(&self, what: &str) -> bool {
        is(self.peek(), what)
    }

    /// Whether the next tokens are these words or signs.
    pub(crate) fn sees_all(&self, what: &[&str]) -> bool {
        what.iter().enumerate().all(|(ahead, what)| is(self.look(ahead), what))
    }

    /// Takes a word or sign if it is next.
    pub(crate) fn takes(&mut self, what: &str) -> bool {
        let sees = self.sees(what);
        self.at += usize::from(sees);
        sees
    }

    /// Takes several words or signs if they are next.
    pub(crate) fn takes_all(&mut self, what: &[&str]) -> bool {
        let sees = self.sees_all(what);
        self.at += if sees { what.len() } else { 0 };
        sees
    }

    pub(crate) fn expect(&mut self, what: &str) -> Read<()> {
        if self.takes(what) { Ok(()) } else { Err(self.wrong(format!("expected `{what}`"))) }
    }

    pub(crate) fn name(&mut self) -> Read<String> {
        match self.peek() {
            TextTokenKind::Word(word) if !RESERVED.contains(&word.as_str()) => {
                self.at += 1;
                Ok(word.clone())
            }
            _ => Err(self.wrong("expected a name")),
        }
    }

    pub(crate) fn ended(&self) -> bool {
        *self.peek() == TextTokenKind::End
    }

    /// A whole expression: a condition, a number, a set, ...
    pub(crate) fn phrase(&mut self) -> Read<ReadPhrase> {
        self.deeper(Self::iff)
    }

    /// An expression, unless it is nested too deeply.
    fn made(&self, place: usize, kind: ReadPhraseKind) -> Read<ReadPhrase> {
        let made = ReadPhrase::new(place, kind);
        if made.deep <= DEEP { Ok(made) } else { Err(self.too_deep()) }
    }

    fn joined(&self, joint: Joint, left: ReadPhrase, right: ReadPhrase) -> Read<ReadPhrase> {
        self.made(left.place, ReadPhraseKind::Joined(joint, Box::new([left, right])))
    }

    fn too_deep(&self) -> ReadProblem {
        self.wrong("nested too deeply for the second reader")
    }

    /// Goes one level deeper, if there is room.
    fn deeper(&mut self, read: fn(&mut Self) -> Read<ReadPhrase>) -> Read<ReadPhrase> {
        if self.depth >= DEEP / 4 {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let found = read(self);
        self.depth -= 1;
        found
    }

    fn iff(&mut self) -> Read<ReadPhrase> {
        let left = self.implies()?;
        let joint = match self.peek() {
            word if is(word, "iff") => Joint::Iff,
            word if is(word, "if") => Joint::If,
            _ => return Ok(left),
        };
        self.at += 1;
        let right = self.implies()?;
        self.joined(joint, left, right)
    }

    fn implies(&mut self) -> Read<ReadPhrase> {
        let left = self.or()?;
        if !self.takes("implies") {
            return Ok(left);
        }
        // To the right: a implies (b implies c).
        let right = self.deeper(Self::implies)?;
        self.joined(Joint::Implies, left, right)
    }

    fn or(&mut self) -> Read<ReadPhrase> {
        let mut left = self.and()?;
        while self.takes("or") {
            let right = self.and()?;
            left = self.joined(Joint::Or, left, right)?;
        }
        Ok(left)
    }

    fn and(&mut self) -> Read<ReadPhrase> {
        let mut left = self.negation()?;
        while self.takes("and") {
            let right = self.negation()?;
            left = self.joined(Joint::And, left, right)?;
        }
        Ok(left)
    }

    fn negation(&mut self) -> Read<ReadPhrase> {
        let place = self.place();
        if !self.sees("not") {
            return self.comparison();
        }
        self.at += 1;
        let inner = self.deeper(Self::negation)?;
        self.made(place, ReadPhraseKind::Not(Box::new(inner)))
    }

    fn comparison(&mut self) -> Read<ReadPhrase> {
        let place = self.place();
        if self.takes("each") {
            let inner = self.comparison()?;
            return self.made(place, ReadPhraseKind::Each(Box::new(inner)));
        }
        if self.sees("distinct") && matches!(self.look(1), TextTokenKind::Word(_)) {
            self.at += 1;
            let inner = self.level(0)?;
            return self.made(place, ReadPhraseKind::Distinct(Box::new(inner)));
        }
        if let Some(quantified) = self.quantified()? {
            return Ok(quantified);
        }
        let first = self.level(0)?;
        let joint = match self.peek() {
            word if is(word, "in") => Some(Joint::In),
            word if is(word, "divides") => Some(Joint::Divides),
            _ if self.takes_all(&["subset", "of"]) => {
                let right = self.level(0)?;
                return self.joined(Joint::SubsetOf, first, right);
            }
            _ => None,
        };
        if let Some(joint) = joint {
            self.at += 1;
            let right = self.level(0)?;
            return self.joined(joint, first, right);
        }
        let (mut terms, mut signs) = (vec![first], Vec::new());
        while let Some(sign) = comparison(self.peek()) {
            self.at += 1;
            signs.push(sign);
            terms.push(self.level(0)?);
        }
        match terms.pop() {
            Some(only) if signs.is_empty() => Ok(only),
            Some(last) => {
                terms.push(last);
                self.made(place, ReadPhraseKind::Compared(terms, signs))
            }
            None => Err(self.wrong("expected something")),
        }
    }

    /// An expression without comparisons.
    pub(crate) fn level(&mut self, level: usize) -> Read<ReadPhrase> {
        let Some(operators) = LEVELS.get(level) else { return self.negative() };
        let mut left = self.level(level + 1)?;
        loop {
            let found = operators.iter().find(|(sign, _)| self.sees(sign));
            let Some((_, joint)) = found else { return Ok(left) };
            self.at += 1;
            let right = self.level(level + 1)?;
            left = self.joined(*joint, left, right)?;
        }
    }

    fn negative(&mut self) -> Read<ReadPhrase> {
        let place = self.place();
        if !self.takes("-") {
            return self.power();
        }
        let inner = self.deeper(Self::negative)?;
        self.made(place, ReadPhraseKind::Negative(Box::new(inner)))
    }

    fn power(&mut self) -> Read<ReadPhrase> {
        let base = self.primary()?;
        if !self.takes("^") {
            return Ok(base);
        }
        // An exponent may be negative, and 2^3^2 is 2^(3^2).
        let exponent = self.deeper(Self::negative)?;
        self.joined(Joint::Power, base, exponent)
    }

    fn primary(&mut self) -> Read<ReadPhrase> {
        let place = self.place();
        let kind = match self.peek() {
            TextTokenKind::Number(number) => {
                self.at += 1;
                ReadPhraseKind::Number(*number)
            }
            TextTokenKind::Quoted(text) => {
                self.at += 1;
                ReadPhraseKind::Quoted(text.clone())
            }
            TextTokenKind::Sign("(") => self.bracket()?,
            TextTokenKind::Sign("{") => {
                self.at += 1;
                ReadPhraseKind::Braces(self.items("}")?)
            }
            TextTokenKind::Word(word) => self.word(word)?,
            _ => return Err(self.wrong("expected a number, a name or `(`")),
        };
        self.made(place, kind)
    }

    fn bracket(&mut self) -> Read<ReadPhraseKind> {
        self.at += 1;
        let first = self.phrase()?;
        if self.takes(")") {
            return Ok(first.kind);
        }
        let mut all = vec![first];
        while self.takes(",") {
            all.push(self.phrase()?);
        }
        self.expect(")")?;
        Ok(ReadPhraseKind::Tuple(all))
    }

    fn word(&mut self, word: &str) -> Read<ReadPhraseKind> {
        if word == "if" {
            return self.choice();
        }
        let function = matches!(word, "xor" | "or" | "and") && is(self.look(1), "(");
        if !function && RESERVED.contains(&word) {
            return Err(self.wrong(format!("expected a number or a name, not `{word}`")));
        }
        self.at += 1;
        if self.takes("(") {
            return Ok(ReadPhraseKind::Call(word.to_string(), self.items(")")?));
        }
        if self.takes("[") {
            let index = self.phrase()?;
            self.expect("]")?;
            return Ok(ReadPhraseKind::Indexed(word.to_string(), Box::new(index)));
        }
        Ok(ReadPhraseKind::Name(word.to_string()))
    }

    /// `if C then x else y`. Between statements the last one reaches as far as it can; a number ends before a comparison.
    fn choice(&mut self) -> Read<ReadPhraseKind> {
        self.at += 1;
        let condition = self.phrase()?;
        self.expect("then")?;
        let yes = self.phrase()?;
        self.expect("else")?;
        let says =
            ["not", "each", "distinct", "for", "forall", "exists", "at", "exactly", "no", "let"];
        let no = match yes.is_statement() || says.iter().any(|word| self.sees(word)) {
            true => self.phrase()?,
            false => self.deeper(|reader| reader.level(0))?,
        };
        Ok(ReadPhraseKind::BoundChoice(Box::new([condition, yes, no])))
    }

    /// Arguments or elements up to the closing sign, which is taken.
    fn items(&mut self, close: &str) -> Read<Vec<ReadPhrase>> {
        let mut all = Vec::new();
        if self.takes(close) {
            return Ok(all);
        }
        loop {
            all.push(self.item()?);
            if self.takes(close) {
                return Ok(all);
            }
            self.expect(",")?;
        }
    }

    /// An argument: an expression, `e for x in S where C`, or `x in S: C`.
    fn item(&mut self) -> Read<ReadPhrase> {
        let (place, begin) = (self.place(), self.at);
        if let Ok(bindings) = self.bindings()
            && bindings.iter().all(|binding| binding.set.is_some())
            && self.takes(":")
        {
            let condition = Box::new(self.phrase()?);
            return self.made(place, ReadPhraseKind::Such(bindings, condition));
        }
        self.at = begin;
        let first = self.phrase()?;
        if !self.takes("for") {
            return Ok(first);
        }
        let bindings = self.bindings()?;
        let condition = match self.takes("where") {
            true => Some(Box::new(self.phrase()?)),
            false => None,
        };
        self.made(place, ReadPhraseKind::Listed(Box::new(first), bindings, condition))
    }

    fn quantified(&mut self) -> Read<Option<ReadPhrase>> {
        let place = self.place();
        let many = match self.peek() {
            _ if self.takes_all(&["for", "all"]) || self.takes("forall") => HowMany::All,
            _ if self.takes("exists") => HowMany::Some,
            _ if self.takes_all(&["at", "most", "one"]) => HowMany::AtMostOne,
            _ if self.takes_all(&["exactly", "one"]) => HowMany::ExactlyOne,
            word if is(word, "no") && matches!(self.look(1), TextTokenKind::Word(_)) => {
                self.at += 1;
                HowMany::None
            }
            word if is(word, "let") => {
                self.at += 1;
                return self.naming(place).map(Some);
            }
            _ => return Ok(None),
        };
        let bindings = self.bindings()?;
        if !self.takes(":") && !self.takes("with") {
            return Err(self.wrong("expected `:`"));
        }
        let inner = Box::new(self.phrase()?);
        self.made(place, ReadPhraseKind::Quantified(many, bindings, inner)).map(Some)
    }

    fn naming(&mut self, place: usize) -> Read<ReadPhrase> {
        let (names, is_tuple) = self.pattern()?;
        self.expect(":=")?;
        let set = Some(self.phrase()?);
        self.expect(":")?;
        let inner = Box::new(self.phrase()?);
        self.made(place, ReadPhraseKind::Let(Box::new(BoundName { names, is_tuple, set }), inner))
    }

    fn pattern(&mut self) -> Read<(Vec<String>, bool)> {
        if !self.takes("(") {
            return Ok((vec![self.name()?], false));
        }
        let mut names = vec![self.name()?];
        while self.takes(",") {
            names.push(self.name()?);
        }
        self.expect(")")?;
        Ok((names, true))
    }

    /// `x in S, y, z in T`: names without a set have the next one's.
    fn bindings(&mut self) -> Read<Vec<BoundName>> {
        let mut all: Vec<BoundName> = Vec::new();
        loop {
            let before = self.at;
            let (names, is_tuple) = match self.pattern() {
                Ok(pattern) => pattern,
                // A comma that begins the next argument.
                Err(_) if !all.is_empty() => {
                    self.at = before - 1;
                    return Ok(all);
                }
                Err(wrong) => return Err(wrong),
            };
            let set = if self.takes("in") { Some(self.level(0)?) } else { None };
            if let Some(set) = &set {
                let open = all.iter_mut().rev().take_while(|binding| binding.set.is_none());
                open.for_each(|binding| binding.set = Some(set.clone()));
            }
            all.push(BoundName { names, is_tuple, set });
            if !self.takes(",") {
                return Ok(all);
            }
        }
    }
}

fn is(kind: &TextTokenKind, what: &str) -> bool {
    match kind {
        TextTokenKind::Word(word) => word == what,
        TextTokenKind::Sign(sign) => *sign == what,
        _ => false,
    }
}

fn comparison(kind: &TextTokenKind) -> Option<ReadComparison> {
    match kind {
        TextTokenKind::Sign("=") => Some(ReadComparison::Equal),
        TextTokenKind::Sign("!=") => Some(ReadComparison::Unequal),
        TextTokenKind::Sign("<") => Some(ReadComparison::Less),
        TextTokenKind::Sign("<=") => Some(ReadComparison::AtMost),
        TextTokenKind::Sign(">") => Some(ReadComparison::Greater),
        TextTokenKind::Sign(">=") => Some(ReadComparison::AtLeast),
        _ => None,
    }
}
