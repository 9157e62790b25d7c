//! In which order a box can be solved, and how large it has to be.
//!
//! *Falling order*: heaps in an order in which every move makes the position smaller as a word: the first heap that changes goes
//! down. Then a box is solved row by row, with the options of a position before it, also where a later heap grows (Fibonacci
//! Nim: the pile falls, whatever the limit does). It is found heap by heap: one that no move can raise comes next, and only moves
//! that may leave it as it is are looked at further. Linear programs decide, so an order that is found is right;
//! one may be missed, and then positions are solved by the measure of the rule, which always falls.
//!
//! *Reach*: the box that holds all options of the positions of a box, and theirs. Bounds of each family's variables give it, where
//! heaps grow again and again the measure does: no heap outweighs the whole position.

use ishitori_rule::family::{Affine, AffineCondition, Family, MAX_HEAP, Symbol};
use ishitori_rule::linear::LinearSystem;

use super::heaps::{Growth, HeapGame, add_condition, move_system};
use super::scan::{FamilyScan, highest};

/// A box that keeps growing after so many rounds is bounded by the measure.
const ROUNDS: usize = 8;

impl HeapGame {
    /// Heaps in an order in which every move makes the position smaller as a word; small ones of `sizes` first, as far as there
    /// is a choice.
    pub(crate) fn falling_order(&self, sizes: &[usize]) -> Option<Vec<usize>> {
        let rules = self.rules();
        let systems = rules.families.iter().map(|family| {
            let system = move_system(rules, family).ok()?;
            Some((family, system))
        });
        let mut open: Vec<(&Family, LinearSystem)> = systems.collect::<Option<_>>()?;
        let mut left: Vec<usize> = (0..sizes.len()).collect();
        left.sort_by_key(|heap| (sizes[*heap], *heap));
        let mut order = Vec::new();
        while !left.is_empty() {
            let falls = |heap: usize| {
                open.iter().all(|(family, system)| !can_change(family, system, heap, 1))
            };
            let next = left.remove(left.iter().position(|heap| falls(*heap))?);
            open = open
                .into_iter()
                .filter_map(|(family, system)| Some((family, unchanged(family, system, next)?)))
                .collect();
            order.push(next);
        }
        open.is_empty().then_some(order)
    }

    /// The largest sizes of heaps in positions that come after those with heaps up to `upper`, or are among them: a box that no move
    /// leaves, as far as the measure allows. Where heaps without an order may grow, all of them have the same bound.
    pub(crate) fn reach(&self, upper: &[u64]) -> Vec<u64> {
        let rules = self.rules();
        let evenly = rules.symmetry.identifies() && self.growth() != Growth::Never;
        let even = |mut upper: Vec<u64>| {
            let largest = upper.iter().copied().max().unwrap_or(0);
            if evenly {
                upper.fill(largest);
            }
            upper
        };
        let capped = even(self.largest_by_measure(upper));
        let mut reached = even(self.clipped(upper));
        for _ in 0..ROUNDS {
            let before = reached.clone();
            for scan in self.forward_scans() {
                for (heap, most) in most_results(scan, &rules.lower, &before).iter().enumerate() {
                    let most = u64::try_from(*most).unwrap_or(0).min(capped[heap]);
                    reached[heap] = reached[heap].max(most);
                }
            }
            reached = even(reached);
            if reached == before {
                return reached;
            }
        }
        capped.iter().zip(&reached).map(|(capped, reached)| *capped.max(reached)).collect()
    }

    /// What no heap can exceed, since the measure of a position falls with every move. Several counts bound none: what one of them
    /// loses another may win.
    fn largest_by_measure(&self, upper: &[u64]) -> Vec<u64> {
        let rules = self.rules();
        let Some(count) = rules.measure.one_count() else {
            return self.clipped(&vec![MAX_HEAP; upper.len()]);
        };
        let weight = |heap: usize| u128::from(count.stones[heap].unsigned_abs());
        let above = |heap: usize| u128::from(upper[heap].saturating_sub(rules.lower[heap]));
        let counted = count.nonempty.iter().map(|w| u128::from(w.unsigned_abs()));
        let whole = (0..upper.len()).map(|heap| weight(heap) * above(heap)).sum::<u128>();
        let whole = whole + counted.sum::<u128>();
        let most = |heap: usize| match weight(heap) {
            // What weighs nothing may grow for ever.
            0 => MAX_HEAP,
            weight => {
                let most = u128::from(rules.lower[heap]) + whole / weight;
                u64::try_from(most).unwrap_or(u64::MAX).min(MAX_HEAP)
            }
        };
        self.clipped(&(0..upper.len()).map(most).collect::<Vec<_>>())
    }

    /// Bounds without what the rule forbids of a single heap, such as `p <= 1`.
    pub(crate) fn clipped(&self, upper: &[u64]) -> Vec<u64> {
        let mut clipped = upper.to_vec();
        for (heap, bound) in self.rules().slice.bounds() {
            clipped[*heap] = clipped[*heap].min(*bound);
        }
        for condition in &self.rules().validity {
            let AffineCondition::AtLeastZero(e) = condition else { continue };
            let mut terms = e.terms();
            if let (Some((Symbol::Heap(heap), c)), None) = (terms.next(), terms.next())
                && c < 0
            {
                let most = u64::try_from(e.offset().div_euclid(-c)).unwrap_or(0);
                clipped[heap] = clipped[heap].min(most);
            }
        }
        clipped
    }
}

/// Whether a move of the system can change a heap by `by` or more.
fn can_change(family: &Family, system: &LinearSystem, heap: usize, by: i64) -> bool {
    let more = family.result[heap]
        .minus(&Affine::heap(heap))
        .and_then(|change| change.minus(&Affine::constant(by)));
    let Ok(more) = more else { return true };
    is_possible(family, system.clone(), AffineCondition::AtLeastZero(more)).is_some()
}

/// The moves of the system that leave a heap as it is; `None` if there are none.
fn unchanged(family: &Family, system: LinearSystem, heap: usize) -> Option<LinearSystem> {
    match family.result[heap].minus(&Affine::heap(heap)) {
        Ok(change) => is_possible(family, system, AffineCondition::Zero(change)),
        Err(_) => Some(system),
    }
}

/// The system with one condition more; `None` if that has no solution.
fn is_possible(
    family: &Family,
    mut system: LinearSystem,
    condition: AffineCondition,
) -> Option<LinearSystem> {
    let heaps = family.result.len();
    let columns = heaps + family.fresh.len();
    let column = |symbol| match symbol {
        Symbol::Heap(i) => i,
        Symbol::Fresh(j) => heaps + j,
    };
    let before = system.clone();
    if add_condition(&mut system, &condition, &column, columns).is_err() {
        return Some(before);
    }
    match system.is_empty() {
        Ok(true) => None,
        Ok(false) => Some(system),
        Err(_) => Some(before),
    }
}

/// The largest result of each heap for heaps from `lower` to `upper`, or more.
fn most_results(scan: &FamilyScan, lower: &[u64], upper: &[u64]) -> Vec<i64> {
    let columns = scan.levels.iter().map(|level| level.column + 1).max().unwrap_or(0);
    let columns = columns.max(lower.len());
    let number = |heap: &u64| i64::try_from(*heap).unwrap_or(i64::MAX >> 20);
    let mut least: Vec<i64> = lower.iter().map(number).collect();
    let mut most: Vec<i64> = upper.iter().map(number).collect();
    least.resize(columns, 0);
    most.resize(columns, 0);
    for level in &scan.levels {
        let high = level.upper.iter().map(|bound| bound.highest(&least, &most)).min();
        most[level.column] = high.unwrap_or(i64::MAX >> 20).max(0);
    }
    scan.results.iter().map(|result| highest(result, &least, &most)).collect()
}
