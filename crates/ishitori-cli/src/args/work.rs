//! How much work is allowed: an argument of every command that may recurse.

use clap::Args;
use ishitori::Control;

use crate::room;

/// How much work is allowed.
#[derive(Clone, Copy, Debug, Args)]
pub struct Work {
    /// Give up (exit code 3) beyond this many positions in plain recursion or in a list, 100 to 200
    /// bytes each with up to six heaps, more with more; `moves` lists 1000000 if this is not given
    #[arg(long, value_name = "N", default_value_t = MAX_POSITIONS)]
    pub max_positions: u64,
}

/// How many positions may be solved if nobody says it.
const MAX_POSITIONS: u64 = 20_000_000;

/// How many options may be listed if nobody says it: a list that nobody reads to its end should not fill the memory.
const MAX_LISTED: u64 = 1_000_000;

impl Work {
    /// A part of some work that may solve so many positions.
    pub fn of(self, control: &Control) -> Control {
        control.with_positions(self.positions())
    }

    /// How many positions may be listed.
    pub fn listed(self) -> usize {
        let most = if self.max_positions == MAX_POSITIONS { MAX_LISTED } else { u64::MAX };
        usize::try_from(self.positions().min(most)).unwrap_or(usize::MAX)
    }

    /// How many positions may be solved: what was asked for, and no more than there is room for.
    pub fn positions(self) -> u64 {
        room::positions().map_or(self.max_positions, |room| room.min(self.max_positions))
    }
}
