//! What is known of a window before a claim is checked on it: read from a file, say.
//!
//! P-positions as a bit a position, or as a set where the box of the window is too large; Grundy values as
//! a number a position. A check that is given something solves nothing: if the claim asks for more than
//! is known, it gives up. Whoever gives it answers for its truth.

use std::io;

use rustc_hash::FxHashSet;

use crate::game::{Bounds, HeapGame, Heaps, WindowError};
use crate::solve::snapshot::{Out, Source, StateError};
use crate::solve::{Convention, GaveUp, Outcome};

/// Above so many positions in the box of a window, P-positions are kept as a set.
const MAX_BITS: u128 = 1 << 31;

/// What stands in a cell that no value was given for.
const NO_VALUE: u32 = u32::MAX;

/// The outcomes or Grundy values of a window.
#[derive(Clone, Debug)]
pub struct Known {
    bounds: Bounds,
    facts: Facts,
}

#[derive(Clone, Debug)]
enum Facts {
    Outcomes { p: PSet, convention: Convention },
    Values { place: Place, values: Vec<u32> },
}

impl Known {
    /// The outcomes of a window: N, until [`Known::add_p`] says otherwise.
    ///
    /// # Errors
    /// [`WindowError`] if there is no such window.
    pub fn outcomes(
        game: &HeapGame,
        bounds: &Bounds,
        convention: Convention,
    ) -> Result<Known, WindowError> {
        let upper = game.upper_bounds(bounds)?;
        let p = PSet::new(&game.rules().lower, &upper);
        Ok(Known { bounds: bounds.clone(), facts: Facts::Outcomes { p, convention } })
    }

    /// The Grundy values of a window, each to be given by [`Known::add_value`]; `None` if the box of the
    /// window has more than 2^31 positions.
    ///
    /// # Errors
    /// [`WindowError`] if there is no such window.
    pub fn values(game: &HeapGame, bounds: &Bounds) -> Result<Option<Known>, WindowError> {
        let upper = game.upper_bounds(bounds)?;
        let Some((place, cells)) = Place::new(&game.rules().lower, &upper) else {
            return Ok(None);
        };
        let facts = Facts::Values { place, values: vec![NO_VALUE; cells] };
        Ok(Some(Known { bounds: bounds.clone(), facts }))
    }

    /// A P-position of the window, its heaps in canonical order.
    pub fn add_p(&mut self, position: &Heaps) {
        if let Facts::Outcomes { p, .. } = &mut self.facts {
            p.insert(position);
        }
    }

    /// The Grundy value of a position of the window, its heaps in canonical order.
    pub fn add_value(&mut self, position: &Heaps, value: u32) {
        if let Facts::Values { place, values } = &mut self.facts {
            values[place.index(position)] = value;
        }
    }

    /// Whether everything is known that a claim asks of a window.
    pub(super) fn suffices(
        &self,
        game: &HeapGame,
        bounds: &Bounds,
        convention: Convention,
        grundy: bool,
    ) -> Result<(), GaveUp> {
        let why = match &self.facts {
            Facts::Outcomes { .. } if grundy => {
                "the file holds who wins and no Grundy values: give a table of them"
            }
            Facts::Outcomes { convention: known, .. } if *known != convention => {
                "the file is about the other convention: one is normal, one is misère play"
            }
            Facts::Values { .. } if !grundy && convention == Convention::Misere => {
                "the file holds Grundy values, which say nothing about misère play"
            }
            _ if !self.contains(game, bounds) => "the file holds a smaller window",
            _ => return Ok(()),
        };
        Err(GaveUp::new(why))
    }

    fn contains(&self, game: &HeapGame, bounds: &Bounds) -> bool {
        let (Ok(asked), Ok(known)) = (game.upper_bounds(bounds), game.upper_bounds(&self.bounds))
        else {
            return false;
        };
        let stones = |upper: &[u64]| upper.iter().fold(0u64, |sum, up| sum.saturating_add(*up));
        let most = bounds.total.unwrap_or(u64::MAX).min(stones(&asked));
        asked.iter().zip(&known).all(|(asked, known)| asked <= known)
            && self.bounds.total.is_none_or(|total| most <= total)
    }

    /// Who wins a position, if that is known.
    pub(super) fn outcome(
        &self,
        game: &HeapGame,
        position: &Heaps,
        convention: Convention,
    ) -> Option<Outcome> {
        let is_p = match &self.facts {
            Facts::Outcomes { p, convention: known } if *known == convention => {
                game.is_within(&self.bounds, position).then(|| p.contains(position))?
            }
            Facts::Values { .. } if convention == Convention::Normal => {
                self.grundy(game, position)? == 0
            }
            _ => return None,
        };
        Some(if is_p { Outcome::P } else { Outcome::N })
    }

    /// The Grundy value of a position, if that is known.
    pub(super) fn grundy(&self, game: &HeapGame, position: &Heaps) -> Option<u32> {
        let Facts::Values { place, values } = &self.facts else { return None };
        let within = game.is_within(&self.bounds, position);
        within.then(|| values[place.index(position)]).filter(|value| *value != NO_VALUE)
    }
}

/// The P-positions of a window.
#[derive(Clone, Debug)]
pub(super) enum PSet {
    /// A bit for each position of the box.
    Bits { place: Place, words: Vec<u64> },
    /// The P-positions.
    Few(FxHashSet<Heaps>),
}

impl PSet {
    /// None yet of the box from `lower` to `upper`.
    pub(super) fn new(lower: &[u64], upper: &[u64]) -> PSet {
        match Place::new(lower, upper) {
            Some((place, cells)) => PSet::Bits { place, words: vec![0; cells.div_ceil(64)] },
            None => PSet::Few(FxHashSet::default()),
        }
    }

    pub(super) fn insert(&mut self, heaps: &Heaps) {
        match self {
            PSet::Bits { place, words } => {
                let at = place.index(heaps);
                words[at / 64] |= 1 << (at % 64);
            }
            PSet::Few(few) => drop(few.insert(heaps.clone())),
        }
    }

    /// Writes the set.
    pub(super) fn write(&self, out: &mut Out<'_>) -> io::Result<()> {
        match self {
            PSet::Bits { words, .. } => out.words(words),
            PSet::Few(few) => {
                out.size(few.len())?;
                few.iter().try_for_each(|heaps| out.words(heaps))
            }
        }
    }

    /// Reads that back into the empty set of the same box.
    pub(super) fn read(
        &mut self,
        game: &HeapGame,
        source: &mut Source<'_>,
    ) -> Result<(), StateError> {
        match self {
            PSet::Bits { words, .. } => source.words(words),
            PSet::Few(few) => {
                for _ in 0..source.u64()? {
                    let mut heaps = vec![0; game.rules().names.len()];
                    source.words(&mut heaps)?;
                    let heaps = game.position(&heaps);
                    few.insert(heaps.map_err(|_| StateError::Damaged("it knows no position"))?);
                }
                Ok(())
            }
        }
    }

    pub(super) fn contains(&self, heaps: &Heaps) -> bool {
        match self {
            PSet::Bits { place, words } => {
                let at = place.index(heaps);
                words[at / 64] >> (at % 64) & 1 == 1
            }
            PSet::Few(few) => few.contains(heaps),
        }
    }
}

/// Where each position of a box stands in a row.
#[derive(Clone, Debug)]
pub(super) struct Place {
    lower: Vec<u64>,
    sizes: Vec<u64>,
}

impl Place {
    /// With how many there are; `None` if the box is too large.
    fn new(lower: &[u64], upper: &[u64]) -> Option<(Place, usize)> {
        let sizes =
            lower.iter().zip(upper).map(|(low, up)| up.saturating_add(1).saturating_sub(*low));
        let sizes: Vec<u64> = sizes.collect();
        let cells = sizes.iter().try_fold(1u128, |all, s| all.checked_mul(u128::from(*s)))?;
        let cells = usize::try_from(cells).ok().filter(|_| cells <= MAX_BITS)?;
        Some((Place { lower: lower.to_vec(), sizes }, cells))
    }

    fn index(&self, heaps: &[u64]) -> usize {
        let places = heaps.iter().zip(&self.lower).zip(&self.sizes);
        let index = places.fold(0, |index, ((heap, low), size)| index * size + (heap - low));
        index as usize
    }
}
