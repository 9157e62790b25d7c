//! The emptiness obligations of a theorem: formulas that no numbers satisfy together.
//!
//! Moves must lead to positions and lower the measure, which makes induction sound. No move stays in a
//! set, and sets are disjoint: so no position has two values. That every position has one is what covers
//! show ([`crate::cover`]). These are tables of the document; nothing is computed here.

use crate::certificate::contents::{Certificate, Move, Theorem};
use crate::formula::condition::Kind;
use crate::formula::number_formula::Formula;
use crate::formula::variable::{OTHER, VALUE, Variable, heap, lowered};
use Formula::{Atom, Or};

/// Formulas that no numbers satisfy together.
pub(crate) struct Obligation {
    pub name: String,
    pub parts: Vec<Formula>,
}

/// All emptiness obligations.
pub(crate) fn obligations(certificate: &Certificate) -> Vec<Obligation> {
    let moves = certificate.moves.iter().enumerate();
    let mut list: Vec<Obligation> =
        moves.flat_map(|(index, step)| of_move(certificate, index + 1, step)).collect();
    list.extend(of_sets(certificate));
    list
}

/// A move as the obligations see it.
struct WideMove {
    /// What is true of it, `divides` read as wide.
    holds: Vec<Formula>,
    /// The variables of the position after it.
    after: Vec<Variable>,
}

impl WideMove {
    fn new(certificate: &Certificate, step: &Move) -> WideMove {
        let mut after: Vec<Variable> = (0..certificate.heaps()).map(heap).collect();
        match step {
            Move::Lower(heaps) => {
                heaps.iter().for_each(|index| after[*index] = lowered(*index));
                let less = |by: i64| {
                    let atom = move |i: &usize| {
                        Atom(Kind::AtMost(-by), vec![(1, lowered(*i)), (-1, heap(*i))])
                    };
                    heaps.iter().map(atom).collect::<Vec<Formula>>()
                };
                WideMove { holds: [less(0), vec![Or(less(1))]].concat(), after }
            }
            Move::General { formula, to, .. } => {
                WideMove { holds: vec![formula.without_divides(true)], after: to.clone() }
            }
        }
    }

    /// What a formula says about the position after the move.
    fn moved(&self, formula: &Formula) -> Formula {
        let place = |variable: Variable| self.after.get(variable as usize / 2).copied();
        formula.rename(&|variable| place(variable).unwrap_or(variable))
    }

    /// That the measure of the position after the move is not smaller.
    fn not_smaller(&self, measure: &[i64]) -> Formula {
        let weights = measure.iter().zip(&self.after).enumerate();
        let terms =
            weights.flat_map(|(i, (weight, after))| [(*weight, *after), (-weight, heap(i))]);
        Formula::at_least(0, terms.collect())
    }
}

/// What must not be true of a move, which has this number.
fn of_move(certificate: &Certificate, number: usize, step: &Move) -> Vec<Obligation> {
    let valid = &certificate.valid;
    let step = WideMove::new(certificate, step);
    let obligation = |what: String, parts: Vec<Formula>| Obligation {
        name: format!("move {number} {what}"),
        parts: [vec![valid.clone()], step.holds.clone(), parts].concat(),
    };
    let stays = |set: &Formula| vec![set.clone(), step.moved(set)];
    let mut list = vec![
        obligation("leads to a position".into(), vec![step.moved(valid).not()]),
        obligation(
            "lowers the measure".into(),
            vec![step.not_smaller(&certificate.statement.measure)],
        ),
    ];
    match &certificate.theorem {
        Theorem::Values(sets) => {
            list.extend(sets.iter().enumerate().map(|(value, set)| {
                obligation(format!("does not stay in set {value}"), stays(set))
            }))
        }
        Theorem::Grundy { graph, .. } => {
            list.push(obligation("changes the value".into(), stays(graph)));
        }
        Theorem::Misere { terminal, lost } => {
            let none = "is none from a terminal position";
            list.push(obligation(none.into(), vec![terminal.clone()]));
            list.push(obligation("does not stay in set 0".into(), stays(lost)));
        }
    }
    list
}

/// What must not be true of the sets, whatever the moves.
fn of_sets(certificate: &Certificate) -> Vec<Obligation> {
    let valid = || certificate.valid.clone();
    match &certificate.theorem {
        Theorem::Values(sets) => {
            let mut list = Vec::new();
            for (two, second) in sets.iter().enumerate() {
                for (one, first) in sets[..two].iter().enumerate() {
                    let name = format!("set {one} and set {two} are disjoint");
                    let parts = vec![valid(), first.clone(), second.clone()];
                    list.push(Obligation { name, parts });
                }
            }
            list
        }
        Theorem::Grundy { onehot, graph } => {
            let swap = |variable| if variable == VALUE { OTHER } else { variable };
            let differ = Atom(Kind::Equal(0), vec![(1, VALUE), (-1, OTHER)]).not();
            let parts = vec![valid(), graph.clone(), graph.rename(&swap), differ];
            let mut list = vec![Obligation { name: "the value is unique".to_string(), parts }];
            if *onehot {
                let power = Atom(Kind::PowerOfTwo, vec![(1, VALUE)]);
                let name = "values are powers of two".to_string();
                list.push(Obligation { name, parts: vec![graph.clone(), power.not()] });
            }
            list
        }
        Theorem::Misere { terminal, lost } => {
            let name = "terminal positions are not in set 0".to_string();
            vec![Obligation { name, parts: vec![valid(), terminal.clone(), lost.clone()] }]
        }
    }
}
