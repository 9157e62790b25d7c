//! Solved windows: all positions with heaps of so many digits, as words.
//!
//! Outcomes come from the fast engines as a list of P-positions, every arrangement of an unordered
//! game among them; Grundy values from a table. Memory is planned before any is taken.

use std::ops::ControlFlow;

use ishitori_automata::Numeration;
use ishitori_rule::symmetry::Permutation;

use super::words::{Words, key};
use crate::game::{Bounds, Game, HeapGame, Heaps};
use crate::prove::goal::permutations;
use crate::prove::work::Work;
use crate::solve::choose::{self, Limits};
use crate::solve::{Budget, Convention, GaveUp, Reference};

/// The most words of a sample: half a gigabyte of keys.
const MAX_WORDS: usize = 1 << 26;

/// Bytes that learning takes for a word: its key, a copy, and entries of the table of residuals.
const WORD_BYTES: u128 = 96;

/// How many words fit.
fn most_words(limits: Limits) -> usize {
    usize::try_from(limits.memory / WORD_BYTES).unwrap_or(MAX_WORDS).min(MAX_WORDS)
}

/// Who loses, at all positions whose heaps have at most so many binary digits.
pub struct Losses {
    heaps: usize,
    bits: usize,
    /// Binary keys of the P-positions.
    keys: Vec<u64>,
}

/// The Grundy values of all positions whose heaps have at most so many binary digits.
pub struct Values {
    heaps: usize,
    /// One position and its value after the other.
    flat: Vec<u32>,
    bits: usize,
}

/// How a Grundy value is written on its track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// As a number.
    Plain,
    /// As a power of two.
    OneHot,
}

/// A window that is not solved.
#[derive(Debug)]
pub enum Unsolved {
    /// It is too large, in a sentence.
    TooLarge(String),
    /// The work was stopped.
    GaveUp(GaveUp),
}

impl From<GaveUp> for Unsolved {
    fn from(gave_up: GaveUp) -> Unsolved {
        Unsolved::GaveUp(gave_up)
    }
}

impl Losses {
    /// Solves the window.
    ///
    /// # Errors
    /// [`Unsolved`] if it does not fit, or takes too long.
    pub fn solve(
        game: &HeapGame,
        bits: usize,
        convention: Convention,
        limits: Limits,
        work: &mut Work,
    ) -> Result<Losses, Unsolved> {
        let heaps = game.rules().names.len();
        let bounds = window(heaps, bits)?;
        let plan = choose::choose(game, &bounds, convention, limits)
            .map_err(|refused| Unsolved::TooLarge(refused.to_string()))?;
        let (arrangements, most) = (arrangements(game), most_words(limits));
        let mut keys: Vec<u64> = Vec::new();
        let mut visit = |position: &Heaps| {
            if keys.len() <= most {
                keys.extend(arranged(position, &arrangements, |heaps| {
                    key(Numeration::Binary, heaps, bits)
                }));
            }
        };
        let mut budget = Budget::unlimited().watched(|_| work.look_up(0, 0, 0));
        choose::p_positions(game, &bounds, convention, &plan, &mut budget, &mut visit)?;
        if keys.len() > most {
            let below = 1u64 << bits;
            let why = format!("more than {most} P-positions with heaps below {below}");
            return Err(Unsolved::TooLarge(why));
        }
        Ok(Losses { heaps, bits, keys })
    }

    /// The P-positions as words.
    pub fn words(&self, numeration: Numeration) -> Words {
        match numeration {
            Numeration::Binary => Words::new(self.heaps, self.bits, self.keys.clone()),
            Numeration::Zeckendorf => {
                let length = fibonacci_length(self.bits, self.heaps);
                let recode = |key_: &u64| key(numeration, &self.numbers(*key_), length);
                Words::new(self.heaps, length, self.keys.iter().filter_map(recode).collect())
            }
        }
    }

    fn numbers(&self, key: u64) -> Vec<u64> {
        let digit = |heap: usize, place: usize| key >> (place * self.heaps + heap) & 1;
        let number = |heap| (0..self.bits).map(|place| digit(heap, place) << place).sum();
        (0..self.heaps).map(number).collect()
    }
}

impl Values {
    /// Solves the window.
    ///
    /// # Errors
    /// [`Unsolved`] if it does not fit, or takes too long.
    pub fn solve(
        game: &HeapGame,
        bits: usize,
        limits: Limits,
        work: &mut Work,
    ) -> Result<Values, Unsolved> {
        let heaps = game.rules().names.len();
        let bounds = window(heaps, bits)?;
        let most = most_words(limits);
        if 1usize << (bits * heaps).min(63) > most {
            let below = 1u64 << bits;
            let why = format!("more than {most} positions with heaps below {below}");
            return Err(Unsolved::TooLarge(why));
        }
        let plan = choose::choose_grundy(game, &bounds, limits)
            .map_err(|refused| Unsolved::TooLarge(refused.to_string()))?;
        let mut budget = Budget::unlimited().watched(|_| work.look_up(0, 0, 0));
        let table = match &plan {
            Some(plan) => Some(plan.solve(game, &mut budget)?),
            None => None,
        };
        let mut reference = Reference::new(game);
        let arrangements = arrangements(game);
        let mut flat: Vec<u32> = Vec::new();
        let mut stopped = None;
        let visited = game.visit_positions(&bounds, &mut |position| {
            let value = match &table {
                Some(table) => Ok(table.get(position)),
                None => reference.facts(position, &mut budget).map(|facts| facts.grundy),
            };
            match value {
                Ok(value) => {
                    for heaps in arranged(position, &arrangements, |heaps| Some(heaps.to_vec())) {
                        flat.extend(heaps.iter().map(|heap| *heap as u32).chain([value]));
                    }
                    ControlFlow::Continue(())
                }
                Err(gave_up) => {
                    stopped = Some(gave_up);
                    ControlFlow::Break(())
                }
            }
        });
        visited.map_err(|why| Unsolved::TooLarge(why.to_string()))?;
        match stopped {
            Some(gave_up) => Err(gave_up.into()),
            None => Ok(Values { heaps, flat, bits }),
        }
    }

    /// The graph: positions with their value as one more track.
    pub fn graph(&self, coding: Coding) -> Words {
        let length = self.bits.min(63 / (self.heaps + 1));
        let mut numbers = vec![0; self.heaps + 1];
        let word = |row: &[u32]| {
            numbers.iter_mut().zip(row).for_each(|(number, entry)| *number = u64::from(*entry));
            let value = u64::from(row[self.heaps]);
            numbers[self.heaps] = match coding {
                Coding::Plain => value,
                Coding::OneHot if value < 63 => 1 << value,
                Coding::OneHot => return None,
            };
            key(Numeration::Binary, &numbers, length)
        };
        Words::new(self.heaps + 1, length, self.rows().filter_map(word).collect())
    }

    /// The positions of one value.
    pub fn class(&self, value: u32) -> Words {
        let of_value = self.rows().filter(|row| row[self.heaps] == value);
        let word = |row: &[u32]| {
            let numbers: Vec<u64> = row[..self.heaps].iter().map(|h| u64::from(*h)).collect();
            key(Numeration::Binary, &numbers, self.bits)
        };
        Words::new(self.heaps, self.bits, of_value.filter_map(word).collect())
    }

    fn rows(&self) -> impl Iterator<Item = &[u32]> {
        self.flat.chunks_exact(self.heaps + 1)
    }
}

/// All positions with heaps of so many binary digits.
fn window(heaps: usize, bits: usize) -> Result<Bounds, Unsolved> {
    if heaps * bits >= 63 || bits > 30 {
        return Err(Unsolved::TooLarge(format!("{heaps} heaps of {bits} digits")));
    }
    Ok(Bounds { to: vec![(1 << bits) - 1], total: None })
}

/// How many Fibonacci digits numbers of so many binary digits have for sure.
fn fibonacci_length(bits: usize, heaps: usize) -> usize {
    let fits = |length: &usize| Numeration::Zeckendorf.weight(*length) <= 1 << bits;
    (1..63 / heaps).take_while(fits).last().unwrap_or(1)
}

/// The orders in which the heaps of a position can stand.
fn arrangements(game: &HeapGame) -> Vec<Permutation> {
    let heaps = game.rules().names.len();
    if game.rules().symmetry.identifies() {
        return permutations(heaps);
    }
    vec![(0..heaps).collect()]
}

/// Something of every arrangement of a position; of equal ones more than once.
fn arranged<T>(
    position: &Heaps,
    arrangements: &[Permutation],
    of: impl Fn(&[u64]) -> Option<T>,
) -> Vec<T> {
    let each = |places: &Permutation| {
        let heaps: Vec<u64> = places.iter().map(|place| position[*place]).collect();
        of(&heaps)
    };
    arrangements.iter().filter_map(each).collect()
}
