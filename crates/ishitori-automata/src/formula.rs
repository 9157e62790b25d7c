//! First-order formulas over numbers, as data.
//!
//! Atoms are [`Predicate`]s on named variables; the rest is and, or, not, implies, iff, exists, for
//! all. Variables are natural numbers. An inner quantifier hides an outer variable of the same
//! name. What a formula means is computed by [`crate::DigitLogic`].

mod named;
mod predicate;
mod relation;

pub use self::named::{NamedRelation, RelationSource};
pub use self::predicate::{NoAutomaton, Predicate};
pub(crate) use self::relation::union;
pub use self::relation::{DigitLogic, Relation};
use crate::linear::Comparison;

/// A formula. Build it with the functions below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// True or false.
    Constant(bool),
    /// A predicate, with a variable for each of its tracks; a variable may come twice.
    Atom(Predicate, Vec<String>),
    /// It does not hold.
    Not(Box<Formula>),
    /// All hold.
    And(Vec<Formula>),
    /// At least one holds.
    Or(Vec<Formula>),
    /// If the first holds, so does the second.
    Implies(Box<Formula>, Box<Formula>),
    /// Both or neither.
    Iff(Box<Formula>, Box<Formula>),
    /// There are numbers such that.
    Exists(Vec<String>, Box<Formula>),
    /// For all numbers.
    ForAll(Vec<String>, Box<Formula>),
}

impl Formula {
    /// A predicate on variables.
    pub fn atom(predicate: Predicate, variables: &[&str]) -> Self {
        Formula::Atom(predicate, owned(variables))
    }

    /// A linear form, as coefficients and variables, compared with a constant.
    pub fn linear(terms: &[(i64, &str)], comparison: Comparison, constant: i64) -> Self {
        let coefficients = terms.iter().map(|term| term.0).collect();
        let variables: Vec<&str> = terms.iter().map(|term| term.1).collect();
        Formula::atom(Predicate::Linear { coefficients, comparison, constant }, &variables)
    }

    /// A linear form is congruent to `residue` modulo `modulus`.
    pub fn congruent(terms: &[(i64, &str)], residue: i64, modulus: u32) -> Self {
        let coefficients = terms.iter().map(|term| term.0).collect();
        let variables: Vec<&str> = terms.iter().map(|term| term.1).collect();
        Formula::atom(Predicate::Congruent { coefficients, residue, modulus }, &variables)
    }

    /// `x` compared with `y`.
    pub fn compare(x: &str, comparison: Comparison, y: &str) -> Self {
        Formula::linear(&[(1, x), (-1, y)], comparison, 0)
    }

    /// The xor of all is 0.
    pub fn xor_is_zero(variables: &[&str]) -> Self {
        Formula::atom(Predicate::XorIsZero(variables.len()), variables)
    }

    /// It does not hold.
    #[must_use]
    #[expect(
        clippy::should_implement_trait,
        reason = "it reads like the logic, not like an operator"
    )]
    pub fn not(self) -> Self {
        Formula::Not(Box::new(self))
    }

    /// Both hold.
    #[must_use]
    pub fn and(self, other: Formula) -> Self {
        Formula::And(vec![self, other])
    }

    /// At least one holds.
    #[must_use]
    pub fn or(self, other: Formula) -> Self {
        Formula::Or(vec![self, other])
    }

    /// If this holds, so does `other`.
    #[must_use]
    pub fn implies(self, other: Formula) -> Self {
        Formula::Implies(Box::new(self), Box::new(other))
    }

    /// Both or neither.
    #[must_use]
    pub fn iff(self, other: Formula) -> Self {
        Formula::Iff(Box::new(self), Box::new(other))
    }

    /// There are numbers such that it holds.
    #[must_use]
    pub fn exists(variables: &[&str], body: Formula) -> Self {
        Formula::Exists(owned(variables), Box::new(body))
    }

    /// It holds for all numbers.
    #[must_use]
    pub fn for_all(variables: &[&str], body: Formula) -> Self {
        Formula::ForAll(owned(variables), Box::new(body))
    }
}

fn owned(variables: &[&str]) -> Vec<String> {
    variables.iter().map(|variable| (*variable).to_owned()).collect()
}
