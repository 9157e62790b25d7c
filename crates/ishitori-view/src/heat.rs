//! Heat maps of Grundy values.
//!
//! Cost: a byte a cell beside the matrix, and the compression of one PNG.

use crate::layout::{Plot, nice_step};
use crate::matrix::Matrix;
use crate::palette::{Colour, Levels};
use crate::picture::{Anchor, Picture, PictureHeading, PictureItem};
use crate::pixels::Pixels;

impl Picture {
    /// The Grundy values of a window as colours, with a legend; numbers too where cells are large.
    pub fn heat_map(matrix: &Matrix<Option<u32>>, words: &PictureHeading) -> Picture {
        let (down, along) = (matrix.down(), matrix.along());
        let max = matrix.cells().iter().flatten().copied().max().unwrap_or(0);
        let levels = Levels::for_window(matrix.cells().len(), max);
        let mut plot = Plot::new(down, along, words);
        let (x, y, scale) = (plot.left, plot.top, plot.scale);
        plot.put(PictureItem::Cells { x, y, scale, pixels: pixels(matrix, levels) });
        numbers(&mut plot, matrix, levels);
        plot.axes(down, along);
        let has_holes = matrix.cells().iter().any(Option::is_none);
        legend(&mut plot, levels, has_holes);
        plot.finish()
    }
}

/// A pixel a cell: 0, then the levels, then what is no position.
fn pixels(matrix: &Matrix<Option<u32>>, levels: Levels) -> Pixels {
    let mut palette = vec![Colour::BLACK];
    palette.extend((0..levels.count).map(|level| levels.colour_of_level(level)));
    let hole = palette.len() as u8;
    if matrix.cells().iter().any(Option::is_none) {
        palette.push(Colour::WHITE);
    }
    let entry = |cell: &Option<u32>| match cell {
        None => hole,
        Some(0) => 0,
        Some(value) => 1 + levels.level(*value) as u8,
    };
    let entries = matrix.cells().iter().map(entry).collect();
    Pixels { width: matrix.along().count, height: matrix.down().count, palette, entries }
}

/// Writes the value into each cell if it fits.
fn numbers(plot: &mut Plot, matrix: &Matrix<Option<u32>>, levels: Levels) {
    let letters = levels.max.to_string().len();
    let Some(size) = [16, 8].into_iter().find(|size| size * letters + 4 <= plot.scale) else {
        return;
    };
    if plot.scale < 24 {
        return;
    }
    for row in 0..matrix.down().count {
        for (column, cell) in matrix.row(row).iter().enumerate() {
            let Some(value) = cell else { continue };
            let x = plot.left + column * plot.scale + plot.scale / 2;
            let y = plot.top + row * plot.scale + plot.scale / 2;
            let (text, ink) = (value.to_string(), levels.colour(*value).ink());
            plot.put(PictureItem::Text { x, y, size, anchor: Anchor::Middle, text, ink });
        }
    }
}

fn legend(plot: &mut Plot, levels: Levels, has_holes: bool) {
    let size = plot.size;
    let (x, mut y) = plot.legend();
    y = plot.swatch(y, Colour::BLACK, "0 (P)");
    if has_holes {
        y = plot.swatch(y, Colour::WHITE, "no position");
    }
    if levels.max == 0 {
        return;
    }
    // 1. A block a level.
    let room = (plot.top + plot.height).saturating_sub(y + size).max(12 * size);
    let block = (room / levels.count as usize).clamp(1, size * 3 / 2);
    let height = block * levels.count as usize;
    y += size / 2;
    for level in 0..levels.count {
        let (top, fill) = (y + level as usize * block, levels.colour_of_level(level));
        plot.put(PictureItem::Rect { x, y: top, width: size, height: block, fill });
    }
    // 2. Labels at 1, at round values and at the largest, as long as they do not touch.
    let middle = |value: u32| y + ((2 * value as usize - 1) * height) / (2 * levels.max as usize);
    let apart = if block >= size * 5 / 4 { block } else { 2 * size };
    let step = nice_step((apart * levels.max as usize).div_ceil(height) as u64) as u32;
    let far = |value: u32, other: u32| middle(value).abs_diff(middle(other)) >= apart;
    let round = (1..levels.max).filter(|value| value % step == 0);
    let mut labels = vec![1];
    labels.extend(round.filter(|value| far(*value, 1) && far(*value, levels.max)));
    if levels.max > 1 {
        labels.push(levels.max);
    }
    for value in labels {
        plot.put(PictureItem::Rect {
            x: x + size,
            y: middle(value),
            width: size / 4,
            height: size / 16,
            fill: Colour::GREY,
        });
        plot.text(x + size * 3 / 2, middle(value), Anchor::Start, &value.to_string());
    }
}
