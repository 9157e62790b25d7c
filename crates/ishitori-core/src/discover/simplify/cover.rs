//! The cheapest choice of sets that together contain everything: which conditions to keep.
//!
//! Weighted set cover, by branch and bound: some number that few sets contain must be in one of them.
//! A greedy choice is the first bound. Exact unless it runs out of its steps, and then at least as good as
//! the greedy choice.

use super::bits::BitSet;

/// A set and what it costs.
pub(super) struct PricedSet {
    pub cost: usize,
    pub covers: BitSet,
}

/// Steps of branch and bound; some milliseconds.
const STEPS: usize = 20_000;

/// The places of sets that cover all of `wanted`, at the least cost found; `None` if all of them do not.
pub(super) fn cheapest(sets: &[PricedSet], wanted: &BitSet) -> Option<Vec<usize>> {
    let kept = undominated(sets, wanted);
    let greedy = greedy(sets, &kept, wanted)?;
    let cost = |chosen: &[usize]| chosen.iter().map(|at| sets[*at].cost).sum::<usize>();
    let elements: Vec<usize> = wanted.iter().collect();
    let containing = |element: &usize| -> Vec<usize> {
        kept.iter().copied().filter(|at| sets[*at].covers.contains(*element)).collect()
    };
    let mut elements: Vec<(usize, Vec<usize>)> =
        elements.iter().map(|element| (*element, containing(element))).collect();
    elements.sort_by_key(|(_, sets)| sets.len());
    let best = cost(&greedy);
    let mut search = SetCoverSearch { sets, elements, best, chosen: greedy, steps: STEPS };
    search.extend(&mut Vec::new(), 0, wanted.clone());
    Some(search.chosen)
}

/// Without those that cover no more than a cheaper one; the cheapest first.
fn undominated(sets: &[PricedSet], wanted: &BitSet) -> Vec<usize> {
    let covers: Vec<BitSet> = sets.iter().map(|set| set.covers.and(wanted)).collect();
    let mut order: Vec<usize> = (0..sets.len()).filter(|at| !covers[*at].is_empty()).collect();
    order.sort_by_key(|at| (sets[*at].cost, usize::MAX - covers[*at].count()));
    let mut kept: Vec<usize> = Vec::new();
    for at in order {
        if !kept.iter().any(|other| covers[at].is_inside(&covers[*other])) {
            kept.push(at);
        }
    }
    kept
}

fn greedy(sets: &[PricedSet], kept: &[usize], wanted: &BitSet) -> Option<Vec<usize>> {
    let mut left = wanted.clone();
    let mut chosen: Vec<usize> = Vec::new();
    while !left.is_empty() {
        let worth = |at: &usize| {
            let gain = sets[*at].covers.common(&left);
            // More for the price; integers, so that ties are ties.
            gain * 1000 / sets[*at].cost.max(1)
        };
        let best = kept.iter().copied().max_by_key(worth).filter(|at| worth(at) > 0)?;
        left = left.without(&sets[best].covers);
        chosen.push(best);
    }
    for at in (0..chosen.len()).rev() {
        let mut rest = BitSet::none(0);
        let others = chosen.iter().enumerate().filter(|(other, _)| *other != at);
        for (_, other) in others {
            if rest == BitSet::none(0) {
                rest = sets[*other].covers.clone();
            } else {
                rest.add(&sets[*other].covers);
            }
        }
        if rest != BitSet::none(0) && wanted.is_inside(&rest) {
            chosen.remove(at);
        }
    }
    Some(chosen)
}

struct SetCoverSearch<'s> {
    sets: &'s [PricedSet],
    /// What is to be covered, with the sets that do; those with few first.
    elements: Vec<(usize, Vec<usize>)>,
    best: usize,
    chosen: Vec<usize>,
    steps: usize,
}

impl SetCoverSearch<'_> {
    fn extend(&mut self, chosen: &mut Vec<usize>, cost: usize, left: BitSet) {
        let Some(next) = self.elements.iter().position(|(element, _)| left.contains(*element))
        else {
            if cost < self.best {
                (self.best, self.chosen) = (cost, chosen.clone());
            }
            return;
        };
        for i in 0..self.elements[next].1.len() {
            let at = self.elements[next].1[i];
            let cost = cost + self.sets[at].cost;
            if cost >= self.best || self.steps == 0 {
                return;
            }
            self.steps -= 1;
            chosen.push(at);
            self.extend(chosen, cost, left.without(&self.sets[at].covers));
            chosen.pop();
        }
    }
}
