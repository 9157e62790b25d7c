//! Pictures of P-positions: black on white.
//!
//! Few of them are drawn as squares of their own, which stay visible in an SVG however far one
//! zooms out, and from about a thousand cells a side get a pale halo: a single black pixel among
//! thousands is lost on a screen, but a cell is P only if it is black. Many are drawn as cells.

use crate::layout::Plot;
use crate::matrix::{CellOutcome, Matrix};
use crate::palette::Colour;
use crate::picture::{Dots, Picture, PictureHeading, PictureItem};
use crate::pixels::Pixels;

/// Up to so many P-positions are squares of their own, some 20 bytes each.
const FEW: usize = 20_000;

impl Picture {
    /// The P-positions of a window.
    pub fn p_positions(matrix: &Matrix<Option<CellOutcome>>, words: &PictureHeading) -> Picture {
        let (down, along) = (matrix.down(), matrix.along());
        let mut plot = Plot::new(down, along, words);
        let (x, y, scale) = (plot.left, plot.top, plot.scale);
        let cells = matrix.cells();
        let has_holes = cells.iter().any(Option::is_none);
        let few = cells.iter().filter(|cell| **cell == Some(CellOutcome::P)).count() <= FEW;
        if has_holes || !few {
            plot.put(PictureItem::Cells { x, y, scale, pixels: pixels(matrix, has_holes) });
        }
        if few {
            let (columns, rows) = (along.count, down.count);
            let place = |at: usize| (at % columns, at / columns);
            let is_p = |(_, cell): &(usize, &Option<CellOutcome>)| **cell == Some(CellOutcome::P);
            let cells: Vec<_> =
                cells.iter().enumerate().filter(is_p).map(|(at, _)| place(at)).collect();
            let beyond = columns.max(rows) / 1000;
            let dots = Dots { x, y, scale, columns, rows, beyond, fill: Colour::HALO, cells };
            if beyond > 0 {
                plot.put(PictureItem::Dots(dots.clone()));
            }
            plot.put(PictureItem::Dots(Dots { beyond: 0, fill: Colour::BLACK, ..dots }));
        }
        plot.axes(down, along);
        let (_, mut y) = plot.legend();
        y = plot.swatch(y, Colour::BLACK, "P");
        y = plot.swatch(y, Colour::WHITE, "N");
        if has_holes {
            plot.swatch(y, Colour::LIGHT, "no position");
        }
        plot.finish()
    }
}

/// A pixel a cell.
fn pixels(matrix: &Matrix<Option<CellOutcome>>, has_holes: bool) -> Pixels {
    let mut palette = vec![Colour::WHITE, Colour::BLACK];
    if has_holes {
        palette.push(Colour::LIGHT);
    }
    let entry = |cell: &Option<CellOutcome>| match cell {
        Some(CellOutcome::N) => 0,
        Some(CellOutcome::P) => 1,
        None => 2,
    };
    let entries = matrix.cells().iter().map(entry).collect();
    Pixels { width: matrix.along().count, height: matrix.down().count, palette, entries }
}
