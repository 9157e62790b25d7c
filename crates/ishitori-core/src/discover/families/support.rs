//! What a claimed family needs to be proved: larger families, found from its shape.
//!
//! Where all positions of a claim `P if C` have some heaps bounded, the P-positions with these heaps bounded support
//! themselves, and so support C if it is true. Where heaps that a symmetry exchanges never differ by more than so much in C, the
//! kernel of that domain may support it. Which domains these are is read off the automaton of C. Cost: a
//! domain is learned and proved once by itself, and the claim with it once more.

use ishitori_automata::{Comparison, Dfa, DigitLogic, DigitOrder, Formula, Predicate};

use super::domain::FamilyDomain;
use super::{FamilyLimits, FamilyResult, family};
use crate::control::{Control, GaveUp};
use crate::prove::arena::Arena;
use crate::prove::goal::ProofGoal;
use crate::prove::symmetry::group;
use crate::prove::{ProofQuestion, formulate};

/// The largest bound that is looked for.
const MAX_BOUND: u64 = 8;

/// The largest difference that is looked for.
const MAX_APART: u64 = 16;

/// Windows have heaps of at most so many digits.
const MAX_BITS: usize = 7;

/// Automata that support a claim have at most so many states.
const MAX_STATES: usize = 5000;

/// A family that may support what a question claims: the first that is found and holds all of it.
///
/// # Errors
/// [`GaveUp`] if somebody stops the work.
pub fn support(question: &ProofQuestion, control: &Control) -> Result<Option<Dfa>, GaveUp> {
    let Ok((arena, goal)) = formulate(question, control) else { return Ok(None) };
    let ProofGoal::Families { lost, .. } = goal else { return Ok(None) };
    let limit = control.automata();
    let logic = DigitLogic { limit, ..DigitLogic::binary(DigitOrder::Msd) };
    let limits = FamilyLimits { states: MAX_STATES, bits: MAX_BITS };
    for set in &lost {
        let Ok(relation) = logic.evaluate(set) else { continue };
        let names: Vec<&str> = arena.heaps.iter().map(String::as_str).collect();
        let Ok(dfa) = logic.on_tracks(&relation, &names) else { continue };
        for domain in domains(&arena, &dfa, logic) {
            control.check()?;
            match family(&arena, &domain, limits, control) {
                Ok(FamilyResult::Proved(proved)) => return Ok(Some(proved.set)),
                Ok(FamilyResult::Resists(_)) => {}
                Err(gave_up) if gave_up.is_stopped() => return Err(gave_up),
                Err(_) => return Ok(None),
            }
        }
    }
    Ok(None)
}

/// The domains in which a set lies, the most promising first.
fn domains(arena: &Arena, set: &Dfa, logic: DigitLogic) -> Vec<FamilyDomain> {
    let known = Formula::Atom(Predicate::Known(set.clone()), arena.heaps.clone());
    let never = |formula: Formula| {
        let both = Formula::And(vec![known.clone(), formula]);
        logic.evaluate(&both).is_ok_and(|relation| relation.dfa().is_empty())
    };
    let above = |terms: &[(i64, &str)], most: u64| {
        Formula::linear(terms, Comparison::Greater, i64::try_from(most).unwrap_or(i64::MAX))
    };
    let mut all = Vec::new();
    let bound =
        |heap: &String| (0..=MAX_BOUND).find(|most| never(above(&[(1, heap.as_str())], *most)));
    let bounds: Vec<Option<u64>> = arena.heaps.iter().map(bound).collect();
    let bounded = FamilyDomain::bounded(&bounds);
    if bounded.free() < arena.heaps.len() && bounded.free() > 0 {
        all.push(bounded);
    }
    let apart = |one: &str, other: &str| {
        (0..=MAX_APART).find(|most| {
            never(above(&[(1, one), (-1, other)], *most).or(above(&[(-1, one), (1, other)], *most)))
        })
    };
    for places in group(&arena.symmetry, arena.heaps.len()) {
        let pairs = (0..places.len()).filter(|heap| places[*heap] > *heap);
        let most = pairs.map(|heap| apart(&arena.heaps[heap], &arena.heaps[places[heap]]));
        let Some(most) = most.collect::<Option<Vec<u64>>>().and_then(|all| all.into_iter().max())
        else {
            continue;
        };
        all.extend((most..=most + 1).filter_map(|by| FamilyDomain::near(&places, by)));
    }
    all
}
