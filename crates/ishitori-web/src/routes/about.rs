//! What games there are, and what may be asked.
//!
//! The catalogue is compiled in, so its list is made once. Limits are told as numbers, so that a page can
//! name them before somebody reaches one.

use std::sync::{Arc, OnceLock};

use ishitori::games::catalogue;
use ishitori::rules::Rules;

use super::answer::{RouteResult, bytes, json};
use crate::describe;
use crate::parameters::RequestParameters;
use crate::refusal::RequestRefusal;
use crate::state::ServerState;

/// The description of all addresses.
pub const OPENAPI: &str = include_str!("../openapi.json");

/// The games of the catalogue and those of the gallery without heaps, with their default arguments.
pub async fn games(house: Arc<ServerState>, _: RequestParameters) -> RouteResult {
    // They are compiled in, so they never change.
    static ALL: OnceLock<Vec<u8>> = OnceLock::new();
    let all = house.work(|_| {
        if let Some(all) = ALL.get() {
            return Ok(all.clone());
        }
        let mut games = Vec::new();
        let names = catalogue::GAMES.iter().chain(catalogue::GALLERY).enumerate();
        for (at, (name, _)) in names {
            let ruleset =
                catalogue::find_named(name, &[]).map_err(|e| RequestRefusal::bad(e.to_string()))?;
            if at < catalogue::GAMES.len() || matches!(ruleset.rules, Rules::Figures(_)) {
                games.push(describe::summary(&ruleset));
            }
        }
        let all = serde_json::Value::Array(games).to_string().into_bytes();
        Ok(ALL.get_or_init(|| all).clone())
    });
    Ok(bytes("application/json; charset=utf-8", all.await?))
}

/// One game with its arguments.
pub async fn game(house: Arc<ServerState>, asked: RequestParameters) -> RouteResult {
    let known = house.open(asked.needs("game")?).await?;
    let limits = house.limits.clone();
    let whole = house.work(move |stop| describe::whole(&known, &limits, stop)).await?;
    Ok(json(&whole))
}

/// All limits, and how much memory is held now.
pub async fn limits(house: Arc<ServerState>, _: RequestParameters) -> RouteResult {
    let mut limits = house.limits.json();
    limits["held_bytes"] = house.ledger.held().into();
    Ok(json(&limits))
}

/// The description of this.
pub async fn openapi(_: Arc<ServerState>, _: RequestParameters) -> RouteResult {
    Ok(bytes("application/json; charset=utf-8", OPENAPI.as_bytes().to_vec()))
}
