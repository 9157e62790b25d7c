//! `ishitori value` for positions that no engine reaches: from a proved claim.

use std::fs;
use std::process::Output;

use assert_cmd::Command;
use num_bigint::BigUint;
use serde_json::Value;

fn ishitori(arguments: &[&str]) -> Output {
    let mut command = Command::cargo_bin("ishitori").expect("the program");
    command.args(arguments).env("ISHITORI_DATA", "no-data").output().expect("it runs")
}

fn text(arguments: &[&str]) -> String {
    let output = ishitori(arguments);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(game: &str, heaps: &[BigUint]) -> Value {
    let position = heaps.iter().map(BigUint::to_string).collect::<Vec<_>>().join(",");
    serde_json::from_str(&text(&["value", game, &position, "--json"])).expect("JSON")
}

/// What stands after a word at the beginning of a line.
fn line<'t>(text: &'t str, word: &str) -> &'t str {
    let found = text.lines().find_map(|line| line.strip_prefix(word));
    found.unwrap_or_else(|| panic!("no line {word}: {text}")).trim()
}

fn fails(arguments: &[&str], code: i32) -> String {
    let output = ishitori(arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).expect("UTF-8")
}

/// Numbers with a thousand digits that look like any.
fn thousand(n: usize) -> Vec<BigUint> {
    let mut random = fastrand::Rng::with_seed(42);
    let mut number = || -> BigUint {
        let digits: String =
            (0..1000).map(|i| if i == 0 { '7' } else { random.digit(10) }).collect();
        digits.parse().expect("digits")
    };
    (0..n).map(|_| number()).collect()
}

fn number(value: &Value) -> BigUint {
    match value {
        Value::String(digits) => digits.parse().expect("digits"),
        other => BigUint::from(other.as_u64().expect("a number")),
    }
}

fn heaps(value: &Value) -> Vec<BigUint> {
    value.as_array().expect("heaps").iter().map(number).collect()
}

fn ones(heaps: &[BigUint], place: u64) -> usize {
    heaps.iter().filter(|heap| heap.bit(place)).count()
}

/// How many heaps of a sorted position are not in another one.
fn changed(before: &[BigUint], after: &[BigUint]) -> usize {
    before.iter().filter(|heap| !after.contains(heap)).count()
}

#[test]
fn nim_is_xor() {
    for (game, n) in [("nim(5)", 5), ("nim(20)", 20)] {
        let position = thousand(n);
        let found = json(game, &position);
        let xor = position.iter().fold(BigUint::ZERO, |xor, heap| xor ^ heap);
        assert_eq!(number(&found["grundy"]), xor);
        assert_eq!((&found["outcome"], &found["by"]), (&"N".into(), &"BIN-T4".into()));
        assert_eq!((&found["remoteness"], &found["winning_moves"]), (&Value::Null, &Value::Null));
        let new = heaps(&found["winning_move"]);
        assert_eq!(new.iter().fold(BigUint::ZERO, |xor, heap| xor ^ heap), BigUint::ZERO);
        assert_eq!(changed(&position, &new), 1);
        assert!(new.is_sorted());
        let lost = json(game, &new);
        assert_eq!((&lost["outcome"], &lost["grundy"]), (&"P".into(), &0.into()));
        assert_eq!(
            (&lost["winning_moves"], &lost["winning_move"]),
            (&Value::Array(vec![]), &Value::Null)
        );
    }
}

#[test]
fn moore_counts_digits() {
    let position = thousand(12);
    let found = json("moore(12,2)", &position);
    let new = heaps(&found["winning_move"]);
    assert!((0..3_400).all(|place| ones(&new, place).is_multiple_of(3)));
    assert!((1..=2).contains(&changed(&position, &new)));
    assert_eq!(found["grundy"], Value::Null);
    assert_eq!(json("moore(12,2)", &new)["grundy"], 0);
}

#[test]
fn lim_is_the_majority() {
    let position = thousand(3);
    let found = json("lim", &position);
    let xor = &position[0] ^ &position[1] ^ &position[2];
    let sum: BigUint = position.iter().sum();
    assert_eq!(number(&found["grundy"]), (&sum - xor) / 2u8);
    let new = heaps(&found["winning_move"]);
    assert!((0..3_400).all(|place| ones(&new, place) <= 1));
    assert!(new.iter().sum::<BigUint>() < sum);
}

#[test]
fn splitting_games() {
    let position = thousand(2);
    let found = json("split-and-delete", &position);
    let new = heaps(&found["winning_move"]);
    assert!(new[0] == new[1] && new[0].trailing_zeros().is_some_and(|zeros| zeros % 2 == 0));
    assert_eq!(found["by"], "SDN-T1");
    let tail = (0..).take_while(|place| ones(&position, *place) > 0).count();
    let found = json("delete-nim", &position);
    assert_eq!(found["grundy"], tail);
    let odd: Vec<BigUint> = position.iter().map(|heap| heap * 8u8 + 7u8).collect();
    let new = heaps(&json("delete-nim", &odd)["winning_move"]);
    assert_eq!(ones(&new, 0), 0);
    assert!(odd.contains(&(&new[0] + &new[1] + 1u8)));
}

#[test]
fn wythoff_pairs_are_neighbouring_fibonacci_numbers() {
    // (1,2), (3,5), (8,13) and so on.
    let (mut a, mut b) = (BigUint::from(1u8), BigUint::from(2u8));
    for _ in 0..2_400 {
        a += &b;
        b += &a;
    }
    assert!(a.to_string().len() > 1_000);
    let lost = json("wythoff", &[b.clone(), a.clone()]);
    assert_eq!((&lost["outcome"], &lost["by"]), (&"P".into(), &"WYT-P".into()));
    assert_eq!(heaps(&lost["position"]), [a.clone(), b.clone()]);
    let won = json("wythoff", &[a.clone(), &b + 1u8]);
    assert_eq!(won["outcome"], "N");
    let new = heaps(&won["winning_move"]);
    assert_eq!(json("wythoff", &new)["outcome"], "P");
    let taken: Vec<BigUint> = [&a - &new[0], &b + 1u8 - &new[1]].into();
    assert!(taken[0] == taken[1] || taken.contains(&BigUint::ZERO), "{taken:?}");
}

#[test]
fn circles() {
    let position = thousand(6);
    let found = json("circular(6,4)", &position);
    let new = heaps(&found["winning_move"]);
    assert!(position.iter().zip(&new).all(|(before, after)| after <= before));
    let kept: Vec<usize> = (0..6).filter(|i| position[*i] == new[*i]).collect();
    assert!((0..6).any(|i| kept.contains(&i) && kept.contains(&((i + 1) % 6))), "{kept:?}");
    assert_eq!(json("circular(6,4)", &new)["outcome"], "P");
}

#[test]
fn what_would_take_long_is_answered_by_a_theorem() {
    let found = text(&["value", "split-and-delete", "1000000,1000001"]);
    assert_eq!(line(&found, "outcome"), "N (the player to move wins)");
    assert_eq!(line(&found, "by"), "SDN-T1, proved for all positions");
    assert_eq!(line(&found, "grundy"), "not known: 1 or more, SDN-T1 says no more");
    assert!(line(&found, "winning").ends_with(" (there may be others)"));
    let found = text(&["value", "lim", "1000000,1000001,1000002"]);
    assert_eq!(line(&found, "grundy"), "1000000");
    // Small positions are solved as ever.
    let found = text(&["value", "split-and-delete", "6,8"]);
    assert!(!found.contains("proved") && found.contains("remoteness  3 moves"));
}

#[test]
fn what_cannot_be_answered() {
    let large = "9".repeat(50);
    let two = format!("{large},{large}");
    let error = fails(&["value", "nim(2)", &two, "--misere"], 2);
    assert!(error.contains("misère play") && error.contains("nim(2)"), "{error}");
    let error = fails(&["value", "single-split-delete", &format!("1,{two}")], 2);
    assert!(error.contains("No claim of single-split-delete(3)"), "{error}");
    let error = fails(&["value", "split-and-delete", &format!("0,{large}")], 2);
    assert!(error.contains("a = 0 is too small"), "{error}");
    let error = fails(&["value", "split-and-delete", &format!("{two},1")], 2);
    assert!(error.contains("has 2 heaps") && error.contains('…'), "{error}");
    let error = fails(&["value", "split-and-delete", &format!("{large},x")], 2);
    assert!(error.contains("`x` is not a heap"), "{error}");
    let error = fails(&["value", "welter(2)", &two], 2);
    assert!(error.contains("no position"), "{error}");
    let error = fails(&["value", "nim(1)", &"1".repeat(100_001)], 2);
    assert!(error.contains("100001 digits"), "{error}");
    let error = fails(&["value", "nim(2)", &two, "--time", "0"], 2);
    assert!(error.contains("--time"), "{error}");
    let eight = format!("{two},{two},{two},{two}");
    let error = fails(&["value", "circular(8,6)", &eight, "--time", "0.05"], 3);
    assert!(error.contains("ishitori prove 'circular(8,6)' --claim CIR-86"), "{error}");
}

#[test]
fn misere_claims_answer_for_misere_play() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("one.game");
    let rule = "game one\nposition (a)\noption (x) where x < a\n\
                claim ONE-M theorem misere: P iff a = 1\nclaim ONE-G theorem: grundy = a\n";
    fs::write(&file, rule).expect("written");
    let (file, large) = (file.to_str().expect("UTF-8"), "5".repeat(40));
    let found = text(&["value", file, &large, "--misere"]);
    assert_eq!(line(&found, "by"), "ONE-M, proved for all positions");
    assert_eq!(line(&found, "winning"), "1 (there may be others)");
    assert!(!found.contains("grundy"));
    let found = text(&["value", file, &large]);
    assert_eq!(line(&found, "grundy"), large);
}
