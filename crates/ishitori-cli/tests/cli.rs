//! The program as its users run it: every command on every game, formats, exit codes.

use std::io::Write;
use std::process::Stdio;

use assert_cmd::Command;
use serde_json::Value;

fn ishitori(arguments: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_ishitori"))
        .env("ISHITORI_DATA", "no-data")
        .args(arguments)
        .output()
        .expect("the program runs")
}

/// The output of a run that must succeed.
fn stdout(arguments: &[&str]) -> String {
    let output = ishitori(arguments);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {message}");
    String::from_utf8(output.stdout).expect("text")
}

/// The message of a run that must end with `code`.
fn stderr(arguments: &[&str], code: i32) -> String {
    let output = ishitori(arguments);
    let message = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {message}");
    assert!(!message.contains("panicked"), "{message}");
    message
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout(arguments)).expect("JSON")
}

/// Every game with a position that has options, and arguments for a small window.
pub const GAMES: [(&str, &str, &[&str]); 40] = [
    ("all-but(2,5)", "7,9", &["--to", "9"]),
    ("dawsons-chess", "9", &["--to", "9"]),
    ("dawsons-kayles", "5,9", &["--total", "7"]),
    ("grundys-game", "9", &["--to", "9"]),
    ("hexadecimal(0.3F)", "8", &["--to", "9"]),
    ("kayles", "3,4,5", &["--total", "6"]),
    ("laskers-nim", "6", &["--to", "6"]),
    ("octal(0.16)", "9", &["--to", "9"]),
    ("octal(4.3)", "2,7", &["--to", "9"]),
    ("officers", "8", &["--to", "9"]),
    ("subtraction(1,5,7)", "12", &["--to", "9"]),
    ("treblecross", "11", &["--to", "9"]),
    ("all-but-one-delete", "2,3,4", &["--to", "3"]),
    ("at-most-half-delete(4)", "1,2,2,3", &["--to", "2"]),
    ("circular(4,2)", "1,2,0,1", &["--to", "1"]),
    ("common-divisor", "4,6", &["--to", "5"]),
    ("delete-and-split", "6,8", &["--to", "5"]),
    ("delete-nim", "6,8", &["--to", "5"]),
    ("emperor", "1,2,3,0", &["--to", "1"]),
    ("emperor([1,2],k=1)", "1,2,3", &["--to", "2"]),
    ("grid-nim", "###/.##/#..", &["--total", "2"]),
    ("grid-nim(3,7)", "7,5,3", &["--total", "1"]),
    ("grid-nim-blocks(2,2)", "##/##", &[]),
    ("grid-nim-outer(2,2)", "##/##", &[]),
    ("half-delete", "1,2,2,3", &["--to", "2"]),
    ("half-split-delete", "1,2,2,3", &["--to", "2"]),
    ("lim", "3,5,5", &["--to", "2"]),
    ("moore", "2,3,4", &["--to", "2"]),
    ("nim", "3,5,7", &["--to", "2"]),
    ("nim-1", "6,8", &["--to", "5"]),
    ("nimhoff", "4,6", &["--to", "5"]),
    ("path-nim", "2,1,2", &["--to", "2"]),
    ("single-delete", "2,3,4", &["--to", "3"]),
    ("single-split-delete", "2,3,4", &["--to", "3"]),
    ("split-and-delete(2)", "6,8", &["--to", "5"]),
    ("split-delete(3,2)", "2,3,4", &["--to", "3"]),
    ("turning-turtles-2d(2,2)", "##/#.", &[]),
    ("welter", "1,3,6", &["--to", "3"]),
    ("wythoff", "3,5", &["--to", "5"]),
    ("wythoff-1", "6,8", &["--to", "5"]),
];

#[test]
fn every_game_answers_every_command() {
    for (game, position, window) in GAMES {
        assert!(stdout(&["show", game]).contains("Rule"));
        assert!(stdout(&[&["explain", game], window].concat()).contains("because"));
        for play in [&[][..], &["--misere"]] {
            let value = json(&[&["value", game, position, "--json"], play].concat());
            let keys = ["outcome", "grundy", "winning_moves", "remoteness"];
            assert!(keys.iter().all(|key| value.get(key).is_some()), "{game}: {value}");
            let wins = !value["winning_moves"].as_array().expect("a list").is_empty();
            assert_eq!(value["outcome"], if wins { "N" } else { "P" }, "{game}: {value}");
            assert!(!stdout(&[&["table", game], window, play].concat()).is_empty());
            stdout(&[&["positions", game], window, play].concat());
            let played =
                play_game(&[&["play", game, position, "--seed", "7"], play].concat(), "hint\n");
            assert!(played.contains("your move>"), "{game}: {played}");
        }
        let moves = json(&["moves", game, position, "--json"]);
        assert!(moves["count"].as_u64().expect("a number") > 0, "{game}");
        stdout(&["moves", game, position, "--depth", "2"]);
        let option = written(&moves["options"][0]);
        // All heaps here are below 20; a board has no heaps to bound.
        let bound: &[&str] = if moves["position"].is_array() { &["--to", "20"] } else { &[] };
        let back = json(&[&["moves", game, &option, "--back", "--json"], bound].concat());
        let predecessors = back["predecessors"].as_array().expect("a list");
        assert!(predecessors.iter().any(|p| written(p) == position_of(&moves)), "{game} {option}");
    }
}

fn position_of(moves: &Value) -> String {
    written(&moves["position"])
}

fn written(position: &Value) -> String {
    match position {
        Value::Array(heaps) => heaps.iter().map(Value::to_string).collect::<Vec<_>>().join(","),
        other => other.as_str().expect("a board").to_string(),
    }
}

fn play_game(arguments: &[&str], input: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_ishitori"))
        .env("ISHITORI_DATA", "no-data")
        .args(arguments)
        .write_stdin(input)
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_four_two_heap_games_have_the_papers_options() {
    let games =
        [("wythoff-1", 16), ("nim-1", 12), ("split-and-delete", 18), ("delete-and-split", 7)];
    for (game, count) in games {
        assert_eq!(json(&["moves", game, "6,8", "--json"])["count"], count, "{game}");
    }
}

#[test]
fn the_first_p_positions_of_single_split_delete() {
    // SDN-LIST
    let text = stdout(&["positions", "single-split-delete(3)", "--to", "20", "--limit", "6"]);
    assert_eq!(text, "1,1,1\n2,2,2\n1,3,3\n1,4,4\n2,3,5\n1,5,7\n");
}

/// A position too large for the reference: Bouton's theorem says who wins.
#[test]
fn large_positions_have_outcomes_and_winning_moves() {
    let lost = json(&["value", "nim", "200,300,484", "--json"]);
    assert_eq!(200 ^ 300, 484);
    assert_eq!(lost["outcome"], "P");
    assert_eq!(lost["grundy"], Value::Null);
    let won = json(&["value", "nim", "200,300,490", "--json"]);
    assert_eq!(won["outcome"], "N");
    // A heap becomes the xor of the other two, where that makes it smaller.
    let expected: Vec<Value> = [(200, 300, 490)]
        .iter()
        .flat_map(|&(a, b, c)| [(b ^ c, b, c, a), (a, a ^ c, c, b), (a, b, a ^ b, c)])
        .zip(0..)
        .filter(|((x, y, z, old), i)| [x, y, z][*i] < old)
        .map(|((x, y, z, _), _)| {
            let mut heaps = [x, y, z];
            heaps.sort_unstable();
            serde_json::json!(heaps)
        })
        .collect();
    let mut winning = won["winning_moves"].as_array().expect("a list").clone();
    winning.sort_by_key(Value::to_string);
    let mut expected = expected;
    expected.sort_by_key(Value::to_string);
    assert_eq!(winning, expected);
}

/// Boards too large for the reference; what is expected is in core's tests by two engines, and a
/// full rectangle with even sides is lost (TDN-TAB1).
#[test]
fn large_boards_are_solved_by_their_parts() {
    let stairs = json(&["value", "grid-nim(6,6)", "6,5,4,3,2,1", "--json"]);
    assert_eq!(stairs["outcome"], "N");
    assert_eq!(stairs["winning_moves"].as_array().map(Vec::len), Some(2));
    assert_eq!(stairs["remoteness"], Value::Null);
    let full = ["########"; 8].join("/");
    let lost = json(&["value", "grid-nim(8,8)", &full, "--json"]);
    assert_eq!((&lost["outcome"], &lost["grundy"]), (&"P".into(), &0.into()));
    let misere = json(&["value", "grid-nim(5,5)", "5,5,5,3", "--misere", "--json"]);
    assert_eq!(misere["grundy"], Value::Null);
    let stairs = "8,7,6,5,4,3,2,1";
    let message = stderr(&["value", "grid-nim(8,8)", stairs, "--max-positions", "1000"], 3);
    assert!(message.contains("more than 1000 positions"), "{message}");
    // All boards of a size: values of coins by BIN-T6, 3 (x) 3 = 2.
    let table = stdout(&["table", "turning-turtles-2d(3,3)", "--format", "csv"]);
    assert!(table.contains("..#/.../...,2\n"), "{table}");
    let message = stderr(&["table", "grid-nim(5,5)", "--max-positions", "1000"], 3);
    assert!(message.contains("boards in this table"), "{message}");
    let explained = stdout(&["explain", "turning-turtles-2d(4,4)"]);
    assert!(explained.contains("engine     boards") && explained.contains("KB"), "{explained}");
}

#[test]
fn explain_tells_what_runs() {
    let plan = |arguments: &[&str]| json(&[&["explain", "--json"], arguments].concat());
    // Each part of a sum, as `value` solves it.
    let sum = plan(&["wythoff 3,5 + kayles 17 + turning-turtles-2d(2,2) ##/#."]);
    let parts = sum["parts"].as_array().expect("parts");
    let games: Vec<_> = parts.iter().map(|part| part["game"].as_str()).collect();
    assert_eq!(games, [Some("wythoff"), Some("kayles"), Some("turning-turtles-2d(2,2)")]);
    assert_eq!(parts[0]["engine"], "reference");
    let message = stderr(&["explain", "wythoff 3,5 + kayles 17", "--misere"], 2);
    assert!(message.contains("normal play"), "{message}");
    // A box of two million positions is solved, one of 24 is not.
    assert_ne!(plan(&["wythoff 1500,1500 + nim(1) 3"])["parts"][0]["engine"], "reference");
    // A heap of 17 needs the values from 0 to 17; beyond 2^32 there is no engine.
    assert_eq!(plan(&["kayles", "17"])["positions"], "18");
    assert_eq!(plan(&["wythoff", "6000000000000,80000"])["engine"], "theorem");
    // Values of heaps tell neither misère play nor lengths of play.
    assert_eq!(plan(&["kayles", "20", "--misere"])["engine"], "reference");
    assert_eq!(plan(&["kayles", "40", "--misere"])["engine"], "quotient");
    assert_eq!(plan(&["kayles", "--total", "20", "--misere"])["engine"], "reference");
    let lengths = ["--show", "remoteness"];
    for game in [&["kayles", "--to", "9"][..], &["grid-nim(2,2)"]] {
        assert_eq!(plan(&[game, &lengths].concat())["engine"], "reference");
    }
    // The table of a box too large for the memory allowed recurses, so this is a plan and no error.
    assert_eq!(plan(&[&["nim", "--to", "3000"][..], &lengths].concat())["engine"], "reference");
}

#[test]
fn formats() {
    let table = |format| stdout(&["table", "nim-1", "--to", "3", "--format", format]);
    assert_eq!(table("csv"), "h[1]\\h[2],1,2,3\n1,0,1,2\n2,1,0,3\n3,2,3,0\n");
    assert_eq!(
        table("bfile"),
        "# grundy of nim-1(2), read by antidiagonals\n0 0\n1 1\n2 1\n3 2\n4 0\n5 2\n"
    );
    assert!(
        table("markdown").starts_with("| h[1]\\\\h[2] | 1 | 2 | 3 |\n|--:|--:|--:|--:|\n| 1 | 0 |")
    );
    let latex = table("latex");
    assert!(
        latex.starts_with(
            "\\begin{tabular}{r|rrr}\nh[1]$\\backslash$h[2] & 1 & 2 & 3 \\\\ \\hline\n"
        ),
        "{latex}"
    );
    assert!(latex.ends_with("\\end{tabular}\n"), "{latex}");
    let value: Value = serde_json::from_str(&table("json")).expect("JSON");
    assert_eq!(value["values"][1], serde_json::json!([1, 0, 3]));

    // Wythoff's P-positions with heaps <= n: 0,0 then 1,2 then 3,5 then 4,7.
    let counts = stdout(&["positions", "wythoff", "--to", "7", "--count", "--format", "bfile"]);
    let counts: Vec<&str> = counts.lines().skip(1).collect();
    assert_eq!(counts, ["0 1", "1 1", "2 2", "3 2", "4 2", "5 3", "6 3", "7 4"]);
    assert_eq!(stdout(&["positions", "wythoff", "--to", "7", "--count"]), "4\n");
    let csv = stdout(&["positions", "wythoff", "--to", "5", "--format", "csv"]);
    assert_eq!(csv, "a,b\n0,0\n1,2\n3,5\n");
    assert!(
        stdout(&["table", "welter(2)", "--to", "2"]).contains('-'),
        "equal heaps are no position"
    );
}

#[test]
fn counts_with_and_without_symmetry() {
    // circular(4,2): P iff (x,y,x,y), so with heaps up to 3 there are 16, and up to symmetry 10.
    let count = |more: &[&str]| {
        stdout(&[&["positions", "circular(4,2)", "--to", "3", "--count"], more].concat())
    };
    assert_eq!(count(&[]), "16\n");
    assert_eq!(count(&["--canonical"]), "10\n");
    // In a window that is not symmetric, an orbit is shown by its first member within it.
    let n = ["positions", "path-nim(3,2)", "--to", "2,0,0", "--outcome", "N"];
    assert_eq!(stdout(&n), "1,0,0\n2,0,0\n");
    assert_eq!(stdout(&[&n[..], &["--canonical"]].concat()), "1,0,0\n2,0,0\n");
    // Many heaps, few positions.
    assert_eq!(stdout(&["positions", "nim(32)", "--to", "1", "--count"]), "17\n");
    stdout(&["positions", "nim(16)", "--total", "15", "--count"]);
    stdout(&["positions", "nim(3)", "--to", "100000", "--total", "20", "--memory", "1", "--count"]);
    let board = stdout(&["positions", "grid-nim(1,1)", "--count", "--format", "csv"]);
    assert_eq!(board, "n,count\n0,1\n1,0\n");
}

#[test]
fn errors_say_what_to_do() {
    let cases: [(&[&str], &str); 21] = [
        (&["value", "nimm", "1,2,3"], "did you mean `nim`?"),
        (&["value", "qwertyuiop", "1,2,3"], "ishitori list"),
        (&["value", "nim", "1,2"], "has 3 heaps"),
        (&["value", "nim", "1,2,x"], "`x` is not a heap"),
        (&["value", "nim", "-1,2,3"], "`-1` is not a heap"),
        (&["value", "nim", "1,2,99999999999999999999999", "--misere"], "too large"),
        (&["moves", "nim", "1,2,99999999999999999999999"], "too large"),
        (&["moves", "nim", "1,2,4294967297"], "too large"),
        (&["value", "nim-1", "0,2"], "at least 1"),
        (&["value", "welter", "1,1,2"], "needs"),
        (&["value", "circular(3,5)", "1,2,3"], "this must hold"),
        (&["value", "nim(n=3", "1,2,3"], "closing bracket is missing"),
        (&["value", "nim(n=3,n=4)", "1,2,3"], "given twice"),
        (&["value", "nim", "1,,2"], "is not a heap"),
        (&["value", "nim(q=3)", "1,2,3"], "no parameter `q`"),
        (&["value", "grid-nim", "##/##"], "it has 2 rows"),
        (&["value", "missing.game", "1"], "cannot read missing.game"),
        (&["table", "nim"], "--to"),
        (&["table", "nim", "--to", "2", "--fix", "q=1"], "there is no heap `q`"),
        (&["positions", "nim", "--to", "1,2"], "2 bounds for 3 heaps"),
        (&["positions", "grid-nim", "--to", "3"], "--total"),
    ];
    for (arguments, part) in cases {
        let message = stderr(arguments, 2);
        assert!(message.contains(part), "{arguments:?}: {message}");
    }
}

/// The error of a command whose answer is JSON.
fn error_of(arguments: &[&str], code: i32) -> Value {
    let said = stderr(arguments, code);
    serde_json::from_str(&said).unwrap_or_else(|why| panic!("{arguments:?}: {why}: {said}"))
}

#[test]
fn errors_for_programs_are_json() {
    let formula = ["check", "nim", "--formula", "grundy = 0 and\n xor(hh) = 1", "--json"];
    let error = error_of(&formula, 2);
    assert_eq!(error["kind"], "text");
    let problem = &error["problems"][0];
    let place = ["file", "line", "column", "length", "kind"].map(|key| problem[key].clone());
    assert_eq!(serde_json::json!(place), serde_json::json!(["formula", 2, 6, 2, "formula"]));
    assert_eq!(problem["message"], "`hh` is not known here");
    assert!(problem["hint"].as_str().is_some_and(|hint| hint.contains("`h`")), "{problem}");

    let rule = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/wrong/40-many-problems.game");
    let error = error_of(&["show", rule, "--json"], 2);
    let problems = error["problems"].as_array().expect("a list");
    assert!(problems.len() > 3 && problems.iter().all(|problem| problem["kind"] == "rule"));
    assert!(problems.iter().all(|problem| problem["file"] == rule), "{error}");

    let cases: [(&[&str], i32, &str); 7] = [
        (&["value", "nim", "1,2", "--json"], 2, "error"),
        (&["value", "nix", "1,2", "--json"], 2, "error"),
        (&["table", "nim(2)", "--to", "3", "--format", "json", "--fix", "x=1"], 2, "error"),
        (&["table", "nim(3)", "--to", "9", "--fix", "x=1", "--format", "jsonl"], 2, "error"),
        (&["prove", "--json"], 2, "usage"),
        (&["check", "nim", "--jsonn", "--json"], 2, "usage"),
        (&["positions", "nim(3)", "--to", "90", "--json", "--max-positions", "10"], 3, "gave up"),
    ];
    for (arguments, code, kind) in cases {
        let error = error_of(arguments, code);
        assert_eq!(error["kind"], kind, "{arguments:?}: {error}");
        assert!(error["message"].as_str().is_some_and(|said| said.len() > 10), "{error}");
        assert!(!error["message"].to_string().contains("u001b"), "{error}");
    }
    let large = ["table", "nim(3)", "--to", "2000", "--memory", "1", "--json", "--total", "6000"];
    assert_eq!(error_of(&large, 2)["kind"], "too large");
    // What is refuted is told on standard output.
    assert_eq!(stderr(&["check", "nim", "--formula", "N", "--to", "2", "--json"], 1), "");
}

#[test]
fn too_much_work_is_given_up() {
    let message =
        stderr(&["value", "grid-nim", "###/###/###", "--misere", "--max-positions", "100"], 3);
    assert!(message.contains("more than 100 positions to solve"), "{message}");
    stderr(&["positions", "nim", "--to", "50", "--max-positions", "100"], 3);
    let message = stderr(&["positions", "circular(6,2)", "--to", "63", "--memory", "10"], 2);
    assert!(message.contains("fits"), "{message}");
    stderr(&["play", "nim", "50,50,50", "--max-positions", "100"], 3);
    stderr(&["table", "wythoff", "--to", "4294967295"], 3);
    stderr(&["moves", "nim(1)", "4294967296"], 3);
    stderr(&["table", "nim(1)", "--to", "18446744073709551615", "--show", "outcome"], 3);
    stderr(&["table", "nim", "--fix", "1=1999", "--fix", "2=1999", "--to", "2000"], 2);
    stderr(&["show", "nim(-9223372036854775808)"], 2);
    stderr(&["show", "emperor([68719476736,-68719476735],1)"], 2);
    stderr(&["positions", "grid-nim(5,6)", "--memory", "1"], 2);
    stdout(&["positions", "nim(1)", "--to", "9", "--outcome", "N", "--max-positions", "10"]);
    stderr(&["moves", "wythoff", "4294967295,4294967295", "--max-positions", "10000"], 3);
    let message = stderr(&["moves", "nim(3)", "4294967295,1,2"], 3);
    assert!(message.contains("more than 1000000 options"), "{message}");
    stderr(
        &["moves", "nim(1)", "5", "--back", "--to", "4294967296", "--max-positions", "10000"],
        3,
    );
    stderr(&["moves", "moore(8,8)", "9,9,9,9,9,9,9,9", "--max-positions", "10000"], 3);
    let heaps = "4000000000,4000000000,4000000000";
    stderr(&["value", "nim", heaps, "--misere", "--max-positions", "1000"], 3);
}

#[test]
#[cfg(unix)]
fn output_goes_to_a_file_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table.csv");
    let file = path.to_str().expect("a name");
    let arguments = ["table", "wythoff", "--to", "3", "--format", "csv", "-o", file];
    assert_eq!(stdout(&arguments), "");
    let written = std::fs::read_to_string(&path).expect("the file");
    assert!(written.starts_with("a\\b,0,1,2,3\n"));
    // A run that gives up leaves the old file and no other.
    stderr(&[&arguments[..], &["--max-positions", "1", "--show", "outcome"]].concat(), 3);
    assert_eq!(std::fs::read_to_string(&path).expect("the file"), written);
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 1);
    // A link is written through, not replaced.
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(&path, &link).expect("a link");
    stdout(&["table", "wythoff", "--to", "1", "-o", link.to_str().expect("a name")]);
    assert!(link.is_symlink());
    assert!(std::fs::read_to_string(&path).expect("the file").starts_with("a\\b  0  1"));
    stderr(&["table", "wythoff", "--to", "1", "-o", folder.path().to_str().expect("a name")], 2);
    let message = stderr(&["table", "wythoff", "--to", "3", "-o", "/nowhere/at/all.csv"], 2);
    assert!(message.contains("/nowhere/at/all.csv"), "{message}");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_ishitori"))
        .env("ISHITORI_DATA", "no-data")
        .args(["positions", "nim", "--to", "40"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.game");
    std::fs::File::create(&path).and_then(|mut f| f.write_all(b"game \xff\xfe")).expect("a file");
    let message = stderr(&["show", path.to_str().expect("a name")], 2);
    assert!(message.contains("not UTF-8") && message.contains("byte 5"), "{message}");
    let message = stderr(&["show", &format!("{}/", folder.path().display())], 2);
    assert!(message.contains("cannot read"), "{message}");
}

#[test]
fn a_perfect_machine_beats_a_bad_player() {
    // 1,2,3 is P: whoever moves first loses, so the person, playing the first option, loses.
    let played = play_game(&["play", "nim", "1,2,3"], &"#1\n".repeat(10));
    assert!(played.contains("The machine wins."), "{played}");
    // In misère play 1,1 is N for the person: taking one heap leaves the last stone.
    let played = play_game(&["play", "nim(2)", "1,1", "--misere"], "#1\n");
    assert!(played.contains("You win!"), "{played}");
    let events = play_game(&["play", "nim(2)", "1,2", "--json"], "1,1\n0,0\n");
    let last: Value = serde_json::from_str(events.lines().last().expect("a line")).expect("JSON");
    assert_eq!(last["event"], "end");
    assert_eq!(last["winner"], "you");
}

#[test]
fn play_refuses_and_takes_back() {
    let input = "9,9,9\n1,2,3\nfoo\nh[1]-1 h[3]-1\n1-7\nmoves\nundo\n1-1\nundo\nhelp\nquit\n";
    let played = play_game(&["play", "nim", "1,2,3", "--seed", "1"], input);
    for part in [
        "the stones must become fewer",
        "passing is not allowed",
        "`foo` is not a heap",
        "the rule has no such move",
        "has only 1 stones",
        "There is nothing to take back.",
        "#1 ",
        "take back your last move",
    ] {
        assert!(played.contains(part), "{part}:\n{played}");
    }
}

#[test]
fn help_texts() {
    for command in [
        "",
        "list",
        "show",
        "value",
        "moves",
        "table",
        "positions",
        "explain",
        "play",
        "plot",
        "logic",
        "serve",
        "completions",
    ] {
        let arguments: Vec<&str> =
            if command.is_empty() { vec!["--help"] } else { vec![command, "--help"] };
        let name = if command.is_empty() { "help" } else { command };
        insta::assert_snapshot!(format!("help_{name}"), stdout(&arguments));
    }
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(stdout(&["completions", shell]).contains("positions"), "{shell}");
    }
}
