//! Rule texts and formulas as they are typed.
//!
//! All problems are told with their places, so that the page can mark them. A rule text is kept under its
//! hash, and is a game like any other from then on; a formula is only read here, and checked or proved as a
//! job.

use std::sync::Arc;

use ishitori::checks::validate;
use serde_json::json;

use super::answer::{RouteResult, json};
use crate::describe;
use crate::jobs::question::statement;
use crate::parameters::RequestParameters;
use crate::refusal::RequestRefusal;
use crate::state::ServerState;

/// Reads a rule text with its claims and keeps it.
pub async fn rules(house: Arc<ServerState>, asked: RequestParameters) -> RouteResult {
    let text = asked.needs("text")?.to_string();
    let arguments = asked.text("arguments").unwrap_or_default().to_string();
    let shared = house.clone();
    let whole = house.work(move |stop| {
        let known = shared.games.post(&text, &arguments, &shared.limits, stop)?;
        let whole = describe::whole(&known, &shared.limits, stop)?;
        Ok(json!({ "id": known.reference, "game": whole }))
    });
    Ok(json(&whole.await?))
}

/// Reads a formula about a game.
pub async fn formula(house: Arc<ServerState>, asked: RequestParameters) -> RouteResult {
    let known = house.open(asked.needs("game")?).await?;
    let (formula, limits) = (asked.needs("formula")?.to_string(), house.limits.clone());
    let checked = house.work(move |stop| {
        let statement = statement(&formula, &limits)?;
        let (claimed, control) = (&known.claimed, stop.control(None));
        validate(&claimed.ruleset, &statement, &claimed.library(&control)).map_err(
            // A game that was not loaded in time is no problem of the formula.
            |problems| match control.ask() {
                Err(gave_up) => stop.refusal(gave_up),
                Ok(()) => RequestRefusal::problems(&formula, &problems),
            },
        )?;
        Ok(json!({}))
    });
    Ok(json(&checked.await?))
}
