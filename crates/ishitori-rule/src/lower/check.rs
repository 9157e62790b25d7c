//! What must be true of a rule before anyone plays it: its options can be played, are finitely
//! many, and play ends.
//!
//! All three are questions about linear systems (see [`crate::linear`]); congruences,
//! disequalities and divisibility are left out there, which only makes the checked set of moves
//! larger, so what is accepted is right.

use super::draft::FamilyDraft;
use super::scope::NameScope;
use crate::family::{Affine, AffineCondition as Atom, Family, MAX_FRESH, MAX_HEAP, Symbol};
use crate::linear::{LinearSystem, SystemTooLarge};
use crate::problem::Problem;
use crate::symmetry::Symmetry;

/// The space of positions, as far as linear systems see it.
pub(super) struct PositionSpace<'a> {
    pub lower: &'a [u64],
    pub validity: &'a [Atom],
}

impl PositionSpace<'_> {
    /// The system of a family over columns heaps, then fresh variables.
    fn system(&self, family: &Family) -> Result<LinearSystem, SystemTooLarge> {
        let heaps = self.lower.len();
        let columns = heaps + family.fresh.len();
        let mut system = LinearSystem::default();
        for column in 0..columns {
            let floor = self.lower.get(column).copied().unwrap_or(0);
            let mut row = vec![0; columns];
            row[column] = 1;
            system.add(&row, -i64::try_from(floor).map_err(|_| SystemTooLarge)?)?;
        }
        for condition in self.validity.iter().chain(&family.conditions) {
            match condition {
                Atom::AtLeastZero(e) => add(&mut system, e, 1, heaps, columns)?,
                Atom::Zero(e) => {
                    add(&mut system, e, 1, heaps, columns)?;
                    add(&mut system, e, -1, heaps, columns)?;
                }
                // `t != 0` and `t mod 3 = 1` say that t is at least 1.
                Atom::NotZero(e) => add_floor(&mut system, e, None, heaps, columns)?,
                Atom::Congruent { value, modulus } => {
                    add_floor(&mut system, value, Some(*modulus), heaps, columns)?;
                }
                Atom::Divides { .. } => {}
            }
        }
        Ok(system)
    }
}

fn add(
    system: &mut LinearSystem,
    e: &Affine,
    sign: i64,
    heaps: usize,
    columns: usize,
) -> Result<(), SystemTooLarge> {
    let mut row = vec![0; columns];
    for (symbol, coefficient) in e.terms() {
        row[column(symbol, heaps)] = sign * coefficient;
    }
    system.add(&row, sign * e.offset())
}

/// The lower bound that `e != 0`, or `e divisible by modulus`, puts on a single natural symbol.
fn add_floor(
    system: &mut LinearSystem,
    e: &Affine,
    modulus: Option<i64>,
    heaps: usize,
    columns: usize,
) -> Result<(), SystemTooLarge> {
    let mut terms = e.terms();
    let (Some((symbol, sign @ (1 | -1))), None) = (terms.next(), terms.next()) else {
        return Ok(());
    };
    let floor = match modulus {
        Some(modulus) => (-sign * e.offset()).rem_euclid(modulus),
        None => i64::from(e.offset() == 0),
    };
    let mut row = vec![0; columns];
    row[column(symbol, heaps)] = 1;
    system.add(&row, -floor)
}

fn column(symbol: Symbol, heaps: usize) -> usize {
    match symbol {
        Symbol::Heap(i) => i,
        Symbol::Fresh(j) => heaps + j,
    }
}

pub(super) fn unwieldy(draft: &FamilyDraft) -> Problem {
    Problem::new(
        draft.origin.clone(),
        "this option is too complicated",
        "too many conditions interact",
    )
    .hint("write several simpler option lines")
}

/// Whether any position can satisfy the linear conditions on positions.
pub(super) fn is_inhabited(floor: &PositionSpace) -> bool {
    let nothing =
        Family { fresh: Vec::new(), conditions: Vec::new(), result: Vec::new(), origin: 0..0 };
    floor.system(&nothing).and_then(|s| s.is_empty()) != Ok(true)
}

/// Whether the linear conditions of a draft can be met.
pub(super) fn is_playable(floor: &PositionSpace, draft: &FamilyDraft) -> Result<bool, Problem> {
    let system = floor.system(&draft.family());
    system.and_then(|s| s.is_empty()).map(|empty| !empty).map_err(|SystemTooLarge| unwieldy(draft))
}

/// Every fresh variable must be bounded by the heaps, or there would be infinitely many options.
pub(super) fn bounded(
    floor: &PositionSpace,
    draft: &FamilyDraft,
    scope: &NameScope,
) -> Result<(), Problem> {
    let heaps = floor.lower.len();
    let system = floor.system(&draft.family()).map_err(|SystemTooLarge| unwieldy(draft))?;
    // A variable that nothing bounds is to blame before those that it bounds.
    let has_upper = |j: usize| system.rows().any(|row| row.coefficients[heaps + j] < 0);
    let mut order: Vec<usize> = (0..draft.fresh.len()).collect();
    order.sort_by_key(|j| has_upper(*j));
    for j in order {
        let name = &draft.fresh[j];
        let mut alone = system.clone();
        for other in (0..draft.fresh.len()).filter(|other| *other != j) {
            alone = alone.without(heaps + other).map_err(|SystemTooLarge| unwieldy(draft))?;
        }
        let bounds = alone.rows().filter(|row| row.coefficients[heaps + j] < 0).map(|row| {
            let heaps = &row.coefficients[..heaps];
            let top: i128 =
                heaps.iter().map(|c| i128::from((*c).max(0)) * i128::from(MAX_HEAP)).sum();
            (top + i128::from(row.constant)) / i128::from(-row.coefficients[heaps.len() + j])
        });
        match bounds.min() {
            Some(bound) if bound <= i128::from(MAX_FRESH) => {}
            Some(_) => {
                return Err(Problem::new(
                    name.span.clone(),
                    format!("`{}` may grow too large", name.value),
                    "bounded only by a large multiple of the heaps",
                )
                .hint("bound it by a heap, as in `t <= a`"));
            }
            None => {
                let message =
                    format!("`{}` can be any number, so there is no end of options", name.value);
                let heap = match (&scope.row, scope.tuple.first()) {
                    (Some(row), _) => format!("{row}[1]"),
                    (None, heap) => heap.cloned().unwrap_or_default(),
                };
                let hint = format!(
                    "`{0}` is not a heap or parameter, so it is a new variable: bound it, as in `{0} <= {heap}`",
                    name.value,
                );
                return Err(Problem::new(name.span.clone(), message, "nothing bounds it")
                    .hint(hint)
                    .did_you_mean(&name.value, scope.names()));
            }
        }
    }
    Ok(())
}

/// Eliminates fresh variables that no new heap depends on, where that is exact: they would only
/// make the same option appear many times.
pub(super) fn without_idle_variables(draft: FamilyDraft) -> FamilyDraft {
    let mut draft = draft;
    let mut j = 0;
    while j < draft.fresh.len() {
        match eliminate(&draft, Symbol::Fresh(j)) {
            Some(conditions) => draft = drop_fresh(draft, j, conditions),
            None => j += 1,
        }
    }
    draft
}

/// The conditions with `idle` projected away; `None` if a result needs it or the projection
/// would not be exact over the integers.
fn eliminate(draft: &FamilyDraft, idle: Symbol) -> Option<Vec<Atom>> {
    if draft.result.iter().any(|e| e.coefficient(idle) != 0) {
        return None;
    }
    let (mut rest, mut low, mut high) = (Vec::new(), Vec::new(), Vec::new());
    for condition in &draft.conditions {
        if condition.expressions().all(|e| e.coefficient(idle) == 0) {
            rest.push(condition.clone());
            continue;
        }
        let Atom::AtLeastZero(e) = condition else { return None };
        match e.coefficient(idle) {
            1 => low.push(e),
            -1 => high.push(e),
            _ => return None,
        }
    }
    // idle >= 0 is a lower bound as well.
    let zero = Affine::symbol(idle);
    low.push(&zero);
    for lower in &low {
        for upper in &high {
            let both = Atom::AtLeastZero(lower.plus(1, upper).ok()?);
            if both.as_constant() != Some(true) && !rest.contains(&both) {
                rest.push(both);
            }
        }
    }
    Some(rest)
}

fn drop_fresh(draft: FamilyDraft, j: usize, conditions: Vec<Atom>) -> FamilyDraft {
    let close_gap = |symbol| match symbol {
        Symbol::Fresh(i) if i > j => Symbol::Fresh(i - 1),
        other => other,
    };
    let mut fresh = draft.fresh;
    fresh.remove(j);
    FamilyDraft {
        fresh,
        conditions: conditions.iter().map(|c| c.renamed(close_gap)).collect(),
        result: draft.result.iter().map(|e| e.renamed(close_gap)).collect(),
        origin: draft.origin,
    }
}

/// Weights such that every family lowers the weighted sum of heaps.
///
/// The number of stones is tried first. Otherwise the weights solve a linear system (Podelski and
/// Rybalchenko, 2004): by Farkas' lemma a family lowers the weighted sum by one or more, wherever
/// its conditions `A x + b >= 0` hold, if and only if the loss minus one is a combination of these
/// rows and a constant, none with a negative factor. The factors are eliminated family by family,
/// which leaves conditions on the weights alone. The weights are constant on the orbits of the
/// symmetry: if any weights work, their average over the group does.
pub(super) fn measure(
    floor: &PositionSpace,
    drafts: &[&FamilyDraft],
    symmetry: &Symmetry,
    names: &[String],
) -> Result<Vec<i64>, Vec<Problem>> {
    let ones = vec![1; floor.lower.len()];
    let mut failing = Vec::new();
    for draft in drafts {
        if !lowers(floor, draft, &ones).map_err(|p| vec![p])? {
            failing.push(*draft);
        }
    }
    if failing.is_empty() {
        return Ok(ones);
    }
    if let Ok(Some(weights)) = ranking(floor, drafts, &symmetry.orbits(ones.len())) {
        // What was found by scaled rounding is checked like any other.
        let holds = |draft: &&FamilyDraft| lowers(floor, draft, &weights) == Ok(true);
        if drafts.iter().all(holds) {
            return Ok(weights);
        }
    }
    let problems = failing.iter().map(|draft| endless(draft, floor, names)).collect();
    let mut problems = crate::problem::tidy(problems);
    problems.dedup_by_key(|p| p.span());
    Err(problems)
}

/// Whether a family lowers the weighted sum with every move.
fn lowers(floor: &PositionSpace, draft: &FamilyDraft, weights: &[i64]) -> Result<bool, Problem> {
    let check = || {
        let mut system = floor.system(&draft.family())?;
        let heaps = floor.lower.len();
        let gain = gain(draft, weights).map_err(|_| SystemTooLarge)?;
        add(&mut system, &gain, 1, heaps, heaps + draft.fresh.len())?;
        system.is_empty()
    };
    check().map_err(|SystemTooLarge| unwieldy(draft))
}

/// A part of a split heap must be smaller than the heap.
pub(super) fn part_is_smaller(
    floor: &PositionSpace,
    draft: &FamilyDraft,
    part: &Affine,
) -> Result<(), Problem> {
    let check = || {
        let mut system = floor.system(&draft.family())?;
        let gain = part.minus(&Affine::heap(0)).map_err(|_| SystemTooLarge)?;
        add(&mut system, &gain, 1, 1, 1 + draft.fresh.len())?;
        system.is_empty()
    };
    if check().map_err(|SystemTooLarge| unwieldy(draft))? {
        return Ok(());
    }
    let problem = Problem::new(
        draft.origin.clone(),
        "play might never end",
        "a new heap is not always smaller than the old one",
    );
    let hint = match example(draft, floor) {
        Some((from, to)) => {
            let to: Vec<String> = to.iter().map(|heap| format!("[{heap}]")).collect();
            format!("for example it allows [{}] -> {}", from[0], to.join(" + "))
        }
        None => "demand that something is taken, or that the heap is split".to_string(),
    };
    Err(problem.hint(hint))
}

/// Solutions of linear systems are scaled by this, so that rounding rarely matters.
const SCALE: i64 = 5_040;

/// The weights by Farkas' lemma.
fn ranking(
    floor: &PositionSpace,
    drafts: &[&FamilyDraft],
    orbits: &[usize],
) -> Result<Option<Vec<i64>>, SystemTooLarge> {
    let mut leaders = orbits.to_vec();
    leaders.sort_unstable();
    leaders.dedup();
    let mut weights = LinearSystem::default();
    for weight in 0..leaders.len() {
        let mut row = vec![0; leaders.len()];
        row[weight] = 1;
        weights.add(&row, 0)?;
    }
    for draft in drafts {
        for row in conditions_on_weights(floor, draft, orbits, &leaders)?.rows() {
            weights.add(&row.coefficients[..leaders.len()], row.constant)?;
        }
    }
    let Some(solution) = weights.solution(leaders.len())? else { return Ok(None) };
    let divisor = solution.iter().fold(0, |g, w| gcd(g, *w)).max(1);
    let of = |leader: &usize| solution[leaders.binary_search(leader).expect("a leader")] / divisor;
    Ok(Some(orbits.iter().map(of).collect()))
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// What the weights must satisfy for one family. Columns: weights, then a multiplier a row.
fn conditions_on_weights(
    floor: &PositionSpace,
    draft: &FamilyDraft,
    orbits: &[usize],
    leaders: &[usize],
) -> Result<LinearSystem, SystemTooLarge> {
    let heaps = floor.lower.len();
    let rows: Vec<_> = floor.system(&draft.family())?.rows().collect();
    let columns = leaders.len() + rows.len();
    // What the heaps of each orbit lose together.
    let mut losses = Vec::new();
    for leader in leaders {
        let indicator: Vec<i64> = orbits.iter().map(|o| -i64::from(o == leader)).collect();
        losses.push(gain(draft, &indicator).map_err(|_| SystemTooLarge)?);
    }
    let mut system = LinearSystem::default();
    for multiplier in leaders.len()..columns {
        let mut row = vec![0; columns];
        row[multiplier] = 1;
        system.add(&row, 0)?;
    }
    // Each symbol has the same coefficient in the loss and in the combination of the rows.
    for at in 0..heaps + draft.fresh.len() {
        let symbol = if at < heaps { Symbol::Heap(at) } else { Symbol::Fresh(at - heaps) };
        let loss = losses.iter().map(|loss| loss.coefficient(symbol));
        let row: Vec<i64> = loss.chain(rows.iter().map(|row| -row.coefficients[at])).collect();
        let opposite: Vec<i64> = row.iter().map(|c| -c).collect();
        system.add(&row, 0)?;
        system.add(&opposite, 0)?;
    }
    // And the constant of the loss is larger, by one (scaled).
    let loss = losses.iter().map(Affine::offset);
    let row: Vec<i64> = loss.chain(rows.iter().map(|row| -row.constant)).collect();
    system.add(&row, -SCALE)?;
    for multiplier in (leaders.len()..columns).rev() {
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
    match example(draft, floor) {
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

/// A small move after which there are no fewer stones.
fn example(draft: &FamilyDraft, floor: &PositionSpace) -> Option<(Vec<u64>, Vec<u64>)> {
    let family = draft.family();
    let symbols = floor.lower.len() + family.fresh.len();
    let symbols = u32::try_from(symbols).ok()?;
    let affordable = |r: &u64| r.checked_pow(symbols).is_some_and(|count| count < 100_000);
    let reach = (2..=5u64).rev().find(affordable)?;
    let total = reach.pow(symbols);
    for mut code in 0..total {
        let mut digit = || {
            let digit = code % reach;
            code /= reach;
            digit
        };
        let from: Vec<u64> = floor.lower.iter().map(|low| low + digit()).collect();
        let fresh: Vec<i64> = family.fresh.iter().map(|_| digit() as i64).collect();
        let valid = floor.validity.iter().chain(&family.conditions).all(|c| c.holds(&from, &fresh));
        let to: Option<Vec<u64>> =
            family.result.iter().map(|e| u64::try_from(e.value(&from, &fresh)).ok()).collect();
        if let Some(to) = to
            && valid
            && to.iter().sum::<u64>() >= from.iter().sum()
        {
            return Some((from, to));
        }
    }
    None
}
