//! Grundy values of cones and diagonals, by sets of values that run along, and of fixed steps beside them.
//!
//! The state is the values and the sets: to fill these again takes as long as to make the values.

use std::io;

use super::plan::TablePlan;
use super::values::{GrundyTable, too_large};
use super::whole::index;
use crate::control::Control;
use crate::game::HeapGame;
use crate::solve::shape::FamilyShape;
use crate::solve::snapshot::{SafePoints, StateError, StateReader, StateWriter, UnfinishedRun};

/// How many sets a family keeps.
pub(super) fn sets(shape: &FamilyShape, sizes: &[u128]) -> u128 {
    let (FamilyShape::Cone(heaps) | FamilyShape::Diagonal(heaps)) = shape else { return 0 };
    let outer = *heaps.iter().min().expect("a family has heaps");
    let shear = if matches!(shape, FamilyShape::Diagonal(_)) { sizes[outer] } else { 0 };
    let size = |i: usize| sizes[i] + if heaps.contains(&i) { shear } else { 0 };
    (outer + 1..sizes.len()).map(size).fold(1, u128::saturating_mul)
}

/// The rolling table of one family: a set of values for each line or each inner position.
struct RollingTable {
    /// The heaps of the family, ascending.
    heaps: Vec<usize>,
    diagonal: bool,
    /// How far each heap counts in the number of a set.
    strides: Vec<usize>,
    sets: Vec<u64>,
}

impl RollingTable {
    fn new(shape: &FamilyShape, sizes: &[usize], words: usize) -> Option<RollingTable> {
        let (FamilyShape::Cone(heaps) | FamilyShape::Diagonal(heaps)) = shape else {
            return None;
        };
        let mut heaps = heaps.clone();
        heaps.sort_unstable();
        let diagonal = matches!(shape, FamilyShape::Diagonal(_));
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
        Some(RollingTable { heaps, diagonal, strides, sets: vec![0; cells * words] })
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

/// Visits positions row by row.
pub(super) fn solve(
    game: &HeapGame,
    plan: &TablePlan,
    control: &Control,
    safe: &mut SafePoints,
) -> Result<GrundyTable, UnfinishedRun> {
    let mut table = GrundyTable::new(game, &plan.upper, index(game, plan.method));
    let sizes = table.sizes.clone();
    let words = table.bound() as usize / 64 + 1;
    let mut families: Vec<RollingTable> =
        plan.shapes.iter().filter_map(|shape| RollingTable::new(shape, &sizes, words)).collect();
    let steps: Vec<FixedStep> =
        plan.shapes.iter().filter_map(|shape| FixedStep::new(shape, &sizes)).collect();
    let mut stepped = Vec::with_capacity(steps.len());
    let mut starts = vec![0; families.len()];
    let row = sizes[sizes.len() - 1];
    let first = match safe.source() {
        Some(source) => read(&mut table, &mut families, row, source)?,
        None => 0,
    };
    let mut position = digits(first, &sizes);
    for at in first..sizes.iter().product() {
        if at % row == 0 {
            if at > first && safe.is_due() {
                safe.keep(control, &|out| write(&table, &families, at, out))?;
            }
            safe.spent(control.spend(row as u64))?;
        }
        for (family, start) in families.iter_mut().zip(&mut starts) {
            *start = family.recall(&position, &sizes, words);
        }
        stepped.clear();
        let fitting = steps.iter().filter(|step| step.fits(&position));
        stepped.extend(fitting.map(|step| table.values.get(at - step.back)));
        let value = first_free(&families, &starts, &stepped, words).ok_or_else(too_large)?;
        table.values.set(at, value as u32)?;
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

/// A family with one option, a fixed number of cells back.
struct FixedStep {
    /// What is taken from each heap.
    taken: Vec<usize>,
    back: usize,
}

impl FixedStep {
    fn new(shape: &FamilyShape, sizes: &[usize]) -> Option<FixedStep> {
        let FamilyShape::Step(taken) = shape else { return None };
        // What does not fit into the box is taken from none of its positions.
        let taken = taken.iter().map(|stones| usize::try_from(*stones).unwrap_or(usize::MAX));
        let taken: Vec<usize> = taken.collect();
        let fits = taken.iter().zip(sizes).all(|(stones, size)| stones < size);
        let back = || taken.iter().zip(sizes).fold(0, |at, (stones, size)| at * size + stones);
        let back = fits.then(back)?;
        Some(FixedStep { taken, back })
    }

    fn fits(&self, position: &[usize]) -> bool {
        self.taken.iter().zip(position).all(|(stones, size)| stones <= size)
    }
}

/// The least value in none of the sets, and none of those that are one step away: `None` only after a state that lies, since a value is at most
/// the number of stones.
fn first_free(
    families: &[RollingTable],
    starts: &[usize],
    stepped: &[u32],
    words: usize,
) -> Option<usize> {
    for w in 0..words {
        let word = families.iter().zip(starts).fold(0, |word, (f, start)| word | f.sets[start + w]);
        let word = stepped
            .iter()
            .filter(|value| **value as usize / 64 == w)
            .fold(word, |word: u64, value| word | 1 << (value % 64));
        if word != u64::MAX {
            return Some(64 * w + word.trailing_ones() as usize);
        }
    }
    None
}

/// Position number `at` of a box.
fn digits(mut at: usize, sizes: &[usize]) -> Vec<usize> {
    let mut position = vec![0; sizes.len()];
    for (digit, size) in position.iter_mut().zip(sizes).rev() {
        *digit = at % size;
        at /= size;
    }
    position
}

/// Writes what is needed from position number `at` on.
fn write(
    table: &GrundyTable,
    families: &[RollingTable],
    at: usize,
    out: &mut StateWriter<'_>,
) -> io::Result<()> {
    out.size(at)?;
    table.values.write_first(at, out)?;
    families.iter().try_for_each(|family| out.words(&family.sets))
}

/// Reads that back; the number of the position, which begins a row.
fn read(
    table: &mut GrundyTable,
    families: &mut [RollingTable],
    row: usize,
    mut source: StateReader<'_>,
) -> Result<usize, StateError> {
    let bound = table.bound();
    let at = source.place(table.sizes.iter().product())?;
    if at % row != 0 {
        return Err(StateError::Damaged("it goes on within a row"));
    }
    for number in 0..at {
        table.values.read(number, bound, &mut source)?;
    }
    families.iter_mut().try_for_each(|family| source.words(&mut family.sets))?;
    source.end()?;
    Ok(at)
}
