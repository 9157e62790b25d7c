//! The board of a position's options, as in the papers: a coin on a cell, and marks on the cells to
//! which it may be moved.

use crate::layout::Plot;
use crate::matrix::MatrixAxis;
use crate::palette::Colour;
use crate::picture::{Picture, PictureHeading, PictureItem};

/// What a marked cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// The position itself: a black coin.
    Start,
    /// An option: a ring.
    Option,
    /// An option that wins, being a P-position: a ring with a disc in it.
    Winning,
}

/// A marked cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellMark {
    /// The size of the heap down the rows.
    pub down: u64,
    /// The size of the heap along a row.
    pub along: u64,
    /// What it is.
    pub kind: MarkKind,
}

/// A board: which cells there are, and which are marked. Marks outside are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionsBoard {
    /// What is written above it.
    pub words: PictureHeading,
    /// The heap that varies down the rows.
    pub down: MatrixAxis,
    /// The heap that varies along a row.
    pub along: MatrixAxis,
    /// The marks.
    pub marks: Vec<CellMark>,
}

/// The colour of winning options: dark enough for white paper, and told by shape as well.
const WINNING: Colour = Colour([0x0b, 0x7a, 0x75]);

impl Picture {
    /// The board of the options of a position.
    pub fn options(board: &OptionsBoard) -> Picture {
        let (down, along) = (&board.down, &board.along);
        let mut plot = Plot::new(down, along, &board.words);
        let (left, top, scale) = (plot.left, plot.top, plot.scale);
        if scale >= 8 {
            for column in 1..along.count {
                let (x, height) = (left + column * scale, plot.height);
                plot.put(PictureItem::Rect { x, y: top, width: 1, height, fill: Colour::LIGHT });
            }
            for row in 1..down.count {
                let (y, width) = (top + row * scale, plot.width);
                plot.put(PictureItem::Rect { x: left, y, width, height: 1, fill: Colour::LIGHT });
            }
        }
        plot.axes(down, along);
        for mark in &board.marks {
            let (Some(row), Some(column)) = (place(down, mark.down), place(along, mark.along))
            else {
                continue;
            };
            let middle = |start: usize, nth: usize| start + nth * scale + scale / 2;
            draw(&mut plot, mark.kind, middle(left, column), middle(top, row), scale * 3 / 10);
        }
        legend(&mut plot, &board.marks);
        plot.finish()
    }
}

fn place(axis: &MatrixAxis, size: u64) -> Option<usize> {
    let nth = usize::try_from(size.checked_sub(axis.from)?).ok()?;
    (nth < axis.count).then_some(nth)
}

fn draw(plot: &mut Plot, kind: MarkKind, x: usize, y: usize, radius: usize) {
    let line = (radius / 5).max(1);
    let mut disc = |radius: usize, fill| plot.put(PictureItem::Disc { x, y, radius, fill });
    match kind {
        MarkKind::Start => disc(radius, Colour::BLACK),
        MarkKind::Option => {
            disc(radius, Colour::BLACK);
            disc(radius - line.min(radius), Colour::WHITE);
        }
        MarkKind::Winning => {
            disc(radius, WINNING);
            disc(radius - line.min(radius), Colour::WHITE);
            disc(radius * 3 / 5, WINNING);
        }
    }
}

fn legend(plot: &mut Plot, marks: &[CellMark]) {
    let (x, mut y) = plot.legend();
    let size = plot.size;
    for (kind, meaning) in [
        (MarkKind::Start, "position"),
        (MarkKind::Option, "option"),
        (MarkKind::Winning, "winning option"),
    ] {
        if marks.iter().any(|mark| mark.kind == kind) {
            draw(plot, kind, x + size / 2, y + size / 2, size / 2);
            plot.text(x + size * 3 / 2, y + size / 2, crate::picture::Anchor::Start, meaning);
            y += size * 7 / 4;
        }
    }
}
