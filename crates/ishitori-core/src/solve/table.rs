//! Grundy values of all positions of a window.
//!
//! A value is the mex of what the options have, so for each family we need the *set* of values
//! among its options. Three ways, from fast to general:
//!
//! - **Two unordered heaps** (`pairs`): for each heap the values on its line, for each difference
//!   those on its diagonal, for each sum those of the pairs that add up to it. Each is one growing
//!   bitset; a position looks at no more than five. Half the square is stored.
//! - **Cones and diagonals** (`running`): `seen[h] = {g(h)} or seen[h - v]`, the recurrence of
//!   the line sieve with sets of values in place of words, and the same rolling tables; fixed steps
//!   beside them are looked up one by one.
//! - **Anything** (`scanned`): options are scanned from the conditions and looked up.
//!
//! Only `scanned` uses several threads: positions with the same number of stones do not reach each
//! other, so a block of them is shared. The other two spend some nanoseconds on a value and need the
//! one before it, so threads would spend more on waiting for each other than on the values.
//!
//! A value is at most the number of stones that can be taken, which bounds the width of the table
//! and of the sets.
//!
//! Safe points: a row of pairs, a row of the box, a block of scanned positions. The state is the values
//! so far, in the order in which they are made, and for `running` the sets. A finished table is a state too (`whole`).

mod pairs;
mod plan;
mod running;
mod scanned;
mod values;
mod whole;

use self::values::{Index, TableValues};
use super::Convention;
use super::shape::FamilyShape;
use super::snapshot::{
    EngineSession, HEADER_BYTES, NoKeeper, SafePoints, StateSubject, UnfinishedRun,
};
use crate::control::{Control, GaveUp};
use crate::game::{Bounds, GameKind, HeapGame, Heaps};

pub use self::plan::{Method, TablePlan};
pub use self::values::GrundyTable;

impl Method {
    /// The fastest method for these families.
    pub(crate) fn of(game: &HeapGame, shapes: &[FamilyShape]) -> Method {
        let rules = game.rules();
        let plain = rules.validity.is_empty();
        let pairs = rules.symmetry.identifies() && rules.names.len() == 2;
        let pair = |s: &FamilyShape| match s {
            FamilyShape::Cone(heaps) => heaps.len() == 1,
            FamilyShape::Diagonal(_) | FamilyShape::Sum { .. } => true,
            FamilyShape::Step(_) | FamilyShape::Other => false,
        };
        let runs = |s: &FamilyShape| {
            matches!(s, FamilyShape::Cone(_) | FamilyShape::Diagonal(_) | FamilyShape::Step(_))
        };
        if plain && pairs && shapes.iter().all(pair) && pairs::fit(shapes) {
            Method::Pairs
        } else if plain && shapes.iter().all(runs) {
            Method::Running
        } else {
            Method::Scanned
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Method::Pairs => "pairs",
            Method::Running => "running sets",
            Method::Scanned => "scan",
        }
    }
}

impl TablePlan {
    /// The window that is solved, which is closed under moves.
    fn closed(&self) -> Bounds {
        Bounds { to: self.upper.clone(), total: self.window.total }
    }

    /// Makes the table.
    ///
    /// # Errors
    /// [`GaveUp`] if `control` runs out.
    pub fn solve(&self, game: &HeapGame, control: &Control) -> Result<GrundyTable, GaveUp> {
        Ok(GrundyTable::solve(game, self, EngineSession::new(&mut NoKeeper), control)?)
    }

    /// Makes the table in an [`EngineSession`]: it may go on from a state, and hands over states on the way.
    ///
    /// # Errors
    /// [`UnfinishedRun`] if `control` runs out or the state does not fit.
    pub fn solve_from(
        &self,
        game: &HeapGame,
        session: EngineSession,
        control: &Control,
    ) -> Result<GrundyTable, UnfinishedRun> {
        GrundyTable::solve(game, self, session, control)
    }
}

/// How many sizes heaps up to `upper` have, the largest value there can be, and the bytes of a value.
fn measures(lower: &[u64], upper: &[u64]) -> (Vec<u128>, u128, u128) {
    let sizes: Vec<u128> = lower
        .iter()
        .zip(upper)
        .map(|(low, up)| u128::from(up.saturating_add(1).saturating_sub(*low)))
        .collect();
    let bound: u128 = sizes.iter().map(|s| s.saturating_sub(1)).sum();
    let width = if bound <= u128::from(u16::MAX) { 2 } else { 4 };
    (sizes, bound, width)
}

/// The most bytes that a state of such a table takes: only `running` keeps its sets.
pub(crate) fn snapshot_bytes(
    method: Method,
    lower: &[u64],
    upper: &[u64],
    shapes: &[FamilyShape],
) -> u128 {
    let (sizes, _, width) = measures(lower, upper);
    let values = match method {
        Method::Running => return bytes(method, lower, upper, shapes).saturating_add(HEADER_BYTES),
        Method::Pairs => sizes[1].saturating_mul(sizes[1] + 1) / 2,
        Method::Scanned => sizes.iter().fold(1u128, |cells, size| cells.saturating_mul(*size)),
    };
    values.saturating_mul(width).saturating_add(HEADER_BYTES)
}

/// The bytes that a table with heaps up to `upper` takes, with the sets it needs on the way.
pub fn bytes(method: Method, lower: &[u64], upper: &[u64], shapes: &[FamilyShape]) -> u128 {
    let (sizes, bound, width) = measures(lower, upper);
    let set = (bound / 64 + 1) * 8;
    let cells = sizes.iter().fold(1u128, |cells, size| cells.saturating_mul(*size));
    match method {
        // Lines, diagonals and sums; a growing set may have twice the room it needs.
        Method::Pairs => cells.div_ceil(2).saturating_mul(width) + 6 * sizes[1] * set,
        Method::Running => {
            let sets = shapes.iter().map(|shape| running::sets(shape, &sizes));
            let sets = sets.fold(0u128, u128::saturating_add);
            cells.saturating_mul(width).saturating_add(sets.saturating_mul(set))
        }
        Method::Scanned => {
            let position = upper.len() * 8 + size_of::<Heaps>() + size_of::<u32>();
            let block = scanned::BLOCK * position;
            cells.saturating_mul(width).saturating_add(block as u128)
        }
    }
}

impl GrundyTable {
    /// Solves the closed window of a plan.
    ///
    /// # Errors
    /// [`UnfinishedRun`] if `control` runs out, which is counted in positions, or the state to go on from
    /// does not fit.
    pub fn solve(
        game: &HeapGame,
        plan: &TablePlan,
        mut session: EngineSession,
        control: &Control,
    ) -> Result<GrundyTable, UnfinishedRun> {
        if let Some(saved) = session.from.take_if(|saved| saved.engine().starts_with("whole ")) {
            let mut source = saved.about(&whole::about(game, plan))?;
            let table = GrundyTable::read(game, plan, &mut source)?;
            source.end()?;
            return Ok(table);
        }
        let about = StateSubject {
            engine: format!("table by {}", plan.method.name()),
            game: game.fingerprint(),
            window: plan.closed(),
            convention: Convention::Normal,
        };
        let safe = &mut SafePoints::new(session, about, control)?;
        match plan.method {
            Method::Pairs => pairs::solve(game, plan, control, safe),
            Method::Running => running::solve(game, plan, control, safe),
            Method::Scanned => scanned::solve(game, plan, control, safe),
        }
    }

    /// The value of a position of the window.
    pub fn get(&self, heaps: &[u64]) -> u32 {
        self.values.get(self.number(heaps))
    }

    /// The values along a line: at `heaps`, and with one more stone in the last heap after the other.
    pub(crate) fn along(&self, heaps: &[u64], out: &mut [u32]) {
        let mut at = self.number(heaps);
        // In a triangle a row is as long as its number says.
        let mut row = match self.index {
            Index::Triangle => (heaps[1] - self.lower[1]) as usize + 1,
            Index::Box | Index::SortedBox => 1,
        };
        for value in out {
            *value = self.values.get(at);
            at += row;
            row += usize::from(self.index == Index::Triangle);
        }
    }

    fn number(&self, heaps: &[u64]) -> usize {
        let size = |i: usize| (heaps[i] - self.lower[i]) as usize;
        match self.index {
            Index::Triangle => {
                let (a, b) = (size(0).min(size(1)), size(0).max(size(1)));
                b * (b + 1) / 2 + a
            }
            Index::Box => (0..heaps.len()).fold(0, |at, i| at * self.sizes[i] + size(i)),
            Index::SortedBox => {
                debug_assert!(heaps.is_sorted());
                (0..heaps.len()).fold(0, |at, i| at * self.sizes[i] + size(i))
            }
        }
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> u64 {
        match &self.values {
            TableValues::Narrow(values) => 2 * values.len() as u64,
            TableValues::Wide(values) => 4 * values.len() as u64,
        }
    }

    /// The largest value there can be.
    fn bound(&self) -> u64 {
        self.sizes.iter().map(|s| *s as u64 - 1).sum()
    }

    fn new(game: &HeapGame, upper: &[u64], index: Index) -> GrundyTable {
        let lower = game.rules().lower.clone();
        let size = |(low, up): (&u64, &u64)| (up + 1 - low) as usize;
        let sizes: Vec<usize> = lower.iter().zip(upper).map(size).collect();
        let bound: u64 = sizes.iter().map(|s| *s as u64 - 1).sum();
        let cells = match index {
            Index::Triangle => sizes[1] * (sizes[1] + 1) / 2,
            _ => sizes.iter().product(),
        };
        GrundyTable { lower, sizes, index, values: TableValues::new(cells, bound) }
    }
}
