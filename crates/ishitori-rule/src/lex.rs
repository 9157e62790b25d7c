//! Text to tokens.
//!
//! Written by hand because a rule file must report *every* problem: a stray character becomes a
//! problem and lexing goes on behind it. Line ends mean nothing; statements begin with a word
//! from [`STATEMENTS`], so a game may be written on one line or on ten.

use crate::problem::{Problem, Span};

/// The words that begin a statement. They are reserved everywhere, so a parser that is lost can
/// always find the next statement.
pub const STATEMENTS: [&str; 8] =
    ["game", "title", "source", "note", "position", "board", "option", "move"];

/// The other reserved words: none of them can name a heap, parameter or variable. Words that mean
/// something in one place only (`on a circle`, `of size`) stay free, for `a` is the first heap of
/// half the games in the literature.
pub const RESERVED: [&str; 18] = [
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
];

/// The largest number a rule may contain. Small enough that sums of a few dozen products with
/// coefficients up to [`crate::family::MAX_COEFFICIENT`] stay within 64 bits.
pub const MAX_NUMBER: i64 = 1 << 36;

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
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
    pub kind: Kind,
    /// Where it is.
    pub span: Span,
}

/// Longer marks come first, so that `:=` is not read as `:` and `=`.
const MARKS: [(&str, &str); 30] = [
    ("^", "^"),
    (":=", ":="),
    ("..", ".."),
    ("<=", "<="),
    (">=", ">="),
    ("!=", "!="),
    ("==", "="),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("<", "<"),
    (">", ">"),
    ("=", "="),
    ("+", "+"),
    ("-", "-"),
    ("−", "-"),
    ("*", "*"),
    ("×", "*"),
    ("/", "/"),
    ("(", "("),
    (")", ")"),
    ("[", "["),
    ("]", "]"),
    ("{", "{"),
    ("}", "}"),
    (",", ","),
    (":", ":"),
    ("&", "&"),
    ("|", "|"),
    ("\\", "\\"),
];

/// Splits `text` into tokens; the last one is always [`Kind::End`].
pub fn lex(text: &str, problems: &mut Vec<Problem>) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if c.is_whitespace() || c == '\u{feff}' {
            at += c.len_utf8();
        } else if c == '#' {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if c.is_alphabetic() || c == '_' {
            let length = word_length(rest);
            push(&mut tokens, Kind::Word(rest[..length].to_string()), at, length);
            at += length;
        } else if c.is_ascii_digit() {
            let length = rest.find(|d: char| !d.is_ascii_digit()).unwrap_or(rest.len());
            let number = number(&rest[..length], at, problems);
            push(&mut tokens, Kind::Number(number), at, length);
            at += length;
        } else if c == '"' {
            let (content, length) = quoted(rest, at, problems);
            push(&mut tokens, Kind::Text(content), at, length);
            at += length;
        } else if let Some((spelled, mark)) = MARKS.iter().find(|(s, _)| rest.starts_with(s)) {
            push(&mut tokens, Kind::Mark(mark), at, spelled.len());
            at += spelled.len();
        } else {
            problems.push(stray(c, at));
            at += c.len_utf8();
        }
    }
    push(&mut tokens, Kind::End, text.len(), 0);
    tokens
}

fn push(tokens: &mut Vec<Token>, kind: Kind, at: usize, length: usize) {
    tokens.push(Token { kind, span: at..at + length });
}

/// Letters, digits and underscores, then any primes: `a`, `h_1`, `x'`.
fn word_length(rest: &str) -> usize {
    let body = rest.find(|d: char| !(d.is_alphanumeric() || d == '_')).unwrap_or(rest.len());
    body + rest[body..].find(|d| d != '\'').unwrap_or(rest.len() - body)
}

fn number(digits: &str, at: usize, problems: &mut Vec<Problem>) -> i64 {
    match digits.parse::<i64>() {
        Ok(value) if value <= MAX_NUMBER => value,
        _ => {
            problems.push(
                Problem::new(at..at + digits.len(), "number too large", "does not fit")
                    .hint(format!("numbers in a rule go up to {MAX_NUMBER}")),
            );
            0
        }
    }
}

/// Text between quotes on one line, and the bytes it takes with its quotes.
fn quoted(rest: &str, at: usize, problems: &mut Vec<Problem>) -> (String, usize) {
    let line = rest.find('\n').unwrap_or(rest.len());
    match rest[1..line].find('"') {
        Some(length) => (rest[1..1 + length].to_string(), length + 2),
        None => {
            problems.push(
                Problem::new(at..at + line, "text without an end", "the closing \" is missing")
                    .hint("a text stands between two \" on one line"),
            );
            (rest[1..line].trim_end().to_string(), line)
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
        '!' => problem.hint("write `not`, or `!=` for \"differs from\""),
        '%' => problem.hint("write `mod`"),
        ';' => problem.hint("statements need no separator"),
        '“' | '”' | '「' | '」' => problem.hint("texts stand between plain double quotes \""),
        '（' | '）' | '，' | '、' => problem.hint("use the ASCII characters ( ) ,"),
        '\'' => problem.hint("texts stand between double quotes \""),
        _ => problem,
    }
}
