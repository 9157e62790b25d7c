//! From a formula to the automaton of the tuples for which it holds.
//!
//! An automaton of a formula accepts exactly the words whose digits denote numbers for which the
//! formula holds. In Zeckendorf's numeration not all words denote something, so "not" means: not,
//! but sensible digits. Connectives are products, quantifiers drop a track. "There is an x such that A and B" is
//! "there is an x such that A, and B" where B does not speak of x: so only the parts that speak of a variable
//! are joined before it is dropped. Cost: each quantifier can make the automaton exponentially larger at
//! worst. Everything is minimised in between, and a formula that was compiled before is not compiled again, even
//! with other names.

use crate::automata::automaton::Automaton;
use crate::automata::relation::NumberRelation;
use crate::automata::reorder::FEW;
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
    /// Formulas whose variables are numbered 0, 1, 2, ... as they are named.
    known: HashMap<NumberFormula, Vec<KnownFormula>>,
}

/// A formula that was compiled: its automaton, with the number of the variable on each track.
struct KnownFormula {
    automaton: Rc<Automaton>,
    tracks: Vec<usize>,
}

/// Where a list has this.
fn place<Item: PartialEq>(list: &[Item], item: Item) -> usize {
    list.iter().position(|known| *known == item).unwrap_or(list.len())
}

impl<'a> FormulaCompiler<'a> {
    pub(crate) fn new(
        numeration: FileNumeration,
        order: ReadingOrder,
        given: Vec<&'a ListedAutomaton>,
    ) -> FormulaCompiler<'a> {
        FormulaCompiler { numeration, order, given, known: HashMap::new() }
    }

    /// The automaton of a formula. Formulas that differ only in the names of their variables are compiled
    /// once; if the names come in another order and there are few, the tracks change places.
    pub(crate) fn relation(
        &mut self,
        formula: &NumberFormula,
        watch: &mut CheckWatch,
    ) -> Result<NumberRelation, CheckRefusal> {
        let mut named = Vec::new();
        formula.free(&mut named);
        let key = formula.rename(&|variable| place(&named, variable) as VariableNumber);
        let mut variables = named.clone();
        variables.sort_unstable();
        let tracks: Vec<usize> = variables.iter().map(|v| place(&named, *v)).collect();
        let known = self.known.get(&key).map_or(&[][..], |known| known);
        if let Some(same) = known.iter().find(|known| known.tracks == tracks) {
            return Ok(NumberRelation { automaton: same.automaton.clone(), variables });
        }
        let automaton = match known.first() {
            Some(known) if tracks.len() <= FEW => {
                let from: Vec<usize> = tracks.iter().map(|t| place(&known.tracks, *t)).collect();
                Rc::new(known.automaton.reordered(&from, watch)?)
            }
            _ => {
                let found = self.compile(formula, watch)?;
                self.spread(&found, &variables, watch)?.automaton
            }
        };
        let known = KnownFormula { automaton: automaton.clone(), tracks };
        self.known.entry(key).or_default().push(known);
        Ok(NumberRelation { automaton, variables })
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
                let parts = match &**part {
                    NumberFormula::And(parts) => &parts[..],
                    part => std::slice::from_ref(part),
                };
                let parts = parts.iter().map(|part| self.compile(part, watch));
                let parts = parts.collect::<Result<_, _>>()?;
                self.there_are(bound, parts, watch)
            }
            NumberFormula::Atom(condition, terms) => {
                let atom = self.atom(*condition, terms, watch)?;
                self.sensible(atom, watch)
            }
        }
    }

    fn fold(
        &self,
        parts: &[NumberFormula],
        and: bool,
        watch: &mut CheckWatch,
    ) -> Result<NumberRelation, CheckRefusal> {
        let parts = parts.iter().map(|part| self.compile(part, watch));
        self.join(parts.collect::<Result<_, _>>()?, and, watch)
    }

    /// Joins many parts by `and` or `or`, always the two smallest.
    fn join(
        &self,
        mut left: Vec<NumberRelation>,
        and: bool,
        watch: &mut CheckWatch,
    ) -> Result<NumberRelation, CheckRefusal> {
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

    /// "There are numbers" for these variables such that all parts hold. The variable whose parts speak of the
    /// fewest variables together is next: they are joined, and it is dropped.
    fn there_are(
        &self,
        bound: &[VariableNumber],
        mut parts: Vec<NumberRelation>,
        watch: &mut CheckWatch,
    ) -> Result<NumberRelation, CheckRefusal> {
        loop {
            let spoken = |variable: &&VariableNumber| parts.iter().any(|part| part.has(**variable));
            let cost = |variable: &&VariableNumber| {
                let speaking = parts.iter().filter(|part| part.has(**variable));
                speaking.flat_map(|part| &part.variables).collect::<BTreeSet<_>>().len()
            };
            let Some(next) = bound.iter().filter(spoken).min_by_key(cost) else {
                return self.join(parts, true, watch);
            };
            let (speaking, mut others): (Vec<_>, Vec<_>) =
                parts.into_iter().partition(|part| part.has(*next));
            let joined = self.join(speaking, true, watch)?;
            let nowhere_else =
                |variable: &VariableNumber| !others.iter().any(|part| part.has(*variable));
            let droppable: Vec<_> = bound.iter().copied().filter(nowhere_else).collect();
            others.push(self.eliminate(&joined, &droppable, watch)?);
            parts = others;
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
