//! The names of a sentence that nothing binds: its free variables.
//!
//! One walk over the text, before it is compiled. Words of the language, definitions and bound names are none;
//! whether the text speaks of moves is seen on the way. Cost: a step a node of the text.

use std::collections::BTreeSet;

use ishitori_rule::syntax::{ClaimBinder, Condition, ConditionKind, Expr, ExprKind};

use crate::claim::functions::is_known;

/// Names that stand for something in every claim.
const WORDS: [&str; 3] = ["infinity", "none", "phi"];

/// Those that speak of moves.
const OF_A_GAME: [&str; 5] = ["P", "N", "grundy", "remoteness", "options"];

/// Names that nothing binds.
#[derive(Default)]
pub(super) struct FreeNames {
    /// In the order of the text.
    pub free: Vec<String>,
    seen: BTreeSet<String>,
    /// What definitions define.
    pub defined: BTreeSet<String>,
    /// Whether it speaks of moves.
    pub of_a_game: bool,
}

impl FreeNames {
    fn name(&mut self, name: &str, bound: &[String]) {
        if bound.iter().any(|b| b == name) {
            return;
        }
        self.of_a_game |= OF_A_GAME.contains(&name);
        let is_word = WORDS.contains(&name)
            || OF_A_GAME.contains(&name)
            || is_known(name)
            || self.defined.contains(name);
        if !is_word && self.seen.insert(name.to_string()) {
            self.free.push(name.to_string());
        }
    }

    /// Adds those of a condition, in which these are bound.
    pub fn condition(&mut self, condition: &Condition, bound: &mut Vec<String>) {
        match &condition.kind {
            ConditionKind::Chain(first, rest) => {
                self.expr(first, bound);
                rest.iter().for_each(|(_, right)| self.expr(right, bound));
            }
            ConditionKind::Each(heaps, rest) => {
                heaps.iter().for_each(|heaps| self.expr(heaps, bound));
                rest.iter().for_each(|(_, right)| self.expr(right, bound));
            }
            ConditionKind::Distinct(heaps) => {
                heaps.iter().for_each(|heaps| self.expr(heaps, bound));
            }
            ConditionKind::Divides(left, right)
            | ConditionKind::In(left, right)
            | ConditionKind::Subset(left, right) => {
                self.expr(left, bound);
                self.expr(right, bound);
            }
            ConditionKind::And(left, right)
            | ConditionKind::Or(left, right)
            | ConditionKind::Implies(left, right)
            | ConditionKind::Iff(left, right) => {
                self.condition(left, bound);
                self.condition(right, bound);
            }
            ConditionKind::Not(inner) => self.condition(inner, bound),
            ConditionKind::Bare(expr) => self.expr(expr, bound),
            ConditionKind::Quantified(_, through, body) => {
                let before = bound.len();
                self.through(through, bound);
                self.condition(body, bound);
                bound.truncate(before);
            }
            ConditionKind::Let(names, value, body) => {
                self.expr(value, bound);
                let before = bound.len();
                bound.extend(names.iter().map(|name| name.value.clone()));
                self.condition(body, bound);
                bound.truncate(before);
            }
        }
    }

    fn through(&mut self, through: &[ClaimBinder], bound: &mut Vec<String>) {
        for ClaimBinder { names, over } in through {
            over.iter().for_each(|over| self.expr(over, bound));
            bound.extend(names.iter().map(|name| name.value.clone()));
        }
    }

    fn expr(&mut self, expr: &Expr, bound: &mut Vec<String>) {
        match &expr.kind {
            ExprKind::Number(_) | ExprKind::Text(_) => {}
            ExprKind::Name(name) => self.name(name, bound),
            ExprKind::Heap(_, inner) | ExprKind::Negate(inner) => self.expr(inner, bound),
            ExprKind::Binary(_, left, right) | ExprKind::Range(left, right) => {
                self.expr(left, bound);
                self.expr(right, bound);
            }
            ExprKind::Set(items) | ExprKind::Call(_, items) | ExprKind::Tuple(items) => {
                items.iter().for_each(|item| self.expr(item, bound));
            }
            ExprKind::Count(name, over, condition) => {
                self.expr(over, bound);
                bound.push(name.value.clone());
                self.condition(condition, bound);
                bound.pop();
            }
            ExprKind::If(condition, yes, no) => {
                self.condition(condition, bound);
                self.expr(yes, bound);
                self.expr(no, bound);
            }
            ExprKind::Listed(item, through, condition) => {
                let before = bound.len();
                self.through(through, bound);
                self.expr(item, bound);
                condition.iter().for_each(|condition| self.condition(condition, bound));
                bound.truncate(before);
            }
        }
    }
}
