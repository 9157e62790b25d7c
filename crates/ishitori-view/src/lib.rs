//! Pictures, tables and reports: plain data in, PNG, SVG and HTML out.
//!
//! This room knows no game and no solver, opens no file and asks no clock. A [`Matrix`] says what
//! stands in each cell of two heaps against each other; a [`Picture`] of it is drawn once, as
//! rectangles, text and cells, and comes out as [`Picture::svg`] or [`Picture::png`]. A
//! [`Report`](report::Report) puts pictures, tables and verdicts on one page that needs nothing
//! else.
//!
//! Rows go down and columns to the right, from the top left corner, as in the papers' tables: a
//! heat map is the table seen from afar.
//!
//! Cost: a byte a pixel while drawing. Cells are whole pixels and colours come from a palette, so
//! files stay small; see [`palette`] for what a large window gives up.
//!
//! ```
//! use ishitori_view::{Matrix, MatrixAxis, Picture, PictureHeading};
//!
//! let axis = |heap: &str| MatrixAxis { heap: heap.to_string(), from: 0, count: 8 };
//! let nim = Matrix::from_fn(axis("a"), axis("b"), |row, column| Some((row ^ column) as u32));
//! let words = PictureHeading { title: "nim(2)".to_string(), subtitle: "Grundy values".to_string() };
//! let picture = Picture::heat_map(&nim, &words);
//! assert!(picture.svg().starts_with("<svg"));
//! assert!(picture.png().starts_with(b"\x89PNG"));
//! ```

pub mod automaton;
mod base64;
mod escape;
mod heat;
mod layout;
mod matrix;
mod options;
mod outcomes;
pub mod palette;
mod picture;
mod pixels;
mod points;
mod raster;
mod render;
pub mod report;
mod svg;
mod table;

pub use matrix::{CellOutcome, MAX_SIDE, Matrix, MatrixAxis};
pub use options::{CellMark, MarkKind, OptionsBoard};
pub use picture::{CellPlacement, Picture, PictureHeading};
pub use points::{AxisNames, SequencePoint};
pub use table::{grundy_table, outcome_table};
