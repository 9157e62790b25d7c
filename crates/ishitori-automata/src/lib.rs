//! Automata over several tracks of digits: what is true of *all* numbers, by finite means.
//!
//! A tuple of numbers is a word whose letters hold one digit of each ([`Letter`]). Sets of tuples
//! that a finite automaton recognises ([`Dfa`]) are closed under and, or, not, and "there is a
//! number": so every first-order sentence about `+`, `<`, xor, powers of two and the like can be
//! decided (Büchi 1960). The operations are small files of their own:
//! [`dfa`] and [`nfa`] (data), [`product`] and [`minimize`](Dfa::minimize), [`project`](Dfa::project) and
//! [`determinize`](Nfa::determinize), [`Inclusion`], [`reverse`](Dfa::reverse), padding
//! ([`Dfa::ignores_padding`]), [`witness`](Dfa::smallest).
//!
//! What can explode takes a [`Limit`] and returns [`GaveUp`] beyond it. Pure: no I/O, no clock, no
//! printing, and no other room of the house.
//!
//! ```
//! use ishitori_automata::{Dfa, Limit, Numeration, Order};
//!
//! let limit = Limit::default();
//! // Pairs that differ in the last digit, lsd first: the first letter decides.
//! let differ = Dfa::explore(2, Order::Lsd, 0, |state, letter| match (state, letter) {
//!     (0, 1 | 2) => 1,
//!     (0, _) => 2,
//!     (decided, _) => *decided,
//! }, |state| *state == 1, limit)?;
//! assert_eq!(differ.smallest(Numeration::Binary)?, Some(vec![0, 1]));
//! # Ok::<(), ishitori_automata::GaveUp>(())
//! ```

mod determinize;
pub mod dfa;
pub mod digits;
pub mod ends;
mod include;
pub mod limit;
pub mod linear;
mod minimize;
pub mod nfa;
mod numeration;
mod pad;
pub mod product;
mod project;
mod reverse;
mod witness;
pub mod zeckendorf;

pub use dfa::{Dfa, Letter, MAX_TRACKS, Order, State};
pub use ends::End;
pub use include::Inclusion;
pub use limit::{GaveUp, Limit, Step};
pub use linear::Comparison;
pub use nfa::Nfa;
pub use numeration::Numeration;
