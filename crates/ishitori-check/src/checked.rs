//! What was proved, and what was done to check it.
//!
//! The checker makes one only after its last step ([`mod@crate::check`]). What is proved of periods of single heaps
//! is in [`crate::sequence::period`].

use crate::certificate::statement::Statement;

/// What was proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedTheorem {
    /// What the certificate says, in its own words.
    pub statement: Statement,
    /// How many automata the file has.
    pub automata: usize,
    /// How many states they have together.
    pub states: usize,
    /// How many macro-states all covers have together.
    pub macro_states: usize,
    /// What was checked of the theorem, in order.
    pub obligations: Vec<CheckedObligation>,
}

/// Something that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedObligation {
    /// What it says.
    pub name: String,
    /// How many joint states were walked, or how many elements the macro-states of a cover have.
    pub size: usize,
}

impl CheckedTheorem {
    /// The name of the game.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.statement.game
    }

    /// What was proved: `values 0`, `grundy plain`, ...
    #[must_use]
    pub fn theorem(&self) -> &str {
        &self.statement.theorem
    }

    /// The number of heaps.
    #[must_use]
    pub fn heaps(&self) -> usize {
        self.statement.heaps.len()
    }
}
