//! The question room: from a question to a plan with reasons, and from the plan to an answer.
//!
//! Everybody who wants to know something about a game asks here: claims, discovery, the command line, the page. Only this room
//! names engines, so a question is answered by the same engine wherever it is asked, and `explain` shows the plan that would
//! run. Engines know nothing of each other and nothing of this room.
//!
//! - *P-positions of a window, one after the other*: [`choose`] → [`Plan`] → [`p_positions`], or [`p_positions_from`] in a
//!   session that can be interrupted.
//! - *Grundy values of a window*: [`choose_grundy`] → a plan whose [`Plan::table`] makes the table.
//! - *A window to look things up in*: [`choose_window`] → [`SolvedWindow::solve`]. Here every engine takes part, also those that
//!   tell no list: the cheapest by estimated time ([`Plan::seconds`]) among those that fit into the memory.
//! - *One position*: [`choose_position`] → [`answer`]: who wins, the value, how long it takes, the winning moves.
//! - *Boards*: [`choose_boards`], [`choose_board`] → [`answer_board`].
//! - *Values of a position and its options*, for sums: [`PositionValues`].
//!
//! A plan is data: an engine, reasons in sentences, bytes and threads, known before any memory is taken. What does not fit is
//! [`Refused`], with the largest window that does. Cost of planning: microseconds, and the options of one position.

mod boards;
mod cost;
mod heaps;
mod plan;
mod position;
mod run;
mod set;
mod window;

pub use boards::{choose_board, choose_boards};
pub use heaps::{choose, choose_grundy, choose_window};
pub use plan::{Engine, Fact, LargestWindow, Plan, Refused};
pub use position::{
    PositionAnswer, PositionValues, answer, answer_board, answer_by_reference, choose_position,
    takes_long,
};
pub use run::{p_positions, p_positions_from};
pub(crate) use set::PositionSet;
pub use window::{AskError, SolvedWindow};
