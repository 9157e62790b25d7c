//! Compares the two readers on many random rules and claims, and tells what came of it.
//!
//! `cargo run --release -p ishitori-reader --example readers -- rules 0 50000`, or `claims`.

#![allow(clippy::print_stdout, reason = "it is a program that prints")]

#[path = "../tests/against.rs"]
#[allow(dead_code, reason = "the tests use all of it")]
mod against;

use std::collections::BTreeMap;

use against::{CLAIM_RULES, Compared, compare_claim, compare_rule, condition, random_rule};
use fastrand::Rng;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize| arguments.get(place).and_then(|n| n.parse::<u64>().ok());
    let (from, to) = (number(1).unwrap_or(0), number(2).unwrap_or(1_000));
    let rules = arguments.first().is_some_and(|what| what == "rules");
    let mut unread: BTreeMap<String, u64> = BTreeMap::new();
    let (mut alike, mut points, mut refused, mut different) = (0u64, 0usize, 0u64, 0u64);
    for seed in from..to {
        let mut random = Rng::with_seed(seed);
        let (text, compared) = if rules {
            let text = random_rule(&mut random);
            let compared = compare_rule(&text);
            (text, compared)
        } else {
            let depth = random.u32(1..3);
            let statement = condition(&mut random, depth);
            let rule = CLAIM_RULES[random.usize(..CLAIM_RULES.len())];
            let compared = compare_claim(rule, &statement);
            (format!("{rule}\n{statement}"), compared)
        };
        match compared {
            Compared::Refused => refused += 1,
            Compared::Alike(more) => {
                alike += 1;
                points += more;
            }
            Compared::Unread(why) => *unread.entry(why).or_default() += 1,
            Compared::Different(where_) => {
                different += 1;
                println!("DIFFERENT seed {seed}\n{text}\n{where_}\n");
            }
        }
    }
    println!(
        "{} cases: {alike} alike at {points} points, {different} different, {refused} refused by the first",
        to - from
    );
    let mut unread: Vec<(String, u64)> = unread.into_iter().collect();
    unread.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (why, count) in unread {
        println!("{count:8} not read: {why}");
    }
}
