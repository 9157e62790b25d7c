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
use crate::solve::choose::{self, Engine, Limits};
use crate::solve::table::GrundyTable;
use crate::solve::{Budget, Convention, GaveUp, Reference};

/// The most words of a sample: half a gigabyte of keys.
const MAX_WORDS: usize = 1 << 26;

/// The most positions of a window of Grundy values, as a power of two.
const MAX_POSITIONS: usize = 30;

/// Bytes that plain recursion takes for a position.
const REFERENCE_BYTES: u128 = 100;

/// The watcher is told after so many positions.
const LOOK_UP: usize = 1 << 16;

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
pub struct Values<'g> {
    game: &'g HeapGame,
    bounds: Bounds,
    bits: usize,
    known: Known,
}

enum Known {
    Table(GrundyTable),
    /// Where no table is planned: one value a position, in the order of visiting.
    Listed(Vec<u32>),
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
        if gave_up.needs_more_positions() {
            return Unsolved::TooLarge(gave_up.why().to_string());
        }
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
        let most_positions = u64::try_from(limits.memory / REFERENCE_BYTES).unwrap_or(u64::MAX);
        let budget = match plan.engine {
            Engine::Reference => Budget::positions(most_positions),
            _ => Budget::unlimited(),
        };
        let mut budget = budget.watched(|_| work.look_up(0, 0, 0));
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

impl<'g> Values<'g> {
    /// Solves the window.
    ///
    /// # Errors
    /// [`Unsolved`] if it does not fit, or takes too long.
    pub fn solve(
        game: &'g HeapGame,
        bits: usize,
        limits: Limits,
        work: &mut Work,
    ) -> Result<Values<'g>, Unsolved> {
        let heaps = game.rules().names.len();
        let bounds = window(heaps, bits)?;
        if bits * heaps > MAX_POSITIONS {
            let why = format!("2^{} positions with heaps below {}", bits * heaps, 1u64 << bits);
            return Err(Unsolved::TooLarge(why));
        }
        let plan = choose::choose_grundy(game, &bounds, limits)
            .map_err(|refused| Unsolved::TooLarge(refused.to_string()))?;
        let known = match plan {
            Some(plan) => {
                let mut budget = Budget::unlimited().watched(|_| work.look_up(0, 0, 0));
                Known::Table(plan.solve(game, &mut budget)?)
            }
            None => Known::Listed(by_reference(game, &bounds, limits, work)?),
        };
        Ok(Values { game, bounds, bits, known })
    }

    /// The graph: positions with their value as one more track.
    ///
    /// # Errors
    /// [`Unsolved`] if there are too many, or the work is stopped.
    pub fn graph(
        &self,
        coding: Coding,
        limits: Limits,
        work: &mut Work,
    ) -> Result<Words, Unsolved> {
        let heaps = self.game.rules().names.len();
        let length = self.bits.min(63 / (heaps + 1));
        self.words(heaps + 1, length, limits, work, |heaps, value| {
            let coded = match coding {
                Coding::Plain => u64::from(value),
                Coding::OneHot if value < 63 => 1 << value,
                Coding::OneHot => return None,
            };
            let numbers: Vec<u64> = heaps.iter().copied().chain([coded]).collect();
            key(Numeration::Binary, &numbers, length)
        })
    }

    /// The positions of one value.
    ///
    /// # Errors
    /// [`Unsolved`] if there are too many, or the work is stopped.
    pub fn class(
        &self,
        wanted: u32,
        numeration: Numeration,
        limits: Limits,
        work: &mut Work,
    ) -> Result<Words, Unsolved> {
        let heaps = self.game.rules().names.len();
        let length = match numeration {
            Numeration::Binary => self.bits,
            Numeration::Zeckendorf => fibonacci_length(self.bits, heaps),
        };
        self.words(heaps, length, limits, work, |heaps, value| {
            (value == wanted).then(|| key(numeration, heaps, length)).flatten()
        })
    }

    /// The words that positions and their values make, every arrangement of an unordered game.
    fn words(
        &self,
        tracks: usize,
        length: usize,
        limits: Limits,
        work: &mut Work,
        word: impl Fn(&[u64], u32) -> Option<u64>,
    ) -> Result<Words, Unsolved> {
        let (arrangements, most) = (arrangements(self.game), most_words(limits));
        let (mut keys, mut at, mut stopped) = (Vec::new(), 0usize, None);
        let visited = self.game.visit_positions(&self.bounds, &mut |position| {
            let value = match &self.known {
                Known::Table(table) => table.get(position),
                Known::Listed(values) => values[at],
            };
            at += 1;
            if at.is_multiple_of(LOOK_UP) {
                stopped = work.look_up(0, 0, 0).err();
            }
            // Most positions are of another class, in every arrangement.
            if arrangements.len() > 1 && word(position, value).is_none() {
                return keep_on(stopped.is_none());
            }
            keys.extend(arranged(position, &arrangements, |heaps| word(heaps, value)));
            keep_on(stopped.is_none() && keys.len() <= most)
        });
        visited.map_err(|why| Unsolved::TooLarge(why.to_string()))?;
        if let Some(gave_up) = stopped {
            return Err(gave_up.into());
        }
        if keys.len() > most {
            let below = 1u64 << self.bits;
            let why = format!("more than {most} words with heaps below {below}");
            return Err(Unsolved::TooLarge(why));
        }
        Ok(Words::new(tracks, length, keys))
    }
}

fn keep_on(on: bool) -> ControlFlow<()> {
    if on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

/// The values of all positions, in the order of visiting, by plain recursion.
fn by_reference(
    game: &HeapGame,
    bounds: &Bounds,
    limits: Limits,
    work: &mut Work,
) -> Result<Vec<u32>, Unsolved> {
    let most = u64::try_from(limits.memory / REFERENCE_BYTES).unwrap_or(u64::MAX);
    let mut budget = Budget::positions(most).watched(|_| work.look_up(0, 0, 0));
    let (mut reference, mut values, mut stopped) = (Reference::new(game), Vec::new(), None);
    let visited = game.visit_positions(bounds, &mut |position| {
        match reference.facts(position, &mut budget) {
            Ok(facts) => values.push(facts.grundy),
            Err(gave_up) => stopped = Some(gave_up),
        }
        keep_on(stopped.is_none())
    });
    visited.map_err(|why| Unsolved::TooLarge(why.to_string()))?;
    match stopped {
        None => Ok(values),
        Some(gave_up) => Err(gave_up.into()),
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
