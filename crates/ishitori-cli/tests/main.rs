//! The program as its users run it.
//!
//! One program for all files: linking many takes longer than compiling them.

#[path = "../../../testdata/cases.rs"]
mod cases;

mod bands;
mod batch;
mod claims;
mod cli;
mod discover;
mod discover_data;
mod docs;
mod every_n;
mod figure_runs;
mod files;
mod interrupt;
mod kill;
mod logic;
mod misere;
mod named_sets;
mod options;
mod pieces;
mod plot;
mod prove;
mod resumes;
mod room;
mod single;
mod slices;
mod value_large;
mod wrong;
