//! What every address answers with.
//!
//! JSON, bytes of a kind, or a file to keep. The name of a file may come from a rule text, so all but plain
//! characters are replaced in it. What is said where there is no answer is in `refusal`.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::response::Response;
use serde_json::Value;

use crate::refusal::RequestRefusal;
use crate::state::ServerState;

/// An answer or a refusal.
pub type RouteResult = Result<Response, RequestRefusal>;

/// What all requests share, as a handler of an address gets it.
pub type SharedServer = State<Arc<ServerState>>;

/// An answer in JSON.
pub fn json(value: &Value) -> Response {
    bytes("application/json; charset=utf-8", value.to_string().into_bytes())
}

/// An answer of some kind.
pub fn bytes(kind: &'static str, content: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(content));
    with(&mut response, header::CONTENT_TYPE, kind);
    response
}

/// An answer to be kept as a file of this name.
pub fn file(kind: &'static str, name: &str, content: Vec<u8>) -> Response {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let name: String = name.chars().take(100).map(plain).collect();
    let mut response = bytes(kind, content);
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    response
}

/// Adds a header.
pub fn with(response: &mut Response, name: HeaderName, value: &'static str) {
    response.headers_mut().insert(name, HeaderValue::from_static(value));
}
