//! Formulas about columns: what is true at every place, at one place, at the lowest place of some kind.
//!
//! They stand in the file beside the automaton, for people; the checker follows both over all words and compares. A formula is
//! followed by the states of its atoms ([`crate::every_n::atoms`]), so nothing has to be built. Cost: the pairs
//! that are reached, times letters.

use crate::every_n::atoms::{Atom, ColumnLetter};
use crate::every_n::column::{Classes, ColumnAutomaton, Places};
use crate::refusal::CheckRefusal;
use crate::text::expression::Expression;
use crate::text::lines::CertificateLine;
use crate::watch::{CheckWatch, STATES};
use std::collections::HashSet;

/// A formula about all columns; atoms are numbered.
pub(crate) enum FileFormula {
    Constant(bool),
    Atom(usize),
    Not(Box<FileFormula>),
    All(Vec<FileFormula>),
    Some(Vec<FileFormula>),
    Iff(Box<FileFormula>, Box<FileFormula>),
}

impl FileFormula {
    /// Reads a formula, with its atoms.
    pub(crate) fn read(
        line: &CertificateLine,
        text: &Expression,
        atoms: &mut Vec<Atom>,
        classes: Classes,
        places: Places,
    ) -> Result<FileFormula, CheckRefusal> {
        let mut inner = |text: &Expression| Self::read(line, text, atoms, classes, places);
        let (word, rest) = match text {
            Expression::Word("true") => return Ok(FileFormula::Constant(true)),
            Expression::Word("false") => return Ok(FileFormula::Constant(false)),
            Expression::List(list) => match list.as_slice() {
                [Expression::Word(word), rest @ ..] => (*word, rest),
                _ => return Err(line.refuse("a list begins with its operator")),
            },
            Expression::Word(word) => return Err(line.refuse(format!("`{word}` is no formula"))),
        };
        Ok(match (word, rest) {
            ("not", [one]) => FileFormula::Not(Box::new(inner(one)?)),
            ("and", all) => {
                FileFormula::All(all.iter().map(inner).collect::<Result<_, CheckRefusal>>()?)
            }
            ("or", all) => {
                FileFormula::Some(all.iter().map(inner).collect::<Result<_, CheckRefusal>>()?)
            }
            ("iff", [one, other]) => {
                FileFormula::Iff(Box::new(inner(one)?), Box::new(inner(other)?))
            }
            _ => {
                atoms.push(Atom::read(line, word, rest, classes, places)?);
                FileFormula::Atom(atoms.len() - 1)
            }
        })
    }

    /// Whether it holds when its atoms do as told.
    fn holds(&self, atom: &dyn Fn(usize) -> bool) -> bool {
        match self {
            FileFormula::Constant(value) => *value,
            FileFormula::Atom(index) => atom(*index),
            FileFormula::Not(one) => !one.holds(atom),
            FileFormula::All(all) => all.iter().all(|one| one.holds(atom)),
            FileFormula::Some(all) => all.iter().any(|one| one.holds(atom)),
            FileFormula::Iff(one, other) => one.holds(atom) == other.holds(atom),
        }
    }
}

/// Checks that the automaton accepts what the formula says, on all words.
///
/// # Errors
/// A refusal if there is a word on which they differ.
pub(crate) fn compare(
    automaton: &ColumnAutomaton,
    formula: &FileFormula,
    atoms: &[Atom],
    watch: &mut CheckWatch,
) -> Result<(), CheckRefusal> {
    let places = automaton.places;
    let initial: Vec<u8> = atoms.iter().map(|atom| atom.start()).collect();
    let start = (0, places.start(), initial);
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some((state, phase, follow)) = open.pop() {
        let says = formula.holds(&|index| atoms[index].holds(follow[index]));
        if places.may_end(phase) && says != automaton.accepting[state] {
            return Err(CheckRefusal::new("the automaton does not accept what its formula says"));
        }
        for (place, phase) in places.next(phase) {
            for class in 0..automaton.classes.len() {
                for digit in automaton.values() {
                    watch.tick(atoms.len() + 1)?;
                    let letter = ColumnLetter { place, class, one: digit == 1 };
                    let step = |(atom, at): (&Atom, &u8)| atom.after(*at, &letter, places.msd);
                    let follow: Vec<u8> = atoms.iter().zip(&follow).map(step).collect();
                    let reached = (automaton.after(state, place, class, digit), phase, follow);
                    if seen.insert(reached.clone()) {
                        watch.limit(seen.len(), STATES)?;
                        open.push(reached);
                    }
                }
            }
        }
    }
    Ok(())
}
