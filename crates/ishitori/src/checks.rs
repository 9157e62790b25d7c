//! What a check of a claim says: it holds up to a window, or its smallest witness.
//!
//! Names of core, for whoever reads a verdict. Checks are run in [`claims`](crate::claims).

pub use ishitori_core::claim::{
    CheckError, CheckExtent, ClaimInstance, Refutation, Verdict, Witness, validate,
};
