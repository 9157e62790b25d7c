//! Numbers in claims that columns tell: sums digit by digit, and counts of heaps with a one at some place.
//!
//! A comparison of such a number with a known one becomes a formula about columns. The forms are those that [`super::claim`] lists.

use ishitori_rule::syntax::{
    ClaimBinder, ComparisonOperator, Condition, ConditionKind, Expr, ExprKind, Operator,
};

use super::claim::{BeyondColumns, ColumnReader, NoLowest, beyond, is_name, where_some};
use super::formula::{ColumnSaying, CountFormula};

/// The largest number that a count is compared with, or divided by.
const LARGEST: i64 = 30;

/// Where a column is.
enum ColumnPlace {
    Named(u64),
    Lowest,
}

/// A number that is told by one column: its count, divided by a number, modulo a number.
struct CountedColumn {
    place: ColumnPlace,
    divisor: u64,
    modulus: Option<u64>,
}

impl CountedColumn {
    fn of(&self, ones: u64) -> u64 {
        let quotient = ones / self.divisor;
        self.modulus.map_or(quotient, |modulus| quotient % modulus)
    }

    /// That the number compares so with a known one.
    fn saying(&self, compare: ComparisonOperator, known: i64) -> Option<ColumnSaying> {
        let holds = |ones: u64| compare.holds(self.of(ones) as i64, known);
        let any = |all: Vec<ColumnSaying>| {
            ColumnSaying::All(all.into_iter().map(ColumnSaying::negated).collect()).negated()
        };
        if let Some(modulus) = self.modulus {
            let period = self.divisor.checked_mul(modulus).filter(|period| *period <= 64)?;
            let all: Vec<_> = (0..period)
                .filter(|ones| holds(*ones))
                .map(|ones| ColumnSaying::Congruent(period, ones))
                .collect();
            return Some(if all.len() == 1 { all[0].clone() } else { any(all) });
        }
        // From `end` on it is as at `end`, or never again.
        let end = self.divisor.checked_mul(u64::try_from(known).ok()? + 1)?;
        if end > LARGEST as u64 {
            return None;
        }
        let of_kind = |wanted: bool| {
            (0..end)
                .filter(|ones| holds(*ones) == wanted)
                .map(ColumnSaying::Count)
                .collect::<Vec<_>>()
        };
        Some(if holds(end) { any(of_kind(false)).negated() } else { any(of_kind(true)) })
    }
}

impl<'a> ColumnReader<'a> {
    /// A comparison of a number that columns tell with a known one.
    pub(super) fn comparison(
        &mut self,
        left: &'a Expr,
        compare: ComparisonOperator,
        right: &'a Expr,
    ) -> Result<CountFormula, BeyondColumns> {
        let (left, right) = (self.resolved(left), self.resolved(right));
        let span = left.span.start..right.span.end;
        let (number, compare, known) = match (self.rule.number(left), self.rule.number(right)) {
            (None, Some(known)) => (left, compare, known),
            (Some(known), None) => (right, turned(compare), known),
            _ => return beyond("expected a comparison with a number that is known", &span),
        };
        if let Some(zero) = self.zero(number) {
            let empty = CountFormula::Every(zero?);
            return match (compare, known) {
                (ComparisonOperator::Equal | ComparisonOperator::AtMost, 0)
                | (ComparisonOperator::Less, 1) => Ok(empty),
                (ComparisonOperator::NotEqual | ComparisonOperator::Greater, 0)
                | (ComparisonOperator::AtLeast, 1) => Ok(empty.negated()),
                _ => beyond("for every n, such a sum is compared with 0 only", &span),
            };
        }
        if let ExprKind::Call(name, arguments) = &number.kind
            && let ("bit", [sum, place]) = (name.value.as_str(), arguments.as_slice())
            && self.is_xor(self.resolved(sum))
            && let (Some(place), 0 | 1) = (self.place(place), known)
        {
            let odd = CountFormula::At(place, ColumnSaying::Congruent(2, 1));
            return match (compare, known) {
                (ComparisonOperator::Equal, 1) | (ComparisonOperator::NotEqual, 0) => Ok(odd),
                (ComparisonOperator::Equal, 0) | (ComparisonOperator::NotEqual, 1) => {
                    Ok(odd.negated())
                }
                _ => beyond("a digit is compared with `=`", &span),
            };
        }
        match self.counted(number) {
            Some(counted) => self.about_count(&counted, compare, known, &span),
            None => beyond("this number reads more than columns of digits", &number.span),
        }
    }

    fn about_count(
        &self,
        counted: &CountedColumn,
        compare: ComparisonOperator,
        known: i64,
        span: &ishitori_rule::Span,
    ) -> Result<CountFormula, BeyondColumns> {
        let Some(saying) = counted.saying(compare, known) else {
            return beyond(format!("counts are compared with numbers up to {LARGEST}"), span);
        };
        Ok(match counted.place {
            ColumnPlace::Named(place) => CountFormula::At(place, saying),
            ColumnPlace::Lowest => {
                let (ones, all) = (ColumnSaying::Count(0).negated(), ColumnSaying::Constant(true));
                let if_none = match self.if_none {
                    NoLowest::Says(says) => says,
                    NoLowest::Heaps { heaps, .. } => saying.holds(heaps, false),
                };
                where_some(CountFormula::Lowest(ones, saying, all), if_none)
            }
        })
    }

    /// Whether it is the name of all heaps.
    fn is_row(&self, expr: &Expr) -> bool {
        is_name(expr, &self.rule.row) || is_name(expr, "heaps")
    }

    pub(super) fn is_xor(&self, expr: &Expr) -> bool {
        matches!(&expr.kind, ExprKind::Call(name, all)
            if name.value == "xor" && matches!(all.as_slice(), [one] if self.is_row(one)))
    }

    /// For a sum digit by digit: what a column with digit zero is like.
    fn zero(&self, expr: &'a Expr) -> Option<Result<ColumnSaying, BeyondColumns>> {
        let ExprKind::Call(name, arguments) = &expr.kind else { return None };
        match (name.value.as_str(), arguments.as_slice()) {
            ("xor", [row]) if self.is_row(row) => Some(Ok(ColumnSaying::Congruent(2, 0))),
            ("max" | "sum", [row]) if self.is_row(row) => Some(Ok(ColumnSaying::Count(0))),
            ("digit_sum", [modulus, row]) if self.is_row(row) => {
                let known = self.rule.number(self.resolved(modulus));
                Some(match known.and_then(|modulus| u64::try_from(modulus).ok()) {
                    Some(modulus @ 1..=64) => Ok(ColumnSaying::Congruent(modulus, 0)),
                    _ => beyond("for every n, a modulus is a known number up to 64", &modulus.span),
                })
            }
            _ => None,
        }
    }

    /// A place that is known.
    fn place(&self, expr: &'a Expr) -> Option<u64> {
        let place = self.rule.number(self.resolved(expr))?;
        u64::try_from(place).ok().filter(|place| *place < 40)
    }

    /// A number that is told by one column.
    fn counted(&self, expr: &'a Expr) -> Option<CountedColumn> {
        let expr = self.resolved(expr);
        let known = |expr: &'a Expr| {
            let number = self.rule.number(self.resolved(expr))?;
            u64::try_from(number).ok().filter(|number| (1..=LARGEST as u64).contains(number))
        };
        match &expr.kind {
            ExprKind::Binary(Operator::Modulo, inner, modulus) => {
                let counted = self.counted(inner).filter(|counted| counted.modulus.is_none())?;
                Some(CountedColumn { modulus: Some(known(modulus)?), ..counted })
            }
            ExprKind::Binary(Operator::Divide, inner, divisor) => {
                let counted = self.counted(inner).filter(|counted| counted.modulus.is_none())?;
                let divisor = counted.divisor.checked_mul(known(divisor)?)?;
                Some(CountedColumn { divisor, ..counted })
            }
            ExprKind::Call(name, arguments) if name.value == "floor" => {
                match arguments.as_slice() {
                    [one] => self.counted(one),
                    _ => None,
                }
            }
            ExprKind::Count(index, over, says) if self.is_all(over) => {
                let place = self.counted_place(&index.value, says)?;
                Some(CountedColumn { place, divisor: 1, modulus: None })
            }
            _ => None,
        }
    }

    /// `1 .. n`, n being the open parameter.
    fn is_all(&self, over: &Expr) -> bool {
        matches!(&over.kind, ExprKind::Range(from, to)
            if self.rule.number(from) == Some(1) && is_name(to, &self.rule.open))
    }

    /// `bit(h[i], k) = 1` or `v2(h[i]) = L`: the place at which heaps with a one are counted.
    fn counted_place(&self, index: &str, says: &'a Condition) -> Option<ColumnPlace> {
        let ConditionKind::Chain(left, rest) = &says.kind else { return None };
        let [(ComparisonOperator::Equal, right)] = rest.as_slice() else { return None };
        let ExprKind::Call(name, arguments) = &left.kind else { return None };
        match (name.value.as_str(), arguments.as_slice()) {
            ("bit", [heap, place])
                if self.rule.is_heap(heap, index) && self.rule.number(right) == Some(1) =>
            {
                Some(ColumnPlace::Named(self.place(place)?))
            }
            ("v2", [heap]) if self.rule.is_heap(heap, index) && self.is_lowest_place(right) => {
                Some(ColumnPlace::Lowest)
            }
            _ => None,
        }
    }

    /// `min(v2(h[i]) for i in 1 .. n)`, or the same through the set of heaps.
    pub(super) fn is_lowest_place(&self, expr: &'a Expr) -> bool {
        let ExprKind::Call(name, arguments) = &self.resolved(expr).kind else { return false };
        let ("min", [Expr { kind: ExprKind::Listed(item, binders, None), .. }]) =
            (name.value.as_str(), arguments.as_slice())
        else {
            return false;
        };
        let (Some((x, over)), ExprKind::Call(name, arguments)) = (one_name(binders), &item.kind)
        else {
            return false;
        };
        let ("v2", [of]) = (name.value.as_str(), arguments.as_slice()) else { return false };
        (self.rule.is_heap(of, x) && self.is_all(over))
            || (is_name(of, x) && self.is_heap_set(over))
    }

    /// `{h[i] for i in 1 .. n}`.
    fn is_heap_set(&self, expr: &Expr) -> bool {
        let ExprKind::Set(items) = &expr.kind else { return self.is_row(expr) };
        let [Expr { kind: ExprKind::Listed(heap, binders, None), .. }] = items.as_slice() else {
            return false;
        };
        one_name(binders).is_some_and(|(i, over)| self.rule.is_heap(heap, i) && self.is_all(over))
    }

    /// A number that is 0 or 1: whether it is 1.
    pub(super) fn one_bit(&self, expr: &'a Expr) -> Result<CountFormula, BeyondColumns> {
        match self.counted(expr).filter(|counted| counted.modulus == Some(2)) {
            Some(counted) => self.about_count(&counted, ComparisonOperator::Equal, 1, &expr.span),
            None => beyond("expected the number of ones at a place, modulo 2", &expr.span),
        }
    }
}

fn one_name(binders: &[ClaimBinder]) -> Option<(&str, &Expr)> {
    match binders {
        [ClaimBinder { names, over: Some(over) }] => match names.as_slice() {
            [name] => Some((&name.value, over)),
            _ => None,
        },
        _ => None,
    }
}

/// The comparison with its sides exchanged.
fn turned(compare: ComparisonOperator) -> ComparisonOperator {
    match compare {
        ComparisonOperator::Less => ComparisonOperator::Greater,
        ComparisonOperator::AtMost => ComparisonOperator::AtLeast,
        ComparisonOperator::Greater => ComparisonOperator::Less,
        ComparisonOperator::AtLeast => ComparisonOperator::AtMost,
        same => same,
    }
}
