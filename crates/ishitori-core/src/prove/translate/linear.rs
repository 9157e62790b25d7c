//! Sums of variables with whole coefficients.
//!
//! The only arithmetic that automata do for all numbers, so every value that is calculated with ends up
//! as one. Terms are ordered and none is 0, so equal sums are equal data. What leaves 64 bits is
//! `None`, and the claim is refused: nothing wraps. The least number is left out as well, as it has no
//! opposite.

use std::collections::BTreeMap;

/// A variable, by its number among the [`Variables`](super::variables::Variables).
pub(super) type VariableIndex = usize;

/// `2 x - y + 3`. Its value may be negative, although variables are naturals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LinearSum {
    /// No coefficient is 0.
    pub terms: BTreeMap<VariableIndex, i64>,
    pub constant: i64,
}

impl LinearSum {
    pub fn constant(constant: i64) -> Self {
        LinearSum { terms: BTreeMap::new(), constant }
    }

    pub fn variable(variable: VariableIndex) -> Self {
        LinearSum { terms: BTreeMap::from([(variable, 1)]), constant: 0 }
    }

    /// Its value, if it is known.
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The variable that it is.
    pub(crate) fn as_variable(&self) -> Option<VariableIndex> {
        self.as_shifted().filter(|(_, constant)| *constant == 0).map(|(variable, _)| variable)
    }

    /// A variable plus a constant.
    pub(crate) fn as_shifted(&self) -> Option<(VariableIndex, i64)> {
        match self.terms.iter().next() {
            Some((variable, 1)) if self.terms.len() == 1 => Some((*variable, self.constant)),
            _ => None,
        }
    }

    /// `self + factor * other`; none beyond 64 bits.
    pub fn plus(&self, factor: i64, other: &LinearSum) -> Option<LinearSum> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(factor.checked_mul(other.constant)?)?;
        for (variable, coefficient) in &other.terms {
            let more = factor.checked_mul(*coefficient)?;
            let all = sum.terms.entry(*variable).or_insert(0);
            *all = all.checked_add(more)?;
        }
        sum.terms.retain(|_, coefficient| *coefficient != 0);
        // The least number stands for something else, and has no opposite.
        if sum.constant == i64::MIN {
            return None;
        }
        Some(sum)
    }

    /// `factor * self`; none beyond 64 bits.
    pub fn times(&self, factor: i64) -> Option<LinearSum> {
        LinearSum::default().plus(factor, self)
    }
}
