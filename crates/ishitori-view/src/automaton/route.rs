//! How arrows bend and where their labels are.
//!
//! Each arrow has some curves to choose from, and its label some places on each. What is in the way
//! costs: states most, then labels, then other arrows, then the bend itself. Arrows choose one after
//! the other, short ones first, and then again knowing the others' choices, a few times. If a
//! label still covers a state or another label, the states are moved apart and all begins anew.

use std::collections::BTreeMap;
use std::f64::consts::PI;

use super::curve::{arc, at, distance, inside, over, self_loop};
use super::layers;
use super::measures::{DrawingPoint, LABEL_WIDTH, LINE, RADIUS};

/// The longest line of a label that is not broken.
const LONG: usize = 11;
/// How far apart the points of a curve are that are looked at.
const STEP: f64 = 22.0;
/// From this distance on flatter curves are tried, too.
const FAR: f64 = 260.0;
/// From this cost on a drawing is not good enough.
const BAD: f64 = 1_000.0;

/// An arrow in its place.
pub(super) struct Route {
    pub from: usize,
    pub to: usize,
    pub label: String,
    /// A Bézier curve to the beginning of the arrow's head.
    pub curve: [DrawingPoint; 4],
    pub tip: DrawingPoint,
    /// The middle of the label.
    pub middle: DrawingPoint,
    half: DrawingPoint,
    samples: Vec<DrawingPoint>,
    cost: f64,
}

/// Everything in its place.
pub(super) struct RoutedDrawing {
    pub states: Vec<DrawingPoint>,
    pub routes: Vec<Route>,
}

impl RoutedDrawing {
    /// The corners of all that is drawn.
    pub fn bounds(&self) -> ([f64; 2], [f64; 2]) {
        let states =
            self.states.iter().flat_map(|p| around(*p, DrawingPoint { x: RADIUS, y: RADIUS }));
        let labels = self.routes.iter().flat_map(|route| around(route.middle, route.half));
        let curves = self.routes.iter().flat_map(|route| route.samples.iter().copied());
        // The arrow into the initial state begins at most here.
        let start = self.states.iter().map(|p| DrawingPoint { x: p.x - RADIUS - 28.0, y: p.y });
        let (mut low, mut high) = ([f64::MAX; 2], [f64::MIN; 2]);
        for p in states.chain(labels).chain(curves).chain(start) {
            low = [low[0].min(p.x), low[1].min(p.y)];
            high = [high[0].max(p.x), high[1].max(p.y)];
        }
        (low, high)
    }
}

fn around(middle: DrawingPoint, half: DrawingPoint) -> [DrawingPoint; 2] {
    [(-1.0), 1.0]
        .map(|sign| DrawingPoint { x: middle.x + sign * half.x, y: middle.y + sign * half.y })
}

/// The lines of a label.
pub(super) fn lines(label: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in label.split(", ") {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() + 2 <= LONG => {
                line.push_str(", ");
                line.push_str(word);
            }
            Some(line) => {
                line.push(',');
                lines.push(word.to_string());
            }
            None => lines.push(word.to_string()),
        }
    }
    lines
}

/// Half the width and height of a label.
fn half(label: &str) -> DrawingPoint {
    let lines = lines(label);
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    DrawingPoint { x: LABEL_WIDTH * longest as f64 / 2.0 + 1.0, y: LINE * lines.len() as f64 / 2.0 }
}

/// Places states, arrows and labels.
pub(super) fn route(
    states: usize,
    initial: usize,
    labels: BTreeMap<(usize, usize), String>,
) -> RoutedDrawing {
    let edges: Vec<(usize, usize)> = labels.keys().copied().collect();
    let columns = layers::columns(states, initial, &edges);
    let size = labels.values().map(|label| half(label));
    let largest = size.fold(DrawingPoint { x: 0.0, y: 0.0 }, |most, half| DrawingPoint {
        x: most.x.max(half.x),
        y: most.y.max(half.y),
    });
    let crowd = edges.len() as f64 / states as f64;
    let (across, down) = (70.0 + 2.0 * largest.x + 10.0 * crowd, 62.0 + 2.0 * largest.y);
    let mut best: Option<(f64, RoutedDrawing)> = None;
    for scale in [1.0, 1.25, 1.6, 2.0] {
        let places = layers::places(&columns, across * scale, down * scale);
        let router = Router { states: &places, initial, labels: &labels };
        let routes = router.all();
        let worst = routes.iter().map(|route| route.cost).fold(0.0, f64::max);
        if best.as_ref().is_none_or(|(known, _)| worst < known - 1.0) {
            best = Some((worst, RoutedDrawing { states: places, routes }));
        }
        if worst < BAD {
            break;
        }
    }
    best.expect("there are scales").1
}

struct Router<'a> {
    states: &'a [DrawingPoint],
    initial: usize,
    labels: &'a BTreeMap<(usize, usize), String>,
}

impl Router<'_> {
    fn all(&self) -> Vec<Route> {
        let length =
            |(from, to): &(usize, usize)| distance(self.states[*from], self.states[*to]) as usize;
        let mut edges: Vec<(usize, usize)> = self.labels.keys().copied().collect();
        // Loops last: they find room in any direction.
        edges.sort_by_key(|edge| (edge.0 == edge.1, length(edge)));
        let mut routes: Vec<Route> = Vec::new();
        for edge in &edges {
            let chosen = self.choose(*edge, &routes);
            routes.push(chosen);
        }
        for _ in 0..2 {
            for nth in 0..routes.len() {
                let last = routes.len() - 1;
                routes.swap(nth, last);
                let old = routes.pop().expect("the one that moves");
                let chosen = self.choose((old.from, old.to), &routes);
                routes.push(chosen);
                routes.swap(nth, last);
            }
        }
        routes
    }

    /// The cheapest curve and place of the label, given the others.
    fn choose(&self, (from, to): (usize, usize), others: &[Route]) -> Route {
        let label = &self.labels[&(from, to)];
        let half = half(label);
        let mut best: Option<Route> = None;
        for (curve, tip, price, spots) in self.curves(from, to, half) {
            let length: f64 = curve.windows(2).map(|pair| distance(pair[0], pair[1])).sum();
            let count = (length / STEP).ceil().clamp(8.0, 80.0) as usize;
            let samples: Vec<DrawingPoint> =
                (0..=count).map(|i| at(&curve, i as f64 / count as f64)).collect();
            let most = best.as_ref().map_or(f64::MAX, |best| best.cost) - price;
            let Some(line) = self.line_cost((from, to), &samples, others, most) else { continue };
            for (middle, place) in spots {
                let cost = price + line + place + self.label_cost(middle, half, others);
                if best.as_ref().is_none_or(|best| cost < best.cost) {
                    let samples = samples.clone();
                    let label = label.clone();
                    best = Some(Route { from, to, label, curve, tip, middle, half, samples, cost });
                }
            }
        }
        best.expect("there are curves")
    }

    /// The curves to choose from, with their tips, prices and priced places for the label.
    #[expect(clippy::type_complexity, reason = "read once, in the loop above")]
    fn curves(
        &self,
        from: usize,
        to: usize,
        half: DrawingPoint,
    ) -> Vec<([DrawingPoint; 4], DrawingPoint, f64, Vec<(DrawingPoint, f64)>)> {
        let (a, b) = (self.states[from], self.states[to]);
        if from == to {
            let turns =
                [(-0.5, 0.0), (0.5, 2.0), (-0.25, 5.0), (-0.75, 5.0), (0.25, 6.0), (0.75, 6.0)];
            let sides = [(0.0, 8.0), (1.0, 12.0)];
            return turns
                .into_iter()
                .chain(sides)
                .map(|(turn, price)| {
                    let (curve, tip, middle) = self_loop(a, turn * PI, half);
                    (curve, tip, price, vec![(middle, 0.0)])
                })
                .collect();
        }
        let both = self.labels.contains_key(&(to, from));
        let bends = [0.0, 0.13, -0.13, 0.26, -0.26, 0.42, -0.42, 0.62, -0.62, 0.9, -0.9];
        let bends = bends.into_iter().filter(|bend| !both || *bend != 0.0);
        // An arrow and its way back bend to their left, so away from each other.
        let price = |bend: f64| 22.0 * bend.abs() + if both && bend < 0.0 { 4.0 } else { 0.0 };
        let spots = [
            (0.5, 0.0),
            (0.42, 1.0),
            (0.58, 1.0),
            (0.33, 2.0),
            (0.67, 2.0),
            (0.24, 4.0),
            (0.76, 4.0),
        ];
        let spots = |curve: &[DrawingPoint; 4]| {
            spots.iter().map(|(t, price)| (at(curve, *t), *price)).collect::<Vec<_>>()
        };
        let bent = bends.map(|bend| {
            let (curve, tip) = arc(a, b, bend);
            (curve, tip, price(bend), spots(&curve))
        });
        let heights: &[f64] = if distance(a, b) < FAR { &[] } else { &[80.0, 120.0, 170.0, 230.0] };
        let flat = heights.iter().flat_map(|height| [*height, -height]).map(|height| {
            let (curve, tip) = over(a, b, height);
            (curve, tip, 3.0 + height.abs() / 25.0, spots(&curve))
        });
        bent.chain(flat).collect()
    }

    /// What is in the way of a line; `None` if that costs `most` or more.
    fn line_cost(
        &self,
        (from, to): (usize, usize),
        line: &[DrawingPoint],
        others: &[Route],
        most: f64,
    ) -> Option<f64> {
        let mut cost = 0.0;
        for (state, place) in self.states.iter().enumerate() {
            let nearest = line.iter().map(|p| distance(*p, *place)).fold(f64::MAX, f64::min);
            let room = if state == from || state == to { RADIUS - 1.0 } else { RADIUS + 7.0 };
            if nearest < room {
                cost += 60.0 + 8.0 * (room - nearest);
            }
        }
        cost += 20.0 * line.iter().filter(|p| self.in_the_start(**p, 3.0)).count() as f64;
        for other in others {
            if cost >= most {
                return None;
            }
            let covered = line.iter().filter(|p| inside(**p, other.middle, other.half));
            cost += 9.0 * covered.count() as f64;
            let apart = [other.from, other.to].iter().all(|end| *end != from && *end != to);
            let price = if apart { 3.0 } else { 6.0 };
            for piece in line.windows(2) {
                for q in other.samples.windows(2) {
                    let near = |of: fn(&DrawingPoint) -> f64| {
                        let (p, q) = ([of(&piece[0]), of(&piece[1])], [of(&q[0]), of(&q[1])]);
                        p[0].min(p[1]) - 5.0 < q[0].max(q[1])
                            && q[0].min(q[1]) - 5.0 < p[0].max(p[1])
                    };
                    if !near(|p| p.x) || !near(|p| p.y) {
                        continue;
                    }
                    cost += if distance(piece[0], q[0]) < 5.0 { 2.0 } else { 0.0 };
                    let crossed = layers::cross(piece[0], piece[1], q[0], q[1]);
                    cost += if crossed { price } else { 0.0 };
                }
            }
        }
        (cost < most).then_some(cost)
    }

    fn label_cost(&self, middle: DrawingPoint, half: DrawingPoint, others: &[Route]) -> f64 {
        let mut cost = 0.0;
        for place in self.states {
            let dx = ((place.x - middle.x).abs() - half.x).max(0.0);
            let dy = ((place.y - middle.y).abs() - half.y).max(0.0);
            cost += if dx.hypot(dy) < RADIUS + 3.0 { BAD } else { 0.0 };
        }
        let start = self.states[self.initial];
        let start = DrawingPoint { x: start.x - RADIUS - 14.0, y: start.y };
        let mut boxes = vec![(start, DrawingPoint { x: 14.0, y: 4.0 })];
        boxes.extend(others.iter().map(|other| (other.middle, other.half)));
        for (other, size) in boxes {
            let wide = half.x + size.x + 3.0 - (other.x - middle.x).abs();
            let high = half.y + size.y + 1.0 - (other.y - middle.y).abs();
            cost += if wide > 0.0 && high > 0.0 { BAD } else { 0.0 };
        }
        let struck = others.iter().flat_map(|other| &other.samples);
        let half = DrawingPoint { x: half.x + 3.0, y: half.y + 1.0 };
        cost + 7.0 * struck.filter(|p| inside(**p, middle, half)).count() as f64
    }

    /// Whether a point is on the arrow into the initial state, or near it.
    fn in_the_start(&self, p: DrawingPoint, near: f64) -> bool {
        let start = self.states[self.initial];
        let middle = DrawingPoint { x: start.x - RADIUS - 14.0, y: start.y };
        inside(p, middle, DrawingPoint { x: 14.0, y: near })
    }
}
