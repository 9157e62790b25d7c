//! A server on a free port, and a client of a few lines: no library's leniency between a test and the wire.
#![allow(dead_code, missing_docs)]

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use ishitori::files::DiscoveryStore;
use ishitori_web::{Config, Server, ServerLimits};
use serde_json::Value;

/// A running server; it goes down when this is dropped.
pub struct Running {
    pub address: SocketAddr,
    pub log: Arc<Mutex<Vec<String>>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub fn new() -> Running {
        Running::with(|_| ())
    }

    pub fn with(change: impl FnOnce(&mut ServerLimits)) -> Running {
        let mut limits = ServerLimits::of_memory(1024);
        change(&mut limits);
        let log: Arc<Mutex<Vec<String>>> = Arc::default();
        let lines = log.clone();
        let log_line =
            Arc::new(move |line: &str| lines.lock().expect("log").push(line.to_string()));
        let address = "127.0.0.1".parse().expect("an address");
        let config =
            Config { address, port: 0, limits, store: DiscoveryStore::of_user(), log: log_line };
        let server = Server::bind(config).expect("a free port");
        let address = server.address();
        let stop = Arc::new(AtomicBool::new(false));
        let stops = stop.clone();
        let thread = std::thread::spawn(move || {
            server.run(|| stops.load(Ordering::Relaxed)).expect("it runs");
        });
        Running { address, log, stop, thread: Some(thread) }
    }

    pub fn client(&self) -> Client {
        Client { address: self.address, from: None, stream: None }
    }

    /// A client with another address of this machine: 127.0.0.2.
    pub fn client_from(&self, address: &str) -> Client {
        let from = Some(address.parse().expect("an address"));
        Client { address: self.address, from, stream: None }
    }

    pub fn get(&self, path: &str) -> Answer {
        self.client().send("GET", path, &[], b"")
    }

    pub fn json(&self, path: &str) -> Value {
        let answer = self.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json()
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.client().send("POST", path, &[], body.to_string().as_bytes())
    }

    /// Nothing was logged: there was no panic.
    pub fn is_quiet(&self) {
        let log = self.log.lock().expect("log");
        assert!(log.is_empty(), "{log:?}");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// A connection that is kept.
pub struct Client {
    address: SocketAddr,
    from: Option<IpAddr>,
    stream: Option<BufReader<TcpStream>>,
}

impl Client {
    pub fn send(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        self.try_send(method, path, headers, body)
            .unwrap_or_else(|e| panic!("{method} {path}: {e}"))
    }

    pub fn try_send(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> io::Result<Answer> {
        let mut head = format!("{method} {path} HTTP/1.1\r\n");
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            head.push_str(&format!("Host: {}\r\n", self.address));
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        if !body.is_empty() {
            head.push_str(&format!("Content-Length: {}\r\n", body.len()));
        }
        head.push_str("\r\n");
        let mut bytes = head.into_bytes();
        bytes.extend_from_slice(body);
        let kept = self.stream.is_some();
        match self.exchange(&bytes) {
            // A kept connection may have been closed meanwhile.
            Err(_) if kept => {
                self.stream = None;
                self.exchange(&bytes)
            }
            answer => answer,
        }
    }

    pub fn exchange(&mut self, bytes: &[u8]) -> io::Result<Answer> {
        let mut reader = match self.stream.take() {
            Some(reader) => reader,
            None => {
                let stream = connected(self.address, self.from)?;
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(Duration::from_secs(60)))?;
                BufReader::new(stream)
            }
        };
        reader.get_mut().write_all(bytes)?;
        let answer = read(&mut reader)?;
        if answer.header("connection") != Some("close") {
            self.stream = Some(reader);
        }
        Ok(answer)
    }
}

/// A connection from an address of this machine, or from any.
pub fn connected(to: SocketAddr, from: Option<IpAddr>) -> io::Result<TcpStream> {
    let Some(from) = from else { return TcpStream::connect(to) };
    // The standard library cannot choose where a connection comes from.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4()?;
        socket.bind(SocketAddr::new(from, 0))?;
        socket.connect(to).await?.into_std()
    })?;
    stream.set_nonblocking(false)?;
    Ok(stream)
}

/// Reads an answer with its body.
pub fn read(reader: &mut BufReader<TcpStream>) -> io::Result<Answer> {
    let (status, headers) = read_head(reader)?;
    let find = |name: &str| headers.iter().find(|(n, _)| n == name).map(|(_, v)| v.clone());
    let mut body = Vec::new();
    if let Some(length) = find("content-length") {
        body.resize(length.parse().map_err(io::Error::other)?, 0);
        reader.read_exact(&mut body)?;
    } else if find("transfer-encoding").as_deref() == Some("chunked") {
        loop {
            let size = usize::from_str_radix(line(reader)?.trim(), 16).map_err(io::Error::other)?;
            let mut chunk = vec![0; size + 2];
            reader.read_exact(&mut chunk)?;
            body.extend_from_slice(&chunk[..size]);
            if size == 0 {
                break;
            }
        }
    }
    Ok(Answer { status, headers, body })
}

fn read_head(reader: &mut BufReader<TcpStream>) -> io::Result<(u16, Vec<(String, String)>)> {
    let first = line(reader)?;
    let status = first.split(' ').nth(1).and_then(|s| s.parse().ok());
    let status = status.ok_or_else(|| io::Error::other(format!("no status in {first:?}")))?;
    let mut headers = Vec::new();
    loop {
        let line = line(reader)?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.push((name.to_ascii_lowercase(), value.trim().to_string()));
    }
    Ok((status, headers))
}

fn line(reader: &mut BufReader<TcpStream>) -> io::Result<String> {
    let mut line = String::new();
    if reader.read_line(&mut line)? == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(line)
}

/// The cells of a tile.
pub fn cells(answer: &Answer) -> Vec<u16> {
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.body.len(), 256 * 256 * 2);
    answer.body.chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
}

/// A text as a part of an address.
pub fn escaped(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}
