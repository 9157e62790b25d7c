//! Lists of jobs as users run them: in order, resumable after anything, one failure stopping no other.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use tempfile::TempDir;

fn program(at: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ishitori"));
    command.current_dir(at).env("ISHITORI_DATA", at.join("data"));
    command
}

fn run(at: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } =
        program(at).arg("run").args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

fn folder(list: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("list.toml"), list).unwrap();
    folder
}

const MIXED: &str = r#"
[[job]]
name = "p"
do = "positions"
game = "circular(n,k)"
over = ["n=3..4", "k=2..n-1"]
to = 6
output = "p.parquet"

[[job]]
name = "values"
do = "table"
game = "wythoff"
to = 20
output = "values.zarr"

[[job]]
name = "claims"
do = "check"
game = "split-and-delete"
claim = "SDN-T1"
to = "{t}"
over = "t=20..21"

[[job]]
name = "wrong"
do = "check"
game = "wythoff"
formula = "grundy = a + b"
to = 9

[[job]]
name = "no such game"
do = "check"
game = "nimm"

[[job]]
name = "too much"
do = "positions"
game = "grid-nim(7,7)"

[[job]]
name = "theorem"
do = "prove"
game = "split-and-delete"
claim = ["SDN-T1"]
output = "theorem.cert"

[[job]]
name = "found"
do = "discover"
game = "wythoff"
forget = true

[[job]]
name = "picture"
do = "plot"
game = "own.game"
to = 30
output = "own.svg"
"#;

#[test]
fn a_list_is_run_and_not_run_again() {
    let folder = folder(MIXED);
    let at = folder.path();
    fs::write(
        at.join("own.game"),
        "game own\nposition (a, b)\noption (x, b) where x < a\noption (a, y) where y < b\n",
    )
    .unwrap();
    let (code, told, said) = run(at, &["list.toml"]);
    assert_eq!(code, Some(2), "some jobs fail: {told} {said}");
    assert!(said.contains("failed: err.txt"), "{said}");
    for file in [
        "list/p-n=3-k=2/p.parquet",
        "list/p-n=4-k=3/p.parquet",
        "list/values/values.zarr/zarr.json",
        "list/theorem/theorem.cert",
        "list/picture/own.svg",
        "list/summary.md",
    ] {
        assert!(at.join(file).exists(), "{file}: {told}");
    }
    let csv = fs::read_to_string(at.join("list/summary.csv")).unwrap();
    let verdict = |job: &str| {
        let line = csv.lines().find(|line| line.starts_with(&format!("{job},"))).expect(job);
        line.split(',').nth(1).unwrap().to_string()
    };
    assert_eq!(verdict("p n=4 k=2"), "done");
    assert_eq!(verdict("claims t=21"), "done");
    assert_eq!(verdict("wrong"), "refuted");
    assert_eq!(verdict("no such game"), "failed");
    assert!(["failed", "gave up"].contains(&verdict("too much").as_str()));
    assert_eq!(verdict("found"), "done");
    let ledger = || fs::read_to_string(at.join("list/ledger.jsonl")).unwrap();
    let lines = ledger().lines().count();
    assert_eq!(lines, 12);
    // Again: everything is known.
    let (_, told, _) = run(at, &["list.toml"]);
    assert!(told.contains("12 of 12 jobs are done"), "{told}");
    assert_eq!(ledger().lines().count(), lines);
    // A rule that was edited is another job, and a line that was not finished is none.
    let mut text = ledger();
    text.push_str("{\"job\": \"half a li");
    fs::write(at.join("list/ledger.jsonl"), text).unwrap();
    fs::write(at.join("own.game"), "game own\nposition (a, b)\noption (x, b) where x < a\n")
        .unwrap();
    let (_, told, _) = run(at, &["list.toml"]);
    assert!(told.contains("11 of 12 jobs are done"), "{told}");
    assert_eq!(ledger().lines().count(), lines + 1);
    // With --again those that failed are tried again.
    let (_, told, _) = run(at, &["list.toml", "--again"]);
    assert!(told.contains("10 of 12 jobs are done"), "{told}");
    let (_, told, _) = run(at, &["list.toml", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["jobs"].as_array().unwrap().len(), 12);
    assert_eq!(told["left"], 0);
}

#[test]
fn what_is_wrong_is_said_before_anything_runs() {
    let cases = [
        ("", "there are no jobs"),
        ("[[job]]\n", "`do` is missing"),
        ("[[job]]\ndo = \"dance\"\ngame = \"nim\"", "nothing is done by `dance`"),
        ("[[job]]\ndo = \"check\"", "`game` is missing"),
        ("[[job]]\ndo = \"check\"\ngame = \"nim\"\ncolour = 3", "--colour"),
        ("[[job]]\ndo = \"table\"\ngame = \"nim\"\nto = \"x\"", "--to"),
        ("[[job]]\ndo = \"check\"\ngame = \"nim(n)\"", "`n` has no range"),
        ("[[job]]\ndo = \"check\"\ngame = \"nim(n)\"\nover = [\"n=3..2\"]", "is empty"),
        ("[[job]]\ndo = \"check\"\ngame = \"nim(n)\"\nover = 3", "list of ranges"),
        ("[[jobs]]\ndo = \"check\"", "`jobs`"),
        ("[[job]\n", "list.toml"),
        (
            "[[job]]\nname=\"a\"\ndo = \"check\"\ngame = \"nim\"\n[[job]]\nname=\"a\"\ndo = \"check\"\ngame = \"lim\"",
            "two jobs",
        ),
    ];
    for (list, words) in cases {
        let folder = folder(list);
        let (code, _, said) = run(folder.path(), &["list.toml"]);
        assert_eq!(code, Some(2), "{list}: {said}");
        assert!(said.contains(words), "{list}: {said}");
        assert!(!folder.path().join("list").exists(), "{list}");
    }
    let folder = folder(MIXED);
    let (code, told, _) = run(folder.path(), &["list.toml", "--dry-run"]);
    assert_eq!(code, Some(0));
    assert!(
        told.contains("p n=3 k=2: ishitori positions 'circular(3,2)' --output=p.parquet --to=6"),
        "{told}"
    );
    assert!(!folder.path().join("list").exists());
}

const LONG: &str = r#"
[[job]]
name = "long"
do = "positions"
game = "circular(6,2)"
to = 36
output = "p.parquet"
checkpoint-every = 0.02

[[job]]
name = "short"
do = "table"
game = "wythoff"
to = 5
"#;

#[cfg(unix)]
#[test]
fn a_batch_that_was_killed_goes_on() {
    let folder = folder(LONG);
    let at = folder.path();
    let mut child = program(at)
        .args(["run", "list.toml"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !at.join("list/long/p.parquet.checkpoint").exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended before a checkpoint");
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // The job itself may still be at work: nobody else begins until it has ended.
    let (code, told, said) = loop {
        let (code, told, said) = run(at, &["list.toml"]);
        if !said.contains("another run is at work") {
            break (code, told, said);
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    assert_eq!(code, Some(0), "{told} {said}");
    let other = tempfile::tempdir().unwrap();
    let solve = ["positions", "circular(6,2)", "--to", "36", "-o", "p.parquet"];
    assert!(program(other.path()).args(solve).status().unwrap().success());
    let bytes = |path: &Path| fs::read(path).unwrap();
    assert!(bytes(&at.join("list/long/p.parquet")) == bytes(&other.path().join("p.parquet")));
    assert!(at.join("list/short/out.txt").exists());
}

/// A batch that is at work on its long job, in a process group of its own, as a shell makes one.
#[cfg(unix)]
fn at_work(at: &Path) -> std::process::Child {
    use std::os::unix::process::CommandExt;
    let child = program(at)
        .args(["run", "list.toml"])
        .process_group(0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !at.join("list/long/p.parquet.checkpoint").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

#[cfg(unix)]
fn kill(signal: &str, process: &str) {
    assert!(Command::new("kill").args([signal, "--", process]).status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn a_signal_stops_the_batch_and_keeps_what_was_done() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let folder = folder(&LONG.replace("to = 36", "to = 60"));
        let at = folder.path();
        let child = at_work(at);
        // To the group, so that it reaches the job as well.
        kill(signal, &format!("-{}", child.id()));
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        assert!(at.join("list/long/p.parquet.checkpoint").exists());
        assert!(!at.join("list/ledger.jsonl").exists(), "the job is not done");
        assert!(String::from_utf8_lossy(&output.stdout).contains("2 left"), "{output:?}");
    }
}

/// A batch waits for its job; only a second signal ends it at once, whichever it is.
#[cfg(unix)]
#[test]
fn a_second_signal_ends_at_once() {
    for (first, second, code) in [("-TERM", "-INT", 130), ("-INT", "-TERM", 143)] {
        let folder = folder(&LONG.replace("to = 36", "to = 60"));
        let mut child = at_work(folder.path());
        let (batch, group) = (child.id().to_string(), format!("-{}", child.id()));
        kill(first, &batch);
        std::thread::sleep(Duration::from_millis(500));
        assert!(child.try_wait().unwrap().is_none(), "its job is at work");
        kill(second, &batch);
        assert_eq!(child.wait().unwrap().code(), Some(code));
        // The job knows nothing of it.
        kill("-KILL", &group);
    }
}

/// A batch that alone is told to stop does not lose the job that is at work.
#[cfg(unix)]
#[test]
fn a_job_that_ends_well_counts() {
    let folder = folder(LONG);
    let at = folder.path();
    let child = at_work(at);
    kill("-TERM", &child.id().to_string());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(143), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 left"), "{output:?}");
    let (code, told, said) = run(at, &["list.toml"]);
    assert_eq!(code, Some(0), "{told} {said}");
    assert!(told.contains("1 of 2 jobs are done"), "{told}");
}

#[test]
fn jobs_are_told_apart_and_results_that_are_gone_are_made_again() {
    let job = |name: &str| {
        format!("[[job]]\nname = \"{name}\"\ndo = \"table\"\ngame = \"nim(2)\"\nto = 3\n")
    };
    let folder = folder(&[job("a"), job("b"), job("石取"), job("日本")].concat());
    let at = folder.path();
    let (code, told, said) = run(at, &["list.toml"]);
    assert_eq!(code, Some(0), "{told} {said}");
    for name in ["a", "b", "石取", "日本"] {
        assert!(at.join("list").join(name).join("out.txt").exists(), "{name}: {told}");
    }
    fs::remove_dir_all(at.join("list/b")).unwrap();
    let (_, told, _) = run(at, &["list.toml"]);
    assert!(told.contains("3 of 4 jobs are done"), "{told}");
    assert!(at.join("list/b/out.txt").exists());
}
