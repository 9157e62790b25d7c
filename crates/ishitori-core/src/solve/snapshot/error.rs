//! Why a state is refused, and why a run did not come to its end.

use crate::control::GaveUp;

/// What the bytes mean. Goes up whenever an engine writes other bytes for the same state.
pub(super) const VERSION: u32 = 1;

/// Why a state is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// Something else.
    #[error("these bytes are no state of a solver")]
    NotAState,
    /// Written by another version.
    #[error("the state has format {found}, and this version of the program reads format {VERSION}")]
    OtherVersion {
        /// The format.
        found: u32,
    },
    /// Of another engine.
    #[error("the state is one of the engine `{found}`, not of `{expected}`")]
    OtherEngine {
        /// The engine.
        found: String,
        /// The one that should go on.
        expected: String,
    },
    /// Of other rules.
    #[error("the state belongs to another game")]
    OtherGame,
    /// Of another window.
    #[error("the state belongs to another window")]
    OtherWindow,
    /// Of the other convention.
    #[error("the state belongs to the other convention: one is normal, one is misère play")]
    OtherConvention,
    /// It ends too early.
    #[error("the state ends too early")]
    Truncated,
    /// It does not end.
    #[error("the state goes on after its end")]
    TooLong,
    /// It says something that cannot be.
    #[error("the state is damaged: {0}")]
    Damaged(&'static str),
    /// The reader failed.
    #[error("the state cannot be read: {0}")]
    Unreadable(String),
}

/// Work that did not come to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnfinishedRun {
    /// It was too much, or stopped.
    #[error(transparent)]
    GaveUp(#[from] GaveUp),
    /// It was to go on from a state that does not fit. Nothing was told.
    #[error(transparent)]
    State(#[from] StateError),
}

impl From<UnfinishedRun> for GaveUp {
    fn from(unfinished: UnfinishedRun) -> GaveUp {
        match unfinished {
            UnfinishedRun::GaveUp(gave_up) => gave_up,
            UnfinishedRun::State(error) => GaveUp::new(error.to_string()),
        }
    }
}
