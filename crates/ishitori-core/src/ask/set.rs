//! The P-positions of a window, to look positions up in.
//!
//! A bit for each position of the box around the window; where that box has more than 2^31 positions, the P-positions
//! themselves. Cost: a look-up is a multiplication a heap and a memory access, or one of a hash table.

use std::io;
use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use crate::game::{HeapGame, Heaps};
use crate::solve::snapshot::{StateError, StateReader, StateWriter};

/// Above so many positions in the box of a window, P-positions are kept as a set.
const MAX_CELLS: u128 = 1 << 31;

/// The P-positions of a window.
#[derive(Clone, Debug)]
pub(crate) enum PositionSet {
    /// A bit for each position of the box.
    Bits { index: BoxIndex, words: Vec<u64> },
    /// The P-positions.
    Few(FxHashSet<Heaps>),
}

impl PositionSet {
    /// None yet of the box from `lower` to `upper`.
    pub(crate) fn new(lower: &[u64], upper: &[u64]) -> PositionSet {
        match BoxIndex::new(lower, upper) {
            Some(index) => {
                let words = vec![0; index.cells().div_ceil(64)];
                PositionSet::Bits { index, words }
            }
            None => PositionSet::Few(FxHashSet::default()),
        }
    }

    pub(crate) fn insert(&mut self, heaps: &Heaps) {
        match self {
            PositionSet::Bits { index, words } => {
                let at = index.number(heaps);
                words[at / 64] |= 1 << (at % 64);
            }
            PositionSet::Few(few) => drop(few.insert(heaps.clone())),
        }
    }

    pub(crate) fn contains(&self, heaps: &[u64]) -> bool {
        match self {
            PositionSet::Bits { index, words } => {
                let at = index.number(heaps);
                words[at / 64] >> (at % 64) & 1 == 1
            }
            PositionSet::Few(few) => few.contains(heaps),
        }
    }

    /// Writes 1 for each position in it and 0 for others: `heaps`, and those with one more stone in the last heap after the other.
    pub(crate) fn along(&self, heaps: &mut [u64], out: &mut [u8]) {
        match self {
            PositionSet::Bits { index, words } => {
                let at = index.number(heaps);
                for (eight, place) in out.chunks_mut(8).zip((at..).step_by(8)) {
                    let next = words.get(place / 64 + 1).copied().unwrap_or(0);
                    let both = u128::from(next) << 64 | u128::from(words[place / 64]);
                    // Eight bits to eight bytes: each bit is copied into every byte, and stays in its own.
                    let bits = (both >> (place % 64)) as u64 & 0xff;
                    let spread = (bits * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
                    let bytes = ((spread + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101)
                        .to_le_bytes();
                    eight.copy_from_slice(&bytes[..eight.len()]);
                }
            }
            PositionSet::Few(few) => {
                for cell in out {
                    *cell = u8::from(few.contains(&*heaps));
                    if let Some(last) = heaps.last_mut() {
                        *last += 1;
                    }
                }
            }
        }
    }

    /// Calls `visit` with the heaps of every position in it, in any order, until it breaks off.
    pub(crate) fn visit(&self, visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) {
        match self {
            PositionSet::Bits { index, words } => {
                let mut heaps = vec![0; index.lower.len()];
                for (at, word) in words.iter().enumerate() {
                    let mut left = *word;
                    while left != 0 {
                        index.write_heaps(64 * at + left.trailing_zeros() as usize, &mut heaps);
                        left &= left - 1;
                        if visit(&heaps).is_break() {
                            return;
                        }
                    }
                }
            }
            PositionSet::Few(few) => {
                let _ = few.iter().try_for_each(|heaps| visit(heaps));
            }
        }
    }

    /// The bytes that it takes, more or less.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            PositionSet::Bits { words, .. } => 8 * words.len() as u64,
            PositionSet::Few(few) => few.iter().map(|heaps| 8 * heaps.len() as u64 + 32).sum(),
        }
    }

    /// Writes the set.
    pub(crate) fn write(&self, out: &mut StateWriter<'_>) -> io::Result<()> {
        match self {
            PositionSet::Bits { words, .. } => out.words(words),
            PositionSet::Few(few) => {
                out.size(few.len())?;
                few.iter().try_for_each(|heaps| out.words(heaps))
            }
        }
    }

    /// Reads that back into the empty set of the same box.
    pub(crate) fn read(
        &mut self,
        game: &HeapGame,
        source: &mut StateReader<'_>,
    ) -> Result<(), StateError> {
        match self {
            PositionSet::Bits { words, .. } => source.words(words),
            PositionSet::Few(few) => {
                for _ in 0..source.u64()? {
                    let mut heaps = vec![0; game.rules().names.len()];
                    source.words(&mut heaps)?;
                    let heaps = game.position(&heaps);
                    few.insert(heaps.map_err(|_| StateError::Damaged("it knows no position"))?);
                }
                Ok(())
            }
        }
    }
}

/// The numbers of positions in a box, row by row.
#[derive(Clone, Debug)]
pub(crate) struct BoxIndex {
    lower: Vec<u64>,
    sizes: Vec<u64>,
}

impl BoxIndex {
    /// `None` if the box is too large.
    pub(crate) fn new(lower: &[u64], upper: &[u64]) -> Option<BoxIndex> {
        let sizes =
            lower.iter().zip(upper).map(|(low, up)| up.saturating_add(1).saturating_sub(*low));
        let sizes: Vec<u64> = sizes.collect();
        let cells = sizes.iter().try_fold(1u128, |all, size| all.checked_mul(u128::from(*size)))?;
        (cells <= MAX_CELLS).then(|| BoxIndex { lower: lower.to_vec(), sizes })
    }

    /// How many positions there are.
    pub(crate) fn cells(&self) -> usize {
        self.sizes.iter().fold(1, |all, size| all * *size as usize)
    }

    /// The heaps of the position with a number.
    fn write_heaps(&self, number: usize, heaps: &mut [u64]) {
        let mut rest = number as u64;
        for (heap, (low, size)) in heaps.iter_mut().zip(self.lower.iter().zip(&self.sizes)).rev() {
            *heap = low + rest % size;
            rest /= size;
        }
    }

    /// The number of a position of the box.
    pub(crate) fn number(&self, heaps: &[u64]) -> usize {
        let places = heaps.iter().zip(&self.lower).zip(&self.sizes);
        places.fold(0, |at, ((heap, low), size)| at * size + (heap - low)) as usize
    }
}
