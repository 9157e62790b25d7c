//! What is known about the claims of the catalogue: proved, true on a window, refuted.
//!
//! Finding that out takes minutes, so the atlas shows what `tests/verdicts.rs` found by asking the server for a proof of each
//! claim; the same test compares the list with the games. It is about the texts that it was made for: of a game whose text has
//! changed since, nothing is said.

use std::collections::HashMap;
use std::sync::OnceLock;

use ishitori::rules::Ruleset;
use serde_json::Value;

/// The verdicts by game and claim.
pub const VERDICTS: &str = include_str!("verdicts.json");

/// What is known about a claim of a game.
pub fn of(ruleset: &Ruleset, claim: &str) -> Option<Value> {
    static ALL: OnceLock<HashMap<String, Value>> = OnceLock::new();
    let all = ALL.get_or_init(|| serde_json::from_str(VERDICTS).unwrap_or_default());
    let game = all.get(&ruleset.about.name)?;
    (game["text"] == text_hash(&ruleset.about.text)).then(|| game["claims"].get(claim).cloned())?
}

/// By which a rule text is known.
pub fn text_hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..16].to_string()
}
