//! Boards: all of a size at once ([`BoardsBelow`]), or a single large one ([`BoardSumSolver`]).
//!
//! | question | engine | convention |
//! |---|---|---|
//! | P-positions or Grundy values of all boards of a size | [`BoardsBelow::all`] | both (values: normal) |
//! | who wins one large board, its value, its winning moves | [`BoardSumSolver`] | normal |
//! | who wins one board of up to 34 stones | [`BoardsBelow::new`] | both |
//! | remoteness, anything small | [`Reference`](super::Reference) | both |

mod below;
mod coins;
mod lines;
mod shape;
mod stones;
mod sums;

pub use below::{BoardOutcomes, BoardValues, BoardsBelow, MAX_CELLS, MAX_LINE};
pub use sums::BoardSumSolver;
