//! Positions of heap games, and positions as people write them.
//!
//! A text that is no position is refused with what is wrong with it. Which heaps a game has is its own business:
//! see `parse` of [`GameKind`](super::GameKind).

use thiserror::Error;

/// The heaps of a position; ascending in an unordered game.
pub type Heaps = Box<[u64]>;

/// A text that is no position of the game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PositionError {
    /// The wrong number of heaps.
    #[error("a position of this game has {expected} heaps, `{text}` has {found}")]
    HeapCount {
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
        /// What was written.
        text: String,
    },
    /// Not a number.
    #[error("`{0}` is not a heap: write numbers separated by commas, such as 3,5,7")]
    NotANumber(String),
    /// Not a piece.
    #[error(
        "`{text}` is no piece of this game: write its numbers as {example}, and commas between pieces"
    )]
    Piece {
        /// What was written.
        text: String,
        /// How a piece looks.
        example: String,
    },
    /// Too large.
    #[error("a heap of {0} stones is too large: heaps go up to 2^32")]
    TooLarge(String),
    /// Below the least heap.
    #[error("{name} = {found} is too small: in this game it is at least {least}")]
    TooSmall {
        /// The heap.
        name: String,
        /// Its size.
        found: u64,
        /// The least size.
        least: u64,
    },
    /// Not allowed by the rule.
    #[error("`{text}` is no position of this game: it needs {condition}")]
    Invalid {
        /// What was written.
        text: String,
        /// The condition it fails.
        condition: String,
    },
    /// Not a figure.
    #[error("`{text}` is no position of this game: {why}")]
    Figure {
        /// What was written.
        text: String,
        /// What is wrong.
        why: String,
    },
    /// Not a board.
    #[error("`{text}` is no position on a board of {rows} rows and {columns} columns: {why}")]
    Board {
        /// What was written.
        text: String,
        /// Rows.
        rows: usize,
        /// Columns.
        columns: usize,
        /// What is wrong.
        why: String,
    },
}

/// The heaps of a position as they are written, each a word of decimal digits of any length.
///
/// # Errors
/// [`PositionError::NotANumber`] if one is not.
pub fn heap_words(text: &str) -> Result<Vec<&str>, PositionError> {
    let inner = text.trim().trim_start_matches(['(', '<', '[']).trim_end_matches([')', '>', ']']);
    let words = inner.split(',').flat_map(|part| {
        // Spaces separate heaps as commas do, but nothing between two commas is a slip.
        let mut words: Vec<&str> = part.split_whitespace().collect();
        if words.is_empty() && inner.contains(',') {
            words.push("");
        }
        words
    });
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let words: Vec<&str> = words.collect();
    match words.iter().find(|word| !is_number(word)) {
        Some(word) => Err(PositionError::NotANumber(word.to_string())),
        None => Ok(words),
    }
}
