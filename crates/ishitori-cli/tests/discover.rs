//! `discover` as its users run it: theorems, the store, batches, exit codes.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ishitori"));
    command.args(arguments).current_dir(folder).env("ISHITORI_DATA", "data");
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let output = command(folder, arguments).output().expect("the program runs");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(!message.contains("panicked"), "{arguments:?}: {message}");
    output
}

/// The output of a run that must end with `code`, on both streams.
fn said(folder: &Path, arguments: &[&str], code: i32) -> (String, String) {
    let output = run(folder, arguments);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    let (out, message) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {out}{message}");
    (out, message)
}

fn json(folder: &Path, arguments: &[&str], code: i32) -> Value {
    serde_json::from_str(&said(folder, arguments, code).0).expect("JSON")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// A game that is in no catalogue and makes no claims; its values are those of Nim, because every new
/// move changes the xor (docs/tutorial.md).
const LOPSIDED: &str = "game lopsided\nposition (a, b) unordered\noption (x, b) where x < a\n\
                        option (a - t, b - 2*t) where t >= 1\n";

/// The one file of the store.
fn kept(folder: &Path) -> PathBuf {
    let all: Vec<_> = fs::read_dir(folder.join("data/discoveries")).expect("a store").collect();
    assert_eq!(all.len(), 1);
    all.into_iter().next().expect("one").expect("a file").path()
}

#[test]
fn a_theorem_is_found_kept_and_used() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("lop.game"), LOPSIDED).expect("written");
    let big = "1267650600228229401496703205376,5";
    // Beside a small heap a band tells; beside a large one nothing does yet.
    let both = "1267650600228229401496703205376,1267650600228229401496703205381";
    let (_, message) = said(at, &["value", "lop.game", both], 2);
    assert!(message.contains("ishitori discover lop.game"), "{message}");
    let found = json(at, &["discover", "lop.game", "--what", "grundy", "--json"], 0);
    assert_eq!(found["verdict"], "proved");
    assert_eq!(found["statement"], "grundy = a xor b");
    let (out, message) = said(at, &["value", "lop.game", big], 0);
    // 2^100 xor 5.
    assert!(out.contains("grundy      1267650600228229401496703205381\n"), "{out}");
    assert!(out.contains("winning     5,5 "), "{out}");
    assert!(out.contains("by          a discovered theorem, proved for all positions"), "{out}");
    assert_eq!(message, "");
    // Another rule of the same name is another game.
    fs::write(at.join("lop.game"), LOPSIDED.replace("2*t", "4*t")).expect("written");
    said(at, &["value", "lop.game", both], 2);
    fs::write(at.join("lop.game"), LOPSIDED).expect("written");
    let (out, _) = said(at, &["study", "lop.game", "-o", "study.html"], 0);
    assert!(out.contains("found-grundy") && out.contains("proved"), "{out}");
    let page = fs::read_to_string(at.join("study.html")).expect("a page");
    assert!(page.contains("grundy = a xor b"));
    // Large heaps are played by the theorem: the machine answers a losing move.
    let mut child = command(at, &["play", "lop.game", "50000,50000", "--seed", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), b"50000,123\n")
        .expect("written");
    let played = String::from_utf8(child.wait_with_output().expect("ends").stdout).expect("text");
    assert!(played.contains("The machine moves to 123,123."), "{played}");
}

#[test]
fn nothing_in_the_store_is_trusted() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("lop.game"), LOPSIDED).expect("written");
    said(at, &["discover", "lop.game"], 0);
    let path = kept(at);
    let whole = fs::read_to_string(&path).expect("a file");
    let big = "1267650600228229401496703205376,1267650600228229401496703205381";
    // Damaged by accident.
    fs::write(&path, &whole[..whole.len() / 2]).expect("written");
    let (_, message) = said(at, &["value", "lop.game", big], 2);
    assert!(message.contains("is damaged"), "{message}");
    // Forged: a wrong theorem with all checksums right.
    let sum = |text: &str| {
        text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    };
    let begin = whole.find("ishitori certificate 1").expect("a certificate");
    let end = whole.rfind("\nend ").expect("an end");
    let inner_end = whole[..end].rfind("\nend ").expect("its end") + 1;
    let body =
        whole[begin..inner_end].replace("(lin = 0 (1 h1) (-1 h2))", "(lin = 1 (1 h1) (-1 h2))");
    assert_ne!(body, whole[begin..inner_end]);
    let certificate = format!("{body}end {:016x}\n", sum(&body));
    let head = whole[..begin].rfind("certificate ").expect("its length");
    let file = format!("{}certificate {}\n{certificate}\n", &whole[..head], certificate.len());
    fs::write(&path, format!("{file}end {:016x}\n", sum(&file))).expect("written");
    let (_, message) = said(at, &["value", "lop.game", big], 2);
    assert!(message.contains("a kept theorem is not used"), "{message}");
    // A true theorem under a wrong name, with words that are not its own.
    let body = whole[..end + 1]
        .replace("found p\n", "found misere\n")
        .replace("statement P iff a = b\n", "statement P iff a != b\n");
    fs::write(&path, format!("{body}end {:016x}\n", sum(&body))).expect("written");
    let (_, message) = said(at, &["value", "lop.game", big, "--misere"], 2);
    assert!(message.contains("is about `values 0`, not `misere`"), "{message}");
    let body = whole[..end + 1].replace("statement P iff a = b\n", "statement P iff a != b\n");
    assert_ne!(body, whole[..end + 1]);
    fs::write(&path, format!("{body}end {:016x}\n", sum(&body))).expect("written");
    said(at, &["study", "lop.game", "-o", "study.html"], 0);
    let page = fs::read_to_string(at.join("study.html")).expect("a page");
    assert!(page.contains("P iff a = b") && !page.contains("a != b"));
    // Found again, it is whole again.
    said(at, &["discover", "lop.game"], 0);
    said(at, &["value", "lop.game", big], 0);
}

#[test]
fn certificates_are_written_and_verified_with_and_without_a_formula() {
    let folder = folder();
    let at = folder.path();
    for (game, options) in [
        ("split-and-delete", &[][..]),
        ("wythoff", &[]),
        ("circular(5,3)", &[]),
        ("welter(3)", &[]),
        ("nimhoff(2,2)", &[]),
        ("nim(3)", &["--misere"]),
        ("delete-nim", &["--what", "grundy"]),
        ("split-and-delete", &["--what", "values", "--most", "1"]),
    ] {
        let arguments =
            [&["discover", game, "-o", "x.cert", "--draw", "x.svg", "--forget"], options];
        let (out, _) = said(at, &arguments.concat(), 0);
        assert!(out.contains("accepted by ishitori-check"), "{out}");
        assert!(!out.contains("kept in"), "{out}");
        let (out, _) = said(at, &["verify", "x.cert"], 0);
        assert!(out.contains("ACCEPTED"), "{out}");
        let text = fs::read_to_string(at.join("x.cert")).expect("a file");
        // With its rule changed it is no theorem about that rule.
        let other = text.replacen("| option", "| # option", 1).replacen("| move", "| # move", 1);
        fs::write(at.join("y.cert"), other).expect("written");
        let (out, _) = said(at, &["verify", "y.cert"], 1);
        assert!(out.contains("REFUSED"), "{out}");
    }
    assert!(!at.join("data").exists());
}

#[test]
fn what_resists_and_what_is_wrong() {
    let folder = folder();
    let at = folder.path();
    let (out, message) =
        said(at, &["discover", "circular(6,2)", "--states", "300", "--no-slices"], 3);
    assert!(out.contains("so no automaton has fewer than "), "{out}");
    assert!(message.contains("more than 300 states"), "{message}");
    let found = json(at, &["discover", "single-split-delete(3)", "--states", "300", "--json"], 3);
    assert_eq!(found["verdict"], "unknown");
    assert!(found["probes"][0]["states_at_least"].as_u64() > Some(300));
    let (out, _) = said(at, &["discover", "grid-nim(3,3)"], 3);
    assert!(out.contains("outside the method"), "{out}");
    let hasty = ["discover", "circular(6,2)", "--states", "99999", "--time", "0.2", "--no-slices"];
    let (out, _) = said(at, &hasty, 3);
    assert!(out.contains("0.2 s are used up"), "{out}");
    for (arguments, why) in [
        (&["discover"][..], "required"),
        (&["discover", "nimm"], "did you mean `nim`?"),
        (&["discover", "nim", "--time", "0"], "--time is a number of seconds"),
        (&["discover", "nim", "--what", "grundy", "--misere"], "normal play"),
        (&["discover", "nim", "wythoff", "-o", "x"], "name one game"),
        (&["discover", "--complexes", "9"], "--complexes"),
        (&["discover", "--sweep", "nim(n)"], "required"),
        (&["discover", "--sweep", "nim(n)", "m=1..2"], "--sweep"),
        (&["discover", "--sweep", "nim(n)", "n=5..2"], "--sweep"),
        (&["discover", "nim", "--digits", "1"], "--digits"),
    ] {
        let (_, message) = said(at, arguments, 2);
        assert!(message.contains(why), "{arguments:?}: {message}");
    }
    let (out, _) = said(at, &["discover", "nim(11)"], 3);
    assert!(out.contains("too many orders"), "{out}");
    said(at, &["discover", "nim(2)", "--time", "1e300", "--forget"], 0);
    said(at, &["prove", "nim(2)", "--claim", "BIN-T1", "--time", "1e300"], 0);
    // A thin set has examples too: 0, 1, 3, 7, ...
    fs::write(at.join("r.game"), "game r\nposition (a)\noption (x) where x < a, 2*x >= a\n")
        .expect("written");
    let (out, _) = said(at, &["discover", "r.game", "--forget"], 0);
    assert!(out.contains("P iff ") || out.contains("(0) (1) (3) (7)"), "{out}");
    // A theorem that cannot be kept is told all the same.
    fs::write(at.join("data"), "a file").expect("written");
    let (out, _) = said(at, &["discover", "nim(2)"], 0);
    assert!(out.contains("not kept for later: cannot "), "{out}");
}

/// The table without times.
fn table(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("table.csv")).expect("a table");
    let seconds = text.lines().next().map(|first| first.split(',').position(|c| c == "seconds"));
    assert!(seconds.flatten().is_some());
    let untimed = |line: &str| {
        let is_time = |cell: &&str| cell.contains('.') && cell.parse::<f64>().is_ok();
        line.split(',').filter(|cell| !is_time(cell)).collect::<Vec<_>>().join(",")
    };
    text.lines().map(untimed).collect()
}

#[test]
fn batches_go_on_where_they_were_stopped() {
    let folder = folder();
    let at = folder.path();
    // The literature's counts: 5 complexes on three vertices, 20 on four; 18 of them have theorems.
    let (out, _) = said(at, &["discover", "--complexes", "3", "-o", "three"], 0);
    assert!(out.contains("5 of 5 games proved, 0 open"), "{out}");
    assert!(out.contains("P iff h[3] = h[1] + h[2]"), "{out}");
    let arguments = ["discover", "--complexes", "4", "-o", "four", "--states", "300"];
    let (out, _) = said(at, &arguments, 0);
    assert!(out.contains("18 of 20 games proved, 2 open"), "{out}");
    // Killed in the middle, with half a line in the ledger.
    let mut stopped = arguments;
    stopped[4] = "stopped";
    let mut child = command(at, &stopped).stdout(Stdio::piped()).spawn().expect("it runs");
    let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    assert_eq!(lines.take(6).filter(|line| line.is_ok()).count(), 6);
    child.kill().expect("killed");
    child.wait().expect("ended");
    let ledger = at.join("stopped/ledger.jsonl");
    let text = fs::read_to_string(&ledger).expect("a ledger");
    fs::write(&ledger, format!("{text}{{\"game\":\"comp")).expect("written");
    let (out, _) = said(at, &stopped, 0);
    assert!(out.contains(" of 20 games are done in stopped"), "{out}");
    assert_eq!(table(&at.join("stopped")), table(&at.join("four")));
    for line in fs::read_to_string(&ledger).expect("a ledger").lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        if line["verdict"] == "proved" {
            let name = line["game"].as_str().expect("a name");
            said(at, &["verify", &format!("stopped/certificates/{name}.cert")], 0);
        }
    }
    // Its rules are games like any other.
    said(at, &["value", "four/rules/complex-12-3.game", "1,2,3"], 2);
    said(at, &["value", "three/rules/complex-12-3.game", "1,2,3"], 0);
    // Another question, or another file, is not mixed up with it.
    let (_, message) =
        said(at, &["discover", "--complexes", "3", "-o", "three", "--what", "grundy"], 2);
    assert!(message.contains("another question"), "{message}");
    fs::write(at.join("three/ledger.jsonl"), "what\n").expect("written");
    let (_, message) = said(at, &["discover", "--complexes", "3", "-o", "three"], 2);
    assert!(message.contains("no ledger"), "{message}");
}

#[test]
fn sweeps_skip_what_the_rule_does_not_allow() {
    let folder = folder();
    let at = folder.path();
    let (out, _) = said(at, &["discover", "--sweep", "moore(n,k)", "n=2..3", "k=1..3"], 0);
    assert!(out.contains("moore(3,2)               proved  P iff h[1] = h[2] = h[3]"), "{out}");
    assert!(out.contains("skipped: "), "{out}");
    assert!(at.join("discover-sweep-moore/table.md").exists());
    // A rule that was changed, and a certificate that was, are not done.
    let sweep = ["discover", "--sweep", "lop.game(k)", "k=2..2", "-o", "lop"];
    let rule = LOPSIDED.replace("game lopsided", "game lopsided(k = 2)").replace("2*t", "k*t");
    fs::write(at.join("lop.game"), &rule).expect("written");
    assert!(said(at, &sweep, 0).0.contains("P iff a = b"));
    assert!(said(at, &sweep, 0).0.contains("1 of 1 games are done"));
    let certificates = at.join("lop/certificates");
    let file = fs::read_dir(&certificates).expect("a folder").next().expect("one").expect("a file");
    fs::write(file.path(), "nothing").expect("written");
    assert!(!said(at, &sweep, 0).0.contains("are done"));
    said(at, &["verify", file.path().to_str().expect("a path")], 0);
    // One stone or two from a heap, no other moves: the heaps' remainders by 3 are equal.
    let other =
        rule.replace("x < a", "x < a, x >= a - 2").replace("b - k*t", "b - k*t + t - t, t > a");
    let other = other.lines().take(3).collect::<Vec<_>>().join("\n");
    fs::write(at.join("lop.game"), other.replace("(k = 2)", "(k = 2) where k >= 1"))
        .expect("written");
    let (out, _) = said(at, &sweep, 0);
    assert!(!out.contains("are done") && !out.contains("P iff a = b "), "{out}");
}
