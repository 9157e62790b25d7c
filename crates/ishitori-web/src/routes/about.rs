//! What games there are, and what may be asked.

use std::sync::{Arc, OnceLock};

use ishitori_core::catalogue;

use super::{Answered, OPENAPI, bytes, json};
use crate::asked::Asked;
use crate::describe;
use crate::house::House;
use crate::refusal::Refusal;

/// The games of the catalogue, with their default arguments.
pub async fn games(house: Arc<House>, _: Asked) -> Answered {
    // They are compiled in, so they never change.
    static ALL: OnceLock<Vec<u8>> = OnceLock::new();
    let all = house.work(|_| {
        if let Some(all) = ALL.get() {
            return Ok(all.clone());
        }
        let mut games = Vec::new();
        for (name, _) in catalogue::GAMES {
            let ruleset =
                catalogue::find_named(name, &[]).map_err(|e| Refusal::bad(e.to_string()))?;
            games.push(describe::summary(&ruleset));
        }
        let all = serde_json::Value::Array(games).to_string().into_bytes();
        Ok(ALL.get_or_init(|| all).clone())
    });
    Ok(bytes("application/json; charset=utf-8", all.await?))
}

/// One game with its arguments.
pub async fn game(house: Arc<House>, asked: Asked) -> Answered {
    let known = house.open(asked.needs("game")?).await?;
    let limits = house.limits.clone();
    let whole = house.work(move |_| Ok(describe::whole(&known, &limits))).await?;
    Ok(json(&whole))
}

/// All limits, and how much memory is held now.
pub async fn limits(house: Arc<House>, _: Asked) -> Answered {
    let mut limits = house.limits.json();
    limits["held_bytes"] = house.ledger.held().into();
    Ok(json(&limits))
}

/// The description of this.
pub async fn openapi(_: Arc<House>, _: Asked) -> Answered {
    Ok(bytes("application/json; charset=utf-8", OPENAPI.as_bytes().to_vec()))
}
