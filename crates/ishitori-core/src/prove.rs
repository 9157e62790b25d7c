//! Proofs: what claims say about *all* positions, by automata.

mod connect;
mod expression;
mod translate;

pub use connect::{free_variables, simplify};
pub use expression::text;
pub use translate::{Coding, Outside, Sentence, Theorem, Translated, sentence, translate};
