//! Claims: what papers say about a game, checked against what is true.
//!
//! A claim is a condition on all positions of a window (`P iff a = b`), or a sentence about none in
//! particular (`options(6,8) = {...}`, `for all x, y: ...`). [`check`] solves what the claim asks
//! about, evaluates it everywhere, and returns a [`Verdict`]: it holds up to the window, or it is
//! refuted by its smallest witness. A bounded check never turns into a proof.
//!
//! The way of a claim: syntax ([`ishitori_rule::syntax`]) → `compile` (names, kinds, other games,
//! tables) → `formula` → `evaluate`, with the truth from `judge`; `witness` says what is wrong where. Large windows are looked at by
//! `columns`, 256 positions at a time: `lines` for all positions, `implied` for P-positions as they are told.

mod answers;
mod blocks;
pub(crate) mod board;
mod cases;
mod check;
mod check_states;
mod columns;
pub(crate) mod compile;
mod deciding;
mod evaluate;
mod figure_numbers;
mod figure_truth;
mod figures;
mod filter;
pub(crate) mod formula;
pub(crate) mod functions;
mod implied;
mod judge;
mod lines;
mod number_set;
pub(crate) mod one_heap;
mod request;
mod resumed;
mod scan;
mod single;
pub(crate) mod statement;
pub(crate) mod table;
pub(crate) mod unbounded;
mod verdict;
mod witness;

pub use cases::{ClaimInstance, instances};
pub use check::{check, check_from, validate};
pub use check_states::CheckSession;
pub use compile::ClaimLibrary;
pub use filter::{Filter, narrowed, with_filter};
pub use number_set::NumberSet;
pub use request::{CheckError, ClaimCheck};
pub use statement::{PositionStatement, said};
pub use unbounded::{NumberDecider, UnboundedCondition};
pub use verdict::{CheckExtent, Refutation, Verdict, Witness};
