//! Blocking games: before each move the other player forbids up to k - 1 options, for this move only.
//!
//! Whoever is to move wins if k options or more lose for the other player: only k - 1 of them can be forbidden. So a move may
//! as well name k distinct options, and the other player chooses the one that play goes on from. That is a game without blocking
//! on k copies of the heaps: a position is the k positions that were named, a move chooses one of them and names k distinct
//! options of it. k equal copies of a position are lost exactly if the position is lost in the blocking game. Cost: families to the
//! power k, and windows too, so this is for small k and small heaps.

use super::arranged::orders;
use super::compound::{NamedOptions, SideBySide, fresh_name};
use super::limits::{MAX_INSTANCES, too_many};
use crate::family::{AffineCondition as Atom, Family, MAX_SYMBOLS, Symbol};
use crate::measure::PlayMeasure;
use crate::problem::{Problem, Span};
use crate::ruleset::HeapRules;

/// The rules of a game in which up to `k - 1` options are forbidden.
pub(super) fn blocking(part: &HeapRules, k: usize, at: &Span) -> Result<HeapRules, Problem> {
    let copies = SideBySide::new(vec![part.clone(); k], at)?;
    let mut families = Vec::new();
    for chosen in choices(part.families.len(), k) {
        let named: Vec<&Family> = chosen.iter().map(|i| &part.families[*i]).collect();
        let symbols: usize = named.iter().map(|f| f.fresh.len()).sum();
        if symbols + copies.rules.names.len() > MAX_SYMBOLS {
            let message = "too many heaps and variables in one move";
            return Err(Problem::new(at.clone(), message, format!("at most {MAX_SYMBOLS}")));
        }
        let distinct = named_at_once(part, &named, at)?;
        for from in 0..k {
            families.push(copies.chosen_copy(&distinct, from));
        }
        if families.len() > MAX_INSTANCES {
            return Err(too_many(at.clone()));
        }
    }
    let measure = PlayMeasure { blocks: copies.places, ..PlayMeasure::default() };
    Ok(HeapRules { families, measure, ..copies.rules })
}

/// Ways to choose k of n things, each as often as one likes.
fn choices(n: usize, k: usize) -> Vec<Vec<usize>> {
    (0..k).fold(vec![Vec::new()], |all, _| {
        let longer = |one: &Vec<usize>| {
            let first = one.last().copied().unwrap_or(0);
            let one = one.clone();
            (first..n).map(move |next| one.iter().copied().chain([next]).collect())
        };
        all.iter().flat_map(longer).collect()
    })
}

fn named_at_once(part: &HeapRules, named: &[&Family], at: &Span) -> Result<NamedOptions, Problem> {
    let mut all = NamedOptions { fresh: Vec::new(), conditions: Vec::new(), options: Vec::new() };
    for family in named {
        let shift = all.fresh.len();
        let behind = |symbol| match symbol {
            Symbol::Fresh(j) => Symbol::Fresh(j + shift),
            heap => heap,
        };
        for variable in &family.fresh {
            all.fresh.push(fresh_name(variable, &all.fresh));
        }
        for condition in family.conditions.iter().map(|c| c.renamed(behind)) {
            if !all.conditions.contains(&condition) {
                all.conditions.push(condition);
            }
        }
        all.options.push(family.result.iter().map(|e| e.renamed(behind)).collect());
    }
    let orders = match part.symmetry.identifies() {
        true => orders(part.heaps()),
        false => vec![(0..part.names.len()).collect()],
    };
    for (i, one) in all.options.iter().enumerate() {
        for other in &all.options[..i] {
            for order in &orders {
                let differs = order
                    .iter()
                    .zip(one)
                    .map(|(place, e)| Ok(vec![Atom::NotZero(e.minus(&other[*place])?)]));
                let differs: Result<Vec<Vec<Atom>>, crate::family::NumberTooLarge> =
                    differs.collect();
                let differs =
                    differs.map_err(|_| Problem::new(at.clone(), "number too large", "here"))?;
                all.conditions.push(Atom::AnyOf(differs).normal());
            }
        }
    }
    Ok(all)
}
