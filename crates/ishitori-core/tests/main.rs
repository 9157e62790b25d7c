//! Games, solvers, claims, proofs and discoveries, against the reference and against definitions.
//!
//! One program for all files: linking many takes longer than compiling them.

#[path = "../../../testdata/cases.rs"]
mod cases;
#[path = "../../../testdata/functions.rs"]
mod functions;

mod answers;
mod ask;
mod bands;
mod beside;
mod boards;
mod claims;
mod claims_by_lines;
mod compound;
mod control;
mod definitions;
mod discover;
mod discover_table;
mod engines;
mod every_n;
mod figure_claims;
mod figures;
mod gallery;
mod heaps;
mod judged;
mod meaning;
mod misere;
mod options;
mod pieces;
mod proofs;
mod random;
mod remoteness;
mod resume;
mod resume_check;
mod resumed;
mod sentences;
mod signature;
mod simplify;
mod single;
mod single_claims;
mod slices;
mod statements;
mod strides;
mod suite;
mod sums;
mod translate;
mod unbounded;
mod undefined;
