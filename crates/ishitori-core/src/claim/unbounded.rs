//! Conditions about all numbers: `exists k: a = 2*k` without a set for k.
//!
//! A window shows some numbers only. Where automata know what such a condition says, they decide it, once for all
//! positions (`deciding.rs`). Where they do not, an evaluation looks at the numbers of the window, and
//! `evaluate/certain.rs` says whether others could matter. Automata are the prover's, which uses this room; so whoever checks
//! a claim brings them along.

use super::formula::{CompiledCondition, CompiledDefinition};
use super::number_set::NumberSet;
use crate::control::Control;

/// Decides conditions about all numbers.
pub trait NumberDecider {
    /// The numbers for which a condition holds; `None` if nobody knows, or it takes too much.
    fn decide(
        &self,
        condition: UnboundedCondition,
        control: &Control,
    ) -> Option<Box<dyn NumberSet>>;
}

/// A condition with a quantifier that runs through all numbers.
#[derive(Clone, Copy)]
pub struct UnboundedCondition<'p> {
    pub(crate) condition: &'p CompiledCondition,
    pub(crate) definitions: &'p [CompiledDefinition],
    /// How many slots there are where it stands.
    pub(crate) slots: usize,
}
