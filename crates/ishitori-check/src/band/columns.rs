//! The P-positions of a band, column by column, by definition.
//!
//! In a row and a column there is at most one: the least y that no option in P forbids ([`crate::band`]). What earlier
//! columns forbid for ever is kept for each row: a base, below which everything is forbidden, and what is above it.

use std::collections::VecDeque;

use crate::band::moves::BandMoves;
use crate::refusal::CheckRefusal;
use crate::watch::CheckWatch;

/// No y is in P.
pub(crate) const NOWHERE: u32 = u32::MAX;
/// More than any y.
const MOST: u32 = 1 << 31;
/// What lies this far above the base of its row is no band.
const WIDE: usize = 1 << 20;
/// The most that is kept of all rows together.
const ABOVE: usize = 1 << 28;

/// What earlier columns forbid in a row for ever.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ForbiddenRow {
    pub(crate) base: u32,
    pub(crate) above: VecDeque<bool>,
}

/// The columns so far.
pub(crate) struct BandColumns<'a> {
    moves: &'a [BandMoves],
    /// For each row the rows that forbid what it has, from how many columns later on.
    forbids: Vec<Vec<(u32, u32)>>,
    pub(crate) forbidden: Vec<ForbiddenRow>,
    /// How many of the last columns are looked at again.
    pub(crate) last: usize,
    /// All values, column by column.
    pub(crate) values: Vec<u32>,
    /// What is forbidden in this column, above the base; numbered, so that nothing is cleared.
    marks: Vec<u64>,
    mark: u64,
}

impl<'a> BandColumns<'a> {
    pub(crate) fn new(moves: &'a [BandMoves]) -> BandColumns<'a> {
        let mut forbids = vec![Vec::new(); moves.len()];
        let mut last = 0;
        for (row, moves) in moves.iter().enumerate() {
            for (to, from) in &moves.before {
                forbids[*to as usize].push((row as u32, *from));
                last = last.max(*from as usize - 1);
            }
            last = moves.past.iter().fold(last, |last, past| last.max(past.1 as usize));
        }
        let forbidden = vec![ForbiddenRow::default(); moves.len()];
        BandColumns {
            moves,
            forbids,
            forbidden,
            last,
            values: Vec::new(),
            marks: Vec::new(),
            mark: 0,
        }
    }

    /// The value of a row so many columns before column `column`.
    fn back(&self, column: usize, by: u32, row: u32) -> u32 {
        match column.checked_sub(by as usize) {
            Some(column) => self.values[column * self.moves.len() + row as usize],
            None => NOWHERE,
        }
    }

    /// Computes the next column.
    pub(crate) fn next(&mut self, watch: &mut CheckWatch) -> Result<(), CheckRefusal> {
        let column = self.values.len() / self.moves.len();
        for row in 0..self.moves.len() {
            let value = self.value(column, row)?;
            self.values.push(value);
            watch.tick(1 + self.moves[row].same.len() / 32)?;
        }
        for row in 0..self.moves.len() {
            for at in 0..self.forbids[row].len() {
                let (of, from) = self.forbids[row][at];
                // From the next column on.
                let value = self.back(column + 1, from, row as u32);
                if value != NOWHERE {
                    self.forbidden[of as usize].add(value)?;
                }
            }
        }
        self.forbidden.iter_mut().for_each(ForbiddenRow::rise);
        watch.limit(self.forbidden.iter().map(|row| row.above.len()).sum(), ABOVE)
    }

    /// The value of a row in a column, where smaller rows have theirs.
    fn value(&mut self, column: usize, row: usize) -> Result<u32, CheckRefusal> {
        self.mark += 1;
        let (moves, base) = (&self.moves[row], self.forbidden[row].base);
        // What is below the base is no candidate; NOWHERE lies beyond all marks.
        let (values, rows, marks) = (&self.values, self.moves.len(), &mut self.marks);
        let mark = self.mark;
        let mut marked = |value: u32| {
            let at = value.wrapping_sub(base) as usize;
            match marks.get_mut(at) {
                Some(slot) => *slot = mark,
                None if value >= base && at < WIDE => {
                    marks.resize(at + 1, 0);
                    marks[at] = mark;
                }
                None => {}
            }
        };
        let now = &values[column * rows..];
        moves.same.iter().for_each(|to| marked(now[*to as usize]));
        for (to, by, more) in &moves.past {
            if let Some(column) = column.checked_sub(*by as usize) {
                marked(values[column * rows + *to as usize].saturating_add(*more));
            }
        }
        let others = moves.below.iter().filter(|(to, _)| *to as usize != row);
        let ends = others.map(|(to, from)| now[*to as usize].saturating_add(*from)).min();
        let above = &self.forbidden[row].above;
        let free = |at: usize| {
            !above.get(at).copied().unwrap_or(false) && self.marks.get(at) != Some(&self.mark)
        };
        let Some(at) = (0..WIDE).find(|at| free(*at)) else {
            return Err(CheckRefusal::new("the band is too wide for this checker"));
        };
        match base + at as u32 {
            value if ends.is_some_and(|end| value >= end) => Ok(NOWHERE),
            value if value >= MOST => Err(CheckRefusal::new("its values are too large")),
            value => Ok(value),
        }
    }

    /// Whether the state now is that before an earlier column, with all numbers larger by `saltus`.
    pub(crate) fn repeats(&self, earlier: usize, before: &[ForbiddenRow], saltus: u32) -> bool {
        let column = self.values.len() / self.moves.len();
        let same = |(now, before): (&ForbiddenRow, &ForbiddenRow)| {
            now.base == before.base + saltus && now.above == before.above
        };
        let later =
            |by: u32, row: u32| match (self.back(earlier, by, row), self.back(column, by, row)) {
                (NOWHERE, NOWHERE) => true,
                (NOWHERE, _) | (_, NOWHERE) => false,
                (before, now) => now == before + saltus,
            };
        self.forbidden.iter().zip(before).all(same)
            && (1..=self.last.min(column) as u32)
                .all(|by| (0..self.moves.len() as u32).all(|row| later(by, row)))
    }
}

impl ForbiddenRow {
    fn add(&mut self, value: u32) -> Result<(), CheckRefusal> {
        let Some(at) = value.checked_sub(self.base) else { return Ok(()) };
        if at as usize >= WIDE {
            return Err(CheckRefusal::new("the band is too wide for this checker"));
        }
        if at as usize >= self.above.len() {
            self.above.resize(at as usize + 1, false);
        }
        self.above[at as usize] = true;
        Ok(())
    }

    /// Lets the base rise to the first number that is not forbidden.
    fn rise(&mut self) {
        while self.above.front() == Some(&true) {
            self.above.pop_front();
            self.base += 1;
        }
    }
}
