//! How large an automaton may get, and what an operation says when it would get larger.
//!
//! Determinisation may double the states with every state it reads, so every operation that makes
//! states takes a [`Limit`] and gives up beyond it. States alone do not bound memory: a state of
//! 12 tracks has 4,096 successors of 4 bytes. So a limit also counts cells: successors, and the
//! elements of the subsets that determinisation remembers. A limit may also have a
//! watcher, who is told how large automata are getting and may stop the work.

use std::fmt;

/// Is told now and then how many states the automaton in the making has, and once more when it is
/// made; `false` stops the work. A plain function, so that limits can be copied.
pub type Watch = fn(usize) -> bool;

/// The most states and cells that an operation may make, and who watches it.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    states: usize,
    cells: usize,
    watch: Option<Watch>,
}

/// Steps between two calls of the watcher: some milliseconds.
const WATCH_EVERY: usize = 1 << 16;

/// Cells that a limit on states allows by default: 256 MB of successors.
const DEFAULT_CELLS: usize = 1 << 26;

impl Limit {
    /// At most `states` states, and 2^26 cells of four bytes.
    pub const fn states(states: usize) -> Self {
        Limit { states, cells: DEFAULT_CELLS, watch: None }
    }

    /// The same with at most `cells` cells of four bytes.
    pub const fn with_cells(self, cells: usize) -> Self {
        Limit { cells, ..self }
    }

    /// The same, watched by `watch`.
    pub const fn watched(self, watch: Watch) -> Self {
        Limit { watch: Some(watch), ..self }
    }

    /// No bounds on states and cells; watched by the same.
    pub(crate) const fn unbounded(self) -> Self {
        Limit { states: usize::MAX, cells: usize::MAX, ..self }
    }

    /// Tells the watcher.
    pub(crate) fn tell(self, states: usize) -> Result<(), GaveUp> {
        match self.watch {
            Some(watch) if !watch(states) => Err(GaveUp { during: Step::Stopped, states }),
            _ => Ok(()),
        }
    }

    /// Counts steps, and tells the watcher now and then.
    pub(crate) fn patience(self) -> Patience {
        Patience { limit: self, left: WATCH_EVERY }
    }

    /// Checks `states` states that take `cells` cells.
    pub(crate) fn check(self, during: Step, states: usize, cells: usize) -> Result<(), GaveUp> {
        if states > self.states || cells > self.cells {
            return Err(GaveUp { during, states });
        }
        Ok(())
    }
}

impl Default for Limit {
    /// A hundred thousand states.
    fn default() -> Self {
        Limit::states(100_000)
    }
}

/// Counts steps of work between two calls of the watcher.
pub(crate) struct Patience {
    limit: Limit,
    left: usize,
}

impl Patience {
    /// So many steps were taken.
    pub fn spend(&mut self, steps: usize, states: usize) -> Result<(), GaveUp> {
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
pub enum Step {
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
pub struct GaveUp {
    during: Step,
    states: usize,
}

impl GaveUp {
    pub(crate) fn new(during: Step, states: usize) -> Self {
        GaveUp { during, states }
    }

    /// What was being done.
    pub fn during(&self) -> Step {
        self.during
    }

    /// Whether somebody stopped the work.
    pub fn is_stopped(&self) -> bool {
        self.during == Step::Stopped
    }

    /// How many states there were.
    pub fn states(&self) -> usize {
        self.states
    }
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let doing = match self.during {
            Step::Product => "combining two automata",
            Step::Determinize => "making an automaton deterministic",
            Step::Build => "building an automaton",
            Step::Compare => "comparing two automata",
            Step::Witness => {
                return write!(f, "gave up: the smallest witness has over {} digits", self.states);
            }
            Step::Stopped => return write!(f, "gave up: stopped at {} states", self.states),
        };
        write!(f, "gave up at {} states while {doing}", self.states)
    }
}

impl std::error::Error for GaveUp {}
