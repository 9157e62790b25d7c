//! Boards: all of a size at once ([`Below`]), or a single large one ([`Sums`]), and which when ([`choose()`], [`choose_one`]).
//!
//! | question | engine | convention |
//! |---|---|---|
//! | P-positions or Grundy values of all boards of a size | [`Below::all`] | both (values: normal) |
//! | who wins one large board, its value, its winning moves | [`Sums`] | normal |
//! | who wins one board of up to 34 stones | [`Below::new`] | both |
//! | remoteness, anything small | [`Reference`](super::Reference) | both |

mod below;
mod choose;
mod coins;
mod lines;
mod shape;
mod stones;
mod sums;

pub use below::{Below, MAX_CELLS, MAX_LINE, Outcomes, Values};
pub use choose::{One, Plan, Question, choose, choose_one};
pub use sums::Sums;
