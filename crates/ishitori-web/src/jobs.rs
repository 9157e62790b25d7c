//! Work that was asked for and may take minutes: check, prove, discover, solve.
//!
//! A job waits for a thread, runs with a time of its own, tells how far it is, and can be cancelled at any moment;
//! its work stops at the next look, well within a second. What came out is kept until newer jobs need the place.

mod check;
mod discover;
mod prove;
pub mod question;
mod solve;

use std::sync::Arc;

use crate::job::{Job, JobKind};
use crate::pool::guarded;
use crate::refusal::RequestRefusal;
use crate::state::ServerState;
use question::JobQuestion;

/// Begins a job.
///
/// # Errors
/// [`RequestRefusal`] if there are too many.
pub fn begin(house: &Arc<ServerState>, question: JobQuestion) -> Result<Arc<Job>, RequestRefusal> {
    let job = Arc::new(Job::new(question.kind, question.at_most()));
    let (shared, begun) = (house.clone(), job.clone());
    let work = move || run(&shared, &begun, &question);
    house.jobs.add(&job, &house.limits, || house.workers.submit(work))?;
    Ok(job)
}

/// Does the work.
fn run(house: &ServerState, job: &Job, question: &JobQuestion) {
    if !job.starts() {
        return;
    }
    let product = guarded(&job.stop, &*house.log, |stop| {
        let held = house.ledger.take(house.limits.job_bytes(), stop, || house.windows.forget())?;
        let product = match question.kind {
            JobKind::Check => check::check(house, question, stop),
            JobKind::Prove => prove::prove(house, question, stop),
            JobKind::Discover => discover::discover(house, question, stop),
            JobKind::Solve => solve::solve(house, question, stop),
        };
        drop(held);
        product
    });
    job.ends(product);
}
