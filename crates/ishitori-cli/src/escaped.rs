//! Text on its way to a terminal, where control characters are shown instead of obeyed.
//!
//! Names, claims and rules come from files that others wrote, and an escape sequence in them could rewrite what the
//! screen says, ACCEPTED for instance. So everything that a command writes passes [`EscapedText`]: control characters
//! (C0, DEL and C1) become `\x1b` and the like, lines and tabs stay. Results of commands have no others of their own;
//! colours are drawn on standard error alone. Cost: a look at each byte.

use std::io::{self, Write};

/// A writer that shows control characters.
pub struct EscapedText<W> {
    inner: W,
    /// The byte that decides with the next one: a carriage return, or the first of a C1 character.
    held: Option<u8>,
}

impl<W: Write> EscapedText<W> {
    pub fn new(inner: W) -> Self {
        EscapedText { inner, held: None }
    }

    fn write_held(&mut self, next: u8) -> io::Result<bool> {
        match (self.held.take(), next) {
            (Some(b'\r'), b'\n') => self.inner.write_all(b"\r\n").map(|()| true),
            (Some(b'\r'), _) => self.inner.write_all(b"\\x0d").map(|()| false),
            (Some(lead), 0x80..=0x9f) => {
                debug_assert_eq!(lead, 0xc2);
                write!(self.inner, "\\u{{{next:x}}}").map(|()| true)
            }
            (Some(lead), _) => self.inner.write_all(&[lead]).map(|()| false),
            (None, _) => Ok(false),
        }
    }
}

impl<W: Write> Write for EscapedText<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut plain = 0;
        for (at, byte) in bytes.iter().enumerate() {
            let is_plain = matches!(byte, b'\n' | b'\t' | 0x20..=0x7e | 0x80..=0xc1 | 0xc3..);
            if is_plain && self.held.is_none() {
                continue;
            }
            self.inner.write_all(&bytes[plain..at])?;
            plain = at + 1;
            if self.write_held(*byte)? {
                continue;
            }
            match byte {
                b'\r' | 0xc2 => self.held = Some(*byte),
                _ if is_plain => plain = at,
                _ => write!(self.inner, "\\x{byte:02x}")?,
            }
        }
        self.inner.write_all(&bytes[plain..])?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// A text with its control characters shown.
pub fn escaped(text: &str) -> String {
    let mut out = EscapedText::new(Vec::new());
    // A carriage return at the very end is held back: it needs no showing.
    out.write_all(text.as_bytes()).expect("memory takes all bytes");
    String::from_utf8_lossy(&out.inner).into_owned()
}

/// A text of the same bytes in number, for drawings that point at bytes: control characters are question marks.
pub fn same_length(text: &str) -> String {
    let shown = |c: char| match c {
        '\n' | '\t' => c,
        _ if !c.is_control() => c,
        _ if c.len_utf8() == 1 => '?',
        _ => '¿',
    };
    text.chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_shown() {
        assert_eq!(escaped("a\u{1b}[2Jb"), "a\\x1b[2Jb");
        assert_eq!(escaped("石\u{9b}31m取り\u{7f}"), "石\\u{9b}31m取り\\x7f");
        assert_eq!(escaped("1\r\n2\r3\n\t4 £ ¿"), "1\r\n2\\x0d3\n\t4 £ ¿");
        assert_eq!(escaped("\0"), "\\x00");
    }

    /// However the text is cut into writes, the result is the same.
    #[test]
    fn cuts_change_nothing() {
        let text = "x\r\r\n\u{85}é\u{1b}]0;t\u{7}\u{a0}\r";
        for size in 1..6 {
            let mut out = EscapedText::new(Vec::new());
            for part in text.as_bytes().chunks(size) {
                out.write_all(part).expect("memory takes all bytes");
            }
            assert_eq!(String::from_utf8(out.inner).expect("text"), escaped(text));
        }
    }

    #[test]
    fn places_stay_where_they_are() {
        let text = "a\u{1b}\u{85}b\r\n";
        assert_eq!(same_length(text), "a?¿b?\n");
        assert_eq!(same_length(text).len(), text.len());
    }
}
