//! What is said to somebody whose request is not answered: a sentence, and what a page needs to show it.
//!
//! That is the limit by its name, or the problems of a text with their lines and columns. 4xx is for whoever
//! asks; 503 says that all connections are busy; 500 is a bug, and `tests/web/hostile.rs` sends ten thousand requests to see none. Sentences written
//! here are in the page's phrasebook, which `tests/web/said.rs` compares.

use axum::body::Body;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use ishitori::GaveUp;
use ishitori::problems::{RuleProblems, problem_json};
use ishitori::questions::Refused;
use ishitori::rules::Problem;
use serde_json::{Value, json};

/// A request that is not answered.
#[derive(Clone, Debug)]
pub struct RequestRefusal {
    status: StatusCode,
    body: Value,
}

impl RequestRefusal {
    fn new(status: StatusCode, why: impl Into<String>) -> RequestRefusal {
        RequestRefusal { status, body: json!({ "error": why.into() }) }
    }

    /// The request makes no sense.
    pub fn bad(why: impl Into<String>) -> RequestRefusal {
        RequestRefusal::new(StatusCode::BAD_REQUEST, why)
    }

    /// There is no such thing.
    pub fn missing(why: impl Into<String>) -> RequestRefusal {
        RequestRefusal::new(StatusCode::NOT_FOUND, why)
    }

    /// The thing is not there yet, or no more.
    pub fn conflict(why: impl Into<String>) -> RequestRefusal {
        RequestRefusal::new(StatusCode::CONFLICT, why)
    }

    /// Nobody but a page of this server may ask.
    pub fn forbidden(why: impl Into<String>) -> RequestRefusal {
        RequestRefusal::new(StatusCode::FORBIDDEN, why)
    }

    /// The address does not know this method.
    pub fn method() -> RequestRefusal {
        RequestRefusal::new(StatusCode::METHOD_NOT_ALLOWED, "this address knows no such method")
    }

    /// Beyond a limit.
    pub fn beyond(name: &str, most: impl Into<Value>, asked: impl Into<Value>) -> RequestRefusal {
        let (most, asked) = (most.into(), asked.into());
        let why = match &asked {
            Value::Null => format!("the limit {name} is {most}"),
            asked => format!("the limit {name} is {most}, and this needs {asked}"),
        };
        RequestRefusal::new(StatusCode::PAYLOAD_TOO_LARGE, why).limited(name, most, asked)
    }

    /// Beyond a limit, in a sentence.
    pub fn too_much(why: impl Into<String>, name: &str, most: impl Into<Value>) -> RequestRefusal {
        RequestRefusal::new(StatusCode::PAYLOAD_TOO_LARGE, why).limited(
            name,
            most.into(),
            Value::Null,
        )
    }

    /// The time is used up.
    pub fn time(seconds: f64) -> RequestRefusal {
        let why = format!("this takes longer than {seconds} s: ask for something smaller");
        RequestRefusal::new(StatusCode::REQUEST_TIMEOUT, why).limited(
            "request_seconds",
            seconds.into(),
            Value::Null,
        )
    }

    /// Too many ask at once.
    pub fn busy(name: &str, most: usize) -> RequestRefusal {
        let why = "too much is asked at once: try again in a moment";
        RequestRefusal::new(StatusCode::TOO_MANY_REQUESTS, why).limited(
            name,
            most.into(),
            Value::Null,
        )
    }

    /// All connections are busy, in all or from one address.
    pub fn crowded(name: &str, most: usize) -> RequestRefusal {
        let mut refusal = RequestRefusal::busy(name, most);
        refusal.status = StatusCode::SERVICE_UNAVAILABLE;
        refusal
    }

    /// Something went wrong that must not.
    pub fn bug() -> RequestRefusal {
        let why = "this is a bug of ishitori: please report it with what the server printed";
        RequestRefusal::new(StatusCode::INTERNAL_SERVER_ERROR, why)
    }

    /// What is wrong with a text, each problem with its place.
    pub fn problems(text: &str, problems: &[Problem]) -> RequestRefusal {
        let first = problems.first().map(ToString::to_string).unwrap_or_default();
        let mut refusal = RequestRefusal::new(StatusCode::UNPROCESSABLE_ENTITY, first);
        refusal.body["problems"] =
            problems.iter().map(|problem| problem_json(text, problem)).collect();
        refusal
    }

    fn limited(mut self, name: &str, most: Value, asked: Value) -> RequestRefusal {
        self.body["limit"] = json!({ "name": name, "most": most, "asked": asked });
        self
    }

    /// Whether asking again later may help.
    pub fn is_for_now(&self) -> bool {
        matches!(self.status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE)
    }

    /// Whether too much was asked for.
    pub fn is_too_large(&self) -> bool {
        self.status == StatusCode::PAYLOAD_TOO_LARGE
    }

    /// All of it, as it is sent.
    pub fn json(&self) -> String {
        self.body.to_string()
    }

    /// What is said, in a sentence.
    pub fn why(&self) -> &str {
        self.body["error"].as_str().unwrap_or_default()
    }
}

impl From<anyhow::Error> for RequestRefusal {
    fn from(error: anyhow::Error) -> RequestRefusal {
        if let Some(problems) = error.downcast_ref::<RuleProblems>() {
            return RequestRefusal::problems(&problems.text, &problems.problems);
        }
        if let Some(gave_up) = error.downcast_ref::<GaveUp>() {
            return gave_up.clone().into();
        }
        RequestRefusal::bad(format!("{error:#}"))
    }
}

impl From<GaveUp> for RequestRefusal {
    fn from(gave_up: GaveUp) -> RequestRefusal {
        RequestRefusal::new(StatusCode::PAYLOAD_TOO_LARGE, gave_up.why())
    }
}

impl From<Refused> for RequestRefusal {
    fn from(refused: Refused) -> RequestRefusal {
        match &refused {
            Refused::Window(_) => RequestRefusal::bad(refused.to_string()),
            Refused::TooLarge { needed, limit, .. } => {
                let (needed, limit) = (*needed << 20, *limit << 20);
                let number = |bytes: u128| u64::try_from(bytes).unwrap_or(u64::MAX);
                let why = refused.to_string();
                RequestRefusal::new(StatusCode::PAYLOAD_TOO_LARGE, why).limited(
                    "window_bytes",
                    number(limit).into(),
                    number(needed).into(),
                )
            }
        }
    }
}

impl IntoResponse for RequestRefusal {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::from(self.body.to_string()));
        *response.status_mut() = self.status;
        let json = header::HeaderValue::from_static("application/json; charset=utf-8");
        response.headers_mut().insert(header::CONTENT_TYPE, json);
        if self.is_for_now() {
            let soon = header::HeaderValue::from_static("1");
            response.headers_mut().insert(header::RETRY_AFTER, soon);
        }
        response
    }
}
