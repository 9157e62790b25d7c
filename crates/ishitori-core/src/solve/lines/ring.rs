//! The line sieve on several threads: columns travel around a ring of threads.
//!
//! A *tile* is all positions with the same two outermost heaps `(a, b)`. Of the tables of families
//! with the outermost heap, a tile needs those of column `b` as `(a - 1, b)` left them, and, where a
//! family lowers both heaps, column `b - 1` as `(a, b - 1)` left it; all other tables begin anew with
//! `a`. So thread `t` works on `a = t, t + T, ...`, tile after tile, with tables of its own for the
//! other families. It receives the columns in order from the thread before it, and passes column
//! `b - 1` on once tile `(a, b)` needs it no more. Whoever holds a column owns it: nothing is locked,
//! nothing is copied, and no tile can begin too early. One thread is a ring of one.
//!
//! What is found goes to the calling thread, which asks the threads in turn, `a` by `a`, so the
//! results come in the same order for any number of threads. Results of a later `a` wait; if there
//! is no room for more, their thread waits as well. It cannot wait for ever, since the smallest
//! unfinished `a` never waits: all columns it needs have been passed on, and its results are read.
//!
//! **Pauses.** Sizes of the outermost heap are begun in order, each through a [`RingGate`]. When a state is
//! wanted the gate is closed: what has been begun is finished, and the thread whose `a` comes next, the
//! first that finds the gate closed, receives all columns as `a - 1` left them. These are the state, and
//! a new ring goes on with them. Until then a thread at a time runs out of work, so a pause costs about
//! as much as one size of the outermost heap.

use std::cell::RefCell;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

use super::batch::{BATCH_BYTES, Batch, BatchEmitter, waiting};
use super::nested::NestedGame;
use super::pause::Pause;
use super::report::LineReporter;
use super::rows::{Column, ThreadTables};
use crate::control::{Control, GaveUp};
use crate::solve::cones::Sink;
use crate::solve::snapshot::{SafePoints, UnfinishedRun};

/// Finds all P-positions with so many threads.
pub(super) fn run<const W: usize>(
    nest: &NestedGame,
    threads: usize,
    sink: &mut dyn Sink,
    control: &Control,
    safe: &mut SafePoints,
) -> Result<(), UnfinishedRun> {
    let mut pause: Pause<W> = match safe.source() {
        Some(source) => Pause::read(nest, source)?,
        None => Pause::before_all(nest),
    };
    let mut report = LineReporter::new(nest, sink, control, safe);
    loop {
        let next = match threads {
            1 => alone(nest, pause, &mut report)?,
            _ => together(nest, threads, pause, &mut report)?,
        };
        let Some(next) = next else { return Ok(()) };
        report.safe.keep(report.control, &|out| next.write(nest, out))?;
        pause = next;
    }
}

/// Works on one thread, up to the next pause or to the end.
fn alone<const W: usize>(
    nest: &NestedGame,
    pause: Pause<W>,
    report: &mut LineReporter,
) -> Result<Option<Pause<W>>, GaveUp> {
    let first = pause.at;
    let report = RefCell::new(report);
    let mut enter = |step: usize| step == first || !report.borrow_mut().safe.is_due();
    let mut emit = |batch: &mut Batch| report.borrow_mut().tell(batch);
    let mut ring = RingWorker::ring(nest, 1, pause);
    ring[0].run(&mut enter, &mut emit)
}

/// Works on several threads, up to the next pause or to the end.
fn together<const W: usize>(
    nest: &NestedGame,
    threads: usize,
    pause: Pause<W>,
    report: &mut LineReporter,
) -> Result<Option<Pause<W>>, GaveUp> {
    let room = waiting(nest.lines(), nest.table_bytes(true)) / BATCH_BYTES;
    let room = usize::try_from(room).unwrap_or(usize::MAX);
    let first = pause.at;
    let gate = RingGate::new(first);
    thread::scope(|scope| {
        let (mut results, mut workers) = (Vec::new(), Vec::new());
        for mut worker in RingWorker::ring(nest, threads, pause) {
            let (sender, receiver) = sync_channel(room);
            results.push(receiver);
            let gate = &gate;
            workers.push(scope.spawn(move || {
                worker.run(&mut |a| gate.enter(a), &mut |batch| send(&sender, batch.take()))
            }));
        }
        let mut a = first;
        while a < gate.end().unwrap_or(nest.sizes[0]) {
            report.all_of(&results[(a - first) % threads], &gate)?;
            a += 1;
            if report.safe.is_due() {
                gate.close();
            }
        }
        // Only the thread that found the gate closed has columns. One that cannot go on has been told
        // so by the others, or they by it.
        let mut next = None;
        for worker in workers {
            match worker.join() {
                Ok(ended) => next = next.or(ended.ok().flatten()),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        if next.is_none() && a < nest.sizes[0] { Err(stopped()) } else { Ok(next) }
    })
}

/// Lets the threads begin sizes of the outermost heap until it is closed.
struct RingGate(Mutex<GateState>);

struct GateState {
    /// The size that comes next. A thread comes with `a` only when `a - 1` has passed on a column, so
    /// they come in order.
    next: usize,
    closed: bool,
}

impl RingGate {
    fn new(first: usize) -> Self {
        RingGate(Mutex::new(GateState { next: first, closed: false }))
    }

    fn entered(&self) -> std::sync::MutexGuard<'_, GateState> {
        self.0.lock().expect("nobody panics with the lock")
    }

    fn enter(&self, a: usize) -> bool {
        let mut entered = self.entered();
        if !entered.closed {
            entered.next = a + 1;
        }
        !entered.closed
    }

    fn close(&self) {
        self.entered().closed = true;
    }

    /// The first size that is not begun, if it is known.
    fn end(&self) -> Option<usize> {
        let entered = self.entered();
        entered.closed.then_some(entered.next)
    }
}

fn stopped() -> GaveUp {
    GaveUp::new("a thread stopped")
}

fn send(sender: &SyncSender<Batch>, batch: Batch) -> Result<(), GaveUp> {
    sender.send(batch).map_err(|_| stopped())
}

/// One thread.
struct RingWorker<'n, const W: usize> {
    nest: &'n NestedGame,
    rows: ThreadTables<'n, W>,
    /// The first step, and how many threads there are.
    first: usize,
    threads: usize,
    from: Receiver<Column<W>>,
    to: Sender<Column<W>>,
}

impl<'n, const W: usize> RingWorker<'n, W> {
    /// So many threads, the first with all columns before it.
    fn ring(nest: &'n NestedGame, threads: usize, pause: Pause<W>) -> Vec<Self> {
        let (mut senders, receivers): (Vec<_>, Vec<_>) = (0..threads).map(|_| channel()).unzip();
        // Thread `t` receives from channel `t` and sends to the next.
        senders.rotate_left(1);
        let ends = senders.into_iter().zip(receivers).enumerate();
        let worker = |(t, (to, from))| {
            let rows = ThreadTables::new(nest);
            RingWorker { nest, rows, first: pause.at + t, threads, from, to }
        };
        let mut ring: Vec<Self> = ends.map(worker).collect();
        for column in pause.columns {
            if nest.steps_within() {
                ring[0].rows.take_back(column);
            } else {
                ring[threads - 1].to.send(column).expect("the receiver is in the ring");
            }
        }
        ring
    }

    /// Works step by step for as long as it may `enter`; what is left then.
    fn run(
        &mut self,
        enter: &mut dyn FnMut(usize) -> bool,
        emit: &mut BatchEmitter,
    ) -> Result<Option<Pause<W>>, GaveUp> {
        if self.nest.steps_within() {
            return self.run_within(enter, emit);
        }
        for a in (self.first..self.nest.sizes[0]).step_by(self.threads) {
            let mut column = self.next_column()?;
            if !enter(a) {
                let mut columns = vec![column];
                for _ in 1..self.nest.sizes[1] {
                    columns.push(self.next_column()?);
                }
                return Ok(Some(Pause { at: a, columns }));
            }
            let mut batch = Batch::at(a as u64 * self.nest.lines_in_a_step());
            for b in 0..self.nest.sizes[1] {
                if b > 0 {
                    column = self.next_column()?;
                }
                self.rows.enter(column);
                column = Column::default();
                self.rows.tile([a, b], &mut batch, emit)?;
                if b > 0 {
                    self.pass(a, ThreadTables::release);
                }
            }
            self.pass(a, ThreadTables::leave);
            batch.is_last = true;
            emit(&mut batch)?;
        }
        Ok(None)
    }

    /// The same when a step is a size of the second heap: one thread, and no columns.
    fn run_within(
        &mut self,
        enter: &mut dyn FnMut(usize) -> bool,
        emit: &mut BatchEmitter,
    ) -> Result<Option<Pause<W>>, GaveUp> {
        let mut batch = Batch::at(self.first as u64 * self.nest.lines_in_a_step());
        for b in self.first..self.nest.sizes[1] {
            if !enter(b) {
                emit(&mut batch)?;
                return Ok(Some(Pause { at: b, columns: vec![self.rows.lend()] }));
            }
            self.rows.tile([0, b], &mut batch, emit)?;
        }
        emit(&mut batch)?;
        Ok(None)
    }

    fn next_column(&self) -> Result<Column<W>, GaveUp> {
        self.from.recv().map_err(|_| stopped())
    }

    /// Passes a column on, unless nobody will need it.
    fn pass(&mut self, a: usize, column: impl FnOnce(&mut ThreadTables<'n, W>) -> Column<W>) {
        let column = column(&mut self.rows);
        if a + 1 < self.nest.sizes[0] {
            // If the next thread has stopped, this one hears of it when it sends its results.
            let _ = self.to.send(column);
        }
    }
}

impl LineReporter<'_, '_> {
    /// Tells the results of one size of the outermost heap; closes the gate if somebody stops the
    /// work.
    fn all_of(&mut self, results: &Receiver<Batch>, gate: &RingGate) -> Result<(), GaveUp> {
        loop {
            let mut batch = results.recv().map_err(|_| stopped())?;
            self.tell(&mut batch)?;
            if self.safe.is_stopping() {
                gate.close();
            }
            if batch.is_last {
                return Ok(());
            }
        }
    }
}
