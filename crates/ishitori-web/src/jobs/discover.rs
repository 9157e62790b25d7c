//! Discovering a theorem about a game.

use std::sync::Arc;

use ishitori::discoveries::{
    self, AcceptedDiscovery, DiscoveryFinding, DiscoveryRequest, digit_words,
};
use ishitori_automata::Dfa;
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::discover::Aim;
use ishitori_core::solve::Convention;
use ishitori_rule::Symmetry;
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

/// So many positions of a set are told.
const EXAMPLES: usize = 12;

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
    let more = json!({
        "found": true,
        "statement": discovery.statement(),
        "what": discoveries::kind(aim),
        "digits": digit_words(discovery.digits),
        "states": discovery.states,
        "learned_below": (1u64 << discovery.bits.min(62)),
        "wrong_before": discovery.refuted.len(),
        "examples": examples(discovery, control),
        "seconds": discovery.time.as_secs_f64(),
    });
    if let (Value::Object(result), Value::Object(more)) = (&mut product.result, more) {
        result.extend(more);
    }
    product
}

/// The first positions of the first set; of an unordered game each once.
fn examples(discovery: &AcceptedDiscovery, control: &Control) -> Vec<String> {
    let proof = &discovery.theorem.proof;
    let shop = &proof.induction.shop;
    let formulas = proof.goal.formulas();
    let first = formulas.iter().map(|(name, _)| name).find(|name| *name != "terminal");
    let machine = shop.machines.iter().find(|machine| Some(&machine.name) == first);
    let Some(dfa) = machine.map(|machine| &machine.dfa) else { return Vec::new() };
    let heaps = proof.arena.heaps.len();
    let unordered = proof.arena.symmetry == Symmetry::Unordered;
    let list = |dfa: &Dfa, count| dfa.first(shop.numeration, count, control.automata()).ok();
    // Thin sets have few positions with so many digits.
    let first = [400, EXAMPLES, 1].iter().find_map(|count| list(dfa, *count)).unwrap_or_default();
    let wanted = first.iter().filter(|tuple| !unordered || tuple[..heaps].is_sorted());
    let words = |tuple: &Vec<u128>| {
        let words: Vec<String> = tuple.iter().map(u128::to_string).collect();
        words.join(",")
    };
    wanted.take(EXAMPLES).map(words).collect()
}
