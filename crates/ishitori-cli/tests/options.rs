//! Programs as games: what they tell is solved, and whatever they do wrong is said, with nothing left behind.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::cases::cases;

/// The program of docs/option-programs.md.
fn chomp() -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/option-programs.md");
    let page = fs::read_to_string(page).expect("a page");
    let (_, rest) = page.split_once("```text chomp.py\n").expect("the program");
    let (program, _) = rest.split_once("\n```").expect("its end");
    assert!(program.lines().count() <= 15, "it is to be short");
    program.to_string()
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let program = Command::new(env!("CARGO_BIN_EXE_ishitori"))
        .args(arguments)
        .env("ISHITORI_DATA", "no-data")
        .current_dir(folder)
        .output();
    program.expect("the program runs")
}

fn answer(folder: &Path, arguments: &[&str]) -> Value {
    let output = run(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// A folder with a program in it.
fn folder_with(name: &str, text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join(name), text).expect("a written file");
    folder
}

/// The value of the poset game on the elements of `mask`, by its definition; `above[i]` are those above i, itself included.
fn poset_value(above: &[u32], mask: u32, memo: &mut BTreeMap<u32, u32>) -> u32 {
    if let Some(value) = memo.get(&mask) {
        return *value;
    }
    let elements = (0..above.len()).filter(|i| mask >> i & 1 == 1);
    let values: Vec<u32> = elements.map(|i| poset_value(above, mask & !above[i], memo)).collect();
    let value = (0..).find(|value| !values.contains(value)).expect("finitely many");
    memo.insert(mask, value);
    value
}

#[test]
fn chomp_on_any_poset() {
    let folder = folder_with("chomp.py", &chomp());
    let mut random = fastrand::Rng::with_seed(4);
    for _ in 0..cases(12) {
        let count = random.usize(1..8);
        let mut right_above: Vec<Vec<usize>> = Vec::new();
        for i in 0..count {
            right_above.push((i + 1..count).filter(|_| random.u32(0..10) < 3).collect());
        }
        let mut above = vec![0u32; count];
        for i in (0..count).rev() {
            above[i] = right_above[i].iter().fold(1 << i, |all, up| all | above[*up]);
        }
        let names = |ups: &Vec<usize>| ups.iter().map(|up| format!("e{up}")).collect::<Vec<_>>();
        let entries = (0..count).map(|i| (format!("e{i}"), json!(names(&right_above[i]))));
        let position = Value::Object(entries.collect()).to_string();
        let memo = &mut BTreeMap::new();
        let expected = poset_value(&above, (1 << count) - 1, memo);
        let told =
            answer(folder.path(), &["value", "--options", "python3 chomp.py", &position, "--json"]);
        assert_eq!(told["grundy"], expected, "{position}");
        assert_eq!(told["outcome"], if expected == 0 { "P" } else { "N" });
        assert_eq!(told["positions"], memo.len(), "each asked for once: {position}");
        let winning: Vec<usize> = (0..count)
            .filter(|i| poset_value(&above, ((1 << count) - 1) & !above[*i], memo) == 0)
            .collect();
        assert_eq!(told["winning_moves"].as_array().expect("a list").len(), winning.len());
    }
}

fn squares(n: u64) -> Vec<u64> {
    (1..).take_while(|k| k * k <= n).map(|k| n - k * k).collect()
}

fn squares_value(n: u64) -> u64 {
    let values: Vec<u64> = squares(n).into_iter().map(squares_value).collect();
    (0..).find(|value| !values.contains(value)).expect("finitely many")
}

/// How long play on a number lasts from which squares are taken, by definition.
fn squares_remoteness(n: u64) -> u64 {
    let wins = |n: &u64| squares_value(*n) == 0;
    let lost = squares(n).into_iter().filter(wins).map(squares_remoteness).min();
    let all = || squares(n).into_iter().map(squares_remoteness).max();
    lost.or_else(all).map_or(0, |length| length + 1)
}

/// Whether whoever moves wins misère play, and how long it lasts, by definition.
fn misere_squares(n: u64) -> (bool, u64) {
    let options: Vec<(bool, u64)> = squares(n).into_iter().map(misere_squares).collect();
    if options.is_empty() {
        return (true, 0);
    }
    match options.iter().filter(|(wins, _)| !wins).map(|(_, length)| length + 1).min() {
        Some(length) => (true, length),
        None => (false, options.iter().map(|(_, length)| length + 1).max().expect("some")),
    }
}

const SQUARES: &str = "import json, sys
for line in sys.stdin:
    n = json.loads(line)
    print(json.dumps([n - k * k for k in range(1, n + 1) if k * k <= n]))
";

#[test]
fn tables_and_formulas() {
    let folder = folder_with("squares.py", SQUARES);
    let list: String = (0..25).map(|n| format!("{n}\n\n")).collect();
    fs::write(folder.path().join("list"), list).expect("a written file");
    let by = ["--options", "python3 squares.py", "--positions", "list"];
    let table = answer(
        folder.path(),
        &[&["table", "--misere", "--show", "remoteness", "--json"], &by[..]].concat(),
    );
    let told = table["positions"].as_array().expect("a list");
    assert_eq!(told.len(), 25);
    for (n, entry) in (0..).zip(told) {
        assert_eq!(entry["position"], n);
        assert_eq!(entry["remoteness"], misere_squares(n).1, "{n}");
    }
    let check = |formula: &str, more: &[&str]| {
        run(folder.path(), &[&["check", "--formula", formula, "--json"], &by[..], more].concat())
    };
    // OEIS A030193: the lost numbers of Subtract a Square.
    for (formula, more) in [
        ("moves = max(k for k in 0 .. 5 where k * k <= h[1]) and stones = sum(h)", &[][..]),
        ("P iff h[1] in {0, 2, 5, 7, 10, 12, 15, 17, 20, 22}", &[]),
        ("not N or grundy > 0 and remoteness mod 2 = 1", &[]),
        ("N if h[1] in {0, 2, 5}", &["--misere"]),
    ] {
        let output = check(formula, more);
        assert_eq!(output.status.code(), Some(0), "{formula}: {output:?}");
        let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!((&told[0]["verdict"], &told[0]["cases"]), (&json!("holds"), &json!(25)));
    }
    let refuted = check("grundy <= 1", &[]);
    assert_eq!(refuted.status.code(), Some(1));
    let told: Value = serde_json::from_slice(&refuted.stdout).expect("JSON");
    let first = (0..).find(|n| squares_value(*n) > 1).expect("values grow");
    let witness = json!({
        "position": first, "line": 2 * first + 1, "outcome": "N", "grundy": squares_value(first),
        "remoteness": squares_remoteness(first), "moves": squares(first).len(),
    });
    assert_eq!(told[0]["verdict"], "refuted");
    assert_eq!(told[0]["witness"], witness);
    for (formula, says) in [
        ("P(3)", "one position at a time"),
        ("grundy in options", "one position at a time"),
        ("grundy = h[2]", "there is no heap 2"),
        ("grundy = size", "`size`"),
        ("exists P in 0 .. 3: P = 1", "means something already"),
        ("grundy <", "expected a number"),
    ] {
        let output = check(formula, &[]);
        assert_eq!(output.status.code(), Some(2), "{formula}: {output:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(says), "{formula}: {said}");
    }
}

/// A program that does something wrong, and what is said of it.
fn wrong(script: &str, position: &str, more: &[&str]) -> (Option<i32>, String) {
    let folder = folder_with("wrong.py", &format!("import json, os, sys, time\n{script}\n"));
    let output =
        run(folder.path(), &[&["value", "--options", "python3 wrong.py", position], more].concat());
    assert!(output.stdout.is_empty(), "{output:?}");
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(!said.contains("panicked"), "{said}");
    (output.status.code(), said)
}

#[test]
fn what_programs_do_wrong_is_said() {
    let each =
        |answer: &str| format!("for line in sys.stdin:\n    n = json.loads(line)\n    {answer}");
    let asked = "`python3 wrong.py` was asked for the options of";
    for (script, position, says) in [
        (
            each("print('hello')"),
            "[3, 4]",
            "[3,4], and answered what is no JSON array of positions, `hello`",
        ),
        (each("print()"), "3", "an empty line"),
        (each("print(n)"), "3", "expected an array of positions"),
        (each("print('[1, 2')"), "3", "`[1, 2`"),
        (each("print('{\"option\": 3}')"), "3", "an object without `error`"),
        (each("print('[99999999999999999999]')"), "3", "too large to keep all its digits"),
        (
            each("print(json.dumps({'error': 'no such square'}))"),
            "'x",
            "\"'x\", and refused: no such square",
        ),
        (each("print('[' + '1,' * 9000000 + '1]')"), "3", "a line of more than 16 MiB"),
        (each("sys.stdout.buffer.write(b'[\"\\xff\"]\\n')"), "3", "no text (UTF-8)"),
        (
            each("sys.exit('out of cheese')"),
            "3",
            "it ended (exit status: 1) before it answered: out of cheese",
        ),
        (each("os.kill(os.getpid(), 9)"), "3", "signal: 9"),
        (each("os._exit(0)"), "3", "wrote nothing to standard error"),
        (each("os.close(1); time.sleep(60)"), "3", "it closed its output"),
        (
            each("print([n - 1] if n else 1 / 0)"),
            "3",
            "options of 0, and it ended (exit status: 1) before it answered: ZeroDivisionError",
        ),
    ] {
        let (code, said) = wrong(&script, position, &[]);
        assert_eq!(code, Some(2), "{script}: {said}");
        assert!(said.contains(says) && said.contains(asked), "{script}: {said}");
    }
    let (code, said) = wrong(&each("print([]); print([])"), "3", &[]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("answered more lines than it was asked"), "{said}");
    // A cycle that is met late, and one position that is its own option.
    let (code, said) = wrong(&each("print([n + 1] if n < 3000 else [2998])"), "0", &[]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("3 moves lead round:\n  2998\n  2999\n  3000\n  2998 again"), "{said}");
    let (_, said) = wrong(&each("print([n])"), "[]", &[]);
    assert!(said.contains("1 move leads round:\n  []\n  [] again"), "{said}");
}

#[test]
fn limits_are_exit_code_3() {
    let on = "for line in sys.stdin: print([int(line) + 1])";
    let (code, said) = wrong(on, "0", &["--max-positions", "5000"]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("more than 5000 positions that play can reach"), "{said}");
    let (code, said) = wrong(on, "0", &["--memory", "1"]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("the memory of 1 MB is used up"), "{said}");
    let begin = Instant::now();
    let (code, said) = wrong("time.sleep(600)", "[3]", &["--time", "1"]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("1 s are used up") && said.contains("options of [3]"), "{said}");
    assert!(begin.elapsed() < Duration::from_secs(60), "it waited for the program");
    // One that never flushes is told what to do.
    let (_, said) = wrong("time.sleep(600)", "[3]", &["--time", "7"]);
    assert!(said.contains("has not answered for [3] for 3 s"), "{said}");
    assert!(said.contains("must be flushed"), "{said}");
}

#[test]
fn what_cannot_be_started_is_said() {
    let folder = folder_with("game.py", SQUARES);
    for (program, says) in [
        (
            "./no-such.py",
            "`./no-such.py` cannot be started, to ask for the options of 3: No such file",
        ),
        ("game.py", "a program in this folder is written ./game.py"),
        ("./game.py", "make it executable"),
        ("'./game.py", "the quote ' is not closed"),
        ("", "a program should stand here"),
    ] {
        let output = run(folder.path(), &["value", "--options", program, "3"]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{program}: {said}");
        assert!(said.contains(says), "{program}: {said}");
    }
    for arguments in [
        &["value", "nim", "3,5", "--options", "x"][..],
        &["value", "--options", "x", "3", "--from", "y"],
        &["moves", "--options", "x", "3", "--back"],
        &["table", "--options", "x"],
        &["table", "nim", "--positions", "x"],
        &["table", "--options", "x", "--positions", "game.py"],
        &["table", "--options", "x", "--positions", "no-such"],
        &["check", "--options", "x", "--positions", "game.py"],
        &["moves", "nim"],
    ] {
        let output = run(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

fn is_alive(process: &str) -> bool {
    let kill = Command::new("sh")
        .args(["-c", "kill -0 \"$1\"", "sh", process])
        .stderr(Stdio::null())
        .status();
    kill.expect("a shell runs").success()
}

/// Nothing of a program stays, also where it has started another one, however the work ends.
#[test]
fn nothing_is_left_behind() {
    let script = "import os, sys, time
with open('pid', 'w') as f: f.write(str(os.getpid()))
os.rename('pid', 'pids')
while True: time.sleep(1)
";
    for (signal, code) in [(Some("INT"), 130), (Some("TERM"), 143), (None, 3)] {
        let folder = folder_with("hang.py", script);
        let mut arguments = vec!["value", "--options", "sh -c 'python3 hang.py; true'", "3"];
        if signal.is_none() {
            arguments.extend(["--time", "4"]);
        }
        let mut child = Command::new(env!("CARGO_BIN_EXE_ishitori"))
            .args(&arguments)
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let pids = folder.path().join("pids");
        let until = Instant::now() + Duration::from_secs(60);
        let has_ended =
            |child: &mut std::process::Child| child.try_wait().is_ok_and(|end| end.is_some());
        while !pids.exists() && Instant::now() < until && !has_ended(&mut child) {
            sleep(Duration::from_millis(20));
        }
        let process = match fs::read_to_string(&pids) {
            Ok(process) => process,
            // On a machine so busy that it did not even begin within its time, there is nothing to be left.
            Err(_) if signal.is_none() => continue,
            Err(error) => panic!("it does not run: {error}"),
        };
        if let Some(signal) = signal {
            assert!(is_alive(&process));
            let kill = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
            assert!(kill.expect("kill runs").success());
        }
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        let until = Instant::now() + Duration::from_secs(10);
        while is_alive(&process) && Instant::now() < until {
            sleep(Duration::from_millis(20));
        }
        assert!(!is_alive(&process), "{signal:?}: the program is still there");
    }
}
