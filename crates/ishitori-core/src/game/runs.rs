//! The options of a position as numbers of a box, in runs.
//!
//! Engines that keep a window as an array want no heaps but places in the array. With the heaps as digits, the number of an option
//! is linear in the variables of its family, so what the innermost variable runs through is a *run*: a first number, a step and a
//! count. A position has a few runs where it has hundreds of options, and a loop over a run is as fast as one written
//! by hand. Divisibility by something that the innermost variable does not change makes the step larger instead of being
//! tested. What is not linear there (disequalities, functions, two tests at once) is tested once for each choice of what the tests
//! look at, and remembered in bits (`passing.rs`); where these would be many it is looped over one by one: slower, never wrong.
//!
//! *Growing runs*: if a family does not touch the last heap, and a larger last heap only lets its variable go further, then the
//! options of the next position of a row are those of this one and a few more. Whoever keeps what they have seen along a row
//! looks at the new ones only (Fibonacci Nim: one a position instead of hundreds).

mod before;
mod passing;

use ishitori_rule::family::MAX_FRESH;

use super::heaps::validity_scan;
use super::scan::{ColumnForm, FamilyScan, LoopLevel, LoopTest};
use super::{GameError, HeapGame};
pub(crate) use before::Backward;
use passing::PassingRows;

/// Options in a row: `first`, `first + step`, ..., `count` of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OptionRun {
    /// The number of the first.
    pub first: i64,
    /// From each to the next.
    pub step: i64,
    /// How many.
    pub count: i64,
}

/// The options by one family, as numbers.
#[derive(Clone, Debug)]
pub(crate) struct NumberedFamily<'g> {
    scan: &'g FamilyScan,
    /// The number of an option.
    number: ColumnForm,
    /// How many columns there are: heaps and variables.
    columns: usize,
    /// Whether the runs of a row only grow.
    grows: bool,
    /// Which values of the last variable pass its tests.
    passing: Option<PassingRows>,
}

/// Where the runs of a row have grown to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct GrownRun {
    /// The largest value of the variable so far, if there was one.
    up_to: Option<i64>,
}

impl GrownRun {
    /// The largest of [`GrownRun::next`].
    pub(crate) const MOST: u64 = MAX_FRESH as u64 + 1;

    /// One more than the largest value so far, 0 if there was none.
    pub(crate) fn next(&self) -> u64 {
        self.up_to.map_or(0, |value| value as u64 + 1)
    }

    /// The run whose next value this is.
    pub(crate) fn up_to(next: u64) -> GrownRun {
        GrownRun { up_to: next.checked_sub(1).map(|value| value as i64) }
    }
}

impl HeapGame {
    /// The families with options as numbers `sum of weights * heaps + offset` of a box with heaps up to `upper`; `last` is the
    /// heap that varies fastest.
    pub(crate) fn numbered(
        &self,
        weights: &[i64],
        offset: i64,
        last: usize,
        upper: &[u64],
    ) -> Vec<NumberedFamily<'_>> {
        let (scans, families) = (self.forward_scans(), &self.rules().families);
        let share = passing::MOST_BYTES / families.len().max(1);
        scans
            .iter()
            .zip(families)
            .map(|(scan, family)| {
                let most = with_variables(upper.to_vec(), weights.len() + family.fresh.len());
                NumberedFamily::new(scan, most.len(), weights, offset, last)
                    .remembering(&most, share)
            })
            .collect()
    }
}

/// What heaps must satisfy beside their lower bounds, ready to be tested fast.
#[derive(Clone, Debug)]
pub(crate) struct ValidHeaps {
    scan: FamilyScan,
}

impl ValidHeaps {
    /// Whether heaps, with which `values` begins, are a position.
    pub(crate) fn holds(&self, values: &[i64]) -> bool {
        self.scan.is_open(values)
    }
}

impl HeapGame {
    /// How many families have a variable that is tried value by value: some test on it is no step.
    pub(crate) fn tried_families(&self) -> usize {
        let is_tried = |scan: &&FamilyScan| {
            scan.levels.iter().enumerate().any(|(at, level)| match level.tests.as_slice() {
                [] => false,
                [test] if at + 1 == scan.levels.len() => match test {
                    LoopTest::Congruent(of, _) => of.coefficient(level.column).abs() != 1,
                    LoopTest::Divides(divisor, of, true) => {
                        divisor.coefficient(level.column) != 0
                            || of.coefficient(level.column).abs() != 1
                    }
                    _ => true,
                },
                _ => true,
            })
        };
        self.forward_scans().iter().filter(is_tried).count()
    }

    /// What heaps must satisfy beside their lower bounds; `None` if nothing.
    ///
    /// # Errors
    /// [`GameError`] if that is too complicated.
    pub(crate) fn valid_heaps(&self) -> Result<Option<ValidHeaps>, GameError> {
        Ok(validity_scan(self.rules())?.map(|scan| ValidHeaps { scan }))
    }
}

impl<'g> NumberedFamily<'g> {
    fn new(
        scan: &'g FamilyScan,
        columns: usize,
        weights: &[i64],
        offset: i64,
        last: usize,
    ) -> NumberedFamily<'g> {
        let mut sums = vec![0; columns];
        let mut constant = offset;
        for (result, weight) in scan.results.iter().zip(weights) {
            constant += weight * result.constant;
            for (at, c) in &result.terms {
                sums[*at] += weight * c;
            }
        }
        let terms = sums.iter().enumerate().filter(|(_, c)| **c != 0).map(|(at, c)| (at, *c));
        let number = ColumnForm { terms: terms.collect(), constant };
        let grows = grows(scan, &number, last);
        NumberedFamily { scan, number, columns, grows, passing: None }
    }

    /// The same, which remembers in so many bytes what passes its tests.
    fn remembering(mut self, most: &[u64], bytes: usize) -> NumberedFamily<'g> {
        self.passing = PassingRows::new(self.scan, most, bytes);
        self
    }

    /// How many columns `values` must have: the heaps, then room for the variables.
    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    /// Whether the runs of a row only grow.
    pub(crate) fn grows(&self) -> bool {
        self.grows
    }

    /// Calls `visit` with the runs of options of the heaps that `values` begins with. A number may come more than once.
    pub(crate) fn visit(&self, values: &mut [i64], visit: &mut impl FnMut(OptionRun)) {
        if self.scan.is_open(values) {
            self.level(0, values, &mut |run, _, _| visit(run));
        }
    }

    /// Calls `visit` with the runs as heaps: those of the first, by how much each goes on, and how many there are.
    pub(crate) fn visit_heaps(
        &self,
        values: &mut [i64],
        visit: &mut impl FnMut(&[i64], &[i64], i64),
    ) {
        if !self.scan.is_open(values) {
            return;
        }
        let (mut first, mut steps) = (Vec::new(), Vec::new());
        self.level(0, values, &mut |run, values, (column, by)| {
            let results = self.scan.results.iter();
            first.clear();
            first.extend(results.clone().map(|heap| heap.value(values)));
            steps.clear();
            steps.extend(results.map(|heap| by * heap.coefficient(column)));
            visit(&first, &steps, run.count);
        });
    }

    /// Calls `visit` with the part of a growing run that was not visited in this row yet.
    pub(crate) fn visit_new(
        &self,
        values: &mut [i64],
        grown: &mut GrownRun,
        visit: &mut impl FnMut(OptionRun),
    ) {
        if !self.scan.is_open(values) {
            return;
        }
        let level = &self.scan.levels[0];
        let (low, high) = range(level, values);
        let from = grown.up_to.map_or(low, |up_to| low.max(up_to + 1));
        if from <= high {
            self.run(level, from, high, values, &mut |run, _, _| visit(run));
            grown.up_to = Some(high);
        }
    }

    fn run(
        &self,
        level: &LoopLevel,
        low: i64,
        high: i64,
        values: &mut [i64],
        visit: &mut impl FnMut(OptionRun, &[i64], (usize, i64)),
    ) {
        values[level.column] = low;
        let (first, step) = (self.number.value(values), self.number.coefficient(level.column));
        visit(OptionRun { first, step, count: high - low + 1 }, values, (level.column, 1));
    }

    /// Calls `visit` with each run, the columns of its first number, and the column that goes on with its step.
    fn level(
        &self,
        at: usize,
        values: &mut [i64],
        visit: &mut impl FnMut(OptionRun, &[i64], (usize, i64)),
    ) {
        let scan = self.scan;
        if at == scan.once_from {
            if scan.is_possible(values) {
                let first = self.number.value(values);
                visit(OptionRun { first, step: 0, count: 1 }, values, (0, 0));
            }
            return;
        }
        let level = &scan.levels[at];
        let (low, high) = range(level, values);
        let is_last = at + 1 == scan.levels.len();
        match level.tests.as_slice() {
            [] if is_last && low <= high => return self.run(level, low, high, values, visit),
            [test] if is_last && low <= high => {
                if let Some((first, step)) = progression(test, level.column, low, values) {
                    if first <= high {
                        values[level.column] = first;
                        let slope = self.number.coefficient(level.column);
                        let count = if step == 0 { 1 } else { (high - first) / step + 1 };
                        let first = self.number.value(values);
                        let by = if count == 1 { 0 } else { step };
                        let run = OptionRun { first, step: slope * by, count };
                        visit(run, values, (level.column, by));
                    }
                    return;
                }
            }
            _ => {}
        }
        let (low, high) = level.narrowed(low, high, values);
        if at + 1 == scan.once_from && self.remembered(level, low, high, values, visit) {
            return;
        }
        if is_last {
            return self.passing_runs(level, low, high, values, visit);
        }
        for value in low..=high {
            values[level.column] = value;
            if level.tests.iter().all(|test| test.passes(values)) {
                self.level(at + 1, values, visit);
            }
        }
    }

    /// Calls `visit` with the values of the last variable that shows that pass all tests, if these are remembered; whether
    /// they are.
    fn remembered(
        &self,
        level: &LoopLevel,
        low: i64,
        high: i64,
        values: &mut [i64],
        visit: &mut impl FnMut(OptionRun, &[i64], (usize, i64)),
    ) -> bool {
        let kept = self.passing.as_ref().filter(|_| low >= 0 && high - low >= FEW_VALUES);
        let Some(row) = kept.and_then(|rows| rows.row(self.scan, high, values)) else {
            return false;
        };
        values[level.column] = 0;
        let (zeroth, slope) = (self.number.value(values), self.number.coefficient(level.column));
        row.visit(low, high, |first, gap, count| {
            values[level.column] = first;
            let run = OptionRun { first: zeroth + slope * first, step: slope * gap, count };
            visit(run, values, (level.column, gap));
        });
        true
    }

    /// Calls `visit` with the values of the last variable that pass all tests, neighbours in one run.
    fn passing_runs(
        &self,
        level: &LoopLevel,
        low: i64,
        high: i64,
        values: &mut [i64],
        visit: &mut impl FnMut(OptionRun, &[i64], (usize, i64)),
    ) {
        let mut begun = None;
        for value in low..=high {
            values[level.column] = value;
            let passes = level.tests.iter().all(|test| test.passes(values));
            match (passes, begun) {
                (true, None) => begun = Some(value),
                (false, Some(first)) => {
                    self.run(level, first, value - 1, values, visit);
                    begun = None;
                }
                _ => {}
            }
        }
        if let Some(first) = begun {
            self.run(level, first, high, values, visit);
        }
    }
}

/// So few values are tested faster than they are looked up.
const FEW_VALUES: i64 = 4;

/// The largest numbers of the heaps' columns and, behind them, of the variables.
fn with_variables(mut most: Vec<u64>, columns: usize) -> Vec<u64> {
    let largest = most.iter().copied().max().unwrap_or(0);
    most.resize(columns, largest);
    most
}

/// The values of a loop variable.
fn range(level: &LoopLevel, values: &[i64]) -> (i64, i64) {
    let low = level.lower.iter().map(|bound| bound.least(values)).max().unwrap_or(0);
    let high = level.upper.iter().map(|bound| bound.most(values)).min().unwrap_or(MAX_FRESH);
    (low, high.min(MAX_FRESH))
}

/// The first value from `low` on that passes a test of divisibility, and the step to the next (0 if there is no next); `None` if
/// the test is not of that kind.
fn progression(test: &LoopTest, column: usize, low: i64, values: &mut [i64]) -> Option<(i64, i64)> {
    let (of, divisor) = match test {
        LoopTest::Congruent(of, modulus) => (of, *modulus),
        LoopTest::Divides(divisor, of, true) if divisor.coefficient(column) == 0 => {
            (of, divisor.value(values).abs())
        }
        _ => return None,
    };
    let slope = of.coefficient(column);
    if slope.abs() != 1 {
        return None;
    }
    values[column] = 0;
    let rest = of.value(values);
    // slope * x + rest = 0, or divisible.
    let root = -slope * rest;
    if divisor == 0 {
        return Some((if root >= low { root } else { i64::MAX }, 0));
    }
    Some((low + (root - low).rem_euclid(divisor), divisor))
}

/// Whether the runs of a row only grow: one variable, no test, and the last heap neither moves the options nor
/// bounds the variable from below.
fn grows(scan: &FamilyScan, number: &ColumnForm, last: usize) -> bool {
    let [level] = scan.levels.as_slice() else { return false };
    scan.once_from == 1
        && level.tests.is_empty()
        && scan.guard_tests.is_empty()
        && number.coefficient(last) == 0
        && scan.guards.iter().all(|guard| guard.coefficient(last) >= 0)
        && level.lower.iter().all(|bound| bound.rest.coefficient(last) == 0)
        && level.upper.iter().all(|bound| bound.rest.coefficient(last) >= 0)
}
