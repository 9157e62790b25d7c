//! What every solver, player and printer asks of a game, of whatever kind.
//!
//! A trait and not an enum, so that positions of heap games stay slices, boards stay words, and each solver is
//! compiled for each. [`AnyGame`](super::AnyGame) is for whoever does not know the kind.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use super::position::PositionError;
use super::window::{Bounds, WindowError};
use crate::control::GaveUp;

/// An impartial game.
pub trait GameKind {
    /// A position. Its order is the order of printed lists among positions with as many stones.
    type Position: Clone + Eq + Ord + Hash + Debug;

    /// Calls `visit` for every option of `position` until it breaks. An option may come more
    /// than once and in any order; in an unordered game it comes in canonical order.
    fn visit_options(
        &self,
        position: &Self::Position,
        visit: &mut dyn FnMut(&Self::Position) -> ControlFlow<()>,
    );

    /// Whether somebody may ask for `bounds`: engines also make windows by the number of stones and states together.
    ///
    /// # Errors
    /// [`WindowError`] if the bounds make no window, or one that nobody means.
    fn must_be_window(&self, _bounds: &Bounds) -> Result<(), WindowError> {
        Ok(())
    }

    /// The positions within `bounds` from which `position` is an option, by number of stones, then
    /// in order; an error if there are more than `limit`.
    fn predecessors(
        &self,
        position: &Self::Position,
        bounds: &Bounds,
        limit: usize,
    ) -> Result<Vec<Self::Position>, WindowError>;

    /// Calls `visit` for every position within `bounds`, by number of stones, then in order,
    /// until it breaks.
    fn visit_positions(
        &self,
        bounds: &Bounds,
        visit: &mut dyn FnMut(&Self::Position) -> ControlFlow<()>,
    ) -> Result<(), WindowError>;

    /// Whether the numbers in `position` are small enough to compute with. In a game whose heaps
    /// may grow, play can lead out of the limits; a solver gives up there.
    fn is_within_limits(&self, _position: &Self::Position) -> bool {
        true
    }

    /// The number of stones (or heads) in a position.
    fn stones(&self, position: &Self::Position) -> u64;

    /// A number that tells games apart: it follows from the rules.
    fn fingerprint(&self) -> u64;

    /// The first, in order, of the positions symmetric to this one.
    fn canonical(&self, position: &Self::Position) -> Self::Position;

    /// Reads a position.
    fn parse(&self, text: &str) -> Result<Self::Position, PositionError>;

    /// Writes a position as [`GameKind::parse`] reads it.
    fn write(&self, position: &Self::Position) -> String;

    /// The distinct options, by number of stones, then in order.
    fn options(&self, position: &Self::Position) -> Vec<Self::Position> {
        self.options_within(position, usize::MAX).expect("no limit")
    }

    /// The distinct options, if there are at most `limit`.
    ///
    /// # Errors
    /// [`GaveUp`] if there are more. The memory taken is of the order of `limit` all the same.
    fn options_within(
        &self,
        position: &Self::Position,
        limit: usize,
    ) -> Result<Vec<Self::Position>, GaveUp> {
        if !self.is_within_limits(position) {
            return Err(GaveUp::heap_too_large());
        }
        let mut options = Vec::new();
        let mut too_many = false;
        self.visit_options(position, &mut |option| {
            options.push(option.clone());
            // Repetitions do not count, so look again at twice the limit.
            if options.len() > limit.saturating_mul(2).max(1_000) {
                options = self.arranged(std::mem::take(&mut options));
                too_many = options.len() > limit;
            }
            if too_many { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let options = self.arranged(options);
        if too_many || options.len() > limit {
            return Err(GaveUp::beyond(limit, "options"));
        }
        Ok(options)
    }

    /// Sorts by number of stones, then in order, and drops repetitions.
    fn arranged(&self, mut positions: Vec<Self::Position>) -> Vec<Self::Position> {
        positions.sort_by(|p, q| self.stones(p).cmp(&self.stones(q)).then_with(|| p.cmp(q)));
        positions.dedup();
        positions
    }
}
