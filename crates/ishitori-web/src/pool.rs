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

use ishitori::{Control, GaveUp, Listener, Progress, Total};
use tokio::sync::oneshot;

use crate::refusal::RequestRefusal;

/// The rooms recurse as deep as a text nests, and definitions call each other. Memory is taken only as it is used.
const STACK: usize = 256 << 20;

/// A lock whose holder cannot leave it half done, so that a panic elsewhere does no harm.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What somebody who waits for work last heard of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorkProgress {
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
    told: Mutex<(Instant, WorkProgress)>,
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
        let told = Mutex::new((Instant::now(), WorkProgress::default()));
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
    pub fn told(&self) -> WorkProgress {
        locked(&self.told).1.clone()
    }

    /// Work of at most so many positions that hears the stop button.
    pub fn control(self: &Arc<Stop>, positions: Option<u64>) -> Control {
        let control = Control::new(self.clone());
        match positions {
            Some(most) => control.with_positions(most),
            None => control,
        }
    }

    /// Why work was given up: the time is used up, or what the work itself says.
    pub fn refusal(&self, gave_up: GaveUp) -> RequestRefusal {
        if self.is_late() { RequestRefusal::time(self.time.as_secs_f64()) } else { gave_up.into() }
    }
}

impl Listener for Stop {
    fn goes_on(&self) -> Result<(), GaveUp> {
        if self.is_pressed() {
            return Err(GaveUp::stopped("cancelled"));
        }
        if self.is_late() {
            return Err(GaveUp::new(format!("{} s are used up", self.time.as_secs_f64())));
        }
        Ok(())
    }

    fn time_left(&self) -> Option<Duration> {
        Some(self.time.saturating_sub(self.elapsed()))
    }

    fn hears(&self, progress: &Progress) {
        let mut told = locked(&self.told);
        // Words cost more than what they tell of: a few a second are enough.
        let soon = told.0.elapsed() < Duration::from_millis(100);
        if soon && !told.1.text.is_empty() {
            return;
        }
        let Progress { doing, done, total } = *progress;
        let known = match total {
            Total::Unknown => 0,
            Total::SoFar(known) | Total::Exactly(known) => known,
        };
        let (text, fraction) = match (done, known) {
            (0, 0) => (doing.to_string(), None),
            (done, 0) => (format!("{doing}: {done}"), None),
            (done, known) => {
                (format!("{doing}: {done} of {known}"), Some((done as f64 / known as f64).min(1.0)))
            }
        };
        *told = (Instant::now(), WorkProgress { text, fraction });
    }
}

/// Presses the button when whoever waits goes away.
pub struct StopOnDrop(pub Arc<Stop>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.press();
    }
}

type Task = Box<dyn FnOnce() + Send>;

struct Queue {
    tasks: VecDeque<Task>,
    closed: bool,
}

struct SharedQueue {
    queue: Mutex<Queue>,
    come: Condvar,
}

/// A pool of threads.
pub struct Pool {
    shared: Arc<SharedQueue>,
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
        let shared = Arc::new(SharedQueue { queue, come: Condvar::new() });
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
    /// [`RequestRefusal`] if too much waits already.
    pub fn submit(&self, task: impl FnOnce() + Send + 'static) -> Result<(), RequestRefusal> {
        let mut queue = locked(&self.shared.queue);
        if queue.closed || queue.tasks.len() >= self.most {
            return Err(RequestRefusal::busy("waiting", self.most));
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
    /// [`RequestRefusal`] if too much waits already, or that of the work.
    pub async fn run<T: Send + 'static>(
        &self,
        stop: Arc<Stop>,
        work: impl FnOnce(&Arc<Stop>) -> Result<T, RequestRefusal> + Send + 'static,
    ) -> Result<T, RequestRefusal> {
        let waiting = StopOnDrop(stop.clone());
        let (give, get) = oneshot::channel();
        let log = self.log.clone();
        self.submit(move || {
            let _ = give.send(guarded(&stop, &*log, work));
        })?;
        let answer = get.await.unwrap_or_else(|_| Err(RequestRefusal::busy("waiting", self.most)));
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

/// Does work unless its stop button was pressed. A panic is a bug: it is logged, and the answer says so.
pub fn guarded<T>(
    stop: &Arc<Stop>,
    log: &(dyn Fn(&str) + Send + Sync),
    work: impl FnOnce(&Arc<Stop>) -> Result<T, RequestRefusal>,
) -> Result<T, RequestRefusal> {
    if let Err(gave_up) = stop.goes_on() {
        return Err(stop.refusal(gave_up));
    }
    panic::catch_unwind(AssertUnwindSafe(|| work(stop))).unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<String>().map(String::as_str);
        let words = words.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no words");
        log(&format!("a panic: {words}"));
        Err(RequestRefusal::bug())
    })
}

fn work(shared: &SharedQueue) {
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
