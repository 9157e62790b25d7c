//! What the symmetries of a game do to the elements of a search.
//!
//! A permutation of heaps that maps moves to moves and every set to itself permutes the states of each
//! machine on all heaps, and the branches with it; so symmetric subsets accept alike, and one of them is
//! enough. If some branch has no image, no symmetry is used, and the search is longer but still right. The
//! certificate says places and states, and the checker tests them. Groups of more than 48 are cut down or
//! left out, because every subset is compared with all images. How undeclared ones are found:
//! `automorphisms.rs`.

use ishitori_automata::symmetry::moved;
use ishitori_automata::{MAX_TRACKS, State};
use ishitori_rule::symmetry::{Permutation, Symmetry};

use super::arena::{Arena, ArenaMove};
use super::automorphisms::automorphisms;
use super::branch::{Branches, ProofMachine, Track};

/// Groups with more elements than this are not used: searching without them is faster.
const MAX_GROUP: usize = 48;

/// A symmetry: what it does to heaps, states and branches.
#[derive(Clone, Debug)]
pub struct SymmetryAction {
    /// Heap `i` goes to place `places[i]`.
    pub places: Permutation,
    /// For each machine that it maps to itself, where its states go.
    pub states: Vec<Option<Vec<State>>>,
    /// Where each branch goes, and where its components go.
    branches: Vec<(usize, Vec<usize>)>,
    /// For each component of each branch, the machine.
    machines: Vec<Vec<usize>>,
}

impl SymmetryAction {
    /// Where an element goes.
    pub fn element(&self, branch: usize, states: &[State]) -> (usize, Vec<State>) {
        let (to, places) = &self.branches[branch];
        let mut image = vec![0; states.len()];
        for (component, state) in states.iter().enumerate() {
            let machine = self.machines[branch][component];
            let map = self.states[machine].as_ref();
            image[places[component]] = map.map_or(*state, |map| map[*state as usize]);
        }
        (*to, image)
    }

    /// Where a letter of the given tracks goes.
    pub(crate) fn letter(&self, letter: u32) -> u32 {
        u32::from(moved(u16::try_from(letter).expect("at most 12 tracks"), &self.places))
    }
}

/// Groups of symmetries of a game, the best first; in each the identity comes first.
///
/// If all moves lower heaps, the best is all permutations that map moves to moves, declared or
/// not. If they are too many, the declared ones are, and if these are too many as well, those that
/// keep the first heaps in place. On a circle the declared ones are better than the latter
/// (circular(6,5): 12 macro-states instead of 19), elsewhere they are all there is (moore(8,4): 48
/// instead of 163). The last are the declared ones, for sets that know nothing of the others.
pub(crate) fn groups(arena: &Arena) -> Vec<Vec<Permutation>> {
    let n = arena.heaps.len();
    let declared = group(&arena.symmetry, n);
    let face = |option: &ArenaMove| match option {
        ArenaMove::Lower(heaps) if n <= MAX_TRACKS => {
            Some(heaps.iter().fold(0, |face, heap| face | 1 << heap))
        }
        _ => None,
    };
    let faces: Option<Vec<u32>> = arena.moves.iter().map(face).collect();
    let Some(faces) = faces else { return vec![declared] };
    let fixing = |fixed: usize| automorphisms(n, &faces, fixed, MAX_GROUP);
    let most = if declared.len() > 1 { 0 } else { n };
    let mut found = (0..=most).find_map(fixing);
    // In a slice those that move bounded heaps to heaps with the same bound.
    let bound = |heap: usize| arena.slice.bound(heap);
    let keeps = |places: &Permutation| (0..n).all(|heap| bound(heap) == bound(places[heap]));
    found.iter_mut().for_each(|found| found.retain(keeps));
    let found = found.filter(|found| found.len() > declared.len());
    found.into_iter().chain([declared]).collect()
}

/// The group that `symmetry` generates on `n` heaps, the identity first; only that if it is large.
pub fn group(symmetry: &Symmetry, n: usize) -> Vec<Permutation> {
    let identity: Permutation = (0..n).collect();
    let generators = symmetry.generators(n);
    let mut group = vec![identity.clone()];
    let mut done = 0;
    while done < group.len() {
        for generator in &generators {
            let product: Permutation = group[done].iter().map(|i| generator[*i]).collect();
            if !group.contains(&product) {
                group.push(product);
            }
        }
        if group.len() > MAX_GROUP {
            return vec![identity];
        }
        done += 1;
    }
    group
}

/// What each permutation does to these machines on all heaps; `None` if one of them does not go to itself.
pub(crate) fn actions(
    machines: &[ProofMachine],
    whole: &[usize],
    group: &[Permutation],
) -> Option<Vec<SymmetryAction>> {
    let action = |places: &Permutation| {
        let mut states = vec![None; machines.len()];
        for machine in whole {
            states[*machine] = Some(machines[*machine].dfa.action(places)?);
        }
        Some(SymmetryAction { places: places.clone(), states, branches: vec![], machines: vec![] })
    };
    group.iter().map(action).collect()
}

/// What each permutation does to the branches; the given tracks are the heaps. `None` if some
/// permutation does not map the branches to each other.
pub fn mirrors(branches: &Branches, group: &[Permutation]) -> Option<Vec<SymmetryAction>> {
    group.iter().map(|places| mirror(branches, places)).collect()
}

fn mirror(branches: &Branches, places: &Permutation) -> Option<SymmetryAction> {
    let heaps = places.len();
    if branches.reading.given != heaps || branches.reading.single {
        return None;
    }
    // Machines on all heaps go to themselves; those on two tracks only change places.
    let on_heaps = |machine: usize| branches.machines[machine].tracks.len() == heaps;
    let used = |machine: usize| {
        let components = branches.branches.iter().flat_map(|b| &b.components);
        components.into_iter().any(|c| c.machine == machine && c.reads.len() == heaps)
    };
    let mut states = Vec::new();
    for machine in 0..branches.machines.len() {
        let whole = on_heaps(machine) && used(machine) && is_whole(branches, machine);
        states.push(if whole {
            Some(branches.machines[machine].dfa.action(places)?)
        } else {
            None
        });
    }
    let images: Option<Vec<_>> =
        (0..branches.branches.len()).map(|b| image(branches, b, places, &states)).collect();
    let machines = branches.branches.iter();
    let machines = machines.map(|b| b.components.iter().map(|c| c.machine).collect()).collect();
    Some(SymmetryAction { places: places.clone(), states, branches: images?, machines })
}

/// Whether every component with this machine reads the heaps, or what replaces them, in order.
fn is_whole(branches: &Branches, machine: usize) -> bool {
    branches.branches.iter().all(|branch| {
        branch.components.iter().filter(|c| c.machine == machine).all(|c| {
            c.reads.iter().enumerate().all(|(i, track)| match track {
                Track::Given(given) => *given == i,
                Track::Hidden(j) => branch.hidden[*j] == i,
            })
        })
    })
}

/// The branch that `branch` becomes, and the places of its components in it.
fn image(
    branches: &Branches,
    branch: usize,
    places: &Permutation,
    states: &[Option<Vec<State>>],
) -> Option<(usize, Vec<usize>)> {
    let from = &branches.branches[branch];
    branches.branches.iter().enumerate().find_map(|(to, target)| {
        if target.components.len() != from.components.len()
            || target.hidden.len() != from.hidden.len()
        {
            return None;
        }
        // A hidden track stands for a heap; it goes where its heap goes.
        let hidden: Option<Vec<usize>> = from
            .hidden
            .iter()
            .map(|heap| target.hidden.iter().position(|other| *other == places[*heap]))
            .collect();
        let hidden = hidden?;
        let track = |track: &Track| match *track {
            Track::Given(i) => Track::Given(places[i]),
            Track::Hidden(j) => Track::Hidden(hidden[j]),
        };
        let component = |component: &super::branch::BranchMember| {
            let mut reads: Vec<Track> = component.reads.iter().map(track).collect();
            if states[component.machine].is_some() {
                // Its own tracks change places as well.
                let mut own = reads.clone();
                for (i, read) in reads.iter().enumerate() {
                    own[places[i]] = *read;
                }
                reads = own;
            }
            target
                .components
                .iter()
                .position(|other| other.machine == component.machine && other.reads == reads)
        };
        let components: Option<Vec<usize>> = from.components.iter().map(component).collect();
        Some((to, components?))
    })
}

#[cfg(test)]
mod tests {
    use ishitori_rule::Rules;

    use super::*;
    use crate::catalogue::find;

    fn arena(game: &str) -> Arena {
        match find(game).expect(game).rules {
            Rules::Heaps(rules) => Arena::new(&rules).expect(game),
            _ => unreachable!("a game on heaps"),
        }
    }

    #[test]
    fn all_symmetries_there_are_or_the_declared_ones() {
        for (game, orders) in [
            ("circular(6,4)", vec![12]),
            // Every set of three heaps: all 24, and the 8 of the circle or the ranges.
            ("circular(4,3)", vec![24, 8]),
            ("emperor([2,2],1)", vec![24, 8]),
            // 120 are too many: the circle. And if these are declared: the 24 that keep heap 1.
            ("circular(5,4)", vec![10]),
            ("moore(5,2)", vec![24, 1]),
            ("moore(4,2)", vec![24]),
            // Other moves than lowering, and no more heaps than a letter has.
            ("wythoff", vec![2]),
            ("nim(20)", vec![1]),
        ] {
            let found: Vec<usize> = groups(&arena(game)).iter().map(Vec::len).collect();
            assert_eq!(found, orders, "{game}");
        }
    }

    #[test]
    fn groups_are_closed_and_begin_with_the_identity() {
        for game in ["circular(6,4)", "circular(4,3)", "moore(5,2)", "emperor([2,2,2,2],1)"] {
            for group in groups(&arena(game)) {
                assert!(group[0].iter().copied().eq(0..group[0].len()));
                for (first, second) in group.iter().flat_map(|p| group.iter().map(move |q| (p, q)))
                {
                    let both: Permutation = first.iter().map(|i| second[*i]).collect();
                    assert!(group.contains(&both), "{game}");
                }
            }
        }
    }
}
