//! Outcomes of sums of generators, by recursion, with what an earlier quotient knows.
//!
//! The search for a quotient asks for many outcomes of sums of a few generating heaps. Such a sum is a word: how many
//! there are of each generator. Options of generators are words too, because every other heap has been found to be alike to
//! one. Words without the newest generators are looked up in the quotient of the smaller heaps.

use rustc_hash::FxHashMap;

use super::monoid::Monoid;
use super::moves::HeapKind;
use super::set::MonoidSubset;
use super::word::GeneratorWord;
use crate::control::{Control, GaveUp};

/// The generators of a game, in the order of their sizes.
pub(super) struct Generators<'a> {
    /// The options of each, as words of smaller ones.
    pub options: Vec<Vec<GeneratorWord>>,
    /// The verified quotient of the heaps that are smaller than the last generator.
    pub smaller: &'a Monoid,
    /// The values of the generators in it, but for the last.
    pub values: Vec<u32>,
}

/// Knows which words are in P.
pub(super) struct Oracle<'a> {
    pub generators: Generators<'a>,
    /// What the options of the last generator win beside, in the quotient of the smaller heaps.
    wins: MonoidSubset,
    is_p: FxHashMap<GeneratorWord, bool>,
}

/// A word whose options are looked at, and the next option.
struct OracleFrame {
    word: GeneratorWord,
    generator: usize,
    option: usize,
    /// The generators whose options have to be looked at.
    end: usize,
    /// Whether the last generator alone wins.
    is_won: bool,
}

impl<'a> Oracle<'a> {
    /// Knows nothing but the smaller heaps yet.
    pub fn new(generators: Generators<'a>) -> Self {
        let wins = MonoidSubset::none(generators.smaller.order());
        let mut oracle = Oracle { generators, wins, is_p: FxHashMap::default() };
        let Generators { options, smaller, .. } = &oracle.generators;
        let values = options.iter().next_back().into_iter().flatten();
        let kind = HeapKind::new(smaller, 0, values.map(|option| oracle.value(option)));
        oracle.wins = kind.wins;
        oracle
    }

    /// How many generators there are.
    pub fn generators(&self) -> usize {
        self.generators.options.len()
    }

    /// How many there are of the last generator, the one that the smaller heaps do not know.
    fn newest(&self, word: &GeneratorWord) -> usize {
        self.generators().checked_sub(1).map_or(0, |newest| word.count(newest))
    }

    /// The value of a word, but for the last generator, in the quotient of the smaller heaps.
    fn value(&self, word: &GeneratorWord) -> u32 {
        let Generators { smaller, values, .. } = &self.generators;
        values.iter().enumerate().fold(0, |product, (at, value)| {
            (0..word.count(at)).fold(product, |product, _| smaller.product(product, *value))
        })
    }

    /// Whether a word is in P, if no options have to be looked at.
    fn known(&self, word: &GeneratorWord) -> Option<bool> {
        match self.newest(word) {
            0 => Some(self.generators.smaller.is_p(self.value(word))),
            _ => self.is_p.get(word).copied(),
        }
    }

    /// Whether the previous player wins a word.
    ///
    /// # Errors
    /// [`GaveUp`] if `control` runs out, or there are hundreds of one generator.
    pub fn is_p(&mut self, word: GeneratorWord, control: &Control) -> Result<bool, GaveUp> {
        if let Some(is_p) = self.known(&word) {
            return Ok(is_p);
        }
        let mut stack = vec![self.frame(word)];
        let mut last = false;
        while let Some(frame) = stack.last_mut() {
            let settled = match self.next_option(frame)? {
                _ if frame.is_won => Some(false),
                None => Some(true),
                Some(option) => match self.known(&option) {
                    Some(true) => Some(false),
                    Some(false) => {
                        frame.option += 1;
                        None
                    }
                    None => {
                        stack.push(self.frame(option));
                        None
                    }
                },
            };
            if let Some(is_p) = settled {
                control.spend(1)?;
                let frame = stack.pop().expect("it was just looked at");
                self.is_p.insert(frame.word, is_p);
                last = is_p;
            }
        }
        Ok(last)
    }

    /// Begins to look at the options of a word with the last generator. If there is one of it, all its options are looked up
    /// at once; if one of them wins, no others are left to look at.
    fn frame(&self, word: GeneratorWord) -> OracleFrame {
        let is_single = self.newest(&word) == 1;
        let is_won = is_single && self.wins.has(self.value(&word));
        let end = self.generators() - usize::from(is_single);
        OracleFrame { word, generator: 0, option: 0, end, is_won }
    }

    /// The option that a frame looks at; `None` after the last.
    fn next_option(&self, frame: &mut OracleFrame) -> Result<Option<GeneratorWord>, GaveUp> {
        while frame.generator < frame.end {
            let here = &self.generators.options[frame.generator];
            if frame.option < here.len() && frame.word.count(frame.generator) > 0 {
                let rest = frame.word.without(frame.generator);
                return rest.plus(here[frame.option]).map(Some);
            }
            frame.generator += 1;
            frame.option = 0;
        }
        Ok(None)
    }

    /// All options of a word.
    ///
    /// # Errors
    /// [`GaveUp`] if there are hundreds of one generator.
    pub fn options(&self, word: GeneratorWord) -> Result<Vec<GeneratorWord>, GaveUp> {
        let mut frame =
            OracleFrame { word, generator: 0, option: 0, end: self.generators(), is_won: false };
        let mut options = Vec::new();
        while let Some(option) = self.next_option(&mut frame)? {
            options.push(option);
            frame.option += 1;
        }
        Ok(options)
    }
}
