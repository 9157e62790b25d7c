//! What a thread has found, on its way to the caller.
//!
//! A P-position is the number of its line, counted from the start of the batch, and the size of the packed
//! heap: four bytes. A batch is handed over when its numbers no longer fit 16 bits, when it is full, or
//! after 65,536 lines, so that the caller sees progress and can stop the work where nothing is found. Lines
//! are added in order, so batches are in order too. Cost: up to 64 KB a batch; `waiting` says how many may
//! wait for each thread.

use crate::control::GaveUp;

/// How many lines are worked on between two batches.
const BATCH_LINES: u64 = 1 << 16;

/// The most P-positions in a batch.
const BATCH_FULL: usize = 1 << 14;

/// The bytes of a full batch.
pub(super) const BATCH_BYTES: u128 = (BATCH_FULL * size_of::<(u16, u16)>()) as u128;

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
    pub(super) next: u64,
    /// The line from which those of the positions are counted.
    pub(super) from: u64,
    /// How many lines were worked on since the last batch.
    pub(super) lines: u64,
    /// Line and size of the packed heap.
    pub(super) found: Vec<(u16, u16)>,
    /// Whether these are the last ones.
    pub(super) is_last: bool,
}

/// Takes what was found, and leaves the batch empty.
pub(super) type BatchEmitter<'a> = dyn FnMut(&mut Batch) -> Result<(), GaveUp> + 'a;

impl Batch {
    /// Nothing yet, before line `start`.
    pub(super) fn at(start: u64) -> Batch {
        Batch { next: start, from: start, ..Batch::default() }
    }

    /// Adds a row of `size` lines.
    pub(super) fn add_row(
        &mut self,
        size: usize,
        found: &[(u32, u16)],
        emit: &mut BatchEmitter,
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
    pub(super) fn take(&mut self) -> Batch {
        Batch {
            found: std::mem::take(&mut self.found),
            lines: std::mem::take(&mut self.lines),
            ..*self
        }
    }
}
