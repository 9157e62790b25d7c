//! Finds the period of a band, and keeps its values.
//!
//! States are remembered at columns that grow by a quarter each, and compared with that of every later column, so the first that
//! is the same tells the period of states, a quarter later than could be. (Brent's way, which remembers one, at powers of two, takes up
//! to twice as many columns, and the checker computes them all again.) The start is then the least column from which on values come again.

use super::columns::{ColumnWalk, NONE, TakenValues, plus};
use super::links::{BandLinks, RowNumbers};
use super::{BandQuestion, NoBand};
use crate::control::{Control, GaveUp, Total};

/// No more columns are looked at.
const MOST_COLUMNS: usize = 1 << 22;

/// A band whose period was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundBand {
    /// After so many columns everything comes again.
    pub period: usize,
    /// With values larger by this.
    pub saltus: u32,
    /// The first column from which on that holds.
    pub start: usize,
    /// How many columns show it.
    pub columns: usize,
    /// How many rows there are.
    pub rows: usize,
    /// For each row the sizes of the bounded heaps.
    sizes: Vec<Vec<u64>>,
    values: Vec<u32>,
}

/// From where on, and with which period, one row comes again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowPeriod {
    /// The first column from which on it does.
    pub start: usize,
    /// The period.
    pub period: usize,
    /// By how much values are larger.
    pub saltus: u32,
}

/// Finds the period of a band.
///
/// # Errors
/// [`NoBand`]: which moves do not fit, or that nothing came again within the limits of `control`.
pub fn find(question: &BandQuestion, control: &Control) -> Result<FoundBand, NoBand> {
    let numbers = RowNumbers::new(question)?;
    let links = BandLinks::new(question, &numbers, control)?;
    let control = control.counting("rows of columns", Total::Unknown);
    let mut walk = ColumnWalk::new(&links);
    let most = (control.memory() / 8 / numbers.count).min(MOST_COLUMNS);
    let mut known: Vec<(usize, Vec<TakenValues>)> = Vec::new();
    let (earlier, saltus) = loop {
        let column = walk.columns();
        let mut seen = known.iter().rev();
        let seen = seen.find_map(|(at, taken)| Some((*at, walk.saltus_since(*at, taken)?)));
        if let Some(found) = seen {
            break found;
        }
        if column >= most {
            return Err(GaveUp::new(format!("nothing came again within {column} columns")).into());
        }
        if known.last().is_none_or(|(at, _)| column > at + at / 4) {
            known.push((column, walk.taken.clone()));
            let kept: usize = known.iter().flat_map(|(_, rows)| rows).map(TakenValues::bytes).sum();
            // The older of two states tells a shorter preperiod, the newer is the more likely to come again.
            if kept > control.memory() / 8 {
                known.drain(..known.len() / 2);
            }
        }
        walk.step(&control)?;
    };
    let columns = walk.columns();
    let mut band = FoundBand {
        period: columns - earlier,
        saltus,
        start: 0,
        columns,
        rows: numbers.count,
        sizes: (0..numbers.count).map(|row| numbers.sizes(row)).collect(),
        values: walk.values,
    };
    let (period, saltus) = (band.period, band.saltus);
    let starts = (0..band.rows).map(|row| band.row_start(row, period, saltus));
    band.start = starts.max().unwrap_or(0);
    Ok(band)
}

/// Whether the moves are those of a band.
///
/// # Errors
/// [`NoBand`]: which are not.
pub fn fits(question: &BandQuestion, control: &Control) -> Result<(), NoBand> {
    BandLinks::new(question, &RowNumbers::new(question)?, control).map(|_| ())
}

impl FoundBand {
    /// The sizes of the bounded heaps in a row.
    pub fn sizes(&self, row: usize) -> &[u64] {
        &self.sizes[row]
    }

    /// The value of a row in a column of any size, if it has one.
    pub fn value(&self, row: usize, column: u64) -> Option<u64> {
        let (start, period) = (self.start as u64, self.period as u64);
        let beyond = column.saturating_sub(start) / period;
        let value = self.at(row, (column - beyond * period) as usize);
        (value != NONE).then(|| u64::from(value) + beyond * u64::from(self.saltus))
    }

    fn at(&self, row: usize, column: usize) -> u32 {
        self.values[column * self.rows + row]
    }

    /// The least column from which on a row comes again so.
    fn row_start(&self, row: usize, period: usize, saltus: u32) -> usize {
        let last = (0..self.columns - period).rev();
        let mut differs =
            last.filter(|at| self.at(row, at + period) != plus(self.at(row, *at), saltus));
        differs.next().map_or(0, |at| at + 1)
    }

    /// The period of one row: it divides that of all.
    pub fn row_period(&self, row: usize) -> RowPeriod {
        let whole = self.columns - self.period;
        let fits = |length: usize| {
            let part = u64::from(self.saltus) * length as u64;
            let saltus = u32::try_from(part / self.period as u64).ok()?;
            // Values from `whole` on come again with the period of all, so looking at one of them is enough.
            let again = |at: usize| {
                let later = at + length;
                let wrapped = if later < self.columns { 0 } else { self.period };
                let more = if wrapped == 0 { 0 } else { self.saltus };
                plus(self.at(row, later - wrapped), more) == plus(self.at(row, at), saltus)
            };
            let exact = part.is_multiple_of(self.period as u64);
            (exact && (whole..self.columns).all(again)).then_some((length, saltus))
        };
        let lengths = (1..=self.period).filter(|length| self.period.is_multiple_of(*length));
        let (period, saltus) =
            lengths.filter_map(fits).next().unwrap_or((self.period, self.saltus));
        RowPeriod { start: self.row_start(row, period, saltus), period, saltus }
    }
}
