//! Covers of a certificate: their branches, and their macro-states.
//!
//! A certificate may keep symmetric macro-states once and say which symmetry moves one to another, but only where
//! all moves lower heaps. Here every image that is reached is made first; then symmetries of all kinds
//! are searched for, and of symmetric macro-states one is written. Elements that accept nothing are left out.

use crate::branch::RocqBranch;
use crate::orbits::{Orbits, WrittenSymmetries};
use crate::pending::{ListedMacros, ListedSymmetries};
use crate::refusal::NoRocqTheorem;
use crate::symmetries::{MacroElements, symmetries};
use crate::tables::decision_tree;
use crate::theorem_file::TheoremFile;
use ishitori_check::reading::{ListedCover, ListedSymmetry, VariableNumber};
use std::collections::HashMap;

/// The most elements of all macro-states, of symmetric ones too.
const ELEMENTS: usize = 2_000_000;
/// The most elements of those that are written.
const WRITTEN: usize = 40_000;
pub(crate) const TOO_MANY: &str = "the cover has too many macro-states for Rocq";

/// A symmetry, or several one after the other.
#[derive(Clone)]
struct ComposedSymmetry {
    places: Vec<usize>,
    states: Vec<(String, Vec<u32>)>,
}

impl ComposedSymmetry {
    fn of(symmetry: &ListedSymmetry) -> ComposedSymmetry {
        ComposedSymmetry { places: symmetry.places.clone(), states: symmetry.states.clone() }
    }

    /// This one, and then another.
    fn then(&self, other: &ComposedSymmetry) -> ComposedSymmetry {
        let places = self.places.iter().map(|place| other.places[*place]).collect();
        let states = self.states.iter().map(|(name, images)| {
            (name.clone(), images.iter().map(|state| other.image(name, *state)).collect())
        });
        ComposedSymmetry { places, states: states.collect() }
    }

    fn image(&self, name: &str, state: u32) -> u32 {
        let images = self.states.iter().find(|(known, _)| known == name);
        images.and_then(|(_, images)| images.get(state as usize)).copied().unwrap_or(state)
    }

    /// Where an element goes.
    fn element(
        &self,
        (from, states): &(usize, Vec<u32>),
        branches: &[RocqBranch],
    ) -> (usize, Vec<u32>) {
        let branch = &branches[*from];
        let image = |index: usize| self.image(&branch.uses[index].name, states[index]);
        let Some(heaps) = &branch.lower else {
            return (*from, (0..states.len()).map(image).collect());
        };
        let moved: Vec<usize> = heaps.iter().map(|heap| self.places[*heap]).collect();
        let same = |other: &RocqBranch| {
            let lower = other.lower.as_ref();
            lower.is_some_and(|l| {
                l.len() == moved.len() && moved.iter().all(|heap| l.contains(heap))
            })
        };
        let to = branches.iter().position(same).unwrap_or(*from);
        let order = branches[to].lower.as_deref().unwrap_or_default();
        let mut result = vec![image(0)];
        for heap in order {
            let source = moved.iter().position(|own| own == heap).unwrap_or(0);
            result.push(states[source + 1]);
        }
        (to, result)
    }
}

/// The macro-states of a cover. Of symmetric ones one has a row; the others are said to be it, moved.
pub(crate) fn listed_macros(
    file: &TheoremFile,
    cover: &ListedCover,
    branches: &[RocqBranch],
    given: &[VariableNumber],
) -> Result<ListedMacros, NoRocqTheorem> {
    let expanded = expanded(file, cover, branches, given.len())?;
    let symmetries = symmetries(file, branches, given);
    let orbits = Orbits::new(&expanded, &symmetries);
    let (mut rows, mut written) = (Vec::new(), 0);
    for (index, (elements, next)) in expanded.iter().enumerate() {
        if !orbits.is_listed(index) {
            continue;
        }
        written += elements.len();
        if written > WRITTEN && file.pending.is_none() {
            return Err(NoRocqTheorem::new(TOO_MANY));
        }
        let mut parts = vec![Vec::new(); branches.len()];
        for (branch, states) in elements {
            let states: Vec<String> = states.iter().map(|state| (state + 1).to_string()).collect();
            parts[*branch].push(format!("[{}]", states.join("; ")));
        }
        let parts: Vec<String> =
            parts.iter().map(|part| format!("[{}]", part.join("; "))).collect();
        let tree = decision_tree(given.len(), &|letter| Some(next[letter] + 1));
        rows.push(format!("({}, Macro [{}] {tree})", index + 1, parts.join("; ")));
    }
    let rows = rows.join(";\n  ");
    if orbits.moved.is_empty() {
        return Ok(ListedMacros { rows, symmetries: None, one_by_one: false });
    }
    let written = WrittenSymmetries::new(&symmetries, given.len());
    let symmetries = ListedSymmetries {
        definition: written.definition(&cover.name),
        moved: orbits.moved.iter().map(|(index, by, of)| (index + 1, *by, of + 1)).collect(),
    };
    Ok(ListedMacros { rows, symmetries: Some(symmetries), one_by_one: false })
}

/// The symmetries that are reached by doing one after the other, each once.
struct ReachedSymmetries {
    listed: Vec<ComposedSymmetry>,
    reached: Vec<ComposedSymmetry>,
    /// What doing a listed one (0 is none) and then a reached one is.
    products: HashMap<(u32, usize), usize>,
}

impl ReachedSymmetries {
    fn new(file: &TheoremFile) -> ReachedSymmetries {
        let places = (0..file.certificate.heaps()).collect();
        let same = ComposedSymmetry { places, states: identity(file) };
        let listed = file.certificate.symmetries.iter().map(ComposedSymmetry::of).collect();
        ReachedSymmetries { listed, reached: vec![same], products: HashMap::new() }
    }

    /// A listed symmetry, and then one that was reached.
    fn product(&mut self, first: u32, then: usize) -> Result<usize, NoRocqTheorem> {
        if first == 0 {
            return Ok(then);
        }
        if let Some(known) = self.products.get(&(first, then)) {
            return Ok(*known);
        }
        let listed = self.listed.get(first as usize - 1).ok_or_else(wrong)?;
        let product = listed.then(&self.reached[then]);
        let known = self.reached.iter().position(|known| known.places == product.places);
        let number = known.unwrap_or_else(|| {
            self.reached.push(product);
            self.reached.len() - 1
        });
        self.products.insert((first, then), number);
        Ok(number)
    }
}

/// The refusal of a cover that does not fit its file.
pub(crate) fn wrong() -> NoRocqTheorem {
    NoRocqTheorem::new("a cover names what is not in the file")
}

/// A macro-state of the certificate, moved.
fn moved_macro(
    file: &TheoremFile,
    cover: &ListedCover,
    branches: &[RocqBranch],
    index: u32,
    by: &ComposedSymmetry,
) -> Result<MacroElements, NoRocqTheorem> {
    let elements = &cover.macros.get(index as usize).ok_or_else(wrong)?.elements;
    let fits = |(branch, states): &(usize, Vec<u32>)| {
        branches.get(*branch).is_some_and(|branch| branch.uses.len() == states.len())
    };
    if !elements.iter().all(fits) {
        return Err(wrong());
    }
    let moved = elements.iter().map(|element| by.element(element, branches));
    let mut moved: MacroElements =
        moved.filter(|element| is_hopeful(file, element, branches)).collect();
    moved.sort();
    moved.dedup();
    Ok(moved)
}

/// The images of macro-states that are reached.
fn expanded(
    file: &TheoremFile,
    cover: &ListedCover,
    branches: &[RocqBranch],
    given: usize,
) -> Result<Vec<(MacroElements, Vec<u32>)>, NoRocqTheorem> {
    let mut group = ReachedSymmetries::new(file);
    let (start, moved_by) = cover.start;
    let first = group.product(moved_by, 0)?;
    let elements = moved_macro(file, cover, branches, start, &group.reached[first])?;
    // Numbers by what is moved how, and by what comes out, which may be the same.
    let mut moved = HashMap::from([((start, first), 0_u32)]);
    let mut number = HashMap::from([(elements.clone(), 0_u32)]);
    let mut found = vec![(elements, start, first)];
    let (mut result, mut count) = (Vec::new(), 0);
    while let Some((own, index, by)) = found.get(result.len()).cloned() {
        let listed = &cover.macros[index as usize].next;
        if listed.len() != 1 << given {
            return Err(wrong());
        }
        let mut next = vec![0; listed.len()];
        let places = group.reached[by].places.clone();
        for (letter, (target, then)) in listed.iter().enumerate() {
            let moved_letter = (0..given).fold(0, |moved, track| {
                let place = places.get(track).copied().unwrap_or(track);
                moved | (letter >> track & 1) << place
            });
            let by = group.product(*then, by)?;
            let known = match moved.get(&(*target, by)) {
                Some(known) => *known,
                None => {
                    let key = moved_macro(file, cover, branches, *target, &group.reached[by])?;
                    let fresh = found.len() as u32;
                    let known = *number.entry(key).or_insert_with_key(|key| {
                        found.push((key.clone(), *target, by));
                        fresh
                    });
                    moved.insert((*target, by), known);
                    known
                }
            };
            next[moved_letter] = known;
        }
        count += own.len();
        if count > ELEMENTS && file.pending.is_none() {
            return Err(NoRocqTheorem::new(TOO_MANY));
        }
        result.push((own, next));
    }
    Ok(result)
}

/// Every state stays.
fn identity(file: &TheoremFile) -> Vec<(String, Vec<u32>)> {
    let tables = file.certificate.tables.iter();
    tables.map(|table| (table.name.clone(), (0..table.states() as u32).collect())).collect()
}

/// Whether no state of an element refuses everything.
pub(crate) fn is_hopeful(
    file: &TheoremFile,
    (branch, states): &(usize, Vec<u32>),
    branches: &[RocqBranch],
) -> bool {
    branches[*branch].uses.iter().zip(states).all(|(used, state)| {
        let table = file.table(&used.name);
        table.is_none_or(|table| table.hopeful.get(*state as usize).copied().unwrap_or(false))
    })
}
