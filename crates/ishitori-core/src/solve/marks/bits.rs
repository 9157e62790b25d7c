//! A bit for each cell of a box, struck out in runs.
//!
//! Cells are numbered row by row, the last heap fastest, so a run along the last heap is struck out by whole words. Several threads
//! may strike at once: bits are only ever set, and nobody looks at a cell before all work on those with fewer stones is
//! done, so the order of the operations does not matter.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::game::OptionRun;

/// A bit for each cell of a box.
pub(super) struct Marks {
    pub lower: Vec<u64>,
    pub upper: Vec<u64>,
    /// By how much each heap counts in the number of a cell.
    pub weights: Vec<usize>,
    pub words: Vec<AtomicU64>,
}

impl Marks {
    pub fn new(lower: &[u64], upper: &[u64]) -> Self {
        let mut weights = vec![0; upper.len()];
        let mut size = 1;
        for (i, weight) in weights.iter_mut().enumerate().rev() {
            *weight = size;
            size *= usize::try_from((upper[i] + 1).saturating_sub(lower[i])).expect("planned");
        }
        let words = (0..size.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Marks { lower: lower.to_vec(), upper: upper.to_vec(), weights, words }
    }

    /// The number of a cell of the box.
    pub fn number(&self, heaps: &[u64]) -> usize {
        let sizes = heaps.iter().zip(&self.lower).map(|(heap, low)| (heap - low) as usize);
        sizes.zip(&self.weights).map(|(size, weight)| size * weight).sum()
    }

    #[inline]
    pub fn has(&self, number: usize) -> bool {
        self.words[number / 64].load(Ordering::Relaxed) >> (number % 64) & 1 == 1
    }

    /// Marks the cells of a run; `alone` if no other thread does the same, since atomic operations are slow.
    #[inline]
    pub fn strike(&self, run: OptionRun, alone: bool) {
        // Upwards, whichever way it was found.
        let first = if run.step < 0 { run.first + run.step * (run.count - 1) } else { run.first };
        let (first, step) = (first as usize, run.step.unsigned_abs() as usize);
        if step == 1 {
            return self.strike_row(first, run.count as usize, alone);
        }
        let mut number = first;
        for _ in 0..run.count {
            self.strike_word(number / 64, 1 << (number % 64), alone);
            number += step;
        }
    }

    fn strike_row(&self, first: usize, count: usize, alone: bool) {
        let last = first + count - 1;
        let (from, to) = (first / 64, last / 64);
        let (low, high) = (u64::MAX << (first % 64), u64::MAX >> (63 - last % 64));
        if from == to {
            return self.strike_word(from, low & high, alone);
        }
        self.strike_word(from, low, alone);
        self.words[from + 1..to].iter().for_each(|word| word.store(u64::MAX, Ordering::Relaxed));
        self.strike_word(to, high, alone);
    }

    #[inline]
    fn strike_word(&self, word: usize, bits: u64, alone: bool) {
        let word = &self.words[word];
        let before = word.load(Ordering::Relaxed);
        if alone {
            word.store(before | bits, Ordering::Relaxed);
        } else if before & bits != bits {
            word.fetch_or(bits, Ordering::Relaxed);
        }
    }

    /// Marks the cells of a run whose heaps come in some arrangement; those outside the box mean nothing.
    pub fn strike_arranged(&self, first: &[i64], steps: &[i64], count: i64, alone: bool) {
        let mut heaps: Vec<u64> = vec![0; first.len()];
        for at in 0..count {
            for ((heap, first), step) in heaps.iter_mut().zip(first).zip(steps) {
                *heap = (first + step * at) as u64;
            }
            heaps.sort_unstable();
            if heaps.iter().zip(&self.upper).all(|(heap, upper)| heap <= upper) {
                let number = self.number(&heaps);
                self.strike_word(number / 64, 1 << (number % 64), alone);
            }
        }
    }
}
