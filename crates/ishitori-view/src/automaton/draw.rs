//! The drawing as SVG: lines, heads of arrows, circles, labels.
//!
//! There are no styles, scripts or ids, so that many drawings can stand on one page.

use std::fmt::Write;

use super::AutomatonDrawing;
use super::measures::{DrawingPoint, LABEL, LABEL_WIDTH, LINE, RADIUS};
use super::route::{self, Route, RoutedDrawing};
use crate::escape::escape;

impl AutomatonDrawing {
    /// The `svg` element.
    pub(super) fn write(&self, routed: &RoutedDrawing) -> String {
        let titled = if self.title.is_empty() { 0.0 } else { 34.0 };
        let ([left, top], [right, bottom]) = routed.bounds();
        // A letter of the title is about half its size wide.
        let title_width = self.title.chars().map(|c| if c.is_ascii() { 9.0 } else { 16.0 });
        let width = (right - left).max(title_width.sum::<f64>()) + 32.0;
        let height = bottom - top + 32.0 + titled;
        let (width, height) = (width.ceil(), height.ceil());
        let described =
            escape(format!("{}. {}", self.title, self.caption()).trim_start_matches(". "));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"system-ui, 'Noto Sans', \
             'Hiragino Sans', 'Noto Sans CJK JP', sans-serif\"><title>{described}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" {PAPER}/>\n"
        );
        if titled > 0.0 {
            let title = escape(&self.title);
            put(
                &mut svg,
                format_args!("<text x=\"16\" y=\"28\" font-size=\"16\" {INK}>{title}</text>\n"),
            );
        }
        let (x, y) = (round(16.0 - left), round(16.0 + titled - top));
        put(&mut svg, format_args!("<g transform=\"translate({x} {y})\">\n"));
        self.write_edges(&mut svg, routed);
        self.write_states(&mut svg, routed);
        write_labels(&mut svg, &routed.routes);
        svg.push_str("</g>\n</svg>\n");
        svg
    }

    fn write_edges(&self, svg: &mut String, routed: &RoutedDrawing) {
        let start = routed.states[self.initial];
        let tip = DrawingPoint { x: start.x - RADIUS - 1.0, y: start.y };
        let tail = DrawingPoint { x: tip.x - 26.0, y: tip.y };
        put(svg, format_args!("<g {LINES} stroke-width=\"1.3\">\n"));
        let (x, y) = (round(tail.x), round(tail.y));
        put(svg, format_args!("<path d=\"M{x} {y}h20\"/>\n"));
        for route in &routed.routes {
            let [p, q, r, s] = route.curve.map(|p| format!("{} {}", round(p.x), round(p.y)));
            let (from, to) = (route.from, route.to);
            put(
                svg,
                format_args!(
                    "<path data-from=\"{from}\" data-to=\"{to}\" d=\"M{p}C{q} {r} {s}\"/>\n"
                ),
            );
        }
        put(svg, format_args!("</g>\n<path {INK} d=\""));
        arrow(svg, tail, tip);
        for route in &routed.routes {
            arrow(svg, route.curve[3], route.tip);
        }
        svg.push_str("\"/>\n");
    }

    fn write_states(&self, svg: &mut String, routed: &RoutedDrawing) {
        for (state, at) in self.states.iter().zip(&routed.states) {
            let (x, y) = (round(at.x), round(at.y));
            let circle = |radius: f64| {
                format!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {STATE} stroke-width=\"1.3\"/>\n"
                )
            };
            svg.push_str(&circle(RADIUS));
            if state.accepting {
                svg.push_str(&circle(RADIUS - 3.5));
            }
            if !state.name.is_empty() {
                let (baseline, name) = (round(at.y + 4.5), escape(&state.name));
                put(
                    svg,
                    format_args!(
                        "<text x=\"{x}\" y=\"{baseline}\" font-size=\"13\" text-anchor=\"middle\" \
                         {INK}>{name}</text>\n"
                    ),
                );
            }
        }
    }
}

/// Colours of the page, or black on white. Viewers without variables read the attributes.
const INK: &str = "fill=\"#1b1b1b\" style=\"fill:var(--ink,#1b1b1b)\"";
const PAPER: &str = "fill=\"#ffffff\" style=\"fill:var(--paper,#ffffff)\"";
const LINES: &str = "fill=\"none\" stroke=\"#595959\" style=\"stroke:var(--soft,#595959)\"";
const STATE: &str = "fill=\"#ffffff\" stroke=\"#1b1b1b\" \
                     style=\"fill:var(--paper,#ffffff);stroke:var(--ink,#1b1b1b)\"";

/// Labels come last, on a little paper of their own so that lines do not strike them out.
fn write_labels(svg: &mut String, routes: &[Route]) {
    svg.push_str(
        "<g font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\">\n",
    );
    for route in routes.iter().filter(|route| !route.label.is_empty()) {
        let lines = route::lines(&route.label);
        let first = route.middle.y - LINE * (lines.len() as f64 - 1.0) / 2.0;
        for (nth, line) in lines.iter().enumerate() {
            let (x, y) = (route.middle.x, first + LINE * nth as f64);
            let wide = LABEL_WIDTH * line.chars().count() as f64 + 2.0;
            let (left, top, text) = (round(x - wide / 2.0), round(y - LINE / 2.0), escape(line));
            let (x, y, wide) = (round(x), round(y + 4.5), round(wide));
            put(
                svg,
                format_args!(
                    "<rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{LINE}\" {PAPER}/>\
                     <text x=\"{x}\" y=\"{y}\" font-size=\"{LABEL}\" text-anchor=\"middle\" \
                     {INK}>{text}</text>\n"
                ),
            );
        }
    }
    svg.push_str("</g>\n");
}

/// The head of an arrow, as a part of a path.
fn arrow(svg: &mut String, from: DrawingPoint, tip: DrawingPoint) {
    let (dx, dy) = (tip.x - from.x, tip.y - from.y);
    let length = dx.hypot(dy).max(0.001);
    let (dx, dy) = (dx / length, dy / length);
    let corner = |side: f64| {
        let (x, y) = (tip.x - 8.0 * dx - side * dy, tip.y - 8.0 * dy + side * dx);
        format!("{} {}", round(x), round(y))
    };
    let (x, y, p, q) = (round(tip.x), round(tip.y), corner(3.5), corner(-3.5));
    put(svg, format_args!("M{x} {y}L{p}L{q}z"));
}

fn round(x: f64) -> f64 {
    // Adding 0 makes -0 a plain 0.
    (x * 10.0).round() / 10.0 + 0.0
}

fn put(svg: &mut String, text: std::fmt::Arguments) {
    svg.write_fmt(text).expect("a string takes all");
}
