//! Pictures of a sequence: a point for each number, its place along, its value upwards.
//!
//! A long sequence has more numbers than a picture has pixels; then neighbours share a pixel, and a point
//! means that one of them has that value. Rare points are black and the others grey, or all are black.

use crate::layout::nice_step;
use crate::palette::Colour;
use crate::picture::{Anchor, CellPlacement, Picture, PictureHeading, PictureItem};
use crate::pixels::Pixels;

/// The pixels of the field.
const WIDTH: usize = 960;
const HEIGHT: usize = 480;
/// The height of letters, and their width.
const SIZE: usize = 16;

/// A point of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SequencePoint {
    /// Its place, from 0.
    pub at: u64,
    /// Its value.
    pub value: i64,
    /// Whether it stands out.
    pub rare: bool,
}

/// What the two axes are called.
#[derive(Clone, Copy, Debug)]
pub struct AxisNames<'a> {
    /// Along.
    pub along: &'a str,
    /// Upwards.
    pub up: &'a str,
}

impl Picture {
    /// The points of a sequence.
    pub fn points(points: &[SequencePoint], names: AxisNames, words: &PictureHeading) -> Picture {
        let last = points.iter().map(|point| point.at).max().unwrap_or(0);
        let low = points.iter().map(|point| point.value).min().unwrap_or(0).min(0);
        let high = points.iter().map(|point| point.value).max().unwrap_or(0).max(low + 1);
        let frame = PlotFrame::new(last, low, high);
        let mut items = vec![text(SIZE, SIZE * 3 / 2, Anchor::Start, &words.title)];
        items.push(text(SIZE, SIZE * 3, Anchor::Start, &words.subtitle));
        items.push(PictureItem::Cells {
            x: frame.left,
            y: frame.top,
            scale: 1,
            pixels: frame.pixels(points),
        });
        frame.axes(names, &mut items);
        Picture {
            width: frame.left + WIDTH + 3 * SIZE,
            height: frame.top + HEIGHT + 5 * SIZE,
            cells: CellPlacement { left: frame.left, top: frame.top, scale: 1 },
            description: format!("{}: {}", words.title, words.subtitle),
            items,
        }
    }
}

/// Where everything goes.
struct PlotFrame {
    left: usize,
    top: usize,
    last: u64,
    low: i64,
    high: i64,
}

impl PlotFrame {
    fn new(last: u64, low: i64, high: i64) -> PlotFrame {
        let labels =
            [low, high].map(|value| value.to_string().len()).into_iter().max().unwrap_or(1);
        PlotFrame { left: SIZE * (labels + 2), top: SIZE * 6, last, low, high }
    }

    /// The pixel of a place along.
    fn column(&self, at: u64) -> usize {
        let at = u128::from(at) * (WIDTH as u128 - 1) / u128::from(self.last.max(1));
        usize::try_from(at).unwrap_or(WIDTH - 1).min(WIDTH - 1)
    }

    /// The pixel of a value, from above.
    fn row(&self, value: i64) -> usize {
        let (span, up) = (
            i128::from(self.high) - i128::from(self.low),
            i128::from(value) - i128::from(self.low),
        );
        let up = up * (HEIGHT as i128 - 1) / span.max(1);
        HEIGHT - 1 - usize::try_from(up).unwrap_or(0).min(HEIGHT - 1)
    }

    /// Points of a pixel or, if there are few, of three by three, or larger.
    fn pixels(&self, points: &[SequencePoint]) -> Pixels {
        let mut entries = vec![0u8; WIDTH * HEIGHT];
        let reach = match points.len() {
            // A small picture of few points is looked at from afar.
            0..=64 => 6,
            65..=480 => 1,
            _ => 0,
        };
        let any_rare = points.iter().any(|point| point.rare);
        // The rare ones last, on top.
        for rare in [false, true] {
            for point in points.iter().filter(|point| point.rare == rare) {
                let (x, y) = (self.column(point.at), self.row(point.value));
                let reach = if rare && reach == 0 { 1 } else { reach };
                for row in y.saturating_sub(reach)..=(y + reach).min(HEIGHT - 1) {
                    for column in x.saturating_sub(reach)..=(x + reach).min(WIDTH - 1) {
                        entries[row * WIDTH + column] = if rare || !any_rare { 1 } else { 2 };
                    }
                }
            }
        }
        let palette = vec![Colour::WHITE, Colour::BLACK, Colour::LIGHT];
        Pixels { width: WIDTH, height: HEIGHT, palette, entries }
    }

    /// The frame, and ticks with labels.
    fn axes(&self, names: AxisNames, items: &mut Vec<PictureItem>) {
        let (left, top) = (self.left, self.top);
        let mut line = |x, y, width, height| {
            items.push(PictureItem::Rect { x, y, width, height, fill: Colour::GREY });
        };
        line(left - 1, top - 1, WIDTH + 2, 1);
        line(left - 1, top + HEIGHT, WIDTH + 2, 1);
        line(left - 1, top, 1, HEIGHT);
        line(left + WIDTH, top, 1, HEIGHT);
        let wide = (self.last.to_string().len() + 2) * SIZE;
        let step = nice_step((self.last * wide as u64 / WIDTH as u64).max(1));
        for at in (0..=self.last).step_by(usize::try_from(step).unwrap_or(usize::MAX)) {
            let x = left + self.column(at);
            items.push(PictureItem::Rect {
                x,
                y: top + HEIGHT,
                width: 1,
                height: SIZE / 2,
                fill: Colour::GREY,
            });
            items.push(text(x, top + HEIGHT + SIZE * 5 / 4, Anchor::Middle, &at.to_string()));
        }
        let span = u64::try_from(self.high.saturating_sub(self.low)).unwrap_or(1);
        let step =
            i64::try_from(nice_step((span * 3 * SIZE as u64 / HEIGHT as u64).max(1))).unwrap_or(1);
        let mut value = self.low.div_euclid(step) * step;
        while value <= self.high {
            if value >= self.low {
                let y = top + self.row(value);
                let tick = SIZE / 2;
                items.push(PictureItem::Rect {
                    x: left - tick,
                    y,
                    width: tick,
                    height: 1,
                    fill: Colour::GREY,
                });
                items.push(text(left - tick - 2, y, Anchor::End, &value.to_string()));
            }
            value += step;
        }
        items.push(text(left + WIDTH / 2, top + HEIGHT + SIZE * 3, Anchor::Middle, names.along));
        items.push(text(left, top - SIZE, Anchor::Start, names.up));
    }
}

fn text(x: usize, y: usize, anchor: Anchor, text: &str) -> PictureItem {
    PictureItem::Text { x, y, size: SIZE, anchor, text: text.to_string(), ink: Colour::BLACK }
}
