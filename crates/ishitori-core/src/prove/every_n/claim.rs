//! Claims with the number of heaps left open, as formulas about columns.
//!
//! What is read is `P iff C`, `N iff C` and `grundy = E`, where C is made with `and`, `or`, `not`, `implies`, `iff` and `let` of
//!
//! * `xor(h) = 0`, `digit_sum(m, h) = 0`, `max(h) = 0`, `sum(h) = 0`, and these with `!=` and `>`;
//! * `bit(xor(h), k) = 1`;
//! * the number of heaps with a one at a place, `count(i in 1 .. n: bit(h[i], k) = 1)`, or at the lowest place where some heap has one,
//!   `count(i in 1 .. n: v2(h[i]) = L)` with `L := min(v2(h[i]) for i in 1 .. n)`; compared with a number, or first divided by one, or modulo one;
//!
//! and E is `xor(h)`, `xor(h) xor B` with such a B that is 0 or 1, `L + 1`, 0, a power of two, or `if C then E else E`. Numbers may be made of the
//! parameters that are known. Everything else reads more than columns, or is refused as if it did, with its place.
//!
//! Where all heaps are empty there is no lowest place, and all n heaps have v2 = v2(0). The claim is translated for every class of n, and with
//! either answer where `L + 1` has no value, and must always say the same ([`EveryNTranslation::otherwise`]). Names are looked up without
//! scopes, so a claim that gives one name two meanings is refused first (`claim_names.rs`).

use ishitori_rule::Span;
use ishitori_rule::every_n::ManyHeapRule;
use ishitori_rule::syntax::{
    ComparisonOperator, Condition, ConditionKind, Expr, ExprKind, Operator,
};

use super::claim_names::has_plain_names;
use super::formula::{ColumnSaying, CountFormula};
use super::statement::{EveryNAbout, EveryNStatement};

/// What is not read for every number of heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeyondColumns {
    /// What it is.
    pub what: String,
    /// Where it stands.
    pub span: Span,
}

/// A claim that was translated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EveryNTranslation {
    /// What it says.
    pub statement: EveryNStatement,
    /// What else it may say where there is no lowest place: for every class of n, and with either answer where `L + 1` has no value.
    /// Nothing is proved unless all of them are the same automaton.
    pub otherwise: Vec<CountFormula>,
}

/// A claim in the language of columns.
///
/// # Errors
/// The part that is not read, and its place.
pub fn translate(
    statement: &Condition,
    rule: &ManyHeapRule,
) -> Result<EveryNTranslation, BeyondColumns> {
    has_plain_names(statement, rule)?;
    let of = |if_none| ColumnReader { rule, lets: Vec::new(), if_none }.statement(statement);
    let one = of(NoLowest::Says(true))?;
    let mut otherwise: Vec<CountFormula> = Vec::new();
    let mut add = |formula: CountFormula| {
        if formula != one.formula && !otherwise.contains(&formula) {
            otherwise.push(formula);
        }
    };
    add(of(NoLowest::Says(false))?.formula);
    // No automaton is made of formulas with larger classes.
    let (threshold, period) = one.formula.classes().unwrap_or((0, 1));
    for heaps in 1..=threshold + period {
        for undefined in [true, false] {
            add(of(NoLowest::Heaps { heaps, undefined })?.formula);
        }
    }
    Ok(EveryNTranslation { statement: one, otherwise })
}

/// Reads a claim; names that `let` gives are kept as they are written.
pub(super) struct ColumnReader<'a> {
    pub rule: &'a ManyHeapRule,
    pub lets: Vec<(&'a str, &'a Expr)>,
    /// What is taken to be said of the lowest place where there is none.
    pub if_none: NoLowest,
}

/// What is said of the lowest place where all heaps are empty.
#[derive(Clone, Copy)]
pub(super) enum NoLowest {
    /// Everything, or nothing.
    Says(bool),
    /// What is true of so many heaps, which all have the v2 of 0; and whether a value is `L + 1`, which has none there.
    Heaps { heaps: u64, undefined: bool },
}

pub(super) fn beyond<T>(what: impl Into<String>, span: &Span) -> Result<T, BeyondColumns> {
    Err(BeyondColumns { what: what.into(), span: span.clone() })
}

pub(super) fn is_name(expr: &Expr, name: &str) -> bool {
    matches!(&expr.kind, ExprKind::Name(found) if found == name)
}

impl<'a> ColumnReader<'a> {
    fn statement(&mut self, statement: &'a Condition) -> Result<EveryNStatement, BeyondColumns> {
        let set = |condition: &Condition| match &condition.kind {
            ConditionKind::Bare(name) if is_name(name, "P") => Some(true),
            ConditionKind::Bare(name) if is_name(name, "N") => Some(false),
            _ => None,
        };
        match &statement.kind {
            ConditionKind::Let(names, value, body) => {
                self.let_name(names, value, &statement.span)?;
                self.statement(body)
            }
            ConditionKind::Iff(one, other) => {
                let (wins, says) = match (set(one), set(other)) {
                    (Some(wins), None) => (wins, other),
                    (None, Some(wins)) => (wins, one),
                    _ => return beyond("expected `P iff ...` or `N iff ...`", &statement.span),
                };
                let formula = self.condition(says)?;
                let formula = if wins { formula } else { formula.negated() };
                Ok(EveryNStatement { about: EveryNAbout::Outcomes, formula })
            }
            ConditionKind::Chain(left, rest) => match rest.as_slice() {
                [(ComparisonOperator::Equal, value)] if is_name(left, "grundy") => {
                    let height = self.has_height(value);
                    let about =
                        if height { EveryNAbout::GrundyHeight } else { EveryNAbout::GrundyPlain };
                    Ok(EveryNStatement { about, formula: self.value(value, height)? })
                }
                _ => beyond("expected `P iff ...` or `grundy = ...`", &statement.span),
            },
            _ => beyond("expected `P iff ...`, `N iff ...` or `grundy = ...`", &statement.span),
        }
    }

    fn let_name(
        &mut self,
        names: &'a [ishitori_rule::syntax::SpannedName],
        value: &'a Expr,
        span: &Span,
    ) -> Result<(), BeyondColumns> {
        match names {
            [name] => {
                self.lets.push((&name.value, value));
                Ok(())
            }
            _ => beyond("several names at once", span),
        }
    }

    /// What an expression stands for.
    pub(super) fn resolved(&self, expr: &'a Expr) -> &'a Expr {
        let mut expr = expr;
        // A name may stand for another one, which was given before it.
        for _ in 0..=self.lets.len() {
            let ExprKind::Name(name) = &expr.kind else { break };
            match self.lets.iter().rev().find(|(known, _)| known == name) {
                Some((_, value)) => expr = value,
                None => break,
            }
        }
        expr
    }

    fn condition(&mut self, says: &'a Condition) -> Result<CountFormula, BeyondColumns> {
        Ok(match &says.kind {
            ConditionKind::And(one, other) => {
                CountFormula::All(vec![self.condition(one)?, self.condition(other)?])
            }
            ConditionKind::Or(one, other) => {
                CountFormula::Any(vec![self.condition(one)?, self.condition(other)?])
            }
            ConditionKind::Implies(one, other) => {
                CountFormula::Any(vec![self.condition(one)?.negated(), self.condition(other)?])
            }
            ConditionKind::Not(one) => self.condition(one)?.negated(),
            ConditionKind::Iff(one, other) => self.condition(one)?.iff(self.condition(other)?),
            ConditionKind::Let(names, value, body) => {
                let known = self.lets.len();
                self.let_name(names, value, &says.span)?;
                let body = self.condition(body);
                self.lets.truncate(known);
                body?
            }
            ConditionKind::Chain(first, rest) => {
                let mut left = first;
                let mut all = Vec::new();
                for (compare, right) in rest {
                    all.push(self.comparison(left, *compare, right)?);
                    left = right;
                }
                match all.len() {
                    1 => all.remove(0),
                    _ => CountFormula::All(all),
                }
            }
            _ => return beyond("this condition reads more than columns of digits", &says.span),
        })
    }

    /// Whether a value is the lowest place and one somewhere.
    fn has_height(&self, value: &'a Expr) -> bool {
        let value = self.resolved(value);
        match &value.kind {
            ExprKind::If(_, then, other) => self.has_height(then) || self.has_height(other),
            _ => self.is_lowest_and_one(value),
        }
    }

    fn is_lowest_and_one(&self, value: &'a Expr) -> bool {
        match &value.kind {
            ExprKind::Binary(Operator::Add, one, other) => {
                (self.is_lowest_place(one) && self.rule.number(other) == Some(1))
                    || (self.is_lowest_place(other) && self.rule.number(one) == Some(1))
            }
            _ => false,
        }
    }

    /// That the value is this.
    fn value(&mut self, value: &'a Expr, height: bool) -> Result<CountFormula, BeyondColumns> {
        let value = self.resolved(value);
        let odd = ColumnSaying::Congruent(2, 1);
        let digit = || ColumnSaying::ValueDigit;
        if let Some(number) = self.rule.number(value) {
            return number_is(number, height, &value.span);
        }
        if self.is_lowest_and_one(value) {
            let ones = ColumnSaying::Count(0).negated();
            let lowest = CountFormula::Lowest(ones, digit(), digit().negated());
            let if_none = match self.if_none {
                NoLowest::Says(says) => says,
                NoLowest::Heaps { undefined, .. } => undefined,
            };
            return Ok(where_some(lowest, if_none));
        }
        match &value.kind {
            ExprKind::If(says, then, other) => {
                let says = self.condition(says)?;
                let (then, other) = (self.value(then, height)?, self.value(other, height)?);
                Ok(CountFormula::Any(vec![
                    CountFormula::All(vec![says.clone(), then]),
                    CountFormula::All(vec![says.negated(), other]),
                ]))
            }
            _ if !height && self.is_xor(value) => Ok(CountFormula::Every(digit().iff(odd))),
            ExprKind::Binary(Operator::Xor, one, other) if !height => {
                let (sum, bit) = if self.is_xor(one) { (one, other) } else { (other, one) };
                if !self.is_xor(sum) {
                    return beyond("this value is not told by columns of digits", &value.span);
                }
                let flipped = self.one_bit(bit)?;
                let as_sum = digit().iff(odd);
                let at_0 = CountFormula::At(0, as_sum.clone()).iff(flipped.negated());
                Ok(CountFormula::All(vec![CountFormula::But(0, as_sum), at_0]))
            }
            _ => beyond("this value is not told by columns of digits", &value.span),
        }
    }
}

/// What is said of the lowest place, and whether it is said where there is none.
pub(super) fn where_some(lowest: CountFormula, if_none: bool) -> CountFormula {
    match if_none {
        true => CountFormula::Any(vec![CountFormula::empty(), lowest]),
        false => CountFormula::All(vec![CountFormula::empty().negated(), lowest]),
    }
}

/// That the value is a known number: 0, or one that has a single one in its coding.
fn number_is(number: i64, height: bool, span: &Span) -> Result<CountFormula, BeyondColumns> {
    let one = ColumnSaying::ValueDigit;
    let place = match (number, height) {
        (0, _) => return Ok(CountFormula::Every(one.negated())),
        (1..=40, true) => number as u64 - 1,
        (1.., false) if number.count_ones() == 1 => u64::from(number.trailing_zeros()),
        _ => return beyond("for every n, a value is 0 or a power of two", span),
    };
    let elsewhere = CountFormula::But(place, one.clone().negated());
    Ok(CountFormula::All(vec![CountFormula::At(place, one), elsewhere]))
}
