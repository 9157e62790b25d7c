//! What heat maps, outcomes and boards have in common: titles, axes with ticks, a legend.
//!
//! Every length follows from the cells: their scale is the largest whole number of pixels that
//! keeps the picture on a screen, and text grows with the picture, so that it can still be read
//! when thousands of cells are looked at from afar.

use crate::matrix::MatrixAxis;
use crate::palette::Colour;
use crate::picture::{Anchor, CellPlacement, Picture, PictureHeading, PictureItem};

/// How many pixels a side has if cells are enlarged.
const SIDE: usize = 900;
/// The largest cell.
const MAX_SCALE: usize = 40;

/// A picture in the making.
pub(crate) struct Plot {
    /// The height of text, a multiple of 8, and as in the bitmap font the width of a letter.
    pub size: usize,
    /// The pixels of a cell.
    pub scale: usize,
    /// Where the cells begin, and how many pixels they take.
    pub left: usize,
    pub top: usize,
    pub width: usize,
    pub height: usize,
    /// What is taken so far.
    right: usize,
    bottom: usize,
    description: String,
    items: Vec<PictureItem>,
}

impl Plot {
    /// Places titles, and leaves room for the labels of the axes.
    pub fn new(down: &MatrixAxis, along: &MatrixAxis, words: &PictureHeading) -> Plot {
        let side = down.count.max(along.count).max(1);
        let scale = (SIDE / side).clamp(1, MAX_SCALE);
        // A fortieth of the side or so, in whole steps of the bitmap font.
        let size = 8 * ((side * scale + 165) / 330).max(2);
        let letters = |text: &str| text.chars().count() * size;
        let labels = letters(&last(down).to_string());
        let left = size + letters(&down.heap) + size / 2 + labels + size;
        let (width, height) = (along.count * scale, down.count * scale);
        let mut description = words.title.clone();
        let mut plot = Plot {
            size,
            scale,
            left,
            top: 0,
            width,
            height,
            right: left + width,
            bottom: 0,
            description: String::new(),
            items: Vec::new(),
        };
        // 1. The titles.
        let mut y = size + size / 2;
        plot.text(size, y, Anchor::Start, &words.title);
        if !words.subtitle.is_empty() {
            y += size * 3 / 2;
            plot.text(size, y, Anchor::Start, &words.subtitle);
            description = format!("{description}: {}", words.subtitle);
        }
        // 2. The name of the heap along a row, its labels, and a tick.
        plot.top = y + size * 5;
        plot.bottom = plot.top + height;
        plot.description = description;
        plot
    }

    /// Adds an item.
    pub fn put(&mut self, item: PictureItem) {
        self.items.push(item);
    }

    /// Adds black text around the height `y`.
    pub fn text(&mut self, x: usize, y: usize, anchor: Anchor, text: &str) {
        let width = text.chars().count() * self.size;
        let right = match anchor {
            Anchor::Start => x + width,
            Anchor::Middle => x + width / 2,
            Anchor::End => x,
        };
        self.right = self.right.max(right);
        self.bottom = self.bottom.max(y + self.size / 2);
        let (size, text, ink) = (self.size, text.to_string(), Colour::BLACK);
        self.put(PictureItem::Text { x, y, size, anchor, text, ink });
    }

    fn rect(&mut self, x: usize, y: usize, width: usize, height: usize, fill: Colour) {
        self.put(PictureItem::Rect { x, y, width, height, fill });
    }

    /// Draws the frame, the ticks with labels, and the names of the heaps.
    pub fn axes(&mut self, down: &MatrixAxis, along: &MatrixAxis) {
        let (size, scale, left, top) = (self.size, self.scale, self.left, self.top);
        let line = size / 16;
        for (y, height) in [(top - line, line), (top + self.height, line)] {
            self.rect(left - line, y, self.width + 2 * line, height, Colour::GREY);
        }
        for x in [left - line, left + self.width] {
            self.rect(x, top, line, self.height, Colour::GREY);
        }
        let widest = last(along).to_string().len() * size * 5 / 4;
        let step = nice_step(widest.max(size * 3 / 2).div_ceil(scale) as u64);
        let tick = size / 2 - line;
        for size_of_heap in ticks(along, step) {
            let at = left + (size_of_heap - along.from) as usize * scale + scale / 2;
            self.rect(at - line / 2, top - line - tick, line, tick, Colour::GREY);
            self.text(at, top - size * 5 / 4, Anchor::Middle, &size_of_heap.to_string());
        }
        for size_of_heap in ticks(down, step) {
            let at = top + (size_of_heap - down.from) as usize * scale + scale / 2;
            self.rect(left - line - tick, at - line / 2, tick, line, Colour::GREY);
            self.text(left - size * 3 / 4, at, Anchor::End, &size_of_heap.to_string());
        }
        self.text(left + self.width / 2, top - size * 3, Anchor::Middle, &along.heap);
        self.text(size, top + self.height / 2, Anchor::Start, &down.heap);
    }

    /// Where the legend begins.
    pub(crate) fn legend(&self) -> (usize, usize) {
        (self.left + self.width + 2 * self.size, self.top)
    }

    /// Draws a square of a colour with its meaning; returns where the next one goes.
    pub(crate) fn swatch(&mut self, y: usize, fill: Colour, meaning: &str) -> usize {
        let (size, x, line) = (self.size, self.legend().0, self.size / 16);
        self.rect(x, y, size, size, Colour::GREY);
        self.rect(x + line, y + line, size - 2 * line, size - 2 * line, fill);
        self.text(x + size * 3 / 2, y + size / 2, Anchor::Start, meaning);
        y + size * 3 / 2
    }

    /// The picture, with a margin.
    pub fn finish(self) -> Picture {
        let (width, height) = (self.right + self.size, self.bottom + self.size);
        let cells = CellPlacement { left: self.left, top: self.top, scale: self.scale };
        Picture { width, height, cells, description: self.description, items: self.items }
    }
}

fn last(axis: &MatrixAxis) -> u64 {
    axis.from + (axis.count as u64).saturating_sub(1)
}

/// The sizes of an axis that get a tick: multiples of `step`, or else the first.
fn ticks(axis: &MatrixAxis, step: u64) -> Vec<u64> {
    let first = axis.from.div_ceil(step) * step;
    let ticks: Vec<u64> = (first..=last(axis)).step_by(step as usize).collect();
    if ticks.is_empty() { vec![axis.from] } else { ticks }
}

/// The least of 1, 2, 5, 10, 20, 50, ... that is not below `least`.
pub(crate) fn nice_step(least: u64) -> u64 {
    let mut ten = 1;
    loop {
        for digit in [1, 2, 5] {
            if digit * ten >= least {
                return digit * ten;
            }
        }
        ten *= 10;
    }
}
