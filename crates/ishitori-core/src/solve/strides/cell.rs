//! The number in a cell of a box, in two or four bytes.
//!
//! Two bytes where every number of the box fits: half the memory, and more of it near the processor.

use std::io;

use crate::solve::snapshot::{StateError, StateReader, StateWriter};

/// A number in a cell; the largest one stands for none.
pub(super) trait StrideCell: Copy {
    const NONE: Self;
    fn number(self) -> u32;
    fn of(number: u32) -> Self;
    fn write(self, out: &mut StateWriter<'_>) -> io::Result<()>;
    fn read(source: &mut StateReader<'_>) -> Result<Self, StateError>;
}

impl StrideCell for u16 {
    const NONE: u16 = u16::MAX;

    fn number(self) -> u32 {
        u32::from(self)
    }

    fn of(number: u32) -> u16 {
        number as u16
    }

    fn write(self, out: &mut StateWriter<'_>) -> io::Result<()> {
        out.u16(self)
    }

    fn read(source: &mut StateReader<'_>) -> Result<u16, StateError> {
        source.u16()
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

    fn write(self, out: &mut StateWriter<'_>) -> io::Result<()> {
        out.u32(self)
    }

    fn read(source: &mut StateReader<'_>) -> Result<u32, StateError> {
        source.u32()
    }
}
