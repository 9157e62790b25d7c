//! Covers of a certificate: their branches, and their macro-states with symmetries written out.
//!
//! A certificate keeps symmetric macro-states once and says which symmetry moves one to another. Here every
//! image that is reached is written out, so Rocq needs to know nothing of symmetries. Elements that accept
//! nothing are left out.

use crate::branch::RocqBranch;
use crate::refusal::NoRocqTheorem;
use crate::tables::decision_tree;
use crate::theorem_file::TheoremFile;
use ishitori_check::reading::{ListedCover, ListedSymmetry};
use std::collections::HashMap;

/// The most elements of all macro-states.
const ELEMENTS: usize = 400_000;

/// A macro-state: branches with states of their components, ascending.
type MacroElements = Vec<(usize, Vec<u32>)>;

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

/// The macro-states of a cover as rows of a table, with symmetries written out.
pub(crate) fn macro_rows(
    file: &TheoremFile,
    cover: &ListedCover,
    branches: &[RocqBranch],
    given: usize,
) -> Result<String, NoRocqTheorem> {
    let expanded = expanded(file, cover, branches, given)?;
    let mut rows = Vec::new();
    for (index, (elements, next)) in expanded.iter().enumerate() {
        let mut parts = vec![Vec::new(); branches.len()];
        for (branch, states) in elements {
            let states: Vec<String> = states.iter().map(|state| (state + 1).to_string()).collect();
            parts[*branch].push(format!("[{}]", states.join("; ")));
        }
        let parts: Vec<String> =
            parts.iter().map(|part| format!("[{}]", part.join("; "))).collect();
        let tree = decision_tree(given, &|letter| Some(next[letter] + 1));
        rows.push(format!("({}, Macro [{}] {tree})", index + 1, parts.join("; ")));
    }
    Ok(rows.join(";\n  "))
}

/// The images of macro-states that are reached.
fn expanded(
    file: &TheoremFile,
    cover: &ListedCover,
    branches: &[RocqBranch],
    given: usize,
) -> Result<Vec<(MacroElements, Vec<u32>)>, NoRocqTheorem> {
    let wrong = || NoRocqTheorem::new("a cover names what is not in the file");
    let heaps = file.certificate.heaps();
    let same = ComposedSymmetry { places: (0..heaps).collect(), states: identity(file) };
    let listed: Vec<ComposedSymmetry> =
        file.certificate.symmetries.iter().map(ComposedSymmetry::of).collect();
    let symmetry = |number: u32| match number {
        0 => Ok(same.clone()),
        number => listed.get(number as usize - 1).cloned().ok_or_else(wrong),
    };
    let image = |index: u32, by: &ComposedSymmetry| -> Result<MacroElements, NoRocqTheorem> {
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
    };
    let (start, moved_by) = cover.start;
    let first = symmetry(moved_by)?;
    let mut number = HashMap::from([(image(start, &first)?, 0_u32)]);
    let mut found = vec![(image(start, &first)?, start, first)];
    let (mut result, mut elements) = (Vec::new(), 0);
    while let Some((own, index, by)) = found.get(result.len()).cloned() {
        let listed = &cover.macros[index as usize].next;
        if listed.len() != 1 << given {
            return Err(wrong());
        }
        let mut next = vec![0; listed.len()];
        for (letter, (target, then)) in listed.iter().enumerate() {
            let moved_letter = (0..given).fold(0, |moved, track| {
                let place = by.places.get(track).copied().unwrap_or(track);
                moved | (letter >> track & 1) << place
            });
            let by = symmetry(*then)?.then(&by);
            let key = image(*target, &by)?;
            let fresh = found.len() as u32;
            next[moved_letter] = *number.entry(key).or_insert_with_key(|key| {
                found.push((key.clone(), *target, by));
                fresh
            });
        }
        elements += own.len();
        if elements > ELEMENTS {
            return Err(NoRocqTheorem::new("the cover has too many macro-states for Rocq"));
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
fn is_hopeful(
    file: &TheoremFile,
    (branch, states): &(usize, Vec<u32>),
    branches: &[RocqBranch],
) -> bool {
    branches[*branch].uses.iter().zip(states).all(|(used, state)| {
        let table = file.table(&used.name);
        table.is_none_or(|table| table.hopeful.get(*state as usize).copied().unwrap_or(false))
    })
}
