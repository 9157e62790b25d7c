//! A few threads that work one after the other through what is asked, and a stop button for each piece of work.
//!
//! Solving takes long and cannot wait inside the threads that answer connections. So it is put into a queue of
//! bounded length, and a fixed number of threads takes from it, first come first served. Whoever waits for the
//! answer holds the [`Stop`] of the work: if the connection goes away, the work stops at its next look.

use std::collections::VecDeque;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ishitori_core::solve::{Budget, GaveUp};
use ishitori::owner::{self, News, Owner};
use tokio::sync::oneshot;

use crate::refusal::Refusal;

/// The rooms recurse as deep as a text nests, and definitions call each other. Memory is taken only as it is used.
const STACK: usize = 256 << 20;

/// A lock whose holder cannot leave it half done, so that a panic elsewhere does no harm.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What somebody who waits for work last heard of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Told {
    /// What is done now.
    pub text: String,
    /// How much of it is done, from 0 to 1, if that is known.
    pub fraction: Option<f64>,
}

/// The stop button of a piece of work, and the time it has.
#[derive(Debug)]
pub struct Stop {
    pressed: AtomicBool,
    /// When its time began.
    begun: OnceLock<Instant>,
    time: Duration,
    told: Mutex<(Instant, Told)>,
}

impl Stop {
    /// Work that may take so long from now.
    pub fn after(time: Duration) -> Arc<Stop> {
        let stop = Stop::once_begun(time);
        stop.begin();
        stop
    }

    /// Work that may take so long once it is begun.
    pub fn once_begun(time: Duration) -> Arc<Stop> {
        let told = Mutex::new((Instant::now(), Told::default()));
        let (pressed, begun) = (AtomicBool::new(false), OnceLock::new());
        Arc::new(Stop { pressed, begun, time, told })
    }

    /// Begins its time.
    pub fn begin(&self) {
        self.begun.get_or_init(Instant::now);
    }

    /// How long it has been at work.
    pub fn elapsed(&self) -> Duration {
        self.begun.get().map_or(Duration::ZERO, Instant::elapsed)
    }

    /// Presses it.
    pub fn press(&self) {
        self.pressed.store(true, Ordering::Relaxed);
    }

    /// Whether it was pressed.
    pub fn is_pressed(&self) -> bool {
        self.pressed.load(Ordering::Relaxed)
    }

    /// Whether the time is used up.
    pub fn is_late(&self) -> bool {
        self.elapsed() > self.time
    }

    /// What was told last.
    pub fn told(&self) -> Told {
        locked(&self.told).1.clone()
    }

    /// A budget of so many positions that hears the stop button.
    pub fn budget(self: &Arc<Stop>, positions: Option<u64>) -> Budget<'static> {
        let stop = self.clone();
        let budget = positions.map_or_else(Budget::unlimited, Budget::positions);
        // A position may cost a millisecond, and whoever presses the button waits for it.
        budget.watched_every(256, move |_| stop.goes_on())
    }

    /// Why work was given up: the time is used up, or what the work itself says.
    pub fn refusal(&self, gave_up: GaveUp) -> Refusal {
        if self.is_late() { Refusal::time(self.time.as_secs_f64()) } else { gave_up.into() }
    }
}

impl Owner for Stop {
    fn goes_on(&self) -> Result<(), GaveUp> {
        if self.is_pressed() {
            return Err(GaveUp::stopped("cancelled"));
        }
        if self.is_late() {
            return Err(GaveUp::new(format!("{} s are used up", self.time.as_secs_f64())));
        }
        Ok(())
    }

    fn hears(&self, news: &News) {
        let mut told = locked(&self.told);
        // Words cost more than what they tell of: a few a second are enough.
        let soon = told.0.elapsed() < Duration::from_millis(100);
        if soon && !told.1.text.is_empty() {
            return;
        }
        let News { doing, done, known, .. } = news;
        let (text, fraction) = match (*done, *known) {
            (0, 0) => ((*doing).to_string(), None),
            (done, 0) => (format!("{doing}: {done}"), None),
            (done, known) => {
                (format!("{doing}: {done} of {known}"), Some((done as f64 / known as f64).min(1.0)))
            }
        };
        *told = (Instant::now(), Told { text, fraction });
    }

    fn ended(&self) {}

    fn notes(&self, _: &str) {}
}

/// Presses the button when whoever waits goes away.
pub struct Waiting(pub Arc<Stop>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.press();
    }
}

type Task = Box<dyn FnOnce() + Send>;

struct Queue {
    tasks: VecDeque<Task>,
    closed: bool,
}

struct Shared {
    queue: Mutex<Queue>,
    come: Condvar,
}

/// A pool of threads.
pub struct Pool {
    shared: Arc<Shared>,
    most: usize,
    log: Arc<dyn Fn(&str) + Send + Sync>,
}

impl Pool {
    /// So many threads, and at most so many pieces of work that wait for one.
    pub fn new(
        name: &str,
        threads: usize,
        most: usize,
        log: Arc<dyn Fn(&str) + Send + Sync>,
    ) -> std::io::Result<Pool> {
        let queue = Mutex::new(Queue { tasks: VecDeque::new(), closed: false });
        let shared = Arc::new(Shared { queue, come: Condvar::new() });
        for _ in 0..threads {
            let shared = shared.clone();
            let builder = thread::Builder::new().name(name.to_string()).stack_size(STACK);
            builder.spawn(move || work(&shared))?;
        }
        Ok(Pool { shared, most, log })
    }

    /// Puts work into the queue.
    ///
    /// # Errors
    /// [`Refusal`] if too much waits already.
    pub fn submit(&self, task: impl FnOnce() + Send + 'static) -> Result<(), Refusal> {
        let mut queue = locked(&self.shared.queue);
        if queue.closed || queue.tasks.len() >= self.most {
            return Err(Refusal::busy("waiting", self.most));
        }
        queue.tasks.push_back(Box::new(task));
        drop(queue);
        self.shared.come.notify_one();
        Ok(())
    }

    /// Has `work` done by a thread that works for `stop`, and waits for its answer. When the waiting ends, so does the
    /// work.
    ///
    /// # Errors
    /// [`Refusal`] if too much waits already, or that of the work.
    pub async fn run<T: Send + 'static>(
        &self,
        stop: Arc<Stop>,
        work: impl FnOnce(&Arc<Stop>) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let waiting = Waiting(stop.clone());
        let (give, get) = oneshot::channel();
        let log = self.log.clone();
        self.submit(move || {
            let _ = give.send(guarded(&stop, &*log, work));
        })?;
        let answer = get.await.unwrap_or_else(|_| Err(Refusal::busy("waiting", self.most)));
        drop(waiting);
        answer
    }

    /// Ends the threads once they have finished what they do. What waits is dropped.
    pub fn close(&self) {
        let mut queue = locked(&self.shared.queue);
        queue.closed = true;
        queue.tasks.clear();
        drop(queue);
        self.shared.come.notify_all();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

/// Does work for its owner. A panic is a bug: it is logged, and the answer says so.
pub fn guarded<T>(
    stop: &Arc<Stop>,
    log: &(dyn Fn(&str) + Send + Sync),
    work: impl FnOnce(&Arc<Stop>) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    if let Err(gave_up) = stop.goes_on() {
        return Err(stop.refusal(gave_up));
    }
    let _owned = owner::owned_by(stop.clone());
    panic::catch_unwind(AssertUnwindSafe(|| work(stop))).unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<String>().map(String::as_str);
        let words = words.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no words");
        log(&format!("a panic: {words}"));
        Err(Refusal::bug())
    })
}

fn work(shared: &Shared) {
    loop {
        let mut queue = locked(&shared.queue);
        let task = loop {
            if let Some(task) = queue.tasks.pop_front() {
                break task;
            }
            if queue.closed {
                return;
            }
            queue = shared.come.wait(queue).unwrap_or_else(PoisonError::into_inner);
        };
        drop(queue);
        task();
    }
}
