//! The one handle that is passed to whatever may take long: how far it is, whether to stop, and what it may take.
//!
//! A [`Control`] has a [`Listener`], who is told how far the work is and may end it (Ctrl-C, a deadline, a closed
//! browser tab), and the limits of the work: bytes, threads, positions. It is passed as `&Control`, also to several threads and
//! to the automata, which borrow it as their [`Watcher`]. A part of some work gets a control of its own
//! ([`Control::with_positions`] and its like): the same listener, narrower limits, nothing spent.
//!
//! Core has no clock, so a deadline is a listener that its maker gives a clock. Work asks at least every 256 positions, so a
//! stop is heard within milliseconds wherever a position costs less than some microseconds. Cost: an addition and a
//! comparison a position; the listener is asked through one virtual call. Only one thread spends at a time: the engines
//! count on the thread that called them.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ishitori_automata::{AutomatonGaveUp, AutomatonOperation, Limit, Watcher};

/// Positions between two questions to the listener.
const LOOK_EVERY: u64 = 256;

/// Whoever started some work.
pub trait Listener: Send + Sync {
    /// Whether the work may go on; asked many times a second, on any thread.
    ///
    /// # Errors
    /// [`GaveUp`] with the reason why not.
    fn goes_on(&self) -> Result<(), GaveUp>;

    /// How much time there is, if it is limited.
    fn time_left(&self) -> Option<Duration> {
        None
    }

    /// Is told how far the work is, many times a second.
    fn hears(&self, _progress: &Progress) {}

    /// Is told that what it last heard of has ended.
    fn ended(&self) {}

    /// Is told something that does not change the answer.
    fn notes(&self, _text: &str) {}
}

/// Nobody: work goes on to its end.
struct Nobody;

impl Listener for Nobody {
    fn goes_on(&self) -> Result<(), GaveUp> {
        Ok(())
    }
}

/// A function that says whether to go on is a listener who hears nothing.
impl<F: Fn() -> Result<(), GaveUp> + Send + Sync> Listener for F {
    fn goes_on(&self) -> Result<(), GaveUp> {
        self()
    }
}

/// How much there is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Total {
    /// Nobody knows.
    Unknown,
    /// So much is known so far; there may be more.
    SoFar(u64),
    /// This much.
    Exactly(u64),
}

/// How far some work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress<'a> {
    /// What is done, or what is counted: `lines`, `positions solved`.
    pub doing: &'a str,
    /// How much of it is done.
    pub done: u64,
    /// Of how much.
    pub total: Total,
}

/// The handle of some work. See the [module](self).
pub struct Control {
    listener: Arc<dyn Listener>,
    memory: usize,
    threads: usize,
    positions: Option<u64>,
    every: u64,
    doing: Mutex<Arc<str>>,
    total: Total,
    silent: bool,
    spent: AtomicU64,
    /// The states of the largest automaton.
    largest: AtomicUsize,
    /// Whether the listener has heard of this work, so that it is told of its end.
    told: AtomicBool,
}

impl Default for Control {
    fn default() -> Self {
        Control::unlimited()
    }
}

impl Control {
    /// Work that `listener` listens to: any memory, one thread, any number of positions.
    pub fn new(listener: Arc<dyn Listener>) -> Control {
        Control {
            listener,
            memory: usize::MAX,
            threads: 1,
            positions: None,
            every: LOOK_EVERY,
            doing: Mutex::new("positions".into()),
            total: Total::Unknown,
            silent: false,
            spent: AtomicU64::new(0),
            largest: AtomicUsize::new(0),
            told: AtomicBool::new(false),
        }
    }

    /// Work that nobody listens to: any memory, one thread, any number of positions.
    pub fn unlimited() -> Control {
        Control::new(Arc::new(Nobody))
    }

    /// A part of the work: the same listener and limits, nothing spent.
    #[must_use]
    pub fn part(&self) -> Control {
        let mut part = Control::new(self.listener.clone());
        (part.memory, part.threads, part.positions) = (self.memory, self.threads, self.positions);
        (part.every, part.doing, part.total) = (self.every, Mutex::new(self.doing()), self.total);
        part.silent = self.silent;
        part
    }

    /// A part that takes at most so many bytes of tables.
    #[must_use]
    pub fn with_memory(&self, memory: usize) -> Control {
        let mut part = self.part();
        part.memory = memory;
        part
    }

    /// A part on at most so many threads. The results, and their order, are the same for any number.
    #[must_use]
    pub fn with_threads(&self, threads: usize) -> Control {
        let mut part = self.part();
        part.threads = threads.max(1);
        part
    }

    /// A part that spends at most so many positions.
    #[must_use]
    pub fn with_positions(&self, positions: u64) -> Control {
        let mut part = self.part();
        part.positions = Some(positions);
        part
    }

    /// A part that may spend any number of positions: its memory is planned.
    #[must_use]
    pub fn with_any_positions(&self) -> Control {
        let mut part = self.part();
        part.positions = None;
        part
    }

    /// A part in which `unit`s are counted.
    #[must_use]
    pub fn counting(&self, unit: &str, total: Total) -> Control {
        let mut part = self.part();
        part.doing = Mutex::new(unit.into());
        part.total = total;
        part
    }

    /// A part whose size is known: its memory is planned, so only `unit`s are counted, and no positions.
    #[must_use]
    pub fn planned(&self, steps: impl Into<u128>, unit: &str) -> Control {
        let total = u64::try_from(steps.into()).map_or(Total::Unknown, Total::Exactly);
        self.counting(unit, total).with_any_positions()
    }

    /// A part in which plain recursion solves positions, up to the limit.
    #[must_use]
    pub fn recursing(&self) -> Control {
        self.counting("positions solved", Total::Unknown)
    }

    /// A part of which the listener hears nothing; it may stop it. For questions on the side of work that is shown.
    #[must_use]
    pub fn in_silence(&self) -> Control {
        let mut part = self.part();
        part.silent = true;
        part
    }

    /// A part that another listener listens to, who may pass on what it hears.
    #[must_use]
    pub fn heard_by(&self, listener: Arc<dyn Listener>) -> Control {
        let mut part = self.part();
        part.listener = listener;
        part
    }

    /// A part whose listener is asked every so many positions: for tests that stop work at a certain place.
    #[must_use]
    pub fn looking_every(&self, every: u64) -> Control {
        let mut part = self.part();
        part.every = every.max(1);
        part
    }

    /// Who listens.
    pub fn listener(&self) -> Arc<dyn Listener> {
        self.listener.clone()
    }

    /// How much time there is, if it is limited.
    pub fn time_left(&self) -> Option<Duration> {
        self.listener.time_left()
    }

    /// The most bytes of tables.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// The most threads.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The most positions.
    pub fn positions(&self) -> Option<u64> {
        self.positions
    }

    /// How many positions may still be spent.
    pub fn positions_left(&self) -> usize {
        let left = self.positions.map_or(u64::MAX, |most| most.saturating_sub(self.spent()));
        usize::try_from(left).unwrap_or(usize::MAX)
    }

    /// The most positions, as a number of things in memory.
    pub fn most_positions(&self) -> usize {
        self.positions.and_then(|most| usize::try_from(most).ok()).unwrap_or(usize::MAX)
    }

    /// How many positions were spent.
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// Spends `positions`.
    ///
    /// # Errors
    /// [`GaveUp`] if that exceeds the limit, or the listener stops the work.
    #[inline]
    pub fn spend(&self, positions: u64) -> Result<(), GaveUp> {
        let before = self.spent.load(Ordering::Relaxed);
        let spent = before + positions;
        self.spent.store(spent, Ordering::Relaxed);
        if let Some(most) = self.positions
            && spent > most
        {
            return Err(GaveUp::beyond(most, "positions to solve"));
        }
        if before / self.every != spent / self.every { self.check() } else { Ok(()) }
    }

    /// Counts what was spent before the work was interrupted.
    pub(crate) fn begin_at(&self, spent: u64) {
        self.spent.store(self.spent().saturating_add(spent), Ordering::Relaxed);
    }

    /// Asks the listener whether to go on, and tells it nothing.
    ///
    /// # Errors
    /// [`GaveUp`] if it stops the work.
    pub fn ask(&self) -> Result<(), GaveUp> {
        self.listener.goes_on()
    }

    /// Tells the listener how far the work is and asks whether to go on: for steps that take long and spend little.
    ///
    /// # Errors
    /// [`GaveUp`] if it stops the work.
    pub fn check(&self) -> Result<(), GaveUp> {
        self.tell(self.spent(), self.total)
    }

    /// Says what is done from now on.
    ///
    /// # Errors
    /// [`GaveUp`] if the listener stops the work.
    pub fn start(&self, doing: &str) -> Result<(), GaveUp> {
        *self.doing.lock().unwrap_or_else(PoisonError::into_inner) = doing.into();
        self.tell(0, Total::Unknown)
    }

    /// Checks the memory of a search that has done so much of what it knows of, and tells the listener.
    ///
    /// # Errors
    /// [`GaveUp`] beyond the memory, or if the listener stops the work.
    pub fn searched(&self, bytes: usize, done: usize, known: usize) -> Result<(), GaveUp> {
        if bytes > self.memory {
            let (doing, memory) = (self.doing(), self.memory >> 20);
            return Err(GaveUp::new(format!(
                "{doing}: {done} of {known} macro-states done, and the memory of {memory} MB is used up"
            )));
        }
        self.tell(done as u64, if known == 0 { Total::Unknown } else { Total::SoFar(known as u64) })
    }

    /// Tells the listener something that does not change the answer.
    pub fn note(&self, text: &str) {
        self.listener.notes(text);
    }

    /// How large automata may get: up to 4 GB 100,000 states and 2^26 cells, and more with more. With little
    /// memory, what fits: a state takes some 256 bytes while it is made, a cell 8.
    pub fn automata(&self) -> Limit<'_> {
        let memory = self.memory;
        let states = (memory / 256).min((memory / 40_000).max(100_000));
        let cells = (memory / 8).min((memory / 64).max(1 << 26));
        let limit = match memory {
            usize::MAX => Limit::default(),
            _ => Limit::states(states).with_cells(cells),
        };
        limit.watched(self)
    }

    /// Why the listener stopped the making of an automaton.
    pub fn why_stopped(&self) -> GaveUp {
        let why = self.check().err();
        why.unwrap_or_else(|| GaveUp::stopped(format!("{}: stopped", self.doing())))
    }

    /// Why an automaton was not made within the memory, in the words of a user.
    pub fn too_large(&self, why: &AutomatonGaveUp) -> GaveUp {
        let words = why.to_string();
        let words = words.strip_prefix("gave up ").unwrap_or(&words);
        if why.during() == AutomatonOperation::Witness || self.memory == usize::MAX {
            return GaveUp::new(words);
        }
        let memory = self.memory >> 20;
        GaveUp::new(format!("{words}: the memory of {memory} MB allows no more"))
    }

    /// The states of the largest automaton that was made.
    pub fn largest_automaton(&self) -> usize {
        self.largest.load(Ordering::Relaxed)
    }

    fn doing(&self) -> Arc<str> {
        self.doing.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn tell(&self, done: u64, total: Total) -> Result<(), GaveUp> {
        self.listener.goes_on()?;
        if self.silent {
            return Ok(());
        }
        self.told.store(true, Ordering::Relaxed);
        self.listener.hears(&Progress { doing: &self.doing(), done, total });
        Ok(())
    }
}

impl Watcher for Control {
    fn goes_on(&self, states: usize) -> bool {
        self.largest.fetch_max(states, Ordering::Relaxed);
        self.listener.goes_on().is_ok()
    }
}

impl Drop for Control {
    fn drop(&mut self) {
        if self.told.load(Ordering::Relaxed) {
            self.listener.ended();
        }
    }
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("memory", &self.memory)
            .field("threads", &self.threads)
            .field("positions", &self.positions)
            .field("spent", &self.spent())
            .finish_non_exhaustive()
    }
}

/// An answer that would cost too much. Not an error: the question stays open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GaveUp {
    why: String,
    reason: Reason,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    OutOfPositions,
    Stopped,
    Other,
}

impl GaveUp {
    /// Gave up because of `why`.
    pub fn new(why: impl Into<String>) -> Self {
        GaveUp { why: why.into(), reason: Reason::Other }
    }

    /// Gave up because more than `limit` things would be needed, named by `what`.
    pub fn beyond(limit: impl fmt::Display, what: &str) -> Self {
        GaveUp {
            why: format!("there are more than {limit} {what}"),
            reason: Reason::OutOfPositions,
        }
    }

    /// Gave up because somebody asked for it.
    pub fn stopped(why: impl Into<String>) -> Self {
        GaveUp { why: why.into(), reason: Reason::Stopped }
    }

    /// Whether somebody asked for it.
    pub fn is_stopped(&self) -> bool {
        self.reason == Reason::Stopped
    }

    /// Whether a larger limit would help.
    pub fn needs_more_positions(&self) -> bool {
        self.reason == Reason::OutOfPositions
    }

    /// Gave up because a heap outgrew the limits of the arithmetic.
    pub(crate) fn heap_too_large() -> Self {
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
