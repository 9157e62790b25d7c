//! Every address answers what it says, and is described.

use std::collections::BTreeSet;

use crate::client::{Running, escaped};
use serde_json::{Value, json};

#[test]
fn pages_and_assets() {
    let server = Running::new();
    for path in ["/", "/explore?game=wythoff", "/write", "/work", "/play"] {
        let page = server.get(path);
        assert_eq!(
            (page.status, page.header("content-type")),
            (200, Some("text/html; charset=utf-8"))
        );
        assert!(page.text().contains("<html"), "{path}");
    }
    let tag = server.get("/").header("etag").expect("a tag").to_string();
    let again = server.client().send("GET", "/", &[("If-None-Match", &tag)], b"");
    assert_eq!((again.status, again.body.len()), (304, 0));
    for path in ["/assets/../Cargo.toml", "/assets/..%2fCargo.toml", "/assets/none.js", "/nothing"]
    {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    server.is_quiet();
}

#[test]
fn every_address_is_described_and_every_description_is_an_address() {
    let api: Value = serde_json::from_str(ishitori_web::OPENAPI).expect("JSON");
    let described: BTreeSet<&str> =
        api["paths"].as_object().expect("paths").keys().map(String::as_str).collect();
    let source = include_str!("../../src/routes.rs");
    let routed: BTreeSet<&str> = source
        .split(".route(\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .filter(|path| path.starts_with("/api/"))
        .collect();
    assert_eq!(described, routed);
    let server = Running::new();
    assert_eq!(server.json("/api/openapi.json"), api);
    for (path, methods) in api["paths"].as_object().expect("paths") {
        for method in ["get", "post", "delete", "put"] {
            let address = path.replace("{id}", "none");
            let answer = server.client().send(&method.to_uppercase(), &address, &[], b"");
            let described = methods.get(method).is_some();
            assert_eq!(answer.status != 405, described, "{method} {path}: {}", answer.text());
            assert!(answer.status < 500, "{method} {path}");
            if answer.status >= 400 {
                assert!(answer.json()["error"].is_string(), "{method} {path}");
            }
        }
    }
    // Every reference leads somewhere.
    for part in ishitori_web::OPENAPI.split("\"#").skip(1) {
        let pointer = part.split('"').next().expect("a pointer");
        assert!(api.pointer(pointer).is_some(), "{pointer}");
    }
    server.is_quiet();
}

#[test]
fn the_catalogue() {
    let server = Running::new();
    let games = server.json("/api/games");
    let games = games.as_array().expect("a list");
    let figures = games.iter().filter(|game| crate::figures::is_figure(&game["kind"])).count();
    assert_eq!(games.len(), ishitori_core::catalogue::GAMES.len() + figures);
    assert!(figures >= 20, "{figures} games of the gallery");
    for game in games {
        let name = game["name"].as_str().expect("a name");
        for title in ["en", "ja"] {
            assert!(game["title"][title].is_string(), "{name} {title}");
        }
        assert!(game["rule"].as_str().is_some_and(|rule| rule.contains("game ")), "{name}");
        let whole = server.json(&format!("/api/game?game={}", escaped(name)));
        let start = whole["start"].as_str().expect("a start");
        let value = server.json(&format!("/api/value?game={name}&position={}", escaped(start)));
        assert_eq!(value["position"], start, "{name}");
        let picture = server.get(&format!("/api/preview.svg?game={name}"));
        assert_eq!(picture.status, 200, "{name}: {}", picture.text());
        assert!(picture.text().starts_with("<svg"), "{name}");
        if whole["kind"] == "heaps" {
            let tile = server.get(&format!("/api/tile?game={name}&what=outcome"));
            assert_eq!(tile.body.len(), 131_072, "{name}: {}", tile.text());
        }
        let played = server.json(&format!("/api/start?game={name}&size=small"));
        assert!(played["position"].is_string(), "{name}");
    }
    let circular = server.json("/api/game?game=circular(4,2)");
    assert_eq!(circular["full_name"], "circular(4,2)");
    assert_eq!(circular["heaps"].as_array().map(Vec::len), Some(4));
    assert!(server.get("/api/preview.png?game=nim").body.starts_with(b"\x89PNG"));
    server.is_quiet();
}

#[test]
fn rules_of_ones_own() {
    let server = Running::new();
    let text = "game take(k = 2)\nposition (a)\noption (a - t) where 1 <= t <= k\nclaim MOD theorem: P iff a mod (k + 1) = 0\n";
    let posted = server.post("/api/rules", &json!({ "text": text })).json();
    let id = posted["id"].as_str().expect("a name").to_string();
    assert!(id.starts_with('~'));
    assert_eq!(posted["game"]["claims"][0]["id"], "MOD");
    let value = server.json(&format!("/api/value?game={}&position=9", escaped(&id)));
    assert_eq!((&value["outcome"], &value["grundy"]), (&json!("P"), &json!(0)));
    let other =
        server.json(&format!("/api/value?game={}&position=9", escaped(&format!("{id}(3)"))));
    assert_eq!(other["grundy"], 1);
    let named = server.post("/api/rules", &json!({ "text": text, "arguments": "3" })).json();
    assert_eq!(named["game"]["full_name"], "take(3)");

    let wrong = server
        .post("/api/rules", &json!({ "text": "game x\nposition (a)\noption (b) where b < aa\n" }));
    assert_eq!(wrong.status, 422);
    let problem = &wrong.json()["problems"][0];
    assert_eq!(
        (&problem["line"], &problem["column"], &problem["length"]),
        (&json!(3), &json!(22), &json!(2))
    );
    assert!(problem["hint"].as_str().is_some_and(|hint| hint.contains("did you mean `a`")));
    // Mistakes in claims are found as well.
    let claim = text.replace("a mod", "c mod");
    assert_eq!(server.post("/api/rules", &json!({ "text": claim })).status, 422);

    let formula =
        |formula: &str| server.post("/api/formula", &json!({ "game": "nim", "formula": formula }));
    assert_eq!(formula("P iff xor(heaps) = 0").status, 200);
    let wrong = formula("P iff xor(heeps) = 0");
    assert_eq!((wrong.status, &wrong.json()["problems"][0]["line"]), (422, &json!(1)));
    assert_eq!(server.get("/api/game?game=~0123").status, 404);
    server.is_quiet();
}

#[test]
fn files_of_what_is_shown() {
    let server = Running::new();
    let export = |format: &str, more: &str| {
        server.get(&format!("/api/export?format={format}&game=nim(2)&from=0,0&to=3,3{more}"))
    };
    assert_eq!(
        export("csv", "").text(),
        "h[1]\\h[2],0,1,2,3\n0,0,1,2,3\n1,1,0,3,2\n2,2,3,0,1\n3,3,2,1,0\n"
    );
    assert!(export("csv", "&what=outcome").text().contains("\n1,N,P,N,N\n"));
    assert!(export("latex", "").text().contains("2 & 2 & 3 & 0 & 1 \\\\"));
    assert!(export("markdown", "").text().contains("| 2 | 2 | 3 | 0 | 1 |"));
    assert_eq!(
        export("bfile", "").text(),
        "# grundy of nim(2), read by antidiagonals\n0 0\n1 1\n2 1\n3 2\n4 0\n5 2\n6 3\n7 3\n8 3\n9 3\n"
    );
    assert_eq!(export("json", "").json()["values"][3], json!([3, 2, 1, 0]));
    assert!(export("png", "").body.starts_with(b"\x89PNG"));
    let svg = export("svg", "");
    assert!(svg.text().starts_with("<svg"));
    assert!(
        svg.header("content-disposition")
            .is_some_and(|value| value.starts_with("attachment; filename="))
    );
    assert_eq!(export("exe", "").status, 400);
    assert_eq!(export("bfile", "&what=outcome").status, 400);
    let part = server.get("/api/export?format=csv&game=nim(2)&from=2,1&to=3,2");
    assert_eq!(part.text(), "h[1]\\h[2],1,2\n2,3,0\n3,2,1\n");
    let fixed = server.get("/api/export?format=json&game=nim(3)&axes=1,3&fix=h[2]:4&to=1,1").json();
    assert_eq!(fixed["values"], json!([[4, 5], [5, 4]]));
    let board = server.get("/api/board.svg?game=wythoff&position=2,3");
    assert!(board.status == 200 && board.text().starts_with("<svg"), "{}", board.text());
    server.is_quiet();
}

#[test]
fn playing() {
    let server = Running::new();
    let step = |to: &str| {
        server.post("/api/move", &json!({ "game": "nim", "position": "3,5,7", "to": to })).json()
    };
    assert_eq!(step("3,5,4")["legal"], true);
    // In an unordered game a heap is lowered wherever it ends up.
    assert_eq!(step("3,4,5")["legal"], true);
    for to in ["3,5,7", "2,4,7", "3,5,8", "nonsense"] {
        let answer = step(to);
        assert!(answer["legal"] == false && answer["why"].is_string(), "{to}: {answer}");
    }
    let reply = |position: &str, strength: &str| {
        let body = json!({ "game": "nim", "position": position, "strength": strength });
        server.post("/api/reply", &body).json()["position"].clone()
    };
    for _ in 0..3 {
        let to = reply("3,5,7", "perfect");
        let heaps: Vec<u64> =
            to.as_str().expect("a position").split(',').map(|h| h.parse().expect("heap")).collect();
        assert_eq!(heaps.iter().fold(0, |x, h| x ^ h), 0, "{to}");
    }
    assert!(reply("3,5,7", "easy").is_string() && reply("3,5,7", "medium").is_string());
    assert!(reply("0,0,0", "perfect").is_null());

    let positions = ["1,2,3", "0,2,3", "0,2,2", "0,1,2", "0,1,1", "0,0,1", "0,0,0"];
    let review =
        server.post("/api/review", &json!({ "game": "nim", "positions": positions })).json();
    let moves = review["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 6);
    let was: Vec<&str> = moves.iter().map(|m| m["was"].as_str().expect("was")).collect();
    assert_eq!(was, ["losing", "winning", "losing", "winning", "losing", "winning"]);
    assert!(review["losing"].is_null());
    let lost = server
        .post("/api/review", &json!({ "game": "nim", "positions": ["0,2,3", "0,1,3", "0,1,1"] }))
        .json();
    assert_eq!((&lost["losing"], &lost["moves"][0]["best"]), (&json!(0), &json!(["0,2,2"])));
    let illegal =
        server.post("/api/review", &json!({ "game": "nim", "positions": ["0,2,3", "0,1,1"] }));
    assert_eq!(illegal.status, 400);
    server.is_quiet();
}
