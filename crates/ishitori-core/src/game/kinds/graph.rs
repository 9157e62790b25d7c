//! Graphs: take vertices or edges, or walk along them with a token.
//!
//! What is left are vertices (a bit each), edges where moves take single edges, and the token. Without moves on edges the
//! edges are those among the vertices that are left. Parts are connected components: no move touches two of them. With a
//! token only its component matters. A part is known by its canonical form as a graph with a marked vertex.

use ishitori_rule::figure_rules::{GraphMove, GraphRules};

use super::canonical::{self, MarkedRelation};
use super::graph_text::{self, LabelledGraph};
use super::{
    FigureEntry, FigureKind, FigureList, FigurePicture, Ground, KeyScope, NamedList, Remains,
    lists, mask_at, members, of_mask,
};

/// The kind: a rule, and any graph.
#[derive(Debug)]
pub struct GraphKind {
    rules: GraphRules,
}

impl GraphKind {
    pub fn new(rules: &GraphRules) -> GraphKind {
        GraphKind { rules: rules.clone() }
    }
}

impl FigureKind for GraphKind {
    fn read(&self, text: &str) -> Result<(Box<dyn Ground>, Remains), String> {
        let graph = graph_text::read(text, self.rules.has_token())?;
        let ground = GraphGround::new(&self.rules, graph)?;
        let start = ground.start();
        Ok((Box::new(ground), start))
    }

    fn example(&self) -> String {
        match self.rules.has_token() {
            true => "grid(3,3) at 1".to_string(),
            false => "path(7)".to_string(),
        }
    }

    fn default_list(&self) -> String {
        "connected(1..6)".to_string()
    }

    fn list_names(&self) -> &'static [&'static str] {
        &["trees", "graphs", "connected"]
    }

    fn family_names(&self) -> &'static [&'static str] {
        &[
            "path",
            "cycle",
            "complete",
            "star",
            "wheel",
            "grid",
            "cube",
            "petersen",
            "queens",
            "rooks",
            "bishops",
            "knights",
            "kings",
            "bipartite",
        ]
    }

    fn number_names(&self) -> &'static [&'static str] {
        &[
            "vertices",
            "edges",
            "components",
            "greatest_degree",
            "least_degree",
            "odd_vertices",
            "leaves",
            "bipartite",
        ]
    }

    fn lists(&self) -> &'static [FigureList] {
        const LISTS: &[FigureList] =
            &[FigureList { name: "degree", indices: 1, goes_on: false, has_cells: false }];
        LISTS
    }

    fn list(&self, list: &NamedList) -> Option<Result<Vec<String>, String>> {
        lists::graphs(list, self.rules.has_token())
    }
}

#[derive(Debug)]
struct GraphGround {
    rules: GraphRules,
    graph: LabelledGraph,
    /// Who is joined to whom at the beginning.
    rows: Vec<u128>,
    /// Whether edges are taken one by one, so that remains have a bit for each.
    keeps_edges: bool,
}

/// What is left, taken apart.
#[derive(Clone, Copy)]
struct GraphState {
    vertices: u128,
    edges: u128,
    token: Option<usize>,
}

impl GraphGround {
    fn new(rules: &GraphRules, graph: LabelledGraph) -> Result<GraphGround, String> {
        let keeps_edges = rules
            .moves
            .iter()
            .any(|one| matches!(one.what, GraphMove::Edge | GraphMove::WalkTakingEdge));
        if keeps_edges && graph.edges.len() > super::MASK_BITS {
            let found = graph.edges.len();
            return Err(format!("{found} edges are too many: at most {}", super::MASK_BITS));
        }
        let mut rows = vec![0; graph.labels.len()];
        for (u, v) in &graph.edges {
            rows[*u] |= 1u128 << v;
            rows[*v] |= 1u128 << u;
        }
        Ok(GraphGround { rules: rules.clone(), graph, rows, keeps_edges })
    }

    fn start(&self) -> Remains {
        let vertices = mask_of(self.graph.labels.len());
        let edges = if self.keeps_edges { mask_of(self.graph.edges.len()) } else { 0 };
        let whole = GraphState { vertices, edges, token: self.graph.token };
        self.pack(self.without(whole, self.graph.gone))
    }

    fn pack(&self, state: GraphState) -> Remains {
        let mut remains = of_mask(state.vertices);
        if self.keeps_edges {
            remains.extend_from_slice(&state.edges.to_le_bytes());
        }
        remains.extend(state.token.map(|token| token as u8));
        remains
    }

    fn unpack(&self, remains: &Remains) -> GraphState {
        let edges = if self.keeps_edges { mask_at(remains, 16) } else { 0 };
        let token = if self.rules.has_token() { remains.last().copied() } else { None };
        GraphState { vertices: mask_at(remains, 0), edges, token: token.map(usize::from) }
    }

    /// Who is joined to whom now.
    fn rows_now(&self, state: GraphState) -> Vec<u128> {
        if !self.keeps_edges {
            let row = |i: usize| match state.vertices >> i & 1 {
                1 => self.rows[i] & state.vertices,
                _ => 0,
            };
            return (0..self.rows.len()).map(row).collect();
        }
        let mut rows = vec![0; self.rows.len()];
        for (u, v) in self.edges_now(state) {
            rows[u] |= 1u128 << v;
            rows[v] |= 1u128 << u;
        }
        rows
    }

    /// The edges that are left.
    fn edges_now(&self, state: GraphState) -> impl Iterator<Item = (usize, usize)> + '_ {
        let is_left = move |(at, (u, v)): &(usize, &(usize, usize))| {
            let ends = 1u128 << u | 1u128 << v;
            state.vertices & ends == ends && (!self.keeps_edges || state.edges >> at & 1 == 1)
        };
        self.graph.edges.iter().enumerate().filter(is_left).map(|(_, edge)| *edge)
    }

    /// The state without these vertices, and without the edges at them.
    fn without(&self, state: GraphState, gone: u128) -> GraphState {
        let vertices = state.vertices & !gone;
        let mut edges = state.edges;
        if self.keeps_edges {
            for at in members(state.edges) {
                let (u, v) = self.graph.edges[at];
                if gone >> u & 1 == 1 || gone >> v & 1 == 1 {
                    edges &= !(1 << at);
                }
            }
        }
        GraphState { vertices, edges, ..state }
    }

    fn without_edge(&self, state: GraphState, edge: (usize, usize)) -> GraphState {
        let at = self.graph.edges.iter().position(|one| *one == edge).expect("an edge of it");
        GraphState { edges: state.edges & !(1 << at), ..state }
    }

    /// Calls `add` for the states after each move.
    fn visit_moves(&self, state: GraphState, add: &mut dyn FnMut(GraphState)) {
        let rows = self.rows_now(state);
        let edges = rows.iter().map(|row| u64::from(row.count_ones())).sum::<u64>() / 2;
        let vertices = u64::from(state.vertices.count_ones());
        let degree = |v: usize| u64::from(rows[v].count_ones());
        for one in &self.rules.moves {
            let allowed = |degree: u64| one.when.holds(&[degree, vertices, edges]);
            match one.what {
                GraphMove::Vertex | GraphMove::VertexWithNeighbours => {
                    for v in members(state.vertices).filter(|v| allowed(degree(*v))) {
                        let near = if one.what == GraphMove::Vertex { 0 } else { rows[v] };
                        add(self.without(state, near | 1 << v));
                    }
                }
                GraphMove::Edge | GraphMove::EdgeWithEnds => {
                    for (u, v) in self.edges_now(state) {
                        if !allowed(degree(u) + degree(v) - 2) {
                            continue;
                        }
                        add(match one.what {
                            GraphMove::Edge => self.without_edge(state, (u, v)),
                            _ => self.without(state, 1 << u | 1 << v),
                        });
                    }
                }
                GraphMove::WalkTakingVertex | GraphMove::WalkTakingEdge => {
                    let Some(at) = state.token else { continue };
                    for to in members(rows[at]).filter(|to| allowed(degree(*to))) {
                        let moved = GraphState { token: Some(to), ..state };
                        add(match one.what {
                            GraphMove::WalkTakingVertex => self.without(moved, 1 << at),
                            _ => self.without_edge(moved, (at.min(to), at.max(to))),
                        });
                    }
                }
            }
        }
    }

    /// The vertices that can be reached from one.
    fn component(rows: &[u128], from: usize) -> u128 {
        let (mut reached, mut new) = (1u128 << from, 1u128 << from);
        while new != 0 {
            let next = members(new).fold(0, |near, v| near | rows[v]);
            new = next & !reached;
            reached |= next;
        }
        reached
    }
}

/// Whether two colours are enough so that no edge joins vertices of one colour.
fn is_bipartite(rows: &[u128], vertices: u128) -> bool {
    let near = |side: u128| members(side).fold(0, |near, v| near | rows[v]);
    let mut left = vertices;
    while left != 0 {
        let (mut even, mut odd) = (1u128 << left.trailing_zeros(), 0);
        loop {
            let (more_odd, more_even) = (odd | near(even), even | near(odd));
            if (more_odd, more_even) == (odd, even) {
                break;
            }
            (odd, even) = (more_odd, more_even);
        }
        if even & odd != 0 {
            return false;
        }
        left &= !(even | odd);
    }
    true
}

/// The first so many bits.
fn mask_of(bits: usize) -> u128 {
    1u128.checked_shl(bits as u32).map_or(u128::MAX, |bit| bit - 1)
}

impl Ground for GraphGround {
    fn visit_options(&self, of: &Remains, add: &mut dyn FnMut(Remains)) {
        self.visit_moves(self.unpack(of), &mut |state| add(self.pack(state)));
    }

    fn visit_parts(&self, of: &Remains, add: &mut dyn FnMut(Remains)) {
        let state = self.unpack(of);
        let rows = self.rows_now(state);
        // Where a condition counts all vertices or edges, nothing is independent.
        let sees_all =
            self.rules.moves.iter().any(|one| one.when.speaks_of(1) || one.when.speaks_of(2));
        let mut left = state.vertices;
        while left != 0 {
            let from = state.token.unwrap_or(left.trailing_zeros() as usize);
            let part = if sees_all { left } else { GraphGround::component(&rows, from) };
            left = if state.token.is_some() { 0 } else { left & !part };
            let state = self.without(state, state.vertices & !part);
            let mut can_move = false;
            self.visit_moves(state, &mut |_| can_move = true);
            if can_move {
                add(self.pack(state));
            }
        }
    }

    fn key(&self, part: &Remains, key: &mut Vec<u8>) -> KeyScope {
        let state = self.unpack(part);
        let all = self.rows_now(state);
        let vertices: Vec<usize> = members(state.vertices).collect();
        let pressed = |row: u128| {
            let bits = vertices.iter().enumerate();
            bits.fold(0u128, |new, (at, v)| new | (row >> v & 1) << at)
        };
        let rows: Vec<u128> = vertices.iter().map(|v| pressed(all[*v])).collect();
        let marks: Vec<u8> = vertices.iter().map(|v| u8::from(state.token == Some(*v))).collect();
        canonical::write(&MarkedRelation { rows: &rows, marks: &marks, is_symmetric: true }, key);
        KeyScope::Kind
    }

    fn size(&self, of: &Remains) -> u64 {
        let state = self.unpack(of);
        let edges = if self.keeps_edges { state.edges.count_ones() } else { 0 };
        u64::from(state.vertices.count_ones() + edges)
    }

    fn write(&self, of: &Remains) -> String {
        let state = self.unpack(of);
        graph_text::write(&self.graph, state.vertices, self.edges_now(state), state.token)
    }

    fn shown(&self, of: &Remains) -> String {
        let state = self.unpack(of);
        let gone = mask_of(self.graph.labels.len()) & !state.vertices;
        let is_short = gone.count_ones() <= state.vertices.count_ones();
        let untouched = self.without(self.unpack(&self.start()), gone).edges;
        let Some(name) = self.graph.name.as_ref().filter(|_| is_short && state.edges == untouched)
        else {
            return self.write(of);
        };
        let labels: Vec<String> = members(gone).map(|v| self.graph.labels[v].to_string()).collect();
        let without =
            if gone == 0 { String::new() } else { format!(" without {}", labels.join(",")) };
        let at = state.token.map(|at| format!(" at {}", self.graph.labels[at]));
        format!("{name}{without}{}", at.unwrap_or_default())
    }

    fn numbers(&self, of: &Remains) -> Vec<i64> {
        let state = self.unpack(of);
        let rows = self.rows_now(state);
        let degrees = || members(state.vertices).map(|v| i64::from(rows[v].count_ones()));
        let (mut components, mut left) = (0, state.vertices);
        while left != 0 {
            left &= !GraphGround::component(&rows, left.trailing_zeros() as usize);
            components += 1;
        }
        vec![
            i64::from(state.vertices.count_ones()),
            degrees().sum::<i64>() / 2,
            components,
            degrees().max().unwrap_or(0),
            degrees().min().unwrap_or(0),
            degrees().filter(|degree| degree % 2 == 1).count() as i64,
            degrees().filter(|degree| *degree == 1).count() as i64,
            i64::from(is_bipartite(&rows, state.vertices)),
        ]
    }

    /// Degrees by the labels of the vertices that are left.
    fn list(&self, of: &Remains, _: usize) -> Vec<FigureEntry> {
        let state = self.unpack(of);
        let rows = self.rows_now(state);
        let label = |v: usize| i64::from(self.graph.labels[v]);
        let vertices = members(state.vertices);
        vertices.map(|v| ([label(v), 0], i64::from(rows[v].count_ones()))).collect()
    }

    fn picture(&self, of: &Remains) -> FigurePicture {
        let state = self.unpack(of);
        let left: Vec<usize> = members(state.vertices).collect();
        let place = |v: usize| left.iter().position(|one| *one == v);
        let points = left.iter().map(|v| {
            let (x, y) = self.graph.places[*v];
            (x, y, self.graph.labels[*v].to_string())
        });
        let lines = self.edges_now(state).filter_map(|(u, v)| Some((place(u)?, place(v)?)));
        FigurePicture::Points {
            points: points.collect(),
            lines: lines.collect(),
            token: state.token.and_then(place),
        }
    }
}
