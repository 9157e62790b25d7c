//! How much memory this process may still take, where somebody has limited it (`ulimit -v`).
//!
//! Lists and plain recursion grow as they go. Beyond the limit the system gives nothing more, and then a program cannot even
//! say so: it has to stop before. Without a limit, or where the system does not tell, nothing is known here.

use std::fs;

/// What a position takes in a list or in plain recursion, and what is needed to sort them: 110 bytes were measured with one
/// heap, 175 with six.
const POSITION_BYTES: u64 = 256;

/// For everything else: output, strings, what the allocator rounds up.
const REST: u64 = 48 << 20;

/// The most address space that this process may have, if that is limited.
pub fn limit() -> Option<u64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// How many bytes there are to take, if that is limited.
pub fn bytes() -> Option<u64> {
    let limit = limit()?;
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let taken = status.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    let taken: u64 = taken.split_whitespace().next()?.parse().ok()?;
    Some(limit.saturating_sub(taken << 10).saturating_sub(REST))
}

/// How many positions there is room for, if that is limited.
pub fn positions() -> Option<u64> {
    Some(bytes()? / POSITION_BYTES)
}

/// What allows more work than there was room for.
pub fn more_work() -> String {
    match limit() {
        Some(limit) => format!(
            "this process may take {} MB (ulimit -v), and a position some {POSITION_BYTES} bytes; with more memory, a \
             larger --max-positions allows more work",
            limit >> 20,
        ),
        None => "a larger --max-positions allows more work".to_string(),
    }
}
