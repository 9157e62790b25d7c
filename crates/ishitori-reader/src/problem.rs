//! Why a text was not read.
//!
//! The second reader may know less than the first. Then it says so; it never guesses.

use std::fmt;

/// Why a text was not read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadProblem {
    /// The place in the text, in bytes.
    pub place: usize,
    /// What is wrong, or what this reader does not know.
    pub why: String,
    /// Whether somebody stopped the work.
    pub stopped: bool,
}

impl ReadProblem {
    pub(crate) fn at(place: usize, why: impl Into<String>) -> ReadProblem {
        ReadProblem { place, why: why.into(), stopped: false }
    }

    pub(crate) fn stopped() -> ReadProblem {
        ReadProblem { place: 0, why: "the work was stopped".to_string(), stopped: true }
    }
}

impl fmt::Display for ReadProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.why)
    }
}

impl std::error::Error for ReadProblem {}

/// What was read, or why not.
pub(crate) type Read<T> = Result<T, ReadProblem>;

/// How much work is left, and somebody who may stop it.
pub(crate) struct ReadWork<'a> {
    left: usize,
    call: &'a mut dyn FnMut() -> bool,
}

/// How much work passes between two calls: a few milliseconds of it. The first call is made at once.
const OFTEN: usize = 4_096;
/// The most work of one text: some seconds of it.
const MOST: usize = 5_000 * OFTEN;

impl<'a> ReadWork<'a> {
    pub(crate) fn new(call: &'a mut dyn FnMut() -> bool) -> ReadWork<'a> {
        ReadWork { left: MOST, call }
    }

    /// Some work, in units of roughly a microsecond.
    pub(crate) fn tick(&mut self, work: usize) -> Result<(), ReadProblem> {
        let before = self.left / OFTEN;
        self.left = self
            .left
            .checked_sub(work)
            .ok_or_else(|| ReadProblem::at(0, "it is too much for the second reader"))?;
        if self.left / OFTEN == before || (self.call)() {
            return Ok(());
        }
        Err(ReadProblem::stopped())
    }
}
