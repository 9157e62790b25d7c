//! A finite commutative monoid with a set of P-elements, as a table of products.
//!
//! Only the sizes are checked here: the table is square and holds elements only, so no look-up is out of
//! bounds. That it is commutative, associative and has identity 0 is for `verify` to prove, because a
//! table may come from outside. Cost: four bytes a product, so the square of the number of elements;
//! a product is one look-up.

use thiserror::Error;

use super::set::MonoidSubset;

/// A table of products and the set P. Element 0 is the identity; the other laws are checked by
/// [`Quotient::verify`](super::Quotient::verify).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monoid {
    order: usize,
    products: Vec<u32>,
    is_p: Vec<bool>,
}

/// Tables that do not fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MalformedQuotient {
    /// There is nothing in them.
    #[error("a quotient needs an identity and a value of the empty heap")]
    Empty,
    /// The table of products is not square, or P has another length.
    #[error("{elements} elements need {elements} rows of {elements} products and as many outcomes")]
    NotSquare {
        /// The number of rows.
        elements: usize,
    },
    /// A product or value that is no element.
    #[error("there is no element {element}")]
    NoElement {
        /// Its number.
        element: u32,
    },
}

impl Monoid {
    /// The monoid with `products[x][y]`, and whether each element is in P.
    ///
    /// # Errors
    /// [`MalformedQuotient`] if the sizes do not fit.
    pub fn new(products: &[Vec<u32>], is_p: Vec<bool>) -> Result<Monoid, MalformedQuotient> {
        let order = products.len();
        if order == 0 {
            return Err(MalformedQuotient::Empty);
        }
        if is_p.len() != order || products.iter().any(|row| row.len() != order) {
            return Err(MalformedQuotient::NotSquare { elements: order });
        }
        let products: Vec<u32> = products.iter().flatten().copied().collect();
        match products.iter().find(|element| **element as usize >= order) {
            Some(&element) => Err(MalformedQuotient::NoElement { element }),
            None => Ok(Monoid { order, products, is_p }),
        }
    }

    /// The monoid of a game in which nothing can be played: one element, won by the next player.
    pub(super) fn trivial() -> Monoid {
        Monoid { order: 1, products: vec![0], is_p: vec![false] }
    }

    /// From a table in one piece.
    pub(super) fn from_table(products: Vec<u32>, is_p: Vec<bool>) -> Monoid {
        debug_assert_eq!(products.len(), is_p.len() * is_p.len());
        Monoid { order: is_p.len(), products, is_p }
    }

    /// The number of elements.
    pub fn order(&self) -> usize {
        self.order
    }

    /// All elements.
    pub fn elements(&self) -> std::ops::Range<u32> {
        0..u32::try_from(self.order).unwrap_or(u32::MAX)
    }

    /// The products with `x`.
    pub fn row(&self, x: u32) -> &[u32] {
        let start = x as usize * self.order;
        &self.products[start..start + self.order]
    }

    /// The product of two elements.
    pub fn product(&self, x: u32, y: u32) -> u32 {
        self.products[x as usize * self.order + y as usize]
    }

    /// Whether the previous player wins an element.
    pub fn is_p(&self, x: u32) -> bool {
        self.is_p[x as usize]
    }

    /// The elements that the previous player wins.
    pub fn p_elements(&self) -> Vec<u32> {
        self.elements().filter(|x| self.is_p(*x)).collect()
    }

    /// The elements whose product with `x` is in `set`.
    pub(super) fn factors(&self, set: &MonoidSubset, x: u32) -> MonoidSubset {
        let mut factors = MonoidSubset::none(self.order);
        for (y, product) in (0..).zip(self.row(x)) {
            if set.has(*product) {
                factors.insert(y);
            }
        }
        factors
    }

    /// The elements whose product with `x` is in P.
    pub(super) fn p_factors(&self, x: u32) -> MonoidSubset {
        let mut factors = MonoidSubset::none(self.order);
        for (y, product) in (0..).zip(self.row(x)) {
            if self.is_p[*product as usize] {
                factors.insert(y);
            }
        }
        factors
    }
}
