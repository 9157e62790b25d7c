//! Pieces of several numbers as users meet them: what is answered, what is refused in a sentence, files and play.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::{Value, json};

/// Runs the program with these lines to read; tells the exit code, what it wrote and what it said.
fn run(folder: &Path, arguments: &[&str], input: &str) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_ishitori"))
        .env("ISHITORI_DATA", "no-data")
        .current_dir(folder)
        .args(arguments)
        .write_stdin(input)
        .output()
        .expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert!(!err.contains("panicked"), "{arguments:?}: {err}");
    (output.status.code().expect("a code"), out, err)
}

fn answered(folder: &Path, arguments: &[&str]) -> Value {
    let (code, out, err) = run(folder, arguments, "");
    assert_eq!(code, 0, "{arguments:?}: {err}");
    serde_json::from_str(&out).expect("JSON")
}

#[test]
fn what_does_not_apply_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for (arguments, why) in [
        (&["prove", "cutcake"][..], "there are no proofs about these"),
        (&["prove", "cutcake", "--formula", "P iff a = b"], "there are no proofs about these"),
        (&["discover", "cutcake"], "theorems are not looked for there"),
        (&["discover", "cutcake", "--what", "grundy"], "theorems are not looked for there"),
        (&["sequence", "cutcake"], "is no game on single heaps"),
        (&["quotient", "cutcake", "--to", "5"], "is no game on single heaps"),
        (&["positions", "cutcake", "--to", "5"], "none are listed"),
        (&["positions", "cutcake", "--to", "5", "--count"], "none are listed"),
        (&["positions", "cutcake", "--to", "5", "--where", "a = b"], "none are listed"),
        (&["positions", "cutcake", "--to", "5", "-o", "p.parquet"], "none are listed"),
        (&["table", "cutcake", "--to", "5", "-o", "t.zarr"], "printed, not streamed"),
        (&["table", "cutcake", "--to", "5", "--format", "jsonl"], "printed, not streamed"),
        (&["table", "cutcake"], "say how far to go"),
        (&["table", "cutcake", "--to", "2,3,4"], "3 bounds for 2 heaps"),
        (&["plot", "cutcake", "--to", "9", "--what", "rare", "-o", "p.svg"], "of single heaps"),
        (&["plot", "cutcake", "--to", "9", "--misere", "-o", "p.svg"], "of normal play"),
        (&["value", "cutcake", "3,4"], "write its numbers as 3x4"),
        (&["value", "cutcake", "0x4"], "at least 1"),
        (&["value", "cutcake", "900000x900000", "--memory", "1"], "fit"),
        (&["moves", "cutcake", "2x2x2"], "no piece"),
        (&["check", "cutcake", "--formula", "size(options) = 0"], "a sum of pieces"),
        (
            &["check", "wythoff", "--formula", "grundy(\"cutcake\", a, b) = 0"],
            "another game on pieces",
        ),
        (&["check", "cutcake", "--formula", "n = 0"], "not known here"),
    ] {
        let (code, out, err) = run(folder.path(), arguments, "");
        assert_eq!(code, 2, "{arguments:?}: {out}{err}");
        let said = format!("{out}{err}");
        assert!(said.contains(why), "{arguments:?}: {said}");
    }
    let left: Vec<_> = fs::read_dir(folder.path()).expect("a folder").collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn answers_agree_with_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let table = answered(here, &["table", "eatcake", "--to", "5,7", "--json"]);
    for (a, row) in (1..).zip(table["values"].as_array().expect("rows")) {
        for (b, value) in (1..).zip(row.as_array().expect("cells")) {
            let at = format!("{a}x{b}");
            let found = answered(here, &["value", "eatcake", &at, "--json"]);
            assert_eq!(found["grundy"], *value, "{at}");
            assert_eq!(found["position"], json!([[a, b]]));
            let options = answered(here, &["moves", "eatcake", &at, "--json"]);
            for winning in found["winning_moves"].as_array().expect("a list") {
                let options = options["options"].as_array().expect("a list");
                assert!(options.contains(winning), "{at} {winning}");
            }
        }
    }
    // Two equal pieces are worth nothing, and 2 with 1 and 3 of other games neither.
    assert_eq!(answered(here, &["value", "eatcake", "2x3,2x3", "--json"])["grundy"], 0);
    let (code, out, _) = run(here, &["value", "eatcake 2x3 + nim(2) 1,3"], "");
    assert!(code == 0 && out.contains("outcome     P"), "{out}");
    let (code, out, _) = run(here, &["plot", "eatcake", "--to", "9", "-o", "e.svg"], "");
    assert!(
        code == 0 && fs::read_to_string(here.join("e.svg")).expect("a file").contains("<svg"),
        "{out}"
    );
    let (code, out, _) = run(here, &["play", "eatcake", "2x3", "--seed", "1"], "hint\n2x2\nquit\n");
    assert!(
        code == 0 && out.contains("Moving to") && out.contains("The machine moves to"),
        "{out}"
    );
    // The machine that cannot solve it says so before play begins.
    let (code, _, err) =
        run(here, &["play", "cutcake", "40x40", "--max-positions", "1000"], "quit\n");
    assert!(code == 3 && err.contains("--strength easy"), "{err}");
}

#[test]
fn a_rule_of_ones_own_with_three_numbers() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let rule = "game box heap (a, b, c)
        option [x, b, c] + [y, b, c] where x + y = a
        option [a, x, c] + [a, y, c] where x + y = b
        option [a, b, x] + [a, b, y] where x + y = c
        claim BREAKS theorem up to (5,5,5): grundy = (a*b*c - 1) mod 2";
    fs::write(here.join("box.game"), rule).expect("a written file");
    let (code, out, err) = run(here, &["check", "box.game"], "");
    assert!(code == 0 && out.contains("(125 positions)"), "{out}{err}");
    let list = answered(here, &["table", "box.game", "--to", "2", "--json"]);
    assert_eq!(list["positions"].as_array().map(Vec::len), Some(8), "{list}");
    let (code, out, _) = run(here, &["table", "box.game", "--fix", "c=2", "--to", "3"], "");
    assert!(code == 0 && out.contains("a\\b"), "{out}");
    let (code, out, _) = run(here, &["value", "box.game", "2x3x4"], "");
    assert!(code == 0 && out.contains("grundy      1"), "{out}");
    let (code, out, _) = run(here, &["explain", "box.game", "20x30x40"], "");
    assert!(code == 0 && out.contains("positions  24000"), "{out}");
}
