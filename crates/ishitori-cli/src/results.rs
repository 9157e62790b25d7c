//! Results that outlive the program: solved with checkpoints, streamed into files that other programs
//! open, and read back instead of being solved again.
//!
//! A long solve tells its results to a *spool* beside the file that was asked for, and hands over its
//! state now and then; spool and state together are the checkpoint ([`keeper`]). At the end the spool is
//! sorted into the file ([`set`]), so its bytes depend neither on threads nor on interruptions.

pub mod columns;
pub mod grid;
pub mod keeper;
pub mod set;
pub mod stored;

use ishitori_core::game::Bounds;
use ishitori_core::solve::Convention;
use ishitori_rule::syntax::Argument;
use ishitori_rule::{Rules, Ruleset};
use ishitori_store::{FileSubject, hash_of};
use serde_json::{Map, Value, json};

/// What a file says of the game, its window and who computed it.
pub fn about(ruleset: &Ruleset, window: &Bounds, convention: Convention) -> FileSubject {
    let parameter = |(name, value): &(String, Argument)| {
        let value = match value {
            Argument::Number(number) => json!(number),
            Argument::List(items) => json!(items),
            Argument::Text(text) => json!(text),
        };
        (name.clone(), value)
    };
    FileSubject {
        game: ruleset.about.full_name(),
        rule: ruleset.about.text.clone(),
        rule_hash: rule_hash(&ruleset.rules),
        parameters: ruleset.about.arguments.iter().map(parameter).collect(),
        window: json!({ "to": window.to, "total": window.total }),
        convention: convention_word(convention).to_string(),
        engine: String::new(),
        program: format!("ishitori {}", env!("CARGO_PKG_VERSION")),
        more: Map::new(),
    }
}

/// What a game is known by: its rule after lowering, so that comments and titles do not matter.
pub fn rule_hash(rules: &Rules) -> String {
    let mut rules = rules.clone();
    let families = match &mut rules {
        Rules::Heaps(rules) => &mut rules.families[..],
        Rules::Single(rules) => &mut rules.families[..],
        Rules::Board(_) => &mut [],
    };
    // Where a family stands in the text does not matter.
    families.iter_mut().for_each(|family| family.origin = 0..0);
    hash_of(&format!("{rules:?}"))
}

/// The word for a convention in files.
pub fn convention_word(convention: Convention) -> &'static str {
    if convention == Convention::Misere { "misere" } else { "normal" }
}

/// The window that a file is about.
pub fn window(about: &FileSubject) -> Option<Bounds> {
    let numbers = |value: &Value| -> Option<Vec<u64>> {
        value.as_array()?.iter().map(Value::as_u64).collect()
    };
    let total = match &about.window["total"] {
        Value::Null => None,
        total => Some(total.as_u64()?),
    };
    Some(Bounds { to: numbers(&about.window["to"])?, total })
}
