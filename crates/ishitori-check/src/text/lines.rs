//! The lines of a certificate, with their words and numbers.
//!
//! Every line is read once and in order. What does not have exactly the expected form is refused, so that no
//! line can mean two things: words are separated by one space, and a number can be written in one way only.
//! Comments and empty lines are left out, but lines keep their numbers in the file for messages.
//! Cost: the length of the file. For lists in parentheses use [`crate::text::expression`].

use crate::checksum::checksum;
use crate::refusal::CheckRefusal;

/// No number of a file may be larger. Sums of many are limited where they are made.
const LARGEST: i64 = 1 << 40;

/// No number that a sum is compared with may be larger: what is added to it while digits are read stays within 64 bits.
const LARGEST_BOUND: i64 = 1 << 60;

/// A line that means something, with its number in the file.
#[derive(Clone, Copy)]
pub(crate) struct CertificateLine<'a> {
    pub(crate) number: usize,
    pub(crate) text: &'a str,
}

impl<'a> CertificateLine<'a> {
    /// The refusal of this line.
    pub(crate) fn refuse(&self, reason: impl Into<String>) -> CheckRefusal {
        CheckRefusal::at(self.number, reason)
    }

    /// What stands after the word that the line begins with, if it begins with it.
    pub(crate) fn after(&self, word: &str) -> Option<&'a str> {
        let rest = self.text.strip_prefix(word)?;
        if rest.is_empty() { Some(rest) } else { rest.strip_prefix(' ') }
    }

    /// Like [`CertificateLine::after`], but the line must begin with the word.
    pub(crate) fn expect(&self, word: &str) -> Result<&'a str, CheckRefusal> {
        self.after(word).ok_or_else(|| self.refuse(format!("expected a line `{word} ...`")))
    }

    /// The words of a part of this line, which are separated by one space.
    pub(crate) fn words(&self, part: &'a str) -> Result<Vec<&'a str>, CheckRefusal> {
        if part.is_empty() {
            return Ok(Vec::new());
        }
        let words: Vec<&str> = part.split(' ').collect();
        match words.iter().any(|word| word.is_empty()) {
            true => Err(self.refuse("words are to be separated by one space")),
            false => Ok(words),
        }
    }

    /// A whole number, written in the only way it can be.
    pub(crate) fn integer(&self, word: &str) -> Result<i64, CheckRefusal> {
        self.integer_within(word, LARGEST)
    }

    /// What a sum is compared with.
    pub(crate) fn bound(&self, word: &str) -> Result<i64, CheckRefusal> {
        self.integer_within(word, LARGEST_BOUND)
    }

    fn integer_within(&self, word: &str, largest: i64) -> Result<i64, CheckRefusal> {
        let digits = word.strip_prefix('-').unwrap_or(word);
        let plain = !digits.is_empty()
            && digits.bytes().all(|byte| byte.is_ascii_digit())
            && (word == "0" || !digits.starts_with('0'));
        let value = word
            .parse::<i64>()
            .ok()
            .filter(|value| plain && value.unsigned_abs() <= largest.unsigned_abs());
        value.ok_or_else(|| self.refuse(format!("`{word}` is no whole number, or too large")))
    }

    /// A number that counts or names something: less than `bound`.
    pub(crate) fn index(&self, word: &str, bound: usize) -> Result<usize, CheckRefusal> {
        let value = usize::try_from(self.integer(word)?).ok().filter(|value| *value < bound);
        value.ok_or_else(|| self.refuse(format!("{word} is not from 0 to below {bound}")))
    }
}

/// The lines of a file that mean something, in order.
pub(crate) struct CertificateLines<'a> {
    lines: Vec<CertificateLine<'a>>,
    at: usize,
}

impl<'a> CertificateLines<'a> {
    /// Compares the checksum, and splits what stands before it. Comments and empty lines go.
    pub(crate) fn of(text: &'a str) -> Result<CertificateLines<'a>, CheckRefusal> {
        let whole = text.strip_suffix('\n').unwrap_or(text);
        let begin = whole.rfind('\n').map_or(0, |newline| newline + 1);
        let body = &text[..begin];
        let last =
            CertificateLine { number: body.matches('\n').count() + 1, text: &whole[begin..] };
        let sum = last.after("end").ok_or_else(|| last.refuse("the last line is to be `end`"))?;
        if sum != format!("{:016x}", checksum(body)) {
            return Err(last.refuse("the checksum does not fit: the file was changed or cut"));
        }
        let mut lines = Vec::new();
        for (index, line) in body.split('\n').enumerate() {
            let meant = match line.find('#') {
                Some(comment) if !line.starts_with('|') => line[..comment].trim_end_matches(' '),
                _ => line,
            };
            if !meant.is_empty() {
                lines.push(CertificateLine { number: index + 1, text: meant });
            }
        }
        Ok(CertificateLines { lines, at: 0 })
    }

    /// The next line, which stays the next.
    pub(crate) fn peek(&self) -> Option<CertificateLine<'a>> {
        self.lines.get(self.at).copied()
    }

    /// The next line.
    pub(crate) fn next(&mut self) -> Result<CertificateLine<'a>, CheckRefusal> {
        let line = self.peek().ok_or_else(|| CheckRefusal::new("the file ends too early"))?;
        self.at += 1;
        Ok(line)
    }

    /// The next line if it begins with this word, and what stands after it.
    pub(crate) fn next_if(&mut self, word: &str) -> Option<(CertificateLine<'a>, &'a str)> {
        let line = self.peek()?;
        let rest = line.after(word)?;
        self.at += 1;
        Some((line, rest))
    }

    /// The text of the lines that begin with `|`.
    pub(crate) fn quoted(&mut self) -> Result<String, CheckRefusal> {
        let mut text = String::new();
        while let Some(line) = self.peek().filter(|line| line.text.starts_with('|')) {
            text.push_str(line.expect("|")?);
            text.push('\n');
            self.at += 1;
        }
        Ok(text)
    }
}
