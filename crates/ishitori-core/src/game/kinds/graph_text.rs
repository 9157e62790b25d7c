//! Graphs as people write them: `path(7)`, `1-2,2-3,5`, `cycle(4) + star(3)`, `petersen at 1`.
//!
//! A list of edges names its vertices by numbers; a number alone is a vertex without edges; `0` is the graph without
//! vertices. `petersen without 1,2` has lost two vertices. Families with names are those of the rule language (`path`, `cycle`, `grid`, ...) and the graphs of chess
//! pieces on boards. `+` puts graphs side by side, with the numbers of the later ones going on. `at` says where a token lies.
//! Labels stay with their vertices in play, so what is left is written with the names that the reader knows.

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::TAU;

use ishitori_rule::set_list::SetList;

use super::{MASK_BITS, members};

/// A graph with the names of its vertices.
#[derive(Clone, Debug)]
pub(super) struct LabelledGraph {
    /// What the vertices are called, in ascending order.
    pub labels: Vec<u32>,
    /// Edges between places in `labels`, the lower first; each once, in order.
    pub edges: Vec<(usize, usize)>,
    /// Where the vertices are drawn, from 0 to 1.
    pub places: Vec<(f64, f64)>,
    /// On which vertex the token lies.
    pub token: Option<usize>,
    /// How it was written, if families with names are in it.
    pub name: Option<String>,
    /// The vertices that are gone.
    pub gone: u128,
}

/// A graph on vertices from 1 to `vertices`.
struct NumberedGraph {
    vertices: usize,
    edges: Vec<(usize, usize)>,
    places: Vec<(f64, f64)>,
}

impl LabelledGraph {
    fn of(labels: Vec<u32>, edges: Vec<(usize, usize)>, places: Vec<(f64, f64)>) -> LabelledGraph {
        LabelledGraph { labels, edges, places, token: None, name: None, gone: 0 }
    }
}

/// Reads a graph; with a token, if the game has one.
pub(super) fn read(text: &str, with_token: bool) -> Result<LabelledGraph, String> {
    let (graph, at) = match text.split_once(" at ") {
        Some((graph, at)) => (graph, Some(at.trim())),
        None => (text, None),
    };
    let (named, without) = match graph.split_once(" without ") {
        Some((named, without)) => (named.trim(), without),
        None => (graph.trim(), ""),
    };
    let mut found = of_terms(named)?;
    let is_named = named.contains(|c: char| c.is_ascii_alphabetic());
    found.name = is_named.then(|| named.to_string());
    for word in without.split([',', ' ']).filter(|word| !word.is_empty()) {
        let label = word.parse().ok();
        let place = label.and_then(|label: u32| found.labels.binary_search(&label).ok());
        found.gone |= 1 << place.ok_or_else(|| format!("`{word}` is no vertex of {named}"))?;
    }
    found.token = match (at, with_token) {
        (None, false) => None,
        (Some(_), false) => return Err("this game has no token: leave out `at`".into()),
        (None, true) => return Err("say where the token lies, as in `path(5) at 1`".into()),
        (Some(at), true) => {
            let place = at.parse().ok().and_then(|at: u32| found.labels.binary_search(&at).ok());
            let place = place.filter(|place| found.gone >> place & 1 == 0);
            Some(place.ok_or_else(|| format!("`{at}` is no vertex of this graph"))?)
        }
    };
    Ok(found)
}

fn of_terms(text: &str) -> Result<LabelledGraph, String> {
    let mut whole = LabelledGraph::of(Vec::new(), Vec::new(), Vec::new());
    let terms: Vec<&str> = text.split('+').map(str::trim).collect();
    for (at, term) in terms.iter().enumerate() {
        let one = match term.chars().next() {
            Some(first) if first.is_ascii_alphabetic() => labelled(named(term)?, 0),
            _ => listed(term)?,
        };
        let shift = whole.labels.last().copied().unwrap_or(0);
        let first = whole.labels.len();
        whole.labels.extend(one.labels.iter().map(|label| label + shift));
        whole.edges.extend(one.edges.iter().map(|(u, v)| (u + first, v + first)));
        let width = terms.len() as f64;
        whole.places.extend(one.places.iter().map(|(x, y)| ((x + at as f64) / width, *y)));
        if whole.labels.len() > MASK_BITS {
            return Err(format!(
                "{} vertices are too many: at most {MASK_BITS}",
                whole.labels.len()
            ));
        }
    }
    Ok(whole)
}

fn labelled(graph: NumberedGraph, shift: u32) -> LabelledGraph {
    let labels = (1..=graph.vertices as u32).map(|label| label + shift).collect();
    LabelledGraph::of(labels, graph.edges, graph.places)
}

/// `1-2,2-3,5`
fn listed(text: &str) -> Result<LabelledGraph, String> {
    let wrong = |word: &str| {
        format!(
            "`{word}` is neither an edge such as 1-2 nor a vertex such as 5, nor a graph by its name"
        )
    };
    let (mut vertices, mut edges) = (BTreeSet::new(), BTreeSet::new());
    if text != "0" {
        for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
            let ends: Result<Vec<u32>, _> = word.split('-').map(str::parse).collect();
            match ends.as_deref() {
                Ok([v]) if *v >= 1 => drop(vertices.insert(*v)),
                Ok([u, v]) if u == v => return Err(format!("`{word}` joins a vertex to itself")),
                Ok([u, v]) if *u >= 1 && *v >= 1 => {
                    vertices.extend([*u, *v]);
                    if !edges.insert((*u.min(v), *u.max(v))) {
                        return Err(format!("the edge {word} is there twice"));
                    }
                }
                _ => return Err(wrong(word)),
            }
        }
        if vertices.is_empty() {
            return Err("there is no graph: write edges such as 1-2,2-3, or a name such as path(5); 0 has no vertices".into());
        }
    }
    if vertices.iter().any(|label| *label > 1_000_000) {
        return Err("vertices are numbered from 1 to 1000000".into());
    }
    let labels: Vec<u32> = vertices.into_iter().collect();
    let at: BTreeMap<u32, usize> = labels.iter().enumerate().map(|(i, v)| (*v, i)).collect();
    let edges = edges.iter().map(|(u, v)| (at[u], at[v])).collect();
    let places = circle(labels.len());
    Ok(LabelledGraph::of(labels, edges, places))
}

/// `path(7)`
fn named(term: &str) -> Result<NumberedGraph, String> {
    let (name, numbers) = super::lists::call(term)?;
    let signed: Vec<i64> = numbers.iter().map(|n| i64::try_from(*n).unwrap_or(i64::MAX)).collect();
    if let Some(board) = chess(&name, &numbers) {
        return board;
    }
    let list = SetList::named(&name, &signed).ok_or_else(|| {
        format!("there is no graph `{name}`: path, cycle, complete, star, wheel, grid, cube, petersen, queens, rooks, bishops, knights, kings, bipartite")
    })??;
    let small = |at: usize| usize::try_from(numbers[at]).unwrap_or(usize::MAX);
    let vertices = match name.as_str() {
        "path" | "cycle" | "complete" => small(0),
        "star" | "wheel" => small(0).saturating_add(1),
        "grid" => small(0).saturating_mul(small(1)),
        "cube" => 1 << small(0),
        "petersen" => 10,
        _ => return Err(format!("`{term}` is no graph")),
    };
    if vertices > MASK_BITS {
        return Err(format!("{vertices} vertices are too many: at most {MASK_BITS}"));
    }
    let pair = |set: &Vec<i64>| match set.as_slice() {
        [u, v] => {
            let (u, v) = (*u.min(v) as usize - 1, *u.max(v) as usize - 1);
            Ok((u, v))
        }
        _ => Err(format!("`{term}` is no graph")),
    };
    let mut edges = list.sets().iter().map(pair).collect::<Result<Vec<_>, String>>()?;
    edges.sort_unstable();
    let places = match name.as_str() {
        "path" => (0..vertices).map(|i| (line(i, vertices), 0.5)).collect(),
        "grid" => rows(small(0), small(1)),
        "star" | "wheel" => [vec![(0.5, 0.5)], circle(vertices - 1)].concat(),
        "petersen" => {
            let inner = circle(5).into_iter().map(|(x, y)| (0.25 + x / 2.0, 0.25 + y / 2.0));
            circle(5).into_iter().chain(inner).collect()
        }
        _ => circle(vertices),
    };
    Ok(NumberedGraph { vertices, edges, places })
}

/// Squares of a board, joined where a piece of chess moves; complete bipartite graphs.
fn chess(name: &str, numbers: &[u64]) -> Option<Result<NumberedGraph, String>> {
    type Joined = fn(i64, i64) -> bool;
    let joined: Joined = match name {
        "rooks" => |r, c| r == 0 || c == 0,
        "bishops" => |r, c| r == c,
        "queens" => |r, c| r == 0 || c == 0 || r == c,
        "kings" => |r, c| r <= 1 && c <= 1,
        "knights" => |r, c| r + c == 3 && r * c == 2,
        "bipartite" => |_, _| false,
        _ => return None,
    };
    let [m, n] = *numbers else {
        return Some(Err(format!("`{name}` takes two numbers, as in {name}(4,4)")));
    };
    let most = MASK_BITS as u64;
    let vertices = if name == "bipartite" { m.saturating_add(n) } else { m.saturating_mul(n) };
    if vertices > most || m == 0 || n == 0 {
        return Some(Err(format!("{name}({m},{n}) has {vertices} vertices: from 1 to {most}")));
    }
    let (m, n, vertices) = (m as i64, n as i64, vertices as usize);
    let are_joined = |u: i64, v: i64| match name {
        "bipartite" => (u < m) != (v < m),
        _ => joined((u / n - v / n).abs(), (u % n - v % n).abs()),
    };
    let pairs = (0..vertices as i64).flat_map(|v| (0..v).map(move |u| (u, v)));
    let mut edges: Vec<(usize, usize)> =
        pairs.filter(|(u, v)| are_joined(*u, *v)).map(|(u, v)| (u as usize, v as usize)).collect();
    edges.sort_unstable();
    let places = match name {
        "bipartite" => {
            let side = |count: i64, y: f64| {
                (0..count as usize).map(move |i| (line(i, count as usize), y)).collect::<Vec<_>>()
            };
            [side(m, 0.1), side(n, 0.9)].concat()
        }
        _ => rows(m as usize, n as usize),
    };
    Some(Ok(NumberedGraph { vertices, edges, places }))
}

fn line(i: usize, of: usize) -> f64 {
    (i as f64 + 0.5) / of as f64
}

fn rows(rows: usize, columns: usize) -> Vec<(f64, f64)> {
    (0..rows).flat_map(|r| (0..columns).map(move |c| (line(c, columns), line(r, rows)))).collect()
}

pub(super) fn circle(of: usize) -> Vec<(f64, f64)> {
    let angle = |i: usize| i as f64 / of as f64 * TAU - TAU / 4.0;
    (0..of).map(|i| (0.5 + 0.45 * angle(i).cos(), 0.5 + 0.45 * angle(i).sin())).collect()
}

/// Writes what is left of a graph.
pub(super) fn write(
    graph: &LabelledGraph,
    vertices: u128,
    edges: impl Iterator<Item = (usize, usize)>,
    token: Option<usize>,
) -> String {
    let mut joined = 0u128;
    let mut words: Vec<(u32, u32, String)> = Vec::new();
    for (u, v) in edges {
        joined |= 1 << u | 1 << v;
        let (a, b) = (graph.labels[u], graph.labels[v]);
        words.push((a, b, format!("{a}-{b}")));
    }
    for v in members(vertices & !joined) {
        let label = graph.labels[v];
        words.push((label, 0, label.to_string()));
    }
    words.sort();
    let words: Vec<String> = words.into_iter().map(|(_, _, word)| word).collect();
    let text = if words.is_empty() { "0".to_string() } else { words.join(",") };
    match token {
        Some(at) => format!("{text} at {}", graph.labels[at]),
        None => text,
    }
}
