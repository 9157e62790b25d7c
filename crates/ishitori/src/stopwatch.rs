//! A deadline, and how long each step took: what a [`Control`] needs a clock for.
//!
//! Core has no clock. So a [`Stopwatch`] stands between the work and its listener: it passes on what it hears, measures
//! each step on the way, and says that the time is used up. Stopwatches nest; the first one to run out ends the work.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ishitori_core::control::{Control, GaveUp, Listener, Progress, Total};

/// A time limit beyond this is none.
pub const MAX_SECONDS: f64 = 1e9;

/// Measures some work and ends it when its time is up.
pub struct Stopwatch {
    listener: Arc<dyn Listener>,
    start: Instant,
    limit: Option<Duration>,
    steps: Mutex<Steps>,
}

/// What was heard.
struct Steps {
    doing: String,
    since: Instant,
    /// Each step, with the time that was spent under its name.
    times: Vec<(String, Duration)>,
    done: u64,
    total: Total,
}

impl Steps {
    /// Adds the time since the last word to the step that was at work.
    fn measure(&mut self) {
        let now = Instant::now();
        let time = now - std::mem::replace(&mut self.since, now);
        match self.times.iter_mut().find(|(step, _)| *step == self.doing) {
            Some((_, all)) => *all += time,
            None => self.times.push((self.doing.clone(), time)),
        }
    }
}

impl Stopwatch {
    /// Starts now, in front of the listener of `control`, and ends after `limit`.
    pub fn start(control: &Control, limit: Option<Duration>) -> Arc<Stopwatch> {
        let (listener, start) = (control.listener(), Instant::now());
        let (doing, times, total) = (String::new(), Vec::new(), Total::Unknown);
        let steps = Mutex::new(Steps { doing, since: start, times, done: 0, total });
        Arc::new(Stopwatch { listener, start, limit, steps })
    }

    /// A part of `control` that this listens to.
    pub fn over(self: &Arc<Stopwatch>, control: &Control) -> Control {
        control.heard_by(self.clone())
    }

    /// How long it has been running.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// How long the steps of this name took.
    pub fn time_of(&self, step: &str) -> Duration {
        let steps = self.steps();
        steps.times.iter().find(|(name, _)| name == step).map_or(Duration::ZERO, |(_, time)| *time)
    }

    fn steps(&self) -> MutexGuard<'_, Steps> {
        self.steps.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Listener for Stopwatch {
    fn goes_on(&self) -> Result<(), GaveUp> {
        self.listener.goes_on()?;
        match self.limit {
            Some(limit) if self.start.elapsed() > limit => {
                let (seconds, steps) = (limit.as_secs_f64(), self.steps());
                let Steps { doing, done, total, .. } = &*steps;
                let far = match total {
                    Total::SoFar(known) => format!(", {done} of {known} known"),
                    _ => String::new(),
                };
                let at =
                    if doing.is_empty() { String::new() } else { format!(", at: {doing}{far}") };
                Err(GaveUp::new(format!("{seconds} s are used up{at}")))
            }
            _ => Ok(()),
        }
    }

    fn time_left(&self) -> Option<Duration> {
        let own = self.limit.map(|limit| limit.saturating_sub(self.start.elapsed()));
        [own, self.listener.time_left()].into_iter().flatten().min()
    }

    fn hears(&self, progress: &Progress) {
        {
            let mut steps = self.steps();
            steps.measure();
            if steps.doing != progress.doing {
                progress.doing.clone_into(&mut steps.doing);
            }
            (steps.done, steps.total) = (progress.done, progress.total);
        }
        self.listener.hears(progress);
    }

    fn ended(&self) {
        self.listener.ended();
    }

    fn notes(&self, text: &str) {
        self.listener.notes(text);
    }
}

/// A part of some work that ends after `limit`, if there is one.
pub fn within(control: &Control, limit: Option<Duration>) -> Control {
    match limit {
        Some(_) => Stopwatch::start(control, limit).over(control),
        None => control.part(),
    }
}

/// A time with three digits.
pub fn time_words(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds >= 1.0 => format!("{seconds:.1} s"),
        seconds if seconds >= 0.01 => format!("{:.0} ms", seconds * 1e3),
        seconds => format!("{:.1} ms", seconds * 1e3),
    }
}
