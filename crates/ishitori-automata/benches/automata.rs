//! Automata of claims, their inclusion relations, and theorems decided by first-order logic.
//!
//! `cargo bench -p ishitori-automata`

#[path = "../tests/claims/mod.rs"]
mod claims;

use divan::Bencher;
use ishitori_automata::{
    Comparison, DigitLogic, DigitOrder, Formula, Inclusion, Limit, zeckendorf,
};

fn main() {
    divan::main();
}

const ORDERS: [DigitOrder; 2] = [DigitOrder::Msd, DigitOrder::Lsd];

#[divan::bench(args = ORDERS)]
fn claim_circular_5_2(order: &DigitOrder) -> usize {
    claims::circular_5_2(*order).states()
}

#[divan::bench(args = ORDERS)]
fn claim_circular_6_4(order: &DigitOrder) -> usize {
    claims::circular_6_4(*order, true).states()
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn claim_circular_8_6_msd() -> usize {
    claims::circular_8_6(DigitOrder::Msd).states()
}

#[divan::bench]
fn inclusion_circular_8_6(bencher: Bencher) {
    let dfa = claims::circular_8_6(DigitOrder::Msd);
    bencher.bench(|| Inclusion::of(&dfa, Limit::default()));
}

#[divan::bench(args = ORDERS)]
fn fibonacci_addition(order: &DigitOrder) -> usize {
    let plus = zeckendorf::linear(*order, &[1, 1, -1], Comparison::Equal, 0, Limit::default());
    plus.expect("small").states()
}

#[divan::bench(args = ORDERS)]
fn bouton_three_heaps(order: &DigitOrder) -> bool {
    let xor = |x: &str, y: &str, z: &str| Formula::xor_is_zero(&[x, y, z]);
    let fits = |heap: &str, p: &str, q: &str| {
        let less = Formula::compare("x", Comparison::Less, heap);
        Formula::exists(&["x"], less.and(xor("x", p, q)))
    };
    let moves = Formula::Or(vec![fits("a", "b", "c"), fits("b", "a", "c"), fits("c", "a", "b")]);
    let theorem = Formula::for_all(&["a", "b", "c"], xor("a", "b", "c").not().iff(moves));
    DigitLogic::binary(*order).decide(&theorem).expect("small")
}
