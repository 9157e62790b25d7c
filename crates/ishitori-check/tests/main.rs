//! The checker of certificates: what is true is accepted, and nothing else.
//!
//! One program for all files: linking many takes longer than compiling them.

#[path = "../../../testdata/cases.rs"]
mod cases;

mod accepted;
mod bands;
mod forge;
mod games;
mod given;
mod naive;
mod refused;
mod spoiled;
mod watched;
mod window;
