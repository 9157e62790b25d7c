//! A set of tuples as words of digits, and what is left of it after each beginning.
//!
//! A word is one number, its *key*: the letter of place i (place 0 is the least significant) holds one
//! digit of every track, at the bits `i * tracks` and up. So the first letters of a word, read from
//! either end, are a shift or a mask away, and the words of at most k letters are the keys below
//! `2^(k * tracks)`.
//!
//! The *residual* of a prefix is the set of suffixes that lead from it into the set. Two prefixes with
//! different residuals are in different states of every automaton, so counting residuals bounds the
//! number of states from below, and a set with few of them can be learned ([`super::learn`]).
//! A residual is kept as a sum of hashes: different sums are different residuals, so the bound is
//! rigorous; equal sums are almost surely equal residuals, and what is learned from them is proved
//! later anyway. Cost: about one addition a word and table.

use ishitori_automata::{DigitOrder, Numeration};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::control::{Control, GaveUp};

/// The watcher is asked after so many words.
const LOOK_UP: usize = 1 << 18;

/// All words of a set that have at most so many letters.
#[derive(Clone, Debug)]
pub struct WordSet {
    /// How many tracks.
    pub tracks: usize,
    /// How many letters.
    pub length: usize,
    /// Ascending, each once.
    keys: Vec<u64>,
}

/// What is left after a prefix: a sum of hashes of suffixes.
pub(crate) type Residual = u128;

/// The residuals of all prefixes, as far as suffixes of some length tell them apart.
pub struct Residuals {
    order: DigitOrder,
    tracks: usize,
    /// The longest prefixes.
    pub prefix: usize,
    /// The longest suffixes.
    pub suffix: usize,
    table: FxHashMap<u64, Residual>,
}

/// A prefix: the key of its letters, and how many there are.
///
/// Most significant letters first, zeros at the beginning change nothing, so its length is that of
/// the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prefix {
    /// Its letters.
    pub key: u64,
    /// How many.
    pub length: usize,
}

impl WordSet {
    /// The set of all `keys` of at most `length` letters.
    pub fn new(tracks: usize, length: usize, mut keys: Vec<u64>) -> WordSet {
        assert!(tracks * length < 64, "a word fits a number");
        keys.sort_unstable();
        keys.dedup();
        let beyond = keys.partition_point(|key| *key < 1 << (tracks * length));
        keys.truncate(beyond);
        WordSet { tracks, length, keys }
    }

    /// The keys, ascending.
    pub(crate) fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Whether a word is in the set.
    pub fn contains(&self, key: u64) -> bool {
        self.keys.binary_search(&key).is_ok()
    }

    /// The letters of a word, in the order in which they are read.
    pub(crate) fn letters(&self, order: DigitOrder, key: u64) -> impl Iterator<Item = u16> + use<> {
        let (tracks, length) = (self.tracks, self.length);
        (0..length).map(move |i| {
            let place = if order == DigitOrder::Msd { length - 1 - i } else { i };
            (key >> (place * tracks) & ((1 << tracks) - 1)) as u16
        })
    }

    /// The residuals of all prefixes, by suffixes of all lengths up to `suffix`.
    ///
    /// # Errors
    /// [`GaveUp`] if somebody stops the work: there may be many words.
    pub(crate) fn residuals(
        &self,
        order: DigitOrder,
        suffix: usize,
        control: &Control,
    ) -> Result<Residuals, GaveUp> {
        let prefix = self.length - suffix;
        let mut table: FxHashMap<u64, Residual> = FxHashMap::default();
        let mut count = |prefix: u64, hash: Residual| {
            let sum = table.entry(prefix).or_default();
            *sum = sum.wrapping_add(hash);
        };
        let places = |letters: usize| letters * self.tracks;
        let below = |letters: usize| self.keys.partition_point(|k| *k < 1 << places(letters));
        match order {
            DigitOrder::Msd => {
                for s in 0..=suffix {
                    let mask = (1 << places(s)) - 1;
                    for keys in self.keys[..below(prefix + s)].chunks(LOOK_UP) {
                        control.check()?;
                        for key in keys {
                            count(key >> places(s), mix(s as u64, key & mask));
                        }
                    }
                }
            }
            // A shorter suffix is a longer one with zeros at its end.
            DigitOrder::Lsd => {
                for length in 0..=prefix {
                    let mask = (1 << places(length)) - 1;
                    for keys in self.keys[..below(length + suffix)].chunks(LOOK_UP) {
                        control.check()?;
                        for key in keys {
                            count(key & mask | 1 << places(length), mix(0, key >> places(length)));
                        }
                    }
                }
            }
        }
        Ok(Residuals { order, tracks: self.tracks, prefix, suffix, table })
    }
}

impl Residuals {
    /// The empty prefix.
    pub(crate) fn start(&self) -> Prefix {
        Prefix { key: 0, length: 0 }
    }

    /// A prefix with one more letter; `None` if it is too long to be known.
    pub(crate) fn then(&self, prefix: Prefix, letter: u64) -> Option<Prefix> {
        let Prefix { key, length } = prefix;
        let next = match self.order {
            DigitOrder::Msd if key == 0 && letter == 0 => prefix,
            DigitOrder::Msd => Prefix { key: key << self.tracks | letter, length: length + 1 },
            DigitOrder::Lsd => {
                Prefix { key: key | letter << (length * self.tracks), length: length + 1 }
            }
        };
        (next.length <= self.prefix).then_some(next)
    }

    /// What is left after a prefix.
    pub(crate) fn of(&self, prefix: Prefix) -> Residual {
        let Prefix { key, length } = prefix;
        let key = match self.order {
            DigitOrder::Msd => key,
            DigitOrder::Lsd => key | 1 << (length * self.tracks),
        };
        self.table.get(&key).copied().unwrap_or(0)
    }

    /// How many different ones there are: no automaton for the set has fewer states.
    pub fn count(&self) -> usize {
        let different: FxHashSet<Residual> = self.table.values().copied().collect();
        let prefixes = |length: usize| 1u128 << (length * self.tracks);
        let all: u128 = match self.order {
            DigitOrder::Msd => prefixes(self.prefix),
            DigitOrder::Lsd => (0..=self.prefix).map(prefixes).sum(),
        };
        let empty = !different.contains(&0) && (self.table.len() as u128) < all;
        different.len() + usize::from(empty)
    }
}

/// The digits of `numbers`, one a track, as a key; `None` if they have more than `length` digits.
pub(crate) fn key(numeration: Numeration, numbers: &[u64], length: usize) -> Option<u64> {
    let tracks = numbers.len();
    let mut key = 0;
    for (track, number) in numbers.iter().enumerate() {
        let digits = match numeration {
            Numeration::Binary => *number,
            Numeration::Zeckendorf => zeckendorf(*number),
        };
        if digits >> length != 0 {
            return None;
        }
        for place in 0..length {
            key |= (digits >> place & 1) << (place * tracks + track);
        }
    }
    Some(key)
}

/// The Fibonacci digits of a number below 2^40, place 0 in the lowest bit.
fn zeckendorf(number: u64) -> u64 {
    let (mut now, mut next, mut place) = (1u64, 2u64, 0u32);
    while next <= number {
        (now, next, place) = (next, now + next, place + 1);
    }
    let (mut rest, mut digits) = (number, 0);
    loop {
        if now <= rest {
            (rest, digits) = (rest - now, digits | 1 << place);
        }
        if place == 0 {
            return digits;
        }
        (now, next, place) = (next - now, now, place - 1);
    }
}

/// A hash of a suffix and its length; never 0.
fn mix(length: u64, suffix: u64) -> Residual {
    let half = |seed: u64| {
        let mut x = (suffix ^ seed).wrapping_add((length + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    };
    u128::from(half(0)) << 64 | u128::from(half(0x5851_f42d_4c95_7f2d)) | 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Residuals by their definition, as sets.
    fn by_definition(words: &WordSet, order: DigitOrder, suffix: usize) -> usize {
        let (tracks, prefix) = (words.tracks, words.length - suffix);
        let lengths = if order == DigitOrder::Msd { prefix..=prefix } else { 0..=prefix };
        let mut all = FxHashSet::default();
        for length in lengths {
            for before in 0..1u64 << (length * tracks) {
                let mut left = Vec::new();
                for s in 0..=suffix {
                    for after in 0..1u64 << (s * tracks) {
                        let key = match order {
                            DigitOrder::Msd => before << (s * tracks) | after,
                            DigitOrder::Lsd => before | after << (length * tracks),
                        };
                        if words.contains(key) {
                            left.push((s, after));
                        }
                    }
                }
                all.insert(left);
            }
        }
        all.len()
    }

    #[test]
    fn residuals_are_counted_as_defined() {
        let mut random = fastrand::Rng::with_seed(7);
        for (tracks, length) in [(1, 6), (2, 4), (3, 3)] {
            for _ in 0..20 {
                let all = 1u64 << (tracks * length);
                let dense = random.u32(1..20);
                let keys = (0..all).filter(|_| random.u32(0..20) < dense).collect();
                let words = WordSet::new(tracks, length, keys);
                for order in [DigitOrder::Msd, DigitOrder::Lsd] {
                    for suffix in 0..length {
                        let control = Control::unlimited();
                        let residuals = words.residuals(order, suffix, &control).expect("time");
                        assert_eq!(residuals.count(), by_definition(&words, order, suffix));
                    }
                }
            }
        }
    }

    #[test]
    fn keys_interleave_digits() {
        assert_eq!(key(Numeration::Binary, &[0b101, 0b011], 3), Some(0b01_10_11));
        assert_eq!(key(Numeration::Binary, &[8, 0], 3), None);
        for number in 0..200 {
            let digits = Numeration::Zeckendorf.digits(number);
            let expected = digits.iter().enumerate().map(|(i, d)| u64::from(*d) << i).sum();
            assert_eq!(key(Numeration::Zeckendorf, &[number as u64], 20), Some(expected));
        }
    }
}
