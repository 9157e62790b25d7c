//! `logic` and scripts for Walnut as their users run them: verdicts, examples, sets, exit codes, files.

use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use ishitori_automata::{DigitOrder, Limit, Numeration, walnut};
use serde_json::Value;

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_ishitori"))
        .args(arguments)
        .output()
        .expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    let (out, message) = (text(stdout), text(stderr));
    assert!(!message.contains("panicked"), "{arguments:?}: {message}");
    (status.code(), out, message)
}

fn logic(sentence: &str) -> (Option<i32>, String, String) {
    run(&["logic", sentence])
}

fn json(sentence: &str) -> (Option<i32>, Value) {
    let (code, out, _) = run(&["logic", sentence, "--json"]);
    (code, serde_json::from_str(&out).unwrap_or_else(|e| panic!("{sentence}: {e}: {out}")))
}

#[test]
fn true_and_false() {
    for sentence in [
        "forall a, b: a + b = b + a",
        "for all a, b: a xor b <= a + b",
        "forall a: exists k: a = 2*k or a = 2*k + 1",
        "forall k: floor(k*phi^2) = floor(k*phi) + k",
        "forall n: n >= 8 implies exists x, y: n = 3*x + 5*y",
        "no x with 2*x = 7",
        "exactly one x with x + x = 8",
        "1 + 1 = 2",
    ] {
        let (code, out, message) = logic(sentence);
        assert_eq!(code, Some(0), "{sentence}: {out}{message}");
        assert!(out.starts_with("TRUE\n"), "{sentence}: {out}");
    }
    for sentence in ["exists a: forall b: b <= a", "forall a: exists b: b < a", "2 in {1, 3}"] {
        let (code, out, message) = logic(sentence);
        assert_eq!(code, Some(1), "{sentence}: {out}{message}");
        assert!(out.starts_with("FALSE\n"), "{sentence}: {out}");
        assert_eq!(message, "", "{sentence}");
    }
}

#[test]
fn smallest_examples() {
    for (sentence, code, example) in [
        ("exists x, y: x + y = 10 and x xor y = 10", 0, "smallest witness: x = 0, y = 10"),
        ("exists b, a: b > a and a > 2", 0, "smallest witness: b = 4, a = 3"),
        ("exists k: floor(k*phi) = 8", 0, "smallest witness: k = 5"),
        ("forall x, y: x + y = x xor y", 1, "smallest counterexample: x = 1, y = 1"),
        ("forall a in 1 .. 100: a < 50", 1, "smallest counterexample: a = 50"),
        ("forall a, b: a < 7", 1, "smallest counterexample: a = 7, b = 0"),
        ("forall x: x < 4611686018427387000", 1, "counterexample: x = 4611686018427387000"),
    ] {
        let (found, out, message) = logic(sentence);
        assert_eq!(found, Some(code), "{sentence}: {out}{message}");
        assert!(out.contains(example), "{sentence}: {out}");
    }
    let (code, value) = json("forall x, y: x + y = x xor y");
    assert_eq!((code, &value["verdict"]), (Some(1), &Value::from("false")));
    assert_eq!(value["counterexample"]["y"], 1);
    let (code, value) = json("exists x: x > 5");
    assert_eq!((code, &value["witness"]["x"]), (Some(0), &Value::from(6)));
    assert!(value["largest_automaton"].as_u64() > Some(1));
}

#[test]
fn sets() {
    for (sentence, size, count, first) in [
        ("a + b = 3", "finite", Some(4), "[[0,3],[1,2],[2,1],[3,0]]"),
        ("b + a = 3 and a < b", "finite", Some(2), "[[2,1],[3,0]]"),
        ("a < 0", "finite", Some(0), "[]"),
        ("a >= 0", "all", None, "[[0],[1],[2],[3],[4],[5],[6],[7],[8],[9]]"),
        ("a < 1000", "finite", Some(1000), "[[0],[1],[2],[3],[4],[5],[6],[7],[8],[9]]"),
        ("a xor 2*a = 3*a", "infinite", None, "[[0],[1],[2],[4],[5],[8],[9],[10],[16],[17]]"),
        (
            "exists k: a = floor(k*phi)",
            "infinite",
            None,
            "[[0],[1],[3],[4],[6],[8],[9],[11],[12],[14]]",
        ),
    ] {
        let (code, value) = json(sentence);
        assert_eq!(code, Some(0), "{sentence}");
        assert_eq!(value["verdict"], "set", "{sentence}");
        assert_eq!(value["size"], size, "{sentence}");
        assert_eq!(value["count"].as_u64(), count, "{sentence}");
        assert_eq!(value["first"].to_string(), first, "{sentence}");
    }
    let (code, out, _) = logic("v2(a) = v2(b) and a + b = 24");
    assert_eq!(code, Some(0));
    assert!(out.starts_with("a, b: holds for 21, first for\n    (1,23), (2,22)"), "{out}");
}

#[test]
fn automata_in_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a path").to_string();
    let (text, drawing) = (path("set.txt"), path("set.svg"));
    for file in [&text, &drawing] {
        let (code, out, message) = run(&["logic", "a xor 2*a = 3*a", "-o", file]);
        assert_eq!(code, Some(0), "{message}");
        assert!(out.ends_with(&format!("    wrote {file}\n")), "{out}");
    }
    let read = fs::read_to_string(&text).expect("a file");
    let automaton = walnut::read(&read, Limit::default()).expect("Walnut's format");
    let accepts = |x| automaton.dfa.accepts(&Numeration::Binary.word(DigitOrder::Msd, &[x]));
    assert!((0..200u128).all(|x| accepts(x) == (x & x << 1 == 0)));
    let svg = fs::read_to_string(&drawing).expect("a file");
    roxmltree::Document::parse(&svg).expect("a drawing");
    for (sentence, name) in [("a = 1", "set.png"), ("forall a: a = 1", "none.txt")] {
        let (code, _, message) = run(&["logic", sentence, "-o", &path(name)]);
        assert_eq!(code, Some(2), "{message}");
        assert!(!Path::new(&path(name)).exists());
    }
}

#[test]
fn what_goes_wrong() {
    let (code, _, message) = logic("forall a: a <");
    assert_eq!(code, Some(2));
    assert!(message.contains("formula:1:13") && message.contains('┬'), "{message}");
    for sentence in ["a*b = 6", "forall a: P", "forall a: popcount(a) < a"] {
        let (code, out, message) = logic(sentence);
        assert_eq!(code, Some(3), "{sentence}: {out}{message}");
        assert!(message.contains("automata cannot decide this"), "{sentence}: {message}");
        assert_eq!(message.lines().count(), 1, "{message}");
        let (code, value) = json(sentence);
        assert_eq!((code, &value["verdict"]), (Some(3), &Value::from("unknown")));
    }
    for sentence in ["P iff a = b", "forall a: grundy = a", "size(options) = 1"] {
        let (_, _, message) = logic(sentence);
        assert!(message.contains("there is none here"), "{sentence}: {message}");
    }
    for (sentence, at) in [
        ("forall a: v2(a) - 1 >= 0", "a = 0"),
        ("xor(a - b) = 1", "a = 0, b = 1"),
        ("exists a in 3 .. 90: xor(50 - a, 1) = 7", "a = 51"),
    ] {
        let (code, out, message) = logic(sentence);
        assert_eq!(code, Some(2), "{sentence}: {out}{message}");
        assert!(out.starts_with(&format!("means nothing for {at}\n")), "{sentence}: {out}");
    }
    let (code, value) = json("xor(a - b) = 1");
    assert_eq!((code, &value["at"]["b"]), (Some(2), &Value::from(1)));
}

/// As many states as the sum of these, in either order.
const LARGE: &str = "exists x, y: 10000019*x + 10000079*y = 10000103*z + 10000121*w";

/// Few states with the least significant digits first, millions otherwise.
const ONE_WAY: &str = "exists x: x + y = 3*z and bit(x, 22) = bit(y, 21) and bit(x + z, 23) = 1";

#[test]
fn time_and_memory_are_kept() {
    let begun = Instant::now();
    let (code, _, message) = run(&["logic", LARGE, "--time", "0.5", "--memory", "400"]);
    assert_eq!(code, Some(3), "{message}");
    assert!(message.contains("used up") || message.contains("states"), "{message}");
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    let (code, _, message) = run(&["logic", LARGE, "--memory", "1"]);
    assert_eq!(code, Some(3), "{message}");
    assert!(message.contains("the memory of 1 MB allows no more"), "{message}");
    let (code, out, message) = run(&["logic", ONE_WAY]);
    assert_eq!(code, Some(0), "{message}");
    assert!(out.contains("least significant digits first"), "{out}");
    let (code, ..) = run(&["logic", "a = 1", "--time", "0"]);
    assert_eq!(code, Some(2));
}

#[test]
fn scripts_for_walnut() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a path");
    let (code, out, message) =
        run(&["prove", "split-and-delete", "--claim", "SDN-T1", "--walnut", path]);
    assert_eq!(code, Some(0), "{out}{message}");
    let commands = folder.path().join("Command Files/split_and_delete_2__SDN_T1.txt");
    assert!(out.contains(commands.to_str().expect("a path")), "{out}");
    let commands = fs::read_to_string(commands).expect("commands");
    assert!(commands.lines().count() > 3);
    for line in commands.lines() {
        assert!(line.starts_with("eval split_and_delete_2__SDN_T1_"), "{line}");
        assert!(line.contains("\"?msd_2 ") && line.ends_with("\";"), "{line}");
    }
    let mut automata = 0;
    for entry in fs::read_dir(folder.path().join("Automata Library")).expect("automata") {
        let path = entry.expect("a file").path();
        let text = fs::read_to_string(&path).expect("a file");
        walnut::read(&text, Limit::default()).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
        assert!(commands.contains(&format!("${name}(")), "{name} is not used");
        automata += 1;
    }
    assert!(automata > 0);
    // Too many numbers for a script.
    let other = folder.path().join("other");
    let (code, out, _) = run(&[
        "prove",
        "nim(13)",
        "--claim",
        "BIN-T1",
        "--walnut",
        other.to_str().expect("a path"),
    ]);
    assert_eq!(code, Some(0), "{out}");
    assert!(out.contains("no script for Walnut: 14 numbers at once"), "{out}");
    assert!(!other.exists());
}
