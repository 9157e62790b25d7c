//! Hostile clients that a library would not let anybody write: what they send, and how. See `hostile`.

use std::io::{BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::client::{Answer, Running, read};
use fastrand::Rng;
use ishitori_web::OPENAPI;
use serde_json::Value;

/// An address of the description, with the names of its parameters.
pub struct DescribedRoute {
    pub method: String,
    pub path: String,
    pub parameters: Vec<String>,
}

/// All addresses that `openapi.json` describes.
pub fn routes() -> Vec<DescribedRoute> {
    let all: Value = serde_json::from_str(OPENAPI).expect("JSON");
    let mut routes = Vec::new();
    for (path, methods) in all["paths"].as_object().expect("addresses") {
        for (method, route) in methods.as_object().expect("methods") {
            let mut parameters: Vec<String> = Vec::new();
            for parameter in route["parameters"].as_array().into_iter().flatten() {
                parameters.extend(parameter["name"].as_str().map(str::to_string));
            }
            let schema = &route["requestBody"]["content"]["application/json"]["schema"];
            if let Some(properties) = schema["properties"].as_object() {
                parameters.extend(properties.keys().cloned());
            }
            let (method, path) = (method.to_uppercase(), path.clone());
            routes.push(DescribedRoute { method, path, parameters });
        }
    }
    assert!(routes.len() >= 20, "the description has few addresses");
    routes
}

const RULE_WORDS: &[&str] = &[
    "position (a, b)",
    "position (a)",
    "position h[4]",
    "position h[n]",
    "position h[12] unordered",
    "unordered",
    "on a circle",
    "on a line",
    "each >= 1",
    "in ranges",
    "heap n",
    "board 3 by 4",
    "option (a - t, b)",
    "option (a, b)",
    "option (a - 1, b + t)",
    "option h with h[i] lowered for i",
    "option h with S lowered for S",
    "option h with S lowered for S of size 3",
    "option with a lowered",
    "option [x] + [y]",
    "option octal \"0.77\"",
    "option octal \"4.777777\"",
    "where t >= 1",
    "where x + y = n - 1",
    "where t <= 3*a",
    "where i < j",
    "where h[i] > h[j]",
    "where t mod 3 = 1",
    "where t divides a",
    "for i",
    "for i < j",
    "for S of size <= 4",
    "for x in 1 .. 99999",
    "move split 2, then delete 2",
    "move split n/2, then delete n/2",
    "move split 4 into 5, then delete 16",
    "note \"x\"",
    "title en \"x\"",
    "define f(x) := f(x - 1) or x = 0",
    "claim A theorem: P iff a = b",
    "claim A theorem: P iff f(a)",
    "claim B: grundy = a xor b",
    "\n",
    ",",
    "(",
    "\"",
];

/// A rule put together from parts of rules.
pub fn rule(rng: &mut Rng) -> String {
    let parameter = rng.choice(["", "(n = 4)", "(n = 8)", "(n = 40)", "(n = -1)"]).expect("some");
    let mut text = format!("game g{parameter}\n");
    for _ in 0..rng.usize(1..9) {
        text.push_str(rng.choice(RULE_WORDS).expect("some"));
        text.push_str(if rng.bool() { "\n" } else { " " });
    }
    text
}

const FORMULA_WORDS: &[&str] = &[
    "P",
    "N",
    "iff",
    "and",
    "or",
    "not",
    "implies",
    "a",
    "b",
    "h[1]",
    "h[i]",
    "heaps",
    "grundy",
    "=",
    "<",
    "<=",
    "+",
    "-",
    "*",
    "mod",
    "xor",
    "xor(heaps)",
    "(",
    ")",
    "0",
    "1",
    "2",
    "4294967296",
    "99999999999999999999",
    "exists x:",
    "for all x, y:",
    "exists x in 0 .. a:",
    "x",
    "y",
    "min(heaps)",
    "max(heaps)",
    "v2(a)",
    "floor(a * phi)",
    "P of nim(3)",
    "grundy(half-split-delete(8), 1,1,1,1,1,1,1,1)",
    "grundy(wythoff, a, b)",
    "{x for x in 0 .. 9}",
    "sdn-tab9.csv",
    "\"",
    "\u{202e}",
];

/// A formula put together from its words.
pub fn formula(rng: &mut Rng) -> String {
    let words = (0..rng.usize(1..24)).map(|_| *rng.choice(FORMULA_WORDS).expect("some"));
    words.collect::<Vec<_>>().join(" ")
}

/// Ways out of the folder of the page's files.
const OUTSIDE: &[&str] = &[
    "/assets/../../../../etc/passwd",
    "/assets/%2e%2e/%2e%2e/etc/passwd",
    "/assets/..%2f..%2fetc%2fpasswd",
    "/assets//etc/passwd",
    "/assets/%00",
    "/assets/%ff%fe",
    "/assets/./././icon.svg",
    "/assets/..\\..\\x",
    "/..",
    "/.",
    "//",
    "/api/../api/limits",
    "/api//limits",
    "/api/limits/",
    "/API/limits",
    "/assets/%252e%252e/x",
    "http://evil.example/api/limits",
    "*",
    "api/limits",
];

/// What is no HTTP, or more or less of it than one request.
fn bytes(rng: &mut Rng, host: &str) -> Vec<u8> {
    let get = |path: &str| format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").into_bytes();
    let post = |head: &str, body: &str| {
        format!("POST /api/rules HTTP/1.1\r\nHost: {host}\r\n{head}\r\n\r\n{body}").into_bytes()
    };
    match rng.u8(..22) {
        0 => (0..rng.usize(..500)).map(|_| rng.u8(..)).collect(),
        1 => format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: {}\r\n\r\n", "a".repeat(100_000))
            .into_bytes(),
        2 => get(&format!("/{}", "a".repeat(60_000))),
        3 => post("Content-Length: 99999999999", "{"),
        4 => post("Transfer-Encoding: chunked", "zz\r\n"),
        5 => format!("GET /api/games HTTP/1.1\r\nHost: {host}\r\n{}\r\n", "A: b\r\n".repeat(300))
            .into_bytes(),
        6 => post("Content-Length: 50\r\nContent-Length: 3", "abc"),
        7 => get(&format!("/api/tile?game=wythoff&x={}", rng.u8(..9))),
        8 => post("Content-Length: 1000000000000", ""),
        9 => post("Content-Length: -1", ""),
        10 => post("Content-Length: 5\r\nTransfer-Encoding: chunked", "5\r\nabcde\r\n0\r\n\r\n"),
        11 => post("Transfer-Encoding: chunked", "ffffffffffffffff\r\nabc"),
        12 => post("Content-Length: 10\r\nExpect: 100-continue", ""),
        13 => [
            &b"POST /api/rules HTTP/1.1\r\nHost: "[..],
            host.as_bytes(),
            b"\r\nContent-Length: 13\r\n\r\n{\"text\":\"\xff\xfe\"}",
        ]
        .concat(),
        14 => [
            &b"GET /api/game?game=\xff\xfe\x80 HTTP/1.1\r\nHost: "[..],
            host.as_bytes(),
            b"\r\n\r\n",
        ]
        .concat(),
        15 => get("/api/game?game=%ff%fe%80%c3%28"),
        16 => format!(
            "{} /api/limits HTTP/{}\r\nHost: {host}\r\n\r\n",
            rng.choice(["TRACE", "CONNECT", "get", "", "PUT", "PATCH", "HEAD", "OPTIONS"])
                .expect("some"),
            rng.choice(["1.1", "1.0", "2.0", "9.9", "0.9", ""]).expect("some")
        )
        .into_bytes(),
        17 => format!("GET /api/limits HTTP/1.1\nHost: {host}\n\n").into_bytes(),
        18 => format!("GET /api/limits HTTP/1.1\r\nHost: {host}\r\nHost: evil.example\r\n\r\n")
            .into_bytes(),
        19 => b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(),
        20 => b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".to_vec(),
        _ => get(rng.choice(OUTSIDE).expect("some")),
    }
}

fn connection(server: &Running) -> Option<TcpStream> {
    let stream = TcpStream::connect(server.address).ok()?;
    stream.set_read_timeout(Some(Duration::from_millis(300))).ok()?;
    Some(stream)
}

/// Sends such bytes, perhaps in pieces, and perhaps reads what comes. The server may answer or hang up.
pub fn raw(server: &Running, rng: &mut Rng, judge: &mut dyn FnMut(&str, &Answer)) {
    let Some(mut stream) = connection(server) else { return };
    let bytes = bytes(rng, &server.address.to_string());
    let what = String::from_utf8_lossy(&bytes[..bytes.len().min(80)]).into_owned();
    let piece = if rng.u8(..8) == 0 { bytes.len() / 3 + 1 } else { bytes.len().max(1) };
    for part in bytes.chunks(piece) {
        if stream.write_all(part).is_err() {
            return;
        }
        if piece < bytes.len() {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
    if rng.bool()
        && let Ok(answer) = read(&mut BufReader::new(stream))
    {
        judge(&what, &answer);
    }
}

/// Several requests in one piece: each is answered, in order, until one ends the connection. Says how many were sent.
pub fn pipelined(server: &Running, rng: &mut Rng, judge: &mut dyn FnMut(&str, &Answer)) -> usize {
    let Some(mut stream) = connection(server) else { return 0 };
    let _ = stream.set_read_timeout(Some(Duration::from_secs(30)));
    let count = rng.usize(2..12);
    let mut bytes = String::new();
    for nth in 0..count {
        let path = match rng.u8(..4) {
            0 => "/api/limits".to_string(),
            1 => format!("/api/value?game=nim(2)&position={nth},5"),
            2 => "/api/none".to_string(),
            _ => "/api/value?game=wythoff&position=x".to_string(),
        };
        bytes.push_str(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", server.address));
    }
    if stream.write_all(bytes.as_bytes()).is_err() {
        return count;
    }
    let mut reader = BufReader::new(stream);
    for _ in 0..rng.usize(1..=count) {
        match read(&mut reader) {
            Ok(answer) => judge("pipelined", &answer),
            Err(_) => break,
        }
    }
    count
}

/// Asks for something heavy and leaves, before or after all of it is sent.
pub fn leaving(server: &Running, rng: &mut Rng) {
    let heavy = [
        "/api/game?game=half-split-delete(8)",
        "/api/preview.svg?game=half-split-delete(8)",
        "/api/value?game=welter&position=400,410,420",
        "/api/tile?game=welter&what=grundy&x=3",
        "/api/export?format=csv&game=wythoff&to=900,900",
        "/api/sequence?game=kayles&to=20000",
    ];
    let Some(mut stream) = connection(server) else { return };
    let path = rng.choice(heavy).expect("some");
    let bytes = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let sent = if rng.u8(..4) == 0 { rng.usize(..bytes.len()) } else { bytes.len() };
    let _ = stream.write_all(&bytes.as_bytes()[..sent]);
    if rng.bool() {
        std::thread::sleep(Duration::from_millis(rng.u64(..3)));
    }
}
