//! The covers that each theorem needs, and the branches of each, as the document tells them.
//!
//! A cover says that every position (with numbers beside it, where values are unbounded) is outside, or in a
//! set, or has a move to where it must have one. The checker makes the list from the theorem, so a file cannot
//! leave out a cover. It may leave out automata: then branches are missing, and less is covered.

use crate::certificate::contents::{Certificate, Move, Theorem};
use crate::cover::branch::{Branch, Component, Shape, Source};
use crate::formula::variable::{created, heap};

use Source::{Given, Hidden};

/// The automata of a branch by their names, with where they read.
type Parts = Vec<(String, Vec<Source>)>;

fn branch<'a>(certificate: &'a Certificate, parts: Parts, hidden: Vec<usize>) -> Branch<'a> {
    let component = |(name, sources): (String, Vec<Source>)| -> Option<Component<'a>> {
        let table = certificate.tables.iter().find(|table| table.name == name)?;
        Some(Component { table, sources })
    };
    let components = parts.into_iter().map(component).collect::<Option<Vec<_>>>();
    Branch { components: components.unwrap_or_default(), hidden, lower: None }
}

/// Where the automaton of a general move reads: its tracks are named in the file.
fn own(certificate: &Certificate, index: usize, new: &[String]) -> (String, Vec<Source>) {
    let name = format!("move{}", index + 1);
    let table = certificate.tables.iter().find(|table| table.name == name);
    let source = |track: &String| {
        let heap = certificate.statement.heaps.iter().position(|heap| heap == track);
        heap.map(Given).or_else(|| new.iter().position(|name| name == track).map(Hidden))
    };
    let tracks = table.map_or(&[][..], |table| &table.tracks[..]);
    (name, tracks.iter().filter_map(source).collect())
}

/// The branch of a move with a target; `value` is read by the target after the heaps.
fn target<'a>(
    certificate: &'a Certificate,
    index: usize,
    name: &str,
    value: Option<Source>,
) -> Branch<'a> {
    let count = certificate.heaps();
    match &certificate.moves[index] {
        Move::Lower(heaps) => {
            let place = |heap: usize| heaps.iter().position(|lowered| *lowered == heap);
            let source = |heap: usize| place(heap).map_or(Given(heap), Hidden);
            let mut parts = vec![(name.to_string(), (0..count).map(source).chain(value).collect())];
            for (place, heap) in heaps.iter().enumerate() {
                parts.push(("le".to_string(), vec![Hidden(place), Given(*heap)]));
            }
            Branch { lower: Some(heaps), ..branch(certificate, parts, heaps.clone()) }
        }
        Move::General { created: new, to, .. } => {
            let given = |variable| (0..count).find(|index| heap(*index) == variable).map(Given);
            let hidden = |variable| (0..new.len()).find(|j| created(*j) == variable).map(Hidden);
            let source = |variable: &u32| given(*variable).or_else(|| hidden(*variable));
            let sources = to.iter().filter_map(source).chain(value).collect();
            let parts = vec![(name.to_string(), sources), own(certificate, index, new)];
            branch(certificate, parts, vec![0; new.len()])
        }
    }
}

/// The branches of a move without target: that it can be made.
fn possible(certificate: &Certificate, index: usize) -> Vec<Branch<'_>> {
    match &certificate.moves[index] {
        Move::Lower(heaps) => {
            let one = |heap: &usize| {
                let parts = vec![("lt".to_string(), vec![Hidden(0), Given(*heap)])];
                branch(certificate, parts, vec![*heap])
            };
            heaps.iter().map(one).collect()
        }
        Move::General { created: new, .. } => {
            vec![branch(certificate, vec![own(certificate, index, new)], vec![0; new.len()])]
        }
    }
}

/// The covers that the theorem needs.
pub(crate) fn shapes(certificate: &Certificate) -> Vec<Shape<'_>> {
    let count = certificate.heaps();
    let heaps: Vec<Source> = (0..count).map(Given).collect();
    let with = |more: Source| [heaps.clone(), vec![more]].concat();
    let plain = |name: &str, sources: Vec<Source>, hidden: Vec<usize>| {
        branch(certificate, vec![(name.to_string(), sources)], hidden)
    };
    let on_heaps = |name: &str| plain(name, heaps.clone(), Vec::new());
    let moves = |name: &str, value: Option<Source>| -> Vec<Branch<'_>> {
        (0..certificate.moves.len()).map(|i| target(certificate, i, name, value)).collect()
    };
    let shape = |name: &str, given: usize, mut first: Vec<_>, then: Vec<_>| {
        first.extend(then);
        Shape { name: name.to_string(), given, branches: first }
    };
    match &certificate.theorem {
        Theorem::Values(sets) => {
            let cover = |value: usize| {
                let mut first = vec![on_heaps("outside")];
                first.extend((0..=value).map(|set| on_heaps(&format!("set{set}"))));
                shape(&value.to_string(), count, first, moves(&format!("set{value}"), None))
            };
            (0..sets.len()).map(cover).collect()
        }
        Theorem::Grundy { .. } => {
            let (g, v) = (Given(count), Given(count + 1));
            let first = vec![
                on_heaps("outside"),
                plain("notgraph", with(g), Vec::new()),
                plain("above", vec![g, v], Vec::new()),
            ];
            let some = plain("graph", with(Hidden(0)), vec![count - 1]);
            vec![
                shape("graph", count + 2, first, moves("graph", Some(v))),
                shape("exists", count, vec![on_heaps("outside")], vec![some]),
            ]
        }
        Theorem::Misere { .. } => {
            let moved = (0..certificate.moves.len()).flat_map(|i| possible(certificate, i));
            let first = vec![on_heaps("outside"), on_heaps("terminal")];
            let others = vec![on_heaps("outside"), on_heaps("set0"), on_heaps("terminal")];
            vec![
                shape("terminal", count, first, moved.collect()),
                shape("0", count, others, moves("set0", None)),
            ]
        }
    }
}
