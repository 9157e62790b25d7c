//! A job: how it stands and what came of it; and the list of all jobs.
//!
//! A job waits, runs and ends in one of four ways; its state changes under one lock and an end is final.
//! Whoever listens is woken by it. What comes after the stop button was pressed is dropped. The list has
//! bounds: so many are open, and finished ones make room, the oldest first. What jobs do is in `jobs`.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use ishitori::GaveUp;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::limits::ServerLimits;
use crate::pool::{Stop, locked};
use crate::refusal::RequestRefusal;

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobKind {
    /// Is a claim true on a window?
    Check,
    /// Is it true for all positions?
    Prove,
    /// What is true for all positions?
    Discover,
    /// Who wins on a window?
    Solve,
}

impl JobKind {
    /// All of them, with their words in a request.
    pub const WORDS: [(JobKind, &'static str); 4] = [
        (JobKind::Check, "check"),
        (JobKind::Prove, "prove"),
        (JobKind::Discover, "discover"),
        (JobKind::Solve, "solve"),
    ];

    fn word(self) -> &'static str {
        JobKind::WORDS.iter().find(|(kind, _)| *kind == self).map_or("", |(_, word)| *word)
    }
}

/// How a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobState {
    /// For a thread.
    Waiting,
    /// At work.
    Running,
    /// With a result.
    Done,
    /// With an error.
    Failed,
    /// By whoever asked.
    Cancelled,
    /// Because time or memory are used up.
    GaveUp,
}

impl JobState {
    fn word(self) -> &'static str {
        match self {
            JobState::Waiting => "waiting",
            JobState::Running => "running",
            JobState::Done => "done",
            JobState::Failed => "failed",
            JobState::Cancelled => "cancelled",
            JobState::GaveUp => "gave-up",
        }
    }

    fn is_over(self) -> bool {
        !matches!(self, JobState::Waiting | JobState::Running)
    }
}

/// What came of a job.
#[derive(Default)]
pub struct JobProduct {
    /// In JSON.
    pub result: Value,
    /// Why there is no more, if something was given up.
    pub gave_up: Option<GaveUp>,
    /// The certificate of a theorem.
    pub certificate: Option<String>,
    /// Drawings of its automata.
    pub drawings: Vec<String>,
}

/// A job.
pub struct Job {
    /// By which it is known.
    pub id: String,
    kind: JobKind,
    /// Its stop button.
    pub stop: Arc<Stop>,
    inside: Mutex<JobStatus>,
    over: watch::Sender<bool>,
}

struct JobStatus {
    state: JobState,
    product: JobProduct,
    error: Option<RequestRefusal>,
    /// How long it took, once it is over.
    took: Option<Duration>,
}

impl Job {
    /// A job that waits for a thread, and then has so much time.
    pub fn new(kind: JobKind, time: Duration) -> Job {
        let inside = JobStatus {
            state: JobState::Waiting,
            product: JobProduct::default(),
            error: None,
            took: None,
        };
        Job {
            id: format!("{:016x}", fastrand::u64(..)),
            kind,
            stop: Stop::once_begun(time),
            inside: Mutex::new(inside),
            over: watch::Sender::new(false),
        }
    }

    /// How it stands, in JSON.
    pub fn json(&self) -> Value {
        let inside = locked(&self.inside);
        let told = self.stop.told();
        let seconds = inside.took.unwrap_or_else(|| self.stop.elapsed()).as_secs_f64();
        let mut value = json!({
            "id": self.id,
            "kind": self.kind.word(),
            "state": inside.state.word(),
            "progress": { "text": told.text, "fraction": told.fraction, "seconds": seconds },
        });
        if inside.state.is_over() {
            if !inside.product.result.is_null() {
                value["result"] = inside.product.result.clone();
            }
            if let Some(error) = &inside.error {
                value["error"] = json!(error.why());
            }
        }
        value
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        locked(&self.inside).state.is_over()
    }

    /// Becomes true when it is over.
    pub fn over(&self) -> watch::Receiver<bool> {
        self.over.subscribe()
    }

    /// Stops it.
    pub fn cancel(&self) {
        self.stop.press();
        let mut inside = locked(&self.inside);
        if inside.state == JobState::Waiting {
            self.end(&mut inside, JobState::Cancelled);
        }
    }

    /// The certificate, if it proved something.
    pub fn certificate(&self) -> Option<String> {
        locked(&self.inside).product.certificate.clone()
    }

    /// A drawing of an automaton, if it proved something.
    pub fn drawing(&self, number: usize) -> Option<String> {
        locked(&self.inside).product.drawings.get(number).cloned()
    }

    /// Begins to run, unless it was cancelled before.
    pub fn starts(&self) -> bool {
        let mut inside = locked(&self.inside);
        if inside.state != JobState::Waiting {
            return false;
        }
        inside.state = JobState::Running;
        self.stop.begin();
        true
    }

    /// Ends with what came of it.
    pub fn ends(&self, product: Result<JobProduct, RequestRefusal>) {
        let mut inside = locked(&self.inside);
        let state = match product {
            _ if self.stop.is_pressed() => JobState::Cancelled,
            Ok(product) => {
                let state =
                    if product.gave_up.is_some() { JobState::GaveUp } else { JobState::Done };
                inside.product = product;
                state
            }
            Err(error) if self.stop.is_late() => {
                inside.product.result = json!({ "verdict": "unknown", "why": error.why() });
                JobState::GaveUp
            }
            Err(error) => {
                inside.error = Some(error);
                JobState::Failed
            }
        };
        self.end(&mut inside, state);
    }

    fn end(&self, inside: &mut MutexGuard<'_, JobStatus>, state: JobState) {
        inside.state = state;
        inside.took = Some(self.stop.elapsed());
        self.over.send_replace(true);
    }
}

/// All jobs, the newest last.
pub struct Jobs {
    all: Mutex<Vec<Arc<Job>>>,
}

impl Jobs {
    /// None yet.
    pub fn new() -> Jobs {
        Jobs { all: Mutex::new(Vec::new()) }
    }

    /// The job with this name.
    ///
    /// # Errors
    /// [`RequestRefusal`] if there is none.
    pub fn find(&self, id: &str) -> Result<Arc<Job>, RequestRefusal> {
        let all = locked(&self.all);
        let found = all.iter().find(|job| job.id == id).cloned();
        found.ok_or_else(|| {
            RequestRefusal::missing("there is no such job, or it is not kept any more")
        })
    }

    /// Adds a job that `submit` hands to a thread.
    ///
    /// # Errors
    /// [`RequestRefusal`] if there are too many, or that of `submit`.
    pub fn add(
        &self,
        job: &Arc<Job>,
        limits: &ServerLimits,
        submit: impl FnOnce() -> Result<(), RequestRefusal>,
    ) -> Result<(), RequestRefusal> {
        let mut all = locked(&self.all);
        if all.iter().filter(|job| !job.is_over()).count() >= limits.open_jobs {
            return Err(RequestRefusal::busy("open_jobs", limits.open_jobs));
        }
        while all.len() >= limits.kept_jobs.max(limits.open_jobs) {
            let Some(oldest) = all.iter().position(|job| job.is_over()) else { break };
            all.remove(oldest);
        }
        submit()?;
        all.push(job.clone());
        Ok(())
    }

    /// Stops all of them.
    pub fn stop_all(&self) {
        locked(&self.all).iter().for_each(|job| job.cancel());
    }
}
