//! Proofs: what claims say about *all* positions, by automata.

pub mod arena;
pub mod branch;
pub mod certificate;
mod connect;
pub mod cover;
mod elements;
pub mod empty;
mod expression;
pub mod goal;
pub mod induct;
mod rename;
pub mod shop;
pub mod symmetry;
mod translate;
pub mod work;

pub use connect::{free_variables, simplify};
pub use expression::text;
pub use translate::{Coding, Outside, Sentence, Theorem, Translated, sentence, translate};
