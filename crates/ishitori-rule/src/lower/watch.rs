//! Whether lowering may go on: asked between families, so that whoever waits can leave.
//!
//! A rule of a few lines can mean 20,000 families, each with linear systems to solve, which is a minute's work. The
//! stages of lowering return problems; so one that is told to stop returns any problem, the watch remembers why, and
//! the caller of [`RuleText::lower_while`](crate::RuleText::lower_while) never sees it.

use std::cell::Cell;

use crate::problem::Problem;

/// Asks whoever waits for a rule whether to go on, and remembers a no.
pub(crate) struct LoweringWatch<'a> {
    goes_on: &'a dyn Fn() -> bool,
    stopped: Cell<bool>,
}

impl<'a> LoweringWatch<'a> {
    /// Asks `goes_on` many times a second.
    pub fn new(goes_on: &'a dyn Fn() -> bool) -> LoweringWatch<'a> {
        LoweringWatch { goes_on, stopped: Cell::new(false) }
    }

    /// Whether the work may go on. After one no there is no yes.
    pub fn goes_on(&self) -> bool {
        if !self.stopped.get() && !(self.goes_on)() {
            self.stopped.set(true);
        }
        !self.stopped.get()
    }

    /// The same, for a stage that returns a problem when it ends early. Nobody reads this one.
    pub fn look(&self) -> Result<(), Problem> {
        if self.goes_on() { Ok(()) } else { Err(Problem::new(0..0, "stopped", "here")) }
    }

    /// Whether somebody said no.
    pub fn is_stopped(&self) -> bool {
        self.stopped.get()
    }
}
