//! Who holds how much of the memory.
//!
//! Work writes down what it will take before it takes it. If that does not fit, kept windows are forgotten,
//! then the work waits until others give back, or until it is to stop. So the sum stays within the limit as
//! far as the plans are right: the ledger counts and measures nothing. Whoever waits looks every 50 ms.

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
        if bytes > self.most {
            return Err(RequestRefusal::beyond("memory_bytes", self.most, bytes));
        }
        loop {
            let mut held = locked(&self.held);
            if *held + bytes <= self.most {
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
