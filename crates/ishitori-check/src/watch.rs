//! The watcher of a check, and the limits of the checker.
//!
//! The watcher is told the current step every few milliseconds and may stop the check. Work is counted in
//! units of about 100 nanoseconds, so that no clock is needed. A limit makes the checker refuse what is too
//! large for it. It can never make it accept.

use crate::refusal::CheckRefusal;

/// How much work passes between two calls: a few milliseconds of it.
const OFTEN: usize = 1 << 15;
/// The most states of an automaton that is being built.
pub(crate) const STATES: usize = 2_000_000;
/// The most elements of all subsets of a subset construction.
pub(crate) const SUBSETS: usize = 100_000_000;
/// The most steps that a conjunction is walked.
pub(crate) const WALK: usize = 10_000_000;
/// The most entries of a table of a cover.
pub(crate) const TABLE: usize = 30_000_000;
/// The most tracks of an automaton.
pub(crate) const TRACKS: usize = 60;

/// Counts work and calls the watcher now and then.
pub(crate) struct CheckWatch<'a> {
    call: &'a mut dyn FnMut(&str) -> bool,
    step: String,
    work: usize,
}

impl<'a> CheckWatch<'a> {
    pub(crate) fn new(call: &'a mut dyn FnMut(&str) -> bool) -> CheckWatch<'a> {
        CheckWatch { call, step: String::new(), work: 0 }
    }

    /// Begins a step.
    pub(crate) fn step(&mut self, step: impl Into<String>) -> Result<(), CheckRefusal> {
        self.step = step.into();
        self.tick(OFTEN)
    }

    /// Some work was done, in units of roughly 100 nanoseconds.
    pub(crate) fn tick(&mut self, work: usize) -> Result<(), CheckRefusal> {
        self.work += work;
        if self.work < OFTEN {
            return Ok(());
        }
        self.work = 0;
        if (self.call)(&self.step) { Ok(()) } else { Err(CheckRefusal::stop()) }
    }

    /// Refuses what is larger than its limit.
    pub(crate) fn limit(&self, size: usize, limit: usize) -> Result<(), CheckRefusal> {
        if size <= limit {
            return Ok(());
        }
        Err(CheckRefusal::new(format!("{}: too large for this checker (limit {limit})", self.step)))
    }
}
