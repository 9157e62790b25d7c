//! Grundy values as an expression of the heaps.
//!
//! Expressions are made in order of size (`bank`) and told apart by their values on a sample, so that
//! of a million there remain some thousand; the one whose values are the Grundy values is what we look for.
//! Sums, differences and xors of two of them are found without making them: one of the two says what the
//! other must be. Where no expression fits everywhere, two may, with a condition that says where: `if C then
//! x else y`. Values that are logarithms are v2 or tail of an expression. The gate decides, and its
//! counterexamples join the sample.

use ishitori_rule::HeapRules;

use super::atoms::PhraseScope;
use super::bank::{TermBank, ValuedTerm};
use super::bits::BitSet;
use super::draw::{Random, drawn};
use super::gate::{StatementGate, StatementJudgement, is_sorted};
use super::phrase::{Infix, Phrase, PhraseFunction, PhraseTerm};
use super::points::small;
use super::print::{HeapNames, tokens};
use crate::control::{Control, GaveUp};
use crate::discover::TrackCoding;

/// Rounds of counterexamples.
const ROUNDS: usize = 12;

/// The most small positions.
const SMALL: usize = 260;

/// The most statements judged in one round.
const CANDIDATES: usize = 8;

/// Conditions of a choice have at most so many words.
const CONDITION: usize = 24;

/// Expressions of a choice have at most this size.
const CHOSEN: usize = 3;

/// The largest logarithm.
const HIGHEST: u32 = 40;

/// The statement that says what the Grundy values are.
///
/// # Errors
/// [`GaveUp`] if somebody stops the work.
pub(super) fn values(
    mut gate: StatementGate,
    names: &HeapNames,
    rules: &HeapRules,
    coding: TrackCoding,
    control: &Control,
) -> Result<Option<String>, GaveUp> {
    let Some(mut sample) = Sample::new(&gate, rules, coding) else { return Ok(None) };
    let mut unsayable: Vec<String> = Vec::new();
    for _ in 0..ROUNDS {
        control.check()?;
        let mut changed = false;
        for term in sample.candidates(names, rules) {
            let text = names.term(&term);
            if unsayable.contains(&text) || gate.left == 0 {
                continue;
            }
            let statement = format!("grundy = {}", text.as_str());
            match gate.judge(&statement, control)? {
                StatementJudgement::Same => return Ok(Some(statement)),
                StatementJudgement::Unsayable => unsayable.push(text),
                StatementJudgement::Differs(positions) => {
                    for mut position in positions {
                        position.pop();
                        changed |= sample.add(&gate, position, coding).is_some();
                    }
                    break;
                }
            }
        }
        if !changed {
            return Ok(None);
        }
    }
    Ok(None)
}

/// Positions and their values.
struct Sample {
    points: Vec<Vec<i64>>,
    values: Vec<i64>,
    coding: TrackCoding,
}

impl Sample {
    /// Small positions and some larger ones; `None` if one of them has no value.
    fn new(gate: &StatementGate, rules: &HeapRules, coding: TrackCoding) -> Option<Sample> {
        let mut sample = Sample { points: Vec::new(), values: Vec::new(), coding };
        for position in small(rules.names.len(), SMALL) {
            if gate.contains(gate.positions(), &[position.as_slice(), &[0]].concat()) {
                sample.add(gate, position, coding)?;
            }
        }
        let mut random = Random::new(1);
        for length in 3..7 {
            for mut numbers in drawn(gate.numeration(), gate.positions(), length, 12, &mut random) {
                numbers.pop();
                sample.add(gate, numbers, coding)?;
            }
        }
        Some(sample)
    }

    /// Adds a position; `None` if it has no value, or one that is large.
    fn add(&mut self, gate: &StatementGate, position: Vec<u64>, coding: TrackCoding) -> Option<()> {
        let sum: u64 = position.iter().sum();
        let has =
            |value: u64| gate.contains(gate.target(), &[position.as_slice(), &[value]].concat());
        let value = match coding {
            TrackCoding::Plain => (0..=2 * sum + 16).find(|value| has(*value))?,
            TrackCoding::OneHot => u64::from((0..HIGHEST).find(|value| has(1 << value))?),
        };
        self.points.push(position.into_iter().map(|heap| heap as i64).collect());
        self.values.push(value as i64);
        Some(())
    }

    /// Expressions that have the right values on the sample, the shortest first.
    fn candidates(&self, names: &HeapNames, rules: &HeapRules) -> Vec<PhraseTerm> {
        let mut bank = TermBank::new(&self.points, names, rules);
        loop {
            let mut found: Vec<PhraseTerm> = match self.coding {
                TrackCoding::Plain => bank.combined(&self.values),
                TrackCoding::OneHot => {
                    let parts = self.logarithms(&bank).into_iter();
                    let whole = parts.filter(|part| part.agrees.count() == self.points.len());
                    whole.map(|part| part.term).collect()
                }
            };
            if !found.is_empty() {
                found.sort_by_cached_key(|term| tokens(&names.term(term)));
                found.truncate(CANDIDATES);
                return found;
            }
            if bank.size == CHOSEN {
                let mut parts = match self.coding {
                    TrackCoding::Plain => self.plain(&bank),
                    TrackCoding::OneHot => self.logarithms(&bank),
                };
                parts.sort_by_key(|part| part.cost);
                found = self.choices(&parts, names, rules);
            }
            if !found.is_empty() || !bank.grow() {
                return found;
            }
        }
    }

    /// The expressions of the bank that are right somewhere.
    fn plain(&self, bank: &TermBank) -> Vec<PartialTerm> {
        let part = |entry: &ValuedTerm| {
            let right = |at: usize| entry.values[at] == self.values[at];
            let agrees = BitSet::where_true(self.points.len(), right);
            PartialTerm { term: entry.term.clone(), cost: entry.cost, agrees }
        };
        bank.entries.iter().map(part).filter(|part| !part.agrees.is_empty()).collect()
    }

    /// Logarithms of expressions, and constants, that are right somewhere.
    fn logarithms(&self, bank: &TermBank) -> Vec<PartialTerm> {
        let mut parts: Vec<PartialTerm> = Vec::new();
        let length = self.points.len();
        for number in 0..4 {
            let agrees = BitSet::where_true(length, |at| self.values[at] == number);
            parts.push(PartialTerm { term: PhraseTerm::Constant(number), cost: 1, agrees });
        }
        for entry in &bank.entries {
            for name in [PhraseFunction::V2, PhraseFunction::Tail] {
                let ends: Vec<Option<i64>> =
                    entry.values.iter().map(|value| name.of(&[*value])).collect();
                for more in -1..=2 {
                    let right = |at: usize| {
                        ends[at].and_then(|end| Infix::Add.of(end, more)) == Some(self.values[at])
                    };
                    let agrees = BitSet::where_true(length, right);
                    let cost = entry.cost + 3 + if more == 0 { 0 } else { 2 };
                    let term = || entry.term.clone().call(name).plus(more);
                    if !agrees.is_empty() {
                        parts.push(PartialTerm { term: term(), cost, agrees });
                    }
                }
            }
        }
        parts
    }

    /// Two expressions and a condition that says which of them is right.
    fn choices(
        &self,
        parts: &[PartialTerm],
        names: &HeapNames,
        rules: &HeapRules,
    ) -> Vec<PhraseTerm> {
        let lower = rules.lower.clone();
        let ascending = is_sorted(&rules.symmetry, lower.len());
        let numeration = ishitori_automata::Numeration::Binary;
        let conditions = PhraseScope { lower, numeration, ascending }.atoms();
        let length = self.points.len();
        let mut found: Vec<(usize, PhraseTerm)> = Vec::new();
        for condition in conditions {
            let words = tokens(&names.phrase(&condition));
            let holds: Option<Vec<bool>> =
                self.points.iter().map(|point| condition.holds(point)).collect();
            let Some(holds) = holds.filter(|_| words <= CONDITION) else { continue };
            let yes = BitSet::where_true(length, |at| holds[at]);
            let no = BitSet::where_true(length, |at| !holds[at]);
            if yes.is_empty() || no.is_empty() {
                continue;
            }
            let first = |wanted: &BitSet| parts.iter().find(|part| wanted.is_inside(&part.agrees));
            if let (Some(then), Some(other)) = (first(&yes), first(&no)) {
                let cost = words + then.cost + other.cost;
                found.push((cost, choice(condition, then, other)));
            }
        }
        found.sort_by_key(|(cost, _)| *cost);
        found.into_iter().take(CANDIDATES).map(|(_, term)| term).collect()
    }
}

/// An expression, and where it is right.
struct PartialTerm {
    term: PhraseTerm,
    cost: usize,
    agrees: BitSet,
}

fn choice(condition: Phrase, then: &PartialTerm, other: &PartialTerm) -> PhraseTerm {
    PhraseTerm::Choice(condition.into(), then.term.clone().into(), other.term.clone().into())
}
