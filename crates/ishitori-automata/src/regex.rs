//! Sets of numbers by a regular expression over their digits.
//!
//! Letters are `0`, `1`, `.` (any), or for several numbers at once `[0,1]`, one digit a track, where `*`
//! is any digit; then `|`, `*`, `+`, `?` and brackets, as everywhere. The digits of numbers are read from the
//! most significant on, or from the least, and numbers have any number of zeros before their digits: a tuple
//! is in the set if some way of writing it matches. Followed states of Thompson's construction become the
//! automaton's (1968). Cost: at worst two to the length of the expression, within a limit.

use crate::dfa::{Dfa, DigitOrder, Letter, MAX_TRACKS};
use crate::formula::NoAutomaton;
use crate::limit::Limit;
use std::ops::Range;
use thiserror::Error;

/// How deep brackets may nest, and how long an expression may be.
const MAX_DEPTH: usize = 64;
const MAX_LENGTH: usize = 2_000;

/// Why there is no automaton of an expression.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RegexProblem {
    /// It cannot be read.
    #[error("{what}")]
    Unreadable {
        /// What is wrong.
        what: String,
        /// Where, in bytes.
        at: Range<usize>,
    },
    /// It grows too large.
    #[error(transparent)]
    NoAutomaton(#[from] NoAutomaton),
}

/// The tuples whose digits match `pattern`, as a minimal automaton that ignores padding.
///
/// # Errors
/// [`RegexProblem`] with the place of what cannot be read.
pub fn regex(pattern: &str, order: DigitOrder, limit: Limit) -> Result<Dfa, RegexProblem> {
    let mut reader = RegexReader {
        text: pattern,
        at: 0,
        depth: 0,
        tracks: None,
        places: vec![ExpressionPlace::Nothing],
    };
    if pattern.len() > MAX_LENGTH {
        let what = format!("an expression of more than {MAX_LENGTH} characters");
        return Err(RegexProblem::Unreadable { what, at: MAX_LENGTH..pattern.len() });
    }
    let (start, end) = reader.choice()?;
    if reader.peek().is_some() {
        return Err(reader.wrong("expected a digit, `|` or the end"));
    }
    let Some(tracks) = reader.tracks else {
        return Err(reader.wrong("there is no digit in the expression"));
    };
    let places = reader.places;
    let closure = |mut todo: Vec<usize>| {
        let mut found = vec![false; places.len()];
        let mut kept = Vec::new();
        while let Some(place) = todo.pop() {
            if std::mem::replace(&mut found[place], true) {
                continue;
            }
            match &places[place] {
                ExpressionPlace::Nothing => {}
                ExpressionPlace::Ways(ways) => todo.extend(ways),
                ExpressionPlace::Digits { .. } => kept.push(place),
            }
            if place == end {
                kept.push(place);
            }
        }
        kept.sort_unstable();
        kept.dedup();
        kept
    };
    let step = |now: &Vec<usize>, letter: Letter| {
        let after = now.iter().filter_map(|place| match &places[*place] {
            ExpressionPlace::Digits { mask, value, to } if letter & mask == *value => Some(*to),
            _ => None,
        });
        closure(after.collect())
    };
    let start = closure(vec![start]);
    let dfa = Dfa::explore(tracks, order, start, step, |now| now.contains(&end), limit)
        .map_err(NoAutomaton::from)?;
    let closed = dfa.close_padding().determinize(limit).map_err(NoAutomaton::from)?;
    Ok(closed.minimize_within(limit).map_err(NoAutomaton::from)?)
}

/// What happens at a place of the expression.
enum ExpressionPlace {
    /// Nothing goes on from here.
    Nothing,
    /// On to any of these without reading.
    Ways(Vec<usize>),
    /// Reads a letter whose digits under `mask` are `value`.
    Digits { mask: Letter, value: Letter, to: usize },
}

struct RegexReader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    tracks: Option<usize>,
    /// ExpressionPlace 0 is never used.
    places: Vec<ExpressionPlace>,
}

type RegexPart = Result<(usize, usize), RegexProblem>;

impl RegexReader<'_> {
    /// The next character that is no space.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn wrong(&self, what: &str) -> RegexProblem {
        let length = self.text[self.at..].chars().next().map_or(0, char::len_utf8);
        RegexProblem::Unreadable { what: what.to_string(), at: self.at..self.at + length }
    }

    fn place(&mut self, place: ExpressionPlace) -> usize {
        self.places.push(place);
        self.places.len() - 1
    }

    fn choice(&mut self) -> RegexPart {
        if self.depth >= MAX_DEPTH {
            return Err(self.wrong("brackets are nested too deeply"));
        }
        self.depth += 1;
        let mut parts = vec![self.sequence()?];
        while self.eat('|') {
            parts.push(self.sequence()?);
        }
        self.depth -= 1;
        let end = self.place(ExpressionPlace::Nothing);
        for (_, last) in &parts {
            self.places[*last] = ExpressionPlace::Ways(vec![end]);
        }
        let start =
            self.place(ExpressionPlace::Ways(parts.iter().map(|(first, _)| *first).collect()));
        Ok((start, end))
    }

    fn sequence(&mut self) -> RegexPart {
        let start = self.place(ExpressionPlace::Nothing);
        let mut end = start;
        while let Some(c) = self.peek()
            && !matches!(c, '|' | ')')
        {
            let (first, last) = self.repeated()?;
            self.places[end] = ExpressionPlace::Ways(vec![first]);
            end = last;
        }
        Ok((start, end))
    }

    fn repeated(&mut self) -> RegexPart {
        let (mut first, mut last) = self.single()?;
        loop {
            let (once, often) = match self.peek() {
                Some('*') => (false, true),
                Some('+') => (true, true),
                Some('?') => (false, false),
                _ => return Ok((first, last)),
            };
            self.at += 1;
            let end = self.place(ExpressionPlace::Nothing);
            let again = if often { vec![first, end] } else { vec![end] };
            self.places[last] = ExpressionPlace::Ways(again);
            if !once {
                first = self.place(ExpressionPlace::Ways(vec![first, end]));
            }
            last = end;
        }
    }

    fn single(&mut self) -> RegexPart {
        match self.peek() {
            Some('(') => {
                self.at += 1;
                let inner = self.choice()?;
                if !self.eat(')') {
                    return Err(self.wrong("expected `)`"));
                }
                Ok(inner)
            }
            Some('[') => {
                let start = self.at;
                self.at += 1;
                let mut digits = Vec::new();
                loop {
                    digits.push(self.digit()?);
                    if !self.eat(',') {
                        break;
                    }
                }
                if !self.eat(']') {
                    return Err(self.wrong("expected `,` or `]`"));
                }
                self.letter(&digits, start)
            }
            Some('0' | '1' | '.') => {
                let start = self.at;
                let digit = self.digit()?;
                self.letter(&[digit], start)
            }
            _ => Err(self.wrong("expected a digit 0 or 1, `.`, `(` or a letter such as [0,1]")),
        }
    }

    /// A digit; nothing if any will do.
    fn digit(&mut self) -> Result<Option<bool>, RegexProblem> {
        let digit = match self.peek() {
            Some('0') => Some(false),
            Some('1') => Some(true),
            Some('.' | '*') => None,
            _ => return Err(self.wrong("a digit is 0, 1, or `.` for any")),
        };
        self.at += 1;
        Ok(digit)
    }

    fn letter(&mut self, digits: &[Option<bool>], start: usize) -> RegexPart {
        let wrong = |what: String, at: usize| RegexProblem::Unreadable { what, at: start..at };
        if digits.len() > MAX_TRACKS {
            return Err(wrong(format!("more than {MAX_TRACKS} digits in a letter"), self.at));
        }
        let tracks = *self.tracks.get_or_insert(digits.len());
        // A full stop alone is any letter.
        let any = self.text.get(start..start + 1) == Some(".");
        if tracks != digits.len() && !any {
            let what = format!("a letter of {} digits after one of {tracks}", digits.len());
            return Err(wrong(what, self.at));
        }
        let (mut mask, mut value) = (0, 0);
        for (track, digit) in digits.iter().enumerate() {
            if let Some(digit) = digit {
                mask |= 1 << track;
                value |= Letter::from(*digit) << track;
            }
        }
        let to = self.place(ExpressionPlace::Nothing);
        let first = self.place(ExpressionPlace::Digits { mask, value, to });
        Ok((first, to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeration::Numeration;

    fn matches(pattern: &str, order: DigitOrder, most: u128) -> Vec<u128> {
        let dfa = regex(pattern, order, Limit::default()).expect("an expression");
        assert!(dfa.ignores_padding(), "{pattern}");
        (0..most).filter(|n| dfa.accepts(&Numeration::Binary.word(order, &[*n]))).collect()
    }

    #[test]
    fn numbers_by_their_digits() {
        use DigitOrder::{Lsd, Msd};
        assert_eq!(matches("10*", Msd, 40), [1, 2, 4, 8, 16, 32]);
        assert_eq!(matches("0*1", Lsd, 40), [1, 2, 4, 8, 16, 32]);
        assert_eq!(matches("(01)+", Msd, 100), [1, 5, 21, 85]);
        assert_eq!(matches("0|1 0? 1", Msd, 40), [0, 3, 5]);
        assert_eq!(matches(".*11.*", Msd, 16), [3, 6, 7, 11, 12, 13, 14, 15]);
        assert_eq!(matches("1..", Msd, 40), [4, 5, 6, 7]);
        let same = regex("([0,0]|[1,1])*", Msd, Limit::default()).expect("an expression");
        for (a, b) in [(3, 3), (0, 0), (3, 5), (0, 1)] {
            assert_eq!(same.accepts(&Numeration::Binary.word(Msd, &[a, b])), a == b);
        }
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        for (pattern, place) in
            [("1(0", 3), ("12", 1), ("1)", 1), ("", 0), ("[0,1]1", 5), ("*", 0), ("[0,x]", 3)]
        {
            match regex(pattern, DigitOrder::Msd, Limit::default()) {
                Err(RegexProblem::Unreadable { at, .. }) => {
                    assert_eq!(at.start, place, "{pattern}")
                }
                other => panic!("{pattern}: {other:?}"),
            }
        }
        let deep = "(".repeat(500) + "1" + &")".repeat(500);
        assert!(regex(&deep, DigitOrder::Msd, Limit::default()).is_err());
        let blown = format!("(0|1)*1{}", ".".repeat(30));
        let few = regex(&blown, DigitOrder::Msd, Limit::states(1000));
        assert!(matches!(few, Err(RegexProblem::NoAutomaton(_))), "{few:?}");
    }
}
