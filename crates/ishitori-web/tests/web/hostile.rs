//! More than ten thousand random and hostile requests: no 5xx, no panic, and the server is as well afterwards as before.
//!
//! `HOSTILE_SEED` chooses other ones; the seed is printed.

use crate::cases::{cases, enough};
use std::io::Write;
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::client::{Client, Running, escaped};
use fastrand::Rng;
use ishitori_core::catalogue;
use serde_json::{Value, json};

/// Requests of each of four clients.
const EACH: usize = 3_000;

/// Things that people type, and things that they do not.
const TEXTS: &[&str] = &[
    "",
    " ",
    "0",
    "1",
    "-1",
    "3,5",
    "3,5,7",
    "1,2,3,4,5,6",
    "2,2",
    "18446744073709551615",
    "18446744073709551616",
    "4294967295,1",
    "4294967296,1",
    "99999999999999999999,3",
    "1e9",
    "NaN",
    "0x10",
    "a",
    "a,b",
    "b,a",
    "a,a",
    "h[1],h[2]",
    "h[2],h[99]",
    "c:3",
    "c:3,d:2",
    "h[3]:4",
    "c:",
    ":3",
    "c:-1",
    "c:99999999999999999999",
    "###/.##",
    "##/##",
    "#",
    "nim",
    "nim(2)",
    "nim(0)",
    "nim(-1)",
    "nim(3",
    "nim)",
    "nim()",
    "nim(99)",
    "nim(1000000)",
    "circular(6,2)",
    "circular(16,8)",
    "circular(2,9)",
    "moore(9,4)",
    "moore(12,6)",
    "wythoff",
    "wythoff(3)",
    "lim",
    "welter(4)",
    "grid-nim",
    "grid-nim(8,8)",
    "grid-nim(9,9)",
    "grid-nim(1,64)",
    "turning-turtles-2d",
    "emperor([2,3],1)",
    "emperor([2,2,2,2,2,2,2,2],7)",
    "emperor([],1)",
    "common-divisor",
    "split-delete(4,2)",
    "path-nim(9)",
    "~",
    "~0123456789abcdef",
    "~/etc/passwd",
    "/etc/passwd",
    "../../x.game",
    "x.game",
    "C:\\x.game",
    "nim+wythoff",
    "nim(2)+nim(2)",
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "\u{0}",
    "\u{feff}",
    "円形ニム",
    "\u{202e}abc",
    "𝔫𝔦𝔪",
    "%",
    "%00",
    "true",
    "false",
    "yes",
    "grundy",
    "outcome",
    "misere",
    "easy",
    "perfect",
    "small",
    "large",
    "png",
    "csv",
    "bfile",
    "latex",
    "markdown",
    "json",
    "svg",
    "0,0",
    "15,15",
    "5,1",
    "0,99999",
    "check",
    "prove",
    "discover",
    "solve",
    "P iff a = b",
    "P iff xor(heaps) = 0",
    "grundy = a + b",
    "P iff exists x: x = a",
    "for all x, y, z: x + y = z",
    "P iff (((((((((((a = b)))))))))))",
    "P iff a mod 0 = 0",
    "P iff a / b = 1",
    "P iff digit_sum(99, heaps) = 0",
    "BIN-T1",
    "CIR-42",
];

const NAMES: &[&str] = &[
    "game",
    "position",
    "misere",
    "what",
    "axes",
    "fix",
    "x",
    "y",
    "level",
    "format",
    "from",
    "to",
    "size",
    "n",
    "formula",
    "claim",
    "kind",
    "strength",
    "text",
    "arguments",
    "positions",
    "history",
    "seconds",
];

const GETS: &[&str] = &[
    "games",
    "game",
    "limits",
    "openapi.json",
    "value",
    "options",
    "tile",
    "window",
    "preview.svg",
    "preview.png",
    "board.svg",
    "export",
    "start",
    "jobs/0123",
    "jobs/0123/events",
    "jobs/%00/certificate",
    "jobs/../games",
    "jobs",
    "rules",
    "none",
];

const POSTS: &[&str] = &["rules", "formula", "jobs", "reply", "review", "move", "games", "none"];

fn text(rng: &mut Rng) -> String {
    match rng.u8(..20) {
        0 => (0..rng.usize(..40)).map(|_| rng.char(..)).collect(),
        1 => rng
            .choice(["(", "[", "{", "9", "a,", "#/", "~", "\n"])
            .expect("some")
            .repeat(rng.usize(1..3000)),
        2 => rng.u64(..).to_string(),
        3 => (0..rng.usize(1..12)).map(|_| rng.u64(..60).to_string()).collect::<Vec<_>>().join(","),
        _ => rng.choice(TEXTS).expect("some").to_string(),
    }
}

fn game(rng: &mut Rng) -> String {
    if rng.u8(..4) > 0 {
        let (name, _) = rng.choice(catalogue::GAMES).expect("some");
        return name.to_string();
    }
    text(rng)
}

fn query(rng: &mut Rng) -> String {
    let mut parts = Vec::new();
    if rng.u8(..8) > 0 {
        parts.push(format!("game={}", escaped(&game(rng))));
    }
    for name in NAMES {
        if rng.u8(..5) == 0 {
            parts.push(format!("{name}={}", escaped(&text(rng))));
        }
    }
    if rng.u8(..10) == 0 {
        parts.push((0..rng.usize(..30)).map(|_| rng.alphanumeric()).collect());
        parts.push("%zz&&=&x=%ff%fe".to_string());
    }
    rng.shuffle(&mut parts);
    parts.join("&")
}

fn value(rng: &mut Rng, depth: usize) -> Value {
    match rng.u8(..12) {
        0 => Value::Null,
        1 => json!(rng.bool()),
        2 => json!(rng.u64(..)),
        3 => json!(-rng.f64() * 1e300),
        4 => json!(rng.u64(..50)),
        5 if depth > 0 => (0..rng.usize(..4)).map(|_| value(rng, depth - 1)).collect(),
        6 if depth > 0 => json!({ text(rng): value(rng, depth - 1) }),
        7 => json!(["3,5,7", "3,5,6", text(rng)]),
        _ => json!(text(rng)),
    }
}

fn body(rng: &mut Rng) -> Vec<u8> {
    match rng.u8(..16) {
        0 => (0..rng.usize(..200)).map(|_| rng.u8(..)).collect(),
        1 => "[".repeat(rng.usize(1..20_000)).into_bytes(),
        2 => vec![b' '; rng.usize(..400_000)],
        3 => value(rng, 3).to_string().into_bytes(),
        _ => {
            let mut object = json!({});
            if rng.u8(..8) > 0 {
                object["game"] = json!(game(rng));
            }
            for name in NAMES {
                if rng.u8(..3) == 0 {
                    object[*name] = value(rng, 2);
                }
            }
            // Jobs that run for long would only keep the others waiting.
            object["seconds"] = json!(0.2);
            let mut bytes = object.to_string().into_bytes();
            if rng.u8(..10) == 0 {
                bytes.truncate(rng.usize(..=bytes.len()));
            }
            bytes
        }
    }
}

/// A rule text of the catalogue, damaged.
fn damaged(rng: &mut Rng) -> String {
    let (_, text) = rng.choice(catalogue::GAMES).expect("some");
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..rng.usize(..4) {
        let (at, to) = (rng.usize(..text.len()), rng.usize(..text.len()));
        match rng.u8(..4) {
            0 => drop(text.remove(at)),
            1 => text.insert(at, *rng.choice(b"()[]<>=-+*,:0129abtxh\"\n").expect("some") as char),
            2 => text.swap(at, to),
            _ => {
                let (from, to) = (at.min(to), at.max(to).min(at.min(to) + 80));
                let part: Vec<char> = text[from..to].to_vec();
                text.splice(from..from, part);
            }
        }
    }
    text.into_iter().collect()
}

fn judge(what: &str, answer: &crate::client::Answer) {
    assert!((200..500).contains(&answer.status), "{what}: {} {}", answer.status, answer.text());
    if answer.status >= 400 && answer.header("content-type").is_some() {
        assert!(answer.json()["error"].is_string(), "{what}: {}", answer.text());
    }
}

/// A damaged rule is refused with problems, or is a game like any other.
fn rule(client: &mut Client, rng: &mut Rng) -> usize {
    let text = damaged(rng);
    let body = json!({ "text": text, "arguments": if rng.u8(..4) == 0 { self::text(rng) } else { String::new() } });
    let answer = client.send("POST", "/api/rules", &[], body.to_string().as_bytes());
    judge(&format!("rule {text:?}"), &answer);
    if answer.status != 200 {
        return 1;
    }
    let posted = answer.json();
    let (id, start) =
        (posted["id"].as_str().expect("id"), posted["game"]["start"].as_str().expect("start"));
    let (id, start) = (escaped(id), escaped(start));
    for path in [
        format!("/api/value?game={id}&position={start}"),
        format!("/api/tile?game={id}&what=outcome"),
        format!("/api/preview.svg?game={id}"),
    ] {
        judge(&format!("{path} of {text:?}"), &client.send("GET", &path, &[], b""));
    }
    4
}

/// What is no HTTP at all, or only a part of it. The server may answer or hang up.
fn raw(server: &Running, rng: &mut Rng) {
    let Ok(mut stream) = TcpStream::connect(server.address) else { return };
    let _ = stream.set_read_timeout(Some(Duration::from_millis(300)));
    let host = server.address;
    let bytes: Vec<u8> = match rng.u8(..8) {
        0 => (0..rng.usize(..500)).map(|_| rng.u8(..)).collect(),
        1 => format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: {}\r\n\r\n", "a".repeat(100_000)).into_bytes(),
        2 => format!("GET /{} HTTP/1.1\r\nHost: {host}\r\n\r\n", "a".repeat(60_000)).into_bytes(),
        3 => format!("POST /api/rules HTTP/1.1\r\nHost: {host}\r\nContent-Length: 99999999999\r\n\r\n{{").into_bytes(),
        4 => format!("POST /api/rules HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n").into_bytes(),
        5 => format!("GET /api/games HTTP/1.1\r\nHost: {host}\r\n{}\r\n", "A: b\r\n".repeat(300)).into_bytes(),
        6 => format!("POST /api/jobs HTTP/1.1\r\nHost: {host}\r\nContent-Length: 50\r\nContent-Length: 3\r\n\r\nabc").into_bytes(),
        _ => format!("GET /api/tile?game=wythoff&x={} HTTP/1.1\r\nHost: {host}\r\n\r\n", rng.u8(..9)).into_bytes(),
    };
    let _ = stream.write_all(&bytes);
    if rng.bool() {
        let mut reader = std::io::BufReader::new(stream);
        if let Ok(answer) = crate::client::read(&mut reader) {
            assert!(
                answer.status < 500,
                "{:?}: {}",
                String::from_utf8_lossy(&bytes[..bytes.len().min(80)]),
                answer.text()
            );
        }
    }
}

#[test]
fn ten_thousand_hostile_requests() {
    let server = Running::with(|limits| {
        limits.memory = 256 << 20;
        limits.request = Duration::from_secs(3);
        limits.positions = 20_000;
        limits.headers = Duration::from_secs(2);
    });
    let seed = std::env::var("HOSTILE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(8);
    println!("HOSTILE_SEED={seed}");
    let sent = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for nth in 0..4 {
            let (server, sent) = (&server, &sent);
            scope.spawn(move || {
                let rng = &mut Rng::with_seed(seed + nth);
                let mut client = server.client();
                for _ in 0..cases(EACH) {
                    let count = attack(server, &mut client, rng);
                    sent.fetch_add(count, Ordering::Relaxed);
                }
            });
        }
    });
    let sent = sent.load(Ordering::Relaxed);
    println!("{sent} requests");
    assert!(sent >= enough(10_000));
    server.is_quiet();
    assert_eq!(server.json("/api/value?game=wythoff&position=3,5")["outcome"], "P");
    server.is_quiet();
}

/// One request or a few; says how many.
fn attack(server: &Running, client: &mut Client, rng: &mut Rng) -> usize {
    match rng.u8(..16) {
        0..=6 => {
            let path = format!("/api/{}?{}", rng.choice(GETS).expect("some"), query(rng));
            let answer = client.send("GET", &path, &[], b"");
            judge(&path, &answer);
            1
        }
        7..=10 => {
            let (path, body) = (format!("/api/{}", rng.choice(POSTS).expect("some")), body(rng));
            let what = format!("{path} {}", String::from_utf8_lossy(&body[..body.len().min(500)]));
            // A body that is too long may be cut off while it is sent.
            match client.try_send("POST", &path, &[], &body) {
                Ok(answer) => judge(&what, &answer),
                Err(error) => assert!(body.len() > 200_000, "{what}: {error}"),
            }
            1
        }
        11 => rule(client, rng),
        12 => {
            let part = |rng: &mut Rng| escaped(&text(rng)).replace('+', "%20");
            let path = format!("/{}/{}", part(rng), part(rng));
            judge(
                &path,
                &client.send(
                    rng.choice(&["GET", "POST", "DELETE", "PUT", "HEAD2"]).expect("some"),
                    &path,
                    &[],
                    b"",
                ),
            );
            1
        }
        13 => {
            let host = text(rng).replace(['\r', '\n', '\0'], "");
            let plain =
                |text: String| text.chars().filter(|c| c.is_ascii_graphic()).collect::<String>();
            let (host, other) = (plain(host), plain(text(rng)));
            let headers = [
                ("Host", host.as_str()),
                ("Origin", &other),
                ("If-None-Match", &other),
                ("Range", &other),
            ];
            if host.len() + 3 * other.len() < 8_000 {
                judge("headers", &client.send("GET", "/api/limits", &headers, b""));
            }
            1
        }
        _ => {
            raw(server, rng);
            1
        }
    }
}
