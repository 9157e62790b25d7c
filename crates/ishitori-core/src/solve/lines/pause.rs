//! The line sieve between two steps, and as bytes.
//!
//! A step is one size of the outermost heap. What later steps need of earlier ones is in the tables of
//! families with that heap, cut into columns, and nothing else: all other tables begin anew. Games of
//! less than four heaps have only one size of the outermost heap (see [`NestedGame::added`]), and no table is
//! cut into columns; there a step is one size of the second heap, and what is needed are the tables of
//! families with that one. With less than three heaps there is a single step.
//!
//! Nothing in a pause tells how many threads there were, so any number can go on from it.

use std::io;

use super::bits::NONE;
use super::nested::NestedGame;
use super::rows::{Column, ThreadTables};
use super::tables::FamilyLayout;
use crate::solve::snapshot::{StateError, StateReader, StateWriter};

/// What the steps from `at` on need.
pub(super) struct Pause<const W: usize> {
    pub(super) at: usize,
    /// The columns of all sizes of the second heap; or one with all tables of families with it.
    pub(super) columns: Vec<Column<W>>,
}

impl NestedGame {
    /// Whether a step is a size of the second heap.
    pub(super) fn steps_within(&self) -> bool {
        self.added > 0
    }

    /// How many steps there are.
    pub(super) fn steps(&self) -> usize {
        self.sizes[usize::from(self.steps_within())]
    }

    /// How many lines a step has.
    pub(super) fn lines_in_a_step(&self) -> u64 {
        let first = 1 + usize::from(self.steps_within());
        let inner = &self.sizes[first..self.sizes.len() - 1];
        inner.iter().map(|size| *size as u64).product()
    }

    /// The bytes of a pause.
    pub(super) fn pause_bytes(&self) -> u128 {
        let layouts =
            self.families.iter().filter_map(|family| FamilyLayout::new(&self.sizes, family));
        let kept = layouts.filter(|layout| layout.outermost() == usize::from(self.steps_within()));
        kept.map(|layout| layout.bytes(&self.sizes, self.words())).fold(0, u128::saturating_add)
    }
}

impl<const W: usize> Pause<W> {
    /// Before the first step.
    pub(super) fn before_all(nest: &NestedGame) -> Self {
        let mut rows: ThreadTables<W> = ThreadTables::new(nest);
        let columns = if nest.steps_within() {
            vec![rows.lend()]
        } else {
            (0..nest.sizes[1]).map(|_| rows.new_column()).collect()
        };
        Pause { at: 0, columns }
    }

    pub(super) fn write(&self, nest: &NestedGame, out: &mut StateWriter<'_>) -> io::Result<()> {
        out.size(nest.heaps.len())?;
        nest.heaps.iter().try_for_each(|heap| out.size(*heap))?;
        out.size(self.at)?;
        self.columns.iter().try_for_each(|column| column.write(out))
    }

    pub(super) fn read(nest: &NestedGame, mut source: StateReader<'_>) -> Result<Self, StateError> {
        let heaps = std::iter::once(nest.heaps.len()).chain(nest.heaps.iter().copied());
        for heap in heaps {
            if source.u64()? != heap as u64 {
                return Err(StateError::Damaged("its heaps are nested in another order"));
            }
        }
        let mut pause = Pause::before_all(nest);
        pause.at = source.place(nest.steps())?;
        let size = nest.sizes[nest.sizes.len() - 1];
        pause.columns.iter_mut().try_for_each(|column| column.read(size, &mut source))?;
        source.end()?;
        Ok(pause)
    }
}

impl<const W: usize> Column<W> {
    fn write(&self, out: &mut StateWriter<'_>) -> io::Result<()> {
        self.words.iter().try_for_each(|lines| out.words(lines.as_flattened()))?;
        self.lows.iter().try_for_each(|lows| out.shorts(lows))
    }

    /// Fills the cells, for a packed heap of so many sizes.
    fn read(&mut self, size: usize, source: &mut StateReader<'_>) -> Result<(), StateError> {
        for lines in &mut self.words {
            source.words(lines.as_flattened_mut())?;
        }
        for cell in self.lows.iter_mut().flatten() {
            *cell = source.u16()?;
            if *cell != NONE && usize::from(*cell) >= size {
                return Err(StateError::Damaged("a position is outside its line"));
            }
        }
        Ok(())
    }
}
