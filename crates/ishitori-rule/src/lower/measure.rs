//! That play ends: a measure of positions that every move makes smaller.
//!
//! The number of stones is tried first, then weights for the heaps, then weights for the heaps and for how many of them are not at
//! their smallest, which ends games that join heaps, and at last several such counts, of which the first that changes goes
//! down. Weights solve a linear system (Podelski and
//! Rybalchenko, 2004): by Farkas' lemma a family lowers the weighted sum by one or more, wherever
//! its conditions `A x + b >= 0` hold, if and only if the loss minus one is a combination of these
//! rows and a constant, none with a negative factor. The factors are eliminated family by family,
//! which leaves conditions on the weights alone. By how much a family can raise the number of heaps that are not at their
//! smallest is a constant for each heap ([`nonempty_changes`]). The weights are constant on the orbits of the
//! symmetry: if any weights work, their average over the group does.
//!
//! Several counts are found one after the other (Alias, Darte, Feautrier and Gonnord, 2010): no option raises the next one, and
//! those that always lower it are done with. If there are such counts at all, these are some.

use super::check::{PositionSpace, add, example, unwieldy};
use super::draft::FamilyDraft;
use crate::family::{Affine, Symbol};
use crate::linear::{LinearSystem, SystemTooLarge};
use crate::measure::{PlayMeasure, WeightedCount};
use crate::problem::Problem;

/// A measure that every family lowers.
pub(super) fn measure(
    floor: &PositionSpace,
    drafts: &[&FamilyDraft],
    orbits: Vec<usize>,
    names: &[String],
) -> Result<PlayMeasure, Vec<Problem>> {
    let heaps = floor.lower.len();
    let stones = WeightedCount::of_stones(vec![1; heaps]);
    let no_changes = vec![vec![0; heaps]; drafts.len()];
    let mut failing = Vec::new();
    for (draft, changes) in drafts.iter().zip(&no_changes) {
        floor.watch.look().map_err(|p| vec![p])?;
        if !lowers(floor, draft, &stones, changes, 1).map_err(|p| vec![p])? {
            failing.push(*draft);
        }
    }
    if failing.is_empty() {
        return Ok(PlayMeasure::stones(heaps));
    }
    let search = CountSearch { floor, drafts, orbits: &orbits };
    if let Some(counts) = search.counts(&no_changes) {
        return Ok(PlayMeasure { counts, blocks: Vec::new() });
    }
    floor.watch.look().map_err(|p| vec![p])?;
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
) -> Result<PlayMeasure, Vec<Problem>> {
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
    if !problems.is_empty() {
        return Err(problems);
    }
    Ok(PlayMeasure { blocks: blocks.to_vec(), ..PlayMeasure::stones(floor.lower.len()) })
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

/// The search for counts that go down.
struct CountSearch<'a> {
    floor: &'a PositionSpace<'a>,
    drafts: &'a [&'a FamilyDraft],
    orbits: &'a [usize],
}

impl CountSearch<'_> {
    /// One count or several, the simplest that is found.
    fn counts(&self, no_changes: &[Vec<i64>]) -> Option<Vec<WeightedCount>> {
        let all: Vec<usize> = (0..self.drafts.len()).collect();
        if let Some(count) = self.one(no_changes, &all) {
            return Some(vec![count]);
        }
        let mut changes = Vec::new();
        for draft in self.drafts {
            self.floor.watch.look().ok()?;
            changes.push(nonempty_changes(self.floor, draft).ok()?);
        }
        if changes.iter().flatten().any(|change| *change < 0)
            && let Some(count) = self.one(&changes, &all)
        {
            return Some(vec![count]);
        }
        self.several(no_changes).or_else(|| self.several(&changes))
    }

    /// A count that every family lowers.
    fn one(&self, changes: &[Vec<i64>], all: &[usize]) -> Option<WeightedCount> {
        self.count(changes, all, all)
    }

    /// Counts of which each family lowers the first that it changes.
    fn several(&self, changes: &[Vec<i64>]) -> Option<Vec<WeightedCount>> {
        let mut left: Vec<usize> = (0..self.drafts.len()).collect();
        let mut counts = Vec::new();
        while !left.is_empty() {
            let found = left.iter().find_map(|strict| self.count(changes, &left, &[*strict]))?;
            left.retain(|family| !self.lowers(&found, changes, *family, 1));
            counts.push(found);
        }
        Some(counts)
    }

    /// A count that the families `strict` lower, and that none of `weak` raises.
    fn count(
        &self,
        changes: &[Vec<i64>],
        weak: &[usize],
        strict: &[usize],
    ) -> Option<WeightedCount> {
        let by = |family: &usize| i64::from(strict.contains(family));
        let asked: Vec<CountFall> = weak
            .iter()
            .map(|family| CountFall {
                draft: self.drafts[*family],
                changes: &changes[*family],
                by: by(family),
            })
            .collect();
        let count = ranking(self.floor, &asked, self.orbits).ok()??;
        // What was found by scaled rounding is checked like any other.
        let holds = |family: &usize| self.lowers(&count, changes, *family, by(family));
        weak.iter().all(holds).then_some(count)
    }

    fn lowers(&self, count: &WeightedCount, changes: &[Vec<i64>], family: usize, by: i64) -> bool {
        lowers(self.floor, self.drafts[family], count, &changes[family], by) == Ok(true)
    }
}

/// What is asked of a count: a family lowers it by so much or more. `changes` is the most that its moves add to whether each heap is
/// not at its smallest.
struct CountFall<'a> {
    draft: &'a FamilyDraft,
    changes: &'a [i64],
    by: i64,
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

/// Whether a family lowers a count by `by` or more with every move.
fn lowers(
    floor: &PositionSpace,
    draft: &FamilyDraft,
    count: &WeightedCount,
    changes: &[i64],
    by: i64,
) -> Result<bool, Problem> {
    let more: i64 =
        changes.iter().zip(&count.nonempty).map(|(change, weight)| change * weight).sum();
    let check = || {
        let mut system = floor.system(&draft.family())?;
        let heaps = floor.lower.len();
        let least = Affine::constant(more + by - 1);
        let gain = gain(draft, &count.stones).and_then(|gain| gain.plus(1, &least));
        let gain = gain.map_err(|_| SystemTooLarge)?;
        add(&mut system, &gain, 1, heaps, heaps + draft.fresh.len())?;
        floor.is_empty(&system)
    };
    check().map_err(|SystemTooLarge| unwieldy(draft))
}

/// Solutions of linear systems are scaled by this, so that rounding rarely matters.
const SCALE: i64 = 5_040;

/// A count by Farkas' lemma that falls as is asked.
fn ranking(
    floor: &PositionSpace,
    asked: &[CountFall],
    orbits: &[usize],
) -> Result<Option<WeightedCount>, SystemTooLarge> {
    let mut leaders = orbits.to_vec();
    leaders.sort_unstable();
    leaders.dedup();
    // Weights of heaps, then of heaps that are not at their smallest, if any move changes how many there are.
    let counts = asked.iter().flat_map(|fall| fall.changes).any(|change| *change != 0);
    let columns = if counts { 2 * leaders.len() } else { leaders.len() };
    let mut weights = LinearSystem::default();
    for weight in 0..columns {
        let mut row = vec![0; columns];
        row[weight] = 1;
        weights.add(&row, 0)?;
    }
    for fall in asked {
        floor.watch.look().map_err(|_| SystemTooLarge)?;
        let counted: Vec<i64> = match counts {
            true => leaders.iter().map(|leader| of_orbit(fall.changes, orbits, *leader)).collect(),
            false => Vec::new(),
        };
        for row in conditions_on_weights(floor, fall, orbits, &leaders, &counted)?.rows() {
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
    let (stones, nonempty) =
        (orbits.iter().map(of).collect(), orbits.iter().map(counted).collect());
    Ok(Some(WeightedCount { stones, nonempty }))
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The sum over the heaps of an orbit.
fn of_orbit(numbers: &[i64], orbits: &[usize], leader: usize) -> i64 {
    numbers.iter().zip(orbits).filter(|(_, orbit)| **orbit == leader).map(|(n, _)| n).sum()
}

/// What the weights must satisfy for what is asked of one family, whose moves add at most `counted` to the numbers of heaps that
/// are not at their smallest. Columns: weights, weights of these numbers, then a multiplier a row.
fn conditions_on_weights(
    floor: &PositionSpace,
    fall: &CountFall,
    orbits: &[usize],
    leaders: &[usize],
    counted: &[i64],
) -> Result<LinearSystem, SystemTooLarge> {
    let draft = fall.draft;
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
    // And the constant of the loss is larger, by as much as is asked (scaled).
    let loss = losses.iter().map(Affine::offset).chain(counted.iter().map(|change| -change));
    let row: Vec<i64> = loss.chain(rows.iter().map(|row| -row.constant)).collect();
    system.add(&row, -SCALE * fall.by)?;
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
