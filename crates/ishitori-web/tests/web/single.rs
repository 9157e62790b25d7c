//! Games on single heaps: the sequence, its period, files of it, play, and what is refused.
//!
//! Expected values come from definitions written here, a few lines each, or from the literature.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::client::{Answer, Running, escaped};

/// The least number that is not there.
fn mex(seen: &BTreeSet<u64>) -> u64 {
    (0..).find(|value| !seen.contains(value)).expect("a number")
}

/// Values by definition: `options` lists what a heap may become.
fn values(to: u64, options: impl Fn(u64) -> Vec<Vec<u64>>) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for heap in 0..=to {
        let value =
            |parts: &Vec<u64>| parts.iter().fold(0, |sum, part| sum ^ values[*part as usize]);
        let seen: BTreeSet<u64> = options(heap).iter().map(value).collect();
        values.push(mex(&seen));
    }
    values
}

/// Kayles: one pin or two next to each other are knocked down.
fn kayles(heap: u64) -> Vec<Vec<u64>> {
    let down = |taken: u64| {
        let left = heap.checked_sub(taken);
        left.into_iter().flat_map(|left| (0..=left).map(move |first| vec![first, left - first]))
    };
    down(1).chain(down(2)).collect()
}

/// Grundy's game: two unequal heaps.
fn grundy(heap: u64) -> Vec<Vec<u64>> {
    (1..heap).filter(|first| 2 * first != heap).map(|first| vec![first, heap - first]).collect()
}

fn sequence(server: &Running, game: &str, to: u64) -> Value {
    server.json(&format!("/api/sequence?game={}&to={to}", escaped(game)))
}

#[test]
fn single_sequences_are_as_defined() {
    let server = Running::new();
    for game in ["kayles", "octal(0.77)"] {
        let found = sequence(&server, game, 300);
        assert_eq!(found["values"], json!(values(300, kayles)), "{game}");
        assert_eq!(found["from"], 0);
        // Guy and Smith: period 12, the last exception is 70.
        let period = &found["period"];
        assert_eq!((&period["start"], &period["length"]), (&json!(71), &json!(12)), "{game}");
        assert_eq!((&period["saltus"], &period["proved"]), (&json!(0), &json!(true)));
    }
    // Few values are wanted, and the period is told all the same.
    let few = sequence(&server, "kayles", 5);
    assert_eq!(few["values"], json!([0, 1, 2, 3, 1, 4]));
    assert_eq!(few["period"]["length"], 12);
    assert_eq!(sequence(&server, "kayles", 0)["values"], json!([0]));

    let found = sequence(&server, "grundys-game", 200);
    assert_eq!(found["values"], json!(values(200, grundy)));
    assert!(found["period"].is_null(), "nobody knows one: {found}");

    let subtraction = |heap: u64| {
        [1, 5, 7]
            .iter()
            .filter_map(|taken| heap.checked_sub(*taken))
            .map(|left| vec![left])
            .collect()
    };
    let found = sequence(&server, "subtraction([1,5,7])", 100);
    assert_eq!(found["values"], json!(values(100, subtraction)));
    assert_eq!((&found["period"]["start"], &found["period"]["length"]), (&json!(0), &json!(2)));

    // Lasker's Nim grows: 4k+1, 4k+2 as they are, 4k+3 and 4k+4 exchanged.
    let found = sequence(&server, "laskers-nim", 60);
    let lasker = |heap: u64| match heap % 4 {
        3 => heap + 1,
        0 if heap > 0 => heap - 1,
        _ => heap,
    };
    assert_eq!(found["values"], json!((0..=60).map(lasker).collect::<Vec<u64>>()));
    let period = &found["period"];
    assert!(period.is_null() || (period["length"] == 4 && period["saltus"] == 4), "{period}");
    server.is_quiet();
}

#[test]
fn single_rules_of_ones_own() {
    let server = Running::new();
    let text = "game g\nheap n\noption [x] + [y] where x + y = n, x != y\n";
    let posted = server.post("/api/rules", &json!({ "text": text })).json();
    assert_eq!(posted["game"]["kind"], "single", "{posted}");
    let id = posted["id"].as_str().expect("a name");
    assert_eq!(sequence(&server, id, 60)["values"], json!(values(60, grundy)));
    server.is_quiet();
}

#[test]
fn single_files_and_pictures() {
    let server = Running::new();
    let export = |format: &str, more: &str| {
        server.get(&format!("/api/export?format={format}&game=kayles&to=4{more}"))
    };
    assert_eq!(export("csv", "").text(), "n,grundy\n0,0\n1,1\n2,2\n3,3\n4,1\n");
    let bfile = export("bfile", "");
    let lines: Vec<String> = bfile.text().lines().map(str::to_string).collect();
    assert!(lines[0].starts_with('#') && lines[1..] == ["0 0", "1 1", "2 2", "3 3", "4 1"]);
    assert!(bfile.header("content-disposition").is_some_and(|v| v.starts_with("attachment")));
    assert_eq!(export("json", "").json()["values"], json!([0, 1, 2, 3, 1]));
    assert!(export("svg", "").text().starts_with("<svg"));
    assert!(export("png", "").body.starts_with(b"\x89PNG"));
    for (format, more) in
        [("latex", ""), ("exe", ""), ("csv", "&what=outcome"), ("csv", "&misere=1")]
    {
        let answer = export(format, more);
        assert!(answer.status == 400 && answer.json()["error"].is_string(), "{format}{more}");
    }
    for game in ["kayles", "grundys-game", "octal(0.77)", "subtraction([1,5,7])", "octal(0.1)"] {
        let svg = server.get(&format!("/api/preview.svg?game={}", escaped(game)));
        assert!(svg.status == 200 && svg.text().starts_with("<svg"), "{game}: {}", svg.text());
        let png = server.get(&format!("/api/preview.png?game={}", escaped(game)));
        assert!(png.body.starts_with(b"\x89PNG"), "{game}");
    }
    server.is_quiet();
}

#[test]
fn single_limits_and_hostile_questions() {
    let server = Running::with(|limits| limits.single = 500);
    assert_eq!(sequence(&server, "kayles", 500)["values"].as_array().map(Vec::len), Some(501));
    for path in ["sequence?", "export?format=csv&"] {
        let answer = server.get(&format!("/api/{path}game=kayles&to=501"));
        assert_eq!((answer.status, &answer.json()["limit"]["name"]), (413, &json!("single")));
        assert_eq!(answer.json()["limit"]["most"], 500);
    }
    let huge =
        ["18446744073709551615", "18446744073709551616", "-1", "1e3", "x", "0x10", "1,2", "%00"];
    for to in huge {
        let answer = server.get(&format!("/api/sequence?game=kayles&to={to}"));
        assert!((400..500).contains(&answer.status), "{to}: {}", answer.status);
        assert!(answer.json()["error"].is_string(), "{to}");
    }
    let games = [
        "",
        "none",
        "nim",
        "wythoff",
        "grid-nim",
        "octal(9.9)",
        "octal(",
        "kayles(3)",
        "../kayles",
        "~0",
    ];
    for game in games {
        let answer = server.get(&format!("/api/sequence?game={}", escaped(game)));
        assert!((400..500).contains(&answer.status), "{game}: {}", answer.status);
        assert!(answer.json()["error"].is_string(), "{game}");
    }
    for more in ["&misere=1", "&misere=maybe", "&what=outcome", "&from=3", "&from=x"] {
        let answer = server.get(&format!("/api/sequence?game=kayles{more}"));
        assert_eq!(answer.status, 400, "{more}: {}", answer.text());
    }
    for path in ["tile", "window", "board.svg"] {
        let answer = server.get(&format!("/api/{path}?game=kayles&position=5"));
        assert!(answer.status == 400 && answer.text().contains("sequence"), "{}", answer.text());
    }
    server.is_quiet();
}

#[test]
fn single_sums_are_played() {
    let server = Running::new();
    let all = values(20, kayles);
    let options = server.json("/api/options?game=kayles&position=5");
    let options = options["options"].as_array().expect("options").clone();
    // 5 becomes 4, 3+1, 2+2 by one pin, and 3, 2+1 by two.
    let mut names: Vec<&str> = options.iter().filter_map(|o| o["position"].as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["1,2", "1,3", "2,2", "3", "4"]);
    for option in &options {
        let heaps = option["position"].as_str().expect("a position").split(',');
        let value = heaps.fold(0, |sum, heap| sum ^ all[heap.parse::<usize>().expect("a heap")]);
        assert_eq!(option["grundy"], value, "{option}");
    }
    let reply = json!({ "game": "kayles", "position": "5,8,9", "strength": "perfect" });
    let to = server.post("/api/reply", &reply).json()["position"].clone();
    let heaps = to.as_str().expect("a move").split(',');
    assert_eq!(
        heaps.fold(0, |sum, heap| sum ^ all[heap.parse::<usize>().expect("a heap")]),
        0,
        "{to}"
    );
    let step = |to: &str| {
        let body = json!({ "game": "kayles", "position": "5,8", "to": to });
        server.post("/api/move", &body).json()
    };
    assert_eq!(step("8,2,2")["position"], "2,2,8");
    assert!(step("8,2,3")["legal"] == false && step("5,8")["legal"] == false);
    server.is_quiet();
}

#[test]
fn single_work_is_refused_with_a_reason() {
    let server = Running::new();
    for kind in ["check", "prove", "discover", "solve"] {
        let body = json!({ "kind": kind, "game": "kayles", "formula": "P iff n = 0" });
        let answer = server.post("/api/jobs", &body);
        assert_eq!(answer.status, 400, "{kind}: {}", answer.text());
        assert!(answer.text().contains("sequence"), "{kind}: {}", answer.text());
    }
    server.is_quiet();
}

/// The page does not show pieces of several numbers: whoever asks is told so, in a catalogue name or a rule of one's own.
#[test]
fn pieces_are_refused_in_a_sentence() {
    let server = Running::new();
    let refused = |answer: &Answer, what: &str| {
        assert_eq!(answer.status, 400, "{what}: {}", answer.text());
        let why = answer.json()["error"].to_string();
        assert!(why.contains("pieces of several numbers"), "{what}: {why}");
    };
    for path in [
        "game?game=cutcake",
        "value?game=cutcake&position=3x4",
        "options?game=cutcake&position=3x4",
        "sequence?game=cutcake&to=5",
        "tile?game=cutcake",
        "preview.svg?game=cutcake",
        "export?format=csv&game=cutcake&to=4",
        "start?game=cutcake",
    ] {
        refused(&server.get(&format!("/api/{path}")), path);
    }
    let text = "game g\nheap (a, b)\noption [x, b] where x < a\n";
    refused(&server.post("/api/rules", &json!({ "text": text })), "a rule");
    let step = json!({ "game": "cutcake", "position": "2x2", "to": "2x1,2x1" });
    refused(&server.post("/api/move", &step), "a move");
    refused(&server.post("/api/jobs", &json!({ "game": "cutcake", "kind": "solve" })), "a job");
    server.is_quiet();
}
