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

use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

use super::rows::{Column, Rows};
use super::{Nest, Sink};
use crate::solve::{Budget, GaveUp};

/// How many lines are worked on between two batches.
const BATCH_LINES: u64 = 1 << 16;

/// The most P-positions in a batch.
const BATCH_FULL: usize = 1 << 14;

/// The bytes of a full batch.
const BATCH_BYTES: u128 = (BATCH_FULL * size_of::<(u16, u16)>()) as u128;

/// The bytes of results that may wait for each thread when `lines` lines share their outermost heap
/// and the tables that travel take `tables` bytes: room for a P-position on every line, but not
/// much beside the tables.
pub(super) fn waiting(lines: u128, tables: u128) -> u128 {
    let all = lines.saturating_mul(size_of::<(u16, u16)>() as u128);
    all.min(tables / 8).max(BATCH_BYTES).next_multiple_of(BATCH_BYTES)
}

/// Some of the P-positions of the lines of one size of the outermost heap.
#[derive(Default)]
pub(super) struct Batch {
    /// The line that comes next.
    next: u64,
    /// The line from which those of the positions are counted.
    from: u64,
    /// How many lines were worked on since the last batch.
    lines: u64,
    /// Line and size of the packed heap.
    found: Vec<(u16, u16)>,
    /// Whether these are the last ones.
    is_last: bool,
}

/// Takes what was found, and leaves the batch empty.
type Emit<'a> = dyn FnMut(&mut Batch) -> Result<(), GaveUp> + 'a;

impl Batch {
    /// Adds a row of `size` lines.
    pub(super) fn add_row(
        &mut self,
        size: usize,
        found: &[(u32, u16)],
        emit: &mut Emit,
    ) -> Result<(), GaveUp> {
        for (e, low) in found {
            let line = self.next + u64::from(*e);
            if line - self.from > u64::from(u16::MAX) || self.found.len() == BATCH_FULL {
                emit(self)?;
                self.from = line;
            }
            self.found.push(((line - self.from) as u16, *low));
        }
        self.next += size as u64;
        self.lines += size as u64;
        if self.lines >= BATCH_LINES {
            emit(self)?;
            self.from = self.next;
        }
        Ok(())
    }

    /// What was found so far, leaving nothing.
    fn take(&mut self) -> Batch {
        Batch {
            found: std::mem::take(&mut self.found),
            lines: std::mem::take(&mut self.lines),
            ..*self
        }
    }
}

/// Finds all P-positions with so many threads.
pub(super) fn run<const W: usize>(
    nest: &Nest,
    threads: usize,
    sink: &mut dyn Sink,
    budget: &mut Budget,
) -> Result<(), GaveUp> {
    let mut report = Report::new(nest, sink, budget);
    let mut ring: Vec<Worker<W>> = Worker::ring(nest, threads);
    if let [alone] = ring.as_mut_slice() {
        return alone.run(&mut |batch| report.tell(batch));
    }
    let room = waiting(nest.lines(), nest.table_bytes(true)) / BATCH_BYTES;
    let room = usize::try_from(room).unwrap_or(usize::MAX);
    thread::scope(|scope| {
        let mut results: Vec<Receiver<Batch>> = Vec::new();
        for mut worker in ring {
            let (sender, receiver) = sync_channel(room);
            results.push(receiver);
            // A thread that cannot go on has been told so by the others, or they by it.
            scope.spawn(move || worker.run(&mut |batch| send(&sender, batch.take())));
        }
        for a in 0..nest.sizes[0] {
            let results = &results[a % threads];
            loop {
                let mut batch = results.recv().map_err(|_| stopped())?;
                report.tell(&mut batch)?;
                if batch.is_last {
                    break;
                }
            }
        }
        Ok(())
    })
}

fn stopped() -> GaveUp {
    GaveUp::new("a thread stopped")
}

fn send(sender: &SyncSender<Batch>, batch: Batch) -> Result<(), GaveUp> {
    sender.send(batch).map_err(|_| stopped())
}

/// One thread.
struct Worker<'n, const W: usize> {
    nest: &'n Nest,
    rows: Rows<'n, W>,
    /// The first size of the outermost heap, and how many threads there are.
    first: usize,
    threads: usize,
    from: Receiver<Column<W>>,
    to: Sender<Column<W>>,
}

impl<'n, const W: usize> Worker<'n, W> {
    /// So many threads, the first with all columns before it.
    fn ring(nest: &'n Nest, threads: usize) -> Vec<Self> {
        let (mut senders, receivers): (Vec<_>, Vec<_>) = (0..threads).map(|_| channel()).unzip();
        // Thread `t` receives from channel `t` and sends to the next.
        senders.rotate_left(1);
        let ends = senders.into_iter().zip(receivers).enumerate();
        let mut ring: Vec<Self> = ends
            .map(|(first, (to, from))| Worker {
                nest,
                rows: Rows::new(nest),
                first,
                threads,
                from,
                to,
            })
            .collect();
        let last = &mut ring[threads - 1];
        for _ in 0..nest.sizes[1] {
            let column = last.rows.new_column();
            last.to.send(column).expect("the receiver is in the ring");
        }
        ring
    }

    fn run(&mut self, emit: &mut Emit) -> Result<(), GaveUp> {
        let lines = self.nest.lines() as u64;
        for a in (self.first..self.nest.sizes[0]).step_by(self.threads) {
            let start = a as u64 * lines;
            let mut batch = Batch { next: start, from: start, ..Batch::default() };
            for b in 0..self.nest.sizes[1] {
                let column = self.from.recv().map_err(|_| stopped())?;
                self.rows.enter(column);
                self.rows.tile([a, b], &mut batch, emit)?;
                if b > 0 {
                    self.pass(a, Rows::release);
                }
            }
            self.pass(a, Rows::leave);
            batch.is_last = true;
            emit(&mut batch)?;
        }
        Ok(())
    }

    /// Passes a column on, unless nobody will need it.
    fn pass(&mut self, a: usize, column: impl FnOnce(&mut Rows<'n, W>) -> Column<W>) {
        let column = column(&mut self.rows);
        if a + 1 < self.nest.sizes[0] {
            // If the next thread has stopped, this one hears of it when it sends its results.
            let _ = self.to.send(column);
        }
    }
}

/// Turns numbers of lines into positions.
struct Report<'a, 'b> {
    sizes: &'a [usize],
    added: usize,
    /// The position told last and the number of its line.
    position: Vec<usize>,
    line: u64,
    sink: &'a mut dyn Sink,
    budget: &'a mut Budget<'b>,
}

impl<'a, 'b> Report<'a, 'b> {
    fn new(nest: &'a Nest, sink: &'a mut dyn Sink, budget: &'a mut Budget<'b>) -> Self {
        let position = vec![0; nest.sizes.len()];
        Report { sizes: &nest.sizes, added: nest.added, position, line: 0, sink, budget }
    }

    fn tell(&mut self, batch: &mut Batch) -> Result<(), GaveUp> {
        self.budget.spend(std::mem::take(&mut batch.lines))?;
        for (line, low) in batch.found.drain(..) {
            self.go_to(batch.from + u64::from(line));
            let packed = self.position.len() - 1;
            self.position[packed] = usize::from(low);
            self.sink.found(&self.position[self.added..]);
        }
        Ok(())
    }

    /// Goes to a later line. Most often only the last heap of its number changes.
    fn go_to(&mut self, line: u64) {
        let mut more = (line - self.line) as usize;
        self.line = line;
        for at in (0..self.position.len() - 1).rev() {
            let (sum, size) = (self.position[at] + more, self.sizes[at]);
            if sum < size {
                self.position[at] = sum;
                return;
            }
            self.position[at] = sum % size;
            more = sum / size;
        }
    }
}
