//! A window of a heap game, solved: what stands at every position of a box.
//!
//! Grundy values come from the table engines, outcomes from the sieves, and where neither can, from plain recursion for
//! few positions; where moves delete heaps, from the heaps that moves see. How it is done and what it takes is planned before. An unordered game whose heaps have different
//! bounds may be solved with the order remembered (see [`Known::twin`]); whichever takes less time is taken.

mod cost;

use std::ops::ControlFlow;
use std::sync::Arc;

use ishitori_core::game::{Bounds, Game, Growth, HeapGame, Heaps};
use ishitori_core::solve::choose::{
    self, Engine, GrundyPlan, Limits as Room, Refused, choose, choose_grundy, p_positions,
};
use ishitori_core::solve::seen::{self, Seen};
use ishitori_core::solve::table::{GrundyTable, Method};
use ishitori_core::solve::{Convention, GaveUp, Outcome, Reference};

use crate::games::Known;
use crate::ledger::Held;
use crate::limits::Limits;
use crate::pool::Stop;
use crate::refusal::Refusal;

pub use cost::largest;

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
    /// With so many choices of seen heaps, and so many families.
    Seen {
        choices: u64,
        families: usize,
    },
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
    let twin = known.twin().map(|twin| planned(twin, true, what, to, limits));
    // Values tell who wins as well, sometimes sooner.
    let values = (what == What::Outcome(Convention::Normal))
        .then(|| planned(game, false, What::Grundy, to, limits).map(|plan| Plan { what, ..plan }));
    let seen = by_seen(known, what, to, limits).map(Ok);
    let faster = |best: Result<Plan, Refusal>, other: Result<Plan, Refusal>| match (best, other) {
        (Ok(best), Ok(other)) if other.seconds(known) < best.seconds(known) => Ok(other),
        (Err(_), Ok(other)) => Ok(other),
        (best, _) => best,
    };
    twin.into_iter().chain(values).chain(seen).fold(own, faster)
}

/// A plan by the heaps that moves see, if they do not see all, and it fits.
fn by_seen(known: &Known, what: What, to: &[u64], limits: &Limits) -> Option<Plan> {
    let (kinds, families) = known.seen()?;
    let game = known.heaps().ok()?;
    // Heaps that grow beyond the largest before would be seen without an end that is known.
    if game.growth() == Growth::Beyond {
        return None;
    }
    let upper = game.upper_bounds(&Bounds { to: to.to_vec(), total: None }).ok()?;
    let largest = upper.iter().copied().max()?;
    let cells = Grid::new(game, &upper).cells();
    let unordered = game.rules().symmetry.identifies();
    let choices = kinds.iter().fold(0u64, |all, heaps| {
        let ordered = (0..*heaps as u64).fold(1u64, |all, _| all.saturating_mul(largest + 1));
        let orders = if unordered { (1..=*heaps as u64).product() } else { 1 };
        all.saturating_add(ordered / orders)
    });
    let bytes = choices.saturating_mul(seen::BYTES).saturating_add(cells.saturating_mul(2));
    let way = Way::Seen { choices, families: *families };
    let plan = Plan { to: to.to_vec(), what, twin: false, way, bytes, kept: 2 * cells };
    (bytes <= limits.window_bytes()).then_some(plan)
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
                let mut solver = Reference::new(game);
                let budget = &mut stop.budget(Some(limits.positions));
                let filled = filled(game, &bounds, &upper, |position| {
                    let facts = solver.facts(position, budget)?;
                    Ok(self.code(facts.grundy, |convention| facts.outcome(convention)))
                });
                filled?.map_err(given_up)?
            }
            Way::Seen { .. } => {
                let mut solver = Seen::new(game).ok_or_else(Refusal::bug)?;
                let budget = &mut stop.budget(None);
                let filled = filled(game, &bounds, &upper, |position| {
                    let told = solver.told(position, budget)?;
                    Ok(self.code(told.grundy, |convention| told.outcome(convention)))
                });
                filled?.map_err(given_up)?
            }
        };
        held.keep(self.kept);
        let (what, to, twin) = (self.what, self.to.clone(), self.twin);
        let unordered = known.heaps()?.rules().symmetry.identifies();
        Ok(Solved { what, to, unordered, twin, cells, _held: held })
    }
}

impl Plan {
    /// What is written for a position.
    fn code(&self, grundy: u32, outcome: impl Fn(Convention) -> Outcome) -> u16 {
        match self.what {
            What::Grundy => narrow(grundy),
            What::Outcome(convention) => code(outcome(convention)),
        }
    }
}

/// The cells of a window, each as `solve` says.
fn filled(
    game: &HeapGame,
    bounds: &Bounds,
    upper: &[u64],
    mut solve: impl FnMut(&Heaps) -> Result<u16, GaveUp>,
) -> Result<Result<Cells, GaveUp>, Refusal> {
    let grid = Grid::new(game, upper);
    let mut values = vec![NOTHING; grid.cells() as usize];
    let mut gave_up = None;
    let visited = game.visit_positions(bounds, &mut |position| match solve(position) {
        Ok(value) => {
            values[grid.number(position)] = value;
            ControlFlow::Continue(())
        }
        Err(why) => {
            gave_up = Some(why);
            ControlFlow::Break(())
        }
    });
    visited.map_err(Refused::from)?;
    Ok(gave_up.map_or(Ok(Cells::Values(grid, values)), Err))
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
            Cells::Table(table) if self.what == What::Grundy => narrow(table.get(heaps)),
            Cells::Table(table) => u16::from(table.get(heaps) != 0),
            Cells::Bits(grid, words) => {
                let at = grid.number(heaps);
                u16::from(words[at / 64] >> (at % 64) & 1 == 0)
            }
            Cells::Values(grid, values) => values[grid.number(heaps)],
        }
    }
}
