//! What must be true of a rule before anyone plays it: its options can be played, are finitely
//! many, and play ends.
//!
//! All three are questions about linear systems (see [`crate::linear`]); congruences,
//! disequalities, divisibility and functions (but for their linear bounds) are left out there, which only makes the checked set of moves
//! larger, so what is accepted is right.

use super::draft::FamilyDraft;
use super::scope::NameScope;
use super::sum_parts::LargestPart;
use super::watch::LoweringWatch;
use crate::family::{Affine, AffineCondition as Atom, Family, MAX_FRESH, MAX_HEAP, Symbol};
use crate::linear::{LinearSystem, SystemTooLarge};
use crate::problem::Problem;

/// The space of positions, as far as linear systems see it.
pub(super) struct PositionSpace<'a> {
    pub lower: &'a [u64],
    pub validity: &'a [Atom],
    /// Who may end the questions about it.
    pub watch: &'a LoweringWatch<'a>,
}

impl PositionSpace<'_> {
    /// The system of a family over columns heaps, then fresh variables.
    pub fn system(&self, family: &Family) -> Result<LinearSystem, SystemTooLarge> {
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
                Atom::Divides { .. } | Atom::Function { .. } | Atom::AnyOf(_) => {}
            }
        }
        Ok(system)
    }

    /// Whether a system has no solution.
    pub fn is_empty(&self, system: &LinearSystem) -> Result<bool, SystemTooLarge> {
        system.is_empty_while(&|| self.watch.goes_on())
    }
}

pub(super) fn add(
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
    floor.system(&nothing).and_then(|s| floor.is_empty(&s)) != Ok(true)
}

/// Whether the linear conditions of a draft can be met.
pub(super) fn is_playable(floor: &PositionSpace, draft: &FamilyDraft) -> Result<bool, Problem> {
    let system = floor.system(&draft.family());
    let empty = system.and_then(|s| floor.is_empty(&s));
    empty.map(|empty| !empty).map_err(|SystemTooLarge| unwieldy(draft))
}

/// The draft without choices that its linear conditions exclude; `None` if no choice is left somewhere.
pub(super) fn with_possible_choices(
    floor: &PositionSpace,
    mut draft: FamilyDraft,
) -> Result<Option<FamilyDraft>, Problem> {
    if !draft.conditions.iter().any(|condition| matches!(condition, Atom::AnyOf(_))) {
        return Ok(Some(draft));
    }
    let unwieldy_draft = unwieldy(&draft);
    let family = draft.family();
    let mut conditions = Vec::new();
    for condition in &draft.conditions {
        let Atom::AnyOf(lists) = condition else {
            conditions.push(condition.clone());
            continue;
        };
        let mut possible = Vec::new();
        for list in lists {
            floor.watch.look()?;
            let with_it = [family.conditions.clone(), list.clone()].concat();
            let system = floor.system(&Family { conditions: with_it, ..family.clone() });
            let empty = system.and_then(|system| floor.is_empty(&system));
            if !empty.map_err(|SystemTooLarge| unwieldy_draft.clone())? {
                possible.push(list.clone());
            }
        }
        match possible.as_slice() {
            [] => return Ok(None),
            [only] => conditions.extend(only.iter().cloned()),
            _ => conditions.push(Atom::AnyOf(possible).normal()),
        }
    }
    conditions.sort();
    conditions.dedup();
    draft.conditions = conditions;
    Ok(Some(draft))
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
        match largest(floor, draft, &system, j)? {
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
                let heap = match (&scope.row, scope.tuple.first()) {
                    (Some(row), _) => format!("{row}[1]"),
                    (None, heap) => heap.cloned().unwrap_or_default(),
                };
                // A variable of ours stands for the value of what is written there.
                return Err(if name.value.contains('.') {
                    let message = "nothing says how large this value may be";
                    let hint =
                        format!("give it a name that a heap bounds, as in `s = t*t, s <= {heap}`");
                    Problem::new(name.span.clone(), message, "nothing bounds it").hint(hint)
                } else {
                    let message = format!(
                        "`{}` can be any number, so there is no end of options",
                        name.value
                    );
                    let hint = format!(
                        "`{0}` is not a heap or parameter, so it is a new variable: bound it, as in `{0} <= {heap}`",
                        name.value,
                    );
                    Problem::new(name.span.clone(), message, "nothing bounds it")
                        .hint(hint)
                        .did_you_mean(&name.value, scope.names())
                });
            }
        }
    }
    Ok(())
}

/// Whether the heaps bound a fresh variable.
pub(super) fn is_bounded(
    floor: &PositionSpace,
    draft: &FamilyDraft,
    j: usize,
) -> Result<bool, Problem> {
    let system = floor.system(&draft.family()).map_err(|SystemTooLarge| unwieldy(draft))?;
    let bound = largest(floor, draft, &system, j)?;
    Ok(bound.is_some_and(|bound| bound <= i128::from(MAX_FRESH)))
}

/// The largest number that a fresh variable can be, whatever the heaps.
fn largest(
    floor: &PositionSpace,
    draft: &FamilyDraft,
    system: &LinearSystem,
    j: usize,
) -> Result<Option<i128>, Problem> {
    let heaps = floor.lower.len();
    let mut alone = system.clone();
    for other in (0..draft.fresh.len()).filter(|other| *other != j) {
        floor.watch.look()?;
        alone = alone.without(heaps + other).map_err(|SystemTooLarge| unwieldy(draft))?;
    }
    let bounds = alone.rows().filter(|row| row.coefficients[heaps + j] < 0).map(|row| {
        let heaps = &row.coefficients[..heaps];
        let top: i128 = heaps.iter().map(|c| i128::from((*c).max(0)) * i128::from(MAX_HEAP)).sum();
        (top + i128::from(row.constant)) / i128::from(-row.coefficients[heaps.len() + j])
    });
    Ok(bounds.min())
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

/// A part of a split heap must be smaller than the heap. `written` is what the heap becomes, from the numbers of an option.
pub(super) fn part_is_smaller(
    floor: &PositionSpace,
    draft: &FamilyDraft,
    part: &LargestPart,
    written: &dyn Fn(&[u64]) -> String,
) -> Result<(), Problem> {
    let check = || {
        let mut system = floor.system(&draft.family())?;
        let gain = part.size.minus(&Affine::heap(0)).map_err(|_| SystemTooLarge)?;
        for term in std::iter::once(&gain).chain(&part.exists) {
            add(&mut system, term, 1, 1, 1 + draft.fresh.len())?;
        }
        floor.is_empty(&system)
    };
    if check().map_err(|SystemTooLarge| unwieldy(draft))? {
        return Ok(());
    }
    let problem = Problem::new(
        draft.origin.clone(),
        "play might never end",
        "a new heap is not always smaller than the old one",
    );
    let is_larger = |from: &[u64], fresh: &[i64], to: &[u64]| match &part.exists {
        None => to.iter().sum::<u64>() >= from.iter().sum(),
        Some(exists) => {
            exists.value(from, fresh) >= 0 && part.size.value(from, fresh) >= from[0] as i64
        }
    };
    let hint = match example(draft, floor, &is_larger) {
        Some((from, to)) => format!("for example it allows [{}] -> {}", from[0], written(&to)),
        None => "demand that something is taken, or that the heap is split".to_string(),
    };
    Err(problem.hint(hint))
}

/// A new piece must be smaller than the old one: no number of it larger, and not all of them the same.
pub(super) fn piece_is_smaller(
    floor: &PositionSpace,
    draft: &FamilyDraft,
    piece: usize,
) -> Result<(), Problem> {
    let heaps = floor.lower.len();
    let own = |all: &[u64]| all[piece * heaps..][..heaps].to_vec();
    let new = &draft.result[piece * heaps..][..heaps];
    let check = || {
        let one = Affine::constant(1);
        let (mut all, mut sum) = (Vec::new(), Affine::constant(0));
        for (i, number) in new.iter().enumerate() {
            let gain = number.minus(&Affine::heap(i)).map_err(|_| SystemTooLarge)?;
            sum = sum.plus(1, &gain).map_err(|_| SystemTooLarge)?;
            all.push(gain.minus(&one).map_err(|_| SystemTooLarge)?);
        }
        all.push(sum);
        for term in &all {
            let mut system = floor.system(&draft.family())?;
            add(&mut system, term, 1, heaps, heaps + draft.fresh.len())?;
            if !floor.is_empty(&system)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    if check().map_err(|SystemTooLarge| unwieldy(draft))? {
        return Ok(());
    }
    let problem = Problem::new(
        draft.origin.clone(),
        "play might never end",
        "a new piece is not always smaller than the old one",
    );
    let is_larger = |from: &[u64], _: &[i64], to: &[u64]| {
        let new = own(to);
        new == from || new.iter().zip(from).any(|(new, old)| new > old)
    };
    let written = |numbers: &[u64]| {
        let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
        format!("[{}]", numbers.join(", "))
    };
    let demanded = "no number of a new piece may be larger, and one must be smaller";
    let hint = match example(draft, floor, &is_larger) {
        Some((from, to)) => {
            format!("{demanded}; this allows {} -> {}", written(&from), written(&own(&to)))
        }
        None => demanded.to_string(),
    };
    Err(problem.hint(hint))
}

/// What is asked of a move: position, variables, new heaps.
type MoveTest<'a> = dyn Fn(&[u64], &[i64], &[u64]) -> bool + 'a;

/// A small move of which something is true: position, variables, new heaps.
pub(super) fn example(
    draft: &FamilyDraft,
    floor: &PositionSpace,
    is_wanted: &MoveTest,
) -> Option<(Vec<u64>, Vec<u64>)> {
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
            && is_wanted(&from, &fresh, &to)
        {
            return Some((from, to));
        }
    }
    None
}
