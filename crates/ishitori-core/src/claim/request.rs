//! What to check, and why that may be impossible.
//!
//! Plain data that every step of a check reads; `check.rs` runs it. Cost: that of compiling the statement.

use ishitori_rule::syntax::Condition;
use ishitori_rule::{Problem, Ruleset};
use thiserror::Error;

use super::compile::{ClaimLibrary, Program, compile};
use super::deciding::decide;
use crate::ask::SolvedWindow;
use crate::control::{Control, GaveUp};
use crate::game::{AnyGame, Bounds, GameError, ListFailure, WindowError};
use crate::solve::Convention;
use crate::solve::snapshot::StateError;

/// What to check.
pub struct ClaimCheck<'a> {
    /// The game.
    pub ruleset: &'a Ruleset,
    /// What is said of it.
    pub statement: &'a Condition,
    /// The text in which the statement stands, to quote from.
    pub text: &'a str,
    /// Who wins when nobody can move.
    pub convention: Convention,
    /// The window; a claim about no position needs none.
    pub bounds: &'a Bounds,
    /// The list of positions, in a game without heaps; `None`: one that the kind of game has for such cases.
    pub among: Option<&'a str>,
    /// Whether nobody asked for this window: it is not solved for a claim that does not need it.
    pub automatic: bool,
    /// Who listens, and what may be spent: memory and threads for engines, positions for the reference solver, and a
    /// thousand times as many steps for a formula.
    pub control: &'a Control,
    /// What is known of the window; then nothing of the game is solved.
    pub known: Option<&'a SolvedWindow>,
    /// Other games and tables.
    pub library: &'a (dyn ClaimLibrary + Sync),
}

/// A claim that cannot be checked.
#[derive(Clone, Debug, Error)]
pub enum CheckError {
    /// It is not well formed.
    #[error("the claim does not fit this game: {}", .0.first().map_or("", Problem::message))]
    Problems(Vec<Problem>),
    /// Too much work, for a filter; a check says [`Verdict::Unknown`](super::Verdict::Unknown).
    #[error(transparent)]
    GaveUp(#[from] GaveUp),
    /// Its list of positions is none.
    #[error(transparent)]
    List(ListFailure),
    /// Its window is none.
    #[error(transparent)]
    Window(#[from] WindowError),
    /// There is nothing to check it on.
    #[error("the window has no positions: choose a larger one")]
    Nothing,
    /// It means nothing somewhere.
    #[error("the claim means nothing{}: {why}", if at.is_empty() { String::new() } else { format!(" at {at}") })]
    Meaningless {
        /// Where.
        at: String,
        /// Why.
        why: String,
    },
    /// The game cannot be played.
    #[error(transparent)]
    Game(#[from] GameError),
    /// It was to go on from a state that does not fit.
    #[error(transparent)]
    State(#[from] StateError),
}

/// The statement ready to be evaluated.
pub(super) fn compiled(check: &ClaimCheck) -> Result<Program, CheckError> {
    let game = AnyGame::new(check.ruleset)?;
    let low = match &game {
        AnyGame::Heaps(game) => game.rules().lower.iter().copied().min().unwrap_or(0),
        AnyGame::Pieces(_) => 1,
        AnyGame::Board(_) | AnyGame::Single(_) | AnyGame::Figures(_) => 0,
    };
    let window = (low as i64, i64::try_from(largest(check.bounds)).unwrap_or(i64::MAX));
    let mut program = compile(check.ruleset, game, check.statement, window, check.library)
        .map_err(CheckError::Problems)?;
    if program.uses_window
        && let Some(decider) = check.library.decider()
    {
        decide(&mut program, decider, check.control);
    }
    Ok(program)
}

/// The largest heap of a window.
pub(super) fn largest(bounds: &Bounds) -> u64 {
    bounds.to.iter().copied().max().or(bounds.total).unwrap_or(0)
}
