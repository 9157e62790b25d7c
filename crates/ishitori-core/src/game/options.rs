//! The least that a game must tell: what can be played from a position.
//!
//! [`Options`] is for games that no rule text fits: a type of a library's user, or a program that answers questions. Nothing is
//! asked of a position but that two of them can be compared, so [`OptionGraph`](crate::solve::OptionGraph) walks what play
//! reaches and solves it. [`Windowed`] adds a list of positions to begin with. Every [`GameKind`] is both, by reference; who
//! has a rule text is served faster by the question room.

use std::hash::Hash;
use std::ops::ControlFlow;

use super::kind::GameKind;
use super::window::{Bounds, WindowError};
use crate::control::GaveUp;

/// A game known by its options.
pub trait Options {
    /// A position. Equal positions have the same options; play never comes back to one.
    type Position: Clone + Eq + Hash;

    /// Why there may be no answer; [`Infallible`](std::convert::Infallible) if there always is one.
    type Failure;

    /// The options of a position, in any order; one that comes twice counts once.
    ///
    /// # Errors
    /// Whatever keeps it from answering.
    fn options(&self, position: &Self::Position) -> Result<Vec<Self::Position>, Self::Failure>;

    /// Tells the options of each of these positions, in their order, until `tell` breaks. For those who can work on a question
    /// while they are asked the next one.
    ///
    /// # Errors
    /// Whatever keeps it from answering for the first position of which nothing was told.
    fn options_of_each(
        &self,
        positions: &[Self::Position],
        tell: &mut dyn FnMut(Vec<Self::Position>) -> ControlFlow<()>,
    ) -> Result<(), Self::Failure> {
        for position in positions {
            if tell(self.options(position)?).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// How many bytes a position takes beside its own size, such as those of a text.
    fn bytes_behind(&self, _position: &Self::Position) -> usize {
        0
    }
}

/// A game that also lists its positions within bounds.
pub trait Windowed: Options {
    /// The positions within `bounds`, if they are at most `limit`.
    ///
    /// # Errors
    /// [`WindowError`] if the bounds make no window, or one with more positions.
    fn positions_within(
        &self,
        bounds: &Bounds,
        limit: usize,
    ) -> Result<Vec<Self::Position>, WindowError>;
}

impl<G: GameKind> Options for &G {
    type Position = G::Position;
    type Failure = GaveUp;

    fn options(&self, position: &G::Position) -> Result<Vec<G::Position>, GaveUp> {
        self.options_within(position, usize::MAX)
    }
}

impl<G: GameKind> Windowed for &G {
    fn positions_within(
        &self,
        bounds: &Bounds,
        limit: usize,
    ) -> Result<Vec<G::Position>, WindowError> {
        let (mut positions, mut more) = (Vec::new(), false);
        self.visit_positions(bounds, &mut |position| {
            more = positions.len() == limit;
            if more {
                return ControlFlow::Break(());
            }
            positions.push(position.clone());
            ControlFlow::Continue(())
        })?;
        if more { Err(WindowError::TooMany(limit)) } else { Ok(positions) }
    }
}
