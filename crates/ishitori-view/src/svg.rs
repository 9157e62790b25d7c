//! A picture as SVG.
//!
//! Cells are one embedded PNG, a pixel a cell, which the viewer enlarges without blur; a rectangle a
//! cell would take ninety bytes each and show seams. All else is vectors and text. There are no
//! styles, scripts or ids, so that many pictures can stand on one page.

use std::fmt::Write;

use crate::base64;
use crate::escape::escape;
use crate::palette::Colour;
use crate::picture::{Anchor, Dots, Picture, PictureItem};

/// Writes a picture as an `svg` element.
pub(crate) fn write(picture: &Picture) -> String {
    let (width, height) = (picture.width, picture.height);
    let title = escape(&picture.description);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"system-ui, 'Noto Sans', \
         'Hiragino Sans', 'Noto Sans CJK JP', sans-serif\"><title>{title}</title>\n"
    );
    rect(&mut svg, [0, 0, width, height], Colour::WHITE);
    for item in &picture.items {
        write_item(&mut svg, item);
    }
    svg.push_str("</svg>\n");
    svg
}

fn rect(svg: &mut String, [x, y, width, height]: [usize; 4], fill: Colour) {
    let fill = fill.hex();
    put(
        svg,
        format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>\n"
        ),
    );
}

fn put(svg: &mut String, text: std::fmt::Arguments) {
    svg.write_fmt(text).expect("a string takes all");
}

fn write_item(svg: &mut String, item: &PictureItem) {
    match item {
        PictureItem::Rect { x, y, width, height, fill } => {
            rect(svg, [*x, *y, *width, *height], *fill)
        }
        PictureItem::Disc { x, y, radius, fill } => {
            let fill = fill.hex();
            put(
                svg,
                format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\"/>\n"),
            );
        }
        PictureItem::Cells { x, y, scale, pixels } => {
            let (width, height) = (pixels.width * scale, pixels.height * scale);
            let data = base64::encode(&pixels.png());
            // Old viewers know only the first of the three words.
            put(
                svg,
                format_args!(
                    "<image x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" \
                     preserveAspectRatio=\"none\" style=\"image-rendering:optimizeSpeed;\
                     image-rendering:crisp-edges;image-rendering:pixelated\" \
                     href=\"data:image/png;base64,{data}\"/>\n"
                ),
            );
        }
        PictureItem::Dots(dots) => write_dots(svg, dots),
        PictureItem::Text { x, y, size, anchor, text, ink } => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            // A capital is about seven tenths of the size high.
            let (baseline, ink, text) = (y + size * 7 / 20, ink.hex(), escape(text));
            put(
                svg,
                format_args!(
                    "<text x=\"{x}\" y=\"{baseline}\" font-size=\"{size}\" \
                     text-anchor=\"{anchor}\" fill=\"{ink}\">{text}</text>\n"
                ),
            );
        }
    }
}

/// One path of squares, in the unit of cells.
fn write_dots(svg: &mut String, dots: &Dots) {
    let (x, y, scale, fill) = (dots.x, dots.y, dots.scale, dots.fill.hex());
    put(
        svg,
        format_args!("<path transform=\"translate({x} {y}) scale({scale})\" fill=\"{fill}\" d=\""),
    );
    for (column, row) in &dots.cells {
        let [left, top, width, height] = dots.square(*column, *row);
        put(svg, format_args!("M{left} {top}h{width}v{height}h-{width}z"));
    }
    svg.push_str("\"/>\n");
}
