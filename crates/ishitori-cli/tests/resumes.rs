//! Runs that were interrupted, in states that are made on purpose: at the end of a run, while a table is being
//! written, and in the middle of claims.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use crate::cases::{cases, enough};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

fn program(at: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ishitori"));
    command.args(arguments).current_dir(at).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn told(at: &Path, arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = program(at, arguments).output().unwrap();
    assert!(status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

/// The files of a folder, sorted.
fn files(at: &Path) -> Vec<String> {
    let names = fs::read_dir(at).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

/// Every state that a run can be killed in after everything is solved, made of the files of one that could
/// not write its result.
#[test]
fn the_end_of_a_run() {
    for solve in [
        ["positions", "circular(4,2)", "--to=12", "--outcome=p", "x.parquet"],
        ["positions", "circular(4,2)", "--to=12", "--outcome=n", "x.npy"],
        ["positions", "circular(4,2)", "--to=12,12,12,9", "--canonical", "x.jsonl"],
        ["table", "circular(4,2)", "--to=9", "--show=outcome", "x.jsonl"],
    ] {
        let [command, game, window, more, file] = solve;
        let solve = [command, game, window, more, "-o", file];
        let resume = [&solve[..], &["--resume"]].concat();
        let [checkpoint, spool, rows] =
            ["checkpoint", "spool", "rows"].map(|ending| format!("{file}.{ending}"));
        // An undisturbed run.
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        let answer = told(at, &solve);
        let result = fs::read(at.join(file)).unwrap();
        assert_eq!(files(at), [file], "{solve:?}");
        // One that cannot write its result, because a folder is in the way.
        let failed = tempfile::tempdir().unwrap();
        fs::create_dir(failed.path().join(format!("{file}.part"))).unwrap();
        let output = program(failed.path(), &solve).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let kept = |name: &String| fs::read(failed.path().join(name)).unwrap();
        let (kept_checkpoint, kept_spool) = (kept(&checkpoint), kept(&spool));
        // The states: with and without the result, the checkpoint, the spool, and what was made of it.
        for state in 0..16 {
            let folder = tempfile::tempdir().unwrap();
            let at = folder.path();
            let has = |bit: u32| state >> bit & 1 == 1;
            let put = |name: &str, bytes: &[u8]| fs::write(at.join(name), bytes).unwrap();
            if has(0) {
                put(file, &result);
            }
            if has(1) {
                put(&checkpoint, &kept_checkpoint);
            }
            // The checkpoint goes before the spool.
            if has(1) || has(2) {
                put(&spool, &kept_spool);
            }
            if has(3) && more != "--outcome=p" && command == "positions" {
                put(&rows, b"half a row");
            }
            if has(1) {
                let output = program(at, &solve).output().unwrap();
                let said = String::from_utf8_lossy(&output.stderr);
                assert!(said.contains("go on with --resume"), "{state}: {said}");
            }
            assert_eq!(told(at, &resume), answer, "{solve:?}, state {state}");
            assert!(fs::read(at.join(file)).unwrap() == result, "{solve:?}, state {state}");
            assert_eq!(files(at), [file], "{solve:?}, state {state}");
        }
    }
}

fn interrupted(child: Child) -> String {
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// Ctrl-C while a solved table is written keeps the solved table.
#[test]
fn a_table_that_is_being_written() {
    for (game, to, show, engine) in [
        ("wythoff", "--to=1500", "--show=grundy", "whole table by pairs"),
        ("nim(3)", "--to=110", "--show=grundy", "whole table by running sets"),
        ("lim", "--to=90", "--show=remoteness", "reference"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        let solve = ["table", game, to, show, "--max-positions=10000000", "-o", "x.jsonl"];
        told(at, &[&solve[..6], &["y.jsonl"]].concat());
        // So seldom that there is no other checkpoint.
        let mut child = program(at, &solve).arg("--checkpoint-every=1000000").spawn().unwrap();
        while !at.join("x.jsonl.part").exists() {
            assert!(child.try_wait().unwrap().is_none(), "{game}: it ended too early");
            std::thread::yield_now();
        }
        let said = interrupted(child);
        assert!(said.contains("--resume goes on"), "{said}");
        let kept = fs::read(at.join("x.jsonl.checkpoint")).unwrap();
        let engine = engine.as_bytes();
        assert!(kept.windows(engine.len()).any(|bytes| bytes == engine), "{game}: another state");
        told(at, &[&solve[..], &["--resume"]].concat());
        let bytes = |name: &str| fs::read(at.join(name)).unwrap();
        assert!(bytes("x.jsonl") == bytes("y.jsonl"), "{game}");
        assert_eq!(files(at), ["x.jsonl", "y.jsonl"], "{game}");
    }
}

/// A verdict without the time it took.
fn timeless(text: &str) -> String {
    let line = |line: &str| line.split("  [").next().unwrap_or_default().to_string();
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Claims with verdicts of both kinds, of several engines, and a rule file of claims.
const RULE: &str = "game two\nposition (a, b) unordered\noption (x, b) where x < a\n\
    claim A theorem \"us\" up to 300: P iff a = b\n\
    claim B theorem \"us\" up to 500: grundy = xor(a, b)\n\
    claim C theorem \"us\" up to 600: grundy = xor(a, b) or b > 450\n\
    claim D conjecture \"us\" up to 400: a + b > 350 and a < b implies grundy != 45\n";

const CHECKS: [&[&str]; 5] = [
    &["check", "two.game"],
    &["check", "two.game", "--json"],
    &["check", "nim(3)", "--formula=P iff xor(heaps) = 0", "--to=110"],
    &["check", "grid-nim(4,5)", "--formula=P or N"],
    &[
        "check",
        "nim(2)",
        "--misere",
        "--formula=P iff h[1] = h[2] or h[1] + h[2] < 500",
        "--to=700",
    ],
];

#[test]
fn checks_killed_at_any_moment() {
    let mut resumed = 0;
    for (at, check) in CHECKS.iter().enumerate() {
        let mut random = fastrand::Rng::with_seed(at as u64);
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        fs::write(at.join("two.game"), RULE).unwrap();
        let start = std::time::Instant::now();
        let run = |more: &[&str]| {
            let output = program(at, &[check, more].concat()).output().unwrap();
            let text = timeless(&String::from_utf8(output.stdout).unwrap());
            let text: String = text
                .lines()
                .filter(|line| !line.contains("\"seconds\""))
                .collect::<Vec<_>>()
                .join("\n");
            (output.status.code(), text)
        };
        let undisturbed = run(&[]);
        assert!(matches!(undisturbed.0, Some(0 | 1)), "{check:?}: {undisturbed:?}");
        let time = start.elapsed();
        for _ in 0..cases(6) {
            let keep = ["--checkpoint=c", "--checkpoint-every=0.01"];
            let mut resume: &[&str] = &[];
            for _ in 0..random.usize(1..=3) {
                let mut child = program(at, &[check, &keep[..], resume].concat()).spawn().unwrap();
                std::thread::sleep(time.mul_f64(random.f64()));
                if random.bool() {
                    child.kill().unwrap();
                    child.wait().unwrap();
                } else if child.try_wait().unwrap().is_none() {
                    let id = child.id().to_string();
                    Command::new("kill").args(["-INT", &id]).status().unwrap();
                    child.wait().unwrap();
                }
                resumed += usize::from(at.join("c").exists());
                resume = &["--resume"];
            }
            let threads = format!("--threads={}", random.usize(1..=2));
            let found = run(&[&keep[..], &["--resume", &threads]].concat());
            assert_eq!(found, undisturbed, "{check:?}");
            assert!(!at.join("c").exists(), "{check:?}");
        }
    }
    assert!(resumed >= enough(11), "only {resumed} went on from a checkpoint");
}

#[test]
fn a_checkpoint_of_other_claims_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let check = |to: &'static str, formula: &'static str, more: &'static str| {
        ["check", "nim(3)", to, formula, "--checkpoint=c", "--checkpoint-every=0", more]
    };
    let (to, formula) = ("--to=110", "--formula=P iff xor(heaps) = 0");
    let mut child = program(at, &check(to, formula, "--restart")).spawn().unwrap();
    while !at.join("c").exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended too early");
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let refused = |arguments: &[&str], words: &str| {
        let output = program(at, arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(words), "{said}");
    };
    refused(&check("--to=111", formula, "--resume"), "its window is");
    refused(&check(to, "--formula=P iff xor(heaps) = 1", "--resume"), "its more is");
    refused(&check(to, formula, "--threads=1"), "go on with --resume");
    refused(
        &["positions", "nim(3)", to, "--count", "--checkpoint=c", "--resume"],
        "another command",
    );
    refused(&["check", "nim(3)", to, formula, "--resume"], "--checkpoint FILE");
    let described = told(at, &["info", "c"]);
    assert!(described.contains("check") && described.contains("nim(3)"), "{described}");
    let verdict = told(at, &check(to, formula, "--resume"));
    assert!(verdict.contains("holds up to heaps <= 110"), "{verdict}");
}
