//! Automata and their logic against definitions, on all short words and small numbers.
//!
//! One program for all files: linking many takes longer than compiling them.

#[path = "../../../testdata/cases.rs"]
mod cases;

mod antichain;
mod claims;
mod compare;
mod enumerate;
mod formulas;
mod games;
mod meaning;
mod operations;
mod predicate_text;
mod predicates;
mod random;
mod script;
mod sentences;
mod serial;
mod walnut;
mod zeckendorf;
