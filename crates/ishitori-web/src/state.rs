//! What all requests share.
//!
//! There are three pools, so that a quick answer does not wait behind windows, and windows do not wait behind
//! jobs; in each, what is done in a moment has a thread of its own. Each part has a lock of its own. How large each may grow is in `limits`.

use std::sync::Arc;

use ishitori::files::DiscoveryStore;

use crate::games::{Games, ServedGame};
use crate::job::Jobs;
use crate::ledger::MemoryLedger;
use crate::limits::ServerLimits;
use crate::pool::{Pool, Stop};
use crate::refusal::RequestRefusal;
use crate::windows::Windows;

/// Where a line for whoever runs the server goes.
pub type Log = Arc<dyn Fn(&str) + Send + Sync>;

/// What all requests share.
pub struct ServerState {
    /// What may be asked for.
    pub limits: ServerLimits,
    /// Games and rule texts.
    pub games: Games,
    /// Solved windows.
    pub windows: Windows,
    /// Work that was asked for and may take minutes.
    pub jobs: Jobs,
    /// Who holds how much memory.
    pub ledger: Arc<MemoryLedger>,
    /// Threads that answer quickly.
    pub answerers: Pool,
    /// Threads that solve windows.
    pub solvers: Arc<Pool>,
    /// Threads that do jobs.
    pub workers: Arc<Pool>,
    /// Where discovered theorems are kept.
    pub store: Option<DiscoveryStore>,
    /// For whoever runs the server.
    pub log: Log,
}

impl ServerState {
    /// With nothing solved, kept or begun yet.
    ///
    /// # Errors
    /// If there are no threads to be had.
    pub fn new(
        limits: ServerLimits,
        store: Option<DiscoveryStore>,
        log: Log,
    ) -> std::io::Result<Arc<ServerState>> {
        let (threads, waiting) = (limits.threads, limits.waiting);
        Ok(Arc::new(ServerState {
            games: Games::new(&limits),
            windows: Windows::new(),
            jobs: Jobs::new(),
            ledger: MemoryLedger::new(limits.memory),
            answerers: Pool::new("answer", threads, waiting, log.clone())?,
            solvers: Arc::new(Pool::new("solve", threads, waiting, log.clone())?),
            workers: Arc::new(Pool::new("job", 2, limits.open_jobs, log.clone())?),
            limits,
            store,
            log,
        }))
    }

    /// Has quick work done by a thread that may take its time, and waits for its answer. It is tried for a moment
    /// first, so it may be begun twice.
    ///
    /// # Errors
    /// [`RequestRefusal`] if too much waits already, or that of the work.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl Fn(&Arc<Stop>) -> Result<T, RequestRefusal> + Send + Sync + 'static,
    ) -> Result<T, RequestRefusal> {
        self.answerers.run(Stop::after(self.limits.request), work).await
    }

    /// Has work done that is known to take long and cannot be stopped, and waits for its answer.
    ///
    /// # Errors
    /// [`RequestRefusal`] if too much waits already, or that of the work.
    pub async fn long_work<T: Send + 'static>(
        &self,
        work: impl Fn(&Arc<Stop>) -> Result<T, RequestRefusal> + Send + Sync + 'static,
    ) -> Result<T, RequestRefusal> {
        self.answerers.run_long(Stop::after(self.limits.request), work).await
    }

    /// The game that a request calls so.
    ///
    /// # Errors
    /// [`RequestRefusal`] if there is none.
    pub async fn open(
        self: &Arc<ServerState>,
        reference: &str,
    ) -> Result<Arc<ServedGame>, RequestRefusal> {
        if let Some(known) = self.games.known(reference) {
            return Ok(known);
        }
        let (house, reference) = (self.clone(), reference.to_string());
        self.work(move |stop| house.games.open(&reference, &house.limits, stop)).await
    }

    /// Stops everything.
    pub fn close(&self) {
        self.jobs.stop_all();
        self.answerers.close();
        self.solvers.close();
        self.workers.close();
    }
}
