//! A set of Grundy values as bits, which is shifted by a value 64 values at once.
//!
//! The values v xor g of a set of values v are the same bits at other places: words are exchanged by the high digits of g,
//! and in a word halves, quarters and so on by the low ones.

/// A set of values as bits.
#[derive(Clone, Debug, Default)]
pub(super) struct ValueSet(Vec<u64>);

impl ValueSet {
    pub fn insert(&mut self, value: u16) {
        let word = usize::from(value) / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (value % 64);
    }

    /// Whether it has no value.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub fn each(&self, mut visit: impl FnMut(u16)) {
        for (word, base) in self.0.iter().zip((0..).step_by(64)) {
            let mut left = *word;
            while left != 0 {
                visit(base + u16::try_from(left.trailing_zeros()).expect("below 64"));
                left &= left - 1;
            }
        }
    }

    /// Adds every value of `other` xor `by`.
    pub fn join_shifted(&mut self, other: &ValueSet, by: u16) {
        let high = usize::from(by) / 64;
        let top = other.0.len().next_power_of_two().max((high + 1).next_power_of_two());
        if self.0.len() < top {
            self.0.resize(top, 0);
        }
        for (word, i) in other.0.iter().zip(0..) {
            self.0[i ^ high] |= swapped(*word, by % 64);
        }
    }
}

/// The word with bit i moved to bit i xor `by`: halves, quarters and so on are exchanged.
fn swapped(mut word: u64, by: u16) -> u64 {
    const LOWS: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (low, i) in LOWS.iter().zip(0..) {
        if by >> i & 1 == 1 {
            let width = 1 << i;
            word = (word & low) << width | (word >> width) & low;
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_shifted_value_by_value() {
        for by in [0, 1, 5, 63, 64, 77, 200] {
            let mut set = ValueSet::default();
            let values = [0, 1, 2, 17, 63, 64, 100, 130];
            values.iter().for_each(|v| set.insert(*v));
            let mut shifted = ValueSet::default();
            shifted.join_shifted(&set, by);
            let mut found = Vec::new();
            shifted.each(|v| found.push(v));
            let mut wanted: Vec<u16> = values.iter().map(|v| v ^ by).collect();
            wanted.sort_unstable();
            assert_eq!(found, wanted, "by {by}");
        }
    }
}
