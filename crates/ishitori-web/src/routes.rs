//! The addresses, one line each.
//!
//! Each goes through the `guard`. A handler reads its parameters, has the work done by a pool and makes an
//! answer; what may take minutes is a job. `openapi.json` describes them all, and `tests/web/routes.rs` holds
//! them to it.

mod about;
mod answer;
mod export;
mod figure_picture;
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
use axum::http::header::HeaderMap;
use axum::middleware;
use axum::response::IntoResponse;
use axum::routing::{get, post};

use crate::assets;
use crate::guard::{Guard, guard};
use crate::parameters::RequestParameters;
use crate::refusal::RequestRefusal;
use crate::state::ServerState;
use answer::SharedServer;

pub use about::OPENAPI;

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
        .fallback(|| async {
            RequestRefusal::missing("there is nothing at this address").into_response()
        })
        .method_not_allowed_fallback(|| async { RequestRefusal::method().into_response() })
        .layer(middleware::from_fn_with_state(guarded, guard))
}

fn api() -> Router<Arc<ServerState>> {
    /// An address whose parameters are in its query.
    macro_rules! query {
        ($answer:path) => {
            get(|State(house): SharedServer, RawQuery(query): RawQuery| async move {
                let asked = RequestParameters::of_query(&query.unwrap_or_default(), &house.limits)?;
                $answer(house, asked).await
            })
        };
    }
    /// An address whose parameters are in its body.
    macro_rules! body {
        ($answer:path) => {
            post(|State(house): SharedServer, body: Body| async move {
                let asked = RequestParameters::of_body(body, &house.limits).await?;
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
