//! A crew of threads that stays for a whole run.
//!
//! Positions with the same number of stones do not reach each other, so engines that go by number of stones collect a *layer* (or a
//! block of one), hand its parts to the threads as jobs, and go on when all are done. Results come in the order of the jobs,
//! whoever did them: the same for any number of threads. Whoever calls works too, so one thread means that nobody else is there.
//!
//! What the jobs look at is behind a lock: the threads read while they work, and between two blocks the caller alone writes. A layer
//! may take microseconds, and starting a thread takes tens of them; so the threads are started once, when there is first something to
//! share, and wait for jobs: for some microseconds with open eyes, then asleep. The caller waits only for jobs that somebody has begun;
//! on a busy machine, where nobody else comes, it does all of them itself.
//!
//! Cost: a lock for each job, and some microseconds to wake a thread. So jobs should take twenty microseconds or more, and what is
//! less in all is one job. Rejected: threads that are started for each block, which was here before (1.0 to 1.4 times as fast on two
//! threads). Not tried: rayon, whose scopes wait for every thread that was called, also if nothing is left for it.

use std::any::Any;
use std::cell::Cell;
use std::collections::VecDeque;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{
    Condvar, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
};
use std::thread::{self, Scope};

/// How often a thread looks for what it waits for before it sleeps: some tens of microseconds in all.
const LOOKS: u32 = 1000;

/// What the threads of a crew share.
struct CrewRoom<'w, S, J, R> {
    state: &'w RwLock<S>,
    work: &'w (dyn Fn(&S, J) -> R + Sync),
    board: Mutex<JobBoard<J, R>>,
    /// How often jobs were put on the board.
    calls: AtomicU64,
    /// How often all of them were done.
    ends: AtomicU64,
    jobs_there: Condvar,
    all_done: Condvar,
}

/// Jobs with their numbers.
type JobQueue<J> = VecDeque<(usize, J)>;

/// The jobs nobody has begun, and what came of the others.
struct JobBoard<J, R> {
    jobs: JobQueue<J>,
    results: Vec<Option<Result<R, Box<dyn Any + Send>>>>,
    missing: usize,
    is_over: bool,
}

/// Some threads with a common state. Made by [`with_crew`].
pub(super) struct Crew<'s, 'e, S, J, R> {
    room: &'s CrewRoom<'e, S, J, R>,
    scope: &'s Scope<'s, 'e>,
    threads: usize,
    are_there: Cell<bool>,
}

/// Calls `lead` with a crew of up to `threads` threads, this one included, that does jobs by `work`.
pub(super) fn with_crew<S, J, R, T>(
    threads: usize,
    state: &RwLock<S>,
    work: &(dyn Fn(&S, J) -> R + Sync),
    lead: impl FnOnce(&Crew<'_, '_, S, J, R>) -> T,
) -> T
where
    S: Send + Sync,
    J: Send,
    R: Send,
{
    let board = JobBoard { jobs: VecDeque::new(), results: Vec::new(), missing: 0, is_over: false };
    let room = CrewRoom {
        state,
        work,
        board: Mutex::new(board),
        calls: AtomicU64::new(0),
        ends: AtomicU64::new(0),
        jobs_there: Condvar::new(),
        all_done: Condvar::new(),
    };
    thread::scope(|scope| {
        let crew = Crew { room: &room, scope, threads, are_there: Cell::new(false) };
        lead(&crew)
    })
}

impl<'e, S, J, R> Crew<'_, 'e, S, J, R>
where
    S: Send + Sync,
    J: Send,
    R: Send,
{
    /// How many threads there are at most.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The common state, to read.
    pub fn state(&self) -> RwLockReadGuard<'_, S> {
        self.room.read()
    }

    /// The common state, to change between jobs.
    pub fn change(&self) -> RwLockWriteGuard<'_, S> {
        self.room.state.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does all jobs; the results in the order of the jobs.
    pub fn share(&self, jobs: Vec<J>) -> Vec<R> {
        if self.threads == 1 || jobs.len() < 2 {
            let state = self.room.read();
            return jobs.into_iter().map(|job| (self.room.work)(&state, job)).collect();
        }
        self.begin();
        let mut board = self.room.board();
        board.missing = jobs.len();
        board.results = jobs.iter().map(|_| None).collect();
        board.jobs = jobs.into_iter().enumerate().collect();
        let ends = self.room.ends.load(Ordering::Acquire);
        self.room.calls.fetch_add(1, Ordering::Release);
        self.room.jobs_there.notify_all();
        board = self.room.work_off(board, VecDeque::pop_front);
        if board.missing > 0 {
            drop(board);
            look_out(&self.room.ends, ends);
            board = self.room.board();
        }
        while board.missing > 0 {
            board = self.room.all_done.wait(board).unwrap_or_else(PoisonError::into_inner);
        }
        let results = std::mem::take(&mut board.results);
        drop(board);
        let done = |result: Option<_>| match result.expect("all jobs are done") {
            Ok(result) => result,
            Err(panic) => panic::resume_unwind(panic),
        };
        results.into_iter().map(done).collect()
    }

    /// Starts the threads, if that was not done yet. One that the system refuses is not there.
    fn begin(&self) {
        if !self.are_there.replace(true) {
            for _ in 1..self.threads {
                let room = self.room;
                let _ = thread::Builder::new().spawn_scoped(self.scope, move || room.follow());
            }
        }
    }
}

/// Sends the threads home, also if the caller panics.
impl<S, J, R> Drop for Crew<'_, '_, S, J, R> {
    fn drop(&mut self) {
        let mut board = self.room.board();
        board.is_over = true;
        board.jobs.clear();
        self.room.calls.fetch_add(1, Ordering::Release);
        self.room.jobs_there.notify_all();
    }
}

impl<S, J, R> CrewRoom<'_, S, J, R> {
    fn board(&self) -> MutexGuard<'_, JobBoard<J, R>> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self) -> RwLockReadGuard<'_, S> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a thread does until it is sent home.
    fn follow(&self) {
        let mut seen = 0;
        loop {
            look_out(&self.calls, seen);
            let mut board = self.board();
            while board.jobs.is_empty() && !board.is_over {
                board = self.jobs_there.wait(board).unwrap_or_else(PoisonError::into_inner);
            }
            if board.is_over {
                return;
            }
            seen = self.calls.load(Ordering::Acquire);
            drop(self.work_off(board, VecDeque::pop_back));
        }
    }

    /// Does jobs as long as there are any. The caller begins with the first, the others with the last: from call to call each
    /// works on the same part of memory, more or less.
    fn work_off<'b>(
        &'b self,
        mut board: MutexGuard<'b, JobBoard<J, R>>,
        next: fn(&mut JobQueue<J>) -> Option<(usize, J)>,
    ) -> MutexGuard<'b, JobBoard<J, R>> {
        while let Some((at, job)) = next(&mut board.jobs) {
            drop(board);
            let state = self.read();
            let result = panic::catch_unwind(AssertUnwindSafe(|| (self.work)(&state, job)));
            drop(state);
            board = self.board();
            board.results[at] = Some(result);
            board.missing -= 1;
            if board.missing == 0 {
                self.ends.fetch_add(1, Ordering::Release);
                self.all_done.notify_one();
            }
        }
        board
    }
}

/// Waits a little until a count goes on.
fn look_out(count: &AtomicU64, seen: u64) {
    for _ in 0..LOOKS {
        if count.load(Ordering::Acquire) != seen {
            return;
        }
        std::hint::spin_loop();
    }
}

/// Cuts `0..count` into parts for so many threads, several for each, since nobody knows which take long.
pub(super) fn parts(count: usize, threads: usize) -> Vec<std::ops::Range<usize>> {
    const EACH: usize = 4;
    let pieces = if threads == 1 { 1 } else { EACH * threads };
    let size = count.div_ceil(pieces).max(1);
    (0..count).step_by(size).map(|from| from..(from + size).min(count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Many small calls in a row: the state changes between them, and results come in order.
    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        for threads in [1, 2, 3, 8] {
            let state = RwLock::new(0u64);
            let work = |state: &u64, job: u64| state * 1000 + job;
            with_crew(threads, &state, &work, |crew| {
                for call in 0..300 {
                    *crew.change() = call;
                    let count = call % 7 * 5;
                    let expected: Vec<u64> = (0..count).map(|job| call * 1000 + job).collect();
                    assert_eq!(crew.share((0..count).collect()), expected);
                }
            });
            assert_eq!(state.into_inner().ok(), Some(299));
        }
    }

    /// Threads that sleep are woken, and those that were never needed are not there.
    #[test]
    fn sleepers_are_woken() {
        let state = RwLock::new(());
        let work = |(): &(), job: u32| (job, thread::current().id());
        with_crew(4, &state, &work, |crew| {
            assert!(!crew.are_there.get());
            crew.share(vec![1]);
            assert!(!crew.are_there.get(), "one job is nothing to share");
            for _ in 0..5 {
                let jobs: Vec<u32> = crew.share((0..64).collect()).iter().map(|r| r.0).collect();
                assert_eq!(jobs, (0..64).collect::<Vec<_>>());
                thread::sleep(std::time::Duration::from_millis(3));
            }
        });
    }

    /// A panic in any thread reaches the caller, and nobody waits for ever.
    #[test]
    fn panics_reach_the_caller() {
        for bad in [0, 5, 19] {
            let state = RwLock::new(());
            let work = move |(): &(), job: u32| assert!(job != bad, "job {bad}");
            let lead = || with_crew(3, &state, &work, |crew| crew.share((0..20).collect()).len());
            let panic = panic::catch_unwind(AssertUnwindSafe(lead)).expect_err("a panic");
            let text = panic.downcast_ref::<String>().expect("a message");
            assert!(text.contains("job"), "{text}");
        }
    }

    #[test]
    fn parts_cover_everything_once() {
        for count in [0, 1, 7, 8, 9, 1000] {
            for threads in [1, 2, 5] {
                let all: Vec<usize> = parts(count, threads).into_iter().flatten().collect();
                assert_eq!(all, (0..count).collect::<Vec<_>>());
                assert!(parts(count, threads).len() <= 4 * threads);
            }
        }
    }
}
