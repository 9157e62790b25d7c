//! The steps of checking a band: read, find the moves between rows, compute the columns, compare.
//!
//! Why these steps prove the period is told in [`crate::band`].

use crate::band::claim::{BandClaim, read};
use crate::band::columns::{BandColumns, ForbiddenRow, NOWHERE};
use crate::band::moves::row_moves;
use crate::certificate::statement::Statement;
use crate::refusal::CheckRefusal;
use crate::watch::CheckWatch;

/// The most values: four bytes each.
const VALUES: usize = 1 << 28;

/// A band that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedBand {
    /// The game, in the words of the file; it is about no claim.
    pub statement: Statement,
    /// The first free heap, from 0.
    pub first: usize,
    /// The second free heap; if there is none, values are Grundy values.
    pub second: Option<usize>,
    /// The largest size of each of the other heaps.
    pub bounds: Vec<usize>,
    /// After so many columns everything comes again.
    pub period: usize,
    /// By how much values are larger then.
    pub saltus: u32,
    /// The first column from which on that holds.
    pub start: usize,
    /// How many columns were computed.
    pub columns: usize,
    /// How many rows there are.
    pub rows: usize,
    /// A move that takes more than this from the first free heap leaves the second as it is.
    pub reach: usize,
    values: Vec<u32>,
}

impl CheckedBand {
    /// What the second free heap is in the P-position of a row and a column that was computed, if there is one;
    /// or the Grundy value.
    #[must_use]
    pub fn value(&self, row: usize, column: usize) -> Option<u32> {
        let value = self.values.get(column.checked_mul(self.rows)?.checked_add(row)?);
        value.copied().filter(|value| *value != NOWHERE)
    }

    /// The number of the row of some sizes of the bounded heaps, in their order; none if one is too large.
    #[must_use]
    pub fn row(&self, sizes: &[usize]) -> Option<usize> {
        let fits =
            sizes.len() == self.bounds.len() && sizes.iter().zip(&self.bounds).all(|(s, b)| s <= b);
        fits.then(|| {
            sizes.iter().zip(&self.bounds).fold(0, |row, (size, bound)| row * (bound + 1) + size)
        })
    }
}

/// Checks a certificate of a band.
pub(crate) fn run(text: &str, watch: &mut CheckWatch) -> Result<CheckedBand, CheckRefusal> {
    watch.step("reading the file")?;
    let claim = read(text)?;
    watch.step("finding the moves between rows")?;
    let moves = row_moves(&claim, watch)?;
    watch.limit(claim.columns.saturating_mul(moves.len()), VALUES)?;
    watch.step("computing columns")?;
    let mut columns = BandColumns::new(&moves);
    let earlier = claim.columns - claim.period;
    let mut before: Vec<ForbiddenRow> = Vec::new();
    for column in 0..claim.columns {
        if column == earlier {
            before.clone_from(&columns.forbidden);
        }
        columns.next(watch)?;
    }
    watch.step("comparing columns")?;
    if !columns.repeats(earlier, &before, claim.saltus) {
        return Err(CheckRefusal::new("the states a period apart are not the same"));
    }
    let (values, rows, reach) = (columns.values, moves.len(), columns.last);
    values_repeat(&claim, &values, rows)?;
    let BandClaim { game, first, second, bounds, period, saltus, start, columns } = claim;
    let statement = game.statement;
    Ok(CheckedBand {
        statement,
        first,
        second,
        bounds,
        period,
        saltus,
        start,
        columns,
        rows,
        reach,
        values,
    })
}

/// Values a period apart differ by the saltus, from the start on, as far as they were computed.
fn values_repeat(claim: &BandClaim, values: &[u32], rows: usize) -> Result<(), CheckRefusal> {
    let cells = |columns: usize| columns * rows;
    let later = values[cells(claim.start + claim.period)..].iter();
    for (at, (now, later)) in values[cells(claim.start)..].iter().zip(later).enumerate() {
        let expected = if *now == NOWHERE { NOWHERE } else { *now + claim.saltus };
        if *later != expected {
            let (column, row) = (claim.start + at / rows, at % rows);
            let period = claim.period;
            return Err(CheckRefusal::new(format!(
                "column {column} does not come again after {period}, in row {row}"
            )));
        }
    }
    Ok(())
}
