//! Pictures and reports, decoded again.
//!
//! One program for all files: linking many takes longer than compiling them.

mod automaton;
mod pictures;
mod report;
