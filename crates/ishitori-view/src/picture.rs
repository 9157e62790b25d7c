//! A picture before it becomes PNG or SVG: a few kinds of items at whole pixels.
//!
//! Both formats draw the same items, so that they cannot disagree about what is where.

use crate::palette::Colour;
use crate::pixels::Pixels;

/// What is written above a picture. PNG has ASCII letters only; SVG takes any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PictureHeading {
    /// The first line, such as the game.
    pub title: String,
    /// The second line, such as what is shown; may be empty.
    pub subtitle: String,
}

/// Where the cells of a picture are, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellPlacement {
    /// The left side of the first cell.
    pub left: usize,
    /// Its upper side.
    pub top: usize,
    /// The side of each cell.
    pub scale: usize,
}

/// A finished drawing.
#[derive(Clone, Debug)]
pub struct Picture {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) cells: CellPlacement,
    /// What a screen reader says.
    pub(crate) description: String,
    /// Drawn in this order.
    pub(crate) items: Vec<PictureItem>,
}

impl Picture {
    /// Width and height in pixels.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// Where the cells are, for whoever wants to find one again.
    pub fn cells(&self) -> CellPlacement {
        self.cells
    }
}

/// Which part of a text stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// What is drawn.
#[derive(Clone, Debug)]
pub(crate) enum PictureItem {
    /// A filled rectangle; lines are thin ones.
    Rect { x: usize, y: usize, width: usize, height: usize, fill: Colour },
    /// A filled circle around a point.
    Disc { x: usize, y: usize, radius: usize, fill: Colour },
    /// Cells of `scale` pixels each.
    Cells { x: usize, y: usize, scale: usize, pixels: Pixels },
    /// Squares around some cells.
    Dots(Dots),
    /// A line of text, `y` being its middle; the size is a multiple of 8.
    Text { x: usize, y: usize, size: usize, anchor: Anchor, text: String, ink: Colour },
}

/// Squares around some cells of a matrix at `x`, `y` whose cells have `scale` pixels.
#[derive(Clone, Debug)]
pub(crate) struct Dots {
    pub x: usize,
    pub y: usize,
    pub scale: usize,
    pub columns: usize,
    pub rows: usize,
    /// How many cells a square goes beyond its own on each side, though never beyond the matrix.
    pub beyond: usize,
    pub fill: Colour,
    /// Column and row of each.
    pub cells: Vec<(usize, usize)>,
}

impl Dots {
    /// Left, top, width and height of a square, in cells.
    pub(crate) fn square(&self, column: usize, row: usize) -> [usize; 4] {
        let (left, top) = (column.saturating_sub(self.beyond), row.saturating_sub(self.beyond));
        let right = (column + 1 + self.beyond).min(self.columns);
        let bottom = (row + 1 + self.beyond).min(self.rows);
        [left, top, right - left, bottom - top]
    }
}
