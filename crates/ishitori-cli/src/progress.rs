//! A sign of life for work that takes longer than two seconds, and an ear for Ctrl-C.
//!
//! [`Terminal`] is the one listener of a command. It is called very often, so a call that has nothing to show
//! costs a look at the clock and an atomic number. It writes to standard error, and how far the work is only
//! if that is a terminal, so that results in a pipe stay clean. Signals are caught in `interrupt`.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ishitori::{GaveUp, Listener, Progress, Total};

use crate::interrupt::Signals;

/// Milliseconds: work shorter than this shows nothing.
const PATIENCE: u64 = 2000;

/// Milliseconds between two signs of life.
const PACE: u64 = 100;

/// A line for the person at the terminal, beside the results.
pub fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Who listens to all work of a command: shows on a terminal how far it is, and hears when it is to stop.
///
/// Work that says nothing of what it does is not shown.
pub struct Terminal {
    signals: Signals,
    shows: bool,
    /// Times are milliseconds since then.
    start: Instant,
    /// When the work began that is under way.
    begun: AtomicU64,
    /// When there is something to show again; 0 while nothing is under way.
    next: AtomicU64,
    shown: Mutex<Option<Shown>>,
}

impl Terminal {
    /// Nothing is under way yet.
    pub fn new(signals: Signals) -> Terminal {
        Terminal {
            signals,
            shows: io::stderr().is_terminal(),
            start: Instant::now(),
            begun: AtomicU64::new(0),
            next: AtomicU64::new(0),
            shown: Mutex::new(None),
        }
    }

    fn shown(&self) -> MutexGuard<'_, Option<Shown>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Listener for Terminal {
    fn goes_on(&self) -> Result<(), GaveUp> {
        self.signals.check()
    }

    fn hears(&self, progress: &Progress) {
        if !self.shows || progress.doing.is_empty() {
            return;
        }
        let now = self.start.elapsed().as_millis() as u64;
        match self.next.load(Ordering::Relaxed) {
            0 => {
                self.begun.store(now, Ordering::Relaxed);
                self.next.store(now + PATIENCE, Ordering::Relaxed);
            }
            next if now < next => {}
            _ => {
                self.next.store(now + PACE, Ordering::Relaxed);
                let elapsed = now.saturating_sub(self.begun.load(Ordering::Relaxed));
                Shown::show(&mut self.shown(), progress, Duration::from_millis(elapsed));
            }
        }
    }

    fn ended(&self) {
        if self.next.swap(0, Ordering::Relaxed) > 0 {
            self.shown().take();
        }
    }

    fn notes(&self, text: &str) {
        let note = || note(&format!("note: {text}"));
        match &*self.shown() {
            Some(shown) => shown.bar.suspend(note),
            None => note(),
        }
    }
}

/// What stands on the terminal; its line is cleared when it is dropped.
struct Shown {
    bar: ProgressBar,
    style: String,
}

impl Drop for Shown {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Shown {
    /// Shows how far some work is, in another way than before if it is of another kind.
    fn show(shown: &mut Option<Shown>, progress: &Progress, elapsed: Duration) {
        let Progress { doing, done, total } = *progress;
        // Two braces stand for one.
        let unit = || doing.replace('{', "{{").replace('}', "}}");
        let counts = format!("{{spinner}} {{human_pos}} {} ({{per_sec}}, {{elapsed}})", unit());
        let (length, style) = match total {
            Total::Exactly(length) => (
                Some(length),
                format!(
                    "{{wide_bar}} {{percent}}% of {{human_len}} {} ({{per_sec}}, {{eta}} left)",
                    unit()
                ),
            ),
            Total::Unknown if done > 0 || shown.as_ref().is_some_and(|now| now.style == counts) => {
                (None, counts.clone())
            }
            _ => (None, "{spinner} {msg} ({elapsed})".to_string()),
        };
        if shown.as_ref().is_none_or(|shown| shown.style != style || shown.bar.length() != length) {
            shown.take();
            let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden());
            let template = ProgressStyle::with_template(&style).expect("a valid template");
            let bar = bar.with_elapsed(elapsed).with_style(template).with_position(done);
            // It measures how fast the work is from now on: it has not seen what was done before.
            bar.tick();
            bar.reset_eta();
            bar.set_draw_target(ProgressDrawTarget::stderr());
            *shown = Some(Shown { bar, style });
        }
        let Some(Shown { bar, style }) = shown else { return };
        match total {
            Total::SoFar(known) => bar.set_message(format!("{doing}: {done} of {known} known")),
            Total::Exactly(_) => bar.set_position(done),
            // Several parts of some work may count the same.
            Total::Unknown if *style == counts => bar.set_position(done.max(bar.position())),
            Total::Unknown => bar.set_message(doing.to_owned()),
        }
        bar.tick();
    }
}
