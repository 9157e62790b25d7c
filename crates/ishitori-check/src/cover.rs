//! Covers: every word is accepted by some branch.
//!
//! [`branch`] says what a branch is, [`branches`] which ones each theorem needs. [`moves`] tells how a branch
//! reads letters, [`symmetry`] what symmetries may do, and [`check`] checks a cover step by step.

pub(crate) mod branch;
pub(crate) mod branches;
pub(crate) mod check;
pub(crate) mod moves;
pub(crate) mod symmetry;
