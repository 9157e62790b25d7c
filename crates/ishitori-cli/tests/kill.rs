//! Two hundred solves killed at any moment, by a signal that nobody can hear, and resumed: every file is
//! byte for byte that of an undisturbed run, whichever engine, and with another number of threads.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use crate::cases::{cases, enough};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Kills in all.
const KILLS: usize = 200;

/// A heap grows where another gets smaller: one pass over a box.
const GROWING: &str = "game growing\nposition (a, b)\noption (a - t, b + 2*t) where t >= 1\n\
                       option (a, y) where y < b\n";

/// A heap grows as far as it likes, so no box is large enough: plain recursion.
const PILING: &str =
    "game piling\nposition (a, b)\noption (a - t, b + a) where 1 <= t and t <= b + 1\n";

/// Writes the rules that are not in the catalogue.
fn write_rules(folder: &Path) {
    fs::write(folder.join("growing.game"), GROWING).unwrap();
    fs::write(folder.join("piling.game"), PILING).unwrap();
}

/// A solve of each engine that takes about half a second, and the engine's name.
const SOLVES: [(&str, &[&str]); 12] = [
    ("lines", &["positions", "circular(6,2)", "--to", "30", "-o", "x.parquet"]),
    ("keys", &["positions", "single-split-delete", "--to", "700", "-o", "x.jsonl"]),
    ("marks", &["positions", "common-divisor(3)", "--to", "100", "-o", "x.npy"]),
    ("boards", &["positions", "grid-nim(4,5)", "-o", "x.parquet"]),
    ("strides", &["positions", "growing.game", "--to", "600", "-o", "x.parquet"]),
    ("reference", &["positions", "piling.game", "--to", "60", "-o", "x.parquet"]),
    ("pairs", &["table", "split-and-delete", "--to", "1200", "-o", "x.npy"]),
    ("scanned", &["table", "welter", "--to", "50", "-o", "x.npy"]),
    ("the rest", &["positions", "path-nim", "--to", "80", "--outcome", "n", "-o", "x.npy"]),
    (
        "one of symmetric",
        &["positions", "circular(4,2)", "--to", "60,50,60,19", "--canonical", "-o", "x.parquet"],
    ),
    ("outcomes", &["table", "circular(4,2)", "--to", "26", "--show", "outcome", "-o", "x.npy"]),
    ("remoteness", &["table", "lim", "--to", "40", "--show", "remoteness", "-o", "x.jsonl"]),
];

fn command(folder: &Path, solve: &[&str], threads: usize) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ishitori"));
    command.args(solve).arg(format!("--threads={threads}")).arg("--checkpoint-every=0.01");
    command.current_dir(folder).stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

/// The file that a solve is to write.
fn result(folder: &Path, solve: &[&str]) -> Vec<u8> {
    fs::read(folder.join(solve.last().unwrap())).unwrap()
}

/// What an undisturbed run writes, and how long it takes.
fn undisturbed(solve: &[&str]) -> (Vec<u8>, Duration) {
    let folder = tempfile::tempdir().unwrap();
    write_rules(folder.path());
    let start = Instant::now();
    let output = command(folder.path(), solve, 1).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    (result(folder.path(), solve), start.elapsed())
}

/// Starts a solve and kills it after a while; whether it was still at work.
fn killed(folder: &Path, solve: &[&str], resume: bool, threads: usize, after: Duration) -> bool {
    let mut command = command(folder, solve, threads);
    if resume {
        command.arg("--resume");
    }
    let mut child = command.spawn().unwrap();
    thread::sleep(after);
    let was_working = child.try_wait().unwrap().is_none();
    child.kill().unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(was_working || output.status.success(), "{output:?}");
    was_working
}

#[test]
fn killed_at_any_moment_and_resumed_with_other_threads() {
    let expected: Vec<_> = SOLVES.iter().map(|(_, solve)| undisturbed(solve)).collect();
    let next = AtomicUsize::new(0);
    let (kills, resumed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let worker = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if kills.load(Ordering::Relaxed) >= cases(KILLS) {
                break;
            }
            let (engine, solve) = SOLVES[at % SOLVES.len()];
            let (bytes, time) = &expected[at % SOLVES.len()];
            let mut random = fastrand::Rng::with_seed(at as u64);
            let folder = tempfile::tempdir().unwrap();
            write_rules(folder.path());
            let mut threads = random.usize(1..=2);
            let mut resume = false;
            // Once or twice, at any moment of a run that may have gone on from a checkpoint; a third of
            // them towards the end, where the result, the checkpoint and the spool change places.
            for _ in 0..random.usize(1..=2) {
                let part = if at.is_multiple_of(3) {
                    0.9 + 0.15 * random.f64()
                } else {
                    1.1 * random.f64()
                };
                let after = time.mul_f64(part);
                if killed(folder.path(), solve, resume, threads, after) {
                    kills.fetch_add(1, Ordering::Relaxed);
                    let checkpoint = format!("{}.checkpoint", solve.last().unwrap());
                    if folder.path().join(checkpoint).exists() {
                        resumed.fetch_add(1, Ordering::Relaxed);
                    }
                }
                resume = true;
                threads = 3 - threads;
            }
            let output = command(folder.path(), solve, threads).arg("--resume").output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{engine}, run {at}: {said}");
            assert!(result(folder.path(), solve) == *bytes, "{engine}, run {at}: other bytes");
            let mut left: Vec<String> = fs::read_dir(folder.path())
                .unwrap()
                .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
                .filter(|name| !name.ends_with(".game") && !name.ends_with(".part"))
                .collect();
            left.sort();
            assert_eq!(left, [*solve.last().unwrap()], "{engine}, run {at}: something is left");
        }
    };
    thread::scope(|scope| {
        scope.spawn(worker);
        scope.spawn(worker);
    });
    let (kills, resumed) = (kills.into_inner(), resumed.into_inner());
    println!("{kills} kills, {resumed} of them after a checkpoint");
    assert!(
        kills >= cases(KILLS) && resumed >= enough(KILLS / 3),
        "{kills} kills, {resumed} with a checkpoint"
    );
}
