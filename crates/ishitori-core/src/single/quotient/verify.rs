//! Proves that a quotient is the misère quotient of a game, from the options alone.
//!
//! Four things are checked, each a finite search. *Laws*: the products are a commutative monoid with identity 0. *Onto*: every
//! element is a product of heaps' values. *Moves*: outcomes follow from one another by moves (see [`QuotientMoves`] for the conditions
//! and why they cover all sums), so the quotient tells the right outcome of every sum. *Reduced*: two elements differ in
//! outcome beside some third. Together: alike sums have the same value (reduced, onto, right outcomes), and sums with the
//! same value are alike (right outcomes), so the monoid *is* the misère quotient, up to the names of its elements.

use std::fmt;

use super::Quotient;
use super::moves::{HeapKind, QuotientMoves};
use crate::control::{Control, GaveUp};
use crate::single::misere::HeapOptions;

/// Why a quotient is not the misère quotient of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuotientFlaw {
    /// It has another number of heaps than the game.
    Heaps,
    /// Element 0 does not leave an element as it is.
    Identity(u32),
    /// Two elements have different products in the two orders.
    Commutative(u32, u32),
    /// Three elements have a product that depends on the brackets.
    Associative(u32, u32, u32),
    /// The empty sum has another value than the identity, or is in P.
    Empty,
    /// Nothing can be played on a heap, but it is not worth the identity.
    Dead(u32),
    /// An element that is no product of heaps.
    NotOnto(u32),
    /// Two elements that nothing tells apart.
    NotReduced(u32, u32),
    /// A heap, and an element beside which a move in it leads from P to P.
    FromPToP(u32, u32),
    /// A sum of heaps that is neither in P nor has an option in P.
    Stuck(Vec<u32>),
}

impl fmt::Display for QuotientFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QuotientFlaw::Heaps => write!(f, "the quotient and the game have different heaps"),
            QuotientFlaw::Identity(x) => write!(f, "element 0 changes element {x}"),
            QuotientFlaw::Commutative(x, y) => write!(f, "elements {x} and {y} do not commute"),
            QuotientFlaw::Associative(x, y, z) => {
                write!(f, "the product of {x}, {y} and {z} depends on the brackets")
            }
            QuotientFlaw::Empty => write!(f, "the empty sum must be the identity and not in P"),
            QuotientFlaw::Dead(heap) => {
                write!(f, "nothing can be played on heap {heap}, so it must be the identity")
            }
            QuotientFlaw::NotOnto(x) => write!(f, "element {x} is no sum of heaps"),
            QuotientFlaw::NotReduced(x, y) => write!(f, "nothing tells elements {x} and {y} apart"),
            QuotientFlaw::FromPToP(heap, x) => {
                write!(f, "beside element {x}, a move in heap {heap} leads from P to P")
            }
            QuotientFlaw::Stuck(heaps) => {
                write!(f, "the sum {heaps:?} is not in P, but none of its options is in P")
            }
        }
    }
}

impl Quotient {
    /// Whether this is the misère quotient of `game`; otherwise the first reason why not.
    ///
    /// # Errors
    /// [`GaveUp`] if `control` runs out before that is known.
    pub fn verify(
        &self,
        game: &HeapOptions,
        control: &Control,
    ) -> Result<Result<(), QuotientFlaw>, GaveUp> {
        if game.largest() != self.largest() {
            return Ok(Err(QuotientFlaw::Heaps));
        }
        if self.values[0] != 0 || self.monoid.is_p(0) {
            return Ok(Err(QuotientFlaw::Empty));
        }
        let laws = self.laws(control)?;
        if laws.is_err() {
            return Ok(laws);
        }
        let reduced = self.is_reduced().and_then(|()| self.is_onto());
        if reduced.is_err() {
            return Ok(reduced);
        }
        self.moves(game, control)
    }

    /// The laws of a commutative monoid. Associativity is checked with a heap as the factor in the middle, which is enough
    /// (Light's test) because all elements are products of heaps.
    fn laws(&self, control: &Control) -> Result<Result<(), QuotientFlaw>, GaveUp> {
        let monoid = &self.monoid;
        for x in monoid.elements() {
            if monoid.product(0, x) != x {
                return Ok(Err(QuotientFlaw::Identity(x)));
            }
            let differs = |y: &u32| monoid.product(x, *y) != monoid.product(*y, x);
            if let Some(y) = monoid.elements().find(differs) {
                return Ok(Err(QuotientFlaw::Commutative(x, y)));
            }
        }
        let mut middles = self.values.clone();
        middles.sort_unstable();
        middles.dedup();
        for middle in middles {
            for x in monoid.elements() {
                control.spend(1 + monoid.order() as u64 / 64)?;
                let left = monoid.row(monoid.product(x, middle));
                let row = monoid.row(middle);
                let own = monoid.row(x);
                let differs = |y: &u32| left[*y as usize] != own[row[*y as usize] as usize];
                if let Some(y) = monoid.elements().find(differs) {
                    return Ok(Err(QuotientFlaw::Associative(x, middle, y)));
                }
            }
        }
        Ok(Ok(()))
    }

    /// Whether every element is a product of heaps.
    fn is_onto(&self) -> Result<(), QuotientFlaw> {
        let mut is_reached = vec![false; self.monoid.order()];
        is_reached[0] = true;
        let mut open = vec![0];
        while let Some(x) = open.pop() {
            for value in &self.values {
                let product = self.monoid.product(x, *value);
                if !is_reached[product as usize] {
                    is_reached[product as usize] = true;
                    open.push(product);
                }
            }
        }
        match (0..).zip(is_reached).find(|(_, is_reached)| !is_reached) {
            Some((x, _)) => Err(QuotientFlaw::NotOnto(x)),
            None => Ok(()),
        }
    }

    /// Whether all elements differ in what they are P beside.
    fn is_reduced(&self) -> Result<(), QuotientFlaw> {
        let mut seen = rustc_hash::FxHashMap::default();
        for x in self.monoid.elements() {
            if let Some(other) = seen.insert(self.monoid.p_factors(x), x) {
                return Err(QuotientFlaw::NotReduced(other, x));
            }
        }
        Ok(())
    }

    /// Whether outcomes follow from one another by moves.
    fn moves(
        &self,
        game: &HeapOptions,
        control: &Control,
    ) -> Result<Result<(), QuotientFlaw>, GaveUp> {
        let mut moves = QuotientMoves::none(&self.monoid);
        for (heap, &value) in (0..).zip(&self.values).skip(1) {
            let options = game.of(heap);
            if options.is_empty() {
                if value != 0 {
                    return Ok(Err(QuotientFlaw::Dead(heap)));
                }
                continue;
            }
            control.spend(1 + options.len() as u64)?;
            let values = options.iter().map(|option| self.value(option).expect("smaller heaps"));
            let kind = HeapKind::new(&self.monoid, value, values);
            if let Some(beside) = kind.p_to_p(&self.monoid) {
                return Ok(Err(QuotientFlaw::FromPToP(heap, beside)));
            }
            if let Some(stuck) = moves.add(&self.monoid, heap, kind, control)? {
                return Ok(Err(QuotientFlaw::Stuck(stuck.sum)));
            }
        }
        Ok(Ok(()))
    }
}
