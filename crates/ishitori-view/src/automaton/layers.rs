//! Where states stand: in columns by their distance from the initial one.
//!
//! Columns are breadth-first layers, so no arrow skips a column on its way forward. Large layers
//! are cut, lest the drawing be a tower. Inside a column each state goes where its neighbours are
//! on average (barycentres, Sugiyama 1981), for some sweeps there and back; the order with the
//! fewest crossings is kept.

use super::measures::DrawingPoint;

/// The states of each column, from above.
pub(super) fn columns(states: usize, initial: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut layers = cut(breadth_first(states, initial, edges), most(states));
    let mut best = layers.clone();
    let mut fewest = crossings(&layers, edges);
    for sweep in 0..24 {
        let order: Vec<usize> = match sweep % 2 {
            0 => (0..layers.len()).collect(),
            _ => (0..layers.len()).rev().collect(),
        };
        for layer in order {
            sort_layer(&mut layers, layer, edges, sweep % 4 < 2);
        }
        let crossings = crossings(&layers, edges);
        if crossings < fewest {
            (fewest, best) = (crossings, layers.clone());
        }
    }
    best
}

/// How many states a column may have.
fn most(states: usize) -> usize {
    ((states as f64).sqrt() * 1.25).ceil().max(3.0) as usize
}

fn breadth_first(states: usize, initial: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; states];
    seen[initial] = true;
    let mut layers = vec![vec![initial]];
    loop {
        let mut layer = Vec::new();
        for state in layers.last().into_iter().flatten() {
            for (_, to) in edges.iter().filter(|(from, _)| from == state) {
                if !std::mem::replace(&mut seen[*to], true) {
                    layer.push(*to);
                }
            }
        }
        if layer.is_empty() {
            break;
        }
        layers.push(layer);
    }
    // What no word reaches stands at the end.
    let rest: Vec<usize> = (0..states).filter(|state| !seen[*state]).collect();
    if !rest.is_empty() {
        layers.push(rest);
    }
    layers
}

/// Layers of at most `most`, cut into equal parts.
fn cut(layers: Vec<Vec<usize>>, most: usize) -> Vec<Vec<usize>> {
    let parts = |layer: Vec<usize>| {
        let count = layer.len().div_ceil(most);
        let size = layer.len().div_ceil(count.max(1)).max(1);
        layer.chunks(size).map(<[usize]>::to_vec).collect::<Vec<_>>()
    };
    layers.into_iter().flat_map(parts).collect()
}

/// Sorts a layer by where the neighbours of each state are: those in the column before or after,
/// or all.
fn sort_layer(layers: &mut [Vec<usize>], layer: usize, edges: &[(usize, usize)], all: bool) {
    let at = heights(layers);
    let centre = |state: usize| {
        let near = |other: &usize| {
            let column = at[*other].0;
            column != layer && (all || column.abs_diff(layer) == 1)
        };
        let ends = edges.iter().filter_map(|(from, to)| match (*from == state, *to == state) {
            (true, false) => Some(*to),
            (false, true) => Some(*from),
            _ => None,
        });
        let ends: Vec<f64> = ends.filter(near).map(|other| at[other].1).collect();
        match ends.len() {
            0 => at[state].1,
            count => ends.iter().sum::<f64>() / count as f64,
        }
    };
    let mut order: Vec<(f64, usize)> = layers[layer].iter().map(|s| (centre(*s), *s)).collect();
    order.sort_by(|p, q| p.0.total_cmp(&q.0));
    layers[layer] = order.into_iter().map(|(_, state)| state).collect();
}

/// Column and height of each state, the middle of a column being 0.
fn heights(layers: &[Vec<usize>]) -> Vec<(usize, f64)> {
    let count = layers.iter().map(Vec::len).sum();
    let mut at = vec![(0, 0.0); count];
    for (column, layer) in layers.iter().enumerate() {
        for (nth, state) in layer.iter().enumerate() {
            at[*state] = (column, nth as f64 - (layer.len() as f64 - 1.0) / 2.0);
        }
    }
    at
}

/// How many pairs of arrows cross if all are straight, and a little for long ones.
fn crossings(layers: &[Vec<usize>], edges: &[(usize, usize)]) -> usize {
    let at = heights(layers);
    let place = |state: usize| DrawingPoint { x: 1.5 * at[state].0 as f64, y: at[state].1 };
    let lines: Vec<(usize, usize, DrawingPoint, DrawingPoint)> =
        edges.iter().filter(|(p, q)| p != q).map(|(p, q)| (*p, *q, place(*p), place(*q))).collect();
    let mut cost = 0;
    for (i, (a, b, p, q)) in lines.iter().enumerate() {
        cost += ((q.x - p.x).abs() + (q.y - p.y).abs()) as usize;
        for (c, d, r, s) in &lines[..i] {
            let meet = [c, d].iter().any(|end| *end == a || *end == b);
            cost += if !meet && cross(*p, *q, *r, *s) { 4 } else { 0 };
        }
    }
    cost
}

/// Whether two segments cross.
pub(super) fn cross(p: DrawingPoint, q: DrawingPoint, r: DrawingPoint, s: DrawingPoint) -> bool {
    let side = |a: DrawingPoint, b: DrawingPoint, c: DrawingPoint| {
        (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    };
    side(p, q, r) * side(p, q, s) < 0.0 && side(r, s, p) * side(r, s, q) < 0.0
}

/// Places for the columns: `across` from column to column, `down` from state to state.
pub(super) fn places(layers: &[Vec<usize>], across: f64, down: f64) -> Vec<DrawingPoint> {
    let place = |(column, height): &(usize, f64)| DrawingPoint {
        x: *column as f64 * across,
        y: (height * down * 10.0).round() / 10.0,
    };
    heights(layers).iter().map(place).collect()
}
