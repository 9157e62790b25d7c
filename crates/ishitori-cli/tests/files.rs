//! Files as users make and use them: streamed, described, read back; refused where they do not fit.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

use crate::cases::cases;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use assert_cmd::prelude::*;
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn ishitori(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ishitori"));
    command.args(arguments).current_dir(folder).env("ISHITORI_DATA", folder.join("data"));
    command.output().unwrap()
}

/// What a command prints, which must end well.
#[track_caller]
fn told(folder: &Path, arguments: &[&str]) -> String {
    let output = ishitori(folder, arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// What a command says before it ends with this code.
#[track_caller]
fn refused(folder: &Path, arguments: &[&str], code: i32) -> String {
    let output = ishitori(folder, arguments);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    said
}

#[test]
fn a_set_read_back_says_what_solving_says() {
    let folder = folder();
    let at = folder.path();
    let solves: [&[&str]; 6] = [
        &["wythoff", "--to", "200"],
        &["circular(5,2)", "--to", "9", "--misere"],
        &["single-split-delete", "--to", "30"],
        &["lim", "--total", "20"],
        &["grid-nim(3,3)"],
        &["turning-turtles-2d(2,4)", "--total", "4"],
    ];
    for game in solves {
        let mut write = vec!["positions"];
        write.extend(game);
        write.extend(["-o", "x.parquet"]);
        told(at, &write);
        for more in
            [&["--count"][..], &[], &["--canonical", "--format", "csv"], &["--format", "json"]]
        {
            let mut solve = vec!["positions"];
            solve.extend(game);
            solve.extend(more);
            let mut read = vec!["positions", "--from", "x.parquet"];
            read.extend(more);
            let (solved, read) = (told(at, &solve), told(at, &read));
            // JSON tells the window as it was asked for.
            let bare = |text: &str| text.split("\"bounds\"").next().unwrap_or_default().to_string();
            assert_eq!(bare(&solved), bare(&read), "{game:?} {more:?}");
        }
        assert!(told(at, &["info", "x.parquet"]).contains("every byte was verified"));
    }
}

#[test]
fn a_table_read_back_says_what_solving_says() {
    let folder = folder();
    let at = folder.path();
    let solves: [&[&str]; 6] = [
        &["wythoff", "--to", "20"],
        &["wythoff", "--to", "9,20", "--show", "outcome", "--misere"],
        &["welter", "--to", "9"],
        &["lim", "--to", "7", "--fix", "c=3"],
        &["split-and-delete", "--to", "25"],
        &["circular(4,2)", "--to", "4"],
    ];
    for game in solves {
        let mut write = vec!["table"];
        write.extend(game);
        write.extend(["-o", "x.zarr"]);
        told(at, &write);
        for format in ["text", "csv", "latex"] {
            let mut solve = vec!["table"];
            solve.extend(game);
            solve.extend(["--format", format]);
            let mut read = vec!["table", "--from", "x.zarr", "--format", format];
            if game.contains(&"--fix") {
                read.extend(["--fix", "c=3"]);
            }
            assert_eq!(told(at, &solve), told(at, &read), "{game:?}");
        }
        let said = told(at, &["info", "x.zarr", "--json"]);
        let said: serde_json::Value = serde_json::from_str(&said).unwrap();
        assert_eq!(said["verified"], true);
        fs::remove_dir_all(at.join("x.zarr")).unwrap();
    }
}

#[test]
fn values_claims_and_pictures_from_a_file() {
    let folder = folder();
    let at = folder.path();
    told(at, &["positions", "split-and-delete", "--to", "60", "-o", "p.parquet"]);
    told(at, &["table", "split-and-delete", "--to", "60", "-o", "g.zarr"]);
    for position in ["1,1", "2,2", "6,8", "7,60", "60,60"] {
        let solved = told(at, &["value", "split-and-delete", position, "--json"]);
        let solved: serde_json::Value = serde_json::from_str(&solved).unwrap();
        for file in ["p.parquet", "g.zarr"] {
            let read = told(at, &["value", "--from", file, position, "--json"]);
            let read: serde_json::Value = serde_json::from_str(&read).unwrap();
            assert_eq!(read["outcome"], solved["outcome"], "{position}");
            assert_eq!(read["winning_moves"], solved["winning_moves"], "{position}");
            if file == "g.zarr" {
                assert_eq!(read["grundy"], solved["grundy"], "{position}");
            }
        }
    }
    for file in ["p.parquet", "g.zarr"] {
        let said = told(at, &["check", "--from", file, "--claim", "SDN-T1"]);
        assert!(said.contains("holds up to heaps <= 60 (1830 positions)"), "{said}");
        let wrong = ["check", "--from", file, "--formula", "P iff a = b and a mod 4 != 2"];
        let output = ishitori(at, &wrong);
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&output.stdout).contains("REFUTED at 8,8"));
    }
    let said = refused(at, &["check", "--from", "p.parquet", "--formula", "grundy = 0"], 3);
    assert!(said.contains("no Grundy values"), "{said}");
    for (what, file) in [("p", "p.parquet"), ("p", "g.zarr"), ("grundy", "g.zarr")] {
        told(at, &["plot", "split-and-delete", "--to", "60", "--what", what, "-o", "solved.svg"]);
        told(at, &["plot", "--from", file, "--what", what, "-o", "read.svg"]);
        let bytes = |name: &str| fs::read(at.join(name)).unwrap();
        assert!(bytes("solved.svg") == bytes("read.svg"), "{what} from {file}");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = folder();
    let at = folder.path();
    told(at, &["positions", "wythoff", "--to", "50", "-o", "p.parquet"]);
    told(at, &["table", "wythoff", "--to", "20", "-o", "g.zarr"]);
    told(at, &["positions", "wythoff", "--to", "50", "--where", "a <= 3", "-o", "few.parquet"]);
    let cases: [(&[&str], &str); 18] = [
        (&["value", "--from", "p.parquet", "51,2"], "outside"),
        (&["value", "nim(2)", "--from", "p.parquet", "5,2"], "is about wythoff"),
        (&["value", "--from", "few.parquet", "5,2"], "only P-positions with"),
        (&["value", "--from", "p.parquet", "5,2", "--misere"], "normal play"),
        (&["positions", "--from", "p.parquet", "--to", "60"], "heaps up to 50,50"),
        (&["positions", "--from", "p.parquet", "--outcome", "N"], "holds P-positions"),
        (&["plot", "--from", "p.parquet", "--what", "grundy", "-o", "x.svg"], "no Grundy values"),
        (&["plot", "--from", "g.zarr", "--to", "30", "-o", "x.svg"], "heaps up to 20,20"),
        (&["table", "wythoff", "--to", "5", "-o", "x.parquet"], "sets of positions"),
        (&["positions", "wythoff", "--to", "5", "-o", "x.zarr"], "holds tables"),
        (&["positions", "wythoff", "--to", "5", "--format", "parquet"], "name it with -o"),
        (&["positions", "wythoff", "--to", "5", "--resume"], "no checkpoints"),
        (&["positions", "wythoff", "--to", "5", "--count", "--resume"], "nothing to resume"),
        (&["positions", "wythoff", "--to", "5", "--limit", "2", "-o", "x.npy"], "--limit"),
        (&["positions", "wythoff", "--to", "5", "-o", "nowhere/x.npy"], "nowhere"),
        (&["info", "nothing.parquet"], "nothing.parquet"),
        (&["positions", "--from", "nothing.parquet"], "nothing.parquet"),
        (&["table", "wythoff", "--to", "5", "--resume"], "streamed"),
    ];
    for (arguments, words) in cases {
        let said = refused(at, arguments, 2);
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
    fs::write(at.join("text.txt"), "a text").unwrap();
    assert!(refused(at, &["info", "text.txt"], 2).contains("no file of ishitori"));
    fs::write(at.join("x.npy.checkpoint"), "a text").unwrap();
    let write = ["positions", "wythoff", "--to", "5", "-o", "x.npy"];
    assert!(refused(at, &write, 2).contains("name another file"));
    let with = |more: &'static str| [&write[..], &[more]].concat();
    assert!(refused(at, &with("--resume"), 2).contains("no checkpoint of ishitori"));
    assert!(refused(at, &with("--restart"), 2).contains("left as it is"));
    assert!(!at.join("x.npy").exists());
}

/// A run that was stopped after its first checkpoint.
fn stopped(at: &Path, arguments: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ishitori"));
    command.args(arguments).arg("--checkpoint-every=0").current_dir(at);
    let mut child = command.stdout(std::process::Stdio::null()).spawn().unwrap();
    let checkpoint = at.join(format!("{}.checkpoint", arguments.last().unwrap()));
    while !checkpoint.exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended before a checkpoint");
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_checkpoint_of_something_else_is_refused_and_left() {
    let folder = folder();
    let at = folder.path();
    stopped(at, &["positions", "circular(6,2)", "--to", "30", "-o", "x.parquet"]);
    let checkpoint = at.join("x.parquet.checkpoint");
    let good = fs::read(&checkpoint).unwrap();
    let described = told(at, &["info", "x.parquet.checkpoint"]);
    assert!(described.contains("checkpoint") && described.contains("circular(6,2)"), "{described}");
    let resume = |game: &'static str, more: &'static [&'static str]| {
        let mut arguments = vec!["positions", game, "-o", "x.parquet", "--resume"];
        arguments.extend(more);
        arguments
    };
    for (arguments, words) in [
        (resume("circular(6,2)", &["--to", "31"]), "its window is"),
        (resume("circular(6,3)", &["--to", "30"]), "its game is"),
        (resume("circular(6,2)", &["--to", "30", "--misere"]), "its convention is"),
        (resume("circular(6,2)", &["--to", "30", "--where", "h[1] != 7"]), "its more is"),
    ] {
        let said = refused(at, &arguments, 2);
        assert!(said.contains(words), "{said}");
    }
    // Damaged anywhere, it is refused with a reason, and never half used.
    let spool = fs::read(at.join("x.parquet.spool")).unwrap();
    let mut random = fastrand::Rng::with_seed(7);
    for nth in 0..cases(40) {
        let mut bad = good.clone();
        let expected = if nth % 4 == 0 {
            bad.truncate(random.usize(12..bad.len()));
            "truncated"
        } else {
            let place = random.usize(12..bad.len());
            bad[place] ^= 1 << random.usize(0..8);
            "x.parquet.checkpoint"
        };
        fs::write(&checkpoint, &bad).unwrap();
        let said = refused(at, &resume("circular(6,2)", &["--to", "30"]), 2);
        assert!(said.contains(expected), "{said}");
        assert!(fs::read(&checkpoint).unwrap() == bad, "a refused checkpoint is left as it is");
        let info = ishitori(at, &["info", "x.parquet.checkpoint"]);
        assert_eq!(info.status.code(), Some(1), "info tells damage");
    }
    // A spool that is not the checkpoint's.
    fs::write(&checkpoint, &good).unwrap();
    let mut bad = spool.clone();
    if !bad.is_empty() {
        bad[0] ^= 1;
        fs::write(at.join("x.parquet.spool"), &bad).unwrap();
        let said = refused(at, &resume("circular(6,2)", &["--to", "30"]), 2);
        assert!(said.contains("corrupted"), "{said}");
    }
    // The good ones go on, to the bytes of an undisturbed run.
    fs::write(at.join("x.parquet.spool"), &spool).unwrap();
    told(at, &resume("circular(6,2)", &["--to", "30"]));
    told(at, &["positions", "circular(6,2)", "--to", "30", "-o", "y.parquet"]);
    assert!(fs::read(at.join("x.parquet")).unwrap() == fs::read(at.join("y.parquet")).unwrap());
}

#[test]
fn counting_goes_on_where_it_was() {
    let folder = folder();
    let at = folder.path();
    let count = ["positions", "circular(6,2)", "--to", "30", "--count", "--format", "bfile"];
    let undisturbed = told(at, &count);
    let mut kept = count.to_vec();
    kept.extend(["--checkpoint", "count.checkpoint"]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_ishitori"));
    command.args(&kept).arg("--checkpoint-every=0").current_dir(at);
    let mut child = command.stdout(std::process::Stdio::null()).spawn().unwrap();
    while !at.join("count.checkpoint").exists() && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    kept.push("--resume");
    assert_eq!(told(at, &kept), undisturbed);
    assert!(!at.join("count.checkpoint").exists());
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_a_checkpoint_and_says_so() {
    let folder = folder();
    let at = folder.path();
    let arguments = ["positions", "circular(6,2)", "--to", "48", "-o", "x.parquet"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_ishitori"));
    command.args(arguments).current_dir(at).stderr(std::process::Stdio::piped());
    let child = command.stdout(std::process::Stdio::null()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1000));
    Command::new("kill").args(["-INT", &child.id().to_string()]).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("--resume goes on"), "{said}");
    assert!(!at.join("x.parquet").exists());
    told(at, &[&arguments[..], &["--resume"]].concat());
    assert!(!at.join("x.parquet.checkpoint").exists() && !at.join("x.parquet.spool").exists());
}

#[test]
fn two_runs_do_not_write_to_one_file() {
    let folder = folder();
    let at = folder.path();
    let arguments = ["positions", "circular(6,2)", "--to", "36", "-o", "x.parquet"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_ishitori"));
    let mut first = command.args(arguments).current_dir(at).spawn().unwrap();
    while !at.join("x.parquet.spool").exists() {
        std::thread::yield_now();
    }
    std::thread::sleep(std::time::Duration::from_millis(20));
    let second = ishitori(at, &arguments);
    let still = first.try_wait().unwrap().is_none();
    assert!(first.wait().unwrap().success());
    if still {
        let said = String::from_utf8_lossy(&second.stderr);
        assert_eq!(second.status.code(), Some(2), "{said}");
        assert!(said.contains("another process is writing"), "{said}");
    }
    assert!(at.join("x.parquet").exists());
}

/// A disk of two megabytes.
#[cfg(target_os = "linux")]
struct Small(TempDir);

#[cfg(target_os = "linux")]
impl Small {
    fn mount() -> Option<Small> {
        let folder = folder();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=1900k", "tmpfs"]).arg(folder.path());
        let mounted = mount.output().is_ok_and(|output| output.status.success());
        if !mounted {
            eprintln!("skipped: mounting a small tmpfs is not allowed here");
        }
        mounted.then_some(Small(folder))
    }
}

#[cfg(target_os = "linux")]
impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0.path()).status();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing() {
    let Some(disk) = Small::mount() else { return };
    let at = disk.0.path();
    // 1. Too small for the result: an error that says so, and the last good checkpoint is there.
    let write = ["positions", "single-split-delete", "--to", "1500", "-o", "x.parquet"];
    let often = [&write[..], &["--checkpoint-every=0.01"]].concat();
    let said = refused(at, &often, 2);
    assert!(said.contains("Free some space"), "{said}");
    let checkpoint = at.join("x.parquet.checkpoint");
    assert!(checkpoint.exists(), "the disk was full before the first checkpoint: {said}");
    assert!(told(at, &["info", "x.parquet.checkpoint"]).contains("every byte was verified"));
    // 2. Still full: the same again, and nothing is worse.
    let said = refused(at, &[&often[..], &["--resume"]].concat(), 2);
    assert!(said.contains("Free some space"), "{said}");
    assert!(told(at, &["info", "x.parquet.checkpoint"]).contains("every byte was verified"));
    // 3. With room it goes on from there.
    let mut remount = Command::new("mount");
    remount.args(["-o", "remount,size=16m"]).arg(at);
    assert!(remount.status().unwrap().success());
    told(at, &[&often[..], &["--resume"]].concat());
    let other = folder();
    told(other.path(), &write);
    let bytes = |at: &Path| fs::read(at.join("x.parquet")).unwrap();
    assert!(bytes(at) == bytes(other.path()));
}

#[test]
fn tables_of_others_are_claims() {
    let folder = folder();
    let at = folder.path();
    for (game, more) in [
        ("wythoff", &["--to", "9"][..]),
        ("welter", &["--to", "7"]),
        ("wythoff-1", &["--to", "8", "--show", "outcome"]),
        ("lim", &["--total", "9", "--show", "outcome"]),
    ] {
        let mut write = vec!["table", game, "-o", "t.csv"];
        write.extend(more);
        told(at, &write);
        let said = told(at, &["check", game, "--data", "t.csv"]);
        assert!(said.contains("holds ("), "{said}");
        // One cell changed is found.
        let text = fs::read_to_string(at.join("t.csv")).unwrap();
        let mut lines: Vec<String> = text.lines().map(String::from).collect();
        let line = lines.len() - 2;
        let (rest, cell) = lines[line].rsplit_once(',').unwrap();
        let other = match cell {
            "P" => "N".to_string(),
            "N" => "P".to_string(),
            cell => (cell.parse::<u32>().unwrap() + 1).to_string(),
        };
        lines[line] = format!("{rest},{other}");
        fs::write(at.join("t.csv"), lines.join("\n")).unwrap();
        let output = ishitori(at, &["check", game, "--data", "t.csv"]);
        assert_eq!(output.status.code(), Some(1), "{game}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("REFUTED at"), "{game}");
    }
    // What is empty says nothing and does not count. Misère Nim of one heap: 1 is P.
    fs::write(at.join("t.csv"), "h[1],grundy\n0,0\n1,\n2,2\n3,-\n").unwrap();
    assert!(told(at, &["check", "nim(1)", "--data", "t.csv"]).contains("nim(1): holds (2 cells)"));
    fs::write(at.join("t.csv"), "h[1],outcome\n0,N\n1,P\n2,\n").unwrap();
    let said = told(at, &["check", "nim(1)", "--data", "t.csv", "--misere"]);
    assert!(said.contains("nim(1), misère play: holds (2 cells)"), "{said}");
    for (text, words) in [
        ("", "says nothing"),
        ("a,b,grundy\n1,2,\n", "says nothing"),
        ("a\\b,0,1\n0,x,1\n", "neither a number nor P nor N"),
        ("a,b,grundy\n1,2\n", "cells"),
        ("a,b,c,grundy\n1,2,3,4\n", "2 heaps"),
        ("\"a", "never closed"),
    ] {
        fs::write(at.join("bad.csv"), text).unwrap();
        let said = refused(at, &["check", "wythoff", "--data", "bad.csv"], 2);
        assert!(said.contains(words), "{text}: {said}");
    }
}

#[test]
fn a_file_says_nothing_about_what_is_not_in_it() {
    let folder = folder();
    let at = folder.path();
    // Only some sizes of a heap: what is missing is neither P nor N.
    let fixed = ["table", "wythoff", "--to", "13,14", "--show", "outcome", "--fix", "2=12"];
    told(at, &[&fixed[..], &["-o", "fixed.zarr"]].concat());
    assert_eq!(told(at, &["table", "--from", "fixed.zarr"]), told(at, &fixed));
    for arguments in [
        &["check", "--from", "fixed.zarr"][..],
        &["positions", "--from", "fixed.zarr", "--count"],
        &["value", "--from", "fixed.zarr", "1,2"],
    ] {
        assert!(refused(at, arguments, 2).contains("only positions with 2=12"), "{arguments:?}");
    }
    refused(at, &["table", "--from", "fixed.zarr", "--fix", "2=11"], 3);
    // Bounds of unordered heaps in any order are the same window.
    for (game, to) in
        [("wythoff", "5,3"), ("nim(3)", "6,4,2"), ("nim(3)", "2,4,6"), ("lim", "3,7,5")]
    {
        told(at, &["table", game, "--to", to, "-o", "t.zarr"]);
        for outcome in ["P", "N"] {
            let solved = told(at, &["positions", game, "--to", to, "--outcome", outcome]);
            let read = told(at, &["positions", "--from", "t.zarr", "--outcome", outcome]);
            assert_eq!(solved, read, "{game} to {to}");
        }
        let all = told(at, &["table", game, "--to", to, "--format", "csv"]);
        assert_eq!(
            told(at, &["table", "--from", "t.zarr", "--format", "csv"]),
            all,
            "{game} to {to}"
        );
    }
    // One of symmetric positions, where not all of them are in the window.
    let some =
        ["positions", "circular(4,2)", "--to", "3,1,3,1", "--canonical", "-o", "some.parquet"];
    told(at, &some);
    assert!(refused(at, &["value", "--from", "some.parquet", "2,1,2,1"], 2).contains("symmetric"));
    // A claim beyond the window is unknown.
    told(at, &["positions", "wythoff", "--to", "10", "-o", "p.parquet"]);
    let output = ishitori(at, &["check", "--from", "p.parquet", "--formula", "P(300,486)"]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    // Windows with both bounds come back.
    let both = ["table", "wythoff", "--to", "3", "--total", "15", "--show", "outcome"];
    told(at, &[&both[..], &["-o", "both.zarr"]].concat());
    assert_eq!(told(at, &["table", "--from", "both.zarr"]), told(at, &both));
    // Of a rule only the moves matter.
    let rule = "game own\nposition (a, b)\noption (x, b) where x < a\noption (a, y) where y < b\n";
    fs::write(at.join("own.game"), rule).unwrap();
    told(at, &["positions", "own.game", "--to", "9", "-o", "own.parquet"]);
    fs::write(at.join("own.game"), rule.replace("position", "title en \"Mine\"\nposition"))
        .unwrap();
    told(at, &["positions", "own.game", "--from", "own.parquet", "--count"]);
    fs::write(at.join("own.game"), rule.replace("y < b", "y < b - 1")).unwrap();
    refused(at, &["positions", "own.game", "--from", "own.parquet", "--count"], 2);
}

#[cfg(unix)]
#[test]
fn only_plain_files_are_replaced() {
    let folder = folder();
    let at = folder.path();
    let write = |to: &'static str| ["positions", "wythoff", "--to", "9", "-o", to];
    assert!(Command::new("mkfifo").arg(at.join("pipe.npy")).status().unwrap().success());
    assert!(refused(at, &write("pipe.npy"), 2).contains("plain file"));
    assert!(!fs::symlink_metadata(at.join("pipe.npy")).unwrap().is_file());
    fs::write(at.join("real.parquet"), "old").unwrap();
    std::os::unix::fs::symlink("real.parquet", at.join("link.parquet")).unwrap();
    told(at, &write("link.parquet"));
    assert!(fs::symlink_metadata(at.join("link.parquet")).unwrap().is_symlink());
    assert!(fs::read(at.join("real.parquet")).unwrap().starts_with(b"PAR1"));
    std::os::unix::fs::symlink("nowhere/x", at.join("lost.parquet")).unwrap();
    assert!(refused(at, &write("lost.parquet"), 2).contains("leads nowhere"));
    for place in ["x.parquet", "x.parquet.spool"] {
        let said = refused(at, &[&write("x.parquet")[..], &["--checkpoint", place]].concat(), 2);
        assert!(said.contains("name another file"), "{said}");
    }
}

#[test]
fn headings_of_tables_are_read() {
    let folder = folder();
    let at = folder.path();
    for (text, code) in [
        // No headings: every line counts.
        ("1,2,P\n2,2,P\n", 1),
        ("1,2,N\n2,2,P\n", 0),
        // Named heaps, in any order.
        ("b,a,grundy\n1,2,3\n", 0),
        ("b\\a,0,1\n0,P,N\n4,N,N\n", 0),
        ("x,y,grundy\n1,2,3\n", 2),
        ("x\\y,0\n0,P\n", 2),
        ("1,x,4\n1,2,3\n", 2),
    ] {
        fs::write(at.join("t.csv"), text).unwrap();
        let rule =
            "game own\nposition (a, b)\noption (x, b) where x < a\noption (a, y) where y < b\n";
        fs::write(at.join("own.game"), rule).unwrap();
        let output = ishitori(at, &["check", "own.game", "--data", "t.csv"]);
        assert_eq!(output.status.code(), Some(code), "{text}: {output:?}");
    }
}

/// The lines of a text as objects.
fn objects(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn lines_of_json_are_the_same_in_a_file_and_printed() {
    let folder = folder();
    let at = folder.path();
    let asked: [&[&str]; 8] = [
        &["table", "split-and-delete", "--to", "9"],
        &["table", "wythoff", "--to", "9,4"],
        &["table", "nim(3)", "--to", "4", "--show", "outcome", "--misere"],
        &["table", "lim", "--total", "9", "--show", "remoteness"],
        &["table", "lim", "--to", "6", "--fix", "b=3"],
        &["table", "circular(4,2)", "--to", "3"],
        &["positions", "wythoff", "--to", "60"],
        &["positions", "circular(4,2)", "--to", "5", "--canonical"],
    ];
    for arguments in asked {
        let with = |more: &[&str]| told(at, &[arguments, more].concat());
        with(&["-o", "x.jsonl"]);
        let printed = with(&["--format", "jsonl"]);
        assert_eq!(printed, fs::read_to_string(at.join("x.jsonl")).unwrap(), "{arguments:?}");
        assert_eq!(printed, with(&["--format", "jsonl", "-o", "-"]), "{arguments:?}");
        assert!(!at.join("-").exists());
        fs::remove_file(at.join("x.jsonl")).unwrap();
    }
}

/// Where the order of heaps does not matter, each multiset has one line, as in CSV.
#[test]
fn lines_of_json_hold_each_position_once() {
    let folder = folder();
    let at = folder.path();
    // lim has no order, three heaps and values for all of them.
    let listed = told(at, &["table", "lim", "--to", "5", "--format", "csv"]);
    let lines = objects(&told(at, &["table", "lim", "--to", "5", "--format", "jsonl"]));
    let row = |line: &serde_json::Value| {
        ["a", "b", "c", "grundy"].map(|key| line[key].to_string()).join(",")
    };
    let mut rows: Vec<String> = lines.iter().map(row).collect();
    let mut csv: Vec<String> = listed.lines().skip(1).map(str::to_string).collect();
    rows.sort();
    csv.sort();
    assert_eq!(rows, csv);
    assert_eq!(rows.len(), 56);
    // Bounds in any order, and a heap that is kept: every multiset that fits, once.
    let multisets = |arguments: &[&str]| -> Vec<Vec<u64>> {
        let lines = objects(&told(at, &[arguments, &["--format", "jsonl"]].concat()));
        let heaps = |line: &serde_json::Value| {
            let mut heaps: Vec<u64> =
                ["a", "b", "c"].iter().map(|key| line[*key].as_u64().unwrap()).collect();
            heaps.sort_unstable();
            heaps
        };
        let mut all: Vec<Vec<u64>> = lines.iter().map(heaps).collect();
        all.sort();
        all
    };
    let fits = |to: [u64; 3], fixed: Option<u64>| -> Vec<Vec<u64>> {
        let mut all: Vec<Vec<u64>> = Vec::new();
        for a in 0..=to[0] {
            for b in 0..=to[1] {
                for c in 0..=to[2] {
                    let mut heaps = vec![a, b, c];
                    if fixed.is_none_or(|fixed| b == fixed) {
                        heaps.sort_unstable();
                        all.push(heaps);
                    }
                }
            }
        }
        all.sort();
        all.dedup();
        all
    };
    assert_eq!(multisets(&["table", "lim", "--to", "7,2,4"]), fits([7, 2, 4], None));
    assert_eq!(multisets(&["table", "lim", "--to", "2,7,4"]), fits([2, 7, 4], None));
    assert_eq!(multisets(&["table", "lim", "--to", "5", "--fix", "b=3"]), fits([5, 5, 5], Some(3)));
}

/// The index of an array is a number of stones, also where no heap is empty.
#[test]
fn an_index_is_a_number_of_stones() {
    let folder = folder();
    let at = folder.path();
    told(at, &["table", "split-and-delete", "--to", "6", "-o", "x.npy"]);
    let bytes = fs::read(at.join("x.npy")).unwrap();
    let head = String::from_utf8_lossy(&bytes[..128]).into_owned();
    assert!(head.contains("'shape': (7, 7, )"), "{head}");
    let cells: Vec<i64> =
        bytes[2048..].chunks(8).map(|cell| i64::from_le_bytes(cell.try_into().unwrap())).collect();
    for a in 0..7u64 {
        for b in 0..7u64 {
            let cell = cells[(7 * a + b) as usize];
            if a == 0 || b == 0 {
                assert_eq!(cell, -1);
                continue;
            }
            let value = told(at, &["value", "split-and-delete", &format!("{a},{b}"), "--json"]);
            let value: serde_json::Value = serde_json::from_str(&value).unwrap();
            assert_eq!(value["grundy"], cell, "{a},{b}");
        }
    }
}

#[test]
fn what_cannot_be_printed_is_refused() {
    let folder = folder();
    let at = folder.path();
    let table =
        |format: &'static str| ["table", "nim(2)", "--to", "3", "--format", format, "-o", "-"];
    for (format, name) in [("npy", "NumPy"), ("zarr", "Zarr")] {
        let said = refused(at, &table(format), 2);
        assert!(
            said.contains(&format!("{name} is written into a file: name it with -o")),
            "{said}"
        );
    }
    assert_eq!(told(at, &table("csv")), told(at, &table("csv")[..6]));
    for arguments in [
        &["plot", "wythoff", "--to", "9", "-o", "-"][..],
        &["prove", "wythoff", "-o", "-"],
        &["discover", "wythoff", "-o", "-"],
        &["study", "wythoff", "-o", "-"],
        &["logic", "a = 1", "-o", "-"],
        &["run", "x.toml", "-o", "-"],
    ] {
        let said = refused(at, arguments, 2);
        assert!(said.contains("not written to standard output: name a file"), "{said}");
    }
    assert!(fs::read_dir(at).unwrap().next().is_none(), "no file was written");
}

/// A window holds all values of a state, in files too; a number of stones bounds none.
#[test]
fn states_are_whole_in_files() {
    let folder = folder();
    let at = folder.path();
    let rule =
        "game g position (a, b) state p in 1 .. 4 option (x, b) where x < a option with p - 1";
    fs::write(at.join("g.game"), rule).unwrap();
    let lines = told(at, &["table", "g.game", "--to", "2", "--format", "jsonl"]);
    assert_eq!(lines.lines().count(), 3 * 3 * 4);
    assert!(lines.contains(r#""p":4"#), "{lines}");
    for to in ["2", "2,2"] {
        told(at, &["table", "g.game", "--to", to, "-o", "t.zarr"]);
        let stored = told(at, &["table", "g.game", "--to", to, "--from", "t.zarr"]);
        assert_eq!(stored, told(at, &["table", "g.game", "--to", to]));
    }
    told(at, &["table", "g.game", "--to", "2", "--fix", "p=3", "-o", "t.npy"]);
    let shape = fs::read(at.join("t.npy")).unwrap();
    assert!(String::from_utf8_lossy(&shape[..128]).contains("(3, 3, 1"));
    for command in ["positions", "table", "misere"] {
        let said = refused(at, &[command, "g.game", "--total", "2"], 2);
        assert!(said.contains("states beside its heaps"), "{said}");
    }
    let check = ishitori(at, &["check", "g.game", "--formula", "p <= 3", "--total", "2"]);
    assert_eq!(check.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&check.stdout).contains("states beside its heaps"));
}
