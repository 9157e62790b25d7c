//! Formulas as data, with the few forms that are left after reading.
//!
//! `implies`, `forall` and most comparisons have been rewritten in [`crate::formula::read`] and
//! [`crate::formula::atom`]. Variables that a quantifier binds are different in each quantifier of a formula,
//! so renaming the others can never capture one. All functions here walk the formula once.

use crate::formula::condition::{ColumnCondition, NumberEnd};
use crate::formula::variable::{BOUND, VariableNumber};

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum NumberFormula {
    /// Always true, or never.
    Constant(bool),
    /// The opposite.
    Not(Box<NumberFormula>),
    /// All of them.
    And(Vec<NumberFormula>),
    /// One of them.
    Or(Vec<NumberFormula>),
    /// Both or neither.
    Iff(Box<[NumberFormula; 2]>),
    /// There are numbers for these variables.
    Exists(Vec<VariableNumber>, Box<NumberFormula>),
    /// An atom with the weights of its variables, of which one may be named twice.
    Atom(ColumnCondition, Vec<(i64, VariableNumber)>),
}

use NumberFormula::{And, Atom, Constant, Exists, Iff, Not, Or};

impl NumberFormula {
    /// The opposite.
    #[must_use]
    #[allow(clippy::should_implement_trait)] // There is nothing to negate by an operator sign here.
    pub fn not(self) -> NumberFormula {
        Not(Box::new(self))
    }

    /// The weighted sum is at least this.
    #[must_use]
    pub fn at_least(bound: i64, terms: Vec<(i64, VariableNumber)>) -> NumberFormula {
        Atom(ColumnCondition::AtMost(bound - 1), terms).not()
    }

    /// The same with other names of the variables; those of quantifiers stay.
    #[must_use]
    pub fn rename(&self, name: &dyn Fn(VariableNumber) -> VariableNumber) -> NumberFormula {
        let all = |parts: &[NumberFormula]| parts.iter().map(|part| part.rename(name)).collect();
        let new =
            |variable: VariableNumber| if variable < BOUND { name(variable) } else { variable };
        match self {
            Constant(truth) => Constant(*truth),
            Not(part) => part.rename(name).not(),
            And(parts) => And(all(parts)),
            Or(parts) => Or(all(parts)),
            Iff(parts) => Iff(Box::new([parts[0].rename(name), parts[1].rename(name)])),
            Exists(bound, part) => Exists(bound.clone(), Box::new(part.rename(name))),
            Atom(condition, terms) => {
                Atom(*condition, terms.iter().map(|(w, v)| (*w, new(*v))).collect())
            }
        }
    }

    /// The variables that no quantifier binds, into `free`, in the order in which they are first named.
    pub fn free(&self, free: &mut Vec<VariableNumber>) {
        match self {
            Constant(_) => {}
            Not(part) | Exists(_, part) => part.free(free),
            And(parts) | Or(parts) => parts.iter().for_each(|part| part.free(free)),
            Iff(parts) => parts.iter().for_each(|part| part.free(free)),
            Atom(_, terms) => terms.iter().for_each(|(_, variable)| {
                if *variable < BOUND && !free.contains(variable) {
                    free.push(*variable);
                }
            }),
        }
    }

    /// Replaces `divides`, which stands only under `and`: *wide* follows from it, from *narrow* it
    /// follows.
    #[must_use]
    pub fn without_divides(&self, wide: bool) -> NumberFormula {
        match self {
            And(parts) => And(parts.iter().map(|part| part.without_divides(wide)).collect()),
            Atom(ColumnCondition::Divides, terms) => {
                let (d, x) = (terms[0].1, terms[1].1);
                let zero = Atom(ColumnCondition::Equal(0), vec![(1, x)]);
                let positive = NumberFormula::at_least(1, vec![(1, d)]);
                // v2(d) <= v2(x): not v2(x) < v2(d).
                let zeros =
                    Atom(ColumnCondition::EndLess(NumberEnd::Zeros), vec![(1, x), (2, d)]).not();
                let least = Atom(ColumnCondition::AtMost(0), vec![(1, d), (-1, x)]);
                let same = Atom(ColumnCondition::Equal(0), vec![(1, d), (-1, x)]);
                let power = Atom(ColumnCondition::PowerOfTwo, vec![(1, d)]);
                match wide {
                    true => Or(vec![zero, And(vec![least, zeros])]),
                    false => Or(vec![And(vec![zero, positive]), same, And(vec![power, zeros])]),
                }
            }
            other => other.clone(),
        }
    }
}
