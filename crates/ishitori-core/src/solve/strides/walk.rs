//! The cells of a box in an order in which options come first, each filled as what was filled before says.
//!
//! Safe points are between two cells (asked every hundred or so): the state is how far the walk is, the cells that are filled, and what
//! the cells to come need of what was seen ([`CellFacts::write`]).

use std::io;

use ishitori_rule::measure::WeightedCount;

use super::super::shape::{FamilyShape, shapes};
use super::super::snapshot::{SafePoints, StateError, StateReader, StateWriter, UnfinishedRun};
use super::cell::StrideCell;
use super::plan::StridePlan;
use crate::control::{Control, GaveUp};
use crate::game::{HeapGame, NumberedFamily, ValidHeaps};

/// Cells between two looks at whether the work may go on: one may take a millisecond.
const ASK_EVERY: usize = 64;

/// Cells between two questions whether a state is wanted, if nobody stops the work.
const SAFE_EVERY: usize = 128;

/// No answer is better than one that was read where nothing stood.
const STRANGE: &str =
    "an option was not solved before its position: a bug of ishitori, please report it";

/// What is told of each cell, and what is remembered on the way.
pub(super) trait CellFacts<C> {
    /// What stands in a cell, after those before.
    fn value(&mut self, walk: &BoxWalk, cells: &[C], cell: WalkedCell) -> u32;

    /// Whether an option was looked up where nothing stood, which would be a bug.
    fn is_strange(&self) -> bool;

    /// Writes what is remembered.
    fn write(&self, out: &mut StateWriter<'_>) -> io::Result<()>;

    /// Reads that back; values are at most `most`.
    fn read(&mut self, most: u32, source: &mut StateReader<'_>) -> Result<(), StateError>;
}

/// A position on the walk.
pub(super) struct WalkedCell<'w> {
    /// The heaps, then room for variables.
    pub(super) values: &'w mut [i64],
    /// Whether nothing that was seen in the cell before is of use.
    pub(super) is_new_row: bool,
    /// Whether it is a position that is reached. Of other cells nothing is told, but they are passed in their order.
    pub(super) is_position: bool,
}

/// The cells of a box in their order, with the families as numbers.
pub(super) struct BoxWalk<'g> {
    pub(super) shapes: Vec<FamilyShape>,
    pub(super) families: Vec<NumberedFamily<'g>>,
    valid: Option<ValidHeaps>,
    /// Heaps, the slowest first.
    order: Vec<usize>,
    pub(super) lower: Vec<i64>,
    sizes: Vec<usize>,
    pub(super) weights: Vec<usize>,
    /// What falls with every move.
    count: WeightedCount,
    /// The places of positions side by side, the largest of which counts; else none.
    blocks: Vec<Vec<usize>>,
    measure: i64,
    /// Whether every cell of the box has a small enough measure.
    all_reached: bool,
    columns: usize,
    pub(super) in_rows: bool,
}

impl<'g> BoxWalk<'g> {
    pub(super) fn new(plan: &StridePlan, game: &'g HeapGame) -> Result<BoxWalk<'g>, GaveUp> {
        let rules = game.rules();
        let heaps = rules.lower.len();
        let order = plan.order.clone().unwrap_or_else(|| (0..heaps).collect());
        let weights = plan.weights(game);
        let lower: Vec<i64> = rules.lower.iter().map(|low| *low as i64).collect();
        let sizes =
            plan.upper.iter().zip(&rules.lower).map(|(up, low)| (up - low + 1) as usize).collect();
        let signed: Vec<i64> = weights.iter().map(|weight| *weight as i64).collect();
        let offset = -signed.iter().zip(&lower).map(|(weight, low)| weight * low).sum::<i64>();
        let last = *order.last().expect("a game has heaps");
        let families = game.numbered(&signed, offset, last, &plan.upper);
        let columns = families.iter().map(NumberedFamily::columns).max().unwrap_or(heaps);
        // Several counts bound no heap, so the whole box is walked, in rows.
        let count = rules.measure.one_count().cloned();
        let count = count.unwrap_or_else(|| WeightedCount::of_stones(vec![0; heaps]));
        let measure = i64::try_from(plan.measure).unwrap_or(i64::MAX);
        let corner = |heap: usize| {
            count.stones[heap]
                .saturating_mul(plan.upper[heap] as i64 - lower[heap])
                .saturating_add(count.nonempty[heap])
        };
        let all_reached = (0..heaps).map(corner).fold(0i64, i64::saturating_add) <= measure;
        let valid = game.valid_heaps().map_err(|error| GaveUp::new(error.to_string()))?;
        Ok(BoxWalk {
            shapes: shapes(rules),
            families,
            valid,
            order,
            lower,
            sizes,
            weights,
            count,
            blocks: rules.measure.blocks.clone(),
            measure,
            all_reached,
            columns: columns.max(heaps),
            in_rows: plan.order.is_some(),
        })
    }

    /// The measure of heaps above the smallest position.
    fn measure(&self, values: &[i64]) -> i64 {
        let above = |heap: usize| {
            let above = values[heap] - self.lower[heap];
            self.count.stones[heap] * above + self.count.nonempty[heap] * i64::from(above > 0)
        };
        if self.blocks.is_empty() {
            return (0..self.lower.len()).map(above).sum();
        }
        let block = |places: &Vec<usize>| places.iter().map(|heap| above(*heap)).sum();
        self.blocks.iter().map(block).max().unwrap_or(0)
    }

    /// Whether heaps are a position that can be reached.
    fn is_wanted(&self, values: &[i64]) -> bool {
        self.valid.as_ref().is_none_or(|valid| valid.holds(values))
            && (self.all_reached || self.measure(values) <= self.measure)
    }

    /// Fills all cells, and calls `told` with the heaps and the value of each position, until it returns an error.
    pub(super) fn run<C: StrideCell, F: CellFacts<C>>(
        &self,
        facts: &mut F,
        control: &Control,
        safe: &mut SafePoints,
        told: &mut dyn FnMut(&[i64], u32),
    ) -> Result<Vec<C>, UnfinishedRun> {
        let count: usize = self.sizes.iter().product();
        let mut cells = vec![C::NONE; count];
        let mut values = vec![0; self.columns];
        let by_measure = if self.in_rows { None } else { Some(self.by_measure(control)?) };
        let steps = by_measure.as_ref().map_or(count, Vec::len);
        let first = match safe.source() {
            Some(source) => self.read(source, steps, &mut cells, facts)?,
            None => 0,
        };
        let last = *self.order.last().expect("a game has heaps");
        let row = self.sizes[last];
        let mut place = first % row;
        if self.in_rows && first < steps {
            self.set_heaps(first, &mut values);
        }
        for step in first..steps {
            if (step % SAFE_EVERY == 0 || safe.is_stopping()) && step > first && safe.is_due() {
                safe.keep(control, &|out| self.write(step, &cells, facts, out))?;
            }
            if step % ASK_EVERY == 0 {
                safe.spent(control.spend(ASK_EVERY.min(steps - step) as u64))?;
            }
            let number = by_measure.as_ref().map_or(step, |order| order[step].1);
            if place == 0 || !self.in_rows {
                self.set_heaps(number, &mut values);
            }
            let is_new_row = place == 0 || !self.in_rows;
            let is_position = !self.in_rows || self.is_wanted(&values);
            let cell = WalkedCell { values: &mut values, is_new_row, is_position };
            let value = facts.value(self, &cells, cell);
            if facts.is_strange() {
                return Err(GaveUp::new(STRANGE).into());
            }
            if is_position {
                cells[number] = C::of(value);
                told(&values[..self.lower.len()], value);
            }
            place += 1;
            values[last] += 1;
            if place == row {
                place = 0;
            }
        }
        Ok(cells)
    }

    /// Writes what is needed from a step on.
    fn write<C: StrideCell, F: CellFacts<C>>(
        &self,
        step: usize,
        cells: &[C],
        facts: &F,
        out: &mut StateWriter<'_>,
    ) -> io::Result<()> {
        out.u64(step as u64)?;
        // By measure what is filled lies anywhere.
        let filled = if self.in_rows { step } else { cells.len() };
        cells[..filled].iter().try_for_each(|cell| cell.write(out))?;
        facts.write(out)
    }

    /// Reads that back; the step.
    fn read<C: StrideCell, F: CellFacts<C>>(
        &self,
        mut source: StateReader<'_>,
        steps: usize,
        cells: &mut [C],
        facts: &mut F,
    ) -> Result<usize, StateError> {
        let step = source.step(0, steps as u64)? as usize;
        let most = u32::try_from(self.measure).unwrap_or(u32::MAX - 2);
        let filled = if self.in_rows { step } else { cells.len() };
        for cell in &mut cells[..filled] {
            *cell = C::read(&mut source)?;
            if cell.number() > most && cell.number() != C::NONE.number() {
                return Err(StateError::Damaged("a value is too large"));
            }
        }
        facts.read(most, &mut source)?;
        source.end()?;
        Ok(step)
    }

    fn set_heaps(&self, number: usize, values: &mut [i64]) {
        for (heap, value) in values.iter_mut().enumerate().take(self.lower.len()) {
            let digit = number / self.weights[heap] % self.sizes[heap];
            *value = self.lower[heap] + digit as i64;
        }
    }

    /// The numbers of all positions with their measures, by measure.
    fn by_measure(&self, control: &Control) -> Result<Vec<(i64, usize)>, GaveUp> {
        let mut values = vec![0; self.columns];
        let cells: usize = self.sizes.iter().product();
        // As planned: a vector that grows would take twice as much for a moment.
        let mut found = Vec::with_capacity(cells);
        for number in 0..cells {
            if number % 4096 == 0 {
                control.check()?;
            }
            self.set_heaps(number, &mut values);
            if self.is_wanted(&values) {
                found.push((self.measure(&values), number));
            }
        }
        found.sort_unstable();
        Ok(found)
    }
}
