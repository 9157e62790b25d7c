//! `prove` and `verify` as their users run them: theorems, witnesses, files, exit codes.

use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_ishitori"))
        .env("ISHITORI_DATA", "no-data")
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program runs");
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
    let (out, _) = said(folder, arguments, code);
    serde_json::from_str(&out).expect("JSON")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// A snapshot without times and sizes.
macro_rules! snapshot {
    ($name:literal, $text:expr) => {
        insta::with_settings!({filters => vec![
            (r" *\d+(\.\d+)? m?s\b", " TIME"),
            (r" +\d+ (elements|macro-states|states)", "  N $1"),
            (r"\d+ bytes", "N bytes"),
            (r"\d+ (automata|states|obligations|macro-states)", "N $1"),
        ]}, {
            insta::assert_snapshot!($name, $text);
        });
    };
}

/// The file with the right checksum.
fn sealed(text: &str) -> String {
    let body = &text[..=text.rfind("\nend ").expect("a certificate")];
    let sum = body.bytes().fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{body}end {sum:016x}\n")
}

const PAIRS: &str = "game pairs
position (a, b) unordered
option (x, b) where x < a
claim GOOD theorem up to 20: P iff a = b
claim BAD conjecture up to 20: grundy = b - a
claim BETTER corrected mends BAD up to 20: grundy = a xor b
claim ONE theorem up to 20: grundy = 1 iff a xor b = 1
claim FAR pattern up to 20: P iff a = b and a < 25
claim PRODUCT question up to 9: P iff a*b = b*a and a = b
claim SUM example: 1 + 1 = 2
claim MISERE theorem up to 20 misere: P iff (b <= 1 and a + b = 1) or (b > 1 and a = b)
";

#[test]
fn theorems_and_what_is_none() {
    let folder = folder();
    fs::write(folder.path().join("pairs.game"), PAIRS).expect("a written file");
    let (out, _) = said(folder.path(), &["prove", "pairs.game"], 1);
    snapshot!("prove_pairs", out);
    let found = json(folder.path(), &["prove", "pairs.game", "--json"], 1);
    let verdicts: Vec<(&str, &str)> = found
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| {
            (one["claim"].as_str().expect("an id"), one["verdict"].as_str().expect("a word"))
        })
        .collect();
    let expected = [
        ("GOOD", "proved"),
        ("BAD", "refuted"),
        ("BETTER", "proved"),
        ("ONE", "proved"),
        ("FAR", "refuted"),
        ("PRODUCT", "holds"),
        ("SUM", "true"),
        ("MISERE", "proved"),
    ];
    assert_eq!(verdicts, expected);
    let theorems: Vec<&Value> = [0, 2, 3, 7].map(|i| &found[i]["theorem"]).to_vec();
    assert_eq!(theorems, ["values 0", "grundy plain", "values 1", "misere"]);
    assert_eq!((&found[0]["misere"], &found[7]["misere"]), (&false.into(), &true.into()));
    // Said of claims that are not true for all positions, and name a window: BAD and FAR.
    let true_there: Vec<&Value> = (0..8).map(|i| &found[i]["true_on_its_window"]).collect();
    let none = Value::Null;
    let expected = [&none, &false.into(), &none, &none, &true.into(), &none, &none, &none];
    assert_eq!(true_there, expected);
    // b - a and a xor b differ at 1,2 first.
    assert_eq!(found[1]["witness"]["values"], serde_json::json!([1, 2]));
    // Each alone.
    for (claim, code) in [("GOOD", 0), ("BAD", 1), ("SUM", 0), ("MISERE", 0), ("PRODUCT", 0)] {
        said(folder.path(), &["prove", "pairs.game", "--claim", claim], code);
    }
    said(folder.path(), &["prove", "pairs.game", "--claim", "NONE"], 2);
}

#[test]
fn formulas() {
    let folder = folder();
    let prove = |game: &str, formula: &str, more: &[&str], code: i32| {
        let arguments = [&["prove", game, "--formula", formula], more].concat();
        said(folder.path(), &arguments, code)
    };
    assert!(prove("nim(2)", "grundy = xor(h)", &[], 0).0.contains("PROVED for all positions"));
    let misere = "P iff (max(h) <= 1 and xor(h) = 1) or (max(h) > 1 and xor(h) = 0)";
    let (out, _) = prove("nim(3)", misere, &["--misere"], 0);
    assert!(out.contains("nim(3), misère play: PROVED"), "{out}");
    assert!(prove("nim(3)", misere, &[], 1).0.contains("REFUTED"));
    assert!(prove("nim(2)", "h[1] <= h[2]", &[], 0).0.contains("TRUE for all numbers"));
    assert!(prove("nim(2)", "h[1] < h[2]", &[], 1).0.contains("FALSE"));
    // Outside the method: one sentence, and the verdict on a window.
    let (out, _) = prove("nim(2)", "P iff options = options and h[1] = h[2]", &[], 0);
    snapshot!("outside", out);
    let (out, _) = prove("grid-nim(2,2)", "P iff row_xor = 0 and column_xor = 0", &[], 0);
    assert!(out.contains("not proved: a claim about boards") && out.contains("holds"), "{out}");
    // Divisors: what is violated in one reading need not be.
    let (out, _) = prove("common-divisor(2)", "P iff h[1] = h[2]", &[], 1);
    assert!(out.contains("on a window: REFUTED"), "{out}");
    let (out, _) = prove("common-divisor(2)", "P iff h[1] = floor(h[2]*phi)", &[], 1);
    assert!(
        out.contains("not proved: multiples of phi") && out.contains("`... divides ...`"),
        "{out}"
    );
    // Slips.
    let (out, message) = prove("nim(2)", "P iff hh = 0", &[], 2);
    assert!(out.is_empty());
    snapshot!("unknown_name", message);
    let (_, message) = prove("nim(2)", "P iff (h[1] = h[2]", &[], 2);
    snapshot!("open_parenthesis", message);
    said(folder.path(), &["prove", "nim(2)", "--misere"], 2);
    said(folder.path(), &["prove", "nimm"], 2);
    said(folder.path(), &["prove", "nim(2)", "--formula", "P", "--claim", "BIN-T1"], 2);
}

/// The violation may have smaller heaps than the position with the fewest stones.
#[test]
fn the_smallest_witness_is_the_smallest() {
    let folder = folder();
    for (game, formula) in [
        ("lim", "grundy = (a + b + c - (a xor b))/2"),
        ("nim(3)", "P iff h[1] = h[2] and h[3] = 0"),
        ("wythoff", "P iff a = floor((b - a)*phi) or a + b = 9"),
    ] {
        let found = |command: &str, more: &[&str]| {
            let arguments = [&[command, game, "--formula", formula, "--json"], more].concat();
            json(folder.path(), &arguments, 1)[0]["witness"].clone()
        };
        let (proved, checked) = (found("prove", &[]), found("check", &["--to", "12"]));
        assert_eq!(proved["at"], checked["at"], "{game}");
        assert_eq!(proved["smallest"], true, "{game}");
    }
}

/// A violated claim is false, also where heaps grow and the witness lies beyond the violation.
#[test]
fn growing_heaps() {
    let folder = folder();
    let rule = "game growing position (a, b) option (a - 1, b + 10)";
    fs::write(folder.path().join("growing.game"), rule).expect("a written file");
    let prove = |formula: &str, code: i32| {
        said(folder.path(), &["prove", "growing.game", "--formula", formula], code).0
    };
    assert!(prove("P iff a mod 2 = 0", 0).contains("PROVED"));
    let out = prove("P iff a mod 2 = 0 and b < 8", 1);
    assert!(out.contains("on a window: REFUTED"), "{out}");
}

#[test]
fn little_time_and_memory() {
    let folder = folder();
    fs::write(folder.path().join("pairs.game"), PAIRS).expect("a written file");
    let little = ["prove", "pairs.game", "--claim", "GOOD", "--time", "0.000001"];
    let found = json(folder.path(), &[&little[..], &["--json"]].concat(), 3);
    assert_eq!(found[0]["verdict"], "unknown");
    let more = ["prove", "circular(7,4)", "--claim", "CIR-74", "--time", "0.001"];
    // The time is that of the check on a window too, but a small window is solved before anybody looks.
    for (arguments, window) in [(little, "holds"), (more, "unknown, gave up: 0.001 s are used up")]
    {
        let (out, message) = said(folder.path(), &arguments, 3);
        assert!(out.contains("unknown, gave up"), "{out}");
        assert!(out.contains(&format!("on a window: {window}")), "{out}");
        assert!(message.contains("used up"), "{message}");
    }
    // Automata are as large as the memory allows, and it is named.
    let large = "P iff 99999*h[1] = 99998*h[2] + 7777*h[3]";
    let (out, _) = said(
        folder.path(),
        &["prove", "nim(3)", "--formula", large, "--memory", "1", "--time", "60"],
        1,
    );
    assert!(
        out.contains("states while") && out.contains("the memory of 1 MB allows no more"),
        "{out}"
    );
    for time in ["0", "-1", "inf", "nan", "soon"] {
        said(folder.path(), &["prove", "nim(2)", "--time", time], 2);
    }
}

#[test]
fn certificates_are_written_and_verified() {
    let folder = folder();
    let path = folder.path();
    let (out, _) = said(path, &["prove", "nim(2)", "--claim", "BIN-T1", "-o", "one.cert"], 0);
    assert!(out.contains("wrote one.cert"), "{out}");
    let (out, _) = said(path, &["verify", "one.cert"], 0);
    snapshot!("verify", out);
    // Several claims need a folder.
    let arguments =
        ["prove", "delete-nim", "--claim", "BIN-T11", "--claim", "BIN-E15", "-o", "all"];
    said(path, &arguments, 0);
    let files: Vec<String> = fs::read_dir(path.join("all"))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .collect();
    assert_eq!(files, ["delete-nim-BIN-T11.cert"]);
    fs::write(path.join("pairs.game"), PAIRS).expect("a written file");
    said(path, &["prove", "pairs.game", "-o", "pairs.cert"], 2);
    said(path, &["prove", "pairs.game", "-o", "pairs"], 1);
    for claim in ["GOOD", "BETTER", "ONE", "MISERE"] {
        let file = format!("pairs/pairs-{claim}.cert");
        let found = json(path, &["verify", &file, "one.cert", "--json"], 0);
        assert_eq!(found[0]["accepted"], true, "{claim}");
        assert_eq!(found[0]["claim"], claim);
        assert_eq!(found[1]["game"], "nim(2)");
    }
    assert!(!path.join("pairs/pairs-BAD.cert").exists());
    said(path, &["prove", "nim(2)", "--claim", "BIN-T1", "-o", "no/such/folder/one.cert"], 2);
}

#[test]
fn certificates_are_refused() {
    let folder = folder();
    let path = folder.path();
    said(path, &["prove", "split-and-delete", "--claim", "SDN-T1", "-o", "one.cert"], 0);
    let text = fs::read_to_string(path.join("one.cert")).expect("a certificate");
    let try_it = |name: &str, text: &str, code: i32| {
        fs::write(path.join(name), text).expect("a written file");
        said(path, &["verify", name], code).0
    };
    try_it("same.cert", &sealed(&text), 0);
    let out = try_it("cut.cert", &text[..text.len() / 2], 1);
    assert!(out.contains("REFUSED"), "{out}");
    let out = try_it("changed.cert", &text.replace("v2mod 2 0", "v2mod 2 1"), 1);
    assert!(out.contains("checksum"), "{out}");
    let out = try_it("forged.cert", &sealed(&text.replace("v2mod 2 0", "v2mod 2 1")), 1);
    assert!(out.contains("REFUSED"), "{out}");
    // The formulas are proved, but they are not those of the words.
    let words = [
        ("| option (x, b) where x < a  ", "| option (x, b) where x + 1 < a  "),
        ("| option (x, y) where x + y = a", "| option (x, y) where x + y = b"),
        ("| position (a, b) unordered, each >= 1", "| position (a, b) unordered, each >= 0"),
        ("| P iff a = b and v2(a) mod 2 = 0", "| P iff a = b"),
        ("| P iff a = b and v2(a) mod 2 = 0", "| N iff a = b and v2(a) mod 2 = 0"),
        ("| P iff a = b and v2(a) mod 2 = 0", "| 1 = 1"),
        ("| P iff a = b and v2(a) mod 2 = 0", "| P iff a = b and"),
        ("game split-and-delete(2)", "game nim(2)"),
        ("game split-and-delete(2)", "game split-and-delete(3)"),
        ("| game split-and-delete(n = 2)", "| game something-else(n = 2)"),
    ];
    for (old, new) in words {
        let forged = text.replacen(old, new, 1);
        assert_ne!(forged, text, "{old} is not there");
        let out = try_it("words.cert", &sealed(&forged), 1);
        assert!(out.contains("REFUSED: it"), "{new}: {out}");
        assert!(ishitori_check::check(&sealed(&forged)).is_ok(), "{new}");
    }
    // Nothing is known of another name, or of the name of another claim.
    for name in ["RIEMANN", "SDN-P2"] {
        let renamed = sealed(&text.replacen("\nclaim SDN-T1", &format!("\nclaim {name}"), 1));
        let out = try_it("renamed.cert", &renamed, 0);
        assert!(out.contains(&format!("the name {name} is the file's own")), "{out}");
        let found = json(path, &["verify", "renamed.cert", "one.cert", "--json"], 0);
        assert_eq!([0, 1].map(|i| found[i]["known_claim"].as_bool()), [Some(false), Some(true)]);
    }
    let out = try_it("empty.cert", "", 1);
    assert!(out.contains("REFUSED"), "{out}");
    let found = json(path, &["verify", "same.cert", "forged.cert", "--json"], 1);
    assert_eq!((&found[0]["accepted"], &found[1]["accepted"]), (&true.into(), &false.into()));
    // No certificates at all.
    said(path, &["verify", "missing.cert"], 2);
    said(path, &["verify", "."], 2);
    said(path, &["verify"], 2);
    fs::write(path.join("bytes.cert"), [0xff, 0xfe, 0x00]).expect("a written file");
    let (_, message) = said(path, &["verify", "bytes.cert"], 2);
    assert!(message.contains("not UTF-8"), "{message}");
    // Every file gets its answer.
    let found = json(path, &["verify", "same.cert", "bytes.cert", "missing.cert", "--json"], 2);
    let accepted = [0, 1, 2].map(|i| found[i]["accepted"].as_bool());
    assert_eq!(accepted, [Some(true), Some(false), Some(false)]);
    assert!(found[1]["why"].as_str().is_some_and(|why| why.starts_with("cannot be read: ")));
    let (out, _) = said(path, &["verify", "bytes.cert", "same.cert"], 2);
    assert!(out.contains("same.cert: ACCEPTED"), "{out}");
}

/// A claim that contradicts itself is false, however large the heaps are.
#[test]
fn contradictions_in_large_positions() {
    let folder = folder();
    fs::write(folder.path().join("pairs.game"), PAIRS).expect("a written file");
    let exception = "P iff a = b and v2(a) mod 2 = 0 or (a = 100000000 and b = 300000000)";
    for (game, formula, why, confirmed) in [
        ("split-and-delete", exception, "both are claimed P", true),
        (
            "pairs.game",
            "grundy = (if a = 100000000 then a else a xor b)",
            "the value 100000000",
            true,
        ),
        ("pairs.game", "P iff a = b and a != 100000000", "it claims N, but no move", false),
        ("pairs.game", "P iff a = b and a != 5000", "it claims N, but no move", true),
    ] {
        let arguments = ["prove", game, "--formula", formula];
        let (out, _) = said(folder.path(), &arguments, 1);
        assert!(out.contains(": REFUTED\n"), "{formula}: {out}");
        assert!(out.contains("the claim contradicts itself at ("), "{formula}: {out}");
        assert!(out.contains(why), "{formula}: {out}");
        let found = json(folder.path(), &[&arguments[..], &["--json"]].concat(), 1);
        assert_eq!(found[0]["verdict"], "refuted");
        assert_eq!(found[0]["confirmed"], confirmed, "{formula}: {out}");
        assert!(found[0]["why"].as_str().is_some_and(|text| text.contains(why)), "{formula}");
    }
    // A divisor that is read wide or narrow contradicts nothing.
    let (out, _) = said(
        folder.path(),
        &["prove", "common-divisor(2)", "--formula", "P iff h[1] = h[2] and h[1] < 100000000"],
        1,
    );
    assert!(!out.contains("contradicts itself"), "{out}");
}

/// Ctrl-C during a proof: a message, exit code 130, and no file.
#[cfg(unix)]
#[test]
fn a_proof_can_be_stopped() {
    use std::process::{Command, Stdio};
    let folder = folder();
    let child = Command::new(env!("CARGO_BIN_EXE_ishitori"))
        .env("ISHITORI_DATA", "no-data")
        .args(["prove", "all-but-one-delete(4)", "--claim", "ABD-1", "-o", "one.cert"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    std::thread::sleep(std::time::Duration::from_secs(2));
    let signal = Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status();
    assert!(signal.expect("kill runs").success());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(130));
    assert!(!folder.path().join("one.cert").exists());
}

/// Found in reviews: each was once said to be proved, and is false.
#[test]
fn what_was_read_wrongly() {
    let folder = folder();
    let rule = "game div position (a, b) option (x, b) where x < a, a - b divides x";
    fs::write(folder.path().join("div.game"), rule).expect("a written file");
    // A divisor may be negative: (1,2) moves to (0,2).
    said(folder.path(), &["prove", "div.game", "--formula", "P iff a = 0 or a < b"], 1);
    let rule = "game pair position (a, b) option (x, b) where x < a option (a, x) where x < b";
    fs::write(folder.path().join("pair.game"), rule).expect("a written file");
    // A range of exponents may begin below 0.
    let below = "P iff a = b and (a = 0 or (for all k in v2(a)-3 .. v2(a): k >= 0))";
    said(folder.path(), &["prove", "pair.game", "--formula", below], 1);
    // A sentence that means nothing for 0, and a range that never ends.
    for nothing in ["for all x: v2(x) + 1 > v2(x)", "for all k in 0 .. v2(a): k <= v2(a)"] {
        said(folder.path(), &["prove", "pair.game", "--formula", nothing], 2);
    }
}

/// Numbers that a certificate cannot have are refused before the checker refuses them.
#[test]
fn numbers_too_large_for_a_certificate() {
    let formula = "P iff h[1] = h[2] or h[1] = 2000000000000000000";
    let (out, _) = said(folder().path(), &["prove", "nim(2)", "--formula", formula], 0);
    assert!(out.contains("not proved: the number 2000000000000000000"), "{out}");
}

/// The time of a claim is that of its check on a window too: this one would take minutes.
#[test]
fn time_bounds_the_window_as_well() {
    let folder = folder();
    let rule = "game staircase\nposition (a, b)\noption (x, y) where x + y < a + b, x <= a, y <= b\n\
                option with a lowered\n";
    fs::write(folder.path().join("staircase.game"), rule).expect("a file");
    let formula = "grundy = 1 iff a + b = 1";
    let arguments = ["prove", "staircase.game", "--formula", formula, "--time", "0.5"];
    let (out, message) = said(folder.path(), &arguments, 3);
    assert!(out.contains("not proved"), "{out}");
    assert!(message.contains("0.5 s are used up"), "{message}");
    let arguments =
        ["check", "staircase.game", "--formula", formula, "--to", "300", "--time", "0.5"];
    let (_, message) = said(folder.path(), &arguments, 3);
    assert!(message.contains("0.5 s are used up"), "{message}");
}

/// What others wrote into a file cannot write on the screen.
#[test]
fn control_characters_are_shown() {
    let folder = folder();
    let good =
        "game good\ntitle en \"\u{1b}[2Jproved \u{9b}31m\"\nposition (a)\noption with a lowered\n";
    fs::write(folder.path().join("good.game"), good).expect("a file");
    let output = run(folder.path(), &["show", "good.game"]);
    assert!(!output.stdout.contains(&0x1b), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(!output.stderr.contains(&0x1b), "{}", String::from_utf8_lossy(&output.stderr));
    let bad = "game bad\nposition (a)\noption \u{1b}]0;proved\u{7} a\n";
    fs::write(folder.path().join("bad.game"), bad).expect("a file");
    let (out, message) = said(folder.path(), &["show", "bad.game"], 2);
    assert!(!out.contains('\u{1b}') && !message.contains(['\u{1b}', '\u{7}']), "{message:?}");
    assert!(message.contains("option ?]0;proved?"), "{message}");
}

/// Files for Rocq: written by `prove`, `discover` and `verify`, the same by each way; refused in one sentence.
#[test]
fn theorems_for_rocq() {
    let folder = folder();
    let path = folder.path();
    let read = |name: &str| fs::read_to_string(path.join(name)).expect("a file");
    let (out, _) = said(
        path,
        &["prove", "split-and-delete", "--claim", "SDN-T1", "--rocq", "Sdn.v", "-o", "sdn.cert"],
        0,
    );
    assert!(out.contains("wrote Sdn.v"), "{out}");
    let text = read("Sdn.v");
    assert!(text.contains("Definition claim (h1 h2 : N) : Prop :="), "{text}");
    assert!(text.ends_with("Print Assumptions main.\n"));
    said(path, &["verify", "sdn.cert", "--rocq", "Again.v"], 0);
    assert_eq!(read("Again.v"), text);
    said(path, &["discover", "nim(2)", "--forget", "--rocq", "Found.v"], 0);
    assert!(read("Found.v").contains("P_position move [h1; h2] <-> claim h1 h2"));
    // This certificate reads the least significant digits first, so it is proved once more in the other order.
    said(path, &["prove", "nimhoff(2,1)", "--claim", "BIN-T10", "-o", "hoff.cert"], 0);
    said(path, &["verify", "hoff.cert", "--rocq", "Hoff.v"], 0);
    said(path, &["prove", "nimhoff(2,1)", "--claim", "BIN-T10", "--rocq", "Direct.v"], 0);
    assert!(read("Hoff.v").contains("grundy move"));
    assert_eq!(read("Hoff.v"), read("Direct.v"));
    said(path, &["prove", "nim(20)", "--claim", "BIN-T1", "--rocq", "Twenty.v"], 0);
    assert!(read("Twenty.v").contains("OneByOne"));
    said(path, &["prove", "wythoff", "--claim", "WYT-P", "--rocq", "Wyt.v"], 0);
    assert!(read("Wyt.v").contains("h1 = floor_phi (h2 - h1)"));
    let (_, why) = said(path, &["prove", "nim(2)", "--claim", "BIN-T4", "--rocq", "no-name.v"], 2);
    assert!(why.contains("--rocq needs a name"), "{why}");
}

/// A rule that plays games of the catalogue is read again where its theorems are verified.
#[test]
fn theorems_about_games_of_games_are_verified() {
    let folder = folder();
    let at = folder.path();
    for (name, play, formula) in [
        ("sum", "\"nim(1)\" + \"nim(1)\"", "P iff xor(h) = 0"),
        ("ending", "\"wythoff\" ending when a + b <= 2", "a + b <= 2 implies P"),
    ] {
        let file = format!("{name}.game");
        fs::write(at.join(&file), format!("game {name}\nplay {play}\n")).expect("a file");
        if name == "sum" {
            said(at, &["prove", &file, "--formula", formula, "-o", "a.cert"], 0);
            let (out, _) = said(at, &["verify", "a.cert"], 0);
            assert!(out.contains("ACCEPTED"), "{out}");
        }
        let (solved, _) = said(at, &["positions", &file, "--to", "6"], 0);
        said(at, &["positions", &file, "--to", "6", "-o", "v.parquet"], 0);
        let (stored, _) = said(at, &["positions", &file, "--to", "6", "--from", "v.parquet"], 0);
        assert_eq!(solved, stored, "{name}");
        let (checked, _) =
            said(at, &["check", &file, "--from", "v.parquet", "--formula", formula], 0);
        assert!(checked.contains("holds"), "{checked}");
    }
}
