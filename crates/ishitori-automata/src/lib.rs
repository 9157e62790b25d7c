//! Automata over several tracks of digits: what is true of *all* numbers, by finite means.
//!
//! A tuple of numbers is a word whose letters hold one digit of each ([`Letter`]). Sets of tuples
//! that a finite automaton recognises ([`Dfa`]) are closed under and, or, not, and "there is a
//! number": so every first-order sentence about `+`, `<`, xor, powers of two and the like can be
//! decided (Büchi 1960). The operations are small files of their own:
//! [`dfa`] and [`nfa`] (data), [`product`] and [`minimize`](Dfa::minimize), [`project`](Dfa::project) and
//! [`determinize`](Nfa::determinize), [`Inclusion`] and [`universality`](Nfa::universality), [`reverse`](Dfa::reverse), padding
//! ([`Dfa::ignores_padding`]), [`symmetry`], [`witness`](Dfa::smallest), [`enumerate`](Dfa::first). On top of them stand predicates on numbers
//! ([`linear`], [`digits`], [`ends`], [`zeckendorf`]), and [`Formula`]s that [`DigitLogic`] evaluates, some of them with names ([`NamedRelation`]);
//! [`serial`] reads many tracks one digit at a time; [`walnut`] reads and writes automata as text,
//! [`regex`](mod@regex) makes them from digits, [`words`] knows automatic words.
//!
//! What can explode takes a [`Limit`] and returns [`AutomatonGaveUp`] beyond it. Pure: no I/O, no clock, no
//! printing, and no other room of the house.
//!
//! ```
//! use ishitori_automata::{Comparison, DigitLogic, DigitOrder, Formula, Numeration};
//!
//! // For which x is there a y with x + y = 10 and x xor y = 10? Those without carries.
//! let sum = Formula::linear(&[(1, "x"), (1, "y")], Comparison::Equal, 10);
//! let ten = Formula::linear(&[(1, "t")], Comparison::Equal, 10);
//! let xor = Formula::xor_is_zero(&["x", "y", "t"]);
//! let fits = Formula::exists(&["y", "t"], Formula::And(vec![sum, ten, xor]));
//! let logic = DigitLogic::binary(DigitOrder::Msd);
//! let relation = logic.evaluate(&fits)?;
//! let accepted = |x| relation.dfa().accepts(&Numeration::Binary.word(DigitOrder::Msd, &[x]));
//! assert_eq!((0..20).filter(|x| accepted(*x)).collect::<Vec<_>>(), [0, 2, 8, 10]);
//! # Ok::<(), ishitori_automata::NoAutomaton>(())
//! ```

mod antichain;
mod decide;
mod determinize;
pub mod dfa;
pub mod digits;
pub mod ends;
mod enumerate;
mod formula;
mod include;
pub mod limit;
pub mod linear;
mod minimize;
pub mod nfa;
mod numeration;
mod pad;
pub mod product;
mod project;
pub mod regex;
mod reverse;
pub mod serial;
pub mod symmetry;
pub mod walnut;
mod witness;
pub mod words;
pub mod zeckendorf;

pub use antichain::{Antichain, Universality};
pub use dfa::{Dfa, DigitOrder, Letter, MAX_TRACKS, State};
pub use ends::TrailingRun;
pub use formula::{
    DigitLogic, Formula, NamedRelation, NoAutomaton, Predicate, Relation, RelationSource,
};
pub use include::Inclusion;
pub use limit::{AutomatonGaveUp, AutomatonOperation, Limit, Watcher};
pub use linear::Comparison;
pub use nfa::Nfa;
pub use numeration::Numeration;
