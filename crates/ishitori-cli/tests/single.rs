//! Single heaps as users meet them: sequences, certificates, sums, codes that are none, and runs that are
//! stopped.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_ishitori"))
        .env("ISHITORI_DATA", "no-data")
        .current_dir(folder)
        .args(arguments)
        .output()
        .expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert!(!err.contains("panicked"), "{arguments:?}: {err}");
    (output.status.code().expect("a code"), out, err)
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let (code, out, err) = run(folder, arguments);
    assert_eq!(code, 0, "{arguments:?}: {err}");
    serde_json::from_str(&out).expect("JSON")
}

#[test]
fn a_period_has_a_certificate_that_verify_accepts_and_no_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    for (game, length, start) in [
        ("kayles", 12, 71),
        ("octal(0.07)", 34, 53),
        ("all-but(2,5)", 4, 0),
        ("subtraction(1,5,7)", 2, 0),
        ("laskers-nim", 4, 1),
        ("hexadecimal(0.8)", 3, 1),
    ] {
        let found = json(here, &["sequence", game, "--certificate", "a.cert", "--json"]);
        assert_eq!(
            (&found["period"]["length"], &found["period"]["start"]),
            (&length.into(), &start.into()),
            "{game}"
        );
        let (code, out, _) = run(here, &["verify", "a.cert"]);
        assert_eq!(code, 0, "{game}: {out}");
        assert!(out.contains("ACCEPTED") && out.contains("ishitori's own game"), "{out}");
    }
    // The moves of another game, with a checksum that fits.
    run(here, &["sequence", "kayles", "--certificate", "kayles.cert"]);
    run(here, &["sequence", "octal(0.07)", "--certificate", "other.cert"]);
    let read = |name: &str| fs::read_to_string(here.join(name)).expect("a certificate");
    let (kayles, other) = (read("kayles.cert"), read("other.cert"));
    let at = |text: &str| text.find("leave").expect("moves");
    let end = other.rfind("end ").expect("an end");
    let mut forged = format!("{}{}", &kayles[..at(&kayles)], &other[at(&other)..end]);
    let sum = forged.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    forged.push_str(&format!("end {sum:016x}\n"));
    fs::write(here.join("forged.cert"), forged).expect("written");
    let (code, out, _) = run(here, &["verify", "forged.cert"]);
    assert_eq!(code, 1);
    assert!(out.contains("its moves are not those of its rule"), "{out}");
    fs::write(here.join("cut.cert"), &kayles[..kayles.len() - 30]).expect("written");
    assert_eq!(run(here, &["verify", "cut.cert"]).0, 1);
}

#[test]
fn formats_agree() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let values = json(here, &["sequence", "kayles", "--to", "200", "--json"])["values"].clone();
    let values: Vec<u64> =
        values.as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
    assert_eq!(values.len(), 201);
    assert_eq!(&values[..13], [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
    let (_, bfile, _) = run(here, &["sequence", "kayles", "--to", "200", "--format", "bfile"]);
    let lines: Vec<String> = values.iter().enumerate().map(|(n, v)| format!("{n} {v}")).collect();
    assert_eq!(bfile.lines().skip(1).collect::<Vec<_>>(), lines);
    let (_, csv, _) = run(here, &["table", "kayles", "--to", "200", "--format", "csv"]);
    let lines: Vec<String> = values.iter().enumerate().map(|(n, v)| format!("{n},{v}")).collect();
    assert_eq!(csv.lines().skip(1).collect::<Vec<_>>(), lines);
    let (_, losing, _) = run(here, &["positions", "kayles", "--to", "200"]);
    let zeros: Vec<String> =
        (0..values.len()).filter(|n| values[*n] == 0).map(|n| n.to_string()).collect();
    assert_eq!(losing.lines().collect::<Vec<_>>(), zeros);
}

#[test]
fn heaps_of_a_thousand_digits_have_values() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let heap = format!("1{}7", "0".repeat(1_000));
    // 10^1001 + 7 leaves 11 modulo 12 (10^k leaves 4), as 71 + 12 * 1 + 0 does: 83 leaves 11.
    let found = json(here, &["value", "kayles", &heap, "--json"]);
    let small = json(here, &["value", "kayles", "83", "--json"]);
    assert_eq!(found["grundy"], small["grundy"]);
    let option: Vec<String> = found["winning_move"]
        .as_array()
        .expect("heaps")
        .iter()
        .map(|heap| match heap {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        })
        .collect();
    let after = json(here, &["value", "kayles", &option.join(","), "--json"]);
    assert_eq!(after["outcome"], "P", "{after}");
    let (code, _, err) = run(here, &["value", "officers", &heap, "--max-positions", "5000"]);
    assert_eq!(code, 3, "{err}");
    assert!(err.contains("no period"), "{err}");
}

/// Values of Lasker's Nim are 4k+1, 4k+2, 4k+4, 4k+3 for heaps 4k+1, ... (Winning Ways); those of 0.8 are
/// (n - 1) / 3 rounded down, as ten lines of Python that try out all triples found for the first eighty heaps.
#[test]
fn a_large_heap_has_a_winning_move_also_where_values_grow() {
    let folder = tempfile::tempdir().expect("a folder");
    let big = |text: &Value| text.as_str().map_or_else(|| text.to_string(), str::to_string);
    let number = |text: &str| text.parse::<u128>().expect("a number");
    let lasker = |n: u128| match n % 4 {
        _ if n == 0 => 0,
        0 => n - 1,
        3 => n + 1,
        _ => n,
    };
    let three = |n: u128| n.saturating_sub(1) / 3;
    for (game, most) in [("laskers-nim", 2), ("hexadecimal(0.8)", 3)] {
        let value = |n: u128| if most == 2 { lasker(n) } else { three(n) };
        for (a, b) in [(10u128.pow(30) + 7, 5 * 10u128.pow(29) + 3), (10u128.pow(25), 12_345)] {
            let found = json(folder.path(), &["value", game, &format!("{a},{b}"), "--json"]);
            assert_eq!(number(&big(&found["grundy"])), value(a) ^ value(b), "{game} {a},{b}");
            let left = found["winning_move"].as_array().expect("a move");
            let mut left: Vec<u128> = left.iter().map(|heap| number(&big(heap))).collect();
            assert_eq!(left.iter().fold(0, |sum, heap| sum ^ value(*heap)), 0, "{game}: {left:?}");
            // One of the two heaps is still there; the rest is what the other became.
            let at = left.iter().position(|heap| [a, b].contains(heap)).expect("one stays");
            let stays = left.remove(at);
            let moved = if stays == a { b } else { a };
            let rest: u128 = left.iter().sum();
            let legal = match most {
                2 => left.len() < 2 && rest < moved || left.len() == 2 && rest == moved,
                _ => left.len() == 3 && rest + 1 == moved,
            };
            assert!(legal, "{game}: {moved} to {left:?}");
        }
    }
    // A period of 149459 from 105351 on: too many options to list. Two stones are taken, one or two heaps left.
    let heap = 10u128.pow(24) + 1;
    let found = json(folder.path(), &["value", "octal(0.16)", &heap.to_string(), "--json"]);
    let left = found["winning_move"].as_array().expect("a move");
    let left: Vec<u128> = left.iter().map(|heap| number(&big(heap))).collect();
    assert!(left.len() <= 2 && left.iter().sum::<u128>() + 2 == heap, "{left:?}");
    let left: Vec<String> = left.iter().map(ToString::to_string).collect();
    let after = json(folder.path(), &["value", "octal(0.16)", &left.join(","), "--json"]);
    assert_eq!(after["outcome"], "P", "{left:?}");
    // No period is known: it is said soon that so large a heap has no known value.
    let huge = "1".repeat(40);
    let (code, _, said) = run(folder.path(), &["value", "octal(0.6)", &huge, "--time", "0.2"]);
    assert!(code == 3 && said.contains("no period of octal(0.6) is proved with"), "{code} {said}");
}

#[test]
fn formats_that_a_sequence_does_not_have_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for output in ["x.parquet", "x.zarr"] {
        let (code, _, said) =
            run(folder.path(), &["sequence", "kayles", "--to", "4", "-o", output]);
        assert!(code == 2 && said.contains("a sequence is not written as"), "{code} {said}");
        assert!(!folder.path().join(output).exists());
    }
    let (code, ..) = run(folder.path(), &["sequence", "kayles", "--format", "npy"]);
    assert_eq!(code, 2);
    run(folder.path(), &["sequence", "kayles", "--to", "4", "-o", "x.npy"]);
    let npy = fs::read(folder.path().join("x.npy")).expect("an array");
    assert!(npy.starts_with(b"\x93NUMPY"));
    let (_, lines, _) =
        run(folder.path(), &["sequence", "kayles", "--to", "2", "--format", "jsonl"]);
    assert_eq!(lines, "{\"n\":0,\"grundy\":0}\n{\"n\":1,\"grundy\":1}\n{\"n\":2,\"grundy\":2}\n");
    let (code, _, said) = run(folder.path(), &["value", "octal()", "5"]);
    assert!(code == 2 && said.contains("there is nothing in the brackets"), "{code} {said}");
}

#[test]
fn sums_of_any_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let sum = json(here, &["value", "wythoff 3,5 + nim(3) 1,2,3 + octal(0.77) 17", "--json"]);
    assert_eq!(sum["grundy"], 4);
    let parts: Vec<u64> = sum["parts"]
        .as_array()
        .expect("parts")
        .iter()
        .filter_map(|p| p["grundy"].as_u64())
        .collect();
    assert_eq!(parts, [0, 0, 4]);
    // Every winning move leads to a sum that is lost.
    let texts = ["wythoff 3,5", "nim(3) 1,2,3", "octal(0.77) 17"];
    let moves = sum["winning_moves"].as_array().expect("moves");
    assert!(!moves.is_empty());
    for one in moves {
        let part = one["part"].as_u64().expect("a number") as usize - 1;
        let mut after: Vec<String> = texts.map(String::from).to_vec();
        after[part] = format!(
            "{} {}",
            one["game"].as_str().expect("a game"),
            one["position"].as_str().expect("a position")
        );
        let value = json(here, &["value", &after.join(" + "), "--json"]);
        assert_eq!(value["outcome"], "P", "{after:?}");
    }
    for (text, part) in [
        ("wythoff 3,5 + kayls 17", "in the part `kayls 17`"),
        ("wythoff 3,5 + nim(3) 1,2", "in the part `nim(3) 1,2`"),
        ("wythoff 3,5 +", "in the part ``"),
        ("wythoff 3,x + nim 1,2,3", "in the part `wythoff 3,x`"),
        ("wythoff", "give a position"),
    ] {
        let (code, _, err) = run(here, &["value", text]);
        assert_eq!(code, 2, "{text}: {err}");
        assert!(err.contains(part), "{text}: {err}");
    }
}

#[test]
fn codes_that_are_none_are_refused_with_a_caret() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut all = String::new();
    for game in [
        "octal(0.78)",
        "octal(3.7)",
        "octal(77)",
        "octal(0.0)",
        "octal(00.7)",
        "octal(0.7.7)",
        "octal(.7)",
        "octal(0.)",
        "hexadecimal(0.G)",
        "octal(0.F)",
        "octal([1,2])",
        "subtraction(0)",
        "subtraction(x)",
        "all-but(0.7)",
    ] {
        let (code, _, err) = run(folder.path(), &["sequence", game]);
        assert_eq!(code, 2, "{game}: {err}");
        let lines: Vec<&str> = err.lines().map(str::trim_end).collect();
        all.push_str(&format!("$ {game}\n{}\n", lines.join("\n")));
    }
    insta::assert_snapshot!("codes", all);
}

#[test]
fn a_run_goes_on_from_its_checkpoint() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let whole =
        json(here, &["sequence", "grundys-game", "--to", "3000", "--search", "0", "--json"]);
    let first = [
        "sequence",
        "grundys-game",
        "--to",
        "1000",
        "--search",
        "0",
        "--resume",
        "state",
        "--json",
    ];
    json(here, &first);
    let resumed = [
        "sequence",
        "grundys-game",
        "--to",
        "3000",
        "--search",
        "0",
        "--resume",
        "state",
        "--json",
    ];
    assert_eq!(json(here, &resumed)["values"], whole["values"]);
    let (code, _, err) = run(here, &["sequence", "kayles", "--resume", "state"]);
    assert_eq!(code, 2);
    assert!(err.contains("is a checkpoint of grundys-game"), "{err}");
    let mut bytes = fs::read(here.join("state")).expect("a checkpoint");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(here.join("state"), bytes).expect("written");
    let (code, _, err) = run(here, &resumed);
    assert_eq!(code, 2);
    assert!(err.contains("corrupted"), "{err}");
}

#[test]
fn all_octal_games_in_a_folder_that_can_be_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let batch = ["sequence", "--all-octal", "2", "--search", "2000", "-o", "octal"];
    let (code, out, err) = run(here, &batch);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("0 disagree"), "{out}");
    let table = fs::read_to_string(here.join("octal/table.csv")).expect("a table");
    assert!(table.lines().any(|line| line.starts_with("0.77,proved,12,71,0,")), "{table}");
    assert!(table.lines().any(|line| line.starts_with("0.6,open,")), "{table}");
    assert!(
        fs::read_to_string(here.join("octal/table.md")).expect("a table").starts_with("| code |")
    );
    assert_eq!(run(here, &["verify", "octal/certificates/octal-0.77.cert"]).0, 0);
    // A run that was stopped: the second half of the ledger is gone, its last line cut.
    let ledger = fs::read_to_string(here.join("octal/ledger.jsonl")).expect("a ledger");
    fs::write(here.join("octal/ledger.jsonl"), &ledger[..ledger.len() / 2]).expect("written");
    let (code, again, err) = run(here, &batch);
    assert_eq!(code, 0, "{err}");
    assert!(again.contains("games are done"), "{again}");
    let strip = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.rsplit_once(',').expect("cells").0.to_string()).collect()
    };
    let resumed = fs::read_to_string(here.join("octal/table.csv")).expect("a table");
    assert_eq!(strip(&resumed), strip(&table));
}

#[test]
fn pictures_and_reports_know_single_heaps() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    for (what, file) in
        [("grundy", "a.svg"), ("rare", "b.png"), ("differences", "c.svg"), ("p", "d.png")]
    {
        let (code, _, err) =
            run(here, &["plot", "grundys-game", "--to", "500", "--what", what, "-o", file]);
        assert_eq!(code, 0, "{what}: {err}");
        let bytes = fs::read(here.join(file)).expect("a picture");
        assert!(bytes.starts_with(b"<svg") || bytes.starts_with(b"\x89PNG"), "{what}");
    }
    let (code, out, err) = run(here, &["study", "kayles", "officers", "-o", "study.html"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("period"), "{out}");
    let page = fs::read_to_string(here.join("study.html")).expect("a page");
    assert!(page.contains("have period 12 from 71 on"), "the theorem is on the page");
}

/// A claim about a heap is checked, decided by the period, and the period is what is discovered.
#[test]
fn claims_about_a_heap_are_decided() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let (code, out, err) = run(here, &["check", "kayles", "--formula", "P iff n = 0"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("holds"), "{out}");
    let (code, out, _) = run(here, &["prove", "kayles", "--formula", "P iff n = 0"]);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("TRUE for all heaps (by period 12 from 71 on"), "{out}");
    let (code, out, _) = run(here, &["prove", "kayles", "--formula", "P iff n mod 1000 = 0"]);
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("FALSE (by period 12 from 71 on"), "{out}");
    let (code, out, _) = run(here, &["discover", "kayles"]);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("period 12 from 71 on") && out.contains("P iff n = 0"), "{out}");
    let found = json(here, &["discover", "subtraction(1,2,3)", "--json"]);
    assert_eq!((&found["period"]["length"], &found["p"]), (&4.into(), &"n mod 4 = 0".into()));
    // Grundy's game has no known period.
    let (code, out, _) = run(here, &["discover", "grundys-game", "--time", "5"]);
    assert_eq!(code, 3, "{out}");
}

/// Four heaps, and a varying number of them, are not called a rule that looks at sizes.
#[test]
fn why_a_rule_is_scanned_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    for (option, why) in [
        ("[x] + [y] + [z] + [w] where x + y + z + w = n", "a heap may become four heaps or more"),
        ("[x .. n - 1]", "the number of heaps that a heap becomes varies"),
        ("[x] where x < n, gcd(x, n) = 1", "the rule looks at sizes"),
    ] {
        fs::write(here.join("a.game"), format!("game a\nheap n\noption {option}\n"))
            .expect("written");
        let found = json(here, &["sequence", "a.game", "--to", "20", "--json"]);
        assert!(found["reasons"][0].as_str().is_some_and(|said| said.starts_with(why)), "{found}");
    }
    let (code, _, err) = run(here, &["value", "a.game", "5000000000"]);
    assert!(code == 2 || code == 3, "{err}");
}

#[test]
fn a_rule_that_looks_at_sizes_is_scanned_and_nothing_is_claimed() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    fs::write(
        here.join("odd.game"),
        "game odd heap n option [x] + [y] where x + y = n - 1, x mod 3 = 1 option []",
    )
    .expect("written");
    let found = json(here, &["sequence", "odd.game", "--to", "50", "--search", "300", "--json"]);
    assert_eq!(found["engine"], "scan");
    assert_eq!(found["period"], Value::Null);
    let (code, _, err) =
        run(here, &["sequence", "odd.game", "--certificate", "x.cert", "--search", "300"]);
    assert_eq!(code, 3, "{err}");
    assert!(!here.join("x.cert").exists());
}

/// A genus needs no quotient: where the quotient is given up, genera go on. (The numbers are from a recursion over sums of
/// heaps and Nim heaps in Python.)
#[test]
fn genera_go_on_where_the_quotient_is_given_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let ask =
        ["quotient", "hexadecimal(0.3F)", "--to", "13", "--order-limit", "20", "--genus", "--json"];
    let (code, out, err) = run(folder.path(), &ask);
    assert_eq!(code, 3, "{err}");
    let found: Value = serde_json::from_str(&out).expect("JSON");
    assert!(found["to"].as_u64().expect("a heap") < 11, "{}", found["to"]);
    let genera: Vec<&str> = found["genus"]
        .as_array()
        .expect("genera")
        .iter()
        .map(|g| g.as_str().expect("text"))
        .collect();
    assert_eq!(genera.len(), 13);
    assert_eq!(genera[10..], ["5^4875 wild", "6^1,9,10,8 wild", "7^075 wild"]);
}
