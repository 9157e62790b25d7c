//! Grundy values of all positions of a window.
//!
//! A value is the mex of what the options have, so for each family we need the *set* of values
//! among its options. Three ways, from fast to general:
//!
//! - **Two unordered heaps** (`pairs`): for each heap the values on its line, for each difference
//!   those on its diagonal, for each sum those of the pairs that add up to it. Each is one growing
//!   bitset; a position looks at no more than five. Half the square is stored.
//! - **Cones and diagonals** (`running`): `seen[h] = {g(h)} or seen[h - v]`, the recurrence of
//!   the line sieve with sets of values in place of words, and the same rolling tables.
//! - **Anything** (`scanned`): options are scanned from the conditions and looked up.
//!
//! Only `scanned` uses several threads: positions with the same number of stones do not reach each
//! other, so a block of them is shared. The other two spend some nanoseconds on a value and need the
//! one before it, so threads would spend more on waiting for each other than on the values.
//!
//! A value is at most the number of stones that can be taken, which bounds the width of the table
//! and of the sets.

use std::ops::ControlFlow;

use super::choose::GrundyPlan;
use super::shape::Shape;
use super::{Budget, GaveUp, crew};
use crate::game::{Game, HeapGame, Heaps};

/// The Grundy values of a window.
#[derive(Clone, Debug)]
pub struct GrundyTable {
    lower: Vec<u64>,
    sizes: Vec<usize>,
    index: Index,
    values: Values,
}

/// How positions are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Index {
    /// Row by row.
    Box,
    /// Row by row, heaps ascending.
    SortedBox,
    /// Two heaps, ascending, without the other half of the square.
    Triangle,
}

/// Values in the smallest width that holds them.
#[derive(Clone, Debug)]
enum Values {
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

impl Values {
    fn new(cells: usize, bound: u64) -> Values {
        if bound <= u64::from(u16::MAX) {
            Values::Narrow(vec![0; cells])
        } else {
            Values::Wide(vec![0; cells])
        }
    }

    fn get(&self, at: usize) -> u32 {
        match self {
            Values::Narrow(values) => u32::from(values[at]),
            Values::Wide(values) => values[at],
        }
    }

    fn set(&mut self, at: usize, value: u32) {
        match self {
            Values::Narrow(values) => values[at] = u16::try_from(value).expect("within the bound"),
            Values::Wide(values) => values[at] = value,
        }
    }
}

/// How a table is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Two unordered heaps with lines, diagonals and sums.
    Pairs,
    /// Cones and diagonals.
    Running,
    /// Scanning all options.
    Scanned,
}

impl Method {
    /// The fastest method for these families.
    pub fn of(game: &HeapGame, shapes: &[Shape]) -> Method {
        let rules = game.rules();
        let plain = rules.validity.is_empty();
        let pairs = rules.symmetry.identifies() && rules.names.len() == 2;
        let pair = |s: &Shape| match s {
            Shape::Cone(heaps) => heaps.len() == 1,
            Shape::Diagonal(_) | Shape::Sum { .. } => true,
            Shape::Other => false,
        };
        let cone = |s: &Shape| matches!(s, Shape::Cone(_) | Shape::Diagonal(_));
        if plain && pairs && shapes.iter().all(pair) && losses(shapes).len() <= MAX_LOSSES {
            Method::Pairs
        } else if plain && shapes.iter().all(cone) {
            Method::Running
        } else {
            Method::Scanned
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Method::Pairs => "pairs",
            Method::Running => "running sets",
            Method::Scanned => "scan",
        }
    }
}

/// The bytes that a table with heaps up to `upper` takes, with the sets it needs on the way.
pub fn bytes(method: Method, lower: &[u64], upper: &[u64], shapes: &[Shape]) -> u128 {
    let sizes: Vec<u128> = lower
        .iter()
        .zip(upper)
        .map(|(low, up)| u128::from(up.saturating_add(1).saturating_sub(*low)))
        .collect();
    let bound: u128 = sizes.iter().map(|s| s.saturating_sub(1)).sum();
    let width = if bound <= u128::from(u16::MAX) { 2 } else { 4 };
    let set = (bound / 64 + 1) * 8;
    let cells = sizes.iter().fold(1u128, |cells, size| cells.saturating_mul(*size));
    match method {
        // Lines, diagonals and sums; a growing set may have twice the room it needs.
        Method::Pairs => cells.div_ceil(2).saturating_mul(width) + 6 * sizes[1] * set,
        Method::Running => {
            let sets = shapes.iter().map(|shape| Family::cells(shape, &sizes));
            let sets = sets.fold(0u128, u128::saturating_add);
            cells.saturating_mul(width).saturating_add(sets.saturating_mul(set))
        }
        Method::Scanned => {
            let block = BLOCK * (upper.len() * 8 + size_of::<Heaps>() + size_of::<u32>());
            cells.saturating_mul(width).saturating_add(block as u128)
        }
    }
}

impl GrundyTable {
    /// Solves the closed window of a plan.
    ///
    /// # Errors
    /// [`GaveUp`] if `budget` runs out; it is counted in positions.
    pub fn solve(
        game: &HeapGame,
        plan: &GrundyPlan,
        budget: &mut Budget,
    ) -> Result<GrundyTable, GaveUp> {
        match plan.method {
            Method::Pairs => pairs(game, &plan.upper, &plan.shapes, budget),
            Method::Running => running(game, &plan.upper, &plan.shapes, budget),
            Method::Scanned => scanned(game, plan, budget),
        }
    }

    /// The value of a position of the window.
    pub fn get(&self, heaps: &[u64]) -> u32 {
        self.values.get(self.number(heaps))
    }

    fn number(&self, heaps: &[u64]) -> usize {
        let size = |i: usize| (heaps[i] - self.lower[i]) as usize;
        match self.index {
            Index::Triangle => {
                let (a, b) = (size(0).min(size(1)), size(0).max(size(1)));
                b * (b + 1) / 2 + a
            }
            Index::Box => (0..heaps.len()).fold(0, |at, i| at * self.sizes[i] + size(i)),
            Index::SortedBox => {
                debug_assert!(heaps.is_sorted());
                (0..heaps.len()).fold(0, |at, i| at * self.sizes[i] + size(i))
            }
        }
    }

    fn new(game: &HeapGame, upper: &[u64], index: Index) -> GrundyTable {
        let lower = game.rules().lower.clone();
        let size = |(low, up): (&u64, &u64)| (up + 1 - low) as usize;
        let sizes: Vec<usize> = lower.iter().zip(upper).map(size).collect();
        let bound: u64 = sizes.iter().map(|s| *s as u64 - 1).sum();
        let cells = match index {
            Index::Triangle => sizes[1] * (sizes[1] + 1) / 2,
            _ => sizes.iter().product(),
        };
        GrundyTable { lower, sizes, index, values: Values::new(cells, bound) }
    }
}

// --- two unordered heaps

/// A growing set of values, with the first word that still has room.
#[derive(Clone, Default)]
struct Seen {
    words: Vec<u64>,
    first: usize,
}

impl Seen {
    fn insert(&mut self, value: u32) {
        let at = value as usize / 64;
        if at >= self.words.len() {
            self.words.resize(at + 1, 0);
        }
        self.words[at] |= 1 << (value % 64);
        while self.words.get(self.first) == Some(&u64::MAX) {
            self.first += 1;
        }
    }
}

/// The least value in none of the sets.
fn mex(sets: &[&Seen]) -> u32 {
    let mut at = sets.iter().map(|set| set.first).max().unwrap_or(0);
    loop {
        let word = sets.iter().fold(0, |word, set| word | set.words.get(at).copied().unwrap_or(0));
        if word != u64::MAX {
            return (64 * at) as u32 + word.trailing_ones();
        }
        at += 1;
    }
}

/// How many different numbers of stones may vanish in sums.
const MAX_LOSSES: usize = 2;

/// How many stones vanish in the sums, each number once.
fn losses(shapes: &[Shape]) -> Vec<usize> {
    let mut losses: Vec<usize> = shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Sum { less, .. } => usize::try_from(*less).ok(),
            _ => None,
        })
        .collect();
    losses.sort_unstable();
    losses.dedup();
    losses
}

/// Visits pairs `a <= b` by `b`. On arrival the line of `b` holds the pairs with less than `a`, the
/// line of `a` those with less than `b`, and the sums up to `b` are complete.
fn pairs(
    game: &HeapGame,
    upper: &[u64],
    shapes: &[Shape],
    budget: &mut Budget,
) -> Result<GrundyTable, GaveUp> {
    let mut table = GrundyTable::new(game, upper, Index::Triangle);
    let low = game.rules().lower[0] as usize;
    let top = upper[1] as usize;
    let has_lines = shapes.iter().any(|s| matches!(s, Shape::Cone(_)));
    let has_diagonals = shapes.iter().any(|s| matches!(s, Shape::Diagonal(_)));
    let losses = losses(shapes);
    let empty = Seen::default();
    let mut lines = vec![Seen::default(); top + 1];
    let mut diagonals = vec![Seen::default(); top + 1];
    let mut sums = vec![Seen::default(); top + 1];
    let mut at = 0;
    for b in low..=top {
        budget.spend((b - low + 1) as u64)?;
        for a in low..=b {
            let line = |x: usize| if has_lines { &lines[x] } else { &empty };
            let diagonal = if has_diagonals { &diagonals[b - a] } else { &empty };
            let mut sets = [&empty; 3 + 2 * MAX_LOSSES];
            sets[..3].copy_from_slice(&[line(a), line(b), diagonal]);
            let mut count = 3;
            for loss in &losses {
                sets[count] = a.checked_sub(*loss).map_or(&empty, |sum| &sums[sum]);
                sets[count + 1] = b.checked_sub(*loss).map_or(&empty, |sum| &sums[sum]);
                count += 2;
            }
            let value = mex(&sets[..count]);
            table.values.set(at, value);
            at += 1;
            if has_lines {
                lines[a].insert(value);
                lines[b].insert(value);
            }
            if has_diagonals {
                diagonals[b - a].insert(value);
            }
            if !losses.is_empty() && a + b <= top {
                sums[a + b].insert(value);
            }
        }
    }
    Ok(table)
}

// --- cones and diagonals

/// The rolling table of one family: a set of values for each line or each inner position.
struct Family {
    /// The heaps of the family, ascending.
    heaps: Vec<usize>,
    diagonal: bool,
    /// How far each heap counts in the number of a set.
    strides: Vec<usize>,
    sets: Vec<u64>,
}

impl Family {
    /// How many sets a family keeps.
    fn cells(shape: &Shape, sizes: &[u128]) -> u128 {
        let (Shape::Cone(heaps) | Shape::Diagonal(heaps)) = shape else { return 0 };
        let outer = *heaps.iter().min().expect("a family has heaps");
        let shear = if matches!(shape, Shape::Diagonal(_)) { sizes[outer] } else { 0 };
        let size = |i: usize| sizes[i] + if heaps.contains(&i) { shear } else { 0 };
        (outer + 1..sizes.len()).map(size).fold(1, u128::saturating_mul)
    }

    fn new(shape: &Shape, sizes: &[usize], words: usize) -> Family {
        let (Shape::Cone(heaps) | Shape::Diagonal(heaps)) = shape else {
            unreachable!("only cones and diagonals run")
        };
        let mut heaps = heaps.clone();
        heaps.sort_unstable();
        let diagonal = matches!(shape, Shape::Diagonal(_));
        let outer = heaps[0];
        let mut strides = vec![0; sizes.len()];
        let mut cells = 1;
        for i in (outer + 1..sizes.len()).rev() {
            strides[i] = cells;
            cells *= sizes[i] + if diagonal && heaps.contains(&i) { sizes[outer] } else { 0 };
        }
        if diagonal {
            // A line keeps its number: what its heaps lose, the outermost one loses as well.
            strides[outer] = 0;
        }
        Family { heaps, diagonal, strides, sets: vec![0; cells * words] }
    }

    /// Where the set of `position` begins; brought up to date with what came before.
    fn recall(&mut self, position: &[usize], sizes: &[usize], words: usize) -> usize {
        let outer = self.heaps[0];
        let sheared = |i: usize| {
            if self.diagonal && i != outer && self.heaps.contains(&i) {
                position[i] + sizes[outer] - position[outer]
            } else {
                position[i]
            }
        };
        let cell: usize = (outer + 1..position.len()).map(|i| sheared(i) * self.strides[i]).sum();
        let start = cell * words;
        let begins = if self.diagonal {
            self.heaps.iter().any(|i| position[*i] == 0)
        } else {
            position[outer] == 0
        };
        if begins {
            self.sets[start..start + words].fill(0);
        }
        if !self.diagonal {
            for &i in self.heaps[1..].iter().filter(|i| position[**i] > 0) {
                let back = self.strides[i] * words;
                let (earlier, current) = self.sets.split_at_mut(start);
                let earlier = &earlier[start - back..start - back + words];
                current[..words].iter_mut().zip(earlier).for_each(|(set, seen)| *set |= seen);
            }
        }
        start
    }
}

fn running(
    game: &HeapGame,
    upper: &[u64],
    shapes: &[Shape],
    budget: &mut Budget,
) -> Result<GrundyTable, GaveUp> {
    let mut table = GrundyTable::new(game, upper, Index::Box);
    let sizes = table.sizes.clone();
    let bound: usize = sizes.iter().map(|s| s - 1).sum();
    let words = bound / 64 + 1;
    let mut families: Vec<Family> =
        shapes.iter().map(|shape| Family::new(shape, &sizes, words)).collect();
    let mut starts = vec![0; families.len()];
    let mut position = vec![0; sizes.len()];
    let row = sizes[sizes.len() - 1];
    for at in 0..sizes.iter().product() {
        if at % row == 0 {
            budget.spend(row as u64)?;
        }
        for (family, start) in families.iter_mut().zip(&mut starts) {
            *start = family.recall(&position, &sizes, words);
        }
        let value = first_free(&families, &starts, words);
        table.values.set(at, value as u32);
        for (family, start) in families.iter_mut().zip(&starts) {
            family.sets[start + value / 64] |= 1 << (value % 64);
        }
        for i in (0..position.len()).rev() {
            position[i] += 1;
            if position[i] < sizes[i] {
                break;
            }
            position[i] = 0;
        }
    }
    Ok(table)
}

fn first_free(families: &[Family], starts: &[usize], words: usize) -> usize {
    for w in 0..words {
        let word = families.iter().zip(starts).fold(0, |word, (f, start)| word | f.sets[start + w]);
        if word != u64::MAX {
            return 64 * w + word.trailing_ones() as usize;
        }
    }
    unreachable!("a value is at most the number of stones")
}

// --- anything

/// How many positions, a microsecond or so each, are worth a thread.
const WORTH_A_THREAD: usize = 64;

/// How many positions are collected for the threads.
const BLOCK: usize = 1 << 14;

fn scanned(game: &HeapGame, plan: &GrundyPlan, budget: &mut Budget) -> Result<GrundyTable, GaveUp> {
    let unordered = game.rules().symmetry.identifies();
    let index = if unordered { Index::SortedBox } else { Index::Box };
    let mut table = GrundyTable::new(game, &plan.upper, index);
    let mut block: Vec<Heaps> = Vec::new();
    let mut stones = 0;
    let mut result = Ok(());
    let visited = game.visit_positions(&plan.window, &mut |position: &Heaps| {
        if block.len() == BLOCK || game.stones(position) != stones {
            stones = game.stones(position);
            result = budget.spend(block.len() as u64);
            table.add(game, &mut block, plan.threads);
        }
        block.push(position.clone());
        if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    visited.map_err(|error| GaveUp::new(error.to_string()))?;
    table.add(game, &mut block, plan.threads);
    result.map(|()| table)
}

impl GrundyTable {
    /// Adds a block of positions that do not reach each other, and empties it.
    fn add(&mut self, game: &HeapGame, block: &mut Vec<Heaps>, threads: usize) {
        let parts = crew::share(block, threads, WORTH_A_THREAD, |part| self.by_options(game, part));
        for (position, value) in block.drain(..).zip(parts.into_iter().flatten()) {
            let number = self.number(&position);
            self.values.set(number, value);
        }
    }

    /// The values of positions whose options are all in the table.
    fn by_options(&self, game: &HeapGame, positions: &[Heaps]) -> Vec<u32> {
        let mut seen: Vec<u64> = Vec::new();
        let value = |position: &Heaps| {
            seen.fill(0);
            game.visit_options(position, &mut |option| {
                let value = self.get(option) as usize;
                if value / 64 >= seen.len() {
                    seen.resize(value / 64 + 1, 0);
                }
                seen[value / 64] |= 1 << (value % 64);
                ControlFlow::Continue(())
            });
            let full = seen.iter().take_while(|word| **word == u64::MAX).count();
            let rest = seen.get(full).map_or(0, |word| word.trailing_ones());
            (64 * full) as u32 + rest
        };
        positions.iter().map(value).collect()
    }
}
