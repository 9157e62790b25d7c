//! The verdicts that the atlas shows are those that the server finds.
//!
//! `UPDATE_VERDICTS=1 cargo test --release -p ishitori-web --test web -- --ignored slow_verdicts` makes the list again, in a quarter of an hour.

use std::time::Duration;

use crate::client::{Running, escaped};
use ishitori_core::catalogue;
use serde_json::{Value, json};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/verdicts.json");

/// Seconds for a proof.
const SECONDS: f64 = 2.0;

/// Asks for a proof of a claim, and where there is none what a window says.
fn asked(server: &Running, kind: &str, game: &str, claim: &str, seconds: f64) -> Value {
    let body = json!({ "kind": kind, "game": game, "claim": claim, "seconds": seconds });
    let begun = server.post("/api/jobs", &body).json();
    let id = begun["id"].as_str().unwrap_or_else(|| panic!("{game} {claim}: {begun}"));
    loop {
        let job = server.json(&format!("/api/jobs/{id}"));
        if job["state"] != "waiting" && job["state"] != "running" {
            assert_ne!(job["state"], "failed", "{game} {claim}: {job}");
            return job["result"].clone();
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// What of a result is kept.
fn kept(result: &Value) -> Value {
    let mut verdict = json!({ "kind": result["verdict"] });
    for key in ["window", "positions", "witness"] {
        if !result[key].is_null() {
            verdict[key] = result[key].clone();
        }
    }
    verdict["witness"] = result["witness"]["position"].clone();
    verdict
}

#[test]
#[ignore = "proves every claim of the catalogue"]
fn slow_verdicts() {
    let server = Running::with(|limits| limits.memory = 8 << 30);
    let mut all = serde_json::Map::new();
    for (name, text) in catalogue::GAMES {
        let claims = server.json(&format!("/api/game?game={}", escaped(name)))["claims"].clone();
        let mut verdicts = serde_json::Map::new();
        for claim in claims.as_array().expect("claims") {
            let id = claim["id"].as_str().expect("a name");
            let mut result = asked(&server, "prove", name, id, SECONDS);
            if result["verdict"] == "unknown" {
                result = asked(&server, "check", name, id, 4.0 * SECONDS);
            }
            println!("{name} {id} {}", result["verdict"]);
            verdicts.insert(id.to_string(), kept(&result));
        }
        all.insert(
            name.to_string(),
            json!({ "text": ishitori_web::text_hash(text), "claims": verdicts }),
        );
        // After each game, for whoever has not the time to wait for all.
        if std::env::var_os("UPDATE_VERDICTS").is_some() {
            let now = serde_json::to_string_pretty(&all).expect("JSON") + "\n";
            std::fs::write(FILE, &now).expect("verdicts.json");
        }
    }
    if std::env::var_os("UPDATE_VERDICTS").is_some() {
        return;
    }
    // What is not known may become known on a faster machine; nothing else may change.
    let before: Value = serde_json::from_str(ishitori_web::VERDICTS).expect("JSON");
    for (game, found) in &all {
        for (claim, verdict) in found["claims"].as_object().expect("claims") {
            let before = &before[game]["claims"][claim]["kind"];
            let strong = |kind: &Value| kind == "proved" || kind == "refuted";
            let contradicts =
                strong(before) && strong(&verdict["kind"]) && *before != verdict["kind"];
            let refutes = before == "holds" && verdict["kind"] == "refuted";
            assert!(!contradicts && !refutes, "{game} {claim}: {before} became {verdict}");
        }
    }
}

/// Claims have a verdict if it was made for the text that they stand in; and a quick check agrees with a few.
#[test]
fn the_list_is_about_the_games() {
    let list: Value = serde_json::from_str(ishitori_web::VERDICTS).expect("JSON");
    let games = list.as_object().expect("games");
    let server = Running::new();
    let mut stale = Vec::new();
    for (name, text) in catalogue::GAMES {
        let fits =
            games.get(*name).is_some_and(|game| game["text"] == ishitori_web::text_hash(text));
        let shown = server.json(&format!("/api/game?game={}", escaped(name)))["claims"].clone();
        let shown = shown.as_array().expect("claims");
        if !fits && !shown.is_empty() {
            stale.push(*name);
        }
        for claim in shown {
            let kind = claim["verdict"]["kind"].as_str();
            let known =
                kind.is_some_and(|kind| ["proved", "holds", "refuted", "unknown"].contains(&kind));
            assert_eq!(known, fits, "{name}: {claim}");
        }
    }
    // New and changed games have no verdicts until somebody finds them out, which takes a while.
    assert!(stale.len() <= 8, "make the list again (see above): {stale:?} are new or have changed");
    for (game, claim) in [("nim", "BIN-T1"), ("wythoff-1", ""), ("lim", "BIN-T8")] {
        let Some(verdicts) = games.get(game).and_then(|game| game["claims"].as_object()) else {
            continue;
        };
        for (id, verdict) in verdicts.iter().filter(|(id, _)| claim.is_empty() || *id == claim) {
            let found = asked(&server, "check", game, id, 20.0)["verdict"].clone();
            if verdict["kind"] == "proved" || verdict["kind"] == "holds" {
                assert_ne!(found, "refuted", "{game} {id}");
            }
        }
    }
    server.is_quiet();
}
