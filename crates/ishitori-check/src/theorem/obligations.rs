//! The emptiness obligations of a theorem: formulas that no numbers satisfy together.
//!
//! Moves must lead to positions and lower the measure, which makes induction sound. No move stays in a
//! set, and sets are disjoint: so no position has two values. That every position has one is what covers
//! show ([`crate::cover`]). These are tables of the document; nothing is computed here.

use crate::certificate::contents::{Certificate, CertificateMove, StatedTheorem};
use crate::certificate::statement::MeasureCount;
use crate::formula::condition::ColumnCondition;
use crate::formula::number_formula::NumberFormula;
use crate::formula::variable::{OTHER, VALUE, VariableNumber, heap, lowered};
use NumberFormula::{And, Atom, Iff, Or};

/// Formulas that no numbers satisfy together.
pub(crate) struct EmptinessObligation {
    pub(crate) name: String,
    pub(crate) parts: Vec<NumberFormula>,
}

/// All emptiness obligations.
pub(crate) fn obligations(certificate: &Certificate) -> Vec<EmptinessObligation> {
    let moves = certificate.moves.iter().enumerate();
    let mut list: Vec<EmptinessObligation> =
        moves.flat_map(|(index, step)| of_move(certificate, index + 1, step)).collect();
    list.extend(of_sets(certificate));
    list
}

/// A move as the obligations see it.
pub(crate) struct WideMove {
    /// What is true of it, `divides` read as wide.
    holds: Vec<NumberFormula>,
    /// The variables of the position after it.
    after: Vec<VariableNumber>,
}

impl WideMove {
    pub(crate) fn new(certificate: &Certificate, step: &CertificateMove) -> WideMove {
        let mut after: Vec<VariableNumber> = (0..certificate.heaps()).map(heap).collect();
        match step {
            CertificateMove::Lower(heaps) => {
                heaps.iter().for_each(|index| after[*index] = lowered(*index));
                let less = |by: i64| {
                    let atom = move |i: &usize| {
                        Atom(ColumnCondition::AtMost(-by), vec![(1, lowered(*i)), (-1, heap(*i))])
                    };
                    heaps.iter().map(atom).collect::<Vec<NumberFormula>>()
                };
                WideMove { holds: [less(0), vec![Or(less(1))]].concat(), after }
            }
            CertificateMove::General { formula, to, .. } => {
                WideMove { holds: vec![formula.without_divides(true)], after: to.clone() }
            }
        }
    }

    /// All that is true of it.
    pub(crate) fn formula(self) -> NumberFormula {
        And(self.holds)
    }

    /// What a formula says about the position after the move.
    fn moved(&self, formula: &NumberFormula) -> NumberFormula {
        let place = |variable: VariableNumber| self.after.get(variable as usize / 2).copied();
        formula.rename(&|variable| place(variable).unwrap_or(variable))
    }

    /// That of the counts of the measure the first that the move changes gets smaller.
    fn lowers(&self, measure: &[MeasureCount]) -> NumberFormula {
        let Some((first, others)) = measure.split_first() else {
            return NumberFormula::Constant(false);
        };
        let smaller = self.changes(first, &|more| ColumnCondition::AtMost(-1 - more));
        if others.is_empty() {
            return smaller;
        }
        let same = self.changes(first, &|more| ColumnCondition::Equal(-more));
        Or(vec![smaller, And(vec![same, self.lowers(others)])])
    }

    /// That the stones of a count change as `by` says, where the heaps that are large add so much more.
    fn changes(&self, count: &MeasureCount, by: &dyn Fn(i64) -> ColumnCondition) -> NumberFormula {
        let weights = count.stones.iter().zip(&self.after).enumerate();
        let terms: Vec<(i64, VariableNumber)> = weights
            .flat_map(|(i, (weight, after))| [(*weight, *after), (-weight, heap(i))])
            .collect();
        let mut cases = vec![(0, Vec::new())];
        for (i, (weight, bound)) in count.above.iter().enumerate() {
            if *weight == 0 || self.after[i] == heap(i) {
                continue;
            }
            let large = |variable| NumberFormula::at_least(bound + 1, vec![(1, variable)]);
            let (before, after) = (large(heap(i)), large(self.after[i]));
            let ways = [
                (*weight, And(vec![before.clone().not(), after.clone()])),
                (-weight, And(vec![before.clone(), after.clone().not()])),
                (0, Iff(Box::new([before, after]))),
            ];
            let further = |(more, holds): &(i64, Vec<NumberFormula>)| {
                let case = |(weight, way): &(i64, NumberFormula)| {
                    (more + weight, [holds.clone(), vec![way.clone()]].concat())
                };
                ways.iter().map(case).collect::<Vec<_>>()
            };
            cases = cases.iter().flat_map(further).collect();
        }
        let case = |(more, mut holds): (i64, Vec<NumberFormula>)| {
            holds.push(Atom(by(more), terms.clone()));
            And(holds)
        };
        Or(cases.into_iter().map(case).collect())
    }
}

/// What must not be true of a move, which has this number.
fn of_move(
    certificate: &Certificate,
    number: usize,
    step: &CertificateMove,
) -> Vec<EmptinessObligation> {
    let valid = &certificate.valid;
    let step = WideMove::new(certificate, step);
    let obligation = |what: String, parts: Vec<NumberFormula>| EmptinessObligation {
        name: format!("move {number} {what}"),
        parts: [vec![valid.clone()], step.holds.clone(), parts].concat(),
    };
    let stays = |set: &NumberFormula| vec![set.clone(), step.moved(set)];
    let mut list = vec![
        obligation("leads to a position".into(), vec![step.moved(valid).not()]),
        obligation(
            "lowers the measure".into(),
            vec![step.lowers(&certificate.statement.measure).not()],
        ),
    ];
    match &certificate.theorem {
        StatedTheorem::Values(sets) => {
            list.extend(sets.iter().enumerate().map(|(value, set)| {
                obligation(format!("does not stay in set {value}"), stays(set))
            }))
        }
        StatedTheorem::Grundy { graph, .. } => {
            list.push(obligation("changes the value".into(), stays(graph)));
        }
        StatedTheorem::Misere { terminal, lost } => {
            let none = "is none from a terminal position";
            list.push(obligation(none.into(), vec![terminal.clone()]));
            list.push(obligation("does not stay in set 0".into(), stays(lost)));
        }
        StatedTheorem::Families { sets, lost } => {
            for (from, set) in sets[..*lost].iter().enumerate() {
                for (to, target) in sets[..*lost].iter().enumerate() {
                    let name = format!("does not lead from set {from} to set {to}");
                    list.push(obligation(name, vec![set.clone(), step.moved(target)]));
                }
            }
        }
    }
    list
}

/// What must not be true of the sets, whatever the moves.
fn of_sets(certificate: &Certificate) -> Vec<EmptinessObligation> {
    let valid = || certificate.valid.clone();
    match &certificate.theorem {
        StatedTheorem::Values(sets) => {
            let mut list = Vec::new();
            for (two, second) in sets.iter().enumerate() {
                for (one, first) in sets[..two].iter().enumerate() {
                    let name = format!("set {one} and set {two} are disjoint");
                    let parts = vec![valid(), first.clone(), second.clone()];
                    list.push(EmptinessObligation { name, parts });
                }
            }
            list
        }
        StatedTheorem::Grundy { onehot, graph } => {
            let swap = |variable| if variable == VALUE { OTHER } else { variable };
            let differ = Atom(ColumnCondition::Equal(0), vec![(1, VALUE), (-1, OTHER)]).not();
            let parts = vec![valid(), graph.clone(), graph.rename(&swap), differ];
            let mut list =
                vec![EmptinessObligation { name: "the value is unique".to_string(), parts }];
            if *onehot {
                let power = Atom(ColumnCondition::PowerOfTwo, vec![(1, VALUE)]);
                let name = "values are powers of two".to_string();
                list.push(EmptinessObligation { name, parts: vec![graph.clone(), power.not()] });
            }
            list
        }
        StatedTheorem::Families { sets, lost } => {
            let mut list = Vec::new();
            for (two, won) in sets.iter().enumerate().skip(*lost) {
                for (one, set) in sets[..*lost].iter().enumerate() {
                    let name = format!("set {one} and set {two} are disjoint");
                    let parts = vec![valid(), set.clone(), won.clone()];
                    list.push(EmptinessObligation { name, parts });
                }
            }
            list
        }
        StatedTheorem::Misere { terminal, lost } => {
            let name = "terminal positions are not in set 0".to_string();
            vec![EmptinessObligation { name, parts: vec![valid(), terminal.clone(), lost.clone()] }]
        }
    }
}
