//! Words and nested lists in parentheses, as formulas are written.
//!
//! The open lists are kept on a stack of our own, so that deep nesting is refused and cannot overflow the
//! stack of the program. Cost: the length of the text. For a line of plain words use [`crate::text::lines`].

use crate::refusal::CheckRefusal;
use crate::text::lines::CertificateLine;

/// How deep parentheses may be nested.
const DEPTH: usize = 200;

/// A word, or a list in parentheses.
pub(crate) enum Expression<'a> {
    Word(&'a str),
    List(Vec<Expression<'a>>),
}

/// Reads one expression, and returns it with what stands after it.
pub(crate) fn expression<'a>(
    line: &CertificateLine<'a>,
    text: &'a str,
) -> Result<(Expression<'a>, &'a str), CheckRefusal> {
    let mut open: Vec<Vec<Expression<'a>>> = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(' ');
        let done = if let Some(inner) = rest.strip_prefix('(') {
            rest = inner;
            open.push(Vec::new());
            if open.len() > DEPTH {
                return Err(line.refuse(format!("parentheses are nested deeper than {DEPTH}")));
            }
            continue;
        } else if let Some(outer) = rest.strip_prefix(')') {
            rest = outer;
            Expression::List(open.pop().ok_or_else(|| line.refuse("a `)` too many"))?)
        } else {
            let length = rest.find([' ', '(', ')']).unwrap_or(rest.len());
            if length == 0 {
                return Err(line.refuse("a formula is missing or a `)` is"));
            }
            let (word, after) = rest.split_at(length);
            rest = after;
            Expression::Word(word)
        };
        match open.last_mut() {
            Some(list) => list.push(done),
            None => return Ok((done, rest)),
        }
    }
}

/// Whether the word can be the name of a number.
pub(crate) fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_alphabetic())
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
