//! Fifty clients at once, for a minute: `cargo test --release -p ishitori-web --test web -- --ignored --nocapture slow_load`.
//!
//! They look at tiles (mostly near each other, as people do), ask for values and options, play, and start work. The only errors
//! are limits, and memory does not grow once the windows that fit are there.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::client::{Client, Running, escaped};
use fastrand::Rng;
use serde_json::json;

const CLIENTS: u64 = 50;

/// Bytes that this process holds, the clients among them.
pub fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS"));
    let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    number.unwrap_or(0) << 10
}

#[derive(Default)]
struct Tally {
    requests: u64,
    /// By status and limit.
    refused: BTreeMap<String, u64>,
    slowest: Duration,
    wrong: Vec<String>,
}

fn request(client: &mut Client, rng: &mut Rng) -> (String, crate::client::Answer) {
    let pair = ["wythoff", "nim(2)", "nim-1", "split-and-delete", "delete-nim", "wythoff-1"];
    let game = escaped(rng.choice(pair).expect("some"));
    let get = |client: &mut Client, path: String| {
        let answer = client.send("GET", &path, &[], b"");
        (path, answer)
    };
    match rng.u8(..20) {
        0..=8 => {
            let what = rng.choice(["grundy", "outcome"]).expect("some");
            let side = if rng.u8(..10) == 0 { 8 } else { 3 };
            let (x, y, level) = (rng.u8(..side), rng.u8(..side), rng.u8(..2));
            get(client, format!("/api/tile?game={game}&what={what}&x={x}&y={y}&level={level}"))
        }
        9 => {
            let fix = rng.u8(..40);
            get(client, format!("/api/tile?game=nim&what=outcome&fix=h[3]:{fix}&x={}", rng.u8(..4)))
        }
        10..=13 => {
            let (a, b) = (rng.u64(1..600), rng.u64(1..600));
            get(client, format!("/api/value?game={game}&position={a},{b}"))
        }
        14 => {
            let (a, b) = (rng.u64(1..60), rng.u64(1..60));
            get(client, format!("/api/options?game={game}&position={a},{b}"))
        }
        15 => get(client, format!("/api/game?game={game}")),
        16 => get(client, format!("/api/preview.svg?game={game}")),
        17 => {
            let body = json!({ "game": "nim", "position": format!("{},{},{}", rng.u8(1..20), rng.u8(1..20), rng.u8(1..20)) });
            ("reply".into(), client.send("POST", "/api/reply", &[], body.to_string().as_bytes()))
        }
        18 => {
            let body = json!({ "kind": "solve", "game": "wythoff", "to": rng.u64(50..500), "what": "grundy", "seconds": 10 });
            ("solve".into(), client.send("POST", "/api/jobs", &[], body.to_string().as_bytes()))
        }
        _ => {
            let body = json!({ "kind": "check", "game": "nim", "formula": "P iff xor(heaps) = 0", "to": rng.u64(5..30), "seconds": 10 });
            ("check".into(), client.send("POST", "/api/jobs", &[], body.to_string().as_bytes()))
        }
    }
}

fn count(tally: &Mutex<Tally>, what: &str, answer: &crate::client::Answer, time: Duration) {
    let mut tally = tally.lock().expect("tally");
    tally.requests += 1;
    tally.slowest = tally.slowest.max(time);
    if answer.status < 300 {
        return;
    }
    let body = answer.json();
    match body["limit"]["name"].as_str() {
        Some(name) if answer.status < 500 => {
            *tally.refused.entry(format!("{} {name}", answer.status)).or_default() += 1;
        }
        _ => tally.wrong.push(format!("{what}: {} {body}", answer.status)),
    }
}

#[test]
#[ignore = "a minute of work"]
fn slow_load() {
    let seconds = std::env::var("LOAD_SECONDS").ok().and_then(|s| s.parse().ok()).unwrap_or(60u64);
    let limit = 384 << 20;
    let server = Running::with(|limits| limits.memory = limit);
    let tally = Mutex::new(Tally::default());
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut memory = Vec::new();
    std::thread::scope(|scope| {
        for nth in 0..CLIENTS {
            let (server, tally) = (&server, &tally);
            scope.spawn(move || {
                let rng = &mut Rng::with_seed(nth);
                let mut client = server.client();
                while Instant::now() < end {
                    let start = Instant::now();
                    let (what, answer) = request(&mut client, rng);
                    count(tally, &what, &answer, start.elapsed());
                }
            });
        }
        for quarter in 1..=4 {
            let at = end - Duration::from_secs(seconds) * (4 - quarter) / 4;
            std::thread::sleep(at.saturating_duration_since(Instant::now()));
            let tally = tally.lock().expect("tally");
            memory.push(resident());
            let held = resident() >> 20;
            println!(
                "{:>3} s: {} requests, refused {:?}, slowest {:.2} s, {held} MB resident",
                seconds * u64::from(quarter) / 4,
                tally.requests,
                tally.refused,
                tally.slowest.as_secs_f64()
            );
        }
    });
    let tally = tally.into_inner().expect("tally");
    assert!(tally.wrong.is_empty(), "{:?}", &tally.wrong[..tally.wrong.len().min(10)]);
    assert!(tally.requests > 100 * seconds / 10, "only {} requests", tally.requests);
    let (early, late) = (memory[0].max(memory[1]), memory[2].max(memory[3]));
    // Solved windows are kept as far as the limit allows, beside the program and the clients: filling up to it is no leak.
    let most = (early + early / 5 + (48 << 20)).max(limit + (96 << 20));
    assert!(late <= most, "memory grows: {memory:?}");
    server.is_quiet();
}
