//! The cells of carried tables: what other slabs have told a slab.

use super::rows::{BLOCK, SizeCell};
use super::shape::{CarriedTable, SlabShape, TableKind};

/// The cells of the carried tables of a slab, or the bits.
pub(super) struct CarriedCells<C> {
    pub(super) cells: Vec<Vec<C>>,
    pub(super) bits: Vec<Vec<u64>>,
}

impl<C: SizeCell> CarriedCells<C> {
    /// Nothing is known.
    pub(super) fn new(shape: &SlabShape) -> Self {
        let is_known = |table: &CarriedTable| table.view.kind == TableKind::Known;
        let cells = |table| if is_known(table) { Vec::new() } else { vec![C::NONE; table.cells] };
        let bits = |table| if is_known(table) { vec![0; table.cells / BLOCK] } else { Vec::new() };
        CarriedCells {
            cells: shape.carried.iter().map(cells).collect(),
            bits: shape.carried.iter().map(bits).collect(),
        }
    }
}
