//! The sum of games: a player moves in one of them.
//!
//! The heaps of all games stand side by side, and every family moves the heaps of its own game
//! only. The sum knows no symmetry. A game whose families are closed up to the order of the new heaps
//! gets them in every order, so that what is true of the order-free game is true of the tuple.

use crate::family::{Affine, AffineCondition, Family, Symbol};
use crate::lower::MAX_HEAPS;
use crate::ruleset::{GameDescription, HeapRules, Rules, Ruleset};
use crate::symmetry::Symmetry;

/// Heaps of one game whose new order is written out.
const MAX_ARRANGED: usize = 5;

/// Why games have no sum here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSum {
    /// A board, or a game on single heaps.
    NoHeaps(String),
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
    let mut rules = HeapRules {
        names: Vec::new(),
        lower: Vec::new(),
        validity: Vec::new(),
        symmetry: Symmetry::None,
        families: Vec::new(),
        closed_in_place: true,
        measure: Vec::new(),
    };
    let mut heaps = Vec::new();
    for part in parts {
        let Rules::Heaps(part_rules) = &part.rules else {
            return Err(NoSum::NoHeaps(part.about.full_name()));
        };
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
        rules.families.extend(families.iter().map(|family| within(family, offset, total, &shift)));
        rules.validity.extend(part.validity.iter().map(|c| c.renamed(shift)));
        rules.lower.extend(&part.lower);
        rules.measure.extend(&part.measure);
    }
    rules.names = (1..=total).map(|i| format!("h[{i}]")).collect();
    let names: Vec<String> = parts.iter().map(|part| part.about.full_name()).collect();
    let about = GameDescription { name: names.join(" + "), ..GameDescription::default() };
    let rules = Rules::Heaps(rules);
    Ok(Ruleset { about, rules, definitions: Vec::new(), claims: Vec::new() })
}

/// A family of one part among the heaps of all.
fn within(
    family: &Family,
    offset: usize,
    total: usize,
    shift: &impl Fn(Symbol) -> Symbol,
) -> Family {
    let mut result: Vec<Affine> = (0..total).map(Affine::heap).collect();
    for (i, heap) in family.result.iter().enumerate() {
        result[offset + i] = heap.renamed(shift);
    }
    let conditions: Vec<AffineCondition> =
        family.conditions.iter().map(|c| c.renamed(shift)).collect();
    Family { fresh: family.fresh.clone(), conditions, result, origin: 0..0 }
}

/// The families of a part, with the new heaps in every order if order means nothing there.
fn arranged(part: &HeapRules) -> Option<Vec<Family>> {
    if part.closed_in_place {
        return Some(part.families.clone());
    }
    if part.names.len() > MAX_ARRANGED {
        return None;
    }
    let mut families: Vec<Family> = Vec::new();
    for family in &part.families {
        for order in orders(part.names.len()) {
            let result = order.iter().map(|i| family.result[*i].clone()).collect();
            let family = Family { result, ..family.clone() };
            if !families.contains(&family) {
                families.push(family);
            }
        }
    }
    Some(families)
}

fn orders(n: usize) -> Vec<Vec<usize>> {
    (0..n).fold(vec![Vec::new()], |orders, next| {
        let insert = |order: &Vec<usize>, at: usize| {
            let mut order = order.clone();
            order.insert(at, next);
            order
        };
        orders.iter().flat_map(|o| (0..=o.len()).map(move |at| insert(o, at))).collect()
    })
}
