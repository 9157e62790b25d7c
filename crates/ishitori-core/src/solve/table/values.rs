//! The numbers of a table: how positions are numbered, and values in the smallest width that holds them.
//!
//! What makes them is in the files beside; a look-up costs a multiplication a heap.

use std::io;

use crate::control::GaveUp;
use crate::solve::snapshot::{StateError, StateReader, StateWriter};

/// The Grundy values of a window.
#[derive(Clone, Debug)]
pub struct GrundyTable {
    pub(super) lower: Vec<u64>,
    pub(super) sizes: Vec<usize>,
    pub(super) index: Index,
    pub(super) values: TableValues,
}

/// How positions are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Index {
    /// Row by row.
    Box,
    /// Row by row, heaps ascending.
    SortedBox,
    /// Two heaps, ascending, without the other half of the square.
    Triangle,
}

/// Values in the smallest width that holds them.
#[derive(Clone, Debug)]
pub(super) enum TableValues {
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

impl TableValues {
    pub fn new(cells: usize, bound: u64) -> TableValues {
        if bound <= u64::from(u16::MAX) {
            TableValues::Narrow(vec![0; cells])
        } else {
            TableValues::Wide(vec![0; cells])
        }
    }

    pub fn len(&self) -> usize {
        match self {
            TableValues::Narrow(values) => values.len(),
            TableValues::Wide(values) => values.len(),
        }
    }

    pub fn get(&self, at: usize) -> u32 {
        match self {
            TableValues::Narrow(values) => u32::from(values[at]),
            TableValues::Wide(values) => values[at],
        }
    }

    /// Sets a value. One that is too large comes of a state that lies: values are at most the bound.
    #[inline]
    pub fn set(&mut self, at: usize, value: u32) -> Result<(), GaveUp> {
        match self {
            TableValues::Narrow(values) => {
                values[at] = u16::try_from(value).map_err(|_| too_large())?
            }
            TableValues::Wide(values) => values[at] = value,
        }
        Ok(())
    }

    /// Writes the first `count` values.
    pub fn write_first(&self, count: usize, out: &mut StateWriter<'_>) -> io::Result<()> {
        match self {
            TableValues::Narrow(values) => out.shorts(&values[..count]),
            TableValues::Wide(values) => {
                values[..count].iter().try_for_each(|value| out.u32(*value))
            }
        }
    }

    pub fn write(&self, at: usize, out: &mut StateWriter<'_>) -> io::Result<()> {
        match self {
            TableValues::Narrow(values) => out.u16(values[at]),
            TableValues::Wide(values) => out.u32(values[at]),
        }
    }

    /// Reads a value that is at most `bound`.
    pub fn read(
        &mut self,
        at: usize,
        bound: u64,
        source: &mut StateReader<'_>,
    ) -> Result<u32, StateError> {
        let value = match self {
            TableValues::Narrow(_) => u32::from(source.u16()?),
            TableValues::Wide(_) => source.u32()?,
        };
        if u64::from(value) > bound || self.set(at, value).is_err() {
            return Err(StateError::Damaged("a Grundy value is too large"));
        }
        Ok(value)
    }
}

#[cold]
pub(super) fn too_large() -> GaveUp {
    GaveUp::new("a Grundy value is too large: the state to go on from was damaged")
}
