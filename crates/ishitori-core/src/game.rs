//! What every solver, player and printer asks of a game.
//!
//! Heap games ([`HeapGame`]) are made of move families, boards ([`BoardGame`]) of bit masks with
//! a move generator of their own, and in games on single heaps ([`SingleGame`]) any number of heaps come
//! and go; all answer the questions of [`GameKind`]. [`AnyGame`] is the one place where they are told
//! apart.

mod board;
mod heaps;
mod order;
mod perft;
mod runs;
mod scan;
mod single;
mod symmetry;
mod window;

use crate::control::GaveUp;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use ishitori_rule::{Rules, Ruleset};
use thiserror::Error;

pub use board::{Board, BoardGame};
pub use heaps::{Growth, HeapGame, Heaps, heap_words};
pub use perft::{PerftCounts, perft, perft_back};
pub(crate) use runs::{Backward, GrownRun, NumberedFamily, OptionRun, ValidHeaps};
pub use single::{SingleGame, Splits};
pub(crate) use symmetry::{has_few_arrangements, next_arrangement};
pub(crate) use window::StoneLine;
pub use window::{Bounds, WindowError};

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

/// A game of any kind.
#[derive(Clone, Debug)]
pub enum AnyGame {
    /// Heaps and move families.
    Heaps(HeapGame),
    /// A board.
    Board(BoardGame),
    /// Single heaps.
    Single(SingleGame),
}

impl AnyGame {
    /// The game of a ruleset.
    ///
    /// # Errors
    /// [`GameError`] if a family is too complicated to enumerate.
    pub fn new(ruleset: &Ruleset) -> Result<AnyGame, GameError> {
        match &ruleset.rules {
            Rules::Heaps(rules) => HeapGame::new(rules).map(AnyGame::Heaps),
            Rules::Board(rules) => Ok(AnyGame::Board(BoardGame::new(*rules))),
            Rules::Single(rules) => SingleGame::new(rules).map(AnyGame::Single),
        }
    }
}

/// A ruleset that cannot be played.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("an option of this game is too complicated to enumerate; write several simpler ones")]
pub struct GameError;

/// A text that is no position of the game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PositionError {
    /// The wrong number of heaps.
    #[error("a position of this game has {expected} heaps, `{text}` has {found}")]
    HeapCount {
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
        /// What was written.
        text: String,
    },
    /// Not a number.
    #[error("`{0}` is not a heap: write numbers separated by commas, such as 3,5,7")]
    NotANumber(String),
    /// Too large.
    #[error("a heap of {0} stones is too large: heaps go up to 2^32")]
    TooLarge(String),
    /// Below the least heap.
    #[error("{name} = {found} is too small: in this game it is at least {least}")]
    TooSmall {
        /// The heap.
        name: String,
        /// Its size.
        found: u64,
        /// The least size.
        least: u64,
    },
    /// Not allowed by the rule.
    #[error("`{text}` is no position of this game: it needs {condition}")]
    Invalid {
        /// What was written.
        text: String,
        /// The condition it fails.
        condition: String,
    },
    /// Not a board.
    #[error("`{text}` is no position on a board of {rows} rows and {columns} columns: {why}")]
    Board {
        /// What was written.
        text: String,
        /// Rows.
        rows: usize,
        /// Columns.
        columns: usize,
        /// What is wrong.
        why: String,
    },
}
