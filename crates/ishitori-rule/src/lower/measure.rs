//! That play ends: a measure of positions that every move makes smaller.
//!
//! The number of stones is tried first, then weights for the heaps, then weights for the heaps and for how many of them are not at
//! their smallest, which ends games that join heaps. Weights solve a linear system (Podelski and
//! Rybalchenko, 2004): by Farkas' lemma a family lowers the weighted sum by one or more, wherever
//! its conditions `A x + b >= 0` hold, if and only if the loss minus one is a combination of these
//! rows and a constant, none with a negative factor. The factors are eliminated family by family,
//! which leaves conditions on the weights alone. By how much a family can raise the number of heaps that are not at their
//! smallest is a constant for each heap ([`nonempty_changes`]). The weights are constant on the orbits of the
//! symmetry: if any weights work, their average over the group does.

use super::check::{PositionSpace, add, example, unwieldy};
use super::draft::FamilyDraft;
use crate::family::{Affine, Symbol};
use crate::linear::{LinearSystem, SystemTooLarge};
use crate::problem::Problem;

/// Weights of heaps, and of heaps that are not at their smallest.
type Weights = (Vec<i64>, Vec<i64>);

/// Weights such that every family lowers the weighted sum of heaps.
pub(super) fn measure(
    floor: &PositionSpace,
    drafts: &[&FamilyDraft],
    orbits: Vec<usize>,
    names: &[String],
) -> Result<Weights, Vec<Problem>> {
    let ones = vec![1; floor.lower.len()];
    let none = vec![0; floor.lower.len()];
    let no_changes = vec![none.clone(); drafts.len()];
    let mut failing = Vec::new();
    for draft in drafts {
        floor.watch.look().map_err(|p| vec![p])?;
        if !lowers(floor, draft, &ones, 0).map_err(|p| vec![p])? {
            failing.push(*draft);
        }
    }
    if failing.is_empty() {
        return Ok((ones, none));
    }
    if let Ok(Some((weights, _))) = ranking(floor, drafts, &orbits, &no_changes) {
        // What was found by scaled rounding is checked like any other.
        let holds = |draft: &&FamilyDraft| lowers(floor, draft, &weights, 0) == Ok(true);
        if drafts.iter().all(holds) {
            return Ok((weights, none));
        }
    }
    if let Some(found) = counting_heaps(floor, drafts, &orbits) {
        return Ok(found);
    }
    let mut problems = Vec::new();
    for draft in failing {
        floor.watch.look().map_err(|p| vec![p])?;
        problems.push(endless(draft, floor, names));
    }
    let mut problems = crate::problem::tidy(problems);
    problems.dedup_by_key(|p| p.span());
    Err(problems)
}

/// The number of stones of the largest of several positions side by side, which every family must lower: some block
/// has more stones than each block has afterwards.
pub(super) fn of_blocks(
    floor: &PositionSpace,
    drafts: &[&FamilyDraft],
    blocks: &[Vec<usize>],
    names: &[String],
) -> Result<Weights, Vec<Problem>> {
    let mut problems = Vec::new();
    for draft in drafts {
        floor.watch.look().map_err(|p| vec![p])?;
        let falls = |from: &Vec<usize>| {
            blocks.iter().all(|to| falls_below(floor, draft, from, to) == Ok(true))
        };
        if !blocks.iter().any(falls) {
            problems.push(endless(draft, floor, names));
        }
    }
    let heaps = floor.lower.len();
    if problems.is_empty() { Ok((vec![1; heaps], vec![0; heaps])) } else { Err(problems) }
}

/// Whether one block always has fewer stones after a move than another before.
fn falls_below(
    floor: &PositionSpace,
    draft: &FamilyDraft,
    before: &[usize],
    after: &[usize],
) -> Result<bool, SystemTooLarge> {
    let mut gain = Affine::constant(0);
    for place in after {
        gain = gain.plus(1, &draft.result[*place]).map_err(|_| SystemTooLarge)?;
    }
    for place in before {
        gain = gain.minus(&Affine::heap(*place)).map_err(|_| SystemTooLarge)?;
    }
    let heaps = floor.lower.len();
    let mut system = floor.system(&draft.family())?;
    add(&mut system, &gain, 1, heaps, heaps + draft.fresh.len())?;
    floor.is_empty(&system)
}

/// Weights that count heaps as well.
fn counting_heaps(
    floor: &PositionSpace,
    drafts: &[&FamilyDraft],
    orbits: &[usize],
) -> Option<Weights> {
    let mut changes = Vec::new();
    for draft in drafts {
        floor.watch.look().ok()?;
        changes.push(nonempty_changes(floor, draft).ok()?);
    }
    if changes.iter().flatten().all(|change| *change >= 0) {
        return None;
    }
    let (weights, counted) = ranking(floor, drafts, orbits, &changes).ok()??;
    let holds = drafts.iter().zip(&changes).all(|(draft, changes)| {
        let more = changes.iter().zip(&counted).map(|(change, weight)| change * weight).sum();
        lowers(floor, draft, &weights, more) == Ok(true)
    });
    holds.then_some((weights, counted))
}

/// For each heap the most that a family adds to whether it is not at its smallest: -1, 0 or 1.
fn nonempty_changes(
    floor: &PositionSpace,
    draft: &FamilyDraft,
) -> Result<Vec<i64>, SystemTooLarge> {
    let heaps = floor.lower.len();
    let columns = heaps + draft.fresh.len();
    let base = floor.system(&draft.family())?;
    let mut changes = Vec::new();
    for (heap, new) in draft.result.iter().enumerate() {
        if *new == Affine::heap(heap) {
            changes.push(0);
            continue;
        }
        let low = Affine::constant(i64::try_from(floor.lower[heap]).map_err(|_| SystemTooLarge)?);
        let above = |e: &Affine| e.minus(&low).and_then(|e| e.minus(&Affine::constant(1)));
        let at_low = low.minus(&Affine::heap(heap)).map_err(|_| SystemTooLarge)?;
        let new_above = above(new).map_err(|_| SystemTooLarge)?;
        let impossible = |conditions: &[&Affine]| -> Result<bool, SystemTooLarge> {
            let mut system = base.clone();
            for condition in conditions {
                add(&mut system, condition, 1, heaps, columns)?;
            }
            floor.is_empty(&system)
        };
        let was_above = impossible(&[&at_low])?;
        let ends_low = impossible(&[&new_above])?;
        changes.push(match (was_above, ends_low) {
            (true, true) => -1,
            (true, false) | (false, true) => 0,
            (false, false) => i64::from(!impossible(&[&at_low, &new_above])?),
        });
    }
    Ok(changes)
}

/// Whether a family lowers the weighted sum and `more` with every move.
fn lowers(
    floor: &PositionSpace,
    draft: &FamilyDraft,
    weights: &[i64],
    more: i64,
) -> Result<bool, Problem> {
    let check = || {
        let mut system = floor.system(&draft.family())?;
        let heaps = floor.lower.len();
        let gain = gain(draft, weights).and_then(|gain| gain.plus(1, &Affine::constant(more)));
        let gain = gain.map_err(|_| SystemTooLarge)?;
        add(&mut system, &gain, 1, heaps, heaps + draft.fresh.len())?;
        floor.is_empty(&system)
    };
    check().map_err(|SystemTooLarge| unwieldy(draft))
}

/// Solutions of linear systems are scaled by this, so that rounding rarely matters.
const SCALE: i64 = 5_040;

/// The weights by Farkas' lemma, where moves of each draft change so whether heaps are at their smallest.
fn ranking(
    floor: &PositionSpace,
    drafts: &[&FamilyDraft],
    orbits: &[usize],
    changes: &[Vec<i64>],
) -> Result<Option<Weights>, SystemTooLarge> {
    let mut leaders = orbits.to_vec();
    leaders.sort_unstable();
    leaders.dedup();
    // Weights of heaps, then of heaps that are not at their smallest, if any move changes how many there are.
    let counts = changes.iter().flatten().any(|change| *change != 0);
    let columns = if counts { 2 * leaders.len() } else { leaders.len() };
    let mut weights = LinearSystem::default();
    for weight in 0..columns {
        let mut row = vec![0; columns];
        row[weight] = 1;
        weights.add(&row, 0)?;
    }
    for (draft, changes) in drafts.iter().zip(changes) {
        floor.watch.look().map_err(|_| SystemTooLarge)?;
        let counted: Vec<i64> = match counts {
            true => leaders.iter().map(|leader| of_orbit(changes, orbits, *leader)).collect(),
            false => Vec::new(),
        };
        for row in conditions_on_weights(floor, draft, orbits, &leaders, &counted)?.rows() {
            weights.add(&row.coefficients[..columns], row.constant)?;
        }
    }
    let Some(solution) = weights.solution(columns)? else { return Ok(None) };
    let divisor = solution.iter().fold(0, |g, w| gcd(g, *w)).max(1);
    let place = |leader: &usize| leaders.binary_search(leader).expect("a leader");
    let of = |leader: &usize| solution[place(leader)] / divisor;
    let counted = |leader: &usize| match counts {
        true => solution[leaders.len() + place(leader)] / divisor,
        false => 0,
    };
    Ok(Some((orbits.iter().map(of).collect(), orbits.iter().map(counted).collect())))
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The sum over the heaps of an orbit.
fn of_orbit(numbers: &[i64], orbits: &[usize], leader: usize) -> i64 {
    numbers.iter().zip(orbits).filter(|(_, orbit)| **orbit == leader).map(|(n, _)| n).sum()
}

/// What the weights must satisfy for one family, whose moves add at most `counted` to the numbers of heaps that are not at their
/// smallest. Columns: weights, weights of these numbers, then a multiplier a row.
fn conditions_on_weights(
    floor: &PositionSpace,
    draft: &FamilyDraft,
    orbits: &[usize],
    leaders: &[usize],
    counted: &[i64],
) -> Result<LinearSystem, SystemTooLarge> {
    let heaps = floor.lower.len();
    let rows: Vec<_> = floor.system(&draft.family())?.rows().collect();
    let first = leaders.len() + counted.len();
    let columns = first + rows.len();
    // What the heaps of each orbit lose together.
    let mut losses = Vec::new();
    for leader in leaders {
        let indicator: Vec<i64> = orbits.iter().map(|o| -i64::from(o == leader)).collect();
        losses.push(gain(draft, &indicator).map_err(|_| SystemTooLarge)?);
    }
    let mut system = LinearSystem::default();
    for multiplier in first..columns {
        let mut row = vec![0; columns];
        row[multiplier] = 1;
        system.add(&row, 0)?;
    }
    // Each symbol has the same coefficient in the loss and in the combination of the rows.
    for at in 0..heaps + draft.fresh.len() {
        let symbol = if at < heaps { Symbol::Heap(at) } else { Symbol::Fresh(at - heaps) };
        let loss = losses.iter().map(|loss| loss.coefficient(symbol));
        let loss = loss.chain(counted.iter().map(|_| 0));
        let row: Vec<i64> = loss.chain(rows.iter().map(|row| -row.coefficients[at])).collect();
        let opposite: Vec<i64> = row.iter().map(|c| -c).collect();
        system.add(&row, 0)?;
        system.add(&opposite, 0)?;
    }
    // And the constant of the loss is larger, by one (scaled).
    let loss = losses.iter().map(Affine::offset).chain(counted.iter().map(|change| -change));
    let row: Vec<i64> = loss.chain(rows.iter().map(|row| -row.constant)).collect();
    system.add(&row, -SCALE)?;
    for multiplier in (first..columns).rev() {
        floor.watch.look().map_err(|_| SystemTooLarge)?;
        system = system.without(multiplier)?;
    }
    Ok(system)
}

/// By how much a family raises the weighted sum.
fn gain(draft: &FamilyDraft, weights: &[i64]) -> Result<Affine, crate::family::NumberTooLarge> {
    let mut gain = Affine::constant(0);
    for (i, (result, weight)) in draft.result.iter().zip(weights).enumerate() {
        gain = gain.plus(*weight, result)?.plus(-weight, &Affine::heap(i))?;
    }
    Ok(gain)
}

fn endless(draft: &FamilyDraft, floor: &PositionSpace, names: &[String]) -> Problem {
    let problem = Problem::new(
        draft.origin.clone(),
        "play might never end",
        "no weighted number of stones goes down with this option",
    );
    let is_no_fewer =
        |from: &[u64], _: &[i64], to: &[u64]| to.iter().sum::<u64>() >= from.iter().sum();
    match example(draft, floor, &is_no_fewer) {
        Some((from, to)) if from == to => problem.hint(format!(
            "for example it changes nothing in {}; demand that something is taken, as in `t >= 1`",
            tuple(&from)
        )),
        Some((from, to)) => problem.hint(format!(
            "for example it allows {} -> {}; add a condition that makes the stones fewer",
            tuple(&from),
            tuple(&to)
        )),
        None => problem.hint(format!(
            "ishitori looks for weights such that a weighted sum of {} goes down with every move",
            names.join(", ")
        )),
    }
}

fn tuple(heaps: &[u64]) -> String {
    let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
    format!("({})", heaps.join(","))
}
