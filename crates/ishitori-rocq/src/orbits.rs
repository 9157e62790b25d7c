//! Symmetric macro-states: which of them are written, and how the others are said to be one of these, moved.

use crate::symmetries::{BranchSymmetry, MacroElements, StateImages};
use crate::writing::track_list;
use std::collections::{HashMap, VecDeque};

/// Macro-state, symmetry, macro-state: the first is the last, moved.
pub(crate) type MovedMacro = (usize, usize, usize);

/// The macro-states of a cover up to symmetry.
pub(crate) struct Orbits {
    listed: Vec<bool>,
    /// Those that are not listed but needed, each after the one that it is made of.
    pub(crate) moved: Vec<MovedMacro>,
}

impl Orbits {
    /// The first macro-state, which is the start, is listed.
    pub(crate) fn new(
        macros: &[(MacroElements, Vec<u32>)],
        symmetries: &[BranchSymmetry],
    ) -> Orbits {
        let number: HashMap<&MacroElements, usize> =
            macros.iter().enumerate().map(|(index, (elements, _))| (elements, index)).collect();
        let mut from: Vec<Option<Option<(usize, usize)>>> = vec![None; macros.len()];
        let mut order = Vec::new();
        for first in 0..macros.len() {
            if from[first].is_some() {
                continue;
            }
            from[first] = Some(None);
            let mut pending = VecDeque::from([first]);
            while let Some(index) = pending.pop_front() {
                order.push(index);
                for (by, symmetry) in symmetries.iter().enumerate() {
                    let elements = macros[index].0.iter();
                    let mut image: MacroElements = elements.map(|e| symmetry.image(e)).collect();
                    image.sort();
                    let Some(&to) = number.get(&image) else { continue };
                    if from[to].is_none() {
                        from[to] = Some(Some((by, index)));
                        pending.push_back(to);
                    }
                }
            }
        }
        let from: Vec<Option<(usize, usize)>> = from.into_iter().map(Option::flatten).collect();
        let needed = needed(macros, &from);
        let moved = |index: usize| from[index].map(|(by, of)| (index, by, of));
        Orbits {
            listed: (0..macros.len()).map(|i| needed[i] && from[i].is_none()).collect(),
            moved: order.into_iter().filter(|index| needed[*index]).filter_map(moved).collect(),
        }
    }

    /// Whether a macro-state has a row.
    pub(crate) fn is_listed(&self, index: usize) -> bool {
        self.listed[index]
    }
}

/// What is reached from the start if only listed macro-states are followed, and what that is made of.
fn needed(macros: &[(MacroElements, Vec<u32>)], from: &[Option<(usize, usize)>]) -> Vec<bool> {
    let mut needed = vec![false; macros.len()];
    let mut pending = vec![0];
    while let Some(index) = pending.pop() {
        if std::mem::replace(&mut needed[index], true) {
            continue;
        }
        match from[index] {
            Some((_, of)) => pending.push(of),
            None => pending.extend(macros[index].1.iter().map(|next| *next as usize)),
        }
    }
    needed
}

/// The symmetries of a cover as definitions of the file.
pub(crate) struct WrittenSymmetries {
    /// Images of states that are not all the same state.
    states: Vec<String>,
    symmetries: Vec<String>,
}

impl WrittenSymmetries {
    pub(crate) fn new(symmetries: &[BranchSymmetry], given: usize) -> WrittenSymmetries {
        let mut written = WrittenSymmetries { states: Vec::new(), symmetries: Vec::new() };
        for symmetry in symmetries {
            let places = &symmetry.places;
            let tracks: Vec<usize> =
                (0..given).map(|track| places.get(track).copied().unwrap_or(track)).collect();
            let ways: Vec<String> = symmetry
                .ways
                .iter()
                .map(|way| {
                    let automata = way.automata.iter().map(|(place, images)| {
                        format!("({place}%nat, {})", written.images(images))
                    });
                    let automata: Vec<String> = automata.collect();
                    let hidden = track_list(&way.hidden);
                    format!("Way {} {hidden} [{}]", way.to, automata.join("; "))
                })
                .collect();
            let text = format!("Symmetry {} [\n  {}]", track_list(&tracks), ways.join(";\n  "));
            written.symmetries.push(text);
        }
        written
    }

    /// The name of the images of states; `NAME` is to be replaced by that of the cover.
    fn images(&mut self, images: &StateImages) -> String {
        let changed = images.iter().enumerate().filter(|(state, image)| *state != **image as usize);
        let pairs: Vec<String> =
            changed.map(|(state, image)| format!("({}, {})", state + 1, image + 1)).collect();
        if pairs.is_empty() {
            return "PM.empty _".to_string();
        }
        let text = pairs.join("; ");
        let known = self.states.iter().position(|known| *known == text).unwrap_or_else(|| {
            self.states.push(text);
            self.states.len() - 1
        });
        format!("s_NAME_{}", known + 1)
    }

    /// The definitions, for the cover of this name.
    pub(crate) fn definition(&self, name: &str) -> String {
        let states = self.states.iter().enumerate().map(|(index, pairs)| {
            format!(
                "Definition s_{name}_{} : PM.t positive := Eval vm_compute in of_list [{pairs}]%positive.\n",
                index + 1
            )
        });
        let states: String = states.collect();
        let symmetries = self.symmetries.join(";\n  ").replace("s_NAME_", &format!("s_{name}_"));
        format!("{states}Definition y_{name} : list symmetry := [\n  {symmetries}].\n")
    }
}
