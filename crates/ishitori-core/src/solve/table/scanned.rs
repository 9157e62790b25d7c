//! Grundy values from scanned options.
//!
//! Positions are visited by number of stones, in blocks that several threads share. Options are runs of numbers (`game/runs.rs`), looked
//! up in the table; in an unordered game they are arranged first. Cost: that of the look-ups, and in an unordered game of sorting
//! each option.
//!
//! The state is the values in the order in which positions are visited, so it has nothing for the
//! cells of the box that are no positions.

use std::io;
use std::ops::{ControlFlow, Range};
use std::sync::RwLock;

use super::plan::TablePlan;
use super::values::{GrundyTable, Index};
use super::whole::index;
use crate::control::{Control, GaveUp};
use crate::game::{GameKind, HeapGame, Heaps, NumberedFamily, StoneLine, ValidHeaps};
use crate::solve::layers::{self, LineBlock};
use crate::solve::snapshot::{SafePoints, StateError, StateWriter, UnfinishedRun};
use crate::solve::threads::{self, Crew};

/// How many positions, some hundred nanoseconds each or more, are worth sharing.
const WORTH_SHARING: u64 = 256;

/// How many positions a block has.
pub(super) const BLOCK: usize = 1 << 13;

/// Stands for the value of what is no position.
const NO_POSITION: u32 = u32::MAX;

/// Visits positions by number of stones.
pub(super) fn solve(
    game: &HeapGame,
    plan: &TablePlan,
    control: &Control,
    safe: &mut SafePoints,
) -> Result<GrundyTable, UnfinishedRun> {
    let mut table = GrundyTable::new(game, &plan.upper, index(game, plan.method));
    let done = read(&mut table, game, plan, safe)?;
    let scanner = OptionScanner::new(game, &table)?;
    let block = LineBlock::new(plan.upper.len());
    let state = RwLock::new(ScannedTable { table, block });
    let work = |state: &ScannedTable, lines: Range<usize>| scanner.values(state, lines);
    threads::with_crew(plan.threads, &state, &work, |crew| {
        let block = LineBlock::new(plan.upper.len());
        ScanLead { game, plan, scanner: &scanner, crew, control, safe, block, done }.run()
    })?;
    Ok(state.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).table)
}

/// The table so far, and what is at work.
struct ScannedTable {
    table: GrundyTable,
    block: LineBlock,
}

/// The thread that goes through the window and writes the values down.
struct ScanLead<'l, 's, 'e, 'k> {
    game: &'l HeapGame,
    plan: &'l TablePlan,
    scanner: &'l OptionScanner<'l>,
    crew: &'l Crew<'s, 'e, ScannedTable, Range<usize>, Vec<u32>>,
    control: &'l Control,
    safe: &'l mut SafePoints<'k>,
    block: LineBlock,
    /// How many positions have their values.
    done: u64,
}

impl ScanLead<'_, '_, '_, '_> {
    fn run(mut self) -> Result<(), UnfinishedRun> {
        let mut left = self.done;
        let mut stones = 0;
        let mut result = Ok(());
        let mut heaps = self.game.rules().lower.clone().into_boxed_slice();
        let visited = self.game.visit_stone_lines(&self.plan.window, 0, &mut |line| {
            if line.stones != stones {
                stones = line.stones;
                result = self.work_off();
            }
            let known = self.known(&line, &mut left);
            heaps.copy_from_slice(line.heaps);
            let mut open = line.count - known;
            if open > 0 {
                layers::step(&mut heaps, known);
            }
            while open > 0 && result.is_ok() {
                open = self.block.add(&mut heaps, open);
                if self.block.cells() >= BLOCK as u64 {
                    result = self.work_off();
                }
            }
            if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        visited.map_err(|error| GaveUp::new(error.to_string()))?;
        result?;
        Ok(self.work_off()?)
    }

    /// How many cells of a line come before the first position without a value; `left` positions with one are ahead.
    fn known(&self, line: &StoneLine, left: &mut u64) -> u64 {
        let mut heaps = line.heaps.to_vec();
        for cell in 0..line.count {
            if *left == 0 {
                return cell;
            }
            if self.scanner.is_position(&heaps) {
                *left -= 1;
            }
            if cell + 1 < line.count {
                layers::step(&mut heaps, 1);
            }
        }
        line.count
    }

    /// Writes the values of the block down, and empties it.
    fn work_off(&mut self) -> Result<(), GaveUp> {
        let cells = self.block.cells();
        if cells == 0 {
            return Ok(());
        }
        std::mem::swap(&mut self.crew.change().block, &mut self.block);
        self.block.clear();
        let lines = self.crew.state().block.lines();
        let threads = if cells < WORTH_SHARING { 1 } else { self.crew.threads() };
        let values = self.crew.share(threads::parts(lines, threads));
        let before = self.done;
        self.write_down(values.into_iter().flatten())?;
        self.safe.spent(self.control.spend(self.done - before))?;
        if self.safe.is_due() {
            let Self { game, plan, crew, done, .. } = *self;
            self.safe
                .keep(self.control, &|out| write(&crew.state().table, game, plan, done, out))?;
        }
        Ok(())
    }

    fn write_down(&mut self, mut values: impl Iterator<Item = u32>) -> Result<(), GaveUp> {
        let ScannedTable { table, block } = &mut *self.crew.change();
        for at in 0..block.lines() {
            let (first, count) = block.line(at);
            let (mut number, step) = (table.number(first), table.step());
            for value in values.by_ref().take(count as usize) {
                if value != NO_POSITION {
                    table.values.set(number, value)?;
                    self.done += 1;
                }
                number = number.wrapping_add(step);
            }
        }
        Ok(())
    }
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
    /// From a number to the next of a line.
    fn step(&self) -> usize {
        if self.sizes.len() < 2 { 0 } else { self.sizes[self.sizes.len() - 1].wrapping_sub(1) }
    }
}

/// What every thread needs to know of the game.
struct OptionScanner<'g> {
    families: Vec<NumberedFamily<'g>>,
    valid: Option<ValidHeaps>,
    columns: usize,
}

impl<'g> OptionScanner<'g> {
    fn new(game: &'g HeapGame, table: &GrundyTable) -> Result<OptionScanner<'g>, GaveUp> {
        let heaps = table.sizes.len();
        let mut weights = vec![1; heaps];
        for heap in (1..heaps).rev() {
            weights[heap - 1] = weights[heap] * table.sizes[heap] as i64;
        }
        let low = |(weight, low): (&i64, &u64)| weight * *low as i64;
        let offset = -weights.iter().zip(&table.lower).map(low).sum::<i64>();
        let upper: Vec<u64> = table
            .sizes
            .iter()
            .zip(&table.lower)
            .map(|(size, low)| *size as u64 - 1 + low)
            .collect();
        let families = game.numbered(&weights, offset, heaps - 1, &upper);
        let columns = families.iter().map(NumberedFamily::columns).max().unwrap_or(heaps);
        let valid = game.valid_heaps().map_err(|error| GaveUp::new(error.to_string()))?;
        Ok(OptionScanner { families, valid, columns })
    }

    fn is_position(&self, heaps: &[u64]) -> bool {
        self.valid.as_ref().is_none_or(|valid| {
            let values: Vec<i64> = heaps.iter().map(|heap| *heap as i64).collect();
            valid.holds(&values)
        })
    }

    /// The values of the cells of lines whose options are all in the table.
    fn values(&self, state: &ScannedTable, lines: Range<usize>) -> Vec<u32> {
        let mut seen = Vec::new();
        let mut columns = vec![0; self.columns];
        let mut all = Vec::new();
        for at in lines {
            let (first, count) = state.block.line(at);
            let mut heaps = first.to_vec();
            for cell in 0..count {
                for (column, heap) in columns.iter_mut().zip(&heaps) {
                    *column = *heap as i64;
                }
                let is_position = self.valid.as_ref().is_none_or(|valid| valid.holds(&columns));
                all.push(match is_position {
                    true => self.value(&state.table, &mut columns, &mut seen),
                    false => NO_POSITION,
                });
                if cell + 1 < count {
                    layers::step(&mut heaps, 1);
                }
            }
        }
        all
    }

    /// The least value that no option has.
    fn value(&self, table: &GrundyTable, columns: &mut [i64], seen: &mut Vec<u64>) -> u32 {
        seen.fill(0);
        let mut add = |number: usize| {
            let value = table.values.get(number) as usize;
            if value / 64 >= seen.len() {
                seen.resize(value / 64 + 1, 0);
            }
            seen[value / 64] |= 1 << (value % 64);
        };
        let mut option: Heaps = vec![0; table.sizes.len()].into();
        for family in &self.families {
            if table.index == Index::SortedBox {
                family.visit_heaps(columns, &mut |first, steps, count| {
                    for at in 0..count {
                        for ((heap, first), step) in option.iter_mut().zip(first).zip(steps) {
                            *heap = (first + step * at) as u64;
                        }
                        option.sort_unstable();
                        add(table.number(&option));
                    }
                });
                continue;
            }
            family.visit(columns, &mut |run| {
                (0..run.count).for_each(|at| add((run.first + at * run.step) as usize));
            });
        }
        let full = seen.iter().take_while(|word| **word == u64::MAX).count();
        let rest = seen.get(full).map_or(0, |word| word.trailing_ones());
        (64 * full) as u32 + rest
    }
}
