//! Discovering a theorem about a game.
//!
//! As `ishitori discover` does with its default limits, but in the time of the job. A theorem is told once
//! `ishitori-check` has accepted it, with certificate and drawings as in `prove`. It is not kept in the
//! store: the command line does that.

use std::sync::Arc;

use ishitori::Convention;
use ishitori::discoveries::{
    self, AcceptedDiscovery, Aim, DiscoveryFinding, DiscoveryRequest, digit_words,
};
use ishitori::{Control, GaveUp};
use serde_json::{Value, json};

use super::prove;
use super::question::JobQuestion;
use crate::job::JobProduct;
use crate::pool::Stop;
use crate::refusal::RequestRefusal;
use crate::state::ServerState;

/// The most states of an automaton, as on the command line.
const STATES: usize = 2000;

/// The most binary digits of a heap in a window.
const BITS: usize = 30;

/// Looks for a theorem.
pub fn discover(
    house: &ServerState,
    question: &JobQuestion,
    stop: &Arc<Stop>,
) -> Result<JobProduct, RequestRefusal> {
    let aim = match (question.what.as_str(), question.convention) {
        ("outcome" | "p", convention) => Aim::Outcomes(convention),
        (_, Convention::Misere) => {
            return Err(RequestRefusal::bad("Grundy values are for normal play"));
        }
        ("values", _) => Aim::Values(3),
        _ => Aim::Grundy,
    };
    let request = DiscoveryRequest { aim, states: STATES, bits: BITS };
    let control = prove::control(house, question, stop);
    Ok(match discoveries::discover(&question.known.claimed, &request, &control)? {
        DiscoveryFinding::Found(discovery) => found(aim, &discovery, &stop.control(None)),
        DiscoveryFinding::Resists(resistance) => {
            let gave_up = resistance.gave_up.unwrap_or_else(|| GaveUp::new(&*resistance.why));
            nothing(&resistance.why, Some(gave_up))
        }
        DiscoveryFinding::Outside(why) => nothing(&why, None),
    })
}

fn nothing(why: &str, gave_up: Option<GaveUp>) -> JobProduct {
    let result = json!({ "found": false, "verdict": "unknown", "why": why });
    JobProduct { result, gave_up, ..JobProduct::default() }
}

fn found(aim: Aim, discovery: &AcceptedDiscovery, control: &Control) -> JobProduct {
    let mut product = prove::proved(&discovery.theorem);
    let words = |tuple: &Vec<u128>| {
        let words: Vec<String> = tuple.iter().map(u128::to_string).collect();
        words.join(",")
    };
    let examples: Vec<String> = discovery.examples(control).iter().map(words).collect();
    let more = json!({
        "found": true,
        "statement": discovery.statement(),
        "what": discoveries::kind(aim),
        "digits": digit_words(discovery.digits),
        "states": discovery.states,
        "learned_below": (1u64 << discovery.bits.min(62)),
        "wrong_before": discovery.refuted.len(),
        "examples": examples,
        "seconds": discovery.time.as_secs_f64(),
    });
    if let (Value::Object(result), Value::Object(more)) = (&mut product.result, more) {
        result.extend(more);
    }
    product
}
