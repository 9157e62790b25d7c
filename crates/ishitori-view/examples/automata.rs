//! Writes a page with drawings of automata, to look at them in a browser:
//! `cargo run -p ishitori-view --example automata > automata.html`.

use std::io::Write;

use ishitori_automata::serial::serial;
use ishitori_automata::{
    Comparison, Dfa, DigitLogic, DigitOrder, Formula, Limit, Numeration, Predicate, TrailingRun,
    zeckendorf,
};
use ishitori_view::automaton::AutomatonDrawing;

fn draw(title: &str, dfa: &Dfa) -> String {
    let accepting: Vec<bool> = (0..dfa.states() as u32).map(|s| dfa.accepts_in(s)).collect();
    let next = |state: usize, letter: usize| dfa.next(state as u32, letter as u16) as usize;
    let initial = dfa.initial() as usize;
    let title = format!("{title} ({} states)", dfa.states());
    let drawing = AutomatonDrawing::from_table(&title, dfa.tracks(), initial, &accepting, next);
    match drawing.as_ref().and_then(|drawing| Some((drawing.svg()?, drawing.caption()))) {
        Some((svg, caption)) => format!("<figure>{svg}<figcaption>{caption}</figcaption></figure>"),
        None => format!("<p>{title}: too large to draw</p>"),
    }
}

fn samples() -> Vec<(&'static str, Dfa)> {
    let (msd, lsd, limit) = (DigitOrder::Msd, DigitOrder::Lsd, Limit::default());
    let build = |predicate: Predicate, order: DigitOrder| {
        predicate.build(Numeration::Binary, order, limit).expect("small")
    };
    let linear = |coefficients: &[i64], comparison, constant| Predicate::Linear {
        coefficients: coefficients.to_vec(),
        comparison,
        constant,
    };
    let mod_of = |modulus| Predicate::Congruent { coefficients: vec![1, 1], residue: 0, modulus };
    let even = Predicate::EndCongruent { end: TrailingRun::Zeros, residue: 0, modulus: 2 };
    let equal = Formula::compare("a", Comparison::Equal, "b");
    let both = equal.and(Formula::atom(even, &["a"]));
    let both = DigitLogic::binary(lsd).evaluate(&both).expect("small");
    let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"];
    let xor = Formula::xor_is_zero(&names);
    vec![
        ("x < y", build(linear(&[1, -1], Comparison::Less, 0), msd)),
        ("a xor b xor c xor d = 0", build(Predicate::XorIsZero(4), msd)),
        ("a = b and v2(a) is even", both.dfa().clone()),
        ("x + y = z", build(linear(&[1, 1, -1], Comparison::Equal, 0), msd)),
        (
            "v2(x) <= v2(y)",
            build(Predicate::CompareEnds(TrailingRun::Zeros, Comparison::LessEqual), msd),
        ),
        ("3x + 2y = 5z", build(linear(&[3, 2, -5], Comparison::Equal, 0), lsd)),
        ("x + y divisible by 6", build(mod_of(6), msd)),
        ("x divisible by 16 or so", build(linear(&[5, -7], Comparison::LessEqual, 3), msd)),
        (
            "x + y = z in Fibonacci digits",
            zeckendorf::linear(msd, &[1, 1, -1], Comparison::Equal, 0, limit).expect("small"),
        ),
        ("x is 1000000", build(Predicate::Is(1_000_000), msd)),
        ("xor of 11, one digit at a time", serial(&xor, &names, msd, limit).expect("small")),
        ("x + y divisible by 22", build(mod_of(22), msd)),
        ("x's digit 4 is one", build(Predicate::Bit(4), msd)),
    ]
}

fn main() -> std::io::Result<()> {
    let figures: Vec<String> = samples().iter().map(|(title, dfa)| draw(title, dfa)).collect();
    let page = format!("<!DOCTYPE html>\n<meta charset=\"utf-8\">\n{}\n", figures.join("\n"));
    std::io::stdout().write_all(page.as_bytes())
}
