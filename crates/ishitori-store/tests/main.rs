//! Files: what is written comes back, and damage is noticed.
//!
//! One program for all files: linking many takes longer than compiling them.

#[path = "../../../testdata/cases.rs"]
mod cases;

mod checkpoint;
mod damage;
mod discoveries;
mod exchange;
mod full;
mod positions;
mod spool;
mod tables;
