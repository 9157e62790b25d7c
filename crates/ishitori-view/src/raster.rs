//! A picture as pixels.
//!
//! Text is drawn with the public-domain 8x8 font of the `font8x8` crate, enlarged by whole factors;
//! a character outside ASCII becomes a question mark.
//! Cost: a byte a pixel.

use font8x8::legacy::BASIC_LEGACY;

use crate::palette::Colour;
use crate::picture::{Anchor, Dots, Picture, PictureItem};
use crate::pixels::Pixels;

/// Draws a picture on white.
pub(crate) fn draw(picture: &Picture) -> Pixels {
    let (width, height) = (picture.width, picture.height);
    let entries = vec![0; width * height];
    let pixels = Pixels { width, height, palette: vec![Colour::WHITE], entries };
    let mut canvas = Canvas { pixels };
    for item in &picture.items {
        canvas.item(item);
    }
    canvas.pixels
}

struct Canvas {
    pixels: Pixels,
}

impl Canvas {
    /// The entry of a colour, added if it is new.
    fn entry(&mut self, colour: Colour) -> u8 {
        let palette = &mut self.pixels.palette;
        let at = palette.iter().position(|c| *c == colour).unwrap_or_else(|| {
            palette.push(colour);
            palette.len() - 1
        });
        u8::try_from(at).expect("a picture has few colours")
    }

    fn item(&mut self, item: &PictureItem) {
        match item {
            PictureItem::Rect { x, y, width, height, fill } => {
                let entry = self.entry(*fill);
                self.fill(*x, *y, *width, *height, entry);
            }
            PictureItem::Disc { x, y, radius, fill } => {
                let entry = self.entry(*fill);
                for dy in 0..=2 * radius {
                    let off = dy.abs_diff(*radius);
                    let half = (radius * radius - off * off).isqrt();
                    self.fill(x - half, y + dy - radius, 2 * half + 1, 1, entry);
                }
            }
            PictureItem::Cells { x, y, scale, pixels } => self.cells(*x, *y, *scale, pixels),
            PictureItem::Dots(dots) => self.dots(dots),
            PictureItem::Text { x, y, size, anchor, text, ink } => {
                let entry = self.entry(*ink);
                let width = text.chars().count() * size;
                let left = match anchor {
                    Anchor::Start => *x,
                    Anchor::Middle => x.saturating_sub(width / 2),
                    Anchor::End => x.saturating_sub(width),
                };
                self.text(left, y.saturating_sub(size / 2), size / 8, text, entry);
            }
        }
    }

    /// Fills a rectangle, as far as it lies within the picture.
    fn fill(&mut self, x: usize, y: usize, width: usize, height: usize, entry: u8) {
        let right = (x + width).min(self.pixels.width);
        let bottom = (y + height).min(self.pixels.height);
        if x >= right {
            return;
        }
        for row in y..bottom {
            let start = row * self.pixels.width;
            self.pixels.entries[start + x..start + right].fill(entry);
        }
    }

    fn cells(&mut self, x: usize, y: usize, scale: usize, cells: &Pixels) {
        let entries: Vec<u8> = cells.palette.iter().map(|colour| self.entry(*colour)).collect();
        for (row, line) in cells.entries.chunks(cells.width).enumerate() {
            for (column, cell) in line.iter().enumerate() {
                let entry = entries[usize::from(*cell)];
                self.fill(x + column * scale, y + row * scale, scale, scale, entry);
            }
        }
    }

    fn dots(&mut self, dots: &Dots) {
        let entry = self.entry(dots.fill);
        for (column, row) in &dots.cells {
            let [left, top, width, height] = dots.square(*column, *row).map(|n| n * dots.scale);
            self.fill(dots.x + left, dots.y + top, width, height, entry);
        }
    }

    fn text(&mut self, x: usize, y: usize, factor: usize, text: &str, entry: u8) {
        for (nth, c) in text.chars().enumerate() {
            let c = if c.is_ascii() { c } else { '?' };
            for (row, bits) in BASIC_LEGACY[c as usize].iter().enumerate() {
                for column in (0..8).filter(|column| bits >> column & 1 == 1) {
                    let left = x + (8 * nth + column) * factor;
                    self.fill(left, y + row * factor, factor, factor, entry);
                }
            }
        }
    }
}
