//! Games, solvers, claims, proofs and discoveries, against the reference and against definitions.
//!
//! One program for all files: linking many takes longer than compiling them.

#[path = "../../../testdata/cases.rs"]
mod cases;

mod answers;
mod ask;
mod boards;
mod claims;
mod claims_by_lines;
mod control;
mod discover;
mod engines;
mod heaps;
mod judged;
mod meaning;
mod misere;
mod proofs;
mod random;
mod resume;
mod resume_check;
mod resumed;
mod sentences;
mod signature;
mod simplify;
mod single;
mod statements;
mod strides;
mod suite;
mod translate;
