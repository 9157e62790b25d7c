//! `check` and `study` as their users run them: verdicts, witnesses, exit codes, the report.

use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_ishitori"))
        .env("ISHITORI_DATA", "no-data")
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program runs");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(!message.contains("panicked"), "{arguments:?}: {message}");
    output
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

const PAIRS: &str = "game pairs
title en \"Pairs & <more>\" ja \"組\"
position (a, b) unordered
option (x, b) where x < a
claim GOOD theorem \"by hand\" up to 20: P iff a = b
claim BAD conjecture up to 20: grundy = b - a
claim BETTER corrected mends BAD up to 20: grundy = a xor b
claim SUM example: grundy(\"pairs + nim(1)\", 1, 2, 4) = 7
claim TAB table: for all (x, y, g) in table(\"pairs.csv\"): grundy(x, y) = g
";

#[test]
fn verdicts_witnesses_and_exit_codes() {
    let folder = folder();
    fs::write(folder.path().join("pairs.game"), PAIRS).expect("a written file");
    fs::write(folder.path().join("pairs.csv"), "a\\b,0,1,2\n0,0,1,2\n1,1,?,3\n").expect("a table");
    let output = run(folder.path(), &["check", "pairs.game"]);
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!("check_pairs", String::from_utf8_lossy(&output.stdout));
    let output = run(folder.path(), &["check", "pairs.game", "--claim", "GOOD", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let verdicts: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(verdicts[0]["verdict"], "holds");
    assert_eq!(verdicts[0]["cases"], 231);
    let output = run(folder.path(), &["check", "pairs.game", "--claim", "BAD", "--json"]);
    let verdicts: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    // 1 xor 2 = 3 is the smallest difference between b - a and a xor b.
    assert_eq!(verdicts[0]["witness"]["values"], serde_json::json!([1, 2]));
    assert_eq!(verdicts[0]["witness"]["true"], "grundy = 3");
    let output = run(folder.path(), &["check", "nim", "--formula", "P", "--max-positions", "1"]);
    assert_eq!(output.status.code(), Some(1));
    let too_much =
        ["check", "circular(6,2)", "--to", "60", "--formula", "P iff 1 = 1", "--memory", "1"];
    assert_eq!(run(folder.path(), &too_much).status.code(), Some(3));
}

#[test]
fn a_study_writes_one_page_with_every_claim() {
    let folder = folder();
    fs::write(folder.path().join("pairs.game"), PAIRS).expect("a written file");
    fs::write(folder.path().join("pairs.csv"), "a\\b,0,1\n0,0,1\n1,1,0\n").expect("a table");
    let output = run(folder.path(), &["study", "pairs.game", "-o", "page.html"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let page = fs::read_to_string(folder.path().join("page.html")).expect("a page");
    for part in
        ["GOOD", "BAD", "BETTER", "TAB", "Pairs &amp; &lt;more&gt;", "組", "<svg", "refuted"]
    {
        assert!(page.contains(part), "{part} is missing");
    }
    assert!(!page.contains("http://") || page.contains("http://www.w3.org"), "no network");
    let wrong = run(folder.path(), &["study", "pairs.game", "-o", "no/such/folder/page.html"]);
    assert_eq!(wrong.status.code(), Some(2));
    let both = run(folder.path(), &["study", "--all", "nim"]);
    assert_eq!(both.status.code(), Some(2));
}

/// A claim that only holds on its window because its proof was given up says so.
#[test]
fn a_study_says_when_a_proof_took_too_long() {
    let folder = folder();
    fs::write(folder.path().join("pairs.game"), PAIRS).expect("a written file");
    fs::write(folder.path().join("pairs.csv"), "a\\b,0\n0,0\n").expect("a table");
    let little = ["study", "pairs.game", "-o", "page.html", "--prove-time", "0.000001"];
    let (said, out) = ("no proof within 0.000001 s", run(folder.path(), &little).stdout);
    let out = String::from_utf8(out).expect("text");
    assert!(out.contains(said), "{out}");
    let page = fs::read_to_string(folder.path().join("page.html")).expect("a page");
    assert!(page.contains(said));
    let out = run(folder.path(), &[&little[..], &["--json"]].concat()).stdout;
    let rows: Value = serde_json::from_slice(&out).expect("JSON");
    let good = rows.as_array().expect("rows").iter().find(|row| row["claim"] == "GOOD");
    let why = good.expect("a row")["no_proof"].as_str().expect("a reason");
    assert!(why.contains(said), "{why}");
}

#[test]
fn the_printed_claims_that_are_false_are_refuted() {
    let folder = folder();
    let refuted = [
        ("grid-nim", "TDN-1"),
        ("grid-nim", "TDN-1a"),
        ("grid-nim", "TDN-1b"),
        ("grid-nim", "TDN-Y5"),
        ("grid-nim", "TDN-Y6"),
        ("grid-nim", "TDN-753"),
        ("grid-nim", "TDN-S1"),
        ("grid-nim", "TDN-S2"),
        ("grid-nim", "TDN-S3"),
        ("grid-nim", "TDN-S4"),
        ("grid-nim", "TDN-SYM"),
        ("nim", "TDN-S1-N"),
        ("nim", "TDN-S3-N"),
        ("common-divisor", "CDN-2.2a"),
        ("circular", "CIR-Q2-F2"),
        ("circular", "CIR-Q2-F3"),
        ("circular", "CIR-Q2-F4"),
        ("single-delete", "SD-3"),
    ];
    for (game, id) in refuted {
        let output = run(folder.path(), &["check", game, "--claim", id]);
        assert_eq!(output.status.code(), Some(1), "{game} {id}");
    }
    for (game, id) in [("grid-nim", "TDN-753-C"), ("grid-nim", "TDN-Y6-C"), ("grid-nim", "TDN-M")] {
        let output = run(folder.path(), &["check", game, "--claim", id]);
        assert_eq!(output.status.code(), Some(0), "{game} {id}");
    }
}

/// Wrong claims, and what is said about them.
const WRONG: [&str; 16] = [
    "claim A theorem: P iff a = c",
    "claim A theorem up to 9: P iff a + b",
    "claim A theorm: P",
    "claim: P",
    "claim A theorem P iff a = b",
    "claim A theorem on 3: P",
    "claim A theorem up to: P",
    "claim A theorem: P iff (a = b",
    "claim A theorem: grundy = foo(a)",
    "claim A theorem: P(a)",
    "claim A theorem: P(\"nimm\", a, b)",
    "claim A theorem: for all x in a: P(x, b)",
    "claim A theorem: options = {(1, 2, 3)}",
    "claim A theorem: exists (x, y) in 1 .. 3: P(x, y)",
    "define f(x) := a + x claim A theorem: f(1) = 2",
    "claim A theorem: P claim A theorem: N",
];

#[test]
fn wrong_claims_are_explained() {
    let folder = folder();
    let mut messages = String::new();
    for claim in WRONG {
        let text =
            format!("game g\nposition (a, b) unordered\noption (x, b) where x < a\n{claim}\n");
        fs::write(folder.path().join("g.game"), text).expect("a written file");
        for command in ["check", "show"] {
            let output = run(folder.path(), &[command, "g.game"]);
            assert_eq!(output.status.code(), Some(2), "{command} {claim}");
            if command == "check" {
                messages.push_str(&String::from_utf8_lossy(&output.stderr));
                messages.push('\n');
            }
        }
    }
    insta::assert_snapshot!("wrong_claims", messages);
}
