//! A few threads that work one after the other through what is asked, and a stop button for each piece of work.
//!
//! Solving takes long and cannot wait inside the threads that answer connections. So it is put into a queue of
//! bounded length, and a fixed number of threads takes from it, first come first served. Whoever waits for the
//! answer holds the [`Stop`] of the work: if the connection goes away, the work stops at its next look.
//!
//! Nobody can tell beforehand how long a question takes, and a trivial one must not wait behind a long one. So every
//! question is first tried for a [`MOMENT`], in a queue that has a thread of its own. What is not done by then is
//! stopped and begins again in the queue of long work, which that thread never takes from. In both queues the addresses
//! take turns (`turns`): whoever asks much waits for himself.

use std::net::IpAddr;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ishitori::{Control, GaveUp, Listener, Progress, Total};
use tokio::sync::oneshot;

use crate::refusal::RequestRefusal;
use crate::turns::{Turns, client};

/// The rooms recurse as deep as a text nests, and definitions call each other. Memory is taken only as it is used.
const STACK: usize = 256 << 20;

/// A question that is answered within this time never waits for one that takes longer.
pub const MOMENT: Duration = Duration::from_millis(100);

/// On a busy machine a moment may take so many times as long.
const BUSY_MACHINE: u32 = 8;

/// How long this thread has worked, where the system tells.
fn thread_time() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = told.split(' ').next().and_then(|number| number.parse().ok());
    // Elsewhere a moment is over when it is the longest that it can be.
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

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
    /// How long the thread of a try had worked when it began.
    worked: Duration,
    told: Mutex<(Instant, WorkProgress)>,
    /// The button of the work that this is a try at.
    whole: Option<Arc<Stop>>,
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
        Arc::new(Stop { pressed, begun, time, worked: Duration::ZERO, told, whole: None })
    }

    /// A try at this work, which ends after a moment.
    fn for_a_moment(self: &Arc<Stop>) -> Arc<Stop> {
        let told = Mutex::new((Instant::now(), WorkProgress::default()));
        let (pressed, begun) = (AtomicBool::new(false), OnceLock::from(Instant::now()));
        let (worked, whole) = (thread_time(), Some(self.clone()));
        Arc::new(Stop { pressed, begun, time: MOMENT, worked, told, whole })
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
        let elapsed = self.elapsed();
        if self.whole.is_none() || elapsed <= self.time {
            return elapsed > self.time;
        }
        // A moment is one of work: where others keep the processors busy, it lasts longer.
        let worked = thread_time().saturating_sub(self.worked);
        worked > self.time || elapsed > self.time * BUSY_MACHINE
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
        match &self.whole {
            Some(whole) => whole.refusal(gave_up),
            None if self.is_late() => RequestRefusal::time(self.time.as_secs_f64()),
            None => gave_up.into(),
        }
    }
}

impl Listener for Stop {
    fn goes_on(&self) -> Result<(), GaveUp> {
        if let Some(whole) = &self.whole {
            whole.goes_on()?;
        }
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

/// Work that can be begun again.
type RepeatableWork<T> = dyn Fn(&Arc<Stop>) -> Result<T, RequestRefusal> + Send + Sync;

/// What takes the answer of work.
type Taker<T> = Box<dyn FnOnce(Result<T, RequestRefusal>) + Send>;

struct Queue {
    /// What may be done in a moment.
    quick: Turns<Task>,
    /// What takes as long as it takes.
    long: Turns<Task>,
    closed: bool,
}

struct SharedQueue {
    queue: Mutex<Queue>,
    come: Condvar,
    most: usize,
    log: Arc<dyn Fn(&str) + Send + Sync>,
}

impl SharedQueue {
    /// Puts work into one of the queues.
    fn submit(
        &self,
        is_quick: bool,
        client: Option<IpAddr>,
        task: Task,
    ) -> Result<(), RequestRefusal> {
        let mut queue = locked(&self.queue);
        let line = if is_quick { queue.quick.len() } else { queue.long.len() };
        if queue.closed || line >= self.most {
            return Err(RequestRefusal::busy("waiting", self.most));
        }
        if is_quick {
            queue.quick.put(client, task)
        } else {
            queue.long.put(client, task)
        }
        drop(queue);
        // Not every thread takes from every queue.
        self.come.notify_all();
        Ok(())
    }

    /// Puts work into the queue of long work. If there is no room, `take` hears of it.
    fn submit_long<T: Send + 'static>(
        &self,
        client: Option<IpAddr>,
        stop: Arc<Stop>,
        work: Arc<RepeatableWork<T>>,
        take: Taker<T>,
    ) {
        let taker = Arc::new(Mutex::new(Some(take)));
        let (log, other) = (self.log.clone(), taker.clone());
        let task = move || {
            if let Some(take) = locked(&other).take() {
                take(guarded(&stop, &*log, |stop| work(stop)));
            }
        };
        if let Err(refusal) = self.submit(false, client, Box::new(task))
            && let Some(take) = locked(&taker).take()
        {
            take(Err(refusal));
        }
    }
}

/// A pool of threads.
pub struct Pool {
    shared: Arc<SharedQueue>,
}

impl Pool {
    /// So many threads and one for what is done in a moment, and at most so many pieces of work that wait in each queue.
    pub fn new(
        name: &str,
        threads: usize,
        most: usize,
        log: Arc<dyn Fn(&str) + Send + Sync>,
    ) -> std::io::Result<Pool> {
        let queue = Queue { quick: Turns::default(), long: Turns::default(), closed: false };
        let queue = Mutex::new(queue);
        let shared = Arc::new(SharedQueue { queue, come: Condvar::new(), most, log });
        for nth in 0..=threads {
            let shared = shared.clone();
            let builder = thread::Builder::new().name(name.to_string()).stack_size(STACK);
            builder.spawn(move || serve(&shared, nth < threads))?;
        }
        Ok(Pool { shared })
    }

    /// Puts long work into the queue.
    ///
    /// # Errors
    /// [`RequestRefusal`] if too much waits already.
    pub fn submit(&self, task: impl FnOnce() + Send + 'static) -> Result<(), RequestRefusal> {
        self.shared.submit(false, client(), Box::new(task))
    }

    /// Has `work` tried for a moment, and done from the beginning as long work if that was not enough. Its answer goes
    /// to `take`.
    ///
    /// # Errors
    /// [`RequestRefusal`] if too much waits already.
    pub fn try_quickly<T: Send + 'static>(
        &self,
        stop: Arc<Stop>,
        work: Arc<RepeatableWork<T>>,
        take: Taker<T>,
    ) -> Result<(), RequestRefusal> {
        let (shared, client) = (self.shared.clone(), client());
        let task = move || {
            let moment = stop.for_a_moment();
            let answer = guarded(&moment, &*shared.log, |moment| work(moment));
            if answer.is_err() && moment.is_late() && stop.goes_on().is_ok() {
                shared.submit_long(client, stop, work, take);
            } else {
                take(answer);
            }
        };
        self.shared.submit(true, client, Box::new(task))
    }

    /// Has `work` done by a thread that works for `stop`, and waits for its answer. When the waiting ends, so does the
    /// work. It is tried for a moment first, so it may be begun twice.
    ///
    /// # Errors
    /// [`RequestRefusal`] if too much waits already, or that of the work.
    pub async fn run<T: Send + 'static>(
        &self,
        stop: Arc<Stop>,
        work: impl Fn(&Arc<Stop>) -> Result<T, RequestRefusal> + Send + Sync + 'static,
    ) -> Result<T, RequestRefusal> {
        let waiting = StopOnDrop(stop.clone());
        let (give, get) = oneshot::channel();
        let take = |answer| drop(give.send(answer));
        self.try_quickly(stop, Arc::new(work), Box::new(take))?;
        let gone = |_| Err(RequestRefusal::busy("waiting", self.shared.most));
        let answer = get.await.unwrap_or_else(gone);
        drop(waiting);
        answer
    }

    /// The same for work that is known to be long.
    ///
    /// # Errors
    /// [`RequestRefusal`] if too much waits already, or that of the work.
    pub async fn run_long<T: Send + 'static>(
        &self,
        stop: Arc<Stop>,
        work: impl Fn(&Arc<Stop>) -> Result<T, RequestRefusal> + Send + Sync + 'static,
    ) -> Result<T, RequestRefusal> {
        let waiting = StopOnDrop(stop.clone());
        let (give, get) = oneshot::channel();
        let take = |answer| drop(give.send(answer));
        self.shared.submit_long(client(), stop, Arc::new(work), Box::new(take));
        let gone = |_| Err(RequestRefusal::busy("waiting", self.shared.most));
        let answer = get.await.unwrap_or_else(gone);
        drop(waiting);
        answer
    }

    /// Ends the threads once they have finished what they do. What waits is dropped.
    pub fn close(&self) {
        let mut queue = locked(&self.shared.queue);
        queue.closed = true;
        let (quick, long) = (std::mem::take(&mut queue.quick), std::mem::take(&mut queue.long));
        drop(queue);
        drop((quick, long));
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

/// Works until the pool is closed: on long work first, if this thread takes any, for the other queue has its own.
fn serve(shared: &SharedQueue, takes_long: bool) {
    loop {
        let mut queue = locked(&shared.queue);
        let task = loop {
            let long = if takes_long { queue.long.take() } else { None };
            if let Some(task) = long.or_else(|| queue.quick.take()) {
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

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn pool(threads: usize, most: usize) -> Pool {
        Pool::new("test", threads, most, Arc::new(|_: &str| {})).expect("threads")
    }

    /// Goes on until it is stopped.
    fn endless(stop: &Arc<Stop>) -> Result<(), RequestRefusal> {
        loop {
            stop.goes_on().map_err(|gave_up| stop.refusal(gave_up))?;
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_trivial_question_is_answered_while_all_threads_are_busy() {
        let pool = pool(2, 16);
        let (give, get) = mpsc::channel();
        let stops: Vec<Arc<Stop>> = (0..6).map(|_| Stop::after(Duration::from_secs(600))).collect();
        for stop in &stops {
            let take = |answer: Result<(), RequestRefusal>| drop(answer);
            pool.try_quickly(stop.clone(), Arc::new(endless), Box::new(take)).expect("room");
        }
        // After six moments all of them are long work, or wait to be.
        let trivial = Stop::after(Duration::from_secs(600));
        let take = move |answer: Result<u32, RequestRefusal>| drop(give.send(answer));
        pool.try_quickly(trivial, Arc::new(|_: &Arc<Stop>| Ok(7)), Box::new(take)).expect("room");
        assert_eq!(get.recv().expect("an answer").expect("seven"), 7);
        assert!(stops.iter().all(|stop| stop.goes_on().is_ok()), "nothing was given up for it");
        stops.iter().for_each(|stop| stop.press());
    }

    #[test]
    fn what_takes_longer_than_a_moment_is_done_all_the_same() {
        let pool = pool(1, 16);
        let (give, get) = mpsc::channel();
        let begun = Arc::new(Mutex::new(0));
        let count = begun.clone();
        let work = move |stop: &Arc<Stop>| {
            *locked(&count) += 1;
            for _ in 0..150 {
                stop.goes_on().map_err(|gave_up| stop.refusal(gave_up))?;
                thread::sleep(Duration::from_millis(10));
            }
            Ok("done")
        };
        let take = move |answer: Result<&'static str, RequestRefusal>| drop(give.send(answer));
        let stop = Stop::after(Duration::from_secs(600));
        pool.try_quickly(stop, Arc::new(work), Box::new(take)).expect("room");
        assert_eq!(get.recv().expect("an answer").expect("done"), "done");
        assert_eq!(*locked(&begun), 2, "a try and the work");
    }

    #[test]
    fn whoever_leaves_stops_a_try_and_its_work() {
        let pool = pool(1, 16);
        let (give, get) = mpsc::channel();
        let stop = Stop::after(Duration::from_secs(600));
        let take = move |answer: Result<(), RequestRefusal>| drop(give.send(answer));
        pool.try_quickly(stop.clone(), Arc::new(endless), Box::new(take)).expect("room");
        thread::sleep(2 * MOMENT);
        stop.press();
        assert!(get.recv().expect("an end").is_err());
    }

    #[test]
    fn a_full_queue_refuses() {
        let pool = pool(1, 2);
        let stops: Vec<Arc<Stop>> = (0..9).map(|_| Stop::after(Duration::from_secs(600))).collect();
        let refused = |stop: &&Arc<Stop>| {
            let stop = (*stop).clone();
            let task = move || drop(endless(&stop));
            pool.submit(task).is_err()
        };
        // One may be at work already.
        assert!((6..=7).contains(&stops.iter().filter(refused).count()));
        stops.iter().for_each(|stop| stop.press());
    }
}
