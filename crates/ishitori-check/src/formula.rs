//! Formulas on numbers: what they are, and how they are read.
//!
//! [`variable`], [`condition`] and [`number_formula`] are the data. [`scope`], [`atom`] and [`read`] make them
//! from the text of a line. What a formula says as an automaton is found in [`crate::compile`].

pub(crate) mod atom;
pub(crate) mod condition;
pub(crate) mod number_formula;
pub(crate) mod read;
pub(crate) mod scope;
pub(crate) mod variable;
