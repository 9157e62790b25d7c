//! Words, numbers and signs of a text, each with its place.
//!
//! Written from docs/rule-language.md alone. White space and comments (`#` to the end of a line) separate and
//! mean nothing else. Full-width brackets, commas and quotes are the plain ones. Cost: one walk over the text.

use crate::problem::ReadProblem;

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TextTokenKind {
    Number(i64),
    Word(String),
    Quoted(String),
    /// A sign: one of [`SIGNS`], or a single character.
    Sign(&'static str),
    End,
}

/// A token and where it stands, in bytes.
#[derive(Clone, Debug)]
pub(crate) struct TextToken {
    pub(crate) kind: TextTokenKind,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// Signs as they are written, and what they mean; longer ones first.
const SIGNS: &[(&str, &str)] = &[
    (":=", ":="),
    ("..", ".."),
    ("!=", "!="),
    ("<=", "<="),
    (">=", ">="),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("（", "("),
    ("）", ")"),
    ("［", "["),
    ("］", "]"),
    ("｛", "{"),
    ("｝", "}"),
    ("，", ","),
    ("、", ","),
    ("：", ":"),
    ("(", "("),
    (")", ")"),
    ("[", "["),
    ("]", "]"),
    ("{", "{"),
    ("}", "}"),
    (",", ","),
    (":", ":"),
    ("+", "+"),
    ("-", "-"),
    ("*", "*"),
    ("/", "/"),
    ("^", "^"),
    ("&", "&"),
    ("|", "|"),
    ("=", "="),
    ("<", "<"),
    (">", ">"),
    (".", "."),
];

/// Which quote ends a text that this one begins.
fn closing(open: char) -> Option<char> {
    match open {
        '"' => Some('"'),
        '「' => Some('」'),
        '“' => Some('”'),
        _ => None,
    }
}

/// All tokens of a text; the last one is [`TextTokenKind::End`].
pub(crate) fn tokens(text: &str) -> Result<Vec<TextToken>, ReadProblem> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if first.is_whitespace() {
            at += first.len_utf8();
        } else if first == '#' {
            at += rest.find('\n').unwrap_or(rest.len());
        } else {
            let (kind, length) = token(rest, first).map_err(|why| ReadProblem::at(at, why))?;
            found.push(TextToken { kind, start: at, end: at + length });
            at += length;
        }
    }
    found.push(TextToken { kind: TextTokenKind::End, start: text.len(), end: text.len() });
    Ok(found)
}

/// The token at the beginning of a text, and its length in bytes.
fn token(rest: &str, first: char) -> Result<(TextTokenKind, usize), &'static str> {
    if let Some(close) = closing(first) {
        let inside = &rest[first.len_utf8()..];
        let length = inside.find(close).ok_or("a quoted text without an end")?;
        let whole = first.len_utf8() + length + close.len_utf8();
        return Ok((TextTokenKind::Quoted(inside[..length].to_string()), whole));
    }
    if first.is_ascii_digit() {
        let length = run(rest, |c| c.is_ascii_digit());
        let number = rest[..length].parse().map_err(|_| "a number that is too large")?;
        return Ok((TextTokenKind::Number(number), length));
    }
    if first.is_alphabetic() || first == '_' {
        let length = run(rest, |c| c.is_alphanumeric() || c == '_');
        return Ok((TextTokenKind::Word(rest[..length].to_string()), length));
    }
    let sign = SIGNS.iter().find(|(written, _)| rest.starts_with(written));
    sign.map(|(written, sign)| (TextTokenKind::Sign(sign), written.len()))
        .ok_or("a character that means nothing")
}

fn run(text: &str, of: impl Fn(char) -> bool) -> usize {
    text.find(|c| !of(c)).unwrap_or(text.len())
}
