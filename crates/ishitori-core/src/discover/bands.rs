//! Bands: two heaps free, all others bounded, and P-positions that come again for ever.
//!
//! A *row* is a choice of the bounded heaps. In each row let f(x) be the y with (x, y, row) in P. If no move lowers the two free
//! heaps together as far as one likes, f is eventually additively periodic, f(x + period) = f(x) + saltus, as far as anybody has seen; here it
//! is computed, column by column, until everything that later columns depend on is the same as at an earlier one. Then it
//! holds for all x: that is a proof, and `ishitori-check` makes the same computation again (`band.rs` there tells why it is enough).
//! With one free heap, y is a heap of Nim beside the game, so f(x) is the Grundy value of (x, row).
//!
//! **Which games.** No bounded heap grows. Between two rows a move takes (s, t) from the free heaps, where the possible (s, t)
//! depend on the rows alone and are finitely many, with perhaps all (s, 0) and all (0, t) from some number on; from each row
//! to itself all (0, t), t >= 1. So: Nim on a complex with free heaps in no common face, Wythoff's game with one heap free,
//! Nimhoff, subtraction of fixed vectors. Games that take from a free heap what depends on its size (a half of it, a divisor) are refused (`links.rs`).
//!
//! **Why a state comes again.** In Nim on a complex with v and w in no common face, |h_v - h_w| is at most the sum R of the others for
//! every P-position: write (x, y, r), and let it be P with y > x + R. Its option (x, x + R, r) is N, so it has an option in P; a move in
//! a face with w is open to (x, y, r) as well, which contradicts P; any other leads to (x'', x + R, r''), in P with x'' + R'' < x + R, and induction on R, then x,
//! forbids that. So all values lie in a band around the diagonal, and there are finitely many states. For other games no such lemma is claimed:
//! the search may find no repetition, and says so.
//!
//! Cost: for each column the pairs of rows that a move joins, and four bytes for each row and column. For all heaps free see
//! [`super::discover`].

pub mod certificate;
mod columns;
mod formula;
mod found;
mod links;
mod shifts;

pub use formula::{LimitFormula, limit_formula};
pub use found::{FoundBand, RowPeriod, find, fits};

use ishitori_rule::HeapRules;

/// Which heaps are free, and how large the others may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BandQuestion<'a> {
    /// The game.
    pub rules: &'a HeapRules,
    /// The first free heap.
    pub first: usize,
    /// The second; if there is none, Grundy values are looked at.
    pub second: Option<usize>,
    /// The largest size of each of the other heaps, in their order.
    pub bounds: Vec<u64>,
}

/// Why there is no band.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoBand {
    /// A family of moves is not of the kind that bands need: its number, and why.
    Family(usize, String),
    /// The game is not, or the question.
    Game(String),
    /// Nothing came again within the limits.
    GaveUp(crate::control::GaveUp),
}

impl From<crate::control::GaveUp> for NoBand {
    fn from(gave_up: crate::control::GaveUp) -> NoBand {
        NoBand::GaveUp(gave_up)
    }
}
