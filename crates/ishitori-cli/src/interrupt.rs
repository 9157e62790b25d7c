//! Ctrl-C: the first one asks the work to stop, the second one ends the program at once.
//!
//! Work hears of it through its budget (see `progress`) and gives up, so a progress bar is cleared
//! and a file that is not finished never appears. `play` is not watched: there Ctrl-C just ends.

pub use ishitori::interrupt::{ask, check};

/// The exit code of a program that Ctrl-C stopped, as shells have it: 128 + SIGINT.
pub const EXIT_CODE: u8 = 130;

/// Begins to listen.
pub fn listen() {
    // Without a handler Ctrl-C ends the program, as it always did.
    let _ = ctrlc::set_handler(|| {
        if ask() {
            std::process::exit(i32::from(EXIT_CODE));
        }
    });
}
