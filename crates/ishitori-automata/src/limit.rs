//! How large an automaton may get, and what an operation says when it would get larger.
//!
//! Determinisation may double the states with every state it reads, so every operation that makes
//! states takes a [`Limit`] and gives up beyond it. States alone do not bound memory: a state of
//! 12 tracks has 4,096 successors of 4 bytes. So a limit also counts cells: successors, and the
//! elements of the subsets that determinisation remembers. A limit may also have a
//! watcher, who is told how large automata are getting and may stop the work.

use std::fmt;

/// Whoever watches automata in the making, and may stop it. Limits borrow it, so that they can be copied.
pub trait Watcher: Sync {
    /// Is told now and then how many states the automaton in the making has, and once more when it is
    /// made; `false` stops the work.
    fn goes_on(&self, states: usize) -> bool;
}

impl<F: Fn(usize) -> bool + Sync> Watcher for F {
    fn goes_on(&self, states: usize) -> bool {
        self(states)
    }
}

/// The most states and cells that an operation may make, and who watches it.
#[derive(Clone, Copy)]
pub struct Limit<'w> {
    states: usize,
    cells: usize,
    watcher: Option<&'w dyn Watcher>,
}

impl fmt::Debug for Limit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limit { states, cells, watcher } = self;
        let watched = watcher.is_some();
        write!(f, "Limit {{ states: {states}, cells: {cells}, watched: {watched} }}")
    }
}

/// Steps between two calls of the watcher: some milliseconds.
const WATCH_EVERY: usize = 1 << 16;

/// Cells that a limit on states allows by default: 256 MB of successors.
const DEFAULT_CELLS: usize = 1 << 26;

impl<'w> Limit<'w> {
    /// At most `states` states, and 2^26 cells of four bytes.
    pub const fn states(states: usize) -> Self {
        Limit { states, cells: DEFAULT_CELLS, watcher: None }
    }

    /// The same with at most `cells` cells of four bytes.
    pub const fn with_cells(self, cells: usize) -> Self {
        Limit { cells, ..self }
    }

    /// The same, watched by `watcher`.
    pub const fn watched(self, watcher: &'w dyn Watcher) -> Self {
        Limit { watcher: Some(watcher), ..self }
    }

    /// No bounds on states and cells; watched by the same.
    pub(crate) const fn unbounded(self) -> Self {
        Limit { states: usize::MAX, cells: usize::MAX, ..self }
    }

    /// Tells the watcher.
    pub(crate) fn tell(self, states: usize) -> Result<(), AutomatonGaveUp> {
        match self.watcher {
            Some(watcher) if !watcher.goes_on(states) => {
                Err(AutomatonGaveUp { during: AutomatonOperation::Stopped, states })
            }
            _ => Ok(()),
        }
    }

    /// Counts steps, and tells the watcher now and then.
    pub(crate) fn patience(self) -> Patience<'w> {
        Patience { limit: self, left: WATCH_EVERY }
    }

    /// Checks `states` states that take `cells` cells.
    pub(crate) fn check(
        self,
        during: AutomatonOperation,
        states: usize,
        cells: usize,
    ) -> Result<(), AutomatonGaveUp> {
        if states > self.states || cells > self.cells {
            return Err(AutomatonGaveUp { during, states });
        }
        Ok(())
    }
}

impl Default for Limit<'_> {
    /// A hundred thousand states.
    fn default() -> Self {
        Limit::states(100_000)
    }
}

/// Counts steps of work between two calls of the watcher.
pub(crate) struct Patience<'w> {
    limit: Limit<'w>,
    left: usize,
}

impl Patience<'_> {
    /// So many steps were taken.
    pub fn spend(&mut self, steps: usize, states: usize) -> Result<(), AutomatonGaveUp> {
        if steps < self.left {
            self.left -= steps;
            return Ok(());
        }
        self.left = WATCH_EVERY;
        self.limit.tell(states)
    }
}

/// What was being done when the limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AutomatonOperation {
    /// Combining two automata.
    Product,
    /// Making an automaton deterministic.
    Determinize,
    /// Building the automaton of a predicate.
    Build,
    /// Comparing the languages of two automata.
    Compare,
    /// Looking for a witness.
    Witness,
    /// Anything: who watched it stopped it.
    Stopped,
}

/// The limit was reached: no answer, rather than a wrong one or no memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AutomatonGaveUp {
    during: AutomatonOperation,
    states: usize,
}

impl AutomatonGaveUp {
    pub(crate) fn new(during: AutomatonOperation, states: usize) -> Self {
        AutomatonGaveUp { during, states }
    }

    /// What was being done.
    pub fn during(&self) -> AutomatonOperation {
        self.during
    }

    /// Whether somebody stopped the work.
    pub fn is_stopped(&self) -> bool {
        self.during == AutomatonOperation::Stopped
    }
}

impl fmt::Display for AutomatonGaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let doing = match self.during {
            AutomatonOperation::Product => "combining two automata",
            AutomatonOperation::Determinize => "making an automaton deterministic",
            AutomatonOperation::Build => "building an automaton",
            AutomatonOperation::Compare => "comparing two automata",
            AutomatonOperation::Witness => {
                return write!(f, "gave up: the smallest witness has over {} digits", self.states);
            }
            AutomatonOperation::Stopped => {
                return write!(f, "gave up: stopped at {} states", self.states);
            }
        };
        write!(f, "gave up at {} states while {doing}", self.states)
    }
}

impl std::error::Error for AutomatonGaveUp {}
