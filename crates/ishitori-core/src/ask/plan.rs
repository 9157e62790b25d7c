//! A plan as data: what will be done, why, and what it takes.
//!
//! Nothing runs here and no memory is taken: `heaps.rs`, `boards.rs` and `position.rs` make plans, `run.rs`
//! and `window.rs` carry them out, `cost.rs` guesses their time, and `explain` prints them. An engine that
//! plans its memory has no limit on positions; recursion and the parts of boards, which grow as they go,
//! keep that limit. What does not fit is [`Refused`], with the largest window that would.

use std::fmt;

use crate::control::{Control, Total};
use crate::game::{Bounds, WindowError};
use crate::solve::Convention;
use crate::solve::cones::Cones;
use crate::solve::keys::Keys;
use crate::solve::lines::{self, NestingOrder};
use crate::solve::slabs::SlabPlan;
use crate::solve::snapshot::HEADER_BYTES;
use crate::solve::strides::StridePlan;
use crate::solve::table::TablePlan;

/// What is asked of every position of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fact {
    /// Who wins.
    Outcome(Convention),
    /// The Grundy value, for normal play.
    Grundy,
    /// How many moves are left when the winner hurries and the loser delays.
    Remoteness(Convention),
}

/// Who does the work.
#[derive(Clone, Debug)]
pub enum Engine {
    /// [`lines`].
    Lines {
        /// The game as cones.
        cones: Cones,
        /// How heaps are nested.
        order: NestingOrder,
    },
    /// [`slabs`](crate::solve::slabs).
    Slabs(SlabPlan),
    /// [`keys`](crate::solve::keys).
    Keys {
        /// The game as lines and sums.
        keys: Keys,
        /// The largest heap.
        upper: u64,
        /// The most stones.
        total: u64,
    },
    /// [`marks`](crate::solve::marks).
    Marks {
        /// The closed window that is solved; what was asked for is a part of it.
        window: Bounds,
        /// The largest size of each heap in it.
        upper: Vec<u64>,
    },
    /// [`table`](crate::solve::table).
    Table(TablePlan),
    /// [`strides`](crate::solve::strides).
    Strides(StridePlan),
    /// [`seen`](crate::solve::seen).
    Seen {
        /// So many choices of seen heaps.
        choices: u64,
        /// So many families.
        families: usize,
    },
    /// [`pieces`](crate::solve::pieces): all pieces of a box.
    Pieces {
        /// The largest number in each place.
        to: Vec<u64>,
    },
    /// [`figures`](crate::solve::figures): graphs, posets, diagrams and boards of cells, by their parts.
    Figures,
    /// [`boards`](crate::solve::boards): all boards of a size, or all below one.
    Boards,
    /// [`boards`](crate::solve::boards): the parts of one board.
    Parts,
    /// [`Reference`](crate::solve::Reference).
    Reference,
}

impl Engine {
    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Engine::Lines { .. } => "lines",
            Engine::Slabs(_) => "slabs",
            Engine::Keys { .. } => "keys",
            Engine::Marks { .. } => "marks",
            Engine::Table(_) => "table",
            Engine::Strides(_) => "strides",
            Engine::Seen { .. } => "seen",
            Engine::Pieces { .. } => "pieces",
            Engine::Figures => "figures",
            Engine::Boards | Engine::Parts => "boards",
            Engine::Reference => "reference",
        }
    }
}

/// What will be done, and why.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What is asked.
    pub fact: Fact,
    /// The engine.
    pub engine: Engine,
    /// Whether an unordered game is solved with the order of its heaps remembered
    /// (`HeapGame::with_order`).
    pub ordered: bool,
    /// Why this one: one sentence each, the decisive one last; then why so few threads.
    pub reasons: Vec<String>,
    /// How many positions the solved window has (arrangements, for unordered heaps).
    pub positions: u128,
    /// The bytes of its tables; `None` if it grows as it goes (the reference).
    pub bytes: Option<u128>,
    /// How many threads will work.
    pub threads: usize,
}

impl Plan {
    /// Plain recursion.
    pub(super) fn by_reference(fact: Fact, mut reasons: Vec<String>) -> Plan {
        reasons.push("plain recursion runs on one thread: it shares one memo".into());
        let (engine, ordered, positions) = (Engine::Reference, false, 0);
        Plan { fact, engine, ordered, reasons, positions, bytes: None, threads: 1 }
    }

    /// Whether plain recursion does it.
    pub fn is_reference(&self) -> bool {
        matches!(self.engine, Engine::Reference)
    }

    /// How the Grundy table is made, if one is.
    pub fn table(&self) -> Option<&TablePlan> {
        match &self.engine {
            Engine::Table(table) => Some(table),
            _ => None,
        }
    }

    /// The pass over a box, if there is one.
    pub(crate) fn strides(&self) -> Option<&StridePlan> {
        match &self.engine {
            Engine::Strides(strides) => Some(strides),
            _ => None,
        }
    }

    /// The most bytes that a state takes; `None` if that grows as it goes (the reference). They are
    /// written on the way and take no memory.
    pub fn snapshot_bytes(&self) -> Option<u128> {
        let state = match &self.engine {
            Engine::Lines { cones, order } => lines::snapshot_bytes(cones, order),
            Engine::Slabs(plan) => plan.snapshot_bytes,
            // The tables as they are.
            Engine::Keys { keys, upper, .. } => keys.bytes(*upper, 1),
            Engine::Table(table) => return Some(table.snapshot_bytes),
            _ => self.bytes?,
        };
        Some(state.saturating_add(HEADER_BYTES))
    }

    /// What the work counts, and how much of it there is: nothing is known of the reference.
    pub(crate) fn counted(&self) -> (&'static str, Total) {
        let exactly = |count: u128| u64::try_from(count).map_or(Total::Unknown, Total::Exactly);
        match &self.engine {
            Engine::Lines { cones, order } => {
                let packed = *order.heaps.last().expect("a game has heaps");
                ("lines", exactly(self.positions / cones.sizes[packed] as u128))
            }
            Engine::Slabs(plan) => ("lines", exactly(plan.lines)),
            Engine::Boards => ("boards", exactly(self.positions)),
            Engine::Pieces { .. } => ("pieces", exactly(self.positions)),
            Engine::Figures => ("parts solved", Total::Unknown),
            Engine::Seen { .. } | Engine::Parts | Engine::Reference => {
                ("positions solved", Total::Unknown)
            }
            _ => ("positions", exactly(self.positions)),
        }
    }

    /// A part of `control` that counts as this plan does. The number of positions is limited only where the memory is not
    /// planned.
    pub fn counting(&self, control: &Control) -> Control {
        let (unit, total) = self.counted();
        let part = control.counting(unit, total);
        match self.engine {
            Engine::Figures | Engine::Parts | Engine::Reference => part,
            _ => part.with_any_positions(),
        }
    }
}

/// The largest window that fits into the memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LargestWindow {
    /// Not even a small one.
    None,
    /// Heaps up to these sizes, or all up to one.
    Heaps(Vec<u64>),
    /// So many stones.
    Stones(u64),
    /// A board of so many cells.
    Cells(u32),
}

impl fmt::Display for LargestWindow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LargestWindow::None => write!(f, "not even a small window fits"),
            LargestWindow::Heaps(to) => {
                let to: Vec<String> = to.iter().map(u64::to_string).collect();
                write!(f, "heaps up to {} fit", to.join(","))
            }
            LargestWindow::Stones(total) => write!(f, "up to {total} stones fit"),
            LargestWindow::Cells(cells) => {
                write!(f, "use a smaller board, of at most {cells} cells")
            }
        }
    }
}

/// A window that does not fit into the memory allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The bounds make no window.
    #[error(transparent)]
    Window(#[from] WindowError),
    /// Too large.
    #[error(
        "the {engine} engine would need {needed} MB for this window, more than the {limit} MB allowed; {fits}"
    )]
    TooLarge {
        /// The engine.
        engine: &'static str,
        /// Megabytes needed.
        needed: u128,
        /// Megabytes allowed.
        limit: u128,
        /// The largest window that fits.
        fits: LargestWindow,
    },
}

impl Refused {
    pub(super) fn too_large(
        engine: &'static str,
        bytes: u128,
        memory: u128,
        fits: LargestWindow,
    ) -> Refused {
        const MEGABYTE: u128 = 1 << 20;
        let (needed, limit) = (bytes.div_ceil(MEGABYTE), memory / MEGABYTE);
        Refused::TooLarge { engine, needed, limit, fits }
    }
}
