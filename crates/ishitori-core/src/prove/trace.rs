//! Hidden digits for given ones, of any length.
//!
//! "Which option of these heaps is in the set?" reads the digits of the heaps once. Each step leads
//! from the set of elements that some guesses reach to the next such set. Sets and steps that came
//! before are remembered, and there are few: a step is then one look-up. At the end the guesses
//! are read off backwards from an element that accepts. Elements that accept no more than another
//! of their set are left out, so that sets stay small.

use ishitori_automata::DigitOrder;
use rustc_hash::FxHashMap;

use super::branch::{BranchElement, Branches};
use super::empty::spread;

/// Digits of the hidden tracks of `branch` for which all its components accept together with the
/// given digits, if there are any. All digits are least significant first; the hidden numbers may be
/// longer than the given ones.
pub fn trace(branches: &Branches, branch: usize, given: &[&[bool]]) -> Option<Vec<Vec<bool>>> {
    let order = branches.reading.order;
    let length = given.iter().map(|track| track.len()).max().unwrap_or(0);
    let mut walk = DigitWalk::new(branches, branch);
    if order == DigitOrder::Msd {
        // Padding does not lose an element, so this comes to an end.
        loop {
            let before = walk.at;
            if !walk.column(given, None) || walk.at == before {
                break;
            }
        }
    }
    for i in 0..length {
        let place = if order == DigitOrder::Msd { length - 1 - i } else { i };
        if !walk.column(given, Some(place)) {
            return None;
        }
    }
    let mut seen = vec![walk.at];
    loop {
        if let Some(last) = walk.accepting() {
            return Some(walk.back(last));
        }
        if order == DigitOrder::Msd || !walk.column(given, None) || seen.contains(&walk.at) {
            return None;
        }
        seen.push(walk.at);
    }
}

/// The number of a set of elements.
type ElementSetId = u32;

/// From a set to the next.
struct Stride {
    to: ElementSetId,
    /// For each element of the set: where it came from, and the digits that were guessed.
    came_from: Vec<(usize, u32)>,
}

/// A step that was made: its number in the letter, the letter, the stride.
type WalkStep = (usize, u32, usize);

/// A walk through the given digits.
struct DigitWalk<'b, 'm> {
    branches: &'b Branches<'m>,
    branch: usize,
    sets: Vec<Vec<BranchElement>>,
    ids: FxHashMap<Vec<BranchElement>, ElementSetId>,
    strides: Vec<Stride>,
    known: FxHashMap<(ElementSetId, u32, u32), usize>,
    path: Vec<WalkStep>,
    at: ElementSetId,
}

impl<'b, 'm> DigitWalk<'b, 'm> {
    fn new(branches: &'b Branches<'m>, branch: usize) -> Self {
        let start = vec![branches.initial(branch)];
        DigitWalk {
            branches,
            branch,
            ids: FxHashMap::from_iter([(start.clone(), 0)]),
            sets: vec![start],
            strides: Vec::new(),
            known: FxHashMap::default(),
            path: Vec::new(),
            at: 0,
        }
    }

    /// Reads the digits at one place, or zeros. Returns whether anything is left.
    fn column(&mut self, given: &[&[bool]], place: Option<usize>) -> bool {
        let digit = |track: &[bool]| {
            u32::from(place.is_some_and(|place| track.get(place).copied().unwrap_or(false)))
        };
        if self.branches.reading.single {
            given.iter().enumerate().all(|(step, track)| self.step(step, digit(track)))
        } else {
            let digits = given.iter().enumerate();
            self.step(0, digits.fold(0, |letter, (i, track)| letter | digit(track) << i))
        }
    }

    fn step(&mut self, step: usize, letter: u32) -> bool {
        let key = (self.at, step as u32, letter);
        let stride = match self.known.get(&key) {
            Some(stride) => *stride,
            None => {
                let stride = self.stride(step, letter);
                self.strides.push(stride);
                self.known.insert(key, self.strides.len() - 1);
                self.strides.len() - 1
            }
        };
        self.path.push((step, letter, stride));
        self.at = self.strides[stride].to;
        !self.sets[self.at as usize].is_empty()
    }

    fn stride(&mut self, step: usize, letter: u32) -> Stride {
        let (branches, branch) = (self.branches, self.branch);
        let mut reached: Vec<(BranchElement, (usize, u32))> = Vec::new();
        for (from, element) in self.sets[self.at as usize].iter().enumerate() {
            branches.successors(branch, step, element, letter, &mut |to, guessed| {
                if reached.iter().any(|(kept, _)| branches.is_below(branch, to, kept)) {
                    return;
                }
                reached.retain(|(kept, _)| !branches.is_below(branch, kept, to));
                reached.push((to.to_vec(), (from, guessed)));
            });
        }
        reached.sort_unstable();
        let (set, came_from): (Vec<BranchElement>, Vec<(usize, u32)>) = reached.into_iter().unzip();
        let new = self.sets.len() as ElementSetId;
        let to = *self.ids.entry(set).or_insert_with_key(|set| {
            self.sets.push(set.clone());
            new
        });
        Stride { to, came_from }
    }

    /// An element of the last set that accepts.
    fn accepting(&self) -> Option<usize> {
        let set = &self.sets[self.at as usize];
        set.iter().position(|element| self.branches.accepts(self.branch, element))
    }

    /// The guesses on the way to an element of the last set.
    fn back(&self, mut element: usize) -> Vec<Vec<bool>> {
        let mut letters = Vec::with_capacity(self.path.len());
        for (step, letter, stride) in self.path.iter().rev() {
            let (from, guessed) = self.strides[*stride].came_from[element];
            letters.push((*step, *letter, guessed));
            element = from;
        }
        letters.reverse();
        let mut hidden = spread(self.branches, self.branch, &letters).hidden;
        for track in &mut hidden {
            if self.branches.reading.order == DigitOrder::Msd {
                track.reverse();
            }
            trim(track);
        }
        hidden
    }
}

/// Drops zeros that change nothing.
pub fn trim(digits: &mut Vec<bool>) {
    while digits.last() == Some(&false) {
        digits.pop();
    }
}
