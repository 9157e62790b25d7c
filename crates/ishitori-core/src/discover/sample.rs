//! Solved windows: all positions with heaps of so many digits, as words.
//!
//! Outcomes come from the fast engines as a list of P-positions, every arrangement of an unordered
//! game among them; Grundy values from a table. Memory is planned before any is taken.

use std::ops::ControlFlow;

use ishitori_automata::Numeration;
use ishitori_rule::symmetry::Permutation;

use super::words::{WordSet, key};
use crate::ask::{self, AskError, Plan, SolvedWindow};
use crate::control::{Control, GaveUp};
use crate::game::{Bounds, GameKind, HeapGame, Heaps};
use crate::prove::goal::permutations;
use crate::solve::Convention;

/// The most words of a sample: half a gigabyte of keys.
const MAX_WORDS: usize = 1 << 26;

/// The most positions of a window of Grundy values, as a power of two.
const MAX_POSITIONS: usize = 30;

/// Bytes that plain recursion takes for a position.
const REFERENCE_BYTES: usize = 100;

/// The watcher is told after so many positions.
const LOOK_UP: usize = 1 << 16;

/// Bytes that learning takes for a word: its key, a copy, and entries of the table of residuals.
const WORD_BYTES: usize = 96;

/// How many words fit.
fn most_words(control: &Control) -> usize {
    (control.memory() / WORD_BYTES).min(MAX_WORDS)
}

/// Who loses, at all positions whose heaps have at most so many binary digits.
pub(crate) struct LossSample {
    heaps: usize,
    bits: usize,
    /// Binary keys of the P-positions.
    keys: Vec<u64>,
}

/// The Grundy values of all positions whose heaps have at most so many binary digits.
pub(crate) struct GrundySample<'g> {
    game: &'g HeapGame,
    bounds: Bounds,
    bits: usize,
    window: SolvedWindow,
}

/// How a Grundy value is written on its track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrackCoding {
    /// As a number.
    Plain,
    /// As a power of two.
    OneHot,
}

/// A window that is not solved.
#[derive(Debug)]
pub(crate) enum UnsolvedWindow {
    /// It is too large, in a sentence.
    TooLarge(String),
    /// The work was stopped.
    GaveUp(GaveUp),
}

impl From<GaveUp> for UnsolvedWindow {
    fn from(gave_up: GaveUp) -> UnsolvedWindow {
        if gave_up.needs_more_positions() {
            return UnsolvedWindow::TooLarge(gave_up.why().to_string());
        }
        UnsolvedWindow::GaveUp(gave_up)
    }
}

impl LossSample {
    /// Solves the window.
    ///
    /// # Errors
    /// [`UnsolvedWindow`] if it does not fit, or takes too long.
    pub fn solve(
        game: &HeapGame,
        bits: usize,
        convention: Convention,
        control: &Control,
    ) -> Result<LossSample, UnsolvedWindow> {
        let heaps = game.rules().names.len();
        let bounds = window(game, bits)?;
        let plan = ask::choose(game, &bounds, convention, control)
            .map_err(|refused| UnsolvedWindow::TooLarge(refused.to_string()))?;
        let (arrangements, most) = (arrangements(game), most_words(control));
        let mut keys: Vec<u64> = Vec::new();
        let mut visit = |position: &Heaps| {
            if keys.len() <= most {
                keys.extend(arranged(position, &arrangements, |heaps| {
                    key(Numeration::Binary, heaps, bits)
                }));
            }
        };
        let control = affordable(&plan, control);
        ask::p_positions(game, &bounds, convention, &plan, &control, &mut visit)?;
        if keys.len() > most {
            let below = 1u64 << bits;
            let why = format!("more than {most} P-positions with heaps below {below}");
            return Err(UnsolvedWindow::TooLarge(why));
        }
        Ok(LossSample { heaps, bits, keys })
    }

    /// The P-positions as words.
    pub fn words(&self, numeration: Numeration) -> WordSet {
        match numeration {
            Numeration::Binary => WordSet::new(self.heaps, self.bits, self.keys.clone()),
            Numeration::Zeckendorf => {
                let length = fibonacci_length(self.bits, self.heaps);
                let recode = |key_: &u64| key(numeration, &self.numbers(*key_), length);
                WordSet::new(self.heaps, length, self.keys.iter().filter_map(recode).collect())
            }
        }
    }

    /// The P-positions, every arrangement of unordered heaps among them.
    pub(crate) fn positions(&self) -> impl Iterator<Item = Vec<u64>> + '_ {
        self.keys.iter().map(|key| self.numbers(*key))
    }

    fn numbers(&self, key: u64) -> Vec<u64> {
        let digit = |heap: usize, place: usize| key >> (place * self.heaps + heap) & 1;
        let number = |heap| (0..self.bits).map(|place| digit(heap, place) << place).sum();
        (0..self.heaps).map(number).collect()
    }
}

impl<'g> GrundySample<'g> {
    /// Solves the window.
    ///
    /// # Errors
    /// [`UnsolvedWindow`] if it does not fit, or takes too long.
    pub fn solve(
        game: &'g HeapGame,
        bits: usize,
        control: &Control,
    ) -> Result<GrundySample<'g>, UnsolvedWindow> {
        let bounds = window(game, bits)?;
        let sizes = bounds.to.iter().map(|most| u128::from(*most) + 1);
        let positions = sizes.fold(1u128, u128::saturating_mul);
        if positions > 1 << MAX_POSITIONS {
            let why = format!("{positions} positions with heaps below {}", 1u64 << bits);
            return Err(UnsolvedWindow::TooLarge(why));
        }
        let plan = ask::choose_grundy(game, &bounds, control)
            .map_err(|refused| UnsolvedWindow::TooLarge(refused.to_string()))?;
        let window = SolvedWindow::solve(game, &bounds, &plan, &affordable(&plan, control));
        let window = window.map_err(|error| match error {
            AskError::Refused(refused) => UnsolvedWindow::TooLarge(refused.to_string()),
            AskError::GaveUp(gave_up) => gave_up.into(),
        })?;
        Ok(GrundySample { game, bounds, bits, window })
    }

    /// The graph: positions with their value as one more track.
    ///
    /// # Errors
    /// [`UnsolvedWindow`] if there are too many, or the work is stopped.
    pub(crate) fn graph(
        &self,
        coding: TrackCoding,
        control: &Control,
    ) -> Result<WordSet, UnsolvedWindow> {
        let heaps = self.game.rules().names.len();
        let length = self.bits.min(63 / (heaps + 1));
        self.words(heaps + 1, length, control, |heaps, value| {
            let coded = match coding {
                TrackCoding::Plain => u64::from(value),
                TrackCoding::OneHot if value < 63 => 1 << value,
                TrackCoding::OneHot => return None,
            };
            let numbers: Vec<u64> = heaps.iter().copied().chain([coded]).collect();
            key(Numeration::Binary, &numbers, length)
        })
    }

    /// The positions of one value.
    ///
    /// # Errors
    /// [`UnsolvedWindow`] if there are too many, or the work is stopped.
    pub fn class(
        &self,
        wanted: u32,
        numeration: Numeration,
        control: &Control,
    ) -> Result<WordSet, UnsolvedWindow> {
        let heaps = self.game.rules().names.len();
        let length = match numeration {
            Numeration::Binary => self.bits,
            Numeration::Zeckendorf => fibonacci_length(self.bits, heaps),
        };
        self.words(heaps, length, control, |heaps, value| {
            (value == wanted).then(|| key(numeration, heaps, length)).flatten()
        })
    }

    /// The words that positions and their values make, every arrangement of an unordered game.
    fn words(
        &self,
        tracks: usize,
        length: usize,
        control: &Control,
        word: impl Fn(&[u64], u32) -> Option<u64>,
    ) -> Result<WordSet, UnsolvedWindow> {
        let (arrangements, most) = (arrangements(self.game), most_words(control));
        let (mut keys, mut at, mut stopped) = (Vec::new(), 0usize, None);
        let visited = self.game.visit_positions(&self.bounds, &mut |position| {
            at += 1;
            let Some(value) = self.window.grundy(self.game, position) else {
                return keep_on(stopped.is_none());
            };
            if at.is_multiple_of(LOOK_UP) {
                stopped = control.check().err();
            }
            // Most positions are of another class, in every arrangement.
            if arrangements.len() > 1 && word(position, value).is_none() {
                return keep_on(stopped.is_none());
            }
            keys.extend(arranged(position, &arrangements, |heaps| word(heaps, value)));
            keep_on(stopped.is_none() && keys.len() <= most)
        });
        visited.map_err(|why| UnsolvedWindow::TooLarge(why.to_string()))?;
        if let Some(gave_up) = stopped {
            return Err(gave_up.into());
        }
        if keys.len() > most {
            let below = 1u64 << self.bits;
            let why = format!("more than {most} words with heaps below {below}");
            return Err(UnsolvedWindow::TooLarge(why));
        }
        Ok(WordSet::new(tracks, length, keys))
    }
}

fn keep_on(on: bool) -> ControlFlow<()> {
    if on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

/// What plain recursion may take: as many positions as fit into the memory.
fn affordable(plan: &Plan, control: &Control) -> Control {
    if plan.is_reference() {
        control.with_positions((control.memory() / REFERENCE_BYTES) as u64)
    } else {
        control.with_any_positions()
    }
}

/// All positions with heaps of so many binary digits; in a slice bounded heaps run to their bounds only.
fn window(game: &HeapGame, bits: usize) -> Result<Bounds, UnsolvedWindow> {
    let heaps = game.rules().names.len();
    if heaps * bits >= 63 || bits > 30 {
        return Err(UnsolvedWindow::TooLarge(format!("{heaps} heaps of {bits} digits")));
    }
    let below = (1 << bits) - 1;
    let slice = &game.rules().slice;
    let most = |heap: usize| slice.bound(heap).unwrap_or(below).min(below);
    Ok(Bounds { to: (0..heaps).map(most).collect(), total: None })
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
