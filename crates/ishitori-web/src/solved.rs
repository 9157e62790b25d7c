//! Solved windows on the page: planned within the server's limits, each with the memory that it holds.
//!
//! The question room of core plans and solves them; here they get the code of the page's tiles, two bytes a cell.

use std::sync::Arc;

use ishitori::Bounds;
use ishitori::games::HeapGame;
use ishitori::questions::{AskError, AskedGame, Fact, Plan, Question, SolvedWindow};
use ishitori::{Control, Listener};

use crate::games::ServedGame;
use crate::ledger::HeldMemory;
use crate::limits::ServerLimits;
use crate::pool::Stop;
use crate::refusal::RequestRefusal;

/// A cell that is no position.
pub const NOTHING: u16 = u16::MAX;

/// How a window will be solved.
pub struct PlannedWindow {
    to: Vec<u64>,
    plan: Plan,
    /// The bytes that it takes on the way.
    pub bytes: u64,
}

/// A solved window.
pub struct Solved {
    window: SolvedWindow,
    /// The largest size of each heap.
    to: Vec<u64>,
    /// Whether heaps may be arranged at will.
    unordered: bool,
    /// Given back with the window.
    _held: HeldMemory,
}

/// Plans how to solve all positions with heaps up to `to`.
///
/// # Errors
/// [`RequestRefusal`] if it does not fit, or nobody waits for it any more.
pub fn plan(
    known: &ServedGame,
    fact: Fact,
    to: &[u64],
    limits: &ServerLimits,
    stop: &Stop,
) -> Result<PlannedWindow, RequestRefusal> {
    let game = known.heaps()?;
    known.is_scanned_soon(to)?;
    // Every plan needs it, and where there are many families nothing else in a plan takes long.
    let goes_on = || stop.goes_on().is_ok();
    if game.growth_while(&goes_on).is_none() {
        stop.goes_on().map_err(|gave_up| stop.refusal(gave_up))?;
    }
    let memory = usize::try_from(limits.window_bytes()).unwrap_or(usize::MAX);
    let plan =
        game.plan(&Question::LookUp { to, fact }, &Control::unlimited().with_memory(memory))?;
    let number = |bytes: u128| u64::try_from(bytes).unwrap_or(u64::MAX);
    let bytes = match plan.bytes {
        Some(bytes) => number(bytes),
        None => {
            let cells = to.iter().fold(1u64, |all, size| all.saturating_mul(size + 1));
            if cells > limits.positions {
                return Err(RequestRefusal::beyond("positions", limits.positions, cells));
            }
            limits.recursion_bytes(limits.positions) + 4 * cells
        }
    };
    Ok(PlannedWindow { to: to.to_vec(), plan, bytes })
}

/// The largest side of a window of these axes, the other heaps being at most `fixed`, that is planned to fit and to
/// be solved in an eighth of the time of a request: others ask at the same time.
///
/// # Errors
/// [`RequestRefusal`] if nobody waits for it any more, or it takes too long.
pub fn largest(
    known: &ServedGame,
    fact: Fact,
    axes: &[usize],
    fixed: &[u64],
    limits: &ServerLimits,
    stop: &Stop,
) -> Result<u64, RequestRefusal> {
    // 15, 23, 31, 47, 63, ...: powers of two, and half as much again.
    let sides = (4..=15).flat_map(|bits| [1u64 << bits, 3u64 << (bits - 1)]).map(|size| size - 1);
    let fits = |side: &u64| {
        let mut to = fixed.to_vec();
        axes.iter().for_each(|axis| to[*axis] = (*side).max(fixed[*axis]));
        let plan = plan(known, fact, &to, limits, stop);
        plan.is_ok_and(|plan| plan.seconds(known) < limits.request.as_secs_f64() / 8.0)
    };
    let mut largest = 0;
    for side in sides {
        stop.goes_on().map_err(|gave_up| stop.refusal(gave_up))?;
        if !fits(&side) {
            break;
        }
        largest = side;
    }
    Ok(largest)
}

impl PlannedWindow {
    /// How long it takes, roughly.
    pub fn seconds(&self, known: &ServedGame) -> f64 {
        known.heaps().map_or(0.0, |game| self.plan.seconds(game, &self.to))
    }

    /// Solves the window.
    ///
    /// # Errors
    /// [`RequestRefusal`] if the work is stopped or the time used up.
    pub fn solve(
        &self,
        known: &ServedGame,
        limits: &ServerLimits,
        stop: &Arc<Stop>,
        mut held: HeldMemory,
    ) -> Result<Solved, RequestRefusal> {
        let game = known.heaps()?;
        let bounds = Bounds { to: self.to.clone(), total: None };
        let control = stop.control(Some(limits.positions));
        let window = SolvedWindow::solve(game, &bounds, &self.plan, &control);
        let window = window.map_err(|error| match error {
            AskError::Refused(refused) => refused.into(),
            AskError::GaveUp(gave_up) => stop.refusal(gave_up),
        })?;
        held.keep(window.bytes());
        let unordered = game.rules().symmetry.identifies();
        Ok(Solved { window, to: self.to.clone(), unordered, _held: held })
    }
}

impl Solved {
    /// What it tells.
    pub fn fact(&self) -> Fact {
        self.window.fact()
    }

    /// Whether it answers for heaps up to `to`, in this order: a view asks for its cells without looking for
    /// an order in which they fit ([`Solved::at`]).
    pub fn covers(&self, fact: Fact, to: &[u64]) -> bool {
        self.fact() == fact && to.iter().zip(&self.to).all(|(asked, most)| asked <= most)
    }

    /// What stands at a position, if it is within the window.
    pub fn find(&self, game: &HeapGame, position: &[u64]) -> Option<u16> {
        self.fitted(position).map(|mut heaps| self.at(game, &mut heaps))
    }

    /// The heaps in an order in which they fit; in an unordered game, the largest where there is most room.
    fn fitted(&self, heaps: &[u64]) -> Option<Vec<u64>> {
        let mut fitted = heaps.to_vec();
        if self.unordered {
            let mut places: Vec<usize> = (0..heaps.len()).collect();
            places.sort_by_key(|place| self.to[*place]);
            let mut sorted = heaps.to_vec();
            sorted.sort_unstable();
            places.iter().zip(sorted).for_each(|(place, heap)| fitted[*place] = heap);
        }
        fitted.iter().zip(&self.to).all(|(heap, most)| heap <= most).then_some(fitted)
    }

    /// What stands at `heaps`, which are within its bounds in this order, or [`NOTHING`]; `heaps` may be sorted by that.
    pub fn at(&self, game: &HeapGame, heaps: &mut [u64]) -> u16 {
        let value = self.window.at(game, heaps);
        value.map_or(NOTHING, |value| u16::try_from(value).unwrap_or(NOTHING).min(NOTHING - 1))
    }
}
