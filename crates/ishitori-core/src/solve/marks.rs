//! Finds P-positions by sieving, the way Eratosthenes finds primes.
//!
//! Positions are visited by number of stones, so options come before the positions that reach
//! them. One still unmarked on arrival has no option in P, so it *is* in P, and all that can move
//! to it are N: they are marked. Right for every family, since predecessors are scanned from the
//! same conditions as options. Cost: a visit for each position and a mark for each move *into* P,
//! so sparse P-sets are cheap here. A bit a position. Outcomes only.
//!
//! In misère play a position without options is N, and what is unmarked and has options is P.

use std::ops::ControlFlow;

use super::{Budget, Convention, GaveUp};
use crate::game::{Bounds, Game, HeapGame, Heaps};

/// The bytes that marks for heaps from `lower` to `upper` take.
pub fn bytes(lower: &[u64], upper: &[u64]) -> u128 {
    let sizes = lower
        .iter()
        .zip(upper)
        .map(|(low, up)| u128::from(up.saturating_add(1).saturating_sub(*low)));
    sizes.fold(1, u128::saturating_mul).div_ceil(8)
}

/// Calls `visit` with every P-position of the window, by number of stones, then in order.
///
/// The window must be closed under moves, and every move must lower the number of stones.
///
/// # Errors
/// [`GaveUp`] if `budget` runs out.
pub fn sieve(
    game: &HeapGame,
    bounds: &Bounds,
    upper: &[u64],
    convention: Convention,
    budget: &mut Budget,
    visit: &mut dyn FnMut(&Heaps),
) -> Result<(), GaveUp> {
    let refused = |error: crate::game::WindowError| GaveUp::new(error.to_string());
    let mut marks = Marks::new(&game.rules().lower, upper);
    let mut result = Ok(());
    game.visit_positions(bounds, &mut |position| {
        if let Err(gave_up) = budget.spend(1) {
            result = Err(gave_up);
            return ControlFlow::Break(());
        }
        if marks.has(position) {
            return ControlFlow::Continue(());
        }
        if convention == Convention::Misere && is_over(game, position) {
            return ControlFlow::Continue(());
        }
        visit(position);
        let marked = game.visit_predecessors(position, upper, &mut |before| marks.set(before));
        match marked {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                result = Err(refused(error));
                ControlFlow::Break(())
            }
        }
    })
    .map_err(refused)?;
    result
}

/// Whether a position has no options.
fn is_over(game: &HeapGame, position: &Heaps) -> bool {
    let mut over = true;
    game.visit_options(position, &mut |_| {
        over = false;
        ControlFlow::Break(())
    });
    over
}

/// A bit for each position of a box.
struct Marks {
    lower: Vec<u64>,
    upper: Vec<u64>,
    strides: Vec<usize>,
    words: Vec<u64>,
}

impl Marks {
    fn new(lower: &[u64], upper: &[u64]) -> Self {
        let mut strides = vec![0; upper.len()];
        let mut size = 1;
        for (i, stride) in strides.iter_mut().enumerate().rev() {
            *stride = size;
            size *= usize::try_from((upper[i] + 1).saturating_sub(lower[i])).expect("planned");
        }
        let words = vec![0; size.div_ceil(64)];
        Marks { lower: lower.to_vec(), upper: upper.to_vec(), strides, words }
    }

    fn index(&self, heaps: &[u64]) -> usize {
        let sizes = heaps.iter().zip(&self.lower).map(|(heap, low)| (heap - low) as usize);
        sizes.zip(&self.strides).map(|(size, stride)| size * stride).sum()
    }

    fn has(&self, heaps: &[u64]) -> bool {
        let index = self.index(heaps);
        self.words[index / 64] >> (index % 64) & 1 == 1
    }

    /// Marks a position; one outside the box means nothing.
    fn set(&mut self, heaps: &[u64]) {
        if heaps.iter().zip(&self.upper).any(|(heap, upper)| heap > upper) {
            return;
        }
        let index = self.index(heaps);
        self.words[index / 64] |= 1 << (index % 64);
    }
}
