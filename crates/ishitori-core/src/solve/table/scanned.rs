//! Grundy values from scanned options.
//!
//! The state is the values in the order in which positions are visited, so it has nothing for the
//! cells of the box that are no positions.

use std::io;
use std::ops::ControlFlow;

use super::whole::index;
use super::{GrundyTable, TablePlan};
use crate::control::{Control, GaveUp};
use crate::game::{GameKind, HeapGame, Heaps};
use crate::solve::snapshot::{SafePoints, StateError, StateWriter, UnfinishedRun};
use crate::solve::threads;

/// How many positions, a microsecond or so each, are worth a thread.
const WORTH_A_THREAD: usize = 64;

/// How many positions are collected for the threads.
pub(super) const BLOCK: usize = 1 << 14;

/// Visits positions by number of stones.
pub(super) fn solve(
    game: &HeapGame,
    plan: &TablePlan,
    control: &Control,
    safe: &mut SafePoints,
) -> Result<GrundyTable, UnfinishedRun> {
    let mut table = GrundyTable::new(game, &plan.upper, index(game, plan.method));
    let mut left = read(&mut table, game, plan, safe)?;
    let mut done = left;
    let mut block: Vec<Heaps> = Vec::new();
    let mut stones = 0;
    let mut result: Result<(), GaveUp> = Ok(());
    let mut finish = |table: &mut GrundyTable, block: &mut Vec<Heaps>| -> Result<(), GaveUp> {
        if block.is_empty() {
            return Ok(());
        }
        done += block.len() as u64;
        safe.spent(control.spend(block.len() as u64))?;
        table.add(game, block, plan.threads)?;
        if safe.is_due() {
            safe.keep(control, &|out| write(table, game, plan, done, out))?;
        }
        Ok(())
    };
    let visited = game.visit_positions(&plan.window, &mut |position: &Heaps| {
        if left > 0 {
            left -= 1;
            return ControlFlow::Continue(());
        }
        if block.len() == BLOCK || game.stones(position) != stones {
            stones = game.stones(position);
            result = finish(&mut table, &mut block);
        }
        block.push(position.clone());
        if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    visited.map_err(|error| GaveUp::new(error.to_string()))?;
    result?;
    table.add(game, &mut block, plan.threads)?;
    Ok(table)
}

/// Writes the values of the first `done` positions.
fn write(
    table: &GrundyTable,
    game: &HeapGame,
    plan: &TablePlan,
    done: u64,
    out: &mut StateWriter<'_>,
) -> io::Result<()> {
    out.u64(done)?;
    let mut left = done;
    let mut result = Ok(());
    let visited = game.visit_positions(&plan.window, &mut |position: &Heaps| {
        if left == 0 || result.is_err() {
            return ControlFlow::Break(());
        }
        left -= 1;
        result = table.values.write(table.number(position), out);
        ControlFlow::Continue(())
    });
    visited.map_err(io::Error::other)?;
    result
}

/// Reads that back; how many positions are done.
fn read(
    table: &mut GrundyTable,
    game: &HeapGame,
    plan: &TablePlan,
    safe: &mut SafePoints,
) -> Result<u64, UnfinishedRun> {
    let Some(mut source) = safe.source() else { return Ok(0) };
    let (bound, done) = (table.bound(), source.u64()?);
    let mut left = done;
    let mut result = Ok(0);
    let visited = game.visit_positions(&plan.window, &mut |position: &Heaps| {
        if left == 0 || result.is_err() {
            return ControlFlow::Break(());
        }
        left -= 1;
        result = table.values.read(table.number(position), bound, &mut source);
        ControlFlow::Continue(())
    });
    visited.map_err(|error| GaveUp::new(error.to_string()))?;
    result?;
    if left > 0 {
        return Err(StateError::Damaged("it is ahead of all the work").into());
    }
    source.end()?;
    Ok(done)
}

impl GrundyTable {
    /// Adds a block of positions that do not reach each other, and empties it.
    fn add(
        &mut self,
        game: &HeapGame,
        block: &mut Vec<Heaps>,
        threads: usize,
    ) -> Result<(), GaveUp> {
        let parts =
            threads::share(block, threads, WORTH_A_THREAD, |part| self.by_options(game, part));
        for (position, value) in block.drain(..).zip(parts.into_iter().flatten()) {
            let number = self.number(&position);
            self.values.set(number, value)?;
        }
        Ok(())
    }

    /// The values of positions whose options are all in the table.
    fn by_options(&self, game: &HeapGame, positions: &[Heaps]) -> Vec<u32> {
        let mut seen: Vec<u64> = Vec::new();
        let value = |position: &Heaps| {
            seen.fill(0);
            game.visit_options(position, &mut |option| {
                let value = self.get(option) as usize;
                if value / 64 >= seen.len() {
                    seen.resize(value / 64 + 1, 0);
                }
                seen[value / 64] |= 1 << (value % 64);
                ControlFlow::Continue(())
            });
            let full = seen.iter().take_while(|word| **word == u64::MAX).count();
            let rest = seen.get(full).map_or(0, |word| word.trailing_ones());
            (64 * full) as u32 + rest
        };
        positions.iter().map(value).collect()
    }
}
