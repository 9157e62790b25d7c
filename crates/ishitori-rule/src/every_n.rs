//! Rules that say the same for every number of heaps: which, and what their moves are.
//!
//! Lowering gives a game with so many heaps; here a rule is read before that, with one parameter left open: `moore(n,2)`. What is
//! read is syntax of four forms, each of which means one thing for every n, whatever the game is called:
//!
//! * `position h[n]`, `unordered` or not, where n is the open parameter, and no other condition;
//! * `option h with h[i] lowered for i`, `... h[S] lowered for S of size k` (or `<= k`): at least one and at most k heaps are lowered. (Of
//!   k heaps each is lowered weakly and one strictly, so these are all sets of at most k heaps, if there are k.)
//! * `option h with h[i] - c, h[j] - c for i < j`: c stones from each of so many heaps;
//! * `option h with h[i] - d where d >= 1, d divides h for i`: a common divisor of all heaps from one.
//!
//! k and c may be made of numbers and of the other parameters. Everything else is refused with its place. That this is what
//! lowering makes of the rule is compared for small n by whoever proves something (`ishitori::every_n`). Cost: the length of the rule.

use crate::problem::{Problem, Span};
use crate::ruleset::GivenArgument;
use crate::syntax::{
    Action, Argument, Attribute, Binder, BinderValues, Change, ComparisonOperator, Condition,
    ConditionKind, Expr, ExprKind, GameText, HeapShape, Operator, OptionLine, PositionText, Update,
};

/// One kind of move that a rule has for every number of heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ManyHeapMove {
    /// At least one and at most so many heaps are lowered, each by any amount.
    Lower(u64),
    /// So many stones from each of so many heaps.
    Take {
        /// Stones from each.
        stones: u64,
        /// The number of heaps.
        heaps: u64,
    },
    /// A common divisor of all heaps is taken from one of them.
    Divide,
}

/// A rule with the number of heaps left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManyHeapRule {
    /// The parameter that is the number of heaps.
    pub open: String,
    /// The name of the row of heaps.
    pub row: String,
    /// The other parameters.
    pub known: Vec<(String, i64)>,
    /// Every parameter and definition: names that a claim must not give again.
    pub taken: Vec<String>,
    /// The moves.
    pub moves: Vec<ManyHeapMove>,
}

/// Reads a rule with one parameter left open; the value given for it means nothing.
pub(crate) fn read(
    text: &GameText,
    open: &str,
    given: &[GivenArgument],
) -> Result<ManyHeapRule, Vec<Problem>> {
    let arguments = crate::lower::arguments(text, given)?;
    let number = |(name, value): &(String, Argument)| match value {
        Argument::Number(value) => Some((name.clone(), *value)),
        _ => None,
    };
    let known = arguments.iter().filter(|(name, _)| name != open).filter_map(number).collect();
    let parameters = arguments.iter().map(|(name, _)| name.clone());
    let definitions = text.definitions.iter().map(|definition| definition.name.value.clone());
    let rule = ManyHeapRule {
        open: open.to_string(),
        row: row(text, open).map_err(|problem| vec![problem])?,
        known,
        taken: parameters.chain(definitions).collect(),
        moves: Vec::new(),
    };
    if text.options.is_empty() {
        let message = "a rule without options is not read for every n";
        return Err(vec![Problem::new(0..0, message, "here")]);
    }
    let moves: Result<Vec<_>, Problem> =
        text.options.iter().map(|option| one_move(option, &rule)).collect();
    let moves = moves.map_err(|problem| vec![problem])?;
    Ok(ManyHeapRule { moves, ..rule })
}

/// The most heaps that one option lowers.
const MOST_LOWERED: u64 = 63;

/// The most heaps that one option takes stones from.
const MOST_TAKEN_FROM: usize = 4;

fn refuse(span: &Span, message: impl Into<String>) -> Problem {
    Problem::new(span.clone(), message, "this").hint(
        "for every n a rule has heaps `position h[n] unordered`, and its options are `h[i] lowered for i`, `h[S] lowered \
         for S of size k`, `h[i] - c, h[j] - c for i < j`, or `h[i] - d where d >= 1, d divides h for i`",
    )
}

/// The name of the row, if the position is a row of `open` heaps and nothing else.
fn row(text: &GameText, open: &str) -> Result<String, Problem> {
    if let Some(state) = text.states.first() {
        return Err(refuse(&state.name.span, "with states, a rule is not read for every n"));
    }
    match &text.place {
        Some(PositionText::Heaps { shape: HeapShape::Row(name, length), attributes, span }) => {
            if !matches!(&length.kind, ExprKind::Name(length) if length == open) {
                let message = format!("the number of heaps is not `{open}` itself");
                return Err(refuse(&length.span, message));
            }
            match attributes.iter().find(|one| !matches!(one, Attribute::Unordered(_))) {
                Some(_) => Err(refuse(span, "a position with conditions is not read for every n")),
                None => Ok(name.value.clone()),
            }
        }
        Some(
            PositionText::Heaps { span, .. }
            | PositionText::Play { span, .. }
            | PositionText::Single { span, .. }
            | PositionText::Pieces { span, .. }
            | PositionText::Board { span, .. }
            | PositionText::Figure { span, .. },
        ) => Err(refuse(span, "this position has no row of heaps whose number is left open")),
        None => Err(Problem::new(0..0, "the rule has no `position`", "here")),
    }
}

impl ManyHeapRule {
    /// The value of an expression of numbers and parameters.
    pub fn number(&self, expr: &Expr) -> Option<i64> {
        match &expr.kind {
            ExprKind::Number(value) => Some(*value),
            ExprKind::Name(name) => {
                self.known.iter().find(|(known, _)| known == name).map(|(_, value)| *value)
            }
            ExprKind::Negate(one) => self.number(one)?.checked_neg(),
            ExprKind::Binary(operator, one, other) => {
                let (one, other) = (self.number(one)?, self.number(other)?);
                match operator {
                    Operator::Add => one.checked_add(other),
                    Operator::Subtract => one.checked_sub(other),
                    Operator::Multiply => one.checked_mul(other),
                    Operator::Power => one.checked_pow(u32::try_from(other).ok()?),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether an expression is `h[name]`.
    pub fn is_heap(&self, expr: &Expr, index: &str) -> bool {
        matches!(&expr.kind, ExprKind::Heap(row, at)
            if row.value == self.row && matches!(&at.kind, ExprKind::Name(at) if at == index))
    }
}

/// One option.
fn one_move(option: &OptionLine, rule: &ManyHeapRule) -> Result<ManyHeapMove, Problem> {
    let refused = || refuse(&option.span, "this option is not read for every n");
    let Action::Update { updates, .. } = &option.action else { return Err(refused()) };
    let (binders, conditions) = (option.binders.as_slice(), option.conditions.as_slice());
    match (updates.as_slice(), binders, conditions) {
        ([update], [binder], []) if rule.is_heap(&update.target, &binder.name.value) => {
            match (&update.change, &binder.over) {
                (Change::Lowered | Change::StrictlyLowered, BinderValues::Heaps) => {
                    Ok(ManyHeapMove::Lower(1))
                }
                (change, BinderValues::Subsets(Some((compare, size)))) => {
                    subset(change, *compare, size, rule).ok_or_else(refused)?
                }
                (Change::By(_), BinderValues::Heaps) => {
                    taken(updates, binders, rule).ok_or_else(refused)
                }
                _ => Err(refused()),
            }
        }
        ([update], [binder], [one, other]) if rule.is_heap(&update.target, &binder.name.value) => {
            let divides = matches!(binder.over, BinderValues::Heaps)
                && (is_divisor(update, one, other, rule) || is_divisor(update, other, one, rule));
            if divides { Ok(ManyHeapMove::Divide) } else { Err(refused()) }
        }
        (_, _, []) => taken(updates, binders, rule).ok_or_else(refused),
        _ => Err(refused()),
    }
}

/// `h[S] lowered for S of size k`; nothing if it is another form.
fn subset(
    change: &Change,
    compare: ComparisonOperator,
    size: &Expr,
    rule: &ManyHeapRule,
) -> Option<Result<ManyHeapMove, Problem>> {
    let Some(most) = rule.number(size) else {
        let message = "the size of a set of heaps must not change with the number of heaps";
        return Some(Err(refuse(&size.span, message)));
    };
    let Some(most) = u64::try_from(most).ok().filter(|most| *most > 0) else {
        return Some(Err(refuse(&size.span, "at least one heap is lowered")));
    };
    if most > MOST_LOWERED {
        let message = format!("for every n, at most {MOST_LOWERED} heaps are lowered");
        return Some(Err(refuse(&size.span, message)));
    }
    let up_to = match (change, compare) {
        (Change::Lowered, ComparisonOperator::Equal | ComparisonOperator::AtMost) => true,
        (Change::StrictlyLowered, ComparisonOperator::AtMost) => true,
        (Change::StrictlyLowered, ComparisonOperator::Equal) => most == 1,
        _ => false,
    };
    up_to.then_some(Ok(ManyHeapMove::Lower(most)))
}

/// `h[i] - c, h[j] - c for i < j`.
fn taken(updates: &[Update], binders: &[Binder], rule: &ManyHeapRule) -> Option<ManyHeapMove> {
    let mut last: Option<&str> = None;
    let mut stones = None;
    // A name that is given twice, or is one of the rule's own, would be another heap.
    let is_given = |name: &str| name == rule.row || rule.taken.iter().any(|one| one == name);
    let own = |at: usize, binder: &Binder| {
        let name = &binder.name.value;
        !is_given(name) && binders[..at].iter().all(|before| before.name.value != *name)
    };
    let distinct = binders.iter().enumerate().all(|(at, binder)| own(at, binder));
    if updates.len() != binders.len() || updates.len() > MOST_TAKEN_FROM || !distinct {
        return None;
    }
    for (update, binder) in updates.iter().zip(binders) {
        let follows = match (&binder.over, last) {
            (BinderValues::Heaps, None) => true,
            (BinderValues::After(before), Some(last)) => before.value == last,
            _ => false,
        };
        let Change::By(by) = &update.change else { return None };
        let by = u64::try_from(rule.number(by)?.checked_neg()?).ok().filter(|by| *by > 0)?;
        if !follows || !rule.is_heap(&update.target, &binder.name.value) {
            return None;
        }
        if *stones.get_or_insert(by) != by {
            return None;
        }
        last = Some(&binder.name.value);
    }
    Some(ManyHeapMove::Take { stones: stones?, heaps: updates.len() as u64 })
}

/// `h[i] - d` with `d >= 1` and `d divides h`.
fn is_divisor(update: &Update, least: &Condition, all: &Condition, rule: &ManyHeapRule) -> bool {
    // `- d` is read as 0 - d.
    let Change::By(Expr { kind: ExprKind::Binary(Operator::Subtract, zero, by), .. }) =
        &update.change
    else {
        return false;
    };
    let (Some(0), ExprKind::Name(divisor)) = (rule.number(zero), &by.kind) else { return false };
    let is = |expr: &Expr, name: &str| matches!(&expr.kind, ExprKind::Name(found) if found == name);
    let one = |expr: &Expr| rule.number(expr) == Some(1);
    let least = match &least.kind {
        ConditionKind::Chain(left, rest) => match rest.as_slice() {
            [(ComparisonOperator::AtLeast, right)] => is(left, divisor) && one(right),
            [(ComparisonOperator::AtMost, right)] => one(left) && is(right, divisor),
            _ => false,
        },
        _ => false,
    };
    let all = matches!(&all.kind, ConditionKind::Divides(left, right)
        if is(left, divisor) && is(right, &rule.row));
    least && all && *divisor != rule.row && !rule.taken.contains(divisor)
}
