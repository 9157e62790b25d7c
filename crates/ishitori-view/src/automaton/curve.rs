//! Curves between states, and points on them.
//!
//! Cubic Béziers that begin at the edge of one circle and end just before the other, where the head of
//! the arrow has its tip: an arc to the left, so that two opposite arrows do not lie on each other, a
//! flatter way over states between, and a loop. Distances have a least value, so no two points divide
//! by zero. Which curve is taken is for `route.rs` to choose; it looks at points on each.

use super::measures::{DrawingPoint, RADIUS};

/// A curve from state to state that leaves the straight line to its left; `bend` is in lengths.
pub(super) fn arc(
    a: DrawingPoint,
    b: DrawingPoint,
    bend: f64,
) -> ([DrawingPoint; 4], DrawingPoint) {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let over = DrawingPoint { x: (a.x + b.x) / 2.0 + dy * bend, y: (a.y + b.y) / 2.0 - dx * bend };
    let start = towards(a, over, RADIUS);
    let tip = towards(b, over, RADIUS + 1.0);
    let end = towards(b, over, RADIUS + 7.0);
    ([start, towards_part(start, over), towards_part(end, over), end], tip)
}

/// A flatter curve for long ways: it rises by `height` at once and stays there.
pub(super) fn over(
    a: DrawingPoint,
    b: DrawingPoint,
    height: f64,
) -> ([DrawingPoint; 4], DrawingPoint) {
    let length = distance(a, b).max(0.001);
    let (dx, dy) = ((b.x - a.x) / length, (b.y - a.y) / length);
    let up = DrawingPoint { x: dy * height, y: -dx * height };
    let along = (dx * 40.0, dy * 40.0);
    let first = DrawingPoint { x: a.x + up.x + along.0, y: a.y + up.y + along.1 };
    let last = DrawingPoint { x: b.x + up.x - along.0, y: b.y + up.y - along.1 };
    let tip = towards(b, last, RADIUS + 1.0);
    ([towards(a, first, RADIUS), first, last, towards(b, last, RADIUS + 7.0)], tip)
}

/// A loop around `turn` (0 is to the right, a quarter down), with the middle of its label.
pub(super) fn self_loop(
    a: DrawingPoint,
    turn: f64,
    half: DrawingPoint,
) -> ([DrawingPoint; 4], DrawingPoint, DrawingPoint) {
    let around = |angle: f64, far: f64| DrawingPoint {
        x: a.x + far * angle.cos(),
        y: a.y + far * angle.sin(),
    };
    let (open, wide) = (0.42, 0.62);
    let tip = around(turn + open, RADIUS + 1.0);
    let over = around(turn + wide, RADIUS + 34.0);
    let end = towards(tip, over, 6.0);
    let curve = [around(turn - open, RADIUS), around(turn - wide, RADIUS + 34.0), over, end];
    let top = at(&curve, 0.5);
    let (x, y) = (turn.cos(), turn.sin());
    let reach = 3.0 + (half.x * x.abs()).min(half.x) + (half.y * y.abs()).min(half.y);
    (curve, tip, DrawingPoint { x: top.x + x * reach, y: top.y + y * reach })
}

pub(super) fn at(curve: &[DrawingPoint; 4], t: f64) -> DrawingPoint {
    let s = 1.0 - t;
    let parts = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
    let sum =
        |of: fn(&DrawingPoint) -> f64| curve.iter().zip(parts).map(|(p, part)| of(p) * part).sum();
    DrawingPoint { x: sum(|p| p.x), y: sum(|p| p.y) }
}

pub(super) fn towards(a: DrawingPoint, b: DrawingPoint, far: f64) -> DrawingPoint {
    let length = distance(a, b).max(0.001);
    DrawingPoint { x: a.x + (b.x - a.x) * far / length, y: a.y + (b.y - a.y) * far / length }
}

pub(super) fn towards_part(a: DrawingPoint, b: DrawingPoint) -> DrawingPoint {
    towards(a, b, distance(a, b) * 2.0 / 3.0)
}

pub(super) fn distance(p: DrawingPoint, q: DrawingPoint) -> f64 {
    (p.x - q.x).hypot(p.y - q.y)
}

pub(super) fn inside(p: DrawingPoint, middle: DrawingPoint, half: DrawingPoint) -> bool {
    (p.x - middle.x).abs() <= half.x && (p.y - middle.y).abs() <= half.y
}
