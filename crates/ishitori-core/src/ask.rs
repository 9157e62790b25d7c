//! The question room: from a question to a plan with reasons, and from the plan to an answer.
//!
//! Everybody who wants to know something about a game asks here: claims, discovery, the command line, the page. Only this room
//! names engines, so a question is answered by the same engine wherever it is asked, and `explain` shows the plan that would
//! run. Engines know nothing of each other and nothing of this room.
//!
//! A [`Question`] says what is wanted and where, [`AskedGame::plan`] makes a [`Plan`] of it, and the plan is run by
//! [`p_positions`] (one after the other, or [`p_positions_from`] in a session that can be interrupted),
//! [`SolvedWindow::solve`] (a window to look things up in), [`answer`] or [`answer_board`] (everything about one position).
//! Of pieces of several numbers [`answer_pieces`] tells everything about one position, [`solve_pieces`] the values of a window,
//! [`piece_values`] those of a part of a sum. Of figures [`answer_figure`] tells everything about one, [`FigureAnswers`] of many.
//! Whoever asks about a board and what comes after it asks a [`BoardOracle`]; a part of a sum is asked for its values by
//! [`PositionValues`]. The `choose` functions are the parts of `plan`, for whoever knows the kind of game.
//!
//! A plan is data: an engine, reasons in sentences, bytes and threads, known before any memory is taken. What does not fit is
//! [`Refused`], with the largest window that does. Cost of planning: microseconds, and the options of one position.

mod board_oracle;
mod boards;
mod cost;
mod figure_oracle;
mod figures;
mod heaps;
mod pieces;
mod plan;
mod position;
mod question;
mod run;
mod set;
mod window;

pub use board_oracle::{BoardOracle, KnownFacts};
pub use boards::{choose_board, choose_boards};
pub use figure_oracle::FigureOracle;
pub use figures::{FigureAnswers, answer_figure, answer_figure_from};
pub use heaps::{choose, choose_grundy, choose_window};
pub use pieces::{answer_pieces, piece_values, solve_pieces};
pub use plan::{Engine, Fact, LargestWindow, Plan, Refused};
pub use position::{
    PositionAnswer, PositionValues, answer, answer_board, answer_by_reference, choose_position,
    takes_long,
};
pub use question::{AskedGame, Question};
pub use run::{p_counts_from, p_positions, p_positions_from};
pub(crate) use set::PositionSet;
pub use window::{AskError, SolvedWindow};
