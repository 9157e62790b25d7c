//! Formulas and automata against arithmetic on small numbers and short words.

mod atoms;
mod given;
mod harness;
mod operations;
