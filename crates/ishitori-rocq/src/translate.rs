//! From formulas of a certificate to sentences for Rocq.
//!
//! Three things change a formula, none of them its meaning. A variable that a quantifier binds and that is
//! defined digit by digit ("t is the xor of a and b") becomes a term. What is left of a quantifier is narrowed:
//! only parts that speak of a variable stay below it, so that automata have few tracks. And every quantifier
//! that remains gets a number and an automaton of its own ([`quantifiers`]), whatever stands around it.
//! The statement that people read is printed from the result, so the kernel proves exactly what is printed.

mod hidden_cover;
pub(crate) mod quantifiers;

use self::quantifiers::QuantifierBook;
use crate::refusal::NoRocqTheorem;
use crate::sentence::{DigitTerm, RocqAtom, RocqSentence, SumRelation, WeightedTerms};
use crate::variables::{has, spoken};
use ishitori_check::reading::{ColumnCondition, LAST, NumberEnd, NumberFormula, VariableNumber};

/// The most numbers of which a majority is written out by and and or.
const MOST_COUNTED: usize = 8;

/// With more tracks than this variables are dropped one by one.
const FEW_TRACKS: usize = 7;

/// What stands for a variable, if not itself.
#[derive(Clone, Default)]
pub(crate) struct DefinedTerms(Vec<(VariableNumber, DigitTerm)>);

impl DefinedTerms {
    pub(crate) fn term(&self, variable: VariableNumber) -> DigitTerm {
        let found = self.0.iter().find(|(known, _)| *known == variable);
        found.map_or(DigitTerm::Variable(variable), |(_, term)| term.clone())
    }

    fn define(&self, variable: VariableNumber, term: DigitTerm) -> DefinedTerms {
        let with = |(known, old): &(VariableNumber, DigitTerm)| (*known, old.with(variable, &term));
        let mut defined: Vec<_> = self.0.iter().map(with).collect();
        defined.push((variable, term));
        DefinedTerms(defined)
    }
}

/// The sentence of a formula.
pub(crate) fn sentence(
    formula: &NumberFormula,
    terms: &DefinedTerms,
    book: &mut QuantifierBook,
) -> Result<RocqSentence, NoRocqTheorem> {
    let mut all = |parts: &[NumberFormula]| -> Result<Vec<RocqSentence>, NoRocqTheorem> {
        parts.iter().map(|part| sentence(part, terms, book)).collect()
    };
    match formula {
        NumberFormula::Constant(truth) => Ok(RocqSentence::Truth(*truth)),
        NumberFormula::Not(part) => match negated(part, terms) {
            Some(atom) => Ok(RocqSentence::Atom(book.readable(atom)?)),
            None => Ok(RocqSentence::Not(Box::new(sentence(part, terms, book)?))),
        },
        NumberFormula::And(parts) => match tail_power(parts, terms) {
            Some(atom) => Ok(RocqSentence::Atom(atom)),
            None => Ok(RocqSentence::All(all(parts)?)),
        },
        NumberFormula::Or(parts) => Ok(RocqSentence::Any(all(parts)?)),
        NumberFormula::Iff(parts) => {
            let mut both = all(&parts[..])?;
            let second = both.remove(1);
            Ok(RocqSentence::Iff(Box::new([both.remove(0), second])))
        }
        NumberFormula::Exists(bound, part) => {
            let parts = match &**part {
                NumberFormula::And(parts) => parts.clone(),
                part => vec![part.clone()],
            };
            exists(bound.clone(), parts, terms, book)
        }
        NumberFormula::Atom(condition, weighted) => {
            match atom(*condition, weighted, terms, book)? {
                RocqSentence::Atom(atom) => Ok(RocqSentence::Atom(book.readable(atom)?)),
                other => Ok(other),
            }
        }
    }
}

/// Numbers for these variables such that all parts hold.
fn exists(
    mut bound: Vec<VariableNumber>,
    mut parts: Vec<NumberFormula>,
    terms: &DefinedTerms,
    book: &mut QuantifierBook,
) -> Result<RocqSentence, NoRocqTheorem> {
    bound.retain(|variable| parts.iter().any(|part| has(part, *variable)));
    for (place, variable) in bound.iter().enumerate() {
        let found = parts.iter().enumerate().find_map(|(index, part)| {
            let term = definition(part, *variable, terms)?;
            // A term must not speak of what is still bound here.
            (!bound.iter().any(|other| term.has(*other))).then_some((index, term))
        });
        if let Some((index, term)) = found {
            parts.remove(index);
            let terms = terms.define(*variable, term);
            bound.remove(place);
            return exists(bound, parts, &terms, book);
        }
    }
    let tracks = |variable: VariableNumber| {
        let speaking = parts.iter().filter(|part| has(part, variable));
        spoken(&speaking.cloned().collect::<Vec<_>>()).len()
    };
    let Some(next) = bound.iter().copied().min_by_key(|variable| tracks(*variable)) else {
        return sentence(&NumberFormula::And(parts), terms, book);
    };
    let (speaking, mut others): (Vec<_>, Vec<_>) =
        parts.into_iter().partition(|part| has(part, next));
    let many = spoken(&speaking).len() > FEW_TRACKS;
    let only_here = |variable: &VariableNumber| {
        *variable == next || !many && !others.iter().any(|part| has(part, *variable))
    };
    let (here, left): (Vec<VariableNumber>, Vec<VariableNumber>) =
        bound.into_iter().partition(only_here);
    if left.is_empty() && others.is_empty() {
        return book.quantified(&here, speaking, terms);
    }
    let body = match speaking.len() {
        1 => speaking[0].clone(),
        _ => NumberFormula::And(speaking),
    };
    others.push(NumberFormula::Exists(here, Box::new(body)));
    exists(left, others, terms, book)
}

/// The term that a part says a variable is, if it says so digit by digit.
fn definition(
    part: &NumberFormula,
    variable: VariableNumber,
    terms: &DefinedTerms,
) -> Option<DigitTerm> {
    let NumberFormula::Atom(condition, weighted) = part else { return None };
    let others: Vec<DigitTerm> =
        weighted.iter().filter(|(_, v)| *v != variable).map(|(_, v)| terms.term(*v)).collect();
    let once = others.len() + 1 == weighted.len() && !others.is_empty();
    if !once || others.iter().any(|term| term.has(variable)) {
        return None;
    }
    match condition {
        ColumnCondition::Digits(2) => Some(DigitTerm::Xor(others)),
        ColumnCondition::Threshold(least) if weighted.last()?.1 == variable => {
            threshold(*least, others)
        }
        _ => None,
    }
}

/// The number whose digits are one where at least so many digits of the others are.
fn threshold(least: i64, others: Vec<DigitTerm>) -> Option<DigitTerm> {
    match (least, &others[..]) {
        (1, _) => Some(DigitTerm::Or(others)),
        (least, others) if least == others.len() as i64 => Some(DigitTerm::And(others.to_vec())),
        (2, [a, b, c]) => {
            let both = |x: &DigitTerm, y: &DigitTerm| DigitTerm::And(vec![x.clone(), y.clone()]);
            Some(DigitTerm::Or(vec![both(a, b), both(b, c), both(a, c)]))
        }
        (least, others) if least > 1 && others.len() <= MOST_COUNTED => {
            let least = usize::try_from(least).ok().filter(|least| *least < others.len())?;
            Some(DigitTerm::AtLeast(least, others.to_vec()))
        }
        _ => None,
    }
}

/// A negated atom that has a name of its own.
fn negated(formula: &NumberFormula, terms: &DefinedTerms) -> Option<RocqAtom> {
    let NumberFormula::Atom(condition, weighted) = formula else { return None };
    let number = |index: usize| terms.term(weighted[index].1);
    match condition {
        ColumnCondition::Equal(bound) => {
            Some(RocqAtom::Linear(SumRelation::Different, *bound, sum(weighted, terms)))
        }
        ColumnCondition::AtMost(bound) => {
            Some(RocqAtom::Linear(SumRelation::AtLeast, bound + 1, sum(weighted, terms)))
        }
        ColumnCondition::EndLess(NumberEnd::Zeros) => {
            Some(RocqAtom::EndAtMost(number(1), number(0)))
        }
        ColumnCondition::EndLess(NumberEnd::Ones) => {
            Some(RocqAtom::TailAtMost(number(1), number(0)))
        }
        _ => None,
    }
}

/// y is 2 to the number of ones at the end of x: the reader makes two atoms of that.
fn tail_power(parts: &[NumberFormula], terms: &DefinedTerms) -> Option<RocqAtom> {
    let [
        NumberFormula::Atom(ColumnCondition::PowerOfTwo, power),
        NumberFormula::Atom(ColumnCondition::OnesAreZeros, ends),
    ] = parts
    else {
        return None;
    };
    let (x, y) = (ends[0].1, ends[1].1);
    (power[0].1 == y).then(|| RocqAtom::TailPower(terms.term(x), terms.term(y)))
}

fn sum(weighted: &[(i64, VariableNumber)], terms: &DefinedTerms) -> WeightedTerms {
    weighted.iter().map(|(weight, variable)| (*weight, terms.term(*variable))).collect()
}

fn atom(
    condition: ColumnCondition,
    weighted: &[(i64, VariableNumber)],
    terms: &DefinedTerms,
    book: &QuantifierBook,
) -> Result<RocqSentence, NoRocqTheorem> {
    let numbers = || weighted.iter().map(|(_, v)| terms.term(*v)).collect::<Vec<DigitTerm>>();
    let number = |index: usize| terms.term(weighted[index].1);
    let end_at_most = |end: NumberEnd, x: usize, y: usize| match end {
        NumberEnd::Zeros => RocqAtom::EndAtMost(number(x), number(y)),
        NumberEnd::Ones => RocqAtom::TailAtMost(number(x), number(y)),
    };
    let missing =
        |what: &str| Err(NoRocqTheorem::new(format!("{what} is not known to the library")));
    Ok(RocqSentence::Atom(match condition {
        ColumnCondition::Equal(bound) => {
            RocqAtom::Linear(SumRelation::Equal, bound, sum(weighted, terms))
        }
        ColumnCondition::AtMost(bound) => {
            RocqAtom::Linear(SumRelation::AtMost, bound, sum(weighted, terms))
        }
        ColumnCondition::Modulo(modulus, remainder) => {
            RocqAtom::Modulo(modulus, remainder, sum(weighted, terms))
        }
        ColumnCondition::Digits(1) => return Ok(RocqSentence::Truth(true)),
        ColumnCondition::Digits(modulus) => RocqAtom::Digits(modulus, numbers()),
        ColumnCondition::Threshold(least) => {
            let mut others = numbers();
            let last = others.pop().unwrap_or(DigitTerm::Xor(Vec::new()));
            debug_assert!(weighted.last().is_some_and(|(weight, _)| *weight == LAST));
            let Some(term) = threshold(least, others) else {
                return missing("a majority of more than eight numbers");
            };
            RocqAtom::Linear(SumRelation::Equal, 0, vec![(1, last), (-1, term)])
        }
        ColumnCondition::Bit(place) => RocqAtom::Bit(place, number(0)),
        ColumnCondition::PowerOfTwo => RocqAtom::Power(number(0)),
        ColumnCondition::EndEqual(end) => {
            let both = [end_at_most(end, 0, 1), end_at_most(end, 1, 0)].map(RocqSentence::Atom);
            return Ok(RocqSentence::All(both.to_vec()));
        }
        ColumnCondition::EndLess(end) => {
            return Ok(RocqSentence::Not(Box::new(RocqSentence::Atom(end_at_most(end, 1, 0)))));
        }
        ColumnCondition::EndModulo(NumberEnd::Zeros, modulus, remainder) => {
            RocqAtom::EndModulo(modulus, remainder, number(0))
        }
        ColumnCondition::Divides => RocqAtom::Divides(number(0), number(1)),
        ColumnCondition::Accepted(index) => RocqAtom::Accepted(book.given(index), numbers()),
        ColumnCondition::Ones(modulus, remainder) => RocqAtom::Ones(modulus, remainder, number(0)),
        ColumnCondition::EndModulo(NumberEnd::Ones, modulus, remainder) => {
            RocqAtom::TailModulo(modulus, remainder, number(0))
        }
        ColumnCondition::OnesAreZeros => {
            return missing("that one number has as many ones at its end as another has zeros");
        }
        ColumnCondition::Shift => RocqAtom::Shift(number(0), number(1)),
        ColumnCondition::NoNeighbours => return missing("a condition on Fibonacci digits"),
    }))
}
