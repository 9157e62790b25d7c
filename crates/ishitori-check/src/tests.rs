//! Formulas and automata against arithmetic on small numbers and short words.
//!
//! Definitions are written once more, in the plainest way. Whole certificates are tested in `tests/`.

mod atoms;
mod given;
mod harness;
mod operations;
