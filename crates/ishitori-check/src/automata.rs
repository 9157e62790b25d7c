//! Automata that the checker builds by itself, and the operations on them.
//!
//! They read one digit at a time ([`automaton`]). The automata of the file are tables of whole letters
//! and are in [`crate::certificate::listed_automaton`].

pub(crate) mod automaton;
pub(crate) mod empty;
pub(crate) mod minimise;
pub(crate) mod relation;
pub(crate) mod reorder;
pub(crate) mod subsets;
