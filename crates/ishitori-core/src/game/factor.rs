//! What a product says of a factor: of `q*d + r = n` that d is at most (n - r)/q, as soon as q is known.
//!
//! Linear bounds of a product only say that d is at most n or so, and n^2 pairs of q and d are tried where n ln n are enough. Here the other
//! factor is known and at least 1. What the product is compared with may have unknowns of inner loops: they are no negative
//! numbers, so where they are subtracted the greatest it can be is had without them; where they are added nothing is said. If all of
//! it is known and the product must be equal to it, the factor is the quotient or there is none.

use ishitori_rule::family::{Affine, AffineCondition};
use ishitori_rule::number_function::NumberFunction;
use ishitori_rule::syntax::ComparisonOperator;

use super::column_form::ColumnForm;

/// A bound of a variable that is part of a factor of a product.
#[derive(Clone, Debug)]
pub(super) struct FactorBound {
    /// What is added to the variable in its factor.
    rest: ColumnForm,
    /// The other factor.
    other: ColumnForm,
    /// What the product is at most.
    most: ColumnForm,
    /// Whether it is exactly that.
    is_equal: bool,
}

impl FactorBound {
    /// The bound that a condition puts on a column when all but the `later` ones are known, if it puts one.
    pub fn of(
        condition: &AffineCondition,
        column: usize,
        later: &[usize],
        form: &dyn Fn(&Affine) -> ColumnForm,
    ) -> Option<FactorBound> {
        let AffineCondition::Function { function: NumberFunction::Product, of, compare, with } =
            condition
        else {
            return None;
        };
        let strictly = match compare {
            ComparisonOperator::Equal | ComparisonOperator::AtMost => 0,
            ComparisonOperator::Less => 1,
            _ => return None,
        };
        let [x, y] = [form(of.first()?), form(of.get(1)?)];
        let (mut factor, other) = if x.coefficient(column) == 1 { (x, y) } else { (y, x) };
        let is_known = |e: &ColumnForm| e.terms.iter().all(|(at, _)| !later.contains(at));
        if factor.coefficient(column) != 1 || other.coefficient(column) != 0 {
            return None;
        }
        factor.terms.retain(|(at, _)| *at != column);
        let mut most = form(with);
        let is_unknown = |at: usize| at == column || later.contains(&at);
        if !is_known(&factor)
            || !is_known(&other)
            || most.terms.iter().any(|(at, c)| is_unknown(*at) && *c > 0)
        {
            return None;
        }
        let terms = most.terms.len();
        most.terms.retain(|(at, _)| !is_unknown(*at));
        let is_equal = *compare == ComparisonOperator::Equal && most.terms.len() == terms;
        most.constant -= strictly;
        Some(FactorBound { rest: factor, other, most, is_equal })
    }

    /// The values from `low` to `high` that the product allows.
    pub fn narrowed(&self, low: i64, high: i64, values: &[i64]) -> (i64, i64) {
        let other = self.other.value(values);
        if other < 1 {
            return (low, high);
        }
        let (most, rest) = (self.most.value(values), self.rest.value(values));
        let high = high.min(most.div_euclid(other) - rest);
        match (self.is_equal, most.rem_euclid(other)) {
            (false, _) => (low, high),
            (true, 0) => (low.max(most / other - rest), high),
            (true, _) => (1, 0),
        }
    }
}
