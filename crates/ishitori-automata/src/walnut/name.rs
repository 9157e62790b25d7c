//! Names that Walnut can read: letters, digits and `_`, beginning with a letter, and not with A, E
//! or I, which are its quantifiers.

use crate::ends::TrailingRun;
use crate::formula::Predicate;
use crate::linear::Comparison;
use std::collections::{BTreeMap, BTreeSet};

/// Walnut's name for each of ours, no two the same; those that it can read stay as they are.
#[derive(Default)]
pub(super) struct WalnutNames {
    known: BTreeMap<String, String>,
    taken: BTreeSet<String>,
}

impl WalnutNames {
    /// Names for `ours`.
    pub fn new(ours: &BTreeSet<String>) -> Self {
        let taken = ours.iter().filter(|name| readable(name) == **name).cloned().collect();
        let mut names = WalnutNames { known: BTreeMap::new(), taken };
        for name in ours {
            let plain = readable(name);
            let new = if plain == *name { plain } else { names.fresh(&plain) };
            names.known.insert(name.clone(), new);
        }
        names
    }

    /// Walnut's name for `name`, which was among ours.
    pub fn of(&self, name: &str) -> String {
        self.known.get(name).cloned().unwrap_or_else(|| readable(name))
    }

    /// A new name like `wanted`.
    pub fn fresh(&mut self, wanted: &str) -> String {
        let wanted = readable(wanted);
        let numbered = (2..).map(|n| format!("{wanted}_{n}"));
        let mut all = std::iter::once(wanted.clone()).chain(numbered);
        all.find(|name| self.taken.insert(name.clone())).expect("numbers never end")
    }
}

/// `name` with what Walnut cannot read replaced.
pub(super) fn readable(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' };
    let plain: String = name.chars().map(plain).collect();
    let begins = |c: char| c.is_ascii_alphabetic() && !"AEI".contains(c);
    if plain.starts_with(begins) { plain } else { format!("v{plain}") }
}

/// A name for the automaton of `predicate`; not always enough to tell it from others.
pub(super) fn kind(predicate: &Predicate) -> String {
    let run = |end: &TrailingRun| match end {
        TrailingRun::Zeros => "v2",
        TrailingRun::Ones => "tail",
    };
    match predicate {
        Predicate::Linear { .. } => "linear".to_owned(),
        Predicate::Congruent { .. } => "mod".to_owned(),
        Predicate::XorIsZero(tracks) => format!("xor{tracks}"),
        Predicate::AndIs(inputs) => format!("and{inputs}"),
        Predicate::OrIs(inputs) => format!("or{inputs}"),
        Predicate::MajorityIs(inputs) => format!("maj{inputs}"),
        Predicate::DigitCounts { tracks, modulus } => format!("digits{tracks}mod{modulus}"),
        Predicate::Ones { residue, modulus } => format!("ones{residue}mod{modulus}"),
        Predicate::Bit(place) => format!("bit{place}"),
        Predicate::Is(number) => format!("is{number}"),
        Predicate::PowerOfTwo => "pow2".to_owned(),
        Predicate::CompareEnds(end, comparison) => {
            let word = match comparison {
                Comparison::Equal => "eq",
                Comparison::NotEqual => "ne",
                Comparison::Less => "lt",
                Comparison::LessEqual => "le",
                Comparison::Greater => "gt",
                Comparison::GreaterEqual => "ge",
            };
            format!("{}{word}", run(end))
        }
        Predicate::EndCongruent { end, residue, modulus } => {
            format!("{}is{residue}mod{modulus}", run(end))
        }
        Predicate::OneHotEnd(end) => format!("{}hot", run(end)),
        Predicate::Shift => "shift".to_owned(),
        Predicate::Known(_) => "known".to_owned(),
        Predicate::Named(relation) => readable(relation.name()),
    }
}
