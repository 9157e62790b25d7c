//! Whether a misère quotient is tame.
//!
//! Nim with heaps of less than 2^k stones (k at least 2) has the quotient T_k with 2^k + 2 elements: 1 and a, the sums of heaps of one
//! stone, with a² = 1 and a in P; and a group of 2^k elements in which every square is its identity z, the sums with a larger
//! heap by their nim-sum, where only z is in P. T_1 is 1 and a alone, T_0 is 1 alone. A game is *tame* if its quotient is some
//! T_k, so that it is played like misère Nim, and *wild* otherwise (Plambeck and Siegel, "Misère quotients for impartial
//! games").

use std::fmt;

use super::Quotient;
use super::monoid::Monoid;

/// Whether a game is played like misère Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Species {
    /// The quotient is T_k, that of Nim with heaps of less than 2^k stones.
    Tame(u32),
    /// It is not the quotient of a Nim.
    Wild,
}

impl fmt::Display for Species {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Species::Tame(rank) => write!(f, "tame (T{rank})"),
            Species::Wild => f.write_str("wild"),
        }
    }
}

impl Quotient {
    /// Whether the quotient is that of some Nim.
    pub fn species(&self) -> Species {
        tame(&self.monoid).map_or(Species::Wild, Species::Tame)
    }
}

/// The k for which the monoid is T_k.
fn tame(monoid: &Monoid) -> Option<u32> {
    let p = monoid.p_elements();
    match (monoid.order(), p.as_slice()) {
        (1, []) => return Some(0),
        (2, [1]) => return (monoid.product(1, 1) == 0).then_some(1),
        _ => {}
    }
    let &[one, two] = p.as_slice() else { return None };
    let (a, z) = if monoid.product(one, one) == 0 { (one, two) } else { (two, one) };
    let group: Vec<u32> = monoid.elements().filter(|x| *x != 0 && *x != a).collect();
    let is_group = group.iter().all(|&x| {
        let closed = monoid.elements().all(|y| ![0, a].contains(&monoid.product(x, y)));
        monoid.product(x, x) == z && monoid.product(x, z) == x && closed
    });
    let is_tame = monoid.product(a, a) == 0
        && monoid.product(a, z) != z
        && group.len().is_power_of_two()
        && group.len() >= 4
        && is_group;
    is_tame.then(|| group.len().trailing_zeros())
}
