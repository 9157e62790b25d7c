//! Positions that nobody solves are answered by a theorem, as the command line answers them; and claims that are
//! not true for all positions are told as there.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Running, escaped};

fn value(server: &Running, game: &str, position: &str) -> Value {
    server.json(&format!("/api/value?game={}&position={position}", escaped(game)))
}

#[test]
fn theorems_answer_for_large_heaps() {
    let server = Running::new();
    let found = value(&server, "split-and-delete", "340282366920938463463374607431768211456,9");
    assert_eq!(found["position"], "9,340282366920938463463374607431768211456");
    assert_eq!((&found["outcome"], &found["winning"]), (&json!("N"), &json!(["9,9"])));
    assert_eq!((&found["grundy"], &found["grundy_at_least"]), (&Value::Null, &json!(1)));
    assert_eq!(found["by"], "SDN-T1, proved for all positions");
    // A theorem about values tells them, with digits if they are large.
    let found = value(&server, "nim", "99999999999999999999,1,0");
    assert_eq!(found["grundy"], "99999999999999999998");
    let found = value(&server, "nim", "99999999999999999999,99999999999999999999,7");
    assert_eq!((&found["grundy"], &found["outcome"]), (&json!(7), &json!("N")));
    // Heaps that fit into words, but into no window.
    let found = value(&server, "nim(5)", "100000,200000,300000,400000,500000");
    assert_eq!(found["grundy"], 100_000 ^ 200_000 ^ 300_000 ^ 400_000 ^ 500_000);
    // What was found once is known.
    let start = Instant::now();
    value(&server, "split-and-delete", "340282366920938463463374607431768211457,9");
    assert!(start.elapsed() < Duration::from_secs(60));
    server.is_quiet();
}

#[test]
fn single_heaps_are_told_by_their_period() {
    let server = Running::new();
    let far = value(&server, "kayles", "1000000000000000000000000000000");
    // 10^30 mod 12 = 4, as is 76.
    let near = value(&server, "kayles", "76");
    assert_eq!(far["grundy"], near["grundy"]);
    assert_eq!(far["by"], "period 12 from 71 on, proved for all heaps");
    assert_eq!(far["winning"].as_array().map(Vec::len), Some(1));
    let none = server.get("/api/value?game=grundys-game&position=1000000000");
    assert_eq!(none.status, 413, "{}", none.text());
    server.is_quiet();
}

#[test]
fn without_a_theorem_large_heaps_are_refused() {
    let server = Running::new();
    let rule = "game own\nposition (a, b)\noption (x, b) where x < a\noption (a, y) where y < b, y mod 3 = 1\n";
    let posted = server.post("/api/rules", &json!({ "text": rule })).json();
    let id = posted["id"].as_str().expect("a name");
    let path = format!("/api/value?game={}&position=99999999999999,5", escaped(id));
    let refused = server.get(&path);
    assert_eq!(refused.status, 413, "{}", refused.text());
    assert!(refused.json()["error"].as_str().expect("why").contains("no claim of own"));
    for odd in ["99999999999999", "99999999999999,x", "-1,99999999999999", "1e99,3", ",,"] {
        let path = format!("/api/value?game=wythoff&position={}", escaped(odd));
        let status = server.get(&path).status;
        assert!((400..500).contains(&status), "{odd}: {status}");
    }
    server.is_quiet();
}

#[test]
fn contradictions_are_told_as_on_the_command_line() {
    let server = Running::new();
    let rule =
        "game pairs\nposition (a, b)\noption (x, b) where x < a\noption (a, x) where x < b\n";
    let posted = server.post("/api/rules", &json!({ "text": rule })).json();
    let id = posted["id"].as_str().expect("a name");
    for (formula, why) in [
        ("P iff a = b and a != 100000000", "it claims N, but no move"),
        ("P iff a = b or (a = 100000000 and b = 100000001)", "both are claimed P"),
    ] {
        let body = json!({ "kind": "prove", "game": id, "formula": formula, "seconds": 60 });
        let begun = server.post("/api/jobs", &body).json();
        let path = format!("/api/jobs/{}", begun["id"].as_str().expect("a name"));
        let job = loop {
            let job = server.json(&path);
            if job["state"] != "waiting" && job["state"] != "running" {
                break job;
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        assert_eq!((&job["state"], &job["result"]["verdict"]), (&json!("done"), &json!("refuted")));
        let said = job["result"]["contradiction"].as_str().unwrap_or_default();
        assert!(said.contains("the claim contradicts itself at (") && said.contains(why), "{job}");
    }
    server.is_quiet();
}
