//! What a move family looks like to an engine.
//!
//! Engines never enumerate what they recognise: a *cone* (lower some heaps freely) and a
//! *diagonal* (the same number from several heaps) have recurrences, a *sum* (a heap becomes
//! pieces, others are deleted) is one look-up. Recognition is by the form of the family, not by
//! the words of the rule, so `option (x, b) where x < a` and `h[i] lowered` are the same to us.
//! A family that is not recognised is [`FamilyShape::Other`]: slower, never wrong.

use ishitori_rule::HeapRules;
use ishitori_rule::family::{Affine, AffineCondition, Family, Symbol};

/// The form of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FamilyShape {
    /// Each of these heaps is lowered or kept, at least one is lowered.
    Cone(Vec<usize>),
    /// The same number, 1 or more, is taken from each of these two or more heaps.
    Diagonal(Vec<usize>),
    /// Heap `from` becomes two heaps that add up to it less `less`; the heaps `kept` stay as they
    /// are; the others are deleted.
    Sum {
        /// The heap that is split.
        from: usize,
        /// How many stones vanish.
        less: u64,
        /// The heaps that stay.
        kept: Vec<usize>,
    },
    /// So many stones are taken from each heap: one option, a fixed step away.
    Step(Vec<u64>),
    /// None of these.
    Other,
}

/// The shapes of all families.
pub(crate) fn shapes(rules: &HeapRules) -> Vec<FamilyShape> {
    rules.families.iter().map(|family| shape(rules, family)).collect()
}

fn shape(rules: &HeapRules, family: &Family) -> FamilyShape {
    let family = &in_takes(family);
    let step = || step(rules, family);
    lowered(rules, family)
        .or_else(step)
        .or_else(|| sum(rules, family))
        .unwrap_or(FamilyShape::Other)
}

/// The family with `x` for a new heap replaced by `h - t`, where that makes it a family of takes:
/// `x < h` then reads `t >= 1`.
fn in_takes(family: &Family) -> Family {
    let mut changed = family.clone();
    for (i, result) in family.result.iter().enumerate() {
        let Some(Symbol::Fresh(j)) = alone(result) else { continue };
        let elsewhere = family
            .result
            .iter()
            .enumerate()
            .any(|(k, e)| k != i && e.coefficient(Symbol::Fresh(j)) != 0);
        if elsewhere {
            continue;
        }
        // x = h - t; t >= 0 must follow from the conditions, as it does from t >= 1.
        let take = Affine::heap(i).minus(&Affine::fresh(j)).expect("small");
        let replaced = |e: &Affine| {
            let c = e.coefficient(Symbol::Fresh(j));
            e.plus(-c, &Affine::fresh(j)).and_then(|e| e.plus(c, &take))
        };
        let conditions: Result<Vec<_>, _> =
            changed.conditions.iter().map(|c| c.map(replaced)).collect();
        let Ok(conditions) = conditions else { continue };
        let positive = Affine::fresh(j).minus(&Affine::constant(1)).expect("small");
        if conditions.contains(&AffineCondition::AtLeastZero(positive)) {
            changed.conditions = conditions;
            changed.result[i] = take;
        }
    }
    changed
}

fn alone(e: &Affine) -> Option<Symbol> {
    let mut terms = e.terms();
    match (terms.next(), terms.next(), e.offset()) {
        (Some((symbol, 1)), None, 0) => Some(symbol),
        _ => None,
    }
}

/// Cones and diagonals: `h - sum of t_j v_j`.
fn lowered(rules: &HeapRules, family: &Family) -> Option<FamilyShape> {
    let fresh = family.fresh.len();
    // 1. Every variable is taken from some heaps, once from each; no heap is touched twice.
    let mut heaps_of: Vec<Vec<usize>> = vec![Vec::new(); fresh];
    for (i, result) in family.result.iter().enumerate() {
        let takes = Affine::heap(i).minus(result).ok()?;
        if takes == Affine::constant(0) {
            continue;
        }
        let Some(Symbol::Fresh(j)) = alone(&takes) else { return None };
        heaps_of[j].push(i);
    }
    if heaps_of.iter().any(Vec::is_empty) {
        return None;
    }
    // 2. Together they take at least one, and nothing else is asked but that heaps stay heaps.
    let mut taken = Affine::constant(-1);
    for j in 0..fresh {
        taken = taken.plus(1, &Affine::fresh(j)).ok()?;
    }
    let mut expected = vec![AffineCondition::AtLeastZero(taken)];
    for &i in heaps_of.iter().flatten() {
        let low = Affine::constant(i64::try_from(rules.lower[i]).ok()?);
        expected.push(AffineCondition::AtLeastZero(family.result[i].minus(&low).ok()?));
    }
    let same = expected.len() == family.conditions.len()
        && expected.iter().all(|c| family.conditions.contains(c));
    if !same {
        return None;
    }
    match heaps_of.as_slice() {
        [only] if only.len() > 1 => Some(FamilyShape::Diagonal(only.clone())),
        all if all.iter().all(|heaps| heaps.len() == 1) => Some(FamilyShape::Cone(all.concat())),
        _ => None,
    }
}

/// A fixed number of stones from each heap, and nothing else asked but that heaps stay heaps.
fn step(rules: &HeapRules, family: &Family) -> Option<FamilyShape> {
    if !family.fresh.is_empty() {
        return None;
    }
    let mut taken = Vec::new();
    for (i, result) in family.result.iter().enumerate() {
        let takes = Affine::heap(i).minus(result).ok()?.as_constant()?;
        taken.push(u64::try_from(takes).ok()?);
    }
    let stays = |condition: &AffineCondition| {
        (0..taken.len()).any(|i| {
            let low = i64::try_from(rules.lower[i]).map(Affine::constant);
            let least = low.ok().and_then(|low| family.result[i].minus(&low).ok());
            least.is_some_and(|least| *condition == AffineCondition::AtLeastZero(least))
        })
    };
    let nothing_else = family.conditions.iter().all(stays);
    (nothing_else && taken.iter().any(|stones| *stones > 0)).then_some(FamilyShape::Step(taken))
}

/// Two pieces that add up to a heap less a constant, each a heap and nothing else asked; the other
/// heaps kept in place or deleted.
fn sum(rules: &HeapRules, family: &Family) -> Option<FamilyShape> {
    if !rules.symmetry.identifies() {
        return None;
    }
    // 1. The heaps that stay in place, and the two that are new.
    let (mut kept, mut pieces) = (Vec::new(), Vec::new());
    for (i, result) in family.result.iter().enumerate() {
        if *result == Affine::heap(i) { kept.push(i) } else { pieces.push(result) }
    }
    let [first, second] = pieces.as_slice() else { return None };
    // 2. What they add up to, and the equation that says so, if it is not in the pieces.
    let (total, equation) = match family.fresh.len() {
        1 => (one_variable(first, second)?, None),
        2 => two_variables(first, second, family)?,
        _ => return None,
    };
    let from = (0..rules.lower.len())
        .find(|i| total.minus(&Affine::heap(*i)).is_ok_and(|rest| rest.as_constant().is_some()))?;
    // 3. Nothing else is asked but that the pieces are heaps. (x >= 0 goes without saying.)
    let low = Affine::constant(i64::try_from(rules.lower[0]).ok()?);
    let mut expected = vec![
        AffineCondition::AtLeastZero(first.minus(&low).ok()?),
        AffineCondition::AtLeastZero(second.minus(&low).ok()?),
    ];
    expected.extend(equation);
    let goes_without_saying = |c: &AffineCondition| match c {
        AffineCondition::AtLeastZero(e) => matches!(alone(e), Some(Symbol::Fresh(_))),
        _ => false,
    };
    let nothing_else = family.conditions.iter().all(|c| expected.contains(c));
    let nothing_missing =
        expected.iter().all(|c| family.conditions.contains(c) || goes_without_saying(c));
    let less = u64::try_from(-total.offset()).ok()?;
    let splits_and_removes = !kept.contains(&from);
    (nothing_else && nothing_missing && splits_and_removes).then_some(FamilyShape::Sum {
        from,
        less,
        kept,
    })
}

/// The sum of `x` and `h - c - x`, in either order; `None` for any other pieces.
fn one_variable(first: &Affine, second: &Affine) -> Option<Affine> {
    let variable = Affine::fresh(0);
    let other = if *first == variable {
        second
    } else if *second == variable {
        first
    } else {
        return None;
    };
    let total = other.plus(1, &variable).ok()?;
    (total.coefficient(Symbol::Fresh(0)) == 0).then_some(total)
}

/// The sum of `x` and `y` by an equation `x + y = h - c`; `None` for any other pieces.
fn two_variables(
    first: &Affine,
    second: &Affine,
    family: &Family,
) -> Option<(Affine, Option<AffineCondition>)> {
    let variables = [Affine::fresh(0), Affine::fresh(1)];
    if first == second || !variables.contains(first) || !variables.contains(second) {
        return None;
    }
    let equation = family.conditions.iter().find(|c| matches!(c, AffineCondition::Zero(_)))?;
    let AffineCondition::Zero(e) = equation else { return None };
    // e is s * (x + y) - s * (h - c) with s = 1 or -1.
    let sign = e.coefficient(Symbol::Fresh(0));
    if sign.abs() != 1 || e.coefficient(Symbol::Fresh(1)) != sign {
        return None;
    }
    let pair = variables[0].plus(1, &variables[1]).ok()?;
    let total = pair.plus(-sign, e).ok()?;
    Some((total, Some(equation.clone())))
}

#[cfg(test)]
mod tests {
    use ishitori_rule::Rules;

    use super::*;
    use crate::catalogue;

    fn shapes_of(game: &str) -> Vec<FamilyShape> {
        match catalogue::find(game).expect("a game").rules {
            Rules::Heaps(rules) => shapes(&rules),
            _ => panic!("heaps"),
        }
    }

    #[test]
    fn cones_and_diagonals_are_seen_in_any_spelling() {
        use FamilyShape::{Cone, Diagonal};
        let mut wythoff = shapes_of("wythoff");
        wythoff.sort_by_key(|s| format!("{s:?}"));
        assert_eq!(wythoff, [Cone(vec![0]), Cone(vec![1]), Diagonal(vec![0, 1])]);
        assert!(shapes_of("circular(6,2)").iter().all(|s| matches!(s, Cone(h) if h.len() == 2)));
        assert!(shapes_of("wythoff-1").iter().all(|s| *s != FamilyShape::Other));
        assert!(shapes_of("emperor([2,3],1)").iter().all(|s| matches!(s, Cone(_))));
        assert!(shapes_of("welter(3)").iter().all(|s| *s == FamilyShape::Other));
        assert!(shapes_of("common-divisor(2)").iter().all(|s| *s == FamilyShape::Other));
    }

    #[test]
    fn sums_are_seen_in_any_spelling() {
        let sum = |from, less, kept| FamilyShape::Sum { from, less, kept };
        let split = shapes_of("split-and-delete");
        assert!(split.contains(&sum(0, 0, vec![])) && split.contains(&sum(1, 0, vec![])));
        assert!(
            split.contains(&FamilyShape::Cone(vec![0]))
                && split.contains(&FamilyShape::Cone(vec![1]))
        );
        let delete = shapes_of("delete-nim");
        assert!(delete.contains(&sum(0, 1, vec![])) && delete.contains(&sum(1, 1, vec![])));
        let single = shapes_of("single-split-delete(3)");
        assert!(single.iter().all(|s| *s != FamilyShape::Other), "{single:?}");
        assert!(single.contains(&sum(0, 0, vec![2])));
        assert!(shapes_of("half-split-delete").contains(&FamilyShape::Other));
    }
}
