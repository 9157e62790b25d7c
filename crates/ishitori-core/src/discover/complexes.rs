//! All simplicial complexes on a few vertices, each once, as games.
//!
//! Nim on a complex (Ehrenborg and Steingrímsson 1996): a heap on every vertex, and a move lowers
//! heaps inside one face, at least one. Nim, Moore's Nim, Circular Nim and Emperor Nim are of this
//! kind. A complex is given by its facets, the faces that are in no other: sets of vertices none of
//! which contains another and which together cover all vertices. Two that differ in the names of
//! vertices are the same; there are 1, 2, 5, 20, 180 on 1 to 5 vertices (OEIS A006602), and 16,143 on 6.
//!
//! A set of facets is one word, a bit a set of vertices. The bits are so arranged, larger sets
//! first and then as in a dictionary, that the largest word among all renamings is the
//! one whose list of facets comes first; that one is kept, and the renamings that lead from it to
//! itself are its automorphisms. Cost: a look-up a facet for each of the 6,894 families of facets on
//! five named vertices and each of 120 renamings, a few milliseconds. (Six vertices have 7.8
//! million families and 720 renamings; sets of 64 sets would do, but who would prove 16,143 games?)
//!
//! A complex of several components is the sum of the games on these (values are combined by xor),
//! and one with a vertex in all facets a cone; they are not left out, for the outcome of the sum
//! needs the *Grundy values* of its parts and is as hard to learn as any.

use ishitori_rule::symmetry::Permutation;

use crate::prove::goal::permutations;

/// The most vertices.
pub(crate) const MAX_VERTICES: usize = 5;

/// A set of vertices, a bit each.
pub(crate) type Face = u32;

/// A simplicial complex, named as it comes first among its renamings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complex {
    /// How many vertices it has.
    pub vertices: usize,
    /// Its number among the complexes on so many vertices, from 1.
    pub number: usize,
    /// How many complexes on so many vertices there are.
    pub of: usize,
    /// The facets, larger ones first, then as in a dictionary.
    pub facets: Vec<Face>,
    /// The permutations of vertices that map facets to facets, the identity first.
    pub automorphisms: Vec<Permutation>,
}

/// All complexes on exactly `vertices` vertices up to renaming, in the order of their lists of
/// facets: from one facet with everything (a move lowers any heaps) to one for each vertex (Nim).
///
/// # Errors
/// A sentence if there are too many of them, or no vertices.
pub fn complexes(vertices: usize) -> Result<Vec<Complex>, String> {
    if !(1..=MAX_VERTICES).contains(&vertices) {
        return Err(format!("complexes are listed for 1 to {MAX_VERTICES} vertices"));
    }
    let lexicon = Lexicon::new(vertices);
    let mut found: Vec<(u32, Vec<Permutation>)> = Vec::new();
    lexicon.families(0, u32::MAX, &mut |word| {
        found.extend(lexicon.automorphisms(word).map(|group| (word, group)));
    });
    found.sort_by(|(word, _), (other, _)| other.cmp(word));
    let of = found.len();
    let complex = |(at, (word, automorphisms)): (usize, (u32, Vec<Permutation>))| {
        let facets = lexicon.facets(word);
        Complex { vertices, number: at + 1, of, facets, automorphisms }
    };
    Ok(found.into_iter().enumerate().map(complex).collect())
}

/// The sets of vertices in their order: families of them are words, the first set the highest bit.
struct Lexicon {
    vertices: usize,
    faces: Vec<Face>,
    /// For each set, the sets that neither contain it nor are contained in it.
    apart: Vec<u32>,
    /// For each renaming and set, the bit of the set that it becomes.
    images: Vec<(Permutation, Vec<u32>)>,
}

impl Lexicon {
    fn new(vertices: usize) -> Lexicon {
        let mut faces: Vec<Face> = (1..1 << vertices).collect();
        faces.sort_by_key(|face| (vertices - face.count_ones() as usize, members(*face)));
        let mut permutations = permutations(vertices);
        permutations.sort();
        let mut lexicon = Lexicon { vertices, faces, apart: vec![], images: vec![] };
        let faces = &lexicon.faces;
        let is_apart = |a: Face, b: Face| a & b != a && a & b != b;
        let others = |a: &Face| {
            let apart = faces.iter().enumerate().filter(|(_, b)| is_apart(*a, **b));
            apart.fold(0, |all, (rank, _)| all | bit(rank))
        };
        let apart = faces.iter().map(others).collect();
        let image = |face: Face, places: &Permutation| {
            let image = members(face).into_iter().fold(0, |image, v| image | 1 << places[v - 1]);
            bit(faces.iter().position(|other| *other == image).expect("a set of vertices"))
        };
        let images = permutations.into_iter().map(|places| {
            let bits = faces.iter().map(|face| image(*face, &places)).collect();
            (places, bits)
        });
        (lexicon.images, lexicon.apart) = (images.collect(), apart);
        lexicon
    }

    /// Every family of sets none of which contains another that covers all vertices and is `word`
    /// with sets of `allowed` added, from the first of these on.
    fn families(&self, word: u32, allowed: u32, found: &mut impl FnMut(u32)) {
        let covered = self.facets(word).iter().fold(0, |all, face| all | face);
        if covered == (1 << self.vertices) - 1 {
            found(word);
        }
        for rank in ranks(allowed).filter(|rank| *rank < self.faces.len()) {
            let later = bit(rank) - 1;
            self.families(word | bit(rank), allowed & later & self.apart[rank], found);
        }
    }

    /// The renamings that change nothing, if none leads to a family that comes before.
    fn automorphisms(&self, word: u32) -> Option<Vec<Permutation>> {
        let mut same = Vec::new();
        for (places, bits) in &self.images {
            let image = ranks(word).fold(0, |image, rank| image | bits[rank]);
            if image > word {
                return None;
            }
            if image == word {
                same.push(places.clone());
            }
        }
        Some(same)
    }

    fn facets(&self, word: u32) -> Vec<Face> {
        ranks(word).map(|rank| self.faces[rank]).collect()
    }
}

/// The bit of the set with this rank.
fn bit(rank: usize) -> u32 {
    1 << (31 - rank)
}

/// The ranks of the sets of a family, in order.
fn ranks(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let rank = word.leading_zeros() as usize;
        (rank < 32).then(|| {
            word &= !bit(rank);
            rank
        })
    })
}

/// The vertices of a set, from 1.
fn members(face: Face) -> Vec<usize> {
    (0..32).filter(|i| face >> i & 1 == 1).map(|i| i + 1).collect()
}

fn joined(face: Face, between: &str) -> String {
    members(face).iter().map(usize::to_string).collect::<Vec<_>>().join(between)
}

impl Complex {
    fn listed(&self, face: impl Fn(Face) -> String, between: &str) -> String {
        self.facets.iter().map(|f| face(*f)).collect::<Vec<_>>().join(between)
    }

    /// The name of its game, by its facets: `complex-123-34-5`.
    pub fn name(&self) -> String {
        format!("complex-{}", self.listed(|face| joined(face, ""), "-"))
    }

    /// Its game in the rule language: heap `h[i]` lies on vertex i.
    pub fn rule(&self) -> String {
        let Complex { vertices, number, of, .. } = self;
        let short = self.listed(|face| joined(face, ""), ", ");
        let sets = self.listed(|face| format!("{{{}}}", joined(face, ",")), ", ");
        let options = self
            .listed(|face| format!("option h with h[{{{}}}] lowered\n", joined(face, ", ")), "");
        format!(
            "game {}\n\
             title en \"Nim on the complex {short}\" ja \"単体複体 {short} 上のニム\"\n\
             source \"R. Ehrenborg, E. Steingrímsson, Electronic Journal of Combinatorics 3 (1996)\"\n\
             note \"Complex {number} of the {of} on {vertices} vertices. A move lowers heaps inside one of the facets {sets}.\"\n\
             position h[{vertices}]\n\
             {options}",
            self.name()
        )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use ishitori_rule::{HeapRules, Rules, Ruleset};

    use super::*;
    use crate::game::{GameKind, HeapGame};
    use crate::prove::automorphisms::automorphisms;
    use crate::solve::shape::{FamilyShape, shapes};

    /// Complexes as sets of *all* their faces, the empty one too: families closed under taking
    /// subsets, a bit a set of vertices. On one vertex more such a family is two on these, the
    /// faces without the new vertex and those with it, and the second is part of the first
    /// (Dedekind). Only those with all vertices.
    fn closed_families(n: usize) -> BTreeSet<u32> {
        let mut all: Vec<u32> = vec![0, 1];
        for vertex in 0..n {
            let pairs = all.iter().flat_map(|without| all.iter().map(move |with| (without, with)));
            let fits = pairs.filter(|(without, with)| *without & *with == **with);
            all = fits.map(|(without, with)| without | with << (1 << vertex)).collect();
        }
        all.into_iter().filter(|faces| (0..n).all(|v| faces >> (1 << v) & 1 == 1)).collect()
    }

    /// The closed family with vertices renamed.
    fn renamed(family: u32, places: &[usize]) -> u32 {
        let image =
            |face: u32| (0..places.len()).map(|v| (face >> v & 1) << places[v]).sum::<u32>();
        (0..32).filter(|face| family >> face & 1 == 1).map(|face| 1 << image(face)).sum()
    }

    /// One renaming of each.
    fn orbits(n: usize) -> Vec<BTreeSet<u32>> {
        let (mut left, mut orbits) = (closed_families(n), Vec::new());
        while let Some(family) = left.first() {
            let orbit: BTreeSet<u32> =
                permutations(n).iter().map(|places| renamed(*family, places)).collect();
            left.retain(|other| !orbit.contains(other));
            orbits.push(orbit);
        }
        orbits
    }

    fn closed_family(complex: &Complex) -> u32 {
        let is_face = |set: &u32| complex.facets.iter().any(|facet| facet & set == *set);
        (0..1u32 << complex.vertices).filter(is_face).map(|set| 1 << set).sum()
    }

    #[test]
    fn each_complex_once() {
        // A006602 and A006126: up to renaming, and with named vertices.
        for (n, count, with_names) in
            [(1, 1, 1), (2, 2, 2), (3, 5, 9), (4, 20, 114), (5, 180, 6894)]
        {
            assert_eq!(closed_families(n).len(), with_names);
            let orbits = orbits(n);
            let found = complexes(n).expect("few vertices");
            assert_eq!((found.len(), orbits.len()), (count, count), "{n} vertices");
            for orbit in orbits {
                let here = |complex: &&Complex| orbit.contains(&closed_family(complex));
                assert_eq!(found.iter().filter(here).count(), 1);
            }
            let orders = found.iter().map(|complex| complex.automorphisms.len());
            let renamings: usize = orders.map(|order| permutations(n).len() / order).sum();
            assert_eq!(renamings, with_names, "an orbit has n!/order members");
        }
    }

    #[test]
    fn few_vertices_only() {
        assert!(complexes(0).is_err());
        assert!(complexes(6).expect_err("too many").contains("1 to 5"));
    }

    #[test]
    fn names_and_their_order_stay() {
        let names = |n| -> Vec<String> {
            complexes(n).expect("few vertices").iter().map(Complex::name).collect()
        };
        assert_eq!(names(1), ["complex-1"]);
        assert_eq!(names(2), ["complex-12", "complex-1-2"]);
        let three =
            ["complex-123", "complex-12-13-23", "complex-12-13", "complex-12-3", "complex-1-2-3"];
        assert_eq!(names(3), three);
        let five = names(5);
        assert_eq!((five[0].as_str(), five[179].as_str()), ("complex-12345", "complex-1-2-3-4-5"));
        assert_eq!(five.iter().collect::<BTreeSet<_>>().len(), 180);
        assert!(five.contains(&"complex-12-13-24-35-45".to_string()), "the circle of five");
        for n in 1..=5 {
            let numbers: Vec<usize> =
                complexes(n).expect("few vertices").iter().map(|c| c.number).collect();
            assert!(numbers.into_iter().eq(1..=names(n).len()));
        }
    }

    #[test]
    fn automorphisms_are_those_of_the_facets() {
        for complex in (1..=5).flat_map(|n| complexes(n).expect("few vertices")) {
            let found = automorphisms(complex.vertices, &complex.facets, 0, 120);
            assert_eq!(found.as_ref(), Some(&complex.automorphisms), "{}", complex.name());
        }
        let five = complexes(5).expect("few vertices");
        let circle = five.iter().find(|c| c.name() == "complex-12-13-24-35-45").expect("there");
        assert_eq!(circle.automorphisms.len(), 10);
    }

    fn heap_rules(complex: &Complex) -> (Ruleset, HeapRules) {
        let text = complex.rule();
        let ruleset = ishitori_rule::load(&text, &[]).unwrap_or_else(|p| panic!("{text}: {p:?}"));
        let Rules::Heaps(rules) = ruleset.rules.clone() else { panic!("heaps") };
        (ruleset, rules)
    }

    #[test]
    fn rules_are_one_cone_a_facet() {
        for complex in (1..=5).flat_map(|n| complexes(n).expect("few vertices")) {
            let (ruleset, rules) = heap_rules(&complex);
            assert_eq!(ruleset.about.full_name(), complex.name());
            assert!(ruleset.about.title("en").is_some() && ruleset.about.title("ja").is_some());
            let cones: Vec<FamilyShape> = complex
                .facets
                .iter()
                .map(|facet| FamilyShape::Cone(members(*facet).iter().map(|v| v - 1).collect()))
                .collect();
            assert_eq!(shapes(&rules), cones, "{}", complex.name());
        }
    }

    #[test]
    fn a_move_lowers_heaps_inside_one_face() {
        for complex in complexes(4).expect("few vertices") {
            let game = HeapGame::new(&heap_rules(&complex).1).expect("small");
            let options: BTreeSet<Vec<u64>> =
                game.options(&vec![2, 1, 2, 1].into()).iter().map(|o| o.to_vec()).collect();
            let positions = (0..81u64).map(|code| [1, 3, 9, 27].map(|place| code / place % 3));
            let is_option = |to: &[u64; 4]| {
                let from = [2, 1, 2, 1];
                let lowered = (0..4).filter(|i| to[*i] < from[*i]).fold(0, |set, i| set | 1 << i);
                let raised = (0..4).any(|i| to[i] > from[i]);
                !raised && lowered != 0 && complex.facets.iter().any(|f| f & lowered == lowered)
            };
            let expected: BTreeSet<Vec<u64>> =
                positions.filter(is_option).map(|to| to.to_vec()).collect();
            assert_eq!(options, expected, "{}", complex.name());
        }
    }
}
