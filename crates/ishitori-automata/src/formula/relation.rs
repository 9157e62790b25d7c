//! An automaton whose tracks have names: what a formula with free variables denotes.
//!
//! The names are sorted and each is one track, so two relations are put on common tracks by
//! merging names. Relations accept valid digits only, also on tracks that do not matter; in binary
//! that costs nothing, in Fibonacci digits complements and new tracks are cut to valid words.

use crate::dfa::{Dfa, DigitOrder, MAX_TRACKS};
use crate::formula::{NoAutomaton, Predicate};
use crate::limit::{AutomatonGaveUp, Limit};
use crate::numeration::Numeration;
use crate::zeckendorf;

/// How digits are written and read, and how large automata may get.
#[derive(Clone, Copy, Debug)]
pub struct DigitLogic<'w> {
    /// What digits mean.
    pub numeration: Numeration,
    /// Which digit comes first.
    pub order: DigitOrder,
    /// The most states.
    pub limit: Limit<'w>,
}

/// The numbers, one a variable, for which a formula holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    variables: Vec<String>,
    dfa: Dfa,
}

impl Relation {
    /// The free variables, sorted: track i is variable i.
    pub(crate) fn variables(&self) -> &[String] {
        &self.variables
    }

    /// The minimal automaton.
    pub fn dfa(&self) -> &Dfa {
        &self.dfa
    }

    /// Whether `variable` is free.
    pub(crate) fn mentions(&self, variable: &str) -> bool {
        self.variables.iter().any(|name| name == variable)
    }
}

impl DigitLogic<'_> {
    /// Binary digits, the default limit.
    pub fn binary(order: DigitOrder) -> Self {
        DigitLogic { numeration: Numeration::Binary, order, limit: Limit::default() }
    }

    /// Fibonacci digits, the default limit.
    pub fn zeckendorf(order: DigitOrder) -> Self {
        DigitLogic { numeration: Numeration::Zeckendorf, order, limit: Limit::default() }
    }

    /// The automaton of `relation` on the tracks named by `variables`, which may be more than the
    /// relation has and in any order.
    ///
    /// # Errors
    /// [`NoAutomaton`] if a variable of the relation is missing, or it grows too large.
    ///
    /// # Panics
    /// If a variable comes twice.
    pub fn on_tracks(self, relation: &Relation, variables: &[&str]) -> Result<Dfa, NoAutomaton> {
        let count = |name: &str| variables.iter().filter(|other| **other == name).count();
        assert!(variables.iter().all(|name| count(name) == 1), "each variable once");
        let missing = relation.variables.iter().filter(|name| count(name) == 0);
        let missing: Vec<String> = missing.cloned().collect();
        if !missing.is_empty() {
            return Err(NoAutomaton::Free(missing));
        }
        if variables.len() > MAX_TRACKS {
            return Err(NoAutomaton::TooManyTracks { variables: variables.len() });
        }
        Ok(self.place(relation, variables)?)
    }

    /// The relation that always holds, or never.
    pub(crate) fn constant(self, holds: bool) -> Relation {
        Relation { variables: vec![], dfa: Dfa::constant(0, self.order, holds) }
    }

    /// A predicate on named variables.
    pub(crate) fn atom(self, atom: &Predicate, names: &[String]) -> Result<Relation, NoAutomaton> {
        let (wanted, given) = (atom.tracks(), names.len());
        if wanted != given {
            return Err(NoAutomaton::Arity { wanted, given });
        }
        let dfa = atom.build(self.numeration, self.order, self.limit)?;
        let mut variables = names.to_vec();
        variables.sort();
        variables.dedup();
        let place = |name: &String| variables.iter().position(|other| other == name);
        let places: Vec<usize> = names.iter().filter_map(place).collect();
        let dfa = dfa.on_tracks(variables.len(), &places).minimize_within(self.limit)?;
        Ok(Relation { variables, dfa })
    }

    /// Where `relation` does not hold.
    ///
    /// # Errors
    /// [`AutomatonGaveUp`] beyond the limit.
    pub fn complement(self, relation: Relation) -> Result<Relation, AutomatonGaveUp> {
        let dfa = self.cut(relation.dfa.complement())?.minimize_within(self.limit)?;
        Ok(Relation { dfa, ..relation })
    }

    /// Where `op` of the two holds.
    pub(crate) fn join(
        self,
        p: &Relation,
        q: &Relation,
        op: impl Fn(bool, bool) -> bool,
    ) -> Result<Relation, NoAutomaton> {
        let variables = union([p, q]);
        if variables.len() > MAX_TRACKS {
            return Err(NoAutomaton::TooManyTracks { variables: variables.len() });
        }
        let names: Vec<&str> = variables.iter().map(String::as_str).collect();
        let (p, q) = (self.place(p, &names)?, self.place(q, &names)?);
        let mut dfa = p.product(&q, &op, self.limit)?;
        if op(false, false) {
            dfa = self.cut(dfa)?;
        }
        Ok(Relation { variables, dfa: dfa.minimize_within(self.limit)? })
    }

    /// All of `relations`, the two smallest first.
    pub(crate) fn join_all(
        self,
        mut relations: Vec<Relation>,
        op: impl Fn(bool, bool) -> bool + Copy,
    ) -> Result<Option<Relation>, NoAutomaton> {
        loop {
            relations.sort_by_key(|r| std::cmp::Reverse(r.dfa.states() << r.dfa.tracks()));
            let Some(p) = relations.pop() else { return Ok(None) };
            let Some(q) = relations.pop() else { return Ok(Some(p)) };
            relations.push(self.join(&p, &q, op)?);
        }
    }

    /// There is a number for `variable`.
    pub(crate) fn forget(
        self,
        relation: Relation,
        variable: &str,
    ) -> Result<Relation, AutomatonGaveUp> {
        let Some(track) = relation.variables.iter().position(|name| name == variable) else {
            return Ok(relation);
        };
        let mut variables = relation.variables;
        variables.remove(track);
        Ok(Relation { variables, dfa: relation.dfa.exists(track, self.limit)? })
    }

    /// `relation` on the tracks `names`, all of which are valid.
    fn place(self, relation: &Relation, names: &[&str]) -> Result<Dfa, AutomatonGaveUp> {
        let states = relation.dfa.states();
        self.limit.check(crate::AutomatonOperation::Product, states, states << names.len())?;
        let place = |name: &String| names.iter().position(|other| other == name);
        let places: Vec<usize> = relation.variables.iter().filter_map(place).collect();
        let dfa = relation.dfa.on_tracks(names.len(), &places);
        if places.len() == names.len() { Ok(dfa) } else { self.cut(dfa) }
    }

    /// Only the words that denote numbers.
    fn cut(self, dfa: Dfa) -> Result<Dfa, AutomatonGaveUp> {
        match self.numeration {
            Numeration::Binary => Ok(dfa),
            Numeration::Zeckendorf => {
                dfa.and(&zeckendorf::valid(self.order, dfa.tracks(), self.limit)?, self.limit)
            }
        }
    }
}

/// The variables of all, sorted, each once.
pub(crate) fn union<'a>(relations: impl IntoIterator<Item = &'a Relation>) -> Vec<String> {
    let mut all: Vec<String> =
        relations.into_iter().flat_map(|relation| relation.variables.iter().cloned()).collect();
    all.sort();
    all.dedup();
    all
}
