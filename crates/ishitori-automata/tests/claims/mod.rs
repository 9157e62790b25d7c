//! P-sets that papers claim, as automata; shared by tests and benches.
#![allow(dead_code, reason = "each user takes a part")]

use ishitori_automata::{Comparison, Dfa, DigitOrder, Limit, Predicate, product};

pub const LIMIT: Limit = Limit::states(1_000_000);

/// A predicate on some of `tracks` tracks.
fn on(order: DigitOrder, tracks: usize, predicate: &Predicate, places: &[usize]) -> Dfa {
    let numeration = ishitori_automata::Numeration::Binary;
    predicate.build(numeration, order, LIMIT).expect("small").on_tracks(tracks, places)
}

/// A linear form over all tracks compared with 0.
fn linear(order: DigitOrder, coefficients: &[i64], comparison: Comparison) -> Dfa {
    let coefficients = coefficients.to_vec();
    let tracks = coefficients.len();
    let places: Vec<usize> = (0..tracks).collect();
    let form = Predicate::Linear { coefficients, comparison, constant: 0 };
    on(order, tracks, &form, &places)
}

fn all(parts: &[Dfa]) -> Dfa {
    product::all_of(parts, LIMIT).expect("small").expect("some parts")
}

/// The tuples with some image, under turning and (if so) reflecting the circle, in `set`.
fn closed(set: &Dfa, reflect: bool) -> Dfa {
    let n = set.tracks();
    let mut images = Vec::new();
    for turn in 0..n {
        let turned: Vec<usize> = (0..n).map(|i| (i + turn) % n).collect();
        let mirrored: Vec<usize> = turned.iter().map(|i| n - 1 - i).collect();
        images.push(set.on_tracks(n, &turned));
        if reflect {
            images.push(set.on_tracks(n, &mirrored));
        }
    }
    product::any_of(&images, LIMIT).expect("small").expect("some images")
}

/// Heap `which` is at most (or at least) every other.
fn extreme(order: DigitOrder, tracks: usize, which: usize, comparison: Comparison) -> Vec<Dfa> {
    let compare = Predicate::Linear { coefficients: vec![1, -1], comparison, constant: 0 };
    let others = (0..tracks).filter(|other| *other != which);
    others.map(|other| on(order, tracks, &compare, &[which, other])).collect()
}

/// BIN-T9, circular(6,4): a is a minimum, a + b = d + e, b + c = e + f, a xor c xor e = 0.
pub fn circular_6_4(order: DigitOrder, reflect: bool) -> Dfa {
    let mut parts = extreme(order, 6, 0, Comparison::LessEqual);
    parts.push(linear(order, &[1, 1, 0, -1, -1, 0], Comparison::Equal));
    parts.push(linear(order, &[0, 1, 1, 0, -1, -1], Comparison::Equal));
    parts.push(on(order, 6, &Predicate::XorIsZero(3), &[0, 2, 4]));
    closed(&all(&parts), reflect)
}

/// CIR-52, circular(5,2): (M, m, a, b, l) with m = l, M a maximum, M + m = a + b.
pub fn circular_5_2(order: DigitOrder) -> Dfa {
    let mut parts = extreme(order, 5, 0, Comparison::GreaterEqual);
    parts.push(linear(order, &[0, 1, 0, 0, -1], Comparison::Equal));
    parts.push(linear(order, &[1, 1, -1, -1, 0], Comparison::Equal));
    closed(&all(&parts), true)
}

/// CIR-86, circular(8,6): (0, x, a, b, e, c, d, x) with a + b = c + d = x, e = min(x, a + d).
pub fn circular_8_6(order: DigitOrder) -> Dfa {
    let equal = |coefficients: &[i64]| linear(order, coefficients, Comparison::Equal);
    let at_most = |coefficients: &[i64]| linear(order, coefficients, Comparison::LessEqual);
    let is_x = equal(&[0, -1, 0, 0, 1, 0, 0, 0]);
    let is_sum = equal(&[0, 0, -1, 0, 1, 0, -1, 0]);
    let least = [
        product::any_of(&[is_x, is_sum], LIMIT).expect("small").expect("two"),
        at_most(&[0, -1, 0, 0, 1, 0, 0, 0]),
        at_most(&[0, 0, -1, 0, 1, 0, -1, 0]),
    ];
    let mut parts = vec![
        equal(&[1, 0, 0, 0, 0, 0, 0, 0]),
        equal(&[0, 1, 0, 0, 0, 0, 0, -1]),
        equal(&[0, -1, 1, 1, 0, 0, 0, 0]),
        equal(&[0, -1, 0, 0, 0, 1, 1, 0]),
    ];
    parts.extend(least);
    closed(&all(&parts), true)
}
