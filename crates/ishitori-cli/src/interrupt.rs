//! Ctrl-C and SIGTERM: the first one asks the work to stop, a second one ends the program at once.
//!
//! Work hears of it through its control (see `progress`) and gives up, so a progress bar is cleared, the state of a long
//! run is kept, and a file that is not finished never appears. SIGTERM is what the scheduler of a cluster sends
//! before it kills. `play` is not watched: there either just ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use ishitori::GaveUp;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The exit code of a program that was stopped, as shells have it: 128 and the number of the signal.
pub const fn exit_code(signal: i32) -> i32 {
    128 + signal
}

/// Whether an exit code is that of a program that was stopped.
pub fn is_stop(code: i32) -> bool {
    [SIGINT, SIGTERM].map(exit_code).contains(&code)
}

/// The signals that were sent to the program.
#[derive(Clone, Default)]
pub struct Signals {
    /// The number of the signal that came; 0 if none did.
    came: Arc<AtomicUsize>,
}

impl Signals {
    /// Begins to listen.
    pub fn listen() -> Signals {
        let signals = Signals::default();
        let asked = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // In this order, since the first signal is not to end the program. Without them a signal does, as it
            // always did.
            let _ = flag::register_conditional_shutdown(signal, exit_code(signal), asked.clone())
                .and_then(|_| flag::register_usize(signal, signals.came.clone(), signal as usize))
                .and_then(|_| flag::register(signal, asked.clone()));
        }
        signals
    }

    /// Whether the work may go on.
    pub fn check(&self) -> Result<(), GaveUp> {
        match self.signal() {
            0 => Ok(()),
            SIGTERM => Err(GaveUp::stopped("stopped by SIGTERM")),
            _ => Err(GaveUp::stopped("stopped by Ctrl-C")),
        }
    }

    /// The exit code of work that was stopped.
    pub fn exit_code(&self) -> u8 {
        let signal = if self.signal() == SIGTERM { SIGTERM } else { SIGINT };
        exit_code(signal) as u8
    }

    fn signal(&self) -> i32 {
        self.came.load(Ordering::Relaxed) as i32
    }
}
