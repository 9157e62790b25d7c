//! Work that falls into independent parts, on several threads.
//!
//! Positions with the same number of stones do not reach each other, so engines that go by number
//! of stones collect a *layer* (or a block of one), let the threads work on parts of it, and add
//! up what they return in the order of the parts: the same for any number of threads. Threads are
//! started for each block, tens of microseconds, so a block is shared only if its parts are worth it.

use std::thread;

/// Calls `work` with consecutive parts of `items` on up to `threads` threads, with at least `worth`
/// items for each; returns the results in the order of the parts.
pub(super) fn share<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    worth: usize,
    work: impl Fn(&[T]) -> R + Sync,
) -> Vec<R> {
    let threads = threads.min(items.len() / worth).max(1);
    let mut parts = items.chunks(items.len().div_ceil(threads).max(1));
    let Some(first) = parts.next() else { return Vec::new() };
    thread::scope(|scope| {
        let work = &work;
        let others: Vec<_> = parts.map(|part| scope.spawn(move || work(part))).collect();
        let mut results = vec![work(first)];
        for other in others {
            match other.join() {
                Ok(result) => results.push(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    })
}
