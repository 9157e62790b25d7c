//! How much work is allowed: an argument of every command that may recurse.

use clap::Args;
use ishitori::Control;

/// How much work is allowed.
#[derive(Clone, Copy, Debug, Args)]
pub struct Work {
    /// Give up (exit code 3) beyond this many positions in plain recursion or in a list, about 100
    /// bytes each
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    pub max_positions: u64,
}

impl Work {
    /// A part of some work that may solve so many positions.
    pub fn of(self, control: &Control) -> Control {
        control.with_positions(self.max_positions)
    }
}
