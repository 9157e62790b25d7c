//! All tests of the second reader, as one program.

#[path = "../../../testdata/cases.rs"]
mod cases;

mod against;
mod certificates;
mod fuzz;
mod mutations;
mod said;
