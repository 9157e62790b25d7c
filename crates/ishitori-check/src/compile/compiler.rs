//! From a formula to the automaton of the tuples for which it holds.
//!
//! An automaton of a formula accepts exactly the words whose digits denote numbers for which the
//! formula holds. In Zeckendorf's numeration not all words denote something, so "not" means: not,
//! but sensible digits. Connectives are products, quantifiers drop a track. Cost: each quantifier can make the
//! automaton exponentially larger at worst. Everything is minimised in between, and a formula that was compiled
//! before is not compiled again, even with other names.

use crate::automata::automaton::Automaton;
use crate::automata::relation::NumberRelation;
use crate::certificate::listed_automaton::ListedAutomaton;
use crate::compile::atom::atom;
use crate::digits::{FileNumeration, ReadingOrder};
use crate::formula::condition::ColumnCondition;
use crate::formula::number_formula::NumberFormula;
use crate::formula::variable::VariableNumber;
use crate::refusal::CheckRefusal;
use crate::watch::CheckWatch;
use crate::watch::{STATES, TRACKS};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// Compiles formulas, and remembers them.
pub(crate) struct FormulaCompiler<'a> {
    pub(crate) numeration: FileNumeration,
    pub(crate) order: ReadingOrder,
    /// The automata of the file that formulas may name.
    given: Vec<&'a ListedAutomaton>,
    /// The automata of formulas whose variables are numbered 0, 1, 2, ...
    known: HashMap<NumberFormula, Rc<Automaton>>,
}

impl<'a> FormulaCompiler<'a> {
    pub(crate) fn new(
        numeration: FileNumeration,
        order: ReadingOrder,
        given: Vec<&'a ListedAutomaton>,
    ) -> FormulaCompiler<'a> {
        FormulaCompiler { numeration, order, given, known: HashMap::new() }
    }

    /// The automaton of a formula. Formulas that differ only in the names of their variables, but
    /// not in their order, are compiled once.
    pub(crate) fn relation(
        &mut self,
        formula: &NumberFormula,
        watch: &mut CheckWatch,
    ) -> Result<NumberRelation, CheckRefusal> {
        let mut free = BTreeSet::new();
        formula.free(&mut free);
        let free: Vec<VariableNumber> = free.into_iter().collect();
        let rank = |variable| free.partition_point(|known| *known < variable) as VariableNumber;
        let key = formula.rename(&rank);
        let automaton = match self.known.get(&key) {
            Some(automaton) => automaton.clone(),
            None => {
                let ranks: Vec<VariableNumber> = (0..free.len() as VariableNumber).collect();
                let found = self.compile(&key, watch)?;
                let automaton = self.spread(&found, &ranks, watch)?.automaton;
                self.known.insert(key, automaton.clone());
                automaton
            }
        };
        Ok(NumberRelation { automaton, variables: free })
    }

    /// The same relation, with further variables that may be any number.
    pub(crate) fn spread(
        &self,
        relation: &NumberRelation,
        variables: &[VariableNumber],
        watch: &mut CheckWatch,
    ) -> Result<NumberRelation, CheckRefusal> {
        let all = self.numbers(variables, watch)?;
        relation.product(&all, watch, |left, right| left && right)
    }

    /// The words whose digits denote numbers.
    fn numbers(
        &self,
        variables: &[VariableNumber],
        watch: &mut CheckWatch,
    ) -> Result<NumberRelation, CheckRefusal> {
        let (condition, most) = match self.numeration {
            FileNumeration::Binary => (ColumnCondition::Digits(1), TRACKS),
            FileNumeration::Zeckendorf => (ColumnCondition::NoNeighbours, 16),
        };
        watch.limit(variables.len(), most)?;
        let weight =
            |index: usize| if condition == ColumnCondition::NoNeighbours { 1 << index } else { 1 };
        let terms: Vec<_> = variables.iter().enumerate().map(|(i, v)| (weight(i), *v)).collect();
        self.atom(condition, &terms, watch)
    }

    fn atom(
        &self,
        condition: ColumnCondition,
        terms: &[(i64, VariableNumber)],
        watch: &mut CheckWatch,
    ) -> Result<NumberRelation, CheckRefusal> {
        atom(condition, terms, &self.given, self.numeration, self.order, watch)
    }

    /// Keeps the words whose digits denote numbers.
    fn sensible(
        &self,
        relation: NumberRelation,
        watch: &mut CheckWatch,
    ) -> Result<NumberRelation, CheckRefusal> {
        match self.numeration {
            FileNumeration::Binary => Ok(relation),
            FileNumeration::Zeckendorf => self.spread(&relation, &relation.variables, watch),
        }
    }

    fn compile(
        &self,
        formula: &NumberFormula,
        watch: &mut CheckWatch,
    ) -> Result<NumberRelation, CheckRefusal> {
        match formula {
            NumberFormula::Constant(truth) => {
                Ok(NumberRelation::new(Automaton::constant(*truth), Vec::new()))
            }
            NumberFormula::Not(part) => {
                let part = self.compile(part, watch)?;
                let not = NumberRelation::new(part.automaton.complement(), part.variables);
                self.sensible(not, watch)
            }
            NumberFormula::And(parts) => self.fold(parts, true, watch),
            NumberFormula::Or(parts) => self.fold(parts, false, watch),
            NumberFormula::Iff(parts) => {
                let left = self.compile(&parts[0], watch)?;
                let right = self.compile(&parts[1], watch)?;
                self.sensible(left.product(&right, watch, |left, right| left == right)?, watch)
            }
            NumberFormula::Exists(bound, part) => {
                let mut relation = self.compile(part, watch)?;
                while relation.variables.iter().any(|variable| bound.contains(variable)) {
                    relation = self.eliminate(&relation, bound, watch)?;
                }
                Ok(relation)
            }
            NumberFormula::Atom(condition, terms) => {
                let atom = self.atom(*condition, terms, watch)?;
                self.sensible(atom, watch)
            }
        }
    }

    /// Joins many parts by `and` or `or`, always the two smallest.
    fn fold(
        &self,
        parts: &[NumberFormula],
        and: bool,
        watch: &mut CheckWatch,
    ) -> Result<NumberRelation, CheckRefusal> {
        let compiled: Result<Vec<_>, _> =
            parts.iter().map(|part| self.compile(part, watch)).collect();
        let mut left = compiled?;
        loop {
            left.sort_by_key(|part| std::cmp::Reverse(part.automaton.next.len()));
            match (left.pop(), left.pop()) {
                (None, _) => return Ok(NumberRelation::new(Automaton::constant(and), Vec::new())),
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
        relation: &NumberRelation,
        bound: &[VariableNumber],
        watch: &mut CheckWatch,
    ) -> Result<NumberRelation, CheckRefusal> {
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
        Ok(NumberRelation::new(smaller, variables))
    }
}
