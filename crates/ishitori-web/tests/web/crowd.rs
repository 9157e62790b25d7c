//! Crowds: whoever takes much, or opens many connections and says nothing, keeps nobody else waiting.

use std::io::{BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::client::{Running, connected, read};

/// A game whose moves take seconds to lower, and a position that takes minutes to solve.
const SLOW: [&str; 2] =
    ["/api/game?game=half-split-delete(8)", "/api/value?game=welter&position=400,410,420"];

/// Sends the head of a request and does not wait for the answer.
fn asks(server: &Running, from: &str, path: &str) -> TcpStream {
    let from = from.parse().expect("an address");
    let mut stream = connected(server.address, Some(from)).expect("a connection");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).expect("sent");
    stream
}

#[test]
fn a_trivial_question_does_not_wait_for_long_ones() {
    let server = Running::with(|limits| {
        limits.threads = 2;
        // Whoever waited behind the others would be told that it takes too long.
        limits.request = Duration::from_secs(40);
    });
    let slow: Vec<TcpStream> =
        (0..12).map(|nth| asks(&server, "127.0.0.1", SLOW[nth % 2])).collect();
    for (a, b) in [(3, 5), (4, 7), (8, 13)] {
        let value = server.json(&format!("/api/value?game=wythoff&position={a},{b}"));
        assert_eq!(value["outcome"], "P");
        assert_eq!(server.get("/api/tile?game=wythoff").status, 200);
    }
    drop(slow);
    server.is_quiet();
}

/// Loading a rule ends with the last one who waits for it, so the only thread for long work is free.
#[test]
fn whoever_leaves_stops_the_loading_of_a_rule() {
    let server = Running::with(|limits| {
        limits.threads = 1;
        limits.request = Duration::from_secs(600);
    });
    for _ in 0..40 {
        // Each would take seconds, all of them minutes; the client below waits for one.
        drop(asks(&server, "127.0.0.1", "/api/game?game=half-split-delete(8)"));
    }
    let table = server.get("/api/export?format=csv&game=wythoff&to=9,9");
    assert_eq!(table.status, 200, "{}", table.text());
    server.is_quiet();
}

#[test]
fn idle_connections_make_room() {
    let server = Running::with(|limits| {
        limits.connections = 48;
        limits.connections_each = 16;
        // Nobody is sent away for being slow here.
        limits.headers = Duration::from_secs(600);
    });
    let mut idle = Vec::new();
    for nth in 0..60 {
        let from = format!("127.0.0.{}", 3 + nth % 5);
        let from = from.parse().expect("an address");
        let mut stream = connected(server.address, Some(from)).expect("a connection");
        let part = &b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "[..nth % 30];
        stream.write_all(part).expect("sent");
        idle.push(stream);
    }
    // One of the crowd gets through, and so does somebody else; their connections stay.
    let (mut crowd, mut other) = (server.client_from("127.0.0.3"), server.client_from("127.0.0.2"));
    for _ in 0..5 {
        for client in [&mut crowd, &mut other] {
            let answer = client.send("GET", "/api/value?game=nim(2)&position=3,5", &[], b"");
            assert_eq!(answer.status, 200, "{}", answer.text());
        }
    }
    server.is_quiet();
}

#[test]
fn busy_connections_are_not_disturbed() {
    let server = Running::with(|limits| {
        limits.connections = 8;
        limits.connections_each = 4;
        limits.request = Duration::from_secs(600);
    });
    // Whoever is not at work yet makes room for the next; once four are, one more is told to come again.
    let mut busy = Vec::new();
    let refused = loop {
        let stream = asks(&server, "127.0.0.3", SLOW[1]);
        stream.set_read_timeout(Some(Duration::from_millis(200))).expect("a timeout");
        let mut reader = BufReader::new(stream);
        match read(&mut reader) {
            Ok(answer) if answer.status == 503 => break answer,
            _ => busy.push(reader),
        }
        assert!(busy.len() < 1_000, "nobody is refused");
    };
    assert_eq!(refused.header("retry-after"), Some("1"));
    assert_eq!(refused.json()["limit"]["name"], "connections_each");
    let other = server.client_from("127.0.0.2").send("GET", "/api/limits", &[], b"");
    assert_eq!(other.status, 200, "others are let in");
    drop(busy);
    server.is_quiet();
}

#[test]
fn a_body_that_is_too_long_is_refused_before_it_comes() {
    // Waiting for it would take ten minutes.
    let server = Running::with(|limits| limits.request = Duration::from_secs(600));
    for length in ["1000000000000", "18446744073709551613", "262145"] {
        for path in ["/api/rules", "/api/jobs", "/api/none"] {
            let mut stream = TcpStream::connect(server.address).expect("a connection");
            let host = server.address;
            let head =
                format!("POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n\r\n");
            stream.write_all(head.as_bytes()).expect("sent");
            let mut reader = BufReader::new(stream);
            let answer = read(&mut reader).unwrap_or_else(|e| panic!("{path} {length}: {e}"));
            assert_eq!(answer.status, 413, "{path} {length}: {}", answer.text());
            assert_eq!(answer.json()["limit"]["name"], "body_bytes");
            // Nobody waits for the rest.
            let mut rest = Vec::new();
            let _ = reader.read_to_end(&mut rest);
            assert!(rest.is_empty());
        }
    }
    server.is_quiet();
}
