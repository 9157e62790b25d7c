//! From a formula to the automaton of the tuples for which it holds.
//!
//! An automaton of a formula accepts exactly the words whose digits denote numbers for which the
//! formula holds. In Zeckendorf's numeration not all words denote something, so "not" means: not,
//! but sensible digits. Connectives are products, quantifiers drop a track. Cost: each quantifier can make the
//! automaton exponentially larger at worst. Everything is minimised in between, and a formula that was compiled
//! before is not compiled again, even with other names.

use crate::automata::automaton::Automaton;
use crate::automata::relation::Relation;
use crate::certificate::table::Table;
use crate::digits::{Numeration, Order};
use crate::formula::condition::Kind;
use crate::formula::number_formula::Formula;
use crate::formula::variable::Variable;
use crate::refusal::Refused;
use crate::watch::Watch;
use crate::watch::{STATES, TRACKS};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// Compiles formulas, and remembers them.
pub(crate) struct Compiler<'a> {
    pub numeration: Numeration,
    pub order: Order,
    /// The automata of the file that formulas may name.
    given: Vec<&'a Table>,
    /// The automata of formulas whose variables are numbered 0, 1, 2, ...
    known: HashMap<Formula, Rc<Automaton>>,
}

impl<'a> Compiler<'a> {
    pub fn new(numeration: Numeration, order: Order, given: Vec<&'a Table>) -> Compiler<'a> {
        Compiler { numeration, order, given, known: HashMap::new() }
    }

    /// The automaton of a formula. Formulas that differ only in the names of their variables, but
    /// not in their order, are compiled once.
    pub fn relation(&mut self, formula: &Formula, watch: &mut Watch) -> Result<Relation, Refused> {
        let mut free = BTreeSet::new();
        formula.free(&mut free);
        let free: Vec<Variable> = free.into_iter().collect();
        let rank = |variable| free.partition_point(|known| *known < variable) as Variable;
        let key = formula.rename(&rank);
        let automaton = match self.known.get(&key) {
            Some(automaton) => automaton.clone(),
            None => {
                let ranks: Vec<Variable> = (0..free.len() as Variable).collect();
                let found = self.compile(&key, watch)?;
                let automaton = self.spread(&found, &ranks, watch)?.automaton;
                self.known.insert(key, automaton.clone());
                automaton
            }
        };
        Ok(Relation { automaton, variables: free })
    }

    /// The same relation, with further variables that may be any number.
    pub fn spread(
        &self,
        relation: &Relation,
        variables: &[Variable],
        watch: &mut Watch,
    ) -> Result<Relation, Refused> {
        let all = self.numbers(variables, watch)?;
        relation.product(&all, watch, |left, right| left && right)
    }

    /// The words whose digits denote numbers.
    fn numbers(&self, variables: &[Variable], watch: &mut Watch) -> Result<Relation, Refused> {
        let (kind, most) = match self.numeration {
            Numeration::Binary => (Kind::Digits(1), TRACKS),
            Numeration::Zeckendorf => (Kind::NoNeighbours, 16),
        };
        watch.limit(variables.len(), most)?;
        let weight = |index: usize| if kind == Kind::NoNeighbours { 1 << index } else { 1 };
        let terms: Vec<_> = variables.iter().enumerate().map(|(i, v)| (weight(i), *v)).collect();
        self.atom(kind, &terms, watch)
    }

    fn atom(
        &self,
        kind: Kind,
        terms: &[(i64, Variable)],
        watch: &mut Watch,
    ) -> Result<Relation, Refused> {
        crate::compile::atom::atom(kind, terms, &self.given, self.numeration, self.order, watch)
    }

    /// Keeps the words whose digits denote numbers.
    fn sensible(&self, relation: Relation, watch: &mut Watch) -> Result<Relation, Refused> {
        match self.numeration {
            Numeration::Binary => Ok(relation),
            Numeration::Zeckendorf => self.spread(&relation, &relation.variables, watch),
        }
    }

    fn compile(&self, formula: &Formula, watch: &mut Watch) -> Result<Relation, Refused> {
        match formula {
            Formula::Constant(truth) => Ok(Relation::new(Automaton::constant(*truth), Vec::new())),
            Formula::Not(part) => {
                let part = self.compile(part, watch)?;
                let not = Relation::new(part.automaton.complement(), part.variables);
                self.sensible(not, watch)
            }
            Formula::And(parts) => self.fold(parts, true, watch),
            Formula::Or(parts) => self.fold(parts, false, watch),
            Formula::Iff(parts) => {
                let left = self.compile(&parts[0], watch)?;
                let right = self.compile(&parts[1], watch)?;
                self.sensible(left.product(&right, watch, |left, right| left == right)?, watch)
            }
            Formula::Exists(bound, part) => {
                let mut relation = self.compile(part, watch)?;
                while relation.variables.iter().any(|variable| bound.contains(variable)) {
                    relation = self.eliminate(&relation, bound, watch)?;
                }
                Ok(relation)
            }
            Formula::Atom(kind, terms) => {
                let atom = self.atom(*kind, terms, watch)?;
                self.sensible(atom, watch)
            }
        }
    }

    /// Joins many parts by `and` or `or`, always the two smallest.
    fn fold(&self, parts: &[Formula], and: bool, watch: &mut Watch) -> Result<Relation, Refused> {
        let compiled: Result<Vec<_>, _> =
            parts.iter().map(|part| self.compile(part, watch)).collect();
        let mut left = compiled?;
        loop {
            left.sort_by_key(|part| std::cmp::Reverse(part.automaton.next.len()));
            match (left.pop(), left.pop()) {
                (None, _) => return Ok(Relation::new(Automaton::constant(and), Vec::new())),
                (Some(only), None) => return Ok(only),
                (Some(one), Some(two)) => left.push(match and {
                    true => one.product(&two, watch, |one, two| one && two)?,
                    false => {
                        self.sensible(one.product(&two, watch, |one, two| one || two)?, watch)?
                    }
                }),
            }
        }
    }

    /// "There is a number" for one of these variables: the first that is cheap, or the first.
    fn eliminate(
        &self,
        relation: &Relation,
        bound: &[Variable],
        watch: &mut Watch,
    ) -> Result<Relation, Refused> {
        let automaton = &relation.automaton;
        let tracks =
            (0..automaton.tracks).filter(|track| bound.contains(&relation.variables[*track]));
        let tracks: Vec<usize> = tracks.collect();
        let cheap = if tracks.len() > 1 { 4 * automaton.next.len() } else { STATES };
        let mut trial = |track: usize, limit| automaton.project(track, self.order, limit, watch);
        let mut found = None;
        for track in &tracks {
            match trial(*track, cheap) {
                Ok(smaller) => {
                    found = Some((smaller, *track));
                    break;
                }
                Err(refused) if refused.stopped() => return Err(refused),
                Err(_) => {}
            }
        }
        let (smaller, track) = match found {
            Some(found) => found,
            None => (trial(tracks[0], STATES)?, tracks[0]),
        };
        let mut variables = relation.variables.clone();
        variables.remove(track);
        Ok(Relation::new(smaller, variables))
    }
}
