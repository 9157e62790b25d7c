//! Which values of a family's last variable pass its tests, remembered.
//!
//! A test that is no bound (`gcd(t, c) = 1`, `t in squares`, `a xor t <= b`) says of each value whether it passes, and says the same
//! wherever the columns that it looks at hold the same numbers. So the answers are kept as rows, one for each choice of
//! these columns, made when it comes for the first time, and a function costs about what a linear condition costs. A row is a
//! progression, or bits. Rows that would take much memory are not kept.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use crate::game::scan::FamilyScan;

/// The most that the rows of all families of a game take, in bytes. Plans of memory leave them out: they are small beside the
/// program.
pub(super) const MOST_BYTES: usize = 4 << 20;

/// Longer rows are not kept: one is filled without a look at the listener.
const MOST_VALUES: usize = 1 << 16;

/// The rows of the last variable that shows in the options.
#[derive(Clone, Debug)]
pub(super) struct PassingRows {
    /// What the tests look at beside the variable, each with how many numbers it may hold.
    looked_at: Vec<(usize, usize)>,
    /// The values are those below it.
    length: usize,
    rows: Vec<OnceLock<PassingRow>>,
}

/// The values that pass.
#[derive(Clone, Debug)]
pub(super) enum PassingRow {
    /// From the first by equal steps to the last; none if the last is smaller.
    Progression { first: i64, step: i64, last: i64 },
    /// A bit for each value.
    Bits(Box<[u64]>),
}

impl PassingRows {
    /// `most` tells of each column the largest number it is expected to hold. `None` if nothing is tested, or the rows would
    /// take more than `bytes`.
    pub(super) fn new(scan: &FamilyScan, most: &[u64], bytes: usize) -> Option<PassingRows> {
        let at = scan.once_from.checked_sub(1)?;
        let (level, idle) = scan.levels.get(at..)?.split_first()?;
        if level.tests.is_empty() && idle.is_empty() {
            return None;
        }
        let size = |column: usize| usize::try_from(most[column]).ok()?.checked_add(1);
        let length = size(level.column).filter(|length| *length <= MOST_VALUES)?;
        let row = size_of::<OnceLock<PassingRow>>() + length.div_ceil(64) * size_of::<u64>();
        let mut columns: BTreeSet<usize> = level.tested.iter().copied().collect();
        columns.extend(idle.iter().flat_map(|level| level.tested.iter().copied()));
        let bounds = idle.iter().flat_map(|level| level.lower.iter().chain(&level.upper));
        columns.extend(bounds.flat_map(|bound| bound.rest.terms.iter().map(|(column, _)| *column)));
        scan.levels[at..].iter().for_each(|level| {
            columns.remove(&level.column);
        });
        let of_column = |column: usize| Some((column, size(column)?));
        let looked_at: Vec<_> = columns.into_iter().map(of_column).collect::<Option<_>>()?;
        let count = looked_at.iter().try_fold(1, |all: usize, (_, size)| all.checked_mul(*size))?;
        let fits = count.checked_mul(row).is_some_and(|needed| needed <= bytes);
        fits.then(|| PassingRows { looked_at, length, rows: vec![OnceLock::new(); count] })
    }

    /// What passes of the values up to `high` and perhaps some beyond, if that is kept for what `values` holds.
    pub(super) fn row(
        &self,
        scan: &FamilyScan,
        high: i64,
        values: &mut [i64],
    ) -> Option<&PassingRow> {
        if usize::try_from(high).ok()? >= self.length {
            return None;
        }
        let mut at = 0;
        for (column, size) in &self.looked_at {
            let number = usize::try_from(values[*column]).ok().filter(|number| number < size)?;
            at = at * size + number;
        }
        Some(self.rows[at].get_or_init(|| {
            let level = &scan.levels[scan.once_from - 1];
            let passing = (0..self.length).filter(|value| {
                values[level.column] = *value as i64;
                level.tests.iter().all(|test| test.passes(values)) && scan.is_possible(values)
            });
            PassingRow::of(&passing.collect::<Vec<_>>(), self.length)
        }))
    }
}

impl PassingRow {
    /// A row of ascending values below `length`.
    fn of(passing: &[usize], length: usize) -> PassingRow {
        let ends = (passing.first(), passing.last());
        let (Some(&first), Some(&last)) = ends else {
            return PassingRow::Progression { first: 0, step: 1, last: -1 };
        };
        let step = passing.get(1).map_or(1, |second| second - first);
        if passing.windows(2).all(|two| two[1] - two[0] == step) {
            let [first, step, last] = [first, step, last].map(|value| value as i64);
            return PassingRow::Progression { first, step, last };
        }
        let mut bits = vec![0; length.div_ceil(64)];
        passing.iter().for_each(|value| bits[value / 64] |= 1 << (value % 64));
        PassingRow::Bits(bits.into_boxed_slice())
    }

    /// Calls `visit` with runs of values from `low` to `high`, where `high` is one that is kept: the first, the step, and how many.
    pub(super) fn visit(&self, low: i64, high: i64, mut visit: impl FnMut(i64, i64, i64)) {
        let low = low.max(0);
        match self {
            PassingRow::Progression { first, step, last } => {
                let from = low + (first - low).rem_euclid(*step);
                let (from, to) = (from.max(*first), high.min(*last));
                if from <= to {
                    visit(from, *step, (to - from) / step + 1);
                }
            }
            PassingRow::Bits(words) => {
                if low > high {
                    return;
                }
                for word in low / 64..=high / 64 {
                    let (begin, end) = (low.max(64 * word) % 64, high.min(64 * word + 63) % 64);
                    let mut bits =
                        words[word as usize] & (u64::MAX << begin) & (u64::MAX >> (63 - end));
                    while bits != 0 {
                        let at = bits.trailing_zeros();
                        let count = (bits >> at).trailing_ones();
                        visit(64 * word + i64::from(at), 1, i64::from(count));
                        bits &= u64::MAX.checked_shl(at + count).unwrap_or(0);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PassingRow;

    #[test]
    fn rows_hold_what_passes() {
        let mut state = 7u64;
        let mut progressions = 0;
        for round in 0..4000 {
            let mut random = |below: u64| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 33) % below
            };
            let length = 1 + random(200) as usize;
            let passes: Vec<bool> = match round % 4 {
                0 => (0..length).map(|_| random(2) == 0).collect(),
                1 => (0..length).map(|_| random(20) == 0).collect(),
                2 => (0..length).map(|_| random(100) > 0).collect(),
                _ => {
                    let (first, step, last) = (random(40), 1 + random(9), random(200));
                    let one =
                        |value| value >= first && value <= last && (value - first) % step == 0;
                    (0..length as u64).map(one).collect()
                }
            };
            let passing: Vec<usize> = (0..length).filter(|value| passes[*value]).collect();
            let row = PassingRow::of(&passing, length);
            progressions += usize::from(matches!(row, PassingRow::Progression { .. }));
            let (low, high) = (random(length as u64) as i64 - 3, random(length as u64) as i64);
            let between = |value: &i64| *value >= low && *value <= high;
            let expected: Vec<i64> = passing.iter().map(|v| *v as i64).filter(between).collect();
            let mut found = Vec::new();
            row.visit(low, high, |first, step, count| {
                found.extend((0..count).map(|at| first + at * step));
            });
            assert_eq!(found, expected, "{row:?} from {low} to {high}");
        }
        assert!((1000..3000).contains(&progressions), "{progressions}");
    }
}
