//! The addresses, one line each.

mod about;
mod export;
mod jobs;
mod picture;
mod play;
mod rules;
mod sequence;
mod tile;
mod value;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, RawQuery, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::Value;

use crate::asked::Asked;
use crate::assets;
use crate::guard::{Guard, guard};
use crate::house::House;
use crate::refusal::Refusal;

/// The description of all addresses.
pub const OPENAPI: &str = include_str!("openapi.json");

/// An answer or a refusal.
pub type Answered = Result<Response, Refusal>;

/// All addresses, guarded.
pub fn all(guarded: Arc<Guard>) -> Router {
    let page = || get(|headers: HeaderMap| async move { assets::page(&headers) });
    let mut routes = Router::new();
    for path in ["/", "/explore", "/write", "/work", "/play"] {
        routes = routes.route(path, page());
    }
    let file = |Path(name): Path<String>, headers: HeaderMap| async move {
        assets::asset(&name, &headers)
    };
    let house = guarded.house.clone();
    routes
        .route("/assets/{*name}", get(file))
        .route(
            "/favicon.ico",
            get(|headers: HeaderMap| async move { assets::asset("icon.svg", &headers) }),
        )
        .merge(api().with_state(house))
        .fallback(|| async { Refusal::missing("there is nothing at this address").into_response() })
        .method_not_allowed_fallback(|| async { Refusal::method().into_response() })
        .layer(middleware::from_fn_with_state(guarded, guard))
}

type Shared = State<Arc<House>>;

fn api() -> Router<Arc<House>> {
    /// An address whose parameters are in its query.
    macro_rules! query {
        ($answer:path) => {
            get(|State(house): Shared, RawQuery(query): RawQuery| async move {
                let asked = Asked::of_query(&query.unwrap_or_default(), &house.limits)?;
                $answer(house, asked).await
            })
        };
    }
    /// An address whose parameters are in its body.
    macro_rules! body {
        ($answer:path) => {
            post(|State(house): Shared, body: Body| async move {
                let asked = Asked::of_body(body, &house.limits).await?;
                $answer(house, asked).await
            })
        };
    }
    Router::new()
        .route("/api/games", query!(about::games))
        .route("/api/game", query!(about::game))
        .route("/api/limits", query!(about::limits))
        .route("/api/openapi.json", query!(about::openapi))
        .route("/api/value", query!(value::value))
        .route("/api/options", query!(value::options))
        .route("/api/sequence", query!(sequence::sequence))
        .route("/api/tile", query!(tile::tile))
        .route("/api/window", query!(tile::window))
        .route("/api/preview.svg", query!(picture::preview_svg))
        .route("/api/preview.png", query!(picture::preview_png))
        .route("/api/board.svg", query!(picture::board))
        .route("/api/export", query!(export::export))
        .route("/api/rules", body!(rules::rules))
        .route("/api/formula", body!(rules::formula))
        .route("/api/jobs", body!(jobs::begin))
        .route("/api/jobs/{id}", get(jobs::look).delete(jobs::cancel))
        .route("/api/jobs/{id}/events", get(jobs::events))
        .route("/api/jobs/{id}/certificate", get(jobs::certificate))
        .route("/api/jobs/{id}/automaton.svg", get(jobs::automaton))
        .route("/api/reply", body!(play::reply))
        .route("/api/start", query!(play::start))
        .route("/api/review", body!(play::review))
        .route("/api/move", body!(play::step))
}

/// An answer in JSON.
fn json(value: &Value) -> Response {
    bytes("application/json; charset=utf-8", value.to_string().into_bytes())
}

/// An answer of some kind.
fn bytes(kind: &'static str, content: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(content));
    with(&mut response, header::CONTENT_TYPE, kind);
    response
}

/// An answer to be kept as a file of this name.
fn file(kind: &'static str, name: &str, content: Vec<u8>) -> Response {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let name: String = name.chars().take(100).map(plain).collect();
    let mut response = bytes(kind, content);
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    response
}

fn with(response: &mut Response, name: HeaderName, value: &'static str) {
    response.headers_mut().insert(name, HeaderValue::from_static(value));
}
