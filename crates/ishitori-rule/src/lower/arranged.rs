//! The families of a game among the heaps of several, with the new heaps in every order where order means nothing.

use crate::family::{Affine, AffineCondition, Family, Symbol};
use crate::ruleset::HeapRules;

/// Heaps of one game whose new order is written out.
pub(crate) const MAX_ARRANGED: usize = 5;

/// A family of one part among the heaps of all, where its own are at `places`.
pub(crate) fn within(family: &Family, places: &[usize], total: usize) -> Family {
    let shift = |symbol| match symbol {
        Symbol::Heap(i) => Symbol::Heap(places[i]),
        fresh => fresh,
    };
    let mut result: Vec<Affine> = (0..total).map(Affine::heap).collect();
    for (heap, place) in family.result.iter().zip(places) {
        result[*place] = heap.renamed(shift);
    }
    let conditions: Vec<AffineCondition> =
        family.conditions.iter().map(|c| c.renamed(shift)).collect();
    Family { fresh: family.fresh.clone(), conditions, result, origin: 0..0 }
}

/// The families of a part, with the new heaps in every order if order means nothing there; `None` if these are too many.
pub(crate) fn arranged(part: &HeapRules) -> Option<Vec<Family>> {
    if part.closed_in_place {
        return Some(part.families.clone());
    }
    if part.names.len() > MAX_ARRANGED {
        return None;
    }
    let mut families: Vec<Family> = Vec::new();
    for family in &part.families {
        for order in orders(part.names.len()) {
            let result = order.iter().map(|i| family.result[*i].clone()).collect();
            let family = Family { result, ..family.clone() };
            if !families.contains(&family) {
                families.push(family);
            }
        }
    }
    Some(families)
}

/// All orders of so many things.
pub(crate) fn orders(n: usize) -> Vec<Vec<usize>> {
    (0..n).fold(vec![Vec::new()], |orders, next| {
        let insert = |order: &Vec<usize>, at: usize| {
            let mut order = order.clone();
            order.insert(at, next);
            order
        };
        orders.iter().flat_map(|o| (0..=o.len()).map(move |at| insert(o, at))).collect()
    })
}
