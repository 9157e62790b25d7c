//! The port: takes connections, hands requests to the routes, and goes down in order.
//!
//! A connection has a time to send its headers, and there is a limit to how many are open: whoever opens many and
//! says nothing keeps others out for seconds, not for ever.

use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use ishitori::files::DiscoveryStore;
use tokio::sync::{Semaphore, watch};

use crate::guard::Guard;
use crate::limits::ServerLimits;
use crate::routes;
use crate::state::{Log, ServerState};

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
        let room = Arc::new(Semaphore::new(limits.connections));
        let mut builder = http1::Builder::new();
        builder.timer(TokioTimer::new());
        builder.header_read_timeout(limits.headers);
        builder.max_buf_size(MAX_HEAD);
        let (farewell, leaving) = watch::channel(false);
        while !stops() {
            let Ok(accepted) = tokio::time::timeout(LOOK, listener.accept()).await else {
                continue;
            };
            let Ok((stream, _)) = accepted else {
                // Too many open files, most likely: wait for some to close.
                tokio::time::sleep(LOOK).await;
                continue;
            };
            // Beyond the limit a connection is closed at once.
            let Ok(place) = room.clone().try_acquire_owned() else { continue };
            let _ = stream.set_nodelay(true);
            let service = TowerToHyperService::new(routes.clone());
            let connection = builder.serve_connection(TokioIo::new(stream), service);
            let mut leaving = leaving.clone();
            tokio::spawn(async move {
                let mut connection = std::pin::pin!(connection);
                let told = async { leaving.wait_for(|leaves| *leaves).await.is_ok() };
                let leaves = tokio::select! {
                    _ = connection.as_mut() => false,
                    told = told => told,
                };
                if leaves {
                    connection.as_mut().graceful_shutdown();
                    let _ = tokio::time::timeout(FAREWELL, connection).await;
                }
                drop(place);
            });
        }
        // Whoever waits for work is told; the others finish what they send.
        self.house.close();
        let _ = farewell.send(true);
        let _ =
            tokio::time::timeout(FAREWELL, room.acquire_many(u32::try_from(limits.connections)?))
                .await;
        Ok(())
    }
}
