//! A drawing of a finite automaton: states as circles, letters on arrows.
//!
//! States stand in columns by how many letters lead to them from the initial state, in an order
//! with few crossings (`layers.rs`); then each arrow picks, among some bends, the one that meets the
//! fewest states, labels and other arrows, and each label a place on its arrow (`route.rs`). If
//! labels have no room, everything is moved further apart. Accepting states are ringed twice. It
//! takes its colours from the page if that has any, so that it is readable on light and on dark.
//!
//! Cost: arrows² for each of a few rounds; good for up to some 25 states. Beyond [`MAX_STATES`]
//! or `MAX_EDGES` nobody would read it, and there is none.

mod curve;
mod draw;
mod label;
mod layers;
mod measures;
mod route;

use std::collections::BTreeMap;

use label::label;

pub use label::patterns;

/// The most states that are drawn.
pub const MAX_STATES: usize = 40;

/// The most arrows that are drawn.
pub(crate) const MAX_EDGES: usize = 100;

/// An automaton to be drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AutomatonDrawing {
    /// What is written above; may be empty.
    pub title: String,
    /// The states.
    pub states: Vec<DrawnState>,
    /// Where words begin: an index of `states`.
    pub initial: usize,
    /// The arrows; those between the same states become one.
    pub edges: Vec<DrawnEdge>,
    /// Whether a state from which nothing is accepted is left out.
    pub sink_hidden: bool,
}

/// A state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnState {
    /// What stands inside the circle: its number, or nothing.
    pub name: String,
    /// Whether words may end here.
    pub accepting: bool,
}

/// An arrow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnEdge {
    /// An index of the states.
    pub from: usize,
    /// An index of the states.
    pub to: usize,
    /// What is written on it; lines may be broken after a comma.
    pub label: String,
}

impl AutomatonDrawing {
    /// The drawing of a complete automaton: `next(state, letter)` for letters below two to the
    /// number of `tracks`, bit i of a letter being the digit of track i. A state that refuses
    /// every word is left out, unless it is the initial one. `None` if there are too many states.
    pub fn from_table(
        title: &str,
        tracks: usize,
        initial: usize,
        accepting: &[bool],
        next: impl Fn(usize, usize) -> usize,
    ) -> Option<AutomatonDrawing> {
        let letters = 1usize << tracks;
        let is_sink = |state: usize| {
            state != initial
                && !accepting[state]
                && (0..letters).all(|letter| next(state, letter) == state)
        };
        let drawn: Vec<usize> = (0..accepting.len()).filter(|state| !is_sink(*state)).collect();
        if drawn.is_empty() || drawn.len() > MAX_STATES {
            return None;
        }
        let mut edges = Vec::new();
        for (from, state) in drawn.iter().enumerate() {
            let mut between: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
            for letter in 0..letters {
                if let Ok(to) = drawn.binary_search(&next(*state, letter)) {
                    between.entry(to).or_default().push(letter);
                }
            }
            edges.extend(between.into_iter().map(|(to, letters)| {
                let label = label(tracks, &letters);
                DrawnEdge { from, to, label }
            }));
        }
        let state = |s: &usize| DrawnState { name: s.to_string(), accepting: accepting[*s] };
        Some(AutomatonDrawing {
            title: title.to_string(),
            states: drawn.iter().map(state).collect(),
            initial: drawn.binary_search(&initial).ok()?,
            edges,
            sink_hidden: drawn.len() < accepting.len(),
        })
    }

    /// What a reader must know, in a sentence.
    pub fn caption(&self) -> String {
        let count = self.states.len();
        let states = if count == 1 { "state" } else { "states" };
        let mut caption = format!("{count} {states}; words may end in those ringed twice.");
        let labels = || self.edges.iter().map(|edge| edge.label.as_str());
        if labels().any(|label| label.contains('*')) {
            caption.push_str(" A * is any digit.");
        }
        if labels().any(|label| label.contains('…')) {
            caption.push_str(" A number in parentheses says how many letters an arrow stands for.");
        }
        if self.sink_hidden {
            caption.push_str(" Not drawn: the state from which nothing is accepted.");
        }
        caption
    }

    /// As an SVG element, complete as a file and inside a page; `None` if there are no states, or
    /// too many states or arrows.
    ///
    /// # Panics
    /// If an edge or the initial state is not among the states.
    pub fn svg(&self) -> Option<String> {
        let count = self.states.len();
        if count == 0 || count > MAX_STATES {
            return None;
        }
        assert!(self.initial < count, "the initial state is one of them");
        let mut merged: BTreeMap<(usize, usize), String> = BTreeMap::new();
        for edge in &self.edges {
            assert!(edge.from < count && edge.to < count, "edges are between states");
            let label = merged.entry((edge.from, edge.to)).or_default();
            let comma = if label.is_empty() { "" } else { ", " };
            label.push_str(comma);
            label.push_str(&edge.label);
        }
        if merged.len() > MAX_EDGES {
            return None;
        }
        Some(self.write(&route::route(count, self.initial, merged)))
    }
}
