//! Slices as users meet them: found, proved, kept, used inside their bounds and nowhere else, and refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ishitori"));
    command.args(arguments).current_dir(folder).env("ISHITORI_DATA", "data");
    command
}

/// The output of a run that must end with `code`, on both streams.
fn said(folder: &Path, arguments: &[&str], code: i32) -> (String, String) {
    let output = command(folder, arguments).output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    let (out, message) = (text(output.stdout), text(output.stderr));
    assert!(!message.contains("panicked"), "{arguments:?}: {message}");
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {out}{message}");
    (out, message)
}

fn json(folder: &Path, arguments: &[&str], code: i32) -> Value {
    serde_json::from_str(&said(folder, arguments, code).0).expect("JSON")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// The one file of the store.
fn kept(folder: &Path) -> PathBuf {
    let all: Vec<_> = fs::read_dir(folder.join("data/discoveries")).expect("a store").collect();
    assert_eq!(all.len(), 1);
    all.into_iter().next().expect("one").expect("a file").path()
}

fn sum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Nim on a complex whose whole set of P-positions no automaton knows: it is that of Jenkyns and Mayberry.
const WILD: &str = "game wild\nposition h[4]\noption h with h[{1, 2}] lowered\n\
                    option h with h[{1, 3}] lowered\noption h with h[{2, 3}] lowered\n\
                    option h with h[4] lowered\n";

/// 2^100 and its half: three heaps of such sizes are in no band.
const BIG: &str = "1267650600228229401496703205376";
const HALF: &str = "633825300114114700748351602688";

#[test]
fn a_slice_is_found_kept_and_used_inside_only() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("wild.game"), WILD).expect("written");
    // Without heap 1 heaps 2 and 3 are one cone, whose value is their sum, beside heap 4.
    let find = ["discover", "wild.game", "--where", "h[1] <= 0", "-o", "wild.cert"];
    let (out, _) = said(at, &find, 0);
    assert!(out.contains("wild, if h[1] <= 0, P-positions: DISCOVERED and proved"), "{out}");
    assert!(out.contains("h[4] = h[2] + h[3]"), "{out}");
    assert!(out.contains("proved for all such positions"), "{out}");
    // 2^100 - 1 + 1 = 2^100.
    let inside = format!("0,1267650600228229401496703205375,1,{BIG}");
    let (out, message) = said(at, &["value", "wild.game", &inside], 0);
    assert!(out.contains("outcome     P"), "{out}");
    assert!(out.contains("proved for all positions with h[1] <= 0"), "{out}");
    assert_eq!(message, "");
    let found = json(at, &["value", "wild.game", &format!("0,{BIG},{HALF},{BIG}"), "--json"], 0);
    assert_eq!(found["outcome"], "N");
    assert_eq!(found["about"], "all positions with h[1] <= 0");
    // Outside nothing is known.
    said(at, &["value", "wild.game", &format!("1,{HALF},{HALF},{BIG}")], 2);
    // The certificate says where it stops, and so do the report and the machine that plays by it.
    let (out, _) = said(at, &["verify", "wild.cert"], 0);
    assert!(out.contains("all positions with h1 <= 0"), "{out}");
    assert!(out.contains("reads them alike"), "{out}");
    said(at, &["study", "wild.game", "-o", "study.html"], 0);
    let page = fs::read_to_string(at.join("study.html")).expect("a page");
    assert!(page.contains("wild: all positions with h[1] &lt;= 0"), "{page}");
    let mut child = command(at, &["play", "wild.game", "0,400,500,900", "--seed", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), b"0,400,123,900\n")
        .expect("written");
    let played = String::from_utf8(child.wait_with_output().expect("ends").stdout).expect("text");
    assert!(played.contains("The machine moves to 0,400,123,523."), "{played}");
    // Another slice stands beside it in the same file.
    let found = json(at, &["discover", "wild.game", "--where", "h[4] < 2", "--json"], 0);
    assert_eq!((&found["where"], &found["verdict"]), (&"h[4] <= 1".into(), &"proved".into()));
    let text = fs::read_to_string(kept(at)).expect("a file");
    assert!(
        text.contains("found p where h[1] <= 0\n") && text.contains("found p where h[4] <= 1\n")
    );
    said(at, &["value", "wild.game", &format!("7,{HALF},{BIG},1")], 0);
}

#[test]
fn a_kept_slice_is_not_trusted() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("wild.game"), WILD).expect("written");
    said(at, &["discover", "wild.game", "--where", "h[1] <= 0"], 0);
    let whole = fs::read_to_string(kept(at)).expect("a file");
    let body = &whole[..whole.rfind("end ").expect("an end")];
    let position = format!("1,{HALF},{HALF},{BIG}");
    for (from, to) in [
        // The store says more than the certificate.
        ("found p where h[1] <= 0\n", "found p where h[1] <= 7\n"),
        ("found p where h[1] <= 0\n", "found p\n"),
    ] {
        let forged = body.replace(from, to);
        assert_ne!(forged, body);
        fs::write(kept(at), format!("{forged}end {:016x}\n", sum(&forged))).expect("written");
        let (_, message) = said(at, &["value", "wild.game", &position], 2);
        assert!(message.contains("about other positions"), "{to}: {message}");
    }
    // Both say more.
    let begin = body.find("ishitori certificate 1").expect("a certificate");
    let inner_end = body.rfind("\nend ").expect("its end") + 1;
    let certificate = body[begin..inner_end].replace("slice h1 0\n", "slice h1 7\n");
    assert_ne!(certificate, body[begin..inner_end]);
    let certificate = format!("{certificate}end {:016x}\n", sum(&certificate));
    let head = body[..begin].rfind("certificate ").expect("its length");
    let head = body[..head].replace("h[1] <= 0", "h[1] <= 7");
    let forged = format!("{head}certificate {}\n{certificate}\n", certificate.len());
    fs::write(kept(at), format!("{forged}end {:016x}\n", sum(&forged))).expect("written");
    let (_, message) = said(at, &["value", "wild.game", &position], 2);
    assert!(message.contains("a kept theorem is not used"), "{message}");
}

/// A certificate of a game without a move, under the rule of a game with it: accepted by the checker, which reads no
/// rules, and refused by those who do.
#[test]
fn a_slice_with_a_move_left_out_is_refused() {
    let folder = folder();
    let at = folder.path();
    // The second move raises heap 2 out of the slice.
    let stable = "game pour\nposition h[3]\noption h with h[i] lowered for i\n";
    let pouring = format!("{stable}option (a - 2, b + 1, c)\n").replace("h[3]", "(a, b, c)");
    let pouring = pouring.replace(
        "option h with h[i] lowered for i\n",
        "option (x, b, c) where x < a\noption (a, x, c) where x < b\noption (a, b, x) where x < c\n",
    );
    let stable = pouring.replace("option (a - 2, b + 1, c)\n", "");
    fs::write(at.join("stable.game"), &stable).expect("written");
    fs::write(at.join("pour.game"), &pouring).expect("written");
    let (_, message) = said(at, &["discover", "pour.game", "--where", "b <= 1"], 2);
    assert!(message.contains("the move `option (a - 2, b + 1, c)` leaves the slice"), "{message}");
    assert!(message.contains("from 2,1,0 to 0,2,0"), "{message}");
    said(at, &["discover", "stable.game", "--where", "b <= 1", "-o", "s.cert", "--forget"], 0);
    said(at, &["verify", "s.cert"], 0);
    let text = fs::read_to_string(at.join("s.cert")).expect("a file");
    let forged = text.replace(
        "| option (a, b, x) where x < c\n",
        "| option (a, b, x) where x < c\n| option (a - 2, b + 1, c)\n",
    );
    assert_ne!(forged, text);
    let body = &forged[..forged.rfind("end ").expect("an end")];
    fs::write(at.join("f.cert"), format!("{body}end {:016x}\n", sum(body))).expect("written");
    let (out, _) = said(at, &["verify", "f.cert"], 1);
    assert!(out.contains("REFUSED"), "{out}");
}

#[test]
fn prove_and_check_take_bounds() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("wild.game"), WILD).expect("written");
    let with = |command: &'static str, formula: &'static str| {
        vec![command, "wild.game", "--where", "h[1] <= 0", "--formula", formula]
    };
    let (out, _) = said(at, &with("prove", "P iff h[4] = h[2] + h[3]"), 0);
    assert!(out.contains("wild, if h[1] <= 0: PROVED"), "{out}");
    let (out, _) = said(at, &with("check", "P iff h[4] = h[2] + h[3]"), 0);
    assert!(out.contains("wild, if h[1] <= 0: holds"), "{out}");
    // It is not true of the whole game, nor is every formula of the slice.
    said(at, &["prove", "wild.game", "--formula", "P iff h[4] = h[2] + h[3]"], 1);
    let (out, _) = said(at, &with("prove", "P iff h[4] = h[2]"), 1);
    assert!(out.contains("REFUTED") && out.contains("smallest witness: 0,0,1,0"), "{out}");
    said(at, &with("check", "P iff h[4] = h[2]"), 1);
    let prove = ["prove", "wild.game", "--where", "h[4] <= 0", "--misere", "--formula"];
    said(at, &[&prove[..], &["P iff h[1] = h[2] and h[2] = h[3] and h[1] = 0"]].concat(), 1);
}

/// A game that resists: its slices are tried, listed and kept.
#[test]
fn slices_of_a_game_that_resists() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("wild.game"), WILD).expect("written");
    let arguments = ["discover", "wild.game", "--time", "16", "--states", "200"];
    let (out, _) = said(at, &arguments, 3);
    assert!(out.contains("wild, P-positions: no theorem found"), "{out}");
    assert!(out.contains("if h[1] <= 1: PROVED") && out.contains("if h[4] <= 1: PROVED"), "{out}");
    // Heaps 1, 2 and 3 are alike.
    assert!(!out.contains("if h[2] <= 1:") && !out.contains("if h[3] <= 1:"), "{out}");
    assert!(out.contains("slices proved for all positions inside\n    kept in "), "{out}");
    said(at, &["value", "wild.game", &format!("1,5,{BIG},17")], 0);
    // A batch keeps certificates of slices, and does not do them again.
    let arguments = ["discover", "--complexes", "4", "--slices", "--states", "200", "-o", "four"];
    let (out, _) = said(at, &arguments, 0);
    assert!(out.contains("2 of 2 open games have a proved one"), "{out}");
    let ledger = fs::read_to_string(at.join("four/ledger.jsonl")).expect("a ledger");
    let lines = ledger.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let mut verified = 0;
    for slice in lines.flat_map(|line| line["slices"].as_array().cloned().unwrap_or_default()) {
        assert!(slice["where"].as_str().is_some_and(|bounds| bounds.ends_with("<= 1")), "{slice}");
        if slice["verdict"] == "proved" {
            said(at, &["verify", slice["files"][0].as_str().expect("a file")], 0);
            verified += 1;
        }
    }
    assert!(verified >= 4, "{verified} slices");
    assert!(said(at, &arguments, 0).0.contains("20 of 20 games are done"));
}

#[test]
fn bounds_that_are_none() {
    let folder = folder();
    let at = folder.path();
    for (arguments, why) in [
        (&["discover", "circular(6,2)", "--where", "h[7] <= 2"][..], "no heap `h[7]`"),
        (&["discover", "circular(6,2)", "--where", "h[1] = 2"], "from above"),
        (&["discover", "circular(6,2)", "--where", "h[1]"], "no bound"),
        (&["discover", "split-and-delete", "--where", "a <= 3"], "leaves the slice"),
        (&["discover", "wythoff", "--where", "b <= 3"], "no order"),
        (&["discover", "kayles", "--where", "n <= 3"], "no heaps that could be bounded"),
        (&["discover", "grid-nim(3,3)", "--where", "a <= 3"], "no heaps that could be bounded"),
        (&["discover", "--complexes", "3", "--where", "h[1] <= 1"], "--where"),
        (&["prove", "circular(6,2)", "--where", "h[1] <", "--formula", "P iff true"], "no number"),
        (&["check", "circular(6,2)", "--where", "", "--formula", "P iff true"], "missing"),
    ] {
        let (_, message) = said(at, arguments, 2);
        assert!(message.contains(why), "{arguments:?}: {message}");
    }
}

/// A position that is named lies in the slice, or nothing is proved of it: outside the claim would hold for want of positions.
#[test]
fn positions_outside_are_not_named() {
    let folder = folder();
    for (game, bounds, formula) in
        [("circular(6,2)", "h[1] <= 0", "P(1,0,0,0,0,0)"), ("wythoff", "a <= 2", "P(5,1)")]
    {
        let command = ["prove", game, "--where", bounds, "--formula", formula];
        let (out, _) = said(folder.path(), &command, 2);
        assert!(out.contains("not proved") && !out.contains("PROVED"), "{out}");
    }
}

/// Who verifies reads the claim where the checker reads it: an empty line or a comment does not hide a part of it.
#[test]
fn empty_lines_hide_no_claim() {
    let folder = folder();
    let at = folder.path();
    said(at, &["prove", "nim(2)", "--formula", "P iff h[1] = h[2]", "-o", "p.cert"], 0);
    let text = fs::read_to_string(at.join("p.cert")).expect("a certificate");
    let claim = "| P iff h[1] = h[2]\n";
    assert!(text.contains(claim));
    for more in
        ["\n| and (nimproduct(h[1], h[2]) >= 0 implies h[1] = 7)\n", "# more\n| and h[1] = 7\n"]
    {
        let forged = text.replace(claim, &format!("{claim}{more}"));
        let body = &forged[..forged.rfind("end ").expect("an end")];
        let forged = format!("{body}end {:016x}\n", sum(body));
        fs::write(at.join("forged.cert"), forged).expect("written");
        let (out, _) = said(at, &["verify", "forged.cert"], 1);
        assert!(out.contains("REFUSED: comments or empty lines stand where its claim is"), "{out}");
    }
}
