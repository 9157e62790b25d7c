//! Whether every word is accepted by some branch: breadth-first search with an antichain.
//!
//! The subsets of elements that words reach would determinise the branches, which is hopeless
//! (circular(6,4): over 1.8 million subsets). So a subset is dropped when one that was kept accepts
//! no more: each element of that one is below an element of this one (De Wulf and others 2006;
//! Abdulla and others 2010). Of symmetric subsets one is kept. What is kept, with the subset that
//! each step leads to, is the proof, and can be checked by one step from each.
//!
//! Ways that were tried and are worse: determinising; depth first (finds long detours); assuming
//! that heap 0 is the smallest instead of choosing among symmetric subsets.

use rustc_hash::FxHashMap;

use super::branch::Branches;
use super::elements::{DownSet, ElementId, NumberedElements};
use super::symmetry::SymmetryAction;
use crate::control::{Control, GaveUp};

/// A kept subset moved by a symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubsetImage {
    /// Which of the kept subsets.
    pub kept: usize,
    /// Which symmetry; 0 is none.
    pub mirror: usize,
}

/// A subset of elements: a branch with the states of its components each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MacroState {
    /// How many steps of the letter have been read.
    pub step: usize,
    /// The elements.
    pub elements: Vec<(usize, Vec<ishitori_automata::State>)>,
    /// For each letter, what its successor is above.
    pub next: Vec<SubsetImage>,
}

/// A proof that every word is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    /// What the initial elements are above.
    pub start: SubsetImage,
    /// The subsets that were kept.
    pub kept: Vec<MacroState>,
}

/// What a search found.
#[derive(Clone, Debug)]
pub enum CoverResult {
    /// Every word is accepted.
    All(Cover),
    /// This word is not: a letter a step.
    Missed(Vec<u32>),
}

/// Whether every word is accepted.
///
/// # Errors
/// [`GaveUp`] when the work is stopped or needs too much memory.
pub fn cover(
    branches: &Branches,
    mirrors: &[SymmetryAction],
    control: &Control,
) -> Result<CoverResult, GaveUp> {
    control.searched(NumberedElements::table_bytes(branches), 0, 0)?;
    let mut search = CoverSearch {
        elements: NumberedElements::new(branches, mirrors),
        group: SymmetryGroup::new(mirrors),
        kept: Vec::new(),
        heads: Vec::new(),
        known: FxHashMap::default(),
        seen: FxHashMap::default(),
        start: 0,
        shadow: DownSet::default(),
        bytes: 0,
    };
    search.run(control)
}

/// The products and inverses of symmetries.
struct SymmetryGroup {
    product: Vec<Vec<usize>>,
    inverse: Vec<usize>,
}

impl SymmetryGroup {
    fn new(mirrors: &[SymmetryAction]) -> SymmetryGroup {
        let find = |places: &[usize]| {
            mirrors.iter().position(|m| m.places == places).expect("a group is closed")
        };
        if mirrors.is_empty() {
            return SymmetryGroup { product: vec![vec![0]], inverse: vec![0] };
        }
        let product: Vec<Vec<usize>> = mirrors
            .iter()
            .map(|second| {
                let after = |first: &SymmetryAction| -> Vec<usize> {
                    first.places.iter().map(|place| second.places[*place]).collect()
                };
                mirrors.iter().map(|first| find(&after(first))).collect()
            })
            .collect();
        let inverse = (0..mirrors.len())
            .map(|s| product[s].iter().position(|p| *p == 0).expect("a group has inverses"))
            .collect();
        SymmetryGroup { product, inverse }
    }

    /// First `first`, then `second`.
    fn then(&self, first: usize, second: usize) -> usize {
        self.product[second][first]
    }
}

struct CoverSubset {
    step: usize,
    elements: Vec<ElementId>,
    /// Their bits in a [`DownSet`], moved by every symmetry, one after the other.
    images: Vec<u32>,
    came_from: Option<(usize, u32)>,
    next: Vec<SubsetImage>,
    /// A later one that is below it: it need not be followed.
    replaced: Option<SubsetImage>,
}

struct CoverSearch<'b, 'm> {
    elements: NumberedElements<'b, 'm>,
    group: SymmetryGroup,
    kept: Vec<CoverSubset>,
    /// For each kept subset and symmetry, the bit that told it from another subset last.
    heads: Vec<u32>,
    /// What canonical subsets are above.
    known: FxHashMap<Vec<ElementId>, SubsetImage>,
    /// The same for subsets as they come.
    seen: FxHashMap<Vec<ElementId>, SubsetImage>,
    /// The symmetry that moves the first kept subset to the initial elements.
    start: usize,
    /// What is below the subset that is looked at.
    shadow: DownSet,
    bytes: usize,
}

/// Why the search is over.
enum CoverStop {
    /// A subset that accepts nothing here.
    Refuses,
    /// It takes too much.
    GaveUp(GaveUp),
}

impl From<GaveUp> for CoverStop {
    fn from(gave_up: GaveUp) -> CoverStop {
        CoverStop::GaveUp(gave_up)
    }
}

impl CoverSearch<'_, '_> {
    fn run(&mut self, control: &Control) -> Result<CoverResult, GaveUp> {
        let reading = self.elements.branches.reading;
        let padded = reading.order == ishitori_automata::DigitOrder::Msd;
        let mut initial = self.elements.initial(padded);
        initial.sort_unstable();
        let start = match self.target(initial, 0, None, control) {
            Ok(start) => start,
            Err(CoverStop::Refuses) => return Ok(CoverResult::Missed(vec![])),
            Err(CoverStop::GaveUp(gave_up)) => return Err(gave_up),
        };
        self.start = start.mirror;
        let mut done = 0;
        while done < self.kept.len() {
            control.searched(self.elements.bytes + self.bytes, done, self.kept.len())?;
            let now = self.kept[done].elements.clone();
            if let Some(later) = self.find_below(&now, self.kept[done].step, done + 1) {
                self.kept[done].replaced = Some(later);
                done += 1;
                continue;
            }
            let step = (self.kept[done].step + 1) % reading.steps();
            let mut next = Vec::with_capacity(reading.letters() as usize);
            for letter in 0..reading.letters() {
                let mut reached = Vec::new();
                for id in &now {
                    reached.extend_from_slice(self.elements.successors(*id, letter));
                }
                reached.sort_unstable();
                reached.dedup();
                match self.target(reached, step, Some((done, letter)), control) {
                    Ok(target) => next.push(target),
                    Err(CoverStop::Refuses) => {
                        return Ok(CoverResult::Missed(self.word(done, letter)));
                    }
                    Err(CoverStop::GaveUp(gave_up)) => return Err(gave_up),
                }
            }
            self.kept[done].next = next;
            done += 1;
        }
        Ok(CoverResult::All(self.proof(start)))
    }

    /// What a subset is above; it is kept if it is above none.
    fn target(
        &mut self,
        reached: Vec<ElementId>,
        step: usize,
        came_from: Option<(usize, u32)>,
        control: &Control,
    ) -> Result<SubsetImage, CoverStop> {
        if let Some(target) = self.seen.get(&reached) {
            return Ok(*target);
        }
        // Without elements nothing is accepted, wherever in a letter that is.
        if reached.is_empty() {
            return Err(CoverStop::Refuses);
        }
        let mut maximal = self.maximal(&reached);
        // An element that accepts everything needs no others.
        let (own, done, known) =
            (self.bytes, came_from.map_or(0, |(from, _)| from), self.kept.len());
        let mut look_up = |bytes: usize| control.searched(bytes + own, done, known);
        for id in maximal.clone() {
            if self.elements.lasts(id, &mut look_up)? {
                maximal = vec![id];
                break;
            }
        }
        let lsd = self.elements.branches.reading.order == ishitori_automata::DigitOrder::Lsd;
        if step == 0 && !maximal.iter().any(|id| self.elements.accepts(*id, lsd)) {
            return Err(CoverStop::Refuses);
        }
        let (mirror, canonical) = self.canonical(&maximal);
        let target = match self.known.get(&canonical) {
            Some(target) => *target,
            None => {
                let found = self.find_below(&canonical, step, 0);
                let target = found.unwrap_or_else(|| self.keep(canonical.clone(), step, came_from));
                self.bytes += 60 + 4 * canonical.len();
                self.known.insert(canonical, target);
                target
            }
        };
        // What is below the canonical subset, moved back, is below this one.
        let back = self.group.inverse[mirror];
        let target = SubsetImage { mirror: self.group.then(target.mirror, back), ..target };
        self.bytes += 60 + 4 * reached.len();
        self.seen.insert(reached, target);
        Ok(target)
    }

    fn keep(
        &mut self,
        elements: Vec<ElementId>,
        step: usize,
        came_from: Option<(usize, u32)>,
    ) -> SubsetImage {
        let mut images = Vec::new();
        for mirror in 0..self.group.inverse.len() {
            for id in &elements {
                let image = self.elements.image(*id, mirror);
                images.push(self.elements.bit(image));
            }
        }
        let letters = self.elements.branches.reading.letters() as usize;
        self.bytes +=
            150 + 4 * elements.len() + 4 * images.len() + letters * size_of::<SubsetImage>();
        self.heads.extend(images.iter().step_by(elements.len()));
        let (next, replaced) = (Vec::new(), None);
        self.kept.push(CoverSubset { step, elements, images, came_from, next, replaced });
        SubsetImage { kept: self.kept.len() - 1, mirror: 0 }
    }

    /// The elements that are below no other.
    fn maximal(&self, ids: &[ElementId]) -> Vec<ElementId> {
        let covers = |id: ElementId, other: ElementId| {
            id != other
                && self.elements.is_below(id, other)
                && (!self.elements.is_below(other, id) || other < id)
        };
        ids.iter().copied().filter(|id| !ids.iter().any(|other| covers(*id, *other))).collect()
    }

    /// Of the symmetric subsets the one whose elements have the least sum of fingerprints, and the
    /// symmetry that leads to it. Subsets with the same sum are told apart by `known`.
    fn canonical(&mut self, ids: &[ElementId]) -> (usize, Vec<ElementId>) {
        let mut best = (u64::MAX, 0);
        for mirror in 0..self.group.inverse.len() {
            let sum = ids.iter().fold(0u64, |sum, id| {
                sum.wrapping_add(fingerprint(self.elements.image(*id, mirror)))
            });
            best = best.min((sum, mirror));
        }
        let mut image: Vec<ElementId> =
            ids.iter().map(|id| self.elements.image(*id, best.1)).collect();
        image.sort_unstable();
        (best.1, image)
    }

    /// A kept subset from number `from` on, moved by a symmetry, that is below `ids`.
    fn find_below(&mut self, ids: &[ElementId], step: usize, from: usize) -> Option<SubsetImage> {
        self.shadow.cast(ids, &self.elements);
        let mirrors = self.group.inverse.len();
        for at in from * mirrors..self.heads.len() {
            // Nearly all fail here, so this loop touches little memory.
            if !self.shadow.has(self.heads[at]) {
                continue;
            }
            let (kept, mirror) = (at / mirrors, at % mirrors);
            let known = &self.kept[kept];
            if known.step != step || known.replaced.is_some() {
                continue;
            }
            let size = known.elements.len();
            let image = &known.images[mirror * size..][..size];
            match image.iter().find(|bit| !self.shadow.has(**bit)) {
                None => return Some(SubsetImage { kept, mirror }),
                Some(differs) => self.heads[at] = *differs,
            }
        }
        None
    }

    /// The letters that lead to the subset after `letter` from a kept one, to the end of a letter.
    fn word(&self, from: usize, letter: u32) -> Vec<u32> {
        let mut word = vec![letter];
        let mut now = from;
        while let Some((before, letter)) = self.kept[now].came_from {
            // `now`, moved by this symmetry, is what was reached from `before`.
            self.move_letters(&mut word, self.kept[before].next[letter as usize].mirror);
            word.push(letter);
            now = before;
        }
        self.move_letters(&mut word, self.start);
        word.reverse();
        while word.len() % self.elements.branches.reading.steps() != 0 {
            word.push(0);
        }
        word
    }

    fn move_letters(&self, word: &mut [u32], mirror: usize) {
        if mirror != 0 {
            for letter in word {
                *letter = self.elements.mirror(mirror).letter(*letter);
            }
        }
    }

    fn proof(&self, start: SubsetImage) -> Cover {
        let element = |id: &ElementId| {
            let place = self.elements.place(*id);
            (place.branch, place.states.to_vec())
        };
        let mut number = Vec::with_capacity(self.kept.len());
        let mut count = 0;
        for kept in &self.kept {
            number.push(count);
            count += usize::from(kept.replaced.is_none());
        }
        let last = |mut target: SubsetImage| {
            while let Some(later) = self.kept[target.kept].replaced {
                let mirror = self.group.then(later.mirror, target.mirror);
                target = SubsetImage { kept: later.kept, mirror };
            }
            SubsetImage { kept: number[target.kept], ..target }
        };
        let stay = self.kept.iter().filter(|kept| kept.replaced.is_none());
        let kept = stay.map(|kept| MacroState {
            step: kept.step,
            elements: kept.elements.iter().map(element).collect(),
            next: kept.next.iter().map(|target| last(*target)).collect(),
        });
        Cover { kept: kept.collect(), start: last(start) }
    }
}

/// A number that looks random for each element.
fn fingerprint(id: ElementId) -> u64 {
    let mut x = u64::from(id).wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
