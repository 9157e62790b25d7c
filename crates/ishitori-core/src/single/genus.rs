//! Genus symbols: what a game is worth in misère play beside Nim heaps of one, two and three stones.
//!
//! The *misère Grundy value* of a game G is the n for which G beside a Nim heap of n stones is a P-position in misère play: 1 if
//! nothing can be played, otherwise the least number that no option has. The *genus* of G is g^γ0γ1γ2..., where g is the
//! Grundy value of G in normal play, and γn the misère Grundy value of G beside n Nim heaps of two stones
//! (J. H. Conway, "On Numbers and Games", chapter 12, where it is called the G*-value; Berlekamp, Conway and Guy, "Winning
//! Ways", chapter 13). From the options: γ(n+1) is the least number that is neither γn, nor γn with its last binary digit changed,
//! nor γ(n+1) of an option. From some n on, γ(n+1) is γn ⊕ 2; the symbol is written as far as the first two such.
//!
//! Nim positions have the genera 0^120 and 1^031 (no heap has more than one stone), and n^n(n⊕2). With ONAG's words:
//!
//! - G is *tame* if it and all that can be reached from it have such genera. Theorem 73: a sum of tame games is tame, with
//!   the genus of the sum of Nim positions that have the genera of its parts.
//! - If all options of G are tame but G is not, just one of g and γ0 is 0 or 1. G is *restive* if g is, *restless* if γ0 is.
//! - All other games are *wild* here. (Winning Ways also calls games tame whose wild options are reversible. We do not, so
//!   tame here is tame there, but a wild game here may be tame there.)
//!
//! Cost: sums of tame heaps cost nothing, others a step for each option of each sum below them, so wild games get as far
//! as some thirty stones. For who wins sums of wild games use [`quotient`](super::quotient).

use std::fmt;

use rustc_hash::FxHashMap;

use super::misere::{HeapOptions, HeapSum, sum};
use crate::control::{Control, GaveUp};

/// g^γ0γ1γ2...
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    grundy: u32,
    /// γ0, γ1, ..., γm with the least m from which on γ(n+1) is γn ⊕ 2.
    misere: Vec<u32>,
}

impl Genus {
    /// The Grundy value in normal play.
    pub fn grundy(&self) -> u32 {
        self.grundy
    }

    /// The misère Grundy value beside `twos` Nim heaps of two stones.
    pub fn misere_beside(&self, twos: usize) -> u32 {
        let last = self.misere.len() - 1;
        self.misere[twos.min(last)] ^ if twos > last && (twos - last) % 2 == 1 { 2 } else { 0 }
    }

    /// The misère Grundy value: 0 for the P-positions of misère play.
    pub fn misere(&self) -> u32 {
        self.misere[0]
    }

    /// Whether a Nim position has this genus.
    pub(crate) fn is_nim(&self) -> bool {
        self.is_fickle() || self.misere == [self.grundy]
    }

    /// Whether it is that of Nim heaps with at most one stone.
    fn is_fickle(&self) -> bool {
        matches!((self.grundy, self.misere.as_slice()), (0, [1, 2]) | (1, [0, 3]))
    }

    /// The genus of Nim heaps with nim-sum `grundy`.
    fn nim(grundy: u32, is_fickle: bool) -> Genus {
        let misere = if is_fickle { vec![grundy ^ 1, grundy ^ 2] } else { vec![grundy] };
        Genus { grundy, misere }
    }

    /// The genus of a game with these options.
    fn of(options: &[&Genus]) -> Result<Genus, GaveUp> {
        if options.is_empty() {
            return Ok(Genus::nim(0, true));
        }
        let grundy = mex(options.iter().map(|option| option.grundy));
        let settled = options.iter().map(|option| option.misere.len()).max().unwrap_or(0);
        let mut misere = vec![mex(options.iter().map(|option| option.misere()))];
        // After `settled` the options alternate, so two steps of ours in a row that do are followed by others for ever.
        while misere.len() < settled + MOST_STEPS {
            let twos = misere.len();
            let before = misere[twos - 1];
            let taken = options.iter().map(|option| option.misere_beside(twos));
            misere.push(mex(taken.chain([before, before ^ 1])));
            if twos > settled + 1 && misere[twos] == before ^ 2 && misere[twos - 2] == before ^ 2 {
                while misere.len() > 1 && misere[misere.len() - 1] == misere[misere.len() - 2] ^ 2 {
                    misere.pop();
                }
                return Ok(Genus { grundy, misere });
            }
        }
        Err(GaveUp::beyond(settled + MOST_STEPS, "different entries in a genus"))
    }
}

/// How many entries we look for two that differ by 2; ONAG says that they come.
const MOST_STEPS: usize = 1000;

/// The least number that is not there.
fn mex(numbers: impl Iterator<Item = u32>) -> u32 {
    let mut numbers: Vec<u32> = numbers.collect();
    numbers.sort_unstable();
    numbers.dedup();
    (0..)
        .zip(&numbers)
        .find(|(at, number)| at != *number)
        .map_or_else(|| u32::try_from(numbers.len()).unwrap_or(u32::MAX), |(at, _)| at)
}

impl fmt::Display for Genus {
    /// As in Winning Ways: 0^120. Entries of more than one digit are set apart by commas.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries: Vec<u32> = (0..=self.misere.len()).map(|at| self.misere_beside(at)).collect();
        let between = if entries.iter().any(|entry| *entry > 9) { "," } else { "" };
        let entries: Vec<String> = entries.iter().map(u32::to_string).collect();
        write!(f, "{}^{}", self.grundy, entries.join(between))
    }
}

/// How much a position is like Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Temper {
    /// It and all that can be reached from it have genera of Nim positions.
    Tame,
    /// Only it does not, and its Grundy value is 0 or 1.
    Restive,
    /// Only it does not, and its misère Grundy value is 0 or 1.
    Restless,
    /// Some option is not tame.
    Wild,
}

impl fmt::Display for Temper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Temper::Tame => "tame",
            Temper::Restive => "restive",
            Temper::Restless => "restless",
            Temper::Wild => "wild",
        })
    }
}

/// Genera of sums of heaps, with a memo.
#[derive(Debug)]
pub struct Genera<'a> {
    game: &'a HeapOptions,
    known: FxHashMap<HeapSum, (Genus, Temper)>,
}

impl<'a> Genera<'a> {
    /// Nothing is known yet.
    pub fn new(game: &'a HeapOptions) -> Self {
        Genera { game, known: FxHashMap::default() }
    }

    /// The genus and temper of a sum of heaps. Heaps beyond the largest known one count as heaps without options; see
    /// [`HeapOptions::check`].
    ///
    /// # Errors
    /// [`GaveUp`] if `control` runs out.
    pub fn genus(&mut self, heaps: &[u32], control: &Control) -> Result<(Genus, Temper), GaveUp> {
        let first = sum(heaps.to_vec());
        let mut open = vec![first.clone()];
        while let Some(position) = open.last() {
            if self.known.contains_key(position) {
                open.pop();
                continue;
            }
            match self.settle(position)? {
                Ok(found) => {
                    control.spend(1)?;
                    let position = open.pop().expect("it was just looked at");
                    self.known.insert(position, found);
                }
                Err(missing) => open.extend(missing),
            }
        }
        Ok(self.known[&first].clone())
    }

    /// The genus of a position, or the positions that have to be known first.
    fn settle(&self, position: &HeapSum) -> Result<Result<(Genus, Temper), Vec<HeapSum>>, GaveUp> {
        if position.len() > 1 {
            let heaps = position.iter().map(|heap| HeapSum::from([*heap]));
            let missing: Vec<HeapSum> =
                heaps.filter(|heap| !self.known.contains_key(heap)).collect();
            if !missing.is_empty() {
                return Ok(Err(missing));
            }
            if let Some(genus) = self.tame_sum(position) {
                return Ok(Ok((genus, Temper::Tame)));
            }
        }
        let options = self.game.options(position);
        let mut known = Vec::with_capacity(options.len());
        let mut missing = Vec::new();
        for option in options {
            match self.known.get(&option) {
                Some(found) => known.push(found),
                None => missing.push(option),
            }
        }
        if !missing.is_empty() {
            return Ok(Err(missing));
        }
        let genera: Vec<&Genus> = known.iter().map(|(genus, _)| genus).collect();
        let genus = Genus::of(&genera)?;
        let temper = match known.iter().all(|(_, temper)| *temper == Temper::Tame) {
            false => Temper::Wild,
            true if genus.is_nim() => Temper::Tame,
            true if genus.grundy <= 1 => Temper::Restive,
            true => Temper::Restless,
        };
        Ok(Ok((genus, temper)))
    }

    /// The genus of a sum of known tame heaps.
    fn tame_sum(&self, heaps: &[u32]) -> Option<Genus> {
        let mut grundy = 0;
        let mut is_fickle = true;
        for heap in heaps {
            match self.known.get(std::slice::from_ref(heap)) {
                Some((genus, Temper::Tame)) => {
                    grundy ^= genus.grundy;
                    is_fickle &= genus.is_fickle();
                }
                _ => return None,
            }
        }
        Some(Genus::nim(grundy, is_fickle))
    }
}
