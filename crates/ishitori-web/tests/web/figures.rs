//! Games on figures: values compared with plain recursion and with the second implementation in Python
//! (`testdata/figures.json`), pictures, play, checks on lists, and what is refused.

use std::collections::BTreeMap;

use ishitori_core::catalogue;
use ishitori_core::control::Control;
use ishitori_core::game::{AnyGame, FigureGame, GameKind};
use ishitori_core::solve::{Convention, Outcome, Reference};
use serde_json::{Value, json};

use crate::client::{Running, escaped};

const SECOND: &str = include_str!("../../../../testdata/figures.json");

/// Whether a kind of game has pictures instead of heaps.
pub fn is_figure(kind: &Value) -> bool {
    ["graph", "poset", "diagram", "cells", "coins"].iter().any(|known| kind == known)
}

fn figure_game(name: &str) -> FigureGame {
    match AnyGame::new(&catalogue::find(name).expect(name)).expect(name) {
        AnyGame::Figures(game) => game,
        other => panic!("{name}: {other:?}"),
    }
}

fn ask(server: &Running, what: &str, game: &str, position: &str, more: &str) -> Value {
    let (game, position) = (escaped(game), escaped(position));
    server.json(&format!("/api/{what}?game={game}&position={position}{more}"))
}

/// Small enough for recursion over texts.
const SMALL: [(&str, &str); 11] = [
    ("node-kayles", "path(6) + cycle(4)"),
    ("arc-kayles", "grid(2,3)"),
    ("vertex-geography", "grid(2,3) at 2"),
    ("chomp-on-posets", "chomp(3,3)"),
    ("subset-take-away", "subsets(3)"),
    ("lctr-diagrams", "5,3,3,1"),
    ("multiple-hooks", "2,1"),
    ("cram(3,3)", "#../.../..."),
    ("kayles-on-boards(2,3)", "full"),
    ("notakto", "..#/.../..."),
    ("turning-corners(3,3)", "..#/.#./#.."),
];

#[test]
fn figures_are_worth_what_the_reference_says() {
    let server = Running::new();
    let control = Control::unlimited();
    for (name, text) in SMALL {
        let game = figure_game(name);
        let at = game.parse(text).expect(text);
        let mut reference = Reference::new(&game);
        for (convention, more) in [(Convention::Normal, ""), (Convention::Misere, "&misere=1")] {
            let facts = reference.facts(&at, &control).expect("few positions");
            let value = ask(&server, "value", name, text, more);
            assert_eq!(value["outcome"], facts.outcome(convention).to_string(), "{name}{more}");
            assert_eq!(value["remoteness"], facts.remoteness(convention), "{name}{more}");
            let grundy = (convention == Convention::Normal).then_some(facts.grundy);
            assert_eq!(value["grundy"], json!(grundy), "{name}{more}");
            let told = ask(&server, "options", name, text, more);
            let options = told["options"].as_array().expect("options");
            assert_eq!(options.len(), game.options(&at).len(), "{name}");
            let mut winning = Vec::new();
            for option in options {
                let written = option["position"].as_str().expect("text");
                let place = game.parse(written).expect(written);
                let facts = reference.facts(&place, &control).expect("few positions");
                let wins = facts.outcome(convention) == Outcome::P;
                assert_eq!(option["winning"], wins, "{name} {written}");
                assert_eq!(option["remoteness"], facts.remoteness(convention), "{name} {written}");
                assert!(option["taken"].as_str().is_some_and(|words| words.len() > 5), "{option}");
                if wins {
                    winning.push(option["position"].clone());
                }
            }
            assert_eq!(value["winning"], json!(winning), "{name}{more}");
        }
    }
    server.is_quiet();
}

#[test]
fn figures_are_worth_what_the_second_implementation_says() {
    let server = Running::new();
    let all: BTreeMap<String, BTreeMap<String, Value>> =
        serde_json::from_str(SECOND).expect("JSON");
    for (theirs, ours, most) in [
        ("node kayles", "node-kayles", 40),
        ("arc kayles", "arc-kayles", 40),
        ("vertex geography", "vertex-geography", 40),
        ("lctr", "lctr-diagrams", 40),
    ] {
        let mut seen = 0;
        for (text, facts) in all[theirs].iter().filter(|(text, _)| !text.is_empty()).take(most) {
            let text = text.replace(" @ ", " at ");
            let text = match text.split_once(" at ") {
                Some((graph, token)) => format!("{} at {token}", graph.replace(' ', ",")),
                None => text.replace(' ', ","),
            };
            let value = ask(&server, "value", ours, &text, "");
            assert_eq!((&value["grundy"], &value["remoteness"]), (&facts[1], &facts[2]), "{text}");
            let misere = ask(&server, "value", ours, &text, "&misere=1");
            assert_eq!(misere["outcome"], facts[3], "{ours} {text}");
            let options = ask(&server, "options", ours, &text, "");
            let count = options["options"].as_array().map(Vec::len);
            assert_eq!(count.map(|count| json!(count)), Some(facts[0].clone()), "{ours} {text}");
            seen += 1;
        }
        assert!(seen >= 10, "{theirs}: {seen}");
    }
    server.is_quiet();
}

#[test]
fn figures_have_pictures() {
    let server = Running::new();
    let path = ask(&server, "options", "node-kayles", "path(3)", "");
    let labels = |picture: &Value| -> Vec<String> {
        let points = picture["points"].as_array().expect("points");
        points.iter().map(|point| point["label"].as_str().expect("a label").to_string()).collect()
    };
    assert_eq!(labels(&path["picture"]), ["1", "2", "3"]);
    assert_eq!(path["picture"]["lines"], json!([[0, 1], [1, 2]]));
    assert_eq!(path["picture"]["token"], Value::Null);
    for point in path["picture"]["points"].as_array().expect("points") {
        let inside = |axis: &str| point[axis].as_f64().is_some_and(|x| (0.0..=1.0).contains(&x));
        assert!(inside("x") && inside("y"), "{point}");
    }
    // Vertices keep their labels.
    let mut left: Vec<Vec<String>> = path["options"]
        .as_array()
        .expect("options")
        .iter()
        .map(|o| labels(&o["picture"]))
        .collect();
    left.sort();
    assert_eq!(left, [vec![], vec!["1".to_string()], vec!["3".to_string()]]);

    let walk = ask(&server, "options", "vertex-geography", "path(3) at 2", "");
    assert_eq!(walk["picture"]["token"], 1);
    assert_eq!(walk["options"][0]["taken"], "walks to 1");
    let diagram = ask(&server, "value", "lctr-diagrams", "3,1", "");
    assert_eq!(diagram["picture"]["rows"], json!(["###", "#  "]));
    let board = ask(&server, "options", "cram(2,2)", "#./..", "");
    assert_eq!(board["picture"]["rows"], json!(["#.", ".."]));
    assert_eq!(board["options"][0]["taken"], "changes cells (1,2), (2,2)");
    server.is_quiet();
}

#[test]
fn figures_are_listed_and_described() {
    let server = Running::new();
    let games = server.json("/api/games");
    let figures: Vec<&Value> =
        games.as_array().expect("games").iter().filter(|game| is_figure(&game["kind"])).collect();
    assert!(figures.len() >= 20, "{}", figures.len());
    for game in figures {
        let name = game["name"].as_str().expect("a name");
        let whole = server.json(&format!("/api/game?game={name}"));
        let start = whole["start"].as_str().expect("a start");
        assert!(whole["list"].is_string() && whole["numbers"].is_array(), "{name}");
        let picture = &ask(&server, "value", name, start, "")["picture"];
        assert_eq!(picture, &whole["picture"], "{name}");
        assert!(game["moves"].as_str().is_some_and(|moves| !moves.is_empty()), "{name}");
        for size in ["small", "medium", "large"] {
            let begun = server.json(&format!("/api/start?game={name}&size={size}"));
            let position = begun["position"].as_str().expect("a start").to_string();
            figure_game(name).parse(&position).unwrap_or_else(|why| panic!("{name}: {why}"));
        }
    }
    server.is_quiet();
}

#[test]
fn figures_are_played() {
    let server = Running::new();
    for (name, text) in SMALL {
        let game = figure_game(name);
        let control = Control::unlimited();
        let mut at = game.parse(text).expect(text);
        let mut line = vec![game.write(&at)];
        // The machine against itself: a won position is answered by a lost one.
        loop {
            let position = game.write(&at);
            let body = json!({ "game": name, "position": position, "strength": "perfect" });
            let reply = server.post("/api/reply", &body).json();
            let Some(to) = reply["position"].as_str() else { break };
            let step = json!({ "game": name, "position": position, "to": to });
            let step = server.post("/api/move", &step).json();
            assert_eq!((&step["legal"], &step["position"]), (&json!(true), &json!(to)), "{name}");
            let mut reference = Reference::new(&game);
            let won = reference.facts(&at, &control).expect("few").grundy > 0;
            at = game.parse(to).expect(to);
            let lost = reference.facts(&at, &control).expect("few").grundy == 0;
            assert_eq!(won, lost, "{name}: {to}");
            line.push(to.to_string());
        }
        assert!(game.options(&at).is_empty(), "{name}: {}", game.write(&at));
        let review = server.post("/api/review", &json!({ "game": name, "positions": line })).json();
        assert_eq!(review["moves"].as_array().map(Vec::len), Some(line.len() - 1), "{name}");
        assert!(review["losing"].is_null(), "{name}: {review}");
    }
    // A graph may be named in another way, and a move that is none is explained.
    let step = |to: &str| {
        let body = json!({ "game": "node-kayles", "position": "path(5)", "to": to });
        server.post("/api/move", &body).json()
    };
    assert_eq!(step("3-4,4-5")["legal"], true);
    assert_eq!(step("path(5) without 1,2")["legal"], true);
    for to in ["path(5)", "path(4)", "1-2,4-4", "nonsense", "", "complete(128)"] {
        let told = step(to);
        assert!(told["legal"] == false && told["why"].is_string(), "{to}: {told}");
    }
    server.is_quiet();
}

/// What a job has found.
fn job(server: &Running, body: &Value) -> Value {
    let begun = server.post("/api/jobs", body).json();
    let id = begun["id"].as_str().unwrap_or_else(|| panic!("{body}: {begun}")).to_string();
    loop {
        let job = server.json(&format!("/api/jobs/{id}"));
        if job["state"] != "waiting" && job["state"] != "running" {
            return job;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

#[test]
fn formulas_are_checked_on_lists() {
    let server = Running::new();
    let check = |formula: &str, on: &str| {
        let mut body = json!({ "kind": "check", "game": "node-kayles", "formula": formula });
        if !on.is_empty() {
            body["on"] = json!(on);
        }
        job(&server, &body)
    };
    let holds = check("grundy = m mod 2", "grid(2,1..6)");
    assert_eq!(holds["result"]["verdict"], "holds", "{holds}");
    assert_eq!(
        (&holds["result"]["on"], &holds["result"]["positions"]),
        (&json!("grid(2,1..6)"), &json!(6))
    );
    let refuted = check("N", "path(1..9)");
    assert_eq!(refuted["result"]["witness"]["position"], "path(4)", "{refuted}");
    let usual = check("grundy <= vertices", "");
    assert_eq!(usual["result"]["on"], "connected(1..6)", "{usual}");
    let claim = json!({ "kind": "check", "game": "node-kayles", "claim": "NODE-KAYLES-LADDERS" });
    assert_eq!(job(&server, &claim)["result"]["verdict"], "holds");
    for on in ["nothing(3)", "path(", "path(1..99999999999)", "1-1", ";", "trees(99)"] {
        let failed = check("N", on);
        assert_eq!(failed["state"], "failed", "{on}: {failed}");
        assert!(failed["error"].as_str().is_some_and(|why| why.len() > 10), "{on}: {failed}");
    }
    let refused = |body: Value| {
        let answer = server.post("/api/jobs", &body);
        assert_eq!(answer.status, 400, "{body}: {}", answer.text());
    };
    let formula = "P iff h[1] = 0";
    refused(json!({ "kind": "check", "game": "nim", "formula": formula, "on": "path(3)" }));
    refused(json!({ "kind": "prove", "game": "node-kayles", "formula": "N", "on": "path(3)" }));
    refused(json!({ "kind": "check", "game": "node-kayles", "formula": "N", "on": 3 }));
    for kind in ["prove", "discover", "solve"] {
        let told = job(&server, &json!({ "kind": kind, "game": "cram", "formula": "N" }));
        assert_ne!(told["result"]["verdict"], "proved", "{told}");
    }
    server.is_quiet();
}

#[test]
fn bad_figures_are_refused_in_a_sentence() {
    let server = Running::with(|limits| limits.request = std::time::Duration::from_secs(5));
    let hostile = [
        "",
        "0",
        "path",
        "path()",
        "path(",
        "path(0)",
        "path(-1)",
        "path(129)",
        "path(7) at 1",
        "path(99999999999999999999)",
        "complete(128)",
        "complete(4294967296)",
        "1-1",
        "1-2,,3",
        "-",
        ",",
        "path(3) + ",
        " + + ",
        "path(7) without 9",
        "path(7) without",
        "4,3,1",
        "4,5",
        "256",
        "#",
        "..#/",
        "/",
        "full",
        "empty",
        "boards",
        "1<2,2<1",
        "chomp(0,0)",
        "chomp(99,99)",
        "divisors(0)",
        "subsets(99)",
        "divisors(18446744073709551615)",
        "product(128,128,128)",
        "boolean(200)",
        "cube(99)",
        "grid(0,5)",
        "grid(99999,99999)",
        "コイン",
        "\u{0}",
        "🙂",
        "a<b<c",
        "coin(0,0)",
        "coin(9,9)",
        "rook(99,99)",
        "path(2) cut at 1",
        "chomp(2,2) cut at",
        "petersen at 11",
        "petersen at",
        "star(0)",
        "cycle(1)",
    ];
    for name in [
        "node-kayles",
        "vertex-geography",
        "chomp-on-posets",
        "lctr-diagrams",
        "cram",
        "ruler-coins",
    ] {
        for text in hostile {
            for path in ["value", "options"] {
                let (game, position) = (escaped(name), escaped(text));
                let answer = server.get(&format!("/api/{path}?game={game}&position={position}"));
                assert!(answer.status < 500, "{name} {text}: {}", answer.text());
                if answer.status >= 400 {
                    let why = answer.json()["error"].as_str().unwrap_or_default().to_string();
                    assert!(why.len() > 5, "{name} {text}: {why}");
                }
            }
        }
    }
    let large = server.get("/api/value?game=node-kayles&position=complete(60)%2Bcomplete(60)");
    assert_eq!((large.status, &large.json()["limit"]["name"]), (413, &json!("figure_bytes")));
    for path in [
        "tile?",
        "window?",
        "sequence?to=3&",
        "export?format=csv&",
        "board.svg?position=empty&",
        "preview.png?",
    ] {
        let answer = server.get(&format!("/api/{path}game=cram"));
        assert_eq!(answer.status, 400, "{path}: {}", answer.text());
    }
    server.is_quiet();
}

/// Questions that take too long are given up in time, and the server goes on.
#[test]
fn hard_figures_are_given_up() {
    let server = Running::with(|limits| limits.request = std::time::Duration::from_secs(2));
    for (name, text) in [
        ("node-kayles", "grid(8,16)"),
        ("node-kayles", "cube(7)"),
        ("chomp-on-posets", "chomp(9,13)"),
        ("cram(10,12)", "empty"),
    ] {
        let start = std::time::Instant::now();
        for path in ["value", "options"] {
            let (game, position) = (escaped(name), escaped(text));
            let answer = server.get(&format!("/api/{path}?game={game}&position={position}"));
            let told = [408, 413].contains(&answer.status) || answer.status == 200;
            assert!(told, "{name} {text}: {} {}", answer.status, answer.text());
        }
        println!("{name} {text}: {:?}", start.elapsed());
        assert!(start.elapsed().as_secs() < 60, "{name} {text}");
    }
    assert_eq!(ask(&server, "value", "node-kayles", "path(4)", "")["outcome"], "P");
    server.is_quiet();
}
