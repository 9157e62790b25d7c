//! Games as the engines know them: positions, options, predecessors, windows; and the catalogue.
//!
//! Names of core. A game is opened by name or file in [`open`](crate::open).

pub use ishitori_core::catalogue;
pub use ishitori_core::game::{
    AnyGame, Board, BoardGame, Figure, FigureGame, FigurePicture, GameError, GameKind, HeapGame,
    Heaps, ListedFigure, PerftCounts, Piece, PieceGame, PositionError, SingleGame, WindowError,
    heap_words, perft, perft_back,
};
