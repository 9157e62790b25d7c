//! Names in claims for every number of heaps: each must mean one thing.
//!
//! [`super::claim`] looks names up without scopes. So before it reads a claim, any claim is refused in which a `let`, or the index of a `count`
//! or list, has a name that means something already, or a name is used where its `let` does not reach.

use ishitori_rule::every_n::ManyHeapRule;
use ishitori_rule::syntax::{Condition, ConditionKind, Expr, ExprKind, SpannedName};

use super::claim::{BeyondColumns, beyond};

/// Words that mean something in claims.
const WORDS: [&str; 51] = [
    "P",
    "N",
    "grundy",
    "remoteness",
    "options",
    "option",
    "images",
    "cells",
    "ranges",
    "stones",
    "coins",
    "heaps",
    "table",
    "full",
    "phi",
    "xor",
    "digit_sum",
    "bit",
    "v2",
    "min",
    "max",
    "sum",
    "count",
    "size",
    "floor",
    "mex",
    "mod",
    "divides",
    "and",
    "or",
    "not",
    "implies",
    "iff",
    "if",
    "then",
    "else",
    "let",
    "in",
    "terminal",
    "misere",
    "infinity",
    "none",
    "row_xor",
    "column_xor",
    "longest_row",
    "longest_column",
    "rows_changed",
    "columns_changed",
    "unturned",
    "half_turned",
    "mirrored",
];

/// The names of a claim.
struct ClaimNames<'a> {
    rule: &'a ManyHeapRule,
    /// All names that some `let` gives.
    lets: Vec<&'a str>,
    /// The names that are given here.
    here: Vec<&'a str>,
}

/// That every name of a claim means one thing.
///
/// # Errors
/// The first name that does not, or a part that is not read for every n.
pub(super) fn has_plain_names(
    statement: &Condition,
    rule: &ManyHeapRule,
) -> Result<(), BeyondColumns> {
    let own = rule.taken.iter().chain(rule.known.iter().map(|(name, _)| name));
    let own = own.chain([&rule.open, &rule.row]);
    if let Some(name) = own.clone().find(|name| is_word(name)) {
        let what = format!("the rule calls something `{name}`, which is a word of claims");
        return beyond(what, &statement.span);
    }
    if rule.open == rule.row {
        return beyond(format!("`{}` means two things in the rule", rule.row), &statement.span);
    }
    let mut names = ClaimNames { rule, lets: Vec::new(), here: Vec::new() };
    names.collect_in(statement)?;
    names.condition(statement)
}

fn is_word(name: &str) -> bool {
    WORDS.contains(&name)
}

impl<'a> ClaimNames<'a> {
    /// Collects the names of all `let`s, and refuses one that is given twice. Those inside of expressions are found with these.
    fn collect_in(&mut self, says: &'a Condition) -> Result<(), BeyondColumns> {
        match &says.kind {
            ConditionKind::And(one, other)
            | ConditionKind::Or(one, other)
            | ConditionKind::Implies(one, other)
            | ConditionKind::Iff(one, other) => {
                self.collect_in(one)?;
                self.collect_in(other)
            }
            ConditionKind::Not(one) => self.collect_in(one),
            ConditionKind::Let(names, value, body) => {
                for name in names {
                    if self.lets.contains(&name.value.as_str()) {
                        return beyond(
                            format!("the name `{}` is given twice", name.value),
                            &name.span,
                        );
                    }
                    self.lets.push(&name.value);
                }
                self.collect_inside(value)?;
                self.collect_in(body)
            }
            ConditionKind::Chain(first, rest) => {
                self.collect_inside(first)?;
                rest.iter().try_for_each(|(_, expr)| self.collect_inside(expr))
            }
            ConditionKind::Bare(expr) => self.collect_inside(expr),
            _ => beyond("this condition reads more than columns of digits", &says.span),
        }
    }

    fn collect_inside(&mut self, expr: &'a Expr) -> Result<(), BeyondColumns> {
        match &expr.kind {
            ExprKind::Number(_) | ExprKind::Name(_) | ExprKind::Text(_) => Ok(()),
            ExprKind::Heap(_, one) | ExprKind::Negate(one) => self.collect_inside(one),
            ExprKind::Binary(_, one, other) | ExprKind::Range(one, other) => {
                self.collect_inside(one)?;
                self.collect_inside(other)
            }
            ExprKind::Set(all) | ExprKind::Tuple(all) | ExprKind::Call(_, all) => {
                all.iter().try_for_each(|one| self.collect_inside(one))
            }
            ExprKind::Count(_, over, says) => {
                self.collect_inside(over)?;
                self.collect_in(says)
            }
            ExprKind::If(says, one, other) => {
                self.collect_in(says)?;
                self.collect_inside(one)?;
                self.collect_inside(other)
            }
            ExprKind::Listed(item, binders, says) => {
                binders
                    .iter()
                    .filter_map(|binder| binder.over.as_ref())
                    .try_for_each(|over| self.collect_inside(over))?;
                self.collect_inside(item)?;
                says.as_ref().map_or(Ok(()), |says| self.collect_in(says))
            }
        }
    }

    /// Takes a new name.
    fn give(&mut self, name: &'a SpannedName, is_let: bool) -> Result<(), BeyondColumns> {
        let word = name.value.as_str();
        let of_rule = word == self.rule.open
            || word == self.rule.row
            || self.rule.taken.iter().any(|one| one == word)
            || self.rule.known.iter().any(|(known, _)| known == word);
        let why = if of_rule {
            "the rule gives this name already"
        } else if is_word(word) {
            "this is a word of claims"
        } else if self.here.contains(&word) || (!is_let && self.lets.contains(&word)) {
            "the claim gives this name already"
        } else {
            self.here.push(word);
            return Ok(());
        };
        beyond(format!("the name `{word}` would mean two things: {why}"), &name.span)
    }

    fn condition(&mut self, says: &'a Condition) -> Result<(), BeyondColumns> {
        let known = self.here.len();
        match &says.kind {
            ConditionKind::And(one, other)
            | ConditionKind::Or(one, other)
            | ConditionKind::Implies(one, other)
            | ConditionKind::Iff(one, other) => {
                self.condition(one)?;
                self.condition(other)?;
            }
            ConditionKind::Not(one) => self.condition(one)?,
            ConditionKind::Let(names, value, body) => {
                self.expr(value)?;
                names.iter().try_for_each(|name| self.give(name, true))?;
                self.condition(body)?;
            }
            ConditionKind::Chain(first, rest) => {
                self.expr(first)?;
                rest.iter().try_for_each(|(_, expr)| self.expr(expr))?;
            }
            ConditionKind::Bare(expr) => self.expr(expr)?,
            _ => return beyond("this condition reads more than columns of digits", &says.span),
        }
        self.here.truncate(known);
        Ok(())
    }

    fn expr(&mut self, expr: &'a Expr) -> Result<(), BeyondColumns> {
        let known = self.here.len();
        match &expr.kind {
            ExprKind::Number(_) | ExprKind::Text(_) => {}
            ExprKind::Name(name) => {
                let name = name.as_str();
                if self.lets.contains(&name) && !self.here.contains(&name) {
                    return beyond(
                        format!("the name `{name}` is used before it is given"),
                        &expr.span,
                    );
                }
            }
            ExprKind::Heap(_, one) | ExprKind::Negate(one) => self.expr(one)?,
            ExprKind::Binary(_, one, other) | ExprKind::Range(one, other) => {
                self.expr(one)?;
                self.expr(other)?;
            }
            ExprKind::Set(all) | ExprKind::Tuple(all) | ExprKind::Call(_, all) => {
                all.iter().try_for_each(|one| self.expr(one))?;
            }
            ExprKind::Count(index, over, says) => {
                self.expr(over)?;
                self.give(index, false)?;
                self.condition(says)?;
            }
            ExprKind::If(says, one, other) => {
                self.condition(says)?;
                self.expr(one)?;
                self.expr(other)?;
            }
            ExprKind::Listed(item, binders, says) => {
                for binder in binders {
                    binder.over.iter().try_for_each(|over| self.expr(over))?;
                    binder.names.iter().try_for_each(|name| self.give(name, false))?;
                }
                self.expr(item)?;
                says.iter().try_for_each(|says| self.condition(says))?;
            }
        }
        self.here.truncate(known);
        Ok(())
    }
}
