//! Drawings of automata: every state and arrow is there, nothing lies on a state.

use ishitori_automata::{
    Comparison, Dfa, DigitOrder, Limit, Numeration, Predicate, TrailingRun, digits, zeckendorf,
};
use ishitori_view::automaton::{AutomatonDrawing, DrawnEdge, DrawnState, MAX_STATES, patterns};
use roxmltree::{Document, Node};

const NASTY: &str = "<script>alert('x')</script> & \"quoted\" \u{1} 石";

fn drawing(dfa: &Dfa) -> Option<AutomatonDrawing> {
    let accepting: Vec<bool> = (0..dfa.states() as u32).map(|s| dfa.accepts_in(s)).collect();
    let next = |state: usize, letter: usize| dfa.next(state as u32, letter as u16) as usize;
    AutomatonDrawing::from_table(NASTY, dfa.tracks(), dfa.initial() as usize, &accepting, next)
}

fn number(node: &Node, name: &str) -> f64 {
    let text = node.attribute(name).unwrap_or_else(|| panic!("{name}"));
    text.parse().unwrap_or_else(|_| panic!("{name} = {text}"))
}

fn named<'a>(document: &'a Document, tag: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    document.descendants().filter(move |node| node.tag_name().name() == tag)
}

/// Checks what every drawing must be.
fn check(drawing: &AutomatonDrawing) {
    let svg = drawing.svg().expect("not too large");
    let document = Document::parse(&svg).expect("well-formed");
    let root = document.root_element();
    let (width, height) = (number(&root, "width"), number(&root, "height"));
    assert!(named(&document, "script").next().is_none());
    assert!(document.descendants().all(|node| node.attribute("id").is_none()));
    // 1. A circle for each state, two if accepting, in the order of the states.
    let circles: Vec<(f64, f64, f64)> = named(&document, "circle")
        .map(|node| (number(&node, "cx"), number(&node, "cy"), number(&node, "r")))
        .collect();
    let outer = circles.iter().map(|circle| circle.2).fold(0.0, f64::max);
    let states: Vec<&(f64, f64, f64)> = circles.iter().filter(|c| c.2 == outer).collect();
    assert_eq!(states.len(), drawing.states.len());
    let accepting = drawing.states.iter().filter(|state| state.accepting).count();
    assert_eq!(circles.len(), states.len() + accepting);
    for (i, p) in states.iter().enumerate() {
        for q in &states[..i] {
            assert!((p.0 - q.0).hypot(p.1 - q.1) > 2.0 * outer + 4.0, "circles overlap");
        }
    }
    // 2. An arrow for each pair of states with an edge, ending at its state.
    let mut wanted: Vec<(usize, usize)> = drawing.edges.iter().map(|e| (e.from, e.to)).collect();
    wanted.sort_unstable();
    wanted.dedup();
    let mut drawn = Vec::new();
    for path in named(&document, "path").filter(|node| node.attribute("data-from").is_some()) {
        let (from, to) = (number(&path, "data-from") as usize, number(&path, "data-to") as usize);
        drawn.push((from, to));
        let line = path.attribute("d").expect("a line").replace(['M', 'C'], " ");
        let line: Vec<f64> = line.split_whitespace().map(|x| x.parse().expect("a place")).collect();
        let near = |x: f64, y: f64, state: usize| {
            let (cx, cy, r) = *states[state];
            ((x - cx).hypot(y - cy) - r).abs()
        };
        assert!(near(line[0], line[1], from) < 0.2 && near(line[6], line[7], to) < 9.0);
    }
    drawn.sort_unstable();
    assert_eq!(drawn, wanted);
    // 3. Labels on paper of their own that lies on no state and no other label, inside the page.
    let group = named(&document, "g").find(|node| node.has_attribute("transform")).expect("all");
    let shift = group.attribute("transform").unwrap_or_default();
    let shift = shift.trim_start_matches("translate(").trim_end_matches(')');
    let (dx, dy) = shift.split_once(' ').expect("two numbers");
    let (dx, dy): (f64, f64) = (dx.parse().expect("dx"), dy.parse().expect("dy"));
    let papers: Vec<[f64; 4]> = group
        .descendants()
        .filter(|node| node.tag_name().name() == "rect")
        .map(|node| ["x", "y", "width", "height"].map(|name| number(&node, name)))
        .collect();
    for (i, [x, y, w, h]) in papers.iter().enumerate() {
        for (cx, cy, r) in &states {
            let far_x = (cx - x.max(cx.min(x + w))).abs();
            let far_y = (cy - y.max(cy.min(y + h))).abs();
            assert!(far_x.hypot(far_y) > *r, "a label lies on a state");
        }
        for [ox, oy, ow, oh] in &papers[..i] {
            let apart = x + w <= *ox || ox + ow <= *x || y + h <= *oy + 0.2 || oy + oh <= *y + 0.2;
            assert!(apart, "labels overlap");
        }
        assert!(x + dx >= 0.0 && y + dy >= 0.0 && x + w + dx <= width && y + h + dy <= height);
    }
    // 4. Every label is written, escaped.
    let text: String = named(&document, "text").filter_map(|node| node.text()).collect();
    let text: String = text.chars().filter(|c| *c != ' ' && *c != ',').collect();
    for word in drawing.edges.iter().flat_map(|edge| edge.label.split(", ")) {
        let word: String = word.replace('\u{1}', "\u{fffd}");
        let word: String = word.chars().filter(|c| *c != ' ' && *c != ',').collect();
        assert!(text.contains(&word), "{word}");
    }
}

#[test]
fn automata_of_many_sizes() {
    let limit = Limit::default();
    let build = |predicate: Predicate, order| {
        predicate.build(Numeration::Binary, order, limit).expect("small")
    };
    let linear = |coefficients: &[i64], comparison| Predicate::Linear {
        coefficients: coefficients.to_vec(),
        comparison,
        constant: 3,
    };
    for order in [DigitOrder::Msd, DigitOrder::Lsd] {
        let fibonacci = zeckendorf::linear(order, &[1, 1, -1], Comparison::Equal, 0, limit);
        let automata = [
            build(linear(&[1, -1], Comparison::Less), order),
            build(linear(&[1, 1, -1], Comparison::Equal), order),
            build(linear(&[3, -5], Comparison::Greater), order),
            build(linear(&[3, 2, -5], Comparison::Equal), order),
            build(linear(&[1, 2, 3, -4], Comparison::LessEqual), order),
            build(Predicate::XorIsZero(6), order),
            build(Predicate::MajorityIs(3), order),
            build(Predicate::CompareEnds(TrailingRun::Ones, Comparison::Equal), order),
            build(Predicate::Is(1_000_000), order),
            build(
                Predicate::Congruent { coefficients: vec![1, 1], residue: 0, modulus: 23 },
                order,
            ),
            build(Predicate::Bit(4), order),
            fibonacci.expect("small"),
            Dfa::constant(2, order, false),
            Dfa::constant(0, order, true),
        ];
        for dfa in automata {
            let drawing = drawing(&dfa).expect("small");
            assert_eq!(drawing.states.len() + usize::from(drawing.sink_hidden), dfa.states());
            check(&drawing);
        }
    }
}

#[test]
fn the_sink_is_left_out_and_said_to_be() {
    let xor = digits::xor_is_zero(DigitOrder::Msd, 3);
    let drawing = drawing(&xor).expect("small");
    assert_eq!(drawing.states, [DrawnState { name: "0".to_string(), accepting: true }]);
    let label = "000, 110, 101, … (4)".to_string();
    assert_eq!(drawing.edges, [DrawnEdge { from: 0, to: 0, label }]);
    assert_eq!(
        drawing.caption(),
        "1 state; words may end in those ringed twice. A number in parentheses says how many \
         letters an arrow stands for. Not drawn: the state from which nothing is accepted."
    );
}

#[test]
fn drawings_by_hand_are_escaped() {
    let state = |accepting| DrawnState { name: NASTY.to_string(), accepting };
    let edge = |from, to| DrawnEdge { from, to, label: NASTY.to_string() };
    let edges = vec![edge(0, 1), edge(1, 0), edge(1, 1), edge(0, 1)];
    let drawing = AutomatonDrawing {
        title: NASTY.to_string(),
        // The last is reached by nothing.
        states: vec![state(true), state(false), state(true)],
        initial: 0,
        edges,
        sink_hidden: false,
    };
    check(&drawing);
    let svg = drawing.svg().expect("small");
    assert!(svg.contains("&lt;script&gt;") && !svg.contains("<script"));
}

#[test]
fn too_large_to_draw() {
    let chain = |states: usize| {
        let edges = (1..states).map(|to| DrawnEdge { from: to - 1, to, label: "0".to_string() });
        AutomatonDrawing {
            states: vec![DrawnState::default(); states],
            edges: edges.collect(),
            ..AutomatonDrawing::default()
        }
    };
    check(&chain(MAX_STATES));
    assert_eq!(chain(MAX_STATES + 1).svg(), None);
    assert_eq!(chain(0).svg(), None);
    let accepting = vec![true; MAX_STATES + 1];
    assert_eq!(AutomatonDrawing::from_table("", 1, 0, &accepting, |s, _| s), None);
}

#[test]
fn too_many_arrows() {
    let full = |states: usize| {
        AutomatonDrawing::from_table("", 5, 0, &vec![true; states], |s, l| (s + l) % states)
    };
    let drawing = full(10).expect("few states");
    assert_eq!(drawing.edges.len(), 100);
    assert!(drawing.svg().is_some());
    assert_eq!(full(11).expect("few states").svg(), None);
}

/// The letters that a pattern stands for.
fn letters(tracks: usize, pattern: &str) -> Vec<usize> {
    assert_eq!(pattern.len(), tracks);
    let fits = |letter: &usize| {
        pattern.bytes().enumerate().all(|(i, c)| c == b'*' || (letter >> i & 1 == 1) == (c == b'1'))
    };
    (0..1 << tracks).filter(fits).collect()
}

#[test]
fn patterns_cover_exactly() {
    for set in 0..1usize << 8 {
        let wanted: Vec<usize> = (0..8).filter(|letter| set >> letter & 1 == 1).collect();
        let found = patterns(3, &wanted, 8);
        let found: Vec<String> = found.into_iter().map(|p| p.expect("at most eight")).collect();
        let mut covered: Vec<usize> = found.iter().flat_map(|p| letters(3, p)).collect();
        covered.sort_unstable();
        covered.dedup();
        assert_eq!(covered, wanted);
    }
    let some = |words: &[&str]| words.iter().map(|w| Some(w.to_string())).collect::<Vec<_>>();
    assert_eq!(patterns(3, &[4, 6], 3), some(&["0*1"]));
    assert_eq!(patterns(2, &[0, 1, 2, 3], 3), some(&["**"]));
    assert_eq!(patterns(0, &[0], 3), some(&[""]));
    let all: Vec<usize> = (0..1 << 12).collect();
    assert_eq!(patterns(12, &all, 3), some(&["************"]));
    let even: Vec<usize> = all.into_iter().filter(|l| l.count_ones() % 2 == 0).collect();
    let found = patterns(12, &even, 3);
    assert_eq!((found.len(), &found[3]), (4, &None));
}
