//! From formulas to automata.
//!
//! [`machine`], [`binary`] and [`zeckendorf`] say how each atom is decided, [`atom`] makes its automaton, and
//! [`compiler`] joins atoms by connectives and quantifiers.

pub(crate) mod atom;
pub(crate) mod binary;
pub(crate) mod compiler;
pub(crate) mod machine;
pub(crate) mod zeckendorf;
