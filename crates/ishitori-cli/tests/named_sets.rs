//! `logic` with definitions, proved sets, words and files, as its users run it.

use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;

fn run_in(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_ishitori"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    let (out, message) = (text(stdout), text(stderr));
    assert!(!message.contains("panicked"), "{arguments:?}: {message}");
    (status.code(), out, message)
}

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    run_in(Path::new("."), arguments)
}

#[test]
fn proved_sets_have_names() {
    // Every row of Wythoff's P-positions has exactly one, and its differences are all numbers once.
    for sentence in [
        "forall a, b: wythoff.P(a, b) implies wythoff.P(b, a)",
        "forall d: exactly one a with wythoff.P(a, a + d)",
        "forall a, b: wythoff.N(a, b) iff not P(\"wythoff\", a, b)",
        "forall a, b, c: P(\"nim(3)\", a, b, c) iff a xor b = c",
    ] {
        let (code, out, message) = run(&["logic", sentence]);
        assert_eq!(code, Some(0), "{sentence}: {out}{message}");
        assert!(out.starts_with("TRUE\n"), "{out}");
        assert!(out.contains("accepted by ishitori-check"), "{out}");
    }
    let (code, _, message) = run(&["logic", "forall a: nosuchgame.P(a, a)"]);
    assert_eq!(code, Some(2), "{message}");
    assert!(message.contains('┬') && message.contains("nosuchgame"), "{message}");
    let (code, _, message) = run(&["logic", "forall a: wythoff.P(a)"]);
    assert_eq!(code, Some(2), "{message}");
    // Nothing is known of this one.
    let folder = tempfile::tempdir().expect("a folder");
    let rule = "game odd-one\nposition (a, b, c)\noption (x, b, c) where x < a\noption (a, x, c) where x < b\n\
                option (a, b, x) where x < c\noption (a - 2*t, b - t, c) where t >= 1\n";
    fs::write(folder.path().join("odd.game"), rule).expect("a file");
    let sentence = "forall a: P(\"odd.game\", a, a, a)";
    let (code, _, message) = run_in(folder.path(), &["logic", sentence]);
    assert_eq!(code, Some(3), "{message}");
    assert!(message.contains("run `ishitori discover odd.game`"), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
}

/// Whether adding the move (i, j) keeps Wythoff's P-positions with heaps below `most`, by playing it.
fn keeps(i: usize, j: usize, most: usize) -> bool {
    let solve = |added: bool| {
        let mut p = vec![vec![false; most]; most];
        for a in 0..most {
            for b in 0..most {
                let mut won = (0..a).any(|x| p[x][b]) || (0..b).any(|y| p[a][y]);
                won |= (1..=a.min(b)).any(|t| p[a - t][b - t]);
                for (x, y) in [(i, j), (j, i)] {
                    won |= added && a >= x && b >= y && p[a - x][b - y];
                }
                p[a][b] = !won;
            }
        }
        p
    };
    solve(true) == solve(false)
}

#[test]
fn moves_that_may_be_added_to_wythoff() {
    let sentence = "i + j > 0 and not exists a, b: wythoff.P(a, b) and wythoff.P(a + i, b + j)";
    let folder = tempfile::tempdir().expect("a folder");
    let (code, out, message) = run_in(folder.path(), &["logic", sentence, "--write", "added.txt"]);
    assert_eq!(code, Some(0), "{out}{message}");
    let text = fs::read_to_string(folder.path().join("added.txt")).expect("a file");
    assert!(text.starts_with("# tracks: i, j\nmsd_fib msd_fib\n"), "{text}");
    // What was written is read again, and says the same as play.
    for (i, j) in (0..7).flat_map(|i| (i..8).map(move |j| (i, j))).skip(1) {
        let asked = format!("define added := automaton(\"added.txt\") added({i}, {j})");
        let (code, out, message) = run_in(folder.path(), &["logic", &asked]);
        assert_eq!(code, Some(if keeps(i, j, 90) { 0 } else { 1 }), "({i}, {j}): {out}{message}");
    }
}

#[test]
fn definitions_in_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    write(
        "even.defs",
        "# evil and odious\ndefine evil(x) := popcount(x) mod 2 = 0\ndefine odious(x) := not evil(x)\n",
    );
    write("whole.txt", "define even(x) := x mod 2 = 0\nforall x: even(x) or even(x + 1)\n");
    write("wrong.defs", "define f(x) := x = 1\ndefine g(x) := x = y\n");
    let logic = |arguments: &[&str]| run_in(folder.path(), &[&["logic"], arguments].concat());
    let (code, out, message) = logic(&["forall x: evil(2*x) iff evil(x)", "--defs", "even.defs"]);
    assert_eq!(code, Some(0), "{out}{message}");
    let (code, out, message) = logic(&["--file", "whole.txt"]);
    assert_eq!(code, Some(0), "{out}{message}");
    let (code, _, message) = logic(&["forall x: f(x)", "--defs", "wrong.defs"]);
    assert_eq!(code, Some(2), "{message}");
    assert!(message.contains("wrong.defs:2:20") && message.contains('┬'), "{message}");
    let (code, _, message) = logic(&["forall x: odious(x", "--defs", "even.defs"]);
    assert_eq!(code, Some(2), "{message}");
    assert!(message.contains("formula:1:18"), "{message}");
    let (code, _, message) = logic(&["forall x: x = x", "--file", "whole.txt"]);
    assert_eq!(code, Some(2), "{message}");
    let (code, _, message) = logic(&["--defs", "missing.defs", "1 = 1"]);
    assert_eq!(code, Some(2), "{message}");
    assert!(message.contains("missing.defs"), "{message}");
}

#[test]
fn many_claims_in_one_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "define even(x) := x mod 2 = 0\nclaim sum: forall x, y: even(x) and even(y) implies even(x + y)\n\
                claim product-1: exists x: even(x) and even(x + 1)\nclaim few: even(x) and x < 6\n\
                claim hard: exists x, y: x*y = 6\nclaim one: exists x: even(3*x)\n";
    fs::write(folder.path().join("all.txt"), text).expect("a file");
    let (code, out, message) = run_in(folder.path(), &["logic", "--file", "all.txt"]);
    assert_eq!(code, Some(1), "{out}{message}");
    for line in [
        "sum: TRUE\n",
        "product-1: FALSE\n",
        "few: x: holds for these 3:\n",
        "hard: unknown\n",
        "one: TRUE\n",
    ] {
        assert!(out.contains(line), "{line}: {out}");
    }
    let (code, out, _) = run_in(folder.path(), &["logic", "--file", "all.txt", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let verdicts: Vec<&str> =
        (0..5).map(|i| value[i]["verdict"].as_str().expect("a verdict")).collect();
    assert_eq!((code, verdicts), (Some(1), vec!["true", "false", "set", "unknown", "true"]));
    assert_eq!(value[1]["claim"], "product-1");
    let (code, _, _) =
        run_in(folder.path(), &["logic", "claim a: 1 = 1 claim b: exists x, y: x*y = 6"]);
    assert_eq!(code, Some(3));
    let (code, _, message) = run_in(folder.path(), &["logic", "claim a: 1 = 1", "-o", "a.txt"]);
    assert_eq!(code, Some(2), "{message}");
    let (code, _, message) = run_in(folder.path(), &["logic", "claim a 1 = 1"]);
    assert_eq!(code, Some(2), "{message}");
    assert!(message.contains("after the name of the claim"), "{message}");
}

#[test]
fn words_and_digits_from_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    // The number of ones modulo 3.
    let ones = "msd_2\n\n0 0\n0 -> 0\n1 -> 1\n\n1 1\n0 -> 1\n1 -> 2\n\n2 2\n0 -> 2\n1 -> 0\n";
    write("ones.txt", ones);
    write("padded.txt", "msd_2\n0 0\n0 -> 1\n1 -> 0\n1 1\n0 -> 0\n1 -> 1\n");
    write("broken.txt", "msd_2\n0 0\n0 -> 7\n");
    let logic = |text: &str| run_in(folder.path(), &["logic", text]);
    for text in [
        "define W := word(\"ones.txt\") forall n: W[n] = popcount(n) mod 3",
        "define W := word(\"ones.txt\") forall n: W[2*n + 1] = (W[n] + 1) mod 3",
        "define power := regex(\"msd_2\", \"10*\") forall n: power(n) iff exists k: n = 2^k",
        "define power := regex(\"lsd_2\", \"0*1\") forall n: power(n) iff popcount(n) = 1",
        "define fib := regex(\"msd_fib\", \"10*\") forall n: fib(n) implies not fib(2*n) or n = 1",
        "define le := regex(\"msd_2\", \"[0,0]|[1,1]\") forall a, b: le(a, b) implies a = b",
        "forall n: RS[4*n + 3] = 1 - RS[2*n + 1] and RS[2*n] = RS[n]",
        "forall n: PD[n] = (if T[n] = T[n + 1] then 0 else 1)",
        "forall n: paperfolding[2*n + 1] = paperfolding[n]",
        "forall x, y: (popcount(x) + popcount(y)) mod 2 = popcount(x xor y) mod 2",
    ] {
        let (code, out, message) = logic(text);
        assert_eq!(code, Some(0), "{text}: {out}{message}");
    }
    for (text, what) in [
        ("define W := word(\"none.txt\") forall n: W[n] = 0", "none.txt"),
        ("define W := word(\"broken.txt\") forall n: W[n] = 0", "line 3"),
        ("define W := word(\"padded.txt\") forall n: W[n] = 0", "zeros"),
        ("define p := regex(\"msd_2\", \"1(0\") forall n: p(n)", "expected `)`"),
        ("define p := regex(\"msd_7\", \"1\") forall n: p(n)", "msd_fib"),
        ("define p(x) := automaton(\"ones.txt\") forall n: p(n)", "tracks"),
        ("forall n: V[n] = 1", "no word `V`"),
    ] {
        let (code, out, message) = logic(text);
        assert_eq!(code, Some(2), "{text}: {out}{message}");
        assert!(message.contains(what) && message.contains('┬'), "{text}: {message}");
    }
    let (code, _, message) = logic("forall n: T[n] = F[n]");
    assert_eq!(code, Some(3), "{message}");
    assert!(message.contains("no automaton converts"), "{message}");
}

#[test]
fn deep_and_long_texts() {
    // 31 brackets were too many once.
    for depth in [31, 200, 450] {
        let text = format!("forall x: {}x = x{}", "not (".repeat(depth), ")".repeat(depth));
        let (code, out, message) = run(&["logic", &text]);
        assert_eq!(code, Some(depth as i32 % 2), "{depth}: {out}{message}");
        let text = format!("forall x: {}x{} = x", "(".repeat(depth), ")".repeat(depth));
        assert_eq!(run(&["logic", &text]).0, Some(0), "{depth}");
    }
    let quantified: String = (0..300).map(|i| format!("exists y{i}: y{i} > x and ")).collect();
    let (code, out, message) = run(&["logic", &format!("forall x: {quantified} x = x")]);
    assert_eq!(code, Some(0), "{out}{message}");
    let long = format!("forall x: {} x < 1000", "x != 2000 and ".repeat(3000));
    let (code, out, message) = run(&["logic", &long]);
    assert_eq!(code, Some(1), "{out}{message}");
    // Far deeper and far longer: an error that says what to do, and no crash.
    for text in [
        format!("forall x: {}x = x{}", "(".repeat(20_000), ")".repeat(20_000)),
        format!("forall x: {} x = x", "x = x and ".repeat(10_000)),
        format!("forall x: {}x = x", "not ".repeat(30_000)),
        format!("forall x: x = {}1", "-".repeat(50_000)),
    ] {
        let (code, _, message) = run(&["logic", &text]);
        assert_eq!(code, Some(2), "{}", &message[..message.len().min(300)]);
        assert!(message.contains("define f(x) := ..."), "{}", &message[..message.len().min(300)]);
    }
}
