//! Closing the families under the declared symmetry, each family once.
//!
//! Two families are the same if they differ only in the names of fresh variables and, in an
//! unordered game, in the order of the new heaps. The test is syntactic: it may miss that two
//! families are the same, which costs time and never changes an option.

use std::collections::BTreeSet;

use super::draft::FamilyDraft;
use super::limits::{MAX_INSTANCES, MAX_RENAMED, too_long, too_many};
use super::watch::LoweringWatch;
use crate::family::{Affine, AffineCondition as Atom, Symbol};
use crate::problem::Problem;
use crate::symmetry::{Permutation, Symmetry};

/// Drafts that symmetries turn into each other. What is true of one is true of all, so the checks
/// look at the first alone.
pub(super) struct Orbit {
    /// The members; the first is the one that the rule text spells out.
    pub members: Vec<FamilyDraft>,
}

/// All images of `drafts` under the symmetry, by orbit.
pub(super) fn orbits(
    drafts: Vec<FamilyDraft>,
    symmetry: &Symmetry,
    (heaps, places): (usize, usize),
    watch: &LoweringWatch,
) -> Result<Vec<Orbit>, Problem> {
    let generators = symmetry.generators_among(heaps, places);
    let mut seen = BTreeSet::new();
    let mut orbits = Vec::new();
    let mut renamed = 0usize;
    for draft in drafts {
        watch.look()?;
        if !seen.insert(key(&draft, symmetry)) {
            continue;
        }
        let mut members = vec![draft];
        let mut at = 0;
        while at < members.len() {
            watch.look()?;
            renamed += generators.len() * (places + members[at].conditions.len());
            if renamed > MAX_RENAMED {
                return Err(too_long(members[0].origin.clone()));
            }
            for permutation in &generators {
                let image = image(&members[at], permutation);
                if seen.insert(key(&image, symmetry)) {
                    members.push(image);
                }
            }
            if seen.len() > MAX_INSTANCES {
                return Err(too_many(members[0].origin.clone()));
            }
            at += 1;
        }
        orbits.push(Orbit { members });
    }
    Ok(orbits)
}

/// Each draft once.
pub(super) fn distinct(
    drafts: Vec<FamilyDraft>,
    symmetry: &Symmetry,
    watch: &LoweringWatch,
) -> Result<Vec<FamilyDraft>, Problem> {
    let mut seen = BTreeSet::new();
    let mut distinct = Vec::new();
    for draft in drafts {
        watch.look()?;
        if seen.insert(key(&draft, symmetry)) {
            distinct.push(draft);
        }
    }
    Ok(distinct)
}

/// Whether the image of every draft is there with its heaps in the same places; no if `watch` is told to stop.
pub(super) fn is_closed_in_place(
    drafts: &[FamilyDraft],
    symmetry: &Symmetry,
    (heaps, places): (usize, usize),
    watch: &LoweringWatch,
) -> bool {
    // Without identification a key keeps the order of heaps.
    let in_place = |draft: &FamilyDraft| key(draft, &Symmetry::None);
    let all: BTreeSet<DraftKey> = drafts.iter().map(in_place).collect();
    symmetry.generators_among(heaps, places).iter().all(|permutation| {
        let is_there = |draft| all.contains(&in_place(&image(draft, permutation)));
        drafts.iter().all(|draft| watch.goes_on() && is_there(draft))
    })
}

/// Whether a set of conditions on positions is the same after every symmetry.
pub(super) fn is_symmetric(
    validity: &[Atom],
    symmetry: &Symmetry,
    (heaps, places): (usize, usize),
) -> bool {
    let all: BTreeSet<Atom> = validity.iter().cloned().map(Atom::normal).collect();
    symmetry.generators_among(heaps, places).iter().all(|permutation| {
        all.iter().all(|condition| all.contains(&condition.renamed(moved(permutation)).normal()))
    })
}

fn moved(permutation: &Permutation) -> impl Fn(Symbol) -> Symbol + '_ {
    |symbol| match symbol {
        Symbol::Heap(i) => Symbol::Heap(permutation[i]),
        fresh => fresh,
    }
}

fn image(draft: &FamilyDraft, permutation: &Permutation) -> FamilyDraft {
    let mut result = draft.result.clone();
    for (i, e) in draft.result.iter().enumerate() {
        result[permutation[i]] = e.renamed(moved(permutation));
    }
    FamilyDraft {
        fresh: draft.fresh.clone(),
        conditions: draft.conditions.iter().map(|c| c.renamed(moved(permutation))).collect(),
        result,
        origin: draft.origin.clone(),
    }
}

type DraftKey = (Vec<Affine>, Vec<Atom>);

fn key(draft: &FamilyDraft, symmetry: &Symmetry) -> DraftKey {
    // 1. Number the fresh variables by where they occur, not by name.
    let mut order: Vec<usize> = (0..draft.fresh.len()).collect();
    order.sort_by_cached_key(|j| occurrences(draft, Symbol::Fresh(*j), symmetry));
    let renumbered = |symbol| match symbol {
        Symbol::Fresh(j) => {
            Symbol::Fresh(order.iter().position(|o| *o == j).expect("every variable has a rank"))
        }
        heap => heap,
    };
    // 2. Forget the order of conditions and, where it means nothing, of heaps.
    let mut result: Vec<Affine> = draft.result.iter().map(|e| e.renamed(renumbered)).collect();
    if symmetry.identifies() {
        result.sort();
    }
    let mut conditions: Vec<Atom> =
        draft.conditions.iter().map(|c| c.renamed(renumbered)).collect();
    conditions.sort();
    conditions.dedup();
    (result, conditions)
}

/// Everything about a fresh variable that does not depend on the numbers of fresh variables:
/// for each expression it is in, the place (if places mean anything), its coefficient, the heaps
/// and the constant.
type Occurrence = (usize, i64, Vec<(Symbol, i64)>, i64);

fn occurrences(draft: &FamilyDraft, variable: Symbol, symmetry: &Symmetry) -> Vec<Occurrence> {
    let describe = |place: usize, e: &Affine| {
        let heaps = e.terms().filter(|(s, _)| matches!(s, Symbol::Heap(_))).collect();
        (place, e.coefficient(variable), heaps, e.offset())
    };
    let in_results = draft.result.iter().enumerate().map(|(i, e)| {
        let place = if symmetry.identifies() { 0 } else { i };
        (place, e)
    });
    let in_conditions =
        draft.conditions.iter().flat_map(|c| c.expressions().map(|e| (usize::MAX, e)));
    let mut all: Vec<Occurrence> = in_results
        .chain(in_conditions)
        .filter(|(_, e)| e.coefficient(variable) != 0)
        .map(|(place, e)| describe(place, e))
        .collect();
    all.sort();
    all
}
