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

/// What is true of a move (`divides` read as wide), and the variables of the position after it.
fn wide(certificate: &Certificate, step: &Move) -> (Vec<Formula>, Vec<Variable>) {
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
            ([less(0), vec![Or(less(1))]].concat(), after)
        }
        Move::General { formula, to, .. } => (vec![formula.without_divides(true)], to.clone()),
    }
}

/// All emptiness obligations.
pub(crate) fn obligations(certificate: &Certificate) -> Vec<Obligation> {
    let mut list = Vec::new();
    let valid = &certificate.valid;
    let mut add = |name: String, parts: Vec<Formula>| list.push(Obligation { name, parts });
    for (index, step) in certificate.moves.iter().enumerate() {
        let number = index + 1;
        let (step, after) = wide(certificate, step);
        // What a formula says about the position after the move.
        let moved = |formula: &Formula| {
            let place = |variable: Variable| after.get(variable as usize / 2).copied();
            formula.rename(&|variable| place(variable).unwrap_or(variable))
        };
        let with = |parts: Vec<Formula>| [vec![valid.clone()], step.clone(), parts].concat();
        add(format!("move {number} leads to a position"), with(vec![moved(valid).not()]));
        let weights = certificate.statement.measure.iter().zip(&after).enumerate();
        let terms =
            weights.flat_map(|(i, (weight, after))| [(*weight, *after), (-weight, heap(i))]);
        let not_smaller = Formula::at_least(0, terms.collect());
        add(format!("move {number} lowers the measure"), with(vec![not_smaller]));
        match &certificate.theorem {
            Theorem::Values(sets) => {
                for (value, set) in sets.iter().enumerate() {
                    let name = format!("move {number} does not stay in set {value}");
                    add(name, with(vec![set.clone(), moved(set)]));
                }
            }
            Theorem::Grundy { graph, .. } => {
                let name = format!("move {number} changes the value");
                add(name, with(vec![graph.clone(), moved(graph)]));
            }
            Theorem::Misere { terminal, lost } => {
                let name = format!("move {number} is none from a terminal position");
                add(name, with(vec![terminal.clone()]));
                let name = format!("move {number} does not stay in set 0");
                add(name, with(vec![lost.clone(), moved(lost)]));
            }
        }
    }
    match &certificate.theorem {
        Theorem::Values(sets) => {
            for (two, second) in sets.iter().enumerate() {
                for (one, first) in sets[..two].iter().enumerate() {
                    let name = format!("set {one} and set {two} are disjoint");
                    add(name, vec![valid.clone(), first.clone(), second.clone()]);
                }
            }
        }
        Theorem::Grundy { onehot, graph } => {
            let swap = |variable| if variable == VALUE { OTHER } else { variable };
            let differ = Atom(Kind::Equal(0), vec![(1, VALUE), (-1, OTHER)]).not();
            let parts = vec![valid.clone(), graph.clone(), graph.rename(&swap), differ];
            add("the value is unique".to_string(), parts);
            if *onehot {
                let power = Atom(Kind::PowerOfTwo, vec![(1, VALUE)]);
                let parts = vec![graph.clone(), power.not()];
                add("values are powers of two".to_string(), parts);
            }
        }
        Theorem::Misere { terminal, lost } => {
            let parts = vec![valid.clone(), terminal.clone(), lost.clone()];
            add("terminal positions are not in set 0".to_string(), parts);
        }
    }
    list
}
