//! Single heaps: games in which a move puts smaller heaps in the place of one heap.
//!
//! By the theorem of Sprague and Grundy a position is worth the xor of its heaps, so such a game is a
//! sequence: the Grundy values of heaps of 0, 1, 2, ... stones. This room computes it ([`Sequence`]),
//! finds periods and says when a finite piece of the sequence proves one ([`period`]), and writes the
//! proof down ([`certificate`]) for `ishitori-check`.
//!
//! - [`rule`]: what the move families say, in the form that engines read ([`rule::TakeAndBreak`]).
//! - [`pairs`]: all pairs of heaps, the plain recurrence; [`sparse`]: few of them, where values fall into
//!   rare and common ones; [`takes`]: games that never split; [`scan`]: any rule, option by option.
//!   [`sequence`] chooses.
//! - `classes`: the heaps of a period, and their options as an automaton. [`saltus`]: whether values that grow by
//!   the same number in every period do so for ever; [`large`]: an option of a heap of any size.
//! - [`mask`]: which values are rare, by a Walsh–Hadamard transform.
//! - Misère play, where sums are no xor: [`misere`] (recursion over sums), [`genus`], [`quotient`].

mod ahead;
pub mod certificate;
mod classes;
mod coordinates;
pub mod genus;
pub mod large;
pub mod mask;
pub mod misere;
mod pair_order;
pub mod pairs;
mod part_sets;
pub mod period;
pub mod quotient;
pub mod rule;
pub mod saltus;
pub mod scan;
mod seen;
pub mod sequence;
pub mod sparse;
pub mod takes;
mod value_set;

pub use period::{ApparentPeriod, Period};
pub use rule::TakeAndBreak;
pub use sequence::{ScanReason, Sequence, SequenceEngine};
