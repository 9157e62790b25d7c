//! Games: positions, options and windows.
//!
//! Heap games ([`HeapGame`]) are made of move families, boards ([`BoardGame`]) of bit masks with
//! a move generator of their own, and in games on single heaps ([`SingleGame`]) or pieces ([`PieceGame`]) any number of
//! them come and go; all answer the questions of [`GameKind`]. [`AnyGame`] is the one place where they are told
//! apart.

mod board;
mod column_form;
mod factor;
mod figure;
mod heaps;
mod kind;
mod kinds;
mod options;
mod order;
mod part_lists;
mod perft;
mod pieces;
mod position;
mod runs;
mod scan;
mod single;
mod slice;
mod symmetry;
mod window;

use ishitori_rule::{Rules, Ruleset};

pub use board::{Board, BoardGame};
pub use figure::{Figure, FigureGame, ListFailure, ListedFigure};
pub use heaps::{Growth, HeapGame};
pub use kind::GameKind;
pub use kinds::{FigureEntry, FigureList, FigurePicture};
pub(crate) use kinds::{Ground, KeyScope, Remains};
pub use options::{Options, Windowed};
pub use perft::{PerftCounts, perft, perft_back};
pub(crate) use pieces::one_piece;
pub use pieces::{Piece, PieceGame};
pub use position::{Heaps, PositionError, heap_words};
pub(crate) use runs::{Backward, GrownRun, NumberedFamily, OptionRun, ValidHeaps};
pub use scan::GameError;
pub use single::{SingleGame, Splits};
pub(crate) use slice::{SliceEscape, escape, may_be_raised};
pub(crate) use symmetry::{has_few_arrangements, next_arrangement};
pub(crate) use window::StoneLine;
pub use window::{Bounds, WindowError};

/// A game of any kind.
#[derive(Clone, Debug)]
pub enum AnyGame {
    /// Heaps and move families.
    Heaps(HeapGame),
    /// A board.
    Board(BoardGame),
    /// Single heaps.
    Single(SingleGame),
    /// Pieces of several numbers.
    Pieces(PieceGame),
    /// Graphs, posets, diagrams, boards of cells.
    Figures(FigureGame),
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
            Rules::Pieces(rules) => PieceGame::new(rules).map(AnyGame::Pieces),
            Rules::Figures(rules) => Ok(AnyGame::Figures(FigureGame::new(rules))),
        }
    }
}
