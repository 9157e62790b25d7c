//! Families on their way: what a line of the rule means, before it is checked and closed under symmetry.
//!
//! They still know their places in the text, so that every problem found later points at its line.

use super::scope::NameScope;
use crate::family::{Affine, AffineCondition as Atom, Family, Symbol};
use crate::problem::Span;
use crate::syntax::{Spanned, SpannedName};

/// A family whose fresh variables still know their place in the text.
#[derive(Clone, Debug)]
pub(super) struct FamilyDraft {
    pub fresh: Vec<SpannedName>,
    pub conditions: Vec<Atom>,
    pub result: Vec<Affine>,
    pub origin: Span,
}

impl FamilyDraft {
    pub fn family(&self) -> Family {
        Family {
            fresh: self.fresh.iter().map(|n| n.value.clone()).collect(),
            conditions: self.conditions.clone(),
            result: self.result.clone(),
            origin: self.origin.clone(),
        }
    }

    /// The same without fresh variables of other families of the same line.
    pub fn tightened(self) -> FamilyDraft {
        let used = |j: usize| {
            let symbol = Symbol::Fresh(j);
            let in_conditions = self.conditions.iter().flat_map(Atom::expressions);
            in_conditions.chain(&self.result).any(|e| e.coefficient(symbol) != 0)
        };
        let kept: Vec<usize> = (0..self.fresh.len()).filter(|j| used(*j)).collect();
        let renumbered = |symbol| match symbol {
            Symbol::Fresh(j) => {
                Symbol::Fresh(kept.iter().position(|k| *k == j).expect("only used variables occur"))
            }
            heap => heap,
        };
        FamilyDraft {
            fresh: kept.iter().map(|j| self.fresh[*j].clone()).collect(),
            conditions: self.conditions.iter().map(|c| c.renamed(renumbered)).collect(),
            result: self.result.iter().map(|e| e.renamed(renumbered)).collect(),
            origin: self.origin,
        }
    }
}

/// What a line means for one value of its `for` variables: the new heaps and when they are had.
pub(super) struct OptionInstance {
    pub result: Vec<Affine>,
    pub conditions: Vec<Atom>,
    /// If the instance only lowers heaps weakly: which ones.
    pub lowered: Option<Vec<usize>>,
}

impl OptionInstance {
    pub fn new(result: Vec<Affine>, conditions: Vec<Atom>) -> Self {
        OptionInstance { result, conditions, lowered: None }
    }
}

/// A fresh variable of our own. Its name has a dot, so no rule can mean it.
pub(super) fn new_fresh(scope: &mut NameScope, name: String, span: Span) -> Affine {
    let fresh = scope.fresh.get_or_insert_default();
    fresh.push(Spanned { value: name, span });
    Affine::fresh(fresh.len() - 1)
}
