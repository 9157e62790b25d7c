//! Jobs: what comes out, and that they stop.

use std::time::{Duration, Instant};

use crate::client::Running;
use serde_json::{Value, json};

fn begin(server: &Running, question: Value) -> String {
    let begun = server.post("/api/jobs", &question);
    assert_eq!(begun.status, 202, "{}", begun.text());
    format!("/api/jobs/{}", begun.json()["id"].as_str().expect("a name"))
}

fn is_over(job: &Value) -> bool {
    job["state"] != "waiting" && job["state"] != "running"
}

fn wait(server: &Running, path: &str, most: Duration) -> Value {
    let start = Instant::now();
    loop {
        let job = server.json(path);
        if is_over(&job) {
            return job;
        }
        assert!(start.elapsed() < most, "{job}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn done(server: &Running, question: Value) -> (String, Value) {
    let path = begin(server, question);
    let job = wait(server, &path, Duration::from_secs(100));
    assert_eq!(job["state"], "done", "{job}");
    (path, job["result"].clone())
}

#[test]
fn checks() {
    let server = Running::new();
    let (_, holds) = done(
        &server,
        json!({ "kind": "check", "game": "nim", "formula": "P iff xor(heaps) = 0", "to": 20 }),
    );
    assert_eq!((&holds["verdict"], &holds["window"]), (&json!("holds"), &json!("heaps <= 20")));
    // Multisets of three heaps up to 20: 23 choose 3.
    assert_eq!(holds["positions"], 1771);
    let (path, refuted) =
        done(&server, json!({ "kind": "check", "game": "wythoff", "formula": "P iff a = b" }));
    assert_eq!(
        (&refuted["verdict"], &refuted["witness"]["position"]),
        (&json!("refuted"), &json!("1,1"))
    );
    assert_eq!(
        (&refuted["witness"]["claimed"], &refuted["witness"]["true"]),
        (&json!("P"), &json!("N"))
    );
    assert_eq!(server.get(&format!("{path}/certificate")).status, 409);
    let (_, misere) = done(
        &server,
        json!({ "kind": "check", "game": "nim(1)", "formula": "P iff h[1] = 1", "misere": true }),
    );
    assert_eq!(misere["verdict"], "holds");
    let wrong = server
        .post("/api/jobs", &json!({ "kind": "check", "game": "wythoff", "formula": "P iff (" }));
    assert_eq!(wrong.status, 422);
    let path = begin(&server, json!({ "kind": "check", "game": "wythoff", "claim": "NONE" }));
    let failed = wait(&server, &path, Duration::from_secs(10));
    assert!(failed["state"] == "failed" && failed["error"].is_string(), "{failed}");
    server.is_quiet();
}

#[test]
fn every_claim_of_a_game_can_be_checked() {
    let server = Running::new();
    let claims = server.json("/api/game?game=wythoff")["claims"].clone();
    for claim in claims.as_array().expect("claims") {
        let path = begin(
            &server,
            json!({ "kind": "check", "game": "wythoff", "claim": claim["id"], "seconds": 20 }),
        );
        let job = wait(&server, &path, Duration::from_secs(60));
        assert!(job["result"]["verdict"].is_string(), "{job}");
    }
    server.is_quiet();
}

#[test]
fn proofs() {
    let server = Running::new();
    let (path, proved) =
        done(&server, json!({ "kind": "prove", "game": "nim", "formula": "P iff xor(heaps) = 0" }));
    assert_eq!(proved["verdict"], "proved");
    assert!(proved["obligations"].as_array().is_some_and(|all| all.len() > 2));
    let certificate = server.get(&format!("{path}/certificate"));
    assert!(certificate.header("content-disposition").is_some_and(|value| value.contains(".cert")));
    assert!(
        ishitori_check::check(&certificate.text()).is_ok(),
        "the checker accepts what was downloaded"
    );
    let drawing = server.get(&format!("{path}/automaton.svg"));
    assert!(drawing.status == 200 && drawing.text().starts_with("<svg"));
    assert_eq!(server.get(&format!("{path}/automaton.svg?n=99")).status, 409);
    let (path, refuted) =
        done(&server, json!({ "kind": "prove", "game": "wythoff", "formula": "P iff a = b" }));
    assert_eq!(
        (&refuted["verdict"], &refuted["witness"]["position"]),
        (&json!("refuted"), &json!("1,1"))
    );
    assert_eq!(server.get(&format!("{path}/certificate")).status, 409);
    server.is_quiet();
}

#[test]
fn discoveries_and_windows() {
    let server = Running::new();
    let (path, found) = done(&server, json!({ "kind": "discover", "game": "wythoff" }));
    assert_eq!((&found["found"], &found["verdict"]), (&json!(true), &json!("proved")));
    let examples: Vec<&str> =
        found["examples"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert_eq!(examples[..4], ["0,0", "1,2", "3,5", "4,7"]);
    assert!(ishitori_check::check(&server.get(&format!("{path}/certificate")).text()).is_ok());
    let (_, solved) =
        done(&server, json!({ "kind": "solve", "game": "wythoff", "to": 21, "what": "outcome" }));
    // Wythoff's pairs with both heaps up to 21: (0,0), (1,2), ... (12,20); (14,23) is beyond.
    assert_eq!((&solved["positions"], &solved["p_positions"]), (&json!(253), &json!(9)));
    server.is_quiet();
}

#[test]
fn events_tell_and_end() {
    let server = Running::new();
    let path =
        begin(&server, json!({ "kind": "prove", "game": "wythoff", "formula": "P iff a = b" }));
    let events = server.get(&format!("{path}/events"));
    assert_eq!(events.header("content-type"), Some("text/event-stream; charset=utf-8"));
    let text = events.text();
    let last = text.trim_end().rsplit("\n\n").next().expect("an event");
    let data = last.strip_prefix("event: result\ndata: ").expect("a result");
    assert_eq!(serde_json::from_str::<Value>(data).expect("JSON"), server.json(&path));
    server.is_quiet();
}

/// Work that takes minutes, one of each kind.
fn long() -> Vec<Value> {
    vec![
        json!({ "kind": "discover", "game": "half-split-delete(4)", "what": "grundy", "seconds": 200 }),
        json!({ "kind": "check", "game": "circular(4,2)", "formula": "for all x in 0 .. 3000, y in 0 .. 3000: x * y >= 0 and (P iff h[1] = h[3] and h[2] = h[4])", "to": 40, "seconds": 200 }),
        json!({ "kind": "solve", "game": "welter", "to": 500, "what": "grundy", "seconds": 200 }),
        json!({ "kind": "prove", "game": "circular(7,4)", "claim": "CIR-74", "seconds": 200 }),
    ]
}

#[test]
fn a_cancelled_job_stops_and_no_other_does() {
    let server = Running::new();
    for question in long() {
        let other = begin(&server, long()[2].clone());
        let path = begin(&server, question.clone());
        let start = Instant::now();
        while server.json(&path)["state"] == "waiting"
            || start.elapsed() < Duration::from_millis(600)
        {
            std::thread::sleep(Duration::from_millis(20));
        }
        let running = server.json(&path);
        assert_eq!(running["state"], "running", "{question}: {running}");
        let start = Instant::now();
        assert_eq!(server.client().send("DELETE", &path, &[], b"").status, 200);
        let job = wait(&server, &path, Duration::from_secs(10));
        assert_eq!(job["state"], "cancelled", "{question}: {job}");
        println!("{} stopped after {:?}", question["kind"], start.elapsed());
        assert!(
            start.elapsed() < Duration::from_secs(1),
            "{question} took {:?} to stop",
            start.elapsed()
        );
        assert_eq!(server.json(&other)["state"], "running", "{question} stopped another");
        assert_eq!(server.client().send("DELETE", &other, &[], b"").status, 200);
        wait(&server, &other, Duration::from_secs(2));
    }
    server.is_quiet();
}

#[test]
fn jobs_wait_are_limited_and_run_out_of_time() {
    let server = Running::with(|limits| {
        limits.open_jobs = 3;
        limits.kept_jobs = 4;
    });
    let mut all: Vec<String> = (0..3).map(|_| begin(&server, long()[2].clone())).collect();
    // Two threads work, the third job waits, a fourth is too many.
    let refused = server.post("/api/jobs", &long()[2]);
    assert_eq!((refused.status, &refused.json()["limit"]["name"]), (429, &json!("open_jobs")));
    assert_eq!(refused.header("retry-after"), Some("1"));
    let last = all.pop().expect("three");
    assert_eq!(server.json(&last)["state"], "waiting");
    server.client().send("DELETE", &last, &[], b"");
    assert_eq!(server.json(&last)["state"], "cancelled");
    for path in all {
        server.client().send("DELETE", &path, &[], b"");
        wait(&server, &path, Duration::from_secs(2));
    }
    let mut question = long()[2].clone();
    question["seconds"] = json!(0.5);
    let path = begin(&server, question);
    let job = wait(&server, &path, Duration::from_secs(5));
    assert_eq!(
        (&job["state"], &job["result"]["verdict"]),
        (&json!("gave-up"), &json!("unknown")),
        "{job}"
    );
    // The oldest are forgotten.
    for _ in 0..4 {
        done(
            &server,
            json!({ "kind": "check", "game": "nim(1)", "formula": "P iff h[1] = 0", "to": 3 }),
        );
    }
    assert_eq!(server.get(&last).status, 404);
    assert_eq!(server.get("/api/jobs/none").status, 404);
    server.is_quiet();
}
