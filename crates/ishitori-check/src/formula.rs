//! Formulas: what they are, and how they are read.
//!
//! Variables are numbers. Those that a certificate names have fixed numbers, so that the same
//! formula can be about a position or about the position after a move, by renaming. Reading turns
//! `implies`, `forall` and most comparisons into the few forms that are left below.

use crate::Refused;
use crate::read::{Expression, Line, expression, is_name};
use std::collections::BTreeSet;

/// A variable. Their order is the order in which digits are read.
pub(crate) type Variable = u32;
/// The Grundy value, as a variable.
pub(crate) const VALUE: Variable = 1000;
/// Another value.
pub(crate) const OTHER: Variable = 1001;
/// The least variable that a quantifier binds; each quantifier of a formula has its own.
const BOUND: Variable = 10_000;
/// The variable of heap i.
pub(crate) fn heap(index: usize) -> Variable {
    2 * index as Variable
}
/// The variable of heap i after a `lower` move: it is read next to the heap.
pub(crate) fn lowered(index: usize) -> Variable {
    2 * index as Variable + 1
}
/// The variable of the i-th new number of a `move`.
pub(crate) fn created(index: usize) -> Variable {
    500 + index as Variable
}

/// How numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numeration {
    Binary,
    Zeckendorf,
}

/// Which digits come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Msd,
    Lsd,
}

/// Which end of a number is looked at: the zeros there (v2) or the ones there (tail).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum End {
    Zeros,
    Ones,
}

/// What an atom says about the sum of its weighted digits at each place.
///
/// Each variable has a weight; the *column* at a place is the sum of the weights of the variables
/// with digit one there. `x` and `y` have weights 1 and 2 below, [`LAST`] is the weight of `z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// The weighted sum of the variables is this.
    Equal(i64),
    /// It is at most this.
    AtMost(i64),
    /// It is congruent: modulus and remainder.
    Modulo(i64, i64),
    /// Every column is divisible.
    Digits(i64),
    /// The digit of z tells whether at least this many of the others are one.
    Threshold(i64),
    /// The number of ones is congruent: modulus and remainder.
    Ones(i64, i64),
    /// The digit at this place is one.
    Bit(i64),
    /// Exactly one digit is one.
    PowerOfTwo,
    /// End of x equal to that of y, or less.
    EndEqual(End),
    EndLess(End),
    /// The length of the end of x, which for zeros is not all of it, is congruent.
    EndModulo(End, i64, i64),
    /// x has as many ones at its end as y has zeros.
    OnesAreZeros,
    /// y is x one place higher.
    Shift,
    /// x divides y; only until it is replaced.
    Divides,
    /// No two neighbouring digits are one; variable i has weight 2 to the i.
    NoNeighbours,
    /// An automaton of the file accepts the columns as its letters; the variable of track i has weight
    /// 2 to the i. Its number is that of [`crate::goal::Given`].
    Accepted(usize),
}

/// The weight of the last variable of [`Kind::Threshold`].
pub(crate) const LAST: i64 = 1 << 32;

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Formula {
    Constant(bool),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Iff(Box<[Formula; 2]>),
    Exists(Vec<Variable>, Box<Formula>),
    /// An atom with the weights of its variables, of which one may be named twice.
    Atom(Kind, Vec<(i64, Variable)>),
}

use Formula::{And, Atom, Constant, Exists, Iff, Not, Or};

impl Formula {
    /// The opposite.
    pub fn not(self) -> Formula {
        Not(Box::new(self))
    }

    /// The weighted sum is at least this.
    pub fn at_least(bound: i64, terms: Vec<(i64, Variable)>) -> Formula {
        Atom(Kind::AtMost(bound - 1), terms).not()
    }

    /// The same with other names of the variables; those of quantifiers stay.
    pub fn rename(&self, name: &dyn Fn(Variable) -> Variable) -> Formula {
        let all = |parts: &[Formula]| parts.iter().map(|part| part.rename(name)).collect();
        let new = |variable: Variable| if variable < BOUND { name(variable) } else { variable };
        match self {
            Constant(truth) => Constant(*truth),
            Not(part) => part.rename(name).not(),
            And(parts) => And(all(parts)),
            Or(parts) => Or(all(parts)),
            Iff(parts) => Iff(Box::new([parts[0].rename(name), parts[1].rename(name)])),
            Exists(bound, part) => Exists(bound.clone(), Box::new(part.rename(name))),
            Atom(kind, terms) => Atom(*kind, terms.iter().map(|(w, v)| (*w, new(*v))).collect()),
        }
    }

    /// The variables that no quantifier binds, into `free`.
    pub fn free(&self, free: &mut BTreeSet<Variable>) {
        match self {
            Constant(_) => {}
            Not(part) | Exists(_, part) => part.free(free),
            And(parts) | Or(parts) => parts.iter().for_each(|part| part.free(free)),
            Iff(parts) => parts.iter().for_each(|part| part.free(free)),
            Atom(_, terms) => {
                free.extend(terms.iter().map(|(_, v)| *v).filter(|v| *v < BOUND));
            }
        }
    }

    /// Replaces `divides`, which stands only under `and`: *wide* follows from it, from *narrow* it
    /// follows.
    pub fn without_divides(&self, wide: bool) -> Formula {
        match self {
            And(parts) => And(parts.iter().map(|part| part.without_divides(wide)).collect()),
            Atom(Kind::Divides, terms) => {
                let (d, x) = (terms[0].1, terms[1].1);
                let zero = Atom(Kind::Equal(0), vec![(1, x)]);
                let positive = Formula::at_least(1, vec![(1, d)]);
                // v2(d) <= v2(x): not v2(x) < v2(d).
                let zeros = Atom(Kind::EndLess(End::Zeros), vec![(1, x), (2, d)]).not();
                let least = Atom(Kind::AtMost(0), vec![(1, d), (-1, x)]);
                let same = Atom(Kind::Equal(0), vec![(1, d), (-1, x)]);
                let power = Atom(Kind::PowerOfTwo, vec![(1, d)]);
                match wide {
                    true => Or(vec![zero, And(vec![least, zeros])]),
                    false => Or(vec![And(vec![zero, positive]), same, And(vec![power, zeros])]),
                }
            }
            other => other.clone(),
        }
    }
}

/// What formulas of a file may use.
#[derive(Clone, Copy)]
pub(crate) struct Dialect {
    pub numeration: Numeration,
    pub single: bool,
}

/// Reads formulas of one line: knows its names and what may be used.
pub(crate) struct Reader<'a, 'b> {
    pub line: &'b Line<'a>,
    pub dialect: Dialect,
    pub names: Vec<(&'a str, Variable)>,
    bound: Variable,
}

impl<'a, 'b> Reader<'a, 'b> {
    pub fn new(line: &'b Line<'a>, dialect: Dialect, names: Vec<(&'a str, Variable)>) -> Self {
        Reader { line, dialect, names, bound: BOUND }
    }

    /// A formula at the beginning of the text, and what stands after it. `divides`: whether it may be used.
    pub fn formula(&mut self, text: &'a str, divides: bool) -> Result<(Formula, &'a str), Refused> {
        let (expression, rest) = expression(self.line, text)?;
        Ok((self.read(&expression, divides)?, rest))
    }

    /// A formula that is the whole text.
    pub fn whole(&mut self, text: &'a str) -> Result<Formula, Refused> {
        match self.formula(text, false)? {
            (formula, "") => Ok(formula),
            _ => Err(self.line.refuse("something stands after the formula")),
        }
    }

    fn read(&mut self, expression: &Expression<'a>, divides: bool) -> Result<Formula, Refused> {
        let list = match expression {
            Expression::Word("true") => return Ok(Constant(true)),
            Expression::Word("false") => return Ok(Constant(false)),
            Expression::Word(word) => {
                return Err(self.line.refuse(format!("`{word}` is no formula")));
            }
            Expression::List(list) => list,
        };
        let Some(Expression::Word(operator)) = list.first() else {
            return Err(self.line.refuse("a list without an operator"));
        };
        let parts = &list[1..];
        let mut all = |divides| -> Result<Vec<Formula>, Refused> {
            parts.iter().map(|part| self.read(part, divides)).collect()
        };
        match (*operator, parts.len()) {
            ("not", 1) => Ok(all(false)?.remove(0).not()),
            ("and", _) => Ok(And(all(divides)?)),
            ("or", _) => Ok(Or(all(false)?)),
            ("implies", 2) => {
                let mut both = all(false)?;
                both[0] = both[0].clone().not();
                Ok(Or(both))
            }
            ("iff", 2) => {
                let mut both = all(false)?;
                let second = both.remove(1);
                Ok(Iff(Box::new([both.remove(0), second])))
            }
            ("exists" | "forall", 2) if !self.dialect.single => {
                let Expression::List(names) = &parts[0] else {
                    return Err(self.line.refuse("a quantifier without a list of names"));
                };
                let outer = self.names.len();
                let mut bound = Vec::new();
                for name in names {
                    self.names.push((self.name(name)?, self.bound));
                    bound.push(self.bound);
                    self.bound += 1;
                }
                let inner = self.read(&parts[1], false)?;
                self.names.truncate(outer);
                Ok(match *operator {
                    "exists" => Exists(bound, Box::new(inner)),
                    _ => Exists(bound, Box::new(inner.not())).not(),
                })
            }
            (operator, _) => crate::syntax::atom(self, operator, parts, divides),
        }
    }

    fn name(&self, expression: &Expression<'a>) -> Result<&'a str, Refused> {
        match expression {
            Expression::Word(word) if is_name(word) => Ok(word),
            _ => Err(self.line.refuse("a name is missing")),
        }
    }

    /// The variable of a name; the innermost quantifier counts.
    pub fn variable(&self, expression: &Expression<'a>) -> Result<Variable, Refused> {
        let name = self.name(expression)?;
        let found = self.names.iter().rev().find(|(known, _)| *known == name);
        found.map(|found| found.1).ok_or_else(|| self.line.refuse(format!("`{name}` is not known")))
    }
}
