//! The question room: which engine answers, why, and what that costs.
//!
//! Names of core: a question, its plan, its answer. [`Game`](crate::Game) asks the everyday ones.

pub use ishitori_core::ask::{
    AskError, AskedGame, BoardOracle, Engine, Fact, FigureOracle, KnownFacts, LargestWindow, Plan,
    PositionAnswer, PositionValues, Question, Refused, SolvedWindow, answer, answer_board,
    answer_figure, answer_pieces, takes_long,
};
pub use ishitori_core::solve::{PositionFacts, Reference};

pub use crate::error::unanswered;
