//! Ctrl-C during work: a message, exit code 130, and no file. SIGTERM does the same, with exit code 143.
#![cfg(unix)]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Runs for minutes, is told to stop after a moment.
fn stopped(arguments: &[&str]) -> (Option<i32>, String) {
    stopped_by("INT", arguments)
}

/// The same with any signal.
fn stopped_by(signal: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let child = Command::new(env!("CARGO_BIN_EXE_ishitori"))
        .env("ISHITORI_DATA", "no-data")
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // Time enough to begin, on a busy machine too.
    sleep(Duration::from_secs(2));
    let signal = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
    assert!(signal.expect("kill runs").success());
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.stdout.is_empty(), "nothing half done is printed");
    (output.status.code(), String::from_utf8(output.stderr).expect("text"))
}

#[test]
fn work_stops_and_leaves_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("positions.csv");
    let path = file.to_str().expect("a path");
    for (game, window, threads) in [
        ("circular(6,2)", ["--to", "110"], "1"),
        ("circular(6,2)", ["--total", "75"], "2"),
        ("single-split-delete(4)", ["--total", "1200"], "2"),
        ("half-split-delete(4)", ["--to", "280"], "2"),
        ("grid-nim(5,6)", ["--total", "30"], "1"),
    ] {
        let mut arguments = vec!["positions", game, "--count", "--format", "csv", "-o", path];
        arguments.extend(window);
        arguments.extend(["--threads", threads]);
        let (code, message) = stopped(&arguments);
        assert_eq!(code, Some(130), "{arguments:?}: {message}");
        assert_eq!(message, "ishitori gave up: stopped by Ctrl-C\n", "{arguments:?}");
        let left: Vec<_> = std::fs::read_dir(folder.path()).expect("a folder").collect();
        assert!(left.is_empty(), "{arguments:?} left {left:?}");
    }
    let (code, message) = stopped(&["table", "welter(4)", "--to", "120", "--fix", "1=100,2=110"]);
    assert_eq!(code, Some(130), "{message}");
}

#[test]
fn automata_stop() {
    let large = "exists x, y: 10000019*x + 10000079*y = 10000103*z + 10000121*w";
    let (code, message) = stopped(&["logic", large]);
    assert_eq!(code, Some(130), "{message}");
    assert_eq!(message, "ishitori gave up: stopped by Ctrl-C\n");
}

/// What the scheduler of a cluster sends before it kills: the state is kept, and the run goes on from it.
#[test]
fn sigterm_leaves_a_checkpoint() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a path").to_string();
    let [file, kept, other] = ["x.parquet", "kept", "y.parquet"].map(path);
    // A checkpoint is written so seldom that this one is the last word.
    let solve = ["positions", "circular(6,2)", "--to", "63", "--checkpoint-every", "1000000"];
    let solve = [&solve[..], &["-o", &file, "--checkpoint", &kept]].concat();
    let (code, message) = stopped_by("TERM", &solve);
    assert_eq!(code, Some(143), "{message}");
    assert!(message.contains("--resume goes on"), "{message}");
    assert!(message.ends_with("ishitori gave up: stopped by SIGTERM\n"), "{message}");
    assert!(Path::new(&kept).exists() && !Path::new(&file).exists());
    let succeeds = |arguments: &[&str]| {
        let program = Command::new(env!("CARGO_BIN_EXE_ishitori")).args(arguments).output();
        let output = program.expect("the program runs");
        assert!(output.status.success(), "{output:?}");
    };
    succeeds(&[&solve[..], &["--resume"]].concat());
    succeeds(&["positions", "circular(6,2)", "--to", "63", "-o", &other]);
    let bytes = |file: &str| std::fs::read(file).expect("a file");
    assert!(bytes(&file) == bytes(&other), "resumed, the file has other bytes");
    assert!(!Path::new(&kept).exists(), "the checkpoint is left");
}

#[test]
fn the_server_ends_in_order() {
    for (bind, warns, signal) in [("127.0.0.1", false, "INT"), ("0.0.0.0", true, "TERM")] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ishitori"))
            .args(["serve", "--port", "0", "--bind", bind, "--memory", "256"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut line = String::new();
        let out = child.stdout.as_mut().expect("a pipe");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let port = line.split(['/', ':']).find_map(|part| part.parse::<u16>().ok());
        let port = port.unwrap_or_else(|| panic!("no port in {line:?}"));
        // A second server cannot have the same port, and says so.
        let port = port.to_string();
        let second = Command::new(env!("CARGO_BIN_EXE_ishitori"))
            .args(["serve", "--port", &port, "--bind", bind])
            .output()
            .expect("the program runs");
        assert_eq!(second.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&second.stderr).contains("--port chooses another"));
        let signal = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
        assert!(signal.expect("kill runs").success());
        let output = child.wait_with_output().expect("the program ends");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{message}");
        assert_eq!(message.contains("warning"), warns, "{message}");
    }
}
