//! The P-positions of a band, column by column.
//!
//! The value of a row in a column is the least y that no option in P forbids; a larger one can be lowered to it. Options with the
//! same x forbid what smaller rows have; those with fixed smaller x what a few earlier columns have; moves that take any number
//! from the first heap what all earlier columns have, which is kept for each row as a *base*, below which all is
//! forbidden, and bits above it. Cost: a look at each link a column.

use std::collections::VecDeque;

use super::links::BandLinks;
use crate::control::{Control, GaveUp};

/// There is no y.
pub(super) const NONE: u32 = u32::MAX;
/// Values beyond this are no band.
const LARGEST: u32 = 1 << 31;
/// What lies so far above the base is none either.
const WIDEST: usize = 1 << 20;

/// What earlier columns forbid in a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TakenValues {
    pub base: u32,
    pub above: VecDeque<bool>,
}

impl TakenValues {
    /// What it takes, about.
    pub fn bytes(&self) -> usize {
        size_of::<TakenValues>() + self.above.capacity()
    }

    fn insert(&mut self, value: u32) {
        let Some(at) = value.checked_sub(self.base) else { return };
        let at = at as usize;
        if at >= self.above.len() {
            self.above.resize(at + 1, false);
        }
        self.above[at] = true;
    }

    fn settle(&mut self) {
        while self.above.front() == Some(&true) {
            self.above.pop_front();
            self.base += 1;
        }
    }
}

/// Columns as they are computed.
pub(super) struct ColumnWalk<'a> {
    links: &'a BandLinks,
    /// For each row who cannot have its values any more, and after how many columns.
    heirs: Vec<Vec<(u32, u32)>>,
    pub taken: Vec<TakenValues>,
    /// How many of the last columns matter.
    pub memory: usize,
    /// All values, column after column.
    pub values: Vec<u32>,
    seen: Vec<u64>,
    turn: u64,
}

impl<'a> ColumnWalk<'a> {
    pub fn new(links: &'a BandLinks) -> ColumnWalk<'a> {
        let mut heirs = vec![Vec::new(); links.rows];
        let mut memory = 0;
        for row in 0..links.rows {
            for link in links.first.of(row) {
                heirs[link.row as usize].push((row as u32, link.least));
                memory = memory.max(link.least as usize - 1);
            }
            memory = links.taking.of(row).iter().fold(memory, |m, l| m.max(l.from_first as usize));
        }
        let taken = vec![TakenValues::default(); links.rows];
        ColumnWalk { links, heirs, taken, memory, values: Vec::new(), seen: Vec::new(), turn: 0 }
    }

    pub fn columns(&self) -> usize {
        self.values.len() / self.links.rows
    }

    /// What a row has so many columns before another.
    fn before(&self, column: usize, by: usize, row: u32) -> u32 {
        let column = column.checked_sub(by);
        column.map_or(NONE, |column| self.values[column * self.links.rows + row as usize])
    }

    /// Computes one more column.
    pub fn step(&mut self, control: &Control) -> Result<(), GaveUp> {
        let column = self.columns();
        for row in 0..self.links.rows {
            let value = self.value(column, row)?;
            self.values.push(value);
        }
        control.spend(self.links.rows as u64)?;
        for row in 0..self.links.rows {
            for at in 0..self.heirs[row].len() {
                let (heir, least) = self.heirs[row][at];
                let value = self.before(column + 1, least as usize, row as u32);
                if value != NONE {
                    self.taken[heir as usize].insert(value);
                }
            }
        }
        let mut kept = 0;
        for taken in &mut self.taken {
            taken.settle();
            kept += taken.above.len();
            if taken.above.len() > WIDEST {
                return Err(too_wide());
            }
        }
        if kept > control.memory() / 4 { Err(too_wide()) } else { Ok(()) }
    }

    fn value(&mut self, column: usize, row: usize) -> Result<u32, GaveUp> {
        self.turn += 1;
        let (rows, turn) = (self.links.rows, self.turn);
        let base = self.taken[row].base;
        let (values, seen) = (&self.values, &mut self.seen);
        let mut see = |value: u32| {
            // No value is below the base and free; `NONE` is too large to be looked at.
            let at = value.wrapping_sub(base) as usize;
            if value >= base && at < WIDEST {
                if at >= seen.len() {
                    seen.resize(at + 1, 0);
                }
                seen[at] = turn;
            }
        };
        let now = &values[column * rows..];
        for to in self.links.plain.of(row) {
            see(now[*to as usize]);
        }
        for link in self.links.taking.of(row) {
            if let Some(column) = column.checked_sub(link.from_first as usize) {
                let value = values[column * rows + link.row as usize];
                see(value.saturating_add(link.from_second));
            }
        }
        let second = self.links.second.of(row).iter();
        let end = second.map(|link| now[link.row as usize].saturating_add(link.least)).min();
        let above = &self.taken[row].above;
        let free = |at: &usize| above.get(*at) != Some(&true) && self.seen.get(*at) != Some(&turn);
        let at = (0..WIDEST).find(free).ok_or_else(too_wide)?;
        match base + at as u32 {
            value if end.is_some_and(|end| value >= end) => Ok(NONE),
            value if value >= LARGEST => Err(too_wide()),
            value => Ok(value),
        }
    }

    /// If everything that later columns depend on is as before column `earlier`, but for a number that is added to all
    /// values: that number.
    pub fn saltus_since(&self, earlier: usize, taken: &[TakenValues]) -> Option<u32> {
        let saltus = self.taken.first()?.base.checked_sub(taken.first()?.base)?;
        let rows = self.taken.iter().zip(taken);
        for (now, then) in rows {
            if now.base != then.base + saltus || now.above != then.above {
                return None;
            }
        }
        let column = self.columns();
        // There is nothing before column 0.
        for by in 1..=self.memory.min(column) {
            for row in 0..self.links.rows as u32 {
                let (then, now) = (self.before(earlier, by, row), self.before(column, by, row));
                if now != plus(then, saltus) {
                    return None;
                }
            }
        }
        Some(saltus)
    }
}

/// A value and a number that is added to it.
pub(super) fn plus(value: u32, more: u32) -> u32 {
    if value == NONE { NONE } else { value + more }
}

fn too_wide() -> GaveUp {
    GaveUp::new("values run away from each other: this is no band")
}
