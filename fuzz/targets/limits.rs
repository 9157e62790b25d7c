//! Limits that count, so that the same bytes do the same work everywhere.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ishitori_core::control::{Control, GaveUp};

/// A control that is asked at most so many times whether work may go on. Work asks every 256 positions or some
/// milliseconds, so this bounds it if it asks as often as it says; if it does not, libFuzzer's clock finds it.
pub fn patient(questions: u64) -> Control {
    let asked = AtomicU64::new(0);
    let listener = move || match asked.fetch_add(1, Ordering::Relaxed) < questions {
        true => Ok(()),
        false => Err(GaveUp::new("that is enough for a test")),
    };
    Control::new(Arc::new(listener)).with_memory(1 << 26).with_positions(20_000)
}

/// A watcher of the checker that goes on so many times.
pub fn watcher(calls: u64) -> impl FnMut(&str) -> bool {
    let mut called = 0;
    move |_| {
        called += 1;
        called <= calls
    }
}

/// A watcher of the second reader that goes on so many times.
pub fn goes_on(calls: u64) -> impl FnMut() -> bool {
    let mut called = 0;
    move || {
        called += 1;
        called <= calls
    }
}
