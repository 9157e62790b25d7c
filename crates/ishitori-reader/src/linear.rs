//! Weighted sums of variables with a constant.
//!
//! Terms are kept in the order of variables, none with weight 0, so equal sums are equal data. Arithmetic that
//! does not fit is refused, never wrapped.

use crate::problem::ReadProblem;

/// A variable: a natural number. Heap i (from 0) is variable i.
pub type ReadVariable = u32;

/// The Grundy value, or two to it.
pub const VALUE_TRACK: ReadVariable = 1_000;
/// The first variable that is neither heap nor value.
pub(crate) const FIRST_NEW: ReadVariable = 2_000;

/// No weight may be larger: what certificates can hold.
const LARGEST: i64 = 1 << 40;
/// No constant may be larger.
const LARGEST_CONSTANT: i64 = 1 << 60;

/// A weighted sum of variables, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct WeightedSum {
    pub(crate) terms: Vec<(ReadVariable, i64)>,
    pub(crate) constant: i64,
}

fn fits(number: Option<i64>, largest: i64) -> Result<i64, ReadProblem> {
    number
        .filter(|number| number.unsigned_abs() <= largest.unsigned_abs())
        .ok_or_else(|| ReadProblem::at(0, "a number that is too large for the second reader"))
}

impl WeightedSum {
    pub(crate) fn number(constant: i64) -> WeightedSum {
        WeightedSum { terms: Vec::new(), constant }
    }

    pub(crate) fn variable(variable: ReadVariable) -> WeightedSum {
        WeightedSum { terms: vec![(variable, 1)], constant: 0 }
    }

    /// The number, if no variable is in it.
    pub(crate) fn known(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The variable, if it is nothing else.
    pub(crate) fn only(&self) -> Option<ReadVariable> {
        match self.terms[..] {
            [(variable, 1)] if self.constant == 0 => Some(variable),
            _ => None,
        }
    }

    /// Whether it is never negative, as far as one can see.
    pub(crate) fn is_natural(&self) -> bool {
        self.constant >= 0 && self.terms.iter().all(|(_, weight)| *weight >= 0)
    }

    pub(crate) fn plus(&self, other: &WeightedSum, times: i64) -> Result<WeightedSum, ReadProblem> {
        let mut terms = self.terms.clone();
        for (variable, weight) in &other.terms {
            let added = fits(weight.checked_mul(times), LARGEST)?;
            match terms.binary_search_by_key(variable, |term| term.0) {
                Ok(found) => terms[found].1 = fits(terms[found].1.checked_add(added), LARGEST)?,
                Err(place) => terms.insert(place, (*variable, added)),
            }
        }
        terms.retain(|(_, weight)| *weight != 0);
        let constant = fits(other.constant.checked_mul(times), LARGEST_CONSTANT)?;
        let constant = fits(self.constant.checked_add(constant), LARGEST_CONSTANT)?;
        Ok(WeightedSum { terms, constant })
    }

    pub(crate) fn times(&self, times: i64) -> Result<WeightedSum, ReadProblem> {
        WeightedSum::default().plus(self, times)
    }

    /// With other variables.
    pub(crate) fn renamed(&self, name: &dyn Fn(ReadVariable) -> ReadVariable) -> WeightedSum {
        let mut terms: Vec<_> = self.terms.iter().map(|(v, weight)| (name(*v), *weight)).collect();
        terms.sort_unstable();
        WeightedSum { terms, constant: self.constant }
    }

    /// Its value, if every variable has one.
    pub(crate) fn value(&self, of: &dyn Fn(ReadVariable) -> Option<i64>) -> Option<i64> {
        let add = |sum: i64, (variable, weight): &(ReadVariable, i64)| {
            sum.checked_add(of(*variable)?.checked_mul(*weight)?)
        };
        self.terms.iter().try_fold(self.constant, add)
    }
}
