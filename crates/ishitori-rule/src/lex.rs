//! Text to tokens.
//!
//! Written by hand because a rule file must report *every* problem: a stray character becomes a
//! problem and lexing goes on behind it. Line ends mean nothing; statements begin with a word
//! from [`STATEMENTS`], so a game may be written on one line or on ten.

use crate::problem::{Problem, Span};

/// The words that begin a statement. They are reserved everywhere, so a parser that is lost can
/// always find the next statement.
pub const STATEMENTS: [&str; 13] = [
    "game", "title", "source", "note", "position", "state", "play", "board", "heap", "option",
    "move", "define", "claim",
];

/// The other reserved words: none of them can name a heap, parameter or variable. Words that mean
/// something in one place only (`on a circle`, `of size`) stay free, for `a` is the first heap of
/// half the games in the literature.
pub const RESERVED: [&str; 23] = [
    "where",
    "for",
    "with",
    "in",
    "then",
    "unordered",
    "distinct",
    "each",
    "lowered",
    "strictly",
    "mod",
    "and",
    "or",
    "not",
    "divides",
    "split",
    "delete",
    "into",
    "xor",
    "if",
    "else",
    "iff",
    "implies",
];

/// The largest number a rule may contain. Small enough that sums of a few dozen products with
/// coefficients up to [`crate::family::MAX_COEFFICIENT`] stay within 64 bits.
pub const MAX_NUMBER: i64 = 1 << 36;

/// The largest number a claim may contain.
pub(crate) const MAX_CLAIM_NUMBER: i64 = 1 << 62;

/// After so many problems, further stray characters are passed over in silence: this is no rule.
const MAX_STRAY: usize = 10;

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A name or word.
    Word(String),
    /// A number.
    Number(i64),
    /// Text between double quotes.
    Text(String),
    /// An operator or bracket, in its ASCII spelling.
    Mark(&'static str),
    /// The end of the text.
    End,
}

/// A token and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it is.
    pub span: Span,
    /// Whether it is the first of its line.
    pub line_start: bool,
}

/// Marks and how they may be spelt: ASCII, mathematical, or as a Japanese keyboard types them.
/// Longer marks come first, so that `:=` is not read as `:` and `=`.
const MARKS: [(&str, &[&str]); 24] = [
    (":=", &[":=", "："]),
    ("..", &["..", "…"]),
    ("<=", &["<=", "≤", "≦"]),
    (">=", &[">=", "≥", "≧"]),
    ("!=", &["!=", "≠"]),
    ("<", &["<", "＜"]),
    (">", &[">", "＞"]),
    ("=", &["==", "=", "＝"]),
    ("+", &["+", "＋"]),
    ("-", &["-", "−", "－"]),
    ("*", &["*", "×", "＊"]),
    ("/", &["/", "／"]),
    ("^", &["^"]),
    ("(", &["(", "（"]),
    (")", &[")", "）"]),
    ("[", &["[", "［"]),
    ("]", &["]", "］"]),
    ("{", &["{", "｛"]),
    ("}", &["}", "｝"]),
    (",", &[",", "，", "、"]),
    (":", &[":"]),
    ("&", &["&"]),
    ("|", &["|"]),
    ("\\", &["\\"]),
];

/// Spellings of other languages: what they mean here, and what to write instead. They are
/// reported and then read as what was meant, so that they cause no further problems.
const SLIPS: [(&str, TokenKind, &str); 9] = [
    ("&&", TokenKind::Mark("and"), "write `and`, or a comma"),
    ("||", TokenKind::Mark("or"), "write `or`"),
    ("<>", TokenKind::Mark("!="), "write `!=`"),
    ("=<", TokenKind::Mark("<="), "write `<=`"),
    ("=>", TokenKind::Mark(">="), "write `>=`"),
    ("-=", TokenKind::Mark("-"), "write the change alone, as in `h[i] - t`"),
    ("+=", TokenKind::Mark("+"), "write the change alone, as in `h[i] + t`"),
    ("%", TokenKind::Mark("mod"), "write `mod`"),
    ("!", TokenKind::Mark("not"), "write `not`, or `!=` for \"differs from\""),
];

/// Quotation marks: opening and closing.
const QUOTES: [(char, char); 4] = [('"', '"'), ('“', '”'), ('「', '」'), ('『', '』')];

/// Splits `text` into tokens; the last one is always [`TokenKind::End`].
pub(crate) fn lex(text: &str, problems: &mut Vec<Problem>) -> Vec<Token> {
    lex_as(text, false, problems)
}

/// Splits the statement of a claim into tokens: numbers may be larger than in a rule.
pub(crate) fn lex_claim(text: &str, problems: &mut Vec<Problem>) -> Vec<Token> {
    lex_as(text, true, problems)
}

fn lex_as(text: &str, in_claim: bool, problems: &mut Vec<Problem>) -> Vec<Token> {
    let mut lexer = Lexer { tokens: Vec::new(), at: 0, line_start: true, in_claim };
    while let Some(c) = text[lexer.at..].chars().next() {
        let rest = &text[lexer.at..];
        if c.is_whitespace() || c == '\u{feff}' {
            lexer.line_start |= c == '\n';
            lexer.at += c.len_utf8();
        } else if c == '#' {
            lexer.at += line_length(rest);
        } else if rest.starts_with("//") {
            let span = lexer.at..lexer.at + 2;
            problems.push(
                Problem::new(span, "unexpected `//`", "a comment?").hint("comments begin with #"),
            );
            lexer.at += line_length(rest);
        } else if lexer.after_claim() {
            // The name of a claim is whatever stands there: SDN-T1, CDN-T2.4, TDN-1a.
            let end = |d: char| d.is_whitespace() || matches!(d, ':' | '：' | '"');
            let length = rest.find(end).unwrap_or(rest.len()).max(c.len_utf8());
            lexer.push(TokenKind::Text(rest[..length].to_string()), length);
        } else if c.is_alphabetic() || c == '_' {
            let mut length = word_length(rest);
            if lexer.in_claim {
                length += set_of_game(&rest[length..]);
            }
            lexer.push(TokenKind::Word(rest[..length].to_string()), length);
        } else if c.is_ascii_digit() {
            let length = rest.find(|d: char| !d.is_ascii_digit()).unwrap_or(rest.len());
            let most = if lexer.in_claim { MAX_CLAIM_NUMBER } else { MAX_NUMBER };
            let number = number(&rest[..length], lexer.at, most, problems);
            lexer.push(TokenKind::Number(number), length);
        } else if let Some((_, close)) = QUOTES.iter().find(|(open, _)| *open == c) {
            let (content, length) = quoted(rest, c, *close, lexer.at, problems);
            lexer.push(TokenKind::Text(content), length);
        } else if let Some((kind, length)) = slip(rest, lexer.at, problems) {
            lexer.push(kind, length);
        } else if let Some((mark, length)) = mark(rest) {
            lexer.push(TokenKind::Mark(mark), length);
        } else {
            if problems.len() < MAX_STRAY {
                problems.push(stray(c, lexer.at));
            }
            lexer.at += c.len_utf8();
        }
    }
    lexer.push(TokenKind::End, 0);
    lexer.tokens
}

struct Lexer {
    tokens: Vec<Token>,
    at: usize,
    line_start: bool,
    /// Whether the statement is a claim or a definition.
    in_claim: bool,
}

impl Lexer {
    fn after_claim(&self) -> bool {
        matches!(self.tokens.last(), Some(Token { kind: TokenKind::Word(w), .. }) if w == "claim" || w == "mends")
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        // A slip may stand for a word.
        let kind = match kind {
            TokenKind::Mark(word) if word.starts_with(char::is_alphabetic) => {
                TokenKind::Word(word.into())
            }
            kind => kind,
        };
        let line_start = std::mem::replace(&mut self.line_start, false);
        if let TokenKind::Word(word) = &kind
            && STATEMENTS.contains(&word.as_str())
        {
            self.in_claim = word == "claim" || word == "define" || self.in_claim && word == "note";
        }
        self.tokens.push(Token { kind, span: self.at..self.at + length, line_start });
        self.at += length;
    }
}

fn line_length(rest: &str) -> usize {
    rest.find('\n').unwrap_or(rest.len())
}

fn mark(rest: &str) -> Option<(&'static str, usize)> {
    MARKS.iter().find_map(|(mark, spellings)| {
        let spelled = spellings.iter().find(|spelled| rest.starts_with(**spelled))?;
        Some((*mark, spelled.len()))
    })
}

fn slip(rest: &str, at: usize, problems: &mut Vec<Problem>) -> Option<(TokenKind, usize)> {
    if rest.starts_with("!=") {
        return None;
    }
    let (spelled, kind, hint) = SLIPS.iter().find(|(spelled, _, _)| rest.starts_with(spelled))?;
    let message = format!("unexpected `{spelled}`");
    let span = at..at + spelled.len();
    problems.push(Problem::new(span, message, "not part of the rule language").hint(*hint));
    Some((kind.clone(), spelled.len()))
}

/// Letters, digits and underscores, then any primes: `a`, `h_1`, `x'`.
fn word_length(rest: &str) -> usize {
    let body = rest.find(|d: char| !(d.is_alphanumeric() || d == '_')).unwrap_or(rest.len());
    body + rest[body..].find(|d| d != '\'').unwrap_or(rest.len() - body)
}

/// The bytes of `.P` or `.N` at the beginning: the P-positions of a game have its name before them, `wythoff.P`.
fn set_of_game(rest: &str) -> usize {
    let set = [".P", ".N"].iter().any(|set| rest.starts_with(set));
    if set && word_length(&rest[1..]) == 1 { 2 } else { 0 }
}

fn number(digits: &str, at: usize, most: i64, problems: &mut Vec<Problem>) -> i64 {
    match digits.parse::<i64>() {
        Ok(value) if value <= most => value,
        _ => {
            problems.push(
                Problem::new(at..at + digits.len(), "number too large", "does not fit").hint(
                    match most {
                        MAX_NUMBER => "numbers in a rule go up to 2^36",
                        _ => "numbers in a claim go up to 2^62",
                    },
                ),
            );
            0
        }
    }
}

/// Text between quotes on one line, and the bytes it takes with its quotes.
fn quoted(
    rest: &str,
    open: char,
    close: char,
    at: usize,
    problems: &mut Vec<Problem>,
) -> (String, usize) {
    let start = open.len_utf8();
    let line = line_length(rest);
    match rest[start..line].find(close) {
        Some(length) => {
            (rest[start..start + length].to_string(), start + length + close.len_utf8())
        }
        None => {
            let label = format!("the closing {close} is missing");
            problems.push(
                Problem::new(at..at + line, "text without an end", label)
                    .hint("a text stands between two \" on one line"),
            );
            (rest[start..line].trim_end().to_string(), line)
        }
    }
}

fn stray(c: char, at: usize) -> Problem {
    let problem = Problem::new(
        at..at + c.len_utf8(),
        format!("unexpected character {c:?}"),
        "not part of the rule language",
    );
    match c {
        ';' => problem.hint("statements need no separator"),
        '\'' => problem.hint("texts stand between double quotes \""),
        '.' => problem.hint("there are only whole numbers; a range is written `1 .. n`"),
        '→' => problem.hint("an option line gives the result alone: `option (x, b) where x < a`"),
        '∧' => problem.hint("write `and`, or a comma"),
        '∨' => problem.hint("write `or`"),
        '∈' => problem.hint("write `in`"),
        _ => problem,
    }
}
