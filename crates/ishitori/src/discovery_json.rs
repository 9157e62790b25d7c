//! What was discovered, for programs: the JSON of the command line and of ledgers.
//!
//! Made in one place, so that `discover --json` and the ledger of a batch use the same names. Bounds of
//! windows are text, since they may be too large for a number in JSON. The page has an answer of its own: it
//! adds what was found to what it says of a proof.

use std::path::PathBuf;

use ishitori_core::discover::{Aim, Resistance};
use serde_json::{Value, json};

use crate::discoveries::{AcceptedDiscovery, DiscoveryFinding, digit_words, kind};
use crate::slices::SliceFinding;

/// What was written about a finding.
#[derive(Default)]
pub struct FindingFiles {
    /// The files that were asked for.
    pub written: Vec<PathBuf>,
    /// Where the store keeps it.
    pub kept: Option<PathBuf>,
    /// Why the store does not.
    pub not_kept: Option<String>,
}

/// What was found of the slices of a game that resists, as JSON.
pub fn slices_json(aim: Aim, slices: &[(SliceFinding, FindingFiles)]) -> Value {
    let one = |(found, files): &(SliceFinding, FindingFiles)| {
        let mut value =
            finding_json(&found.claimed.ruleset.about.full_name(), aim, &found.finding, files);
        value["where"] = json!(found.bounds);
        value
    };
    slices.iter().map(one).collect()
}

/// A finding as JSON.
pub fn finding_json(
    game: &str,
    aim: Aim,
    finding: &DiscoveryFinding,
    files: &FindingFiles,
) -> Value {
    let mut value = json!({ "game": game, "what": kind(aim) });
    let more = match finding {
        DiscoveryFinding::Found(discovery) => discovery_json(discovery, files),
        DiscoveryFinding::Resists(resistance) => {
            let mut more = json!({ "verdict": "unknown" });
            extend(&mut more, resistance_json(resistance));
            more
        }
        DiscoveryFinding::Outside(why) => json!({ "verdict": "outside", "why": why }),
    };
    extend(&mut value, more);
    value
}

fn extend(value: &mut Value, more: Value) {
    if let (Some(value), Value::Object(more)) = (value.as_object_mut(), more) {
        value.extend(more);
    }
}

fn discovery_json(discovery: &AcceptedDiscovery, files: &FindingFiles) -> Value {
    let theorem = &discovery.theorem;
    json!({
        "verdict": "proved",
        "statement": discovery.statement(),
        "statements": discovery.said,
        "theorem": theorem.checked.theorem(),
        "digits": digit_words(discovery.digits),
        "learned_below": (1u128 << discovery.bits).to_string(),
        "states": discovery.states,
        "refuted": discovery.refuted.len(),
        "macro_states": theorem.checked.macro_states,
        "seconds": discovery.time.as_secs_f64(),
        "check_seconds": theorem.checking.as_secs_f64(),
        "certificate_bytes": theorem.proof.certificate.len(),
        "second_reader": theorem.unread.as_deref().unwrap_or("agrees"),
        "rest": discovery.rest.as_ref().map(resistance_json),
        "files": files.written.iter().map(|f| f.display().to_string()).collect::<Vec<_>>(),
        "kept": files.kept.as_ref().map(|f| f.display().to_string()),
    })
}

fn resistance_json(resistance: &Resistance) -> Value {
    let probes: Vec<Value> = resistance
        .probes
        .iter()
        .map(|probe| {
            json!({
                "class": probe.class,
                "digits": digit_words(probe.digits),
                "length": probe.length,
                "residuals": probe.residuals,
                "states_at_least": probe.bound(),
            })
        })
        .collect();
    json!({
        "why": resistance.why,
        "heaps_below": (1u128 << resistance.bits).to_string(),
        "refuted": resistance.refuted.len(),
        "probes": probes,
    })
}
