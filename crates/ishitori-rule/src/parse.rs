//! Tokens to syntax: statements. Expressions and conditions are in [`expression`], options and moves
//! in a file of their own.
//!
//! Recursive descent by hand rather than with a combinator crate: a combinator reports the
//! farthest failure, and we owe the writer every problem with a hint. Each statement is parsed on
//! its own; after a problem the parser skips to the next word that begins a statement, which is
//! why those words are reserved.

mod claim;
pub mod expression;
mod figure;
mod option;
mod play;
mod sum;

use crate::lex::{self, RESERVED, STATEMENTS, Token, TokenKind};
use crate::problem::{Problem, Span, closest};
use crate::set_list::{NAMED_SETS, SetList};
use crate::syntax::{
    Argument, Attribute, Condition, ConditionKind, GameHeader, GameText, HeapShape, Parameter,
    PositionText, SentenceText, Spanned, SpannedName, StateText,
};

/// How deep brackets and `not`s may nest: deeper is no rule, and would overflow the stack.
const MAX_DEPTH: usize = 64;

/// How many operators a statement may have: a long sum is a deep tree.
const MAX_OPERATORS: usize = 500;

/// The same for sentences about numbers, which are read on a thread with a large stack.
const MAX_SENTENCE_DEPTH: usize = 2_000;
const MAX_SENTENCE_OPERATORS: usize = 4_000;

/// Parses a rule text as far as it can be parsed, with all problems found.
pub fn parse(text: &str) -> (GameText, Vec<Problem>) {
    let mut problems = Vec::new();
    let tokens = lex::lex(text, &mut problems);
    let mut parser = Parser::new(tokens);
    let mut game = GameText::default();
    while parser.peek() != &TokenKind::End {
        if let Err(problem) = parser.statement(&mut game) {
            problems.push(problem);
            parser.skip_to_statement();
        }
    }
    problems.append(&mut parser.problems);
    if problems.is_empty() {
        missing_statements(&game, text.len(), &mut problems);
    }
    (game, problems)
}

/// Parses the statement of a claim alone, as `--formula` takes it.
///
/// # Errors
/// Every problem found.
pub fn parse_statement(text: &str) -> Result<Condition, Vec<Problem>> {
    let mut problems = Vec::new();
    let tokens = lex::lex_claim(text, &mut problems);
    let mut parser = Parser::new(tokens);
    let parsed = parser.whole_sentence();
    problems.append(&mut parser.problems);
    match parsed {
        Ok(statement) if problems.is_empty() => return Ok(statement),
        Ok(_) => {}
        Err(problem) => problems.push(problem),
    }
    Err(problems)
}

/// Parses definitions and, after them, sentences about numbers, as `ishitori logic` takes them: `define even(x)
/// := x mod 2 = 0  forall x: even(x) or even(x + 1)`, or several with names, `claim one: ...`. They may be nested more deeply
/// than a rule: give the thread a stack of some hundred megabytes.
///
/// # Errors
/// Every problem found.
pub fn parse_sentences(text: &str) -> Result<SentenceText, Vec<Problem>> {
    let mut problems = Vec::new();
    let tokens = lex::lex_claim(text, &mut problems);
    let mut parser = Parser::new(tokens);
    (parser.max_depth, parser.max_operators) = (MAX_SENTENCE_DEPTH, MAX_SENTENCE_OPERATORS);
    let mut read = SentenceText::default();
    while *parser.peek() != TokenKind::End {
        let before = parser.at;
        if let Err(problem) = parser.sentence_text(&mut read) {
            problems.push(problem);
            if parser.at == before {
                parser.advance();
            }
            parser.skip_to_statement();
        }
    }
    problems.append(&mut parser.problems);
    if problems.is_empty() { Ok(read) } else { Err(problems) }
}

fn missing_statements(game: &GameText, end: usize, problems: &mut Vec<Problem>) {
    if game.header.is_none() && game.place.is_none() && game.options.is_empty() {
        let problem = Problem::new(0..end, "this file holds no rule", "no statement here");
        problems.push(problem.hint(
            "a rule looks like this: game nim  position (a, b) unordered  option (x, b) where x < a",
        ));
        return;
    }
    let mut missing = |what: &str, at: Span, hint: &str| {
        let message = format!("the rule has no `{what}` statement");
        problems.push(Problem::new(at, message, "should be here").hint(hint));
    };
    if game.header.is_none() {
        missing("game", 0..0, "begin with `game NAME`, for example `game nim(n = 3)`");
    }
    if game.place.is_none() {
        missing(
            "position",
            end..end,
            "say what the heaps are: `position (a, b)`, `position h[n]`, `heap n` or `play \"nim(3)\" with a pass`",
        );
    }
    if game.options.is_empty() && !matches!(game.place, Some(PositionText::Play { .. })) {
        let hint = match &game.place {
            Some(PositionText::Board { .. }) => {
                "say what a player may do: `option take from an end of a run`"
            }
            Some(PositionText::Figure { .. }) => {
                "say what a player may do: `option take a vertex with its neighbours`"
            }
            Some(PositionText::Single { .. }) => {
                "say what a heap becomes: `option [x] + [y] where x + y = n - 1`"
            }
            Some(PositionText::Pieces { .. }) => {
                "say what a piece becomes: `option [x, b] + [y, b] where x + y = a`"
            }
            Some(PositionText::Heaps { shape: HeapShape::Row(..), .. }) => {
                "say what a player may do: `option h with h[i] lowered for i`"
            }
            _ => "say what a player may do: `option (x, b) where x < a`",
        };
        missing("option", end..end, hint);
    }
}

/// A cursor over the tokens. A method that fails returns the one problem that stopped it; where a
/// method can guess what was meant, it notes the problem in `problems` and goes on.
pub(crate) struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    /// Operators in the current statement.
    operators: usize,
    max_depth: usize,
    max_operators: usize,
    /// Whether the statement is a claim or definition, which can say more than a rule.
    in_claim: bool,
    problems: Vec<Problem>,
}

type ParseResult<T> = Result<T, Problem>;

impl Parser {
    fn new(tokens: Vec<Token>) -> Self {
        let problems = Vec::new();
        let (max_depth, max_operators) = (MAX_DEPTH, MAX_OPERATORS);
        Parser {
            tokens,
            at: 0,
            depth: 0,
            operators: 0,
            max_depth,
            max_operators,
            in_claim: false,
            problems,
        }
    }

    // --- the cursor

    fn peek(&self) -> &TokenKind {
        &self.tokens[self.at].kind
    }

    fn peek_after(&self, ahead: usize) -> &TokenKind {
        &self.tokens[(self.at + ahead).min(self.tokens.len() - 1)].kind
    }

    fn span(&self) -> Span {
        self.tokens[self.at].span.clone()
    }

    /// The end of the token before the cursor.
    fn last_end(&self) -> usize {
        self.tokens[self.at.saturating_sub(1)].span.end
    }

    fn since(&self, start: usize) -> Span {
        start..self.last_end().max(start)
    }

    fn advance(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), TokenKind::Word(w) if w == word)
    }

    fn is_mark(&self, mark: &str) -> bool {
        matches!(self.peek(), TokenKind::Mark(m) if *m == mark)
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    fn eat_mark(&mut self, mark: &str) -> bool {
        let found = self.is_mark(mark);
        if found {
            self.advance();
        }
        found
    }

    fn need_mark(&mut self, mark: &'static str, after: &str) -> ParseResult<()> {
        if self.eat_mark(mark) {
            return Ok(());
        }
        let mut problem = self.expected(&format!("`{mark}` after {after}"));
        if self.tokens[self.at].line_start {
            // The mark is missing where the line before ends, not where the next one begins.
            let end = self.last_end();
            let what = format!("`{mark}` after {after}");
            problem =
                Problem::new(end..end, format!("expected {what}"), format!("expected {what}"));
        }
        Err(problem)
    }

    fn need_word(&mut self, word: &'static str, after: &str) -> ParseResult<()> {
        if self.eat_word(word) {
            return Ok(());
        }
        Err(self.expected(&format!("`{word}` after {after}")))
    }

    /// "expected ..., found ..." at the cursor.
    fn expected(&self, what: &str) -> Problem {
        let found = match self.peek() {
            TokenKind::Word(w) => format!("`{w}`"),
            TokenKind::Number(n) => format!("{n}"),
            TokenKind::Text(_) => "a text".to_string(),
            TokenKind::Mark(m) => format!("`{m}`"),
            TokenKind::End => "the end of the text".to_string(),
        };
        let label = format!("expected {what}");
        Problem::new(self.span(), format!("expected {what}, found {found}"), label)
    }

    /// A name that is not a word of the language.
    fn name(&mut self, what: &str) -> ParseResult<SpannedName> {
        let TokenKind::Word(word) = self.peek().clone() else {
            return Err(self.expected(what));
        };
        if is_reserved(&word) {
            let label = format!("expected {what}");
            return Err(Problem::new(
                self.span(),
                format!("`{word}` is a word of the rule language"),
                label,
            )
            .hint("choose another name"));
        }
        let span = self.span();
        self.advance();
        Ok(Spanned { value: word, span })
    }

    fn at_statement(&self) -> bool {
        match self.peek() {
            TokenKind::Word(w) => {
                STATEMENTS.contains(&w.as_str())
                    || self.tokens[self.at].line_start && misspelt_statement(w).is_some()
            }
            TokenKind::End => true,
            _ => false,
        }
    }

    /// Skips to a statement at the beginning of a line. One within a line may be part of what
    /// was not understood, and reading on there would only bring false problems.
    fn skip_to_statement(&mut self) {
        while !(self.at_statement()
            && (self.tokens[self.at].line_start || *self.peek() == TokenKind::End))
        {
            self.advance();
        }
    }

    /// Runs `inner` one level deeper.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> ParseResult<T>) -> ParseResult<T> {
        if self.depth >= self.max_depth {
            return Err(Problem::new(self.span(), "nested too deeply", "here").hint(
                if self.in_claim {
                    "give a part of it a name: define f(x) := ..."
                } else {
                    "split the condition with commas"
                },
            ));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// Counts an operator.
    fn count_operator(&mut self) -> ParseResult<()> {
        self.operators += 1;
        if self.operators <= self.max_operators {
            return Ok(());
        }
        Err(Problem::new(self.span(), "this statement is too long", "no more operators here")
            .hint(match self.in_claim {
                true => format!(
                    "a statement has at most {} of them; give a part of it a name: define f(x) := ...",
                    self.max_operators
                ),
                false => format!(
                    "a statement has at most {} of them; write several lines",
                    self.max_operators
                ),
            }))
    }

    // --- statements

    fn statement(&mut self, game: &mut GameText) -> ParseResult<()> {
        self.operators = 0;
        self.in_claim = false;
        let start = self.span();
        let TokenKind::Word(mut word) = self.peek().clone() else {
            return Err(self.statement_expected());
        };
        // A misspelt statement is read as the one that was meant.
        if let Some(meant) = misspelt_statement(&word) {
            self.problems.push(self.statement_expected());
            word = meant.to_string();
        }
        match word.as_str() {
            "game" => {
                if game.header.is_some() {
                    // What follows belongs to the other game.
                    self.at = self.tokens.len() - 1;
                    return Err(second(start, "game", "write one game a file"));
                }
                game.header = Some(self.header()?);
            }
            "title" => game.titles.extend(self.titles()?),
            "source" => {
                self.advance();
                let source = self.text("who invented or studied the game")?;
                once(&mut game.source, source, start, "source", "join the two texts")?;
            }
            "note" => {
                self.advance();
                game.notes.push(self.text("a remark")?);
            }
            "position" => {
                let place = self.position()?;
                once(&mut game.place, place, start, "position", "a game has one kind of position")?;
            }
            "play" => {
                let place = self.play()?;
                once(&mut game.place, place, start, "position", "a game has one kind of position")?;
            }
            "state" => self.states(&mut game.states)?,
            "heap" => {
                let place = self.single()?;
                once(&mut game.place, place, start, "position", "a game has one kind of position")?;
            }
            "board" => {
                let place = self.board()?;
                once(&mut game.place, place, start, "position", "a game has one kind of position")?;
            }
            "option" => {
                let first = self.peek_after(1).clone();
                let option = self.option().map_err(|p| figure::meant_move(p, &first, &game.place));
                game.options.push(option?);
            }
            "move" => game.options.push(self.pipeline()?),
            "define" => game.definitions.push(self.definition()?),
            "claim" => game.claims.push(self.claim()?),
            _ => return Err(self.statement_expected()),
        }
        if self.at_statement() {
            Ok(())
        } else {
            Err(self.expected("the end of the statement or a new one"))
        }
    }

    fn statement_expected(&self) -> Problem {
        let problem = self
            .expected("a statement")
            .hint(format!("a statement begins with one of: {}", STATEMENTS.join(", ")));
        match self.peek() {
            TokenKind::Word(w) => {
                let w = w.clone();
                problem.did_you_mean(&w, STATEMENTS)
            }
            _ => problem,
        }
    }

    fn text(&mut self, what: &str) -> ParseResult<String> {
        if let TokenKind::Text(text) = self.peek().clone() {
            self.advance();
            return Ok(text);
        }
        Err(self.expected(&format!("a text in double quotes: {what}")))
    }

    /// `game split-delete(n = 3, k = 1) where k <= n`.
    fn header(&mut self) -> ParseResult<GameHeader> {
        self.advance();
        let name = self.game_name()?;
        let mut parameters = Vec::new();
        if self.eat_mark("(") {
            loop {
                let name = self.name("the name of a parameter")?;
                let default = if self.eat_mark("=") { Some(self.argument()?) } else { None };
                parameters.push(Parameter { name, default });
                if !self.eat_mark(",") {
                    break;
                }
            }
            self.need_mark(")", "the parameters")?;
        }
        let requires = if self.eat_word("where") { self.conditions()? } else { Vec::new() };
        Ok(GameHeader { name, parameters, requires })
    }

    /// Words, numbers and hyphens without space between them: `turning-turtles-2d`. A word of the
    /// language may be part of a name (`split-delete`) but not the whole of it.
    fn game_name(&mut self) -> ParseResult<SpannedName> {
        let start = self.span().start;
        if !matches!(self.peek(), TokenKind::Word(_)) {
            return Err(self.expected("the name of the game"));
        }
        let first = self.at;
        let mut value = String::new();
        let mut end = start;
        while self.span().start == end {
            match self.peek() {
                TokenKind::Word(w) => value.push_str(w),
                TokenKind::Number(n) => value.push_str(&n.to_string()),
                TokenKind::Mark("-") => value.push('-'),
                _ => break,
            }
            end = self.span().end;
            self.advance();
        }
        if is_reserved(&value) {
            self.at = first;
            return Err(self
                .expected("the name of the game")
                .hint("a game needs a name: `game nim`"));
        }
        Ok(Spanned { value, span: start..end })
    }

    fn argument(&mut self) -> ParseResult<Argument> {
        if self.is_mark("{")
            || self.is_mark("[") && *self.peek_after(1) == TokenKind::Mark("[")
            || matches!(self.peek(), TokenKind::Word(_))
        {
            return self.sets();
        }
        if self.eat_mark("[") {
            let mut items = Vec::new();
            while !self.is_mark("]") {
                items.push(self.plain_number()?);
                if !self.eat_mark(",") {
                    break;
                }
            }
            self.need_mark("]", "the list")?;
            return Ok(Argument::List(items));
        }
        if let TokenKind::Text(text) = self.peek().clone() {
            self.advance();
            return Ok(Argument::Text(text));
        }
        Ok(Argument::Number(self.plain_number()?))
    }

    /// `[[1,2],[2,3]]`, `{{1,2},{2,3}}`, `cycle(6)`.
    fn sets(&mut self) -> ParseResult<Argument> {
        let start = self.span().start;
        let list = if let TokenKind::Word(word) = self.peek().clone() {
            self.advance();
            let mut numbers = Vec::new();
            if self.eat_mark("(") {
                numbers = self.numbers(")")?;
            }
            SetList::named(&word, &numbers).unwrap_or_else(|| {
                let known: Vec<&str> = NAMED_SETS.iter().map(|(name, _)| *name).collect();
                let known = known.join(", ");
                Err(format!("`{word}` is no value; graphs and complexes are: {known}"))
            })
        } else {
            let close = |p: &Self| if p.is_mark("{") { "}" } else { "]" };
            let end = close(self);
            self.advance();
            let mut sets = Vec::new();
            while self.is_mark("{") || self.is_mark("[") {
                let inner_end = close(self);
                self.advance();
                sets.push(self.numbers(inner_end)?);
                if !self.eat_mark(",") {
                    break;
                }
            }
            self.need_mark(end, "the sets")?;
            SetList::new(sets)
        };
        let span = self.since(start);
        list.map(Argument::Sets).map_err(|why| Problem::new(span, why, "not a list of sets"))
    }

    /// Numbers up to a closing bracket.
    fn numbers(&mut self, end: &'static str) -> ParseResult<Vec<i64>> {
        let mut numbers = Vec::new();
        while !self.is_mark(end) {
            numbers.push(self.plain_number()?);
            if !self.eat_mark(",") {
                break;
            }
        }
        self.need_mark(end, "the numbers")?;
        Ok(numbers)
    }

    fn plain_number(&mut self) -> ParseResult<i64> {
        if let TokenKind::Number(n) = *self.peek() {
            self.advance();
            return Ok(n);
        }
        Err(self.expected("a number"))
    }

    fn titles(&mut self) -> ParseResult<Vec<(SpannedName, String)>> {
        self.advance();
        let mut titles = Vec::new();
        while !self.at_statement() {
            let language = self.name("a language code such as en or ja")?;
            titles.push((language, self.text("the title")?));
        }
        if titles.is_empty() {
            return Err(self.expected("a language code and a text: `title en \"Nim\"`"));
        }
        Ok(titles)
    }

    fn position(&mut self) -> ParseResult<PositionText> {
        let start = self.span().start;
        self.advance();
        if self.at_figure() {
            return self.figure(start);
        }
        let shape = if self.eat_mark("(") {
            let mut names = vec![self.name("the name of a heap")?];
            while self.eat_mark(",") {
                names.push(self.name("the name of a heap")?);
            }
            self.need_mark(")", "the heaps")?;
            HeapShape::Tuple(names)
        } else {
            let hint = "write `position (a, b)`, `position h[n]`, or `position graph`, `poset` or `diagram`";
            let name = self.name("heaps").map_err(|p| p.hint(hint))?;
            let figure = self.meant_figure(&name);
            self.need_mark("[", "the name of the row")
                .map_err(|p| figure.unwrap_or(p.hint(hint)))?;
            let size = self.expr()?;
            self.need_mark("]", "the number of heaps")?;
            HeapShape::Row(name, size)
        };
        let mut attributes = Vec::new();
        let mut listing_conditions = false;
        while !self.at_statement() {
            let comma = self.eat_mark(",");
            if comma && self.at_statement() {
                return Err(self.expected("something after the comma"));
            }
            let more = comma && listing_conditions && !self.at_attribute();
            listing_conditions = more || self.is_word("where");
            let attribute =
                if more { self.condition().map(Attribute::Condition) } else { self.attribute() };
            match attribute {
                Ok(attribute) => attributes.push(attribute),
                Err(problem) => {
                    self.problems.push(problem);
                    while !self.at_statement() && !self.is_mark(",") {
                        self.advance();
                    }
                }
            }
        }
        Ok(PositionText::Heaps { shape, attributes, span: self.since(start) })
    }

    fn at_attribute(&self) -> bool {
        ["unordered", "in", "on", "where", "each", "distinct"].iter().any(|word| self.is_word(word))
    }

    fn attribute(&mut self) -> ParseResult<Attribute> {
        let start = self.span().start;
        let is_condition = self.is_word("each") || self.is_word("distinct");
        if self.eat_word("unordered") {
            Ok(Attribute::Unordered(self.since(start)))
        } else if self.eat_word("in") {
            self.need_word("ranges", "`in`")?;
            Ok(Attribute::Ranges(self.since(start)))
        } else if self.eat_word("on") {
            self.need_word("a", "`on`")?;
            let directed = self.eat_word("directed");
            if self.eat_word("circle") {
                Ok(Attribute::Circle { directed, span: self.since(start) })
            } else if !directed && self.eat_word("line") {
                Ok(Attribute::Line(self.since(start)))
            } else {
                Err(self.expected("`circle`, `directed circle` or `line`"))
            }
        } else if self.eat_word("where") || is_condition {
            Ok(Attribute::Condition(self.condition()?))
        } else {
            let problem = self.expected("a word about the heaps").hint(
                "one of: unordered, on a circle, on a directed circle, on a line, in ranges, \
                 each >= 1, distinct, where CONDITION",
            );
            let TokenKind::Word(word) = self.peek().clone() else { return Err(problem) };
            let problem =
                problem.did_you_mean(&word, ["unordered", "on", "each", "distinct", "where"]);
            // Guess this one, or every `move` below would be in doubt.
            if closest(&word, ["unordered"]).is_none() {
                return Err(problem);
            }
            self.problems.push(problem);
            self.advance();
            Ok(Attribute::Unordered(self.since(start)))
        }
    }

    /// `board r by c of stones`.
    fn board(&mut self) -> ParseResult<PositionText> {
        let start = self.span().start;
        self.advance();
        let rows = self.expr()?;
        self.need_by()?;
        let columns = self.expr()?;
        let kinds = "say what lies on the board: `of stones`, `of coins` or `of cells`";
        self.need_word("of", "the number of columns").map_err(|p| p.hint(kinds))?;
        let of = self.name("`stones`, `coins` or `cells`").map_err(|p| p.hint(kinds))?;
        if !figure::BOARDS.contains(&of.value.as_str()) {
            let message = format!("there is no board of {}", of.value);
            let problem = Problem::new(of.span, message, "expected `stones`, `coins` or `cells`");
            return Err(problem.hint(kinds).did_you_mean(&of.value, figure::BOARDS));
        }
        let mut endings = Vec::new();
        while !self.at_statement() {
            let hint = "play that ends at a pattern: `ending with \"###\" turned`";
            self.need_word("ending", "the board").map_err(|p| p.hint(hint))?;
            self.need_word("with", "`ending`").map_err(|p| p.hint(hint))?;
            endings.push(self.pattern(false)?);
        }
        Ok(PositionText::Board { rows, columns, of, endings, span: self.since(start) })
    }

    /// `state p in 0 .. 1, v in 1 .. n`.
    fn states(&mut self, states: &mut Vec<StateText>) -> ParseResult<()> {
        self.advance();
        loop {
            let name = self
                .name("the name of a state")
                .map_err(|p| p.hint("write its values behind it: `state p in 0 .. 1`"))?;
            self.need_word("in", "the name of the state")
                .map_err(|p| p.hint("say which values it has: `state p in 0 .. 1`"))?;
            states.push(StateText { name, values: self.expr()? });
            if !self.eat_mark(",") {
                return Ok(());
            }
        }
    }

    /// `heap n`, or `heap (a, b)` where a piece has several numbers.
    fn single(&mut self) -> ParseResult<PositionText> {
        let start = self.span().start;
        self.advance();
        if self.eat_mark("(") {
            let mut names = vec![self.name("the name of a number")?];
            while self.eat_mark(",") {
                names.push(self.name("the name of a number")?);
            }
            self.need_mark(")", "the numbers of a piece")?;
            return Ok(PositionText::Pieces { names, span: self.since(start) });
        }
        let name = self.name("the name of the heap's size").map_err(|p| {
            p.hint("write `heap n`, or `heap (a, b)` for pieces of several numbers")
        })?;
        Ok(PositionText::Single { name, span: self.since(start) })
    }

    /// Conditions separated by commas.
    fn conditions(&mut self) -> ParseResult<Vec<Condition>> {
        let mut conditions = vec![self.condition()?];
        while self.eat_mark(",") {
            conditions.push(self.condition()?);
        }
        Ok(conditions)
    }
}

fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word) || STATEMENTS.contains(&word)
}

/// The statement that a word was probably meant to be.
fn misspelt_statement(word: &str) -> Option<&'static str> {
    if is_reserved(word) {
        return None;
    }
    let slip = |meant: &&str| strsim::damerau_levenshtein(&word.to_lowercase(), meant) <= 1;
    STATEMENTS.into_iter().filter(|meant| meant.len() > 3).find(slip)
}

fn once<T>(slot: &mut Option<T>, value: T, at: Span, what: &str, hint: &str) -> ParseResult<()> {
    if slot.is_some() {
        return Err(second(at, what, hint));
    }
    *slot = Some(value);
    Ok(())
}

fn second(at: Span, what: &str, hint: &str) -> Problem {
    let message = format!("a second `{what}` statement");
    Problem::new(at, message, "the first one stands above").hint(hint)
}

/// Joins two conditions; the span covers both.
fn join(
    left: Condition,
    right: Condition,
    make: fn(Box<Condition>, Box<Condition>) -> ConditionKind,
) -> Condition {
    let span = left.span.start..right.span.end;
    Condition { kind: make(Box::new(left), Box::new(right)), span }
}
