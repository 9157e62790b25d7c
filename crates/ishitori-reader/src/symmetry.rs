//! Symmetries of heaps as permutations, and arrangements of a few of them.

use crate::meaning::KnownGame;
use crate::statements::HeapOrder;

/// All permutations of 0 .. n - 1.
fn permutations(n: usize) -> Vec<Vec<usize>> {
    arrangements_of(n, n)
}

/// All ways to choose `k` different numbers below `n`, in order.
fn arrangements_of(n: usize, k: usize) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new()];
    for _ in 0..k {
        let longer = found.iter().flat_map(|start: &Vec<usize>| {
            (0..n).filter(|next| !start.contains(next)).map(|next| {
                let mut longer = start.clone();
                longer.push(next);
                longer
            })
        });
        found = longer.collect();
    }
    found
}

/// The same, if they are few; without order each set once.
pub(crate) fn arrangements(n: usize, k: usize, ordered: bool) -> Option<Vec<Vec<usize>>> {
    if ordered {
        let count = (n - k.min(n) + 1..=n).try_fold(1usize, |product, m| product.checked_mul(m))?;
        return (count <= 20_000).then(|| arrangements_of(n, k));
    }
    let mut found: Vec<Vec<usize>> = vec![Vec::new()];
    for next in 0..n {
        let room = found.iter().filter(|set| set.len() < k);
        let more: Vec<Vec<usize>> = room.map(|set| [set.clone(), vec![next]].concat()).collect();
        found.extend(more);
        if found.len() > 2_000_000 {
            return None;
        }
    }
    found.retain(|set| set.len() == k);
    Some(found)
}

/// The symmetries of positions; none if they are too many.
pub(crate) fn symmetries(order: HeapOrder, known: &KnownGame) -> Option<Vec<Vec<usize>>> {
    let n = known.heaps;
    let same: Vec<usize> = (0..n).collect();
    let turned = |by: usize| (0..n).map(|place| (place + by) % n).collect::<Vec<usize>>();
    let back = |way: &Vec<usize>| way.iter().rev().copied().collect::<Vec<usize>>();
    let mut found = match order {
        HeapOrder::Unordered => return (n <= 6).then(|| permutations(n)),
        HeapOrder::Fixed => match &known.ranges {
            Some(ranges) => return within_ranges(ranges, n),
            None => vec![same],
        },
        HeapOrder::Line => vec![back(&same), same],
        HeapOrder::DirectedCircle => (0..n).map(turned).collect(),
        HeapOrder::Circle => {
            let turns: Vec<Vec<usize>> = (0..n).map(turned).collect();
            turns.iter().map(back).chain(turns.clone()).collect()
        }
    };
    found.sort();
    found.dedup();
    Some(found)
}

/// Ranges of one size change places, and so do the heaps of a range.
fn within_ranges(ranges: &[Vec<i64>], n: usize) -> Option<Vec<Vec<usize>>> {
    let mut found: Vec<Vec<usize>> = vec![vec![0; n]];
    if ranges.len() > 6 || ranges.iter().any(|range| range.len() > 6) {
        return None;
    }
    // First which range goes where, then the heaps of each.
    let fits = |order: &Vec<usize>| {
        order.iter().enumerate().all(|(from, to)| ranges[from].len() == ranges[*to].len())
    };
    let orders: Vec<Vec<usize>> = permutations(ranges.len()).into_iter().filter(fits).collect();
    let mut all = Vec::new();
    for order in orders {
        let mut ways = std::mem::replace(&mut found, vec![vec![0; n]]);
        for (from, to) in order.iter().enumerate() {
            let inner = permutations(ranges[from].len());
            let with = |way: &Vec<usize>| {
                let way = way.clone();
                let set = |inner: &Vec<usize>| {
                    let mut way = way.clone();
                    for (place, heap) in ranges[from].iter().enumerate() {
                        way[(*heap - 1) as usize] = (ranges[*to][inner[place]] - 1) as usize;
                    }
                    way
                };
                inner.iter().map(set).collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(with).collect();
            if ways.len() + all.len() > 50_000 {
                return None;
            }
        }
        all.extend(ways);
    }
    Some(all)
}
