//! A certificate: what is in the file, and how it is read.
//!
//! [`statement`], [`contents`], [`listed_automaton`] and [`listed_cover`] are the data. [`read`] reads the whole
//! file: its head in [`read_head`] and [`read_moves`], its theorem in [`read_theorem`], the blocks after it in
//! [`read_blocks`]. Nothing is proved here; [`mod@crate::check`] does that.

pub(crate) mod contents;
pub(crate) mod listed_automaton;
pub(crate) mod listed_cover;
pub(crate) mod read;
pub(crate) mod read_blocks;
pub(crate) mod read_head;
pub(crate) mod read_moves;
pub(crate) mod read_theorem;
pub(crate) mod statement;
