//! Symmetries of a cover: permutations of heaps that take every branch to a branch.
//!
//! They are found here, from the automata alone, whether the certificate names them or not: heaps that are
//! swapped, turned or mirrored, and for every branch the one whose automata do the same with their tracks moved.
//! Rocq verifies them (`rocq/Symmetry.v`), so nothing here has to be right; a symmetry that is missed makes a
//! file longer.

use crate::branch::RocqBranch;
use crate::tables::RocqTable;
use crate::theorem_file::TheoremFile;
use crate::tracks::hidden_order;
use ishitori_check::reading::{VariableNumber, heap};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The most permutations that are looked at to see whether one more is needed.
const GROUP: usize = 50_000;

/// For each state of an automaton the state of another that it goes to.
pub(crate) type StateImages = Rc<Vec<u32>>;
/// A branch with a state of each of its automata.
pub(crate) type CoverElement = (usize, Vec<u32>);
/// The elements of a macro-state, ascending.
pub(crate) type MacroElements = Vec<CoverElement>;

/// A symmetry of the branches of a cover.
pub(crate) struct BranchSymmetry {
    /// Heap i goes to this place.
    pub(crate) places: Vec<usize>,
    /// Where each branch goes.
    pub(crate) ways: Vec<BranchWay>,
}

/// Where a branch goes.
pub(crate) struct BranchWay {
    pub(crate) to: usize,
    /// The place to which each hidden track goes.
    pub(crate) hidden: Vec<usize>,
    /// For each automaton of the other branch, which one of this branch goes there, and its states.
    pub(crate) automata: Vec<(usize, StateImages)>,
}

impl BranchSymmetry {
    /// Where an element goes.
    pub(crate) fn image(&self, (branch, states): &CoverElement) -> CoverElement {
        let way = &self.ways[*branch];
        let image = |(place, images): &(usize, StateImages)| images[states[*place] as usize];
        (way.to, way.automata.iter().map(image).collect())
    }
}

/// Permutations of heaps that are symmetries of the branches, and generate all that were found.
pub(crate) fn symmetries(
    file: &TheoremFile,
    branches: &[RocqBranch],
    given: &[VariableNumber],
) -> Vec<BranchSymmetry> {
    let heaps = file.certificate.heaps();
    let mut search = SymmetrySearch { file, branches, given, known: HashMap::new() };
    let mut found: Vec<BranchSymmetry> = Vec::new();
    let mut group = generated(heaps, &[]);
    for places in candidates(file) {
        if group.contains(&places) || group.len() > GROUP {
            continue;
        }
        if let Some(ways) = search.ways(&places) {
            found.push(BranchSymmetry { places, ways });
            let all: Vec<&Vec<usize>> = found.iter().map(|symmetry| &symmetry.places).collect();
            group = generated(heaps, &all);
        }
    }
    found
}

/// What is tried: all heaps turned, mirrored, those of the certificate, two swapped.
fn candidates(file: &TheoremFile) -> Vec<Vec<usize>> {
    let heaps = file.certificate.heaps();
    let turned = (0..heaps).map(|place| (place + 1) % heaps).collect();
    let mirrored = (0..heaps).rev().collect();
    let mut all: Vec<Vec<usize>> = vec![turned, mirrored];
    all.extend(file.certificate.symmetries.iter().map(|listed| listed.places.clone()));
    for first in 0..heaps {
        for second in first + 1..heaps {
            let mut swapped: Vec<usize> = (0..heaps).collect();
            swapped.swap(first, second);
            all.push(swapped);
        }
    }
    // Places in a damaged certificate may be anything.
    let is_permutation = |places: &Vec<usize>| {
        places.len() == heaps && (0..heaps).all(|place| places.contains(&place))
    };
    all.retain(is_permutation);
    all
}

/// All products of permutations, or so many that it does not matter.
fn generated(heaps: usize, by: &[&Vec<usize>]) -> HashSet<Vec<usize>> {
    let same: Vec<usize> = (0..heaps).collect();
    let (mut all, mut pending) = (HashSet::from([same.clone()]), vec![same]);
    while let Some(places) = pending.pop() {
        for other in by {
            let product: Vec<usize> = places.iter().map(|place| other[*place]).collect();
            if all.len() <= GROUP && all.insert(product.clone()) {
                pending.push(product);
            }
        }
    }
    all
}

/// The search for where branches go.
struct SymmetrySearch<'a> {
    file: &'a TheoremFile<'a>,
    branches: &'a [RocqBranch],
    given: &'a [VariableNumber],
    /// Automata that were compared, with the places of the tracks.
    known: HashMap<(String, String, Vec<usize>), Option<StateImages>>,
}

impl SymmetrySearch<'_> {
    fn ways(&mut self, places: &[usize]) -> Option<Vec<BranchWay>> {
        (0..self.branches.len()).map(|from| self.way(from, places)).collect()
    }

    fn way(&mut self, from: usize, places: &[usize]) -> Option<BranchWay> {
        let branches = self.branches;
        let own = hidden_order(&branches[from], self.given);
        for (to, other) in branches.iter().enumerate() {
            let hidden = hidden_order(other, self.given);
            if hidden.len() != own.len() || other.uses.len() != branches[from].uses.len() {
                continue;
            }
            for order in orders(hidden.len()) {
                let moved = |variable: VariableNumber| {
                    if let Some(place) = own.iter().position(|known| *known == variable) {
                        return hidden[order[place]];
                    }
                    let place = (0..places.len()).find(|place| heap(*place) == variable);
                    place.map_or(variable, |place| heap(places[place]))
                };
                if let Some(automata) = self.automata(from, to, &moved) {
                    return Some(BranchWay { to, hidden: order, automata });
                }
            }
        }
        None
    }

    /// Which automata go to those of another branch, if variables are moved so.
    fn automata(
        &mut self,
        from: usize,
        to: usize,
        moved: &dyn Fn(VariableNumber) -> VariableNumber,
    ) -> Option<Vec<(usize, StateImages)>> {
        let (own, others) = (&self.branches[from].uses, &self.branches[to].uses);
        // For each of the others the places of those that read the same variables.
        let mut pairs = Vec::new();
        for other in others {
            let tracks_of = |place: usize| -> Option<(usize, Vec<usize>)> {
                let used = &own[place];
                let track = |v: &VariableNumber| other.on.iter().position(|o| *o == moved(*v));
                let tracks: Vec<usize> = used.on.iter().map(track).collect::<Option<_>>()?;
                (tracks.len() == other.on.len()).then_some((place, tracks))
            };
            pairs.push((0..own.len()).filter_map(tracks_of).collect::<Vec<_>>());
        }
        let mut taken = vec![false; own.len()];
        let mut found = Vec::new();
        for (other, fitting) in others.iter().zip(pairs) {
            let mut image = None;
            for (place, tracks) in fitting {
                if !taken[place] && image.is_none() {
                    image = self.states(&own[place].name, &other.name, tracks).map(|i| (place, i));
                }
            }
            taken[image.as_ref()?.0] = true;
            found.push(image?);
        }
        Some(found)
    }

    /// The states to which those of an automaton go, if its track i goes to the place `tracks[i]`.
    fn states(&mut self, from: &str, to: &str, tracks: Vec<usize>) -> Option<StateImages> {
        let key = (from.to_string(), to.to_string(), tracks);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let (own, other) = (self.file.table(from)?, self.file.table(to)?);
        let images = same_states(own, other, &key.2).map(Rc::new);
        self.known.insert(key, images.clone());
        images
    }
}

/// All orders of so many things.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for next in 0..count {
        let longer = |order: &Vec<usize>| {
            let order = order.clone();
            (0..=next).rev().map(move |place| {
                let mut longer: Vec<usize> = order.clone();
                longer.insert(place, next);
                longer
            })
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// States that are reached together, if each goes to one only.
fn same_states(own: &RocqTable, other: &RocqTable, tracks: &[usize]) -> Option<Vec<u32>> {
    let letters = own.next.first()?.len();
    let moved: Vec<usize> = (0..letters)
        .map(|letter| (0..tracks.len()).fold(0, |sum, i| sum | (letter >> i & 1) << tracks[i]))
        .collect();
    if other.next.first()?.len() != letters {
        return None;
    }
    let mut images: Vec<Option<u32>> = vec![None; own.next.len()];
    images[0] = Some(0);
    let mut pending = vec![(0_u32, 0_u32)];
    while let Some((state, image)) = pending.pop() {
        let (state, image) = (state as usize, image as usize);
        if own.accepting[state] != other.accepting[image]
            || own.hopeful[state] != other.hopeful[image]
        {
            return None;
        }
        for (letter, moved) in moved.iter().enumerate().filter(|_| own.hopeful[state]) {
            let (next, to) = (own.next[state][letter], other.next[image][*moved]);
            match images[next as usize] {
                // States that accept nothing are not in the file.
                _ if !own.hopeful[next as usize] && !other.hopeful[to as usize] => {}
                Some(known) if known == to => {}
                Some(_) => return None,
                None => {
                    images[next as usize] = Some(to);
                    pending.push((next, to));
                }
            }
        }
    }
    let all = images.iter().enumerate();
    all.map(|(state, image)| if own.hopeful[state] { *image } else { Some(state as u32) }).collect()
}
