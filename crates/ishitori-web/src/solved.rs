//! A window of a heap game, solved: what stands at every position of a box.
//!
//! Grundy values come from the table engines, outcomes from the sieves, and where neither can, from plain recursion for
//! few positions. How it is done and what it takes is planned before. An unordered game whose heaps have different
//! bounds may be solved with the order remembered (see [`Known::twin`]); whichever takes less time is taken.

use std::sync::Arc;

use ishitori_core::game::{Bounds, Game, Growth, HeapGame};
use ishitori_core::solve::choose::{
    self, Engine, GrundyPlan, Limits as Room, Refused, choose, choose_grundy, p_positions,
};
use ishitori_core::solve::table::{GrundyTable, Method};
use ishitori_core::solve::{Convention, Outcome, Reference};

use crate::games::Known;
use crate::ledger::Held;
use crate::limits::Limits;
use crate::pool::Stop;
use crate::refusal::Refusal;

/// A cell that is no position.
pub const NOTHING: u16 = u16::MAX;

/// What is asked of every position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum What {
    /// Its Grundy value.
    Grundy,
    /// Who wins: 0 for P, 1 for N.
    Outcome(Convention),
}

/// How a window will be solved.
pub struct Plan {
    to: Vec<u64>,
    what: What,
    twin: bool,
    way: Way,
    /// The bytes that it takes on the way.
    pub bytes: u64,
    /// The bytes that are kept.
    pub kept: u64,
}

enum Way {
    Table(GrundyPlan),
    Sieve(choose::Plan),
    Recursion,
}

/// A solved window.
pub struct Solved {
    what: What,
    /// The largest size of each heap.
    to: Vec<u64>,
    /// Whether heaps may be arranged at will.
    unordered: bool,
    twin: bool,
    cells: Cells,
    /// Given back with the window.
    _held: Held,
}

enum Cells {
    Table(GrundyTable),
    Bits(Grid, Vec<u64>),
    Values(Grid, Vec<u16>),
}

/// The numbers of positions in a box, row by row.
struct Grid {
    lower: Vec<u64>,
    sizes: Vec<u64>,
}

impl Grid {
    fn new(game: &HeapGame, upper: &[u64]) -> Grid {
        let lower = game.rules().lower.clone();
        let size = |(low, up): (&u64, &u64)| (up + 1).saturating_sub(*low);
        let sizes = lower.iter().zip(upper).map(size).collect();
        Grid { lower, sizes }
    }

    fn cells(&self) -> u64 {
        self.sizes.iter().fold(1u64, |all, size| all.saturating_mul(*size))
    }

    fn number(&self, heaps: &[u64]) -> usize {
        let place = heaps.iter().zip(&self.lower).zip(&self.sizes);
        place.fold(0, |at, ((heap, low), size)| at * size + (heap - low)) as usize
    }
}

/// Plans how to solve all positions with heaps up to `to`.
///
/// # Errors
/// [`Refusal`] if it does not fit.
pub fn plan(known: &Known, what: What, to: &[u64], limits: &Limits) -> Result<Plan, Refusal> {
    let game = known.heaps()?;
    known.is_scanned_soon(to)?;
    let own = planned(game, false, what, to, limits);
    let Some(twin) = known.twin() else { return own };
    match (own, planned(twin, true, what, to, limits)) {
        (Ok(own), Ok(twin)) => {
            Ok(if twin.seconds(known) < own.seconds(known) { twin } else { own })
        }
        (Err(_), Ok(twin)) => Ok(twin),
        (own, Err(_)) => own,
    }
}

fn planned(
    game: &HeapGame,
    twin: bool,
    what: What,
    to: &[u64],
    limits: &Limits,
) -> Result<Plan, Refusal> {
    let bounds = Bounds { to: to.to_vec(), total: None };
    let most = limits.window_bytes();
    let room = Room { memory: most.into(), threads: 1 };
    let upper = game.upper_bounds(&bounds).map_err(|error| Refusal::from(Refused::from(error)))?;
    let cells = Grid::new(game, &upper).cells();
    let made = |way, bytes, kept| Ok(Plan { to: to.to_vec(), what, twin, way, bytes, kept });
    match what {
        What::Grundy => {
            if let Some(plan) = choose_grundy(game, &bounds, room)? {
                let halves = if plan.method == Method::Pairs { 2 } else { 1 };
                let wide = if upper.iter().sum::<u64>() > u64::from(u16::MAX) { 4 } else { 2 };
                let (bytes, kept) = (number(plan.bytes), plan.positions * wide / halves);
                return made(Way::Table(plan), bytes, number(kept).min(bytes));
            }
        }
        What::Outcome(convention) => {
            let plan = choose(game, &bounds, convention, room)?;
            if !matches!(plan.engine, Engine::Reference) {
                let (bits, engine) = (cells / 8 + 8, number(plan.bytes.unwrap_or(0)));
                let bytes = bits.saturating_add(engine);
                if bytes > most {
                    return Err(Refusal::beyond("window_bytes", most, bytes));
                }
                return made(Way::Sieve(plan), bytes, bits);
            }
        }
    }
    if cells > limits.positions {
        return Err(Refusal::beyond("positions", limits.positions, cells));
    }
    made(Way::Recursion, limits.recursion_bytes(limits.positions) + 2 * cells, 2 * cells)
}

fn number(bytes: u128) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX)
}

impl Plan {
    /// Solves the window.
    ///
    /// # Errors
    /// [`Refusal`] if the work is stopped or the time used up.
    pub fn solve(
        &self,
        known: &Known,
        limits: &Limits,
        stop: &Arc<Stop>,
        mut held: Held,
    ) -> Result<Solved, Refusal> {
        let game = match known.twin() {
            Some(twin) if self.twin => twin,
            _ => known.heaps()?,
        };
        let bounds = Bounds { to: self.to.clone(), total: None };
        let upper = game.upper_bounds(&bounds).map_err(Refused::from)?;
        let given_up = |gave_up| stop.refusal(gave_up);
        let cells = match &self.way {
            Way::Table(plan) => {
                let budget = &mut stop.budget(None);
                Cells::Table(plan.solve(game, budget).map_err(given_up)?)
            }
            Way::Sieve(plan) => {
                let What::Outcome(convention) = self.what else { return Err(Refusal::bug()) };
                let grid = Grid::new(game, &upper);
                let mut words = vec![0u64; grid.cells() as usize / 64 + 1];
                let budget = &mut stop.budget(None);
                p_positions(game, &bounds, convention, plan, budget, &mut |position| {
                    let at = grid.number(position);
                    words[at / 64] |= 1 << (at % 64);
                })
                .map_err(given_up)?;
                Cells::Bits(grid, words)
            }
            Way::Recursion => {
                let grid = Grid::new(game, &upper);
                let mut values = vec![NOTHING; grid.cells() as usize];
                let mut solver = Reference::new(game);
                let budget = &mut stop.budget(Some(limits.positions));
                let mut gave_up = None;
                let visited = game.visit_positions(&bounds, &mut |position| match solver
                    .facts(position, budget)
                {
                    Ok(facts) => {
                        values[grid.number(position)] = match self.what {
                            What::Grundy => narrow(facts.grundy),
                            What::Outcome(convention) => code(facts.outcome(convention)),
                        };
                        std::ops::ControlFlow::Continue(())
                    }
                    Err(why) => {
                        gave_up = Some(why);
                        std::ops::ControlFlow::Break(())
                    }
                });
                visited.map_err(Refused::from)?;
                if let Some(why) = gave_up {
                    return Err(given_up(why));
                }
                Cells::Values(grid, values)
            }
        };
        held.keep(self.kept);
        let (what, to, twin) = (self.what, self.to.clone(), self.twin);
        let unordered = known.heaps()?.rules().symmetry.identifies();
        Ok(Solved { what, to, unordered, twin, cells, _held: held })
    }
}

fn narrow(value: u32) -> u16 {
    u16::try_from(value).unwrap_or(NOTHING).min(NOTHING - 1)
}

fn code(outcome: Outcome) -> u16 {
    match outcome {
        Outcome::P => 0,
        Outcome::N => 1,
    }
}

impl Solved {
    /// What it tells.
    pub fn what(&self) -> What {
        self.what
    }

    /// Whether it answers for heaps up to `to`, in this order: a view asks for its cells without looking for
    /// an order in which they fit ([`Solved::at`]).
    pub fn covers(&self, what: What, to: &[u64]) -> bool {
        self.what == what && to.iter().zip(&self.to).all(|(asked, most)| asked <= most)
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
        let rules = game.rules();
        if rules.lower.iter().zip(&*heaps).any(|(low, heap)| heap < low)
            || !rules.validity.iter().all(|condition| condition.holds(heaps, &[]))
        {
            return NOTHING;
        }
        if !self.twin && rules.symmetry.identifies() {
            heaps.sort_unstable();
        }
        match &self.cells {
            Cells::Table(table) => narrow(table.get(heaps)),
            Cells::Bits(grid, words) => {
                let at = grid.number(heaps);
                u16::from(words[at / 64] >> (at % 64) & 1 == 0)
            }
            Cells::Values(grid, values) => values[grid.number(heaps)],
        }
    }
}

/// The largest side of a window of these axes, the other heaps being at most `fixed`, that is planned to fit and to
/// be solved in a quarter of the time of a request.
pub fn largest(known: &Known, what: What, axes: &[usize], fixed: &[u64], limits: &Limits) -> u64 {
    let sides = (4..=15).map(|bits| (1u64 << bits) - 1);
    let fits = |side: &u64| {
        let mut to = fixed.to_vec();
        axes.iter().for_each(|axis| to[*axis] = (*side).max(fixed[*axis]));
        let plan = plan(known, what, &to, limits);
        plan.is_ok_and(|plan| plan.seconds(known) < limits.request.as_secs_f64() / 4.0)
    };
    sides.take_while(fits).last().unwrap_or(0)
}

impl Plan {
    /// How long it takes, roughly. Measured on one thread of an ordinary machine: pairs take 20 ns a position, running
    /// sets 60 and one for each word of a set, scanned options and marks 5 for each, a sieve by lines a tenth,
    /// by keys 60, recursion 20 for each option.
    pub fn seconds(&self, known: &Known) -> f64 {
        let nanoseconds = match &self.way {
            Way::Table(plan) => {
                let each = match plan.method {
                    Method::Pairs => 20.0,
                    Method::Running => {
                        let words = plan.upper.iter().sum::<u64>() / 64 + 1;
                        60.0 + (words * plan.shapes.len() as u64) as f64
                    }
                    Method::Scanned => 50.0 + 5.0 * options(known, &plan.upper),
                };
                each * plan.positions as f64
            }
            Way::Sieve(plan) => {
                let each = match &plan.engine {
                    Engine::Lines { .. } => 0.1,
                    Engine::Marks { upper, .. } => {
                        60.0 + 5.0 * options(known, upper) * self.arrangements(known, upper)
                    }
                    Engine::Keys { .. } | Engine::Reference => 60.0,
                };
                each * plan.positions as f64
            }
            Way::Recursion => {
                let largest = self.to.iter().copied().max().unwrap_or(0) as f64;
                let never = known.heaps().is_ok_and(|game| game.growth() == Growth::Never);
                // Two bytes are kept of a position; where heaps grow, others are solved as well.
                let within = self.kept as f64 / 2.0;
                let heaps = i32::try_from(self.to.len()).unwrap_or(i32::MAX);
                let positions = if never { within } else { (largest + 1.0).powi(heaps) };
                (100.0 + 20.0 * options(known, &self.to)) * positions
            }
        };
        nanoseconds * 1e-9
    }
}

impl Plan {
    /// How many times more positions can move to a position than it can move to: an unordered one is looked at in all its
    /// arrangements, and where heaps are deleted or grow, any size may have been there before.
    fn arrangements(&self, known: &Known, upper: &[u64]) -> f64 {
        let Ok(game) = known.heaps() else { return 1.0 };
        let rules = game.rules();
        let largest = upper.iter().copied().max().unwrap_or(0);
        let deleted =
            if game.growth() == Growth::Never { 1.0 } else { (largest as f64 / 8.0).max(1.0) };
        if self.twin || !rules.symmetry.identifies() || rules.closed_in_place {
            return deleted;
        }
        (1..=rules.names.len()).fold(deleted, |all, heaps| all * heaps as f64)
    }
}

/// How many options a position in the middle of a box has, more or less.
fn options(known: &Known, upper: &[u64]) -> f64 {
    let Ok(game) = known.heaps() else { return 0.0 };
    let lower = &game.rules().lower;
    let middle: Vec<u64> = upper.iter().zip(lower).map(|(up, low)| low + (up - low) / 2).collect();
    // Where the middle is no position, something near it may be.
    let near = |more: u64| {
        let heap = |(at, size): (usize, &u64)| size + more * at as u64;
        game.position(&middle.iter().enumerate().map(heap).collect::<Vec<_>>()).ok()
    };
    let Some(position) = (0..8).find_map(near) else { return 1e3 };
    let mut count = 0u32;
    game.visit_options(&position, &mut |_| {
        count += 1;
        if count < 100_000 {
            std::ops::ControlFlow::Continue(())
        } else {
            std::ops::ControlFlow::Break(())
        }
    });
    count.into()
}
