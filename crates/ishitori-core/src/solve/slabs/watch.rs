//! Limits and stops of a sweep that several threads share.
//!
//! Only the thread that was called may ask the control and the safe points. The others count their lines and look whether
//! somebody has ended the work; the caller reports for all of them.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::control::{Control, GaveUp};
use crate::solve::snapshot::SafePoints;

/// What the threads of a step tell each other.
pub(super) struct SharedWatch {
    /// Lines that were swept and not reported yet.
    lines: AtomicU64,
    /// Positions found in this step.
    found: AtomicUsize,
    /// The most that may be found.
    room: usize,
    is_over: AtomicBool,
    /// Why somebody ended the work.
    why: Mutex<Option<GaveUp>>,
}

impl SharedWatch {
    pub(super) fn new(room: usize) -> Self {
        SharedWatch {
            lines: AtomicU64::new(0),
            found: AtomicUsize::new(0),
            room,
            is_over: AtomicBool::new(false),
            why: Mutex::new(None),
        }
    }

    /// Ends the work of all threads.
    fn end(&self, why: GaveUp) -> GaveUp {
        let mut first = self.why.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert(why);
        self.is_over.store(true, Ordering::Release);
        GaveUp::stopped("the work of all threads ended")
    }

    /// Counts lines and positions.
    fn count(&self, lines: u64, found: usize) -> Result<(), GaveUp> {
        self.lines.fetch_add(lines, Ordering::Relaxed);
        if self.found.fetch_add(found, Ordering::Relaxed) + found > self.room {
            return Err(self.end(GaveUp::new(
                "more P-positions in one step than fit into the memory allowed",
            )));
        }
        match self.is_over.load(Ordering::Acquire) {
            true => Err(GaveUp::stopped("another thread ended the work")),
            false => Ok(()),
        }
    }

    /// Reports the lines of all threads: for the thread that was called.
    fn report(&self, control: &Control, safe: &mut SafePoints) -> Result<(), GaveUp> {
        let spent = control.spend(self.lines.swap(0, Ordering::Relaxed));
        safe.spent(spent).map_err(|why| self.end(why))?;
        match safe.is_stopping() {
            true => Err(self.end(GaveUp::stopped("stopped within a step"))),
            false => Ok(()),
        }
    }

    /// The reason why the work was ended, rather than that of a thread which heard of it.
    pub(super) fn reason(&self, heard: GaveUp) -> GaveUp {
        self.why.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or(heard)
    }
}

/// What one thread tells of its sweep.
pub(super) struct SweepWatch<'a, 's> {
    shared: &'a SharedWatch,
    /// The thread that was called reports for all.
    lead: Option<(&'a Control, &'a mut SafePoints<'s>)>,
    found: usize,
}

impl<'a, 's> SweepWatch<'a, 's> {
    pub(super) fn of_caller(
        shared: &'a SharedWatch,
        control: &'a Control,
        safe: &'a mut SafePoints<'s>,
    ) -> Self {
        SweepWatch { shared, lead: Some((control, safe)), found: 0 }
    }

    pub(super) fn of_helper(shared: &'a SharedWatch) -> Self {
        SweepWatch { shared, lead: None, found: 0 }
    }

    /// What the threads share.
    pub(super) fn shared(&self) -> &'a SharedWatch {
        self.shared
    }

    /// Another list of positions begins.
    pub(super) fn begin(&mut self) {
        self.found = 0;
    }

    /// So many lines were swept, and so many positions are in the list now.
    pub(super) fn spend(&mut self, lines: u64, found: usize) -> Result<(), GaveUp> {
        self.shared.count(lines, found - self.found)?;
        self.found = found;
        match &mut self.lead {
            Some((control, safe)) => self.shared.report(control, safe),
            None => Ok(()),
        }
    }
}
