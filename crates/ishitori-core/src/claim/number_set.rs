//! What is known of a condition about all numbers once and for all: the tuples for which it holds.
//!
//! A checked claim asks it position by position; who finds it out is a `NumberDecider` (`unbounded.rs`).

use std::fmt;
use std::sync::Arc;

/// A set of tuples of numbers that is known once and for all.
pub trait NumberSet: Send + Sync {
    /// The slots that a tuple is taken from.
    fn slots(&self) -> &[usize];

    /// Whether the set contains the tuple.
    fn contains(&self, numbers: &[u128]) -> bool;
}

/// What is known of a condition once and for all.
#[derive(Clone)]
pub(crate) struct DecidedNumbers(Arc<dyn NumberSet>);

impl fmt::Debug for DecidedNumbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "known for all {:?}", self.0.slots())
    }
}

impl DecidedNumbers {
    pub(super) fn new(known: Box<dyn NumberSet>) -> DecidedNumbers {
        DecidedNumbers(known.into())
    }

    /// Whether it holds with these slots; `None` if one of them is no natural number.
    pub(super) fn holds(&self, slots: &[i64]) -> Option<bool> {
        let numbers = self.0.slots().iter().map(|slot| u64::try_from(slots[*slot]).ok());
        let numbers: Option<Vec<u128>> = numbers.map(|number| number.map(u128::from)).collect();
        Some(self.0.contains(&numbers?))
    }
}
