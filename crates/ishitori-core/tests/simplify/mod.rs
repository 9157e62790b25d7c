//! Automata said in words: whatever is said is what the automaton says, and what people know is found.

mod complexes;
mod found;
mod random;
mod said;
