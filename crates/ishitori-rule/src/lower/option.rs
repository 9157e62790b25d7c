//! An option statement to families, one for every value of its `for` variables and every case of
//! its conditions.

use super::draft::{FamilyDraft, OptionInstance, new_fresh};
use super::formula::{self, Cases};
use super::function;
use super::limits::{MAX_BINDINGS, MAX_INSTANCES, MAX_PROBLEMS, MAX_SUBSET_HEAPS, too_many};
use super::scope::{LoweredValue, NameScope, too_large};
use super::sum_parts;
use super::watch::LoweringWatch;
use crate::family::{Affine, AffineCondition as Atom};
use crate::problem::Problem;
use crate::syntax::{Action, Binder, BinderValues, Change, Expr, OptionLine, Update};

/// The drafts of one option line.
pub(super) fn drafts(
    scope: &NameScope,
    line: &OptionLine,
    watch: &LoweringWatch,
) -> Result<Vec<FamilyDraft>, Vec<Problem>> {
    let mut problems = Vec::new();
    let scopes = bind(scope, &line.binders).map_err(|p| vec![p])?;
    let mut drafts = Vec::new();
    let mut cones: Vec<(Vec<usize>, FamilyDraft)> = Vec::new();
    for mut scope in scopes {
        watch.look().map_err(|p| vec![p])?;
        scope.fresh = Some(Vec::new());
        let cases = match cases_of(&mut scope, line) {
            Ok(cases) if cases.0.is_empty() => continue,
            Ok(cases) => cases,
            Err(more) => {
                problems.extend(more);
                continue;
            }
        };
        let instances = match act(&mut scope, line, watch) {
            Ok(instances) => instances,
            Err(problem) => {
                problems.push(problem);
                continue;
            }
        };
        let cases = match with_definitions(&scope, cases, line) {
            Ok(cases) => cases,
            Err(problem) => {
                problems.push(problem);
                continue;
            }
        };
        let fresh = scope.fresh.take().unwrap_or_default();
        for instance in instances {
            for case in &cases.0 {
                let mut conditions = case.clone();
                conditions.extend(instance.conditions.iter().cloned());
                let settled = function::settled(&scope, conditions, instance.result.clone());
                let Ok((conditions, result)) = settled else {
                    let message = "number too large";
                    let label = "grows beyond the limits here";
                    problems.push(Problem::new(line.span.clone(), message, label));
                    continue;
                };
                let Some(conditions) = Cases::of(vec![conditions]).0.pop() else { continue };
                let (fresh, origin) = (fresh.clone(), line.span.clone());
                let draft = FamilyDraft { fresh, conditions, result, origin };
                match &instance.lowered {
                    Some(heaps) if case.is_empty() => cones.push((heaps.clone(), draft)),
                    _ => drafts.push(draft),
                }
            }
        }
        if drafts.len() > MAX_INSTANCES || problems.len() > MAX_PROBLEMS {
            break;
        }
    }
    drafts.extend(largest(cones));
    if drafts.len() > MAX_INSTANCES {
        problems.push(too_many(line.span.clone()));
    }
    // A loop meets the same mistake again and again: once is enough.
    problems.dedup_by_key(|problem| problem.span());
    if problems.is_empty() { Ok(drafts) } else { Err(problems) }
}

/// The cases with what defines the variables that stand for functions.
fn with_definitions(scope: &NameScope, cases: Cases, line: &OptionLine) -> Result<Cases, Problem> {
    let mut all = cases;
    for definition in function::definitions(scope) {
        if all.0.len() * definition.0.len() > formula::MAX_CASES {
            let problem =
                Problem::new(line.span.clone(), "too many cases", "functions multiply here");
            return Err(problem.hint("write several option lines instead"));
        }
        all = all.both(definition);
    }
    Ok(function::with_idle_variables(scope, all))
}

/// Lowering the heaps of a set weakly covers lowering those of any smaller set.
fn largest(mut cones: Vec<(Vec<usize>, FamilyDraft)>) -> Vec<FamilyDraft> {
    cones.sort_by_key(|(heaps, _)| std::cmp::Reverse(heaps.len()));
    let mut kept: Vec<u64> = Vec::new();
    let mut drafts = Vec::new();
    for (heaps, draft) in cones {
        let set = heaps.iter().fold(0, |set, heap| set | 1u64 << heap);
        if kept.iter().all(|larger| set & !larger != 0) {
            kept.push(set);
            drafts.push(draft);
        }
    }
    drafts
}

/// All values of the `for` variables.
fn bind(scope: &NameScope, binders: &[Binder]) -> Result<Vec<NameScope>, Problem> {
    let mut scopes = vec![scope.clone()];
    for binder in binders {
        let name = &binder.name;
        if scope.names().any(|known| known == name.value)
            || scopes[0].known.contains_key(&name.value)
        {
            let message = format!("`{}` has a meaning already", name.value);
            return Err(Problem::new(name.span.clone(), message, "used twice")
                .hint("choose another name for the index"));
        }
        let mut next = Vec::new();
        for mut scope in scopes {
            for value in values(&mut scope, binder)? {
                let mut inner = scope.clone();
                inner.known.insert(name.value.clone(), value);
                next.push(inner);
            }
            if next.len() > MAX_BINDINGS {
                return Err(too_many(name.span.clone()));
            }
        }
        if next.is_empty() {
            return Ok(Vec::new());
        }
        scopes = next;
    }
    Ok(scopes)
}

fn values(scope: &mut NameScope, binder: &Binder) -> Result<Vec<LoweredValue>, Problem> {
    let n = i64::try_from(scope.heaps).expect("few heaps");
    let numbers =
        |from: i64| (from..=n).map(|i| LoweredValue::Number(Affine::constant(i))).collect();
    match &binder.over {
        BinderValues::Heaps => Ok(numbers(1)),
        BinderValues::After(before) => match scope.known.get(&before.value) {
            Some(LoweredValue::Number(i)) if i.as_constant().is_some() => {
                Ok(numbers(i.offset().saturating_add(1)))
            }
            _ => Err(Problem::new(
                before.span.clone(),
                "not an index",
                "`<` needs an index before it",
            )),
        },
        BinderValues::In(expr) => scope.elements(expr),
        BinderValues::Subsets(size) => {
            if scope.heaps > MAX_SUBSET_HEAPS {
                return Err(Problem::new(
                    binder.name.span.clone(),
                    format!("too many subsets of {} heaps", scope.heaps),
                    format!("at most {MAX_SUBSET_HEAPS} heaps"),
                ));
            }
            let size = match size {
                Some((compare, expr)) => Some((*compare, scope.number(expr)?)),
                None => None,
            };
            let wanted = |mask: &u32| {
                size.is_none_or(|(compare, k)| compare.holds(i64::from(mask.count_ones()), k))
            };
            let set = |mask: u32| (1..=n).filter(|i| mask >> (i - 1) & 1 == 1).collect();
            Ok((1..1u32 << n).filter(wanted).map(|mask| LoweredValue::Set(set(mask))).collect())
        }
    }
}

/// The cases of a line's conditions. A condition that is false whatever the heaps makes the line
/// silent, also where another condition would not make sense (`where i < n, h[i+1] > 0`).
fn cases_of(scope: &mut NameScope, line: &OptionLine) -> Result<Cases, Vec<Problem>> {
    let mut cases = Cases::always();
    let mut problems = Vec::new();
    for condition in &line.conditions {
        match formula::cases(scope, condition) {
            Ok(more) if more.0.is_empty() => return Ok(Cases(Vec::new())),
            Ok(more) => match cases.clone().and(more, condition) {
                Ok(both) => cases = both,
                Err(problem) => problems.push(problem),
            },
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() { Ok(cases) } else { Err(problems) }
}

fn act(
    scope: &mut NameScope,
    line: &OptionLine,
    watch: &LoweringWatch,
) -> Result<Vec<OptionInstance>, Problem> {
    match &line.action {
        Action::Tuple(heaps) => tuple(scope, heaps, line).map(|i| vec![i]),
        Action::Update { row, updates } => {
            if let Some(name) = row.as_ref().filter(|name| scope.row.as_ref() != Some(&name.value))
            {
                let message = format!("`{}` is not the row of heaps", name.value);
                let hint = match &scope.row {
                    Some(row) => format!("write `option {row} with ...`"),
                    None => "with named heaps write `option with a - t`".to_string(),
                };
                return Err(Problem::new(name.span.clone(), message, "not the heaps").hint(hint));
            }
            update(scope, updates, line).map(|i| vec![i])
        }
        Action::Pipeline(steps) => super::pipeline::instances(scope, steps, line, watch),
        Action::Sum(parts) if scope.is_single => {
            let numbers = parts.iter().flat_map(sum_parts::numbers);
            let result = numbers.map(|number| scope.affine(number)).collect::<Result<_, _>>()?;
            Ok(vec![OptionInstance::new(result, Vec::new())])
        }
        Action::Sum(_) | Action::Code(..) => {
            Err(Problem::new(line.span.clone(), "a sum of heaps here", "not of a single heap")
                .hint("write what the heaps become, as in `option (x, b)`, or declare `heap n`"))
        }
        Action::Turn(_) => {
            Err(Problem::new(line.span.clone(), "coins are turned on a board", "no board here")
                .hint("declare `board r by c of coins`"))
        }
        Action::Pattern(_) => {
            Err(Problem::new(line.span.clone(), "a pattern of cells on heaps", "no board here")
                .hint("write what the heaps become, or declare `board r by c of cells`"))
        }
        Action::Board(_) => {
            Err(Problem::new(line.span.clone(), "a board move on heaps", "no board here")
                .hint("write what the heaps become, or declare a `board`"))
        }
    }
}

fn tuple(
    scope: &mut NameScope,
    heaps: &[Expr],
    line: &OptionLine,
) -> Result<OptionInstance, Problem> {
    // States that are not written stay.
    if heaps.len() != scope.heaps && heaps.len() != scope.places() {
        return Err(Problem::new(
            line.span.clone(),
            "this option leaves the position space",
            format!("{} heaps, but a position has {}", heaps.len(), scope.heaps),
        )
        .hint(match scope.states.len() {
            0 => "write one expression for every heap; an empty heap is 0",
            _ => "write one expression for every heap, and for every state or for none",
        }));
    }
    let mut result =
        heaps.iter().map(|heap| scope.affine(heap)).collect::<Result<Vec<Affine>, _>>()?;
    result.extend((result.len()..scope.places()).map(Affine::heap));
    Ok(OptionInstance::new(result, Vec::new()))
}

fn update(
    scope: &mut NameScope,
    updates: &[Update],
    line: &OptionLine,
) -> Result<OptionInstance, Problem> {
    let mut result: Vec<Affine> = (0..scope.places()).map(Affine::heap).collect();
    let mut changed = vec![false; scope.places()];
    let mut conditions = Vec::new();
    let mut lowered = Vec::new();
    for Update { target, change } in updates {
        let heaps = scope.heaps_of(target)?;
        for &heap in &heaps {
            if std::mem::replace(&mut changed[heap], true) {
                return Err(Problem::new(
                    target.span.clone(),
                    "a heap is changed twice in one move",
                    format!("heap {} again", heap + 1),
                )
                .hint("keep the indices apart: `for i < j`, or `where i != j`"));
            }
        }
        match change {
            Change::Becomes(expr) => {
                let value = scope.affine(expr)?;
                heaps.iter().for_each(|&heap| result[heap] = value.clone());
            }
            Change::By(expr) => {
                let amount = scope.affine(expr)?;
                for &heap in &heaps {
                    result[heap] = result[heap].plus(1, &amount).map_err(too_large(expr))?;
                }
            }
            Change::Lowered | Change::StrictlyLowered => {
                let strictly = *change == Change::StrictlyLowered;
                lower_heaps(scope, &heaps, strictly, &mut result, &mut conditions, line);
                lowered.extend(&heaps);
            }
        }
    }
    let weak = matches!(updates, [Update { change: Change::Lowered, .. }]);
    Ok(OptionInstance { result, conditions, lowered: weak.then_some(lowered) })
}

/// `h[i] - t_i` with `sum of t_i >= 1`, or each `t_i >= 1`.
fn lower_heaps(
    scope: &mut NameScope,
    heaps: &[usize],
    strictly: bool,
    result: &mut [Affine],
    conditions: &mut Vec<Atom>,
    line: &OptionLine,
) {
    let small = "coefficients of 1";
    let one = Affine::constant(1);
    let mut taken = Affine::constant(0);
    for &heap in heaps {
        let take = new_fresh(scope, format!("t.{}", heap + 1), line.span.clone());
        result[heap] = result[heap].minus(&take).expect(small);
        if strictly {
            conditions.push(Atom::AtLeastZero(take.minus(&one).expect(small)));
        }
        taken = taken.plus(1, &take).expect(small);
    }
    if !strictly {
        conditions.push(Atom::AtLeastZero(taken.minus(&one).expect(small)));
    }
}
