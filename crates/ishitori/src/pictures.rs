//! Pictures, made of plain data: SVG and PNG.
//!
//! Names of `ishitori-view`, which knows no games. Pictures of a game are made in [`plots`](crate::plots).

pub use ishitori_view::automaton::AutomatonDrawing;
pub use ishitori_view::{
    AxisNames, CellMark, CellOutcome, MAX_SIDE, MarkKind, Matrix, MatrixAxis, OptionsBoard,
    Picture, PictureHeading, SequencePoint,
};
