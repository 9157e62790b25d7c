//! Why a question has no answer: one type for whoever uses the library.
//!
//! The methods of [`Game`](crate::Game) return it. It keeps apart what a caller treats differently: a mistake
//! in what was asked, what does not fit, work that was given up, work that was stopped. The modules below use
//! `anyhow`; here problems of rules, wrong positions and giving up are found again by their types, and
//! anything else becomes a sentence.

use std::fmt;

use ishitori_core::ask::{AskError, Refused};
use ishitori_core::control::GaveUp;
use ishitori_core::game::PositionError;

use crate::problems::RuleProblems;

/// Why a question has no answer.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The rule text has problems, each with its place and a hint.
    Rule(RuleProblems),
    /// What was given is no position of the game.
    Position(PositionError),
    /// It does not fit: what is needed, and what fits.
    Refused(Refused),
    /// It took too much. A larger limit may help.
    GaveUp(GaveUp),
    /// Somebody stopped the work.
    Stopped(GaveUp),
    /// The question makes no sense for this game, in a sentence.
    Question(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Rule(problems) => problems.fmt(f),
            Error::Position(error) => error.fmt(f),
            Error::Refused(refused) => refused.fmt(f),
            Error::GaveUp(gave_up) | Error::Stopped(gave_up) => gave_up.fmt(f),
            Error::Question(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Error {}

impl From<GaveUp> for Error {
    fn from(gave_up: GaveUp) -> Error {
        if gave_up.is_stopped() { Error::Stopped(gave_up) } else { Error::GaveUp(gave_up) }
    }
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Error {
        Error::Refused(refused)
    }
}

impl From<PositionError> for Error {
    fn from(error: PositionError) -> Error {
        Error::Position(error)
    }
}

impl From<AskError> for Error {
    fn from(error: AskError) -> Error {
        match error {
            AskError::Refused(refused) => refused.into(),
            AskError::GaveUp(gave_up) => gave_up.into(),
        }
    }
}

/// Why a question has no answer, as an error that keeps its kind: giving up is none in what was asked.
pub fn unanswered(error: AskError) -> anyhow::Error {
    match error {
        AskError::Refused(refused) => refused.into(),
        AskError::GaveUp(gave_up) => gave_up.into(),
    }
}

impl From<anyhow::Error> for Error {
    fn from(error: anyhow::Error) -> Error {
        let error = match error.downcast::<RuleProblems>() {
            Ok(problems) => return Error::Rule(problems),
            Err(other) => other,
        };
        let error = match error.downcast::<GaveUp>() {
            Ok(gave_up) => return gave_up.into(),
            Err(other) => other,
        };
        match error.downcast::<PositionError>() {
            Ok(position) => position.into(),
            Err(other) => Error::Question(format!("{other:#}")),
        }
    }
}
