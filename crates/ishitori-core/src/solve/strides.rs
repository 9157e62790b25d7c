//! Values and lengths of play of any heap game, in one pass over a box.
//!
//! The box is an array. It is walked in an order in which options come before their position: row by row where every move makes the
//! position smaller as a word (`game/order.rs`), else by the measure of the rule, which falls with every move; so heaps may grow.
//! The options of a position are runs of numbers (`game/runs.rs`), looked up in the array, and three things make that cheap:
//!
//! - a run is a loop with a fixed step;
//! - where the runs of a row only grow, what was seen stays, and only the new part is looked at;
//! - for lengths of play, cones and diagonals need no loop at all: what counts of their options is two numbers, and
//!   those of a position follow from those of the positions one step below (`CornerRing`).
//!
//! *Lengths of play* (remoteness): the winner hurries, the loser delays, so it is one more than the least of the lost options, or if
//! there is none, than the largest of all. Its parity tells who wins: whoever cannot move has length 0, and each move turns it.
//! So one table tells outcome and length; another one values, by mex.
//!
//! P-positions are told on the way, in the order of the walk, and between two cells is a safe point (`strides/walk.rs`).
//!
//! Cost: two bytes a cell (four beyond 65,534 moves), and some nanoseconds for each family and each option that is looked at; one
//! thread. Cells that are no positions, or that nothing in the window reaches, are left out. For P-positions alone, and for
//! values of cones and pairs, other engines are faster. Tested against the reference on the catalogue and on random rules.

mod cell;
mod facts;
mod plan;
mod walk;

use std::io;

use ishitori_rule::family::MAX_HEAP;
use ishitori_rule::measure::WeightedCount;

use super::Convention;
use super::shape::{FamilyShape, shapes};
use super::snapshot::{
    EngineSession, NoKeeper, SafePoints, StateError, StateReader, StateSubject, StateWriter,
    UnfinishedRun,
};
use crate::control::{Control, GaveUp};
use crate::game::{Bounds, GameKind, HeapGame, Heaps};
use cell::StrideCell;
use facts::{LengthRange, RowLengths, RowSets};
use walk::BoxWalk;

pub use plan::{StrideFact, StridePlan};

/// A solved box.
#[derive(Clone, Debug)]
pub struct StrideTable {
    tells: StrideFact,
    lower: Vec<u64>,
    upper: Vec<u64>,
    weights: Vec<usize>,
    cells: StrideCells,
}

#[derive(Clone, Debug)]
enum StrideCells {
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

impl StridePlan {
    /// A plan for all positions with heaps up to `upper`; `None` if the box is too large to be numbered. Heaps of a game
    /// without an order are solved in all their arrangements.
    pub fn new(game: &HeapGame, upper: &[u64], tells: StrideFact) -> Option<StridePlan> {
        let rules = game.rules();
        let asked = game.clipped(upper);
        if asked.iter().zip(&rules.lower).any(|(up, low)| up < low) {
            return None;
        }
        let upper = game.reach(&asked);
        // A heap that may grow for ever has no box.
        if upper.contains(&MAX_HEAP) && upper != asked {
            return None;
        }
        let size = |(up, low): (&u64, &u64)| usize::try_from(up - low + 1).ok();
        let sizes = upper.iter().zip(&rules.lower).map(size).collect::<Option<Vec<usize>>>()?;
        let cells = sizes.iter().try_fold(1usize, |all, size| all.checked_mul(*size))?;
        if cells >= 1 << 40 {
            return None;
        }
        game.valid_heaps().ok()?;
        let order = game.falling_order(&sizes);
        let measure = match rules.measure.one_count() {
            Some(count) => largest_measure(count, &asked, &rules.lower)?,
            // No game lasts longer than there are positions.
            None if order.is_some() => cells as u64,
            None => return None,
        };
        let width: u128 = if measure < u64::from(u16::MAX) { 2 } else { 4 };
        // Each position with its measure, to be sorted.
        let walked = if order.is_some() { 0 } else { size_of::<(i64, usize)>() as u128 };
        let rings = match tells {
            // A ring is at most the box without its outermost heap.
            StrideFact::Remoteness(_) => {
                let inner = order.as_ref().map_or(0, |order| cells / sizes[order[0]].max(1));
                let steps = |shape: &FamilyShape| match shape {
                    FamilyShape::Cone(_) => 1,
                    FamilyShape::Diagonal(heaps) => heaps.len(),
                    _ => 0,
                };
                let longest: usize = shapes(rules).iter().map(steps).sum();
                (size_of::<LengthRange>() * longest) as u128 * inner as u128
            }
            StrideFact::Grundy => 0,
        };
        // How far the runs of a row have grown.
        let rows = 16 * rules.families.len() as u128;
        let bytes = (width + walked) * cells as u128 + rings + rows;
        Some(StridePlan { tells, upper, order, measure, positions: cells as u128, bytes })
    }

    /// Solves the box.
    ///
    /// # Errors
    /// [`GaveUp`] if `control` runs out; it counts cells.
    pub fn solve(&self, game: &HeapGame, control: &Control) -> Result<StrideTable, GaveUp> {
        let keeper = &mut NoKeeper;
        Ok(self.solve_from(game, EngineSession::new(keeper), control)?)
    }

    /// The same for an [`EngineSession`]: it may go on from a state, and hands over states on the way.
    ///
    /// # Errors
    /// [`UnfinishedRun`] if `control` runs out, or the state does not fit.
    pub(crate) fn solve_from(
        &self,
        game: &HeapGame,
        session: EngineSession,
        control: &Control,
    ) -> Result<StrideTable, UnfinishedRun> {
        let convention = match self.tells {
            StrideFact::Grundy => Convention::Normal,
            StrideFact::Remoteness(convention) => convention,
        };
        let window = Bounds { to: self.upper.clone(), total: None };
        let about =
            StateSubject { engine: "strides".into(), game: game.fingerprint(), window, convention };
        let safe = &mut SafePoints::new(session, about, control)?;
        self.solve_telling(game, control, safe, &mut |_, _| {})
    }

    /// Reads a table that [`StrideTable::write`] wrote.
    ///
    /// # Errors
    /// [`StateError`] if it is none of this plan.
    pub(crate) fn read(
        &self,
        game: &HeapGame,
        source: &mut StateReader<'_>,
    ) -> Result<StrideTable, StateError> {
        let game = game.with_order().unwrap_or(game);
        let cells = match self.measure < u64::from(u16::MAX) {
            true => StrideCells::Narrow(self.read_cells(source)?),
            false => StrideCells::Wide(self.read_cells(source)?),
        };
        let (lower, weights) = (game.rules().lower.clone(), self.weights(game));
        Ok(StrideTable { tells: self.tells, lower, upper: self.upper.clone(), weights, cells })
    }

    fn read_cells<C: StrideCell>(
        &self,
        source: &mut StateReader<'_>,
    ) -> Result<Vec<C>, StateError> {
        let read = |_| {
            let cell = C::read(source)?;
            let is_known =
                cell.number() == C::NONE.number() || u64::from(cell.number()) <= self.measure;
            if is_known { Ok(cell) } else { Err(StateError::Damaged("a value is too large")) }
        };
        (0..self.positions).map(read).collect()
    }

    /// Calls `visit` with every P-position of the box, in the order of the walk; unordered heaps ascending.
    ///
    /// # Errors
    /// [`UnfinishedRun`] if `control` runs out, or the state to go on from does not fit.
    pub(crate) fn p_positions(
        &self,
        game: &HeapGame,
        control: &Control,
        safe: &mut SafePoints,
        visit: &mut dyn FnMut(&Heaps),
    ) -> Result<(), UnfinishedRun> {
        let lost = u32::from(self.tells == StrideFact::Remoteness(Convention::Misere));
        let is_lost = |value: u32| match self.tells {
            StrideFact::Grundy => value == 0,
            StrideFact::Remoteness(_) => value % 2 == lost,
        };
        let unordered = game.rules().symmetry.identifies();
        let mut position = game.rules().lower.clone().into_boxed_slice();
        self.solve_telling(game, control, safe, &mut |heaps, value| {
            if is_lost(value) && (!unordered || heaps.is_sorted()) {
                position.iter_mut().zip(heaps).for_each(|(to, heap)| *to = *heap as u64);
                visit(&position);
            }
        })?;
        Ok(())
    }

    /// Solves the box, and calls `told` with each position and what is told of it.
    fn solve_telling(
        &self,
        game: &HeapGame,
        control: &Control,
        safe: &mut SafePoints,
        told: &mut dyn FnMut(&[i64], u32),
    ) -> Result<StrideTable, UnfinishedRun> {
        let ordered = game.with_order();
        let game = ordered.unwrap_or(game);
        let cells = match self.measure < u64::from(u16::MAX) {
            true => StrideCells::Narrow(self.cells(game, control, safe, told)?),
            false => StrideCells::Wide(self.cells(game, control, safe, told)?),
        };
        let (lower, weights) = (game.rules().lower.clone(), self.weights(game));
        Ok(StrideTable { tells: self.tells, lower, upper: self.upper.clone(), weights, cells })
    }

    /// By how much each heap counts in the number of a cell.
    fn weights(&self, game: &HeapGame) -> Vec<usize> {
        let lower = &game.rules().lower;
        let natural: Vec<usize> = (0..lower.len()).collect();
        let order = self.order.as_ref().unwrap_or(&natural);
        let mut weights = vec![0; lower.len()];
        let mut cells = 1;
        for &heap in order.iter().rev() {
            weights[heap] = cells;
            cells *= (self.upper[heap] - lower[heap] + 1) as usize;
        }
        weights
    }

    fn cells<C: StrideCell>(
        &self,
        game: &HeapGame,
        control: &Control,
        safe: &mut SafePoints,
        told: &mut dyn FnMut(&[i64], u32),
    ) -> Result<Vec<C>, UnfinishedRun> {
        let walk = BoxWalk::new(self, game)?;
        match self.tells {
            StrideFact::Grundy => walk.run(&mut RowSets::new(&walk), control, safe, told),
            StrideFact::Remoteness(convention) => {
                walk.run(&mut RowLengths::new(&walk, convention), control, safe, told)
            }
        }
    }
}

/// The largest measure of the positions that are asked for, above that of the smallest.
fn largest_measure(count: &WeightedCount, upper: &[u64], lower: &[u64]) -> Option<u64> {
    let weights = count.stones.iter().zip(upper.iter().zip(lower));
    let stones = weights.map(|(weight, (up, low))| weight.unsigned_abs().checked_mul(up - low));
    let heaps = count.nonempty.iter().map(|weight| Some(weight.unsigned_abs()));
    stones.chain(heaps).try_fold(0u64, |sum, more| sum.checked_add(more?))
}

impl StrideTable {
    /// What it tells.
    pub(crate) fn tells(&self) -> StrideFact {
        self.tells
    }

    /// What stands at heaps; `None` if they are outside, or no position that was reached.
    pub fn get(&self, heaps: &[u64]) -> Option<u32> {
        let mut number = 0;
        for (heap, weight) in self.weights.iter().enumerate() {
            let size = heaps[heap].checked_sub(self.lower[heap])?;
            if heaps[heap] > self.upper[heap] {
                return None;
            }
            number += size as usize * weight;
        }
        match &self.cells {
            StrideCells::Narrow(cells) => {
                Some(cells[number]).filter(|c| *c != u16::NONE).map(u32::from)
            }
            StrideCells::Wide(cells) => Some(cells[number]).filter(|cell| *cell != u32::NONE),
        }
    }

    /// Writes its cells.
    pub(crate) fn write(&self, out: &mut StateWriter<'_>) -> io::Result<()> {
        match &self.cells {
            StrideCells::Narrow(cells) => cells.iter().try_for_each(|cell| cell.write(out)),
            StrideCells::Wide(cells) => cells.iter().try_for_each(|cell| cell.write(out)),
        }
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> u64 {
        match &self.cells {
            StrideCells::Narrow(cells) => 2 * cells.len() as u64,
            StrideCells::Wide(cells) => 4 * cells.len() as u64,
        }
    }
}
