//! Sets of sample positions, a bit each.
//!
//! A condition is tried on the sample once; after that every question of the searches (does it hold on all
//! members, whom does it keep out) is a few operations on words. Two sets that are combined have the same
//! length. For symmetric samples the images of all members stand in blocks of a multiple of 64, so that
//! `folded`, the members with some image in the set, is a union of blocks. Cost: a word for 64 positions.

/// A set of numbers below some bound.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct BitSet(Vec<u64>);

impl BitSet {
    /// No number below `length`.
    pub fn none(length: usize) -> BitSet {
        BitSet(vec![0; length.div_ceil(64)])
    }

    /// The numbers below `length` for which it is true.
    pub(crate) fn where_true(length: usize, mut holds: impl FnMut(usize) -> bool) -> BitSet {
        let mut bits = BitSet::none(length);
        (0..length).filter(|at| holds(*at)).for_each(|at| bits.insert(at));
        bits
    }

    /// Puts a number in.
    pub fn insert(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    /// Whether a number is in it.
    pub fn contains(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    /// Those in both.
    pub fn and(&self, other: &BitSet) -> BitSet {
        BitSet(self.0.iter().zip(&other.0).map(|(x, y)| x & y).collect())
    }

    /// Those in this and not in the other.
    pub fn without(&self, other: &BitSet) -> BitSet {
        BitSet(self.0.iter().zip(&other.0).map(|(x, y)| x & !y).collect())
    }

    /// Adds those of the other.
    pub fn add(&mut self, other: &BitSet) {
        self.0.iter_mut().zip(&other.0).for_each(|(x, y)| *x |= y);
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// How many are in both.
    pub fn common(&self, other: &BitSet) -> usize {
        self.0.iter().zip(&other.0).map(|(x, y)| (x & y).count_ones() as usize).sum()
    }

    /// The union of its blocks of so many numbers, a multiple of 64.
    pub fn folded(&self, block: usize) -> BitSet {
        let mut all = BitSet::none(block);
        for words in self.0.chunks(block / 64) {
            all.0.iter_mut().zip(words).for_each(|(x, y)| *x |= y);
        }
        all
    }

    /// How many of `within` are in the union of the blocks of what is in both.
    pub(crate) fn common_folded(&self, other: &BitSet, within: &BitSet) -> usize {
        let block = within.0.len();
        let both = |at: usize| self.0[at] & other.0[at];
        let union =
            |word: usize| (word..self.0.len()).step_by(block).fold(0, |all, at| all | both(at));
        within.0.iter().enumerate().map(|(word, x)| (union(word) & x).count_ones() as usize).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Whether all of these are in the other.
    pub fn is_inside(&self, other: &BitSet) -> bool {
        self.0.iter().zip(&other.0).all(|(x, y)| x & !y == 0)
    }

    /// The numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at * 64 + bit)
        })
    }
}
