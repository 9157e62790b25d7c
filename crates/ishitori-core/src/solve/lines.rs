//! The P-positions of cone games, a line of positions at a time.
//!
//! **What.** Every family lowers heaps freely ([`Shape::Cone`]) or equally ([`Shape::Diagonal`]).
//! Then no option is ever enumerated. For each family keep which positions can be reached from P:
//! `seen[h] = P[h] or seen[h - v] for some direction v of the family`; a position is P if no family
//! has seen it before it is added itself.
//!
//! **Lines.** One heap is packed into machine words: a *line* is all positions that differ in that
//! heap only, a bit each. If the packed heap alone may be lowered, a line has at most one
//! P-position, the lowest bit that no family has seen: 64 positions for a handful of instructions.
//! If a family may lower the packed heap, all bits above its lowest one are seen too, so that
//! bit's number is all it stores.
//!
//! **Memory.** A family's table reaches back one step of its outermost heap and is overwritten as
//! we go, so it has a dimension less than the window for each heap outside the family, and the
//! packed heap is bits. [`Order::best`] tries all orders of heaps for the least memory.
//!
//! **Cost.** For circular(6,2) about 6 ns a line of 64 positions. Outcomes only; for values see the
//! Grundy table.

mod bits;
mod tables;

use self::bits::{
    add_from, chunk, chunk_mut, keep_below, lowest_free, position_of, shifted, smear, union,
};
use self::tables::{Layout, LowTable, WordTable};
use super::shape::Shape;
use super::{Budget, Convention, GaveUp};

/// The number of a line's P-position if there is none.
pub const NONE: u16 = u16::MAX;

/// Lines are worked on in chunks of this many; rows are padded to a multiple of it.
const CHUNK: usize = 8;

/// A game of cones and diagonals in a box, heaps counted from 0.
#[derive(Clone, Debug)]
pub struct Cones {
    /// How many sizes each heap has.
    pub sizes: Vec<usize>,
    /// The families.
    pub families: Vec<Shape>,
    /// At most this many stones (above the lower bounds) in all.
    pub total: Option<u64>,
    /// Who wins when nobody can move.
    pub convention: Convention,
}

/// The order in which heaps are nested: outermost first, the packed one last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The heaps.
    pub heaps: Vec<usize>,
    /// The bytes that the tables take.
    pub bytes: u128,
}

impl Cones {
    /// Words a line takes, rounded up to a power of two for which there is code.
    fn words(&self, packed: usize) -> usize {
        self.sizes[packed].div_ceil(64).next_power_of_two()
    }

    /// The bytes of all tables when the heaps are nested in this order.
    fn bytes(&self, order: &[usize]) -> u128 {
        let words = self.words(order[order.len() - 1]) as u128;
        let tables = self.families.iter().filter_map(|family| Layout::new(self, order, family));
        let tables =
            tables.map(|layout| (layout.cells as u128).saturating_mul(layout.bytes_a_cell(words)));
        // Three rows in work, and the positions found in one.
        let n = order.len();
        let length = if n < 2 { 1 } else { self.sizes[order[n - 2]] as u128 };
        let rows = length.saturating_mul(3 * 8 * words + 2);
        tables.fold(rows, u128::saturating_add)
    }
}

impl Order {
    /// The order with the least memory, if the engine can solve the game at all.
    pub fn best(cones: &Cones) -> Option<Order> {
        let n = cones.sizes.len();
        let may_be_packed = |heap: usize| {
            let alone = |f: &Shape| matches!(f, Shape::Cone(heaps) if heaps.contains(&heap));
            cones.sizes[heap] < usize::from(NONE)
                && cones.words(heap) <= 64
                && cones.families.iter().any(alone)
        };
        let usable =
            cones.families.iter().all(|f| matches!(f, Shape::Cone(_) | Shape::Diagonal(_)));
        if !usable || n == 0 {
            return None;
        }
        let mut best: Option<Order> = None;
        for heaps in orders(n) {
            if !may_be_packed(heaps[n - 1]) {
                continue;
            }
            let bytes = cones.bytes(&heaps);
            if best.as_ref().is_none_or(|b| bytes < b.bytes) {
                best = Some(Order { heaps, bytes });
            }
        }
        best
    }
}

/// All orders of few heaps; rotations of the natural one of many.
fn orders(n: usize) -> Vec<Vec<usize>> {
    if n > 6 {
        return (0..n).map(|by| (0..n).map(|i| (i + by) % n).collect()).collect();
    }
    let mut all = vec![Vec::new()];
    for _ in 0..n {
        all = all
            .into_iter()
            .flat_map(|order: Vec<usize>| {
                (0..n)
                    .filter(|i| !order.contains(i))
                    .map(|i| [&order[..], &[i]].concat())
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    all
}

/// Receives the P-positions of a row of lines.
pub trait Sink {
    /// `outer` are the sizes of all heaps but the last two, in the order of nesting; `lowest[e]` is
    /// the size of the packed heap in the P-position with size `e` of the last but one, or [`NONE`].
    fn row(&mut self, outer: &[usize], lowest: &[u16]);
}

/// Finds all P-positions and tells them to `sink`.
///
/// # Errors
/// [`GaveUp`] if `budget` runs out. It is counted in lines.
pub fn sieve(
    cones: &Cones,
    order: &Order,
    sink: &mut dyn Sink,
    budget: &mut Budget,
) -> Result<(), GaveUp> {
    let packed = order.heaps[order.heaps.len() - 1];
    match cones.words(packed) {
        1 => Sieve::<1>::new(cones, order).run(sink, budget),
        2 => Sieve::<2>::new(cones, order).run(sink, budget),
        4 => Sieve::<4>::new(cones, order).run(sink, budget),
        8 => Sieve::<8>::new(cones, order).run(sink, budget),
        16 => Sieve::<16>::new(cones, order).run(sink, budget),
        32 => Sieve::<32>::new(cones, order).run(sink, budget),
        64 => Sieve::<64>::new(cones, order).run(sink, budget),
        words => Err(GaveUp::new(format!("lines of {words} words are too long"))),
    }
}

/// A line of positions: bit `f` is the one in which the packed heap has size `f`.
type Line<const W: usize> = [u64; W];

/// What happens within a row, where `e` and the packed heap `f` vary.
#[derive(Clone, Copy, Default)]
struct RowMoves {
    lowers_e: bool,
    lowers_both: bool,
    diagonal: bool,
}

struct Sieve<const W: usize> {
    /// Sizes in the order of nesting, at least two.
    sizes: Vec<usize>,
    /// Families without the row's heap `e`.
    plain: Vec<WordTable<W>>,
    /// Cones with it: their tables are prefix-ORs along the row.
    along: Vec<WordTable<W>>,
    /// Smeared cones without the row's heap.
    lows: Vec<LowTable>,
    /// Smeared cones with it.
    lows_along: Vec<LowTable>,
    row: RowMoves,
    /// A row of nothing.
    empty: Vec<Line<W>>,
    total: Option<u64>,
    misere: bool,
    /// Which heaps, in the order of nesting, some cone lowers.
    lowered: Vec<bool>,
    /// The heaps of each diagonal.
    diagonals: Vec<Vec<usize>>,
}

impl<const W: usize> Sieve<W> {
    fn new(cones: &Cones, order: &Order) -> Self {
        // One heap alone makes a row of one line: put a heap of size 0 before it.
        let mut padded = cones.clone();
        let mut heaps = order.heaps.clone();
        if heaps.len() == 1 {
            padded.sizes.push(1);
            heaps.insert(0, 1);
        }
        let n = heaps.len();
        let sizes: Vec<usize> = heaps.iter().map(|h| padded.sizes[*h]).collect();
        let mut sieve = Sieve {
            plain: Vec::new(),
            along: Vec::new(),
            lows: Vec::new(),
            lows_along: Vec::new(),
            row: RowMoves::default(),
            empty: vec![[0; W]; sizes[n - 2].next_multiple_of(CHUNK)],
            // A larger total bars nothing.
            total: cones.total.filter(|total| *total < sizes.iter().map(|s| *s as u64 - 1).sum()),
            misere: cones.convention == Convention::Misere,
            lowered: vec![false; n],
            diagonals: Vec::new(),
            sizes,
        };
        for family in &padded.families {
            let (Shape::Cone(members) | Shape::Diagonal(members)) = family else { continue };
            let places: Vec<usize> = (0..n).filter(|at| members.contains(&heaps[*at])).collect();
            let (has_row, has_packed) = (places.contains(&(n - 2)), places.contains(&(n - 1)));
            if let Shape::Diagonal(_) = family {
                sieve.row.diagonal |= places[0] == n - 2;
                sieve.diagonals.push(places.clone());
            } else {
                sieve.row.lowers_e |= has_row;
                sieve.row.lowers_both |= has_row && has_packed;
                places.iter().for_each(|at| sieve.lowered[*at] = true);
            }
            let Some(layout) = Layout::new(&padded, &heaps, family) else { continue };
            let along = !layout.diagonal && places.contains(&(n - 2));
            if layout.smeared {
                let table = LowTable { cells: vec![NONE; layout.cells], layout };
                if along { sieve.lows_along.push(table) } else { sieve.lows.push(table) }
            } else {
                let table = WordTable { cells: vec![[0; W]; layout.cells], layout };
                if along { sieve.along.push(table) } else { sieve.plain.push(table) }
            }
        }
        sieve
    }

    fn run(mut self, sink: &mut dyn Sink, budget: &mut Budget) -> Result<(), GaveUp> {
        let n = self.sizes.len();
        let size = self.sizes[n - 2];
        let length = size.next_multiple_of(CHUNK);
        let mut outer = vec![0; n - 2];
        let mut row = Row { base: vec![[0; W]; length], lowest: vec![NONE; length] };
        // Bars that are the same in every row are put up once.
        let barred_once = self.total.is_none() && !self.misere && self.lows_along.is_empty();
        self.bar(&outer, &mut row.base);
        loop {
            budget.spend(size as u64)?;
            if !barred_once {
                row.base.fill([0; W]);
                self.bar(&outer, &mut row.base);
                self.lows_along.iter_mut().for_each(|table| table.recall(&outer, &mut row.base));
            }
            self.decide(&outer, &mut row);
            self.lows_along.iter_mut().for_each(|table| table.remember(&outer, &row.lowest));
            sink.row(&outer, &row.lowest[..size]);
            let Some(at) = count_up(&mut outer, &self.sizes) else { return Ok(()) };
            let words = self.plain.iter_mut().chain(&mut self.along).map(|table| &mut table.layout);
            let lows = self.lows.iter_mut().chain(&mut self.lows_along);
            words.chain(lows.map(|table| &mut table.layout)).for_each(|layout| layout.advance(at));
        }
    }

    /// Finds the P-positions of a row and adds them to the tables.
    ///
    /// The loop over the row is made anew for every usual number of tables, so that the compiler
    /// sees through it; other numbers go through a general loop.
    fn decide(&mut self, outer: &[usize], row: &mut Row<W>) {
        macro_rules! dispatch {
            ($(($k:literal, $j:literal, $l:literal)),*) => {
                match (self.plain.len(), self.along.len(), self.lows.len(), self.row) {
                    $(
                        ($k, $j, $l, RowMoves { diagonal: false, lowers_both: true, .. })
                            if W <= 2 => self.fused::<$k, $j, $l, true>(outer, row),
                        ($k, $j, $l, RowMoves { diagonal: false, .. })
                            if W <= 2 => self.fused::<$k, $j, $l, false>(outer, row),
                    )*
                    _ => self.one_by_one(outer, row),
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

    /// `BOTH`: a family lowers the row's heap and the packed one.
    fn fused<const K: usize, const J: usize, const L: usize, const BOTH: bool>(
        &mut self,
        outer: &[usize],
        row: &mut Row<W>,
    ) {
        let count = "as many tables as matched";
        let length = row.base.len();
        let plain: &mut [WordTable<W>; K] = self.plain.as_mut_slice().try_into().expect(count);
        let along: &mut [WordTable<W>; J] = self.along.as_mut_slice().try_into().expect(count);
        let lows: &mut [LowTable; L] = self.lows.as_mut_slice().try_into().expect(count);
        let mut plain = plain.each_mut().map(|table| table.open(outer, &self.empty));
        let mut along = along.each_mut().map(|table| table.open(outer, &self.empty));
        let mut lows = lows.each_mut().map(|table| table.open(outer, length));
        let lowers_e = self.row.lowers_e;
        let mut above: Line<W> = [0; W];
        let mut so_far: Line<W> = [0; W];
        let mut runs = [[0; W]; J];
        for at in (0..length).step_by(CHUNK) {
            // 1. What has been seen of these lines from earlier rows.
            let mut blocked: [Line<W>; CHUNK] = *chunk(&row.base, at);
            for (current, back) in &mut plain {
                let (current, back) = (chunk_mut(current, at), chunk(back, at));
                for i in 0..CHUNK {
                    current[i] = union(&current[i], &back[i]);
                    blocked[i] = union(&blocked[i], &current[i]);
                }
            }
            for ((current, back), run) in along.iter_mut().zip(&mut runs) {
                let (current, back) = (chunk_mut(current, at), chunk(back, at));
                for i in 0..CHUNK {
                    *run = union(run, &union(&current[i], &back[i]));
                    current[i] = *run;
                    blocked[i] = union(&blocked[i], run);
                }
            }
            for low in &lows {
                let low = chunk(low, at);
                (0..CHUNK).for_each(|i| add_from(&mut blocked[i], low[i]));
            }
            // 2. The lowest bit of each that nobody has seen, one line after the other.
            let mut found = [[0; W]; CHUNK];
            let mut found_so_far = [[0; W]; CHUNK];
            for i in 0..CHUNK {
                let p = lowest_free(&union(&blocked[i], &above));
                found[i] = p;
                so_far = union(&so_far, &p);
                found_so_far[i] = so_far;
                if BOTH {
                    above = union(&above, &smear(&p));
                } else if lowers_e {
                    above = so_far;
                }
            }
            // 3. Now everybody has seen them.
            let positions: [u16; CHUNK] = std::array::from_fn(|i| position_of(&found[i]));
            *chunk_mut(&mut row.lowest, at) = positions;
            for (current, _) in &mut plain {
                let current = chunk_mut(current, at);
                (0..CHUNK).for_each(|i| current[i] = union(&current[i], &found[i]));
            }
            for (current, _) in &mut along {
                let current = chunk_mut(current, at);
                (0..CHUNK).for_each(|i| current[i] = union(&current[i], &found_so_far[i]));
            }
            for low in &mut lows {
                let low = chunk_mut(low, at);
                (0..CHUNK).for_each(|i| low[i] = low[i].min(positions[i]));
            }
        }
    }

    /// The same table by table, for any number of them.
    fn one_by_one(&mut self, outer: &[usize], row: &mut Row<W>) {
        let RowMoves { lowers_e, lowers_both, diagonal } = self.row;
        let length = row.base.len();
        let mut base = row.base.clone();
        let mut found = vec![[0; W]; length];
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
        let mut above: Line<W> = [0; W];
        let mut slanted: Line<W> = [0; W];
        for e in 0..length {
            let blocked = union(&base[e], &union(&above, &slanted));
            let p = lowest_free(&blocked);
            found[e] = p;
            row.lowest[e] = position_of(&p);
            if lowers_both {
                above = union(&above, &smear(&p));
            } else if lowers_e {
                above = union(&above, &p);
            }
            if diagonal {
                slanted = shifted(&union(&slanted, &p));
            }
        }
        for table in &mut self.plain {
            let start = table.layout.start(outer).0;
            for (cell, p) in table.cells[start..start + length].iter_mut().zip(&found) {
                *cell = union(cell, p);
            }
        }
        for table in &mut self.along {
            let start = table.layout.start(outer).0;
            let mut so_far = [0; W];
            for (cell, p) in table.cells[start..start + length].iter_mut().zip(&found) {
                so_far = union(&so_far, p);
                *cell = union(cell, &so_far);
            }
        }
        for table in &mut self.lows {
            let start = table.layout.start(outer).0;
            for (low, found) in table.cells[start..start + length].iter_mut().zip(&row.lowest) {
                *low = (*low).min(*found);
            }
        }
    }

    /// Marks what is outside the window, and in misère play the positions without moves, as N.
    fn bar(&self, outer: &[usize], base: &mut [Line<W>]) {
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
        let is_empty = |at: usize| match at {
            at if at == n - 1 => true,
            at if at == n - 2 => e == 0,
            at => outer[at] == 0,
        };
        (0..n).all(|at| is_empty(at) || !self.lowered[at])
            && self.diagonals.iter().all(|heaps| heaps.iter().any(|at| is_empty(*at)))
    }
}

/// The row in work: what was barred before any family looked, and what was found.
struct Row<const W: usize> {
    base: Vec<Line<W>>,
    lowest: Vec<u16>,
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
