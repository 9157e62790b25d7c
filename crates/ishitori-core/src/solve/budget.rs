//! How much work an answer may cost, and what it says when that is used up or somebody stops it.

use std::fmt;

/// Work units between two calls of the watcher.
const WATCH_EVERY: u64 = 1 << 14;

/// Is told how many positions were solved so far, and may stop the work.
type Watch<'a> = dyn FnMut(u64) -> Result<(), GaveUp> + 'a;

/// A limit on work, counted in positions, with a watcher for progress bars.
#[derive(Default)]
pub struct Budget<'a> {
    spent: u64,
    limit: Option<u64>,
    watch: Option<Box<Watch<'a>>>,
    /// Work units between two calls of the watcher.
    every: u64,
}

impl<'a> Budget<'a> {
    /// No limit.
    pub fn unlimited() -> Self {
        Budget::default()
    }

    /// At most `limit` positions.
    pub fn positions(limit: u64) -> Self {
        Budget { limit: Some(limit), ..Budget::default() }
    }

    /// Calls `watch` with the number of positions so far, every few thousand positions. If it returns
    /// an error the work stops with that.
    pub fn watched(self, watch: impl FnMut(u64) -> Result<(), GaveUp> + 'a) -> Self {
        self.watched_every(WATCH_EVERY, watch)
    }

    /// The same, every so many positions: for those that must stop soon whatever a position costs.
    pub fn watched_every(
        mut self,
        every: u64,
        watch: impl FnMut(u64) -> Result<(), GaveUp> + 'a,
    ) -> Self {
        self.every = every.max(1);
        self.watch = Some(Box::new(watch));
        self
    }

    /// Spends `positions`.
    ///
    /// # Errors
    /// [`GaveUp`] if that exceeds the limit, or the watcher stops the work.
    pub fn spend(&mut self, positions: u64) -> Result<(), GaveUp> {
        let before = self.spent;
        self.spent += positions;
        if let Some(limit) = self.limit
            && self.spent > limit
        {
            return Err(GaveUp::beyond(limit, "positions to solve"));
        }
        if let Some(watch) = &mut self.watch
            && before / self.every != self.spent / self.every
        {
            watch(self.spent)?;
        }
        Ok(())
    }

    /// Counts what was spent before the work was interrupted.
    pub(crate) fn begin_at(&mut self, spent: u64) {
        self.spent = self.spent.saturating_add(spent);
    }

    /// Calls the watcher now: for steps that take long and spend little.
    ///
    /// # Errors
    /// [`GaveUp`] if it stops the work.
    pub fn look_up(&mut self) -> Result<(), GaveUp> {
        self.watch.as_mut().map_or(Ok(()), |watch| watch(self.spent))
    }

    /// How many positions there were to begin with.
    pub fn limit(&self) -> usize {
        self.limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX)
    }

    /// How many positions are left.
    pub fn left(&self) -> usize {
        let left = self.limit.map_or(u64::MAX, |limit| limit.saturating_sub(self.spent));
        usize::try_from(left).unwrap_or(usize::MAX)
    }

    /// How many positions were spent.
    pub fn spent(&self) -> u64 {
        self.spent
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget").field("spent", &self.spent).field("limit", &self.limit).finish()
    }
}

/// An answer that would cost too much. Not an error: the question stays open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GaveUp {
    why: String,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    OutOfBudget,
    Stopped,
    Other,
}

impl GaveUp {
    /// Gave up because of `why`.
    pub fn new(why: impl Into<String>) -> Self {
        GaveUp { why: why.into(), kind: Kind::Other }
    }

    /// Gave up because more than `limit` things would be needed, named by `what`.
    pub fn beyond(limit: impl fmt::Display, what: &str) -> Self {
        GaveUp { why: format!("there are more than {limit} {what}"), kind: Kind::OutOfBudget }
    }

    /// Gave up because somebody asked for it.
    pub fn stopped(why: impl Into<String>) -> Self {
        GaveUp { why: why.into(), kind: Kind::Stopped }
    }

    /// Whether somebody asked for it.
    pub fn is_stopped(&self) -> bool {
        self.kind == Kind::Stopped
    }

    /// Whether a larger budget would help.
    pub fn needs_more_positions(&self) -> bool {
        self.kind == Kind::OutOfBudget
    }

    /// Gave up because a heap outgrew the limits of the arithmetic.
    pub fn heap_too_large() -> Self {
        GaveUp::new("a heap grows beyond 2^32 stones")
    }

    /// The reason.
    pub fn why(&self) -> &str {
        &self.why
    }
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "gave up: {}", self.why)
    }
}

impl std::error::Error for GaveUp {}
