//! Values and lengths of play of any heap game, in one pass over a box.
//!
//! The box is an array. It is walked in an order in which options come before their position: row by row where every move makes the
//! position smaller as a word (`game/order.rs`), else by the measure of the rule, which falls with every move; so heaps may grow.
//! The options of a position are runs of numbers (`game/runs.rs`), looked up in the array, and three things make that cheap:
//!
//! - a run is a loop with a fixed step;
//! - where the runs of a row only grow, what was seen stays, and only the new part is looked at;
//! - for lengths of play, cones and diagonals need no loop at all: what counts of their options is two numbers, and
//!   those of a position follow from those of the positions one step below (`CornerRing`).
//!
//! *Lengths of play* (remoteness): the winner hurries, the loser delays, so it is one more than the least of the lost options, or if
//! there is none, than the largest of all. Its parity tells who wins: whoever cannot move has length 0, and each move turns it.
//! So one table tells outcome and length; another one values, by mex.
//!
//! Cost: two bytes a cell (four beyond 65,534 moves), and some nanoseconds for each family and each option that is looked at; one
//! thread. Cells that are no positions, or that nothing in the window reaches, are left out. For P-positions alone, and for
//! values of cones and pairs, other engines are faster. Tested against the reference on the catalogue and on random rules.

use ishitori_rule::family::MAX_HEAP;

use super::Convention;
use super::shape::{FamilyShape, shapes};
use crate::control::{Control, GaveUp};
use crate::game::{GrownRun, HeapGame, NumberedFamily, OptionRun, ValidHeaps};

/// Cells between two looks at whether the work may go on: one may take a millisecond.
const ASK_EVERY: usize = 64;

/// What a table tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrideFact {
    /// Grundy values.
    Grundy,
    /// How long play lasts, and by its parity who wins.
    Remoteness(Convention),
}

/// How a box is solved.
#[derive(Clone, Debug)]
pub struct StridePlan {
    /// What is told.
    pub tells: StrideFact,
    /// The largest size of each heap in the box, which holds what the positions asked for lead to.
    pub upper: Vec<u64>,
    /// Heaps, the slowest first, if rows are walked; else positions are walked by their measure.
    pub order: Option<Vec<usize>>,
    /// Positions with a larger measure are not reached from those asked for.
    measure: u64,
    /// How many cells the box has.
    pub positions: u128,
    /// The bytes it takes.
    pub bytes: u128,
}

/// A solved box.
#[derive(Clone, Debug)]
pub struct StrideTable {
    tells: StrideFact,
    lower: Vec<u64>,
    upper: Vec<u64>,
    weights: Vec<usize>,
    cells: StrideCells,
}

#[derive(Clone, Debug)]
enum StrideCells {
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

/// A number in a cell; the largest one stands for none.
trait StrideCell: Copy {
    const NONE: Self;
    fn number(self) -> u32;
    fn of(number: u32) -> Self;
}

impl StrideCell for u16 {
    const NONE: u16 = u16::MAX;

    fn number(self) -> u32 {
        u32::from(self)
    }

    fn of(number: u32) -> u16 {
        number as u16
    }
}

impl StrideCell for u32 {
    const NONE: u32 = u32::MAX;

    fn number(self) -> u32 {
        self
    }

    fn of(number: u32) -> u32 {
        number
    }
}

impl StridePlan {
    /// A plan for all positions with heaps up to `upper`; `None` if the box is too large to be numbered. Heaps of a game
    /// without an order are solved in all their arrangements.
    pub fn new(game: &HeapGame, upper: &[u64], tells: StrideFact) -> Option<StridePlan> {
        let rules = game.rules();
        let asked = game.clipped(upper);
        if asked.iter().zip(&rules.lower).any(|(up, low)| up < low) {
            return None;
        }
        let weight =
            |heap: usize| rules.measure.get(heap).map_or(1, |weight| weight.unsigned_abs());
        let measure = (0..asked.len()).try_fold(0u64, |sum, heap| {
            weight(heap).checked_mul(asked[heap] - rules.lower[heap])?.checked_add(sum)
        })?;
        let upper = game.reach(&asked);
        // A heap that may grow for ever has no box.
        if upper.contains(&MAX_HEAP) && upper != asked {
            return None;
        }
        let size = |(up, low): (&u64, &u64)| usize::try_from(up - low + 1).ok();
        let sizes = upper.iter().zip(&rules.lower).map(size).collect::<Option<Vec<usize>>>()?;
        let cells = sizes.iter().try_fold(1usize, |all, size| all.checked_mul(*size))?;
        if cells >= 1 << 40 {
            return None;
        }
        game.valid_heaps().ok()?;
        let order = game.falling_order(&sizes);
        let width: u128 = if measure < u64::from(u16::MAX) { 2 } else { 4 };
        // Each position with its measure, to be sorted.
        let walked = if order.is_some() { 0 } else { size_of::<(i64, usize)>() as u128 };
        let rings = match tells {
            // A ring is at most the box without its outermost heap.
            StrideFact::Remoteness(_) => {
                let inner = order.as_ref().map_or(0, |order| cells / sizes[order[0]].max(1));
                let steps = |shape: &FamilyShape| match shape {
                    FamilyShape::Cone(_) => 1,
                    FamilyShape::Diagonal(heaps) => heaps.len(),
                    _ => 0,
                };
                let longest: usize = shapes(rules).iter().map(steps).sum();
                (size_of::<LengthRange>() * longest) as u128 * inner as u128
            }
            StrideFact::Grundy => 0,
        };
        let bytes = (width + walked) * cells as u128 + rings;
        Some(StridePlan { tells, upper, order, measure, positions: cells as u128, bytes })
    }

    /// Solves the box.
    ///
    /// # Errors
    /// [`GaveUp`] if `control` runs out; it counts cells.
    pub fn solve(&self, game: &HeapGame, control: &Control) -> Result<StrideTable, GaveUp> {
        let ordered = game.with_order();
        let game = ordered.unwrap_or(game);
        let cells = match self.measure < u64::from(u16::MAX) {
            true => StrideCells::Narrow(self.cells(game, control)?),
            false => StrideCells::Wide(self.cells(game, control)?),
        };
        let (lower, weights) = (game.rules().lower.clone(), self.weights(game));
        Ok(StrideTable { tells: self.tells, lower, upper: self.upper.clone(), weights, cells })
    }

    /// By how much each heap counts in the number of a cell.
    fn weights(&self, game: &HeapGame) -> Vec<usize> {
        let lower = &game.rules().lower;
        let natural: Vec<usize> = (0..lower.len()).collect();
        let order = self.order.as_ref().unwrap_or(&natural);
        let mut weights = vec![0; lower.len()];
        let mut cells = 1;
        for &heap in order.iter().rev() {
            weights[heap] = cells;
            cells *= (self.upper[heap] - lower[heap] + 1) as usize;
        }
        weights
    }

    fn cells<C: StrideCell>(&self, game: &HeapGame, control: &Control) -> Result<Vec<C>, GaveUp> {
        let walk = BoxWalk::new(self, game)?;
        match self.tells {
            StrideFact::Grundy => {
                let mut seen = RowSets::new(&walk);
                let cells = walk.run(control, |cells, at| seen.value(&walk, cells, at))?;
                unless_strange(cells, seen.is_strange)
            }
            StrideFact::Remoteness(convention) => {
                let mut lengths = RowLengths::new(&walk, convention);
                let cells = walk.run(control, |cells, at| lengths.value(&walk, cells, at))?;
                unless_strange(cells, lengths.is_strange)
            }
        }
    }
}

/// No answer is better than one that was read where nothing stood.
fn unless_strange<C>(cells: Vec<C>, is_strange: bool) -> Result<Vec<C>, GaveUp> {
    match is_strange {
        true => Err(GaveUp::new(
            "an option was not solved before its position: a bug of ishitori, please report it",
        )),
        false => Ok(cells),
    }
}

/// A position on the walk.
struct WalkedCell<'w> {
    /// The heaps, then room for variables.
    values: &'w mut [i64],
    /// Whether nothing that was seen in the cell before is of use.
    is_new_row: bool,
    /// Whether it is a position that is reached. Of other cells nothing is told, but they are passed in their order.
    is_position: bool,
}

/// The cells of a box in their order, with the families as numbers.
struct BoxWalk<'g> {
    shapes: Vec<FamilyShape>,
    families: Vec<NumberedFamily<'g>>,
    valid: Option<ValidHeaps>,
    /// Heaps, the slowest first.
    order: Vec<usize>,
    lower: Vec<i64>,
    sizes: Vec<usize>,
    weights: Vec<usize>,
    measures: Vec<i64>,
    measure: i64,
    /// Whether every cell of the box has a small enough measure.
    all_reached: bool,
    columns: usize,
    in_rows: bool,
}

impl<'g> BoxWalk<'g> {
    fn new(plan: &StridePlan, game: &'g HeapGame) -> Result<BoxWalk<'g>, GaveUp> {
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
        let families = game.numbered(&signed, offset, last);
        let columns = families.iter().map(NumberedFamily::columns).max().unwrap_or(heaps);
        let measures: Vec<i64> = match rules.measure.is_empty() {
            true => vec![1; heaps],
            false => rules.measure.clone(),
        };
        let measure = i64::try_from(plan.measure).unwrap_or(i64::MAX);
        let corner =
            |heap: usize| measures[heap].saturating_mul(plan.upper[heap] as i64 - lower[heap]);
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
            measures,
            measure,
            all_reached,
            columns: columns.max(heaps),
            in_rows: plan.order.is_some(),
        })
    }

    /// The measure of heaps above the smallest position.
    fn measure(&self, values: &[i64]) -> i64 {
        let above = |heap: usize| self.measures[heap] * (values[heap] - self.lower[heap]);
        (0..self.lower.len()).map(above).sum()
    }

    /// Whether heaps are a position that can be reached.
    fn is_wanted(&self, values: &[i64]) -> bool {
        self.valid.as_ref().is_none_or(|valid| valid.holds(values))
            && (self.all_reached || self.measure(values) <= self.measure)
    }

    /// Fills all cells, each as `value` says of the cells before.
    fn run<C: StrideCell>(
        &self,
        control: &Control,
        mut value: impl FnMut(&[C], WalkedCell) -> u32,
    ) -> Result<Vec<C>, GaveUp> {
        let count: usize = self.sizes.iter().product();
        let mut cells = vec![C::NONE; count];
        let mut values = vec![0; self.columns];
        if !self.in_rows {
            for (done, (_, number)) in self.by_measure(control)?.into_iter().enumerate() {
                if done % ASK_EVERY == 0 {
                    control.spend(ASK_EVERY as u64)?;
                }
                self.set_heaps(number, &mut values);
                let cell = WalkedCell { values: &mut values, is_new_row: true, is_position: true };
                cells[number] = C::of(value(&cells, cell));
            }
            return Ok(cells);
        }
        let last = *self.order.last().expect("a game has heaps");
        let row = self.sizes[last];
        for start in (0..count).step_by(row) {
            self.set_heaps(start, &mut values);
            for (number, heap) in (start..start + row).zip(self.lower[last]..) {
                if (number - start) % ASK_EVERY == 0 {
                    control.spend(ASK_EVERY.min(start + row - number) as u64)?;
                }
                values[last] = heap;
                let (is_new_row, is_position) = (number == start, self.is_wanted(&values));
                let cell = WalkedCell { values: &mut values, is_new_row, is_position };
                let told = value(&cells, cell);
                if is_position {
                    cells[number] = C::of(told);
                }
            }
        }
        Ok(cells)
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

/// Calls `add` with what stands at a run; notes if nothing stands somewhere, which would be a bug.
#[inline]
fn look_up<C: StrideCell>(
    cells: &[C],
    run: OptionRun,
    is_strange: &mut bool,
    mut add: impl FnMut(u32),
) {
    let none = C::NONE.number();
    let mut add = |number: u32| {
        *is_strange |= number == none;
        add(number & !(u32::from(number == none) << 31));
    };
    let OptionRun { first, step, count } = run;
    if step == 1 {
        // In memory they stand together.
        let first = first as usize;
        cells[first..first + count as usize].iter().for_each(|cell| add(cell.number()));
        return;
    }
    let mut at = first;
    for _ in 0..count {
        add(cells[at as usize].number());
        at += step;
    }
}

/// A set of values that knows how far it is filled.
#[derive(Default)]
struct ReachedValues {
    words: Vec<u64>,
}

impl ReachedValues {
    fn clear(&mut self) {
        self.words.clear();
    }

    #[inline]
    fn add(&mut self, value: u32) {
        let word = value as usize / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (value % 64);
    }

    /// The least value in neither of two sets.
    fn mex(&self, other: &ReachedValues) -> u32 {
        let word = |set: &ReachedValues, at: usize| set.words.get(at).copied().unwrap_or(0);
        let mut at = 0;
        loop {
            let seen = word(self, at) | word(other, at);
            if seen != u64::MAX {
                return 64 * at as u32 + seen.trailing_ones();
            }
            at += 1;
        }
    }
}

/// The values that a row has seen.
struct RowSets {
    kept: ReachedValues,
    fresh: ReachedValues,
    grown: Vec<GrownRun>,
    is_strange: bool,
}

impl RowSets {
    fn new(walk: &BoxWalk) -> RowSets {
        let grown = vec![GrownRun::default(); walk.families.len()];
        let (kept, fresh) = (ReachedValues::default(), ReachedValues::default());
        RowSets { kept, fresh, grown, is_strange: false }
    }

    fn value<C: StrideCell>(&mut self, walk: &BoxWalk, cells: &[C], cell: WalkedCell) -> u32 {
        let RowSets { kept, fresh, grown, is_strange } = self;
        if cell.is_new_row {
            kept.clear();
            grown.fill(GrownRun::default());
        }
        if !cell.is_position {
            return 0;
        }
        fresh.clear();
        for (family, grown) in walk.families.iter().zip(grown) {
            if walk.in_rows && family.grows() {
                let add = &mut |run| look_up(cells, run, is_strange, |value| kept.add(value));
                family.visit_new(cell.values, grown, add);
            } else {
                let add = &mut |run| look_up(cells, run, is_strange, |value| fresh.add(value));
                family.visit(cell.values, add);
            }
        }
        kept.mex(fresh)
    }
}

/// What counts of some options for the length of play: the shortest that is lost, and the longest of the others.
#[derive(Clone, Copy)]
struct LengthRange {
    least_lost: u32,
    /// One more than the longest, 0 if there is none.
    most_won: u32,
}

impl LengthRange {
    const NONE: LengthRange = LengthRange { least_lost: u32::MAX, most_won: 0 };

    /// Adds an option. Lost is what has this parity.
    #[inline]
    fn add(&mut self, length: u32, lost: u32) {
        let is_lost = length & 1 == lost;
        self.least_lost = self.least_lost.min(if is_lost { length } else { u32::MAX });
        self.most_won = self.most_won.max(if is_lost { 0 } else { length + 1 });
    }

    fn merge(&mut self, other: LengthRange) {
        self.least_lost = self.least_lost.min(other.least_lost);
        self.most_won = self.most_won.max(other.most_won);
    }

    /// How long play lasts with these options.
    fn length(self) -> u32 {
        if self.least_lost == u32::MAX { self.most_won } else { self.least_lost + 1 }
    }
}

/// What counts of the options by a cone or a diagonal, for the cells just passed.
///
/// The options of a position by a cone are those one step below in each of its heaps, and what these lead to by the same cone; a
/// diagonal has one such step. So each cell leaves what counts of itself and of what it leads to, and is needed no later than as
/// many cells on as the largest step is long.
struct CornerRing {
    steps: Vec<(Vec<usize>, usize)>,
    ring: Vec<LengthRange>,
    slot: usize,
}

impl CornerRing {
    fn new(shape: &FamilyShape, weights: &[usize]) -> Option<CornerRing> {
        let steps: Vec<(Vec<usize>, usize)> = match shape {
            FamilyShape::Cone(heaps) => heaps.iter().map(|h| (vec![*h], weights[*h])).collect(),
            FamilyShape::Diagonal(heaps) => {
                vec![(heaps.clone(), heaps.iter().map(|heap| weights[*heap]).sum())]
            }
            _ => return None,
        };
        let length = steps.iter().map(|(_, step)| *step).max()?;
        Some(CornerRing { steps, ring: vec![LengthRange::NONE; length], slot: 0 })
    }

    /// What counts of the options of a position.
    #[inline]
    fn below(&self, walk: &BoxWalk, values: &[i64]) -> LengthRange {
        let mut range = LengthRange::NONE;
        for (heaps, step) in &self.steps {
            if heaps.iter().all(|heap| values[*heap] > walk.lower[*heap]) {
                let behind = self.slot + self.ring.len() - step;
                let at = if behind >= self.ring.len() { behind - self.ring.len() } else { behind };
                range.merge(self.ring[at]);
            }
        }
        range
    }

    /// Goes on to the next cell, with what counts of this one and of what it leads to.
    #[inline]
    fn leave(&mut self, range: LengthRange) {
        self.ring[self.slot] = range;
        self.slot += 1;
        if self.slot == self.ring.len() {
            self.slot = 0;
        }
    }
}

/// The lengths of play in a row.
struct RowLengths {
    /// The parity of what is lost.
    lost: u32,
    kept: LengthRange,
    grown: Vec<GrownRun>,
    rings: Vec<Option<CornerRing>>,
    is_strange: bool,
    /// What each ring told of the cell at work.
    below: Vec<LengthRange>,
}

impl RowLengths {
    fn new(walk: &BoxWalk, convention: Convention) -> RowLengths {
        let ring = |shape| CornerRing::new(shape, &walk.weights).filter(|_| walk.in_rows);
        RowLengths {
            lost: u32::from(convention == Convention::Misere),
            kept: LengthRange::NONE,
            grown: vec![GrownRun::default(); walk.families.len()],
            rings: walk.shapes.iter().map(ring).collect(),
            below: Vec::new(),
            is_strange: false,
        }
    }

    fn value<C: StrideCell>(&mut self, walk: &BoxWalk, cells: &[C], cell: WalkedCell) -> u32 {
        let lost = self.lost;
        if cell.is_new_row {
            self.kept = LengthRange::NONE;
            self.grown.fill(GrownRun::default());
        }
        if !cell.is_position {
            self.rings.iter_mut().flatten().for_each(|ring| ring.leave(LengthRange::NONE));
            return 0;
        }
        let mut fresh = LengthRange::NONE;
        let (kept, below) = (&mut self.kept, &mut self.below);
        let is_strange = &mut self.is_strange;
        below.clear();
        for ((family, ring), grown) in walk.families.iter().zip(&self.rings).zip(&mut self.grown) {
            if let Some(ring) = ring {
                let range = ring.below(walk, cell.values);
                below.push(range);
                fresh.merge(range);
            } else if walk.in_rows && family.grows() {
                let add =
                    &mut |run| look_up(cells, run, is_strange, |length| kept.add(length, lost));
                family.visit_new(cell.values, grown, add);
            } else {
                let add =
                    &mut |run| look_up(cells, run, is_strange, |length| fresh.add(length, lost));
                family.visit(cell.values, add);
            }
        }
        fresh.merge(*kept);
        let length = fresh.length();
        for (ring, range) in self.rings.iter_mut().flatten().zip(below) {
            range.add(length, lost);
            ring.leave(*range);
        }
        length
    }
}

impl StrideTable {
    /// What it tells.
    pub fn tells(&self) -> StrideFact {
        self.tells
    }

    /// What stands at heaps; `None` if they are outside, or no position that was reached.
    pub fn get(&self, heaps: &[u64]) -> Option<u32> {
        let mut number = 0;
        for (heap, weight) in self.weights.iter().enumerate() {
            let size = heaps[heap].checked_sub(self.lower[heap])?;
            if heaps[heap] > self.upper[heap] {
                return None;
            }
            number += size as usize * weight;
        }
        match &self.cells {
            StrideCells::Narrow(cells) => {
                Some(cells[number]).filter(|c| *c != u16::NONE).map(u32::from)
            }
            StrideCells::Wide(cells) => Some(cells[number]).filter(|cell| *cell != u32::NONE),
        }
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> u64 {
        match &self.cells {
            StrideCells::Narrow(cells) => 2 * cells.len() as u64,
            StrideCells::Wide(cells) => 4 * cells.len() as u64,
        }
    }
}
