//! Whether to go on: asks the owner of this thread, or else the one stop button that a front without owners has.

use std::sync::atomic::{AtomicBool, Ordering};

use ishitori_core::solve::GaveUp;

use crate::owner;

static ASKED: AtomicBool = AtomicBool::new(false);

/// Asks all work to stop; returns whether that was asked before.
pub fn ask() -> bool {
    ASKED.swap(true, Ordering::Relaxed)
}

/// Gives up if the owner of this thread says so, or Ctrl-C was pressed.
///
/// # Errors
/// [`GaveUp`] if it was.
pub fn check() -> Result<(), GaveUp> {
    if ASKED.load(Ordering::Relaxed) {
        return Err(GaveUp::stopped("stopped by Ctrl-C"));
    }
    owner::asked().unwrap_or(Ok(()))
}
