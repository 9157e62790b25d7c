//! How digits denote numbers: binary, or sums of Fibonacci numbers (Zeckendorf).
//!
//! A number is the sum of the weights of its ones: 1, 2, 4, 8, ... or 1, 2, 3, 5, .... In the
//! second every number has exactly one representation without two neighbouring ones, found
//! greedily (Zeckendorf 1972); other words denote nothing. Use binary unless the golden ratio is
//! in the theorem, as in Wythoff's game: xor, v2 and the like are binary.

use crate::dfa::{DigitOrder, Letter};

/// How digits denote numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numeration {
    /// Base two.
    Binary,
    /// Fibonacci numbers 1, 2, 3, 5, ..., no two neighbours.
    Zeckendorf,
}

impl Numeration {
    /// What a one at `place` is worth; place 0 is the least significant.
    ///
    /// # Panics
    /// From place 127 on.
    pub fn weight(self, place: usize) -> u128 {
        assert!(place < 127, "weights fit 128 bits");
        match self {
            Numeration::Binary => 1 << place,
            Numeration::Zeckendorf => {
                let (mut now, mut next) = (1, 2);
                for _ in 0..place {
                    (now, next) = (next, now + next);
                }
                now
            }
        }
    }

    /// The digits of `number`, least significant first, without zeros at the end.
    ///
    /// # Panics
    /// If it does not have 126 digits or fewer.
    pub fn digits(self, number: u128) -> Vec<bool> {
        let mut length = 0;
        while self.weight(length) <= number {
            length += 1;
        }
        let mut digits = vec![false; length];
        let mut rest = number;
        for place in (0..length).rev() {
            let weight = self.weight(place);
            if weight <= rest {
                digits[place] = true;
                rest -= weight;
            }
        }
        digits
    }

    /// The shortest word for `numbers`, one a track.
    pub fn word(self, order: DigitOrder, numbers: &[u128]) -> Vec<Letter> {
        let digits: Vec<Vec<bool>> = numbers.iter().map(|number| self.digits(*number)).collect();
        let length = digits.iter().map(Vec::len).max().unwrap_or(0);
        let digit =
            |track: &[bool], place| Letter::from(track.get(place).copied().unwrap_or(false));
        let letter = |place| {
            digits.iter().enumerate().fold(0, |all, (i, track)| all | digit(track, place) << i)
        };
        match order {
            DigitOrder::Msd => (0..length).rev().map(letter).collect(),
            DigitOrder::Lsd => (0..length).map(letter).collect(),
        }
    }

    /// The numbers that `word` denotes, one a track; `None` if a track is not a valid
    /// representation.
    ///
    /// # Panics
    /// If the word has more than 126 letters.
    pub fn numbers(self, order: DigitOrder, tracks: usize, word: &[Letter]) -> Option<Vec<u128>> {
        let place = |i: usize| match order {
            DigitOrder::Msd => word.len() - 1 - i,
            DigitOrder::Lsd => i,
        };
        if self == Numeration::Zeckendorf && word.windows(2).any(|pair| pair[0] & pair[1] != 0) {
            return None;
        }
        let mut numbers = vec![0; tracks];
        for (i, letter) in word.iter().enumerate() {
            for (track, number) in numbers.iter_mut().enumerate() {
                *number += u128::from(letter >> track & 1) * self.weight(place(i));
            }
        }
        Some(numbers)
    }
}
