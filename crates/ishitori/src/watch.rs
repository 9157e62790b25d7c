//! An ear for whoever may stop the work, and a clock, while automata are made, for which there is no budget.
//!
//! Automata are watched by a plain function ([`watch`]), so what it needs to know lies in the thread
//! that works. [`begin`] sets it; without that only a stop is heard.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use ishitori_core::solve::GaveUp;

use crate::interrupt;
use crate::owner::{self, News};

thread_local! {
    static WATCHING: RefCell<Option<Watching>> = const { RefCell::new(None) };
}

struct Watching {
    start: Instant,
    limit: Option<Duration>,
    largest: usize,
    shows: bool,
}

/// The watch over some work; it ends when this is dropped.
pub struct Watch(());

/// Begins to watch: `limit` is the time for the work, `shows` whether its owner is told how far it is.
pub fn begin(limit: Option<Duration>, shows: bool) -> Watch {
    let watching = Watching { start: Instant::now(), limit, largest: 0, shows };
    WATCHING.with_borrow_mut(|now| *now = Some(watching));
    Watch(())
}

impl Watch {
    /// The states of the largest automaton so far.
    pub fn largest(&self) -> usize {
        WATCHING.with_borrow(|now| now.as_ref().map_or(0, |watching| watching.largest))
    }

    /// How long it has been watched.
    pub fn elapsed(&self) -> Duration {
        let start = WATCHING.with_borrow(|now| now.as_ref().map(|watching| watching.start));
        start.map_or(Duration::ZERO, |start| start.elapsed())
    }

    /// Why the work was stopped.
    pub fn why(&self) -> GaveUp {
        if let Err(stopped) = interrupt::check() {
            return stopped;
        }
        let limit = WATCHING.with_borrow(|now| now.as_ref().and_then(|watching| watching.limit));
        let seconds = limit.unwrap_or_default().as_secs_f64();
        let largest = self.largest();
        GaveUp::new(format!("{seconds} s are used up, the largest automaton had {largest} states"))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let watching = WATCHING.with_borrow_mut(Option::take);
        if watching.is_some_and(|watching| watching.shows) {
            owner::end();
        }
    }
}

/// Whether work on an automaton that has so many states may go on.
pub fn watch(states: usize) -> bool {
    interrupt::check().is_ok()
        && WATCHING.with_borrow_mut(|now| now.as_mut().is_none_or(|now| now.goes_on(states)))
}

impl Watching {
    fn goes_on(&mut self, states: usize) -> bool {
        self.largest = self.largest.max(states);
        let elapsed = self.start.elapsed();
        if self.shows {
            let doing = &format!("an automaton of {states} states");
            owner::tell(&News { doing, done: 0, known: 0, elapsed });
        }
        self.limit.is_none_or(|limit| elapsed <= limit)
    }
}
