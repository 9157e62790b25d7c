//! The misère quotient of a heap game: who wins any sum of its heaps, at once.
//!
//! Two sums of heaps are *alike* if they have the same outcome beside every sum of heaps of the game. The classes of
//! alike sums are a commutative monoid Q; with the set P of the classes that the previous player wins it is the *misère
//! quotient* of the game (T. Plambeck, "Taming the wild in impartial combinatorial games", Integers 5, 2005, G5;
//! T. Plambeck and A. Siegel, "Misère quotients for impartial games", J. Combin. Theory Ser. A 115, 2008). In normal play the
//! same construction gives the Grundy values with nim-addition. In misère play it may be infinite, but where it is finite,
//! a table of heaps and a table of products solve the game.
//!
//! [`find`] computes it heap by heap, [`verify`](Quotient::verify) proves a given one right, whoever found
//! it, [`Presentation`] writes it down as papers do, and [`QuotientPeriod`] extends it to all heaps of a take-and-break game.

mod learn;
mod monoid;
mod moves;
mod oracle;
mod period;
mod present;
mod search;
mod set;
mod tame;
mod verify;
mod word;

pub use monoid::{MalformedQuotient, Monoid};
pub use period::{NoPeriod, QuotientPeriod, TakeMove, take_and_break};
pub use present::{Exponents, Generator, Presentation, WordRelation};
pub use search::{FoundQuotient, find};
pub use tame::Species;
pub use verify::QuotientFlaw;

use super::misere::{HeapOptions, HeapSum, UnknownHeap};
use crate::solve::Outcome;

/// A finite commutative monoid with its P-elements, and the element of each heap. It is the misère quotient of a game if
/// [`verify`](Quotient::verify) says so; what [`find`] returns has been verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    monoid: Monoid,
    values: Vec<u32>,
}

impl Quotient {
    /// A monoid and the element of each heap, that of the empty heap first. Nothing is claimed yet.
    ///
    /// # Errors
    /// [`MalformedQuotient`] if a heap has no element of the monoid, or there is no heap.
    pub fn new(monoid: Monoid, values: Vec<u32>) -> Result<Quotient, MalformedQuotient> {
        match values.iter().find(|value| **value as usize >= monoid.order()) {
            Some(&element) => Err(MalformedQuotient::NoElement { element }),
            None if values.is_empty() => Err(MalformedQuotient::Empty),
            None => Ok(Quotient { monoid, values }),
        }
    }

    /// The monoid.
    pub fn monoid(&self) -> &Monoid {
        &self.monoid
    }

    /// The element of each heap, the empty one first: the *pretension function* of the papers.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// The largest heap.
    pub fn largest(&self) -> u32 {
        u32::try_from(self.values.len() - 1).unwrap_or(u32::MAX)
    }

    /// The element of a sum of heaps.
    ///
    /// # Errors
    /// [`UnknownHeap`] if a heap is larger than those of the quotient.
    pub fn value(&self, heaps: &[u32]) -> Result<u32, UnknownHeap> {
        heaps.iter().try_fold(0, |product, &heap| match self.values.get(heap as usize) {
            Some(&value) => Ok(self.monoid.product(product, value)),
            None => Err(UnknownHeap { heap, largest: self.largest() }),
        })
    }

    /// Who wins a sum of heaps in misère play.
    ///
    /// # Errors
    /// [`UnknownHeap`] if a heap is larger than those of the quotient.
    pub fn outcome(&self, heaps: &[u32]) -> Result<Outcome, UnknownHeap> {
        let is_p = self.monoid.is_p(self.value(heaps)?);
        Ok(if is_p { Outcome::P } else { Outcome::N })
    }

    /// The options of a sum of heaps that win: those that leave a P-position.
    ///
    /// # Errors
    /// [`UnknownHeap`] if a heap is larger than those of the quotient.
    pub fn winning(&self, game: &HeapOptions, heaps: &[u32]) -> Result<Vec<HeapSum>, UnknownHeap> {
        self.value(heaps)?;
        let mut winning = game.options(heaps);
        winning.retain(|option| self.outcome(option) == Ok(Outcome::P));
        winning.sort_unstable();
        winning.dedup();
        Ok(winning)
    }
}
