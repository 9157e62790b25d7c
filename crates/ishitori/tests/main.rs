//! The library as a whole: fuzzing without coverage, and claims that are nearly theorems.

#[path = "../../../testdata/cases.rs"]
mod cases;
#[path = "../../ishitori-reader/tests/edits.rs"]
mod edits;
#[path = "../../../fuzz/targets/mod.rs"]
mod targets;

mod fuzz;
mod gallery;
mod mutated;
mod seeds;
