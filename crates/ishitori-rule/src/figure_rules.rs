//! The rules of games that are played on figures instead of heaps: graphs, posets, Young diagrams, boards of cells.
//!
//! A figure is what a position shows: vertices and edges, elements above each other, rows of squares, full and empty cells. The
//! moves of a kind are few and have names; what a rule adds are conditions on numbers that belong to a move, and patterns
//! that it draws. What a move does to a figure stands in core, in one file a kind.

use std::fmt::Write;

use crate::family::{AffineCondition, Symbol};

/// A game on figures of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FigureRules {
    /// Vertices and edges.
    Graph(GraphRules),
    /// Elements, some above others.
    Poset(PosetRules),
    /// Rows of squares, none longer than the row above it.
    Diagram(DiagramRules),
    /// A board of cells, each full or empty.
    Cells(CellRules),
    /// A board of coins, of which moves turn sets.
    Coins(CoinRules),
}

/// A game of turning coins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoinRules {
    /// Rows, from top to bottom.
    pub rows: usize,
    /// Columns, from left to right.
    pub columns: usize,
    /// The turning sets, as the rule has them.
    pub written: Vec<String>,
    /// For each coin, row by row, the sets of coins that may be turned if it shows heads, as masks; no other coin of them comes
    /// after it.
    pub sets: Vec<Vec<u128>>,
}

/// A condition on the numbers of a move: one of the cases holds. No condition has one case without members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureCondition {
    /// The numbers are the heaps of these conditions, in the order of [`FigureMove::numbers`].
    pub cases: Vec<Vec<AffineCondition>>,
}

impl FigureCondition {
    /// Whether it holds for these numbers.
    pub fn holds(&self, numbers: &[u64]) -> bool {
        self.cases.iter().any(|case| case.iter().all(|one| one.holds(numbers, &[])))
    }

    /// Whether it speaks of the number at this place.
    pub fn speaks_of(&self, at: usize) -> bool {
        let terms = self.cases.iter().flatten().flat_map(|one| one.expressions());
        terms.flat_map(|e| e.terms()).any(|(symbol, _)| symbol == Symbol::Heap(at))
    }
}

/// A move that has a name.
pub trait FigureMove: Copy + PartialEq + 'static {
    /// All moves of the kind with the words that name them after `option`.
    const WORDS: &'static [(Self, &'static str)];

    /// The numbers that conditions may speak of.
    fn numbers(self) -> &'static [&'static str];
}

/// A move with its condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionedMove<M> {
    /// The move.
    pub what: M,
    /// When it may be made.
    pub when: FigureCondition,
}

/// A game on graphs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphRules {
    /// The moves.
    pub moves: Vec<ConditionedMove<GraphMove>>,
}

impl GraphRules {
    /// Whether a token lies on a vertex.
    pub fn has_token(&self) -> bool {
        self.moves.iter().any(|one| one.what.is_walk())
    }
}

/// A move on a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphMove {
    /// A vertex goes, with its edges.
    Vertex,
    /// A vertex and its neighbours go.
    VertexWithNeighbours,
    /// An edge goes; its ends stay.
    Edge,
    /// An edge goes with both ends.
    EdgeWithEnds,
    /// The token walks along an edge, and the vertex that it leaves goes.
    WalkTakingVertex,
    /// The token walks along an edge, which goes.
    WalkTakingEdge,
}

impl GraphMove {
    /// Whether it moves the token.
    pub fn is_walk(self) -> bool {
        matches!(self, GraphMove::WalkTakingVertex | GraphMove::WalkTakingEdge)
    }
}

impl FigureMove for GraphMove {
    const WORDS: &'static [(GraphMove, &'static str)] = &[
        (GraphMove::Vertex, "take a vertex"),
        (GraphMove::VertexWithNeighbours, "take a vertex with its neighbours"),
        (GraphMove::Edge, "take an edge"),
        (GraphMove::EdgeWithEnds, "take an edge with its ends"),
        (GraphMove::WalkTakingVertex, "walk along an edge and take the vertex behind"),
        (GraphMove::WalkTakingEdge, "walk along an edge and take it"),
    ];

    /// The degree of an edge is the number of other edges that share an end with it; that of a walk is that of the vertex
    /// it leads to.
    fn numbers(self) -> &'static [&'static str] {
        &["degree", "vertices", "edges"]
    }
}

/// A game on posets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PosetRules {
    /// The moves.
    pub moves: Vec<ConditionedMove<PosetMove>>,
}

/// A move on a poset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PosetMove {
    /// An element goes with all above it.
    WithAllAbove,
    /// An element goes with all below it.
    WithAllBelow,
    /// An element that has none above it goes.
    Maximal,
}

impl FigureMove for PosetMove {
    const WORDS: &'static [(PosetMove, &'static str)] = &[
        (PosetMove::WithAllAbove, "take an element with all above"),
        (PosetMove::WithAllBelow, "take an element with all below"),
        (PosetMove::Maximal, "take a maximal element"),
    ];

    fn numbers(self) -> &'static [&'static str] {
        &["above", "below", "elements"]
    }
}

/// A game on Young diagrams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagramRules {
    /// The rectangle in which diagrams lie, rows and columns, if the rule names one.
    pub within: Option<(usize, usize)>,
    /// The moves.
    pub moves: Vec<ConditionedMove<DiagramMove>>,
}

/// A move on a Young diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiagramMove {
    /// So many of the first rows and so many of the first columns go, not none at all.
    Cut,
    /// The same, and at least one square stays: a piece walks down and right, and the diagram is what it may still reach.
    CutLeavingSquare,
    /// A row goes; those below move up.
    Row,
    /// A column goes; those right of it move left.
    Column,
    /// A square with none right of it and none below it goes.
    Corner,
    /// The squares of a hook go: what is right of it and below it moves up and left.
    Hook,
    /// A hook goes, and then, as long as there is one, a hook whose squares have the same numbers: the rectangle's squares are
    /// numbered along their diagonals, upwards from two opposite corners.
    HookAndLike,
}

impl FigureMove for DiagramMove {
    const WORDS: &'static [(DiagramMove, &'static str)] = &[
        (DiagramMove::Cut, "cut r rows and c columns"),
        (DiagramMove::CutLeavingSquare, "cut r rows and c columns leaving a square"),
        (DiagramMove::Row, "take a row"),
        (DiagramMove::Column, "take a column"),
        (DiagramMove::Corner, "take a corner"),
        (DiagramMove::Hook, "take a hook"),
        (DiagramMove::HookAndLike, "take a hook and all with its numbers"),
    ];

    fn numbers(self) -> &'static [&'static str] {
        match self {
            // `r` and `c` are what the rule calls them.
            DiagramMove::Cut | DiagramMove::CutLeavingSquare => &["r", "c"],
            DiagramMove::Row | DiagramMove::Column => &["length"],
            DiagramMove::Corner => &["row", "column"],
            DiagramMove::Hook | DiagramMove::HookAndLike => &["length", "arm", "leg"],
        }
    }
}

/// A game on a board of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellRules {
    /// Rows, from top to bottom.
    pub rows: usize,
    /// Columns, from left to right.
    pub columns: usize,
    /// The moves: every image of every pattern of the rule, each once.
    pub moves: Vec<CellPattern>,
    /// Play ends where one of these is seen.
    pub endings: Vec<CellPattern>,
}

/// A rectangle of cells, as a move needs and leaves it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellPattern {
    /// Its rows.
    pub rows: usize,
    /// Its columns.
    pub columns: usize,
    /// Row by row.
    pub cells: Vec<PatternCell>,
}

/// A cell of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PatternCell {
    /// Whether it must be full or empty; `None`: whichever.
    pub is: Option<bool>,
    /// What it becomes; `None`: it stays.
    pub becomes: Option<bool>,
}

/// What stands for a cell in a pattern and in a canonical form.
fn letter(cell: Option<bool>) -> char {
    match cell {
        Some(true) => '#',
        Some(false) => '.',
        None => '?',
    }
}

impl CellPattern {
    /// Two texts, before and after.
    pub fn texts(&self) -> [String; 2] {
        let text = |of: fn(&PatternCell) -> Option<bool>| {
            let rows = self.cells.chunks(self.columns);
            let rows: Vec<String> =
                rows.map(|row| row.iter().map(|cell| letter(of(cell))).collect()).collect();
            rows.join("/")
        };
        [text(|cell| cell.is), text(|cell| cell.becomes.or(cell.is))]
    }
}

impl FigureRules {
    /// The word of the kind.
    pub fn kind(&self) -> &'static str {
        match self {
            FigureRules::Graph(_) => "graph",
            FigureRules::Poset(_) => "poset",
            FigureRules::Diagram(_) => "diagram",
            FigureRules::Cells(_) => "cells",
            FigureRules::Coins(_) => "coins",
        }
    }

    /// The moves, one a line, as rule texts have them.
    pub fn lines(&self) -> Vec<String> {
        match self {
            FigureRules::Graph(rules) => rules.moves.iter().map(written).collect(),
            FigureRules::Poset(rules) => rules.moves.iter().map(written).collect(),
            FigureRules::Diagram(rules) => rules.moves.iter().map(written).collect(),
            FigureRules::Coins(rules) => rules.written.clone(),
            FigureRules::Cells(rules) => rules
                .moves
                .iter()
                .map(|pattern| {
                    let [before, after] = pattern.texts();
                    format!("\"{before}\" becomes \"{after}\"")
                })
                .collect(),
        }
    }

    /// The canonical form, without its first line.
    pub(crate) fn canonical(&self) -> String {
        let mut text = format!("figures {}\n", self.kind());
        match self {
            FigureRules::Diagram(rules) => {
                if let Some((rows, columns)) = rules.within {
                    let _ = writeln!(text, "within {rows} x {columns}");
                }
            }
            FigureRules::Cells(rules) => {
                let _ = writeln!(text, "board {} x {}", rules.rows, rules.columns);
                for pattern in &rules.endings {
                    let _ = writeln!(text, "end {}", pattern.texts()[0]);
                }
            }
            FigureRules::Coins(rules) => {
                let _ = writeln!(text, "board {} x {}", rules.rows, rules.columns);
            }
            FigureRules::Graph(_) | FigureRules::Poset(_) => {}
        }
        for line in self.lines() {
            let _ = writeln!(text, "move {line}");
        }
        text
    }
}

/// A move as a rule text has it.
fn written<M: FigureMove>(one: &ConditionedMove<M>) -> String {
    let words =
        M::WORDS.iter().find(|(known, _)| *known == one.what).map_or("", |(_, words)| words);
    let names = one.what.numbers();
    let name = |symbol| match symbol {
        Symbol::Heap(at) => names[at].to_string(),
        Symbol::Fresh(_) => symbol.to_string(),
    };
    let case = |case: &Vec<AffineCondition>| {
        let members: Vec<String> = case.iter().map(|one| one.display(&name)).collect();
        members.join(" and ")
    };
    let cases: Vec<String> = one.when.cases.iter().map(case).collect();
    match one.when.cases.iter().any(Vec::is_empty) {
        true => words.to_string(),
        false => format!("{words} where {}", cases.join(" or ")),
    }
}
