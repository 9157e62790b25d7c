//! Metadata that holds its own hash.
//!
//! A hash cannot stand in what it is the hash of, so it is that of the bytes with zeros in its place. The
//! place is found by the words before it; whoever wants to check a file by hand does the same.

use std::ops::Range;

/// Stands before the digits. The last one counts, so a rule text may contain these words.
const BEFORE: &str = "blake3 of this with zeros here: ";

const DIGITS: usize = 64;

/// A text with room for the hash.
pub(crate) fn room() -> String {
    format!("{BEFORE}{}", "0".repeat(DIGITS))
}

/// Where the digits are.
fn place(bytes: &[u8]) -> Option<Range<usize>> {
    let before = BEFORE.as_bytes();
    let at = bytes.windows(before.len()).rposition(|window| window == before)? + before.len();
    (at + DIGITS <= bytes.len()).then_some(at..at + DIGITS)
}

/// Where the digits belong, and which; nothing if there is no room.
pub(crate) fn seal(bytes: &[u8]) -> Option<(usize, String)> {
    let place = place(bytes)?;
    let mut hasher = blake3::Hasher::new();
    hasher.update(&bytes[..place.start]);
    hasher.update(&[b'0'; DIGITS]);
    hasher.update(&bytes[place.end..]);
    Some((place.start, hasher.finalize().to_hex().to_string()))
}

/// Whether the digits are right; nothing if there are none.
pub(crate) fn whole(bytes: &[u8]) -> Option<bool> {
    let (at, digits) = seal(bytes)?;
    Some(bytes[at..at + DIGITS] == *digits.as_bytes())
}
