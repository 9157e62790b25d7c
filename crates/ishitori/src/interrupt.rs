//! Ctrl-C: the first one asks the work to stop, the second one ends the program at once.
//!
//! Work hears of it through its budget (see `progress`) and gives up, so a progress bar is cleared
//! and a file that is not finished never appears. `play` is not watched: there Ctrl-C just ends.

use std::sync::atomic::{AtomicBool, Ordering};

use ishitori_core::solve::GaveUp;

/// The exit code of a program that Ctrl-C stopped, as shells have it: 128 + SIGINT.
pub const EXIT_CODE: u8 = 130;

static ASKED: AtomicBool = AtomicBool::new(false);

/// Begins to listen.
pub fn listen() {
    // Without a handler Ctrl-C ends the program, as it always did.
    let _ = ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(EXIT_CODE));
        }
    });
}

/// Gives up if Ctrl-C was pressed.
///
/// # Errors
/// [`GaveUp`] if it was.
pub fn check() -> Result<(), GaveUp> {
    if ASKED.load(Ordering::Relaxed) { Err(GaveUp::stopped("stopped by Ctrl-C")) } else { Ok(()) }
}
