//! Who holds how much of the memory.
//!
//! Work writes down what it will take before it takes it. If that does not fit, kept windows are forgotten,
//! then the work waits until others give back, or until it is to stop. So the sum stays within the limit as
//! far as the plans are right: the ledger counts and measures nothing. Whoever waits looks every 50 ms. The last eighth
//! is for small questions alone, which must not wait until a large one is done.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use ishitori::Listener;

use crate::pool::{Stop, locked};
use crate::refusal::RequestRefusal;

/// All memory there is for work.
pub struct MemoryLedger {
    most: u64,
    held: Mutex<u64>,
    freed: Condvar,
}

/// A question that takes at most this part of the memory is small.
const SMALL_SHARE: u64 = 64;

/// This part of the memory is for small questions alone.
const RESERVED_SHARE: u64 = 8;

/// Some memory, given back when this is dropped.
pub struct HeldMemory {
    ledger: Arc<MemoryLedger>,
    bytes: u64,
}

impl MemoryLedger {
    /// So many bytes.
    pub fn new(most: u64) -> Arc<MemoryLedger> {
        Arc::new(MemoryLedger { most, held: Mutex::new(0), freed: Condvar::new() })
    }

    /// How many bytes are held.
    pub fn held(&self) -> u64 {
        *locked(&self.held)
    }

    /// Takes so many bytes. Where they are missing, `forget` is asked to give some back, as long as it can; then
    /// the work waits until others have.
    ///
    /// # Errors
    /// [`RequestRefusal`] if that is more than there is, or the work is to stop.
    pub fn take(
        self: &Arc<MemoryLedger>,
        bytes: u64,
        stop: &Stop,
        forget: impl Fn() -> bool,
    ) -> Result<HeldMemory, RequestRefusal> {
        if bytes > self.most - self.most / RESERVED_SHARE {
            return Err(RequestRefusal::beyond("memory_bytes", self.most, bytes));
        }
        loop {
            let mut held = locked(&self.held);
            let is_small = bytes <= self.most / SMALL_SHARE;
            let most = if is_small { self.most } else { self.most - self.most / RESERVED_SHARE };
            if *held + bytes <= most {
                *held += bytes;
                return Ok(HeldMemory { ledger: self.clone(), bytes });
            }
            drop(held);
            if forget() {
                continue;
            }
            stop.goes_on().map_err(|gave_up| stop.refusal(gave_up))?;
            let held = locked(&self.held);
            let soon = Duration::from_millis(50);
            drop(self.freed.wait_timeout(held, soon).unwrap_or_else(PoisonError::into_inner));
        }
    }
}

impl HeldMemory {
    /// Gives back all but so many bytes.
    pub fn keep(&mut self, bytes: u64) {
        let back = self.bytes.saturating_sub(bytes);
        *locked(&self.ledger.held) -= back;
        self.bytes -= back;
        self.ledger.freed.notify_all();
    }
}

impl Drop for HeldMemory {
    fn drop(&mut self) {
        self.keep(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_question_does_not_wait_for_large_ones() {
        let ledger = MemoryLedger::new(6_400);
        let stop = Stop::after(Duration::from_millis(200));
        let nothing = || false;
        let large: Vec<HeldMemory> =
            (0..7).map(|_| ledger.take(800, &stop, nothing).expect("room")).collect();
        assert!(ledger.take(101, &stop, nothing).is_err(), "the rest is for small ones");
        let small: Vec<HeldMemory> =
            (0..8).map(|_| ledger.take(100, &stop, nothing).expect("room")).collect();
        assert_eq!(ledger.held(), 6_400);
        drop((large, small));
        assert_eq!(ledger.held(), 0);
        assert!(ledger.take(5_601, &stop, nothing).is_err(), "there is never so much");
    }
}
