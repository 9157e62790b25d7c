//! `prove`, `verify`, `discover` and `study` about every number of heaps, as their users run them.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

/// The output and the messages of a run that must end with `code`.
fn said(folder: &Path, arguments: &[&str], code: i32) -> (String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_ishitori"))
        .env("ISHITORI_DATA", "no-data")
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    let (out, message) = (text(output.stdout), text(output.stderr));
    assert!(!message.contains("panicked"), "{arguments:?}: {message}");
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {out}{message}");
    (out, message)
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    serde_json::from_str(&said(folder, arguments, 0).0).expect("JSON")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn theorems_for_every_number_of_heaps_are_proved_and_verified() {
    let folder = folder();
    for (game, claim) in [
        ("nim(n)", "BIN-T1"),
        ("nim(n)", "BIN-T4"),
        ("moore(n,1)", "BIN-T5"),
        ("moore(n,3)", "BIN-T5"),
        ("moore(k=2,n=n)", "BIN-T5"),
        ("common-divisor(m)", "CDN-T2.4"),
        ("common-divisor(m)", "CDN-T2.4-P"),
    ] {
        let all = json(folder.path(), &["prove", game, "--claim", claim, "-o", "a.cert", "--json"]);
        assert_eq!(all[0]["verdict"], "proved", "{game} {claim}: {all}");
        assert_eq!(all[0]["second_reader"], "agrees", "{game} {claim}: {all}");
        let all = json(folder.path(), &["verify", "a.cert", "--json"]);
        assert_eq!(all[0]["accepted"], true, "{game} {claim}: {all}");
        assert_eq!(all[0]["claim"], claim);
    }
}

/// The checker proves a theorem about the moves that stand in the file; that these are those of the rule is for `verify` to see.
#[test]
fn certificates_of_another_rule_or_claim_are_refused() {
    let folder = folder();
    let path = folder.path().join("a.cert");
    said(folder.path(), &["prove", "nim(n)", "--claim", "BIN-T1", "-o", "a.cert"], 0);
    let whole = fs::read_to_string(&path).expect("a certificate");
    for (from, to) in [
        ("h[i] lowered   for i", "h[i] lowered   for i in 1 .. 2"),
        ("h[i] lowered   for i", "h[S] lowered   for S of size 2"),
        ("| P iff xor(h) = 0", "| P iff digit_sum(4, h) = 0"),
        ("| P iff xor(h) = 0", "| N iff xor(h) = 0"),
        ("| P iff xor(h) = 0", "| P iff xor(h) = 0 and max(h) < 9"),
        ("game nim(n)", "game nim(3)"),
        ("says (every (mod 2 0))", "says automaton"),
        ("says (every (mod 2 0))", "says (not (every (mod 2 0)))"),
    ] {
        assert!(whole.contains(from), "{from}");
        let body = whole.replacen(from, to, 1);
        let body = &body[..=body.rfind("\nend ").expect("an end")];
        let sum = body.bytes().fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        fs::write(&path, format!("{body}end {sum:016x}\n")).expect("written");
        let (out, _) = said(folder.path(), &["verify", "a.cert"], 1);
        assert!(out.contains("REFUSED"), "{from} -> {to}: {out}");
    }
}

#[test]
fn what_is_wrong_is_refuted_with_a_witness_and_what_does_not_fit_is_said() {
    let folder = folder();
    for (game, formula, code, words) in [
        ("nim(n)", "P iff digit_sum(3, h) = 0", 1, "REFUTED by nim(2)"),
        ("nim(n)", "grundy = 0", 1, "REFUTED by nim(1)"),
        ("nim(n)", "P iff xor(h) = 0 and max(h) < 100000", 0, "not proved for every n"),
        (
            "nim(n)",
            "P iff xor(h) = 0 or count(i in 1 .. n: bit(h[i], 0) = 1) = 21",
            3,
            "not proved",
        ),
        ("common-divisor(m)", "grundy = xor(h)", 1, "REFUTED"),
    ] {
        let (out, _) = said(folder.path(), &["prove", game, "--formula", formula], code);
        assert!(out.contains(words), "{game} {formula}: {out}");
    }
    for (game, words) in [
        ("moore(n,k)", "one parameter may be left open"),
        ("moore(3,k)", "is not `k` itself"),
        ("nim(x)", "write its own name, `n`"),
        ("welter(n)", "not read for every n"),
        ("circular(n,2)", "not read for every n"),
        ("nimm(n)", "did you mean `nim`"),
    ] {
        let (_, message) = said(folder.path(), &["prove", game], 2);
        assert!(message.contains(words), "{game}: {message}");
    }
    said(folder.path(), &["prove", "nim(n)", "--claim", "BIN-T4", "--walnut", "w"], 2);
    said(folder.path(), &["prove", "nim(n)", "--claim", "BIN-T9"], 2);
}

#[test]
fn theorems_for_every_number_of_heaps_are_found_and_shown() {
    let folder = folder();
    for (game, what, statement) in [
        ("nim(n)", "p", "P iff xor(h) = 0"),
        ("nim(n)", "grundy", "grundy = xor(h)"),
        ("moore(n,4)", "p", "P iff digit_sum(5, h) = 0"),
        ("nimhoff(n,2)", "grundy", "bit(h[i], 2)"),
        ("common-divisor(m)", "grundy", "then L + 1 else 0"),
    ] {
        let found = json(folder.path(), &["discover", game, "--what", what, "--json"]);
        let words = found["statement"].as_str().expect("words");
        assert!(words.contains(statement), "{game}: {found}");
    }
    said(folder.path(), &["discover", "moore(n,2)", "--what", "grundy"], 3);
    said(folder.path(), &["study", "nim", "-o", "nim.html"], 0);
    let page = fs::read_to_string(folder.path().join("nim.html")).expect("a page");
    assert!(page.contains("nim(n): for every number of heaps"));
}

/// Spoils a certificate and seals it again.
fn resealed(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from}");
    let body = text.replacen(from, to, 1);
    let body = &body[..=body.rfind("\nend ").expect("an end")];
    let sum = body.bytes().fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{body}end {sum:016x}\n")
}

/// A certificate of a claim that is false with all of 7 or more heaps empty, and one that names another game.
#[test]
fn forged_and_spoofed_certificates_are_refused() {
    let folder = folder();
    let forged = include_str!("../../ishitori-core/tests/every_n_forged.cert");
    fs::write(folder.path().join("forged.cert"), forged).expect("written");
    let (out, _) = said(folder.path(), &["verify", "forged.cert"], 1);
    assert!(out.contains("depends on the number of heaps"), "{out}");
    said(folder.path(), &["prove", "nim(n)", "--claim", "BIN-T1", "-o", "a.cert"], 0);
    let whole = fs::read_to_string(folder.path().join("a.cert")).expect("a certificate");
    let spoofed = resealed(&whole, "game nim(n)", "game wythoff(n)");
    fs::write(folder.path().join("spoof.cert"), spoofed).expect("written");
    let (out, _) = said(folder.path(), &["verify", "spoof.cert"], 1);
    assert!(out.contains("its rule is that of nim(n)"), "{out}");
}
