//! The rule language: what is read, and what it becomes.
//!
//! One program for all files: linking many takes longer than compiling them.

#[path = "../../../testdata/cases.rs"]
mod cases;

mod catalogue;
mod figure_words;
mod functions;
mod fuzz;
mod linear;
mod measure;
mod pieces;
