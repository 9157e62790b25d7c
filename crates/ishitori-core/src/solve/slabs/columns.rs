//! Columns of own tables that go from row to row of a slab, on one thread or several.
//!
//! A *row* of a slab is all its tiles with the same size of the outermost loop. Of the own tables that last from row to
//! row, tile row `(e, c)` needs the *column* of the second loop `c` as row `e - 1` left it, and what symmetric tiles of its
//! own row entered: those enter column `e` (see [`travels`]). So thread `t` of `T` works on rows `t, t + T, ...`, takes one
//! column after the other when the row before has given it back, and keeps column `e` at hand until it is the turn of that.
//! Whoever holds a column owns it. A row waits only for the row before it, and the first row for nobody, so no two wait for
//! each other. Who waits looks a little while, then sleeps.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::rows::SizeCell;
use super::shape::{OwnTable, SlabShape, value_place};

/// How often a thread looks for a column before it sleeps.
const LOOKS: u32 = 2000;

/// The cells of one column, table by table.
pub(super) type SlabColumn<C> = Vec<Vec<C>>;

/// Whether an own table goes from row to row in columns.
pub(super) fn is_column_table(table: &OwnTable) -> bool {
    table.outermost == 0
}

/// Whether rows of the slab can be shared: the second loop tells all tables that last from row to row apart, no table is
/// brought up to date from another column, and symmetric tiles are in the same row and column or with both exchanged.
pub(super) fn travels(shape: &SlabShape) -> bool {
    let places = shape.free.len();
    let has_columns = |table: &OwnTable| value_place(table.view.kind, places) != Some(1);
    shape.loops() >= 3
        && !shape.is_lazy()
        && shape.own.iter().filter(|table| is_column_table(table)).all(has_columns)
        && shape.mirrors.iter().all(|g| g[0] <= 1 && g[1] <= 1)
}

struct ColumnSlot<C> {
    /// The next row that takes it.
    row: usize,
    cells: SlabColumn<C>,
}

/// The columns that nobody holds.
pub(super) struct ColumnExchange<C> {
    slots: Vec<Mutex<ColumnSlot<C>>>,
    /// The same as in the slots, to look at while waiting.
    rows: Vec<AtomicU64>,
    given_back: Vec<Condvar>,
    is_stopped: AtomicBool,
    /// Whether symmetric tiles have both outer loops exchanged: then no row before `c` needs column `c`.
    is_triangle: bool,
}

impl<C: SizeCell> ColumnExchange<C> {
    /// Room for the columns of a slab; none if it has no such tables.
    pub(super) fn new(shape: &SlabShape, second: usize) -> Self {
        let cells = |table: &OwnTable| match is_column_table(table) {
            true => vec![C::NONE; table.view.strides[1]],
            false => Vec::new(),
        };
        let slot = |_| {
            let cells = shape.own.iter().map(cells).collect();
            Mutex::new(ColumnSlot { row: 0, cells })
        };
        let count = if travels(shape) { second } else { 0 };
        ColumnExchange {
            slots: (0..count).map(slot).collect(),
            rows: (0..count).map(|_| AtomicU64::new(0)).collect(),
            given_back: (0..count).map(|_| Condvar::new()).collect(),
            is_stopped: AtomicBool::new(false),
            is_triangle: shape.mirrors.iter().any(|g| g[0] == 1),
        }
    }

    /// Whether there are columns at all.
    pub(super) fn is_used(&self) -> bool {
        !self.slots.is_empty()
    }

    /// Before the first row.
    pub(super) fn begin(&mut self) {
        self.is_stopped = AtomicBool::new(false);
        for (c, slot) in self.slots.iter_mut().enumerate() {
            let first = if self.is_triangle { c } else { 0 };
            slot.get_mut().unwrap_or_else(PoisonError::into_inner).row = first;
            self.rows[c] = AtomicU64::new(first as u64);
        }
    }

    /// The column `c` for a row, when the row before has given it back; `None` if the work was stopped.
    pub(super) fn take(&self, row: usize, c: usize) -> Option<SlabColumn<C>> {
        for _ in 0..LOOKS {
            if self.rows[c].load(Ordering::Acquire) == row as u64 {
                break;
            }
            std::hint::spin_loop();
        }
        let mut slot = self.slot(c);
        while slot.row != row {
            if self.is_stopped() {
                return None;
            }
            slot = self.given_back[c].wait(slot).unwrap_or_else(PoisonError::into_inner);
        }
        let mut cells = std::mem::take(&mut slot.cells);
        drop(slot);
        if row == if self.is_triangle { c } else { 0 } {
            cells.iter_mut().for_each(|cells| cells.fill(C::NONE));
        }
        Some(cells)
    }

    /// Gives a column back after a row.
    pub(super) fn give_back(&self, row: usize, c: usize, cells: SlabColumn<C>) {
        let mut slot = self.slot(c);
        slot.cells = cells;
        slot.row = row + 1;
        self.rows[c].store(row as u64 + 1, Ordering::Release);
        drop(slot);
        self.given_back[c].notify_all();
    }

    /// Makes all that wait give up.
    pub(super) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Release);
        for (c, waiting) in self.given_back.iter().enumerate() {
            // With the lock, so that nobody looks before and sleeps after.
            drop(self.slot(c));
            waiting.notify_all();
        }
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Acquire)
    }

    fn slot(&self, c: usize) -> MutexGuard<'_, ColumnSlot<C>> {
        self.slots[c].lock().unwrap_or_else(PoisonError::into_inner)
    }
}
