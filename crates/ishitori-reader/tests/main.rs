//! All tests of the second reader, as one program.

#[path = "../../../testdata/cases.rs"]
mod cases;
#[path = "../../../testdata/functions.rs"]
mod functions;

mod against;
mod certificates;
mod edits;
mod fuzz;
mod mutations;
mod said;
