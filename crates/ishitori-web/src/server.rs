//! The port: takes connections, hands requests to the routes, and goes down in order.
//!
//! A connection has a time to send its headers, and there is a limit to how many are open, in all and from one address
//! (`connections`): whoever opens many and says nothing keeps nobody out.

use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use ishitori::files::DiscoveryStore;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::{Semaphore, watch};

use crate::connections::Connections;
use crate::guard::Guard;
use crate::limits::ServerLimits;
use crate::refusal::RequestRefusal;
use crate::routes;
use crate::state::{Log, ServerState};
use crate::turns::CLIENT;

/// What a server needs to know.
#[derive(Clone)]
pub struct Config {
    /// Where to listen.
    pub address: IpAddr,
    /// The port; 0 for any free one.
    pub port: u16,
    /// What may be asked for.
    pub limits: ServerLimits,
    /// Where discovered theorems are kept.
    pub store: Option<DiscoveryStore>,
    /// For whoever runs it.
    pub log: Log,
}

/// A server that has its port.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    house: Arc<ServerState>,
}

/// Between two looks whether to stop.
const LOOK: Duration = Duration::from_millis(50);

/// Open connections have this long when the server goes down.
const FAREWELL: Duration = Duration::from_millis(1500);

/// So many connections beyond the limit are told so at a time.
const DOORSTEP: usize = 64;

/// The longest head of a request, in bytes.
const MAX_HEAD: usize = 32 << 10;

impl Server {
    /// Opens the port.
    ///
    /// # Errors
    /// If it cannot be had.
    pub fn bind(config: Config) -> anyhow::Result<Server> {
        let address = SocketAddr::new(config.address, config.port);
        let listener = TcpListener::bind(address)
            .with_context(|| format!("cannot listen at {address}; --port chooses another"))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let house = ServerState::new(config.limits, config.store, config.log)?;
        Ok(Server { listener, address, house })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until `stops` says so.
    ///
    /// # Errors
    /// If there is no way to wait for connections.
    pub fn run(self, stops: impl Fn() -> bool) -> anyhow::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_io()
            .enable_time()
            .build()
            .context("cannot start the threads that wait for connections")?;
        let house = self.house.clone();
        let served = runtime.block_on(self.accept(stops));
        house.close();
        runtime.shutdown_timeout(FAREWELL);
        served
    }

    async fn accept(self, stops: impl Fn() -> bool) -> anyhow::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let guard = Arc::new(Guard { house: self.house.clone(), address: self.address });
        let routes = routes::all(guard);
        let limits = &self.house.limits;
        let connections = Connections::new(limits.connections, limits.connections_each);
        let doorstep = Arc::new(Semaphore::new(DOORSTEP));
        let mut builder = http1::Builder::new();
        builder.timer(TokioTimer::new());
        builder.header_read_timeout(limits.headers);
        builder.max_buf_size(MAX_HEAD);
        let (farewell, leaving) = watch::channel(false);
        while !stops() {
            let Ok(accepted) = tokio::time::timeout(LOOK, listener.accept()).await else {
                continue;
            };
            let Ok((stream, from)) = accepted else {
                // Too many open files, most likely: wait for some to close.
                tokio::time::sleep(LOOK).await;
                continue;
            };
            let mut admitted = connections.admit(from.ip());
            for _ in 0..10 {
                if admitted.is_ok() || !connections.is_emptying() {
                    break;
                }
                tokio::time::sleep(LOOK / 10).await;
                admitted = connections.admit(from.ip());
            }
            let place = match admitted {
                Ok(place) => place,
                Err(refusal) => {
                    // Beyond this limit a connection is closed without a word.
                    if let Ok(step) = doorstep.clone().try_acquire_owned() {
                        tokio::spawn(async move {
                            let _ =
                                tokio::time::timeout(FAREWELL, turned_away(stream, refusal)).await;
                            drop(step);
                        });
                    }
                    continue;
                }
            };
            let _ = stream.set_nodelay(true);
            let (here, client) = (place.connection.clone(), place.connection.address);
            let routed = TowerToHyperService::new(routes.clone());
            let service = service_fn(move |request| {
                let (busy, answer) = (here.answers(), routed.call(request));
                async move {
                    let answer = CLIENT.scope(client, answer).await;
                    drop(busy);
                    answer
                }
            });
            let connection = builder.serve_connection(TokioIo::new(stream), service);
            let mut leaving = leaving.clone();
            tokio::spawn(async move {
                let mut connection = std::pin::pin!(connection);
                let told = leaving.wait_for(|leaves| *leaves);
                let time = tokio::select! {
                    _ = connection.as_mut() => Duration::ZERO,
                    _ = told => FAREWELL,
                    () = place.connection.leave.notified() => Duration::ZERO,
                };
                if !time.is_zero() {
                    connection.as_mut().graceful_shutdown();
                    let _ = tokio::time::timeout(time, connection).await;
                }
                drop(place);
            });
        }
        // Whoever waits for work is told; the others finish what they send.
        self.house.close();
        let _ = farewell.send(true);
        let end = tokio::time::Instant::now() + FAREWELL;
        while connections.count() > 0 && tokio::time::Instant::now() < end {
            tokio::time::sleep(LOOK / 5).await;
        }
        Ok(())
    }
}

/// Tells a client to come again, and waits for it to hang up: bytes that nobody reads would make the system throw the
/// answer away.
async fn turned_away(mut stream: TcpStream, refusal: RequestRefusal) -> std::io::Result<()> {
    let body = refusal.json();
    let head = format!(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: {}\r\n\
         Retry-After: 1\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body.as_bytes()).await?;
    stream.shutdown().await?;
    let mut buffer = [0; 1 << 10];
    for _ in 0..64 {
        if stream.read(&mut buffer).await? == 0 {
            break;
        }
    }
    Ok(())
}
