//! The set of values that the options of one heap have, made anew for every heap.
//!
//! A value is seen if its cell holds the current stamp, so nothing is cleared between two heaps but every
//! 255th time, and marking is one store without a look.

/// The values below 2^16, each seen or not.
pub(super) struct StampedValues {
    cells: Box<[u8; 1 << 16]>,
    stamp: u8,
}

impl StampedValues {
    /// Nothing seen.
    pub fn new() -> StampedValues {
        let cells = vec![0; 1 << 16].into_boxed_slice();
        StampedValues { cells: cells.try_into().expect("as long as that"), stamp: 1 }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        match self.stamp.checked_add(1) {
            Some(next) => self.stamp = next,
            None => {
                self.cells.fill(0);
                self.stamp = 1;
            }
        }
    }

    /// Sees a value.
    #[inline]
    pub fn see(&mut self, value: u16) {
        self.cells[usize::from(value)] = self.stamp;
    }

    /// Whether a value was seen.
    #[inline]
    pub fn has(&self, value: u16) -> bool {
        self.cells[usize::from(value)] == self.stamp
    }

    /// The least value that was not seen; none if all below 2^16 were.
    pub fn mex(&self) -> Option<u16> {
        let found = self.cells.iter().position(|cell| *cell != self.stamp)?;
        u16::try_from(found).ok()
    }

    /// Sees the values of all pairs of heaps with `total` stones in all, the smaller from `from` to `to`.
    #[inline]
    pub(crate) fn see_pairs(&mut self, values: &[u16], total: usize, from: usize, to: usize) {
        if from > to {
            return;
        }
        let smaller = &values[from..=to];
        let larger = &values[total - to..=total - from];
        for (a, b) in smaller.iter().zip(larger.iter().rev()) {
            self.see(a ^ b);
        }
    }
}
