//! States, graphs, choices in positions and joined heaps: options by their words, and engines against the reference.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use ishitori_core::game::{Bounds, GameKind, HeapGame};

use crate::{engines, random};

type WordOptions = fn(&[u64]) -> Vec<Vec<u64>>;

/// A heap lowered in all ways.
fn lowered(at: &[u64], heap: usize) -> Vec<Vec<u64>> {
    (0..at[heap]).map(|left| with(at, heap, left)).collect()
}

fn with(at: &[u64], heap: usize, value: u64) -> Vec<u64> {
    let mut to = at.to_vec();
    to[heap] = value;
    to
}

fn pass(at: &[u64]) -> Vec<Vec<u64>> {
    let mut options: Vec<_> = (0..3).flat_map(|heap| lowered(at, heap)).collect();
    if at[3] == 1 && at[..3].iter().any(|heap| *heap > 0) {
        options.push(with(at, 3, 0));
    }
    options
}

fn memory(at: &[u64]) -> Vec<Vec<u64>> {
    (1..=at[0].min(2 * at[1])).map(|t| vec![at[0] - t, t.min(6)]).collect()
}

fn token(at: &[u64]) -> Vec<Vec<u64>> {
    let vertex = at[4] as usize - 1;
    let moved =
        |to: Vec<u64>| [(vertex + 1) % 4, (vertex + 3) % 4].map(|v| with(&to, 4, v as u64 + 1));
    lowered(at, vertex).into_iter().flat_map(moved).collect()
}

fn edges(at: &[u64]) -> Vec<Vec<u64>> {
    let pairs = [(0, 1), (1, 2)];
    let both = |(i, j)| lowered(at, i).into_iter().flat_map(move |to| lowered(&to, j));
    pairs.into_iter().flat_map(both).collect()
}

fn near_axes(at: &[u64]) -> Vec<Vec<u64>> {
    let all = (0..2).flat_map(|heap| lowered(at, heap));
    all.filter(|to| to[0] <= 2 || to[1] <= 2 || to[0] == to[1]).collect()
}

fn joined(at: &[u64]) -> Vec<Vec<u64>> {
    let mut options: Vec<_> = (0..3).flat_map(|heap| lowered(at, heap)).collect();
    for (i, j) in [(0, 1), (0, 2), (1, 2)] {
        if at[i] > 0 && at[j] > 0 {
            options.push(with(&with(at, i, at[i] + at[j]), j, 0));
        }
    }
    options
}

/// Heaps that are joined and grow by a third one.
fn joined_with_a_third(at: &[u64]) -> Vec<Vec<u64>> {
    let mut options: Vec<_> = (0..3).flat_map(|heap| lowered(at, heap)).collect();
    for (i, j, k) in [(0, 1, 2), (0, 2, 1), (1, 2, 0)] {
        if at[i] > 0 && at[j] > 0 {
            options.push(with(&with(at, i, at[0] + at[1] + at[2]), j, 0));
            debug_assert_eq!(options.last().map(|to| to[k]), Some(at[k]));
        }
    }
    options
}

/// Whoever lowers the first heap may add as much to the second as there is.
fn filled_up(at: &[u64]) -> Vec<Vec<u64>> {
    let first = lowered(at, 0).into_iter();
    let mut options: Vec<_> = first.map(|to| with(&to, 1, at[0] + at[1])).collect();
    options.extend(lowered(at, 1));
    options
}

/// Three heaps, each of which fills the next one.
fn cascade(at: &[u64]) -> Vec<Vec<u64>> {
    let mut options: Vec<_> =
        lowered(at, 0).into_iter().map(|to| with(&to, 1, to[1] + at[2])).collect();
    options.extend(lowered(at, 1).into_iter().map(|to| with(&to, 2, at[2] + at[1])));
    options.extend(lowered(at, 2));
    options
}

const RULES: [(&str, u64, WordOptions); 9] = [
    (
        "game g position h[3] unordered state p in 0 .. 1
         option h with h[i] lowered for i option h with p - 1 where sum(h) >= 1",
        4,
        pass,
    ),
    (
        "game g position (n) state last in 1 .. 6
         option (n - t, min(t, 6)) where 1 <= t <= 2*last",
        20,
        memory,
    ),
    (
        "game g(edges = cycle(4)) position h[vertices(edges)] state at in 1 .. vertices(edges)
         option h with h[i] lowered, at := j where at = i for i, j in neighbours(edges, i)",
        2,
        token,
    ),
    (
        "game g(edges = [[1,2],[2,3]]) position h[vertices(edges)]
         option h with h[E] strictly lowered for E in edges",
        6,
        edges,
    ),
    (
        "game g position (a, b) where a <= 2 or b <= 2 or a = b
         option (x, b) where x < a option (a, x) where x < b",
        9,
        near_axes,
    ),
    (
        "game g position h[3] unordered option h with h[i] lowered for i
         option h with h[i] + h[j], h[j] := 0 where h[i] >= 1, h[j] >= 1 for i < j",
        4,
        joined,
    ),
    (
        "game g position h[3] unordered option h with h[i] lowered for i
         option h with h[i] := sum(h), h[j] := 0 where h[i] >= 1, h[j] >= 1 for i, j where i != j",
        3,
        joined_with_a_third,
    ),
    (
        "game g position (a, b) option (x, a + b) where x < a option (a, y) where y < b",
        5,
        filled_up,
    ),
    (
        "game g position (a, b, c) option (x, b + c, c) where x < a
         option (a, y, c + b) where y < b option (a, b, z) where z < c",
        2,
        cascade,
    ),
];

/// How many counts show that play ends: one where stones are weighed, and where heaps are joined several.
#[test]
fn so_many_counts_go_down() {
    let counts = RULES.map(|(text, ..)| game(text).rules().measure.counts.len());
    assert_eq!(counts, [1, 1, 1, 1, 1, 1, 2, 2, 3]);
}

fn game(text: &str) -> HeapGame {
    random::game_of(text).unwrap_or_else(|| panic!("{text}"))
}

#[test]
fn options_are_those_of_the_words() {
    for (text, to, words) in RULES {
        let game = game(text);
        let mut positions = 0;
        let bounds = Bounds { to: vec![to], total: None };
        game.visit_positions(&bounds, &mut |position| {
            let identifies = game.rules().symmetry.identifies();
            let arranged = |mut heaps: Vec<u64>| {
                if identifies {
                    heaps.sort_unstable();
                }
                heaps
            };
            let expected: BTreeSet<Vec<u64>> = words(position).into_iter().map(arranged).collect();
            let found: BTreeSet<Vec<u64>> =
                game.options(position).iter().map(|option| option.to_vec()).collect();
            assert_eq!(found, expected, "{text} at {position:?}");
            for option in game.options(position) {
                let falls = game.rules().measured(&option) < game.rules().measured(position);
                assert!(falls, "{text}: {position:?} -> {option:?}");
            }
            positions += 1;
            ControlFlow::Continue(())
        })
        .expect("a window");
        assert!(positions >= 20, "{text}: {positions}");
    }
}

/// All values of a state are in every window, however small.
#[test]
fn windows_hold_states_whole() {
    let game = game(RULES[2].0);
    let bounds = Bounds { to: vec![0], total: None };
    let mut tokens = Vec::new();
    game.visit_positions(&bounds, &mut |position| {
        tokens.push(position[4]);
        ControlFlow::Continue(())
    })
    .expect("a window");
    tokens.sort_unstable();
    assert_eq!(tokens, [1, 2, 3, 4]);
}

#[test]
fn engines_agree_with_the_reference() {
    for (text, to, _) in RULES {
        let game = game(text);
        let bounds = Bounds { to: vec![to], total: None };
        engines::compare(text, &game, &bounds);
        engines::compare_grundy(text, &game, &bounds);
    }
}
