//! The permutations of heaps that a game of lowering does not notice, found from its moves.
//!
//! If every move lowers heaps inside one of some faces, a permutation of heaps that maps faces to
//! faces maps moves to moves and positions to positions of the same value, whether the rule text
//! declares it or not: circular(5,4) is Moore's Nim in disguise, and a complex has no other
//! symmetries than these.
//!
//! Heaps get their places one after the other. After each, the faces restricted to the heaps that
//! have a place, moved, must be the faces restricted to the places that are taken. That is necessary
//! for every beginning and sufficient for all heaps, so a beginning that fails is left at once and
//! what is found needs no other test. Beginnings rarely fail late; those that are tried are counted
//! all the same, because nothing says that they never do.

use ishitori_rule::symmetry::Permutation;

/// The beginnings that are tried before we give up; each costs a sort of the faces.
const MAX_TRIED: usize = 20_000;

/// The permutations of `n` heaps that keep the first `fixed` of them in place and map the set of
/// `faces` (a bit a heap) to itself; they are a group. In lexicographic order, so the identity
/// comes first. `None` if there are more than `limit`, or finding them takes too long.
pub(crate) fn automorphisms(
    n: usize,
    faces: &[u32],
    fixed: usize,
    limit: usize,
) -> Option<Vec<Permutation>> {
    let mut search = AutomorphismSearch { n, faces, fixed, limit, tried: 0, found: Vec::new() };
    let nothing_moved = vec![0; faces.len()];
    search.place(&mut Vec::new(), 0, &nothing_moved).then_some(search.found)
}

struct AutomorphismSearch<'a> {
    n: usize,
    faces: &'a [u32],
    fixed: usize,
    limit: usize,
    tried: usize,
    found: Vec<Permutation>,
}

impl AutomorphismSearch<'_> {
    /// Gives the next heap each place that it can have; `taken` are the places of those before, and
    /// `moved` the part of each face that has a place, moved. False to give up.
    fn place(&mut self, places: &mut Permutation, taken: u32, moved: &[u32]) -> bool {
        let heap = places.len();
        if heap == self.n {
            self.found.push(places.clone());
            return self.found.len() <= self.limit;
        }
        let choices = if heap < self.fixed { heap..heap + 1 } else { self.fixed..self.n };
        for place in choices.filter(|place| taken >> place & 1 == 0) {
            self.tried += 1;
            if self.tried > MAX_TRIED {
                return false;
            }
            let taken = taken | 1 << place;
            let moved: Vec<u32> = self
                .faces
                .iter()
                .zip(moved)
                .map(|(face, image)| image | (face >> heap & 1) << place)
                .collect();
            if !self.fits(&moved, taken) {
                continue;
            }
            places.push(place);
            let go_on = self.place(places, taken, &moved);
            places.pop();
            if !go_on {
                return false;
            }
        }
        true
    }

    /// Whether these are the faces restricted to the places that are taken, in any order.
    fn fits(&self, moved: &[u32], taken: u32) -> bool {
        let sorted = |faces: &mut dyn Iterator<Item = u32>| {
            let mut all: Vec<u32> = faces.collect();
            all.sort_unstable();
            all
        };
        sorted(&mut moved.iter().copied())
            == sorted(&mut self.faces.iter().map(|face| face & taken))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prove::goal::permutations;

    /// The definition: every permutation, tried out.
    fn by_brute_force(n: usize, faces: &[u32]) -> Vec<Permutation> {
        let image = |face: u32, places: &[usize]| {
            (0..n).filter(|i| face >> i & 1 == 1).map(|i| 1u32 << places[i]).sum::<u32>()
        };
        let keeps = |places: &Permutation| faces.iter().all(|f| faces.contains(&image(*f, places)));
        let mut all: Vec<Permutation> = permutations(n).into_iter().filter(keeps).collect();
        all.sort();
        all
    }

    fn sets_of_size(n: usize, size: u32) -> Vec<u32> {
        (0u32..1 << n).filter(|set| set.count_ones() == size).collect()
    }

    /// `size` neighbours on a circle of `n`.
    fn arcs(n: usize, size: usize) -> Vec<u32> {
        (0..n).map(|start| (0..size).map(|i| 1 << ((start + i) % n)).sum()).collect()
    }

    #[test]
    fn groups_that_everybody_knows() {
        let order = |n, faces: &[u32]| automorphisms(n, faces, 0, 1000).expect("few").len();
        assert_eq!(order(4, &sets_of_size(4, 2)), 24);
        assert_eq!(order(6, &arcs(6, 4)), 12, "the dihedral group");
        assert_eq!(order(5, &arcs(5, 4)), 120, "all sets of four");
        assert_eq!(order(4, &[0b0011, 0b1100]), 8, "two edges");
        assert_eq!(order(4, &[0b0011, 0b0110, 0b1100]), 2, "a path");
        assert_eq!(order(3, &[0b011, 0b100]), 2);
        // The lines of the Fano plane: {1, 2, 4} shifted modulo 7; the group has 168 elements.
        let fano: Vec<u32> =
            (0..7).map(|s| [0, 1, 3].iter().map(|i| 1 << ((i + s) % 7)).sum()).collect();
        assert_eq!(order(7, &fano), 168);
        // Petersen's graph: the pairs of five things, joined if they are disjoint; all permutations
        // of the five.
        let pairs = sets_of_size(5, 2);
        let joined = |(i, a): (usize, &u32)| -> Vec<u32> {
            let later = pairs.iter().enumerate().skip(i);
            later.filter(|(_, b)| a & **b == 0).map(|(j, _)| 1 << i | 1 << j).collect()
        };
        let petersen: Vec<u32> = pairs.iter().enumerate().flat_map(joined).collect();
        assert_eq!((petersen.len(), order(10, &petersen)), (15, 120));
    }

    #[test]
    fn all_permutations_that_keep_the_faces_and_no_others() {
        // Every set of one to three faces on four heaps, covering or not.
        let faces: Vec<u32> = (1..16).collect();
        for (i, a) in faces.iter().enumerate() {
            for (j, b) in faces.iter().enumerate().skip(i) {
                for c in &faces[j..] {
                    let mut set = vec![*a, *b, *c];
                    set.dedup();
                    let found = automorphisms(4, &set, 0, 24).expect("at most 24");
                    assert_eq!(found, by_brute_force(4, &set), "{set:?}");
                    let fixed: Vec<Permutation> =
                        found.into_iter().filter(|p| p[0] == 0 && p[1] == 1).collect();
                    assert_eq!(automorphisms(4, &set, 2, 24), Some(fixed), "{set:?}");
                }
            }
        }
    }

    #[test]
    fn too_many_are_none() {
        assert_eq!(automorphisms(4, &sets_of_size(4, 1), 0, 23), None);
        assert_eq!(automorphisms(4, &sets_of_size(4, 1), 1, 6).map(|all| all.len()), Some(6));
        assert_eq!(automorphisms(12, &sets_of_size(12, 6), 0, 48), None);
        assert_eq!(automorphisms(0, &[], 0, 1), Some(vec![vec![]]));
    }
}
