//! Who may ask, how much, and for how long.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::client::{Answer, Running, escaped};
use serde_json::json;

/// A position below which there are a thousand million others: seconds of work also on a fast machine, and too much for a
/// table of Grundy values, after which something faster would be tried.
const HEAVY: &str = "/api/value?game=welter&position=1000,1010,1020";

fn limit(answer: &Answer) -> String {
    assert!((400..500).contains(&answer.status), "{}", answer.text());
    let body = answer.json();
    assert!(body["error"].is_string() && !body["limit"]["most"].is_null(), "{body}");
    body["limit"]["name"].as_str().expect("a name").to_string()
}

#[test]
fn only_this_machine_asks() {
    let server = Running::new();
    let port = server.address.port();
    let ask =
        |headers: &[(&str, &str)]| server.client().send("GET", "/api/limits", headers, b"").status;
    let here = format!("localhost:{port}");
    assert_eq!(ask(&[("Host", &here)]), 200);
    assert_eq!(ask(&[("Host", &format!("evil.example:{port}"))]), 403);
    assert_eq!(ask(&[("Host", "127.0.0.1:1")]), 403);
    assert_eq!(ask(&[("Host", &here), ("Origin", &format!("http://{here}"))]), 200);
    for origin in ["http://evil.example", "null", &format!("https://{here}"), "http://127.0.0.1:1"]
    {
        assert_eq!(ask(&[("Host", &here), ("Origin", origin)]), 403, "{origin}");
    }
    assert_eq!(ask(&[("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "no-cors")]), 403);
    assert_eq!(ask(&[("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate")]), 200);
    assert_eq!(ask(&[("Sec-Fetch-Site", "same-origin")]), 200);
    let bare = server.client().exchange(b"GET /api/limits HTTP/1.1\r\n\r\n").expect("an answer");
    assert_eq!(bare.status, 400);
    server.is_quiet();
}

#[test]
fn answers_are_safe_in_a_browser() {
    let server = Running::new();
    let port = server.address.port();
    let wrong = format!("evil.example:{port}");
    for (method, path, headers) in [
        ("GET", "/", vec![]),
        ("GET", "/api/games", vec![]),
        ("GET", "/api/none", vec![]),
        ("OPTIONS", "/api/jobs", vec![("Access-Control-Request-Method", "POST")]),
        ("GET", "/", vec![("Host", wrong.as_str())]),
        ("GET", "/api/game?game=%3Cscript%3Ealert(1)%3C/script%3E", vec![]),
    ] {
        let answer = server.client().send(method, path, &headers, b"");
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(
            policy.starts_with("default-src 'self';") && !policy.contains("unsafe"),
            "{policy}"
        );
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.header("x-frame-options"), Some("DENY"), "{path}");
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{path}");
        assert_eq!(answer.header("access-control-allow-origin"), None, "{path}");
        assert!(
            answer.header("content-type").is_some_and(
                |kind| !path.contains("script") || kind.starts_with("application/json")
            )
        );
    }
    server.is_quiet();
}

#[test]
fn sizes_have_limits() {
    let server = Running::with(|limits| {
        limits.rules = 3;
        limits.games = 2;
    });
    let post = |path: &str, body: serde_json::Value| limit(&server.post(path, &body));
    assert_eq!(post("/api/rules", json!({ "text": " ".repeat(300_000) })), "body_bytes");
    assert_eq!(post("/api/rules", json!({ "text": " ".repeat(70_000) })), "rule_bytes");
    assert_eq!(
        post("/api/formula", json!({ "game": "nim", "formula": " ".repeat(9_000) })),
        "formula_bytes"
    );
    assert_eq!(
        post(
            "/api/jobs",
            json!({ "kind": "prove", "game": "nim", "formula": "P", "seconds": 1e6 })
        ),
        "job_seconds"
    );
    assert_eq!(
        post("/api/review", json!({ "game": "nim", "positions": vec!["1,2,3"; 3000] })),
        "review"
    );
    let get = |path: &str| limit(&server.get(path));
    assert_eq!(get(&format!("/api/game?game={}", "x".repeat(5000))), "parameter_bytes");
    assert_eq!(get("/api/game?game=nim(20)"), "heaps");
    assert_eq!(get("/api/tile?game=nim(2)&x=60000"), "window");
    assert_eq!(get("/api/tile?game=wythoff&x=99999999999"), "tile");
    assert_eq!(get("/api/tile?game=wythoff&level=40"), "level");
    assert_eq!(get("/api/tile?game=nim&x=1&fix=h[3]:4000000000"), "window");
    assert_eq!(get("/api/export?format=csv&game=nim&fix=h[3]:4000000000"), "window_bytes");
    assert_eq!(get("/api/tile?game=nim&fix=h[3]:99999999999"), "heap");
    assert_eq!(get("/api/export?format=csv&game=wythoff&to=3000,3000"), "cells");
    assert_eq!(get("/api/export?format=png&game=wythoff&to=2,6001"), "picture_side");
    assert_eq!(get("/api/options?game=nim&position=9999999,9999999,1"), "window_bytes");
    assert_eq!(get("/api/board.svg?game=nim(2)&position=300,300"), "board_side");
    // A job that is too large fails, and says why.
    let begun = server
        .post("/api/jobs", &json!({ "kind": "solve", "game": "nim", "to": 1_000_000 }))
        .json();
    let path = format!("/api/jobs/{}", begun["id"].as_str().expect("a name"));
    let job = wait(&server, &path);
    assert!(
        job["state"] == "failed" && job["error"].as_str().is_some_and(|e| e.contains("limit")),
        "{job}"
    );
    // The rule that was not used for longest is forgotten.
    let rule = |n: u64| format!("game g{n}\nposition (a)\noption (a - {n}) where a >= {n}\n");
    let ids: Vec<String> = (1..=4)
        .map(|n| {
            server.post("/api/rules", &json!({ "text": rule(n) })).json()["id"]
                .as_str()
                .expect("id")
                .to_string()
        })
        .collect();
    let status = |id: &String| server.get(&format!("/api/game?game={}", escaped(id))).status;
    assert_eq!([status(&ids[0]), status(&ids[3])], [404, 200]);
    server.is_quiet();
}

fn wait(server: &Running, path: &str) -> serde_json::Value {
    let start = Instant::now();
    loop {
        let job = server.json(path);
        if job["state"] != "waiting" && job["state"] != "running" {
            return job;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "{job}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn time_has_a_limit() {
    let server = Running::with(|limits| limits.request = Duration::from_secs(1));
    let start = Instant::now();
    assert_eq!(limit(&server.get(HEAVY)), "request_seconds");
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
    gone(&server);
    server.is_quiet();
}

/// All memory is given back soon, so nobody works any more.
fn gone(server: &Running) {
    let start = Instant::now();
    while server.json("/api/limits")["held_bytes"] != 0 {
        assert!(start.elapsed() < Duration::from_secs(2), "still at work");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn whoever_leaves_stops_the_work() {
    let server = Running::with(|limits| {
        limits.threads = 1;
        limits.request = Duration::from_secs(100);
    });
    let ask = |path: &str| {
        let mut stream = TcpStream::connect(server.address).expect("a connection");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).expect("sent");
        stream
    };
    // Two wait for the same window: it is solved once, and goes on while one of them waits.
    let (first, second) = (ask(HEAVY), ask(HEAVY));
    std::thread::sleep(Duration::from_millis(800));
    let held = server.json("/api/limits")["held_bytes"].as_u64().expect("bytes");
    assert!(held > 0);
    drop(first);
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(server.json("/api/limits")["held_bytes"], held);
    drop(second);
    gone(&server);
    // The only thread that solves is free again.
    let start = Instant::now();
    assert_eq!(server.get("/api/tile?game=wythoff").status, 200);
    assert!(start.elapsed() < Duration::from_secs(2));
    server.is_quiet();
}

#[test]
fn connections_have_limits() {
    let server = Running::with(|limits| {
        limits.connections = 8;
        limits.headers = Duration::from_secs(1);
    });
    let mut idle: Vec<TcpStream> = (0..8)
        .map(|nth| {
            let mut stream = TcpStream::connect(server.address).expect("a connection");
            let part = &b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "[..nth * 4];
            stream.write_all(part).expect("sent");
            stream
        })
        .collect();
    // Those who say nothing are sent away after a second: reading comes to an end.
    for stream in &mut idle {
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all);
    }
    assert_eq!(server.get("/api/limits").status, 200);
    server.is_quiet();
}

#[test]
fn memory_has_a_limit() {
    let server = Running::with(|limits| limits.memory = 64 << 20);
    let most = 64 << 20;
    for nth in 0..24 {
        let game = ["wythoff", "nim(2)", "split-and-delete", "delete-nim"][nth % 4];
        let answer = server.get(&format!("/api/tile?game={}&x={}", escaped(game), nth / 2));
        assert!(answer.status == 200 || limit(&answer) == "window", "{}", answer.text());
        let held = server.json("/api/limits")["held_bytes"].as_u64().expect("bytes");
        assert!(held <= most, "{held}");
    }
    assert!(server.json("/api/limits")["held_bytes"].as_u64() > Some(1 << 20), "windows are kept");
    server.is_quiet();
}

#[test]
fn a_server_goes_down_in_order() {
    let server = Running::with(|limits| limits.request = Duration::from_secs(100));
    let address = server.address;
    let mut waiting = TcpStream::connect(address).expect("a connection");
    write!(waiting, "GET {HEAVY} HTTP/1.1\r\nHost: {address}\r\n\r\n").expect("sent");
    let begun = server.post(
        "/api/jobs",
        &json!({ "kind": "solve", "game": "welter", "to": 400, "what": "grundy", "seconds": 100 }),
    );
    assert_eq!(begun.status, 202);
    std::thread::sleep(Duration::from_millis(300));
    let start = Instant::now();
    drop(server);
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    assert!(TcpStream::connect(address).is_err());
}
