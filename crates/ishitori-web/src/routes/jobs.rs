//! Jobs: begin, look, listen, cancel, and take what came out.
//!
//! To begin one answers at once; the work is done in `jobs`. Whoever listens hears of it every 200 ms, and of
//! its result as soon as it is over. To stop listening does not stop a job: that needs a request of its own.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Path, RawQuery, State};
use axum::http::{StatusCode, header};
use axum::response::Response;
use futures_util::stream;
use serde_json::json;
use tokio::sync::watch;

use super::answer::{RouteResult, SharedServer, bytes, file, json, with};
use crate::job::Job;
use crate::jobs;
use crate::jobs::question::JobQuestion;
use crate::parameters::RequestParameters;
use crate::refusal::RequestRefusal;
use crate::state::ServerState;

/// Between two looks at a running job.
const LOOK: Duration = Duration::from_millis(200);

/// Begins one.
pub async fn begin(house: Arc<ServerState>, asked: RequestParameters) -> RouteResult {
    let known = house.open(asked.needs("game")?).await?;
    let question = JobQuestion::of(&asked, known, &house.limits)?;
    let job = jobs::begin(&house, question)?;
    let mut response = json(&json!({ "id": job.id }));
    *response.status_mut() = StatusCode::ACCEPTED;
    Ok(response)
}

/// How it stands.
pub async fn look(State(house): SharedServer, Path(id): Path<String>) -> RouteResult {
    Ok(json(&house.jobs.find(&id)?.json()))
}

/// Stops it.
pub async fn cancel(State(house): SharedServer, Path(id): Path<String>) -> RouteResult {
    let job = house.jobs.find(&id)?;
    job.cancel();
    Ok(json(&job.json()))
}

/// What listening to a job has come to.
enum ListeningState {
    /// Told so far.
    Goes(String),
    Over,
}

/// How it goes, as it goes.
pub async fn events(State(house): SharedServer, Path(id): Path<String>) -> RouteResult {
    let job = house.jobs.find(&id)?;
    let over = job.over();
    let begin = (job, over, ListeningState::Goes(String::new()));
    let events = stream::unfold(begin, |(job, mut over, listening)| async move {
        let ListeningState::Goes(before) = listening else { return None };
        let (event, listening) = next(&job, &mut over, before).await;
        Some((Ok::<_, Infallible>(Bytes::from(event)), (job, over, listening)))
    });
    let mut response = Response::new(Body::from_stream(events));
    with(&mut response, header::CONTENT_TYPE, "text/event-stream; charset=utf-8");
    with(&mut response, header::CACHE_CONTROL, "no-store");
    Ok(response)
}

/// The next event: the result once it is over, or else something new about its progress.
async fn next(
    job: &Job,
    over: &mut watch::Receiver<bool>,
    before: String,
) -> (String, ListeningState) {
    if !before.is_empty() {
        let _ = tokio::time::timeout(LOOK, over.wait_for(|over| *over)).await;
    }
    let is_over = job.is_over();
    let now = job.json().to_string();
    if is_over {
        return (format!("event: result\ndata: {now}\n\n"), ListeningState::Over);
    }
    (format!("event: progress\ndata: {now}\n\n"), ListeningState::Goes(now))
}

/// The certificate of what it proved.
pub async fn certificate(State(house): SharedServer, Path(id): Path<String>) -> RouteResult {
    let job = house.jobs.find(&id)?;
    let certificate = job.certificate().ok_or_else(none)?;
    Ok(file("text/plain; charset=utf-8", &format!("{id}.cert"), certificate.into_bytes()))
}

/// A drawing of an automaton of what it proved; `n` chooses one of several.
pub async fn automaton(
    State(house): SharedServer,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> RouteResult {
    let job = house.jobs.find(&id)?;
    let asked = RequestParameters::of_query(&query.unwrap_or_default(), &house.limits)?;
    let number = usize::try_from(asked.number("n", 0)?).unwrap_or(usize::MAX);
    let drawing = job.drawing(number).ok_or_else(none)?;
    Ok(bytes("image/svg+xml", drawing.into_bytes()))
}

fn none() -> RequestRefusal {
    RequestRefusal::conflict("this job has proved nothing, or nothing small enough to be drawn")
}
