//! The tables of one thread, and the work on a row: all lines that differ in one heap only.
//!
//! In most games few lines have a P-position, and on the others there is nothing to do but to
//! bring the tables up to date. So a row is worked on in chunks of [`CHUNK`] lines: first what
//! all families have seen of them, without a branch, and only if that leaves something open the
//! lines one after the other.

use super::bits::{
    CHUNK, Chunk, NONE, PackedLine, add_from, both, chunk, chunk_mut, common, from_low, is_full,
    keep_below, lowest_free, position_of, prefixes, shifted, smear, union,
};
use super::nested::NestedGame;
use super::tables::{FamilyLayout, FamilyTable, LowTable, WordTable};
use crate::control::GaveUp;
use crate::solve::lines::batch::Batch;

/// What happens within a row, where `e` and the packed heap `f` vary.
#[derive(Clone, Copy, Default)]
struct RowMoves {
    lowers_e: bool,
    lowers_both: bool,
    diagonal: bool,
}

/// The cells of the tables that travel, for one size of the second heap.
#[derive(Default)]
pub(super) struct Column<const W: usize> {
    pub(super) words: Vec<Vec<PackedLine<W>>>,
    pub(super) lows: Vec<Vec<u16>>,
}

/// The tables of one thread.
pub(super) struct ThreadTables<'n, const W: usize> {
    nest: &'n NestedGame,
    /// Families without the row's heap `e`.
    plain: Vec<WordTable<W>>,
    /// Cones with it: their tables are prefix-ORs along the row.
    along: Vec<WordTable<W>>,
    /// Smeared cones without the row's heap.
    lows: Vec<LowTable>,
    /// Smeared cones with it.
    lows_along: Vec<LowTable>,
    moves: RowMoves,
    /// A row of nothing.
    empty: Vec<PackedLine<W>>,
    /// What is barred before any family looks.
    base: Vec<PackedLine<W>>,
    /// Whether that is the same in every row.
    barred_once: bool,
    /// The P-positions of the row: size of `e`, size of the packed heap.
    found: Vec<(u32, u16)>,
}

impl<'n, const W: usize> ThreadTables<'n, W> {
    pub(super) fn new(nest: &'n NestedGame) -> Self {
        let n = nest.sizes.len();
        let length = nest.sizes[n - 2].next_multiple_of(CHUNK);
        let mut rows = ThreadTables {
            nest,
            plain: Vec::new(),
            along: Vec::new(),
            lows: Vec::new(),
            lows_along: Vec::new(),
            moves: RowMoves::default(),
            empty: vec![[0; W]; length],
            base: vec![[0; W]; length],
            barred_once: false,
            found: Vec::new(),
        };
        for family in &nest.families {
            let has_row = family.heaps.contains(&(n - 2));
            if family.diagonal {
                rows.moves.diagonal |= family.heaps[0] == n - 2;
            } else {
                rows.moves.lowers_e |= has_row;
                rows.moves.lowers_both |= has_row && family.heaps.contains(&(n - 1));
            }
            let Some(layout) = FamilyLayout::new(&nest.sizes, family) else { continue };
            match (layout.smeared, layout.along) {
                (false, false) => rows.plain.push(FamilyTable::new(layout, [0; W])),
                (false, true) => rows.along.push(FamilyTable::new(layout, [0; W])),
                (true, false) => rows.lows.push(FamilyTable::new(layout, NONE)),
                (true, true) => rows.lows_along.push(FamilyTable::new(layout, NONE)),
            }
        }
        rows.barred_once = nest.total.is_none() && !nest.misere && rows.lows_along.is_empty();
        nest.bar(&vec![0; n - 2], &mut rows.base);
        rows
    }

    /// The tables that travel.
    fn travelling(
        &mut self,
    ) -> (impl Iterator<Item = &mut WordTable<W>>, impl Iterator<Item = &mut LowTable>) {
        let words = self.plain.iter_mut().chain(&mut self.along);
        let lows = self.lows.iter_mut().chain(&mut self.lows_along);
        (words.filter(|table| table.layout.travels), lows.filter(|table| table.layout.travels))
    }

    /// The tables of families whose outermost heap is the second one, which stay.
    fn outermost(
        &mut self,
    ) -> (impl Iterator<Item = &mut WordTable<W>>, impl Iterator<Item = &mut LowTable>) {
        let words = self.plain.iter_mut().chain(&mut self.along);
        let lows = self.lows.iter_mut().chain(&mut self.lows_along);
        let words = words.filter(|table| table.layout.outermost() == 1);
        (words, lows.filter(|table| table.layout.outermost() == 1))
    }

    /// Lets the cells of the outermost tables go.
    pub(super) fn lend(&mut self) -> Column<W> {
        let (words, lows) = self.outermost();
        Column {
            words: words.map(|table| std::mem::take(&mut table.cells)).collect(),
            lows: lows.map(|table| std::mem::take(&mut table.cells)).collect(),
        }
    }

    /// Takes them back.
    pub(super) fn take_back(&mut self, column: Column<W>) {
        let (words, lows) = self.outermost();
        words.zip(column.words).for_each(|(table, cells)| table.cells = cells);
        lows.zip(column.lows).for_each(|(table, cells)| table.cells = cells);
    }

    /// A column in which nothing has been seen.
    pub(super) fn new_column(&mut self) -> Column<W> {
        let (words, lows) = self.travelling();
        Column {
            words: words.map(|table| vec![[0; W]; table.layout.cells]).collect(),
            lows: lows.map(|table| vec![NONE; table.layout.cells]).collect(),
        }
    }

    /// Goes on to the next column.
    pub(super) fn enter(&mut self, column: Column<W>) {
        let (words, lows) = self.travelling();
        words.zip(column.words).for_each(|(table, cells)| table.enter(cells));
        lows.zip(column.lows).for_each(|(table, cells)| table.enter(cells));
    }

    /// Lets the column before the one in work go.
    pub(super) fn release(&mut self) -> Column<W> {
        let (words, lows) = self.travelling();
        Column {
            words: words.map(FamilyTable::release).collect(),
            lows: lows.map(FamilyTable::release).collect(),
        }
    }

    /// Lets the last column of all go.
    pub(super) fn leave(&mut self) -> Column<W> {
        let (words, lows) = self.travelling();
        words.for_each(|table| table.enter(Vec::new()));
        lows.for_each(|table| table.enter(Vec::new()));
        self.release()
    }

    /// Works on all rows whose two outermost heaps have these sizes.
    pub(super) fn tile(
        &mut self,
        first: [usize; 2],
        batch: &mut Batch,
        emit: &mut dyn FnMut(&mut Batch) -> Result<(), GaveUp>,
    ) -> Result<(), GaveUp> {
        let nest = self.nest;
        let n = nest.sizes.len();
        let mut outer = vec![0; n - 2];
        outer[..2].copy_from_slice(&first);
        self.layouts().for_each(FamilyLayout::rewind);
        loop {
            if !self.barred_once {
                self.base.fill([0; W]);
                nest.bar(&outer, &mut self.base);
                self.lows_along.iter_mut().for_each(|table| table.recall(&outer, &mut self.base));
            }
            self.found.clear();
            self.decide(&outer);
            let length = self.base.len();
            self.lows_along.iter_mut().for_each(|table| table.remember(length, &self.found));
            batch.add_row(nest.sizes[n - 2], &self.found, emit)?;
            let Some(at) = count_up(&mut outer[2..], &nest.sizes[2..]) else { return Ok(()) };
            self.layouts().for_each(|layout| layout.advance(at + 2));
        }
    }

    fn layouts(&mut self) -> impl Iterator<Item = &mut FamilyLayout> {
        let words = self.plain.iter_mut().chain(&mut self.along).map(|table| &mut table.layout);
        let lows = self.lows.iter_mut().chain(&mut self.lows_along);
        words.chain(lows.map(|table| &mut table.layout))
    }

    /// Finds the P-positions of a row and adds them to the tables.
    ///
    /// The loop over the row is made anew for every usual number of tables, so that the compiler
    /// sees through it; other numbers go through a general loop.
    fn decide(&mut self, outer: &[usize]) {
        macro_rules! dispatch {
            ($(($k:literal, $j:literal, $l:literal)),*) => {
                match (self.plain.len(), self.along.len(), self.lows.len()) {
                    $(
                        ($k, $j, $l) if W <= 2 && !self.moves.diagonal => {
                            self.fused::<$k, $j, $l>(outer)
                        }
                    )*
                    _ => self.one_by_one(outer),
                }
            };
        }
        dispatch!(
            (0, 0, 1),
            (0, 1, 0),
            (0, 1, 1),
            (1, 0, 0),
            (1, 0, 1),
            (1, 1, 0),
            (1, 1, 1),
            (1, 2, 2),
            (2, 0, 0),
            (2, 0, 1),
            (2, 1, 0),
            (2, 1, 1),
            (2, 2, 2),
            (3, 0, 0),
            (3, 1, 0),
            (3, 1, 1),
            (3, 2, 2),
            (3, 3, 3),
            (4, 1, 1),
            (5, 1, 1)
        )
    }

    fn fused<const K: usize, const J: usize, const L: usize>(&mut self, outer: &[usize]) {
        let count = "as many tables as matched";
        let length = self.base.len();
        let plain: &mut [WordTable<W>; K] = self.plain.as_mut_slice().try_into().expect(count);
        let along: &mut [WordTable<W>; J] = self.along.as_mut_slice().try_into().expect(count);
        let lows: &mut [LowTable; L] = self.lows.as_mut_slice().try_into().expect(count);
        let mut plain = plain.each_mut().map(|table| table.open(outer, &self.empty));
        let mut along = along.each_mut().map(|table| table.open(outer, &self.empty));
        let mut lows = lows.each_mut().map(|table| table.open(outer, length));
        let mut above = RowBars::new(self.moves);
        let mut runs = [[0; W]; J];
        for at in (0..length).step_by(CHUNK) {
            // 1. What has been seen of these lines from earlier rows. Everything is read before
            // anything is written: the compiler cannot know that the rows are apart.
            let mut blocked: Chunk<W> = *chunk(&self.base, at);
            for (current, back) in &mut plain {
                let seen = both(chunk(current, at), chunk(back, at));
                blocked = both(&blocked, &seen);
                *chunk_mut(current, at) = seen;
            }
            for ((current, back), run) in along.iter_mut().zip(&mut runs) {
                let seen = prefixes(run, both(chunk(current, at), chunk(back, at)));
                blocked = both(&blocked, &seen);
                *chunk_mut(current, at) = seen;
                *run = seen[CHUNK - 1];
            }
            for low in &lows {
                let low: [u16; CHUNK] = *chunk(low, at);
                blocked = both(&blocked, &low.map(|low| *from_low(low)));
            }
            // 2. Most often that is everything.
            if is_full(&union(&common(&blocked), &above.line)) {
                continue;
            }
            // 3. The lowest bit of each that nobody has seen; then everybody has seen it.
            for i in 0..CHUNK {
                let p = lowest_free(&union(&blocked[i], &above.line));
                if p != [0; W] {
                    let low = position_of(&p);
                    self.found.push(((at + i) as u32, low));
                    above.add(&p);
                    for (current, _) in &mut plain {
                        current[at + i] = union(&current[at + i], &p);
                    }
                    for lows in &mut lows {
                        lows[at + i] = lows[at + i].min(low);
                    }
                }
                for (current, _) in &mut along {
                    current[at + i] = union(&current[at + i], &above.found);
                }
            }
            runs.iter_mut().for_each(|run| *run = union(run, &above.found));
        }
    }

    /// The same table by table, for any number of them.
    fn one_by_one(&mut self, outer: &[usize]) {
        let length = self.base.len();
        let mut base = self.base.clone();
        for table in &mut self.plain {
            let (current, back) = table.open(outer, &self.empty);
            for ((cell, back), base) in current.iter_mut().zip(back).zip(&mut base) {
                *cell = union(cell, back);
                *base = union(base, cell);
            }
        }
        for table in &mut self.along {
            let (current, back) = table.open(outer, &self.empty);
            let mut so_far = [0; W];
            for ((cell, back), base) in current.iter_mut().zip(back).zip(&mut base) {
                so_far = union(&so_far, &union(cell, back));
                *cell = so_far;
                *base = union(base, cell);
            }
        }
        for table in &mut self.lows {
            for (low, base) in table.open(outer, length).iter().zip(&mut base) {
                add_from(base, *low);
            }
        }
        let mut above = RowBars::new(self.moves);
        let mut slanted: PackedLine<W> = [0; W];
        for (e, base) in base.iter_mut().enumerate() {
            let p = lowest_free(&union(base, &union(&above.line, &slanted)));
            if p != [0; W] {
                self.found.push((e as u32, position_of(&p)));
                above.add(&p);
            }
            if self.moves.diagonal {
                slanted = shifted(&union(&slanted, &p));
            }
        }
        self.remember(outer, length);
    }

    /// Adds the P-positions of the row to the tables.
    fn remember(&mut self, outer: &[usize], length: usize) {
        for table in &mut self.plain {
            let start = table.layout.start(outer).0;
            for (e, low) in &self.found {
                let word = &mut table.cells[start + *e as usize][usize::from(*low) / 64];
                *word |= 1 << (low % 64);
            }
        }
        for table in &mut self.along {
            let start = table.layout.start(outer).0;
            let mut so_far = [0; W];
            for (i, (e, low)) in self.found.iter().enumerate() {
                so_far[usize::from(*low) / 64] |= 1 << (low % 64);
                let next = self.found.get(i + 1).map_or(length, |(next, _)| *next as usize);
                for cell in &mut table.cells[start + *e as usize..start + next] {
                    *cell = union(cell, &so_far);
                }
            }
        }
        for table in &mut self.lows {
            let start = table.layout.start(outer).0;
            for (e, low) in &self.found {
                let cell = &mut table.cells[start + *e as usize];
                *cell = (*cell).min(*low);
            }
        }
    }
}

/// What P-positions of a row bar in the lines after theirs.
struct RowBars<const W: usize> {
    moves: RowMoves,
    /// The bits of the P-positions themselves.
    found: PackedLine<W>,
    /// What can reach them within the row.
    line: PackedLine<W>,
}

impl<const W: usize> RowBars<W> {
    fn new(moves: RowMoves) -> Self {
        RowBars { moves, found: [0; W], line: [0; W] }
    }

    #[inline]
    fn add(&mut self, p: &PackedLine<W>) {
        self.found = union(&self.found, p);
        if self.moves.lowers_both {
            self.line = union(&self.line, &smear(p));
        } else if self.moves.lowers_e {
            self.line = self.found;
        }
    }
}

impl NestedGame {
    /// Marks what is outside the window, and in misère play the positions without moves, as N.
    fn bar<const W: usize>(&self, outer: &[usize], base: &mut [PackedLine<W>]) {
        let n = self.sizes.len();
        let mut inside = [u64::MAX; W];
        keep_below(&mut inside, self.sizes[n - 1]);
        for (e, line) in base.iter_mut().enumerate() {
            let padding = e >= self.sizes[n - 2];
            (0..W).for_each(|w| line[w] |= if padding { u64::MAX } else { !inside[w] });
        }
        if let Some(total) = self.total {
            let sum: u64 = outer.iter().map(|h| *h as u64).sum();
            for (e, line) in base.iter_mut().enumerate() {
                let room = (total + 1).saturating_sub(sum + e as u64);
                let mut inside = [u64::MAX; W];
                keep_below(&mut inside, usize::try_from(room).unwrap_or(usize::MAX));
                (0..W).for_each(|w| line[w] |= !inside[w]);
            }
        }
        if self.misere {
            for (e, line) in base[..self.sizes[n - 2]].iter_mut().enumerate() {
                line[0] |= u64::from(self.is_over(outer, e));
            }
        }
    }

    /// Whether there is no move when the packed heap is empty.
    fn is_over(&self, outer: &[usize], e: usize) -> bool {
        let n = self.sizes.len();
        let is_empty = |at: &usize| match *at {
            at if at == n - 1 => true,
            at if at == n - 2 => e == 0,
            at => outer[at] == 0,
        };
        self.families.iter().all(|family| {
            let mut heaps = family.heaps.iter();
            if family.diagonal { heaps.any(is_empty) } else { heaps.all(is_empty) }
        })
    }
}

/// The next tuple of sizes, the last heap fastest: the heap that went up, or `None` after the last.
fn count_up(outer: &mut [usize], sizes: &[usize]) -> Option<usize> {
    for at in (0..outer.len()).rev() {
        outer[at] += 1;
        if outer[at] < sizes[at] {
            return Some(at);
        }
        outer[at] = 0;
    }
    None
}
