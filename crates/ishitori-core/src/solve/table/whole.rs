//! A finished table as a state: all values and nothing else, so that going on from it is reading it.
//!
//! For those who have more to do with a table than to make it: what an engine hands over on the way
//! ends before the last row, and without this a run that is stopped while its table is written would have
//! to solve the rest once more. Cost: two or four bytes a cell.

use std::io;

use super::plan::{Method, TablePlan};
use super::values::{GrundyTable, Index};
use crate::control::GaveUp;
use crate::game::{GameKind, HeapGame};
use crate::solve::Convention;
use crate::solve::snapshot::{
    EngineState, Keeper, StateError, StateReader, StateSubject, StateWriter,
};

impl GrundyTable {
    /// Hands over this table of the closed window of a plan; [`GrundyTable::solve`] reads it back.
    ///
    /// # Errors
    /// Those of the keeper.
    pub fn keep(
        &self,
        game: &HeapGame,
        plan: &TablePlan,
        keeper: &mut dyn Keeper,
    ) -> Result<(), GaveUp> {
        let spent = u64::try_from(plan.positions).unwrap_or(u64::MAX / 2).min(u64::MAX / 2);
        keeper.keep(&EngineState::new(about(game, plan), 0, spent, &|out| self.write(out)))
    }

    /// Writes all values.
    pub(crate) fn write(&self, out: &mut StateWriter<'_>) -> io::Result<()> {
        self.values.write_first(self.values.len(), out)
    }

    /// Reads them back.
    pub(crate) fn read(
        game: &HeapGame,
        plan: &TablePlan,
        source: &mut StateReader<'_>,
    ) -> Result<GrundyTable, StateError> {
        let mut table = GrundyTable::new(game, &plan.upper, index(game, plan.method));
        let bound = table.bound();
        for at in 0..table.values.len() {
            table.values.read(at, bound, source)?;
        }
        Ok(table)
    }
}

/// What a finished table is the state of.
pub(super) fn about(game: &HeapGame, plan: &TablePlan) -> StateSubject {
    StateSubject {
        engine: format!("whole table by {}", plan.method.name()),
        game: game.fingerprint(),
        window: plan.closed(),
        convention: Convention::Normal,
    }
}

/// How a method numbers positions.
pub(super) fn index(game: &HeapGame, method: Method) -> Index {
    match method {
        Method::Pairs => Index::Triangle,
        Method::Running => Index::Box,
        Method::Scanned if game.rules().symmetry.identifies() => Index::SortedBox,
        Method::Scanned => Index::Box,
    }
}
