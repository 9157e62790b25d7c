//! How long sequences of single heaps take, beside a plain loop in the same run:
//! `cargo run --release -p ishitori-core --example sequences -- 'octal(0.6)' 1000000 [plain]`.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use ishitori_core::catalogue;
use ishitori_core::control::Control;
use ishitori_core::single::Sequence;
use ishitori_rule::Rules;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, to, rest @ ..] = arguments.as_slice() else {
        println!("usage: sequences GAME TO [plain]");
        return;
    };
    let ruleset = catalogue::find(game).expect("a game of the catalogue");
    let Rules::Single(rules) = &ruleset.rules else {
        println!("{game} is no game on single heaps");
        return;
    };
    let to: u64 = to.parse().expect("a number");
    let begun = Instant::now();
    let made = if rest.is_empty() { Sequence::new(rules) } else { Sequence::plain(rules) };
    let mut sequence = made.expect("playable");
    let outcome = sequence.extend(to, &Control::unlimited());
    let took = begun.elapsed().as_secs_f64();
    let largest = sequence.values().into_iter().max().unwrap_or(0);
    println!(
        "{game}: {} values in {took:.2} s ({:.0}/s), engine {:?}, {:?} rare, largest {largest}, {:?} {outcome:?}",
        sequence.len(),
        sequence.len() as f64 / took,
        sequence.engine(),
        sequence.rare(),
        sequence.period(),
    );
}
