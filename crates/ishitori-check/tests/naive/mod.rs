//! A naive prover for tests: makes certificates by brute force and writes them as text.
//!
//! It shares nothing with the checker but the checksum. Automata are learned from predicates on small numbers
//! ([`learn`]), macro-states are all subsets that can be reached ([`cover`]). Nothing here is trusted: what it
//! gets wrong the checker has to refuse.
#![allow(dead_code, unused_imports, clippy::unwrap_used, missing_docs)]

mod cover;
mod learn;
mod prove;
mod seal;
mod spec;

pub use prove::prove;
pub use seal::{given, sealed};
pub use spec::{General, Goal, Spec, Spoil, Step, number};
