//! How much work is allowed: an argument of every command that may recurse.

use clap::Args;
use ishitori::Control;

use crate::room;

/// How much work is allowed.
#[derive(Clone, Copy, Debug, Args)]
pub struct Work {
    /// Give up (exit code 3) beyond this many positions in plain recursion or in a list, 100 to 200
    /// bytes each with up to six heaps, more with more
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    pub max_positions: u64,
}

impl Work {
    /// A part of some work that may solve so many positions.
    pub fn of(self, control: &Control) -> Control {
        control.with_positions(self.positions())
    }

    /// How many positions may be solved or listed: what was asked for, and no more than there is room for.
    pub fn positions(self) -> u64 {
        room::positions().map_or(self.max_positions, |room| room.min(self.max_positions))
    }
}
