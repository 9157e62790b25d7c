//! Random rules, random claims, and texts that are no texts.

use crate::against::{CLAIM_RULES, Compared, compare_claim, compare_rule, condition, random_rule};
use crate::cases::{cases, enough};
use crate::functions::FunctionRule;
use fastrand::Rng;
use ishitori_core::catalogue;
use ishitori_reader::{ClaimAbout, read_rule};

#[test]
fn random_rules_are_read_alike() {
    let (mut alike, mut unread) = (0, 0);
    for seed in 0..cases(4_000) {
        let text = random_rule(&mut Rng::with_seed(seed));
        match compare_rule(&text) {
            Compared::Different(where_) => panic!("seed {seed}: {text}\n{where_}"),
            Compared::Alike(_) => alike += 1,
            Compared::Unread(_) => unread += 1,
            Compared::Refused => {}
        }
    }
    assert!(alike >= enough(1_000), "{alike} alike, {unread} not read");
    assert!(unread <= alike / 20 + 5, "{alike} alike, {unread} not read");
}

/// Rules with quotients, minima, maxima and absolute values.
#[test]
fn rules_with_functions_are_read_alike() {
    let (mut alike, mut unread) = (0, 0);
    for seed in 0..cases(1_500) {
        let text = FunctionRule::linear(&mut Rng::with_seed(seed)).text;
        match compare_rule(&text) {
            Compared::Different(where_) => panic!("seed {seed}: {text}\n{where_}"),
            Compared::Alike(_) => alike += 1,
            Compared::Unread(_) => unread += 1,
            Compared::Refused => {}
        }
    }
    assert!(alike >= enough(500), "{alike} alike, {unread} not read");
    assert!(unread <= alike / 20 + 5, "{alike} alike, {unread} not read");
}

#[test]
fn random_claims_are_read_alike() {
    let mut alike = 0;
    for seed in 0..cases(2_000) {
        let mut random = Rng::with_seed(seed);
        let depth = random.u32(1..3);
        let statement = condition(&mut random, depth);
        let rule = CLAIM_RULES[random.usize(..CLAIM_RULES.len())];
        match compare_claim(rule, &statement) {
            Compared::Different(where_) => panic!("seed {seed}: {rule}\n{statement}\n{where_}"),
            Compared::Alike(_) => alike += 1,
            Compared::Unread(_) | Compared::Refused => {}
        }
    }
    assert!(alike >= enough(600), "{alike} alike");
}

/// Whatever the text is, it is read or refused.
#[test]
fn no_text_makes_it_panic() {
    let nim = "game nim(n = 2) position h[n] unordered option h with h[i] lowered for i";
    let game = read_rule(nim, "nim(2)", &mut || true).expect("Nim");
    let texts: Vec<&str> = catalogue::GAMES.iter().map(|(_, text)| *text).collect();
    let words: Vec<&str> = texts.iter().flat_map(|text| text.split_whitespace()).collect();
    let mut random = Rng::with_seed(1);
    for _ in 0..cases(3_000) {
        let text: String = match random.u8(..4) {
            0 => (0..random.usize(..200)).map(|_| random.char(..)).collect(),
            1 => (0..random.usize(..200)).map(|_| random.char(' '..'~')).collect(),
            2 => {
                let some = (0..random.usize(..60)).map(|_| words[random.usize(..words.len())]);
                some.collect::<Vec<_>>().join(" ")
            }
            _ => {
                let text = texts[random.usize(..texts.len())];
                let mut bytes = text.as_bytes().to_vec();
                for _ in 0..random.usize(1..6) {
                    let place = random.usize(..bytes.len());
                    bytes[place] = random.u8(b' '..b'~');
                }
                String::from_utf8_lossy(&bytes).into_owned()
            }
        };
        let name = texts[random.usize(..texts.len())].split_whitespace().nth(1).unwrap_or("g");
        let mut calls = 0;
        let mut few = || {
            calls += 1;
            calls < 200
        };
        let _ = read_rule(&text, name, &mut few);
        let name = text.split_whitespace().nth(1).unwrap_or("g").split('(').next().unwrap_or("g");
        let _ = read_rule(&text, name, &mut few);
        let _ = game.claim(&text, ClaimAbout::Graph, &mut few);
        let statement = text.split_once(": ").map_or("", |(_, after)| after);
        let _ = game.claim(statement, ClaimAbout::Above(1), &mut few);
    }
    for deep in
        ["(", "not ", "-", "2^", "P implies ", "h[", "exists x: ", "{", "a + ", "P iff ", "if "]
    {
        let text = deep.repeat(5_000) + "a";
        assert!(game.claim(&text, ClaimAbout::Value(0), &mut || true).is_err(), "{deep}");
    }
}
