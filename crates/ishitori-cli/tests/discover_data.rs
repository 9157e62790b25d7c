//! Conjectures from tables: of known games they are their theorems, of noise there are none, and none is kept.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::cases::cases;

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let program = Command::new(env!("CARGO_BIN_EXE_ishitori"))
        .args(arguments)
        .env("ISHITORI_DATA", "data")
        .current_dir(folder)
        .output();
    let output = program.expect("the program runs");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"), "{output:?}");
    assert!(!folder.join("data").exists(), "something is kept");
    output
}

/// What comes of a table, and the exit code.
fn discovered(table: &str, more: &[&str]) -> (Value, Option<i32>) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("t.csv"), table).expect("a written file");
    let output = run(folder.path(), &[&["discover", "--data", "t.csv", "--json"], more].concat());
    (serde_json::from_slice(&output.stdout).unwrap_or(Value::Null), output.status.code())
}

fn statement(table: &str, more: &[&str]) -> String {
    let (found, code) = discovered(table, more);
    assert_eq!(code, Some(0), "{found}");
    assert_eq!(found["result"], "conjecture", "{found}");
    let (learned, tested) = (found["learned"].as_u64(), found["tested"].as_u64());
    let all = learned.expect("a number") + tested.expect("a number");
    assert_eq!(found["positions"].as_u64(), Some(all), "{found}");
    found["statement"].as_str().unwrap_or_default().to_string()
}

/// A line a position, below `headings`.
fn list(headings: &str, rows: impl Iterator<Item = (Vec<u64>, String)>) -> String {
    let line = |(heaps, said): (Vec<u64>, String)| {
        let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
        format!("{},{said}\n", heaps.join(","))
    };
    format!("{headings}\n{}", rows.map(line).collect::<String>())
}

fn pairs(to: u64) -> impl Iterator<Item = (u64, u64)> {
    (0..=to).flat_map(move |a| (0..=to).map(move |b| (a, b)))
}

/// The lost pairs of Wythoff's game, by the least number that is in none before.
fn wythoff(to: u64) -> Vec<(u64, u64)> {
    let mut lost: Vec<(u64, u64)> = Vec::new();
    while lost.last().is_none_or(|(_, b)| *b <= to) {
        let free = (0..).find(|n| lost.iter().all(|(a, b)| n != a && n != b));
        let a = free.expect("finitely many are taken");
        lost.push((a, a + lost.len() as u64));
    }
    lost
}

fn outcome(is_p: bool) -> String {
    if is_p { "P".into() } else { "N".into() }
}

#[test]
fn tables_of_known_games_tell_their_theorems() {
    let nim = list("a,b,grundy", pairs(20).map(|(a, b)| (vec![a, b], (a ^ b).to_string())));
    assert_eq!(statement(&nim, &[]), "grundy = a xor b");
    assert_eq!(statement(&nim, &["--what", "p"]), "P iff a = b");
    let thirds = list("n,outcome", (0..40).map(|n| (vec![n], outcome(n % 3 == 0))));
    assert_eq!(statement(&thirds, &[]), "P iff n mod 3 = 0");
    // From 1 on, and a row of values.
    let from_one = list("n,outcome", (1..60u64).map(|n| (vec![n], outcome(n.is_power_of_two()))));
    assert!(!statement(&from_one, &[]).is_empty());
    // Only ascending positions: the order of heaps means nothing.
    let lost = wythoff(60);
    let ascending = pairs(60).filter(|(a, b)| a <= b);
    let table =
        list("a,b,outcome", ascending.map(|(a, b)| (vec![a, b], outcome(lost.contains(&(a, b))))));
    let (found, code) = discovered(&table, &[]);
    assert_eq!((code, &found["unordered"]), (Some(0), &Value::Bool(true)), "{found}");
    let said = found["statement"].as_str().expect("in a formula");
    let folder = tempfile::tempdir().expect("a folder");
    let check = run(folder.path(), &["check", "wythoff", "--formula", said, "--to", "200"]);
    assert!(check.status.success(), "{said}: {check:?}");
    // In misère play it is said so.
    let (found, _) = discovered(&thirds, &["--misere"]);
    assert_eq!(found["convention"], "misere");
}

#[test]
fn a_single_wrong_cell_spoils_a_conjecture() {
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..cases(12) {
        let wrong = (random.u64(0..24), random.u64(0..24));
        let said = |(a, b): (u64, u64)| (vec![a, b], outcome((a == b) != ((a, b) == wrong)));
        let (found, code) = discovered(&list("a,b,outcome", pairs(23).map(said)), &[]);
        if found["result"] == "conjecture" {
            // An automaton may know of the exception; it is right about the whole table then.
            assert_ne!(found["statement"], "P iff a = b", "{wrong:?}");
        } else {
            assert_eq!(code, Some(3), "{found}");
        }
    }
}

#[test]
fn noise_tells_nothing() {
    let mut random = fastrand::Rng::with_seed(8);
    for _ in 0..cases(30) {
        let to = random.u64(5..20);
        let rows: Vec<_> =
            pairs(to).map(|(a, b)| (vec![a, b], outcome(random.u8(0..3) == 0))).collect();
        let (found, code) = discovered(&list("a,b,outcome", rows.into_iter()), &[]);
        assert_eq!((code, &found["result"]), (Some(3), &Value::from("nothing")), "{found}");
        let rows: Vec<_> =
            pairs(to).map(|(a, b)| (vec![a, b], random.u64(0..9).to_string())).collect();
        let (found, code) = discovered(&list("a,b,grundy", rows.into_iter()), &[]);
        assert_eq!((code, &found["result"]), (Some(3), &Value::from("nothing")), "{found}");
    }
}

#[test]
fn tables_that_are_too_small_or_none_are_said_to_be() {
    let small = list("a,b,outcome", pairs(2).map(|(a, b)| (vec![a, b], outcome(a == b))));
    let (found, code) = discovered(&small, &[]);
    assert_eq!((code, &found["too_small"]), (Some(3), &Value::Bool(true)), "{found}");
    let hole = pairs(9).filter(|pair| *pair != (2, 3));
    let hole = list("a,b,outcome", hole.map(|(a, b)| (vec![a, b], outcome(a == b))));
    let (found, _) = discovered(&hole, &[]);
    assert!(found["why"].as_str().expect("a reason").contains("below 3"), "{found}");
    let folder = tempfile::tempdir().expect("a folder");
    for (table, more, says) in [
        ("", &[][..], "name the heaps"),
        ("a,b\n0,0\n", &[], "should be `outcome` or `grundy`"),
        ("0,0,P\n", &[], "name the heaps"),
        ("a,b,outcome\n0,0,P\n0,0,N\n", &[], "two things are said of 0,0"),
        ("a,b,outcome\n0,0,3\n", &[], "line 2"),
        ("a,b,outcome\n0,x,P\n", &[], "line 2"),
        ("a,b,outcome\n0,0\n", &[], "line 2"),
        ("P,b,outcome\n0,0,P\n", &[], "`P` is no name"),
        ("a,and,outcome\n0,0,P\n", &[], "`and` is no name"),
        ("a,a,outcome\n0,0,P\n", &[], "two columns are called `a`"),
        ("a,b,outcome\n0,4294967297,P\n", &[], "beyond 2^32"),
        ("a,b,grundy\n0,0,0\n", &["--misere"], "in misère play"),
        ("a,b,outcome\n0,0,P\n", &["--what", "grundy"], "no Grundy values"),
        ("a,b,outcome\n0,0,P\n", &["-o", "x.cert"], "no certificate"),
        ("a,b,outcome\n0,0,P\n", &["nim"], "with --data there is no game"),
    ] {
        fs::write(folder.path().join("t.csv"), table).expect("a written file");
        let output = run(folder.path(), &[&["discover", "--data", "t.csv"], more].concat());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{table}: {output:?}");
        assert!(said.contains(says), "{table}: {said}");
    }
}
