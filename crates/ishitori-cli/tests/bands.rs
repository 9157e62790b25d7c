//! `discover --bands` as its users run it: theorems, the store, answers far away, refusals.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The output of a run that must end with `code`, on both streams.
fn said(folder: &Path, arguments: &[&str], code: i32) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ishitori"));
    command.args(arguments).current_dir(folder).env("ISHITORI_DATA", "data");
    let output = command.output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    let (out, message) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {out}{message}");
    (out, message)
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    serde_json::from_str(&said(folder, arguments, 0).0).expect("JSON")
}

#[test]
fn rows_of_wythoff_answer_far_away() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let rows = json(at, &["discover", "wythoff", "--bands", "--free", "a", "--to", "5", "--json"]);
    let row = &rows["rows"][5];
    let (start, period) =
        (row["start"].as_u64().expect("a start"), row["period"].as_u64().expect("a period"));
    // A position that engines can solve, and its image many periods later.
    let near = start + 3;
    let here = json(at, &["value", "wythoff", &format!("5,{near}"), "--json"]);
    let far = u128::from(near) + u128::from(period) * 1_000_000_000_000_000_000;
    let there = json(at, &["value", "wythoff", &format!("5,{far}"), "--json"]);
    let value = here["grundy"].as_u64().expect("a value");
    let expected = u128::from(value) + u128::from(period) * 1_000_000_000_000_000_000;
    assert_eq!(there["grundy"].to_string().replace('"', ""), expected.to_string());
    assert!(there["by"].as_str().expect("by").contains("band, kept"), "{there}");
    // The move leads to a pair of Wythoff.
    let to: Vec<u64> = there["winning_move"]
        .as_array()
        .expect("a move")
        .iter()
        .filter_map(Value::as_u64)
        .collect();
    assert!([[0, 0], [1, 2], [3, 5], [4, 7], [5, 3]].contains(&[to[0], to[1]]), "{to:?}");
}

#[test]
fn a_certificate_is_written_verified_and_not_believed_when_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let (out, _) = said(
        at,
        &[
            "discover",
            "circular(6,2)",
            "--bands",
            "--free",
            "h[1],h[3]",
            "--to",
            "2",
            "-o",
            "band.cert",
        ],
        0,
    );
    assert!(out.contains("PROVED, accepted by ishitori-check"), "{out}");
    let (out, _) = said(at, &["verify", "band.cert"], 0);
    assert!(out.contains("ACCEPTED") && out.contains("moved by 4 and 4"), "{out}");
    let text = fs::read_to_string(at.join("band.cert")).expect("a certificate");
    // Other moves than those of the rule, with a checksum that is right.
    let body = text.replacen("lower h1 h2\n", "lower h1\nlower h2\n", 1);
    let body = &body[..body.rfind("end ").expect("an end")];
    let sum = body.bytes().fold(0xcbf2_9ce4_8422_2325u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    fs::write(at.join("wrong.cert"), format!("{body}end {sum:016x}\n")).expect("written");
    let (out, _) = said(at, &["verify", "wrong.cert"], 1);
    assert!(out.contains("REFUSED"), "{out}");
    fs::write(at.join("cut.cert"), text.replacen("start", "stort", 1)).expect("written");
    said(at, &["verify", "cut.cert"], 1);
}

#[test]
fn two_large_heaps_beside_small_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    // (a + b, 0, b + c, ...): CIR-F3, P exactly if a + b = c + d for (a, b, 0, c, d, 0).
    let lost =
        json(at, &["value", "circular(6,2)", "1000000000000,2,0,1000000000001,1,0", "--json"]);
    assert_eq!(lost["outcome"], "P", "{lost}");
    let won =
        json(at, &["value", "circular(6,2)", "1000000000000,2,0,1000000000002,1,0", "--json"]);
    assert_eq!(won["outcome"], "N", "{won}");
}

#[test]
fn what_is_no_band_is_refused_with_the_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let (_, message) = said(at, &["discover", "wythoff", "--bands", "--free", "a,b"], 2);
    assert!(message.contains("option (a - t, b - t) where t >= 1"), "{message}");
    let (_, message) = said(at, &["discover", "moore(3,2)", "--bands"], 2);
    assert!(message.contains("every two heaps"), "{message}");
    let (_, message) = said(at, &["discover", "wythoff", "--bands", "--free", "c"], 2);
    assert!(message.contains("the heaps are a, b"), "{message}");
    let (_, message) = said(at, &["discover", "kayles", "--bands"], 2);
    assert!(message.contains("fixed number of heaps"), "{message}");
    let (_, message) =
        said(at, &["discover", "wythoff", "--bands", "--free", "a", "--to", "1,2"], 2);
    assert!(message.contains("1 heaps are bounded") || message.contains("bounds"), "{message}");
    said(at, &["discover", "wythoff", "--free", "a"], 2);
}

#[test]
fn one_row_is_a_sequence() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let (out, _) = said(at, &["sequence", "wythoff", "--row", "*,1", "--to", "9"], 0);
    // Row 1 of the table of Wythoff's game, as in Blass and Fraenkel (1990).
    assert!(
        out.contains("0  1 2 0 4 5 3 7 8 6 10\n") || out.contains(" 1  2  0  4  5  3  7  8  6 10"),
        "{out}"
    );
    assert!(out.contains("period  3, saltus 3, from 0 on, PROVED"), "{out}");
    let (_, message) = said(at, &["sequence", "wythoff", "--row", "1,2"], 2);
    assert!(message.contains("'*,3'"), "{message}");
    let (_, message) = said(at, &["sequence", "wythoff", "--row", "*,b"], 2);
    assert!(message.contains("is a number"), "{message}");
}
