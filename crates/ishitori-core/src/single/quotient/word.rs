//! Sums of generators, packed: a byte for how many there are of each.
//!
//! Adding two words is four additions of machine words. A byte holds at most 127, so a sum of two never
//! overflows into the next byte, and its highest bit tells that it is too large: then the search gives up
//! and says so. Cost: 32 bytes a word, so at most 32 generators. Sums of any heaps, in lists and without
//! such a bound, are [`HeapSum`](crate::single::misere::HeapSum).

use crate::control::GaveUp;

/// How many generators there may be.
pub(super) const MOST_GENERATORS: usize = 32;

/// The highest bit of each byte: set when there are too many of a generator.
const FULL: u64 = 0x8080_8080_8080_8080;

/// How many there are of each generator, at most 127.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct GeneratorWord([u64; MOST_GENERATORS / 8]);

impl GeneratorWord {
    /// One of a generator.
    pub fn letter(generator: usize) -> GeneratorWord {
        let mut word = GeneratorWord::default();
        word.0[generator / 8] = 1 << (generator % 8 * 8);
        word
    }

    /// How many there are of a generator.
    pub fn count(&self, generator: usize) -> usize {
        (self.0[generator / 8] >> (generator % 8 * 8) & 0xff) as usize
    }

    /// The sum of two words.
    ///
    /// # Errors
    /// [`GaveUp`] if there are more than 127 of a generator. Bytes never overflow into each other, as both have at most 127.
    pub fn plus(self, other: GeneratorWord) -> Result<GeneratorWord, GaveUp> {
        let mut sum = self;
        let mut bits = 0;
        for (own, other) in sum.0.iter_mut().zip(other.0) {
            *own += other;
            bits |= *own;
        }
        match bits & FULL {
            0 => Ok(sum),
            _ => Err(GaveUp::beyond(127, "heaps of one kind in a sum")),
        }
    }

    /// The word without one of a generator, of which it has some.
    pub fn without(mut self, generator: usize) -> GeneratorWord {
        debug_assert!(self.count(generator) > 0);
        self.0[generator / 8] -= 1 << (generator % 8 * 8);
        self
    }

    /// The generators, one by one.
    pub fn letters(self) -> impl Iterator<Item = usize> {
        let repeated = (0..MOST_GENERATORS).map(move |at| std::iter::repeat_n(at, self.count(at)));
        repeated.flatten()
    }
}
