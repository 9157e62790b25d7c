//! Long work on figures, killed or stopped at any moment and resumed with another number of threads, prints what an undisturbed run
//! prints.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::cases::cases;

/// Kills in all.
const KILLS: usize = 40;

/// Commands that take some tenths of a second.
const RUNS: [&[&str]; 5] = [
    &["value", "cram(5,5)", "empty"],
    &["value", "cram(4,5)", "#..../...../...../.....", "--misere"],
    &["value", "chomp-on-posets", "chomp(7,9)"],
    &["table", "cram(5,5)", "--on", "empty; #..../...../...../...../.....", "--format", "csv"],
    &["check", "chomp-on-posets", "--formula", "N iff elements >= 1", "--on", "chomp(2..7,9)"],
];

fn program(folder: &Path, run: &[&str], more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ishitori"));
    command.args(run).arg("--checkpoint=x.state").args(more);
    if !more.iter().any(|option| option.starts_with("--checkpoint-every")) {
        command.arg("--checkpoint-every=0.01");
    }
    command.current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What a run prints that comes to its end.
fn told(folder: &Path, run: &[&str], more: &[&str]) -> String {
    let output = program(folder, run, more).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code().is_some_and(|code| code < 2), "{run:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn kill_at_any_moment_and_resume() {
    let mut kept = 0;
    for (at, run) in RUNS.iter().enumerate() {
        let folder = tempfile::tempdir().unwrap();
        let start = Instant::now();
        let expected = told(folder.path(), run, &["--threads=1"]);
        let time = start.elapsed();
        for kill in 0..cases(KILLS).div_ceil(RUNS.len()) {
            let folder = tempfile::tempdir().unwrap();
            let mut random = fastrand::Rng::with_seed((100 * at + kill) as u64);
            let mut resume: &[&str] = &[];
            for threads in ["--threads=1", "--threads=3"] {
                let mut child = program(folder.path(), run, &[&[threads], resume].concat());
                let mut child = child.spawn().unwrap();
                thread::sleep(time.mul_f64(random.f64()));
                // Not while it only begins or ends: then it is done, or nothing is there yet.
                child.kill().unwrap();
                child.wait().unwrap();
                kept += usize::from(folder.path().join("x.state").exists());
                resume = &["--resume"];
            }
            assert_eq!(told(folder.path(), run, &["--threads=2", "--resume"]), expected, "{run:?}");
            let left = std::fs::read_dir(folder.path()).unwrap();
            let left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
            assert!(left.iter().all(|name| name.to_string_lossy().ends_with(".part")), "{left:?}");
        }
    }
    assert!(kept > 0, "no checkpoint was ever there");
}

/// Ctrl-C keeps a last state, and says how to go on.
#[test]
fn interrupted_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let run: &[&str] = &["value", "cram(5,7)", "empty"];
    let child = program(folder.path(), run, &["--checkpoint-every=100000"]).spawn().unwrap();
    thread::sleep(Duration::from_millis(700));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("kept in x.state") && said.contains("--resume"), "{said}");

    // Nothing is thrown away by accident, and a state of something else is refused.
    for (run, more, why) in [
        (run, &[][..], "go on with --resume"),
        (&["value", "cram(5,6)", "empty"], &["--resume"], "belongs to another run"),
        (&["value", "cram(5,7)", "empty", "--misere"], &["--resume"], "belongs to another run"),
        (
            &["check", "cram(5,7)", "--formula", "P", "--on", "empty"],
            &["--resume"],
            "another command",
        ),
    ] {
        let output = program(folder.path(), run, more).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains(why), "{run:?}: {said}");
    }
    assert!(folder.path().join("x.state").exists());
}

#[test]
fn where_nothing_is_kept_that_is_said() {
    let folder = tempfile::tempdir().unwrap();
    for (run, why) in [
        (&["value", "wythoff", "3,5"][..], "graphs, posets, diagrams"),
        (&["value", "wythoff 3,5 + kayles 4"], "one position of a game"),
        (&["table", "node-kayles", "--on", "path(1..5)", "--misere"], "no --checkpoint"),
    ] {
        let output = program(folder.path(), run, &[]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains(why), "{run:?}: {said}");
    }
}
