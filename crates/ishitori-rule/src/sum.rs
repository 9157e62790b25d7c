//! The sum of games: a player moves in one of them.
//!
//! The heaps of all games stand side by side, and every family moves the heaps of its own game
//! only. The sum knows no symmetry. A game whose families are closed up to the order of the new heaps
//! gets them in every order, so that what is true of the order-free game is true of the tuple.

use crate::family::Symbol;
use crate::lower::{MAX_ARRANGED, MAX_HEAPS, arranged, within};
use crate::ruleset::{GameDescription, HeapRules, Rules, Ruleset};

/// Why games have no sum here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSum {
    /// A board, or a game on single heaps.
    NoHeaps(String),
    /// A position of it is several positions side by side.
    Blocking(String),
    /// Too many heaps.
    TooManyHeaps(usize),
    /// Too many arrangements of the heaps of a game.
    TooManyArrangements(String),
}

impl std::fmt::Display for NoSum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoSum::NoHeaps(name) => {
                write!(
                    f,
                    "{name} has no fixed number of heaps: the sums of claims are of games that have"
                )
            }
            NoSum::Blocking(name) => {
                write!(f, "{name} is played on several positions at once, so it has no sum here")
            }
            NoSum::TooManyHeaps(heaps) => {
                write!(f, "{heaps} heaps are too many: a sum has at most {MAX_HEAPS}")
            }
            NoSum::TooManyArrangements(name) => {
                write!(f, "{name} has too many heaps for a sum: up to {MAX_ARRANGED}")
            }
        }
    }
}

impl std::error::Error for NoSum {}

/// The sum of games.
///
/// # Errors
/// [`NoSum`] if one is a board, or there are too many heaps.
pub fn sum(parts: &[Ruleset]) -> Result<Ruleset, NoSum> {
    let mut rules = HeapRules::without_moves(Vec::new());
    let mut heaps = Vec::new();
    for part in parts {
        let Rules::Heaps(part_rules) = &part.rules else {
            return Err(NoSum::NoHeaps(part.about.full_name()));
        };
        if !part_rules.measure.blocks.is_empty() {
            return Err(NoSum::Blocking(part.about.full_name()));
        }
        heaps.push(part_rules);
    }
    let total = heaps.iter().map(|part| part.names.len()).sum();
    if total > MAX_HEAPS {
        return Err(NoSum::TooManyHeaps(total));
    }
    for (part, about) in heaps.iter().zip(parts) {
        let offset = rules.lower.len();
        let shift = |symbol| match symbol {
            Symbol::Heap(i) => Symbol::Heap(i + offset),
            fresh => fresh,
        };
        let families = arranged(part).ok_or(NoSum::TooManyArrangements(about.about.full_name()))?;
        let places: Vec<usize> = (offset..offset + part.names.len()).collect();
        rules.families.extend(families.iter().map(|family| within(family, &places, total)));
        rules.validity.extend(part.validity.iter().map(|c| c.renamed(shift)));
        rules.lower.extend(&part.lower);
        rules.measure.extend(offset, &part.measure, part.names.len());
    }
    rules.names = (1..=total).map(|i| format!("h[{i}]")).collect();
    let names: Vec<String> = parts.iter().map(|part| part.about.full_name()).collect();
    let about = GameDescription { name: names.join(" + "), ..GameDescription::default() };
    let rules = Rules::Heaps(rules);
    Ok(Ruleset { about, rules, definitions: Vec::new(), claims: Vec::new() })
}
