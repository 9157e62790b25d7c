//! The permutations of heaps that leave a game of cones as it is.
//!
//! They are found from the families and the sizes of the window, so a rule need not declare them. A
//! permutation `g` makes of a position `p` the position whose heap `i` is `p[g[i]]`; P-positions go to
//! P-positions. Of up to eight heaps all permutations are tried, beyond that only turns and flips. Any
//! group is right, a larger one saves more; one that is too large to list is left for turns and flips.

/// A permutation of heaps.
pub(super) type HeapPermutation = Vec<usize>;

/// A group is listed if it has so many elements at most.
const MOST: usize = 5040;

/// A set of heaps, as bits.
pub(super) type HeapSet = u32;

/// All symmetries of the game with these sizes and families, the identity first.
pub(super) fn symmetries(sizes: &[usize], families: &[HeapSet]) -> Vec<HeapPermutation> {
    let n = sizes.len();
    let mut known = families.to_vec();
    known.sort_unstable();
    let keeps = |g: &HeapPermutation| {
        let moved = |set: &HeapSet| image(*set, g);
        (0..n).all(|i| sizes[g[i]] == sizes[i])
            && families.iter().all(|family| known.binary_search(&moved(family)).is_ok())
    };
    if n <= 8 {
        let mut found = Vec::new();
        extend(&mut Vec::new(), n, &mut |g| {
            if found.len() <= MOST && keeps(g) {
                found.push(g.clone());
            }
        });
        if found.len() <= MOST {
            return found;
        }
    }
    let turned = |by: usize| (0..n).map(|i| (i + by) % n).collect::<HeapPermutation>();
    let flipped = |by: usize| (0..n).map(|i| (by + n - i) % n).collect::<HeapPermutation>();
    (0..n).map(turned).chain((0..n).map(flipped)).filter(keeps).collect()
}

/// Tells all permutations that begin with `begun`, in lexicographic order.
fn extend(begun: &mut HeapPermutation, n: usize, tell: &mut dyn FnMut(&HeapPermutation)) {
    if begun.len() == n {
        return tell(begun);
    }
    for next in 0..n {
        if !begun.contains(&next) {
            begun.push(next);
            extend(begun, n, tell);
            begun.pop();
        }
    }
}

/// The set of heaps `i` for which `g[i]` is in the set: where the image of a position has what the position has in `set`.
pub(super) fn image(set: HeapSet, g: &[usize]) -> HeapSet {
    g.iter().enumerate().fold(0, |image, (i, from)| image | (set >> from & 1) << i)
}

/// Those that map a set to itself.
pub(super) fn stabiliser(group: &[HeapPermutation], set: HeapSet) -> Vec<HeapPermutation> {
    group.iter().filter(|g| image(set, g) == set).cloned().collect()
}

/// One set of so many heaps from each class of symmetric ones.
pub(super) fn classes(group: &[HeapPermutation], n: usize, heaps: u32) -> Vec<HeapSet> {
    let sets = (0..1u32 << n).filter(|set| set.count_ones() == heaps);
    sets.filter(|set| group.iter().all(|g| image(*set, g) >= *set)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_turn_and_flip_and_free_heaps_permute() {
        let circle: Vec<HeapSet> = (0..6).map(|i| 1 << i | 1 << ((i + 1) % 6)).collect();
        assert_eq!(symmetries(&[9; 6], &circle).len(), 12);
        assert_eq!(symmetries(&[9, 9, 9, 9, 9, 8], &circle).len(), 2);
        let single: Vec<HeapSet> = (0..5).map(|i| 1 << i).collect();
        assert_eq!(symmetries(&[4; 5], &single).len(), 120);
        assert_eq!(symmetries(&[4, 4, 5, 5, 5], &single).len(), 12);
        let many: Vec<HeapSet> = (0..9).map(|i| 1 << i).collect();
        assert_eq!(symmetries(&[4; 9], &many).len(), 18);
    }

    #[test]
    fn classes_of_necklaces() {
        let circle: Vec<HeapSet> = (0..6).map(|i| 1 << i | 1 << ((i + 1) % 6)).collect();
        let group = symmetries(&[9; 6], &circle);
        let counts: Vec<usize> = (1..=6).map(|k| classes(&group, 6, k).len()).collect();
        // Bracelets of six beads with so many black ones.
        assert_eq!(counts, [1, 3, 3, 3, 1, 1]);
        assert_eq!(stabiliser(&group, 0b1001).len(), 4);
    }
}
