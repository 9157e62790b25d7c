//! A state that a check goes on from: the solved windows, then the window at work or the scan.
//!
//! What was written is in `check_states.rs`. A state of another check, or one with other windows, is refused.
//! Cost: that of reading the windows.

use std::io::Read;

use super::answers::{Begun, WindowQuestion};
use super::check_states::CheckStates;
use super::judge::GameTruth;
use crate::ask::SolvedWindow;
use crate::control::Control;
use crate::solve::snapshot::{SavedState, StateError, StateReader, UnfinishedRun};

const OTHER_WINDOWS: StateError = StateError::Damaged("it solves other windows");

/// A state that a check goes on from, read up to the windows.
pub(super) struct ResumedCheck<'r> {
    source: StateReader<'r>,
    /// How many solved windows are still to be read.
    windows: u64,
}

impl<'r> ResumedCheck<'r> {
    /// Reads the beginning of a state of the same check.
    pub(super) fn open(
        states: &CheckStates,
        from: &'r mut dyn Read,
    ) -> Result<ResumedCheck<'r>, StateError> {
        let mut source = SavedState::open(from)?.about(&states.about)?;
        if source.u64()? != states.claim {
            return Err(StateError::Damaged("it belongs to another claim"));
        }
        let windows = source.u64()?;
        Ok(ResumedCheck { source, windows })
    }

    /// The next solved window, `Some(None)` if it has no engine; `None` if there is no other one.
    pub(super) fn window(
        &mut self,
        question: &WindowQuestion,
        judge: &GameTruth,
        control: &Control,
    ) -> Result<Option<Option<SolvedWindow>>, UnfinishedRun> {
        let Some(left) = self.windows.checked_sub(1) else { return Ok(None) };
        self.windows = left;
        let is_solved = self.source.flag()?;
        let read = is_solved.then(|| question.read(judge, control, &mut self.source));
        Ok(Some(read.transpose()?))
    }

    /// The window at work, which comes after the solved ones.
    pub(super) fn at_work(
        mut self,
        question: &WindowQuestion,
        judge: &GameTruth,
    ) -> Result<Begun<'r>, UnfinishedRun> {
        if self.source.flag()? {
            return Err(OTHER_WINDOWS.into());
        }
        question.read_begun(judge, self.source)
    }

    /// Where the scan is, which comes after all windows.
    pub(super) fn scan(mut self) -> Result<StateReader<'r>, StateError> {
        let scanning = self.windows == 0 && self.source.flag()?;
        scanning.then_some(self.source).ok_or(OTHER_WINDOWS)
    }
}
